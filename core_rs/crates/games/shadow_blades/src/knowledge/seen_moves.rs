//! What a viewer has seen of the moves of hidden cards, and what it knows from them (S-91).

use intrigue_core::{Seat, Viewer};

use crate::content::cards::{Card, ZONES, Zone};
use crate::content::pack::Cards;
use crate::knowledge::tale::{Op, Sight};
use crate::rules::state::{PILES, SEATS, ShadowBlades};

/// All moves of cards so far as one viewer saw them, oldest first: the entries of the state's tale
/// with blanks, and the cards that the viewer looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeenMoves(pub(crate) Vec<u16>);

/// A hidden card that a viewer has seen, and where it may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The card that it has seen.
    pub card: Card,
    /// One bit for each [`Place`].
    places: u32,
}

/// Where a hidden card can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a seat's hand.
    Hand(usize),
    /// Among a seat's missions in a zone.
    Missions(usize, Zone),
    /// In a pile, 1 to 3.
    Pile(usize),
    /// On top of the deck.
    Deck,
    /// Among the cards that go round in the draft.
    Bundle,
}

const PLACES: usize = 25;

impl Place {
    /// Its place among all, below [`PLACES`].
    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Hand(seat) => seat,
            Self::Missions(seat, zone) => SEATS + seat * ZONES + zone as usize,
            Self::Pile(pile) => 19 + pile,
            Self::Deck => 23,
            Self::Bundle => 24,
        }
    }

    pub(crate) const fn of(index: usize) -> Self {
        match index {
            0..4 => Self::Hand(index),
            4..20 => Self::Missions((index - 4) / ZONES, Zone::ALL[(index - 4) % ZONES]),
            20..23 => Self::Pile(index - 19),
            23 => Self::Deck,
            _ => Self::Bundle,
        }
    }

    /// Whether it is the viewer's own, or one that nothing leaves unseen.
    pub(crate) fn is_plain(self, own: Option<usize>) -> bool {
        match self {
            Self::Hand(seat) | Self::Missions(seat, _) => own == Some(seat),
            Self::Pile(_) | Self::Deck => true,
            Self::Bundle => false,
        }
    }

    const fn bit(self) -> u32 {
        1 << self.index()
    }

    /// As logs and scenarios write it.
    pub fn notation(self) -> String {
        match self {
            Self::Hand(seat) => format!("hand:{seat}"),
            Self::Missions(seat, zone) => format!("missions:{seat}:{}", zone.notation()),
            Self::Pile(pile) => format!("pile:{pile}"),
            Self::Deck => "deck".to_owned(),
            Self::Bundle => "bundle".to_owned(),
        }
    }
}

impl Known {
    /// The places, in order.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        let places = self.places;
        (0..PLACES).filter(move |i| places >> i & 1 == 1).map(Place::of)
    }

    /// The place, if there is only one.
    #[inline]
    pub(crate) fn place(&self) -> Option<Place> {
        let sure = self.places.is_power_of_two();
        sure.then(|| Place::of(self.places.trailing_zeros() as usize))
    }
}

impl SeenMoves {
    /// What a viewer has seen at a table so far.
    pub(crate) fn of(state: &ShadowBlades, viewer: Viewer) -> Self {
        let mut this = Self::default();
        Past::default().relive(state, viewer, |op, looked| {
            this.push(op);
            this.saw(looked);
        });
        this
    }

    pub(crate) fn push(&mut self, op: Op) {
        self.0.push(op.pack());
    }

    pub(crate) fn saw(&mut self, cards: Cards) {
        for card in cards.cards() {
            self.push(Op::Saw(card));
        }
    }

    /// The moves; `None` if one of them is none.
    pub(crate) fn ops(&self) -> Option<Vec<Op>> {
        self.0.iter().map(|&word| Op::unpack(word)).collect()
    }

    /// The hidden cards that the viewer has seen, sorted, and the places they may be in: where each
    /// was seen, and wherever an unseen card that could be it has gone from there since. The
    /// viewer's own hand and missions are not among them.
    pub fn known(&self, viewer: Viewer) -> Vec<Known> {
        let mut recall = Recall::new(viewer);
        for &word in &self.0 {
            if let Some(op) = Op::unpack(word) {
                recall.follow(op);
            }
        }
        let mut known = recall.finish();
        known.sort_by_key(|known| (known.card, known.places));
        known
    }
}

