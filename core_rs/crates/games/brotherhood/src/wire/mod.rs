//! How Brotherhood is written for machines: notation, and messages of the contract.

pub(crate) mod engine_state;
mod event;
mod field;
mod notation;
mod question;
mod setup;
pub(crate) mod view;

use intrigue_core::{About, Codec, DocumentKind, Strengths, Viewer};
use intrigue_wire::v1::{game_event, game_setup, game_view};

use crate::content::compile::BUILT_IN;
use crate::knowledge::features;
use crate::knowledge::view::{Seen, View};
use crate::rules::action::{Action, TABLE};
use crate::rules::options;
use crate::rules::state::Brotherhood;

static ABOUT: About = About {
    id: "brotherhood",
    min_seats: 1,
    max_seats: 4,
    rules_version: 1,
    // At most 30 turns an attempt, ten attempts, four assassins with a dozen decisions a turn, and
    // the guards' steps; hardly any match has a hundredth of that.
    longest: 60_000,
    bluff: false,
    open: true,
    cooperative: true,
    has_default_policy: true,
    contextual: true,
    rules: [include_str!("../../RULES.md"), include_str!("../../RULES.fr.md")],
    options: options::OPTIONS,
    documents: &DOCUMENTS,
    features_version: features::VERSION,
    planes: features::PLANES,
    strengths: Strengths {
        easy: &["greedy"],
        normal: &["planner:sims=200"],
        hard: &["planner:sims=2000"],
    },
    networks: &[],
};

// A network of other rules or features stops the build.
const _: () = ABOUT.assert_networks();

/// The documents that the game reads.
static DOCUMENTS: [DocumentKind; 1] = [DocumentKind {
    option: "mission",
    schema: include_str!("../content/schema.json"),
    template: include_str!("../content/template.toml"),
    built_in: &BUILT_IN,
}];

impl Codec for Brotherhood {
    type Action = Action;
    type View = View;
    type Seen = Seen;

    const ABOUT: &'static About = &ABOUT;
    const ACTIONS: &'static [Action] = &TABLE;

    fn chance_notation(chance: u32) -> String {
        notation::chance_notation(chance)
    }

    fn facts(view: &View) -> Vec<(String, String)> {
        notation::facts(view)
    }

    fn event_notation(seen: &Seen) -> String {
        event::event_notation(seen)
    }

    fn view_to_wire(view: &View) -> game_view::Kind {
        view::view_to_wire(view)
    }

    fn view_from_wire(
        view: &game_view::Kind,
        setup: Option<&game_setup::Kind>,
        engine_state: &[u8],
        viewer: Viewer,
    ) -> Option<View> {
        view::view_from_wire(view, setup, engine_state, viewer)
    }

    fn setup_to_wire(view: &View) -> Option<game_setup::Kind> {
        Some(game_setup::Kind::Brotherhood(setup::write(view)))
    }

    fn engine_state(view: &View) -> Vec<u8> {
        engine_state::write(view)
    }

    fn set_engine_state(view: &mut View, engine_state: &[u8]) -> bool {
        view::set_engine_state(view, engine_state)
    }

    fn seen_to_wire(seen: &Seen) -> Option<game_event::Kind> {
        view::seen_to_wire(seen)
    }

    fn seen_from_wire(event: &game_event::Kind) -> Option<Seen> {
        view::seen_from_wire(event)
    }
}
