//! One course of the match, card by card: every card that has left the deck is a track, and tracks
//! of unseen cards get their cards in the end.

use intrigue_core::Rng;

use crate::content::cards::{Card, STAMPED, ZONES, Zone};
use crate::content::pack::{Cards, bag};
use crate::knowledge::hypotheses::Class;
use crate::knowledge::missions::{Counted, Pool, draw, weighted};
use crate::knowledge::seen_moves::Place;
use crate::knowledge::tale::{Op, Tale};
use crate::knowledge::walk::{Follow, What};
use crate::rules::state::SEATS;

/// The missions that a card can be that the viewer saw go back to a hand, unseen.
pub(crate) fn candidates(pool: &Pool, returned: (What, Place)) -> impl Iterator<Item = Card> {
    let pool = *pool;
    Card::all().filter(move |&card| {
        let lies = match returned.1 {
            Place::Missions(_, zone) => card.fits(zone),
            _ => true,
        };
        pool[card.index()] > 0 && returned.0.can_be(card) && lies
    })
}

/// In how many ways missions can lie if that one is this card.
pub(crate) fn with(pool: &Pool, needs: [u8; ZONES], card: Card, counted: &mut Counted) -> f64 {
    let mut rest = *pool;
    rest[card.index()] -= 1;
    f64::from(pool[card.index()]) * counted.ways(&rest, needs)
}

/// How many unseen missions lie in each zone, of all other seats together.
pub(crate) fn needs(unseen: &[u8; 25], own: Option<usize>) -> [u8; ZONES] {
    Zone::ALL.map(|zone| {
        let others = (0..SEATS).filter(|&seat| own != Some(seat));
        others.map(|seat| unseen[Place::Missions(seat, zone).index()]).sum()
    })
}

/// Every card that has left the deck, with its place.
pub(crate) struct Tracks<'a> {
    pub(crate) own: Option<usize>,
    choices: std::vec::IntoIter<Option<Class>>,
    /// The class of each seen card, in the order in which they were seen.
    classes: std::vec::IntoIter<Class>,
    rng: &'a mut Rng,
    /// The card of each track, once it is settled.
    cards: Vec<Option<Card>>,
    places: [Vec<usize>; 25],
    /// What is known of each track, and its class, while it is a seen card in another's place.
    seen: Vec<Option<(What, Class)>>,
    /// The entries so far, each with the track of its card.
    log: Vec<(Op, Option<usize>)>,
    moved: Vec<usize>,
    pub(crate) conjurer: Option<u8>,
    /// The cards that are left for the deck.
    pub(crate) rest: Vec<Card>,
}

impl<'a> Tracks<'a> {
    pub(crate) fn new(
        own: Option<usize>,
        choices: Vec<Option<Class>>,
        classes: Vec<Class>,
        rng: &'a mut Rng,
    ) -> Self {
        Self {
            own,
            choices: choices.into_iter(),
            classes: classes.into_iter(),
            rng,
            cards: Vec::new(),
            places: Default::default(),
            seen: Vec::new(),
            log: Vec::new(),
            moved: Vec::new(),
            conjurer: None,
            rest: Vec::new(),
        }
    }

    pub(crate) fn cards(&self, place: Place) -> impl Iterator<Item = Option<Card>> {
        self.places[place.index()].iter().map(|&track| self.cards[track])
    }

    pub(crate) fn bag(&self, place: Place) -> Option<Cards> {
        bag(self.cards(place).collect::<Option<Vec<_>>>()?)
    }

    /// A track comes to a place; if that is another seat's, what is known of it is noted as in
    /// [`Hypotheses`](super::hypotheses::Hypotheses).
    fn enter(&mut self, track: usize, place: Place, what: What) {
        // The first card of the deck is drawn first, from the end.
        let there = &mut self.places[place.index()];
        let end = if place == Place::Deck { 0 } else { there.len() };
        there.insert(end, track);
        self.seen[track] = if place.is_plain(self.own) || what == What::Unknown {
            None
        } else {
            self.classes.next().map(|class| (what, class))
        };
    }

    /// Takes a track out of a place.
    fn take(&mut self, track: usize, place: Place) -> Option<usize> {
        let there = &mut self.places[place.index()];
        let at = there.iter().position(|&other| other == track)?;
        there.remove(at);
        Some(track)
    }

