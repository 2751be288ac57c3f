//! Where the cards that a viewer has seen can be: every possibility, with the number of courses of
//! the match that lead to it (S-91).
//!
//! A viewer loses sight of a card when one card of several goes elsewhere unseen: a mission is
//! laid, a card is passed to an ally. Each such move splits a possibility into one for each seen
//! card that may have gone, and one for "a card that was never seen", which stands for as many
//! courses as there are such cards. Seen cards of which the memory says the same from then on stand
//! for each other: which of them went is settled when a world is made.

use intrigue_core::Rng;

use super::cards::{Card, KINDS, Role, STAMPED, small};
use super::memory::Place;
use super::setting::{GONE, ROOM, Setting};
use super::tale::Op;
use super::walk::{Follow, What};

/// The most possibilities that are followed at once. Beyond that some are drawn by lot, in
/// proportion to their courses, so that a long match of alliances stays affordable.
pub(super) const MOST: usize = 256;

/// Seen cards that stand for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Those of which the same is known.
    Of(What),
    /// Those that the viewer never sees again, if they can be laid as missions in the same zones.
    Lost(u8),
}

/// A seen card.
#[derive(Clone, Copy)]
struct Slot {
    what: What,
    class: Class,
    /// One bit for each place where it is in some possibility.
    reach: u32,
}

/// How a possibility came about: from which one before, what kind of seen card moved (`None`: one
/// that was never seen), and in how many ways.
type Way = (usize, Option<Class>, f64);

/// One unseen move.
enum Layer {
    /// A card that was never seen, in every possibility.
    Unseen,
    /// The ways to each possibility.
    Ways(Vec<Vec<Way>>),
}

pub(super) struct Hypotheses<'a> {
    own: Option<usize>,
    /// Whether all starting cards were dealt: then no other unseen card is one.
    all_dealt: bool,
    ops: &'a [Op],
    position: usize,
    rng: &'a mut Rng,
    most: usize,
    slots: Vec<Slot>,
    /// The class of each card that was ever seen.
    pub(super) classes: Vec<Class>,
    settings: Vec<Setting>,
    pub(super) weights: Vec<f64>,
    layers: Vec<Layer>,
    pub(super) sizes: [u8; 25],
    /// What the viewer knows to lie in the piles and on the deck.
    open: [Vec<Card>; 4],
    /// How many of each kind the viewer sees, on the table, with itself, in piles and on the deck.
    shown: [u8; KINDS],
    /// Whether possibilities were left to the lot.
    pub(super) thinned: bool,
}

