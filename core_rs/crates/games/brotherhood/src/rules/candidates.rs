//! The acts that an assassin could think of, and whether a seat can do anything.

use intrigue_core::Seat;

use crate::content::ids::{AssassinId, EquipmentId};
use crate::content::pack::{Ability, Companion, Effect, EventEffect, KINDS, Slot};
use crate::content::squares::{Guard, Square, Way};
use crate::rules::action::{Aim, AssassinAction, Errand};
use crate::rules::counts::small;
use crate::rules::state::{Assassin, Brotherhood};

impl Brotherhood {
    /// The acts that an assassin could think of where it is: all that are allowed are among them.
    pub(crate) fn each_assassin_action(
        &self,
        who: AssassinId,
        each: &mut dyn FnMut(AssassinAction),
    ) {
        let one = &self.table.crew[who];
        if !one.able() {
            return;
        }
        self.each_action_of_the_place(who, each);
        if one.worn(Slot::Armor).is_some() {
            each(AssassinAction::TakeOffArmor);
        }
        let mut seen = [false; KINDS];
        for &kind in one.slots.iter().flatten() {
            seen[kind.index()] = true;
            self.each_use(one, kind, each);
        }
        for (kind, card) in self.table.mission.pack.kinds() {
            if one.beside[kind] == 0 {
                continue;
            }
            if !seen[kind.index()] {
                self.each_use(one, kind, each);
            }
            if card.slot.is_some() {
                each(AssassinAction::Equip(kind));
            }
        }
    }

    /// What the square, the tower or others make possible.
    fn each_action_of_the_place(&self, who: AssassinId, each: &mut dyn FnMut(AssassinAction)) {
        let one = &self.table.crew[who];
        let level = &self.table.mission.level;
        let Some(at) = one.square() else {
            if self.table.mission.save && !one.saved {
                each(AssassinAction::Save);
            }
            each(AssassinAction::Leap);
            return;
        };
        if one.purse() > 0 {
            self.each_paid_action(one, at, each);
        }
        if level.objective_at(at).is_some() {
            each(AssassinAction::Objective);
        }
        if level.spots.contains(at) {
            each(AssassinAction::Conceal);
            each(AssassinAction::Emerge);
        }
        if self.ability(who) == Some(Ability::OpenPurse) {
            self.table.ids().map(AssassinAction::Lend).for_each(&mut *each);
        }
        let companions = &self.table.companions;
        if companions[Companion::Thieves as usize] == Some(who) {
            Errand::ALL.map(AssassinAction::Thieves).into_iter().for_each(&mut *each);
        }
        if companions[Companion::Mercenaries as usize] == Some(who) {
            each(AssassinAction::Mercenaries(None));
            for way in Way::ALL {
                each(AssassinAction::Mercenaries(Some(way)));
            }
        }
    }

    /// What can't be done without a cube.
    fn each_paid_action(&self, one: &Assassin, at: Square, each: &mut dyn FnMut(AssassinAction)) {
        let level = &self.table.mission.level;
        if self.table.mission.save && !one.saved {
            each(AssassinAction::Save);
        }
        for way in Way::ALL {
            if level.near(at, way).is_some() {
                each(AssassinAction::Move(way));
            }
        }
        if level.station_at(at).is_some() {
            each(AssassinAction::Leave);
            for station in 0..level.stations.len() {
                each(AssassinAction::Travel(small(station)));
            }
        }
        if self.table.strewn.contains(at) {
            Guard::ALL.map(AssassinAction::HideBody).into_iter().for_each(&mut *each);
        }
        if self.table.chests.contains(at) {
            each(AssassinAction::Open);
        }
        if level.tower_at(at).is_some() {
            each(AssassinAction::Climb);
        }
        if self.table.size > 1 {
            each(AssassinAction::Trade);
        }
    }

    fn each_use(&self, one: &Assassin, kind: EquipmentId, each: &mut dyn FnMut(AssassinAction)) {
        let level = &self.table.mission.level;
        let card = &self.table.mission.pack.equipment[kind.index()];
        if card.cost > one.purse() {
            return;
        }
        let near = |way| one.square().and_then(|at| level.near(at, way));
        let mut with = |aim| each(AssassinAction::Use(kind, aim));
        match card.effect {
            Effect::Weapon { ranged, .. } => {
                let guarded = |at| self.table.watched.contains(at);
                if one.square().is_some_and(guarded) {
                    with(Aim::Here);
                }
                for way in Way::ALL {
                    if ranged && near(way).is_some_and(guarded) {
                        with(Aim::Near(way));
                    }
                }
            }
            Effect::Smoke | Effect::Cloak => with(Aim::Here),
            Effect::Remedy { .. } => self.table.ids().map(Aim::Mate).for_each(with),
            Effect::Parachute => {
                if one.square().is_some_and(|at| level.roofs.contains(at)) {
                    for way in Way::ALL {
                        with(Aim::Far(way, 2));
                        with(Aim::Far(way, 3));
                    }
                }
            }
            Effect::Rattle => {
                for way in Way::ALL {
                    if near(way).is_some() {
                        with(Aim::Near(way));
                    }
                }
            }
            Effect::Armor { .. } | Effect::Picklocks | Effect::Investigation => {}
        }
    }

    /// Whether a seat can do anything in the Assassins phase but say that it is done.
    pub(crate) fn can_act(&self, seat: Seat) -> bool {
        self.assassins_of(seat).any(|who| self.can_do_any(who, false))
    }

    /// Whether a seat can do anything in a window of the Guard phase.
    pub(crate) fn can_act_in_window(&self, seat: Seat) -> bool {
        self.assassins_of(seat).any(|who| {
            let one = &self.table.crew[who];
            let entered = self.table.pending.entered.contains(who);
            (one.saved || entered) && self.can_do_any(who, true)
        })
    }

    fn can_do_any(&self, who: AssassinId, window: bool) -> bool {
        let one = &self.table.crew[who];
        // Whoever can take a step need not look further; that is so nearly always.
        let dear = || self.effect() == EventEffect::SlickRoofs;
        if !window
            && one.able()
            && (one.purse() > 1 || one.purse() == 1 && !dear())
            && let (Some(at), false) = (one.square(), one.hidden)
            && self.table.mission.level.near[at.index()] != [None; 4]
        {
            return true;
        }
        let mut any = false;
        self.each_assassin_action(who, &mut |act| {
            any = any || self.check_assassin_action(who, act, window).is_ok();
        });
        any
    }
}