    /// The track that leaves a place as the choice of this move says.
    fn chosen(&mut self, place: Place) -> Option<usize> {
        let wanted = self.choices.next()?;
        let class = |track: usize| self.seen[track].map(|(_, class)| class);
        let there = self.places[place.index()].iter().copied();
        let fitting: Vec<usize> = there.filter(|&track| class(track) == wanted).collect();
        let track = *fitting.get(self.rng.index(fitting.len().max(1)))?;
        self.take(track, place)
    }

    /// The track of a card that the viewer sees leave a place.
    fn leave(&mut self, place: Place, card: Card) -> Option<usize> {
        let track = if place.is_plain(self.own) {
            let there = &self.places[place.index()];
            let found = there.iter().copied().find(|&track| self.cards[track] == Some(card));
            self.take(found?, place)?
        } else {
            self.chosen(place)?
        };
        self.cards[track] = Some(card);
        self.seen[track] = None;
        Some(track)
    }

    /// Gives the unseen tracks their cards; what is left is the deck.
    pub(crate) fn name_cards(&mut self, mut pool: Pool) -> Option<()> {
        for &track in self.places.iter().flatten() {
            if let (Some(card), Some(_)) = (self.cards[track], self.seen[track]) {
                pool[card.index()] = pool[card.index()].checked_sub(1)?;
            }
        }
        let mut sizes = [0u8; 25];
        let mut returned = None;
        let mut stamped = Vec::new();
        let mut lying: [Vec<usize>; ZONES] = Default::default();
        for (index, size) in sizes.iter_mut().enumerate() {
            let place = Place::of(index);
            for &track in &self.places[index] {
                match self.seen[track].map(|(what, _)| what) {
                    _ if self.cards[track].is_some() => {}
                    Some(What::Stamped) => stamped.push(track),
                    Some(what @ What::Fit(_)) => returned = Some((track, what, place)),
                    _ => {
                        if let Place::Missions(_, zone) = place {
                            *size += 1;
                            lying[zone as usize].push(track);
                        }
                    }
                }
            }
        }
        let needs = needs(&sizes, self.own);
        if let Some((track, what, place)) = returned {
            let cards: Vec<Card> = candidates(&pool, (what, place)).collect();
            let mut counted = Counted::default();
            let weigh = |&card| with(&pool, needs, card, &mut counted);
            let weights: Vec<f64> = cards.iter().map(weigh).collect();
            let card = cards[weighted(&weights, self.rng)?];
            self.name(track, card, &mut pool)?;
        }
        let missions = draw(&pool, needs, self.rng)?;
        for (tracks, cards) in lying.iter().zip(missions) {
            for (&track, card) in tracks.iter().zip(cards) {
                self.name(track, card, &mut pool)?;
            }
        }
        let mut stamps: Vec<Card> =
            STAMPED.into_iter().filter(|card| pool[card.index()] > 0).collect();
        self.rng.shuffle(&mut stamps);
        for track in stamped {
            self.name(track, stamps.pop()?, &mut pool)?;
        }
        let left =
            Card::all().flat_map(|card| std::iter::repeat_n(card, pool[card.index()].into()));
        let mut left: Vec<Card> = left.collect();
        self.rng.shuffle(&mut left);
        for card in &mut self.cards {
            if card.is_none() {
                *card = Some(left.pop()?);
            }
        }
        self.rest = left;
        Some(())
    }

    fn name(&mut self, track: usize, card: Card, pool: &mut Pool) -> Option<()> {
        self.cards[track] = Some(card);
        pool[card.index()] = pool[card.index()].checked_sub(1)?;
        Some(())
    }

    /// All moves of the world, with the card of each.
    pub(crate) fn tale(&self) -> Option<Tale> {
        let mut tale = Tale::EMPTY;
        for &(op, track) in &self.log {
            let card = track.and_then(|track| self.cards[track]);
            tale.try_push(match op {
                Op::Start(seat, _) => Op::Start(seat, card),
                Op::Bundle(_) => Op::Bundle(card),
                Op::Keep(seat, _) => Op::Keep(seat, card),
                Op::Refill(pile, knower, _) => Op::Refill(pile, knower, card),
                Op::Draw(seat, knower, _) => Op::Draw(seat, knower, card),
                Op::Top(seat, _) => Op::Top(seat, card),
                Op::Choose(seat, _) => Op::Choose(seat, card),
                Op::Lay(seat, zone, _) => Op::Lay(seat, zone, card),
                Op::Pass(from, to, _) => Op::Pass(from, to, card),
                Op::Return(seat, zone, by, _) => Op::Return(seat, zone, by, card),
                Op::Look(..) | Op::Take(..) | Op::Out(..) | Op::In(..) | Op::Saw(_) => op,
            })?;
        }
        Some(tale)
    }
}

