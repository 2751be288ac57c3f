use intrigue_core::{Coverage, Lang, OptionKind, OptionSpec, Seat, Settings, Text};

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
    /// Whether a seat that doubted an action's claim and lost may still counter it.
    pub counter_after_lost_doubt: bool,
    /// After so many turns the survivors draw.
    pub turn_limit: u16,
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
        if self.fifth == Character::Ambassador {
            2
        } else {
            1
        }
    }
}

/// The settings, as the catalog shows them.
pub(crate) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "seats",
        summary: Text::fixed("How many seats there are.", "Le nombre de sièges."),
        kind: OptionKind::Integer(2, 8),
        default: "4",
        coverage: Coverage::Each,
    },
    OptionSpec {
        name: "fifth_character",
        summary: Text::fixed(
            "Which character joins the Duchess, the Assassin, the Countess and the Captain.",
            "Le personnage qui rejoint la Duchesse, l'Assassin, la Comtesse et le Capitaine.",
        ),
        kind: OptionKind::Choice(&["ambassador", "inquisitor"]),
        default: "ambassador",
        coverage: Coverage::Each,
    },
    OptionSpec {
        name: "first_seat",
        summary: Text::fixed(
            "Which seat begins: a number below seats, or random.",
            "Le siège qui commence : un nombre inférieur à seats, ou random.",
        ),
        kind: OptionKind::Choice(&["random", "0", "1", "2", "3", "4", "5", "6", "7"]),
        default: "random",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "reactions",
        summary: Text::fixed(
            "How doubts and counters are asked for: of one seat after the other (clockwise), or of all at once, the first to arrive counts (fastest).",
            "Comment doutes et contres sont demandés : à un siège après l'autre (clockwise), ou à tous à la fois, et la première réaction arrivée compte (fastest).",
        ),
        kind: OptionKind::Choice(&["clockwise", "fastest"]),
        default: "clockwise",
        coverage: Coverage::Each,
    },
    OptionSpec {
        name: "counter_after_lost_doubt",
        summary: Text::fixed(
            "Whether a seat that doubted an action's claim and lost may still counter that action.",
            "Si un siège qui a mis en doute à tort l'annonce d'une action peut encore contrer cette action.",
        ),
        kind: OptionKind::Choice(&["false", "true"]),
        default: "false",
        coverage: Coverage::Each,
    },
    OptionSpec {
        name: "turn_limit",
        summary: Text::fixed(
            "After so many turns the survivors draw.",
            "Au bout de ce nombre de tours, les survivants font match nul.",
        ),
        kind: OptionKind::Integer(1, 10_000),
        default: "500",
        coverage: Coverage::Sometimes,
    },
];

impl Options {
    pub(crate) fn read(settings: &Settings) -> Result<Self, Text> {
        let seats = settings["seats"].parse().unwrap_or(4);
        let first_seat: Option<Seat> = settings["first_seat"].parse().ok().and_then(Seat::new);
        if first_seat.is_some_and(|seat| seat.index() >= usize::from(seats)) {
            return Err(Text::made(|lang| match lang {
                Lang::En => format!("With {seats} seats, first_seat is below {seats} or random."),
                Lang::Fr => {
                    format!("À {seats} sièges, first_seat est inférieur à {seats} ou vaut random.")
                }
            }));
        }
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
                counter_after_lost_doubt: settings["counter_after_lost_doubt"] == "true",
                turn_limit: settings["turn_limit"].parse().unwrap_or(500),
            },
        })
    }
}
