//! What happened, in sentences.

use intrigue_core::{Lang, SeatSet};

use crate::content::cards::{Card, ZONES};
use crate::content::pack::Cards;
use crate::knowledge::view::Seen;
use crate::rules::action::Spot;
use crate::rules::state::{Ending, SEATS};
use crate::text::face::ENDING_TEXTS;
use crate::text::render::SKILLS;

/// The seats of a set for a sentence.
pub(crate) fn seats_text(seats: SeatSet, lang: Lang) -> String {
    let numbers: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
    let noun = match (numbers.len(), lang) {
        (0, Lang::En) => return "no seat".to_owned(),
        (0, Lang::Fr) => return "aucun siège".to_owned(),
        (1, Lang::En) => "seat",
        (_, Lang::En) => "seats",
        (1, Lang::Fr) => "le siège",
        (_, Lang::Fr) => "les sièges",
    };
    format!("{noun} {}", numbers.join(", "))
}

/// Cards in their order, equal ones next to each other counted: a hand of three equal weapons would
/// fill a line.
pub(crate) fn runs(cards: impl IntoIterator<Item = Card>) -> Vec<(Card, usize)> {
    let mut runs: Vec<(Card, usize)> = Vec::new();
    for card in cards {
        match runs.last_mut() {
            Some((last, count)) if *last == card => *count += 1,
            _ => runs.push((card, 1)),
        }
    }
    runs
}

/// The names of cards in their order.
pub(crate) fn names(cards: impl IntoIterator<Item = Card>, lang: Lang) -> String {
    let name = |(card, count): (Card, usize)| match count {
        1 => card.name(lang).to_owned(),
        _ => format!("{} ×{count}", card.name(lang)),
    };
    let names: Vec<String> = runs(cards).into_iter().map(name).collect();
    names.join(", ")
}

/// A zone of a seat for a sentence.
pub(crate) fn spot_text(spot: Spot, lang: Lang) -> String {
    let (zone, seat) = (spot.zone().name(lang), spot.side());
    match lang {
        Lang::En => format!("the {zone} zone of seat {seat}"),
        Lang::Fr => format!("la zone {zone} du siège {seat}"),
    }
}

/// How a match ended, and who has won.
pub(crate) fn ended(ending: Ending, winners: SeatSet, lang: Lang) -> String {
    let how = ENDING_TEXTS[ending as usize].1.get(lang);
    let noun = match (winners.len(), lang) {
        (1, Lang::En) => "Winner:",
        (_, Lang::En) => "Winners:",
        (1, Lang::Fr) => "Gagnant :",
        (_, Lang::Fr) => "Gagnants :",
    };
    format!("{how} {noun} {}.", seats_text(winners, lang))
}

/// An event as a person reads it; empty if it only says what the view shows.
pub(crate) fn tell(seen: &Seen, lang: Lang) -> String {
    match lang {
        Lang::En => english(seen),
        Lang::Fr => french(seen),
    }
}

/// The end of a sentence: cards, if the viewer knows them.
fn tail(cards: impl IntoIterator<Item = Card>, lang: Lang) -> String {
    let names = names(cards, lang);
    if names.is_empty() {
        ".".to_owned()
    } else {
        format!("{} {names}.", lang.pick(":", " :"))
    }
}

/// The end of a sentence: weapons, if there are any.
fn armed(weapons: &[Card], lang: Lang) -> String {
    if weapons.is_empty() {
        ".".to_owned()
    } else {
        let with = lang.pick("with", "avec");
        format!(", {with} {}.", names(weapons.iter().copied(), lang))
    }
}

/// The end of a sentence: the missions of each seat that has one.
fn revealed(missions: &[[Cards; ZONES]; SEATS], lang: Lang) -> String {
    let cards = |side: &[Cards; ZONES]| {
        let cards: Vec<Card> = side.iter().flat_map(|zone| zone.cards()).collect();
        names(cards, lang)
    };
    let (seat, colon) = (lang.pick("seat", "siège"), lang.pick(":", " :"));
    let sides = missions.iter().map(cards).enumerate();
    let sides: Vec<String> = sides
        .filter(|(_, names)| !names.is_empty())
        .map(|(side, names)| format!("{seat} {side}{colon} {names}"))
        .collect();
    if sides.is_empty() {
        lang.pick("there is none.", "il n'y en a aucune.")
            .to_owned()
    } else {
        format!("{}.", sides.join(lang.pick("; ", " ; ")))
    }
}

