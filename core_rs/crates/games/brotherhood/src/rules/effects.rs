//! What an assassin does.

use intrigue_core::{EventSink, SeatSet};

use crate::content::ids::{AssassinId, EquipmentId};
use crate::content::pack::{Companion, Effect, Eye, Slot, TowerEffect};
use crate::content::squares::{Guard, Squad, Square};
use crate::rules::action::{Aim, AssassinAction, Errand};
use crate::rules::agenda::{Attack, Draw, PASSES, Procedure, Question};
use crate::rules::counts::{lowest, small};
use crate::rules::fact::{Fact, Flag};
use crate::rules::state::{Brotherhood, Place};

impl Brotherhood {
    /// An assassin does a thing that it may do.
    pub(crate) fn do_assassin_action(
        &mut self,
        who: AssassinId,
        act: AssassinAction,
        window: bool,
        events: &mut impl EventSink<Fact>,
    ) {
        if window {
            self.table.pending.passed = SeatSet::EMPTY;
        }
        if self.table.crew[who].may_hide && act != AssassinAction::Conceal {
            self.set_flag(who, Flag::MayHide, false, events);
        }
        // A trade is paid when all have agreed.
        if act != AssassinAction::Trade {
            self.pay(who, self.cost(who, act), events);
        }
        match act {
            AssassinAction::Move(way) => self.walk(who, way, false, events),
            AssassinAction::Use(kind, aim) => self.use_card(who, kind, aim, events),
            AssassinAction::Equip(kind) => self.equip(who, kind, events),
            AssassinAction::TakeOffArmor => self.take_off_armor(who, events),
            AssassinAction::Objective => self.do_objective(who, events),
            AssassinAction::Leave => {
                if self.table.crew[who].wanted {
                    self.apply_and_emit(Fact::Anonymous { assassin: who, base: None }, events);
                }
                self.apply_and_emit(Fact::Moved { assassin: who, place: Place::Away }, events);
                self.dismiss(who, events);
            }
            AssassinAction::Travel(station) => {
                let to = self.table.mission.level.stations[usize::from(station)];
                self.relocate(who, to, events);
                self.then(Procedure::Arrive { assassin: who, shakes_off: false });
            }
            AssassinAction::HideBody(guard) => self.hide_body(who, guard, 1, events),
            AssassinAction::Climb => self.climb(who, events),
            AssassinAction::Leap => {
                if let Place::Tower(tower) = self.table.crew[who].place {
                    let level = &self.table.mission.level;
                    let haystack = level.towers[usize::from(tower)].haystack;
                    self.relocate(who, haystack, events);
                    self.then(Procedure::Settle { assassin: who });
                }
            }
            AssassinAction::Open => self.draw_next(Draw::Chest { assassin: who }),
            AssassinAction::Save => {
                self.apply_and_emit(Fact::Saved { assassin: who, saved: true }, events);
            }
            AssassinAction::Conceal => {
                self.apply_and_emit(Fact::Concealed { assassin: who }, events);
            }
            AssassinAction::Emerge => self.emerge(who, events),
            AssassinAction::Trade => {
                self.table.pending.passes = [None; PASSES];
                self.table.pending.passed = SeatSet::EMPTY;
                self.ask(Question::TradePair { payer: who });
            }
            AssassinAction::Lend(to) => self.lend(who, to, events),
            AssassinAction::Thieves(errand) => self.send_thieves(who, errand, events),
            AssassinAction::Mercenaries(way) => {
                let at = self.table.crew[who].square().expect("it stands on a square");
                let level = &self.table.mission.level;
                let target = way.map_or(at, |way| level.near(at, way).expect("a neighbor"));
                let companion = Companion::Mercenaries;
                self.apply_and_emit(Fact::CompanionsUsed { companion }, events);
                self.begin_attack(who, None, target, Companion::DICE);
            }
        }
    }

    /// Takes cubes, those of the turn first; the saved one pays the rest (V-20.2).
    pub(crate) fn pay(&mut self, who: AssassinId, cost: u8, events: &mut impl EventSink<Fact>) {
        if cost == 0 {
            return;
        }
        let cubes = self.table.crew[who].cubes;
        if cubes > 0 {
            self.apply_and_emit(
                Fact::Cubes { assassin: who, cubes: cubes.saturating_sub(cost) },
                events,
            );
        }
        if cubes < cost {
            self.apply_and_emit(Fact::Saved { assassin: who, saved: false }, events);
        }
    }

