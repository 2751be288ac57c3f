//! Answers to what is asked, as things stand.

use intrigue_core::message;

use super::Scene;
use crate::content::ids::{AssassinId, EquipmentId};
use crate::content::squares::{Guard, Squad, Square, Way};
use crate::rules::action::Action;
use crate::rules::agenda::Question;
use crate::text::words::label;

impl Scene<'_> {
    /// An answer to what is asked now.
    pub(super) fn answer(&self, action: Action) -> String {
        let text = self.text;
        match action {
            Action::Done | Action::Decline | Action::Enough => self.ending(action),
            Action::Agree => self.consent(),
            Action::Name(who) => self.naming(who),
            Action::Pair(from, to) => {
                let (from, to) = (self.names.assassin(from), self.names.assassin(to));
                message!(text, "answer-pass", from, to)
            }
            Action::Card(kind) => self.choosing(kind),
            Action::Elites(number) => self.elites(number),
            Action::Crossbowmen(number) => self.felling(number, Guard::Crossbowman),
            Action::Toward(way) => self.directing(way),
            Action::Station(number) => message!(text, "answer-station", at = self.station(number)),
            Action::Entrance(number) => {
                message!(text, "answer-entrance", entrance = self.entrance(number))
            }
            Action::Pick(number) => self.picking(number),
            Action::At(square) => self.placing(square),
            Action::Refuse | Action::Reroll | Action::Body | Action::Own(..) => label(action, text),
        }
    }

    /// What it means not to do, or not to do more of, what is asked.
    fn ending(&self, action: Action) -> String {
        let text = self.text;
        match self.question {
            Some(Question::Acts) => message!(text, "decline-acts"),
            Some(Question::Window) => message!(text, "decline-window"),
            Some(Question::Cancel) => message!(text, "decline-cancel"),
            Some(Question::Reroll { .. }) => message!(text, "decline-reroll"),
            Some(Question::Move { .. }) => message!(text, "decline-move"),
            Some(Question::Hide { .. }) => message!(text, "decline-hide"),
            Some(Question::Keep { .. }) => message!(text, "decline-keep"),
            Some(Question::TradePair { .. }) if self.table.pending.passes[0].is_none() => {
                message!(text, "decline-trade")
            }
            Some(Question::TradePair { .. }) => message!(text, "decline-pass"),
            Some(Question::Sell { .. }) => message!(text, "decline-sell"),
            Some(Question::Buy) => message!(text, "decline-buy"),
            Some(Question::Tend { .. }) => message!(text, "decline-tend"),
            _ => label(action, text),
        }
    }

    fn consent(&self) -> String {
        let passes = self.table.pending.passes().map(|pass| {
            let card = self.names.card(pass.card);
            self.names.pass(&card, pass.giver, pass.taker)
        });
        let passes = self.text.list(passes);
        if passes.is_empty() {
            return label(Action::Agree, self.text);
        }
        message!(self.text, "answer-agree", passes)
    }

    fn naming(&self, who: AssassinId) -> String {
        let (text, assassin) = (self.text, self.names.assassin(who));
        match self.question {
            Some(Question::Kit { card, .. }) => {
                let card = self.table.mission.kit.get(usize::from(card)).copied();
                self.card_for(card, &assassin)
            }
            Some(Question::Buyer { offer }) => {
                let card = self.table.pending.offer.get(usize::from(offer));
                self.card_for(card.copied().flatten(), &assassin)
            }
            Some(Question::Finder { cards, .. }) => {
                message!(text, "answer-finder", assassin, cards)
            }
            Some(Question::Company { companion, .. }) => {
                message!(text, "answer-company", companions = companion, assassin)
            }
            Some(Question::Cancel) => message!(text, "answer-cancel", assassin),
            Some(Question::Spare { .. }) => message!(text, "answer-spare", assassin),
            Some(Question::Tend { .. }) => message!(text, "answer-tend", assassin),
            _ => assassin,
        }
    }

    fn card_for(&self, card: Option<EquipmentId>, assassin: &str) -> String {
        let card = card.map_or(String::new(), |kind| self.names.card(kind));
        message!(self.text, "answer-card-for", card, assassin)
    }

    fn choosing(&self, kind: EquipmentId) -> String {
        let (text, card) = (self.text, self.names.card(kind));
        let florins = self.table.mission.pack.equipment.get(kind.index());
        let florins = florins.map_or(0, |card| card.florins);
        match self.question {
            Some(Question::Keep { .. }) => message!(text, "answer-keep", card),
            Some(Question::TradeCard { giver, taker, .. }) => self.names.pass(&card, giver, taker),
            Some(Question::Sell { .. }) => message!(text, "answer-sell", card, florins),
            Some(Question::Buy) => message!(text, "answer-buy", card, florins),
            _ => card,
        }
    }

    /// A number of elites, the rest crossbowmen.
    fn elites(&self, number: u8) -> String {
        let text = self.text;
        let all = |count: u8| {
            let guards = Squad::new(count.saturating_sub(number), number);
            self.names.squad(guards)
        };
        let guard = if number > 0 { Guard::Elite } else { Guard::Crossbowman };
        match self.question {
            Some(Question::Pursuers { to, count, .. }) => {
                message!(text, "answer-pursuers", guards = all(count), to)
            }
            Some(Question::Movers { from, to, count }) => {
                message!(text, "answer-movers", guards = all(count), at = from, to)
            }
            Some(Question::Placed { entrance, count }) => {
                let entrance = self.entrance(entrance);
                message!(text, "answer-placed", guards = all(count), entrance)
            }
            Some(Question::Drowned { .. }) => message!(text, "answer-drowned", guard),
            Some(Question::Vanished { .. }) => message!(text, "answer-vanished", guard),
            _ => self.felling(number, Guard::Elite),
        }
    }

    fn felling(&self, number: u8, guard: Guard) -> String {
        if number == 0 {
            return message!(self.text, "answer-fell-none", guard);
        }
        let guards = self.names.count(guard.notation(), number);
        message!(self.text, "answer-fell", guards)
    }

    fn directing(&self, way: Way) -> String {
        let text = self.text;
        let beside = |square| self.square(self.near(square, way));
        match self.question {
            Some(Question::Way { from: at, .. }) => {
                message!(text, "answer-way", at, way, to = beside(at))
            }
            Some(Question::First { to, .. }) => {
                message!(text, "answer-first", from = beside(to), to)
            }
            Some(Question::Shot { from: at, .. }) => {
                message!(text, "answer-shot", at, to = beside(at))
            }
            Some(Question::Move { assassin, .. }) => {
                let from = self.table.crew[assassin].square();
                self.going(way, from.and_then(|from| self.near(from, way)))
            }
            _ => label(Action::Toward(way), text),
        }
    }

    fn picking(&self, number: u8) -> String {
        let text = self.text;
        match self.question {
            Some(Question::Reinforcement { first, second }) => {
                let card = if number == 0 { first } else { second };
                let set = usize::from(self.table.size.max(1)) - 1;
                let cards = &self.table.mission.pack.reinforcements[set];
                let Some(card) = cards.get(usize::from(card)) else {
                    return label(Action::Pick(number), text);
                };
                let column = if self.table.alert { card.alert } else { card.quiet };
                let coming = (b'A'..).zip(column).filter(|(_, squad)| !squad.is_empty());
                let coming = coming.map(|(letter, guards)| {
                    format!("{} {}", char::from(letter), self.names.squad(guards))
                });
                let coming = text.list(coming);
                if coming.is_empty() {
                    return message!(text, "answer-nobody-comes");
                }
                message!(text, "answer-reinforcement", coming)
            }
            Some(Question::Buy) => {
                let card = self.table.pending.offer.get(usize::from(number));
                match card.copied().flatten() {
                    Some(card) => self.choosing(card),
                    None => label(Action::Pick(number), text),
                }
            }
            _ => label(Action::Pick(number), text),
        }
    }

    fn placing(&self, square: Square) -> String {
        let (text, at) = (self.text, self.names.square(square));
        match self.question {
            Some(Question::Place { assassin, .. }) => {
                let assassin = self.names.assassin(assassin);
                message!(text, "answer-place", assassin, at)
            }
            Some(Question::Body { .. }) => message!(text, "answer-body", at),
            _ => at,
        }
    }
}
