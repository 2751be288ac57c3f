//! Views and events in notation, as scenarios and golden records write them.

use std::fmt::Write;

use intrigue_core::{Seat, SeatSet};

use crate::content::cards::{Card, Skill, ZONES, Zone};
use crate::content::pack::Cards;
use crate::knowledge::seen_moves::Place;
use crate::knowledge::view::{Agent, Seen, View};
use crate::rules::action::{Mark, Spot};
use crate::rules::state::{Question, Step, StepKind};

pub(super) fn facts(view: &View) -> Vec<(String, String)> {
    let mut facts = public_facts(view);
    for (seat, side) in view.sides.iter().enumerate() {
        let yes = |zone: &Zone| side.dominates[*zone as usize];
        let dominated = Zone::ALL.into_iter().filter(yes).map(Zone::notation);
        facts.extend([
            (format!("hand_size {seat}"), side.hand.to_string()),
            (format!("strengths {seat}"), list(side.strengths.map(i32::from))),
            (format!("dominates {seat}"), join(dominated)),
            (format!("missions {seat}"), list(side.missions.map(i32::from))),
            (format!("resigned {seat}"), yes_or_no(side.resigned)),
        ]);
        for zone in Zone::ALL {
            let here = view
                .agents
                .iter()
                .filter(|agent| agent.spot.side() == seat && agent.spot.zone() == zone);
            let notation = |agent: &Agent| {
                let weapons = armed("+", &agent.weapons);
                let owner = if agent.owner.index() == seat {
                    String::new()
                } else {
                    format!("@{}", agent.owner)
                };
                format!("{}{weapons}{owner}={}", agent.card.notation(), agent.strength)
            };
            let agents = here.map(notation).collect::<Vec<_>>().join(" ");
            facts.push((format!("zone {seat} {}", zone.notation()), agents));
        }
    }
    facts.extend(secret_facts(view));
    facts
}

