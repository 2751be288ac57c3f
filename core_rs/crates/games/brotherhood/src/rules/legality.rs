//! Whether an assassin may do a thing, and what it costs (V-3, V-5, V-6, V-9, V-14 to V-20).

use intrigue_core::Seat;

use crate::content::ids::{AssassinId, EquipmentId};
use crate::content::level::Level;
use crate::content::pack::{Ability, Companion, Effect, EventEffect, Slot};
use crate::content::squares::{Square, Way};
use crate::rules::action::{Aim, AssassinAction, Errand};
use crate::rules::refusal::RefusalReason;
use crate::rules::state::{Assassin, Brotherhood, CUBES, Place};

impl Brotherhood {
    /// The number of a seat's first or second assassin.
    pub(crate) fn own(&self, seat: Seat, own: u8) -> Option<AssassinId> {
        self.assassins_of(seat).nth(usize::from(own))
    }

    /// Whether an assassin may do a thing now; in a window of the Guard phase it pays with its
    /// saved cube.
    pub(crate) fn check_assassin_action(
        &self,
        who: AssassinId,
        act: AssassinAction,
        window: bool,
    ) -> Result<(), RefusalReason> {
        let one = &self.table.crew[who];
        if !one.present() {
            return Err(RefusalReason::Away);
        }
        if one.critical() {
            return Err(RefusalReason::Critical);
        }
        self.check_stance(one, act)?;
        let cost = self.cost(who, act);
        if window {
            // Only to hide after an entry made there is free (V-20.2).
            let entered = self.table.pending.entered.contains(who);
            let hides = act == AssassinAction::Conceal && entered;
            if !hides && (cost != 1 || act == AssassinAction::Save) {
                return Err(RefusalReason::WindowCost);
            }
            if cost > 0 && !one.saved {
                return Err(RefusalReason::NoSaved);
            }
        } else if one.purse() < cost {
            return Err(RefusalReason::NoCube);
        }
        match act {
            AssassinAction::Move(way) => self.neighbor(one, way).map(|_| ()),
            AssassinAction::Use(kind, aim) => self.check_use(who, kind, aim),
            AssassinAction::Equip(kind) => self.check_equip(one, kind),
            AssassinAction::TakeOffArmor => self.check_take_off(one),
            AssassinAction::Objective => self.check_objective(one),
            AssassinAction::Leave => self.check_leave(who),
            AssassinAction::Travel(station) => self.check_travel(one, station),
            AssassinAction::HideBody(guard) => match one.square() {
                Some(at) if self.table.bodies[at.index()].count(guard) > 0 => Ok(()),
                _ => Err(RefusalReason::NoBody),
            },
            AssassinAction::Climb => match self.here(one, Level::tower_at) {
                None => Err(RefusalReason::NoTower),
                Some(_) if one.wanted => Err(RefusalReason::TowerWanted),
                Some(_) => Ok(()),
            },
            AssassinAction::Open => match one.square() {
                Some(at) if self.table.chests.contains(at) => Ok(()),
                _ => Err(RefusalReason::NoChest),
            },
            AssassinAction::Save if !self.table.mission.save => Err(RefusalReason::NoSave),
            AssassinAction::Save if one.saved => Err(RefusalReason::SavedFull),
            AssassinAction::Save if one.cubes == 0 => Err(RefusalReason::NoCube),
            AssassinAction::Conceal => self.check_conceal(who),
            AssassinAction::Trade => self.check_trade(who),
            AssassinAction::Lend(to) => self.check_lend(who, to),
            AssassinAction::Thieves(errand) => self.check_thieves(who, errand),
            AssassinAction::Mercenaries(way) => self.check_mercenaries(who, way),
            // Whether it is on a tower or hidden was looked at before.
            AssassinAction::Save | AssassinAction::Leap | AssassinAction::Emerge => Ok(()),
        }
    }

