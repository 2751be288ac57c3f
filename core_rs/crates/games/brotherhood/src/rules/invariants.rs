//! The invariants of the rule sheet.

use crate::content::squares::{PLACES, Squad};
use crate::rules::state::{Brotherhood, CUBES, Place};

impl Brotherhood {
    /// What is wrong with this table, if anything.
    pub(crate) fn find_fault(&self) -> Option<String> {
        self.guard_fault().or_else(|| self.crew_fault()).or_else(|| self.turn_fault())
    }

    fn guard_fault(&self) -> Option<String> {
        let table = &self.table;
        let level = &table.mission.level;
        let mut figures = table.reserve + table.boxed;
        for at in level.squares.iter() {
            let (guards, bodies) = (table.guards[at.index()], table.bodies[at.index()]);
            figures += guards + bodies;
            if guards.total() > PLACES {
                return Some(format!("{} guards stand on {at}", guards.total()));
            }
            if table.watched.contains(at) == guards.is_empty() {
                return Some(format!("whether guards stand on {at} is told in two ways"));
            }
            if table.strewn.contains(at) == bodies.is_empty() {
                return Some(format!("whether bodies lie on {at} is told in two ways"));
            }
        }
        if figures != table.mission.figures {
            return Some(format!("there are {figures:?} figures"));
        }
        for (number, objective) in level.objectives.iter().enumerate() {
            let posted = table.posted[number];
            let guards = table.guards[objective.at.index()];
            let among = posted.crossbowmen <= guards.crossbowmen && posted.elites <= guards.elites;
            if !among || posted.total() > objective.places {
                return Some(format!("{posted:?} are on the places of {}", objective.at));
            }
            if table.objectives >> number & 1 == 0 && posted != Squad::NONE {
                return Some(format!(
                    "guards are on the places of {}, which is done",
                    objective.at
                ));
            }
            if table.volunteer(number).is_some() {
                return Some(format!("a guard stands beside a free place of {}", objective.at));
            }
        }
        if !table.bases.without(level.squares).is_empty() {
            return Some("a base lies off the level".to_owned());
        }
        None
    }

    fn crew_fault(&self) -> Option<String> {
        let table = &self.table;
        for (who, one) in table.assassins().iter().enumerate() {
            let bad = |what: &str| Some(format!("assassin {who} {what}"));
            if one.cubes > CUBES {
                return bad("has too many cubes");
            }
            if one.wanted && (one.hidden || one.critical() || one.square().is_none()) {
                return bad("is wanted where it can't be");
            }
            if one.wanted && !table.alert {
                return bad("is wanted without an alert");
            }
            if one.hidden && one.critical() {
                return bad("hides and lies critical");
            }
            if one.hearts > table.heart_limit(one) {
                return bad("has too many hearts");
            }
            if one.present() && !one.critical() && one.hearts == 0 {
                return bad("stands without a heart");
            }
            if one.critical() && one.square().is_none() {
                return bad("lies critical off the squares");
            }
            if let Place::Square(at) = one.place {
                if !table.mission.level.squares.contains(at) {
                    return bad("stands off the level");
                }
                if one.hidden && !table.mission.level.spots.contains(at) {
                    return bad("hides where there is no spot");
                }
                let others = table.assassins()[..who].iter();
                if one.hidden && others.clone().any(|o| o.hidden && o.place == one.place) {
                    return bad("shares a hiding spot");
                }
            }
            if one.saved && !table.mission.save {
                return self.options.campaign.is_none().then(|| "a cube is saved".to_owned());
            }
        }
        None
    }

    fn turn_fault(&self) -> Option<String> {
        let table = &self.table;
        if table.turn > self.options.limit() {
            return Some(format!("it is turn {}", table.turn));
        }
        if table.event.is_some_and(|event| table.events >> event & 1 == 1) {
            return Some("the event in force is in the deck too".to_owned());
        }
        for (kind, &host) in table.companions.iter().enumerate() {
            if host.is_some_and(|host| host.index() >= usize::from(table.size)) {
                return Some(format!("companions {kind} are with nobody"));
            }
        }
        if table.ending.is_none() && table.pending.agenda.tasks().is_empty() {
            return Some("nothing is to be done".to_owned());
        }
        None
    }
}
