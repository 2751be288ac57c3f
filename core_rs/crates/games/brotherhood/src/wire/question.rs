//! What is asked and what is under way as messages. Both follow from the engine state; so they are
//! only written.

use intrigue_core::wire_fields::seat_numbers;
use intrigue_wire::v1 as wire;
use wire::brotherhood_question::Kind;

use crate::rules::agenda::{Attack, Pass, PendingState, Question, Tests};
use crate::wire::field::ToWire;
use crate::wire::setting::{squad, squares};
use crate::wire::view::cards;

/// What is asked.
pub(crate) fn question(pending: &PendingState) -> Option<wire::BrotherhoodQuestion> {
    let kind = pending.agenda.question().map(kind);
    kind.map(|kind| wire::BrotherhoodQuestion { kind: Some(kind) })
}

/// Which message each question has, and which part of it is in which field.
macro_rules! questions {
    ($($question:ident $message:ident { $($field:ident: $part:ident),* };)*) => {
        fn kind(question: Question) -> Kind {
            match question {
                $(Question::$question { $($part),* } => {
                    Kind::$question(wire::$message { $($field: $part.write()),* })
                })*
            }
        }
    };
}

questions! {
    Acts BrotherhoodAskActs {};
    Window BrotherhoodAskWindow {};
    Kit BrotherhoodAskKit { card: card, among: among };
    Finder BrotherhoodAskFinder { cards: cards, among: among };
    Company BrotherhoodAskCompany { companion: companion, among: among };
    Cancel BrotherhoodAskCancel {};
    Reroll BrotherhoodAskReroll { tested: tested, by: by };
    Pursuers BrotherhoodAskPursuers { assassin: assassin, square: from, to: to, count: count };
    Way BrotherhoodAskWay { square: from, ways: ways };
    First BrotherhoodAskFirst { to: to, ways: ways };
    Movers BrotherhoodAskMovers { square: from, to: to, count: count };
    Shot BrotherhoodAskShot { square: from, ways: ways, dice: dice };
    Spare BrotherhoodAskSpare { among: among, left: left };
    Placed BrotherhoodAskPlaced { entrance: entrance, count: count };
    Body BrotherhoodAskBody { guard: guard };
    Entrance BrotherhoodAskEntrance { entrances: entrances };
    Reinforcement BrotherhoodAskReinforcement { first: first, second: second };
    Elites BrotherhoodAskElites { assassin: assassin, counts: counts };
    Crossbowmen BrotherhoodAskCrossbowmen { assassin: assassin, counts: counts };
    Drowned BrotherhoodAskDrowned { assassin: assassin };
    Vanished BrotherhoodAskVanished { assassin: assassin };
    Move BrotherhoodAskMove { assassin: assassin, unseen: unseen, ability: ability };
    Hide BrotherhoodAskHide { assassin: assassin, hidden: hidden };
    Keep BrotherhoodAskKeep { assassin: assassin };
    TradePair BrotherhoodAskTradePair { payer: payer };
    TradeCard BrotherhoodAskTradeCard { payer: payer, giver: giver, taker: taker };
    Consent BrotherhoodAskConsent { payer: payer };
    Station BrotherhoodAskStation {};
    Place BrotherhoodAskPlace { assassin: assassin, station: station };
    Sell BrotherhoodAskSell { assassin: assassin };
    Buy BrotherhoodAskBuy {};
    Buyer BrotherhoodAskBuyer { offer: offer };
    Tend BrotherhoodAskTend { assassin: assassin };
}

/// What the steps under way show.
pub(crate) fn under_way(pending: &PendingState) -> wire::BrotherhoodUnderWay {
    let market = matches!(pending.agenda.question(), Some(Question::Buy | Question::Buyer { .. }));
    let offer = pending.offer.iter().flatten().filter(|_| market);
    let pass = |pass: Pass| wire::BrotherhoodPass {
        giver: pass.giver.write(),
        taker: pass.taker.write(),
        card: pass.card.write(),
    };
    wire::BrotherhoodUnderWay {
        way: pending.way.write(),
        pending: squares(pending.groups),
        goals: squares(pending.goals),
        passed: seat_numbers(pending.passed),
        drawn: cards(&pending.drawn),
        offer: offer.map(ToWire::write).collect(),
        passes: pending.passes().map(pass).collect(),
        attack: pending.attack.map(attack),
        tests: tests(pending.tests),
    }
}

fn attack(attack: Attack) -> wire::BrotherhoodAttack {
    wire::BrotherhoodAttack {
        assassin: attack.assassin.write(),
        square: attack.target.to_string(),
        hits: attack.hits.into(),
        specials: attack.specials.into(),
        felled: Some(squad(attack.felled)),
    }
}

fn tests(tests: Tests) -> Option<wire::BrotherhoodTests> {
    (tests != Tests::NONE).then(|| wire::BrotherhoodTests {
        dice: tests.dice.map(u32::from).to_vec(),
        bodies: tests.bodies.into(),
        body_dice: tests.body_dice.into(),
        red: tests.red,
    })
}
