use intrigue_core::{
    Coverage, OptionKind, OptionSpec, Seat, Settings, Text, first_seat_option, integer_option,
};

use crate::content::{Character, Hand};

/// A variant of Complots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// 2 to 8.
    pub seats: u8,
    /// Who begins; `None`: chance decides.
    pub first_seat: Option<Seat>,
    /// What of it the table shows.
    pub variant: Variant,
}

/// The options that views depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Ambassador or Inquisitor.
    pub fifth: Character,
    /// Whether all seats of a window are asked at once.
    pub fastest: bool,
    /// Who may still block an action after a lost challenge.
    pub block_after_lost_challenge: BlockAfterLostChallenge,
    /// After this number of turns the survivors draw.
    pub turn_limit: u16,
}

/// Who may still block an action after a challenge of its claim was lost (C-39).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockAfterLostChallenge {
    /// Everybody who may block it, apart from the seat that lost the challenge.
    Others,
    /// Everybody who may block it.
    Anyone,
    /// No seat.
    Nobody,
}

impl BlockAfterLostChallenge {
    /// Every value, in the order of the contract's numbers.
    pub(crate) const ALL: [Self; 3] = [Self::Others, Self::Anyone, Self::Nobody];
}

impl Variant {
    /// One of each character in play.
    pub fn pack(self) -> Hand {
        Character::ALL
            .into_iter()
            .filter(|&c| {
                !matches!(c, Character::Ambassador | Character::Inquisitor) || c == self.fifth
            })
            .collect()
    }

    /// How many cards the exchange draws (C-19, C-20).
    pub(crate) fn exchanged(self) -> u8 {
        if self.fifth == Character::Ambassador { 2 } else { 1 }
    }
}

/// The settings, as the catalog shows them.
pub(crate) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "seats",
        kind: OptionKind::Integer(2, 8),
        default: "4",
        coverage: Coverage::Each,
    },
    OptionSpec {
        name: "fifth_character",
        kind: OptionKind::Choice(&["ambassador", "inquisitor"]),
        default: "ambassador",
        coverage: Coverage::Each,
    },
    OptionSpec {
        name: "first_seat",
        kind: OptionKind::Choice(&["random", "0", "1", "2", "3", "4", "5", "6", "7"]),
        default: "random",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "reactions",
        kind: OptionKind::Choice(&["clockwise", "fastest"]),
        default: "clockwise",
        coverage: Coverage::Each,
    },
    OptionSpec {
        name: "block_after_lost_challenge",
        kind: OptionKind::Choice(&["nobody", "others", "anyone"]),
        default: "nobody",
        coverage: Coverage::Each,
    },
    OptionSpec {
        name: "turn_limit",
        kind: OptionKind::Integer(1, 10_000),
        default: "500",
        coverage: Coverage::Sometimes,
    },
];

impl Options {
    pub(crate) fn read(settings: &Settings) -> Result<Self, Text> {
        let seats = integer_option(settings, "seats");
        let first_seat = first_seat_option(settings, usize::from(seats))?;
        let fifth = match &settings["fifth_character"][..] {
            "inquisitor" => Character::Inquisitor,
            _ => Character::Ambassador,
        };
        Ok(Self {
            seats,
            first_seat,
            variant: Variant {
                fifth,
                fastest: settings["reactions"] == "fastest",
                block_after_lost_challenge: match &settings["block_after_lost_challenge"][..] {
                    "anyone" => BlockAfterLostChallenge::Anyone,
                    "others" => BlockAfterLostChallenge::Others,
                    _ => BlockAfterLostChallenge::Nobody,
                },
                turn_limit: integer_option(settings, "turn_limit"),
            },
        })
    }
}
