//! Missions and packs as people write them: TOML, or JSON. Here only the form is read; what it
//! means is checked where it is compiled.

mod cards;
mod tree;

use std::fmt;

use intrigue_core::{Localizer, Text, game_text, message};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use crate::content::level::{Failure, Step};
use crate::content::pack::Origin;
use crate::rules::state::Brotherhood;
pub(crate) use cards::{
    RawChestEffect, RawCompass, RawEquipment, RawEventEffect, RawPack, RawReinforcement,
};
use tree::Tree;

/// The longest document, in bytes (V-C.3).
pub(crate) const LONGEST: usize = 64 * 1024;

/// What is wrong with a document, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The way to it by keys and numbers, such as `walls[2]`; empty if it is about the whole.
    pub place: String,
    /// Line and column if the text can't be read at all; otherwise 0.
    pub position: (usize, usize),
    /// Why it is refused.
    pub reason: Text,
}

impl Fault {
    /// A fault at a place, with a sentence of the catalog.
    pub fn new(place: impl Into<String>, reason: impl Fn(&Localizer<'_>) -> String) -> Self {
        let place: String = place.into();
        // Keys of the writer's own can be in it, and may be anything.
        let place = place.chars().filter(|c| !c.is_control()).take(120);
        let place = place.collect();
        Self { place, position: (0, 0), reason: game_text::<Brotherhood>(reason) }
    }

    /// The fault as one of a document that is part of another, at a place of that one.
    pub(crate) fn below(mut self, place: &str) -> Self {
        if self.position.0 > 0 {
            // A line of the inner text would be taken for one of the outer text.
            let reason = self.text();
            return Self { place: place.to_owned(), position: (0, 0), reason };
        }
        let dot = if self.place.is_empty() || self.place.starts_with('[') { "" } else { "." };
        self.place = format!("{place}{dot}{}", self.place);
        self
    }

    /// Place and reason in one text.
    pub fn text(&self) -> Text {
        let (line, column) = self.position;
        if line > 0 {
            return game_text::<Brotherhood>(|text| {
                let reason = text.content(&self.reason);
                message!(text, "fault-at-line", line, column, reason)
            });
        }
        if self.place.is_empty() {
            return self.reason.clone();
        }
        game_text::<Brotherhood>(|text| {
            let reason = text.content(&self.reason);
            message!(text, "fault-at", place = &self.place, reason)
        })
    }
}

/// The keys of a mission.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawMission {
    pub id: String,
    /// Read so that it is one of the known words; a mission's origin is not shown.
    #[serde(default = "ours", rename = "origin")]
    pub _origin: Origin,
    pub name: Words,
    pub text: Words,
    pub rows: Vec<String>,
    #[serde(default)]
    pub tiles: RawTiles,
    #[serde(default)]
    pub walls: Vec<String>,
    #[serde(default)]
    pub ladders: Vec<String>,
    pub stations: Vec<String>,
    pub start: String,
    pub objectives: Vec<RawObjective>,
    #[serde(default)]
    pub chests: Vec<String>,
    #[serde(default)]
    pub hiding_spots: Vec<String>,
    #[serde(default)]
    pub towers: Vec<RawTower>,
    #[serde(default)]
    pub entrances: RawEntrances,
    #[serde(default)]
    pub guards: Listing<String>,
    #[serde(default)]
    pub guards_by_assassins: ByTeam<Listing<String>>,
    #[serde(default)]
    pub guards_without: ByTeam<Vec<String>>,
    pub figures: RawFigures,
    pub limit: RawLimit,
    pub guard_steps: Vec<Step>,
    #[serde(default)]
    pub save: bool,
    #[serde(default)]
    pub alert: bool,
    #[serde(default)]
    pub kit: Vec<String>,
    pub events: Vec<String>,
    #[serde(default)]
    pub tower_cards: Vec<String>,
    #[serde(default)]
    pub fails_when: Vec<Failure>,
    #[serde(default)]
    pub sync: RawSync,
    #[serde(default)]
    pub pack: RawPack,
}

/// A text in both languages.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    pub en: String,
    pub fr: String,
}

/// How squares are grouped.
#[derive(Clone, Debug)]
pub(crate) enum RawTiles {
    /// By a word, of which `2x2` is the only one.
    Word(String),
    /// By lists of squares.
    Groups(Vec<Vec<String>>),
}

impl Default for RawTiles {
    fn default() -> Self {
        Self::Word("2x2".to_owned())
    }
}

