//! Who sees what (D-30 to D-32), and what follows from it.

use intrigue_core::{Hidden, Rng, Seat, Viewer};

use crate::content::{Card, FULL, Pack, has_cities};
use crate::rules::options::Options;
use crate::rules::state::{
    DistrictNoir, End, Ending, Event, HAND, LAID, Line, OUT, ROUND_ACTIONS, ROUNDS, TAKEN,
};

/// All that a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub viewer: Viewer,
    /// 1 to 4.
    pub round: u8,
    /// Who started the round.
    pub starter: Seat,
    /// The line, its end last.
    pub(crate) line: Line,
    /// Cards in the draw pile.
    pub pile: u8,
    /// What is public of each seat.
    pub sides: [Side; 2],
    /// The viewer's own hand; empty for a spectator.
    pub hand: Pack,
    /// How it ended and for whom, if it has.
    pub(crate) end: Option<End>,
}

/// What everybody sees of a seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Side {
    /// Cards in hand.
    pub hand_size: u8,
    /// Plays made in this round.
    pub plays: u8,
    /// Whether it has taken in this round.
    pub taken: bool,
    /// The cards before it.
    pub collection: Pack,
}

/// What a viewer sees of an event.
#[derive(Clone, PartialEq, Debug)]
pub enum Seen {
    /// The line begins.
    LineLaid([Card; LAID as usize]),
    /// Both seats hold five cards.
    RoundBegan {
        /// 1 to 4.
        round: u8,
        /// Who starts it.
        starter: Seat,
        /// The viewer's own hand; empty for a spectator.
        hand: Pack,
    },
    /// A card came to the end of the line.
    Played { seat: Seat, card: Card },
    /// The end of the line went to a seat.
    Took {
        seat: Seat,
        /// As they lay.
        cards: Vec<Card>,
    },
    /// The match is over.
    Ended { ending: Ending, winner: Option<Seat> },
}

impl Seen {
    pub(crate) fn look(event: &Event, viewer: Viewer) -> Self {
        match event {
            Event::LineLaid(cards) => Self::LineLaid(*cards),
            Event::RoundBegan { round, starter, hands } => {
                Self::RoundBegan { round: *round, starter: *starter, hand: own(hands, viewer) }
            }
            Event::Played { seat, card } => Self::Played { seat: *seat, card: *card },
            Event::Took { seat, cards } => Self::Took { seat: *seat, cards: cards.clone() },
            Event::Ended { ending, winner } => Self::Ended { ending: *ending, winner: *winner },
        }
    }
}

/// The one place where a hand is shown: to the seat that holds it.
fn own(hands: &[Hidden<Pack>; 2], viewer: Viewer) -> Pack {
    viewer.seat().map_or(Pack::EMPTY, |seat| *hands[seat.index()].peek())
}

impl View {
    pub(crate) fn look(state: &DistrictNoir, viewer: Viewer) -> Self {
        let side = |side: usize| Side {
            hand_size: HAND - state.plays[side],
            plays: state.plays[side],
            taken: state.taken[side],
            collection: state.collections[side],
        };
        Self {
            viewer,
            round: state.round,
            starter: state.starter,
            line: state.line,
            pile: state.undealt.peek().total() - OUT,
            sides: [side(0), side(1)],
            hand: own(&state.hands, viewer),
            end: state.end,
        }
    }

    pub(crate) fn blank(viewer: Viewer) -> Self {
        let side = Side { hand_size: 0, plays: 0, taken: false, collection: Pack::EMPTY };
        Self {
            viewer,
            round: 0,
            starter: Seat::new(0).expect("there are two seats"),
            line: Line::EMPTY,
            pile: FULL.total() - OUT,
            sides: [side; 2],
            hand: Pack::EMPTY,
            end: None,
        }
    }

    /// The line, its end last.
    pub fn line(&self) -> &[Card] {
        self.line.cards()
    }

