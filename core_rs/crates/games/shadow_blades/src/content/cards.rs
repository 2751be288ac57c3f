//! The 76 cards and the 8 conspiracies: one table, which shows where each row comes from. Whoever
//! owns the box and finds a row wrong corrects it here, and nowhere else.

use intrigue_core::{CardKind, Lang, Text};

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
    pub const ALL: [Self; ZONES] = [
        Self::Assassination,
        Self::Theft,
        Self::Reinforcement,
        Self::Infiltration,
    ];

    /// What logs and people write.
    pub const fn notation(self) -> &'static str {
        ["assassination", "theft", "reinforcement", "infiltration"][self as usize]
    }

    /// What people read.
    pub fn name(self, lang: Lang) -> &'static str {
        let [en, fr] = [
            ["Assassination", "Assassinat"],
            ["Theft", "Vol"],
            ["Reinforcement", "Renforts"],
            ["Infiltration", "Infiltration"],
        ][self as usize];
        lang.pick(en, fr)
    }
}

/// What a skilled agent does (S-40 to S-52).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Skill {
    /// S-40.
    RubyTracker,
    /// S-41.
    ShadowClaw,
    /// S-42.
    Yaksha,
    /// S-43.
    Looter,
    /// S-44.
    Illusionist,
    /// S-45.
    Beast,
    /// S-46.
    Falcon,
    /// S-47.
    Raven,
    /// S-48.
    Mistrunner,
    /// S-50.
    Whisper,
    /// S-51.
    Chameleon,
    /// S-52.
    Gravewalker,
}

/// What a card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// An agent: its zone (`None`: Mercenary), its strength, its skill.
    Agent(Option<Zone>, u8, Option<Skill>),
    /// A weapon that adds so much.
    Weapon(u8),
    /// A mission: the zones in which it may be laid, as bits, its bounty, and whether its seat must
    /// dominate the zone at the end.
    Mission(u8, u8, bool),
}

