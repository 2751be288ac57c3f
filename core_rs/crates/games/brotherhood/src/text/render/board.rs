//! The assassins' boards and the stocks drawn as text.

use super::Page;
use super::literal;
use crate::content::ids::AssassinId;
use crate::content::pack::{Companion, Slot};
use crate::content::squares::Square;
use crate::rules::state::{Assassin, CUBES, Phase};
use crate::text::names::{capital, companion_name, slot_name, squad};
use crate::text::render_map::{colour, initial};

impl Page<'_> {
    /// An assassin's board.
    pub(super) fn board(&mut self, who: AssassinId) {
        let (table, lang) = (&self.view.table, self.lang);
        let one = &table.crew[who];
        let seat = self.view.options.seat_of(who);
        let role = &table.scenario.pack.assassins[usize::from(one.role)];
        let letter = initial(table, one, lang);
        let name = if one.apprentice {
            capital(&self.names.assassin(who))
        } else {
            literal(role.name.get(lang))
        };
        let hearts = usize::from(one.hearts);
        let limit = usize::from(table.heart_limit(one)).max(hearts);
        let spent = usize::from(CUBES.saturating_sub(one.cubes));
        let saved = match (one.saved, table.scenario.save) {
            (true, _) => " [cyan]+■[/]",
            (false, true) => " [dim]+□[/]",
            (false, false) => "",
        };
        let mut items = vec![
            format!("[{}]{letter} {name}[/]", colour(table, one)),
            self.seat_name(seat),
            format!("[b]{}[/]", self.names.place(one.place)),
            format!(
                "[red]{}[/]{}",
                "♥".repeat(hearts),
                "♡".repeat(limit - hearts)
            ),
            format!(
                "[b]{}[/]{}{saved}",
                "■".repeat(one.cubes.into()),
                "□".repeat(spent)
            ),
        ];
        items.extend(self.condition(one));
        if one.level > 1 {
            items.push(format!("{} {}", lang.pick("level", "niveau"), one.level));
        }
        if !one.apprentice {
            let ability = role.text.get(lang);
            let ability = ability.split([':', '.']).next().unwrap_or_default().trim();
            let ability = literal(ability);
            items.push(if one.spent {
                format!("[dim]{ability} {}[/]", lang.pick("(used)", "(utilisée)"))
            } else {
                ability
            });
        }
        if table.done.contains(seat) && table.phase == Phase::Assassins {
            items.push(self.pick("[dim]done[/]", "[dim]a terminé[/]"));
        }
        self.flow(0, &items, " · ");
        self.cards(one, who);
    }

    fn condition(&self, one: &Assassin) -> Vec<String> {
        let mut items = Vec::new();
        let mut say = |is: bool, en: &str, fr: &str| {
            if is {
                items.push(self.pick(en, fr));
            }
        };
        say(one.critical(), "[red]critical[/]", "[red]état critique[/]");
        say(one.wanted, "[red]● wanted[/]", "[red]● recherché[/]");
        let calm = one.present() && !one.critical() && !one.wanted;
        say(calm && !one.hidden, "anonymous", "anonyme");
        say(one.hidden, "[green]hidden[/]", "[green]caché[/]");
        let spot = |at: Square| self.view.table.scenario.level.spots.contains(at);
        let may_hide = one.may_hide && one.square().is_some_and(spot);
        say(may_hide, "may hide", "peut se cacher");
        say(one.cloaked, "cloaked", "sous une cape");
        items
    }

    /// What is in an assassin's slots and beside its board, and who is with it.
    fn cards(&mut self, one: &Assassin, who: AssassinId) {
        let (table, lang) = (&self.view.table, self.lang);
        let mut items = Vec::new();
        for slot in Slot::ALL {
            if let Some(kind) = one.slots[slot as usize] {
                let card = literal(&self.names.card(kind));
                items.push(format!("[dim]{}[/] {card}", slot_name(slot, lang)));
            }
        }
        for kind in Companion::ALL {
            if table.companions[kind as usize] == Some(who) {
                items.push(format!("[cyan]+ {}[/]", companion_name(kind, lang)));
            }
        }
        self.flow(2, &items, " · ");
        let beside = self.names.cards(&one.beside);
        self.list(2, lang.pick("beside", "à côté"), &beside);
    }

    /// What is left in the decks and the reserve.
    pub(super) fn stocks(&mut self) {
        let (table, lang) = (&self.view.table, self.lang);
        let sum = |cards: &[u8]| cards.iter().map(|&copies| u32::from(copies)).sum::<u32>();
        let pile = |en: &str, fr: &str, left: u32, put: u32| {
            format!("{} {left} (+{put})", lang.pick(en, fr))
        };
        let mut items = vec![
            pile(
                "equipment",
                "équipement",
                sum(&table.deck),
                sum(&table.discards),
            ),
            pile(
                "events",
                "événements",
                table.events.count_ones(),
                table.events_discarded.count_ones(),
            ),
        ];
        if !table.scenario.steps.is_empty() {
            items.push(pile(
                "reinforcements",
                "renforts",
                table.reinforcements.count_ones(),
                table.reinforcements_discarded.count_ones(),
            ));
        }
        if !table.scenario.level.chests.is_empty() {
            let left = sum(&table.chest_deck);
            items.push(format!(
                "{} {left}",
                lang.pick("chest cards", "cartes coffre")
            ));
        }
        let reserve = squad(table.reserve, lang);
        items.push(format!("{} {reserve}", lang.pick("reserve", "réserve")));
        if table.skips > 0 {
            items.push(self.pick(
                "the next reinforcements stay away",
                "prochains renforts annulés",
            ));
        }
        if let Some(card) = table.tower_card {
            items.push(literal(&self.names.tower(card)));
        }
        if self.view.options.campaign.is_some() {
            items.push(format!("florins {}", table.florins));
        }
        let items: Vec<String> = items.iter().map(|item| format!("[dim]{item}[/]")).collect();
        self.flow(0, &items, " [dim]·[/] ");
    }
}