/// What one viewer has recalled of one match so far. The tale only grows, so a later look goes on
/// where the last one ended.
#[derive(Default)]
pub struct ObservationCache {
    recall: Option<Recall>,
    past: Past,
}

impl ObservationCache {
    /// What [`SeenMoves::known`] says of what the viewer has seen, in no order, without a list of
    /// it.
    pub(crate) fn known(&mut self, state: &ShadowBlades, viewer: Viewer) -> Vec<Known> {
        let recall = self.recall.get_or_insert_with(|| Recall::new(viewer));
        self.past.relive(state, viewer, |op, looked| {
            recall.follow(op);
            recall.see(looked);
        });
        recall.clone().finish()
    }
}

/// How far a viewer has gone through a table's past.
#[derive(Default)]
struct Past {
    /// Entries of the tale that lie behind.
    told: usize,
    /// What lies in the piles there: it is asked all the time, of other places once or twice a
    /// match.
    piles: [Cards; PILES],
}

impl Past {
    /// Goes on to the present: each entry as the viewer had it, and the cards that it then looked
    /// at.
    #[inline]
    fn relive(&mut self, state: &ShadowBlades, viewer: Viewer, mut each: impl FnMut(Op, Cards)) {
        let own_seat = viewer.seat().map(Seat::index);
        let own = |seat: u8| own_seat == Some(usize::from(seat));
        let tale = state.tale.peek();
        let piles = &mut self.piles;
        for (number, op) in tale.ops_from(self.told).enumerate() {
            let mut looked = Cards::EMPTY;
            match op {
                Op::Refill(pile, _, Some(card)) => {
                    let _ = piles[usize::from(pile)].add(card);
                }
                Op::Take(seat, pile, unseen) => {
                    let taken = std::mem::take(&mut piles[usize::from(pile)]);
                    if unseen && own(seat) {
                        looked = taken;
                    }
                }
                Op::Look(seat, sight) if own(seat) => {
                    looked = match sight {
                        Sight::Pile(pile) => piles[usize::from(pile)],
                        Sight::Top => Cards::EMPTY,
                        _ => Whereabouts::after(tale.ops().take(self.told + number)).at(sight),
                    }
                }
                _ => {}
            }
            each(mask(op, own), looked);
        }
        self.told = tale.len();
    }
}

/// An entry as a viewer has it.
#[inline]
fn mask(op: Op, own: impl Fn(u8) -> bool) -> Op {
    let known = |knower: Option<u8>| knower.is_some_and(&own);
    match op {
        Op::Start(seat, card) => Op::Start(seat, card.filter(|_| own(seat))),
        Op::Bundle(_) => Op::Bundle(None),
        Op::Keep(seat, card) => Op::Keep(seat, card.filter(|_| own(seat))),
        Op::Refill(pile, knower, card) => Op::Refill(pile, knower, card.filter(|_| known(knower))),
        Op::Draw(seat, knower, card) => {
            Op::Draw(seat, knower, card.filter(|_| own(seat) || known(knower)))
        }
        Op::Top(seat, card) => Op::Top(seat, card.filter(|_| own(seat))),
        Op::Choose(seat, card) => Op::Choose(seat, card.filter(|_| own(seat))),
        Op::Lay(seat, zone, card) => Op::Lay(seat, zone, card.filter(|_| own(seat))),
        Op::Pass(from, to, card) => Op::Pass(from, to, card.filter(|_| own(from) || own(to))),
        Op::Return(seat, zone, by, card) => {
            Op::Return(seat, zone, by, card.filter(|_| own(seat) || own(by)))
        }
        Op::Look(..) | Op::Take(..) | Op::Out(..) | Op::In(..) | Op::Saw(_) => op,
    }
}

/// Where the hidden cards truly are, as the tale goes on.
#[derive(Default)]
struct Whereabouts {
    hands: [Cards; SEATS],
    missions: [[Cards; ZONES]; SEATS],
    piles: [Cards; PILES],
    bundle: Cards,
}

impl Whereabouts {
    fn after(ops: impl Iterator<Item = Op>) -> Self {
        let mut this = Self::default();
        for op in ops {
            this.follow(op);
        }
        this
    }

