//! The assassins' boards and the stocks drawn as text.

use intrigue_core::message;

use super::{Page, dim, literal};
use crate::content::ids::AssassinId;
use crate::content::pack::{Companion, Slot};
use crate::content::squares::Square;
use crate::rules::state::{Assassin, CUBES, Phase};
use crate::text::names::capital;
use crate::text::render_map::{color, initial};

impl Page<'_> {
    /// An assassin's board.
    pub(super) fn board(&mut self, who: AssassinId) {
        let (table, text) = (&self.view.table, self.text);
        let one = &table.crew[who];
        let seat = self.view.options.seat_of(who);
        let role = &table.mission.pack.assassins[usize::from(one.role)];
        let letter = initial(table, one, text);
        let name = if one.apprentice {
            capital(&self.names.assassin(who))
        } else {
            literal(&text.content(&role.name))
        };
        let hearts = usize::from(one.hearts);
        let limit = usize::from(table.heart_limit(one)).max(hearts);
        let spent = usize::from(CUBES.saturating_sub(one.cubes));
        let saved = match (one.saved, table.mission.save) {
            (true, _) => " [cyan]+■[/]",
            (false, true) => " [dim]+□[/]",
            (false, false) => "",
        };
        let mut items = vec![
            format!("[{}]{letter} {name}[/]", color(table, one)),
            self.seat_name(seat),
            format!("[b]{}[/]", self.names.place(one.place)),
            format!("[red]{}[/]{}", "♥".repeat(hearts), "♡".repeat(limit - hearts)),
            format!("[b]{}[/]{}{saved}", "■".repeat(one.cubes.into()), "□".repeat(spent)),
        ];
        items.extend(self.condition(one));
        if one.level > 1 {
            items.push(message!(text, "board-level", level = one.level));
        }
        if !one.apprentice {
            let ability = text.content(&role.text);
            let ability = ability.split([':', '.']).next().unwrap_or_default().trim();
            let ability = literal(ability);
            items.push(if one.spent {
                dim(&message!(text, "board-used", ability))
            } else {
                ability
            });
        }
        if table.done.contains(seat) && table.phase == Phase::Assassins {
            items.push(dim(&message!(text, "board-done")));
        }
        self.flow(0, &items, " · ");
        self.cards(one, who);
    }

    fn condition(&self, one: &Assassin) -> Vec<String> {
        let calm = one.present() && !one.critical() && !one.wanted;
        let spot = |at: Square| self.view.table.mission.level.spots.contains(at);
        let may_hide = one.may_hide && one.square().is_some_and(spot);
        let conditions = [
            (one.critical(), "[red]", "critical", "[/]"),
            (one.wanted, "[red]● ", "wanted", "[/]"),
            (calm && !one.hidden, "", "anonymous", ""),
            (one.hidden, "[green]", "hidden", "[/]"),
            (may_hide, "", "may_hide", ""),
            (one.cloaked, "", "cloaked", ""),
        ];
        let conditions = conditions.into_iter().filter(|(is, ..)| *is);
        let shown = |(_, open, what, close)| {
            format!("{open}{}{close}", message!(self.text, ("condition", what)))
        };
        conditions.map(shown).collect()
    }

    /// What is in an assassin's slots and beside its board, and who is with it.
    fn cards(&mut self, one: &Assassin, who: AssassinId) {
        let (table, text) = (&self.view.table, self.text);
        let mut items = Vec::new();
        for slot in Slot::ALL {
            if let Some(kind) = one.slots[slot as usize] {
                let card = literal(&self.names.card(kind));
                items.push(message!(text, "board-slot", slot, card));
            }
        }
        for kind in Companion::ALL {
            if table.companions[kind as usize] == Some(who) {
                let used = table.companions_used[kind as usize];
                let companions = message!(text, "board-companions", companions = kind, used);
                items.push(format!("[cyan]{companions}[/]"));
            }
        }
        self.flow(2, &items, " · ");
        let beside = self.names.cards(&one.beside);
        self.list(2, &message!(text, "board-beside"), &beside);
    }

    /// What is left in the decks and the reserve.
    pub(super) fn stocks(&mut self) {
        let (table, text) = (&self.view.table, self.text);
        let sum = |cards: &[u8]| cards.iter().map(|&copies| u32::from(copies)).sum::<u32>();
        let (left, put) = (sum(&table.deck), sum(&table.discards));
        let mut items = vec![message!(text, "stock-equipment", left, put)];
        let (left, put) = (table.events, table.events_discarded);
        let (left, put) = (left.count_ones(), put.count_ones());
        items.push(message!(text, "stock-events", left, put));
        if !table.mission.steps.is_empty() {
            let (left, put) = (table.reinforcements, table.reinforcements_discarded);
            let (left, put) = (left.count_ones(), put.count_ones());
            items.push(message!(text, "stock-reinforcements", left, put));
        }
        if !table.mission.level.chests.is_empty() {
            let left = sum(&table.chest_deck);
            items.push(message!(text, "stock-chests", left));
        }
        let guards = self.names.squad(table.reserve);
        items.push(message!(text, "stock-reserve", guards));
        if table.skips > 0 {
            items.push(message!(text, "stock-skips"));
        }
        if let Some(card) = table.tower_card {
            items.push(literal(&self.names.tower(card).0));
        }
        if self.view.options.campaign.is_some() {
            items.push(message!(text, "stock-florins", florins = table.florins));
        }
        let items: Vec<String> = items.iter().map(|item| dim(item)).collect();
        self.flow(0, &items, " [dim]·[/] ");
    }
}
