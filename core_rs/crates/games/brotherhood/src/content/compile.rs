//! Missions made ready: every document is checked here, and everything that can be known of its
//! map before a match is worked out.

mod cards;
mod faults;
mod map;
mod mirror;
mod roster;
mod survey;

use std::sync::{Arc, OnceLock};

use intrigue_core::{Document, message, quote};

use crate::content::document::{self, Fault, RawGoal, RawMission};
use crate::content::ids::EquipmentId;
use crate::content::level::{Failure, Goal, Mission, Step};
use crate::content::pack::{EventEffect, Pack, TowerEffect};
use crate::content::solve;
use crate::content::squares::Squad;
pub(crate) use cards::kept;
pub(crate) use faults::Faults;
pub(crate) use mirror::turned;

/// The ids of the missions that come with the game, in the order of the campaign.
pub(crate) const MISSIONS: [&str; 6] =
    ["unlocked_shutter", "salt_ledger", "seven_ropes", "low_water", "weigh_house", "glass_furnace"];

/// The documents of these missions.
pub(crate) static BUILT_IN: [Document; 6] = [
    Document { id: MISSIONS[0], text: include_str!("unlocked_shutter.toml") },
    Document { id: MISSIONS[1], text: include_str!("salt_ledger.toml") },
    Document { id: MISSIONS[2], text: include_str!("seven_ropes.toml") },
    Document { id: MISSIONS[3], text: include_str!("low_water.toml") },
    Document { id: MISSIONS[4], text: include_str!("weigh_house.toml") },
    Document { id: MISSIONS[5], text: include_str!("glass_furnace.toml") },
];

/// The most turns of a mission (V-4.3).
const LIMIT: u8 = 30;
/// The most figures of a kind.
const FIGURES: u8 = 40;
/// The most cards of a team's kit.
const KIT: usize = 12;

/// A mission in all four mirrors (V-C.5).
#[derive(Clone, Debug)]
pub struct Script {
    /// As written, east-west, north-south, both.
    pub mirrors: [Arc<Mission>; 4],
}

/// The mission of an id, or of a whole document.
pub(crate) fn script(mission: &str) -> Result<Arc<Script>, Vec<Fault>> {
    static KNOWN: [OnceLock<Arc<Script>>; 6] = [const { OnceLock::new() }; 6];
    if document::is_document(mission) {
        return compile(mission).map(Arc::new);
    }
    let Some(place) = MISSIONS.iter().position(|&known| known == mission) else {
        let mut faults = Faults::default();
        faults.unknown_mission("", mission);
        return Err(faults.0);
    };
    let known = KNOWN[place].get_or_init(|| {
        Arc::new(
            compile(BUILT_IN[place].text).expect("a mission of the game is sound; tests prove it"),
        )
    });
    Ok(Arc::clone(known))
}

/// The cards, dice, guards and assassins of every mission that brings none of its own.
pub(crate) fn base() -> &'static Pack {
    static BASE: OnceLock<Pack> = OnceLock::new();
    BASE.get_or_init(|| {
        let raw = document::pack(include_str!("pack.toml"))
            .expect("the pack of the game can be read; tests prove it");
        let mut faults = Faults::default();
        let pack = cards::whole(&raw, &mut faults);
        assert_eq!(faults.0, [], "the pack of the game is sound");
        pack
    })
}

/// A mission from its document.
pub(crate) fn compile(text: &str) -> Result<Script, Vec<Fault>> {
    let raw = document::mission(text).map_err(|fault| vec![fault])?;
    let mut faults = Faults::default();
    let pack = cards::added(base(), &raw.pack, &mut faults);
    let mission = mission(&raw, pack, &mut faults);
    // Only a map without a fault can be walked.
    if let Some(mission) = mission
        && faults.0.is_empty()
    {
        for fault in solve::too_short(&mission) {
            faults.0.push(fault);
        }
        if faults.0.is_empty() {
            let mirror =
                |east_west, north_south| Arc::new(turned(&mission, east_west, north_south));
            return Ok(Script {
                mirrors: [
                    mirror(false, false),
                    mirror(true, false),
                    mirror(false, true),
                    mirror(true, true),
                ],
            });
        }
    }
    Err(faults.0)
}

