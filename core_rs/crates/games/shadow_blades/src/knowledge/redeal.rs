//! Worlds that fit a view: what search and analysis use in place of the truth (S-91).
//!
//! A world is a whole course of the match. First it is settled where the cards are that the viewer
//! has seen ([`Hypotheses`]), each possibility with its number of courses; then the moves are told
//! once more, with a track for every card; then the tracks of unseen cards get their cards.

use intrigue_core::{Hidden, Rng, Seat, SeatSet, Seed};

use crate::content::cards::{Card, STAMPED, ZONES, Zone};
use crate::content::pack::Cards;
use crate::knowledge::hypotheses::{Hypotheses, MOST};
use crate::knowledge::missions::{Counted, Pool, falling, weighted};
use crate::knowledge::seen_moves::Place;
use crate::knowledge::tale::Op;
use crate::knowledge::tracks::{Tracks, candidates, needs, with};
use crate::knowledge::view::View;
use crate::knowledge::walk::{What, walk};
use crate::rules::board::Board;
use crate::rules::options::Options;
use crate::rules::state::{Phase, Row, SEATS, ShadowBlades, Stage, Step};

/// How often a count that was left to the lot is made again before it is given up.
const TRIES: usize = 4;

impl View {
    /// A world that fits the view, every course of the match that gives it equally likely. Steps
    /// that other seats have begun are not begun in it.
    pub(crate) fn redeal(&self, rng: &mut Rng) -> Option<ShadowBlades> {
        let ops = self.seen_moves.ops()?;
        let own = self.viewer.seat().map(Seat::index);
        let mut most = MOST;
        for _ in 0..TRIES {
            let mut hypotheses = Hypotheses::new(self.variant, &ops, own, most, rng);
            let told = walk(&ops, own, &mut hypotheses);
            let thinned = hypotheses.thinned;
            let world = told.and_then(|()| self.world(&ops, hypotheses));
            // Where nothing was left to the lot, another try would end the same way.
            if world.is_some() || !thinned {
                return world;
            }
            most *= 2;
        }
        None
    }

    fn world(&self, ops: &[Op], mut hypotheses: Hypotheses<'_>) -> Option<ShadowBlades> {
        let pool = self.unseen(hypotheses.open_cards())?;
        let count = hypotheses.weights.len();
        let chosen = if count == 1 {
            0
        } else {
            let mut counted = Counted::default();
            let mut weigh = |index: usize| {
                hypotheses.weights[index] * completions(&hypotheses, index, pool, &mut counted)
            };
            let weights: Vec<f64> = (0..count).map(&mut weigh).collect();
            weighted(&weights, hypotheses.rng())?
        };
        let choices = hypotheses.trace(chosen);
        let classes = std::mem::take(&mut hypotheses.classes);
        let own = hypotheses.own_seat();
        let mut tracks = Tracks::new(own, choices, classes, hypotheses.rng());
        walk(ops, tracks.own, &mut tracks)?;
        tracks.name_cards(pool)?;
        self.build(&tracks)
    }

    /// All cards that the viewer does not see now, wherever they are.
    fn unseen(&self, open: impl Iterator<Item = Card>) -> Option<Pool> {
        let all = self.variant.cards();
        let mut pool: Pool =
            std::array::from_fn(|kind| Card::of(kind).map_or(0, |card| all.count(card)));
        let secrets = self.secrets.unwrap_or_default();
        let table = self
            .agents
            .iter()
            .flat_map(|agent| std::iter::once(agent.card).chain(agent.weapons.iter().copied()));
        let own = secrets.hand.cards();
        // At the end all missions that counted are seen; before it, the own ones.
        let missions: Vec<Card> = match &self.end {
            Some(end) if !end.missions.is_empty() => {
                end.missions.iter().flatten().flat_map(|m| m.cards()).collect()
            }
            _ => secrets.missions.iter().flat_map(|m| m.cards()).collect(),
        };
        let seen = table.chain(own).chain(missions).chain(self.graveyard.iter().copied());
        for card in seen.chain(open) {
            pool[card.index()] = pool[card.index()].checked_sub(1)?;
        }
        Some(pool)
    }

