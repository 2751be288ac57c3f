//! In how many ways unseen missions can lie where missions lie face down, and one of the ways.

use intrigue_core::Rng;

use super::cards::{Card, KINDS, MISSIONS, Role, ZONES};
use super::hypotheses::unit;

/// Unseen cards: how many of each kind.
pub(super) type Pool = [u8; KINDS];

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

/// The number of ways to fill so many places from so many cards, one after the other.
pub(super) fn falling(cards: usize, places: usize) -> f64 {
    if places > cards {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "at most 76")]
    (cards - places + 1..=cards).map(|n| n as f64).product()
}

/// The ways to share cards that fit several zones out over the zones, layer by layer: after each
/// card how many are used in each zone, and in how many ways.
type Layer = Vec<([u8; ZONES], f64)>;

fn layers(several: &[(Card, u8)], needs: [u8; ZONES]) -> Vec<Layer> {
    let mut layers: Vec<Layer> = vec![vec![([0; ZONES], 1.0)]];
    for &(_, zones) in several {
        let mut next: Layer = Vec::new();
        let mut add = |used: [u8; ZONES], ways: f64| {
            match next.iter_mut().find(|(other, _)| *other == used) {
                Some((_, sum)) => *sum += ways,
                None => next.push((used, ways)),
            }
        };
        for &(used, ways) in layers.last().expect("there is a first layer") {
            add(used, ways);
            for zone in 0..ZONES {
                if zones >> zone & 1 == 1 && used[zone] < needs[zone] {
                    let mut used = used;
                    used[zone] += 1;
                    add(used, ways);
                }
            }
        }
        layers.push(next);
    }
    layers
}

/// The ways to fill all places when so many are filled by cards that fit several zones.
fn finish(single: &[Vec<Card>; ZONES], needs: [u8; ZONES], used: [u8; ZONES]) -> f64 {
    (0..ZONES)
        .map(|zone| {
            let (need, used) = (usize::from(needs[zone]), usize::from(used[zone]));
            falling(need, used) * falling(single[zone].len(), need - used)
        })
        .product()
}

/// In how many ways `needs` missions of each zone can be taken from the pool, in order.
pub(super) fn ways(pool: &Pool, needs: [u8; ZONES]) -> f64 {
    if needs == [0; ZONES] {
        return 1.0;
    }
    let (single, several) = sort(pool);
    let layers = layers(&several, needs);
    let last = layers.last().expect("there is a first layer");
    last.iter().map(|&(used, ways)| ways * finish(&single, needs, used)).sum()
}

/// One of these ways, every one equally likely: the missions of each zone.
pub(super) fn draw(pool: &Pool, needs: [u8; ZONES], rng: &mut Rng) -> Option<[Vec<Card>; ZONES]> {
    let (mut single, several) = sort(pool);
    let layers = layers(&several, needs);
    let last = layers.last()?;
    let weights: Vec<f64> =
        last.iter().map(|&(used, ways)| ways * finish(&single, needs, used)).collect();
    let mut used = last[weighted(&weights, rng)?].0;
    let mut drawn: [Vec<Card>; ZONES] = Default::default();
    // Back from the last card to the first: where each was used.
    for (place, &(card, zones)) in several.iter().enumerate().rev() {
        let before = |used: [u8; ZONES]| {
            let found = layers[place].iter().find(|(other, _)| *other == used);
            found.map_or(0.0, |(_, ways)| *ways)
        };
        let mut options: Vec<Option<usize>> = vec![None];
        let mut weights = vec![before(used)];
        for zone in 0..ZONES {
            if zones >> zone & 1 == 1 && used[zone] > 0 {
                let mut earlier = used;
                earlier[zone] -= 1;
                options.push(Some(zone));
                weights.push(before(earlier));
            }
        }
        if let Some(zone) = options[weighted(&weights, rng)?] {
            used[zone] -= 1;
            drawn[zone].push(card);
        }
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
pub(super) fn weighted(weights: &[f64], rng: &mut Rng) -> Option<usize> {
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
