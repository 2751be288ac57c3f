//! What is asked and what is under way as messages. Both follow from the engine state; so they are
//! only written.

use intrigue_core::wire_fields::seat_numbers;
use intrigue_wire::brotherhood::v1 as wire;
use wire::question::Kind;

use crate::rules::agenda::{Attack, Pass, PendingState, Question, Tests};
use crate::wire::field::ToWire;
use crate::wire::setup::{squad, squares};
use crate::wire::view::cards;

/// What is asked.
pub(crate) fn question(pending: &PendingState) -> Option<wire::Question> {
    let kind = pending.agenda.question().map(|question| kind(question, pending));
    kind.map(|kind| wire::Question { kind: Some(kind) })
}

/// Which message each question has, and which part of it is in which field.
macro_rules! questions {
    ($($question:ident $kind:ident $message:ident { $($field:ident: $part:ident),* };)*) => {
        fn kind(question: Question, pending: &PendingState) -> Kind {
            match question {
                // The market knows which card it is.
                Question::Buyer { offer } => {
                    let card = pending.offer.get(usize::from(offer)).copied().flatten();
                    Kind::Buyer(wire::AskBuyer { card: card.map_or(0, |card| card.write()) })
                }
                $(Question::$question { $($part),* } => {
                    Kind::$kind(wire::$message { $($field: $part.write()),* })
                })*
            }
        }
    };
}

questions! {
    Acts Acts AskActs {};
    Window Window AskWindow {};
    Kit Kit AskKit { card: card, among: among };
    Finder Finder AskFinder { cards: cards, among: among };
    Company Company AskCompany { companion: companion, among: among };
    Cancel Cancel AskCancel {};
    Reroll Reroll AskReroll { tested: tested, by: by };
    Pursuers Pursuers AskPursuers { assassin: assassin, square: from, to: to, count: count };
    Way Direction AskDirection { square: from, directions: ways };
    First First AskFirst { to: to, directions: ways };
    Movers Movers AskMovers { square: from, to: to, count: count };
    Shot Shot AskShot { square: from, directions: ways, dice: dice };
    Spare Spare AskSpare { among: among, left: left };
    Placed Placed AskPlaced { entrance: entrance, count: count };
    Body Body AskBody { guard: guard };
    Entrance Entrance AskEntrance { entrances: entrances };
    Reinforcement Reinforcement AskReinforcement { first: first, second: second };
    Elites Elites AskElites { assassin: assassin, counts: counts };
    Crossbowmen Crossbowmen AskCrossbowmen { assassin: assassin, counts: counts };
    Drowned Drowned AskDrowned { assassin: assassin };
    Vanished Vanished AskVanished { assassin: assassin };
    Move Move AskMove { assassin: assassin, unseen: unseen, ability: ability };
    Hide Hide AskHide { assassin: assassin, hidden: hidden };
    Keep Keep AskKeep { assassin: assassin };
    TradePair TradePair AskTradePair { payer: payer };
    TradeCard TradeCard AskTradeCard { payer: payer, giver: giver, taker: taker };
    Consent Consent AskConsent { payer: payer };
    Station Station AskStation {};
    Place Place AskPlace { assassin: assassin, station: station };
    Sell Sell AskSell { assassin: assassin };
    Buy Buy AskBuy {};
    Tend Tend AskTend { assassin: assassin };
}

/// What the steps under way show.
pub(crate) fn under_way(pending: &PendingState) -> wire::StepsUnderWay {
    let market = matches!(pending.agenda.question(), Some(Question::Buy | Question::Buyer { .. }));
    let offer = pending.offer.iter().flatten().filter(|_| market);
    let pass = |pass: Pass| wire::TradePass {
        giver: pass.giver.write(),
        taker: pass.taker.write(),
        card: pass.card.write(),
    };
    wire::StepsUnderWay {
        direction: pending.way.write(),
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

fn attack(attack: Attack) -> wire::Attack {
    wire::Attack {
        assassin: attack.assassin.write(),
        square: attack.target.to_string(),
        hits: attack.hits.into(),
        specials: attack.specials.into(),
        felled: Some(squad(attack.felled)),
    }
}

fn tests(tests: Tests) -> Option<wire::DetectionTests> {
    (tests != Tests::NONE).then(|| wire::DetectionTests {
        dice: tests.dice.map(u32::from).to_vec(),
        bodies: tests.bodies.into(),
        body_dice: tests.body_dice.into(),
        red: tests.red,
    })
}
