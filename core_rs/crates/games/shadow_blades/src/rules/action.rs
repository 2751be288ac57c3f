use intrigue_core::{ActionForm, ActionId, GameAction, Seat};

use crate::content::cards::{AGENTS, Card, KINDS, MISSIONS, Role, ZONES, Zone, small, wide};

/// A deployed agent as actions name it: the kind of an agent of a zone, of which there is one; the
/// Mercenary that came first, and the one that came second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark(pub(crate) u8);

/// How many agents can be on the table.
pub(crate) const MARKS: usize = 34;

/// A place for agents and missions: a zone of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Spot(pub(crate) u8);

/// How many places there are with four seats.
pub(crate) const SPOTS: usize = 4 * ZONES;

impl Spot {
    #[inline]
    pub(crate) const fn new(seat: usize, zone: Zone) -> Self {
        Self(small(seat * ZONES) + zone as u8)
    }

    /// The number of the seat that it belongs to.
    #[inline]
    pub const fn side(self) -> usize {
        self.0 as usize / ZONES
    }

    /// The seat that it belongs to.
    pub fn seat(self) -> Seat {
        Seat::new(self.side()).expect("a place belongs to a seat")
    }

    /// The zone of that seat.
    #[inline]
    pub const fn zone(self) -> Zone {
        Zone::ALL[self.0 as usize % ZONES]
    }

    /// As logs and scenarios write it: `2 theft`.
    pub fn notation(self) -> String {
        format!("{} {}", self.side(), self.zone().notation())
    }
}

/// A seat's choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Look at the first pile (S-11).
    Recruit,
    /// Take the pile that is looked at.
    Accept,
    /// Put the pile back.
    Refuse,
    /// Do nothing in the last turn (S-61).
    Pass,
    /// End the deployment (S-20).
    End,
    /// Add no more weapons, move nothing, pass no shadow card (S-93).
    Done,
    /// Begin a Deception (S-71).
    Deceive,
    /// A pile, 1 to 3, for the Looter.
    Pile(u8),
    /// A seat, for Amber Whisper.
    Seat(Seat),
    /// A zone of a seat: where an agent goes (S-21, S-48, S-71), for Yaksha, for the Chameleon.
    Zone(Spot),
    /// Deploy an agent from hand (S-21).
    Agent(Card),
    /// Lay a mission from hand in a zone (S-26).
    Mission(Card, Zone),
    /// Attach or discard a weapon from hand (S-22, S-48, S-71).
    Weapon(Card),
    /// Name a deployed agent.
    Target(Mark),
    /// Discard one of the agents that Ruby Tracker named (S-40).
    Discard(Mark),
    /// Discard an Assassination agent from hand (S-74).
    Blow(Card),
    /// Keep a card, in the draft and of the Illusionist's four.
    Keep(Card),
    /// Put a card back on the deck, below those put before (S-44).
    Put(Card),
    /// Take a card of the hand that Amber Whisper looks at (S-50).
    Take(Card),
    /// Pass a card to the ally (S-83).
    Slip(Card),
    /// Give a mission that the Chameleon looks at back to its owner's hand (S-51).
    Return(Card),
}

pub(crate) const RECRUIT: u16 = 0;
pub(crate) const ACCEPT: u16 = 1;
pub(crate) const REFUSE: u16 = 2;
pub(crate) const PASS: u16 = 3;
pub(crate) const END: u16 = 4;
pub(crate) const DONE: u16 = 5;
pub(crate) const DECEIVE: u16 = 6;
pub(crate) const PILE: u16 = 7;
pub(crate) const SEAT: u16 = 10;
pub(crate) const ZONE: u16 = 14;
pub(crate) const AGENT: u16 = 30;
pub(crate) const MISSION: u16 = 63;
pub(crate) const WEAPON: u16 = 91;
pub(crate) const TARGET: u16 = 101;
pub(crate) const DISCARD: u16 = 135;
pub(crate) const BLOW: u16 = 169;
pub(crate) const KEEP: u16 = 177;
pub(crate) const PUT: u16 = 231;
pub(crate) const TAKE: u16 = 285;
pub(crate) const SLIP: u16 = 339;
pub(crate) const RETURN: u16 = 393;
const LENGTH: usize = 412;

