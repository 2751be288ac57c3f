//! Where the cards that a viewer has seen can be: every possibility, with the number of courses of
//! the match that lead to it (S-91).
//!
//! A viewer loses sight of a card when one card of several goes elsewhere unseen: a mission is
//! laid, a card is passed to an ally. Each such move splits a possibility into one for each seen
//! card that may have gone, and one for "a card that was never seen", which stands for as many
//! courses as there are such cards.

use std::collections::BTreeMap;

use intrigue_core::Rng;

use super::cards::{Card, Cards};
use super::memory::Place;
use super::tale::Op;
use super::walk::{Follow, What};

/// The place of a card that has left all hidden places.
const GONE: u8 = u8::MAX;
/// The most possibilities that are followed at once. Beyond that some are drawn by lot, in
/// proportion to their courses, so that a long match of alliances stays affordable.
pub(super) const MOST: usize = 512;

/// One possibility: the place of each seen card.
type Setting = Vec<u8>;

/// How a possibility came about: from which one before, which seen card moved (`None`: one that was
/// never seen), and in how many ways.
type Way = (usize, Option<usize>, f64);

pub(super) struct Hypotheses<'a> {
    own: Option<usize>,
    /// Whether all starting cards were dealt: then no other unseen card is one.
    all_dealt: bool,
    ops: &'a [Op],
    rng: &'a mut Rng,
    most: usize,
    pub(super) seen: Vec<What>,
    pub(super) settings: Vec<Setting>,
    pub(super) weights: Vec<f64>,
    layers: Vec<Vec<Vec<Way>>>,
    pub(super) sizes: [u8; 25],
    /// What the viewer knows to lie in the piles and on the deck.
    pub(super) open: [Vec<Card>; 4],
    position: usize,
    /// Whether possibilities were left to the lot.
    pub(super) thinned: bool,
}

impl<'a> Hypotheses<'a> {
    pub(super) fn new(
        ops: &'a [Op],
        own: Option<usize>,
        all_dealt: bool,
        most: usize,
        rng: &'a mut Rng,
    ) -> Self {
        Self {
            own,
            all_dealt,
            ops,
            rng,
            most,
            seen: Vec::new(),
            settings: vec![Vec::new()],
            weights: vec![1.0],
            layers: Vec::new(),
            sizes: [0; 25],
            open: Default::default(),
            position: 0,
            thinned: false,
        }
    }

    /// Whether a place is the viewer's own, or one that nothing leaves unseen.
    fn is_plain(&self, place: Place) -> bool {
        match place {
            Place::Hand(seat) | Place::Missions(seat, _) => self.own == Some(seat),
            Place::Pile(_) | Place::Deck => true,
            Place::Bundle => false,
        }
    }

    fn open_at(&mut self, place: Place) -> Option<&mut Vec<Card>> {
        match place {
            Place::Pile(pile) => self.open.get_mut(pile - 1),
            Place::Deck => self.open.get_mut(3),
            _ => None,
        }
    }

    /// A card comes to a place, and the viewer knows something of it.
    fn enter(&mut self, place: Place, what: What) {
        self.sizes[place.index()] += 1;
        if self.is_plain(place) {
            if let (What::Exact(card), Some(open)) = (what, self.open_at(place)) {
                open.push(card);
            }
        } else if what != What::Unknown {
            self.seen.push(what);
            let place = place.index().to_le_bytes()[0];
            for setting in &mut self.settings {
                setting.push(place);
            }
        }
    }

    /// A card of this kind leaves a place, and the viewer sees which.
    fn leave(&mut self, place: Place, card: Card) -> Option<()> {
        let size = self.sizes[place.index()];
        if self.is_plain(place) {
            if let Some(open) = self.open_at(place)
                && let Some(at) = open.iter().position(|&other| other == card)
            {
                open.remove(at);
            }
        } else {
            let unique = card.copies() == 1;
            let hidden_stamp = self.all_dealt && card.is_stamped();
            let seen = std::mem::take(&mut self.seen);
            let elsewhere = |setting: &Setting| {
                let mut places = seen.iter().zip(setting);
                places.any(|(&what, &at)| what == What::Exact(card) && at != GONE)
            };
            let done = self.branch(
                place,
                &seen,
                |what| what.can_be(card),
                |setting| !hidden_stamp && !(unique && elsewhere(setting)),
                GONE,
                None,
            );
            self.seen = seen;
            done?;
        }
        self.sizes[place.index()] = size.checked_sub(1)?;
        Some(())
    }

