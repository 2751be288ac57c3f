use intrigue_core::{ActionId, Rng};

/// Units of logits: so many make an action `e` times as likely.
const UNIT: usize = 256;
/// The places of the table: an action that is so much worse than the best is never drawn.
const PLACES: usize = 16 * UNIT;
/// The weight of the best action is 2 to this power.
const WEIGHT_BITS: u32 = 20;
/// The bits after the point while the table is computed.
const POINT: u32 = 62;

/// `exp(-place / UNIT)`, in 2^-20. Integers alone, so that it is the same everywhere.
static WEIGHTS: [u32; PLACES] = weights();

#[expect(clippy::cast_possible_truncation, reason = "at most 2^20")]
const fn weights() -> [u32; PLACES] {
    // The series of exp(-1 / UNIT).
    let (mut step, mut term, mut power) = (0, 1u128 << POINT, 0);
    while term > 0 {
        step = if power % 2 == 0 { step + term } else { step - term };
        power += 1;
        term /= UNIT as u128 * power;
    }
    let (mut table, mut weight, mut place) = ([0; PLACES], 1u128 << POINT, 0);
    while place < PLACES {
        let rounded = weight + (1 << (POINT - WEIGHT_BITS - 1));
        table[place] = (rounded >> (POINT - WEIGHT_BITS)) as u32;
        weight = (weight * step) >> POINT;
        place += 1;
    }
    table
}

/// Draws one of the actions by their logits; `None` if there is none. The temperature is in
/// hundredths; at 0 it is the best action, and the first of several.
pub fn draw(logits: &[(ActionId, i32)], temperature: u32, rng: &mut Rng) -> Option<ActionId> {
    let best = logits.iter().map(|&(_, logit)| logit).max()?;
    if temperature == 0 {
        return logits.iter().find(|&&(_, logit)| logit == best).map(|&(id, _)| id);
    }
    let weight = |logit: i32| {
        let place = u64::from(best.abs_diff(logit)) * 100 / u64::from(temperature);
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        WEIGHTS.get(place).copied().unwrap_or(0)
    };
    let total = logits.iter().map(|&(_, logit)| weight(logit)).sum();
    let mut rest = rng.below(total);
    for &(id, logit) in logits {
        match rest.checked_sub(weight(logit)) {
            None => return Some(id),
            Some(less) => rest = less,
        }
    }
    unreachable!("the weights add up to the total")
}

#[cfg(test)]
mod tests {
    use intrigue_core::Seed;

    use super::*;

    #[test]
    fn weights_are_the_exponential_function() {
        for (place, &weight) in (0u32..).zip(&WEIGHTS) {
            let exact = (-f64::from(place) / 256.0).exp() * f64::from(1 << WEIGHT_BITS);
            assert!((f64::from(weight) - exact).abs() <= 0.5001, "{place}: {weight} {exact}");
        }
        assert_eq!((WEIGHTS[0], WEIGHTS[PLACES - 1]), (1 << WEIGHT_BITS, 0));
    }

    #[test]
    fn actions_are_drawn_as_often_as_their_logits_say() {
        let logits = [(ActionId(3), 0), (ActionId(5), 256), (ActionId(9), -9999)];
        let mut rng = Rng::new(&Seed::from_number(1), 0);
        let mut count = |temperature: u32| {
            let drawn = (0..20_000).map(|_| draw(&logits, temperature, &mut rng).unwrap());
            let mut counts = [0; 10];
            drawn.for_each(|id| counts[usize::from(id.0)] += 1);
            (counts[3], counts[5], counts[9])
        };
        let (worse, better, never) = count(100);
        // e / (1 + e) of 20,000, and four standard deviations.
        assert!((i32::abs_diff(better, 14_621)) < 260 && never == 0, "{worse} {better}");
        let (_, cool, _) = count(25);
        assert!(cool > 19_500, "{cool}");
        let (_, warm, _) = count(1000);
        assert!((10_000..11_000).contains(&warm), "{warm}");
        assert_eq!(count(0), (0, 20_000, 0));
        assert_eq!(draw(&[], 100, &mut rng), None);
        let ties = [(ActionId(7), 5), (ActionId(8), 5)];
        assert_eq!(draw(&ties, 0, &mut rng), Some(ActionId(7)));
        let far = [(ActionId(1), i32::MIN), (ActionId(2), i32::MAX)];
        assert_eq!(draw(&far, 1000, &mut rng), Some(ActionId(2)));
    }
}