/// What can serve as a weapon: the two kinds of weapon, then the Theft agents (S-75).
pub(crate) const ARMS: [Card; 10] = {
    let mut arms = [Card(33); 10];
    arms[1] = Card(34);
    let mut thief = 0;
    while thief < 8 {
        arms[2 + thief] = Card(8 + small(thief));
        thief += 1;
    }
    arms
};

/// The place of a weapon among [`ARMS`].
pub(crate) const fn arm(card: Card) -> u16 {
    if card.index() < AGENTS { card.0 as u16 - 6 } else { card.0 as u16 - 33 }
}

/// Every mission with every zone in which it may be laid.
pub(crate) const LAYS: [(Card, Zone); 28] = {
    let mut lays = [(Card(0), Zone::Assassination); 28];
    let (mut kind, mut next) = (MISSIONS, 0);
    while kind < KINDS {
        let mut zone = 0;
        while zone < ZONES {
            if Card(small(kind)).fits(Zone::ALL[zone]) {
                lays[next] = (Card(small(kind)), Zone::ALL[zone]);
                next += 1;
            }
            zone += 1;
        }
        kind += 1;
    }
    assert!(next == 28);
    lays
};

/// Where the zones of each mission begin among [`LAYS`].
static LAY_STARTS: [u16; KINDS] = {
    let mut starts = [0; KINDS];
    let mut lay = LAYS.len();
    while lay > 0 {
        lay -= 1;
        starts[LAYS[lay].0.index()] = wide(lay);
    }
    starts
};

const fn lay(card: Card, zone: Zone) -> u16 {
    let Role::Mission(zones, ..) = card.role() else {
        return wide(LAYS.len());
    };
    let below = zones & ((1 << zone as u8) - 1);
    LAY_STARTS[card.index()] + wide(below.count_ones() as usize)
}

impl Action {
    /// The action table. Append only.
    pub(crate) const TABLE: [Self; LENGTH] = {
        let mut table = [Self::Recruit; LENGTH];
        table[ACCEPT as usize] = Self::Accept;
        table[REFUSE as usize] = Self::Refuse;
        table[PASS as usize] = Self::Pass;
        table[END as usize] = Self::End;
        table[DONE as usize] = Self::Done;
        table[DECEIVE as usize] = Self::Deceive;
        let mut i = 0;
        while i < 3 {
            table[PILE as usize + i] = Self::Pile(1 + small(i));
            i += 1;
        }
        i = 0;
        while i < 4 {
            table[SEAT as usize + i] = match Seat::new(i) {
                Some(seat) => Self::Seat(seat),
                None => panic!("there are four seats"),
            };
            i += 1;
        }
        i = 0;
        while i < SPOTS {
            table[ZONE as usize + i] = Self::Zone(Spot(small(i)));
            i += 1;
        }
        i = 0;
        while i < AGENTS {
            table[AGENT as usize + i] = Self::Agent(Card(small(i)));
            i += 1;
        }
        i = 0;
        while i < LAYS.len() {
            table[MISSION as usize + i] = Self::Mission(LAYS[i].0, LAYS[i].1);
            i += 1;
        }
        i = 0;
        while i < ARMS.len() {
            table[WEAPON as usize + i] = Self::Weapon(ARMS[i]);
            i += 1;
        }
        i = 0;
        while i < MARKS {
            table[TARGET as usize + i] = Self::Target(Mark(small(i)));
            table[DISCARD as usize + i] = Self::Discard(Mark(small(i)));
            i += 1;
        }
        i = 0;
        while i < 8 {
            table[BLOW as usize + i] = Self::Blow(Card(small(i)));
            i += 1;
        }
        i = 0;
        while i < KINDS {
            let card = Card(small(i));
            table[KEEP as usize + i] = Self::Keep(card);
            table[PUT as usize + i] = Self::Put(card);
            table[TAKE as usize + i] = Self::Take(card);
            table[SLIP as usize + i] = Self::Slip(card);
            if i >= MISSIONS {
                table[RETURN as usize + i - MISSIONS] = Self::Return(card);
            }
            i += 1;
        }
        table
    };