    /// A seat that was done is asked again, since one of its assassins was given something.
    pub(crate) fn recall(&mut self, who: AssassinId, events: &mut impl EventSink<Fact>) {
        let seat = self.seat(who);
        if self.acting() && self.table.done.contains(seat) {
            self.apply_and_emit(Fact::SeatBack { seat }, events);
        }
    }

    fn use_card(
        &mut self,
        who: AssassinId,
        kind: EquipmentId,
        aim: Aim,
        events: &mut impl EventSink<Fact>,
    ) {
        let at = self.table.crew[who].square();
        let card = &self.table.mission.pack.equipment[kind.index()];
        let (effect, cost, eye, alarm) = (card.effect, card.cost, card.eye, card.alarm);
        if card.single {
            self.apply_and_emit(Fact::Lost { assassin: who, card: kind }, events);
            self.apply_and_emit(Fact::Discarded { card: kind }, events);
        } else if cost == 0 {
            self.apply_and_emit(Fact::Used { assassin: who, card: kind }, events);
        }
        match (effect, aim, at) {
            (Effect::Weapon { dice, .. }, _, Some(at)) => {
                let target = match aim {
                    Aim::Near(way) => self.table.mission.level.near(at, way),
                    _ => Some(at),
                };
                self.begin_attack(who, Some(kind), target.expect("a neighbor"), dice);
                // The symbols come after the attack.
                return;
            }
            (Effect::Smoke, _, Some(at)) => {
                for other in self.table.ids() {
                    let one = &self.table.crew[other];
                    if one.wanted && one.square() == Some(at) {
                        self.apply_and_emit(
                            Fact::Anonymous { assassin: other, base: Some(at) },
                            events,
                        );
                    }
                }
            }
            (Effect::Remedy { hearts }, Aim::Mate(mate), _) => self.heal(mate, hearts, events),
            (Effect::Parachute, Aim::Far(way, steps), Some(at)) => {
                let to = at.step(way, usize::from(steps)).expect("it was looked at");
                self.relocate(who, to, events);
                self.then(Procedure::Arrive { assassin: who, shakes_off: true });
            }
            (Effect::Cloak, _, _) => {
                self.set_flag(who, Flag::Cloaked, true, events);
            }
            (Effect::Rattle, Aim::Near(way), Some(at)) => {
                let to = self.table.mission.level.near(at, way).expect("a neighbor");
                self.apply_and_emit(Fact::BaseLaid { square: to }, events);
            }
            _ => {}
        }
        if eye == Eye::Always && !self.become_wanted(who, events) {
            return;
        }
        if alarm {
            self.raise_alert(events);
        }
    }

    /// An assassin regains hearts, and stands again.
    pub(crate) fn heal(&mut self, who: AssassinId, hearts: u8, events: &mut impl EventSink<Fact>) {
        let one = self.table.crew[who];
        let hearts = (one.hearts + hearts).min(self.table.heart_limit(&one));
        self.apply_and_emit(Fact::Hearts { assassin: who, hearts }, events);
        if one.critical() {
            self.apply_and_emit(Fact::Rose { assassin: who }, events);
        }
        self.recall(who, events);
    }

    fn equip(&mut self, who: AssassinId, kind: EquipmentId, events: &mut impl EventSink<Fact>) {
        let before = self.armor_of(who);
        self.apply_and_emit(Fact::Equipped { assassin: who, card: kind }, events);
        self.fit_hearts(who, before, events);
    }

    fn take_off_armor(&mut self, who: AssassinId, events: &mut impl EventSink<Fact>) {
        let before = self.armor_of(who);
        let card = self.table.crew[who].worn(Slot::Armor).expect("it wears armor");
        self.apply_and_emit(Fact::Unequipped { assassin: who, card }, events);
        self.fit_hearts(who, before, events);
    }

    /// The hearts that an assassin's armor gives.
    pub(crate) fn armor_of(&self, who: AssassinId) -> u8 {
        let one = &self.table.crew[who];
        self.table.heart_limit(one) - self.table.mission.pack.hearts
    }

    /// Armor adds its hearts when it is put on and takes them away when it is taken off (V-19.1).
    pub(crate) fn fit_hearts(
        &mut self,
        who: AssassinId,
        before: u8,
        events: &mut impl EventSink<Fact>,
    ) {
        let after = self.armor_of(who);
        if after != before {
            let hearts = self.table.crew[who].hearts + after - before;
            self.apply_and_emit(Fact::Hearts { assassin: who, hearts }, events);
        }
    }

