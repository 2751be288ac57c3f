//! The 76 cards and the 8 conspiracies: one table, which shows where each row comes from. Whoever
//! owns the box and finds a row wrong corrects it here; the names are in the catalogs.

/// A small number as a byte.
pub(crate) const fn small(number: usize) -> u8 {
    number.to_le_bytes()[0]
}

/// A small number as the id of an action.
pub(crate) const fn wide(number: usize) -> u16 {
    let [low, high, ..] = number.to_le_bytes();
    u16::from_le_bytes([low, high])
}

/// How many zones a seat has (S-01).
pub(crate) const ZONES: usize = 4;

/// A zone on the table (S-01).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Zone {
    /// Where Assassins belong.
    Assassination,
    /// Where Thieves belong.
    Theft,
    /// Where Messengers belong.
    Reinforcement,
    /// Where Spies belong.
    Infiltration,
}

impl Zone {
    /// All four, from left to right.
    pub const ALL: [Self; ZONES] =
        [Self::Assassination, Self::Theft, Self::Reinforcement, Self::Infiltration];

    /// As logs and scenarios write it.
    pub const fn notation(self) -> &'static str {
        ["assassination", "theft", "reinforcement", "infiltration"][self as usize]
    }
}

/// What a skilled agent does (S-40 to S-52).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Skill {
    /// An opponent discards one of two agents (S-40).
    RubyTracker,
    /// Eliminates an agent of strength 3 or less (S-41).
    ShadowClaw,
    /// Eliminates the agent that came last to a zone (S-42).
    Yaksha,
    /// Takes a pile without a look (S-43).
    Looter,
    /// Keeps one of the deck's four top cards and orders the others (S-44).
    Illusionist,
    /// Drives an armed agent back to its owner's hand and takes its weapons (S-45).
    Beast,
    /// Two more agents, of 5 together (S-46).
    Falcon,
    /// More agents of strength 1 (S-47).
    Raven,
    /// Moves an agent to an own zone for weapons (S-48).
    Mistrunner,
    /// Takes a card from a hand (S-50).
    Whisper,
    /// Sends a mission back to its owner's hand (S-51).
    Chameleon,
    /// Takes the top card of the graveyard (S-52).
    Gravewalker,
}

impl Skill {
    /// All twelve, in the order of the agents that have them.
    pub const ALL: [Self; 12] = [
        Self::RubyTracker,
        Self::ShadowClaw,
        Self::Yaksha,
        Self::Looter,
        Self::Illusionist,
        Self::Beast,
        Self::Falcon,
        Self::Raven,
        Self::Mistrunner,
        Self::Whisper,
        Self::Chameleon,
        Self::Gravewalker,
    ];

    /// As logs and scenarios write it.
    pub const fn notation(self) -> &'static str {
        match self {
            Self::RubyTracker => "ruby_tracker",
            Self::ShadowClaw => "shadow_claw",
            Self::Yaksha => "yaksha",
            Self::Looter => "looter",
            Self::Illusionist => "illusionist",
            Self::Beast => "beast",
            Self::Falcon => "falcon",
            Self::Raven => "raven",
            Self::Mistrunner => "mistrunner",
            Self::Whisper => "whisper",
            Self::Chameleon => "chameleon",
            Self::Gravewalker => "gravewalker",
        }
    }

    /// The agent that has it, after which it is named.
    pub fn agent(self) -> Card {
        let has =
            |card: &Card| matches!(card.role(), Role::Agent(_, _, Some(skill)) if skill == self);
        Card::all().find(has).expect("a skill has an agent")
    }
}

/// What a card serves as, with what is printed on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// An agent: its zone (`None`: Mercenary), its strength, its skill.
    Agent(Option<Zone>, u8, Option<Skill>),
    /// A weapon, and what it adds.
    Weapon(u8),
    /// A mission: the zones in which it may be laid, as bits, its bounty, and whether its seat must
    /// dominate the zone at the end.
    Mission(u8, u8, bool),
}

/// A row of the table.
struct Row {
    id: &'static str,
    copies: u8,
    provenance: &'static str,
    role: Role,
}

const fn agent(
    id: &'static str,
    zone: Zone,
    strength: u8,
    skill: Option<Skill>,
    provenance: &'static str,
) -> Row {
    Row { id, copies: 1, provenance, role: Role::Agent(Some(zone), strength, skill) }
}

const fn mission(
    id: &'static str,
    zones: u8,
    bounty: u8,
    copies: u8,
    provenance: &'static str,
) -> Row {
    Row { id, copies, provenance, role: Role::Mission(zones, bounty, bounty == 3) }
}

use Zone::{Assassination as A, Infiltration as I, Reinforcement as R, Theft as T};

