//! What the core reaches natively, per second of thread CPU time: random play through the generic
//! trait and tight loops beside it, worlds re-dealt, tree search. For each line on its input, which
//! says how many seconds a thing may take, it measures everything once and prints a line of JSON.

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
use std::io::BufRead;
use std::time::Duration;

use cpu_time::ThreadTime;
use intrigue_core::{
    ActionSet, Game, NoEvents, OptionKind, Rng, Seat, Seed, Settings, Turn, Viewer, Visitor,
    fill_defaults, play_chance, playout,
};
use intrigue_games::catalog;
use intrigue_search::{POLICIES, Policy, PolicySpec, Stop, judge, resolve_policy};
use tight::FastRng;

/// So many decisions into a match something is known, and much is not.
const EARLY: u32 = 6;
/// Positions that are searched, in turns.
const POSITIONS: usize = 16;
/// The search with the parameters that it has by default, and a usual number of simulations.
const SEARCH: &str = "ismcts:sims=2000";
/// The same as textbooks have it: a world for each simulation, which is played to the end.
const WHOLE: &str = "ismcts:sims=2000,depth=0,reuse=1";

/// A tight loop that plays some games and says how many decisions they had.
type Limit = fn(u64, &mut FastRng) -> (u64, i64);

/// What is measured: a game with options, beside the tight loop of its size.
struct Subject {
    game: &'static str,
    options: &'static [(&'static str, &'static str)],
    /// An option whose values are taken in turns, match by match; empty: none.
    every: &'static str,
    limit: Limit,
}

impl Subject {
    /// The game, its seats, and what else is chosen: `shadow_blades, 4 seats, alliances, random`.
    fn name(&self) -> String {
        let (_, seats) = self.options.first().copied().unwrap_or(("seats", "2"));
        let others = self.options.iter().skip(1).map(|(_, value)| *value);
        let every = (!self.every.is_empty()).then(|| format!("every {}", self.every));
        let words = [self.game.to_owned(), format!("{seats} seats")];
        let words = words
            .into_iter()
            .chain(others.map(ToOwned::to_owned))
            .chain(every)
            .collect::<Vec<_>>();
        words.join(", ")
    }
}

const SUBJECTS: &[Subject] = &[
    Subject {
        game: "district_noir",
        options: &[],
        every: "",
        limit: tight::play,
    },
    Subject {
        game: "complots",
        options: &[("seats", "2")],
        every: "",
        limit: |games, rng| tight_coup::play(2, games, rng),
    },
    Subject {
        game: "complots",
        options: &[("seats", "4")],
        every: "",
        limit: |games, rng| tight_coup::play(4, games, rng),
    },
    Subject {
        game: "complots",
        options: &[("seats", "8")],
        every: "",
        limit: |games, rng| tight_coup::play(8, games, rng),
    },
    // There is no tight loop of this game: the four-seat one of the other stands beside it.
    Subject {
        game: "shadow_blades",
        options: &[("seats", "2")],
        every: "",
        limit: |games, rng| tight_coup::play(4, games, rng),
    },
    Subject {
        game: "shadow_blades",
        options: &[("seats", "4")],
        every: "",
        limit: |games, rng| tight_coup::play(4, games, rng),
    },
    Subject {
        game: "shadow_blades",
        options: &[
            ("seats", "4"),
            ("mode", "alliances"),
            ("conspiracy", "random"),
        ],
        every: "",
        limit: |games, rng| tight_coup::play(4, games, rng),
    },
    // Here neither; it stands beside the same loop.
    Subject {
        game: "brotherhood",
        options: &[("seats", "2")],
        every: "mission",
        limit: |games, rng| tight_coup::play(4, games, rng),
    },
];

fn main() {
    for (round, line) in std::io::stdin().lock().lines().enumerate() {
        let seconds = line.ok().and_then(|text| text.trim().parse().ok());
        let seconds = seconds.unwrap_or(0.5);
        let rates = SUBJECTS.iter().flat_map(|it| measure(it, seconds, round));
        let rates: Vec<_> = rates
            .map(|(name, rate)| format!(r#""{name}": {rate:.3}"#))
            .collect();
        println!("{{{}}}", rates.join(", "));
    }
}

/// All that is measured of a subject, by name.
fn measure(subject: &Subject, seconds: f64, round: usize) -> Vec<(String, f64)> {
    let settings: Settings = subject
        .options
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let task = Task {
        settings: &settings,
        every: subject.every,
        seconds,
        round,
    };
    let mut fast = FastRng::new(42 + round as u64);
    let tight = rate(seconds, |games| (subject.limit)(games, &mut fast));
    let visited = [
        ("tight", Ok(tight)),
        ("decisions", catalog::visit(subject.game, RandomPlay(task))),
        ("worlds", catalog::visit(subject.game, Redeal(task))),
        (
            "simulations",
            catalog::visit(subject.game, Search(task, SEARCH)),
        ),
        ("whole", catalog::visit(subject.game, Search(task, WHOLE))),
    ];
    let name = subject.name();
    // Those that can play the options, and the ones behind strengths.
    let resolved = |spec: &'static PolicySpec| {
        let policy = Policy::parse(spec.name).expect("the policy is sound");
        Some((
            spec.name,
            resolve_policy(policy, subject.game, &settings).ok()?,
        ))
    };
    let policies = POLICIES.iter().filter_map(resolved).map(|(name, policy)| {
        let rate = catalog::visit(subject.game, Decide(task, policy));
        (format!("policy {name}"), rate)
    });
    visited
        .into_iter()
        .map(|(what, rate)| (what.to_owned(), rate))
        .chain(policies)
        .map(|(what, rate)| (format!("{name}|{what}"), rate.expect("the game is known")))
        .collect()
}

fn table<G: Game>(settings: &Settings) -> G {
    let settings = fill_defaults(G::ABOUT.options, settings).expect("the options are sound");
    G::new(&G::options(&settings).expect("the options are sound"))
}

/// A table before the deal for each value of the option that is taken in turns.
fn tables<G: Game>(task: Task) -> Vec<G> {
    let mut options = G::ABOUT.options.iter();
    let Some(every) = options.find(|option| option.name == task.every) else {
        return vec![table(task.settings)];
    };
    let (OptionKind::Choice(values) | OptionKind::Document(values, _)) = every.kind else {
        panic!("{} has no values by name", every.name);
    };
    let with = |value: &str| {
        let mut settings = task.settings.clone();
        settings.insert(every.name.to_owned(), value.to_owned());
        table(&settings)
    };
    values.iter().map(|value| with(value)).collect()
}

/// What each measurement needs.
#[derive(Clone, Copy)]
struct Task<'a> {
    settings: &'a Settings,
    every: &'a str,
    seconds: f64,
    round: usize,
}