    /// What can be done on a tower, and in a hiding spot (V-17.2, V-28.2).
    fn check_stance(&self, one: &Assassin, act: AssassinAction) -> Result<(), RefusalReason> {
        let on_tower = matches!(one.place, Place::Tower(_));
        match act {
            AssassinAction::Leap if !on_tower => return Err(RefusalReason::NotOnTower),
            AssassinAction::Leap | AssassinAction::Save => {}
            AssassinAction::Use(kind, _) if on_tower => {
                let card = self.table.mission.pack.equipment.get(kind.index());
                if card.is_some_and(|card| matches!(card.effect, Effect::Weapon { .. })) {
                    return Err(RefusalReason::OnTower);
                }
            }
            _ if on_tower => return Err(RefusalReason::OnTower),
            AssassinAction::Emerge if !one.hidden => return Err(RefusalReason::NotHidden),
            AssassinAction::Move(_)
            | AssassinAction::Climb
            | AssassinAction::Leave
            | AssassinAction::Travel(_)
            | AssassinAction::Use(_, Aim::Far(..))
                if one.hidden =>
            {
                return Err(RefusalReason::Hidden);
            }
            _ => {}
        }
        Ok(())
    }

    fn here<T>(&self, one: &Assassin, look: impl Fn(&Level, Square) -> Option<T>) -> Option<T> {
        one.square().and_then(|at| look(&self.table.mission.level, at))
    }

    /// What a act costs.
    #[inline]
    pub(crate) fn cost(&self, who: AssassinId, act: AssassinAction) -> u8 {
        let one = &self.table.crew[who];
        match act {
            AssassinAction::Move(way) => {
                let onto_roof = |to| self.table.mission.level.roofs.contains(to);
                let slick = self.effect() == EventEffect::SlickRoofs;
                1 + u8::from(slick && self.neighbor(one, way).is_ok_and(onto_roof))
            }
            AssassinAction::Use(kind, _) => {
                let card = self.table.mission.pack.equipment.get(kind.index());
                card.map_or(0, |card| card.cost)
            }
            AssassinAction::Objective => self.objective_cost(one),
            AssassinAction::Leave | AssassinAction::Travel(_) => {
                1 + u8::from(self.effect() == EventEffect::ShutStations)
            }
            AssassinAction::HideBody(_)
            | AssassinAction::Climb
            | AssassinAction::Open
            | AssassinAction::Save
            | AssassinAction::Trade => 1,
            AssassinAction::Equip(_)
            | AssassinAction::TakeOffArmor
            | AssassinAction::Leap
            | AssassinAction::Conceal
            | AssassinAction::Emerge
            | AssassinAction::Lend(_)
            | AssassinAction::Thieves(_)
            | AssassinAction::Mercenaries(_) => 0,
        }
    }

    fn objective_cost(&self, one: &Assassin) -> u8 {
        let Some(objective) = self.here(one, Level::objective_at) else {
            return 0;
        };
        let cost = self.table.mission.level.objectives[objective].cost;
        let mut kinds = self.table.mission.pack.kinds();
        let picks = kinds.any(|(kind, card)| card.effect == Effect::Picklocks && one.has(kind));
        if picks && cost > 1 { cost - 1 } else { cost }
    }

    /// The neighboring square in a direction.
    pub(crate) fn neighbor(&self, one: &Assassin, way: Way) -> Result<Square, RefusalReason> {
        self.here(one, |level, at| level.near(at, way)).ok_or(RefusalReason::NoWay)
    }

