//! What a viewer is sent: views, prompts, updates, as messages.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use intrigue_wire::v1 as wire;

use crate::play::Table;
use crate::{ActionId, ActionSet, Face, Game, Lang, Seat, SeatSet, Text, Viewer};

fn action_message<G: Face>(action: G::Action) -> wire::Action {
    let form = G::form(action);
    wire::Action {
        id: G::id(action).0.into(),
        notation: G::notation(action),
        label: Some(Text::made(|lang| G::label(action, lang)).to_wire()),
        verb: form.verb.to_owned(),
        arguments: form
            .arguments
            .into_iter()
            .map(|(name, value)| wire::ActionArgument {
                name: name.to_owned(),
                value,
            })
            .collect(),
    }
}

/// The action table as messages, made once for each game: a prompt only picks from it.
pub fn action_messages<G: Game>() -> &'static [wire::Action] {
    static TABLES: RwLock<BTreeMap<&str, &[wire::Action]>> = RwLock::new(BTreeMap::new());
    let known = TABLES
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .get(G::ABOUT.id)
        .copied();
    known.unwrap_or_else(|| {
        let table: Vec<_> = G::ACTIONS
            .iter()
            .map(|&action| action_message::<G>(action))
            .collect();
        let table: &'static [wire::Action] = table.leak();
        let mut tables = TABLES.write().unwrap_or_else(PoisonError::into_inner);
        tables.entry(G::ABOUT.id).or_insert(table)
    })
}

/// A legal action of a seat as its message, in words that fit the table as it stands.
pub fn action_in<G: Game>(state: &G, seat: Seat, id: ActionId) -> wire::Action {
    let mut message = action_messages::<G>()[usize::from(id.0)].clone();
    if G::ABOUT.contextual {
        let action = G::ACTIONS[usize::from(id.0)];
        message.label = Some(Text::made(|lang| state.describe(seat, action, lang)).to_wire());
    }
    message
}

fn prompt_message<G: Game>(state: &G, viewer: Viewer) -> Option<wire::Prompt> {
    let seat = viewer
        .seat()
        .filter(|&seat| state.turn().seats().contains(seat))?;
    let legal = state.legal(seat);
    let actions = if G::ABOUT.contextual {
        legal.iter().map(|id| action_in(state, seat, id)).collect()
    } else {
        let table = action_messages::<G>();
        let plain = |id: ActionId| table[usize::from(id.0)].clone();
        legal.iter().map(plain).collect()
    };
    Some(wire::Prompt {
        seat: number(seat),
        actions,
        deadline: None,
    })
}

/// A viewer's view of a state as a `View`.
pub fn view_message<G: Game>(state: &G, revision: u64, viewer: Viewer) -> wire::View {
    let view = state.view(viewer);
    wire::View {
        revision,
        seat: viewer.seat().map(number),
        asked: numbers(state.asked(viewer)),
        game: Some(wire::GameView {
            game: Some(G::view_to_wire(&view)),
        }),
        prompt: prompt_message(state, viewer),
        outcome: state.outcome().map(|outcome| outcome.to_wire()),
        engine_state: G::engine_state(&view),
    }
}

/// What the viewer gets of the table's last step; it has seen something of it.
pub(crate) fn update_message<G: Game>(
    table: &Table<G>,
    viewer: Viewer,
    include_view: bool,
) -> wire::Update {
    let state = &table.state;
    let event = |seen: &G::Seen, game: wire::game_event::Game| wire::Event {
        game: Some(wire::GameEvent { game: Some(game) }),
        text: Some(Text::made(|lang: Lang| state.tell(seen, lang)).to_wire()),
    };
    let mut events = Vec::new();
    let mut engine_state = Vec::new();
    for seen in table.events.iter().filter_map(|e| G::see(e, viewer)) {
        match G::seen_to_wire(&seen) {
            Some(game) => events.push(event(&seen, game)),
            None => engine_state = G::engine_state(&state.view(viewer)),
        }
    }
    wire::Update {
        revision: table.revision(viewer),
        events,
        engine_state,
        asked: numbers(state.asked(viewer)),
        prompt: prompt_message(state, viewer),
        outcome: state.outcome().map(|outcome| outcome.to_wire()),
        view: include_view.then(|| view_message(&table.state, table.revision(viewer), viewer)),
    }
}

pub(crate) fn number(seat: Seat) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "a seat number")]
    let number = seat.index() as u32;
    number
}

fn numbers(seats: SeatSet) -> Vec<u32> {
    seats.iter().map(number).collect()
}
