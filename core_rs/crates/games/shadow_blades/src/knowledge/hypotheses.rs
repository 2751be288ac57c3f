//! Where the cards that a viewer has seen can be: every possibility, with the number of courses of
//! the match that lead to it (S-91).
//!
//! A viewer loses sight of a card when one card of several goes elsewhere unseen: a mission is
//! laid, a card is passed to an ally. Each such move splits a possibility into one for each seen
//! card that may have gone, and one for "a card that was never seen", which stands for as many
//! courses as there are such cards. Seen cards of which the viewer sees the same from then on stand
//! for each other: which of them went is settled when a world is made.

use intrigue_core::Rng;

use crate::content::cards::{Card, KINDS, Role, STAMPED, small};
use crate::content::pack::Cards;
use crate::knowledge::seen_moves::Place;
use crate::knowledge::tale::Op;
use crate::knowledge::thinning::{float, unit};
use crate::knowledge::walk::{Follow, What};
use crate::rules::options::Variant;
use crate::rules::setting::{GONE, ROOM, Setting};

/// The most possibilities that are followed at once. Beyond that some are drawn by lot, in
/// proportion to their courses, so that a long match of alliances stays affordable.
pub(crate) const MOST: usize = 4_096;
/// This number is not worth the look ahead that finds those which come to nothing.
const FEW: usize = 16;

/// Seen cards that stand for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// Those of which the same is known.
    Of(What),
    /// Those that the viewer never sees again, if they can be laid as missions in the same zones.
    Lost(u8),
}

/// A card that the viewer has seen, and what is known of it.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    pub(crate) what: What,
    pub(crate) class: Class,
    /// One bit for each place where it is in some possibility.
    pub(crate) reach: u32,
}

/// How a possibility came about: from which one before, what kind of seen card moved (`None`: one
/// that was never seen), and in how many ways.
pub(crate) type Way = (usize, Option<Class>, f64);

/// One unseen move.
pub(crate) enum Layer {
    /// A card that was never seen, in every possibility.
    Unseen,
    /// The ways to each possibility.
    Ways(Vec<Vec<Way>>),
}

