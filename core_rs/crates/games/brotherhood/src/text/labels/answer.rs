//! Answers to what is asked, as things stand.

use intrigue_core::Lang;

use super::Scene;
use crate::content::squares::{Guard, Squad, Square, Way};
use crate::rules::action::Action;
use crate::rules::agenda::Kind;
use crate::rules::state::Assassin;
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
        let (en, fr) = match self.task.kind {
            Kind::Acts => ("done with this phase", "terminé pour cette phase"),
            Kind::Window => ("keep the saved cube", "garder le cube mis de côté"),
            Kind::AskCancel => ("let the tests be made", "laisser faire les tests"),
            Kind::AskReroll => ("let the dice lie", "laisser les dés"),
            Kind::AskMove => ("stay here", "rester là"),
            Kind::AskHide => ("hide no more bodies", "ne plus cacher de corps"),
            Kind::AskKeep => ("keep none", "n'en garder aucune"),
            Kind::AskPass if self.table.pending.passing == 0 => {
                ("no trade after all", "finalement, pas d'échange")
            }
            Kind::AskPass => ("that is the trade", "voilà l'échange"),
            Kind::AskSell => ("sell nothing more", "ne plus rien vendre"),
            Kind::AskBuy => ("buy nothing more", "ne plus rien acheter"),
            Kind::AskTend => ("keep the remedies", "garder les remèdes"),
            _ => return label(action, self.lang),
        };
        self.fixed(en, fr)
    }

    fn consent(&self) -> String {
        let pending = &self.table.pending;
        let passes = pending.passes[..usize::from(pending.passing)].iter();
        let passes = passes.map(|pass| {
            let (from, to) = (self.names.assassin(pass.from), self.names.assassin(pass.to));
            format!("{} ({from} → {to})", self.names.card(pass.kind))
        });
        let passes: Vec<String> = passes.collect();
        let (agree, passes) = (label(Action::Agree, self.lang), passes.join(", "));
        if passes.is_empty() {
            agree
        } else {
            format!("{agree}{} {passes}", self.lang.pick(":", " :"))
        }
    }

    fn naming(&self, who: u8) -> String {
        let (lang, name) = (self.lang, self.names.assassin(who));
        let number = self.task.n;
        match self.task.kind {
            Kind::AskKit | Kind::AskBuyer => {
                let kind = if self.task.kind == Kind::AskKit {
                    self.table.scenario.kit.get(usize::from(number)).copied()
                } else {
                    let offer = self.table.pending.offer;
                    offer.get(usize::from(number)).copied()
                };
                let card = kind.map_or(String::new(), |kind| self.names.card(kind));
                match lang {
                    Lang::En => format!("{card}: for {name}"),
                    Lang::Fr => format!("{card} : pour {name}"),
                }
            }
            Kind::AskFinder => {
                let cards = count(number, lang.pick(("card", "cards"), ("carte", "cartes")));
                match lang {
                    Lang::En => format!("{name} draws {cards} and keeps one"),
                    Lang::Fr => format!("{name} pioche {cards} et en garde une"),
                }
            }
            Kind::AskCompany => {
                let company = companion_name(number, lang);
                match lang {
                    Lang::En => format!("the {company} go with {name}"),
                    Lang::Fr => format!("{company} suivent {name}"),
                }
            }
            Kind::AskCancel => match lang {
                Lang::En => format!("cancel the test for {name}"),
                Lang::Fr => format!("annuler le test contre {name}"),
            },
            Kind::AskSpare => match lang {
                Lang::En => format!("one more die against {name}"),
                Lang::Fr => format!("un dé de plus contre {name}"),
            },
            Kind::AskTend => match lang {
                Lang::En => format!("a remedy for {name}"),
                Lang::Fr => format!("un remède pour {name}"),
            },
            _ => name,
        }
    }

    fn choosing(&self, kind: u8) -> String {
        let (lang, card) = (self.lang, self.names.card(kind));
        let florins = self.table.scenario.pack.equipment.get(usize::from(kind));
        let florins = florins.map_or(0, |card| card.florins);
        let florins = count(florins, ("florin", "florins"));
        match (self.task.kind, lang) {
            (Kind::AskKeep, Lang::En) => format!("keep {card}"),
            (Kind::AskKeep, Lang::Fr) => format!("garder {card}"),
            (Kind::AskPassed, _) => {
                let (from, to) = (self.task.at, self.task.to);
                let (from, to) = (self.names.assassin(from), self.names.assassin(to));
                format!("{card} ({from} → {to})")
            }
            (Kind::AskSell, Lang::En) => format!("sell {card} for {florins}"),
            (Kind::AskSell, Lang::Fr) => format!("vendre {card} pour {florins}"),
            (Kind::AskBuy, Lang::En) => format!("buy {card} for {florins}"),
            (Kind::AskBuy, Lang::Fr) => format!("acheter {card} pour {florins}"),
            _ => card,
        }
    }

    /// So many elites, the rest crossbowmen.
    fn elites(&self, number: u8) -> String {
        let lang = self.lang;
        let all = Squad::new(self.task.n.saturating_sub(number), number);
        let all = squad(all, lang);
        let to = Square(self.task.to);
        match (self.task.kind, lang) {
            (Kind::AskPursuers, Lang::En) => format!("{all} follow to {to}"),
            (Kind::AskPursuers, Lang::Fr) => format!("poursuite jusqu'en {to} : {all}"),
            (Kind::AskMovers, Lang::En) => {
                format!("{all} go from {} to {to}", Square(self.task.at))
            }
            (Kind::AskMovers, Lang::Fr) => {
                format!("de {} en {to} : {all}", Square(self.task.at))
            }
            (Kind::AskPlaced, Lang::En) => {
                format!("{all} come by {}", self.entrance(self.task.who))
            }
            (Kind::AskPlaced, Lang::Fr) => {
                format!("par {} : {all}", self.entrance(self.task.who))
            }
            (Kind::AskDrowned, _) => {
                let guard = a_guard(elite_if(number), lang);
                match lang {
                    Lang::En => format!("{guard} falls into the water"),
                    Lang::Fr => format!("{guard} tombe à l'eau"),
                }
            }
            (Kind::AskVanished, _) => {
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
        let at = Square(self.task.at);
        match self.task.kind {
            Kind::AskWay => {
                let to = self.square(self.near(at, way));
                let toward = toward(way, lang);
                match lang {
                    Lang::En => format!("the guards of {at} go {toward} to {to}"),
                    Lang::Fr => format!("les gardes de {at} vont {toward} en {to}"),
                }
            }
            Kind::AskFirst => {
                let to = Square(self.task.to);
                let from = self.square(self.near(to, way));
                match lang {
                    Lang::En => format!("the guards of {from} go first to {to}"),
                    Lang::Fr => format!("d'abord les gardes de {from}, vers {to}"),
                }
            }
            Kind::AskShot => {
                let to = self.square(self.near(at, way));
                match lang {
                    Lang::En => format!("the guards of {at} shoot at {to}"),
                    Lang::Fr => format!("les gardes de {at} tirent en {to}"),
                }
            }
            Kind::AskMove => {
                let one = self.table.assassins().get(usize::from(self.task.who));
                let from = one.and_then(Assassin::square);
                self.going(way, from.and_then(|from| self.near(from, way)))
            }
            _ => label(Action::Toward(way), lang),
        }
    }

    fn picking(&self, number: u8) -> String {
        let lang = self.lang;
        let offer = self.table.pending.offer;
        let card = offer.get(usize::from(number)).copied().unwrap_or_default();
        match self.task.kind {
            Kind::AskCard => {
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
            Kind::AskBuy => self.choosing(card),
            _ => label(Action::Pick(number), lang),
        }
    }

    fn placing(&self, square: Square) -> String {
        let there = self.names.there(square);
        match self.task.kind {
            Kind::AskPlace => {
                let name = self.names.assassin(self.task.who);
                match self.lang {
                    Lang::En => format!("{name} goes on at {square}{there}"),
                    Lang::Fr => format!("{name} repart en {square}{there}"),
                }
            }
            Kind::AskBody => match self.lang {
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