    /// The state of a world.
    fn build(&self, tracks: &Tracks<'_>) -> Option<ShadowBlades> {
        let seats = self.sides.len();
        let mut board = Board::EMPTY;
        for agent in &self.agents {
            board.come(agent.card, agent.owner.index(), agent.spot, &agent.weapons, self.variant);
        }
        let at = |place: Place| tracks.bag(place).map(Hidden::new);
        let mut hands = [Hidden::new(Cards::EMPTY); SEATS];
        let mut missions = [[Hidden::new(Cards::EMPTY); ZONES]; SEATS];
        for seat in 0..seats {
            hands[seat] = at(Place::Hand(seat))?;
            for zone in Zone::ALL {
                missions[seat][zone as usize] = at(Place::Missions(seat, zone))?;
                if let Some(end) = self.end.as_ref().filter(|end| !end.missions.is_empty()) {
                    missions[seat][zone as usize] = Hidden::new(end.missions[seat][zone as usize]);
                }
            }
        }
        let asked_own = self.viewer.is(self.question.seat);
        let step = self.secrets.filter(|_| asked_own).map_or(Step::default(), |s| s.step);
        let mut resigned = SeatSet::EMPTY;
        for (index, side) in self.sides.iter().enumerate() {
            if side.resigned {
                resigned.insert(Seat::new(index)?);
            }
        }
        let top: Vec<Card> = tracks.cards(Place::Deck).collect::<Option<_>>()?;
        let looks = self.question.stage == Stage::Recruit;
        Some(ShadowBlades {
            options: Options { first_seat: None, random_conspiracy: false, variant: self.variant },
            variant: self.variant,
            hands,
            deck: Hidden::new(crate::content::pack::bag(tracks.rest.iter().copied())?),
            top: Hidden::new(Row::of(&top)?),
            conjurer: tracks.conjurer.and_then(|seat| Seat::new(seat.into())),
            piles: [at(Place::Pile(1))?, at(Place::Pile(2))?, at(Place::Pile(3))?],
            bundle: at(Place::Bundle)?,
            missions,
            board,
            graveyard: Row::of(&self.graveyard)?,
            used: self.used,
            resigned,
            active: self.active,
            turn: self.turn,
            window: 0,
            phase: match &self.end {
                Some(end) => Phase::Over(end.ending),
                None => Phase::Ask(self.question),
            },
            step: Hidden::new(step),
            deployment: self.deployment,
            looked: if looks { self.question.pile } else { 0 },
            taken: None,
            finale: self.finale,
            tale: Hidden::new(tracks.tale()?),
        })
    }

    /// Whether a view that came from outside makes sense, so that rules may rely on it: there is a
    /// world that looks just like it.
    pub(crate) fn is_sound(&self) -> bool {
        let seats = self.sides.len();
        let question = &self.question;
        let spot = |spot: crate::rules::action::Spot| spot.side() < seats;
        let over = question.stage == Stage::Over;
        let shape = (2..=SEATS).contains(&seats)
            && seats == usize::from(self.variant.seats)
            && (!self.variant.alliances || seats == SEATS)
            && self.viewer.seat().is_none_or(|seat| seat.index() < seats)
            && self.secrets.is_some() == self.viewer.seat().is_some()
            && self.active.index() < seats
            && question.seat.index() < seats
            && question.focus.is_none_or(spot)
            && self.agents.len() <= crate::rules::action::MARKS
            && self.agents.iter().all(|agent| {
                spot(agent.spot)
                    && agent.owner.index() < seats
                    && agent.card.index() < crate::content::cards::AGENTS
            })
            && over == self.end.is_some()
            && self
                .end
                .as_ref()
                .is_none_or(|end| end.missions.is_empty() || end.missions.len() == seats)
            && (question.stage == Stage::Recruit) == (1..=3).contains(&question.pile)
            && question.named.is_some() == (question.stage == Stage::TrackerChoice)
            && question.focus.is_some()
                == matches!(question.stage, Stage::WhisperTake | Stage::ChameleonReturn)
            && self.table_fits();
        shape && {
            let world = self.redeal(&mut Rng::new(&Seed::from_number(0), 0));
            world.is_some_and(|world| Self::look(&world, self.viewer) == *self)
        }
    }

    /// Whether no more cards of a kind are on the table than exist.
    fn table_fits(&self) -> bool {
        let cards = self
            .agents
            .iter()
            .flat_map(|agent| std::iter::once(agent.card).chain(agent.weapons.iter().copied()));
        let arms: usize = self.agents.iter().map(|agent| agent.weapons.len()).sum();
        arms <= crate::rules::state::WEAPONRY && crate::content::pack::bag(cards).is_some()
    }
}

/// In how many ways the unseen cards can lie, given where the seen ones are.
fn completions(
    hypotheses: &Hypotheses<'_>,
    index: usize,
    mut pool: Pool,
    counted: &mut Counted,
) -> f64 {
    let mut sizes = hypotheses.sizes;
    let (mut stamped, mut returned) = (0, None);
    for (what, place) in hypotheses.hidden(index) {
        let size = &mut sizes[place.index()];
        let Some(left) = size.checked_sub(1) else {
            return 0.0;
        };
        *size = left;
        match what {
            What::Exact(card) => match pool[card.index()].checked_sub(1) {
                Some(left) => pool[card.index()] = left,
                None => return 0.0,
            },
            What::Stamped => stamped += 1,
            What::Fit(_) => returned = Some((what, place)),
            What::Unknown => {}
        }
    }
    let needs = needs(&sizes, hypotheses.own_seat());
    let total = pool.iter().map(|&count| usize::from(count)).sum::<usize>();
    let placed = stamped
        + needs.iter().map(|&need| usize::from(need)).sum::<usize>()
        + usize::from(returned.is_some());
    let Some(free) = total.checked_sub(placed) else {
        return 0.0;
    };
    let stamps = STAMPED.iter().map(|card| usize::from(pool[card.index()])).sum();
    // Copies of one kind are many ways to be the same; so many fewer the fewer are still unseen.
    let equal: f64 = pool.iter().map(|&count| falling(count.into(), count.into())).product();
    let missions = match returned {
        None => counted.ways(&pool, needs),
        Some(returned) => {
            candidates(&pool, returned).map(|card| with(&pool, needs, card, counted)).sum()
        }
    };
    falling(stamps, stamped) * missions * falling(free, free) / equal
}
