//! What happened, in sentences.

use intrigue_core::{Localizer, Seat, SeatSet, message};

use crate::content::cards::{Card, ZONES};
use crate::content::pack::Cards;
use crate::knowledge::view::Seen;
use crate::rules::action::Spot;
use crate::rules::state::{Ending, SEATS};
use crate::text::names;

pub(super) fn event_text(seen: &Seen, text: &Localizer<'_>) -> String {
    let list = |cards: Cards| names(cards.cards(), text);
    match *seen {
        Seen::Conspired(conspiracy) => message!(text, "event-conspired", conspiracy),
        Seen::Dealt(seat, card) => message!(text, "event-dealt", seat, card),
        Seen::Offered(seat, 1, cards) => {
            message!(text, "event-offered-last", seat, cards = list(cards))
        }
        Seen::Offered(seat, count, cards) => {
            message!(text, "event-offered", seat, count, cards = list(cards))
        }
        Seen::Kept(seat, card) => message!(text, "event-kept", seat, card),
        Seen::TurnBegan(turn, seat) => message!(text, "event-turn-began", turn, seat),
        // The view puts the question and shows the own step: in a list of what happened they are
        // noise.
        Seen::Asked(_) | Seen::Composed(_) => String::new(),
        Seen::Looked(seat, pile, cards) => {
            message!(text, "event-looked", seat, pile, cards = list(cards))
        }
        Seen::Refused(seat, pile) => message!(text, "event-refused", seat, pile),
        Seen::Took(seat, pile, count, cards, unseen) => {
            let cards = list(cards);
            if unseen {
                message!(text, "event-looted", seat, pile, count, cards)
            } else {
                message!(text, "event-took", seat, pile, count, cards)
            }
        }
        Seen::Refilled(pile, card, knower) => message!(text, "event-refilled", pile, card, knower),
        Seen::Drew(seat, card, knower) => {
            let knower = knower.filter(|&knower| knower != seat);
            message!(text, "event-drew", seat, card, knower)
        }
        Seen::Deployed(seat, card, spot, ref weapons) => deployed(seat, card, spot, weapons, text),
        Seen::SkillHappened(skill) => message!(text, "event-skill", skill),
        Seen::MissionLaid(seat, zone, card) => {
            message!(text, "event-mission-laid", seat, zone, card)
        }
        Seen::Named(seat, [first, second]) => message!(text, "event-named", seat, first, second),
        Seen::Eliminated(agent) => message!(text, "event-eliminated", agent),
        Seen::Discarded(seat, card) => message!(text, "event-discarded", seat, card),
        Seen::Moved(seat, agent, spot, ref weapons) => {
            let (zone, weapons) = (spot.zone(), names(weapons.iter().copied(), text));
            message!(text, "event-moved", agent, seat, zone, weapons)
        }
        Seen::Scared(seat, agent) => message!(text, "event-scared", agent, seat),
        Seen::Whispered(seat, victim, cards) => {
            message!(text, "event-whispered", seat, victim, cards = list(cards))
        }
        Seen::Taken(seat, victim, card) => message!(text, "event-taken", seat, victim, card),
        Seen::Spied(seat, spot, cards) => {
            let (zone, owner) = (spot.zone(), spot.seat());
            message!(text, "event-spied", seat, zone, owner, cards = list(cards))
        }
        Seen::Returned(seat, spot, card) => {
            let (zone, owner) = (spot.zone(), spot.seat());
            message!(text, "event-returned", seat, zone, owner, card)
        }
        Seen::Conjured(seat, cards) => {
            let cards = names(cards.into_iter().flatten(), text);
            message!(text, "event-conjured", seat, cards)
        }
        Seen::Chosen(seat, card) => message!(text, "event-chosen", seat, card),
        Seen::Arranged(seat, cards) => {
            let cards = names(cards.into_iter().flatten(), text);
            message!(text, "event-arranged", seat, cards)
        }
        Seen::Exhumed(seat) => message!(text, "event-exhumed", seat),
        Seen::Slipped(seat, ally, card) => message!(text, "event-slipped", seat, ally, card),
        Seen::FinaleBegan(seats) => message!(text, "event-finale-began", seats),
        Seen::Passed(seat) => message!(text, "event-passed", seat),
        Seen::Resigned(seat) => message!(text, "event-resigned", seat),
        Seen::Revealed(ref missions) => revealed(missions, text),
        Seen::Ended(ending, winners) => ended(ending, winners, text),
    }
}

fn deployed(seat: Seat, card: Card, spot: Spot, weapons: &[Card], text: &Localizer<'_>) -> String {
    let cards = std::iter::once(&card).chain(weapons);
    let strength: u32 = cards.map(|card| u32::from(card.strength())).sum();
    let (zone, owner) = (spot.zone(), spot.seat());
    let weapons = names(weapons.iter().copied(), text);
    if owner == seat {
        message!(text, "event-deployed", seat, card, strength, zone, weapons)
    } else {
        message!(text, "event-deployed-elsewhere", seat, card, strength, zone, owner, weapons)
    }
}

fn revealed(missions: &[[Cards; ZONES]; SEATS], text: &Localizer<'_>) -> String {
    let mut sides = Vec::new();
    for (seat, side) in missions.iter().enumerate() {
        let cards = side.iter().flat_map(|zone| zone.cards());
        if let Some(missions) = names(cards, text) {
            let seat = Seat::new(seat);
            sides.push(message!(text, "event-revealed-side", seat, missions));
        }
    }
    let between = message!(text, "event-revealed-between");
    let sides = (!sides.is_empty()).then(|| sides.join(&between));
    message!(text, "event-revealed", sides)
}

/// How a match ended, and who has won.
pub(super) fn ended(ending: Ending, winners: SeatSet, text: &Localizer<'_>) -> String {
    let how = message!(text, ("ending", ending.notation()));
    message!(text, "event-ended", how, count = winners.len(), winners)
}
