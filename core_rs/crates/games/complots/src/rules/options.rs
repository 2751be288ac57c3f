use intrigue_core::{
    Coverage, OptionKind, OptionSpec, Seat, Settings, Text, first_seat_option, game_text,
    integer_option, message,
};

use crate::content::{Character, Hand};
use crate::rules::state::Complots;
use crate::rules::state::TurnAction;

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
    /// Whether three cards are all there is (C-09).
    pub small_deck: bool,
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
    /// The character that a turn action claims, if it claims one.
    #[inline]
    pub(crate) const fn claim(self, turn_action: TurnAction) -> Option<Character> {
        match turn_action {
            TurnAction::Income | TurnAction::ForeignAid | TurnAction::Coup => None,
            TurnAction::Tax => Some(Character::Duchess),
            TurnAction::Assassinate => Some(Character::Assassin),
            TurnAction::Steal => Some(Character::Captain),
            TurnAction::Exchange | TurnAction::Examine => Some(self.fifth),
        }
    }

    /// One of each character in play.
    pub fn pack(self) -> Hand {
        let in_play = |character: &Character| match character {
            Character::Duchess | Character::Assassin | Character::Countess => true,
            Character::Captain => !self.small_deck,
            Character::Ambassador | Character::Inquisitor => {
                !self.small_deck && *character == self.fifth
            }
        };
        Character::ALL.into_iter().filter(in_play).collect()
    }

    /// How many copies of each character there are (C-02, C-09).
    pub(crate) fn copies(self, seats: usize) -> u8 {
        match (self.small_deck, seats) {
            (true, _) => 1,
            (false, 7..) => 4,
            (false, _) => 3,
        }
    }

    /// The coins that a seat starts with (C-04, C-06, C-09).
    pub(crate) fn start_coins(self, seats: usize, seat: Seat, first: Seat) -> u8 {
        if self.small_deck {
            3
        } else if seats == 2 && seat == first {
            1
        } else {
            2
        }
    }

    /// Whether each seat chooses a card from a pack of its own (C-06).
    pub(crate) fn own_packs(self, seats: usize) -> bool {
        seats == 2 && !self.small_deck
    }

    /// How many cards the exchange draws (C-19, C-20).
    pub(crate) fn exchanged(self) -> u8 {
        if self.fifth == Character::Ambassador { 2 } else { 1 }
    }
}

/// The highest turn limit.
pub(crate) const MOST_TURNS: i64 = 10_000;

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
        kind: OptionKind::Integer(1, MOST_TURNS),
        default: "500",
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
        let seats = integer_option(settings, "seats");
        let first_seat = first_seat_option(settings, usize::from(seats))?;
        let fifth = match &settings["fifth_character"][..] {
            "inquisitor" => Character::Inquisitor,
            _ => Character::Ambassador,
        };
        let small_deck = settings["deck"] == "small";
        if small_deck && seats != 2 {
            return Err(game_text::<Complots>(|text| message!(text, "bad-small-deck")));
        }
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
                small_deck,
            },
        })
    }
}
