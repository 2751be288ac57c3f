//! One seat's part of the table drawn as text, with its hand and what it has won, and
//! what the drawing is made of: cards in their colours, lists broken at the width of a terminal.

use std::fmt::Write;

use intrigue_core::{Lang, Seat, SeatSet};

use crate::content::cards::{Card, Role, Zone};
use crate::knowledge::memory::{Known, Place};
use crate::knowledge::view::{Agent, End, Secrets, View};
use crate::text::events::{ended, runs, seats_text};

/// The columns of a terminal that a drawing fills.
const WIDTH: usize = 80;
/// Where the agents of a zone begin.
const COLUMN: usize = 29;

/// How many columns a text takes, tags left out.
pub(crate) fn width(text: &str) -> usize {
    let (mut columns, mut in_tag, mut escaped) = (0, false, false);
    for letter in text.chars() {
        match letter {
            _ if escaped => {
                escaped = false;
                columns += 1;
            }
            ']' if in_tag => in_tag = false,
            _ if in_tag => {}
            '\\' => escaped = true,
            '[' => in_tag = true,
            _ => columns += 1,
        }
    }
    columns
}

/// Writes a heading and a list after it; lines that would be too long go on below the first item.
pub(crate) fn list(text: &mut String, heading: &str, items: &[String]) {
    let start = width(heading) + 1;
    let mut column = start;
    let _ = write!(text, "{heading} ");
    for (place, item) in items.iter().enumerate() {
        let comma = if place + 1 < items.len() { "," } else { "" };
        let needed = width(item) + comma.len();
        if place > 0 {
            if column + 1 + needed > WIDTH {
                let _ = write!(text, "\n{:start$}", "");
                column = start;
            } else {
                text.push(' ');
                column += 1;
            }
        }
        let _ = write!(text, "{item}{comma}");
        column += needed;
    }
    text.push('\n');
}

fn colour(card: Card) -> &'static str {
    match card.role() {
        Role::Agent(Some(Zone::Assassination), ..) => "red",
        Role::Agent(Some(Zone::Theft), ..) => "yellow",
        Role::Agent(Some(Zone::Reinforcement), ..) => "cyan",
        Role::Agent(Some(Zone::Infiltration), ..) => "blue",
        Role::Agent(None, ..) => "b",
        Role::Weapon(_) => "green",
        Role::Mission(..) => "magenta",
    }
}

/// A card in its colour, with what its name doesn't say: the strength of a skilled agent, the
/// bounty of a mission, and whether its zone must be dominated at the end.
pub(crate) fn tile(card: Card, lang: Lang) -> String {
    let (colour, name) = (colour(card), card.name(lang));
    let note = match card.role() {
        Role::Agent(_, strength, Some(_)) => format!(" ({strength})"),
        Role::Mission(_, bounty, true) => format!(" ({bounty} {} ★)", lang.pick("if", "si")),
        Role::Mission(_, bounty, false) => format!(" ({bounty})"),
        _ => String::new(),
    };
    format!("[{colour}]{name}[/]{note}")
}

/// Cards in their colours; equal ones next to each other are counted.
pub(crate) fn tiles(cards: impl IntoIterator<Item = Card>, lang: Lang) -> Vec<String> {
    let tile = |(card, count): (Card, usize)| match count {
        1 => tile(card, lang),
        _ => format!("{} ×{count}", tile(card, lang)),
    };
    runs(cards).into_iter().map(tile).collect()
}

/// The hidden cards that the viewer knows to be in a place.
pub(crate) fn known_at(known: &[Known], place: Place, lang: Lang) -> Vec<String> {
    let there = known.iter().filter(|known| known.places().eq([place]));
    tiles(there.map(|known| known.card), lang)
}