const PRINTED: &str = "printed";
const DEDUCED: &str = "deduced";
const RECONSTRUCTED: &str = "reconstructed";

/// How many kinds of card there are.
pub(crate) const KINDS: usize = 54;
/// Kinds below this are agents: first those of a zone, one copy each, the Mercenary last.
pub(crate) const AGENTS: usize = 33;
/// The kind of the Mercenary.
pub(crate) const MERCENARY: Card = Card(32);
/// The kinds of the weapons.
pub(crate) const WEAPONS: [Card; 2] = [Card(33), Card(34)];
/// Kinds from this on are missions.
pub(crate) const MISSIONS: usize = 35;

/// The table. It is a static, as is all that is looked up in the middle of a match: a constant
/// would be copied in whole wherever one row of it is read.
#[rustfmt::skip]
static ROWS: [Row; KINDS] = [
    agent("assassin-s", A, 1, None, PRINTED),
    agent("assassin-1", A, 1, None, PRINTED),
    agent("assassin-2", A, 2, None, PRINTED),
    agent("assassin-3", A, 3, None, PRINTED),
    agent("assassin-4", A, 4, None, PRINTED),
    agent("ruby-tracker", A, 1, Some(Skill::RubyTracker), PRINTED),
    agent("shadow-claw", A, 1, Some(Skill::ShadowClaw), PRINTED),
    agent("yaksha", A, 2, Some(Skill::Yaksha), PRINTED),
    agent("thief-s", T, 1, None, PRINTED),
    agent("thief-1", T, 1, None, PRINTED),
    agent("thief-2", T, 2, None, PRINTED),
    agent("thief-3", T, 3, None, PRINTED),
    agent("thief-4", T, 4, None, PRINTED),
    agent("looter", T, 1, Some(Skill::Looter), PRINTED),
    agent("illusionist", T, 1, Some(Skill::Illusionist), PRINTED),
    agent("beast", T, 2, Some(Skill::Beast), PRINTED),
    agent("messenger-s", R, 1, None, PRINTED),
    agent("messenger-1", R, 1, None, PRINTED),
    agent("messenger-2", R, 2, None, PRINTED),
    agent("messenger-3", R, 3, None, PRINTED),
    agent("messenger-4", R, 4, None, PRINTED),
    agent("falcon", R, 1, Some(Skill::Falcon), PRINTED),
    agent("raven", R, 1, Some(Skill::Raven), PRINTED),
    agent("mistrunner", R, 2, Some(Skill::Mistrunner), PRINTED),
    agent("spy-s", I, 1, None, PRINTED),
    agent("spy-1", I, 1, None, DEDUCED),
    agent("spy-2", I, 2, None, DEDUCED),
    agent("spy-3", I, 3, None, DEDUCED),
    agent("spy-4", I, 4, None, DEDUCED),
    agent("whisper", I, 1, Some(Skill::Whisper), RECONSTRUCTED),
    agent("chameleon", I, 1, Some(Skill::Chameleon), RECONSTRUCTED),
    agent("gravewalker", I, 2, Some(Skill::Gravewalker), RECONSTRUCTED),
    // The number of Mercenaries is deduced, their name and strength are reconstructed.
    Row { id: "mercenary", copies: 2, provenance: RECONSTRUCTED, role: Role::Agent(None, 2, None) },
    // The values of the weapons are printed, how many there are of each is reconstructed.
    Row { id: "common", copies: 6, provenance: RECONSTRUCTED, role: Role::Weapon(1) },
    Row { id: "prodigious", copies: 4, provenance: RECONSTRUCTED, role: Role::Weapon(2) },
    mission("sudden-attack", 1, 1, 3, PRINTED),
    mission("brutal-strike", 1, 2, 2, PRINTED),
    mission("bloody-saga", 1, 3, 1, PRINTED),
    mission("intrusion", 2, 1, 3, PRINTED),
    mission("plunder", 2, 2, 2, PRINTED),
    mission("spectres", 2, 3, 1, PRINTED),
    mission("new-order", 4, 1, 3, PRINTED),
    mission("joint-assault", 4, 2, 2, PRINTED),
    mission("acolytes", 4, 3, 1, PRINTED),
    // Of this one the name is printed, and that it has no condition; the rest is deduced.
    mission("shadowing", 8, 1, 3, DEDUCED),
    mission("crossed-lines", 8, 2, 2, RECONSTRUCTED),
    // Of this one the name and the condition are printed; bounty, copies and zone are deduced.
    mission("syndicate", 8, 3, 1, DEDUCED),
    mission("contract", 15, 1, 2, RECONSTRUCTED),
    mission("double-at", 3, 1, 1, RECONSTRUCTED),
    mission("double-ar", 5, 1, 1, RECONSTRUCTED),
    mission("double-ai", 9, 1, 1, RECONSTRUCTED),
    mission("double-tr", 6, 1, 1, RECONSTRUCTED),
    mission("double-ti", 10, 1, 1, RECONSTRUCTED),
    mission("double-ri", 12, 1, 1, RECONSTRUCTED),
];

