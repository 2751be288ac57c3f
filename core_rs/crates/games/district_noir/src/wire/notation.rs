//! Views and events in notation, as scenarios and golden records write them.

use intrigue_core::Seat;

use crate::content::{Card, Pack};
use crate::knowledge::view::{Seen, View};
use crate::rules::state::Ending;

pub(super) fn facts(view: &View) -> Vec<(String, String)> {
    let mut facts = vec![
        ("round".to_owned(), view.round.to_string()),
        ("starter".to_owned(), view.starter.to_string()),
        ("line".to_owned(), cards(view.line())),
        ("pile".to_owned(), view.pile.to_string()),
        ("hand".to_owned(), pack(view.hand)),
    ];
    for (seat, side) in view.sides.iter().enumerate() {
        let taken = if side.taken { "yes" } else { "no" };
        facts.extend([
            (format!("hand_size {seat}"), side.hand_size.to_string()),
            (format!("plays {seat}"), side.plays.to_string()),
            (format!("taken {seat}"), taken.to_owned()),
            (format!("collection {seat}"), pack(side.collection)),
        ]);
    }
    let ending = view.ending().map_or("none", Ending::notation);
    facts.extend([
        ("ending".to_owned(), ending.to_owned()),
        ("winner".to_owned(), maybe_seat(view.winner())),
    ]);
    facts
}

pub(super) fn event_notation(seen: &Seen) -> String {
    let text = match *seen {
        Seen::LineLaid(ref laid) => format!("line {}", cards(laid)),
        Seen::RoundBegan { round, starter, hand } => {
            format!("round {round} starter {starter} hand {}", pack(hand))
        }
        Seen::Played { seat, card } => format!("played {seat} {}", card.notation()),
        Seen::Took { seat, cards: ref taken } => format!("took {seat} {}", cards(taken)),
        Seen::Ended { ending, winner } => {
            format!("ended {} winner {}", ending.notation(), maybe_seat(winner))
        }
    };
    text.trim_end().to_owned()
}

fn cards(cards: &[Card]) -> String {
    cards.iter().map(|card| card.notation()).collect::<Vec<_>>().join(" ")
}

fn pack(pack: Pack) -> String {
    cards(&pack.cards().collect::<Vec<_>>())
}

fn maybe_seat(seat: Option<Seat>) -> String {
    seat.map_or("none".to_owned(), |seat| seat.to_string())
}
