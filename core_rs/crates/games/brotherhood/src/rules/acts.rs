//! Whether an assassin may do a thing, and what it costs (V-3, V-5, V-6, V-9, V-14 to V-20).

use intrigue_core::Seat;

use crate::content::level::Level;
use crate::content::pack::{Ability, Companion, Effect, EventEffect, Slot};
use crate::content::squares::{Square, Way};
use crate::rules::action::{Aim, Deed, Errand};
use crate::rules::refusal::Rule;
use crate::rules::state::{Assassin, Brotherhood, CUBES, Place};

impl Brotherhood {
    /// The number of a seat's first or second assassin.
    pub(crate) fn own(&self, seat: Seat, own: u8) -> Option<usize> {
        self.assassins_of(seat).nth(usize::from(own))
    }

    /// Whether an assassin may do a thing now; in a window of the Guard phase it pays with its
    /// saved cube.
    pub(crate) fn check_deed(&self, who: usize, deed: Deed, window: bool) -> Result<(), Rule> {
        let one = &self.table.crew[who];
        if !one.present() {
            return Err(Rule::Away);
        }
        if one.critical() {
            return Err(Rule::Critical);
        }
        self.check_stance(one, deed)?;
        let cost = self.cost(who, deed);
        if window {
            if deed != Deed::Conceal && (cost != 1 || deed == Deed::Save) {
                return Err(Rule::WindowCost);
            }
            if cost > 0 && !one.saved {
                return Err(Rule::NoSaved);
            }
        } else if one.purse() < cost {
            return Err(Rule::NoCube);
        }
        match deed {
            Deed::Move(way) => self.neighbour(one, way).map(|_| ()),
            Deed::Use(kind, aim) => self.check_use(who, kind, aim),
            Deed::Equip(kind) => self.check_equip(one, kind),
            Deed::Objective => self.check_objective(one),
            Deed::Leave => self.check_leave(who),
            Deed::Travel(station) => self.check_travel(one, station),
            Deed::HideBody(guard) => match one.square() {
                Some(at) if self.table.bodies[at.index()].count(guard) > 0 => Ok(()),
                _ => Err(Rule::NoBody),
            },
            Deed::Climb => match self.here(one, Level::tower_at) {
                None => Err(Rule::NoTower),
                Some(_) if one.wanted => Err(Rule::TowerWanted),
                Some(_) => Ok(()),
            },
            Deed::Open => match one.square() {
                Some(at) if self.table.chests.contains(at) => Ok(()),
                _ => Err(Rule::NoChest),
            },
            Deed::Save if !self.table.scenario.save => Err(Rule::NoSave),
            Deed::Save if one.saved => Err(Rule::SavedFull),
            Deed::Save if one.cubes == 0 => Err(Rule::NoCube),
            Deed::Conceal => self.check_conceal(who),
            Deed::Trade => self.check_trade(who),
            Deed::Lend(to) => self.check_lend(who, to),
            Deed::Thieves(errand) => self.check_thieves(who, errand),
            Deed::Mercenaries(way) => self.check_mercenaries(who, way),
            // Whether it is on a tower or hidden was looked at before.
            Deed::Save | Deed::Leap | Deed::Emerge => Ok(()),
        }
    }

    /// What can be done on a tower, and in a hiding spot (V-17.2, V-28.2).
    fn check_stance(&self, one: &Assassin, deed: Deed) -> Result<(), Rule> {
        let on_tower = matches!(one.place, Place::Tower(_));
        match deed {
            Deed::Leap if !on_tower => return Err(Rule::NotOnTower),
            Deed::Leap | Deed::Save => {}
            Deed::Use(kind, _) if on_tower => {
                let card = self.table.scenario.pack.equipment.get(usize::from(kind));
                if card.is_some_and(|card| matches!(card.effect, Effect::Weapon { .. })) {
                    return Err(Rule::OnTower);
                }
            }
            _ if on_tower => return Err(Rule::OnTower),
            Deed::Emerge if !one.hidden => return Err(Rule::NotHidden),
            Deed::Move(_)
            | Deed::Climb
            | Deed::Leave
            | Deed::Travel(_)
            | Deed::Use(_, Aim::Far(..))
                if one.hidden =>
            {
                return Err(Rule::Hidden);
            }
            _ => {}
        }
        Ok(())
    }

    fn here<T>(&self, one: &Assassin, look: impl Fn(&Level, Square) -> Option<T>) -> Option<T> {
        one.square()
            .and_then(|at| look(&self.table.scenario.level, at))
    }

