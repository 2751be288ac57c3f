//! How Shadow Blades is written for machines: notation, and messages of the contract.

mod event;
mod notation;
mod view;

use intrigue_core::{About, Codec, Strengths, Viewer};
use intrigue_wire::v1::{game_event, game_setup, game_view};

use crate::knowledge::features;
use crate::knowledge::view::{Seen, View};
use crate::rules::action::Action;
use crate::rules::options;
use crate::rules::state::{Chance, ShadowBlades};

static ABOUT: About = About {
    id: "shadow_blades",
    min_seats: 2,
    max_seats: 4,
    rules_version: 1,
    // At most 180 turns; each card that is played takes a few decisions.
    longest: 2_000,
    bluff: false,
    open: false,
    cooperative: false,
    has_default_policy: false,
    contextual: false,
    rules: [include_str!("../../RULES.md"), include_str!("../../RULES.fr.md")],
    options: options::OPTIONS,
    documents: &[],
    features_version: features::VERSION,
    planes: features::PLANES,
    strengths: Strengths {
        easy: &["greedy"],
        normal: &["ismcts:sims=60,reuse=20"],
        hard: &["ismcts:sims=600,reuse=20"],
    },
    networks: &[],
};

// A network of other rules or features stops the build.
const _: () = ABOUT.assert_networks();

impl Codec for ShadowBlades {
    type Action = Action;
    type View = View;
    type Seen = Seen;

    const ABOUT: &'static About = &ABOUT;
    const ACTIONS: &'static [Action] = &Action::TABLE;

    fn chance_notation(chance: u32) -> String {
        match Chance::try_from(chance) {
            Ok(Chance::First(seat)) => format!("first:{seat}"),
            Ok(Chance::Conspiracy(conspiracy)) => conspiracy.notation().to_owned(),
            Ok(Chance::Card(card)) => card.notation().to_owned(),
            Err(()) => String::new(),
        }
    }

    fn facts(view: &View) -> Vec<(String, String)> {
        notation::facts(view)
    }

    fn event_notation(seen: &Seen) -> String {
        notation::event_notation(seen).trim_end().to_owned()
    }

    fn view_to_wire(view: &View) -> game_view::Kind {
        game_view::Kind::ShadowBlades(view::view(view))
    }

    fn view_from_wire(
        view: &game_view::Kind,
        _setup: Option<&game_setup::Kind>,
        engine_state: &[u8],
        viewer: Viewer,
    ) -> Option<View> {
        let game_view::Kind::ShadowBlades(view) = view else {
            return None;
        };
        view::read_view(view, engine_state, viewer)
    }

    fn engine_state(view: &View) -> Vec<u8> {
        view::engine_state(view)
    }

    fn set_engine_state(view: &mut View, engine_state: &[u8]) -> bool {
        // Events say everything that it has.
        engine_state.is_empty() || view::engine_state(view) == engine_state
    }

    fn seen_to_wire(seen: &Seen) -> Option<game_event::Kind> {
        Some(game_event::Kind::ShadowBlades(event::seen(seen)))
    }

    fn seen_from_wire(event: &game_event::Kind) -> Option<Seen> {
        let game_event::Kind::ShadowBlades(event) = event else {
            return None;
        };
        event::read_seen(event)
    }
}
