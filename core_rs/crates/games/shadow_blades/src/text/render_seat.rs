//! A seat's part of the table, with its hand and what it has won, and what drawings are made of:
//! cards in their colors, lists broken at the width of a terminal.

use std::fmt::Write;

use intrigue_core::{Localizer, Seat, SeatSet, drawn_width, message, padded};

use crate::content::cards::{Card, Role, Zone};
use crate::knowledge::seen_moves::{Known, Place};
use crate::knowledge::view::{Agent, End, Secrets, View};
use crate::text::events::ended;
use crate::text::{counted, name};

/// The columns of a terminal that a drawing fills.
const WIDTH: usize = 80;
/// Where the agents of a zone begin.
const COLUMN: usize = 29;

/// Writes a heading and a list after it; lines that would be too long go on below the first item.
pub(super) fn write_list(table: &mut String, heading: &str, items: &[String]) {
    let start = drawn_width(heading) + 1;
    let mut column = start;
    let _ = write!(table, "{heading} ");
    for (place, item) in items.iter().enumerate() {
        let comma = if place + 1 < items.len() { "," } else { "" };
        let needed = drawn_width(item) + comma.len();
        if place > 0 {
            if column + 1 + needed > WIDTH {
                let _ = write!(table, "\n{:start$}", "");
                column = start;
            } else {
                table.push(' ');
                column += 1;
            }
        }
        let _ = write!(table, "{item}{comma}");
        column += needed;
    }
    table.push('\n');
}

fn color(card: Card) -> &'static str {
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

/// A card in its color, with what its name doesn't say: the strength of a skilled agent, the
/// bounty of a mission, and whether its zone must be dominated at the end.
pub(super) fn tile(card: Card, text: &Localizer<'_>) -> String {
    let note = match card.role() {
        Role::Agent(_, strength, Some(_)) => format!(" ({strength})"),
        Role::Mission(_, bounty, true) => {
            format!(" ({})", message!(text, "table-conditional", bounty))
        }
        Role::Mission(_, bounty, false) => format!(" ({bounty})"),
        Role::Agent(..) | Role::Weapon(_) => String::new(),
    };
    format!("[{}]{}[/]{note}", color(card), name(card, text))
}

/// Cards in their colors; equal ones next to each other are counted.
pub(super) fn tiles(cards: impl IntoIterator<Item = Card>, text: &Localizer<'_>) -> Vec<String> {
    counted(cards, |card| tile(card, text))
}

/// The hidden cards that the viewer knows to be in a place.
pub(super) fn known_at(known: &[Known], place: Place, text: &Localizer<'_>) -> Vec<String> {
    let there = known.iter().filter(|known| known.places().eq([place]));
    tiles(there.map(|known| known.card), text)
}

/// An agent with its strength and its weapons; one that stands with another seat (S-77) says so,
/// since there it may count against that seat.
fn agent_text(agent: &Agent, text: &Localizer<'_>) -> String {
    let printed = agent.card.strength();
    let mut line = format!("[{}]{}[/]", color(agent.card), name(agent.card, text));
    if !agent.weapons.is_empty() {
        let _ = write!(line, " ({printed}");
        for &weapon in &agent.weapons {
            let _ = write!(line, " +{}", weapon.strength());
            if !matches!(weapon.role(), Role::Weapon(_)) {
                let _ = write!(line, " {}", name(weapon, text));
            }
        }
        let _ = write!(line, " = [b]{}[/])", agent.strength);
    } else if matches!(agent.card.role(), Role::Agent(_, _, Some(_))) {
        let _ = write!(line, " ({printed})");
    }
    let owner = agent.owner;
    if owner != agent.spot.seat() {
        let _ = if agent.spot.zone() == Zone::Infiltration {
            write!(line, " [green]({})[/]", message!(text, "table-added", owner))
        } else {
            write!(line, " [red]({})[/]", message!(text, "table-subtracted", owner))
        };
    }
    line
}

/// A seat for a heading: whether it is the viewer's, or its ally's.
fn seat_name(view: &View, seat: usize, text: &Localizer<'_>) -> String {
    let relation = match view.viewer.seat().map(Seat::index) {
        Some(own) if own == seat => Some("own"),
        Some(own) if !view.variant.opposed(own, seat) => Some("ally"),
        _ => None,
    };
    message!(text, "table-seat", seat = Seat::new(seat), relation)
}