fn mission(raw: &RawMission, pack: Pack, faults: &mut Faults) -> Option<Mission> {
    faults.mission_id("id", &raw.id);
    let name = faults.words("name", &raw.name, faults::NAME);
    let text = faults.words("text", &raw.text, faults::TEXT);
    let limit = limits(raw, faults);
    steps(raw, faults);
    let kit = kit(raw, &pack, faults);
    let level = map::level(raw, &pack, faults)?;
    let figures = figures(raw, faults);
    let guards = roster::guards(raw, &level, figures, faults);
    let mut mission = Mission {
        pack,
        id: raw.id.clone(),
        name,
        text,
        level,
        guards,
        figures,
        limit,
        steps: raw.guard_steps.clone(),
        save: raw.save,
        alert: raw.alert,
        kit,
        events: 0,
        tower_cards: 0,
        fails: Vec::new(),
        sync: Vec::new(),
    };
    mission.events = events(raw, &mission, faults);
    mission.tower_cards = tower_cards(raw, &mission, faults);
    mission.fails = fails(raw, faults);
    mission.sync = sync(raw, &mission, faults);
    Some(mission)
}

fn limits(raw: &RawMission, faults: &mut Faults) -> [u8; 4] {
    let limit = [raw.limit.one, raw.limit.two, raw.limit.three, raw.limit.four];
    for (team, &turns) in (1..).zip(&limit) {
        faults.within(&format!("limit.{team}"), turns, 1, LIMIT);
    }
    limit
}

fn figures(raw: &RawMission, faults: &mut Faults) -> Squad {
    faults.within("figures.crossbowman", raw.figures.crossbowman, 0, FIGURES);
    faults.within("figures.elite", raw.figures.elite, 0, FIGURES);
    Squad::new(raw.figures.crossbowman.min(FIGURES), raw.figures.elite.min(FIGURES))
}

fn steps(raw: &RawMission, faults: &mut Faults) {
    for (place, step) in raw.guard_steps.iter().enumerate() {
        if raw.guard_steps[..place].contains(step) {
            faults.twice(&format!("guard_steps[{place}]"));
        }
    }
}

fn kit(raw: &RawMission, pack: &Pack, faults: &mut Faults) -> Vec<EquipmentId> {
    if raw.kit.len() > KIT {
        faults.too_many("kit", raw.kit.len(), KIT);
    }
    let mut kit = Vec::new();
    for (place, id) in raw.kit.iter().enumerate() {
        kit.extend(kept(pack, id, &format!("kit[{place}]"), faults));
    }
    kit
}

/// The events of the deck. One that would never do anything here is refused: it would only thin
/// out the compass.
fn events(raw: &RawMission, mission: &Mission, faults: &mut Faults) -> u32 {
    let mut deck = 0;
    if raw.events.is_empty() {
        faults.add("events", |text| message!(text, "fault-no-events"));
    }
    for (number, id) in raw.events.iter().enumerate() {
        let place = format!("events[{number}]");
        let Some(at) = mission.pack.events.iter().position(|card| card.id == *id) else {
            faults.unknown_card(&place, id);
            continue;
        };
        if deck >> at & 1 == 1 {
            faults.twice(&place);
        }
        deck |= 1 << at;
        match mission.pack.events[at].effect {
            EventEffect::ExtraDie | EventEffect::ForcedMarch => {
                needs(&place, id, mission, Step::Movement, faults);
            }
            EventEffect::QuietColumn | EventEffect::TwoCards => {
                needs(&place, id, mission, Step::Reinforcement, faults);
            }
            EventEffect::Guards(squads) => {
                let comes = squads
                    .iter()
                    .zip(&mission.level.entrances)
                    .any(|(squad, entrance)| !squad.is_empty() && entrance.is_some());
                if !comes {
                    faults.add(&place, |text| {
                        message!(text, "fault-event-without-entrance", id = quote(id))
                    });
                }
            }
            _ => {}
        }
    }
    deck
}

