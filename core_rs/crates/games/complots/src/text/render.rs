//! The table as a terminal draws it.

use std::fmt::Write;

use intrigue_core::{Localizer, Seat, drawn_width, message, padded};

use crate::content::{Character, Hand};
use crate::knowledge::view::View;
use crate::rules::state::{PendingAction, Stage};
use crate::text::events::{acted, ended};
use crate::text::names;

/// A character in its color.
fn tile(card: Character, text: &Localizer<'_>) -> String {
    let color = match card {
        Character::Duchess => "magenta",
        Character::Assassin => "red",
        Character::Countess => "yellow",
        Character::Captain => "blue",
        Character::Ambassador => "green",
        Character::Inquisitor => "cyan",
    };
    format!("[{color}]{}[/]", message!(text, ("card", card.notation())))
}

fn row(cards: Hand, text: &Localizer<'_>) -> String {
    if cards.is_empty() {
        return format!("[dim]{}[/]", message!(text, "table-no-cards"));
    }
    text.list(cards.cards().map(|card| tile(card, text)))
}

pub(super) fn render(view: &View, text: &Localizer<'_>) -> String {
    let seats = view.sides.len();
    let own = view.viewer.seat().map_or(0, Seat::index);
    let mut table = String::new();
    let (turn, court, treasury) = (view.turn, view.court, view.treasury);
    let head = message!(text, "table-head", turn, court, treasury);
    let _ = writeln!(table, "{head}\n");
    let name =
        |seat: Seat| message!(text, "table-seat", seat, own = view.viewer.seat() == Some(seat));
    let seated = (1..=seats).filter_map(|place| Seat::new((own + place) % seats));
    let widths = seated.clone().map(|seat| drawn_width(&name(seat)));
    let width = widths.max().unwrap_or_default().max(14);
    for seat in seated {
        render_side(&mut table, view, seat, &padded(&name(seat), width), text);
    }
    let question = view.question;
    table.push('\n');
    if let Some(pending) = question.pending {
        render_pending(&mut table, view, pending, text);
    }
    let secrets = view.secrets.unwrap_or_default();
    if let Some(card) = secrets.examined {
        let line = message!(text, "table-examined", card = tile(card, text));
        let _ = writeln!(table, "  {line}");
    }
    if !secrets.set_aside.is_empty() {
        let cards = row(secrets.set_aside, text);
        let line = if question.stage == Stage::Keep {
            message!(text, "table-pack", cards)
        } else {
            message!(text, "table-set-aside", cards)
        };
        let _ = writeln!(table, "  {line}");
    }
    if let Some((ending, winners)) = view.end {
        let _ = writeln!(table, "  [b]{}[/]", ended(ending, winners, text));
    } else {
        if has_answered(view) {
            let _ = writeln!(table, "  {}", message!(text, "table-answered"));
        }
        let _ = writeln!(table, "  [b]{}[/]", question_text(view, text));
    }
    table
}

/// Whether the viewer has given its sealed answer to the open question.
fn has_answered(view: &View) -> bool {
    view.secrets.is_some_and(|secrets| secrets.passed || secrets.kept.is_some())
}

/// What is asked, and of whom; of a viewer that has answered no longer.
fn question_text(view: &View, text: &Localizer<'_>) -> String {
    let mut others = view.question.window;
    let own = view.viewer.seat().filter(|&seat| others.contains(seat));
    if let Some(own) = own {
        others.remove(own);
    }
    let own = own.filter(|_| !has_answered(view));
    let question = message!(text, ("stage", view.question.stage.notation()));
    match (own, others.is_empty()) {
        (Some(_), true) => message!(text, "table-asks-you", question),
        (Some(_), false) => message!(text, "table-asks-you-and", others, question),
        (None, _) => message!(text, "table-asks", others, question),
    }
}

fn render_pending(table: &mut String, view: &View, pending: PendingAction, text: &Localizer<'_>) {
    let announced = acted(view.active, pending.turn_action, pending.target, text);
    let _ = writeln!(table, "  {announced}");
    if let Some((seat, card)) = pending.block {
        let blocked = message!(text, "event-blocked", seat, card);
        let _ = writeln!(table, "  {blocked}");
    }
}

fn render_side(table: &mut String, view: &View, seat: Seat, name: &str, text: &Localizer<'_>) {
    let side = view.sides[seat.index()];
    let own = view.viewer.seat() == Some(seat);
    let active = if view.active == seat && view.end.is_none() { "[b]▸[/]" } else { " " };
    let up = names(side.face_up, text);
    if side.face_down == 0 {
        let out = message!(text, "table-out");
        let up = up.unwrap_or_default();
        let _ = writeln!(table, "{active} [dim]{name} {out:>9}  ✗ {up}[/]");
        return;
    }
    let cards = match view.secrets.filter(|_| own) {
        Some(secrets) => row(secrets.hand, text),
        None => vec!["[blue]▒▒[/]"; usize::from(side.face_down)].join(" "),
    };
    let up = up.map_or(String::new(), |up| format!("  [dim]✗ {up}[/]"));
    let purse = message!(text, "table-coins", coins = side.coins);
    let _ = writeln!(table, "{active} [b]{name}[/] [yellow]{purse:>9}[/]  {cards}{up}");
}
