//! Prints one JSON line a round: decisions per second of thread CPU time, for the tight loop and
//! for the games through the generic trait, measured in turns. `intrigue_bench [ROUNDS] [SECONDS]`.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::inline_always,
    clippy::cast_lossless,
    reason = "the tight loop trades every safety for speed; that is what it is for"
)]

mod tight;
mod tight_coup;

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use intrigue_core::{
    ActionSet, Game, Rng, Seat, Seed, Settings, Silence, Turn, Viewer, Visitor, playout, settle,
    settle_chance,
};
use intrigue_games::catalog;
use tight::FastRng;

/// A tight loop that plays some games and says how many decisions they had.
type Limit = fn(u64, &mut FastRng) -> (u64, i64);

/// What is measured: a game with options, beside the tight loop of its size.
struct Subject {
    game: &'static str,
    options: &'static [(&'static str, &'static str)],
    limit: Limit,
}

const SUBJECTS: &[Subject] = &[
    Subject {
        game: "district_noir",
        options: &[],
        limit: tight::play,
    },
    Subject {
        game: "complots",
        options: &[("seats", "2")],
        limit: |games, rng| tight_coup::play(2, games, rng),
    },
    Subject {
        game: "complots",
        options: &[("seats", "4")],
        limit: |games, rng| tight_coup::play(4, games, rng),
    },
    Subject {
        game: "complots",
        options: &[("seats", "8")],
        limit: |games, rng| tight_coup::play(8, games, rng),
    },
    // There is no tight loop of this game: the four-seat one of the other stands beside it.
    Subject {
        game: "shadow_blades",
        options: &[("seats", "2")],
        limit: |games, rng| tight_coup::play(4, games, rng),
    },
    Subject {
        game: "shadow_blades",
        options: &[("seats", "4")],
        limit: |games, rng| tight_coup::play(4, games, rng),
    },
    Subject {
        game: "shadow_blades",
        options: &[
            ("seats", "4"),
            ("mode", "alliances"),
            ("conspiracy", "random"),
        ],
        limit: |games, rng| tight_coup::play(4, games, rng),
    },
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: f64| {
        arguments
            .next()
            .and_then(|n| n.parse().ok())
            .unwrap_or(default)
    };
    let (rounds, seconds) = (number(7.0) as usize, number(0.5));
    for round in 0..rounds {
        for subject in SUBJECTS {
            let mut fast = FastRng::new(42 + round as u64);
            let limit = rate(seconds, |games| (subject.limit)(games, &mut fast));
            let settings: Settings = subject
                .options
                .iter()
                .map(|&(n, v)| (n.to_owned(), v.to_owned()))
                .collect();
            let random = RandomPlay {
                settings: &settings,
                seconds,
                round,
            };
            let decisions = catalog::visit(subject.game, random).unwrap_or(0.0);
            let redeal = Redeal {
                settings: &settings,
                seconds,
                round,
            };
            let worlds = catalog::visit(subject.game, redeal).unwrap_or(0.0);
            let (game, seats) = (
                subject.game,
                subject.options.first().map_or("2", |(_, v)| v),
            );
            let others = subject.options.iter().skip(1).map(|(_, value)| *value);
            let variant = others.collect::<Vec<_>>().join(", ");
            println!(
                r#"{{"game":"{game}","seats":{seats},"variant":"{variant}","tight":{limit:.0},"decisions":{decisions:.0},"worlds":{worlds:.0}}}"#
            );
        }
    }
}

fn table<G: Game>(settings: &Settings) -> G {
    let settings = settle(G::ABOUT.options, settings).expect("the options are sound");
    G::new(&G::options(&settings).expect("the options are sound"))
}

/// Random play through the trait, from the deal to the outcome.
struct RandomPlay<'a> {
    settings: &'a Settings,
    seconds: f64,
    round: usize,
}

impl Visitor for RandomPlay<'_> {
    type Output = f64;

    fn visit<G: Game>(self) -> f64 {
        let start: G = table(self.settings);
        let mut rng = Rng::new(&Seed::from_number(42), self.round as u64);
        rate(self.seconds, |games| {
            let (mut steps, mut ended) = (0, 0);
            for _ in 0..games {
                let mut state = start.clone();
                steps += u64::from(playout(&mut state, &mut rng));
                ended += i64::from(black_box(&state).turn() == Turn::Over);
            }
            (steps, ended)
        })
    }
}

/// Worlds re-dealt from a seat's view, one after the other.
struct Redeal<'a> {
    settings: &'a Settings,
    seconds: f64,
    round: usize,
}

impl Visitor for Redeal<'_> {
    type Output = f64;

    fn visit<G: Game>(self) -> f64 {
        let mut state: G = table(self.settings);
        let mut rng = Rng::new(&Seed::from_number(7), self.round as u64);
        // A little into the match, so that something is known.
        for _ in 0..6 {
            settle_chance(&mut state, &mut rng, &mut Silence);
            let Some(seat) = state.turn().seats().lowest() else {
                break;
            };
            let id = state.legal(seat).pick(&mut rng);
            state.play(seat, G::ACTIONS[usize::from(id.0)], &mut Silence);
        }
        settle_chance(&mut state, &mut rng, &mut Silence);
        let view = state.view(Viewer::Seat(Seat::new(0).expect("a seat")));
        rate(self.seconds, |worlds| {
            let dealt = (0..worlds).filter(|_| black_box(G::redeal(&view, &mut rng)).is_some());
            (dealt.count() as u64, 0)
        })
    }
}

/// Steps per second of this thread's CPU time: neighbours on the machine don't count.
fn rate(seconds: f64, mut play: impl FnMut(u64) -> (u64, i64)) -> f64 {
    let start = ThreadTime::now();
    let (mut steps, mut sum) = (0, 0i64);
    loop {
        let (played, result) = play(500);
        steps += played;
        sum = sum.wrapping_add(result);
        let spent = start.elapsed();
        if spent >= Duration::from_secs_f64(seconds) {
            black_box(sum);
            return steps as f64 / spent.as_secs_f64();
        }
    }
}