impl<'de> Deserialize<'de> for RawTiles {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = RawTiles;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("2x2, or a list")
            }

            fn visit_str<E>(self, word: &str) -> Result<RawTiles, E> {
                Ok(RawTiles::Word(word.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut source: A) -> Result<RawTiles, A::Error> {
                let mut groups = Vec::new();
                while let Some(group) = source.next_element()? {
                    groups.push(group);
                }
                Ok(RawTiles::Groups(groups))
            }
        }
        source.deserialize_any(Either)
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawObjective {
    pub at: String,
    pub name: Words,
    pub cost: u8,
    pub places: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawTower {
    pub squares: Vec<String>,
    pub haystack: String,
}

#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RawEntrances {
    #[serde(rename = "A")]
    pub a: Option<String>,
    #[serde(rename = "B")]
    pub b: Option<String>,
    #[serde(rename = "C")]
    pub c: Option<String>,
    #[serde(rename = "D")]
    pub d: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawFigures {
    pub crossbowman: u8,
    pub elite: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLimit {
    #[serde(rename = "1")]
    pub one: u8,
    #[serde(rename = "2")]
    pub two: u8,
    #[serde(rename = "3")]
    pub three: u8,
    #[serde(rename = "4")]
    pub four: u8,
}

/// Something for each number of assassins, or for some.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, bound(deserialize = "T: Deserialize<'de> + Default"))]
pub(crate) struct ByTeam<T> {
    #[serde(rename = "1")]
    pub one: T,
    #[serde(rename = "2")]
    pub two: T,
    #[serde(rename = "3")]
    pub three: T,
    #[serde(rename = "4")]
    pub four: T,
}

impl<T> ByTeam<T> {
    /// In order.
    pub(crate) fn each(&self) -> [&T; 4] {
        [&self.one, &self.two, &self.three, &self.four]
    }
}

/// Keys that the writer chooses, in the order of the document.
#[derive(Clone, Debug)]
pub(crate) struct Listing<T>(pub Vec<(String, T)>);

impl<T> Default for Listing<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Listing<T> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Pairs<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Pairs<T> {
            type Value = Listing<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut source: A) -> Result<Listing<T>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = source.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Listing(pairs))
            }
        }
        source.deserialize_map(Pairs(std::marker::PhantomData))
    }
}

#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RawSync {
    pub all: Vec<RawGoal>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RawGoal {
    Alert(bool),
    BodiesAtMost(u8),
    EliminatedAtMost(u8),
    ChestsOpen(String),
    TowerTurned(bool),
    NeverWantedAtEndOfAssassinsPhase(bool),
    TurnsLeftAtLeast(u8),
}

const fn ours() -> Origin {
    Origin::Ours
}

/// Whether an option's value is a document, and not a name.
pub(crate) fn is_document(value: &str) -> bool {
    value.contains('\n') || value.starts_with('{')
}

/// Reads a mission.
pub(crate) fn mission(text: &str) -> Result<RawMission, Fault> {
    let tree = plant(text)?;
    if let Tree::Table(table) = &tree
        && table.iter().any(|(key, _)| key == "escorts")
    {
        return Err(Fault::new("escorts", |text| message!(text, "fault-escorts")));
    }
    tree.read()
}

/// Reads a pack.
pub(crate) fn pack(text: &str) -> Result<RawPack, Fault> {
    plant(text)?.read()
}

/// Reads a form of its own.
pub(crate) fn form<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, Fault> {
    plant(text)?.read()
}

/// The text as a tree.
fn plant(text: &str) -> Result<Tree, Fault> {
    if text.len() > LONGEST {
        let length = text.len();
        return Err(Fault::new("", |text| {
            message!(text, "fault-too-long", length, most = LONGEST)
        }));
    }
    if text.trim_start().starts_with('{') {
        serde_json::from_str(text).map_err(|error| {
            let words = error.to_string();
            let detail = words.split(" at line ").next().unwrap_or_default();
            unreadable("JSON", error.line(), error.column(), detail)
        })
    } else {
        toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let before = text.get(..start).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            unreadable("TOML", line, column, error.message())
        })
    }
}

fn unreadable(format: &str, line: usize, column: usize, detail: &str) -> Fault {
    // The readers speak English alone, and repeat what was sent: it is shown short and plain.
    let detail: String =
        detail.chars().map(|c| if c.is_control() { ' ' } else { c }).take(160).collect();
    let detail = detail.trim_end_matches('.');
    let reason = |text: &Localizer<'_>| message!(text, "fault-unreadable", format, detail);
    Fault { position: (line, column), ..Fault::new("", reason) }
}