fn strength(card: Card, weapons: &[Card]) -> u32 {
    let cards = std::iter::once(&card).chain(weapons);
    cards.map(|card| u32::from(card.strength())).sum()
}

#[expect(clippy::too_many_lines, reason = "one arm an event, each a sentence")]
fn english(seen: &Seen) -> String {
    let lang = Lang::En;
    let name = |card: &Card| card.name(lang);
    match seen {
        Seen::Conspired(conspiracy) => {
            format!("The conspiracy of this match: {}.", conspiracy.name(lang))
        }
        Seen::Dealt(first, None) => format!("Seat {first} begins."),
        Seen::Dealt(first, Some(card)) => {
            format!("Seat {first} begins. Your starting card: {}.", name(card))
        }
        Seen::Offered(seat, 1, cards) => {
            format!(
                "The last card goes to seat {seat}{}",
                tail(cards.cards(), lang)
            )
        }
        Seen::Offered(seat, count, cards) => {
            format!(
                "Seat {seat} chooses among {count} cards{}",
                tail(cards.cards(), lang)
            )
        }
        Seen::Kept(seat, card) => format!("Seat {seat} keeps a card{}", tail(*card, lang)),
        Seen::TurnBegan(turn, seat) => format!("Turn {turn}: seat {seat}."),
        // The view puts the question and shows the own step: in a list of what happened they are
        // noise.
        Seen::Asked(_) | Seen::Composed(_) => String::new(),
        Seen::Looked(seat, pile, cards) => {
            format!(
                "Seat {seat} looks at pile {pile}{}",
                tail(cards.cards(), lang)
            )
        }
        Seen::Refused(seat, pile) => format!("Seat {seat} puts pile {pile} back."),
        Seen::Took(seat, pile, count, cards, unseen) => {
            let noun = if *count == 1 { "card" } else { "cards" };
            let how = if *unseen { " without a look" } else { "" };
            let tail = tail(cards.cards(), lang);
            format!("Seat {seat} takes pile {pile} ({count} {noun}){how}{tail}")
        }
        Seen::Refilled(pile, card, knower) => {
            let put = knower.map_or(String::new(), |seat| format!(", which seat {seat} knows"));
            format!(
                "A card goes from the deck to pile {pile}{put}{}",
                tail(*card, lang)
            )
        }
        Seen::Drew(seat, card, knower) => {
            let knower = knower.filter(|knower| knower != seat);
            let put = knower.map_or(String::new(), |other| format!(", which seat {other} knows"));
            format!(
                "Seat {seat} draws a card from the deck{put}{}",
                tail(*card, lang)
            )
        }
        Seen::Deployed(seat, card, spot, weapons) => {
            let place = if spot.side() == seat.index() {
                format!("its {} zone", spot.zone().name(lang))
            } else {
                spot_text(*spot, lang)
            };
            let (total, armed) = (strength(*card, weapons), armed(weapons, lang));
            format!(
                "Seat {seat} deploys {} (strength {total}) in {place}{armed}",
                name(card)
            )
        }
        Seen::SkillHappened(skill) => format!("Skill: {}.", SKILLS[*skill as usize].1),
        Seen::MissionLaid(seat, zone, card) => {
            let (zone, tail) = (zone.name(lang), tail(*card, lang));
            format!("Seat {seat} lays a mission in its {zone} zone{tail}")
        }
        Seen::Named(seat, named) => {
            let [first, second] = named.map(|mark| mark.name(lang));
            format!("Seat {seat} names {first} and {second}: one of the two must go.")
        }
        Seen::Eliminated(mark) => {
            format!("{} leaves the table for the graveyard.", mark.name(lang))
        }
        Seen::Discarded(seat, card) => format!("Seat {seat} discards {} from hand.", name(card)),
        Seen::Moved(seat, mark, spot, weapons) => {
            let (agent, zone) = (mark.name(lang), spot.zone().name(lang));
            let armed = armed(weapons, lang);
            format!("{agent} goes over to seat {seat}, to its {zone} zone{armed}")
        }
        Seen::Scared(seat, mark) => {
            let agent = mark.name(lang);
            format!("{agent} goes back to its owner's hand; seat {seat} takes its weapons.")
        }
        Seen::Whispered(seat, victim, cards) => {
            format!(
                "Seat {seat} looks at the hand of seat {victim}{}",
                tail(cards.cards(), lang)
            )
        }
        Seen::Taken(seat, victim, card) => {
            format!(
                "Seat {seat} takes a card from the hand of seat {victim}{}",
                tail(*card, lang)
            )
        }
        Seen::Spied(seat, spot, cards) => {
            let (spot, tail) = (spot_text(*spot, lang), tail(cards.cards(), lang));
            format!("Seat {seat} looks at the missions in {spot}{tail}")
        }
        Seen::Returned(seat, spot, card) => {
            let (spot, tail) = (spot_text(*spot, lang), tail(*card, lang));
            format!("Seat {seat} sends a mission back to hand from {spot}{tail}")
        }
        Seen::Conjured(seat, cards) => {
            let tail = tail(cards.iter().flatten().copied(), lang);
            format!("Seat {seat} looks at the four top cards of the deck{tail}")
        }
        Seen::Chosen(seat, card) => {
            format!("Seat {seat} keeps one of the four{}", tail(*card, lang))
        }
        Seen::Arranged(seat, cards) => {
            let order = if cards.is_some() {
                ", from the top down"
            } else {
                ""
            };
            let tail = tail(cards.iter().flatten().copied(), lang);
            format!("Seat {seat} puts the other three back on the deck{order}{tail}")
        }
        Seen::Exhumed(seat) => {
            format!("Seat {seat} takes the top card of the graveyard into its hand.")
        }
        Seen::Slipped(seat, ally, card) => {
            format!(
                "Seat {seat} passes a shadow card to seat {ally}{}",
                tail(*card, lang)
            )
        }
        Seen::FinaleBegan(seats) => {
            let seats = seats_text(*seats, lang);
            format!("The deck is empty: the final confrontation begins. A last turn for {seats}.")
        }
        Seen::Passed(seat) => format!("Seat {seat} passes its last turn."),
        Seen::Resigned(seat) => format!("Seat {seat} resigns."),
        Seen::Revealed(missions) => {
            format!("All missions are turned up: {}", revealed(missions, lang))
        }
        Seen::Ended(ending, winners) => ended(*ending, *winners, lang),
    }
}