/// A kind of card, by its place in the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Card(pub(crate) u8);

impl Card {
    /// Every kind, in the order of the table.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..small(KINDS)).map(Self)
    }

    /// The kind of a place in the table.
    pub fn of(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|&i| usize::from(i) < KINDS).map(Self)
    }

    /// The place of the kind in the table.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What it serves as.
    #[inline]
    pub const fn role(self) -> Role {
        ROLES[self.index()]
    }

    /// How many cards of the kind are in the box.
    #[inline]
    pub const fn copies(self) -> u8 {
        COPIES[self.index()]
    }

    /// As logs and scenarios write it.
    pub const fn notation(self) -> &'static str {
        ROWS[self.index()].id
    }

    /// Where what the table says of it comes from: `printed`, `deduced` or `reconstructed`.
    pub(crate) const fn provenance(self) -> &'static str {
        ROWS[self.index()].provenance
    }

    /// The printed strength of an agent, the value of a weapon; 0 for a mission.
    #[inline]
    pub const fn strength(self) -> u8 {
        STRENGTHS[self.index()]
    }

    /// The zone that an agent belongs to.
    #[inline]
    pub const fn zone(self) -> Option<Zone> {
        if self.index() < AGENTS - 1 { Some(Zone::ALL[self.index() / 8]) } else { None }
    }

    /// Whether it is a mission that may be laid in a zone (S-26).
    #[inline]
    pub const fn fits(self, zone: Zone) -> bool {
        match self.role() {
            Role::Mission(zones, ..) => zones >> zone as u8 & 1 == 1,
            _ => false,
        }
    }

    /// Whether it is one of the four starting cards (S-02).
    pub const fn is_stamped(self) -> bool {
        self.index() < AGENTS - 1 && self.index().is_multiple_of(8)
    }
}

/// The starting cards (S-02).
pub(crate) const STAMPED: [Card; ZONES] = [Card(0), Card(8), Card(16), Card(24)];

/// The cards of the small deck (S-07): two starting cards, an agent of strength 2 and a mission for
/// each of two zones, and a weapon.
pub(crate) const SMALL_DECK: [Card; 7] =
    [Card(0), Card(8), Card(2), Card(10), Card(33), Card(35), Card(38)];

static ROLES: [Role; KINDS] = {
    let mut roles = [Role::Weapon(0); KINDS];
    let mut kind = 0;
    while kind < KINDS {
        roles[kind] = ROWS[kind].role;
        kind += 1;
    }
    roles
};

static COPIES: [u8; KINDS] = {
    let mut copies = [0; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        copies[kind] = ROWS[kind].copies;
        kind += 1;
    }
    copies
};

static STRENGTHS: [u8; KINDS] = {
    let mut strengths = [0; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        strengths[kind] = match ROWS[kind].role {
            Role::Agent(_, strength, _) | Role::Weapon(strength) => strength,
            Role::Mission(..) => 0,
        };
        kind += 1;
    }
    strengths
};

/// A rule for one match (S-70 to S-78).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Conspiracy {
    /// No agent comes to a zone that its seat dominates (S-70).
    Arrogance,
    /// Weapons of equal strength win an agent over (S-71).
    Deception,
    /// Empty piles get two cards, and so does who refuses all (S-72).
    Double,
    /// One more agent, of another zone and equal strength (S-73).
    Duo,
    /// Assassination agents are discarded to eliminate others (S-74).
    FatalBlow,
    /// Theft agents serve as weapons (S-75).
    WeaponTheft,
    /// Reinforcement agents may stand in any own zone (S-76).
    TotalSupport,
    /// Infiltration agents may stand in an opponent's zones (S-77).
    Espionage,
}

impl Conspiracy {
    /// All eight, in the order of the rule sheet.
    pub const ALL: [Self; 8] = [
        Self::Arrogance,
        Self::Deception,
        Self::Double,
        Self::Duo,
        Self::FatalBlow,
        Self::WeaponTheft,
        Self::TotalSupport,
        Self::Espionage,
    ];

    /// As options and logs write it.
    pub const fn notation(self) -> &'static str {
        [
            "arrogance",
            "deception",
            "double",
            "incredible_duo",
            "fatal_blow",
            "weapon_theft",
            "total_support",
            "espionage",
        ][self as usize]
    }
}
