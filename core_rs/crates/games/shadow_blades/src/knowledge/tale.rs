//! Which cards went where, in the order in which it happened: the truth of it in the state, and
//! what a viewer has seen of it in its view (S-91). Both are lists of the same small entries; a
//! viewer's has blanks where it did not see the card.

use crate::content::cards::{Card, KINDS};

/// One move of a card, or one look at cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    /// A seat is dealt its starting card.
    Start(u8, Option<Card>),
    /// A card goes from the deck to the draft's bundle.
    Bundle(Option<Card>),
    /// A seat keeps a card of the bundle.
    Keep(u8, Option<Card>),
    /// A card goes from the deck to a pile. If it was one that the Illusionist put back: its seat.
    Refill(u8, Option<u8>, Option<Card>),
    /// A seat looks at something. For that seat the cards follow as [`Op::Saw`].
    Look(u8, Sight),
    /// A seat takes a pile. If it had not looked at it, the cards follow for that seat.
    Take(u8, u8, bool),
    /// A seat draws from the deck, as in [`Op::Refill`].
    Draw(u8, Option<u8>, Option<Card>),
    /// A card lies on the deck: the four at which the Illusionist's seat looks, then the three in
    /// the order that it chose; the first is drawn first.
    Top(u8, Option<Card>),
    /// The Illusionist's seat keeps one of the four.
    Choose(u8, Option<Card>),
    /// A card leaves a seat's hand, or its missions in a zone, and everybody sees it.
    Out(u8, Option<u8>, Card),
    /// A card comes to a seat's hand, and everybody sees it.
    In(u8, Card),
    /// A seat lays a mission in a zone.
    Lay(u8, u8, Option<Card>),
    /// A card goes from a hand to another; both seats see it.
    Pass(u8, u8, Option<Card>),
    /// A mission goes back to its seat's hand: the seat, the zone, the seat that chose it.
    Return(u8, u8, u8, Option<Card>),
    /// A card that the viewer saw.
    Saw(Card),
}

/// What a seat looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sight {
    Pile(u8),
    Bundle,
    /// The four cards on top of the deck; they follow as [`Op::Top`].
    Top,
    Hand(u8),
    Missions(u8, u8),
}

const BLANK: u16 = 63;

impl Op {
    /// The entry as a number: 4 bits say what, 2 whose, 4 where, 6 which card.
    #[inline]
    pub(crate) fn pack(self) -> u16 {
        let kind = |card: Option<Card>| card.map_or(BLANK, |card| card.0.into());
        let word = |op: u16, seat: u8, place: u8, card: u16| {
            op << 12 | u16::from(seat) << 10 | u16::from(place) << 6 | card
        };
        let known = |seat: Option<u8>| seat.map_or(0, |seat| 8 | seat);
        match self {
            Self::Start(seat, card) => word(0, seat, 0, kind(card)),
            Self::Bundle(card) => word(1, 0, 0, kind(card)),
            Self::Keep(seat, card) => word(2, seat, 0, kind(card)),
            Self::Refill(pile, knower, card) => word(3, pile, known(knower), kind(card)),
            Self::Look(seat, sight) => match sight {
                Sight::Pile(pile) => word(4, seat, pile, 0),
                Sight::Bundle => word(4, seat, 0, 1),
                Sight::Top => word(4, seat, 0, 2),
                Sight::Hand(other) => word(4, seat, other, 3),
                Sight::Missions(other, zone) => word(4, seat, other << 2 | zone, 4),
            },
            Self::Take(seat, pile, unseen) => word(5, seat, pile | u8::from(unseen) << 3, 0),
            Self::Draw(seat, knower, card) => word(6, seat, known(knower), kind(card)),
            Self::Top(seat, card) => word(7, seat, 0, kind(card)),
            Self::Choose(seat, card) => word(8, seat, 0, kind(card)),
            Self::Out(seat, zone, card) => {
                word(9, seat, zone.map_or(0, |zone| 8 | zone), card.0.into())
            }
            Self::In(seat, card) => word(10, seat, 0, card.0.into()),
            Self::Lay(seat, zone, card) => word(11, seat, zone, kind(card)),
            Self::Pass(from, to, card) => word(12, from, to, kind(card)),
            Self::Return(seat, zone, by, card) => word(13, seat, zone | by << 2, kind(card)),
            Self::Saw(card) => word(14, 0, 0, card.0.into()),
        }
    }

