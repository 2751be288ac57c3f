//! The moves that a viewer has seen, read as what happened to hidden cards: the one reading that
//! both the count of fitting worlds and the making of one of them rest on.

use crate::content::cards::{Card, ZONES, Zone};
use crate::knowledge::seen_moves::Place;
use crate::knowledge::tale::{Op, Sight};

/// What is known of a card that comes from the deck or from the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// Nothing is known of it.
    Unknown,
    /// It is this card.
    Exact(Card),
    /// It is a starting card (S-02).
    Stamped,
    /// It is a mission that was laid in this zone.
    Fit(Zone),
}

impl What {
    pub(crate) fn of(card: Option<Card>) -> Self {
        card.map_or(Self::Unknown, Self::Exact)
    }

    /// Whether it can be this card.
    pub(crate) fn can_be(self, card: Card) -> bool {
        match self {
            Self::Unknown => true,
            Self::Exact(own) => own == card,
            Self::Stamped => card.is_stamped(),
            Self::Fit(zone) => card.fits(zone),
        }
    }
}

/// What somebody who follows the moves is told. Everything answers `None` where it is impossible.
pub(crate) trait Follow {
    /// A card comes to a place.
    fn come(&mut self, to: Place, what: What) -> Option<()>;
    /// A card comes back from the table.
    fn back(&mut self, to: Place, card: Card) -> Option<()>;
    /// One card goes from a place to another; the viewer may have seen which.
    fn go(&mut self, from: Place, to: Place, card: Option<Card>) -> Option<()>;
    /// The next known card of the deck goes to a place.
    fn pop(&mut self, to: Place, card: Option<Card>) -> Option<()>;
    /// All cards of a pile go to a hand.
    fn all(&mut self, from: Place, to: Place) -> Option<()>;
    /// A card leaves a place for the table.
    fn out(&mut self, from: Place, card: Card) -> Option<()>;
    /// The viewer sees all cards of a place.
    fn see(&mut self, place: Place, cards: &[Card]) -> Option<()>;
    /// The known cards of the deck lie in a new order, the first to be drawn first.
    fn arrange(&mut self, cards: [Option<Card>; 3]) -> Option<()>;
    /// The entry that was told is over: a world's tale has it too.
    fn told(&mut self, op: Op);
}

/// Tells the moves that a viewer has seen. `own` is the viewer's seat.
pub(crate) fn walk(ops: &[Op], own: Option<usize>, to: &mut impl Follow) -> Option<()> {
    let mut rest = ops;
    while let Some((&op, after)) = rest.split_first() {
        rest = after;
        let saw = rest
            .iter()
            .map_while(|op| match op {
                Op::Saw(card) => Some(*card),
                _ => None,
            })
            .collect::<Vec<_>>();
        let is_own = |seat: u8| own == Some(seat.into());
        let hand = |seat: u8| Place::Hand(seat.into());
        let zone = |zone: u8| Zone::ALL[usize::from(zone) % ZONES];
        let missions = |seat: u8, z: u8| Place::Missions(seat.into(), zone(z));
        let pile = |pile: u8| Place::Pile(usize::from(pile) + 1);
        match op {
            Op::Start(seat, Some(card)) => to.come(hand(seat), What::Exact(card))?,
            Op::Start(seat, None) => to.come(hand(seat), What::Stamped)?,
            Op::Bundle(card) => to.come(Place::Bundle, What::of(card))?,
            Op::Keep(seat, card) => to.go(Place::Bundle, hand(seat), card)?,
            Op::Refill(into, None, card) => to.come(pile(into), What::of(card))?,
            Op::Refill(into, Some(_), card) => to.pop(pile(into), card)?,
            Op::Draw(seat, None, card) => to.come(hand(seat), What::of(card))?,
            Op::Draw(seat, Some(_), card) => to.pop(hand(seat), card)?,
            Op::Look(seat, sight) => {
                let place = match sight {
                    Sight::Pile(from) => Some(pile(from)),
                    Sight::Bundle => Some(Place::Bundle),
                    Sight::Top => None,
                    Sight::Hand(other) => Some(hand(other)),
                    Sight::Missions(other, zone) => Some(missions(other, zone)),
                };
                if let Some(place) = place.filter(|_| is_own(seat)) {
                    to.see(place, &saw)?;
                }
            }
            Op::Take(seat, from, unseen) => {
                if unseen && is_own(seat) {
                    to.see(pile(from), &saw)?;
                }
                to.all(pile(from), hand(seat))?;
            }
            Op::Top(_, first) => {
                // Four that are new, or after one is chosen three in their order.
                let following = |n: usize| match rest.get(n) {
                    Some(Op::Top(_, card)) => Some(*card),
                    _ => None,
                };
                if let (Some(second), Some(third)) = (following(0), following(1)) {
                    if let Some(fourth) = following(2) {
                        for card in [first, second, third, fourth] {
                            to.come(Place::Deck, What::of(card))?;
                        }
                        for op in &ops[ops.len() - rest.len() - 1..][..4] {
                            to.told(*op);
                        }
                        rest = &rest[3..];
                    } else {
                        to.arrange([first, second, third])?;
                        for op in &ops[ops.len() - rest.len() - 1..][..3] {
                            to.told(*op);
                        }
                        rest = &rest[2..];
                    }
                    continue;
                }
                return None;
            }
            Op::Choose(seat, card) => to.go(Place::Deck, hand(seat), card)?,
            Op::Out(seat, None, card) => to.out(hand(seat), card)?,
            Op::Out(seat, Some(zone), card) => to.out(missions(seat, zone), card)?,
            Op::In(seat, card) => to.back(hand(seat), card)?,
            Op::Lay(seat, zone, card) => to.go(hand(seat), missions(seat, zone), card)?,
            Op::Pass(from, into, card) => to.go(hand(from), hand(into), card)?,
            Op::Return(seat, zone, _, card) => to.go(missions(seat, zone), hand(seat), card)?,
            Op::Saw(_) => continue,
        }
        to.told(op);
    }
    Some(())
}