/// A seat with its four zones.
pub(super) fn render_side(
    table: &mut String,
    view: &View,
    known: &[Known],
    seat: usize,
    text: &Localizer<'_>,
) {
    let side = view.sides[seat];
    let active = view.active.index() == seat && view.end.is_none();
    let mark = if active { "[b]▸[/]" } else { " " };
    let name = seat_name(view, seat, text);
    let hand = message!(text, "table-hand-size", count = side.hand);
    let _ = write!(table, "{mark} [b]{name}[/] · {hand}");
    if side.resigned {
        let _ = write!(table, " · [red]{}[/]", message!(text, "table-resigned"));
    }
    table.push('\n');
    let held = known_at(known, Place::Hand(seat), text);
    if !held.is_empty() {
        let heading = message!(text, "table-among-them");
        write_list(table, &format!("    [dim]{heading}[/]"), &held);
    }
    let agents = view.agents.iter().filter(|agent| agent.spot.side() == seat);
    if agents.count() == 0 && side.missions == [0; 4] {
        let _ = writeln!(table, "    [dim]{}[/]", message!(text, "table-nothing"));
        return;
    }
    for zone in Zone::ALL {
        render_zone(table, view, known, (seat, zone), text);
    }
}

fn render_zone(
    table: &mut String,
    view: &View,
    known: &[Known],
    (seat, zone): (usize, Zone),
    text: &Localizer<'_>,
) {
    let side = view.sides[seat];
    let (strength, missions) = (side.strengths[zone as usize], side.missions[zone as usize]);
    let name = message!(text, ("zone", zone.notation()));
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
    let mut agents: Vec<String> =
        view.agents.iter().filter(here).map(|agent| agent_text(agent, text)).collect();
    if agents.is_empty() {
        agents.push("[dim]—[/]".to_owned());
    }
    write_list(table, &format!("    {score}  {count}"), &agents);
    let own = view.secrets.filter(|_| view.viewer.seat().is_some_and(|own| own.index() == seat));
    let counted = view.end.as_ref().is_some_and(|end| !end.missions.is_empty());
    let laid = match own {
        // The end of the drawing tells them all.
        _ if counted => Vec::new(),
        Some(secrets) => tiles(secrets.missions[zone as usize].cards(), text),
        None => known_at(known, Place::Missions(seat, zone), text),
    };
    if !laid.is_empty() {
        write_list(table, &format!("{:1$}[magenta]◆[/]", "", COLUMN), &laid);
    }
}

/// The viewer's own cards, by what they are for.
pub(super) fn render_hand(table: &mut String, secrets: &Secrets, text: &Localizer<'_>) {
    let heading = if secrets.hand.is_empty() {
        message!(text, "table-empty-hand")
    } else {
        message!(text, "table-hand")
    };
    let _ = writeln!(table, "  {heading}");
    let kind = |card: Card| match card.role() {
        Role::Agent(..) => "agents",
        Role::Weapon(_) => "weapons",
        Role::Mission(..) => "missions",
    };
    for name in ["agents", "weapons", "missions"] {
        let cards = secrets.hand.cards().filter(|&card| kind(card) == name);
        let cards = tiles(cards, text);
        if !cards.is_empty() {
            let heading = message!(text, ("hand", name));
            write_list(table, &format!("    {heading:<9}"), &cards);
        }
    }
}

/// A place where a hidden card may be.
pub(super) fn place_text(place: Place, text: &Localizer<'_>) -> String {
    match place {
        Place::Hand(seat) => message!(text, "place-hand", seat = Seat::new(seat)),
        Place::Missions(seat, zone) => {
            message!(text, "place-missions", seat = Seat::new(seat), zone)
        }
        Place::Pile(pile) => message!(text, "place-pile", pile),
        Place::Deck => message!(text, "place-deck"),
        Place::Bundle => message!(text, "place-bundle"),
    }
}

/// How it ended, and what each seat's missions brought.
pub(super) fn render_end(table: &mut String, view: &View, end: &End, text: &Localizer<'_>) {
    let _ = writeln!(table, "  [b]{}[/]", ended(end.ending, end.winners, text));
    let sums: Vec<u32> = end
        .missions
        .iter()
        .map(|side| side.iter().map(|missions| missions.bounty()).sum())
        .collect();
    for (seat, side) in end.missions.iter().enumerate() {
        let won = Seat::new(seat).is_some_and(|seat| end.winners.contains(seat));
        let color = if won { "green" } else { "b" };
        let name = padded(&seat_name(view, seat, text), 15);
        let heading = format!("    [{color}]{name} {:>3}[/] ", sums[seat]);
        let missions = tiles(side.iter().flat_map(|zone| zone.cards()), text);
        if missions.is_empty() {
            let none = message!(text, "table-no-mission");
            let _ = writeln!(table, "{heading} [dim]{none}[/]");
        } else {
            write_list(table, &heading, &missions);
        }
    }
    if let (true, &[a, b, c, d]) = (view.variant.alliances, sums.as_slice()) {
        for (pair, sum) in [([0, 2], a + c), ([1, 3], b + d)] {
            let mut seats = SeatSet::EMPTY;
            for seat in pair.into_iter().filter_map(Seat::new) {
                seats.insert(seat);
            }
            let together = message!(text, "table-together", seats);
            let _ = writeln!(table, "    {together} [b]{sum}[/]");
        }
    }
}
