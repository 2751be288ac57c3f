//! A view as a terminal shows it: what is common, the map, the objectives, the boards, and what is
//! asked. No line is wider than [`WIDTH`], unless a mission's own names are.

mod board;
mod goals;
#[cfg(test)]
mod tests;

use intrigue_core::{Localizer, Seat, drawn_width, message};

use crate::content::ids::AssassinId;
use crate::knowledge::view::View;
use crate::rules::agenda::Question;
use crate::rules::state::Brotherhood;
use crate::text::events::ended;
use crate::text::names::{Names, capital};
use crate::text::question::question;
use crate::text::render_map::render_map;
use goals::{failure_text, goal_text};

/// The columns of a terminal that a drawing fills.
const WIDTH: usize = 100;

/// A view drawn with style tags.
pub(super) fn render(view: &View, text: &Localizer<'_>) -> String {
    let mut page = Page { view, names: Names::at(&view.table, text), text, lines: String::new() };
    page.heading();
    page.event();
    page.lines.push_str(&render_map(&view.table, text));
    page.legend();
    page.objectives();
    page.stakes();
    for who in view.table.ids() {
        page.board(who);
    }
    page.stocks();
    page.asked();
    page.lines
}

/// A text of the mission's own: a bracket in it opens no tag.
fn literal(text: &str) -> String {
    text.replace('[', "\\[")
}

/// A text that stands back.
fn dim(text: &str) -> String {
    format!("[dim]{text}[/]")
}

struct Page<'a> {
    view: &'a View,
    names: Names<'a>,
    text: &'a Localizer<'a>,
    /// What is drawn so far.
    lines: String,
}

