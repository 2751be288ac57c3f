//! Views and what is seen as messages, and back.

use intrigue_core::wire_fields::{self, enum_number, read_byte, read_enum, seat_number};
use intrigue_core::{Seat, Viewer};
use intrigue_wire::district_noir::v1 as wire;

use crate::content::{Card, FULL, Pack};
use crate::knowledge::view::{Seen, Side, View};
use crate::rules::state::{End, Ending, Line};

fn card(card: Card) -> i32 {
    enum_number(card.index())
}

fn cards(cards: impl IntoIterator<Item = Card>) -> Vec<i32> {
    cards.into_iter().map(card).collect()
}

fn read_card(number: i32) -> Option<Card> {
    read_enum(&Card::ALL, number)
}

fn read_cards(numbers: &[i32]) -> Option<Vec<Card>> {
    // More than there are would overflow a count.
    if numbers.len() > 45 {
        return None;
    }
    numbers.iter().map(|&number| read_card(number)).collect()
}

fn read_pack(numbers: &[i32]) -> Option<Pack> {
    let pack: Pack = read_cards(numbers)?.into_iter().collect();
    FULL.without(pack)?;
    Some(pack)
}

fn read_seat(number: u32) -> Option<Seat> {
    wire_fields::read_seat(number).filter(|seat| seat.index() < 2)
}

fn ending(ending: Ending) -> wire::Ending {
    match ending {
        Ending::ThreeCities => wire::Ending::ThreeCities,
        Ending::Points => wire::Ending::Points,
        Ending::TieBreak => wire::Ending::TieBreak,
        Ending::Draw => wire::Ending::Draw,
        Ending::Resignation => wire::Ending::Resignation,
    }
}

fn read_ending(ending: wire::Ending) -> Option<Ending> {
    match ending {
        wire::Ending::Unspecified => None,
        wire::Ending::ThreeCities => Some(Ending::ThreeCities),
        wire::Ending::Points => Some(Ending::Points),
        wire::Ending::TieBreak => Some(Ending::TieBreak),
        wire::Ending::Draw => Some(Ending::Draw),
        wire::Ending::Resignation => Some(Ending::Resignation),
    }
}

pub(crate) fn view(view: &View) -> wire::DistrictNoirView {
    let side = |side: &Side| wire::PublicSeat {
        hand_size: side.hand_size.into(),
        plays: side.plays.into(),
        taken: side.taken,
        collection: cards(side.collection.cards()),
    };
    let mut message = wire::DistrictNoirView {
        round: view.round.into(),
        starter: seat_number(view.starter),
        line: cards(view.line().iter().copied()),
        pile: view.pile.into(),
        seats: view.sides.iter().map(side).collect(),
        hand: cards(view.hand.cards()),
        winner: view.winner().map(seat_number),
        ..Default::default()
    };
    if let Some(how) = view.ending() {
        message.set_ending(ending(how));
    }
    message
}

pub(crate) fn read_view(message: &wire::DistrictNoirView, viewer: Viewer) -> Option<View> {
    if viewer.seat().is_some_and(|seat| seat.index() >= 2) {
        return None;
    }
    let side = |side: &wire::PublicSeat| {
        Some(Side {
            hand_size: read_byte(side.hand_size)?,
            plays: read_byte(side.plays)?,
            taken: side.taken,
            collection: read_pack(&side.collection)?,
        })
    };
    let [left, right] = &message.seats[..] else {
        return None;
    };
    let winner = match message.winner {
        None => None,
        Some(number) => Some(read_seat(number)?),
    };
    let view = View {
        viewer,
        round: read_byte(message.round)?,
        starter: read_seat(message.starter)?,
        line: Line::of(&read_cards(&message.line)?)?,
        pile: read_byte(message.pile)?,
        sides: [side(left)?, side(right)?],
        hand: read_pack(&message.hand)?,
        end: read_ending(message.ending()).map(|ending| End { ending, winner }),
    };
    view.is_sound().then_some(view)
}

pub(crate) fn seen(seen: &Seen) -> wire::DistrictNoirEvent {
    use wire::district_noir_event::Kind;
    let kind = match seen {
        Seen::LineLaid(laid) => Kind::LineLaid(wire::LineLaid { cards: cards(*laid) }),
        Seen::RoundBegan { round, starter, hand } => Kind::RoundBegan(wire::RoundBegan {
            round: (*round).into(),
            starter: seat_number(*starter),
            hand: cards(hand.cards()),
        }),
        Seen::Played { seat: by, card: played } => {
            Kind::Played(wire::Played { seat: seat_number(*by), card: card(*played) })
        }
        Seen::Took { seat: by, cards: taken } => {
            Kind::Took(wire::Took { seat: seat_number(*by), cards: cards(taken.iter().copied()) })
        }
        Seen::Ended { ending: how, winner } => Kind::Ended(wire::Ended {
            ending: ending(*how).into(),
            winner: winner.map(seat_number),
        }),
    };
    wire::DistrictNoirEvent { kind: Some(kind) }
}

pub(crate) fn read_seen(message: &wire::DistrictNoirEvent) -> Option<Seen> {
    use wire::district_noir_event::Kind;
    Some(match message.kind.as_ref()? {
        Kind::LineLaid(laid) => Seen::LineLaid(read_cards(&laid.cards)?.try_into().ok()?),
        Kind::RoundBegan(began) => Seen::RoundBegan {
            round: read_byte(began.round)?,
            starter: read_seat(began.starter)?,
            hand: read_pack(&began.hand)?,
        },
        Kind::Played(played) => {
            Seen::Played { seat: read_seat(played.seat)?, card: read_card(played.card)? }
        }
        Kind::Took(took) => {
            Seen::Took { seat: read_seat(took.seat)?, cards: read_cards(&took.cards)? }
        }
        Kind::Ended(ended) => Seen::Ended {
            ending: read_ending(ended.ending())?,
            winner: match ended.winner {
                None => None,
                Some(number) => Some(read_seat(number)?),
            },
        },
    })
}
