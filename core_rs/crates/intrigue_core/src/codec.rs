use intrigue_wire::v1 as wire;

use crate::{About, ActionId, GameAction, Viewer};

/// How a game is written for machines: ids, notation, and messages of the contract.
pub trait Codec: Sized {
    /// A seat's choice.
    type Action: GameAction;
    /// All that a viewer may know.
    type View: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static;
    /// What a viewer sees of an event.
    type Seen: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static;

    /// The facts about the game that do not depend on a match.
    const ABOUT: &'static About;
    /// The action table: the id of an action is its place here. Append only.
    const ACTIONS: &'static [Self::Action];

    /// One of nature's choices as records and scripts write it; unique among the choices that
    /// nature has at one moment.
    fn chance_notation(chance: u32) -> String;

    /// What a view says, as names and values.
    fn facts(view: &Self::View) -> Vec<(String, String)>;
    /// What a viewer sees of an event, in notation: `played 0 8`.
    fn event_notation(seen: &Self::Seen) -> String;

    /// The view as its message.
    fn view_to_wire(view: &Self::View) -> wire::game_view::Kind;
    /// What is the same in all views of a match and is sent only once; none if the game has no such
    /// content.
    fn setup_to_wire(_view: &Self::View) -> Option<wire::game_setup::Kind> {
        None
    }
    /// The view of a message, of its match's setup and of its engine state, if they are of this game
    /// and make sense.
    fn view_from_wire(
        view: &wire::game_view::Kind,
        setup: Option<&wire::game_setup::Kind>,
        engine_state: &[u8],
        viewer: Viewer,
    ) -> Option<Self::View>;
    /// What the engine needs beside the message to go on from a view: opaque to everybody else. Its
    /// first byte is a version; empty if the game needs nothing.
    fn engine_state(_view: &Self::View) -> Vec<u8> {
        Vec::new()
    }
    /// Puts the engine state of an update into the view that its events were folded into. False if
    /// it makes no sense: then the view stays as it is.
    fn set_engine_state(_view: &mut Self::View, engine_state: &[u8]) -> bool {
        engine_state.is_empty()
    }
    /// What a viewer sees of an event as its message; none if it only changes the engine state,
    /// which travels by itself.
    fn seen_to_wire(seen: &Self::Seen) -> Option<wire::game_event::Kind>;
    /// What a viewer sees of an event, of a message, if it is of this game and makes sense.
    fn seen_from_wire(event: &wire::game_event::Kind) -> Option<Self::Seen>;

    /// The action of an id.
    fn action(id: ActionId) -> Option<Self::Action> {
        Self::ACTIONS.get(usize::from(id.0)).copied()
    }

    /// The action of a notation; upper and lower case and the amount of space don't matter.
    fn parse(notation: &str) -> Option<Self::Action> {
        let wanted: Vec<String> = notation.split_whitespace().map(str::to_lowercase).collect();
        let wanted = wanted.join(" ");
        Self::ACTIONS.iter().copied().find(|&action| action.notation() == wanted)
    }
}
