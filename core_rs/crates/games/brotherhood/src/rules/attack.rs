//! Attacks of assassins: specials, hits, and what follows (V-15).

use intrigue_core::EventSink;

use crate::content::ids::Counts;
use crate::content::pack::{Ability, Effect, Eye, Special};
use crate::content::squares::{Guard, Squad};
use crate::rules::agenda::{Attack, Procedure, Question};
use crate::rules::fact::{Fact, Flag};
use crate::rules::state::Brotherhood;

impl Brotherhood {
    /// The attack's dice lie.
    pub(crate) fn thrown(&mut self, hits: u8, specials: u8, events: &mut impl EventSink<Fact>) {
        let attack = self.table.pending.attack_mut();
        // Mercenaries' specials are plain hits.
        let (hits, specials) = match attack.weapon {
            Some(_) => (hits, specials),
            None => (hits + specials, 0),
        };
        attack.hits = hits + specials;
        attack.specials = specials;
        let thrown = Fact::Dice { assassin: attack.assassin, hits, specials };
        self.apply_and_emit(thrown, events);
    }

    /// The weapon of the attack under way: its special, and whether it is ranged.
    fn weapon(&self, attack: &Attack) -> Option<(Special, bool)> {
        match self.table.mission.pack.equipment[attack.weapon?.index()].effect {
            Effect::Weapon { special, ranged, .. } => Some((special, ranged)),
            _ => None,
        }
    }

    /// The special, once an attack, before hits are assigned (V-15.2).
    pub(crate) fn apply_special(&mut self, events: &mut impl EventSink<Fact>) {
        let attack = self.table.pending.attack();
        self.then(Procedure::DivideHits);
        let Some((special, _)) = self.weapon(&attack) else {
            return;
        };
        if attack.specials == 0 {
            return;
        }
        match special {
            Special::Hit => self.table.pending.attack_mut().hits += 1,
            Special::NoBody => self.table.pending.attack_mut().vanish = true,
            Special::Move => self.table.pending.attack_mut().leap = true,
            Special::Drown => {
                let at = attack.target;
                let loose = self.table.loose_guards(at);
                if !self.table.mission.level.canals.contains(at) || loose.is_empty() {
                    return;
                }
                if loose.crossbowmen > 0 && loose.elites > 0 {
                    self.ask(Question::Drowned { assassin: attack.assassin });
                } else {
                    self.drown(u8::from(loose.elites > 0), events);
                }
            }
        }
    }

    /// One hit more, where it can matter after the weapon's special.
    fn heavy_hand(&mut self, events: &mut impl EventSink<Fact>) {
        let attack = self.table.pending.attack();
        let Some((_, ranged)) = self.weapon(&attack) else {
            return;
        };
        let who = attack.assassin;
        let one = &self.table.crew[who];
        let reach = one.level >= 2 || (!ranged && attack.hits > 0);
        let armor = self.armor(self.table.guards[attack.target.index()]);
        if self.ability(who) == Some(Ability::HeavyHand)
            && !one.spent
            && reach
            && attack.hits < armor
        {
            self.set_flag(who, Flag::Spent, true, events);
            self.table.pending.attack_mut().hits += 1;
        }
    }

    /// The hits that fell a whole squad.
    fn armor(&self, squad: Squad) -> u8 {
        let [crossbowman, elite] = self.table.mission.pack.guards;
        squad.crossbowmen * crossbowman.armor + squad.elites * elite.armor
    }

    /// A guard falls into the water (V-31.2).
    pub(crate) fn drown(&mut self, elites: u8, events: &mut impl EventSink<Fact>) {
        let at = self.table.pending.attack().target;
        let guard = if elites > 0 { Guard::Elite } else { Guard::Crossbowman };
        self.apply_and_emit(Fact::GuardGone { square: at, guard }, events);
        self.post(at, events);
    }

    /// Whether hits can be divided so that just these fall (V-15.3). What is left over may be
    /// wasted on a guard that falls; if none does, it must fit on guards that stand.
    pub(crate) fn can_fell(&self, fallen: Squad) -> bool {
        let attack = self.table.pending.attack();
        let guards = self.table.guards[attack.target.index()];
        if fallen.crossbowmen > guards.crossbowmen || fallen.elites > guards.elites {
            return false;
        }
        if fallen.is_empty() {
            return guards.is_empty() || attack.hits <= self.armor(guards) - guards.total();
        }
        self.armor(fallen) <= attack.hits
    }