/// Random play through the trait, from the deal to the outcome.
struct RandomPlay<'a>(Task<'a>);

impl Visitor for RandomPlay<'_> {
    type Output = f64;

    fn visit<G: Game>(self) -> f64 {
        let starts: Vec<G> = tables(self.0);
        let mut starts = starts.iter().cycle();
        let mut rng = Rng::new(&Seed::from_number(42), self.0.round as u64);
        rate(self.0.seconds, |games| {
            let (mut steps, mut ended) = (0, 0);
            for _ in 0..games {
                let mut state = starts.next().expect("they go round").clone();
                steps += u64::from(playout(&mut state, &mut rng));
                ended += i64::from(black_box(&state).turn() == Turn::Over);
            }
            (steps, ended)
        })
    }
}

/// Worlds re-dealt from a seat's view, one after the other.
struct Redeal<'a>(Task<'a>);

impl Visitor for Redeal<'_> {
    type Output = f64;

    fn visit<G: Game>(self) -> f64 {
        let mut rng = Rng::new(&Seed::from_number(7), self.0.round as u64);
        let mut views = Vec::new();
        for mut state in tables::<G>(self.0) {
            play_on(&mut state, EARLY, &mut rng);
            views.push(state.view(Viewer::Seat(Seat::new(0).expect("a seat"))));
        }
        let mut views = views.iter().cycle();
        rate(self.0.seconds, |worlds| {
            let mut dealt = |_: &u64| {
                let view = views.next().expect("they go round");
                black_box(G::redeal(view, &mut rng)).is_some()
            };
            ((0..worlds).filter(|world| dealt(world)).count() as u64, 0)
        })
    }
}

/// Simulations of a tree search, one position after the other, on one thread.
struct Search<'a>(Task<'a>, &'static str);

impl Visitor for Search<'_> {
    type Output = f64;

    fn visit<G: Game>(self) -> f64 {
        let mut rng = Rng::new(&Seed::from_number(11), self.0.round as u64);
        let starts: Vec<G> = tables(self.0);
        let positions: Vec<(G::View, Seat)> = (0..POSITIONS)
            .map(|place| position(&starts[place % starts.len()], &mut rng))
            .collect();
        let mut positions = positions.iter().cycle();
        let policy = Policy::parse(self.1).expect("the policy is sound");
        rate(self.0.seconds, |_| {
            let (view, seat) = positions.next().expect("they go round");
            let judged = judge::<G>(view, *seat, policy, &mut rng, 1, &Stop::default());
            let judged = judged.expect("the seat is asked");
            (judged.simulations, i64::from(judged.best.0))
        })
    }
}

/// Decisions of a policy with its default parameters, from views, on one thread.
struct Decide<'a>(Task<'a>, Policy);

impl Visitor for Decide<'_> {
    type Output = f64;

    fn visit<G: Game>(self) -> f64 {
        let mut rng = Rng::new(&Seed::from_number(13), self.0.round as u64);
        let starts: Vec<G> = tables(self.0);
        let positions: Vec<(G::View, Seat)> = (0..POSITIONS)
            .map(|place| position(&starts[place % starts.len()], &mut rng))
            .collect();
        let mut positions = positions.iter().cycle();
        let policy = self.1;
        rate(self.0.seconds, |_| {
            let (view, seat) = positions.next().expect("they go round");
            let judged = judge::<G>(view, *seat, policy, &mut rng, 1, &Stop::default());
            (1, i64::from(judged.expect("the seat is asked").best.0))
        })
    }
}

/// A seat that has a choice, a little into a match, and what it sees.
fn position<G: Game>(start: &G, rng: &mut Rng) -> (G::View, Seat) {
    loop {
        let mut state = start.clone();
        play_on(&mut state, EARLY, rng);
        let choosing = state
            .turn()
            .seats()
            .iter()
            .find(|&seat| state.legal(seat).len() > 1);
        if let Some(seat) = choosing {
            return (state.view(Viewer::Seat(seat)), seat);
        }
    }
}

/// Some decisions at random, and the chance after them.
fn play_on<G: Game>(state: &mut G, decisions: u32, rng: &mut Rng) {
    for _ in 0..decisions {
        play_chance(state, rng, &mut NoEvents);
        let Some(seat) = state.turn().seats().lowest() else {
            break;
        };
        let id = state.legal(seat).pick(rng);
        state.play(seat, G::ACTIONS[usize::from(id.0)], &mut NoEvents);
    }
    play_chance(state, rng, &mut NoEvents);
}

/// Steps per second of this thread's CPU time: neighbors on the machine don't count.
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
