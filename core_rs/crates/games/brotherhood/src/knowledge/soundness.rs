//! Whether a view makes sense: what somebody made up, or changed on the way, is refused. Types say
//! most of it; this is what depends on the table.

use intrigue_core::{Seat, SeatSet};

use crate::content::ids::{AssassinId, AssassinSet, Ways};
use crate::content::pack::{KINDS, SET};
use crate::content::squares::{PLACES, SQUARES, Squad, Square};
use crate::knowledge::view::View;
use crate::rules::agenda::{Attack, Call, Draw, OFFERS, Procedure, Question, Task};
use crate::rules::state::{Assassin, CREW, CUBES, Phase, Place};

/// More of anything than a table can hold; sums of two still fit.
const MANY: u8 = 100;

impl View {
    /// Whether every number of the table is one that rules and words can work with. It says
    /// nothing of how the table could have come about.
    pub(crate) fn is_sound(&self) -> bool {
        self.seats_are_sound()
            && self.table.assassins().iter().all(|one| self.knows(one))
            && self.guards_are_sound()
            && self.cards_are_sound()
            && self.pending_state_is_sound()
    }

    fn seats_are_sound(&self) -> bool {
        let (options, table) = (&self.options, &self.table);
        let seats = SeatSet::first(options.seats.into());
        let known = |seat: Seat| seats.contains(seat);
        let within = |set: SeatSet| set.without(seats).is_empty();
        let size = usize::from(table.size);
        self.viewer.seat().is_none_or(known)
            && known(table.leader)
            && within(table.done)
            && within(table.resigned)
            && within(table.pending.passed)
            && size == options.team.len()
            && (1..=CREW).contains(&size)
            && table.retries.checked_add(table.retries_used) == Some(options.retries)
            && table.turn <= MANY
            && table.earlier < 10 * u16::from(MANY)
            && table.ending.is_some() == (table.phase == Phase::Over)
    }

    fn knows(&self, one: &Assassin) -> bool {
        let mission = &self.table.mission;
        let kinds = mission.pack.equipment.len();
        let somewhere = match one.place {
            Place::Square(square) => self.has(square),
            Place::Tower(tower) => usize::from(tower) < mission.level.towers.len(),
            Place::Away | Place::Out => true,
        };
        somewhere
            && (1..=2).contains(&one.level)
            && one.cubes <= CUBES
            && one.hearts <= MANY
            && one.fell <= MANY
            && one.used >> kinds == 0
            && one.slots.iter().flatten().all(|kind| kind.index() < kinds)
            && few(&one.beside, kinds)
    }

    fn has(&self, square: Square) -> bool {
        square.index() < SQUARES && self.table.mission.level.squares.contains(square)
    }

    fn guards_are_sound(&self) -> bool {
        let table = &self.table;
        let level = &table.mission.level;
        let mut figures = [0u32; 2];
        let mut count = |squad: Squad| {
            figures[0] += u32::from(squad.crossbowmen);
            figures[1] += u32::from(squad.elites);
        };
        count(table.reserve);
        count(table.boxed);
        for (&guards, &bodies) in table.guards.iter().zip(&table.bodies) {
            count(guards);
            count(bodies);
        }
        let all = table.mission.figures;
        if figures != [all.crossbowmen, all.elites].map(u32::from) {
            return false;
        }
        let stand = table.watched.iter().all(|square| {
            let guards = table.guards[square.index()];
            self.has(square) && (1..=PLACES).contains(&guards.total())
        });
        let lie = table.strewn.iter().all(|square| self.has(square));
        let posted = table.posted.iter().enumerate().all(|(number, posted)| {
            let Some(objective) = level.objectives.get(number) else {
                return posted.is_empty();
            };
            let guards = table.guards[objective.at.index()];
            posted.crossbowmen <= guards.crossbowmen
                && posted.elites <= guards.elites
                && posted.total() <= objective.places
        });
        stand
            && lie
            && posted
            && table.bases.iter().all(|square| self.has(square))
            && table.chests.without(level.chests).is_empty()
            && u32::from(table.objectives) >> level.objectives.len() == 0
            && below(table.painted, level.objectives.len())
    }

    fn cards_are_sound(&self) -> bool {
        let table = &self.table;
        let pack = &table.mission.pack;
        let kinds = pack.equipment.len();
        let piles = [&table.deck, &table.discards, &table.gone];
        let events = table.events | table.events_discarded;
        let copies = pack.chests.iter().map(|chest| chest.copies);
        let chests = table.chest_deck.iter().zip(copies.chain([0; 16]));
        let company = table.companions.iter();
        piles.iter().all(|pile| few(pile, kinds))
            && events & !table.mission.events == 0
            && table.events & table.events_discarded == 0
            && table.reinforcements & table.reinforcements_discarded == 0
            && chests.into_iter().all(|(&left, copies)| left <= copies)
            && below(table.tower_card, pack.towers.len())
            && below(table.event, pack.events.len())
            && company.into_iter().flatten().all(|&who| self.plays(who))
            && table.skips <= MANY
    }