    /// The numbers of elites that can fall.
    pub(crate) fn elites_to_fell(&self) -> Counts {
        let can =
            |elites: u8| (0..=4).any(|crossbowmen| self.can_fell(Squad::new(crossbowmen, elites)));
        (0..=4).filter(|&n| can(n)).collect()
    }

    /// The numbers of crossbowmen that can fall with this number of elites.
    pub(crate) fn crossbowmen_to_fell(&self, elites: u8) -> Counts {
        let can = |&n: &u8| self.can_fell(Squad::new(n, elites));
        (0..=4).filter(can).collect()
    }

    /// The hits are divided, by the attacker where there is a choice.
    pub(crate) fn divide_hits(&mut self, events: &mut impl EventSink<Fact>) {
        self.heavy_hand(events);
        let assassin = self.table.pending.attack().assassin;
        let counts = self.elites_to_fell();
        if counts.len() > 1 {
            self.ask(Question::Elites { assassin, counts });
        } else {
            self.fell_elites(counts.lowest().unwrap_or(0), events);
        }
    }

    /// A number of elites falls.
    pub(crate) fn fell_elites(&mut self, elites: u8, events: &mut impl EventSink<Fact>) {
        let attack = self.table.pending.attack_mut();
        attack.felled.elites = elites;
        let assassin = attack.assassin;
        let counts = self.crossbowmen_to_fell(elites);
        if counts.len() > 1 {
            self.ask(Question::Crossbowmen { assassin, counts });
        } else {
            self.fell_crossbowmen(counts.lowest().unwrap_or(0), events);
        }
    }

    /// A number of crossbowmen falls.
    pub(crate) fn fell_crossbowmen(&mut self, n: u8, events: &mut impl EventSink<Fact>) {
        self.table.pending.attack_mut().felled.crossbowmen = n;
        let attack = self.table.pending.attack();
        let both = attack.felled.crossbowmen > 0 && attack.felled.elites > 0;
        if attack.vanish && both {
            self.ask(Question::Vanished { assassin: attack.assassin });
        } else {
            let elite = attack.felled.elites > 0;
            self.fell(u8::from(elite), events);
        }
    }

    /// The guards fall; one of them may leave no body.
    pub(crate) fn fell(&mut self, vanishing_elites: u8, events: &mut impl EventSink<Fact>) {
        let attack = self.table.pending.attack();
        let at = attack.target;
        let gone = if vanishing_elites > 0 { Guard::Elite } else { Guard::Crossbowman };
        for guard in Guard::ALL {
            for number in 0..attack.felled.count(guard) {
                let fact = if attack.vanish && guard == gone && number == 0 {
                    Fact::GuardGone { square: at, guard }
                } else {
                    Fact::GuardFell { square: at, guard }
                };
                self.apply_and_emit(fact, events);
            }
        }
        self.post(at, events);
    }

    /// The symbols (V-15.4), then Moves at 0.
    pub(crate) fn end_attack(&mut self, events: &mut impl EventSink<Fact>) {
        let attack = self.table.pending.attack();
        self.table.pending.attack = None;
        let Some(weapon) = attack.weapon else {
            self.raise_alert(events);
            return;
        };
        let card = &self.table.mission.pack.equipment[weapon.index()];
        let standing = !self.table.guards[attack.target.index()].is_empty();
        let (seen, alarm) = match card.eye {
            Eye::Always => (true, card.alarm),
            Eye::Seen => (standing, card.alarm),
            Eye::Never => (false, card.alarm),
        };
        if seen && !self.become_wanted(attack.assassin, events) {
            return;
        }
        if alarm && !self.raise_alert(events) {
            return;
        }
        let who = attack.assassin;
        let one = &self.table.crew[who];
        if one.hidden {
            return;
        }
        let light = self.ability(who) == Some(Ability::LightFeet)
            && !one.spent
            && !attack.felled.is_empty();
        let quick = one.level >= 2;
        if light {
            self.ask(Question::Move { assassin: who, unseen: quick, ability: true });
        }
        if attack.leap {
            self.ask(Question::Move { assassin: who, unseen: false, ability: false });
        }
    }
}
