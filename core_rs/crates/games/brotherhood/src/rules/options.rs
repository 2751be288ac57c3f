use std::sync::Arc;

use intrigue_core::{
    Coverage, OptionKind, OptionSpec, Seat, Settings, Text, game_text, integer_option, message,
};

use crate::content::campaign::Campaign;
use crate::content::compile::{MISSIONS, Script, script};
use crate::content::ids::AssassinId;
use crate::content::teams::TEAMS;
use crate::rules::counts::small;
use crate::rules::state::Brotherhood;

/// The most bytes of a document.
pub(crate) const DOCUMENT: usize = 65_536;

/// A variant of Brotherhood.
#[derive(Clone, Debug)]
pub struct Options {
    /// 1 to 4.
    pub seats: u8,
    /// The roles of the assassins, in order; one a seat, or one or two of a single seat.
    pub team: Vec<u8>,
    /// The mission, its map turned in each way.
    pub script: Arc<Script>,
    /// How the map lies; `None`: chance decides.
    pub mirror: Option<u8>,
    /// Turns more or fewer than the mission's limit.
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
        kind: OptionKind::Integer(1, 4),
        default: "2",
        coverage: Coverage::Each,
    },
    OptionSpec {
        name: "mission",
        kind: OptionKind::Document(&MISSIONS, DOCUMENT),
        default: MISSIONS[0],
        coverage: Coverage::Shared,
    },
    OptionSpec {
        name: "assassins",
        kind: OptionKind::Choice(TEAMS),
        default: "first",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "retries",
        kind: OptionKind::Integer(0, 9),
        default: "1",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "leader",
        kind: OptionKind::Choice(&["rotating", "fixed"]),
        default: "rotating",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "mirror",
        kind: OptionKind::Choice(&MIRRORS),
        default: "none",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "difficulty",
        kind: OptionKind::Choice(&["easy", "normal", "hard"]),
        default: "normal",
        coverage: Coverage::Sometimes,
    },
    OptionSpec {
        name: "campaign",
        kind: OptionKind::Document(&["off", "new"], DOCUMENT),
        default: "off",
        coverage: Coverage::Sometimes,
    },
];

const MIRRORS: [&str; 5] = ["none", "east-west", "north-south", "both", "random"];

impl Options {
    pub(crate) fn read(settings: &Settings) -> Result<Self, Text> {
        let seats = integer_option(settings, "seats");
        let campaign = match settings["campaign"].as_str() {
            "off" => None,
            "new" => Some(Campaign::default()),
            text => Some(Campaign::read(text).map_err(|faults| faults[0].text())?),
        };
        let mission = match &campaign {
            Some(campaign) => campaign.missions[campaign.place].as_str(),
            None => settings["mission"].as_str(),
        };
        let script = script(mission).map_err(|faults| faults[0].text())?;
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
            retries: integer_option(settings, "retries"),
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
        return Err(game_text::<Brotherhood>(|text| message!(text, "fault-team-size", seats)));
    }
    if size == 1 && !roles[usize::from(team[0])].alone {
        let name = &roles[usize::from(team[0])].name;
        return Err(game_text::<Brotherhood>(|text| {
            message!(text, "fault-not-alone", assassin = text.content(name))
        }));
    }
    Ok(team)
}