fn public_facts(view: &View) -> Vec<(String, String)> {
    let used = view.used_skills().map(Skill::notation);
    let deployed = view.deployment.agents.cards().iter().zip(view.deployment.strengths);
    let deployed = deployed.map(|(card, strength)| format!("{}={strength}", card.notation()));
    let top = view.graveyard.last().map_or("none", |card| card.notation());
    let end = view.end.as_ref();
    let bounties = end.map_or(String::new(), |end| {
        let worth = |side: &[Cards; ZONES]| side.iter().map(|m| m.bounty()).sum();
        list(end.missions.iter().map(|side| -> u32 { worth(side) }))
    });
    [
        ("turn", view.turn.to_string()),
        ("active", view.active.to_string()),
        ("conspiracy", view.variant.conspiracy.map_or("none", |c| c.notation()).to_owned()),
        ("stage", view.question.stage.notation().to_owned()),
        ("asked", view.question.seat.to_string()),
        (
            "named",
            view.question.named.map_or(String::new(), |named| join(named.map(Mark::notation))),
        ),
        ("pile", view.question.pile.to_string()),
        ("focus", view.question.focus.map_or(String::new(), Spot::notation)),
        ("deck", view.deck.to_string()),
        ("piles", list(view.piles)),
        ("graveyard", names(view.graveyard.iter().copied())),
        ("graveyard_top", top.to_owned()),
        ("graveyard_size", view.graveyard.len().to_string()),
        ("skills", join(used)),
        ("deployed", deployed.collect::<Vec<_>>().join(" ")),
        ("mission_laid", yes_or_no(view.deployment.mission)),
        ("deceived", yes_or_no(view.deployment.deceived)),
        ("finale", view.finale.map_or("none".to_owned(), set)),
        ("ending", end.map_or("none", |end| end.ending.notation()).to_owned()),
        ("winners", end.map_or(String::new(), |end| set(end.winners))),
        ("bounties", bounties),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

fn secret_facts(view: &View) -> Vec<(String, String)> {
    let secrets = view.secrets.unwrap_or_default();
    let known = view.seen_moves.known(view.viewer).into_iter().map(|known| {
        let places: Vec<String> = known.places().map(Place::notation).collect();
        format!("{}@{}", known.card.notation(), places.join("|"))
    });
    let mut facts = vec![
        ("hand".to_owned(), names(secrets.hand.cards())),
        ("looking".to_owned(), names(secrets.looking.cards())),
        ("step".to_owned(), step_notation(&secrets.step)),
        ("known".to_owned(), known.collect::<Vec<_>>().join(" ")),
    ];
    for zone in Zone::ALL {
        let missions = names(secrets.missions[zone as usize].cards());
        facts.push((format!("own_missions {}", zone.notation()), missions));
    }
    facts
}

fn step_notation(step: &Step) -> String {
    let kind = match step.kind {
        StepKind::None if step.weapons.is_empty() => return "none".to_owned(),
        StepKind::None => "order",
        StepKind::Agent => "agent",
        StepKind::Blow => "blow",
        StepKind::Deception => "deception",
        StepKind::Skill => "skill",
    };
    let card = step.card.map_or(String::new(), |card| format!(" {}", card.notation()));
    let spot = step.spot.map_or(String::new(), |spot| format!(" at {}", spot.notation()));
    let target = step.target.map_or(String::new(), |mark| format!(" target {}", mark.notation()));
    let weapons = armed(" +", step.weapons.cards());
    format!("{kind}{card}{spot}{target}{weapons}")
}

fn question_notation(question: Question) -> String {
    let mut notation = format!("asked {} {}", question.stage.notation(), question.seat);
    if question.pile > 0 {
        let _ = write!(notation, " pile {}", question.pile);
    }
    if let Some(spot) = question.focus {
        let _ = write!(notation, " focus {}", spot.notation());
    }
    if let Some(named) = question.named {
        let _ = write!(notation, " named {}", join(named.map(Mark::notation)));
    }
    notation
}

pub(super) fn event_notation(seen: &Seen) -> String {
    let card = |card: &Option<Card>| card.map_or("", Card::notation);
    let cards = |cards: &Cards| names(cards.cards());
    let with = |weapons: &[Card]| armed(" +", weapons);
    let by = |knower: &Option<Seat>| knower.map_or(String::new(), |seat| format!(" known {seat}"));
    match seen {
        Seen::Conspired(conspiracy) => format!("conspiracy {}", conspiracy.notation()),
        Seen::Dealt(first, own) => format!("dealt first {first} {}", card(own)),
        Seen::Offered(seat, count, shown) => format!("offered {seat} {count} {}", cards(shown)),
        Seen::Kept(seat, kept) => format!("kept {seat} {}", card(kept)),
        Seen::TurnBegan(turn, seat) => format!("turn {turn} seat {seat}"),
        Seen::Asked(question) => question_notation(*question),
        Seen::Looked(seat, pile, shown) => format!("looked {seat} {pile} {}", cards(shown)),
        Seen::Refused(seat, pile) => format!("refused {seat} {pile}"),
        Seen::Took(seat, pile, count, shown, unseen) => {
            let how = if *unseen { "looted" } else { "took" };
            format!("{how} {seat} {pile} {count} {}", cards(shown))
        }
        Seen::Refilled(pile, put, knower) => format!("refilled {pile}{} {}", by(knower), card(put)),
        Seen::Drew(seat, drawn, knower) => format!("drew {seat}{} {}", by(knower), card(drawn)),
        Seen::Composed(step) => format!("composed {}", step_notation(step)),
        Seen::Deployed(seat, agent, spot, weapons) => {
            format!("deployed {seat} {} at {}{}", agent.notation(), spot.notation(), with(weapons))
        }
        Seen::SkillHappened(skill) => format!("skill {}", skill.notation()),
        Seen::MissionLaid(seat, zone, laid) => {
            format!("mission {seat} {} {}", zone.notation(), card(laid))
        }
        Seen::Named(seat, named) => format!("named {seat} {}", join(named.map(Mark::notation))),
        Seen::Eliminated(mark) => format!("eliminated {}", mark.notation()),
        Seen::Discarded(seat, discarded) => format!("discarded {seat} {}", discarded.notation()),
        Seen::Moved(seat, mark, spot, weapons) => {
            format!("moved {seat} {} to {}{}", mark.notation(), spot.notation(), with(weapons))
        }
        Seen::Scared(seat, mark) => format!("scared {seat} {}", mark.notation()),
        Seen::Whispered(seat, victim, shown) => {
            format!("whispered {seat} {victim} {}", cards(shown))
        }
        Seen::Taken(seat, victim, taken) => format!("taken {seat} from {victim} {}", card(taken)),
        Seen::Spied(seat, spot, shown) => {
            format!("spied {seat} {} {}", spot.notation(), cards(shown))
        }
        Seen::Returned(seat, spot, mission) => {
            format!("returned {seat} {} {}", spot.notation(), card(mission))
        }
        Seen::Conjured(seat, shown) => {
            format!("conjured {seat} {}", names(shown.iter().flatten().copied()))
        }
        Seen::Chosen(seat, kept) => format!("chosen {seat} {}", card(kept)),
        Seen::Arranged(seat, order) => {
            format!("arranged {seat} {}", names(order.iter().flatten().copied()))
        }
        Seen::Exhumed(seat) => format!("exhumed {seat}"),
        Seen::Slipped(seat, ally, passed) => format!("slipped {seat} {ally} {}", card(passed)),
        Seen::FinaleBegan(seats) => format!("finale {}", set(*seats)),
        Seen::Passed(seat) => format!("passed {seat}"),
        Seen::Resigned(seat) => format!("resigned {seat}"),
        Seen::Revealed(missions) => {
            let mut notation = "revealed".to_owned();
            for (seat, side) in missions.iter().enumerate() {
                for card in side.iter().flat_map(|missions| missions.cards()) {
                    let _ = write!(notation, " {seat}:{}", card.notation());
                }
            }
            notation
        }
        Seen::Ended(ending, winners) => {
            format!("ended {} {}", ending.notation(), set(*winners))
        }
    }
}

/// Weapons, each with a sign before it.
fn armed(sign: &str, weapons: &[Card]) -> String {
    weapons.iter().flat_map(|weapon| [sign, weapon.notation()]).collect()
}

fn yes_or_no(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

fn join<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().collect::<Vec<_>>().join(" ")
}

fn list<T: ToString>(numbers: impl IntoIterator<Item = T>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    numbers.join(" ")
}

fn names(cards: impl IntoIterator<Item = Card>) -> String {
    join(cards.into_iter().map(Card::notation))
}

fn set(seats: SeatSet) -> String {
    list(seats.iter())
}
