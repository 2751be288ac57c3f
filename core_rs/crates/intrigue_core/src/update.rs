//! What a viewer is sent: views, prompts, updates, as messages.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use intrigue_wire::text::v1::LocalizedText;
use intrigue_wire::v1 as wire;

use crate::outcome::LeftSeats;
use crate::play::Table;
use crate::wire_fields::{seat_number, seat_numbers};
use crate::{
    ActionId, ActionSet, Game, GameAction, LeftScript, Localizer, Presentation, Turn, Viewer,
    Wording, core_catalog, message, quote,
};

fn action_message<G: Presentation>(action: G::Action) -> wire::GameAction {
    let form = action.form();
    wire::GameAction {
        id: Some(action.id().0.into()),
        notation: action.notation(),
        label: Wording::PLAIN.localized(G::catalog(), |text| G::label(action, text)),
        verb: form.verb.to_owned(),
        arguments: form
            .arguments
            .into_iter()
            .map(|(name, value)| wire::ActionArgument { name: name.to_owned(), value })
            .collect(),
    }
}

/// The action table as messages, made once for each game: a prompt only picks from it.
pub fn action_messages<G: Game>() -> &'static [wire::GameAction] {
    static TABLES: RwLock<BTreeMap<&str, &[wire::GameAction]>> = RwLock::new(BTreeMap::new());
    let known = TABLES.read().unwrap_or_else(PoisonError::into_inner).get(G::ABOUT.id).copied();
    known.unwrap_or_else(|| {
        let table: Vec<_> = G::ACTIONS.iter().map(|&action| action_message::<G>(action)).collect();
        let table: &'static [wire::GameAction] = table.leak();
        let mut tables = TABLES.write().unwrap_or_else(PoisonError::into_inner);
        tables.entry(G::ABOUT.id).or_insert(table)
    })
}

/// An action as its message, in words that fit any position.
pub(crate) fn action_anywhere<G: Game>(id: ActionId, wording: &Wording) -> wire::GameAction {
    let known = &action_messages::<G>()[usize::from(id.0)];
    let label = if wording.names.is_empty() {
        known.label.as_ref().and_then(|label| wording.languages.select(label))
    } else {
        let action = G::ACTIONS[usize::from(id.0)];
        wording.localized(G::catalog(), |text| G::label(action, text))
    };
    with_label(known, label)
}

/// A legal action as its message, in words that fit the view of the seat that may take it.
pub fn action_in<G: Game>(view: &G::View, id: ActionId, wording: &Wording) -> wire::GameAction {
    if !G::ABOUT.contextual {
        return action_anywhere::<G>(id, wording);
    }
    let action = G::ACTIONS[usize::from(id.0)];
    let label = wording.localized(G::catalog(), |text| G::describe_action(view, action, text));
    with_label(&action_messages::<G>()[usize::from(id.0)], label)
}

/// An action with another label. Labels are most of an action's bytes, so that of the table is not
/// copied first.
fn with_label(known: &wire::GameAction, label: Option<LocalizedText>) -> wire::GameAction {
    wire::GameAction {
        id: known.id,
        notation: known.notation.clone(),
        label,
        verb: known.verb.clone(),
        arguments: known.arguments.clone(),
    }
}