/// An agent with its strength and its weapons; one that stands with another seat (S-77) says so,
/// since there it may count against that seat.
fn agent_text(agent: &Agent, lang: Lang) -> String {
    let (name, printed) = (agent.card.name(lang), agent.card.strength());
    let colour = colour(agent.card);
    let mut text = format!("[{colour}]{name}[/]");
    if !agent.weapons.is_empty() {
        let _ = write!(text, " ({printed}");
        for &weapon in &agent.weapons {
            let _ = write!(text, " +{}", weapon.strength());
            if !matches!(weapon.role(), Role::Weapon(_)) {
                let _ = write!(text, " {}", weapon.name(lang));
            }
        }
        let _ = write!(text, " = [b]{}[/])", agent.strength);
    } else if matches!(agent.card.role(), Role::Agent(_, _, Some(_))) {
        let _ = write!(text, " ({printed})");
    }
    if agent.owner.index() != agent.spot.side() {
        let owner = agent.owner;
        let _ = match (agent.spot.zone() == Zone::Infiltration, lang) {
            (true, Lang::En) => write!(text, " [green](of seat {owner}, added)[/]"),
            (true, Lang::Fr) => write!(text, " [green](du siège {owner}, ajouté)[/]"),
            (false, Lang::En) => write!(text, " [red](of seat {owner}, subtracted)[/]"),
            (false, Lang::Fr) => write!(text, " [red](du siège {owner}, retranché)[/]"),
        };
    }
    text
}

/// A seat for a heading: whether it is the viewer's, or its ally's.
pub(crate) fn seat_name(view: &View, seat: usize, lang: Lang) -> String {
    let noun = lang.pick("Seat", "Siège");
    let who = match view.viewer.seat().map(Seat::index) {
        Some(own) if own == seat => lang.pick(" (you)", " (vous)"),
        Some(own) if !view.variant.opposed(own, seat) => lang.pick(" (ally)", " (allié)"),
        _ => "",
    };
    format!("{noun} {seat}{who}")
}

/// A seat with its four zones.
pub(crate) fn draw_side(text: &mut String, view: &View, known: &[Known], seat: usize, lang: Lang) {
    let side = view.sides[seat];
    let active = view.active.index() == seat && view.end.is_none();
    let mark = if active { "[b]▸[/]" } else { " " };
    let cards = match (side.hand, lang) {
        (1, Lang::En) => "card",
        (_, Lang::En) => "cards",
        (0 | 1, Lang::Fr) => "carte",
        (_, Lang::Fr) => "cartes",
    };
    let hand = lang.pick("in hand", "en main");
    let resigned = if side.resigned {
        lang.pick(" · [red]resigned[/]", " · [red]a abandonné[/]")
    } else {
        ""
    };
    let name = seat_name(view, seat, lang);
    let count = side.hand;
    let _ = writeln!(
        text,
        "{mark} [b]{name}[/] · {count} {cards} {hand}{resigned}"
    );
    let held = known_at(known, Place::Hand(seat), lang);
    if !held.is_empty() {
        let seen = lang.pick("among them:", "dont :");
        list(text, &format!("    [dim]{seen}[/]"), &held);
    }
    let agents = view.agents.iter().filter(|agent| agent.spot.side() == seat);
    if agents.count() == 0 && side.missions == [0; 4] {
        let nothing = lang.pick("nothing on the table", "rien sur la table");
        let _ = writeln!(text, "    [dim]{nothing}[/]");
        return;
    }
    for zone in Zone::ALL {
        draw_zone(text, view, known, (seat, zone), lang);
    }
}

fn draw_zone(
    text: &mut String,
    view: &View,
    known: &[Known],
    (seat, zone): (usize, Zone),
    lang: Lang,
) {
    let side = view.sides[seat];
    let (strength, missions) = (side.strengths[zone as usize], side.missions[zone as usize]);
    let name = zone.name(lang);
    let score = if side.dominates[zone as usize] {
        format!("[green]★ {name:<13} {strength:>3}[/]")
    } else {
        format!("  {name:<13} {strength:>3}")
    };
    let count = match missions {
        0 => "   ".to_owned(),
        _ => format!("[magenta]◆{missions:<2}[/]"),
    };
    let here = |agent: &&Agent| agent.spot.side() == seat && agent.spot.zone() == zone;
    let mut agents: Vec<String> = view
        .agents
        .iter()
        .filter(here)
        .map(|agent| agent_text(agent, lang))
        .collect();
    if agents.is_empty() {
        agents.push("[dim]—[/]".to_owned());
    }
    list(text, &format!("    {score}  {count}"), &agents);
    let own = view
        .secrets
        .filter(|_| view.viewer.seat().is_some_and(|own| own.index() == seat));
    let counted = view
        .end
        .as_ref()
        .is_some_and(|end| !end.missions.is_empty());
    let laid = match own {
        // The end of the drawing tells them all.
        _ if counted => Vec::new(),
        Some(secrets) => tiles(secrets.missions[zone as usize].cards(), lang),
        None => known_at(known, Place::Missions(seat, zone), lang),
    };
    if !laid.is_empty() {
        list(text, &format!("{:1$}[magenta]◆[/]", "", COLUMN), &laid);
    }
}