    /// One card leaves a place for another: splits every possibility.
    fn branch(
        &mut self,
        from: Place,
        seen: &[What],
        may_go: impl Fn(What) -> bool,
        unseen_may_go: impl Fn(&Setting) -> bool,
        to: u8,
        becomes: Option<What>,
    ) -> Option<()> {
        let place = from.index().to_le_bytes()[0];
        let size = usize::from(self.sizes[from.index()]);
        let mut found: BTreeMap<Setting, usize> = BTreeMap::new();
        let mut settings: Vec<Setting> = Vec::new();
        let mut layer: Vec<Vec<Way>> = Vec::new();
        let mut weights: Vec<f64> = Vec::new();
        for (index, setting) in self.settings.iter().enumerate() {
            let mut add = |setting: Setting, card: Option<usize>, ways: usize| {
                #[expect(clippy::cast_precision_loss, reason = "at most 76")]
                let weight = self.weights[index] * ways as f64;
                let at = *found.entry(setting).or_insert_with_key(|setting| {
                    settings.push(setting.clone());
                    layer.push(Vec::new());
                    weights.push(0.0);
                    layer.len() - 1
                });
                layer[at].push((index, card, weight));
                weights[at] += weight;
            };
            let here: Vec<usize> = (0..setting.len()).filter(|&i| setting[i] == place).collect();
            for (order, &i) in here.iter().enumerate() {
                // Equal cards stand for each other.
                let equal = |&&j: &&usize| seen[j] == seen[i] && seen[i] != What::Unknown;
                if !may_go(seen[i]) || here[..order].iter().any(|j| equal(&j)) {
                    continue;
                }
                let mut next = setting.clone();
                next[i] = to;
                if becomes.is_some() {
                    next.push(GONE);
                }
                add(next, Some(i), here.iter().filter(equal).count());
            }
            let unseen = size.checked_sub(here.len())?;
            if unseen > 0 && unseen_may_go(setting) {
                let mut next = setting.clone();
                if becomes.is_some() {
                    next.push(to);
                }
                add(next, None, unseen);
            }
        }
        let most = weights.iter().copied().fold(0.0, f64::max);
        if most <= 0.0 {
            return None;
        }
        for weight in &mut weights {
            *weight /= most;
        }
        self.settings = settings;
        self.weights = weights;
        self.layers.push(layer);
        if self.settings.len() > self.most {
            self.thin(seen);
        }
        Some(())
    }

    /// Leaves some possibilities to the lot. Those that the rest of the memory contradicts go first.
    fn thin(&mut self, seen: &[What]) {
        self.thinned = true;
        let doomed: Vec<bool> = (0..self.settings.len())
            .map(|index| self.is_doomed(&self.settings[index], seen))
            .collect();
        let mut left: Vec<usize> = (0..self.settings.len()).filter(|&i| !doomed[i]).collect();
        if left.is_empty() {
            left = (0..self.settings.len()).collect();
        }
        let mut weights: Vec<f64> = left.iter().map(|&i| self.weights[i]).collect();
        if left.len() > self.most {
            let keep = lots(&weights, self.most, self.rng);
            weights = keep.iter().map(|&(_, weight)| weight).collect();
            left = keep.iter().map(|&(place, _)| left[place]).collect();
        }
        let layer = self.layers.last_mut().expect("a layer was just laid");
        *layer = left.iter().map(|&i| std::mem::take(&mut layer[i])).collect();
        self.settings = left.iter().map(|&i| std::mem::take(&mut self.settings[i])).collect();
        self.weights = weights;
    }

    /// Whether a seen card can't come to where it is seen next.
    fn is_doomed(&self, setting: &Setting, seen: &[What]) -> bool {
        seen.iter().zip(setting).any(|(&what, &at)| {
            let What::Exact(card) = what else {
                return false;
            };
            if at >= 4 || card.copies() > 1 {
                return false;
            }
            let mut reach = 1u8 << at;
            for op in &self.ops[self.position..] {
                match *op {
                    Op::Pass(from, to, None) if reach >> from & 1 == 1 => reach |= 1 << to,
                    Op::Out(seat, None, out) if out == card => return reach >> seat & 1 == 0,
                    Op::Saw(out) | Op::Pass(_, _, Some(out)) if out == card => return false,
                    _ => {}
                }
            }
            false
        })
    }

    /// The seen cards that moved, move by move, on one of the ways to a possibility.
    pub(super) fn trace(&mut self, last: usize) -> Vec<Option<usize>> {
        let mut choices = Vec::with_capacity(self.layers.len());
        let mut at = last;
        for layer in self.layers.iter().rev() {
            let ways = &layer[at];
            let total: f64 = ways.iter().map(|way| way.2).sum();
            let mut lot = unit(self.rng) * total;
            let mut chosen = ways[ways.len() - 1];
            for &way in ways {
                if lot < way.2 {
                    chosen = way;
                    break;
                }
                lot -= way.2;
            }
            choices.push(chosen.1);
            at = chosen.0;
        }
        choices.reverse();
        choices
    }

    pub(super) fn own_seat(&self) -> Option<usize> {
        self.own
    }

    pub(super) fn rng(&mut self) -> &mut Rng {
        self.rng
    }

    /// What is known of the cards that are still hidden in a possibility, each with its place.
    pub(super) fn hidden(&self, setting: usize) -> impl Iterator<Item = (What, Place)> {
        let places = self.settings[setting].iter();
        let there = self.seen.iter().zip(places).filter(|(_, at)| **at != GONE);
        there.map(|(&what, &at)| (what, Place::of(at.into())))
    }