    fn at(&self, sight: Sight) -> Cards {
        match sight {
            Sight::Pile(pile) => self.piles[usize::from(pile)],
            Sight::Bundle => self.bundle,
            Sight::Top => Cards::EMPTY,
            Sight::Hand(seat) => self.hands[usize::from(seat)],
            Sight::Missions(seat, zone) => self.missions[usize::from(seat)][usize::from(zone)],
        }
    }

    fn follow(&mut self, op: Op) {
        let at = |seat: u8| usize::from(seat);
        match op {
            Op::Start(seat, Some(card))
            | Op::Draw(seat, _, Some(card))
            | Op::Choose(seat, Some(card))
            | Op::In(seat, card) => {
                let _ = self.hands[at(seat)].add(card);
            }
            Op::Bundle(Some(card)) => {
                let _ = self.bundle.add(card);
            }
            Op::Keep(seat, Some(card)) => self.bundle.give(card, &mut self.hands[at(seat)]),
            Op::Refill(pile, _, Some(card)) => {
                let _ = self.piles[at(pile)].add(card);
            }
            Op::Take(seat, pile, _) => self.piles[at(pile)].give_all(&mut self.hands[at(seat)]),
            Op::Out(seat, None, card) => {
                let _ = self.hands[at(seat)].remove(card);
            }
            Op::Out(seat, Some(zone), card) => {
                let _ = self.missions[at(seat)][at(zone)].remove(card);
            }
            Op::Lay(seat, zone, Some(card)) => {
                self.hands[at(seat)].give(card, &mut self.missions[at(seat)][at(zone)]);
            }
            Op::Pass(from, to, Some(card)) => {
                let _ = self.hands[at(from)].remove(card);
                let _ = self.hands[at(to)].add(card);
            }
            Op::Return(seat, zone, _, Some(card)) => {
                self.missions[at(seat)][at(zone)].give(card, &mut self.hands[at(seat)]);
            }
            _ => {}
        }
    }
}

/// A viewer goes through what it has seen: which seen cards may be where.
#[derive(Clone)]
struct Recall {
    own: Option<usize>,
    known: Vec<Known>,
    sizes: [i32; PLACES],
    /// What the viewer looks at, and the cards seen there so far.
    looking: Option<(Place, Cards)>,
}

impl Recall {
    fn new(viewer: Viewer) -> Self {
        Self {
            own: viewer.seat().map(Seat::index),
            known: Vec::with_capacity(32),
            sizes: [0; PLACES],
            looking: None,
        }
    }

    fn finish(mut self) -> Vec<Known> {
        self.settle_look();
        self.known
    }

    /// Cards are seen where the viewer looks.
    #[inline]
    fn see(&mut self, cards: Cards) {
        if let Some((_, seen)) = &mut self.looking {
            let mut cards = cards;
            cards.give_all(seen);
        }
    }

    fn is_own(&self, seat: u8) -> bool {
        self.own == Some(seat.into())
    }

    /// Whether a place is the viewer's own, so that its cards need not be followed.
    fn is_own_place(&self, place: Place) -> bool {
        match place {
            Place::Hand(seat) | Place::Missions(seat, _) => self.own == Some(seat),
            _ => false,
        }
    }

    fn learn(&mut self, card: Card, place: Place) {
        if !self.is_own_place(place) {
            let places = place.bit();
            self.known.push(Known { card, places });
        }
    }

    /// A card that is seen leaves a place: the one known to be there, or one that may be.
    fn forget(&mut self, card: Card, place: Place) {
        let fits = |known: &Known| known.card == card && known.places & place.bit() != 0;
        let sure = |known: &Known| fits(known) && known.places == place.bit();
        let found = self.known.iter().position(sure);
        if let Some(index) = found.or_else(|| self.known.iter().position(fits)) {
            self.known.remove(index);
        }
    }

    /// A card goes from one place to another; the viewer may have seen which.
    fn go(&mut self, card: Option<Card>, from: Place, to: Place) {
        self.sizes[from.index()] -= 1;
        self.sizes[to.index()] += 1;
        if let Some(card) = card {
            self.forget(card, from);
            self.learn(card, to);
        } else {
            for known in &mut self.known {
                let fits = match to {
                    Place::Missions(_, zone) => known.card.fits(zone),
                    _ => true,
                };
                if fits && known.places & from.bit() != 0 {
                    known.places |= to.bit();
                }
            }
        }
        self.clear(from);
    }

