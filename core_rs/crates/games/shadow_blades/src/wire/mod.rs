//! How Shadow Blades is written for machines: notation, and messages of the contract.

mod event;
mod notation;
mod view;

use intrigue_core::{About, Codec, Viewer};
use intrigue_wire::v1::{game_event, game_view};

use crate::knowledge::features;
use crate::knowledge::view::{Seen, View};
use crate::rules::action::Action;
use crate::rules::options;
use crate::rules::state::{Chance, ShadowBlades};

static ABOUT: About = About {
    id: "shadow_blades",
    min_seats: 2,
    max_seats: 4,
    rules_version: "1",
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
};

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

    fn view_to_wire(view: &View) -> game_view::Game {
        game_view::Game::ShadowBlades(view::view(view))
    }

    fn view_from_wire(
        view: &game_view::Game,
        _engine_state: &[u8],
        viewer: Viewer,
    ) -> Option<View> {
        let game_view::Game::ShadowBlades(view) = view else {
            return None;
        };
        view::read_view(view, viewer)
    }

    fn seen_to_wire(seen: &Seen) -> Option<game_event::Game> {
        Some(game_event::Game::ShadowBlades(event::seen(seen)))
    }

    fn seen_from_wire(event: &game_event::Game) -> Option<Seen> {
        let game_event::Game::ShadowBlades(event) = event else {
            return None;
        };
        event::read_seen(event)
    }
}
