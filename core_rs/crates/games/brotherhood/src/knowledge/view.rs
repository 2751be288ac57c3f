//! What a viewer may know: the whole table (V-K.1). Views differ only in who looks.

use std::sync::Arc;

use intrigue_core::{ActionSet, Game, Turn, Viewer};

use crate::rules::fact::Fact;
use crate::rules::options::Options;
use crate::rules::state::{Brotherhood, Table};

/// All that a viewer may know.
#[derive(Clone, Debug)]
pub struct View {
    pub viewer: Viewer,
    /// What is played.
    pub options: Arc<Options>,
    pub table: Table,
}

/// What a viewer sees of what happens: all of it.
pub type Seen = Fact;

impl PartialEq for View {
    // Options are what their settings say; the maps that follow from them are large.
    fn eq(&self, other: &Self) -> bool {
        self.viewer == other.viewer
            && (Arc::ptr_eq(&self.options, &other.options)
                || self.options.settings == other.options.settings)
            && self.table == other.table
    }
}

impl View {
    pub(crate) fn look(state: &Brotherhood, viewer: Viewer) -> Self {
        Self { viewer, options: Arc::clone(&state.options), table: state.table.clone() }
    }

    /// What is known before anything is drawn.
    pub(crate) fn blank(options: &Arc<Options>, viewer: Viewer) -> Self {
        let mut table = Table::laid(options, options.mirror.unwrap_or(0).into());
        table.first_tasks(options);
        Self { viewer, options: Arc::clone(options), table }
    }

    pub(crate) fn fold(&mut self, seen: &Fact) {
        self.table.apply(&self.options, seen);
    }

    /// The only world that fits: this very table, unless somebody made it up.
    pub(crate) fn redeal(&self) -> Option<Brotherhood> {
        if !self.is_sound() {
            return None;
        }
        let state = Brotherhood { options: Arc::clone(&self.options), table: self.table.clone() };
        if state.check_invariants().is_some() {
            return None;
        }
        // Whoever is asked must have an answer, chance too.
        let answers = match state.turn() {
            Turn::Seats(seats) => {
                let mut asked = seats.iter();
                !seats.is_empty() && asked.all(|seat| !state.legal(seat).is_empty())
            }
            Turn::Chance => !state.chances().is_empty(),
            Turn::Over => true,
        };
        answers.then_some(state)
    }

    /// How the map lies.
    pub(crate) fn mirror(&self) -> usize {
        let mirrors = &self.options.script.mirrors;
        let place = mirrors.iter().position(|mirror| Arc::ptr_eq(mirror, &self.table.mission));
        place.unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use intrigue_core::{Codec, Rng, Seed, Settings, fill_defaults};

    use super::*;
    use crate::content::compile::MISSIONS;
    use crate::rules::options::OPTIONS;
    use crate::wire::engine_state;
    use crate::wire::view::{seen_from_wire, seen_to_wire, view_from_wire, view_to_wire};

    fn play(settings: &[(&str, &str)], rng: &mut Rng) -> usize {
        let given = settings.iter();
        let given = given.map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let settings: Settings = fill_defaults(OPTIONS, &given.collect()).expect("they are good");
        let options = Brotherhood::options(&settings).expect("they are good");
        let viewer = Viewer::Spectator;
        let mut state = Brotherhood::new(&options);
        let mut folded = View::blank(&options, viewer);
        let mut decisions = 0usize;
        loop {
            assert!(folded == View::look(&state, viewer), "{decisions}");
            assert!(folded.is_sound(), "{decisions} {:?}", folded.table.pending);
            if decisions.is_multiple_of(8) || state.turn() == Turn::Over {
                let engine = engine_state::write(&folded);
                let (message, setup) = (view_to_wire(&folded), Brotherhood::setup_to_wire(&folded));
                let read = view_from_wire(&message, setup.as_ref(), &engine, viewer);
                assert!(read.as_ref() == Some(&folded), "{decisions}");
                assert!(folded.redeal().is_some_and(|again| again == state));
            }
            let mut facts: Vec<Fact> = Vec::new();
            match state.turn() {
                Turn::Chance => state.apply_chance(state.draw(rng), &mut facts),
                Turn::Seats(seats) => {
                    decisions += 1;
                    let seat = seats.iter().nth(rng.index(seats.len()));
                    let seat = seat.expect("below their number");
                    let legal = state.legal(seat);
                    let id = if rng.index(2) == 0 {
                        state.default_policy(seat, &legal, rng)
                    } else {
                        legal.pick(rng)
                    };
                    let action = Brotherhood::action(id).expect("it is legal");
                    state.play(seat, action, &mut facts);
                }
                Turn::Over => return decisions,
            }
            for fact in facts {
                if let Some(message) = seen_to_wire(&fact) {
                    assert_eq!(seen_from_wire(&message).as_ref(), Some(&fact));
                }
                folded.fold(&fact);
            }
        }
    }

    #[test]
    fn every_table_of_a_match_is_sound_and_comes_back() {
        let mut rng = Rng::new(&Seed::new([3; 32]), 0);
        for mission in MISSIONS {
            for (seats, campaign) in [
                ("1", "off"),
                ("2", "off"),
                ("4", "new"),
                ("1", "off"),
                ("2", "new"),
                ("3", "off"),
                ("4", "off"),
            ] {
                let settings = [
                    ("mission", mission),
                    ("seats", seats),
                    ("campaign", campaign),
                    ("mirror", "random"),
                ];
                assert!(play(&settings, &mut rng) > 0);
            }
        }
    }
}
