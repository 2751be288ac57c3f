//! Views and events in notation, as scenarios and golden records write them.

use std::fmt::Write;

use intrigue_core::SeatSet;

use crate::content::{Character, Hand};
use crate::knowledge::view::{Seen, View};
use crate::rules::state::{Question, Sequel, Undertaking};

pub(super) fn facts(view: &View) -> Vec<(String, String)> {
    let question = view.question;
    let secrets = view.secrets.unwrap_or_default();
    let card = |card: Option<Character>| card.map_or("none", Character::notation).to_owned();
    let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let mut facts = vec![
        ("turn".to_owned(), view.turn.to_string()),
        ("active".to_owned(), view.active.to_string()),
        ("treasury".to_owned(), view.treasury.to_string()),
        ("court".to_owned(), view.court.to_string()),
        ("stage".to_owned(), question.stage.notation().to_owned()),
        ("window".to_owned(), set(question.window)),
        ("passed".to_owned(), set(question.passed)),
        (
            "undertaking".to_owned(),
            undertaking_notation(question.undertaking),
        ),
        ("to_return".to_owned(), question.to_return.to_string()),
        ("hand".to_owned(), hand(secrets.hand)),
        ("set_aside".to_owned(), hand(secrets.set_aside)),
        ("kept".to_owned(), card(secrets.kept)),
        ("own_pass".to_owned(), yes(secrets.passed)),
        ("examined".to_owned(), card(secrets.examined)),
        ("resigning".to_owned(), yes(secrets.resigning)),
    ];
    for (seat, side) in view.sides.iter().enumerate() {
        facts.extend([
            (format!("coins {seat}"), side.coins.to_string()),
            (format!("face_down {seat}"), side.face_down.to_string()),
            (format!("face_up {seat}"), hand(side.face_up)),
        ]);
    }
    let ending = view.end.map_or("none", |(ending, _)| ending.notation());
    let winners = view.end.map_or(String::new(), |(_, winners)| set(winners));
    facts.extend([
        ("ending".to_owned(), ending.to_owned()),
        ("winners".to_owned(), winners),
    ]);
    facts
}

pub(super) fn event_notation(seen: &Seen) -> String {
    let card = |card: Option<Character>| card.map_or("", Character::notation);
    let text = match *seen {
        Seen::Dealt(first, cards) => format!("dealt first {first} hand {}", hand(cards)),
        Seen::Kept(kept) => format!("kept {}", kept.notation()),
        Seen::AllKept => "all_kept".to_owned(),
        Seen::TurnBegan(turn, seat) => format!("turn {turn} seat {seat}"),
        Seen::Acted(seat, deed, target) => {
            let target = target.map_or(String::new(), |seat| seat.to_string());
            format!("acted {seat} {} {target}", deed.notation())
        }
        Seen::Asked(question) => question_notation(&question),
        Seen::Passed(seat) => format!("passed {seat}"),
        Seen::AllPassed => "all_passed".to_owned(),
        Seen::Doubted(seat, claimant, character) => {
            format!("doubted {seat} {claimant} {}", character.notation())
        }
        Seen::Countered(seat, character) => {
            format!("countered {seat} {}", character.notation())
        }
        Seen::Proved(seat, character) => format!("proved {seat} {}", character.notation()),
        Seen::Drew(seat, count, cards) => format!("drew {seat} {count} {}", hand(cards)),
        Seen::Returned(seat, returned) => format!("returned {seat} {}", card(returned)),
        Seen::Lost(seat, character) => format!("lost {seat} {}", character.notation()),
        Seen::Coins(seat, amount) => format!("coins {seat} {amount:+}"),
        Seen::Stole(seat, target, amount) => format!("stole {seat} {target} {amount}"),
        Seen::Showed(seat, examiner, shown) => {
            format!("showed {seat} {examiner} {}", card(shown))
        }
        Seen::Judged(examiner, seat, discarded) => {
            let verdict = if discarded { "discarded" } else { "given_back" };
            format!("judged {examiner} {seat} {verdict}")
        }
        Seen::Resigning(seat) => format!("resigning {seat}"),
        Seen::Resigned(seat, cards) => format!("resigned {seat} {}", hand(cards)),
        Seen::Ended(ending, winners) => {
            format!("ended {} {}", ending.notation(), set(winners))
        }
    };
    text.trim_end().to_owned()
}

fn hand(hand: Hand) -> String {
    hand.cards()
        .map(Character::notation)
        .collect::<Vec<_>>()
        .join(" ")
}

fn set(seats: SeatSet) -> String {
    seats
        .iter()
        .map(|seat| seat.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

fn undertaking_notation(undertaking: Option<Undertaking>) -> String {
    let Some(undertaking) = undertaking else {
        return "none".to_owned();
    };
    let mut notation = undertaking.deed.notation().to_owned();
    if let Some(target) = undertaking.target {
        let _ = write!(notation, " {target}");
    }
    if let Some(doubter) = undertaking.lost_doubter {
        let _ = write!(notation, " lost_doubter {doubter}");
    }
    if let Some((seat, character)) = undertaking.counter {
        let _ = write!(notation, " counter {seat} {}", character.notation());
    }
    notation
}

fn question_notation(question: &Question) -> String {
    let mut notation = format!(
        "asked {} {}",
        question.stage.notation(),
        set(question.window)
    );
    if !question.passed.is_empty() {
        let _ = write!(notation, " passed {}", set(question.passed));
    }
    if let Some(sequel) = question.sequel {
        let sequel = match sequel {
            Sequel::TurnEnds => "turn_ends",
            Sequel::Counters => "counters",
            Sequel::Power => "power",
        };
        let _ = write!(notation, " then {sequel}");
    }
    notation
}
