//! Further agents in one turn (S-28, S-46, S-47, S-73).

use crate::content::cards::{Card, Role, Skill};
use crate::rules::state::Deployment;

/// An agent beyond the first that the Raven's allowance does not cover.
#[derive(Clone, Copy, Default)]
struct Further {
    strength: u8,
    falcon: bool,
    duo: bool,
}

/// The strengths that are tried: no agent of a further allowance can be stronger.
const STRONGEST: u8 = 40;

impl Deployment {
    /// The strengths, one bit each, with which one more agent may be deployed. It is not the first.
    pub(crate) fn totals(&self, card: Card, duo: bool) -> u64 {
        let (mut further, mut count) = ([Further::default(); 4], 0);
        let (mut raven, mut falcon) = (false, false);
        for (place, agent) in self.agents.cards().iter().enumerate() {
            let strength = self.strengths[place];
            if place > 0 && !(raven && strength == 1) {
                // More than these can't have been legal.
                if count < further.len() {
                    let duo = duo && self.has_partner(place, strength, *agent);
                    further[count] = Further { strength, falcon, duo };
                }
                count += 1;
            }
            if self.opened >> place & 1 == 1 {
                match agent.role() {
                    Role::Agent(_, _, Some(Skill::Raven)) => raven = true,
                    _ => falcon = true,
                }
            }
        }
        let mut totals = 0;
        if raven && card.strength() == 1 {
            totals |= 1 << 1;
        }
        if count >= further.len() || !(falcon || duo) {
            return totals;
        }
        for strength in card.strength()..STRONGEST {
            let duo = duo && self.has_partner(self.agents.cards().len(), strength, card);
            if !falcon && !duo {
                continue;
            }
            further[count] = Further { strength, falcon, duo };
            if can_be_shared_out(&further[..=count]) {
                totals |= 1 << strength;
            }
        }
        totals
    }

    /// Whether one of the first `count` agents has the same strength and another printed zone
    /// (S-73).
    fn has_partner(&self, count: usize, strength: u8, card: Card) -> bool {
        let earlier = self.agents.cards()[..count].iter().zip(&self.strengths);
        earlier
            .into_iter()
            .any(|(other, &theirs)| theirs == strength && other.zone() != card.zone())
    }
}

/// Whether the agents can be shared out over one Duo and the Falcon's two of 5 in all.
fn can_be_shared_out(agents: &[Further]) -> bool {
    let without = |left_out: Option<usize>| {
        let rest = agents.iter().enumerate().filter(|(i, _)| Some(*i) != left_out);
        let (mut count, mut sum, mut all) = (0, 0, true);
        for (_, agent) in rest {
            count += 1;
            sum += agent.strength;
            all &= agent.falcon;
        }
        all && count <= 2 && sum <= 5
    };
    without(None) || (0..agents.len()).any(|i| agents[i].duo && without(Some(i)))
}