fn prompt_message<G: Game>(
    state: &G,
    viewer: Viewer,
    view: &LazyView<'_, G>,
    wording: &Wording,
) -> Option<wire::Prompt> {
    let seat = viewer.seat().filter(|&seat| state.turn().seats().contains(seat))?;
    let legal = state.legal(seat);
    let actions = if G::ABOUT.contextual {
        let view = view.get();
        legal.iter().map(|id| action_in::<G>(view, id, wording)).collect()
    } else {
        legal.iter().map(|id| action_anywhere::<G>(id, wording)).collect()
    };
    Some(wire::Prompt { seat: Some(seat_number(seat)), actions })
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

/// A viewer's view of a state as a `View`. `left` says how seats left the match before its end.
pub fn view_message<G: Game>(
    state: &G,
    revision: u32,
    viewer: Viewer,
    left: LeftSeats,
    wording: &Wording,
) -> wire::View {
    let view = LazyView::new(state, viewer);
    let prompt = prompt_message(state, viewer, &view, wording);
    let outcome = outcome_message(state, left, wording);
    whole_view(&view, revision, prompt, outcome)
}

fn whole_view<G: Game>(
    view: &LazyView<'_, G>,
    revision: u32,
    prompt: Option<wire::Prompt>,
    outcome: Option<wire::Outcome>,
) -> wire::View {
    wire::View {
        revision,
        seat: view.viewer.seat().map(seat_number),
        seats_to_act: seat_numbers(view.state.asked(view.viewer)),
        game: Some(wire::GameView { kind: Some(G::view_to_wire(view.get())) }),
        prompt,
        outcome,
        engine_state: G::engine_state(view.get()),
        rules_version: G::ABOUT.rules_version,
    }
}

/// How a match ended, if it has.
pub(crate) fn outcome_message<G: Game>(
    state: &G,
    left: LeftSeats,
    wording: &Wording,
) -> Option<wire::Outcome> {
    let outcome = state.outcome()?;
    Some(outcome.to_wire::<G>(state.out(), left, wording))
}

/// What is said of a match beside its table.
#[derive(Clone, Copy)]
pub(crate) struct Notes<'a> {
    /// How seats left the match before its end.
    pub(crate) left: LeftSeats,
    /// Where chance left the script, and the outcome that could not come.
    pub(crate) left_script: Option<(LeftScript, &'a str)>,
}

/// What the viewer gets of the table's last step; it has seen something of it.
pub(crate) fn update_message<G: Game>(
    table: &Table<G>,
    viewer: Viewer,
    include_view: bool,
    notes: Notes<'_>,
    wording: &Wording,
) -> wire::Update {
    let state = &table.state;
    let view = LazyView::new(state, viewer);
    let (events, engine_state) = seen_step(table, &view, notes, wording);
    let revision = table.revision(viewer);
    let prompt = prompt_message(state, viewer, &view, wording);
    let outcome = outcome_message(state, notes.left, wording);
    wire::Update {
        revision,
        events,
        engine_state,
        seats_to_act: seat_numbers(state.asked(viewer)),
        view: include_view.then(|| whole_view(&view, revision, prompt.clone(), outcome.clone())),
        prompt,
        outcome,
    }
}

/// What a viewer sees happen in the table's last step.
pub(crate) fn event_messages<G: Game>(
    table: &Table<G>,
    viewer: Viewer,
    notes: Notes<'_>,
    wording: &Wording,
) -> Vec<wire::MatchEvent> {
    seen_step(table, &LazyView::new(&table.state, viewer), notes, wording).0
}

/// The events, and the engine state after them: empty where the events say everything.
fn seen_step<G: Game>(
    table: &Table<G>,
    view: &LazyView<'_, G>,
    notes: Notes<'_>,
    wording: &Wording,
) -> (Vec<wire::MatchEvent>, Vec<u8>) {
    let event = |seen: &G::Seen, game: wire::game_event::Kind| wire::MatchEvent {
        game: Some(wire::GameEvent { kind: Some(game) }),
        text: wording.localized(G::catalog(), |text| {
            if G::ABOUT.contextual {
                G::describe_event(view.get(), seen, text)
            } else {
                G::event_text(seen, text)
            }
        }),
    };
    let of_match = |write: &dyn Fn(&Localizer<'_>) -> String| wire::MatchEvent {
        game: None,
        text: wording.localized(core_catalog(), write),
    };
    let mut events = Vec::new();
    let mut engine_state = Vec::new();
    for seen in table.events.iter().filter_map(|e| G::see(e, view.viewer)) {
        if let Some(seat) = notes.left.out_of_time(G::resigned_seat(&seen)) {
            events.push(of_match(&|text| message!(text, "event-out-of-time", seat)));
        }
        match G::seen_to_wire(&seen) {
            Some(game) => events.push(event(&seen, game)),
            None => engine_state = G::engine_state(view.get()),
        }
    }
    // Before the end it could say something about cards that the viewer may not see.
    if let Some((LeftScript { step, place }, token)) = notes.left_script
        && table.state.turn() == Turn::Over
    {
        let token = quote(token);
        events.push(of_match(&|text| {
            message!(text, "event-left-script", step, place, token = &token)
        }));
    }
    (events, engine_state)
}
