//! What is carried from one mission to the next (V-C.4), as a document that can be kept.

use intrigue_core::{message, quote};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::content::compile::{Faults, MISSIONS, base, compile, kept};
use crate::content::document::{self, Fault, Listing};
use crate::content::pack::{Effect, Pack, ROLES, Slot};

/// The trophy of the first success of a campaign (V-7.2). The others are called by the mission that
/// they come from.
pub(crate) const FIRST_SUCCESS: &str = "first_success";

/// The mission of a campaign, counted from 1, after whose success cards may be sold (V-5.4).
pub(crate) const SALES: usize = 4;

/// The most missions in a row.
const LONGEST: usize = 12;
/// The most florins.
const RICHEST: u16 = 9999;
/// The most cards of a kind beside a board, or out for good.
const PILE: u8 = 40;
const SLOTS: [&str; 4] = ["melee", "ranged", "blade", "armor"];

/// A campaign between two missions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Campaign {
    /// Its missions, in order: ids of the game's own, or whole documents.
    pub missions: Vec<String>,
    /// The one that is next.
    pub place: usize,
    /// How many were successes.
    pub successes: u8,
    /// Whether cards may be sold: the mission of [`SALES`] was accomplished (V-5.4).
    pub sales: bool,
    /// The team's florins.
    pub florins: u16,
    /// [`FIRST_SUCCESS`], and the ids of missions of which the 100 % goal was reached.
    pub trophies: Vec<String>,
    /// Cards of equipment that are out for good, and how many.
    #[serde(serialize_with = "table")]
    pub gone: Vec<(String, u8)>,
    /// Nobody before the first mission, then all four assassins.
    pub team: Vec<Fellow>,
}

/// An assassin of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fellow {
    /// The assassin's id.
    pub role: String,
    pub hearts: u8,
    /// Whether it has a saved cube.
    pub saved: bool,
    /// The cards on its board, in the order of [`Slot::ALL`].
    #[serde(serialize_with = "board")]
    pub slots: [Option<String>; 4],
    /// The cards beside it, and how many.
    #[serde(serialize_with = "table")]
    pub beside: Vec<(String, u8)>,
    /// Whether its apprentice plays the next mission (V-26.5).
    pub apprentice: bool,
}

