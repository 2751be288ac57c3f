use intrigue_core::WIN;
use intrigue_wire::v1 as wire;

/// What a task's tally says: means with intervals over its blocks, each of which had the same
/// deals for every policy.
pub fn summarize(task: &wire::SimulationTask, tally: &wire::Tally) -> wire::SimulationSummary {
    let policies = task.policies.iter().zip(&tally.policies);
    wire::SimulationSummary {
        task: Some(task.clone()),
        tally: Some(tally.clone()),
        policies: policies.map(|(policy, found)| result(policy, found, tally)).collect(),
        length: Some(length(tally)),
        stop_reason: wire::StopReason::Unspecified.into(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "means and their errors")]
fn result(
    policy: &wire::Policy,
    found: &wire::PolicyTally,
    tally: &wire::Tally,
) -> wire::PolicyResult {
    let games_in_block = tally.match_count as f64 / tally.block_count.max(1) as f64;
    // In a block each policy plays as many matches as the block has.
    let scale = games_in_block.max(1.0) * f64::from(WIN);
    let estimate = |sum: u64, squares: u64| {
        let blocks = tally.block_count as f64;
        let mean = sum as f64 / blocks.max(1.0);
        interval(
            mean / scale,
            variance(sum, squares, blocks) / (scale * scale),
            tally.block_count,
            1.0,
        )
    };
    let sum = |part: fn(&wire::SeatTally) -> u64| found.seats.iter().map(part).sum::<u64>();
    let seat = |(number, seat): (usize, &wire::SeatTally)| {
        let games = seat.match_count.max(1) as f64 * f64::from(WIN);
        wire::SeatResult {
            seat: u32::try_from(number).ok(),
            match_count: seat.match_count,
            payoff: seat.payoff as f64 / games,
            wins: seat.wins as f64 / games,
        }
    };
    wire::PolicyResult {
        policy: Some(policy.clone()),
        payoff: Some(estimate(sum(|seat| seat.payoff), found.payoffs_squared)),
        wins: Some(estimate(sum(|seat| seat.wins), found.wins_squared)),
        seats: found
            .seats
            .iter()
            .enumerate()
            .filter(|(_, seat)| seat.match_count > 0)
            .map(seat)
            .collect(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "a mean and its error")]
fn length(tally: &wire::Tally) -> wire::Estimate {
    let games = tally.match_count as f64;
    let mean = tally.decision_count as f64 / games.max(1.0);
    let variance = variance(tally.decision_count, tally.decisions_squared, games);
    interval(mean, variance, tally.match_count, tally.longest as f64)
}

/// The variance of single values.
#[expect(clippy::cast_precision_loss, reason = "an error")]
fn variance(sum: u64, squares: u64, count: f64) -> f64 {
    if count < 2.0 {
        return 0.0;
    }
    let mean = sum as f64 / count;
    ((squares as f64 - mean * sum as f64) / (count - 1.0)).max(0.0)
}

/// The 95 % interval of a mean by Student's t, within 0 and `most`.
#[expect(clippy::cast_precision_loss, reason = "an error")]
fn interval(mean: f64, variance: f64, count: u64, most: f64) -> wire::Estimate {
    if count < 2 {
        return wire::Estimate { mean, low: 0.0, high: most };
    }
    let half = if variance == 0.0 {
        // All were the same. That says, with 95 %, that no more than 3 in `count` are not.
        most * 3.0 / count as f64
    } else {
        student(count - 1) * (variance / count as f64).sqrt()
    };
    wire::Estimate { mean, low: (mean - half).max(0.0), high: (mean + half).min(most) }
}

/// The 97.5 % point of Student's t: a table for few degrees of freedom, then its expansion
/// around the normal distribution.
#[expect(clippy::cast_precision_loss, reason = "it goes to the normal's")]
fn student(freedom: u64) -> f64 {
    const FEW: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
    const NORMAL: f64 = 1.959_964;
    if let Ok(place) = usize::try_from(freedom.saturating_sub(1))
        && let Some(&point) = FEW.get(place)
    {
        return point;
    }
    let freedom = freedom as f64;
    let [one, three, five, seven] = [1, 3, 5, 7].map(|power| NORMAL.powi(power));
    let first = (three + one) / (4.0 * freedom);
    let second = (5.0 * five + 16.0 * three + 3.0 * one) / (96.0 * freedom.powi(2));
    let third = (3.0 * seven + 19.0 * five + 17.0 * three - 15.0 * one) / (384.0 * freedom.powi(3));
    NORMAL + first + second + third
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_t_is_that_of_the_tables() {
        for (freedom, point) in [(1, 12.706), (10, 2.228), (11, 2.201), (30, 2.042), (120, 1.980)] {
            assert!((student(freedom) - point).abs() < 0.001, "{freedom}");
        }
    }

    #[test]
    fn what_never_happened_may_still_happen() {
        let never = interval(0.0, 0.0, 300, 1.0);
        assert!(never.low.abs() < 1e-12 && (never.high - 0.01).abs() < 1e-12);
    }

    #[test]
    fn an_interval_is_that_of_the_textbook() {
        // Nine payoffs of 840 and one of 0: mean 9/10, variance 1/10, half width 2.262 / 10.
        let tally = wire::Tally {
            match_count: 10,
            block_count: 10,
            policies: vec![wire::PolicyTally {
                seats: vec![wire::SeatTally { match_count: 10, payoff: 9 * 840, wins: 9 * 840 }],
                payoffs_squared: 9 * 840 * 840,
                wins_squared: 9 * 840 * 840,
            }],
            ..Default::default()
        };
        let task = wire::SimulationTask {
            policies: vec![wire::Policy { name: "random".to_owned(), ..Default::default() }],
            ..Default::default()
        };
        let summary = summarize(&task, &tally);
        let payoff = summary.policies[0].payoff.unwrap();
        assert!((payoff.mean - 0.9).abs() < 1e-12);
        assert!((payoff.low - (0.9 - 0.2262)).abs() < 1e-4);
        assert!((payoff.high - 1.0).abs() < 1e-12, "it ends where payoffs do");
    }
}
