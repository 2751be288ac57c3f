//! Views and events in notation, as scenarios and golden records write them.

use std::fmt::Write;

use intrigue_core::SeatSet;

use crate::content::{Character, Hand};
use crate::knowledge::view::{Seen, View};
use crate::rules::state::{PendingAction, Question, Sequel};

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
        ("pending".to_owned(), pending_notation(question.pending)),
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
            (format!("claimed {seat}"), hand(side.claimed.iter().collect())),
        ]);
    }
    let ending = view.end.map_or("none", |(ending, _)| ending.notation());
    let winners = view.end.map_or(String::new(), |(_, winners)| set(winners));
    facts.extend([("ending".to_owned(), ending.to_owned()), ("winners".to_owned(), winners)]);
    facts
}

pub(super) fn event_notation(seen: &Seen) -> String {
    let card = |card: Option<Character>| card.map_or("", Character::notation);
    let text = match *seen {
        Seen::Dealt(first, cards) => format!("dealt first {first} hand {}", hand(cards)),
        Seen::Kept(kept) => format!("kept {}", kept.notation()),
        Seen::AllKept => "all_kept".to_owned(),
        Seen::TurnBegan(turn, seat) => format!("turn {turn} seat {seat}"),
        Seen::Acted(seat, turn_action, target) => {
            let target = target.map_or(String::new(), |seat| seat.to_string());
            format!("acted {seat} {} {target}", turn_action.notation())
        }
        Seen::Asked(question) => question_notation(&question),
        Seen::Passed(seat) => format!("passed {seat}"),
        Seen::AllPassed => "all_passed".to_owned(),
        Seen::Challenged(seat, claimant, character) => {
            format!("challenged {seat} {claimant} {}", character.notation())
        }
        Seen::Blocked(seat, character) => {
            format!("blocked {seat} {}", character.notation())
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
    hand.cards().map(Character::notation).collect::<Vec<_>>().join(" ")
}

fn set(seats: SeatSet) -> String {
    seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(" ")
}

fn pending_notation(pending: Option<PendingAction>) -> String {
    let Some(pending) = pending else {
        return "none".to_owned();
    };
    let mut notation = pending.turn_action.notation().to_owned();
    if let Some(target) = pending.target {
        let _ = write!(notation, " {target}");
    }
    if let Some(challenger) = pending.lost_challenger {
        let _ = write!(notation, " lost_challenger {challenger}");
    }
    if let Some((seat, character)) = pending.block {
        let _ = write!(notation, " block {seat} {}", character.notation());
    }
    notation
}

fn question_notation(question: &Question) -> String {
    let mut notation = format!("asked {} {}", question.stage.notation(), set(question.window));
    if !question.passed.is_empty() {
        let _ = write!(notation, " passed {}", set(question.passed));
    }
    if let Some(sequel) = question.sequel {
        let sequel = match sequel {
            Sequel::TurnEnds => "turn_ends",
            Sequel::Blocks => "blocks",
            Sequel::Power => "power",
        };
        let _ = write!(notation, " then {sequel}");
    }
    notation
}