    /// Nothing is in a place any more.
    fn clear(&mut self, place: Place) {
        if self.sizes[place.index()] == 0 {
            for known in &mut self.known {
                known.places &= !place.bit();
            }
            self.known.retain(|known| known.places != 0);
        }
    }

    /// All cards of the place that was looked at have been seen.
    fn settle_look(&mut self) {
        let Some((place, cards)) = self.looking else {
            return;
        };
        self.looking = None;
        cards.each(|card| self.forget(card, place));
        for known in &mut self.known {
            known.places &= !place.bit();
        }
        self.known.retain(|known| known.places != 0);
        cards.each(|card| self.learn(card, place));
    }

    #[inline]
    fn follow(&mut self, op: Op) {
        if let Op::Saw(card) = op {
            if let Some((_, seen)) = &mut self.looking {
                let _ = seen.add(card);
            }
            return;
        }
        if self.looking.is_some() {
            self.settle_look();
        }
        let hand = |seat: u8| Place::Hand(seat.into());
        let missions =
            |seat: u8, zone: u8| Place::Missions(seat.into(), Zone::ALL[usize::from(zone) % ZONES]);
        let pile = |pile: u8| Place::Pile(usize::from(pile) + 1);
        match op {
            Op::Start(seat, _) | Op::Choose(seat, None) => self.sizes[hand(seat).index()] += 1,
            Op::Bundle(_) => self.sizes[Place::Bundle.index()] += 1,
            Op::Keep(seat, card) => self.go(card, Place::Bundle, hand(seat)),
            Op::Refill(to, knower, card) => self.leave_deck(knower, card, pile(to)),
            Op::Draw(seat, knower, card) => self.leave_deck(knower, card, hand(seat)),
            Op::Look(seat, sight) if self.is_own(seat) => {
                let place = match sight {
                    Sight::Pile(from) => pile(from),
                    Sight::Bundle => Place::Bundle,
                    Sight::Top => return,
                    Sight::Hand(other) => hand(other),
                    Sight::Missions(other, zone) => missions(other, zone),
                };
                self.looking = Some((place, Cards::EMPTY));
            }
            Op::Take(seat, from, _) => {
                let (from, to) = (pile(from), hand(seat));
                self.sizes[to.index()] += std::mem::take(&mut self.sizes[from.index()]);
                let own = self.is_own(seat);
                for known in &mut self.known {
                    if known.places & from.bit() != 0 {
                        known.places = if own { 0 } else { to.bit() };
                    }
                }
                self.known.retain(|known| known.places != 0);
            }
            // Of the seven such entries the first four are new; the order changes nothing.
            Op::Top(_, Some(card)) => {
                let deck = self.known.iter().filter(|known| known.places == Place::Deck.bit());
                if self.sizes[Place::Deck.index()] < 4 && deck.count() < 4 {
                    self.sizes[Place::Deck.index()] += 1;
                    self.learn(card, Place::Deck);
                }
            }
            Op::Choose(seat, Some(card)) => {
                self.forget(card, Place::Deck);
                self.sizes[hand(seat).index()] += 1;
                // So that the order, which comes next, is not taken for new cards.
                self.sizes[Place::Deck.index()] = 4;
            }
            Op::Out(seat, zone, card) => {
                let from = zone.map_or(hand(seat), |zone| missions(seat, zone));
                self.sizes[from.index()] -= 1;
                self.forget(card, from);
                self.clear(from);
            }
            Op::In(seat, card) => {
                self.sizes[hand(seat).index()] += 1;
                self.learn(card, hand(seat));
            }
            Op::Lay(seat, zone, card) => self.go(card, hand(seat), missions(seat, zone)),
            Op::Pass(from, to, card) => self.go(card, hand(from), hand(to)),
            Op::Return(seat, zone, _, card) => self.go(card, missions(seat, zone), hand(seat)),
            Op::Look(..) | Op::Top(_, None) | Op::Saw(_) => {}
        }
    }

    fn leave_deck(&mut self, knower: Option<u8>, card: Option<Card>, to: Place) {
        self.sizes[to.index()] += 1;
        if let Some(card) = card {
            if knower.is_some_and(|seat| self.is_own(seat)) {
                self.forget(card, Place::Deck);
            }
            self.learn(card, to);
        }
    }
}