    /// What a deed costs.
    #[inline]
    pub(crate) fn cost(&self, who: usize, deed: Deed) -> u8 {
        let one = &self.table.crew[who];
        match deed {
            Deed::Move(way) => {
                let onto_roof = |to| self.table.scenario.level.roofs.contains(to);
                let slick = self.effect() == EventEffect::SlickRoofs;
                1 + u8::from(slick && self.neighbour(one, way).is_ok_and(onto_roof))
            }
            Deed::Use(kind, _) => {
                let card = self.table.scenario.pack.equipment.get(usize::from(kind));
                card.map_or(0, |card| card.cost)
            }
            Deed::Objective => self.objective_cost(one),
            Deed::Leave | Deed::Travel(_) => {
                1 + u8::from(self.effect() == EventEffect::ShutStations)
            }
            Deed::HideBody(_) | Deed::Climb | Deed::Open | Deed::Save | Deed::Trade => 1,
            Deed::Equip(_)
            | Deed::Leap
            | Deed::Conceal
            | Deed::Emerge
            | Deed::Lend(_)
            | Deed::Thieves(_)
            | Deed::Mercenaries(_) => 0,
        }
    }

    fn objective_cost(&self, one: &Assassin) -> u8 {
        let Some(objective) = self.here(one, Level::objective_at) else {
            return 0;
        };
        let cost = self.table.scenario.level.objectives[objective].cost;
        let equipment = &self.table.scenario.pack.equipment;
        let picks = (0u8..)
            .zip(equipment)
            .any(|(kind, card)| card.effect == Effect::Picklocks && one.has(kind));
        if picks && cost > 1 { cost - 1 } else { cost }
    }

    /// The neighbouring square in a direction.
    pub(crate) fn neighbour(&self, one: &Assassin, way: Way) -> Result<Square, Rule> {
        self.here(one, |level, at| level.near(at, way))
            .ok_or(Rule::NoWay)
    }

    fn check_use(&self, who: usize, kind: u8, aim: Aim) -> Result<(), Rule> {
        let one = &self.table.crew[who];
        let scenario = &self.table.scenario;
        let card = match scenario.pack.equipment.get(usize::from(kind)) {
            Some(card) if one.has(kind) => card,
            _ => return Err(Rule::NoSuchCard),
        };
        if one.used >> kind & 1 == 1 {
            return Err(Rule::UsedUp);
        }
        match (card.effect, aim) {
            (Effect::Weapon { ranged, .. }, Aim::Here | Aim::Near(_)) => {
                if one.hidden && card.slot != Some(Slot::Blade) {
                    return Err(Rule::HiddenWeapon);
                }
                let at = one.square().ok_or(Rule::OnTower)?;
                if ranged && scenario.level.canals.contains(at) {
                    return Err(Rule::InWater);
                }
                let target = match aim {
                    Aim::Near(_) if !ranged => return Err(Rule::OutOfRange),
                    Aim::Near(way) => {
                        if self.effect() == EventEffect::Fog {
                            return Err(Rule::Fog);
                        }
                        scenario.level.near(at, way).ok_or(Rule::OutOfRange)?
                    }
                    _ => at,
                };
                if self.table.guards[target.index()].is_empty() {
                    return Err(Rule::NoTarget);
                }
                Ok(())
            }
            (Effect::Smoke, Aim::Here) => match one.square() {
                Some(at) if self.table.wanted_at(at) => Ok(()),
                _ => Err(Rule::NoneWanted),
            },
            (Effect::Remedy { .. }, Aim::Mate(mate)) => {
                let mate = usize::from(mate);
                if mate >= usize::from(self.table.size) {
                    return Err(Rule::NotHere);
                }
                let other = &self.table.crew[mate];
                let together = one.square().is_some() && one.square() == other.square();
                if mate != who && !together {
                    Err(Rule::NotHere)
                } else if other.hearts >= self.table.heart_limit(other) {
                    Err(Rule::Healthy)
                } else {
                    Ok(())
                }
            }
            (Effect::Parachute, Aim::Far(way, steps)) => {
                let at = one.square().ok_or(Rule::NoRoof)?;
                if !scenario.level.roofs.contains(at) {
                    return Err(Rule::NoRoof);
                }
                match at.step(way, usize::from(steps)) {
                    Some(to) if scenario.level.squares.contains(to) => Ok(()),
                    _ => Err(Rule::NoLanding),
                }
            }
            (Effect::Cloak, Aim::Here) if one.cloaked => Err(Rule::Cloaked),
            (Effect::Cloak, Aim::Here) => Ok(()),
            (Effect::Rattle, Aim::Near(way)) => self.neighbour(one, way).map(|_| ()),
            (Effect::Armour { .. } | Effect::Picklocks | Effect::Investigation, _) => {
                Err(Rule::NotUsable)
            }
            _ => Err(Rule::OutOfRange),
        }
    }

    fn check_equip(&self, one: &Assassin, kind: u8) -> Result<(), Rule> {
        let known = usize::from(kind) < self.table.scenario.pack.equipment.len();
        if !known || one.beside[usize::from(kind)] == 0 {
            return Err(Rule::NotBeside);
        }
        let slot = self.table.slot_of(kind).ok_or(Rule::NoSlot)?;
        if one.changed >> slot as u8 & 1 == 1 {
            return Err(Rule::SlotChanged);
        }
        if one.slots[slot as usize] == kind {
            return Err(Rule::NotBeside);
        }
        if slot == Slot::Armour && !self.can_strip(one) {
            return Err(Rule::LastHeart);
        }
        Ok(())
    }

