//! The guards of a mission, and the notation in which guards are written.

use intrigue_core::{message, quote};

use super::faults::Faults;
use super::map;
use crate::content::document::RawMission;
use crate::content::level::Level;
use crate::content::squares::{Guard, PLACES, Squad, Square};

/// Guards such as `EXX`: X a crossbowman, E an elite; 1 to 4 of them.
pub(super) fn squad(written: &str, place: &str, faults: &mut Faults) -> Option<Squad> {
    let mut squad = Squad::NONE;
    let sound = (1..=usize::from(PLACES)).contains(&written.len())
        && written.chars().all(|sign| {
            match sign {
                'X' => squad += Squad::one(Guard::Crossbowman),
                'E' => squad += Squad::one(Guard::Elite),
                _ => return false,
            }
            true
        });
    if !sound {
        faults.add(place, |text| message!(text, "fault-squad", written = quote(written)));
    }
    sound.then_some(squad)
}

/// Guards for entrances, such as `AXX BE`.
pub(super) fn squads(written: &str, place: &str, faults: &mut Faults) -> [Squad; 4] {
    let mut squads = [Squad::NONE; 4];
    for group in written.split_whitespace() {
        let letter = group
            .chars()
            .next()
            .and_then(|letter| "ABCD".find(letter))
            .filter(|&letter| squads[letter].is_empty());
        let Some(letter) = letter else {
            faults.add(place, |text| message!(text, "fault-entrance-letter", group = quote(group)));
            continue;
        };
        squads[letter] = squad(&group[1..], place, faults).unwrap_or_default();
    }
    squads
}

/// The guards at set-up for 1 to 4 assassins.
pub(super) fn guards(
    raw: &RawMission,
    level: &Level,
    figures: Squad,
    faults: &mut Faults,
) -> [Vec<(Square, Squad)>; 4] {
    let groups = |key: &str, written: &[(String, String)], faults: &mut Faults| {
        let mut groups = Vec::new();
        for (name, written) in written {
            let place = format!("{key}.{name}");
            let at = map::square(name, level, &place, faults);
            let squad = squad(written, &place, faults);
            if at == Some(level.start) {
                faults.add(&place, |text| message!(text, "fault-guard-at-start"));
            }
            if let (Some(at), Some(squad)) = (at, squad) {
                groups.push((at, squad));
            }
        }
        groups
    };
    let base = groups("guards", &raw.guards.0, faults);
    let mut teams: [Vec<(Square, Squad)>; 4] = Default::default();
    let more = raw.guards_by_assassins.each();
    let without = raw.guards_without.each();
    for (number, team) in teams.iter_mut().enumerate() {
        let count = number + 1;
        team.clone_from(&base);
        let key = format!("guards_by_assassins.{count}");
        for (at, squad) in groups(&key, &more[number].0, faults) {
            let Some(there) = team.iter_mut().find(|(other, _)| *other == at) else {
                team.push((at, squad));
                continue;
            };
            there.1 += squad;
            if there.1.total() > PLACES {
                faults.add(&format!("{key}.{at}"), |text| {
                    message!(text, "fault-crowded-square", most = PLACES, at)
                });
            }
        }
        for (item, name) in without[number].iter().enumerate() {
            let place = format!("guards_without.{count}[{item}]");
            let Some(at) = map::square(name, level, &place, faults) else {
                continue;
            };
            let before = team.len();
            team.retain(|&(other, _)| other != at);
            if team.len() == before {
                faults.add(&place, |text| message!(text, "fault-no-guards-there", at));
            }
        }
        team.sort_unstable_by_key(|&(at, _)| at);
        enough(team, count, figures, faults);
    }
    teams
}

/// Whether there are as many figures as guards.
fn enough(team: &[(Square, Squad)], count: usize, figures: Squad, faults: &mut Faults) {
    for guard in Guard::ALL {
        // On a map of 144 squares there could be more than a byte counts.
        let standing: u16 = team.iter().map(|(_, squad)| u16::from(squad.count(guard))).sum();
        let all = figures.count(guard);
        if standing > u16::from(all) {
            faults.add(&format!("figures.{}", guard.notation()), |text| {
                message!(text, "fault-too-few-figures", count, standing, guard, all)
            });
        }
    }
}
