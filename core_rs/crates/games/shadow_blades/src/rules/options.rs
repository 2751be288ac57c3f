use intrigue_core::{Coverage, Lang, OptionKind, OptionSpec, Seat, Settings, Text};

use crate::content::cards::{Conspiracy, Skill};

/// A variant of Shadow Blades.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Who begins; `None`: chance decides.
    pub first_seat: Option<Seat>,
    /// Whether chance draws the conspiracy.
    pub random_conspiracy: bool,
    /// What of it the table shows; a conspiracy that chance draws comes later.
    pub variant: Variant,
}

/// The options that views depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// 2 to 4.
    pub seats: u8,
    /// Whether seats 0 and 2 play against 1 and 3.
    pub alliances: bool,
    /// Whether the start is drafted.
    pub drafted: bool,
    /// Whether Amber Whisper, the Chameleon and Gravewalker have no skill.
    pub plain_specialists: bool,
    /// The conspiracy in play.
    pub conspiracy: Option<Conspiracy>,
}

impl Variant {
    /// Whether two seats are opponents: in alliances those of the other alliance (S-85).
    #[inline]
    pub const fn opposed(self, seat: usize, other: usize) -> bool {
        if self.alliances {
            (seat ^ other) & 1 == 1
        } else {
            seat != other
        }
    }

    #[inline]
    pub(crate) fn is(self, conspiracy: Conspiracy) -> bool {
        self.conspiracy == Some(conspiracy)
    }

    /// Whether agents with this skill have it.
    #[inline]
    pub(crate) fn knows(self, skill: Skill) -> bool {
        !(self.plain_specialists
            && matches!(
                skill,
                Skill::Whisper | Skill::Chameleon | Skill::Gravewalker
            ))
    }
}

/// The settings, as the catalog shows them.
pub(crate) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "seats",
        summary: Text::fixed("How many seats there are.", "Le nombre de sièges."),
        kind: OptionKind::Integer(2, 4),
        default: "4",
        coverage: Coverage::Each,
    },
    OptionSpec {
        name: "mode",
        summary: Text::fixed(
            "Each seat for itself, or seats 0 and 2 against 1 and 3 (4 seats).",
            "Chaque siège pour soi, ou les sièges 0 et 2 contre 1 et 3 (4 sièges).",
        ),
        kind: OptionKind::Choice(&["free_for_all", "alliances"]),
        default: "free_for_all",
        coverage: Coverage::Each,
    },
    OptionSpec {
        name: "conspiracy",
        summary: Text::fixed(
            "The conspiracy of the match: none, one drawn at random, or one by name.",
            "Le complot de la partie : aucun (none), un tiré au hasard (random), ou l'un d'eux.",
        ),
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
        summary: Text::fixed(
            "How the starting cards are had: the stamped ones are dealt, or any are drafted.",
            "Les cartes de départ : les cartes tamponnées sont distribuées (dealt), ou choisies tour à tour (drafted).",
        ),
        kind: OptionKind::Choice(&["dealt", "drafted"]),
        default: "dealt",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "first_seat",
        summary: Text::fixed(
            "Which seat begins: a number below seats, or random.",
            "Le siège qui commence : un nombre inférieur à seats, ou random.",
        ),
        kind: OptionKind::Choice(&["random", "0", "1", "2", "3"]),
        default: "random",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "infiltration_specialists",
        summary: Text::fixed(
            "Whether Amber Whisper, the Chameleon and Gravewalker have the skills that this project gave them, or none (plain).",
            "Si Murmure d'ambre, Le caméléon et Passe-tombe ont les compétences données par ce projet (reconstructed), ou aucune (plain).",
        ),
        kind: OptionKind::Choice(&["reconstructed", "plain"]),
        default: "reconstructed",
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
        let alliances = settings["mode"] == "alliances";
        if alliances && seats != 4 {
            return Err(Text::fixed(
                "Alliances need 4 seats.",
                "Les alliances se jouent à 4 sièges.",
            ));
        }
        let named = &settings["conspiracy"];
        let conspiracy = Conspiracy::ALL
            .into_iter()
            .find(|one| one.notation() == named);
        Ok(Self {
            first_seat,
            random_conspiracy: named == "random",
            variant: Variant {
                seats,
                alliances,
                drafted: settings["start"] == "drafted",
                plain_specialists: settings["infiltration_specialists"] == "plain",
                conspiracy,
            },
        })
    }
}
