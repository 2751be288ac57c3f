//! Attacks of assassins: specials, hits, and what follows (V-15).

use intrigue_core::EventSink;

use crate::content::pack::{Ability, Effect, Eye, Special};
use crate::content::squares::{Guard, Squad, Square};
use crate::rules::agenda::{Attack, Kind, Task};
use crate::rules::counts::lowest;
use crate::rules::fact::{Fact, Flag};
use crate::rules::state::{Brotherhood, NOTHING};

impl Brotherhood {
    /// The attack's dice lie.
    pub(crate) fn thrown(&mut self, hits: u8, specials: u8, events: &mut impl EventSink<Fact>) {
        let attack = &mut self.table.pending.attack;
        attack.hits = hits + specials;
        attack.specials = specials;
        let who = attack.who;
        self.apply_and_emit(Fact::Dice(who, hits, specials), events);
    }

    /// The weapon of the attack under way: its special, and whether it is ranged.
    fn weapon(&self, attack: &Attack) -> Option<(Special, bool)> {
        if attack.kind == NOTHING {
            return None;
        }
        match self.table.scenario.pack.equipment[usize::from(attack.kind)].effect {
            Effect::Weapon {
                special, ranged, ..
            } => Some((special, ranged)),
            _ => None,
        }
    }

    /// The special, once an attack, before hits are assigned (V-15.2).
    pub(crate) fn struck(&mut self, events: &mut impl EventSink<Fact>) {
        let attack = self.table.pending.attack;
        self.push(Task::new(Kind::Fall));
        let Some((special, _)) = self.weapon(&attack) else {
            return;
        };
        if attack.specials == 0 {
            return;
        }
        match special {
            Special::Hit => self.table.pending.attack.hits += 1,
            Special::NoBody => self.table.pending.attack.vanish = true,
            Special::Move => self.table.pending.attack.leap = true,
            Special::Drown => {
                let at = Square(attack.at);
                let loose = self.table.loose_guards(at);
                if !self.table.scenario.level.canals.contains(at) || loose.is_empty() {
                    return;
                }
                if loose.crossbowmen > 0 && loose.elites > 0 {
                    self.push(Task::of(Kind::AskDrowned, usize::from(attack.who), 0));
                } else {
                    self.drown(u8::from(loose.elites > 0), events);
                }
            }
        }
    }

    /// One hit more, where it can matter after the weapon's special.
    fn heavy_hand(&mut self, events: &mut impl EventSink<Fact>) {
        let attack = self.table.pending.attack;
        let Some((_, ranged)) = self.weapon(&attack) else {
            return;
        };
        let who = usize::from(attack.who);
        let one = &self.table.crew[who];
        let reach = one.level >= 2 || (!ranged && attack.hits > 0);
        let armour = self.armour(self.table.guards[usize::from(attack.at)]);
        if self.ability(who) == Some(Ability::HeavyHand)
            && !one.spent
            && reach
            && attack.hits < armour
        {
            self.apply_and_emit(Fact::Flag(attack.who, Flag::Spent, true), events);
            self.table.pending.attack.hits += 1;
        }
    }

    /// The hits that fell a whole squad.
    fn armour(&self, squad: Squad) -> u8 {
        let [crossbowman, elite] = self.table.scenario.pack.guards;
        squad.crossbowmen * crossbowman.armour + squad.elites * elite.armour
    }

    /// A guard falls into the water (V-31.2).
    pub(crate) fn drown(&mut self, elites: u8, events: &mut impl EventSink<Fact>) {
        let at = Square(self.table.pending.attack.at);
        let guard = if elites > 0 {
            Guard::Elite
        } else {
            Guard::Crossbowman
        };
        self.apply_and_emit(Fact::GuardGone(at, guard), events);
        self.post(at, events);
    }

    /// Whether hits can be divided so that just these fall (V-15.3). What is left over may be
    /// wasted on a guard that falls; if none does, it must fit on guards that stand.
    pub(crate) fn can_fell(&self, fallen: Squad) -> bool {
        let attack = &self.table.pending.attack;
        let guards = self.table.guards[usize::from(attack.at)];
        if fallen.crossbowmen > guards.crossbowmen || fallen.elites > guards.elites {
            return false;
        }
        if fallen.is_empty() {
            return guards.is_empty() || attack.hits <= self.armour(guards) - guards.total();
        }
        self.armour(fallen) <= attack.hits
    }

