use std::collections::BTreeMap;

use intrigue_core::{MAX_SEATS, Payoffs, WIN};
use intrigue_wire::v1 as wire;

/// Sums over matches, as they are kept while matches are played.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Tally {
    games: u64,
    blocks: u64,
    decisions: u64,
    decisions_squared: u64,
    shortest: u64,
    longest: u64,
    seats: usize,
    policies: [PolicyTally; MAX_SEATS],
    endings: BTreeMap<&'static str, u64>,
}

/// A match that was played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    /// Policy `(seat + shift) % seats` sat at each seat.
    pub(crate) shift: usize,
    pub(crate) payoffs: Payoffs,
    pub(crate) ending: &'static str,
    pub(crate) decisions: u64,
}

#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct PolicyTally {
    games: [u64; MAX_SEATS],
    payoff: [u64; MAX_SEATS],
    wins: [u64; MAX_SEATS],
    payoffs_squared: u64,
    wins_squared: u64,
}

impl Tally {
    pub(crate) fn new(seats: usize) -> Self {
        Self { seats, shortest: u64::MAX, ..Self::default() }
    }

    /// Counts a block of matches.
    pub(crate) fn count(&mut self, block: &[Played]) {
        let mut sums = [(0, 0); MAX_SEATS];
        for played in block {
            self.count_match(played, &mut sums);
        }
        for (tally, (payoff, wins)) in self.policies.iter_mut().zip(sums) {
            tally.payoffs_squared += payoff * payoff;
            tally.wins_squared += wins * wins;
        }
        self.blocks += 1;
    }

    fn count_match(&mut self, played: &Played, sums: &mut [(u64, u64); MAX_SEATS]) {
        let Played { shift, payoffs, ending, decisions } = *played;
        self.games += 1;
        self.decisions += decisions;
        self.decisions_squared += decisions * decisions;
        self.shortest = self.shortest.min(decisions);
        self.longest = self.longest.max(decisions);
        *self.endings.entry(ending).or_default() += 1;
        let payoffs = &payoffs[..self.seats];
        let most = payoffs.iter().copied().max().unwrap_or(0);
        let share = if payoffs.iter().sum::<u32>() > WIN {
            // They won together, and each of them wholly.
            WIN
        } else {
            let winners = payoffs.iter().filter(|&&payoff| payoff == most);
            WIN / u32::try_from(winners.count()).unwrap_or(1).max(1)
        };
        for (seat, &payoff) in payoffs.iter().enumerate() {
            let wins = if payoff == most && most > 0 { share } else { 0 };
            let (payoff, wins) = (u64::from(payoff), u64::from(wins));
            let policy = (seat + shift) % self.seats;
            let tally = &mut self.policies[policy];
            tally.games[seat] += 1;
            tally.payoff[seat] += payoff;
            tally.wins[seat] += wins;
            sums[policy].0 += payoff;
            sums[policy].1 += wins;
        }
    }

    pub(crate) fn to_wire(&self) -> wire::Tally {
        let seats = self.seats;
        let policy = |tally: &PolicyTally| wire::PolicyTally {
            seats: (0..seats)
                .map(|seat| wire::SeatTally {
                    match_count: tally.games[seat],
                    payoff: tally.payoff[seat],
                    wins: tally.wins[seat],
                })
                .collect(),
            payoffs_squared: tally.payoffs_squared,
            wins_squared: tally.wins_squared,
        };
        wire::Tally {
            match_count: self.games,
            block_count: self.blocks,
            decision_count: self.decisions,
            decisions_squared: self.decisions_squared,
            shortest: if self.games == 0 { 0 } else { self.shortest },
            longest: self.longest,
            policies: self.policies[..seats].iter().map(policy).collect(),
            endings: self.endings.iter().map(|(&name, &count)| (name.to_owned(), count)).collect(),
        }
    }
}

/// The sum of tallies, in whatever order they come.
pub fn add_tallies<'a>(tallies: impl IntoIterator<Item = &'a wire::Tally>) -> wire::Tally {
    let mut sum = wire::Tally::default();
    for tally in tallies {
        if tally.match_count == 0 {
            continue;
        }
        sum.shortest = match sum.match_count {
            0 => tally.shortest,
            _ => sum.shortest.min(tally.shortest),
        };
        sum.longest = sum.longest.max(tally.longest);
        sum.match_count += tally.match_count;
        sum.block_count += tally.block_count;
        sum.decision_count += tally.decision_count;
        sum.decisions_squared += tally.decisions_squared;
        sum.policies.resize_with(tally.policies.len().max(sum.policies.len()), Default::default);
        for (sum, part) in sum.policies.iter_mut().zip(&tally.policies) {
            sum.payoffs_squared += part.payoffs_squared;
            sum.wins_squared += part.wins_squared;
            sum.seats.resize_with(part.seats.len().max(sum.seats.len()), Default::default);
            for (sum, part) in sum.seats.iter_mut().zip(&part.seats) {
                sum.match_count += part.match_count;
                sum.payoff += part.payoff;
                sum.wins += part.wins;
            }
        }
        for (name, count) in &tally.endings {
            *sum.endings.entry(name.clone()).or_default() += count;
        }
    }
    sum
}
