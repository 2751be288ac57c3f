use intrigue_core::{
    Game, MAX_SEATS, Match, NoEvents, Payoffs, Rng, Seed, Settings, Turn, WIN, play_chance,
};

use crate::variants::full;

/// How well the evaluations of a game foretell what the seats get, over positions of play by the
/// default policy.
#[derive(Clone, Default, Debug)]
pub struct EvaluationCheck {
    seats: u32,
    positions: u32,
    /// Squares of how far evaluations are off, and of how far it is off to expect the same for all.
    off: u64,
    even_off: u64,
    /// Of a game in which all win together: what was evaluated, and what all got.
    together: Vec<(u32, u32)>,
    /// What the first seat got, over all positions.
    paid: u64,
    /// What the seats got that were evaluated highest, and how many those are.
    best: [u64; 2],
    others: [u64; 2],
}

impl EvaluationCheck {
    /// Plays a match by the default policy; every position of its last half counts, one of its last
    /// third says who leads.
    pub fn play<G: Game>(&mut self, settings: &Settings, seed: u64) {
        let options = Match::<G>::options_of(&full::<G>(settings)).expect("a variant is sound");
        let seats = G::seats(&options);
        self.seats = u32::try_from(seats).expect("few seats");
        let mut rng = Rng::new(&Seed::from_number(seed), 2);
        let mut state = G::new(&options);
        let mut evaluations: Vec<Payoffs> = Vec::new();
        loop {
            play_chance(&mut state, &mut rng, &mut NoEvents);
            let Turn::Seats(asked) = state.turn() else {
                break;
            };
            evaluations.push(state.evaluate());
            let seat = asked.iter().nth(rng.index(asked.len()));
            let seat = seat.expect("a turn has a seat");
            let id = state.default_policy(seat, &state.legal(seat), &mut rng);
            state.play(seat, G::ACTIONS[usize::from(id.0)], &mut NoEvents);
        }
        let payoffs = state.payoffs();
        for values in &evaluations[evaluations.len() / 2..] {
            self.positions += 1;
            self.paid += u64::from(payoffs[0]);
            self.off += squares(values, &payoffs, seats);
            self.even_off += squares(&[WIN / self.seats; MAX_SEATS], &payoffs, seats);
        }
        let Some(values) = evaluations.get(evaluations.len() * 5 / 6) else {
            return;
        };
        if G::ABOUT.cooperative {
            self.together.push((values[0], payoffs[0]));
            return;
        }
        let highest = values.iter().max();
        for seat in 0..seats {
            let tally =
                if Some(&values[seat]) == highest { &mut self.best } else { &mut self.others };
            tally[0] += u64::from(payoffs[seat]);
            tally[1] += 1;
        }
    }

    /// The mean payoffs of the seats that were evaluated highest, and of the others. Where all win
    /// together: of matches that were evaluated above the mean, and of the others.
    pub fn means(&self) -> [f64; 2] {
        let (mut best, mut others) = (self.best, self.others);
        let sum: u64 = self.together.iter().map(|&(value, _)| u64::from(value)).sum();
        for &(value, payoff) in &self.together {
            let above = u64::from(value) * self.together.len() as u64 > sum;
            let tally = if above { &mut best } else { &mut others };
            tally[0] += u64::from(payoff);
            tally[1] += 1;
        }
        [best, others].map(|[sum, count]| ratio(sum, count))
    }

    /// The mean square of how far evaluations are off, in wins, and of how far it is off to expect
    /// the same for every seat. Where all win together: of how far it is off to expect at every
    /// position what is won on average.
    pub fn errors(&self) -> [f64; 2] {
        let scale = f64::from(WIN) * f64::from(WIN) * f64::from(self.seats);
        let [off, even] =
            [self.off, self.even_off].map(|off| ratio(off, self.positions.into()) / scale);
        if self.together.is_empty() {
            return [off, even];
        }
        let won = ratio(self.paid, self.positions.into()) / f64::from(WIN);
        [off, won * (1.0 - won)]
    }
}

fn squares(values: &Payoffs, payoffs: &Payoffs, seats: usize) -> u64 {
    let both = values.iter().zip(payoffs).take(seats);
    both.map(|(&value, &payoff)| u64::from(value.abs_diff(payoff)).pow(2)).sum()
}

#[expect(clippy::cast_precision_loss, reason = "sums far below 2^52")]
fn ratio(sum: u64, count: u64) -> f64 {
    sum as f64 / count.max(1) as f64
}
