//! What is true of every table, at any time.

use intrigue_core::{ActionSet, Hidden, NoEvents};

use crate::content::cards::{Card, KINDS, Zone};
use crate::rules::action::Action;
use crate::rules::state::{Phase, Question, ShadowBlades, Stage, Step, StepKind, TURNS};

/// What is wrong with a step that the rules can't have led to.
pub(crate) const NO_SUCH_STEP: &str = "no decisions of the asked seat lead to its step";

impl ShadowBlades {
    /// The invariants of the rule sheet.
    pub(crate) fn find_fault(&self) -> Option<String> {
        let mut count = [0; KINDS];
        let bags = self.hands.iter().chain(&self.piles).chain(self.missions.as_flattened());
        for bag in bags.chain([&self.deck, &self.bundle]) {
            bag.peek().each(|card| count[card.index()] += 1);
        }
        let rows = self.top.peek().cards().iter().chain(self.graveyard.cards());
        let table = self.board.posts().iter().map(|post| &post.card);
        let arms = self.board.arms().iter().map(|(weapon, _)| weapon);
        for card in rows.chain(table).chain(arms) {
            count[card.index()] += 1;
        }
        let all = self.variant.cards();
        if let Some(card) = Card::all().find(|&card| count[card.index()] != all.count(card)) {
            let (name, there) = (card.notation(), count[card.index()]);
            return Some(format!("there are {there} of {name}"));
        }
        if !self.board.is_right(self.variant) {
            return Some("strengths or dominations are not what follows from the table".to_owned());
        }
        if self.turn > TURNS {
            return Some(format!("turn {} is beyond the last", self.turn));
        }
        for (side, zones) in self.missions.iter().enumerate() {
            for zone in Zone::ALL {
                let missions = zones[zone as usize].peek();
                if !missions.is_empty() && missions.kinds().any(|card| !card.fits(zone)) {
                    return Some(format!("seat {side} has a mission where it does not belong"));
                }
            }
        }
        if self.finale.is_some() && self.deck_size() > 0 {
            return Some("the final confrontation is on with cards in the deck".to_owned());
        }
        if let Phase::Ask(question) = self.phase
            && !self.can_be_asked(question)
        {
            return Some(format!("nothing leads to the question {}", question.stage.notation()));
        }
        if !self.step_follows() {
            return Some(NO_SUCH_STEP.to_owned());
        }
        None
    }

    /// Whether the question is one for its seat, about what is there.
    fn can_be_asked(&self, question: Question) -> bool {
        let seat = question.seat;
        let own_turn = !matches!(question.stage, Stage::Draft | Stage::TrackerChoice);
        if self.resigned.contains(seat) || own_turn && seat != self.active {
            return false;
        }
        let opposed = |side| self.variant.opposed(self.active.index(), side);
        match question.stage {
            Stage::TrackerChoice => {
                let places = question.named.map(|named| named.map(|mark| self.board.find(mark)));
                let Some([Some(first), Some(second)]) = places else {
                    return false;
                };
                let owned =
                    |place: usize| usize::from(self.board.posts()[place].owner) == seat.index();
                first < second && owned(first) && owned(second) && opposed(seat.index())
            }
            Stage::IllusionistKeep => self.conjurer == Some(seat) && self.top.peek().len() == 4,
            Stage::IllusionistOrder => self.conjurer == Some(seat) && self.top.peek().len() == 3,
            Stage::WhisperTake | Stage::ChameleonReturn => {
                question.focus.is_some_and(|spot| opposed(spot.side()))
            }
            Stage::Shadow => self.variant.alliances,
            _ => true,
        }
    }

    /// Whether the open step is what the rules make of its decisions, taken one after the other.
    fn step_follows(&self) -> bool {
        let step = *self.step.peek();
        if step == Step::default() {
            return true;
        }
        let Phase::Ask(question) = self.phase else {
            return false;
        };
        let mut earlier = self.clone();
        earlier.step = Hidden::new(Step::default());
        for action in decisions(&step) {
            // A zone of which there is no choice is not asked for.
            let settled = matches!(action, Action::Zone(_)) && earlier.step.peek().spot.is_some();
            if settled {
                continue;
            }
            let legal = earlier.legal_set(question.seat);
            if !legal.iter().any(|id| Action::TABLE[usize::from(id.0)] == action) {
                return false;
            }
            earlier.perform(action, &mut NoEvents);
        }
        *earlier.step.peek() == step && earlier.phase == self.phase
    }
}

/// The decisions of which a step consists, in the order in which they are asked for.
fn decisions(step: &Step) -> impl Iterator<Item = Action> {
    let kind = step.kind;
    let begun = match (kind, step.card) {
        (StepKind::Agent, Some(card)) => Some(Action::Agent(card)),
        (StepKind::Blow, Some(card)) => Some(Action::Blow(card)),
        (StepKind::Deception, _) => Some(Action::Deceive),
        _ => None,
    };
    // What the Illusionist puts back is chosen outside a step with a kind.
    let add = if kind == StepKind::None { Action::Put } else { Action::Weapon };
    let weapons = step.weapons.cards().iter().copied().map(add);
    begun
        .into_iter()
        .chain(step.target.map(Action::Target))
        .chain(step.spot.map(Action::Zone))
        .chain(weapons)
}