    /// The verb, and what it is done to: names of arguments and values.
    fn parts(self) -> (&'static str, Vec<(&'static str, String)>) {
        let card = |card: Card| vec![("card", card.notation().to_owned())];
        let mark = |mark: Mark| vec![("agent", mark.notation().to_owned())];
        match self {
            Self::Recruit => ("recruit", Vec::new()),
            Self::Accept => ("accept", Vec::new()),
            Self::Refuse => ("refuse", Vec::new()),
            Self::Pass => ("pass", Vec::new()),
            Self::End => ("end", Vec::new()),
            Self::Done => ("done", Vec::new()),
            Self::Deceive => ("deceive", Vec::new()),
            Self::Pile(pile) => ("pile", vec![("pile", pile.to_string())]),
            Self::Seat(seat) => ("seat", vec![("seat", seat.to_string())]),
            Self::Zone(spot) => (
                "zone",
                vec![
                    ("seat", spot.side().to_string()),
                    ("zone", spot.zone().notation().to_owned()),
                ],
            ),
            Self::Agent(agent) => ("agent", card(agent)),
            Self::Mission(mission, zone) => {
                let mut arguments = card(mission);
                arguments.push(("zone", zone.notation().to_owned()));
                ("mission", arguments)
            }
            Self::Weapon(weapon) => ("weapon", card(weapon)),
            Self::Target(agent) => ("target", mark(agent)),
            Self::Discard(agent) => ("discard", mark(agent)),
            Self::Blow(agent) => ("blow", card(agent)),
            Self::Keep(kept) => ("keep", card(kept)),
            Self::Put(put) => ("put", card(put)),
            Self::Take(taken) => ("take", card(taken)),
            Self::Slip(passed) => ("slip", card(passed)),
            Self::Return(mission) => ("return", card(mission)),
        }
    }
}

impl GameAction for Action {
    #[inline]
    fn id(self) -> ActionId {
        ActionId(match self {
            Self::Recruit => RECRUIT,
            Self::Accept => ACCEPT,
            Self::Refuse => REFUSE,
            Self::Pass => PASS,
            Self::End => END,
            Self::Done => DONE,
            Self::Deceive => DECEIVE,
            Self::Pile(pile) => PILE + u16::from(pile) - 1,
            Self::Seat(seat) => SEAT + wide(seat.index()),
            Self::Zone(spot) => ZONE + u16::from(spot.0),
            Self::Agent(card) => AGENT + u16::from(card.0),
            Self::Mission(card, zone) => MISSION + lay(card, zone),
            Self::Weapon(card) => WEAPON + arm(card),
            Self::Target(mark) => TARGET + u16::from(mark.0),
            Self::Discard(mark) => DISCARD + u16::from(mark.0),
            Self::Blow(card) => BLOW + u16::from(card.0),
            Self::Keep(card) => KEEP + u16::from(card.0),
            Self::Put(card) => PUT + u16::from(card.0),
            Self::Take(card) => TAKE + u16::from(card.0),
            Self::Slip(card) => SLIP + u16::from(card.0),
            Self::Return(card) => RETURN + u16::from(card.0) - wide(MISSIONS),
        })
    }

    fn form(self) -> ActionForm {
        let (verb, arguments) = self.parts();
        ActionForm { verb, arguments }
    }
}

impl Mark {
    /// The kind of card that it is.
    #[inline]
    pub const fn card(self) -> Card {
        if self.0 < 32 { Card(self.0) } else { Card(32) }
    }

    /// As logs and scenarios write it.
    pub const fn notation(self) -> &'static str {
        if self.0 == 33 { "mercenary-second" } else { self.card().notation() }
    }
}