    /// The entry of a number; `None` if it is none.
    pub(crate) fn unpack(word: u16) -> Option<Self> {
        Self::read(word).filter(|op| op.pack() == word)
    }

    /// The entry of a number that is one: bits that an entry does not use are not looked at.
    #[inline]
    fn read(word: u16) -> Option<Self> {
        let [seat, place] = [word >> 10 & 3, word >> 6 & 15].map(|bits| bits.to_le_bytes()[0]);
        let number = usize::from(word & 63);
        let card = Card::of(number);
        // A blank, or a card: any other number is nothing.
        let maybe = (number == usize::from(BLANK) || number < KINDS).then_some(card);
        let knower = match place {
            0 => Some(None),
            8..12 => Some(Some(place & 3)),
            _ => None,
        };
        Some(match word >> 12 {
            0 => Self::Start(seat, maybe?),
            1 => Self::Bundle(maybe?),
            2 => Self::Keep(seat, maybe?),
            3 if seat < 3 => Self::Refill(seat, knower?, maybe?),
            4 => Self::Look(
                seat,
                match (number, place) {
                    (0, 0..3) => Sight::Pile(place),
                    (1, 0) => Sight::Bundle,
                    (2, 0) => Sight::Top,
                    (3, 0..4) => Sight::Hand(place),
                    (4, _) => Sight::Missions(place >> 2, place & 3),
                    _ => return None,
                },
            ),
            5 if place & 3 < 3 => Self::Take(seat, place & 3, place >> 3 == 1),
            6 => Self::Draw(seat, knower?, maybe?),
            7 => Self::Top(seat, maybe?),
            8 => Self::Choose(seat, maybe?),
            9 => Self::Out(seat, knower?, card?),
            10 => Self::In(seat, card?),
            11 if place < 4 => Self::Lay(seat, place, maybe?),
            12 if place < 4 => Self::Pass(seat, place, maybe?),
            13 => Self::Return(seat, place & 3, place >> 2, maybe?),
            14 => Self::Saw(card?),
            _ => return None,
        })
    }
}

/// More entries than a match can have: each of 76 cards leaves the deck once, is looked at, taken,
/// laid or played, and few come back.
const ROOM: usize = 640;

/// All moves of cards so far, as they truly were.
#[derive(Clone, Copy)]
pub(crate) struct Tale {
    words: [u16; ROOM],
    length: u16,
}

impl Tale {
    pub(crate) const EMPTY: Self = Self { words: [0; ROOM], length: 0 };

    #[inline]
    pub(crate) fn push(&mut self, op: Op) {
        self.words[usize::from(self.length)] = op.pack();
        self.length += 1;
    }

    /// Adds an entry that came from outside; `None` if there is no room.
    pub(crate) fn try_push(&mut self, op: Op) -> Option<()> {
        (usize::from(self.length) < ROOM).then(|| self.push(op))
    }

    pub(crate) fn ops(&self) -> impl Iterator<Item = Op> {
        self.ops_from(0)
    }

    /// The entries from a number on.
    #[inline]
    pub(crate) fn ops_from(&self, first: usize) -> impl Iterator<Item = Op> {
        let words = &self.words[first..self.len()];
        words.iter().filter_map(|&word| Op::read(word))
    }

    /// How many entries there are. It only ever grows.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.length.into()
    }
}

impl PartialEq for Tale {
    fn eq(&self, other: &Self) -> bool {
        self.words[..usize::from(self.length)] == other.words[..usize::from(other.length)]
    }
}
