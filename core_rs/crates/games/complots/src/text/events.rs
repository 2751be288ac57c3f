//! What happened, in sentences.

use intrigue_core::{Lang, SeatSet};

use crate::content::{Character, Hand};
use crate::knowledge::view::Seen;
use crate::rules::state::Ending;
use crate::text::face::{DEEDS, ENDING_TEXTS, set};

/// The seats of a set for a sentence.
pub(crate) fn seats_text(seats: SeatSet, lang: Lang) -> String {
    let noun = match (seats.len(), lang) {
        (1, Lang::En) => "seat",
        (_, Lang::En) => "seats",
        (1, Lang::Fr) => "le siège",
        (_, Lang::Fr) => "les sièges",
    };
    format!("{noun} {}", set(seats).replace(' ', ", "))
}

pub(crate) fn names(cards: Hand, lang: Lang) -> String {
    cards
        .cards()
        .map(|card| card.name(lang))
        .collect::<Vec<_>>()
        .join(", ")
}

#[expect(
    clippy::too_many_lines,
    reason = "one arm an event, each a sentence in two languages"
)]
pub(crate) fn tell(seen: &Seen, lang: Lang) -> String {
    let en = lang == Lang::En;
    let name = |card: Character| card.name(lang);
    match *seen {
        Seen::Dealt(first, _) if en => format!("The cards are dealt; seat {first} begins."),
        Seen::Dealt(first, _) => {
            format!("Les cartes sont distribuées ; le siège {first} commence.")
        }
        Seen::Kept(card) if en => format!("You keep: {}.", name(card)),
        Seen::Kept(card) => format!("Vous gardez : {}.", name(card)),
        Seen::AllKept if en => "Both seats have chosen.".to_owned(),
        Seen::AllKept => "Les deux sièges ont choisi.".to_owned(),
        Seen::TurnBegan(turn, seat) if en => format!("Turn {turn}: seat {seat}."),
        Seen::TurnBegan(turn, seat) => format!("Tour {turn} : siège {seat}."),
        Seen::Acted(seat, deed, target) => {
            let (_, deed_en, deed_fr) = DEEDS[deed as usize];
            match (en, target) {
                (true, None) => format!("Seat {seat} announces {deed_en}."),
                (true, Some(target)) => {
                    format!("Seat {seat} announces {deed_en} against seat {target}.")
                }
                (false, None) => format!("Le siège {seat} annonce {deed_fr}."),
                (false, Some(target)) => {
                    format!("Le siège {seat} annonce {deed_fr} contre le siège {target}.")
                }
            }
        }
        // The view puts the question, and the prompt: in a list of what happened it is noise.
        Seen::Asked(_) => String::new(),
        Seen::Passed(seat) if en => format!("Seat {seat} passes."),
        Seen::Passed(seat) => format!("Le siège {seat} passe."),
        Seen::AllPassed if en => "Nobody reacts.".to_owned(),
        Seen::AllPassed => "Personne ne réagit.".to_owned(),
        Seen::Doubted(seat, claimant, card) if en => {
            format!(
                "Seat {seat} doubts that seat {claimant} has: {}.",
                name(card)
            )
        }
        Seen::Doubted(seat, claimant, card) => {
            format!(
                "Le siège {seat} doute que le siège {claimant} ait : {}.",
                name(card)
            )
        }
        Seen::Countered(seat, card) if en => {
            format!("Seat {seat} counters, claiming: {}.", name(card))
        }
        Seen::Countered(seat, card) => {
            format!("Le siège {seat} contre en annonçant : {}.", name(card))
        }
        Seen::Proved(seat, card) if en => format!("Seat {seat} shows: {}.", name(card)),
        Seen::Proved(seat, card) => format!("Le siège {seat} montre : {}.", name(card)),
        Seen::Drew(seat, count, cards) => {
            let which = if cards.is_empty() {
                String::new()
            } else {
                format!(" ({})", names(cards, lang))
            };
            if en {
                let plural = if count == 1 { "" } else { "s" };
                format!("Seat {seat} draws {count} card{plural} from the Court{which}.")
            } else {
                let plural = if count > 1 { "s" } else { "" };
                format!("Le siège {seat} pioche {count} carte{plural} à la Cour{which}.")
            }
        }
        Seen::Returned(seat, card) => {
            let which = card.map_or(String::new(), |card| format!(" ({})", name(card)));
            if en {
                format!("Seat {seat} returns a card to the Court{which}.")
            } else {
                format!("Le siège {seat} rend une carte à la Cour{which}.")
            }
        }
        Seen::Lost(seat, card) if en => format!("Seat {seat} loses: {}.", name(card)),
        Seen::Lost(seat, card) => format!("Le siège {seat} perd : {}.", name(card)),
        Seen::Coins(seat, amount) if en && amount < 0 => {
            format!(
                "Seat {seat} gives {} to the Treasury.",
                coins(-amount, lang)
            )
        }
        Seen::Coins(seat, amount) if en => {
            format!(
                "Seat {seat} takes {} from the Treasury.",
                coins(amount, lang)
            )
        }
        Seen::Coins(seat, amount) if amount < 0 => {
            format!("Le siège {seat} verse {} au Trésor.", coins(-amount, lang))
        }
        Seen::Coins(seat, amount) => {
            format!("Le siège {seat} prend {} au Trésor.", coins(amount, lang))
        }
        Seen::Stole(seat, target, amount) => {
            let coins = coins(amount.cast_signed(), lang);
            if en {
                format!("Seat {seat} steals {coins} from seat {target}.")
            } else {
                format!("Le siège {seat} vole {coins} au siège {target}.")
            }
        }
        Seen::Showed(seat, examiner, card) => {
            let which = card.map_or(String::new(), |card| format!(" ({})", name(card)));
            if en {
                format!("Seat {seat} shows a card to seat {examiner}{which}.")
            } else {
                format!("Le siège {seat} montre une carte au siège {examiner}{which}.")
            }
        }
        Seen::Judged(examiner, seat, discarded) => match (en, discarded) {
            (true, true) => format!("Seat {examiner} has the card of seat {seat} discarded."),
            (true, false) => format!("Seat {examiner} gives seat {seat} its card back."),
            (false, true) => {
                format!("Le siège {examiner} fait défausser la carte du siège {seat}.")
            }
            (false, false) => format!("Le siège {examiner} rend la carte au siège {seat}."),
        },
        Seen::Resigning(_) if en => "Your resignation takes effect between two actions.".to_owned(),
        Seen::Resigning(_) => "Votre abandon prend effet entre deux actions.".to_owned(),
        Seen::Resigned(seat, cards) if en => {
            format!("Seat {seat} resigns and turns up: {}.", names(cards, lang))
        }
        Seen::Resigned(seat, cards) => {
            format!(
                "Le siège {seat} abandonne et retourne : {}.",
                names(cards, lang)
            )
        }
        Seen::Ended(ending, winners) => ended(ending, winners, lang),
    }
}

pub(crate) fn coins(amount: i8, lang: Lang) -> String {
    // English says 0 coins, French 0 pièce.
    match (amount, lang) {
        (1, Lang::En) => format!("{amount} coin"),
        (_, Lang::En) => format!("{amount} coins"),
        (0 | 1, Lang::Fr) => format!("{amount} pièce"),
        (_, Lang::Fr) => format!("{amount} pièces"),
    }
}

pub(crate) fn ended(ending: Ending, winners: SeatSet, lang: Lang) -> String {
    let how = ENDING_TEXTS[ending as usize].1.get(lang);
    let noun = match (ending, lang) {
        (Ending::LastInfluence, Lang::En) => "Winner:",
        (Ending::LastInfluence, Lang::Fr) => "Gagnant :",
        (Ending::TurnLimit, Lang::En) => "Survivors:",
        (Ending::TurnLimit, Lang::Fr) => "Survivants :",
    };
    format!("{how} {noun} {}.", seats_text(winners, lang))
}
