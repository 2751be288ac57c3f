//! The table before the first turn (V-S).

use std::sync::Arc;

use intrigue_core::{Seat, SeatSet};

use crate::content::campaign::Campaign;
use crate::content::ids::EquipmentId;
use crate::content::level::OBJECTIVES;
use crate::content::pack::{CHESTS, Effect, KINDS, Slot};
use crate::content::squares::{Guard, SQUARES, Squad, Square, SquareSet};
use crate::rules::agenda::{Draw, PendingState, Procedure, Task};
use crate::rules::counts::small;
use crate::rules::options::Options;
use crate::rules::state::{Assassin, CREW, CUBES, Phase, Place, Table};

/// The mission of a campaign from which its assassins have level 2 (V-14.2).
const LEVEL_TWO: u8 = 3;

impl Table {
    /// The table of a variant before anything is drawn, with the map turned so.
    pub(crate) fn laid(options: &Options, mirror: usize) -> Self {
        let mission = Arc::clone(&options.script.mirrors[mirror]);
        let size = options.team.len();
        let level = &mission.level;
        let mut table = Self {
            phase: Phase::Setup,
            turn: 0,
            earlier: 0,
            retries: options.retries,
            leader: Seat::new(0).expect("there is a seat"),
            window: 0,
            resigned: SeatSet::EMPTY,
            done: SeatSet::EMPTY,
            alert: mission.alert,
            crew: [Assassin::new(0, level.start); CREW],
            size: small(size),
            guards: [Squad::NONE; SQUARES],
            watched: SquareSet::EMPTY,
            posted: [Squad::NONE; OBJECTIVES],
            bodies: [Squad::NONE; SQUARES],
            strewn: SquareSet::EMPTY,
            reserve: mission.figures,
            boxed: Squad::NONE,
            bases: SquareSet::EMPTY,
            #[expect(clippy::cast_possible_truncation, reason = "at most eight objectives")]
            objectives: ((1u16 << level.objectives.len()) - 1) as u8,
            chests: level.chests,
            tower_card: None,
            painted: None,
            companions: [None; 3],
            companions_used: [false; 3],
            event: None,
            event_open: false,
            deck: [0; KINDS],
            discards: [0; KINDS],
            events: mission.events,
            events_discarded: 0,
            reinforcements: u8::MAX,
            reinforcements_discarded: 0,
            chest_deck: [0; CHESTS],
            skips: 0,
            green_roofs: false,
            was_wanted: false,
            bodies_seen: 0,
            retries_used: 0,
            florins: 0,
            gone: [0; KINDS],
            pending: PendingState::NEW,
            ending: None,
            trophy: false,
            mission,
        };
        table.lay_cards();
        for (who, &role) in options.team.iter().enumerate() {
            table.crew[who] = table.newcomer(role);
        }
        if let Some(campaign) = &options.campaign {
            table.carry_over(campaign);
        }
        table.lay_guards();
        table
    }

    fn lay_cards(&mut self) {
        let mission = Arc::clone(&self.mission);
        for (pile, equipment) in self.deck.iter_mut().zip(&mission.pack.equipment) {
            *pile = equipment.copies;
        }
        for (pile, chest) in self.chest_deck.iter_mut().zip(&mission.pack.chests) {
            *pile = chest.copies;
        }
    }

    /// The guards of this number of assassins, on places of objectives first (V-S.1).
    fn lay_guards(&mut self) {
        let mission = Arc::clone(&self.mission);
        for &(square, squad) in &mission.guards[usize::from(self.size) - 1] {
            self.guards[square.index()] += squad;
            self.watched.insert(square);
            self.reserve -= squad;
        }
        for (number, objective) in mission.level.objectives.iter().enumerate() {
            while let Some(guard) = self.volunteer(number) {
                self.posted[number] += Squad::one(guard);
            }
            debug_assert!(self.posted[number].total() <= objective.places);
        }
    }

    /// The guard that steps onto a free place of an open objective, if there is one: elites first.
    #[inline]
    pub(crate) fn volunteer(&self, objective: usize) -> Option<Guard> {
        let place = &self.mission.level.objectives[objective];
        let open = self.objectives >> objective & 1 == 1;
        if !open || self.posted[objective].total() >= place.places {
            return None;
        }
        let loose = self.guards[place.at.index()] - self.posted[objective];
        [Guard::Elite, Guard::Crossbowman].into_iter().find(|&guard| loose.count(guard) > 0)
    }