/// Which of the cards at a place may be the one that leaves it, and what becomes of it.
struct Move<'a> {
    from: Place,
    to: u8,
    may_go: &'a dyn Fn(What) -> bool,
    unseen_may_go: &'a dyn Fn(&Setting) -> bool,
    /// What an unseen card is known to be from then on.
    becomes: Option<What>,
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
            position: 0,
            rng,
            most,
            slots: Vec::new(),
            classes: Vec::new(),
            settings: vec![Setting::EMPTY],
            weights: vec![1.0],
            layers: Vec::new(),
            sizes: [0; 25],
            open: Default::default(),
            shown: [0; KINDS],
            thinned: false,
        }
    }

    pub(super) fn own_seat(&self) -> Option<usize> {
        self.own
    }

    pub(super) fn rng(&mut self) -> &mut Rng {
        self.rng
    }

    /// What is known of the cards that are still hidden in a possibility, each with its place.
    pub(super) fn hidden(&self, setting: usize) -> impl Iterator<Item = (What, Place)> {
        let setting = self.settings[setting];
        let slots = self.slots.iter().enumerate();
        slots.filter_map(move |(index, slot)| {
            let at = setting.place(index);
            (at != GONE).then(|| (slot.what, Place::of(at.into())))
        })
    }

    /// The cards of piles and deck that the viewer knows.
    pub(super) fn open_cards(&self) -> impl Iterator<Item = Card> {
        self.open.iter().flatten().copied()
    }

    /// What kind of card moved, move by move, on one of the ways to a possibility.
    pub(super) fn trace(&mut self, last: usize) -> Vec<Option<Class>> {
        let mut choices = Vec::with_capacity(self.layers.len());
        let mut at = last;
        for layer in self.layers.iter().rev() {
            let Layer::Ways(ways) = layer else {
                choices.push(None);
                continue;
            };
            let ways = &ways[at];
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
    fn enter(&mut self, place: Place, what: What) -> Option<()> {
        self.grow(place)?;
        if self.is_plain(place) {
            if let What::Exact(card) = what {
                self.shown[card.index()] += 1;
                if let Some(open) = self.open_at(place) {
                    open.push(card);
                }
            }
        } else if what != What::Unknown {
            let index = self.slot(what)?;
            let class = self.slots[index].class;
            let mut settings = std::mem::take(&mut self.settings);
            for setting in &mut settings {
                setting.put(index, small(place.index()));
                self.straighten(setting, class);
            }
            self.settings = settings;
            self.note_reach();
        }
        Some(())
    }

    /// A slot for one more seen card; those that are gone in every possibility are used again.
    fn slot(&mut self, what: What) -> Option<usize> {
        let class = self.class(what);
        let slot = Slot {
            what,
            class,
            reach: 0,
        };
        self.classes.push(class);
        let gone = |index: usize| self.settings.iter().all(|s| s.place(index) == GONE);
        if self.slots.len() < ROOM {
            self.slots.push(slot);
            Some(self.slots.len() - 1)
        } else {
            let index = (0..ROOM).find(|&index| gone(index))?;
            self.slots[index] = slot;
            Some(index)
        }
    }

    fn class(&self, what: What) -> Class {
        let What::Exact(card) = what else {
            return Class::Of(what);
        };
        // Where it is seen now, cards that are seen with it may follow.
        let mut rest = self.ops[self.position.min(self.ops.len())..].iter().skip(1);
        let again = |op: &Op| match *op {
            Op::Out(_, _, other) | Op::Saw(other) => other == card,
            Op::Pass(_, _, other) | Op::Return(_, _, _, other) | Op::Keep(_, other) => {
                other == Some(card)
            }
            _ => false,
        };
        if rest.any(again) {
            return Class::Of(what);
        }
        Class::Lost(match card.role() {
            Role::Mission(zones, ..) => zones,
            _ => 0,
        })
    }

    /// A card of this kind leaves a place, and the viewer sees which.
    fn leave(&mut self, place: Place, card: Card) -> Option<()> {
        if self.is_plain(place) {
            // What the viewer gets from a pile or the deck it may see only now.
            let Some(open) = self.open_at(place) else {
                let shown = &mut self.shown[card.index()];
                *shown = shown.checked_sub(1)?;
                return self.shrink(place);
            };
            if let Some(at) = open.iter().position(|&other| other == card) {
                open.remove(at);
                self.shown[card.index()] -= 1;
            }
        } else {
            // Of all copies none may be accounted for twice.
            let members = |fits: &dyn Fn(What) -> bool| -> Vec<usize> {
                (0..self.slots.len())
                    .filter(|&i| fits(self.slots[i].what))
                    .collect()
            };
            let copies = members(&|what| what == What::Exact(card));
            let stamped = members(&|what| match what {
                What::Exact(card) => card.is_stamped(),
                what => what == What::Stamped,
            });
            let there = |slots: &[usize], setting: &Setting| {
                slots.iter().filter(|&&i| setting.place(i) != GONE).count()
            };
            let shown = usize::from(self.shown[card.index()]);
            let stamps: u8 = STAMPED.iter().map(|card| self.shown[card.index()]).sum();
            let hidden_stamp = self.all_dealt && card.is_stamped();
            self.branch(&Move {
                from: place,
                to: GONE,
                may_go: &|what| what.can_be(card),
                unseen_may_go: &|setting| {
                    !hidden_stamp
                        && there(&copies, setting) + shown < usize::from(card.copies())
                        && (!card.is_stamped()
                            || there(&stamped, setting) + usize::from(stamps) < STAMPED.len())
                },
                becomes: None,
            })?;
        }
        self.shrink(place)
    }

    fn grow(&mut self, place: Place) -> Option<()> {
        let size = &mut self.sizes[place.index()];
        *size = size.checked_add(1)?;
        Some(())
    }

    fn shrink(&mut self, place: Place) -> Option<()> {
        let size = &mut self.sizes[place.index()];
        *size = size.checked_sub(1)?;
        Some(())
    }

    /// One card leaves a place for another: splits every possibility.
    fn branch(&mut self, by: &Move<'_>) -> Option<()> {
        let from = by.from.index();
        let size = usize::from(self.sizes[from]);
        let here: Vec<usize> = (0..self.slots.len())
            .filter(|&i| self.slots[i].reach >> from & 1 == 1)
            .collect();
        if here.is_empty() && by.becomes.is_none() && self.settings.iter().all(by.unseen_may_go) {
            self.layers.push(Layer::Unseen);
            return (size > 0).then_some(());
        }
        let becomes = match by.becomes {
            Some(what) => Some(self.slot(what)?),
            None => None,
        };
        let mut next: Vec<(Setting, Way)> = Vec::new();
        for (index, setting) in self.settings.iter().enumerate() {
            let place = small(from);
            let there = here.iter().copied().filter(|&i| setting.place(i) == place);
            let there: Vec<usize> = there.collect();
            for (order, &i) in there.iter().enumerate() {
                let Slot { what, class, .. } = self.slots[i];
                let equal = |j: usize| self.slots[j].class == class;
                if !(by.may_go)(what) || there[..order].iter().any(|&j| equal(j)) {
                    continue;
                }
                let mut after = *setting;
                after.put(i, by.to);
                self.straighten(&mut after, class);
                let ways = there.iter().filter(|&&j| equal(j)).count();
                next.push((
                    after,
                    (index, Some(class), self.weights[index] * float(ways)),
                ));
            }
            let unseen = size.checked_sub(there.len())?;
            if unseen > 0 && (by.unseen_may_go)(setting) {
                let mut after = *setting;
                if let Some(slot) = becomes {
                    after.put(slot, by.to);
                    self.straighten(&mut after, self.slots[slot].class);
                }
                next.push((after, (index, None, self.weights[index] * float(unseen))));
            }
        }
        self.gather(next)?;
        self.note_reach();
        if self.settings.len() > self.most {
            self.thin();
        }
        Some(())
    }

    /// Equal possibilities become one.
    fn gather(&mut self, mut next: Vec<(Setting, Way)>) -> Option<()> {
        if self.settings.len() > 1 {
            next.sort_by_key(|&(setting, _)| setting);
        }
        self.settings.clear();
        self.weights.clear();
        let mut ways: Vec<Vec<Way>> = Vec::new();
        for (setting, way) in next {
            if self.settings.last() == Some(&setting) {
                *self.weights.last_mut()? += way.2;
                ways.last_mut()?.push(way);
            } else {
                self.settings.push(setting);
                self.weights.push(way.2);
                ways.push(vec![way]);
            }
        }
        let most = self.weights.iter().copied().fold(0.0, f64::max);
        if most <= 0.0 {
            return None;
        }
        for weight in &mut self.weights {
            *weight /= most;
        }
        self.layers.push(Layer::Ways(ways));
        Some(())
    }

    /// Cards of one class have no order among themselves.
    fn straighten(&self, setting: &mut Setting, class: Class) {
        let members = (0..self.slots.len()).filter(|&i| self.slots[i].class == class);
        let members: Vec<usize> = members.collect();
        let mut places: Vec<u8> = members.iter().map(|&i| setting.place(i)).collect();
        places.sort_unstable();
        for (&i, place) in members.iter().zip(places) {
            setting.put(i, place);
        }
    }

    fn note_reach(&mut self) {
        for (index, slot) in self.slots.iter_mut().enumerate() {
            let places = self.settings.iter().map(|setting| setting.place(index));
            slot.reach = places
                .filter(|&at| at != GONE)
                .fold(0, |reach, at| reach | 1 << at);
        }
    }

    /// Leaves some possibilities to the lot. Those that the rest of the memory contradicts go first.
    fn thin(&mut self) {
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

impl Follow for Hypotheses<'_> {
    fn come(&mut self, to: Place, what: What) -> Option<()> {
        self.enter(to, what)
    }

    fn back(&mut self, to: Place, card: Card) -> Option<()> {
        let shown = &mut self.shown[card.index()];
        *shown = shown.checked_sub(1)?;
        self.enter(to, What::Exact(card))
    }

    fn go(&mut self, from: Place, to: Place, card: Option<Card>) -> Option<()> {
        if let Some(card) = card {
            self.leave(from, card)?;
            return self.enter(to, What::Exact(card));
        }
        if !self.is_plain(from) {
            self.branch(&Move {
                from,
                to: if self.is_plain(to) {
                    GONE
                } else {
                    small(to.index())
                },
                may_go: &|what| match (to, what) {
                    (Place::Missions(_, zone), What::Exact(card)) => card.fits(zone),
                    (Place::Missions(..), What::Stamped) => false,
                    _ => true,
                },
                unseen_may_go: &|_| true,
                becomes: match from {
                    Place::Missions(_, zone) => Some(What::Fit(zone)),
                    _ => None,
                },
            })?;
        }
        self.shrink(from)?;
        self.grow(to)
    }

    fn pop(&mut self, to: Place, card: Option<Card>) -> Option<()> {
        if let Some(card) = card {
            self.leave(Place::Deck, card)?;
        } else {
            self.shrink(Place::Deck)?;
        }
        self.enter(to, What::of(card))
    }

    fn all(&mut self, from: Place, to: Place) -> Option<()> {
        let mut open = std::mem::take(self.open_at(from)?);
        open.sort_unstable();
        for card in &open {
            self.shown[card.index()] -= 1;
        }
        let count = std::mem::take(&mut self.sizes[from.index()]);
        let unknown = usize::from(count).checked_sub(open.len())?;
        for card in open {
            self.enter(to, What::Exact(card))?;
        }
        (0..unknown).try_for_each(|_| self.enter(to, What::Unknown))
    }

    fn out(&mut self, from: Place, card: Card) -> Option<()> {
        self.leave(from, card)?;
        self.shown[card.index()] += 1;
        Some(())
    }

    fn see(&mut self, place: Place, cards: &[Card]) -> Option<()> {
        if cards.len() != usize::from(self.sizes[place.index()]) {
            return None;
        }
        if let Some(open) = self.open_at(place) {
            for card in std::mem::replace(open, cards.to_vec()) {
                self.shown[card.index()] -= 1;
            }
            for card in cards {
                self.shown[card.index()] += 1;
            }
            return Some(());
        }
        if self.is_plain(place) {
            return None;
        }
        cards.iter().try_for_each(|&card| self.leave(place, card))?;
        cards
            .iter()
            .try_for_each(|&card| self.enter(place, What::Exact(card)))
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

/// A small number as a weight.
fn float(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// A number from 0 up to, and without, 1.
pub(super) fn unit(rng: &mut Rng) -> f64 {
    f64::from(rng.below(1 << 30)) / f64::from(1 << 30)
}

/// Draws so many of the weights: heavy ones stay as they are, light ones stay in proportion to
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