pub(crate) struct Hypotheses<'a> {
    /// All cards of the match.
    cards: Cards,
    /// How many of them are starting cards.
    stamped: usize,
    own: Option<usize>,
    /// Whether all starting cards were dealt: then no other unseen card is one.
    all_dealt: bool,
    pub(crate) ops: &'a [Op],
    pub(crate) position: usize,
    pub(crate) rng: &'a mut Rng,
    pub(crate) most: usize,
    pub(crate) slots: Vec<Slot>,
    /// The class of each card that was ever seen.
    pub(crate) classes: Vec<Class>,
    pub(crate) settings: Vec<Setting>,
    pub(crate) weights: Vec<f64>,
    pub(crate) layers: Vec<Layer>,
    pub(crate) sizes: [u8; 25],
    /// What the viewer knows to lie in the piles and on the deck.
    open: [Vec<Card>; 4],
    /// How many of each kind the viewer sees, on the table, with itself, in piles and on the deck.
    shown: [u8; KINDS],
    /// Whether possibilities were left to the lot.
    pub(crate) thinned: bool,
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
    pub(crate) fn new(
        variant: Variant,
        ops: &'a [Op],
        own: Option<usize>,
        most: usize,
        rng: &'a mut Rng,
    ) -> Self {
        let cards = variant.cards();
        let stamped = STAMPED.iter().filter(|&&card| cards.has(card)).count();
        Self {
            cards,
            stamped,
            own,
            all_dealt: !variant.drafted && usize::from(variant.seats) == stamped,
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

    pub(crate) fn own_seat(&self) -> Option<usize> {
        self.own
    }

    pub(crate) fn rng(&mut self) -> &mut Rng {
        self.rng
    }

    /// What is known of the cards that are still hidden in a possibility, each with its place.
    pub(crate) fn hidden(&self, setting: usize) -> impl Iterator<Item = (What, Place)> {
        let setting = self.settings[setting];
        let slots = self.slots.iter().enumerate();
        slots.filter_map(move |(index, slot)| {
            let at = setting.place(index);
            (at != GONE).then(|| (slot.what, Place::of(at.into())))
        })
    }

    /// The cards of piles and deck that the viewer knows.
    pub(crate) fn open_cards(&self) -> impl Iterator<Item = Card> {
        self.open.iter().flatten().copied()
    }

    /// What kind of card moved, move by move, on one of the ways to a possibility.
    pub(crate) fn trace(&mut self, last: usize) -> Vec<Option<Class>> {
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
        if place.is_plain(self.own) {
            if let What::Exact(card) = what {
                self.shown[card.index()] += 1;
                if let Some(open) = self.open_at(place) {
                    open.push(card);
                }
            }
        } else if what != What::Unknown {
            let index = self.slot(what)?;
            let members = self.members(self.slots[index].class);
            for setting in &mut self.settings {
                setting.put(index, small(place.index()));
                setting.straighten(&members);
            }
            self.note_reach(&members);
        }
        Some(())
    }

    /// A slot for one more seen card; those that are gone in every possibility are used again.
    fn slot(&mut self, what: What) -> Option<usize> {
        let class = self.class(what);
        let slot = Slot { what, class, reach: 0 };
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
        // What is seen together with it is told right after the entry.
        let rest = self.ops[self.position.min(self.ops.len())..].iter().skip(1);
        let mut rest = rest.skip_while(|op| matches!(op, Op::Saw(_)));
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
        if place.is_plain(self.own) {
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
                (0..self.slots.len()).filter(|&i| fits(self.slots[i].what)).collect()
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
            let in_play = usize::from(self.cards.count(card));
            let all_stamped = self.stamped;
            let hidden_stamp = self.all_dealt && card.is_stamped();
            self.branch(&Move {
                from: place,
                to: GONE,
                may_go: &|what| what.can_be(card),
                unseen_may_go: &|setting| {
                    !hidden_stamp
                        && there(&copies, setting) + shown < in_play
                        && (!card.is_stamped()
                            || there(&stamped, setting) + usize::from(stamps) < all_stamped)
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
        let here: Vec<usize> =
            (0..self.slots.len()).filter(|&i| self.slots[i].reach >> from & 1 == 1).collect();
        if here.is_empty() && by.becomes.is_none() && self.settings.iter().all(by.unseen_may_go) {
            self.layers.push(Layer::Unseen);
            return (size > 0).then_some(());
        }
        let becomes = match by.becomes {
            Some(what) => Some(self.slot(what)?),
            None => None,
        };
        let classes: Vec<Vec<usize>> =
            here.iter().map(|&i| self.members(self.slots[i].class)).collect();
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
                let place = here.iter().position(|&j| j == i);
                after.straighten(&classes[place.unwrap_or(0)]);
                let ways = there.iter().filter(|&&j| equal(j)).count();
                next.push((after, (index, Some(class), self.weights[index] * float(ways))));
            }
            let unseen = size.checked_sub(there.len())?;
            if unseen > 0 && (by.unseen_may_go)(setting) {
                let mut after = *setting;
                if let Some(slot) = becomes {
                    after.put(slot, by.to);
                }
                next.push((after, (index, None, self.weights[index] * float(unseen))));
            }
        }
        self.gather(next)?;
        let moved: Vec<usize> = classes.into_iter().flatten().chain(becomes).collect();
        self.note_reach(&moved);
        if self.settings.len() > FEW {
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

    /// The seen cards that stand for each other.
    fn members(&self, class: Class) -> Vec<usize> {
        (0..self.slots.len()).filter(|&i| self.slots[i].class == class).collect()
    }

    fn note_reach(&mut self, slots: &[usize]) {
        for &index in slots {
            let places = self.settings.iter().map(|setting| setting.place(index));
            let places = places.filter(|&at| at != GONE);
            self.slots[index].reach = places.fold(0, |reach, at| reach | 1 << at);
        }
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
        if !from.is_plain(self.own) {
            self.branch(&Move {
                from,
                to: if to.is_plain(self.own) { GONE } else { small(to.index()) },
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
        if place.is_plain(self.own) {
            return None;
        }
        cards.iter().try_for_each(|&card| self.leave(place, card))?;
        cards.iter().try_for_each(|&card| self.enter(place, What::Exact(card)))
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