/// The viewer's own cards, by what they are for.
pub(crate) fn draw_hand(text: &mut String, secrets: &Secrets, lang: Lang) {
    let heading = lang.pick("Your hand", "Votre main");
    if secrets.hand.is_empty() {
        let empty = lang.pick("is empty", "est vide");
        let _ = writeln!(text, "  {heading} {empty}");
    } else {
        let _ = writeln!(text, "  {heading}");
    }
    let (agents, weapons) = ("agents", lang.pick("weapons", "armes"));
    let kind = |card: Card| match card.role() {
        Role::Agent(..) => agents,
        Role::Weapon(_) => weapons,
        Role::Mission(..) => "missions",
    };
    for name in [agents, weapons, "missions"] {
        let cards = secrets.hand.cards().filter(|&card| kind(card) == name);
        let cards = tiles(cards, lang);
        if !cards.is_empty() {
            list(text, &format!("    {name:<9}"), &cards);
        }
    }
}

/// A place where a hidden card may be.
pub(crate) fn place_text(place: Place, lang: Lang) -> String {
    match (place, lang) {
        (Place::Hand(seat), Lang::En) => format!("hand of seat {seat}"),
        (Place::Hand(seat), Lang::Fr) => format!("main du siège {seat}"),
        (Place::Missions(seat, zone), Lang::En) => {
            format!("{} missions of seat {seat}", zone.name(lang))
        }
        (Place::Missions(seat, zone), Lang::Fr) => {
            format!("missions en {} du siège {seat}", zone.name(lang))
        }
        (Place::Pile(pile), _) => format!("pile {pile}"),
        (Place::Deck, _) => lang
            .pick("top of the deck", "dessus de la pioche")
            .to_owned(),
        (Place::Bundle, _) => lang
            .pick("cards going round", "cartes qui circulent")
            .to_owned(),
    }
}

/// How it ended, and what each seat's missions brought.
pub(crate) fn draw_end(text: &mut String, view: &View, end: &End, lang: Lang) {
    let _ = writeln!(text, "  [b]{}[/]", ended(end.ending, end.winners, lang));
    let sums: Vec<u32> = end
        .missions
        .iter()
        .map(|side| side.iter().map(|missions| missions.bounty()).sum())
        .collect();
    for (seat, side) in end.missions.iter().enumerate() {
        let won = Seat::new(seat).is_some_and(|seat| end.winners.contains(seat));
        let colour = if won { "green" } else { "b" };
        let name = seat_name(view, seat, lang);
        let heading = format!("    [{colour}]{name:<15} {:>3}[/] ", sums[seat]);
        let missions: Vec<Card> = side.iter().flat_map(|zone| zone.cards()).collect();
        if missions.is_empty() {
            let none = lang.pick("no mission", "aucune mission");
            let _ = writeln!(text, "{heading} [dim]{none}[/]");
        } else {
            list(text, &heading, &tiles(missions, lang));
        }
    }
    if let (true, &[a, b, c, d]) = (view.variant.alliances, sums.as_slice()) {
        for (pair, sum) in [([0, 2], a + c), ([1, 3], b + d)] {
            let mut seats = SeatSet::EMPTY;
            for seat in pair.into_iter().filter_map(Seat::new) {
                seats.insert(seat);
            }
            let together = lang.pick("together:", "ensemble :");
            let _ = writeln!(
                text,
                "    {} {together} [b]{sum}[/]",
                seats_text(seats, lang)
            );
        }
    }
}
