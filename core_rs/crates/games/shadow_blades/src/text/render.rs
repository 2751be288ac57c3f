//! The table as a terminal draws it.

use std::fmt::Write;

use intrigue_core::{Localizer, message};

use crate::content::cards::{Card, Conspiracy};
use crate::knowledge::seen_moves::{Known, Place};
use crate::knowledge::view::View;
use crate::rules::action::Spot;
use crate::rules::state::{PILES, Stage, Step, StepKind};
use crate::text::name;
use crate::text::render_seat::{
    known_at, place_text, render_end, render_hand, render_side, tile, tiles, write_list,
};

/// What is common, the other seats, the own one, the question.
pub(super) fn render(view: &View, text: &Localizer<'_>) -> String {
    let mut table = String::new();
    let known = view.seen_moves.known(view.viewer);
    render_heading(&mut table, view, text);
    render_stocks(&mut table, view, &known, text);
    let seats = view.sides.len();
    // The own seat comes last, next to the hand and the question.
    let first = view.viewer.seat().map_or(0, |own| own.index() + 1);
    for place in 0..seats {
        table.push('\n');
        render_side(&mut table, view, &known, (first + place) % seats, text);
    }
    table.push('\n');
    if let Some(secrets) = &view.secrets {
        render_hand(&mut table, secrets, text);
    }
    if let Some(end) = &view.end {
        render_end(&mut table, view, end, text);
        return table;
    }
    render_unsure(&mut table, &known, text);
    render_progress(&mut table, view, text);
    let _ = writeln!(table, "  [b]{}[/]", question_text(view, text));
    table
}

fn render_heading(table: &mut String, view: &View, text: &Localizer<'_>) {
    let (turn, seat, alliances) = (view.turn, view.active, view.variant.alliances);
    let conspiracy = view.variant.conspiracy.map(|conspiracy| {
        let name = message!(text, ("conspiracy", conspiracy.notation()));
        format!("[magenta]{name}[/]")
    });
    let game = message!(text, "game-name");
    let head = message!(text, "table-head", turn, seat, alliances, conspiracy);
    let _ = writeln!(table, "[b]{game}[/] · {head}");
    if let Some(seats) = view.finale.filter(|_| view.end.is_none()) {
        let finale = message!(text, "table-finale");
        let left = if seats.is_empty() {
            message!(text, "table-last-turn")
        } else {
            message!(text, "table-last-turns", seats)
        };
        let _ = writeln!(table, "[red]{finale}[/] · {left}");
    }
}

/// Deck, piles, graveyard and skills.
fn render_stocks(table: &mut String, view: &View, known: &[Known], text: &Localizer<'_>) {
    let (deck, graveyard) = (view.deck, view.graveyard.len());
    let [first, second, third] = view.piles;
    let stocks = message!(text, "table-stocks", deck, first, second, third, graveyard);
    let _ = writeln!(table, "  {stocks}");
    if let Some(&top) = view.graveyard.last() {
        let line = message!(text, "table-graveyard-top", card = tile(top, text));
        let _ = writeln!(table, "    {line}");
    }
    let piles = (1..=PILES).map(Place::Pile);
    for place in piles.chain([Place::Deck, Place::Bundle]) {
        let there = known_at(known, place, text);
        if !there.is_empty() {
            let heading = message!(text, "table-seen", place = place_text(place, text));
            write_list(table, &format!("    {heading}"), &there);
        }
    }
    let used: Vec<String> = view.used_skills().map(|skill| name(skill.agent(), text)).collect();
    if !used.is_empty() {
        let heading = message!(text, "table-skills");
        write_list(table, &format!("  {heading}"), &used);
    }
    let _ = writeln!(table, "  [dim]{}[/]", message!(text, "table-legend"));
}

/// The hidden cards that may be in several places; those in one are shown there.
fn render_unsure(table: &mut String, known: &[Known], text: &Localizer<'_>) {
    let mut groups: Vec<(Vec<Place>, Vec<Card>)> = Vec::new();
    for one in known {
        let places: Vec<Place> = one.places().collect();
        if places.len() < 2 {
            continue;
        }
        match groups.iter_mut().find(|(other, _)| *other == places) {
            Some((_, cards)) => cards.push(one.card),
            None => groups.push((places, vec![one.card])),
        }
    }
    if !groups.is_empty() {
        let _ = writeln!(table, "  {}", message!(text, "table-unsure"));
    }
    for (places, cards) in groups {
        let mut items = tiles(cards, text);
        let first = items.len();
        items.extend(places.into_iter().map(|place| place_text(place, text)));
        let heading = message!(text, "table-one-of");
        items[first].insert_str(0, &format!("[dim]{heading}[/] "));
        write_list(table, "   ", &items);
    }
}