    /// Whether an assassin has a heart left without its armour (V-19.1).
    pub(crate) fn can_strip(&self, one: &Assassin) -> bool {
        one.hearts > self.table.heart_limit(one) - self.table.scenario.pack.hearts
    }

    fn check_objective(&self, one: &Assassin) -> Result<(), Rule> {
        let objective = self.here(one, Level::objective_at);
        let open = |objective: &usize| self.table.objectives >> objective & 1 == 1;
        match (objective.filter(open), one.square()) {
            (Some(_), Some(at)) if one.wanted && !self.table.guards[at.index()].is_empty() => {
                Err(Rule::NotClear)
            }
            (Some(_), Some(_)) => Ok(()),
            _ => Err(Rule::NoObjective),
        }
    }

    fn check_station(&self, one: &Assassin) -> Result<usize, Rule> {
        let station = self.here(one, Level::station_at).ok_or(Rule::NoStation)?;
        let at = self.table.scenario.level.stations[station];
        if one.wanted && !self.table.guards[at.index()].is_empty() {
            return Err(Rule::StationGuarded);
        }
        Ok(station)
    }

    fn check_leave(&self, who: usize) -> Result<(), Rule> {
        self.check_station(&self.table.crew[who])?;
        let mut crew = self.table.assassins().iter().enumerate();
        let other = crew.any(|(number, one)| number != who && one.able());
        if self.table.objectives != 0 && !other {
            return Err(Rule::StayOn);
        }
        Ok(())
    }

    fn check_travel(&self, one: &Assassin, station: u8) -> Result<(), Rule> {
        let from = self.check_station(one)?;
        let station = usize::from(station);
        if station >= self.table.scenario.level.stations.len() {
            Err(Rule::NoStation)
        } else if station == from {
            Err(Rule::SameStation)
        } else {
            Ok(())
        }
    }

    fn check_conceal(&self, who: usize) -> Result<(), Rule> {
        let one = &self.table.crew[who];
        let spot = |at: &Square| self.table.scenario.level.spots.contains(*at);
        let Some(at) = one.square().filter(spot) else {
            return Err(Rule::NoSpot);
        };
        if one.wanted {
            return Err(Rule::IsWanted);
        }
        if !one.may_hide {
            return Err(Rule::NotEntered);
        }
        let taken = |one: &Assassin| one.hidden && one.square() == Some(at);
        if self.table.assassins().iter().any(taken) {
            return Err(Rule::SpotTaken);
        }
        Ok(())
    }

    fn check_lend(&self, who: usize, to: u8) -> Result<(), Rule> {
        let one = &self.table.crew[who];
        if self.ability(who) != Some(Ability::OpenPurse) {
            return Err(Rule::NoAbility);
        }
        if one.spent {
            return Err(Rule::AbilitySpent);
        }
        if one.cubes == 0 {
            return Err(Rule::NoCube);
        }
        let to = usize::from(to);
        if to == who || to >= usize::from(self.table.size) {
            return Err(Rule::NotThatAssassin);
        }
        let other = &self.table.crew[to];
        let near = match (one.square(), other.square()) {
            _ if one.level >= 2 => other.present(),
            (Some(from), Some(at)) => self.table.scenario.level.walk(from, at) <= 1,
            _ => false,
        };
        if !near {
            Err(Rule::TooFar)
        } else if other.cubes >= CUBES {
            Err(Rule::FullCubes)
        } else {
            Ok(())
        }
    }

    fn check_company(&self, who: usize, companion: Companion) -> Result<Square, Rule> {
        if usize::from(self.table.companions[companion as usize]) != who {
            return Err(Rule::NoCompanions);
        }
        self.table.crew[who].square().ok_or(Rule::OnTower)
    }

    fn check_thieves(&self, who: usize, errand: Errand) -> Result<(), Rule> {
        let at = self.check_company(who, Companion::Thieves)?;
        let chest = self.table.chests.contains(at);
        let bodies = self.table.strewn.contains(at);
        match errand {
            Errand::Chest if !chest => Err(Rule::NoChest),
            Errand::Bodies if !bodies => Err(Rule::NoBody),
            Errand::Find if chest || bodies => Err(Rule::CompanionsBusy),
            _ => Ok(()),
        }
    }

    fn check_mercenaries(&self, who: usize, way: Option<Way>) -> Result<(), Rule> {
        let at = self.check_company(who, Companion::Mercenaries)?;
        let level = &self.table.scenario.level;
        let target = match way {
            None => at,
            Some(_) if self.effect() == EventEffect::Fog => return Err(Rule::Fog),
            Some(way) => level
                .near(at, way)
                .filter(|&to| !level.canals.contains(to))
                .ok_or(Rule::OutOfRange)?,
        };
        if self.table.guards[target.index()].is_empty() {
            return Err(Rule::NoTarget);
        }
        Ok(())
    }
}
