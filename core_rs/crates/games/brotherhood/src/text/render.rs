//! A view as a terminal shows it: what is common, the map, the objectives, the boards, and what is
//! asked. No line is wider than [`WIDTH`], unless a memory's own names are.

mod board;
mod goals;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use intrigue_core::{Lang, Seat, SeatSet};

use crate::content::ids::AssassinId;
use crate::knowledge::view::View;
use crate::rules::agenda::Question;
use crate::rules::state::Brotherhood;
use crate::text::events::ended;
use crate::text::names::{Names, capital, count, cubes, phase_name, way_name};
use crate::text::question::question;
use crate::text::render_map::{draw_map, legend};
use goals::{failure_text, goal_text};

/// The columns of a terminal that a drawing fills.
pub(crate) const WIDTH: usize = 100;

/// A view drawn with style tags.
pub(crate) fn render(view: &View, lang: Lang) -> String {
    let mut page = Page {
        view,
        names: Names::at(&view.table, lang),
        lang,
        text: String::new(),
    };
    page.heading();
    page.event();
    page.text.push_str(&draw_map(&view.table, lang));
    page.legend();
    page.objectives();
    page.stakes();
    for who in view.table.ids() {
        page.board(who);
    }
    page.stocks();
    page.asked();
    page.text
}

/// How many columns a text takes, tags left out.
pub(crate) fn width(text: &str) -> usize {
    let (mut columns, mut in_tag, mut escaped) = (0, false, false);
    for letter in text.chars() {
        match letter {
            '[' if escaped => {
                escaped = false;
                columns += 1;
            }
            ']' if in_tag => in_tag = false,
            _ if in_tag => {}
            '\\' => escaped = true,
            '[' => in_tag = true,
            _ => {
                escaped = false;
                columns += 1;
            }
        }
    }
    columns
}

/// A text of the memory's own: a bracket in it opens no tag.
fn literal(text: &str) -> String {
    text.replace('[', "\\[")
}

struct Page<'a> {
    view: &'a View,
    names: Names<'a>,
    lang: Lang,
    text: String,
}