    /// How it ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.end.map(|end| end.ending)
    }

    /// Who won, if anybody has.
    pub fn winner(&self) -> Option<Seat> {
        self.end.and_then(|end| end.winner)
    }

    pub(crate) fn fold(&mut self, seen: &Seen) {
        match seen {
            Seen::LineLaid(cards) => {
                for &card in cards {
                    self.line.push(card);
                }
                self.pile -= LAID;
            }
            Seen::RoundBegan { round, starter, hand } => {
                (self.round, self.starter, self.hand) = (*round, *starter, *hand);
                self.pile -= 2 * HAND;
                for side in &mut self.sides {
                    (side.hand_size, side.plays, side.taken) = (HAND, 0, false);
                }
            }
            Seen::Played { seat, card } => {
                let side = &mut self.sides[seat.index()];
                side.hand_size -= 1;
                side.plays += 1;
                self.line.push(*card);
                if self.viewer.is(*seat) {
                    self.hand.take(*card);
                }
            }
            Seen::Took { seat, cards } => {
                let side = &mut self.sides[seat.index()];
                side.taken = true;
                side.collection.add_all(cards.iter().copied().collect());
                self.line.cut_end();
            }
            Seen::Ended { ending, winner } => {
                self.end = Some(End { ending: *ending, winner: *winner });
            }
        }
    }

    /// The cards that the viewer has not seen.
    pub(crate) fn unseen(&self) -> Option<Pack> {
        let line: Pack = self.line.cards().iter().copied().collect();
        [line, self.hand, self.sides[0].collection, self.sides[1].collection]
            .into_iter()
            .try_fold(FULL, Pack::without)
    }

    pub(crate) fn redeal(&self, rng: &mut Rng) -> Option<DistrictNoir> {
        let mut unseen = self.unseen()?;
        let mut hands = [Pack::EMPTY; 2];
        for (side, hand) in hands.iter_mut().enumerate() {
            if self.viewer.seat().is_some_and(|seat| seat.index() == side) {
                *hand = self.hand;
                continue;
            }
            for _ in 0..self.sides[side].hand_size {
                if unseen.is_empty() {
                    return None;
                }
                let card = unseen.pick(rng);
                unseen.take(card);
                hand.add(card);
            }
        }
        let end = self.end;
        let made: u8 = self.sides.iter().map(|side| side.plays + u8::from(side.taken)).sum();
        // The Take that brings the third city is not counted: the match ends within it.
        let cities = end.is_some_and(|end| end.ending == Ending::ThreeCities);
        let state = DistrictNoir {
            undealt: Hidden::new(unseen),
            hands: hands.map(Hidden::new),
            collections: self.sides.map(|side| side.collection),
            line: self.line,
            options: Options { first_seat: None },
            toss: false,
            dealing: 0,
            round: self.round,
            starter: self.starter,
            actions: made.checked_sub(u8::from(cities))?,
            plays: self.sides.map(|side| side.plays),
            taken: self.sides.map(|side| side.taken),
            end,
        };
        Some(state)
    }

    /// Whether a view that came from outside makes sense, so that rules may rely on it.
    pub(crate) fn is_sound(&self) -> bool {
        if self.sides.iter().any(|s| s.plays > HAND || s.hand_size != HAND - s.plays) {
            return false;
        }
        let made: u8 = self.sides.iter().map(|side| side.plays + u8::from(side.taken)).sum();
        let hand = self.viewer.seat().map_or(0, |seat| self.sides[seat.index()].hand_size);
        let hidden: u8 = self.sides.iter().map(|side| side.hand_size).sum::<u8>() - hand;
        let Some(unseen) = self.unseen() else {
            return false;
        };
        // Alternation: the starter is level with the other seat, or one action ahead.
        let [starter, follower] = [self.starter.index(), 1 - self.starter.index()]
            .map(|side| self.sides[side].plays + u8::from(self.sides[side].taken));
        let alternate = starter == follower || starter == follower + 1;
        let taken = self.sides.iter().all(|side| {
            let takes = usize::from(self.round.saturating_sub(1) + u8::from(side.taken));
            usize::from(side.collection.total()) <= TAKEN * takes
        });
        let won = self.sides.iter().any(|side| has_cities(side.collection));
        let over = made == ROUND_ACTIONS && self.round == ROUNDS;
        (1..=ROUNDS).contains(&self.round)
            && alternate
            && taken
            && self.hand.total() == hand
            && self.pile == 2 * HAND * (ROUNDS - self.round)
            && unseen.total() == self.pile + OUT + hidden
            && (self.end.is_some() || (made < ROUND_ACTIONS && !won))
            && (self.end.is_none_or(|end| match end.ending {
                Ending::ThreeCities => won && made > 0,
                Ending::Resignation => !over,
                Ending::Points | Ending::TieBreak | Ending::Draw => over,
            }))
    }
}