fn needs(place: &str, id: &str, mission: &Mission, step: Step, faults: &mut Faults) {
    if mission.steps.contains(&step) {
        return;
    }
    faults.add(place, |text| message!(text, "fault-card-without-step", id = quote(id), step));
}

fn tower_cards(raw: &RawMission, mission: &Mission, faults: &mut Faults) -> u8 {
    let mut cards = 0;
    for (number, id) in raw.tower_cards.iter().enumerate() {
        let place = format!("tower_cards[{number}]");
        let Some(at) = mission.pack.towers.iter().position(|card| card.id == *id) else {
            faults.unknown_card(&place, id);
            continue;
        };
        if cards >> at & 1 == 1 {
            faults.twice(&place);
        }
        cards |= 1 << at;
        match mission.pack.towers[at].effect {
            TowerEffect::SkipReinforcement => {
                needs(&place, id, mission, Step::Reinforcement, faults);
            }
            TowerEffect::FalseObjective if mission.level.objectives.len() < 2 => {
                faults.add(&place, |text| message!(text, "fault-one-objective", id = quote(id)));
            }
            _ => {}
        }
    }
    if raw.towers.is_empty() != raw.tower_cards.is_empty() {
        faults.add("tower_cards", |text| message!(text, "fault-tower-cards"));
    }
    cards
}

fn fails(raw: &RawMission, faults: &mut Faults) -> Vec<Failure> {
    for (number, failure) in raw.fails_when.iter().enumerate() {
        let place = format!("fails_when[{number}]");
        let same =
            |other: &Failure| std::mem::discriminant(other) == std::mem::discriminant(failure);
        if raw.fails_when[..number].iter().any(same) {
            faults.twice(&place);
        }
        match *failure {
            Failure::BodiesSeen(bodies) => {
                faults.within(&(place + ".bodies_seen"), bodies, 1, FIGURES);
            }
            Failure::AlertOn if raw.alert => {
                faults.add(&place, |text| message!(text, "fault-alert-from-start"));
            }
            Failure::AlertOn | Failure::AssassinCritical => {}
        }
    }
    raw.fails_when.clone()
}

fn sync(raw: &RawMission, mission: &Mission, faults: &mut Faults) -> Vec<Goal> {
    let mut goals: Vec<Goal> = Vec::new();
    for (number, goal) in raw.sync.all.iter().enumerate() {
        let place = format!("sync.all[{number}]");
        // What can be asked for is one value of each of these; the other would be no goal.
        let (goal, possible) = match goal {
            RawGoal::Alert(on) => (Goal::AlertOff, !on && !raw.alert),
            RawGoal::BodiesAtMost(bodies) => (Goal::BodiesAtMost(*bodies), *bodies <= FIGURES),
            RawGoal::EliminatedAtMost(most) => (Goal::EliminatedAtMost(*most), *most <= 3),
            RawGoal::ChestsOpen(which) => {
                (Goal::ChestsOpen, which == "all" && !mission.level.chests.is_empty())
            }
            RawGoal::TowerTurned(turned) => {
                (Goal::TowerTurned, *turned && !mission.level.towers.is_empty())
            }
            RawGoal::NeverWantedAtEndOfAssassinsPhase(never) => (Goal::NeverWanted, *never),
            RawGoal::TurnsLeftAtLeast(turns) => (
                Goal::TurnsLeft(*turns),
                *turns >= 1 && mission.limit.iter().all(|limit| turns < limit),
            ),
        };
        if !possible {
            faults.add(&place, |text| message!(text, "fault-impossible-goal"));
        }
        let same = |other: &Goal| std::mem::discriminant(other) == std::mem::discriminant(&goal);
        if goals.iter().any(same) {
            faults.twice(&place);
        }
        goals.push(goal);
    }
    goals
}