/// A row of the table.
struct Row {
    id: &'static str,
    names: [&'static str; 2],
    /// The name as the catalog shows it, with what else the card says.
    shown: [&'static str; 2],
    copies: u8,
    provenance: &'static str,
    role: Role,
}

/// A name in English and French with a card's strength or bounty.
macro_rules! shown {
    ($en:literal, $fr:literal, strength $strength:literal) => {
        [
            concat!($en, ", strength ", $strength),
            concat!($fr, ", force ", $strength),
        ]
    };
    ($en:literal, $fr:literal, bounty $bounty:literal) => {
        [
            concat!($en, ", bounty ", $bounty),
            concat!($fr, ", prime ", $bounty),
        ]
    };
    // The zone must be dominated at the end.
    ($en:literal, $fr:literal, condition $bounty:literal) => {
        [
            concat!($en, ", bounty ", $bounty, ", conditional"),
            concat!($fr, ", prime ", $bounty, ", sous condition"),
        ]
    };
}

const fn agent(
    id: &'static str,
    names: [&'static str; 2],
    zone: Zone,
    strength: u8,
    skill: Option<Skill>,
    provenance: &'static str,
) -> Row {
    Row {
        id,
        names,
        shown: names,
        copies: 1,
        provenance,
        role: Role::Agent(Some(zone), strength, skill),
    }
}

const fn mission(
    id: &'static str,
    names: [&'static str; 2],
    zones: u8,
    bounty: u8,
    copies: u8,
    provenance: &'static str,
) -> Row {
    Row {
        id,
        names,
        shown: names,
        copies,
        provenance,
        role: Role::Mission(zones, bounty, bounty == 3),
    }
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
    agent("assassin-s", ["Assassin 1 (stamped)", "Assassin 1 (tamponné)"], A, 1, None, PRINTED),
    agent("assassin-1", ["Assassin 1", "Assassin 1"], A, 1, None, PRINTED),
    agent("assassin-2", ["Assassin 2", "Assassin 2"], A, 2, None, PRINTED),
    agent("assassin-3", ["Assassin 3", "Assassin 3"], A, 3, None, PRINTED),
    agent("assassin-4", ["Assassin 4", "Assassin 4"], A, 4, None, PRINTED),
    Row { shown: shown!("Ruby Tracker", "Pisteuse de rubis", strength 1), ..agent("ruby-tracker", ["Ruby Tracker", "Pisteuse de rubis"], A, 1, Some(Skill::RubyTracker), PRINTED) },
    Row { shown: shown!("Shadow Claw", "Griffe de l'ombre", strength 1), ..agent("shadow-claw", ["Shadow Claw", "Griffe de l'ombre"], A, 1, Some(Skill::ShadowClaw), PRINTED) },
    Row { shown: shown!("Yaksha", "Yaksha", strength 2), ..agent("yaksha", ["Yaksha", "Yaksha"], A, 2, Some(Skill::Yaksha), PRINTED) },
    agent("thief-s", ["Thief 1 (stamped)", "Voleur 1 (tamponné)"], T, 1, None, PRINTED),
    agent("thief-1", ["Thief 1", "Voleur 1"], T, 1, None, PRINTED),
    agent("thief-2", ["Thief 2", "Voleur 2"], T, 2, None, PRINTED),
    agent("thief-3", ["Thief 3", "Voleur 3"], T, 3, None, PRINTED),
    agent("thief-4", ["Thief 4", "Voleur 4"], T, 4, None, PRINTED),
    Row { shown: shown!("Looter", "Pillard", strength 1), ..agent("looter", ["Looter", "Pillard"], T, 1, Some(Skill::Looter), PRINTED) },
    Row { shown: shown!("Sapphire Illusionist", "Illusionniste de saphir", strength 1), ..agent("illusionist", ["Sapphire Illusionist", "Illusionniste de saphir"], T, 1, Some(Skill::Illusionist), PRINTED) },
    Row { shown: shown!("The Beast", "Le fauve", strength 2), ..agent("beast", ["The Beast", "Le fauve"], T, 2, Some(Skill::Beast), PRINTED) },
    agent("messenger-s", ["Messenger 1 (stamped)", "Messager 1 (tamponné)"], R, 1, None, PRINTED),
    agent("messenger-1", ["Messenger 1", "Messager 1"], R, 1, None, PRINTED),
    agent("messenger-2", ["Messenger 2", "Messager 2"], R, 2, None, PRINTED),
    agent("messenger-3", ["Messenger 3", "Messager 3"], R, 3, None, PRINTED),
    agent("messenger-4", ["Messenger 4", "Messager 4"], R, 4, None, PRINTED),
    Row { shown: shown!("Jade Falcon", "Faucon de jade", strength 1), ..agent("falcon", ["Jade Falcon", "Faucon de jade"], R, 1, Some(Skill::Falcon), PRINTED) },
    Row { shown: shown!("The Raven", "Le corbeau", strength 1), ..agent("raven", ["The Raven", "Le corbeau"], R, 1, Some(Skill::Raven), PRINTED) },
    Row { shown: shown!("Mistrunner", "Course-brume", strength 2), ..agent("mistrunner", ["Mistrunner", "Course-brume"], R, 2, Some(Skill::Mistrunner), PRINTED) },
    agent("spy-s", ["Spy 1 (stamped)", "Espion 1 (tamponné)"], I, 1, None, PRINTED),
    agent("spy-1", ["Spy 1", "Espion 1"], I, 1, None, DEDUCED),
    agent("spy-2", ["Spy 2", "Espion 2"], I, 2, None, DEDUCED),
    agent("spy-3", ["Spy 3", "Espion 3"], I, 3, None, DEDUCED),
    agent("spy-4", ["Spy 4", "Espion 4"], I, 4, None, DEDUCED),
    Row { shown: shown!("Amber Whisper", "Murmure d'ambre", strength 1), ..agent("whisper", ["Amber Whisper", "Murmure d'ambre"], I, 1, Some(Skill::Whisper), RECONSTRUCTED) },
    Row { shown: shown!("The Chameleon", "Le caméléon", strength 1), ..agent("chameleon", ["The Chameleon", "Le caméléon"], I, 1, Some(Skill::Chameleon), RECONSTRUCTED) },
    Row { shown: shown!("Gravewalker", "Passe-tombe", strength 2), ..agent("gravewalker", ["Gravewalker", "Passe-tombe"], I, 2, Some(Skill::Gravewalker), RECONSTRUCTED) },
    // The number of Mercenaries is deduced, their strength reconstructed.
    Row { id: "mercenary", names: ["Mercenary 2", "Mercenaire 2"], shown: ["Mercenary 2", "Mercenaire 2"], copies: 2, provenance: RECONSTRUCTED, role: Role::Agent(None, 2, None) },
    // The values of the weapons are printed, how many there are of each is reconstructed.
    Row { id: "common", names: ["Common Weapon +1", "Arme ordinaire +1"], shown: ["Common Weapon +1", "Arme ordinaire +1"], copies: 6, provenance: RECONSTRUCTED, role: Role::Weapon(1) },
    Row { id: "prodigious", names: ["Prodigious Weapon +2", "Arme prodigieuse +2"], shown: ["Prodigious Weapon +2", "Arme prodigieuse +2"], copies: 4, provenance: RECONSTRUCTED, role: Role::Weapon(2) },
    Row { shown: shown!("Sudden Attack", "Attaque soudaine", bounty 1), ..mission("sudden-attack", ["Sudden Attack", "Attaque soudaine"], 1, 1, 3, PRINTED) },
    Row { shown: shown!("Brutal Strike", "Frappe brutale", bounty 2), ..mission("brutal-strike", ["Brutal Strike", "Frappe brutale"], 1, 2, 2, PRINTED) },
    Row { shown: shown!("Bloody Saga", "Saga sanglante", condition 3), ..mission("bloody-saga", ["Bloody Saga", "Saga sanglante"], 1, 3, 1, PRINTED) },
    Row { shown: shown!("Intrusion", "Intrusion", bounty 1), ..mission("intrusion", ["Intrusion", "Intrusion"], 2, 1, 3, PRINTED) },
    Row { shown: shown!("Plunder", "Pillage", bounty 2), ..mission("plunder", ["Plunder", "Pillage"], 2, 2, 2, PRINTED) },
    Row { shown: shown!("Moonlight Spectres", "Spectres du clair de lune", condition 3), ..mission("spectres", ["Moonlight Spectres", "Spectres du clair de lune"], 2, 3, 1, PRINTED) },
    Row { shown: shown!("New Order", "Nouvel ordre", bounty 1), ..mission("new-order", ["New Order", "Nouvel ordre"], 4, 1, 3, PRINTED) },
    Row { shown: shown!("Joint Assault", "Assaut commun", bounty 2), ..mission("joint-assault", ["Joint Assault", "Assaut commun"], 4, 2, 2, PRINTED) },
    Row { shown: shown!("Acolytes of the Shadows", "Acolytes des ombres", condition 3), ..mission("acolytes", ["Acolytes of the Shadows", "Acolytes des ombres"], 4, 3, 1, PRINTED) },
    // Its name is printed, its bounty deduced.
    Row { shown: shown!("Shadowing", "Filature", bounty 1), ..mission("shadowing", ["Shadowing", "Filature"], 8, 1, 3, DEDUCED) },
    Row { shown: shown!("Crossed Lines", "Lignes croisées", bounty 2), ..mission("crossed-lines", ["Crossed Lines", "Lignes croisées"], 8, 2, 2, RECONSTRUCTED) },
    Row { shown: shown!("Crime Syndicate", "Syndicat du crime", condition 3), ..mission("syndicate", ["Crime Syndicate", "Syndicat du crime"], 8, 3, 1, PRINTED) },
    Row { shown: shown!("Mercenary Contract", "Contrat de mercenaire", bounty 1), ..mission("contract", ["Mercenary Contract", "Contrat de mercenaire"], 15, 1, 2, RECONSTRUCTED) },
    Row { shown: shown!("Double Contract (Assassination, Theft)", "Double contrat (Assassinat, Vol)", bounty 1), ..mission("double-at", ["Double Contract (Assassination, Theft)", "Double contrat (Assassinat, Vol)"], 3, 1, 1, RECONSTRUCTED) },
    Row { shown: shown!("Double Contract (Assassination, Reinforcement)", "Double contrat (Assassinat, Renforts)", bounty 1), ..mission("double-ar", ["Double Contract (Assassination, Reinforcement)", "Double contrat (Assassinat, Renforts)"], 5, 1, 1, RECONSTRUCTED) },
    Row { shown: shown!("Double Contract (Assassination, Infiltration)", "Double contrat (Assassinat, Infiltration)", bounty 1), ..mission("double-ai", ["Double Contract (Assassination, Infiltration)", "Double contrat (Assassinat, Infiltration)"], 9, 1, 1, RECONSTRUCTED) },
    Row { shown: shown!("Double Contract (Theft, Reinforcement)", "Double contrat (Vol, Renforts)", bounty 1), ..mission("double-tr", ["Double Contract (Theft, Reinforcement)", "Double contrat (Vol, Renforts)"], 6, 1, 1, RECONSTRUCTED) },
    Row { shown: shown!("Double Contract (Theft, Infiltration)", "Double contrat (Vol, Infiltration)", bounty 1), ..mission("double-ti", ["Double Contract (Theft, Infiltration)", "Double contrat (Vol, Infiltration)"], 10, 1, 1, RECONSTRUCTED) },
    Row { shown: shown!("Double Contract (Reinforcement, Infiltration)", "Double contrat (Renforts, Infiltration)", bounty 1), ..mission("double-ri", ["Double Contract (Reinforcement, Infiltration)", "Double contrat (Renforts, Infiltration)"], 12, 1, 1, RECONSTRUCTED) },
];

const fn kind(index: usize) -> CardKind {
    let row = &ROWS[index];
    CardKind {
        id: row.id,
        name: Text::fixed(row.shown[0], row.shown[1]),
        copies: row.copies as u32,
        provenance: row.provenance,
    }
}

macro_rules! kinds {
    ($($index:literal)*) => { [$(kind($index)),*] };
}

/// The table of kinds, as the catalog shows it. The id is also the notation.
#[rustfmt::skip]
pub(crate) static KIND_TABLE: [CardKind; KINDS] = kinds![
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17
    18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35
    36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53
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
        u8::try_from(index)
            .ok()
            .filter(|&i| usize::from(i) < KINDS)
            .map(Self)
    }

    /// Its place in the table.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What it is.
    #[inline]
    pub const fn role(self) -> Role {
        ROLES[self.index()]
    }

    /// How many there are.
    #[inline]
    pub const fn copies(self) -> u8 {
        COPIES[self.index()]
    }

    /// What logs and people write.
    pub const fn notation(self) -> &'static str {
        ROWS[self.index()].id
    }

    /// What people read.
    pub fn name(self, lang: Lang) -> &'static str {
        let [en, fr] = ROWS[self.index()].names;
        lang.pick(en, fr)
    }

    /// The printed strength of an agent, the value of a weapon; 0 for a mission.
    #[inline]
    pub const fn strength(self) -> u8 {
        STRENGTHS[self.index()]
    }

    /// The zone that an agent belongs to.
    #[inline]
    pub const fn zone(self) -> Option<Zone> {
        if self.index() < AGENTS - 1 {
            Some(Zone::ALL[self.index() / 8])
        } else {
            None
        }
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
    /// S-70.
    Arrogance,
    /// S-71.
    Deception,
    /// S-72.
    Double,
    /// S-73.
    Duo,
    /// S-74.
    FatalBlow,
    /// S-75.
    WeaponTheft,
    /// S-76.
    TotalSupport,
    /// S-77.
    Espionage,
}

impl Conspiracy {
    /// All eight.
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

    /// What options and logs write.
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

    /// What people read.
    pub fn name(self, lang: Lang) -> &'static str {
        let [en, fr] = [
            ["Arrogance", "Arrogance"],
            ["Deception", "Tromperie"],
            ["Double!", "Double !"],
            ["Incredible Duo", "Duo incroyable"],
            ["Fatal Blow", "Coup fatal"],
            ["Weapon Theft", "Vol d'armes"],
            ["Total Support", "Soutien absolu"],
            ["Espionage", "Espionnage"],
        ][self as usize];
        lang.pick(en, fr)
    }
}
