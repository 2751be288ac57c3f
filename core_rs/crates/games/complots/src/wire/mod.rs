//! How Complots is written for machines: notation, and messages of the contract.

mod message;
mod notation;

use intrigue_core::{About, Codec, Strengths, Viewer};
use intrigue_wire::v1::{game_event, game_setup, game_view};

use crate::knowledge::features;
use crate::knowledge::view::{Seen, View};
use crate::rules::action::Action;
use crate::rules::options;
use crate::rules::state::{Chance, Complots};

static ABOUT: About = About {
    id: "complots",
    min_seats: 2,
    max_seats: 8,
    rules_version: 1,
    // A turn: the action, three windows of seven, two losses, the exchange or the examination.
    longest: 10_000 * 28,
    bluff: true,
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
        normal: &["ismcts:sims=1000"],
        hard: &["learned", "ismcts:sims=4000"],
    },
    networks: &[
        include_bytes!("../../networks/2-seats.bin"),
        include_bytes!("../../networks/4-seats.bin"),
    ],
};

// A network of other rules or features stops the build.
const _: () = ABOUT.assert_networks();

impl Codec for Complots {
    type Action = Action;
    type View = View;
    type Seen = Seen;

    const ABOUT: &'static About = &ABOUT;
    const ACTIONS: &'static [Action] = &Action::TABLE;

    fn chance_notation(chance: u32) -> String {
        match Chance::try_from(chance) {
            Ok(Chance::First(seat)) => format!("first:{seat}"),
            Ok(Chance::Card(card)) => card.notation().to_owned(),
            Err(()) => String::new(),
        }
    }

    fn facts(view: &View) -> Vec<(String, String)> {
        notation::facts(view)
    }

    fn event_notation(seen: &Seen) -> String {
        notation::event_notation(seen)
    }

    fn view_to_wire(view: &View) -> game_view::Kind {
        game_view::Kind::Complots(message::view(view))
    }

    fn view_from_wire(
        view: &game_view::Kind,
        _setup: Option<&game_setup::Kind>,
        _engine_state: &[u8],
        viewer: Viewer,
    ) -> Option<View> {
        let game_view::Kind::Complots(view) = view else {
            return None;
        };
        message::read_view(view, viewer)
    }

    fn seen_to_wire(seen: &Seen) -> Option<game_event::Kind> {
        Some(game_event::Kind::Complots(message::seen(seen)))
    }

    fn seen_from_wire(event: &game_event::Kind) -> Option<Seen> {
        let game_event::Kind::Complots(event) = event else {
            return None;
        };
        message::read_seen(event)
    }
}
