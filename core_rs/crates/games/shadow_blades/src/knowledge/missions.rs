//! In how many ways unseen missions can lie where missions lie face down, and one of the ways.

use intrigue_core::Rng;

use crate::content::cards::{Card, KINDS, MISSIONS, Role, ZONES};
use crate::knowledge::thinning::unit;

/// Unseen cards: how many of each kind.
pub(crate) type Pool = [u8; KINDS];

/// Missions that fit one zone only, by zone, and one entry with its zones for each card that fits
/// several.
fn sort(pool: &Pool) -> ([Vec<Card>; ZONES], Vec<(Card, u8)>) {
    let (mut single, mut several): ([Vec<Card>; ZONES], Vec<(Card, u8)>) = Default::default();
    for card in (MISSIONS..KINDS).filter_map(Card::of) {
        let Role::Mission(zones, ..) = card.role() else {
            continue;
        };
        for _ in 0..pool[card.index()] {
            if zones.is_power_of_two() {
                single[zones.trailing_zeros() as usize].push(card);
            } else {
                several.push((card, zones));
            }
        }
    }
    (single, several)
}

/// The number of ways to fill places from cards, one after the other.
pub(crate) fn falling(cards: usize, places: usize) -> f64 {
    if places > cards {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "at most 76")]
    (cards - places + 1..=cards).map(|n| n as f64).product()
}

/// The ways to share cards that fit several zones out over the zones: one entry for each number of
/// them that is used in each zone.
struct Shares {
    /// One more than the most that each zone can use.
    bounds: [usize; ZONES],
    /// After each card, the number of ways to every entry.
    layers: Vec<Vec<f64>>,
}

impl Shares {
    fn new(several: &[(Card, u8)], needs: [u8; ZONES]) -> Self {
        let bounds = std::array::from_fn(|zone| {
            let fitting = several.iter().filter(|(_, zones)| zones >> zone & 1 == 1).count();
            fitting.min(needs[zone].into()) + 1
        });
        let mut this = Self { bounds, layers: Vec::with_capacity(several.len() + 1) };
        let size = bounds.iter().product();
        let mut ways = vec![0.0; size];
        ways[0] = 1.0;
        this.layers.push(ways.clone());
        for &(_, zones) in several {
            // From the last entry down, so that a card is used once.
            for entry in (0..size).rev() {
                let earlier = (0..ZONES)
                    .filter(|zone| zones >> zone & 1 == 1)
                    .filter_map(|zone| this.before(entry, zone))
                    .map(|before| ways[before]);
                ways[entry] += earlier.sum::<f64>();
            }
            this.layers.push(ways.clone());
        }
        this
    }

    fn stride(&self, zone: usize) -> usize {
        self.bounds[..zone].iter().product()
    }

    /// How many are used in each zone.
    fn used(&self, entry: usize) -> [u8; ZONES] {
        std::array::from_fn(|zone| (entry / self.stride(zone) % self.bounds[zone]).to_le_bytes()[0])
    }

    /// The entry with one fewer in a zone.
    fn before(&self, entry: usize, zone: usize) -> Option<usize> {
        let stride = self.stride(zone);
        (!(entry / stride).is_multiple_of(self.bounds[zone])).then(|| entry - stride)
    }

    fn last(&self) -> &[f64] {
        self.layers.last().expect("there is a first layer")
    }
}

/// The ways to fill all places when some are filled by cards that fit several zones.
fn finish(single: &[Vec<Card>; ZONES], needs: [u8; ZONES], used: [u8; ZONES]) -> f64 {
    (0..ZONES)
        .map(|zone| {
            let (need, used) = (usize::from(needs[zone]), usize::from(used[zone]));
            falling(need, used) * falling(single[zone].len(), need - used)
        })
        .product()
}

/// In how many ways `needs` missions of each zone can be taken from the pool, in order.
fn ways(pool: &Pool, needs: [u8; ZONES]) -> f64 {
    if needs == [0; ZONES] {
        return 1.0;
    }
    let (single, several) = sort(pool);
    let shares = Shares::new(&several, needs);
    let entries = shares.last().iter().enumerate();
    entries.map(|(entry, ways)| ways * finish(&single, needs, shares.used(entry))).sum()
}

/// The answers of [`ways`] so far: possibilities ask the same again and again.
#[derive(Default)]
pub(crate) struct Counted(Vec<(Pool, [u8; ZONES], f64)>);

impl Counted {
    pub(crate) fn ways(&mut self, pool: &Pool, needs: [u8; ZONES]) -> f64 {
        let known = self.0.iter().find(|(other, theirs, _)| *theirs == needs && other == pool);
        if let Some((_, _, ways)) = known {
            return *ways;
        }
        let ways = ways(pool, needs);
        self.0.push((*pool, needs, ways));
        ways
    }
}

/// One of these ways, every one equally likely: the missions of each zone.
pub(crate) fn draw(pool: &Pool, needs: [u8; ZONES], rng: &mut Rng) -> Option<[Vec<Card>; ZONES]> {
    let mut drawn: [Vec<Card>; ZONES] = Default::default();
    if needs == [0; ZONES] {
        return Some(drawn);
    }
    let (mut single, several) = sort(pool);
    let shares = Shares::new(&several, needs);
    let entries = shares.last().iter().enumerate();
    let weights: Vec<f64> =
        entries.map(|(entry, ways)| ways * finish(&single, needs, shares.used(entry))).collect();
    let mut entry = weighted(&weights, rng)?;
    // Back from the last card to the first: where each was used.
    for (place, &(card, zones)) in several.iter().enumerate().rev() {
        let mut options = vec![(None, entry)];
        for zone in (0..ZONES).filter(|zone| zones >> zone & 1 == 1) {
            options.extend(shares.before(entry, zone).map(|before| (Some(zone), before)));
        }
        let weights: Vec<f64> =
            options.iter().map(|&(_, before)| shares.layers[place][before]).collect();
        let (zone, before) = options[weighted(&weights, rng)?];
        if let Some(zone) = zone {
            drawn[zone].push(card);
        }
        entry = before;
    }
    for zone in 0..ZONES {
        rng.shuffle(&mut single[zone]);
        let missing = usize::from(needs[zone]).checked_sub(drawn[zone].len())?;
        drawn[zone].extend(single[zone].get(..missing)?);
        rng.shuffle(&mut drawn[zone]);
    }
    Some(drawn)
}

/// A place of a list of weights, each in proportion to its weight; `None` if all are zero.
pub(crate) fn weighted(weights: &[f64], rng: &mut Rng) -> Option<usize> {
    let total: f64 = weights.iter().sum();
    if total <= 0.0 {
        return None;
    }
    let mut lot = unit(rng) * total;
    for (place, &weight) in weights.iter().enumerate() {
        if lot < weight {
            return Some(place);
        }
        lot -= weight;
    }
    weights.iter().rposition(|&weight| weight > 0.0)
}