/// What has been done in this turn, what the viewer looks at and has chosen so far.
fn render_progress(table: &mut String, view: &View, text: &Localizer<'_>) {
    let deployment = &view.deployment;
    let deployed = deployment.agents.cards().iter().zip(deployment.strengths);
    let mut done: Vec<String> =
        deployed.map(|(&card, strength)| format!("{} ({strength})", name(card, text))).collect();
    if deployment.mission {
        done.push(message!(text, "table-a-mission"));
    }
    if deployment.deceived {
        done.push(message!(text, "table-a-deception"));
    }
    if !done.is_empty() {
        let heading = message!(text, "table-deployed");
        write_list(table, &format!("  {heading}"), &done);
    }
    if let Some(named) = view.question.named {
        let agents = named.map(|agent| message!(text, ("card", agent.notation())));
        let heading = message!(text, "table-named");
        write_list(table, &format!("  {heading}"), &agents);
    }
    let Some(secrets) = &view.secrets else {
        return;
    };
    if !secrets.looking.is_empty() {
        let heading = message!(text, "table-looking");
        let looking = tiles(secrets.looking.cards(), text);
        write_list(table, &format!("  [b]{heading}[/]"), &looking);
    }
    let chosen = chosen(&secrets.step, text);
    if !chosen.is_empty() {
        let heading = message!(text, "table-chosen");
        write_list(table, &format!("  [b]{heading}[/]"), &chosen);
    }
}

/// The parts of a step that is not complete.
fn chosen(step: &Step, text: &Localizer<'_>) -> Vec<String> {
    let conspiracy = match step.kind {
        StepKind::Blow => Some(Conspiracy::FatalBlow),
        StepKind::Deception => Some(Conspiracy::Deception),
        StepKind::None | StepKind::Agent | StepKind::Skill => None,
    };
    let conspiracy = conspiracy.map(|one| message!(text, ("conspiracy", one.notation())));
    let mut parts = Vec::from_iter(conspiracy);
    parts.extend(step.card.map(|card| tile(card, text)));
    if let Some(agent) = step.target {
        parts.push(message!(text, "table-target", agent));
    }
    if let Some(spot) = step.spot {
        let (zone, owner) = (spot.zone(), spot.seat());
        parts.push(message!(text, "table-spot", zone, owner));
    }
    let mut cards = step.weapons.cards().iter().map(|&card| tile(card, text));
    if let Some(card) = cards.next() {
        parts.push(match step.kind {
            // The Illusionist's order is all that is chosen outside a step with a kind.
            StepKind::None => message!(text, "table-put-back", card),
            _ => message!(text, "table-weapons", card),
        });
    }
    parts.extend(cards);
    parts
}

/// What is asked, and of whom.
fn question_text(view: &View, text: &Localizer<'_>) -> String {
    let question = view.question;
    let step = view.secrets.unwrap_or_default().step;
    let what = match step.kind {
        StepKind::Blow => "step_target",
        StepKind::Deception if step.target.is_none() => "step_deceived",
        StepKind::Skill if question.stage == Stage::RubyTracker => "step_second",
        StepKind::Agent | StepKind::Deception | StepKind::Skill if step.spot.is_none() => {
            "step_zone"
        }
        StepKind::Agent | StepKind::Deception => "step_weapons",
        StepKind::Skill => "step_price",
        StepKind::None if question.stage == Stage::Turn && view.finale.is_some() => "last_turn",
        StepKind::None => question.stage.notation(),
    };
    let (zone, owner) = (question.focus.map(Spot::zone), question.focus.map(Spot::seat));
    let pile = question.pile;
    let what = message!(text, ("question", what), pile, zone, owner);
    let seat = question.seat;
    message!(text, "table-asks", own = view.viewer.is(seat), seat, what)
}
