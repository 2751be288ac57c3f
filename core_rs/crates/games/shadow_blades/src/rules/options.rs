use intrigue_core::{
    Coverage, OptionKind, OptionSpec, Seat, Settings, Text, first_seat_option, game_text,
    integer_option, message,
};

use crate::content::cards::{Conspiracy, SMALL_DECK, Skill};
use crate::content::pack::Cards;
use crate::rules::state::ShadowBlades;

/// A variant of Shadow Blades.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The seat that begins; `None`: chance decides.
    pub first_seat: Option<Seat>,
    /// Whether chance draws the conspiracy.
    pub random_conspiracy: bool,
    /// What of it the table shows; a conspiracy that chance draws comes later.
    pub variant: Variant,
}

/// The options that views depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Variant {
    /// How many seats there are, 2 to 4.
    pub seats: u8,
    /// Whether seats 0 and 2 play against 1 and 3.
    pub alliances: bool,
    /// Whether starting cards are drafted and not dealt.
    pub drafted: bool,
    /// Whether Amber Whisper, the Chameleon and Gravewalker have no skill.
    pub plain_specialists: bool,
    /// The conspiracy in play.
    pub conspiracy: Option<Conspiracy>,
    /// Whether a few cards are all there is (S-07).
    pub small_deck: bool,
}

impl Variant {
    /// Whether two seats are opponents: in alliances those of the other alliance (S-85).
    #[inline]
    pub const fn opposed(self, seat: usize, other: usize) -> bool {
        if self.alliances { (seat ^ other) & 1 == 1 } else { seat != other }
    }

    /// All cards of the match (S-07).
    pub fn cards(self) -> Cards {
        if !self.small_deck {
            return Cards::FULL;
        }
        let mut cards = Cards::EMPTY;
        for card in SMALL_DECK {
            cards.add(card).expect("the box has it");
        }
        cards
    }

    #[inline]
    pub(crate) fn is(self, conspiracy: Conspiracy) -> bool {
        self.conspiracy == Some(conspiracy)
    }

    /// Whether agents with this skill have it.
    #[inline]
    pub(crate) fn knows(self, skill: Skill) -> bool {
        !(self.plain_specialists
            && matches!(skill, Skill::Whisper | Skill::Chameleon | Skill::Gravewalker))
    }
}

/// The settings, as the catalog shows them.
pub(crate) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "seats",
        kind: OptionKind::Integer(2, 4),
        default: "4",
        coverage: Coverage::Each,
    },
    OptionSpec {
        name: "mode",
        kind: OptionKind::Choice(&["free_for_all", "alliances"]),
        default: "free_for_all",
        coverage: Coverage::Each,
    },
    OptionSpec {
        name: "conspiracy",
        kind: OptionKind::Choice(&[
            "none",
            "random",
            "arrogance",
            "deception",
            "double",
            "incredible_duo",
            "fatal_blow",
            "weapon_theft",
            "total_support",
            "espionage",
        ]),
        default: "none",
        coverage: Coverage::Shared,
    },
    OptionSpec {
        name: "start",
        kind: OptionKind::Choice(&["dealt", "drafted"]),
        default: "dealt",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "first_seat",
        kind: OptionKind::Choice(&["random", "0", "1", "2", "3"]),
        default: "random",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "infiltration_specialists",
        kind: OptionKind::Choice(&["reconstructed", "plain"]),
        default: "reconstructed",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "deck",
        kind: OptionKind::Choice(&["full", "small"]),
        default: "full",
        coverage: Coverage::Sometimes,
    },
];

impl Options {
    pub(crate) fn read(settings: &Settings) -> Result<Self, Text> {
        let seats: u8 = integer_option(settings, "seats");
        let first_seat = first_seat_option(settings, seats.into())?;
        let alliances = settings["mode"] == "alliances";
        if alliances && seats != 4 {
            return Err(game_text::<ShadowBlades>(|text| message!(text, "bad-alliances")));
        }
        let named = &settings["conspiracy"];
        let drafted = settings["start"] == "drafted";
        let small_deck = settings["deck"] == "small";
        if small_deck && (seats != 2 || drafted || named != "none") {
            return Err(game_text::<ShadowBlades>(|text| message!(text, "bad-small-deck")));
        }
        let conspiracy = Conspiracy::ALL.into_iter().find(|one| one.notation() == named);
        Ok(Self {
            first_seat,
            random_conspiracy: named == "random",
            variant: Variant {
                seats,
                alliances,
                drafted,
                plain_specialists: settings["infiltration_specialists"] == "plain",
                conspiracy,
                small_deck,
            },
        })
    }
}
