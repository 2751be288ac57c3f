//! What the game says of itself, and how it looks from outside.

use intrigue_core::{
    About, ActionForm, ActionId, CardKind, Document, DocumentKind, Face, Lang, Text, Viewer,
};
use intrigue_wire::v1 as wire;

use crate::content::compile::base;
use crate::content::pack::Equipment;
use crate::knowledge::features;
use crate::knowledge::view::{Seen, View};
use crate::rules::action::{Action, TABLE};
use crate::rules::options;
use crate::rules::state::Brotherhood;
use crate::text::events;
use crate::text::facts;
use crate::text::render;
use crate::text::words;
use crate::wire::engine_state;
use crate::wire::event;
use crate::wire::view as message;

static ABOUT: About = About {
    id: "brotherhood",
    name: Text::fixed("Brotherhood", "Brotherhood"),
    summary: Text::fixed(
        "Assassins steal through a guarded quarter together, do what is to be done, and get away before time runs out.",
        "Des assassins se glissent ensemble dans un quartier gardé, accomplissent leur tâche et s'éclipsent avant que le temps ne s'écoule.",
    ),
    min_seats: 1,
    max_seats: 4,
    rules_version: "1",
    // At most 30 turns an attempt, ten attempts, four assassins with a dozen decisions a turn, and
    // the guards' steps; hardly any match has a hundredth of that.
    longest: 60_000,
    bluff: false,
    open: true,
    cooperative: true,
    has_default_policy: true,
    contextual: true,
    rules: [
        include_str!("../../RULES.md"),
        include_str!("../../RULES.fr.md"),
    ],
    options: options::OPTIONS,
    documents: &DOCUMENTS,
    features_version: features::VERSION,
    planes: features::PLANES,
};

/// The documents that the game reads.
static DOCUMENTS: [DocumentKind; 1] = [DocumentKind {
    option: "memory",
    name: Text::fixed("memory", "souvenir"),
    schema: include_str!("../content/schema.json"),
    template: include_str!("../content/template.toml"),
    built_in: &BUILT_IN,
}];

static BUILT_IN: [Document; 6] = [
    Document {
        id: "unlocked_shutter",
        name: Text::fixed("The Unlocked Shutter", "Le volet ouvert"),
        text: include_str!("../content/unlocked_shutter.toml"),
    },
    Document {
        id: "salt_ledger",
        name: Text::fixed("The Salt Ledger", "Le registre du sel"),
        text: include_str!("../content/salt_ledger.toml"),
    },
    Document {
        id: "seven_ropes",
        name: Text::fixed("Seven Ropes", "Sept cordes"),
        text: include_str!("../content/seven_ropes.toml"),
    },
    Document {
        id: "low_water",
        name: Text::fixed("Low Water", "Basses eaux"),
        text: include_str!("../content/low_water.toml"),
    },
    Document {
        id: "weigh_house",
        name: Text::fixed("Masks at the Weigh-House", "Masques à la Pesée"),
        text: include_str!("../content/weigh_house.toml"),
    },
    Document {
        id: "glass_furnace",
        name: Text::fixed("The Glass Furnace", "Le four à verre"),
        text: include_str!("../content/glass_furnace.toml"),
    },
];

impl Face for Brotherhood {
    type Action = Action;
    type View = View;
    type Seen = Seen;

    const ABOUT: &'static About = &ABOUT;
    const ACTIONS: &'static [Action] = &TABLE;

    /// The equipment of the built-in pack.
    fn cards() -> Vec<CardKind> {
        let card = |card: &'static Equipment| CardKind {
            id: &card.id,
            name: card.name.clone(),
            copies: card.copies.into(),
            provenance: "ours",
        };
        base().equipment.iter().map(card).collect()
    }

    #[inline]
    fn id(action: Action) -> ActionId {
        action.id()
    }

    fn notation(action: Action) -> String {
        action.notation()
    }

    fn form(action: Action) -> ActionForm {
        action.form()
    }

    fn label(action: Action, lang: Lang) -> String {
        words::label(action, lang)
    }

    fn chance_notation(chance: u32) -> String {
        words::chance_notation(chance)
    }

    fn facts(view: &View) -> Vec<(String, String)> {
        facts::facts(view)
    }

    fn render(view: &View, lang: Lang) -> String {
        render::render(view, lang)
    }

    fn seen_face(seen: &Seen) -> String {
        event::seen_face(seen)
    }

    fn seen_text(seen: &Seen, lang: Lang) -> String {
        events::seen_text(seen, lang)
    }

    fn view_to_wire(view: &View) -> wire::game_view::Game {
        message::view_to_wire(view)
    }

    fn view_from_wire(
        view: &wire::game_view::Game,
        engine_state: &[u8],
        viewer: Viewer,
    ) -> Option<View> {
        message::view_from_wire(view, engine_state, viewer)
    }

    fn engine_state(view: &View) -> Vec<u8> {
        engine_state::write(view)
    }

    fn set_engine_state(view: &mut View, engine_state: &[u8]) -> bool {
        message::set_engine_state(view, engine_state)
    }

    fn seen_to_wire(seen: &Seen) -> Option<wire::game_event::Game> {
        message::seen_to_wire(seen)
    }

    fn seen_from_wire(event: &wire::game_event::Game) -> Option<Seen> {
        message::seen_from_wire(event)
    }
}
