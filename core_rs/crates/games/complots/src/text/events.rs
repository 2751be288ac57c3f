//! What happened, in sentences.

use intrigue_core::{Localizer, Seat, SeatSet, message};

use crate::knowledge::view::Seen;
use crate::rules::state::{Ending, TurnAction};
use crate::text::names;

pub(super) fn event_text(seen: &Seen, text: &Localizer<'_>) -> String {
    match *seen {
        Seen::Dealt(seat, _) => message!(text, "event-dealt", seat),
        Seen::Kept(card) => message!(text, "event-kept", card),
        Seen::AllKept => message!(text, "event-all-kept"),
        Seen::TurnBegan(turn, seat) => message!(text, "event-turn-began", turn, seat),
        Seen::Acted(seat, turn_action, target) => acted(seat, turn_action, target, text),
        // The view puts the question, and the prompt: in a list of what happened it is noise.
        Seen::Asked(_) => String::new(),
        Seen::Passed(seat) => message!(text, "event-passed", seat),
        Seen::AllPassed => message!(text, "event-all-passed"),
        Seen::Challenged(seat, claimant, card) => {
            message!(text, "event-challenged", seat, claimant, card)
        }
        Seen::Blocked(seat, card) => message!(text, "event-blocked", seat, card),
        Seen::Proved(seat, card) => message!(text, "event-proved", seat, card),
        Seen::Drew(seat, count, cards) => {
            message!(text, "event-drew", seat, count, cards = names(cards, text))
        }
        Seen::Returned(seat, card) => message!(text, "event-returned", seat, card),
        Seen::Lost(seat, card) => message!(text, "event-lost", seat, card),
        Seen::Coins(seat, amount) if amount < 0 => {
            message!(text, "event-paid", seat, coins = -amount)
        }
        Seen::Coins(seat, amount) => message!(text, "event-took", seat, coins = amount),
        Seen::Stole(seat, target, coins) => message!(text, "event-stole", seat, target, coins),
        Seen::Showed(seat, examiner, card) => {
            message!(text, "event-showed", seat, examiner, card)
        }
        Seen::Judged(examiner, seat, true) => {
            message!(text, "event-judged-discarded", examiner, seat)
        }
        Seen::Judged(examiner, seat, false) => {
            message!(text, "event-judged-given-back", examiner, seat)
        }
        Seen::Resigning(_) => message!(text, "event-resigning"),
        Seen::Resigned(seat, cards) => {
            message!(text, "event-resigned", seat, cards = names(cards, text))
        }
        Seen::Ended(ending, winners) => ended(ending, winners, text),
    }
}

pub(super) fn acted(
    seat: Seat,
    action: TurnAction,
    target: Option<Seat>,
    text: &Localizer<'_>,
) -> String {
    message!(text, ("event-acted", action.notation()), seat, target)
}

pub(super) fn ended(ending: Ending, winners: SeatSet, text: &Localizer<'_>) -> String {
    let how = message!(text, ("ending", ending.notation()));
    match ending {
        Ending::LastInfluence => message!(text, "event-won", how, winners),
        Ending::TurnLimit => message!(text, "event-drawn", how, winners),
    }
}