    fn newcomer(&self, role: u8) -> Assassin {
        let mut one = Assassin::new(role, self.mission.level.start);
        for &kind in &self.mission.pack.start {
            self.give(&mut one, kind);
        }
        one.hearts = self.heart_limit(&one);
        one
    }

    /// A card to its slot if that is free, otherwise beside the board (V-5.1).
    fn give(&self, one: &mut Assassin, kind: EquipmentId) {
        match self.slot_of(kind) {
            Some(slot) if one.slots[slot as usize].is_none() => {
                one.slots[slot as usize] = Some(kind);
            }
            _ => one.beside[kind] += 1,
        }
    }

    /// What a campaign carries over (V-C.4).
    fn carry_over(&mut self, campaign: &Campaign) {
        self.florins = campaign.florins;
        let level = if campaign.successes >= LEVEL_TWO { 2 } else { 1 };
        let mission = Arc::clone(&self.mission);
        let kind = |id: &str| {
            let place = mission.pack.equipment.iter().position(|card| card.id == id);
            place.and_then(EquipmentId::new)
        };
        for (id, copies) in &campaign.gone {
            if let Some(kind) = kind(id) {
                self.gone[kind] = *copies;
                self.deck[kind] = self.deck[kind].saturating_sub(*copies);
            }
        }
        for who in 0..usize::from(self.size) {
            let role = usize::from(self.crew[who].role);
            self.crew[who].level = level;
            let id = &mission.pack.assassins[role].id;
            let Some(fellow) = campaign.team.iter().find(|fellow| fellow.role == *id) else {
                continue;
            };
            let mut one = Assassin::new(self.crew[who].role, mission.level.start);
            one.level = if fellow.apprentice { 1 } else { level };
            one.apprentice = fellow.apprentice;
            one.saved = fellow.saved;
            for (slot, id) in fellow.slots.iter().enumerate() {
                if let Some(kind) = id.as_deref().and_then(kind) {
                    one.slots[slot] = Some(kind);
                }
            }
            for (id, copies) in &fellow.beside {
                if let Some(kind) = kind(id) {
                    one.beside[kind] = *copies;
                }
            }
            let most = self.heart_limit(&one);
            one.hearts = fellow.hearts.clamp(1, most);
            self.crew[who] = one;
        }
        // The cards of all assassins, also of those that don't play this time, are not in the deck.
        for fellow in &campaign.team {
            let worn = fellow.slots.iter().flatten().map(|id| (id, 1));
            for (id, copies) in worn.chain(fellow.beside.iter().map(|(id, n)| (id, *n))) {
                if let Some(kind) = kind(id) {
                    let pile = &mut self.deck[kind];
                    *pile = pile.saturating_sub(copies);
                }
            }
        }
    }

    /// The most hearts that an assassin can have (V-14.2).
    pub(crate) fn heart_limit(&self, one: &Assassin) -> u8 {
        let armor = one.worn(Slot::Armor).map_or(0, |kind| {
            match self.mission.pack.equipment[kind.index()].effect {
                Effect::Armor { hearts } => hearts,
                _ => 0,
            }
        });
        self.mission.pack.hearts + armor
    }

    /// What is to be done before the first turn, the next thing last.
    pub(crate) fn first_tasks(&mut self, options: &Options) {
        let agenda = &mut self.pending.agenda;
        agenda.push(Task::Do(Procedure::BeginTurn));
        if options.campaign.is_some() {
            agenda.push(Task::Do(Procedure::TendNext { tended: 0 }));
            agenda.push(Task::Do(Procedure::Market { sold: 0 }));
        } else if !self.mission.kit.is_empty() {
            agenda.push(Task::Do(Procedure::DealKit { dealt: 0 }));
        }
        // Chance deals first in every match, even if it has no choice.
        agenda.push(Task::Draw(Draw::Mirror));
    }
}

impl Assassin {
    fn new(role: u8, start: Square) -> Self {
        Self {
            role,
            level: 1,
            apprentice: false,
            place: Place::Square(start),
            hearts: 0,
            cubes: CUBES,
            saved: false,
            wanted: false,
            hidden: false,
            fell: 0,
            may_hide: false,
            spent: false,
            cloaked: false,
            rebuffed: false,
            changed: 0,
            used: 0,
            slots: [None; 4],
            beside: [0; KINDS],
        }
    }
}
