//! How many sequences of decisions there are from given states of every game: figures that change
//! if any rule of legality does.

mod goldens;

use intrigue_core::{
    ActionSet, Game, Match, Rng, Seed, Settings, Silence, Turn, Visitor, settle, settle_chance,
};
use intrigue_testkit::{perft, variants};

use goldens::{compare, every_game, golden, title};

/// A state after some decisions made at random; `None` if it is over by then.
fn start<G: Game>(settings: &Settings, seed: &Seed, after: u64) -> Option<G> {
    let settings = settle(G::ABOUT.options, settings).expect("a variant is sound");
    let mut state = G::new(&Match::<G>::options_of(&settings).expect("a variant is sound"));
    let mut choice = Rng::new(seed, u64::MAX);
    for made in 0..after {
        settle_chance(&mut state, &mut Rng::new(seed, made), &mut Silence);
        let Turn::Seats(seats) = state.turn() else {
            return None;
        };
        let seat = seats.iter().nth(choice.index(seats.len()))?;
        let id = state.legal(seat).pick(&mut choice);
        state.play(seat, G::ACTIONS[usize::from(id.0)], &mut Silence);
    }
    Some(state)
}

#[derive(Clone, Copy)]
struct Perft;
impl Visitor for Perft {
    type Output = ();
    fn visit<G: Game>(self) {
        // More rows, or deeper ones, would take too long in every run of the tests.
        let variants = variants::<G>();
        let (seeds, most) = if variants.len() > 10 {
            (1, 200_000)
        } else {
            (3, 500_000)
        };
        let mut rows = Vec::new();
        for settings in variants {
            for number in 0..seeds {
                let seed = Seed::from_number(number);
                for after in [0, 9, 40] {
                    let Some(state) = start::<G>(&settings, &seed, after) else {
                        continue;
                    };
                    let (mut depth, mut nodes) = (0, 1);
                    while depth < 12 && nodes * 4 < most {
                        depth += 1;
                        nodes = perft(&state, &seed, after, depth);
                        let title = title(&settings);
                        rows.push(format!("{title} {number} {after} {depth} {nodes}"));
                    }
                }
            }
        }
        let path = golden(G::ABOUT.id, "perft.txt");
        let comment = "# How many sequences of decisions there are: options, seed, decisions made \
                       at random before,\n# depth, sequences.";
        compare(&path, comment, &rows, None);
    }
}

#[test]
fn sequences_are_as_many_as_ever() {
    every_game(Perft);
}