    fn do_objective(&mut self, who: AssassinId, events: &mut impl EventSink<Fact>) {
        let at = self.table.crew[who].square().expect("it stands on a square");
        let objective = self.table.mission.level.objective_at(at);
        #[expect(clippy::cast_possible_truncation, reason = "at most eight objectives")]
        let objective = objective.expect("there is one") as u8;
        self.apply_and_emit(Fact::ObjectiveDone { objective }, events);
    }

    /// A body is hidden, perhaps more, and a card is drawn for each (V-16.1).
    pub(crate) fn hide_body(
        &mut self,
        who: AssassinId,
        guard: Guard,
        count: u8,
        events: &mut impl EventSink<Fact>,
    ) {
        let at = self.table.crew[who].square().expect("it stands on a square");
        self.apply_and_emit(Fact::BodyHidden { square: at, guard }, events);
        if self.table.strewn.contains(at) {
            self.ask(Question::Hide { assassin: who, hidden: count });
        } else {
            self.draw_cards(who, count, false);
        }
    }

    fn climb(&mut self, who: AssassinId, events: &mut impl EventSink<Fact>) {
        let at = self.table.crew[who].square().expect("it stands on a square");
        let tower = self.table.mission.level.tower_at(at).expect("it touches a tower");
        let tower = small(tower);
        self.apply_and_emit(Fact::Moved { assassin: who, place: Place::Tower(tower) }, events);
        let cards = self.table.mission.tower_cards;
        if self.table.tower_card.is_none() && cards != 0 {
            if cards.is_power_of_two() {
                self.turn_tower(who, lowest(cards), events);
            } else {
                self.draw_next(Draw::Tower { assassin: who });
            }
        }
    }

    /// The tower card is turned over (V-17.1).
    pub(crate) fn turn_tower(
        &mut self,
        who: AssassinId,
        card: u8,
        events: &mut impl EventSink<Fact>,
    ) {
        self.apply_and_emit(Fact::TowerTurned { assassin: who, card }, events);
        match self.table.mission.pack.towers[usize::from(card)].effect {
            TowerEffect::FalseObjective => self.draw_next(Draw::FalseObjective),
            TowerEffect::SkipReinforcement => {
                self.apply_and_emit(Fact::Skips { skips: self.table.skips + 1 }, events);
            }
            TowerEffect::Draw(cards) => self.draw_cards(who, cards, true),
            TowerEffect::GreenRoofs => self.apply_and_emit(Fact::GreenRoofs, events),
        }
    }

    fn emerge(&mut self, who: AssassinId, events: &mut impl EventSink<Fact>) {
        self.apply_and_emit(Fact::Emerged { assassin: who }, events);
        let at = self.table.crew[who].square().expect("it stands on a square");
        self.test_one(who, self.table.guards[at.index()].total(), true);
    }

    fn lend(&mut self, who: AssassinId, to: AssassinId, events: &mut impl EventSink<Fact>) {
        self.set_flag(who, Flag::Spent, true, events);
        self.apply_and_emit(
            Fact::Cubes { assassin: who, cubes: self.table.crew[who].cubes - 1 },
            events,
        );
        let cubes = self.table.crew[to].cubes + 1;
        self.apply_and_emit(Fact::Cubes { assassin: to, cubes }, events);
        self.recall(to, events);
    }

    fn send_thieves(&mut self, who: AssassinId, errand: Errand, events: &mut impl EventSink<Fact>) {
        self.apply_and_emit(Fact::CompanionsUsed { companion: Companion::Thieves }, events);
        match errand {
            Errand::Chest => self.draw_next(Draw::Chest { assassin: who }),
            Errand::Bodies => {
                let at = self.table.crew[who].square().expect("it stands on a square");
                match self.table.bodies[at.index()] {
                    Squad { elites: 0, .. } => {
                        self.hide_body(who, Guard::Crossbowman, 1, events);
                    }
                    Squad { crossbowmen: 0, .. } => self.hide_body(who, Guard::Elite, 1, events),
                    _ => self.ask(Question::Hide { assassin: who, hidden: 0 }),
                }
            }
            Errand::Find => self.draw_cards(who, 1, true),
        }
    }

    /// An attack: dice first, then what they do (V-15).
    fn begin_attack(
        &mut self,
        assassin: AssassinId,
        weapon: Option<EquipmentId>,
        target: Square,
        dice: u8,
    ) {
        self.table.pending.attack = Some(Attack {
            assassin,
            weapon,
            target,
            hits: 0,
            specials: 0,
            felled: Squad::NONE,
            vanish: false,
            leap: false,
        });
        self.then(Procedure::EndAttack);
        self.then(Procedure::ApplySpecial);
        self.draw_next(Draw::AttackDice { assassin, dice });
    }
}