    fn check_use(&self, who: AssassinId, kind: EquipmentId, aim: Aim) -> Result<(), RefusalReason> {
        let one = &self.table.crew[who];
        let mission = &self.table.mission;
        let card = match mission.pack.equipment.get(kind.index()) {
            Some(card) if one.has(kind) => card,
            _ => return Err(RefusalReason::NoSuchCard),
        };
        if one.used >> kind.index() & 1 == 1 {
            return Err(RefusalReason::UsedUp);
        }
        match (card.effect, aim) {
            (Effect::Weapon { ranged, .. }, Aim::Here | Aim::Near(_)) => {
                if one.hidden && card.slot != Some(Slot::Blade) {
                    return Err(RefusalReason::HiddenWeapon);
                }
                let at = one.square().ok_or(RefusalReason::OnTower)?;
                if ranged && mission.level.canals.contains(at) {
                    return Err(RefusalReason::InWater);
                }
                let target = match aim {
                    Aim::Near(_) if !ranged => return Err(RefusalReason::OutOfRange),
                    Aim::Near(way) => {
                        if self.effect() == EventEffect::Fog {
                            return Err(RefusalReason::Fog);
                        }
                        mission.level.near(at, way).ok_or(RefusalReason::OutOfRange)?
                    }
                    _ => at,
                };
                if self.table.guards[target.index()].is_empty() {
                    return Err(RefusalReason::NoTarget);
                }
                Ok(())
            }
            (Effect::Smoke, Aim::Here) => match one.square() {
                Some(at) if self.table.wanted_at(at) => Ok(()),
                _ => Err(RefusalReason::NoneWanted),
            },
            (Effect::Remedy { .. }, Aim::Mate(mate)) => {
                if mate.index() >= usize::from(self.table.size) {
                    return Err(RefusalReason::NotHere);
                }
                let other = &self.table.crew[mate];
                let together = one.square().is_some() && one.square() == other.square();
                if mate != who && !together {
                    Err(RefusalReason::NotHere)
                } else if other.hearts >= self.table.heart_limit(other) {
                    Err(RefusalReason::Healthy)
                } else {
                    Ok(())
                }
            }
            (Effect::Parachute, Aim::Far(way, steps)) => {
                let at = one.square().ok_or(RefusalReason::NoRoof)?;
                if !mission.level.roofs.contains(at) {
                    return Err(RefusalReason::NoRoof);
                }
                match at.step(way, usize::from(steps)) {
                    Some(to) if mission.level.squares.contains(to) => Ok(()),
                    _ => Err(RefusalReason::NoLanding),
                }
            }
            (Effect::Cloak, Aim::Here) if one.cloaked => Err(RefusalReason::Cloaked),
            (Effect::Cloak, Aim::Here) => Ok(()),
            (Effect::Rattle, Aim::Near(way)) => self.neighbor(one, way).map(|_| ()),
            (Effect::Armor { .. } | Effect::Picklocks | Effect::Investigation, _) => {
                Err(RefusalReason::NotUsable)
            }
            _ => Err(RefusalReason::OutOfRange),
        }
    }

    fn check_equip(&self, one: &Assassin, kind: EquipmentId) -> Result<(), RefusalReason> {
        let known = kind.index() < self.table.mission.pack.equipment.len();
        if !known || one.beside[kind] == 0 {
            return Err(RefusalReason::NotBeside);
        }
        let slot = self.table.slot_of(kind).ok_or(RefusalReason::NoSlot)?;
        if one.changed >> slot as u8 & 1 == 1 {
            return Err(RefusalReason::SlotChanged);
        }
        if one.slots[slot as usize] == Some(kind) {
            return Err(RefusalReason::NotBeside);
        }
        if slot == Slot::Armor && !self.can_strip(one) {
            return Err(RefusalReason::LastHeart);
        }
        Ok(())
    }

    fn check_take_off(&self, one: &Assassin) -> Result<(), RefusalReason> {
        if one.worn(Slot::Armor).is_none() {
            Err(RefusalReason::NoArmor)
        } else if one.changed >> Slot::Armor as u8 & 1 == 1 {
            Err(RefusalReason::SlotChanged)
        } else if !self.can_strip(one) {
            Err(RefusalReason::LastHeart)
        } else {
            Ok(())
        }
    }

    /// Whether an assassin has a heart left without its armor (V-19.1).
    pub(crate) fn can_strip(&self, one: &Assassin) -> bool {
        one.hearts > self.table.heart_limit(one) - self.table.mission.pack.hearts
    }

    fn check_objective(&self, one: &Assassin) -> Result<(), RefusalReason> {
        let objective = self.here(one, Level::objective_at);
        let open = |objective: &usize| self.table.objectives >> objective & 1 == 1;
        match (objective.filter(open), one.square()) {
            (Some(_), Some(at)) if one.wanted && !self.table.guards[at.index()].is_empty() => {
                Err(RefusalReason::NotClear)
            }
            (Some(_), Some(_)) => Ok(()),
            _ => Err(RefusalReason::NoObjective),
        }
    }