    /// The cards of piles and deck that the viewer knows.
    pub(super) fn open_cards(&self) -> impl Iterator<Item = Card> {
        self.open.iter().flatten().copied()
    }
}

impl Follow for Hypotheses<'_> {
    fn come(&mut self, to: Place, what: What) -> Option<()> {
        self.enter(to, what);
        Some(())
    }

    fn go(&mut self, from: Place, to: Place, card: Option<Card>) -> Option<()> {
        if let Some(card) = card {
            self.leave(from, card)?;
            self.enter(to, What::Exact(card));
            return Some(());
        }
        if !self.is_plain(from) {
            let seen = std::mem::take(&mut self.seen);
            let fits = |what: What| match (to, what) {
                (Place::Missions(_, zone), What::Exact(card)) => card.fits(zone),
                (Place::Missions(..), What::Stamped) => false,
                _ => true,
            };
            let becomes = match from {
                Place::Missions(_, zone) => Some(What::Fit(zone)),
                _ => None,
            };
            let target = if self.is_plain(to) { GONE } else { to.index().to_le_bytes()[0] };
            let done = self.branch(from, &seen, fits, |_| true, target, becomes);
            self.seen = seen;
            self.seen.extend(becomes);
            done?;
        }
        self.sizes[from.index()] = self.sizes[from.index()].checked_sub(1)?;
        self.sizes[to.index()] += 1;
        Some(())
    }

    fn pop(&mut self, to: Place, card: Option<Card>) -> Option<()> {
        self.go_from_deck(card)?;
        self.enter(to, What::of(card));
        Some(())
    }

    fn all(&mut self, from: Place, to: Place) -> Option<()> {
        let mut open = std::mem::take(self.open_at(from)?);
        open.sort_unstable();
        let count = std::mem::take(&mut self.sizes[from.index()]);
        let unknown = usize::from(count).checked_sub(open.len())?;
        for card in open {
            self.enter(to, What::Exact(card));
        }
        for _ in 0..unknown {
            self.enter(to, What::Unknown);
        }
        Some(())
    }

    fn out(&mut self, from: Place, card: Card) -> Option<()> {
        self.leave(from, card)
    }

    fn see(&mut self, place: Place, cards: &[Card]) -> Option<()> {
        if cards.len() != usize::from(self.sizes[place.index()]) {
            return None;
        }
        if let Some(open) = self.open_at(place) {
            *open = cards.to_vec();
            return Some(());
        }
        if self.is_plain(place) {
            return None;
        }
        for &card in cards {
            self.leave(place, card)?;
        }
        for &card in cards {
            self.enter(place, What::Exact(card));
        }
        Some(())
    }

    fn arrange(&mut self, _cards: [Option<Card>; 3]) -> Option<()> {
        (self.sizes[Place::Deck.index()] == 3).then_some(())
    }

    fn told(&mut self, _op: Op) {
        self.position += 1;
        while matches!(self.ops.get(self.position), Some(Op::Saw(_))) {
            self.position += 1;
        }
    }
}

impl Hypotheses<'_> {
    fn go_from_deck(&mut self, card: Option<Card>) -> Option<()> {
        match card {
            Some(card) => self.leave(Place::Deck, card),
            None => {
                let size = &mut self.sizes[Place::Deck.index()];
                *size = size.checked_sub(1)?;
                Some(())
            }
        }
    }
}

/// A number from 0 up to, and without, 1.
pub(super) fn unit(rng: &mut Rng) -> f64 {
    f64::from(rng.below(1 << 30)) / f64::from(1 << 30)
}

/// Draws so many of the weights: heavy ones stay as they are, light ones stay in proportion to
/// their weight and then all weigh the same, so that nothing changes on average.
fn lots(weights: &[f64], count: usize, rng: &mut Rng) -> Vec<(usize, f64)> {
    let mut sorted = weights.to_vec();
    sorted.sort_by(|left, right| right.total_cmp(left));
    let mut rest: f64 = sorted.iter().sum();
    let mut heavy = 0;
    // The heaviest stay, as long as each is above its share of what is left.
    #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
    while heavy < count && sorted[heavy] * (count - heavy) as f64 >= rest {
        rest -= sorted[heavy];
        heavy += 1;
    }
    #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
    let level = rest / (count - heavy).max(1) as f64;
    let mut mark = unit(rng) * level;
    let mut kept = Vec::with_capacity(count);
    for (place, &weight) in weights.iter().enumerate() {
        if heavy > 0 && weight >= sorted[heavy - 1] {
            kept.push((place, weight));
            continue;
        }
        mark -= weight;
        if mark < 0.0 {
            mark += level;
            kept.push((place, level));
        }
    }
    kept
}

/// A bag as counts.
pub(super) fn counts(cards: Cards) -> [u8; super::cards::KINDS] {
    std::array::from_fn(|kind| Card::of(kind).map_or(0, |card| cards.count(card)))
}