fn table<S: Serializer>(cards: &[(String, u8)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(cards.iter().map(|(id, count)| (id, count)))
}

fn board<S: Serializer>(slots: &[Option<String>; 4], to: S) -> Result<S::Ok, S::Error> {
    let mut table = to.serialize_map(None)?;
    for (slot, card) in SLOTS.into_iter().zip(slots) {
        if let Some(card) = card {
            table.serialize_entry(slot, card)?;
        }
    }
    table.end()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCampaign {
    missions: Vec<String>,
    #[serde(default)]
    place: u8,
    #[serde(default)]
    successes: u8,
    #[serde(default)]
    sales: bool,
    #[serde(default)]
    florins: u16,
    #[serde(default)]
    trophies: Vec<String>,
    #[serde(default)]
    gone: Listing<u8>,
    #[serde(default)]
    team: Vec<RawFellow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFellow {
    role: String,
    hearts: u8,
    #[serde(default)]
    saved: bool,
    #[serde(default)]
    slots: RawBoard,
    #[serde(default)]
    beside: Listing<u8>,
    #[serde(default)]
    apprentice: bool,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawBoard {
    melee: Option<String>,
    ranged: Option<String>,
    blade: Option<String>,
    armor: Option<String>,
}

impl Default for Campaign {
    /// The missions of the game in order.
    fn default() -> Self {
        Self::new(MISSIONS.map(str::to_owned).to_vec())
    }
}

impl Campaign {
    /// A campaign that has not begun.
    pub fn new(missions: Vec<String>) -> Self {
        Self {
            missions,
            place: 0,
            successes: 0,
            sales: false,
            florins: 0,
            trophies: Vec::new(),
            gone: Vec::new(),
            team: Vec::new(),
        }
    }

    /// The campaign of a document.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let raw: RawCampaign = document::form(text).map_err(|fault| vec![fault])?;
        let pack = base();
        let mut faults = Faults::default();
        let ids = missions(&raw, &mut faults);
        trophies(&raw.trophies, &ids, &mut faults);
        faults.within("florins", raw.florins, 0, RICHEST);
        let gone = pile("gone", raw.gone, pack, &mut faults);
        let team = team(raw.team, pack, &mut faults);
        if !faults.0.is_empty() {
            return Err(faults.0);
        }
        Ok(Self {
            missions: raw.missions,
            place: usize::from(raw.place),
            successes: raw.successes,
            sales: raw.sales,
            florins: raw.florins,
            trophies: raw.trophies,
            gone,
            team,
        })
    }

    /// The document, in one line of JSON: the same campaign gives the same bytes.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can always be written")
    }
}

/// Checks the missions; the ids of those that are documents.
fn missions(raw: &RawCampaign, faults: &mut Faults) -> Vec<String> {
    let count = raw.missions.len();
    if count > LONGEST {
        faults.too_many("missions", count, LONGEST);
    }
    let mut ids = Vec::new();
    for (number, mission) in raw.missions.iter().enumerate().take(LONGEST) {
        let place = format!("missions[{number}]");
        if document::is_document(mission) {
            match compile(mission) {
                Ok(script) => ids.push(script.mirrors[0].id.clone()),
                Err(found) => faults.0.extend(found.into_iter().map(|fault| fault.below(&place))),
            }
        } else if !MISSIONS.contains(&mission.as_str()) {
            faults.unknown_mission(&place, mission);
        }
    }
    if usize::from(raw.place) >= count {
        faults.add("place", |text| message!(text, "fault-no-such-place", place = raw.place, count));
    }
    faults.within("successes", raw.successes, 0, raw.place);
    if raw.sales && (usize::from(raw.place) < SALES || raw.successes == 0) {
        faults.add("sales", |text| message!(text, "fault-no-sales", mission = SALES));
    }
    ids
}

/// Checks the trophies. `ids` are those of missions that the game does not have.
fn trophies(trophies: &[String], ids: &[String], faults: &mut Faults) {
    for (number, trophy) in trophies.iter().enumerate() {
        let place = format!("trophies[{number}]");
        let known = MISSIONS.contains(&trophy.as_str()) || ids.contains(trophy);
        if trophy != FIRST_SUCCESS && !known {
            faults
                .add(&place, |text| message!(text, "fault-unknown-trophy", trophy = quote(trophy)));
        }
        if trophies[..number].contains(trophy) {
            faults.twice(&place);
        }
    }
}

fn pile(key: &str, cards: Listing<u8>, pack: &Pack, faults: &mut Faults) -> Vec<(String, u8)> {
    for (id, count) in &cards.0 {
        let place = format!("{key}.{id}");
        if kept(pack, id, &place, faults).is_some() {
            faults.within(&place, *count, 1, PILE);
        }
    }
    cards.0
}

fn team(raw: Vec<RawFellow>, pack: &Pack, faults: &mut Faults) -> Vec<Fellow> {
    if !raw.is_empty() && raw.len() != ROLES {
        let count = raw.len();
        faults.add("team", |text| message!(text, "fault-team", count, size = ROLES));
    }
    let mut team: Vec<Fellow> = Vec::new();
    for (number, fellow) in raw.into_iter().enumerate() {
        let at = format!("team[{number}]");
        let place = format!("{at}.role");
        if !pack.assassins.iter().any(|role| role.id == fellow.role) {
            faults.add(&place, |text| {
                message!(text, "fault-unknown-assassin", role = quote(&fellow.role))
            });
        }
        if team.iter().any(|other| other.role == fellow.role) {
            faults.twice(&place);
        }
        let board = fellow.slots;
        let slots = [board.melee, board.ranged, board.blade, board.armor];
        let armor = worn(&slots, pack, &at, faults);
        faults.within(&format!("{at}.hearts"), fellow.hearts, 1, pack.hearts + armor);
        let beside = pile(&format!("{at}.beside"), fellow.beside, pack, faults);
        team.push(Fellow {
            role: fellow.role,
            hearts: fellow.hearts,
            saved: fellow.saved,
            slots,
            beside,
            apprentice: fellow.apprentice,
        });
    }
    team
}

/// Checks that each card of a board is in the slot that it belongs to, and counts its armor.
fn worn(slots: &[Option<String>; 4], pack: &Pack, at: &str, faults: &mut Faults) -> u8 {
    let mut hearts = 0;
    for ((slot, name), card) in Slot::ALL.into_iter().zip(SLOTS).zip(slots) {
        let Some(id) = card else {
            continue;
        };
        let place = format!("{at}.slots.{name}");
        let Some(kind) = kept(pack, id, &place, faults) else {
            continue;
        };
        let card = &pack.equipment[kind.index()];
        if card.slot != Some(slot) {
            faults.add(&place, |text| message!(text, "fault-wrong-slot"));
        }
        if let Effect::Armor { hearts: more } = card.effect {
            hearts = more;
        }
    }
    hearts
}
