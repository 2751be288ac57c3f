/// The probability of a chi-square at least as large as the one that these counts give, by the
/// normal approximation of Wilson and Hilferty. Each cell is a count and its expected share; cells
/// of which fewer than five are expected are taken together.
pub fn chi_square_p(cells: &[(u64, f64)], total: u64) -> f64 {
    let merged = merge(cells, total);
    chi_square_p_with(&merged, total, merged.len().saturating_sub(1))
}

/// The same with given degrees of freedom, and without merging.
#[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
pub fn chi_square_p_with(cells: &[(u64, f64)], total: u64, freedom: usize) -> f64 {
    if freedom == 0 {
        return 0.5;
    }
    let chi: f64 = cells
        .iter()
        .map(|&(count, share)| {
            let expected = share * total as f64;
            (count as f64 - expected).powi(2) / expected
        })
        .sum();
    let k = freedom as f64;
    let spread = 2.0 / (9.0 * k);
    let z = ((chi / k).cbrt() - (1.0 - spread)) / spread.sqrt();
    upper_tail(z)
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
fn merge(cells: &[(u64, f64)], total: u64) -> Vec<(u64, f64)> {
    let mut merged = Vec::new();
    let mut rest = (0, 0.0);
    for &(count, share) in cells {
        if share * total as f64 >= 5.0 {
            merged.push((count, share));
        } else {
            rest = (rest.0 + count, rest.1 + share);
        }
    }
    if rest.1 > 0.0 {
        merged.push(rest);
    }
    merged
}

/// The probability that a standard normal number exceeds `z` (Abramowitz and Stegun 26.2.17).
fn upper_tail(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let series = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let sum: f64 = series.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let tail = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum;
    if z >= 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_agrees_with_the_tables() {
        for (z, p) in [(0.0, 0.5), (1.644_854, 0.05), (2.326_348, 0.01), (-1.644_854, 0.95)] {
            assert!((upper_tail(z) - p).abs() < 1e-5, "{z}");
        }
        // Chi-square of 18.307 with ten degrees of freedom: 5 %.
        let off = (18.307_f64 * 1000.0 / 11.0).sqrt();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small counts")]
        let count = |sign: f64| (1000.0 + sign * off).round() as u64;
        let cells: Vec<(u64, f64)> =
            (0..11).map(|i| (count(if i % 2 == 0 { 1.0 } else { -1.0 }), 1.0 / 11.0)).collect();
        assert!((chi_square_p(&cells, 11_000) - 0.05).abs() < 0.005);
    }
}
