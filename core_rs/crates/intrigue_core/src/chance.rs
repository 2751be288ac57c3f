/// Choices of nature that are equally likely, each with its probability.
pub fn equally_likely<C>(chances: impl IntoIterator<Item = C>) -> Vec<(C, f64)> {
    in_proportion(chances.into_iter().map(|chance| (chance, 1.0)))
}

/// Choices of nature, each with its probability, by weights: cards left, or ways for dice to fall.
/// Those without weight are left out.
pub fn in_proportion<C>(weighted: impl IntoIterator<Item = (C, f64)>) -> Vec<(C, f64)> {
    let mut chances: Vec<(C, f64)> =
        weighted.into_iter().filter(|(_, weight)| *weight > 0.0).collect();
    let sum: f64 = chances.iter().map(|(_, weight)| weight).sum();
    for (_, weight) in &mut chances {
        *weight /= sum;
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_shares_of_the_weight() {
        assert_eq!(equally_likely(['a', 'b']), [('a', 0.5), ('b', 0.5)]);
        assert_eq!(in_proportion([('a', 3.0), ('b', 0.0), ('c', 1.0)]), [('a', 0.75), ('c', 0.25)]);
    }
}
