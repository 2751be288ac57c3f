//! Answers to what is asked, as things stand.

use intrigue_core::message;

use super::Scene;
use crate::content::squares::{Guard, Squad, Square, Way};
use crate::rules::action::Action;
use crate::rules::agenda::Kind;
use crate::rules::state::Assassin;
use crate::text::names::companion;
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
        match self.task.kind {
            Kind::Acts => message!(text, "decline-acts"),
            Kind::Window => message!(text, "decline-window"),
            Kind::AskCancel => message!(text, "decline-cancel"),
            Kind::AskReroll => message!(text, "decline-reroll"),
            Kind::AskMove => message!(text, "decline-move"),
            Kind::AskHide => message!(text, "decline-hide"),
            Kind::AskKeep => message!(text, "decline-keep"),
            Kind::AskPass if self.table.workings.passing == 0 => message!(text, "decline-trade"),
            Kind::AskPass => message!(text, "decline-pass"),
            Kind::AskSell => message!(text, "decline-sell"),
            Kind::AskBuy => message!(text, "decline-buy"),
            Kind::AskTend => message!(text, "decline-tend"),
            _ => label(action, text),
        }
    }

    fn consent(&self) -> String {
        let workings = &self.table.workings;
        let passes = workings.passes[..usize::from(workings.passing)].iter();
        let passes = passes.map(|pass| {
            let card = self.names.card(pass.kind);
            self.names.pass(&card, pass.from, pass.to)
        });
        let passes = self.text.list(passes);
        if passes.is_empty() {
            return label(Action::Agree, self.text);
        }
        message!(self.text, "answer-agree", passes)
    }

    fn naming(&self, who: u8) -> String {
        let (text, assassin, number) = (self.text, self.names.assassin(who), self.task.n);
        match self.task.kind {
            Kind::AskKit => {
                let card = self.table.scenario.kit.get(usize::from(number)).copied();
                self.card_for(card, &assassin)
            }
            Kind::AskBuyer => {
                let card = self.table.workings.offer.get(usize::from(number)).copied();
                self.card_for(card, &assassin)
            }
            Kind::AskFinder => message!(text, "answer-finder", assassin, cards = number),
            Kind::AskCompany => {
                message!(
                    text,
                    "answer-company",
                    companions = companion(number),
                    assassin
                )
            }
            Kind::AskCancel => message!(text, "answer-cancel", assassin),
            Kind::AskSpare => message!(text, "answer-spare", assassin),
            Kind::AskTend => message!(text, "answer-tend", assassin),
            _ => assassin,
        }
    }

    fn card_for(&self, card: Option<u8>, assassin: &str) -> String {
        let card = card.map_or(String::new(), |kind| self.names.card(kind));
        message!(self.text, "answer-card-for", card, assassin)
    }

    fn choosing(&self, kind: u8) -> String {
        let (text, card) = (self.text, self.names.card(kind));
        let florins = self.table.scenario.pack.equipment.get(usize::from(kind));
        let florins = florins.map_or(0, |card| card.florins);
        match self.task.kind {
            Kind::AskKeep => message!(text, "answer-keep", card),
            Kind::AskPassed => self.names.pass(&card, self.task.at, self.task.to),
            Kind::AskSell => message!(text, "answer-sell", card, florins),
            Kind::AskBuy => message!(text, "answer-buy", card, florins),
            _ => card,
        }
    }

    /// So many elites, the rest crossbowmen.
    fn elites(&self, number: u8) -> String {
        let text = self.text;
        let guards = Squad::new(self.task.n.saturating_sub(number), number);
        let guards = self.names.squad(guards);
        let (at, to) = (Square(self.task.at), Square(self.task.to));
        let guard = if number > 0 {
            Guard::Elite
        } else {
            Guard::Crossbowman
        };
        match self.task.kind {
            Kind::AskPursuers => message!(text, "answer-pursuers", guards, to),
            Kind::AskMovers => message!(text, "answer-movers", guards, at, to),
            Kind::AskPlaced => {
                let entrance = self.entrance(self.task.who);
                message!(text, "answer-placed", guards, entrance)
            }
            Kind::AskDrowned => message!(text, "answer-drowned", guard),
            Kind::AskVanished => message!(text, "answer-vanished", guard),
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
        let (at, to) = (Square(self.task.at), Square(self.task.to));
        let beside = |square| self.square(self.near(square, way));
        match self.task.kind {
            Kind::AskWay => message!(text, "answer-way", at, way, to = beside(at)),
            Kind::AskFirst => message!(text, "answer-first", from = beside(to), to),
            Kind::AskShot => message!(text, "answer-shot", at, to = beside(at)),
            Kind::AskMove => {
                let one = self.table.assassins().get(usize::from(self.task.who));
                let from = one.and_then(Assassin::square);
                self.going(way, from.and_then(|from| self.near(from, way)))
            }
            _ => label(Action::Toward(way), text),
        }
    }

    fn picking(&self, number: u8) -> String {
        let text = self.text;
        let offer = self.table.workings.offer;
        let card = offer.get(usize::from(number)).copied().unwrap_or_default();
        match self.task.kind {
            Kind::AskCard => {
                let set = usize::from(self.table.size.max(1)) - 1;
                let cards = &self.table.scenario.pack.reinforcements[set];
                let Some(card) = cards.get(usize::from(card)) else {
                    return label(Action::Pick(number), text);
                };
                let column = if self.table.alert {
                    card.alert
                } else {
                    card.quiet
                };
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
            Kind::AskBuy => self.choosing(card),
            _ => label(Action::Pick(number), text),
        }
    }

    fn placing(&self, square: Square) -> String {
        let (text, at) = (self.text, self.names.square(square));
        match self.task.kind {
            Kind::AskPlace => {
                let assassin = self.names.assassin(self.task.who);
                message!(text, "answer-place", assassin, at)
            }
            Kind::AskBody => message!(text, "answer-body", at),
            _ => at,
        }
    }
}