impl Page<'_> {
    /// Items in a row; what would be too long goes on below, a little further in.
    fn flow(&mut self, indent: usize, items: &[String], between: &str) {
        let mut line = " ".repeat(indent);
        let mut empty = true;
        for item in items {
            let needed = drawn_width(item) + if empty { 0 } else { drawn_width(between) };
            if !empty && drawn_width(&line) + needed > WIDTH {
                self.lines.push_str(line.trim_end());
                self.lines.push('\n');
                line = " ".repeat(indent + 2);
                empty = true;
            }
            if !empty {
                line.push_str(between);
            }
            line.push_str(item);
            empty = false;
        }
        if !empty {
            self.lines.push_str(line.trim_end());
            self.lines.push('\n');
        }
    }

    /// A heading and names of the mission's own, if there are any.
    fn list(&mut self, indent: usize, heading: &str, names: &[String]) {
        let last = names.len().saturating_sub(1);
        let mut items: Vec<String> = names.iter().map(|name| literal(name)).collect();
        for item in &mut items[..last] {
            item.push(',');
        }
        if let Some(first) = items.first_mut() {
            first.insert_str(0, &format!("{} ", dim(heading)));
        }
        self.flow(indent, &items, " ");
    }

    /// A text in lines.
    fn paragraph(&mut self, indent: usize, text: &str) {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        self.flow(indent, &words, " ");
    }

    fn seat_name(&self, seat: Seat) -> String {
        if self.view.viewer.is(seat) {
            message!(self.text, "table-you")
        } else {
            self.text.seat(seat, "bare").into_owned()
        }
    }

    fn heading(&mut self) {
        let (table, text) = (&self.view.table, self.text);
        let name = message!(text, ("game", "name"));
        let mut items = vec![format!("[b]{name}[/]"), literal(&text.content(&table.mission.name))];
        if table.turn > 0 {
            let turn = format!("[b]{}[/]", table.turn);
            let limit = self.view.options.limit();
            items.push(message!(text, "table-turn", turn, limit));
        }
        items.push(message!(text, ("phase", table.phase.notation())));
        let leader = self.seat_name(table.leader);
        items.push(message!(text, "table-leader", leader));
        items.push(if table.alert {
            format!("[red]!! {} !![/]", message!(text, "table-alert"))
        } else {
            format!("[green]{}[/]", message!(text, "table-quiet"))
        });
        if table.retries_used > 0 {
            let attempt = table.retries_used + 1;
            items.push(message!(text, "table-attempt", attempt));
        }
        if table.retries > 0 {
            items.push(message!(text, "table-retries", count = table.retries));
        }
        self.flow(0, &items, " · ");
    }

    fn event(&mut self) {
        let (table, text) = (&self.view.table, self.text);
        let events = &table.mission.pack.events;
        let card = table.event.and_then(|card| events.get(usize::from(card)));
        let Some(card) = card else {
            return;
        };
        let event = format!("[magenta]{}[/]", literal(&text.content(&card.name)));
        let effect = literal(&text.content(&card.text));
        let sign = card.compass.map_or("?", |way| ["↑", "→", "↓", "←"][way as usize]);
        let way = message!(text, "table-compass", way = card.compass);
        let compass = format!("[cyan]{sign} {way}[/]");
        self.paragraph(0, &message!(text, "table-event", event, compass, effect));
    }

    fn legend(&mut self) {
        for line in message!(self.text, "table-legend").lines() {
            let signs: Vec<String> = line.split("  ").map(dim).collect();
            self.flow(3, &signs, "  ");
        }
    }

    fn objectives(&mut self) {
        let (table, text) = (&self.view.table, self.text);
        let mut lines = Vec::new();
        for (number, objective) in (0u8..).zip(&table.mission.level.objectives) {
            let name = literal(&self.names.objective(number));
            let square = objective.at;
            if table.objectives >> number & 1 == 0 {
                let done = if table.painted == Some(number) {
                    message!(text, "objective-false", square)
                } else {
                    message!(text, "objective-done", square)
                };
                lines.push(format!("[green]✓ {name}[/] {}", dim(&done)));
                continue;
            }
            lines.push(message!(
                text,
                "objective-open",
                objective = format!("[magenta]{name}[/]"),
                square,
                cubes = self.names.count("cubes", objective.cost),
                held = table.posted[usize::from(number)].total(),
                places = objective.places
            ));
        }
        if table.objectives == 0 {
            lines.push(format!("[b]{}[/]", message!(text, "objective-none")));
        }
        self.flow(0, &lines, " · ");
    }

    /// What wins the trophy, and what fails the mission at once.
    fn stakes(&mut self) {
        let (mission, text) = (&self.view.table.mission, self.text);
        let seen = self.view.table.bodies_seen;
        let goals = text.list(mission.sync.iter().map(|&goal| goal_text(goal, text)));
        let fails = mission.fails.iter();
        let fails = text.list(fails.map(|&failure| failure_text(failure, seen, text)));
        let mut stakes = Vec::new();
        if !goals.is_empty() {
            stakes.push(message!(text, "table-goals", goals));
        }
        if !fails.is_empty() {
            stakes.push(message!(text, "table-failures", fails));
        }
        let words: Vec<String> =
            stakes.iter().flat_map(|text| text.split_whitespace()).map(dim).collect();
        self.flow(0, &words, " ");
    }

    /// What is asked, and of whom.
    fn asked(&mut self) {
        let (table, text) = (&self.view.table, self.text);
        if let Some(ending) = table.ending {
            let ending = ended(ending, table.trophy, text);
            self.paragraph(0, &format!("[b]{ending}[/]"));
            return;
        }
        let Some(asked) = table.pending.agenda.question() else {
            return;
        };
        self.under_way(asked);
        let question = question(table, self.names, asked);
        let state = Brotherhood {
            options: std::sync::Arc::clone(&self.view.options),
            table: table.clone(),
        };
        let seats = state.seats_asked(asked);
        let seats = text.list(seats.iter().map(|seat| self.seat_name(seat)));
        let asked = message!(text, "table-asks", seats, question = literal(&question));
        self.paragraph(0, &format!("[b]{}[/]", capital(&asked)));
    }

    /// What one must know to answer: the dice that lie, the cards drawn, the trade talked about.
    fn under_way(&mut self, asked: Question) {
        let (table, text) = (&self.view.table, self.text);
        let pending = &table.pending;
        let mut items = Vec::new();
        match asked {
            Question::Elites { .. }
            | Question::Crossbowmen { .. }
            | Question::Drowned { .. }
            | Question::Vanished { .. } => {
                if let Some(attack) = pending.attack {
                    let hits = self.names.count("hits", attack.hits);
                    items.push(message!(text, "table-hits", hits, square = attack.target));
                }
            }
            Question::Keep { .. } => {
                let drawn = self.names.cards(&pending.drawn);
                self.list(0, &message!(text, "table-drawn"), &drawn);
            }
            Question::TradePair { .. } | Question::TradeCard { .. } | Question::Consent { .. } => {
                for pass in pending.passes() {
                    let card = literal(&self.names.card(pass.card));
                    items.push(self.names.pass(&card, pass.giver, pass.taker));
                }
            }
            Question::Buy | Question::Buyer { .. } => {
                let offer = pending.offer.into_iter().flatten();
                let offer: Vec<String> = offer.map(|kind| self.names.card(kind)).collect();
                self.list(0, &message!(text, "table-offer"), &offer);
            }
            Question::Cancel | Question::Reroll { .. } => {
                let tests = AssassinId::ALL.into_iter().zip(pending.tests.dice);
                for (who, dice) in tests.filter(|(_, dice)| *dice > 0) {
                    let (assassin, dice) =
                        (self.names.assassin(who), self.names.count("dice", dice));
                    items.push(message!(text, "table-test", assassin, dice));
                }
            }
            _ => {}
        }
        self.flow(0, &items, " · ");
    }
}
