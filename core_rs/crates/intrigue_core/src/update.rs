//! What a viewer is sent: views, prompts, updates, as messages.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use intrigue_wire::v1 as wire;

use crate::play::Table;
use crate::wire_fields::{seat_number, seat_numbers};
use crate::{
    ActionId, ActionSet, Game, GameAction, Localizer, Presentation, SeatNames, Text, Viewer,
};

/// A text of a game as its message.
fn localized<G: Presentation>(
    names: &SeatNames,
    write: impl Fn(&Localizer<'_>) -> String,
) -> wire::Text {
    Text::localized(G::catalog(), names, write).to_wire()
}

fn action_message<G: Presentation>(action: G::Action) -> wire::Action {
    let form = action.form();
    wire::Action {
        id: action.id().0.into(),
        notation: action.notation(),
        label: Some(localized::<G>(SeatNames::NUMBERS, |text| G::label(action, text))),
        verb: form.verb.to_owned(),
        arguments: form
            .arguments
            .into_iter()
            .map(|(name, value)| wire::ActionArgument { name: name.to_owned(), value })
            .collect(),
    }
}

/// The action table as messages, made once for each game: a prompt only picks from it.
pub fn action_messages<G: Game>() -> &'static [wire::Action] {
    static TABLES: RwLock<BTreeMap<&str, &[wire::Action]>> = RwLock::new(BTreeMap::new());
    let known = TABLES.read().unwrap_or_else(PoisonError::into_inner).get(G::ABOUT.id).copied();
    known.unwrap_or_else(|| {
        let table: Vec<_> = G::ACTIONS.iter().map(|&action| action_message::<G>(action)).collect();
        let table: &'static [wire::Action] = table.leak();
        let mut tables = TABLES.write().unwrap_or_else(PoisonError::into_inner);
        tables.entry(G::ABOUT.id).or_insert(table)
    })
}

/// An action as its message, in words that fit any position.
pub(crate) fn action_anywhere<G: Game>(id: ActionId, names: &SeatNames) -> wire::Action {
    let mut message = action_messages::<G>()[usize::from(id.0)].clone();
    if !names.is_empty() {
        let action = G::ACTIONS[usize::from(id.0)];
        message.label = Some(localized::<G>(names, |text| G::label(action, text)));
    }
    message
}

/// A legal action as its message, in words that fit the view of the seat that may take it.
pub fn action_in<G: Game>(view: &G::View, id: ActionId, names: &SeatNames) -> wire::Action {
    if !G::ABOUT.contextual {
        return action_anywhere::<G>(id, names);
    }
    let action = G::ACTIONS[usize::from(id.0)];
    wire::Action {
        label: Some(localized::<G>(names, |text| G::describe_action(view, action, text))),
        ..action_messages::<G>()[usize::from(id.0)].clone()
    }
}

fn prompt_message<G: Game>(
    state: &G,
    viewer: Viewer,
    view: &LazyView<'_, G>,
    names: &SeatNames,
) -> Option<wire::Prompt> {
    let seat = viewer.seat().filter(|&seat| state.turn().seats().contains(seat))?;
    let legal = state.legal(seat);
    let actions = if G::ABOUT.contextual || !names.is_empty() {
        let view = view.get();
        legal.iter().map(|id| action_in::<G>(view, id, names)).collect()
    } else {
        let table = action_messages::<G>();
        let plain = |id: ActionId| table[usize::from(id.0)].clone();
        legal.iter().map(plain).collect()
    };
    Some(wire::Prompt { seat: seat_number(seat), actions, deadline: None })
}

/// A viewer's view, built once for all that is sent of a step, and only if something needs it.
struct LazyView<'a, G: Game> {
    state: &'a G,
    viewer: Viewer,
    view: OnceCell<G::View>,
}

impl<'a, G: Game> LazyView<'a, G> {
    fn new(state: &'a G, viewer: Viewer) -> Self {
        Self { state, viewer, view: OnceCell::new() }
    }

    fn get(&self) -> &G::View {
        self.view.get_or_init(|| self.state.view(self.viewer))
    }
}

/// A viewer's view of a state as a `View`, with the names by which its texts call seats.
pub fn view_message<G: Game>(
    state: &G,
    revision: u64,
    viewer: Viewer,
    names: &SeatNames,
) -> wire::View {
    let view = LazyView::new(state, viewer);
    let prompt = prompt_message(state, viewer, &view, names);
    let outcome = state.outcome().map(|outcome| outcome.to_wire::<G>(names));
    whole_view(&view, revision, prompt, outcome)
}

fn whole_view<G: Game>(
    view: &LazyView<'_, G>,
    revision: u64,
    prompt: Option<wire::Prompt>,
    outcome: Option<wire::Outcome>,
) -> wire::View {
    wire::View {
        revision,
        seat: view.viewer.seat().map(seat_number),
        asked: seat_numbers(view.state.asked(view.viewer)),
        game: Some(wire::GameView { game: Some(G::view_to_wire(view.get())) }),
        prompt,
        outcome,
        engine_state: G::engine_state(view.get()),
    }
}

/// What the viewer gets of the table's last step; it has seen something of it.
pub(crate) fn update_message<G: Game>(
    table: &Table<G>,
    viewer: Viewer,
    include_view: bool,
    names: &SeatNames,
) -> wire::Update {
    let state = &table.state;
    let view = LazyView::new(state, viewer);
    let event = |seen: &G::Seen, game: wire::game_event::Game| wire::Event {
        game: Some(wire::GameEvent { game: Some(game) }),
        text: Some(localized::<G>(names, |text| {
            if G::ABOUT.contextual {
                G::describe_event(view.get(), seen, text)
            } else {
                G::event_text(seen, text)
            }
        })),
    };
    let mut events = Vec::new();
    let mut engine_state = Vec::new();
    for seen in table.events.iter().filter_map(|e| G::see(e, viewer)) {
        match G::seen_to_wire(&seen) {
            Some(game) => events.push(event(&seen, game)),
            None => engine_state = G::engine_state(view.get()),
        }
    }
    let revision = table.revision(viewer);
    let prompt = prompt_message(state, viewer, &view, names);
    let outcome = state.outcome().map(|outcome| outcome.to_wire::<G>(names));
    wire::Update {
        revision,
        events,
        engine_state,
        asked: seat_numbers(state.asked(viewer)),
        view: include_view.then(|| whole_view(&view, revision, prompt.clone(), outcome.clone())),
        prompt,
        outcome,
    }
}
