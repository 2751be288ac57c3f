use std::sync::Arc;

use intrigue_core::{Coverage, Lang, OptionKind, OptionSpec, Seat, Settings, Text};

use crate::content::campaign::Campaign;
use crate::content::compile::{MEMORIES, Script, script};
use crate::content::document::Fault;
use crate::content::ids::AssassinId;
use crate::content::teams::TEAMS;
use crate::rules::counts::small;

/// The most bytes of a document.
pub(crate) const DOCUMENT: usize = 65_536;

/// A variant of Brotherhood.
#[derive(Clone, Debug)]
pub struct Options {
    /// 1 to 4.
    pub seats: u8,
    /// The roles of the assassins, in order; one a seat, or one or two of a single seat.
    pub team: Vec<u8>,
    /// The memory, its map turned in each way.
    pub script: Arc<Script>,
    /// How the map lies; `None`: chance decides.
    pub mirror: Option<u8>,
    /// Turns more or fewer than the memory's limit.
    pub difficulty: i8,
    /// Failures that may be gone on from.
    pub retries: u8,
    /// Whether the leader changes each turn.
    pub rotating: bool,
    /// The campaign that the match is a part of.
    pub campaign: Option<Campaign>,
    /// The options as they were given, complete.
    pub settings: Settings,
}

impl PartialEq for Options {
    // Everything else follows from the settings.
    fn eq(&self, other: &Self) -> bool {
        self.settings == other.settings
    }
}

/// The settings, as the catalog shows them.
pub(crate) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "seats",
        summary: Text::fixed("How many seats there are.", "Le nombre de sièges."),
        kind: OptionKind::Integer(1, 4),
        default: "2",
        coverage: Coverage::Each,
    },
    OptionSpec {
        name: "memory",
        summary: Text::fixed(
            "The memory that is played: one by its id, or a whole one as data (TOML or JSON).",
            "Le souvenir joué : l'un d'eux par son id, ou un souvenir entier en données (TOML ou JSON).",
        ),
        kind: OptionKind::Document(&MEMORIES, DOCUMENT),
        default: MEMORIES[0],
        coverage: Coverage::Shared,
    },
    OptionSpec {
        name: "assassins",
        summary: Text::fixed(
            "Who plays: first, or one assassin a seat, all different; a single seat may play two.",
            "Qui joue : first, ou un assassin par siège, tous différents ; un siège seul peut en jouer deux.",
        ),
        kind: OptionKind::Choice(TEAMS),
        default: "first",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "retries",
        summary: Text::fixed(
            "How often a failed memory may be gone on with.",
            "Combien de fois un souvenir échoué peut être repris.",
        ),
        kind: OptionKind::Integer(0, 9),
        default: "1",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "leader",
        summary: Text::fixed(
            "Who decides for all: the next seat each turn (rotating), or always seat 0 (fixed).",
            "Qui décide pour tous : le siège suivant à chaque tour (rotating), ou toujours le siège 0 (fixed).",
        ),
        kind: OptionKind::Choice(&["rotating", "fixed"]),
        default: "rotating",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "mirror",
        summary: Text::fixed(
            "How the map lies: as drawn, flipped, or as chance has it.",
            "Comment la carte est posée : telle quelle, retournée, ou au hasard.",
        ),
        kind: OptionKind::Choice(&MIRRORS),
        default: "none",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "difficulty",
        summary: Text::fixed(
            "One turn more (easy), the memory's own limit, or one turn fewer (hard).",
            "Un tour de plus (easy), la limite du souvenir, ou un tour de moins (hard).",
        ),
        kind: OptionKind::Choice(&["easy", "normal", "hard"]),
        default: "normal",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "campaign",
        summary: Text::fixed(
            "off; new: the first memory of a campaign; or the state of one to go on from, which names the memory.",
            "off ; new : le premier souvenir d'une campagne ; ou l'état d'une campagne à poursuivre, qui nomme le souvenir.",
        ),
        kind: OptionKind::Document(&["off", "new"], DOCUMENT),
        default: "off",
        coverage: Coverage::Sometimes,
    },
];

const MIRRORS: [&str; 5] = ["none", "east-west", "north-south", "both", "random"];

impl Options {
    pub(crate) fn read(settings: &Settings) -> Result<Self, Text> {
        let seats: u8 = settings["seats"].parse().unwrap_or(2);
        let campaign = match settings["campaign"].as_str() {
            "off" => None,
            "new" => Some(Campaign::default()),
            text => Some(Campaign::read(text).map_err(|faults| first(&faults))?),
        };
        let memory = match &campaign {
            Some(campaign) => campaign.memories[campaign.place].as_str(),
            None => settings["memory"].as_str(),
        };
        let script = script(memory).map_err(|faults| first(&faults))?;
        let team = team(settings, seats, &script)?;
        let mirror = MIRRORS.iter().position(|&name| name == settings["mirror"]);
        Ok(Self {
            seats,
            team,
            script,
            mirror: mirror.filter(|&mirror| mirror < 4).map(small),
            difficulty: match settings["difficulty"].as_str() {
                "easy" => 1,
                "hard" => -1,
                _ => 0,
            },
            retries: settings["retries"].parse().unwrap_or(1),
            rotating: settings["leader"] == "rotating",
            campaign,
            settings: settings.clone(),
        })
    }

    /// The seat of an assassin.
    #[inline]
    pub(crate) fn seat_of(&self, who: AssassinId) -> Seat {
        let seat = if self.seats == 1 { 0 } else { who.index() };
        Seat::new(seat).expect("an assassin has a seat")
    }

    /// The last turn of an attempt.
    pub(crate) fn limit(&self) -> u8 {
        let limit = self.script.mirrors[0].limit[self.team.len() - 1];
        limit.saturating_add_signed(self.difficulty).max(1)
    }
}

fn first(faults: &[Fault]) -> Text {
    Text::made(|lang| {
        faults.first().map_or_else(String::new, |fault| {
            let place = if fault.place.is_empty() {
                String::new()
            } else {
                format!("{}: ", fault.place)
            };
            format!("{place}{}", fault.reason.get(lang))
        })
    })
}

fn team(settings: &Settings, seats: u8, script: &Script) -> Result<Vec<u8>, Text> {
    let roles = &script.mirrors[0].pack.assassins;
    let named = settings["assassins"].as_str();
    let team: Vec<u8> = if named == "first" {
        (0..seats).collect()
    } else {
        let number = |name: &str| roles.iter().position(|role| role.id == name);
        let numbers = named.split(',').filter_map(number).map(small);
        numbers.collect()
    };
    let size = team.len();
    let fits = size == usize::from(seats) || (seats == 1 && size == 2);
    if !fits {
        return Err(Text::made(|lang| match lang {
            Lang::En => format!("With {seats} seats, assassins names {seats} of them."),
            Lang::Fr => format!("À {seats} sièges, assassins en nomme {seats}."),
        }));
    }
    if size == 1 && !roles[usize::from(team[0])].alone {
        let name = roles[usize::from(team[0])].name.clone();
        return Err(Text::made(|lang| match lang {
            Lang::En => format!("{} needs a companion: not alone.", name.en),
            Lang::Fr => format!(
                "{} a besoin d'un autre assassin : pas en solitaire.",
                name.fr
            ),
        }));
    }
    Ok(team)
}