    /// The numbers of elites that can fall, one bit each.
    pub(crate) fn elites_to_fell(&self) -> u8 {
        let can =
            |elites: u8| (0..=4).any(|crossbowmen| self.can_fell(Squad::new(crossbowmen, elites)));
        (0..=4).filter(|&n| can(n)).fold(0, |bits, n| bits | 1 << n)
    }

    /// The numbers of crossbowmen that can fall with so many elites, one bit each.
    pub(crate) fn crossbowmen_to_fell(&self, elites: u8) -> u8 {
        let can = |&n: &u8| self.can_fell(Squad::new(n, elites));
        (0..=4).filter(can).fold(0, |bits, n| bits | 1 << n)
    }

    /// The hits are divided, by the attacker where there is a choice.
    pub(crate) fn guards_fall(&mut self, events: &mut impl EventSink<Fact>) {
        self.heavy_hand(events);
        let who = usize::from(self.table.pending.attack.who);
        let elites = self.elites_to_fell();
        if elites.count_ones() > 1 {
            self.push(Task::of(Kind::AskElites, who, elites));
        } else {
            self.fell_elites(lowest(elites), events);
        }
    }

    /// So many elites fall.
    pub(crate) fn fell_elites(&mut self, elites: u8, events: &mut impl EventSink<Fact>) {
        self.table.pending.attack.felled.elites = elites;
        let who = usize::from(self.table.pending.attack.who);
        let crossbowmen = self.crossbowmen_to_fell(elites);
        if crossbowmen.count_ones() > 1 {
            self.push(Task::of(Kind::AskCrossbowmen, who, crossbowmen));
        } else {
            self.fell_crossbowmen(lowest(crossbowmen), events);
        }
    }

    /// So many crossbowmen fall.
    pub(crate) fn fell_crossbowmen(&mut self, n: u8, events: &mut impl EventSink<Fact>) {
        self.table.pending.attack.felled.crossbowmen = n;
        let attack = self.table.pending.attack;
        let both = attack.felled.crossbowmen > 0 && attack.felled.elites > 0;
        if attack.vanish && both {
            self.push(Task::of(Kind::AskVanished, usize::from(attack.who), 0));
        } else {
            let elite = attack.felled.elites > 0;
            self.fell(u8::from(elite), events);
        }
    }

    /// The guards fall; one of them may leave no body.
    pub(crate) fn fell(&mut self, vanishing_elites: u8, events: &mut impl EventSink<Fact>) {
        let attack = self.table.pending.attack;
        let at = Square(attack.at);
        let gone = if vanishing_elites > 0 {
            Guard::Elite
        } else {
            Guard::Crossbowman
        };
        for guard in Guard::ALL {
            for number in 0..attack.felled.count(guard) {
                let fact = if attack.vanish && guard == gone && number == 0 {
                    Fact::GuardGone(at, guard)
                } else {
                    Fact::GuardFell(at, guard)
                };
                self.apply_and_emit(fact, events);
            }
        }
        self.post(at, events);
    }

    /// The symbols (V-15.4), then Moves at 0.
    pub(crate) fn after_attack(&mut self, events: &mut impl EventSink<Fact>) {
        let attack = self.table.pending.attack;
        self.table.pending.attack = Attack::default();
        if attack.kind == NOTHING {
            self.raise_alert(events);
            return;
        }
        let card = &self.table.scenario.pack.equipment[usize::from(attack.kind)];
        let standing = !self.table.guards[usize::from(attack.at)].is_empty();
        let (seen, alarm) = match card.eye {
            Eye::Always => (true, card.alarm),
            Eye::Seen => (standing, card.alarm),
            Eye::Never => (false, card.alarm),
        };
        if seen && !self.become_wanted(attack.who, events) {
            return;
        }
        if alarm && !self.raise_alert(events) {
            return;
        }
        let who = usize::from(attack.who);
        let one = &self.table.crew[who];
        if one.hidden {
            return;
        }
        let light = self.ability(who) == Some(Ability::LightFeet)
            && !one.spent
            && !attack.felled.is_empty();
        let quick = one.level >= 2;
        // `to` is 1 where the Move is the assassin's own ability.
        if light {
            self.push(Task {
                to: 1,
                ..Task::of(Kind::AskMove, who, u8::from(quick))
            });
        }
        if attack.leap {
            self.push(Task::of(Kind::AskMove, who, 0));
        }
    }
}
