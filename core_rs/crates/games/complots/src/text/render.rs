//! The table drawn as text.

use std::fmt::Write;

use intrigue_core::{Lang, Seat};

use crate::content::{Character, Hand};
use crate::knowledge::view::View;
use crate::rules::state::{Stage, Undertaking};
use crate::text::events::{coins, ended, names, seats_text};
use crate::text::face::{DEEDS, STAGES, set};

/// A character in its colour.
fn tile(card: Character, lang: Lang) -> String {
    let colour = match card {
        Character::Duchess => "magenta",
        Character::Assassin => "red",
        Character::Countess => "yellow",
        Character::Captain => "blue",
        Character::Ambassador => "green",
        Character::Inquisitor => "cyan",
    };
    format!("[{colour}]{}[/]", card.name(lang))
}

fn row(cards: Hand, lang: Lang) -> String {
    let tiles: Vec<String> = cards.cards().map(|card| tile(card, lang)).collect();
    if tiles.is_empty() {
        format!("[dim]{}[/]", lang.pick("none", "aucune"))
    } else {
        tiles.join(", ")
    }
}

pub(crate) fn draw(view: &View, lang: Lang) -> String {
    let seats = view.sides.len();
    let own = view.viewer.seat().map_or(0, Seat::index);
    let mut text = String::new();
    let (turn, court, treasury) = (
        lang.pick("turn", "tour"),
        lang.pick("Court", "Cour"),
        lang.pick("Treasury", "Trésor"),
    );
    let _ = writeln!(
        text,
        "[b]Complots[/] · {turn} {} · {court} {} · {treasury} {}\n",
        view.turn, view.court, view.treasury
    );
    for place in 1..=seats {
        draw_side(&mut text, view, (own + place) % seats, lang);
    }
    let question = view.question;
    text.push('\n');
    if let Some(undertaking) = question.undertaking {
        under_way(&mut text, view, undertaking, lang);
    }
    let secrets = view.secrets.unwrap_or_default();
    if let Some(card) = secrets.examined {
        let noun = lang.pick("Card examined:", "Carte examinée :");
        let _ = writeln!(text, "  {noun} {}", tile(card, lang));
    }
    if !secrets.set_aside.is_empty() {
        let noun = if question.stage == Stage::Keep {
            lang.pick("Your pack:", "Votre paquet :")
        } else {
            lang.pick("Your cards set aside:", "Vos cartes écartées :")
        };
        let _ = writeln!(text, "  {noun} {}", row(secrets.set_aside, lang));
    }
    if let Some((ending, winners)) = view.end {
        let _ = writeln!(text, "  [b]{}[/]", ended(ending, winners, lang));
    } else {
        if has_answered(view) {
            let answered = lang.pick("You have answered.", "Vous avez répondu.");
            let _ = writeln!(text, "  {answered}");
        }
        let _ = writeln!(text, "  [b]{}[/]", question_text(view, lang));
    }
    text
}

/// Whether the viewer has given its sealed answer to the open question.
fn has_answered(view: &View) -> bool {
    view.secrets
        .is_some_and(|secrets| secrets.passed || secrets.kept.is_some())
}

/// What is asked, and of whom; of a viewer that has answered no longer.
fn question_text(view: &View, lang: Lang) -> String {
    let question = view.question;
    let (_, en, fr) = STAGES[question.stage as usize];
    let mut others = question.window;
    let own = view.viewer.seat().filter(|&seat| others.contains(seat));
    if let Some(own) = own {
        others.remove(own);
    }
    let own = own.filter(|_| !has_answered(view));
    let who = match (own, others.is_empty()) {
        (Some(_), true) => lang.pick("You", "Vous").to_owned(),
        (Some(_), false) => format!(
            "{} {}",
            lang.pick("You and", "Vous et"),
            seats_text(others, lang)
        ),
        (None, _) => {
            let (one, several) = (lang.pick("Seat", "Siège"), lang.pick("Seats", "Sièges"));
            let noun = if others.len() == 1 { one } else { several };
            format!("{noun} {}", set(others).replace(' ', ", "))
        }
    };
    let colon = lang.pick(":", " :");
    format!("{who}{colon} {}", lang.pick(en, fr))
}

fn under_way(text: &mut String, view: &View, undertaking: Undertaking, lang: Lang) {
    let (_, en, fr) = DEEDS[undertaking.deed as usize];
    let active = view.active;
    let _ = match (undertaking.target, lang) {
        (None, Lang::En) => writeln!(text, "  Seat {active} announces {en}."),
        (None, Lang::Fr) => writeln!(text, "  Le siège {active} annonce {fr}."),
        (Some(target), Lang::En) => {
            writeln!(
                text,
                "  Seat {active} announces {en} against seat {target}."
            )
        }
        (Some(target), Lang::Fr) => {
            writeln!(
                text,
                "  Le siège {active} annonce {fr} contre le siège {target}."
            )
        }
    };
    if let Some((seat, card)) = undertaking.counter {
        let card = tile(card, lang);
        let _ = match lang {
            Lang::En => writeln!(text, "  Seat {seat} counters, claiming: {card}."),
            Lang::Fr => writeln!(text, "  Le siège {seat} contre en annonçant : {card}."),
        };
    }
}

fn draw_side(text: &mut String, view: &View, seat: usize, lang: Lang) {
    let side = view.sides[seat];
    let is_own = view.viewer.seat().is_some_and(|own| own.index() == seat);
    let you = if is_own {
        lang.pick(" (you)", " (vous)")
    } else {
        ""
    };
    let active = if view.active.index() == seat && view.end.is_none() {
        "[b]▸[/]"
    } else {
        " "
    };
    let name = format!("{} {seat}{you}", lang.pick("Seat", "Siège"));
    if side.face_down == 0 {
        let out = lang.pick("out", "éliminé");
        let _ = writeln!(
            text,
            "{active} [dim]{name:<14} {out:>9}  ✗ {}[/]",
            names(side.face_up, lang)
        );
        return;
    }
    let cards = match view.secrets.filter(|_| is_own) {
        Some(secrets) => row(secrets.hand, lang),
        None => vec!["[blue]▒▒[/]"; usize::from(side.face_down)].join(" "),
    };
    let up = if side.face_up.is_empty() {
        String::new()
    } else {
        format!("  [dim]✗ {}[/]", names(side.face_up, lang))
    };
    let purse = coins(side.coins.cast_signed(), lang);
    let _ = writeln!(
        text,
        "{active} [b]{name:<14}[/] [yellow]{purse:>9}[/]  {cards}{up}"
    );
}
