//! Too many possibilities: which of them are followed on.

use intrigue_core::Rng;

use crate::content::cards::Card;
use crate::knowledge::hypotheses::{Class, Hypotheses, Layer};
use crate::knowledge::tale::Op;
use crate::knowledge::walk::What;

impl Hypotheses<'_> {
    /// Drops the possibilities that the rest of the moves contradicts; if there are still too
    /// many, some are left to the lot.
    pub(crate) fn thin(&mut self) {
        let doomed = self.doomed();
        let mut left: Vec<usize> = (0..self.settings.len()).filter(|&i| !doomed[i]).collect();
        if left.is_empty() {
            left = (0..self.settings.len()).collect();
        }
        let mut weights: Vec<f64> = left.iter().map(|&i| self.weights[i]).collect();
        if left.len() > self.most {
            self.thinned = true;
            let keep = lots(&weights, self.most, self.rng);
            weights = keep.iter().map(|&(_, weight)| weight).collect();
            left = keep.iter().map(|&(place, _)| left[place]).collect();
        }
        if let Some(Layer::Ways(ways)) = self.layers.last_mut() {
            *ways = left.iter().map(|&i| std::mem::take(&mut ways[i])).collect();
        }
        self.settings = left.iter().map(|&i| self.settings[i]).collect();
        self.weights = weights;
    }

    /// Which possibilities have a card where it can't come to where it is seen next.
    fn doomed(&self) -> Vec<bool> {
        let mut doomed = vec![false; self.settings.len()];
        for (index, slot) in self.slots.iter().enumerate() {
            let What::Exact(card) = slot.what else {
                continue;
            };
            if card.copies() > 1
                || slot.reach.count_ones() < 2
                || slot.class != Class::Of(slot.what)
            {
                continue;
            }
            let good = self.hands_before(card);
            for (doomed, setting) in doomed.iter_mut().zip(&self.settings) {
                let at = setting.place(index);
                *doomed |= at < 4 && good >> at & 1 == 0;
            }
        }
        doomed
    }

    /// The hands from which a card can come to where it is seen next, one bit each.
    fn hands_before(&self, card: Card) -> u8 {
        let mut reach = [1u8, 2, 4, 8];
        for op in &self.ops[self.position.min(self.ops.len())..] {
            match *op {
                Op::Pass(from, to, None) => {
                    for hands in &mut reach {
                        *hands |= (*hands >> from & 1) << to;
                    }
                }
                Op::Out(seat, None, out) if out == card => {
                    return (0..4).fold(0, |good, hand| good | (reach[hand] >> seat & 1) << hand);
                }
                Op::Saw(out) | Op::Pass(_, _, Some(out)) if out == card => return 15,
                _ => {}
            }
        }
        15
    }
}

/// A small number as a weight.
pub(crate) fn float(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// A number from 0 up to, and without, 1.
pub(crate) fn unit(rng: &mut Rng) -> f64 {
    f64::from(rng.below(1 << 30)) / f64::from(1 << 30)
}

/// Draws a number of the weights: heavy ones stay as they are, light ones stay in proportion to
/// their weight and then all weigh the same, so that nothing changes on average.
fn lots(weights: &[f64], count: usize, rng: &mut Rng) -> Vec<(usize, f64)> {
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by(|&left, &right| weights[right].total_cmp(&weights[left]));
    let mut rest: f64 = weights.iter().sum();
    let mut heavy = 0;
    // The heaviest stay, as long as each is above its share of what is left.
    while heavy < count && weights[order[heavy]] * float(count - heavy) >= rest {
        rest -= weights[order[heavy]];
        heavy += 1;
    }
    let mut kept: Vec<(usize, f64)> = order[..heavy].iter().map(|&i| (i, weights[i])).collect();
    let level = rest / float((count - heavy).max(1));
    let mut mark = unit(rng) * level;
    for &i in &order[heavy..] {
        mark -= weights[i];
        if mark < 0.0 && kept.len() < count {
            mark += level;
            kept.push((i, level));
        }
    }
    kept.sort_unstable_by_key(|&(i, _)| i);
    kept
}
