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

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use intrigue_core::{Game, Rng, Seed, Settings, Visitor, playout, settle};
use intrigue_games::catalog;

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
        let mut fast = tight::FastRng::new(42 + round as u64);
        let tight = rate(seconds, |games| tight::play(games, &mut fast));
        println!(r#"{{"name":"tight","per_second":{tight:.0}}}"#);
        for id in catalog::IDS {
            let random = catalog::visit(id, RandomPlay { seconds, round }).unwrap_or(0.0);
            println!(r#"{{"name":"{id}","per_second":{random:.0}}}"#);
        }
    }
}

/// Random play through the trait, from the deal to the outcome.
struct RandomPlay {
    seconds: f64,
    round: usize,
}

impl Visitor for RandomPlay {
    type Output = f64;

    fn visit<G: Game>(self) -> f64 {
        let settings = settle(G::ABOUT.options, &Settings::new()).expect("defaults are sound");
        let options = G::options(&settings).expect("defaults are sound");
        let start = G::new(&options);
        let mut rng = Rng::new(&Seed::from_number(42), self.round as u64);
        rate(self.seconds, |games| {
            let (mut steps, mut payoffs) = (0, 0);
            for _ in 0..games {
                let mut state = start.clone();
                steps += u64::from(playout(&mut state, &mut rng));
                payoffs += i64::from(black_box(&state).turn() == intrigue_core::Turn::Over);
            }
            (steps, payoffs)
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
