//! The table as a terminal draws it.

use std::fmt::Write;

use intrigue_core::{Localizer, Seat, message};

use crate::content::Card;
use crate::knowledge::view::View;
use crate::rules::state::{HAND, ROUNDS, TAKEN, other};
use crate::text::{CARD_IDS, ended};

/// A card in its color, always four columns wide.
fn tile(card: Card, text: &Localizer<'_>) -> String {
    let color = match card {
        Card::Support5 | Card::Support6 | Card::Support7 | Card::Support8 => "cyan",
        Card::Alliance2 | Card::Alliance3 | Card::Alliance4 => "green",
        Card::Betrayal1 | Card::Betrayal2 | Card::Betrayal3 => "red",
        Card::Docks | Card::PoliceStation | Card::TownHall => {
            let short = message!(text, ("tile", CARD_IDS[card.index()]));
            return format!("[yellow]{short:^4}[/]");
        }
    };
    format!("[{color}]{:^4}[/]", card.notation())
}

fn row(cards: impl IntoIterator<Item = Card>, text: &Localizer<'_>) -> String {
    let tiles: Vec<String> = cards.into_iter().map(|card| tile(card, text)).collect();
    if tiles.is_empty() {
        format!("[dim]{}[/]", message!(text, "table-no-cards"))
    } else {
        tiles.join(" ")
    }
}

pub(super) fn render(view: &View, text: &Localizer<'_>) -> String {
    let own = view.viewer.seat();
    let own = own.unwrap_or(Seat::new(0).expect("there are two seats"));
    let mut table = String::new();
    let (round, rounds, pile) = (view.round, ROUNDS, view.pile);
    let head = message!(text, "table-head", round, rounds, pile);
    let _ = writeln!(table, "{head}");
    render_side(&mut table, view, other(own), text);
    let line = view.line();
    let (start, end) = line.split_at(line.len().saturating_sub(TAKEN));
    let _ = writeln!(table, "\n  [b]{}[/]", message!(text, "table-line"));
    for chunk in start.chunks(12) {
        let _ = writeln!(table, "    {}", row(chunk.iter().copied(), text));
    }
    if line.is_empty() {
        let empty = message!(text, "table-line-empty");
        let _ = writeln!(table, "    [dim]{empty}[/]");
    } else {
        let note = message!(text, "table-line-end");
        let end = row(end.iter().copied(), text);
        let _ = writeln!(table, "  [b]▸[/] {end}  [dim]{note}[/]");
    }
    render_side(&mut table, view, own, text);
    if let Some(ending) = view.ending() {
        let ended = ended(ending, view.winner(), text);
        let _ = writeln!(table, "\n  [b]{ended}[/]");
    }
    table
}

fn render_side(table: &mut String, view: &View, seat: Seat, text: &Localizer<'_>) {
    let side = view.sides[seat.index()];
    let own = view.viewer.is(seat);
    let name = message!(text, "table-seat", seat, own);
    let plays = message!(text, "table-plays", plays = side.plays, most = HAND);
    let taken = if side.taken {
        format!("[magenta]{}[/]", message!(text, "table-taken"))
    } else {
        format!("[dim]{}[/]", message!(text, "table-not-taken"))
    };
    let _ = writeln!(table, "\n  [b]{name}[/] · {plays} · {taken}");
    let supports = side.collection.cards().filter(|card| card.index() < 4);
    let rest = side.collection.cards().filter(|card| card.index() >= 4);
    let hand = if own || side.hand_size == 0 {
        row(view.hand.cards().filter(|_| own), text)
    } else {
        vec!["[blue] ▒▒ [/]"; usize::from(side.hand_size)].join(" ")
    };
    for (name, cards) in [
        (message!(text, "table-supports"), row(supports, text)),
        (message!(text, "table-others"), row(rest, text)),
        (message!(text, "table-hand"), hand),
    ] {
        let _ = writeln!(table, "    {name:<9} {cards}");
    }
}