    fn check_station(&self, one: &Assassin) -> Result<(), RefusalReason> {
        let station = self.here(one, Level::station_at).ok_or(RefusalReason::NoStation)?;
        let at = self.table.mission.level.stations[station];
        if one.wanted && !self.table.guards[at.index()].is_empty() {
            return Err(RefusalReason::StationGuarded);
        }
        Ok(())
    }

    fn check_leave(&self, who: AssassinId) -> Result<(), RefusalReason> {
        self.check_station(&self.table.crew[who])?;
        let mut team = self.table.team();
        let other = team.any(|(other, one)| other != who && one.able());
        if self.table.objectives != 0 && !other {
            return Err(RefusalReason::StayOn);
        }
        Ok(())
    }

    fn check_travel(&self, one: &Assassin, station: u8) -> Result<(), RefusalReason> {
        self.check_station(one)?;
        if usize::from(station) < self.table.mission.level.stations.len() {
            Ok(())
        } else {
            Err(RefusalReason::NoStation)
        }
    }

    fn check_conceal(&self, who: AssassinId) -> Result<(), RefusalReason> {
        let one = &self.table.crew[who];
        let spot = |at: &Square| self.table.mission.level.spots.contains(*at);
        let Some(at) = one.square().filter(spot) else {
            return Err(RefusalReason::NoSpot);
        };
        if one.wanted {
            return Err(RefusalReason::IsWanted);
        }
        if !one.may_hide {
            return Err(RefusalReason::NotEntered);
        }
        let taken = |one: &Assassin| one.hidden && one.square() == Some(at);
        if self.table.assassins().iter().any(taken) {
            return Err(RefusalReason::SpotTaken);
        }
        Ok(())
    }

    fn check_lend(&self, who: AssassinId, to: AssassinId) -> Result<(), RefusalReason> {
        let one = &self.table.crew[who];
        if self.ability(who) != Some(Ability::OpenPurse) {
            return Err(RefusalReason::NoAbility);
        }
        if one.spent {
            return Err(RefusalReason::AbilitySpent);
        }
        if one.cubes == 0 {
            return Err(RefusalReason::NoCube);
        }
        if to == who || to.index() >= usize::from(self.table.size) {
            return Err(RefusalReason::NotThatAssassin);
        }
        let other = &self.table.crew[to];
        let near = match (one.square(), other.square()) {
            _ if one.level >= 2 => other.present(),
            (Some(from), Some(at)) => self.table.mission.level.walk(from, at) <= 1,
            _ => false,
        };
        if !near {
            Err(RefusalReason::TooFar)
        } else if other.cubes >= CUBES {
            Err(RefusalReason::FullCubes)
        } else {
            Ok(())
        }
    }

    fn check_company(
        &self,
        who: AssassinId,
        companion: Companion,
    ) -> Result<Square, RefusalReason> {
        if self.table.companions[companion as usize] != Some(who) {
            return Err(RefusalReason::NoCompanions);
        }
        if self.table.companions_used[companion as usize] {
            return Err(RefusalReason::CompanionsUsed);
        }
        self.table.crew[who].square().ok_or(RefusalReason::OnTower)
    }

    fn check_thieves(&self, who: AssassinId, errand: Errand) -> Result<(), RefusalReason> {
        let at = self.check_company(who, Companion::Thieves)?;
        let chest = self.table.chests.contains(at);
        let bodies = self.table.strewn.contains(at);
        match errand {
            Errand::Chest if !chest => Err(RefusalReason::NoChest),
            Errand::Bodies if !bodies => Err(RefusalReason::NoBody),
            Errand::Find if chest || bodies => Err(RefusalReason::CompanionsBusy),
            _ => Ok(()),
        }
    }

    fn check_mercenaries(&self, who: AssassinId, way: Option<Way>) -> Result<(), RefusalReason> {
        let at = self.check_company(who, Companion::Mercenaries)?;
        let level = &self.table.mission.level;
        let target = match way {
            None => at,
            Some(_) if self.effect() == EventEffect::Fog => return Err(RefusalReason::Fog),
            Some(way) => level
                .near(at, way)
                .filter(|&to| !level.canals.contains(to))
                .ok_or(RefusalReason::OutOfRange)?,
        };
        if self.table.guards[target.index()].is_empty() {
            return Err(RefusalReason::NoTarget);
        }
        Ok(())
    }
}
