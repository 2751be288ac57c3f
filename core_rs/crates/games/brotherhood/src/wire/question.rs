//! What is asked and what is under way as messages. Both follow from the pending, which travel as
//! numbers; so they are only written.

use intrigue_wire::v1 as wire;

use crate::content::squares::Square;
use crate::rules::agenda::{Attack, Kind, Pass, PendingState, Tests};
use crate::rules::state::NOTHING;
use crate::rules::subject::Subject;
use crate::wire::setting::{squad, squares};
use crate::wire::view::{cards, number, places, seats};

/// What a task asks, as the contract numbers it; `None` if it is no question.
pub(crate) fn stage(kind: Kind) -> Option<i32> {
    kind.stage().map(number)
}

/// What is asked: the stage, and only what it speaks of.
pub(crate) fn question(pending: &PendingState) -> Option<wire::BrotherhoodQuestion> {
    let task = pending.agenda.top()?;
    let about = Subject::of(task);
    let name = |at: Option<Square>| at.map_or_else(String::new, |at| at.to_string());
    let ways = (0..4).filter(|way| about.ways >> way & 1 == 1);
    Some(wire::BrotherhoodQuestion {
        stage: stage(task.kind)?,
        assassin: about.assassin.map(u32::from),
        square: name(about.square),
        to: name(about.to),
        number: about.number.map(u32::from),
        ways: ways.map(number).collect(),
        entrances: places(about.entrances.into()),
        giver: about.giver.map(u32::from),
        taker: about.taker.map(u32::from),
        assassins: places(about.assassins.into()),
        numbers: places(about.numbers.into()),
    })
}

/// What the steps under way show.
pub(crate) fn under_way(pending: &PendingState) -> wire::BrotherhoodUnderWay {
    let asked = pending.agenda.top().map(|task| task.kind);
    let offer = match asked {
        Some(Kind::AskCard) => &pending.offer[..2],
        Some(Kind::AskBuy | Kind::AskBuyer) => &pending.offer[..],
        _ => &[],
    };
    let passes = pending.passes[..usize::from(pending.passing)].iter();
    let pass = |pass: &Pass| wire::BrotherhoodPass {
        giver: pass.from.into(),
        taker: pass.to.into(),
        card: pass.kind.into(),
    };
    wire::BrotherhoodUnderWay {
        way: if pending.way < 4 {
            number(pending.way.into())
        } else {
            0
        },
        pending: squares(pending.groups),
        goals: squares(pending.goals),
        passed: seats(pending.passed),
        drawn: cards(&pending.drawn),
        offer: offer
            .iter()
            .filter(|&&card| card != NOTHING)
            .map(|&card| card.into())
            .collect(),
        passes: passes.map(pass).collect(),
        attack: attack(pending.attack),
        tests: tests(pending.tests),
    }
}

fn attack(attack: Attack) -> Option<wire::BrotherhoodAttack> {
    (attack != Attack::default()).then(|| wire::BrotherhoodAttack {
        assassin: attack.who.into(),
        square: Square(attack.at).to_string(),
        hits: attack.hits.into(),
        specials: attack.specials.into(),
        felled: Some(squad(attack.felled)),
    })
}

fn tests(tests: Tests) -> Option<wire::BrotherhoodTests> {
    (tests != Tests::default()).then(|| wire::BrotherhoodTests {
        dice: tests.dice.map(u32::from).to_vec(),
        bodies: tests.bodies.into(),
        body_dice: tests.body_dice.into(),
        red: tests.red,
    })
}

#[cfg(test)]
mod tests_of_stages {
    use super::*;

    #[test]
    fn every_question_has_its_stage() {
        for &kind in Kind::ALL {
            let name = format!("{kind:?}");
            let asks = name.starts_with("Ask") || matches!(kind, Kind::Acts | Kind::Window);
            let stage = stage(kind).map(|number| {
                wire::BrotherhoodStage::try_from(number)
                    .expect("the contract has it")
                    .as_str_name()
            });
            let mut wanted = "BROTHERHOOD_STAGE".to_owned();
            for letter in name.chars() {
                if letter.is_uppercase() {
                    wanted.push('_');
                }
                wanted.push(letter.to_ascii_uppercase());
            }
            assert_eq!(stage, asks.then_some(wanted.as_str()));
        }
    }
}
