//! The guards of a memory, and the notation in which guards are written.

use intrigue_core::quote;

use super::faults::Faults;
use super::map;
use crate::content::document::RawMemory;
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
        let written = quote(written);
        faults.add(
            place,
            format!("{written} is no group of 1 to 4 guards: X is a crossbowman, E an elite."),
            format!(
                "{written} n'est pas un groupe de 1 à 4 gardes : X est un arbalétrier, E un élite."
            ),
        );
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
            let group = quote(group);
            faults.add(
                place,
                format!("{group} must begin with one of the letters A to D, each used once."),
                format!("{group} doit commencer par une des lettres A à D, une fois chacune."),
            );
            continue;
        };
        squads[letter] = squad(&group[1..], place, faults).unwrap_or_default();
    }
    squads
}

/// The guards at set-up for 1 to 4 assassins.
pub(super) fn guards(
    raw: &RawMemory,
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
                faults.add(
                    &place,
                    "No guard stands where assassins come in.",
                    "Aucun garde ne se tient là où entrent les assassins.",
                );
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
                faults.add(
                    &format!("{key}.{at}"),
                    format!("With those of `guards` more than {PLACES} stand on {at}."),
                    format!("Avec ceux de `guards`, plus de {PLACES} se tiennent en {at}."),
                );
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
                faults.add(
                    &place,
                    format!("There are no guards on {at}."),
                    format!("Il n'y a pas de gardes en {at}."),
                );
            }
        }
        team.sort_unstable_by_key(|&(at, _)| at);
        enough(team, count, figures, faults);
    }
    teams
}

/// Whether there are as many figures as guards.
fn enough(team: &[(Square, Squad)], count: usize, figures: Squad, faults: &mut Faults) {
    for (kind, en, fr) in [
        (Guard::Crossbowman, "crossbowmen", "arbalétriers"),
        (Guard::Elite, "elites", "élites"),
    ] {
        // On a map of 144 squares there could be more than a byte counts.
        let standing: u16 = team
            .iter()
            .map(|(_, squad)| u16::from(squad.count(kind)))
            .sum();
        let all = figures.count(kind);
        if standing > u16::from(all) {
            faults.add(
                &format!("figures.{}", kind.notation()),
                format!(
                    "With {count} assassins {standing} {en} stand on the map, of {all} figures."
                ),
                format!(
                    "Avec {count} assassins, {standing} {fr} se tiennent sur la carte, pour {all} \
                     figurines."
                ),
            );
        }
    }
}