    /// Whether there is such an assassin.
    fn plays(&self, who: AssassinId) -> bool {
        who.index() < usize::from(self.table.size)
    }

    /// What the steps under way point at: squares and assassins that there are.
    fn pending_state_is_sound(&self) -> bool {
        let pending = &self.table.pending;
        let kinds = self.table.mission.pack.equipment.len();
        let tasks = pending.agenda.tasks();
        let passes = pending.passes.iter().flatten();
        let needs_somebody = match pending.agenda.top() {
            None | Some(Task::Do(_) | Task::Draw(Draw::Cards { count: 0, .. })) => false,
            Some(Task::Draw(_) | Task::Ask(_)) => true,
        };
        tasks.iter().all(|&task| self.is_possible(task))
            && pending.entered.iter().all(|who| self.plays(who))
            && pending.passes().count() == passes.clone().count()
            && passes.into_iter().all(|pass| {
                pass.card.index() < kinds && self.plays(pass.giver) && self.plays(pass.taker)
            })
            && (self.table.ending.is_some() || needs_somebody)
            && pending.groups.iter().all(|at| self.has(at))
            && pending.goals.iter().all(|at| self.has(at))
            && pending.attack.is_none_or(|attack| self.is_attack(attack))
            && self.attack_is_in_order()
            && pending.offer.iter().flatten().all(|card| card.index() < kinds)
            && pending.coming.iter().all(|squad| squad.crossbowmen <= MANY && squad.elites <= MANY)
            && pending.dice.iter().all(|&dice| dice <= MANY)
            && pending.dice[self.table.size.into()..].iter().all(|&dice| dice == 0)
            && pending.tests.dice.iter().all(|&dice| dice <= MANY)
            && few(&pending.drawn, kinds)
    }

    fn is_attack(&self, attack: Attack) -> bool {
        let kinds = self.table.mission.pack.equipment.len();
        self.plays(attack.assassin)
            && attack.weapon.is_none_or(|weapon| weapon.index() < kinds)
            && self.has(attack.target)
            && attack.hits <= MANY
            && attack.felled.crossbowmen <= PLACES
            && attack.felled.elites <= PLACES
    }

    /// Whether the tasks of an attack are there only while it is under way, and end it last.
    fn attack_is_in_order(&self) -> bool {
        let pending = &self.table.pending;
        let mut tasks = pending.agenda.tasks().iter().filter(|task| {
            matches!(
                task,
                Task::Draw(Draw::AttackDice { .. })
                    | Task::Ask(
                        Question::Elites { .. }
                            | Question::Crossbowmen { .. }
                            | Question::Drowned { .. }
                            | Question::Vanished { .. }
                    )
                    | Task::Do(
                        Procedure::ApplySpecial | Procedure::DivideHits | Procedure::EndAttack
                    )
            )
        });
        let end = Task::Do(Procedure::EndAttack);
        match pending.attack {
            None => tasks.next().is_none(),
            Some(_) => tasks.next() == Some(&end) && tasks.all(|&task| task != end),
        }
    }

    /// Whether everything that a task points at is there.
    fn is_possible(&self, task: Task) -> bool {
        match task {
            Task::Draw(draw) => self.can_draw(draw),
            Task::Ask(question) => self.can_ask(question),
            Task::Do(procedure) => self.can_do(procedure),
        }
    }

    fn can_draw(&self, draw: Draw) -> bool {
        match draw {
            Draw::Mirror
            | Draw::Event
            | Draw::Way
            | Draw::FalseObjective
            | Draw::Tests
            | Draw::Reinforcement { call: Call::Only | Call::FirstOfTwo } => true,
            Draw::Cards { assassin, .. }
            | Draw::Tower { assassin }
            | Draw::TestAgain { assassin } => self.plays(assassin),
            Draw::Chest { assassin } => {
                self.plays(assassin) && self.table.crew[assassin].square().is_some()
            }
            Draw::Reinforcement { call: Call::SecondOfTwo { first } } => usize::from(first) < SET,
            Draw::AttackDice { assassin, dice } | Draw::GuardDice { assassin, dice } => {
                self.plays(assassin) && dice <= MANY
            }
            Draw::Offer { place } => usize::from(place) < OFFERS,
        }
    }