#[expect(clippy::too_many_lines, reason = "one arm an event, each a sentence")]
fn french(seen: &Seen) -> String {
    let lang = Lang::Fr;
    let name = |card: &Card| card.name(lang);
    match seen {
        Seen::Conspired(conspiracy) => {
            format!("Le complot de cette partie : {}.", conspiracy.name(lang))
        }
        Seen::Dealt(first, None) => format!("Le siège {first} commence."),
        Seen::Dealt(first, Some(card)) => {
            format!(
                "Le siège {first} commence. Votre carte de départ : {}.",
                name(card)
            )
        }
        Seen::Offered(seat, 1, cards) => {
            format!(
                "La dernière carte va au siège {seat}{}",
                tail(cards.cards(), lang)
            )
        }
        Seen::Offered(seat, count, cards) => {
            format!(
                "Le siège {seat} choisit parmi {count} cartes{}",
                tail(cards.cards(), lang)
            )
        }
        Seen::Kept(seat, card) => format!("Le siège {seat} garde une carte{}", tail(*card, lang)),
        Seen::TurnBegan(turn, seat) => format!("Tour {turn} : siège {seat}."),
        Seen::Asked(_) | Seen::Composed(_) => String::new(),
        Seen::Looked(seat, pile, cards) => {
            format!(
                "Le siège {seat} regarde la pile {pile}{}",
                tail(cards.cards(), lang)
            )
        }
        Seen::Refused(seat, pile) => format!("Le siège {seat} repose la pile {pile}."),
        Seen::Took(seat, pile, count, cards, unseen) => {
            let noun = if *count > 1 { "cartes" } else { "carte" };
            let how = if *unseen {
                " sans l'avoir regardée"
            } else {
                ""
            };
            let tail = tail(cards.cards(), lang);
            format!("Le siège {seat} prend la pile {pile} ({count} {noun}){how}{tail}")
        }
        Seen::Refilled(pile, card, knower) => {
            let put = knower.map_or(String::new(), |seat| {
                format!(", que le siège {seat} connaît")
            });
            let tail = tail(*card, lang);
            format!("La pile {pile} reçoit une carte de la pioche{put}{tail}")
        }
        Seen::Drew(seat, card, knower) => {
            let knower = knower.filter(|knower| knower != seat);
            let put = knower.map_or(String::new(), |other| {
                format!(", que le siège {other} connaît")
            });
            format!("Le siège {seat} pioche une carte{put}{}", tail(*card, lang))
        }
        Seen::Deployed(seat, card, spot, weapons) => {
            let place = if spot.side() == seat.index() {
                format!("sa zone {}", spot.zone().name(lang))
            } else {
                spot_text(*spot, lang)
            };
            let (total, armed) = (strength(*card, weapons), armed(weapons, lang));
            format!(
                "Le siège {seat} déploie {} (force {total}) dans {place}{armed}",
                name(card)
            )
        }
        Seen::SkillHappened(skill) => format!("Compétence : {}.", SKILLS[*skill as usize].2),
        Seen::MissionLaid(seat, zone, card) => {
            let (zone, tail) = (zone.name(lang), tail(*card, lang));
            format!("Le siège {seat} pose une mission dans sa zone {zone}{tail}")
        }
        Seen::Named(seat, named) => {
            let [first, second] = named.map(|mark| mark.name(lang));
            format!("Le siège {seat} nomme {first} et {second} : l'un des deux doit partir.")
        }
        Seen::Eliminated(mark) => format!("{} quitte la table pour le cimetière.", mark.name(lang)),
        Seen::Discarded(seat, card) => {
            format!("Le siège {seat} défausse de sa main : {}.", name(card))
        }
        Seen::Moved(seat, mark, spot, weapons) => {
            let (agent, zone) = (mark.name(lang), spot.zone().name(lang));
            let armed = armed(weapons, lang);
            format!("{agent} passe au siège {seat}, dans sa zone {zone}{armed}")
        }
        Seen::Scared(seat, mark) => {
            let agent = mark.name(lang);
            format!("{agent} retourne dans la main de son siège ; le siège {seat} prend ses armes.")
        }
        Seen::Whispered(seat, victim, cards) => {
            format!(
                "Le siège {seat} regarde la main du siège {victim}{}",
                tail(cards.cards(), lang)
            )
        }
        Seen::Taken(seat, victim, card) => {
            let tail = tail(*card, lang);
            format!("Le siège {seat} prend une carte dans la main du siège {victim}{tail}")
        }
        Seen::Spied(seat, spot, cards) => {
            let (spot, tail) = (spot_text(*spot, lang), tail(cards.cards(), lang));
            format!("Le siège {seat} regarde les missions dans {spot}{tail}")
        }
        Seen::Returned(seat, spot, card) => {
            let (spot, tail) = (spot_text(*spot, lang), tail(*card, lang));
            format!("Le siège {seat} renvoie en main une mission qui était dans {spot}{tail}")
        }
        Seen::Conjured(seat, cards) => {
            let tail = tail(cards.iter().flatten().copied(), lang);
            format!("Le siège {seat} regarde les quatre premières cartes de la pioche{tail}")
        }
        Seen::Chosen(seat, card) => {
            format!(
                "Le siège {seat} garde l'une des quatre{}",
                tail(*card, lang)
            )
        }
        Seen::Arranged(seat, cards) => {
            let order = if cards.is_some() {
                ", de haut en bas"
            } else {
                ""
            };
            let tail = tail(cards.iter().flatten().copied(), lang);
            format!("Le siège {seat} repose les trois autres sur la pioche{order}{tail}")
        }
        Seen::Exhumed(seat) => {
            format!("Le siège {seat} prend en main la carte du dessus du cimetière.")
        }
        Seen::Slipped(seat, ally, card) => {
            format!(
                "Le siège {seat} passe une carte de l'ombre au siège {ally}{}",
                tail(*card, lang)
            )
        }
        Seen::FinaleBegan(seats) => {
            let seats = seats_text(*seats, lang);
            format!(
                "La pioche est vide : l'affrontement final commence. Un dernier tour pour {seats}."
            )
        }
        Seen::Passed(seat) => format!("Le siège {seat} passe son dernier tour."),
        Seen::Resigned(seat) => format!("Le siège {seat} abandonne."),
        Seen::Revealed(missions) => {
            format!(
                "Toutes les missions sont révélées : {}",
                revealed(missions, lang)
            )
        }
        Seen::Ended(ending, winners) => ended(*ending, *winners, lang),
    }
}