impl Follow for Tracks<'_> {
    fn come(&mut self, to: Place, what: What) -> Option<()> {
        let track = self.cards.len();
        self.cards.push(match what {
            What::Exact(card) => Some(card),
            _ => None,
        });
        self.seen.push(None);
        self.enter(track, to, what);
        self.moved.push(track);
        Some(())
    }

    fn back(&mut self, to: Place, card: Card) -> Option<()> {
        self.come(to, What::Exact(card))
    }

    fn go(&mut self, from: Place, to: Place, card: Option<Card>) -> Option<()> {
        let track = match card {
            Some(card) => self.leave(from, card)?,
            None if from.is_plain(self.own) => {
                // The Illusionist's card: any of the four.
                let there = &self.places[from.index()];
                let track = *there.get(self.rng.index(there.len().max(1)))?;
                self.take(track, from)?
            }
            None => self.chosen(from)?,
        };
        if let Some(card) = card {
            self.enter(track, to, What::Exact(card));
        } else if self.seen[track].is_some() {
            self.places[to.index()].push(track);
            if matches!(from, Place::Missions(..)) {
                // The class of a card that would have been noted, had it been an unseen one.
                self.classes.next();
            }
        } else if let Place::Missions(_, zone) = from {
            self.enter(track, to, What::Fit(zone));
        } else {
            self.enter(track, to, What::Unknown);
        }
        self.moved.push(track);
        Some(())
    }

    fn pop(&mut self, to: Place, card: Option<Card>) -> Option<()> {
        let track = self.places[Place::Deck.index()].pop()?;
        match (self.cards[track], card) {
            (Some(known), Some(card)) if known != card => return None,
            (None, Some(_)) => self.cards[track] = card,
            _ => {}
        }
        self.enter(track, to, What::of(card));
        self.moved.push(track);
        Some(())
    }

    fn all(&mut self, from: Place, to: Place) -> Option<()> {
        let tracks = std::mem::take(&mut self.places[from.index()]);
        // Those that the viewer knows come first, sorted, as in the hypotheses.
        let (mut known, unknown): (Vec<usize>, Vec<usize>) =
            tracks.into_iter().partition(|&track| self.cards[track].is_some());
        known.sort_by_key(|&track| self.cards[track]);
        for track in known {
            let what = What::of(self.cards[track]);
            self.enter(track, to, what);
        }
        for track in unknown {
            self.enter(track, to, What::Unknown);
        }
        Some(())
    }

    fn out(&mut self, from: Place, card: Card) -> Option<()> {
        let track = self.leave(from, card)?;
        self.moved.push(track);
        Some(())
    }

    fn see(&mut self, place: Place, cards: &[Card]) -> Option<()> {
        if place.is_plain(self.own) {
            let mut new = cards.to_vec();
            let mut unknown = Vec::new();
            for &track in &self.places[place.index()] {
                match self.cards[track] {
                    Some(card) => {
                        let at = new.iter().position(|&other| other == card)?;
                        new.remove(at);
                    }
                    None => unknown.push(track),
                }
            }
            self.rng.shuffle(&mut new);
            for track in unknown {
                self.cards[track] = Some(new.pop()?);
            }
            return new.is_empty().then_some(());
        }
        let tracks: Vec<usize> =
            cards.iter().map(|&card| self.leave(place, card)).collect::<Option<_>>()?;
        for (track, &card) in tracks.into_iter().zip(cards) {
            self.enter(track, place, What::Exact(card));
        }
        Some(())
    }

    fn arrange(&mut self, cards: [Option<Card>; 3]) -> Option<()> {
        let there = &mut self.places[Place::Deck.index()];
        let mut order = Vec::new();
        if cards.iter().all(Option::is_some) {
            for card in cards {
                let at = there.iter().position(|&track| self.cards[track] == card)?;
                order.push(there.remove(at));
            }
        } else {
            order.append(there);
            self.rng.shuffle(&mut order);
        }
        self.moved.extend(&order);
        // The first to be drawn lies last.
        order.reverse();
        self.places[Place::Deck.index()] = order;
        Some(())
    }

    fn told(&mut self, op: Op) {
        if let Op::Top(seat, _) = op {
            self.conjurer = Some(seat);
        }
        let moves = !matches!(op, Op::Look(..) | Op::Take(..));
        let track = if moves && !self.moved.is_empty() { Some(self.moved.remove(0)) } else { None };
        self.log.push((op, track));
    }
}