    fn can_ask(&self, question: Question) -> bool {
        use Question as Q;
        let table = &self.table;
        let level = &table.mission.level;
        let all = |among: AssassinSet| among.iter().all(|who| self.plays(who));
        let stations = level.stations.len();
        let can_go = |from: Square, to: Square, count: u8| {
            self.has(from) && self.has(to) && count <= table.loose_guards(from).total()
        };
        match question {
            Q::Acts | Q::Window | Q::Cancel | Q::Body { .. } | Q::Station | Q::Buy => true,
            Q::Kit { card, among } => usize::from(card) < table.mission.kit.len() && all(among),
            Q::Finder { among, .. } | Q::Company { among, .. } | Q::Spare { among, .. } => {
                all(among)
            }
            Q::Reroll { tested, by } => self.plays(tested) && self.plays(by),
            Q::Pursuers { assassin, from, to, count } => {
                self.plays(assassin) && can_go(from, to, count)
            }
            Q::Movers { from, to, count } => can_go(from, to, count),
            Q::Way { from, ways } => {
                self.has(from) && lead_somewhere(ways, level.beat[from.index()])
            }
            Q::First { to, ways } => self.has(to) && lead_somewhere(ways, level.beat[to.index()]),
            Q::Shot { from, ways, dice } => {
                self.has(from) && lead_somewhere(ways, level.near[from.index()]) && dice <= MANY
            }
            Q::Placed { count, .. } => count <= PLACES,
            Q::Entrance { entrances } => {
                let mut entrances = entrances.iter();
                entrances.all(|entrance| level.entrances[entrance.index()].is_some())
            }
            Q::Reinforcement { first, second } => usize::from(first.max(second)) < SET,
            Q::Elites { assassin, .. }
            | Q::Crossbowmen { assassin, .. }
            | Q::Drowned { assassin }
            | Q::Vanished { assassin }
            | Q::Move { assassin, .. }
            | Q::Hide { assassin, .. }
            | Q::Keep { assassin }
            | Q::Sell { assassin }
            | Q::Tend { assassin }
            | Q::TradePair { payer: assassin }
            | Q::Consent { payer: assassin } => self.plays(assassin),
            Q::TradeCard { payer, giver, taker } => {
                self.plays(payer) && self.plays(giver) && self.plays(taker)
            }
            Q::Place { assassin, station } => {
                self.plays(assassin) && usize::from(station) < stations
            }
            Q::Buyer { offer } => {
                let offer = table.pending.offer.get(usize::from(offer));
                let card = offer.and_then(|card| *card);
                let card = card.and_then(|card| table.mission.pack.equipment.get(card.index()));
                card.is_some_and(|card| u16::from(card.florins) <= table.florins)
            }
        }
    }

    fn can_do(&self, procedure: Procedure) -> bool {
        use Procedure as P;
        let mission = &self.table.mission;
        let (size, steps) = (self.table.size, mission.steps.len());
        match procedure {
            P::BeginTurn
            | P::BeginEvent
            | P::BeginActs
            | P::EndActs
            | P::March
            | P::Declare
            | P::Strike
            | P::Reinforce
            | P::EndTurn
            | P::Judge
            | P::ApplySpecial
            | P::DivideHits
            | P::EndAttack
            | P::OpenOffer => true,
            P::NextStep { step } => usize::from(step) <= steps,
            P::BeginStep { step, .. } => usize::from(step) < steps,
            P::StrikeSquare { at } => self.has(at),
            P::Arrive { assassin, .. }
            | P::Settle { assassin }
            | P::KeepCard { assassin }
            | P::Exchange { payer: assassin }
            | P::Investigate { assassin } => self.plays(assassin),
            P::OfferRerolls { done: number }
            | P::Market { sold: number }
            | P::TendNext { tended: number } => number <= size,
            P::PlaceNext { placed, station } => {
                placed <= size && usize::from(station) < mission.level.stations.len()
            }
            P::DealKit { dealt } => usize::from(dealt) <= mission.kit.len(),
            P::ApplyChest { assassin, card } => {
                self.plays(assassin) && usize::from(card) < mission.pack.chests.len()
            }
        }
    }
}

/// Whether only kinds that there are have cards, and not too many.
fn few(cards: &[u8; KINDS], kinds: usize) -> bool {
    let mut cards = cards.iter().enumerate();
    cards.all(|(kind, &count)| count == 0 || (kind < kinds && count <= MANY))
}

/// Whether a number, if there is one, is a place in a list so long.
fn below(number: Option<u8>, length: usize) -> bool {
    number.is_none_or(|number| usize::from(number) < length)
}

/// Whether there is a way, and behind each of these a square.
fn lead_somewhere(ways: Ways, near: [Option<Square>; 4]) -> bool {
    !ways.is_empty() && ways.iter().all(|way| near[way as usize].is_some())
}
