//! The agents on the table, and what follows from them: strengths and dominations.

use crate::content::cards::{Card, ZONES, Zone};
use crate::rules::action::{MARKS, Mark, Spot};
use crate::rules::options::Variant;
use crate::rules::state::{Row, SEATS, WEAPONRY};

/// A deployed agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Post {
    pub(crate) card: Card,
    /// Tells two Mercenaries apart, from one end of their stay to the other.
    pub(crate) name: u8,
    /// The seat that deployed it, or moved it last: it may stand with another (S-77).
    pub(crate) owner: u8,
    pub(crate) spot: Spot,
    /// Its strength with its weapons.
    pub(crate) strength: u8,
}

/// The agents on the table in the order in which they came, with their weapons; what follows from
/// them is kept beside.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    posts: [Post; MARKS],
    count: u8,
    /// Weapons in the order in which they were attached, each with the name of its bearer.
    arms: [(Card, u8); WEAPONRY],
    armed: u8,
    /// Each seat's strength in each zone.
    pub(crate) strengths: [[i8; ZONES]; SEATS],
    /// One bit for each place whose seat dominates there.
    pub(crate) dominated: u16,
}

impl Board {
    pub(crate) const EMPTY: Self = Self {
        posts: [Post { card: Card(0), name: 0, owner: 0, spot: Spot(0), strength: 0 }; MARKS],
        count: 0,
        arms: [(Card(0), 0); WEAPONRY],
        armed: 0,
        strengths: [[0; ZONES]; SEATS],
        dominated: 0,
    };

    #[inline]
    pub(crate) fn posts(&self) -> &[Post] {
        &self.posts[..usize::from(self.count)]
    }

    /// The weapons of an agent, in order.
    #[inline]
    pub(crate) fn weapons(&self, post: Post) -> impl Iterator<Item = Card> {
        self.arms().iter().filter(move |(_, bearer)| *bearer == post.name).map(|(card, _)| *card)
    }

    #[inline]
    pub(crate) fn arms(&self) -> &[(Card, u8)] {
        &self.arms[..usize::from(self.armed)]
    }

    /// How actions name the agent at a place of the list.
    #[inline]
    pub(crate) fn mark(&self, index: usize) -> Mark {
        let card = self.posts[index].card;
        let second = card.0 == 32 && self.posts()[..index].iter().any(|post| post.card == card);
        Mark(card.0 + u8::from(second))
    }

    /// The place in the list of the agent that an action names.
    #[inline]
    pub(crate) fn find(&self, mark: Mark) -> Option<usize> {
        let card = mark.card();
        let mut places = (0..usize::from(self.count)).filter(|&i| self.posts[i].card == card);
        places.nth(usize::from(mark.0 - card.0))
    }

    /// An agent comes, with weapons.
    #[inline]
    pub(crate) fn come(
        &mut self,
        card: Card,
        owner: usize,
        spot: Spot,
        weapons: &[Card],
        variant: Variant,
    ) {
        let taken = |name: u8| self.posts().iter().any(|post| post.name == name);
        let name = card.0 + u8::from(card.0 == 32 && taken(32));
        let strength = card.strength() + weapons.iter().map(|w| w.strength()).sum::<u8>();
        for &weapon in weapons {
            self.arms[usize::from(self.armed)] = (weapon, name);
            self.armed += 1;
        }
        self.posts[usize::from(self.count)] =
            Post { card, name, owner: owner.to_le_bytes()[0], spot, strength };
        self.count += 1;
        self.reckon(spot.zone(), variant);
    }

    /// An agent leaves the table with its weapons, which are given in order.
    #[inline]
    pub(crate) fn leave(&mut self, index: usize, variant: Variant) -> (Post, Row<WEAPONRY>) {
        let post = self.posts[index];
        self.posts.copy_within(index + 1..usize::from(self.count), index);
        self.count -= 1;
        let mut weapons = Row::EMPTY;
        let mut kept = 0;
        for place in 0..usize::from(self.armed) {
            let (card, bearer) = self.arms[place];
            if bearer == post.name {
                weapons.push(card);
            } else {
                self.arms[kept] = (card, bearer);
                kept += 1;
            }
        }
        self.armed = kept.to_le_bytes()[0];
        self.reckon(post.spot.zone(), variant);
        (post, weapons)
    }

    /// An agent goes to a seat's zone and comes last there, as that seat's agent.
    #[inline]
    pub(crate) fn go(
        &mut self,
        index: usize,
        owner: usize,
        spot: Spot,
        more: &[Card],
        variant: Variant,
    ) {
        let (post, mut weapons) = self.leave(index, variant);
        for &weapon in more {
            weapons.push(weapon);
        }
        self.come(post.card, owner, spot, weapons.cards(), variant);
    }

    #[inline]
    fn reckon(&mut self, zone: Zone, variant: Variant) {
        let here = self.posts().iter().filter(|post| post.spot.zone() == zone);
        let here = here.map(|post| (post.spot.side(), post.owner.into(), post.strength));
        for (seat, (strength, dominates)) in reckon(here, zone, variant).into_iter().enumerate() {
            self.strengths[seat][zone as usize] = strength;
            let bit = 1 << Spot::new(seat, zone).0;
            if dominates {
                self.dominated |= bit;
            } else {
                self.dominated &= !bit;
            }
        }
    }

    /// Whether what is kept is what follows from the agents and their weapons.
    pub(crate) fn is_right(&self, variant: Variant) -> bool {
        let armed = |post: &Post| {
            let weapons: u8 = self.weapons(*post).map(Card::strength).sum();
            post.strength == post.card.strength() + weapons
        };
        let mut again = *self;
        again.strengths = [[0; ZONES]; SEATS];
        again.dominated = 0;
        for zone in Zone::ALL {
            again.reckon(zone, variant);
        }
        self.posts().iter().all(armed)
            && again.strengths == self.strengths
            && again.dominated == self.dominated
    }

    #[inline]
    pub(crate) fn dominates(&self, spot: Spot) -> bool {
        self.dominated >> spot.0 & 1 == 1
    }
}

/// Names of Mercenaries and the order of other agents' weapons are of no account.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        let post = |board: &Self, index: usize| -> (Card, u8, Spot, u8, Vec<Card>) {
            let post = board.posts[index];
            (post.card, post.owner, post.spot, post.strength, board.weapons(post).collect())
        };
        self.count == other.count
            && (0..usize::from(self.count)).all(|i| post(self, i) == post(other, i))
            && self.strengths == other.strengths
            && self.dominated == other.dominated
    }
}

/// Every seat's strength in a zone, and whether it dominates there (S-30, S-77, S-81). Of each
/// agent in the zone: on whose side it stands, whose it is, its strength.
#[inline]
pub(crate) fn reckon(
    agents: impl Iterator<Item = (usize, usize, u8)>,
    zone: Zone,
    variant: Variant,
) -> [(i8, bool); SEATS] {
    let mut sums = [0i8; SEATS];
    for (side, owner, strength) in agents {
        let hostile = side != owner && zone != Zone::Infiltration;
        let strength = strength.cast_signed();
        sums[side] += if hostile { -strength } else { strength };
    }
    let seats = usize::from(variant.seats);
    std::array::from_fn(|seat| {
        let rivals = (0..seats).filter(|&other| variant.opposed(seat, other));
        let best = rivals.map(|other| sums[other]).fold(0, i8::max);
        (sums[seat], sums[seat] > best)
    })
}