impl Page<'_> {
    fn pick(&self, en: &str, fr: &str) -> String {
        self.lang.pick(en, fr).to_owned()
    }

    fn colon(&self) -> &'static str {
        self.lang.pick(":", " :")
    }

    /// Items in a row; what would be too long goes on below, a little further in.
    fn flow(&mut self, indent: usize, items: &[String], between: &str) {
        let mut line = " ".repeat(indent);
        let mut empty = true;
        for item in items {
            let needed = width(item) + if empty { 0 } else { width(between) };
            if !empty && width(&line) + needed > WIDTH {
                self.text.push_str(line.trim_end());
                self.text.push('\n');
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
            self.text.push_str(line.trim_end());
            self.text.push('\n');
        }
    }

    /// A noun and names of the memory's own, if there are any.
    fn list(&mut self, indent: usize, noun: &str, names: &[String]) {
        let last = names.len().saturating_sub(1);
        let mut items: Vec<String> = names.iter().map(|name| literal(name)).collect();
        for item in &mut items[..last] {
            item.push(',');
        }
        if let Some(first) = items.first_mut() {
            first.insert_str(0, &format!("[dim]{noun}{}[/] ", self.colon()));
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
            self.pick("you", "vous")
        } else {
            format!("{} {seat}", self.lang.pick("seat", "siège"))
        }
    }

    fn heading(&mut self) {
        let (table, lang) = (&self.view.table, self.lang);
        let limit = self.view.options.limit();
        let mut items = vec![
            "[b]Brotherhood[/]".to_owned(),
            literal(table.scenario.name.get(lang)),
        ];
        if table.turn > 0 {
            items.push(match lang {
                Lang::En => format!("turn [b]{}[/] of {limit}", table.turn),
                Lang::Fr => format!("tour [b]{}[/] sur {limit}", table.turn),
            });
        }
        items.push(phase_name(table.phase, lang).to_owned());
        let leader = self.seat_name(table.leader);
        items.push(match lang {
            Lang::En => format!("leader: {leader}"),
            Lang::Fr => format!("meneur : {leader}"),
        });
        items.push(if table.alert {
            self.pick("[red]!! ALERT !![/]", "[red]!! ALERTE !![/]")
        } else {
            self.pick("[green]quiet[/]", "[green]calme[/]")
        });
        if table.retries_used > 0 {
            let attempt = table.retries_used + 1;
            items.push(format!("{} {attempt}", lang.pick("attempt", "essai")));
        }
        if table.retries > 0 {
            let nouns = lang.pick(
                ("retry left", "retries left"),
                ("reprise possible", "reprises possibles"),
            );
            items.push(count(table.retries, nouns));
        }
        self.flow(0, &items, " · ");
    }

    fn event(&mut self) {
        let (table, lang) = (&self.view.table, self.lang);
        let events = &table.scenario.pack.events;
        let card = table.event.and_then(|card| events.get(usize::from(card)));
        let Some(card) = card else {
            return;
        };
        let name = literal(card.name.get(lang));
        let text = literal(card.text.get(lang));
        let compass = match card.compass {
            Some(way) => format!(
                "{} {}",
                ["↑", "→", "↓", "←"][way as usize],
                way_name(way, lang)
            ),
            None => self.pick("? any way", "? au hasard"),
        };
        let colon = self.colon();
        let event = lang.pick("Event", "Événement");
        self.paragraph(
            0,
            &format!("{event}{colon} [magenta]{name}[/] ([cyan]{compass}[/]) {text}"),
        );
    }

    fn legend(&mut self) {
        for line in legend(self.lang) {
            let signs: Vec<String> = line
                .split("  ")
                .map(|sign| format!("[dim]{sign}[/]"))
                .collect();
            self.flow(3, &signs, "  ");
        }
    }

    fn objectives(&mut self) {
        let (table, lang) = (&self.view.table, self.lang);
        let mut lines = Vec::new();
        for (number, objective) in (0u8..).zip(&table.scenario.level.objectives) {
            let name = literal(&self.names.objective(number));
            let at = objective.at;
            if table.objectives >> number & 1 == 0 {
                let done = if table.painted == Some(number) {
                    self.pick("false", "un leurre")
                } else {
                    self.pick("done", "accompli")
                };
                lines.push(format!("[green]✓ {name}[/] [dim]{at} {done}[/]"));
                continue;
            }
            let held = table.posted[usize::from(number)].total();
            let places = match (objective.places, lang) {
                (0, _) => String::new(),
                (places, Lang::En) => format!(", {held} of {places} places held"),
                (places, Lang::Fr) => format!(", places tenues {held} sur {places}"),
            };
            lines.push(format!(
                "[magenta]{name}[/] {at}, {}{places}",
                cubes(objective.cost)
            ));
        }
        let open = table.objectives.count_ones();
        if open == 0 {
            lines.push(self.pick("[b]now away![/]", "[b]et maintenant, filez ![/]"));
        }
        self.flow(0, &lines, " · ");
    }

    /// What wins the trophy, and what fails the memory at once.
    fn stakes(&mut self) {
        let (table, lang) = (&self.view.table, self.lang);
        let goals = table
            .scenario
            .sync
            .iter()
            .map(|&goal| goal_text(goal, lang));
        let goals: Vec<String> = goals.collect();
        let fails = table.scenario.fails.iter();
        let fails = fails.map(|&failure| failure_text(failure, table.bodies_seen, lang));
        let fails: Vec<String> = fails.collect();
        let colon = self.colon();
        let mut text = String::new();
        if !goals.is_empty() {
            text = format!("100 %{colon} {}.", goals.join(", "));
        }
        if !fails.is_empty() {
            let noun = lang.pick("Fails at once if", "Échec immédiat si");
            let _ = write!(text, " {noun}{colon} {}.", fails.join(", "));
        }
        let words: Vec<String> = text
            .split_whitespace()
            .map(|word| format!("[dim]{word}[/]"))
            .collect();
        self.flow(0, &words, " ");
    }

    /// What is asked, and of whom.
    fn asked(&mut self) {
        let (table, lang) = (&self.view.table, self.lang);
        if let Some(ending) = table.ending {
            let text = ended(ending, table.trophy, lang);
            self.paragraph(0, &format!("[b]{text}[/]"));
            return;
        }
        let Some(asked) = table.pending.agenda.question() else {
            return;
        };
        self.under_way(asked);
        let text = question(table, asked, lang);
        let state = Brotherhood {
            options: std::sync::Arc::clone(&self.view.options),
            table: table.clone(),
        };
        let seats = self.seat_names(state.seats_asked(asked));
        let text = format!("{}{} {}", capital(&seats), self.colon(), literal(&text));
        self.paragraph(0, &format!("[b]{text}[/]"));
    }

    fn seat_names(&self, seats: SeatSet) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.seat_name(seat)).collect();
        names.join(", ")
    }

    /// What one must know to answer: the dice that lie, the cards drawn, the trade talked about.
    fn under_way(&mut self, asked: Question) {
        let (table, lang) = (&self.view.table, self.lang);
        let pending = &table.pending;
        let mut items = Vec::new();
        match asked {
            Question::Elites { .. }
            | Question::Crossbowmen { .. }
            | Question::Drowned { .. }
            | Question::Vanished { .. } => {
                if let Some(attack) = pending.attack {
                    let hits = count(
                        attack.hits,
                        lang.pick(("hit", "hits"), ("touche", "touches")),
                    );
                    let at = attack.target;
                    items.push(match lang {
                        Lang::En => format!("{hits} on {at}"),
                        Lang::Fr => format!("{hits} en {at}"),
                    });
                }
            }
            Question::Keep { .. } => {
                let drawn = self.names.cards(&pending.drawn);
                self.list(0, lang.pick("drawn", "cartes piochées"), &drawn);
            }
            Question::TradePair { .. } | Question::TradeCard { .. } | Question::Consent { .. } => {
                for pass in pending.passes() {
                    let [from, to] = [pass.giver, pass.taker].map(|who| self.names.assassin(who));
                    let card = literal(&self.names.card(pass.card));
                    items.push(format!("{card} ({from} → {to})"));
                }
            }
            Question::Buy | Question::Buyer { .. } => {
                let offer = pending.offer.into_iter().flatten();
                let offer: Vec<String> = offer.map(|kind| self.names.card(kind)).collect();
                self.list(0, lang.pick("on offer", "à vendre"), &offer);
            }
            Question::Cancel | Question::Reroll { .. } => {
                for (who, dice) in AssassinId::ALL
                    .into_iter()
                    .zip(pending.tests.dice)
                    .filter(|(_, dice)| *dice > 0)
                {
                    let dice = count(dice, lang.pick(("die", "dice"), ("dé", "dés")));
                    items.push(format!("{} {dice}", self.names.assassin(who)));
                }
            }
            _ => {}
        }
        self.flow(0, &items, " · ");
    }
}
