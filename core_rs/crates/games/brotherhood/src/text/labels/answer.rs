//! Answers to what is asked, as things stand.

use intrigue_core::Lang;

use super::Scene;
use crate::content::ids::{AssassinId, EquipmentId};
use crate::content::squares::{Guard, Squad, Square, Way};
use crate::rules::action::Action;
use crate::rules::agenda::Question;
use crate::text::names::{a_guard, capital, companion_name, count, guard_nouns, squad, toward};
use crate::text::words::label;

impl Scene<'_> {
    /// An answer to what is asked now.
    pub(super) fn answer(&self, action: Action) -> String {
        let text = match action {
            Action::Done | Action::Decline | Action::Enough => self.ending(action),
            Action::Agree => self.consent(),
            Action::Name(who) => self.naming(who),
            Action::Pair(from, to) => {
                let (from, to) = (self.names.assassin(from), self.names.assassin(to));
                match self.lang {
                    Lang::En => format!("{from} gives {to} a card"),
                    Lang::Fr => format!("{from} donne une carte à {to}"),
                }
            }
            Action::Card(kind) => self.choosing(kind),
            Action::Elites(number) => self.elites(number),
            Action::Crossbowmen(number) => self.felling(number, Guard::Crossbowman),
            Action::Toward(way) => self.directing(way),
            Action::Station(number) => {
                let at = self.station(number);
                match self.lang {
                    Lang::En => format!("go on from the station of {at}"),
                    Lang::Fr => format!("repartir de la station de {at}"),
                }
            }
            Action::Entrance(number) => {
                let entrance = self.entrance(number);
                match self.lang {
                    Lang::En => format!("the guard comes by {entrance}"),
                    Lang::Fr => format!("le garde vient par {entrance}"),
                }
            }
            Action::Pick(number) => self.picking(number),
            Action::At(square) => self.placing(square),
            Action::Refuse | Action::Reroll | Action::Body | Action::Own(..) => {
                label(action, self.lang)
            }
        };
        capital(&text)
    }

    fn ending(&self, action: Action) -> String {
        let Some(question) = self.question else {
            return label(action, self.lang);
        };
        let (en, fr) = match question {
            Question::Acts => ("done with this phase", "terminé pour cette phase"),
            Question::Window => ("keep the saved cube", "garder le cube mis de côté"),
            Question::Cancel => ("let the tests be made", "laisser faire les tests"),
            Question::Reroll { .. } => ("let the dice lie", "laisser les dés"),
            Question::Move { .. } => ("stay here", "rester là"),
            Question::Hide { .. } => ("hide no more bodies", "ne plus cacher de corps"),
            Question::Keep { .. } => ("keep none", "n'en garder aucune"),
            Question::TradePair { .. } if self.table.pending.passes[0].is_none() => {
                ("no trade after all", "finalement, pas d'échange")
            }
            Question::TradePair { .. } => ("that is the trade", "voilà l'échange"),
            Question::Sell { .. } => ("sell nothing more", "ne plus rien vendre"),
            Question::Buy => ("buy nothing more", "ne plus rien acheter"),
            Question::Tend { .. } => ("keep the remedies", "garder les remèdes"),
            _ => return label(action, self.lang),
        };
        self.fixed(en, fr)
    }

    fn consent(&self) -> String {
        let passes = self.table.pending.passes().map(|pass| {
            let from = self.names.assassin(pass.giver);
            let to = self.names.assassin(pass.taker);
            format!("{} ({from} → {to})", self.names.card(pass.card))
        });
        let passes: Vec<String> = passes.collect();
        let (agree, passes) = (label(Action::Agree, self.lang), passes.join(", "));
        if passes.is_empty() {
            agree
        } else {
            format!("{agree}{} {passes}", self.lang.pick(":", " :"))
        }
    }

    fn naming(&self, who: AssassinId) -> String {
        let (lang, name) = (self.lang, self.names.assassin(who));
        match self.question {
            Some(question @ (Question::Kit { .. } | Question::Buyer { .. })) => {
                let kind = match question {
                    Question::Kit { card, .. } => {
                        self.table.scenario.kit.get(usize::from(card)).copied()
                    }
                    Question::Buyer { offer } => {
                        let card = self.table.pending.offer.get(usize::from(offer));
                        card.copied().flatten()
                    }
                    _ => None,
                };
                let card = kind.map_or(String::new(), |kind| self.names.card(kind));
                match lang {
                    Lang::En => format!("{card}: for {name}"),
                    Lang::Fr => format!("{card} : pour {name}"),
                }
            }
            Some(Question::Finder { cards, .. }) => {
                let cards = count(cards, lang.pick(("card", "cards"), ("carte", "cartes")));
                match lang {
                    Lang::En => format!("{name} draws {cards} and keeps one"),
                    Lang::Fr => format!("{name} pioche {cards} et en garde une"),
                }
            }
            Some(Question::Company { companion, .. }) => {
                let company = companion_name(companion, lang);
                match lang {
                    Lang::En => format!("the {company} go with {name}"),
                    Lang::Fr => format!("{company} suivent {name}"),
                }
            }
            Some(Question::Cancel) => match lang {
                Lang::En => format!("cancel the test for {name}"),
                Lang::Fr => format!("annuler le test contre {name}"),
            },
            Some(Question::Spare { .. }) => match lang {
                Lang::En => format!("one more die against {name}"),
                Lang::Fr => format!("un dé de plus contre {name}"),
            },
            Some(Question::Tend { .. }) => match lang {
                Lang::En => format!("a remedy for {name}"),
                Lang::Fr => format!("un remède pour {name}"),
            },
            _ => name,
        }
    }

    fn choosing(&self, kind: EquipmentId) -> String {
        let (lang, card) = (self.lang, self.names.card(kind));
        let florins = self.table.scenario.pack.equipment.get(kind.index());
        let florins = florins.map_or(0, |card| card.florins);
        let florins = count(florins, ("florin", "florins"));
        match (self.question, lang) {
            (Some(Question::Keep { .. }), Lang::En) => format!("keep {card}"),
            (Some(Question::Keep { .. }), Lang::Fr) => format!("garder {card}"),
            (Some(Question::TradeCard { giver, taker, .. }), _) => {
                let (from, to) = (self.names.assassin(giver), self.names.assassin(taker));
                format!("{card} ({from} → {to})")
            }
            (Some(Question::Sell { .. }), Lang::En) => format!("sell {card} for {florins}"),
            (Some(Question::Sell { .. }), Lang::Fr) => format!("vendre {card} pour {florins}"),
            (Some(Question::Buy), Lang::En) => format!("buy {card} for {florins}"),
            (Some(Question::Buy), Lang::Fr) => format!("acheter {card} pour {florins}"),
            _ => card,
        }
    }

    /// So many elites, the rest crossbowmen.
    fn elites(&self, number: u8) -> String {
        let lang = self.lang;
        let all = |count: u8| squad(Squad::new(count.saturating_sub(number), number), lang);
        match (self.question, lang) {
            (Some(Question::Pursuers { to, count, .. }), Lang::En) => {
                format!("{} follow to {to}", all(count))
            }
            (Some(Question::Pursuers { to, count, .. }), Lang::Fr) => {
                format!("poursuite jusqu'en {to} : {}", all(count))
            }
            (Some(Question::Movers { from, to, count }), Lang::En) => {
                format!("{} go from {from} to {to}", all(count))
            }
            (Some(Question::Movers { from, to, count }), Lang::Fr) => {
                format!("de {from} en {to} : {}", all(count))
            }
            (Some(Question::Placed { entrance, count }), Lang::En) => {
                format!("{} come by {}", all(count), self.entrance(entrance))
            }
            (Some(Question::Placed { entrance, count }), Lang::Fr) => {
                format!("par {} : {}", self.entrance(entrance), all(count))
            }
            (Some(Question::Drowned { .. }), _) => {
                let guard = a_guard(elite_if(number), lang);
                match lang {
                    Lang::En => format!("{guard} falls into the water"),
                    Lang::Fr => format!("{guard} tombe à l'eau"),
                }
            }
            (Some(Question::Vanished { .. }), _) => {
                let guard = a_guard(elite_if(number), lang);
                match lang {
                    Lang::En => format!("{guard} leaves no body"),
                    Lang::Fr => format!("{guard} ne laisse pas de corps"),
                }
            }
            _ => self.felling(number, Guard::Elite),
        }
    }

    fn felling(&self, number: u8, guard: Guard) -> String {
        let nouns = guard_nouns(guard, self.lang);
        match (number, self.lang) {
            (0, Lang::En) => format!("fell no {}", nouns.0),
            (0, Lang::Fr) => format!("n'abattre aucun {}", nouns.0),
            (_, Lang::En) => format!("fell {}", count(number, nouns)),
            (_, Lang::Fr) => format!("abattre {}", count(number, nouns)),
        }
    }

    fn directing(&self, way: Way) -> String {
        let lang = self.lang;
        match self.question {
            Some(Question::Way { from: at, .. }) => {
                let to = self.square(self.near(at, way));
                let toward = toward(way, lang);
                match lang {
                    Lang::En => format!("the guards of {at} go {toward} to {to}"),
                    Lang::Fr => format!("les gardes de {at} vont {toward} en {to}"),
                }
            }
            Some(Question::First { to, .. }) => {
                let from = self.square(self.near(to, way));
                match lang {
                    Lang::En => format!("the guards of {from} go first to {to}"),
                    Lang::Fr => format!("d'abord les gardes de {from}, vers {to}"),
                }
            }
            Some(Question::Shot { from: at, .. }) => {
                let to = self.square(self.near(at, way));
                match lang {
                    Lang::En => format!("the guards of {at} shoot at {to}"),
                    Lang::Fr => format!("les gardes de {at} tirent en {to}"),
                }
            }
            Some(Question::Move { assassin, .. }) => {
                let from = self.table.crew[assassin].square();
                self.going(way, from.and_then(|from| self.near(from, way)))
            }
            _ => label(Action::Toward(way), lang),
        }
    }

    fn picking(&self, number: u8) -> String {
        let lang = self.lang;
        match self.question {
            Some(Question::Reinforcement { first, second }) => {
                let card = if number == 0 { first } else { second };
                let set = usize::from(self.table.size.max(1)) - 1;
                let cards = &self.table.scenario.pack.reinforcements[set];
                let Some(card) = cards.get(usize::from(card)) else {
                    return label(Action::Pick(number), lang);
                };
                let column = if self.table.alert {
                    card.alert
                } else {
                    card.quiet
                };
                let coming = (b'A'..).zip(column).filter(|(_, squad)| !squad.is_empty());
                let coming = coming.map(|(letter, guards)| {
                    format!("{} {}", char::from(letter), squad(guards, lang))
                });
                let coming: Vec<String> = coming.collect();
                match lang {
                    _ if coming.is_empty() => self.fixed("nobody comes", "personne ne vient"),
                    Lang::En => format!("let come: {}", coming.join(", ")),
                    Lang::Fr => format!("faire venir : {}", coming.join(", ")),
                }
            }
            Some(Question::Buy) => {
                let card = self.table.pending.offer.get(usize::from(number));
                match card.copied().flatten() {
                    Some(card) => self.choosing(card),
                    None => label(Action::Pick(number), lang),
                }
            }
            _ => label(Action::Pick(number), lang),
        }
    }

    fn placing(&self, square: Square) -> String {
        let there = self.names.there(square);
        match self.question {
            Some(Question::Place { assassin, .. }) => {
                let name = self.names.assassin(assassin);
                match self.lang {
                    Lang::En => format!("{name} goes on at {square}{there}"),
                    Lang::Fr => format!("{name} repart en {square}{there}"),
                }
            }
            Some(Question::Body { .. }) => match self.lang {
                Lang::En => format!("take a body back from {square}{there}"),
                Lang::Fr => format!("reprendre un corps de {square}{there}"),
            },
            _ => format!("{square}{there}"),
        }
    }
}

fn elite_if(number: u8) -> Guard {
    if number > 0 {
        Guard::Elite
    } else {
        Guard::Crossbowman
    }
}
