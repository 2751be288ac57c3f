//! What is seen as messages, and back; with it questions and steps, which views have too.

use intrigue_core::Seat;
use intrigue_core::wire_fields::{
    enum_number, read_byte, read_enum, read_optional_enum, seat_number, seat_numbers,
};
use intrigue_wire::shadow_blades::v1 as wire;
use wire::shadow_blades_event::Kind;

use crate::content::cards::{Card, Conspiracy, Skill, Zone};
use crate::knowledge::view::Seen;
use crate::rules::state::{Ending, PILES, Question, Row, Stage, Step, StepKind, WEAPONRY};
use crate::wire::view::{
    card, cards, mark, maybe_card, missions, part, read_card, read_cards, read_mark,
    read_maybe_card, read_missions, read_row, read_seat, read_seats, read_spot, read_two_marks,
    row, spot,
};

/// The kinds of steps that are begun: the message's zero is none.
const STEP_KINDS: [StepKind; 4] =
    [StepKind::Agent, StepKind::Blow, StepKind::Deception, StepKind::Skill];

/// Cards of which a viewer sees all or none.
fn all_or_none<const N: usize>(seen: Option<[Card; N]>) -> Vec<i32> {
    seen.map_or(Vec::new(), |cards| row(&cards))
}

#[expect(clippy::option_option, reason = "unreadable, absent, or there")]
fn read_all_or_none<const N: usize>(numbers: &[i32]) -> Option<Option<[Card; N]>> {
    if numbers.is_empty() {
        return Some(None);
    }
    let cards: [Card; N] = read_row(numbers, N)?.try_into().ok()?;
    Some(Some(cards))
}

/// The number of a pile, 1 to 3.
fn read_pile(number: u32) -> Option<u8> {
    read_byte(number).filter(|&pile| (1..=PILES).contains(&pile.into()))
}

#[expect(clippy::option_option, reason = "unreadable, absent, or there")]
fn read_knower(number: Option<u32>) -> Option<Option<Seat>> {
    number.map_or(Some(None), |number| read_seat(number).map(Some))
}

pub(crate) fn question(question: Question) -> wire::Question {
    let named = question.named.iter().flatten();
    wire::Question {
        stage: enum_number(question.stage as usize),
        seat: seat_number(question.seat),
        named: named.map(|&one| mark(one)).collect(),
        pile: question.pile.into(),
        focus: question.focus.map(spot),
    }
}

pub(crate) fn read_question(message: &wire::Question) -> Option<Question> {
    Some(Question {
        stage: read_enum(&Stage::ALL, message.stage)?,
        seat: read_seat(message.seat)?,
        named: match message.named.as_slice() {
            [] => None,
            named => Some(read_two_marks(named)?),
        },
        pile: read_byte(message.pile).filter(|&pile| usize::from(pile) <= PILES)?,
        focus: part(message.focus, read_spot)?,
    })
}

/// A step; absent if none is begun.
pub(crate) fn step(step: &Step) -> Option<wire::Step> {
    (*step != Step::default()).then(|| wire::Step {
        // None is the first of its kinds.
        kind: enum_number(step.kind as usize) - 1,
        card: maybe_card(step.card),
        spot: step.spot.map(spot),
        target: step.target.map(mark),
        weapons: row(step.weapons.cards()),
    })
}

pub(crate) fn read_step(message: Option<&wire::Step>) -> Option<Step> {
    let Some(message) = message else {
        return Some(Step::default());
    };
    Some(Step {
        kind: read_optional_enum(&STEP_KINDS, message.kind)?.unwrap_or_default(),
        card: read_maybe_card(message.card)?,
        spot: part(message.spot, read_spot)?,
        target: part(message.target, read_mark)?,
        weapons: Row::of(&read_row(&message.weapons, WEAPONRY)?)?,
    })
}

#[expect(clippy::too_many_lines, reason = "one arm an event")]
pub(crate) fn seen(seen: &Seen) -> wire::ShadowBladesEvent {
    let kind = match seen {
        Seen::Conspired(conspiracy) => {
            Kind::Conspired(wire::Conspired { conspiracy: enum_number(*conspiracy as usize) })
        }
        Seen::Dealt(first, own) => {
            Kind::Dealt(wire::Dealt { first: seat_number(*first), card: maybe_card(*own) })
        }
        Seen::Offered(to, count, offered) => Kind::Offered(wire::Offered {
            seat: seat_number(*to),
            count: (*count).into(),
            cards: cards(*offered),
        }),
        Seen::Kept(by, kept) => {
            Kind::Kept(wire::Kept { seat: seat_number(*by), card: maybe_card(*kept) })
        }
        Seen::TurnBegan(turn, of) => {
            Kind::TurnBegan(wire::TurnBegan { turn: (*turn).into(), seat: seat_number(*of) })
        }
        Seen::Asked(asked) => Kind::Asked(wire::Asked { question: Some(question(*asked)) }),
        Seen::Looked(by, pile, looked) => Kind::Looked(wire::Looked {
            seat: seat_number(*by),
            pile: (*pile).into(),
            cards: cards(*looked),
        }),
        Seen::Refused(by, pile) => {
            Kind::Refused(wire::Refused { seat: seat_number(*by), pile: (*pile).into() })
        }
        Seen::Took(by, pile, count, taken, unlooked) => Kind::Took(wire::Took {
            seat: seat_number(*by),
            pile: (*pile).into(),
            count: (*count).into(),
            cards: cards(*taken),
            unlooked: *unlooked,
        }),
        Seen::Refilled(pile, laid, knower) => Kind::Refilled(wire::Refilled {
            pile: (*pile).into(),
            card: maybe_card(*laid),
            knower: knower.map(seat_number),
        }),
        Seen::Drew(by, drawn, knower) => Kind::Drew(wire::Drew {
            seat: seat_number(*by),
            card: maybe_card(*drawn),
            knower: knower.map(seat_number),
        }),
        Seen::Composed(own) => Kind::Composed(wire::Composed { step: step(own) }),
        Seen::Deployed(by, agent, to, weapons) => Kind::Deployed(wire::Deployed {
            seat: seat_number(*by),
            card: card(*agent),
            spot: Some(spot(*to)),
            weapons: row(weapons),
        }),
        Seen::SkillHappened(skill) => {
            Kind::SkillHappened(wire::SkillHappened { skill: enum_number(*skill as usize) })
        }
        Seen::MissionLaid(by, zone, laid) => Kind::MissionLaid(wire::MissionLaid {
            seat: seat_number(*by),
            zone: enum_number(*zone as usize),
            card: maybe_card(*laid),
        }),
        Seen::Named(by, agents) => {
            Kind::Named(wire::Named { seat: seat_number(*by), agents: agents.map(mark).to_vec() })
        }
        Seen::Eliminated(agent) => Kind::Eliminated(wire::Eliminated { agent: Some(mark(*agent)) }),
        Seen::Discarded(by, discarded) => {
            Kind::Discarded(wire::Discarded { seat: seat_number(*by), card: card(*discarded) })
        }
        Seen::Moved(by, agent, to, weapons) => Kind::Moved(wire::Moved {
            seat: seat_number(*by),
            agent: Some(mark(*agent)),
            spot: Some(spot(*to)),
            weapons: row(weapons),
        }),
        Seen::Scared(by, agent) => {
            Kind::Scared(wire::Scared { seat: seat_number(*by), agent: Some(mark(*agent)) })
        }
        Seen::Whispered(by, victim, hand) => Kind::Whispered(wire::Whispered {
            seat: seat_number(*by),
            victim: seat_number(*victim),
            cards: cards(*hand),
        }),
        Seen::Taken(by, victim, taken) => Kind::Taken(wire::Taken {
            seat: seat_number(*by),
            victim: seat_number(*victim),
            card: maybe_card(*taken),
        }),
        Seen::Spied(by, on, spied) => Kind::Spied(wire::Spied {
            seat: seat_number(*by),
            spot: Some(spot(*on)),
            cards: cards(*spied),
        }),
        Seen::Returned(by, from, mission) => Kind::Returned(wire::Returned {
            seat: seat_number(*by),
            spot: Some(spot(*from)),
            card: maybe_card(*mission),
        }),
        Seen::Conjured(by, four) => {
            Kind::Conjured(wire::Conjured { seat: seat_number(*by), cards: all_or_none(*four) })
        }
        Seen::Chosen(by, chosen) => {
            Kind::Chosen(wire::Chosen { seat: seat_number(*by), card: maybe_card(*chosen) })
        }
        Seen::Arranged(by, three) => {
            Kind::Arranged(wire::Arranged { seat: seat_number(*by), cards: all_or_none(*three) })
        }
        Seen::Exhumed(by) => Kind::Exhumed(wire::Exhumed { seat: seat_number(*by) }),
        Seen::Slipped(by, ally, slipped) => Kind::Slipped(wire::Slipped {
            seat: seat_number(*by),
            ally: seat_number(*ally),
            card: maybe_card(*slipped),
        }),
        Seen::FinaleBegan(left) => {
            Kind::FinaleBegan(wire::FinaleBegan { seats: seat_numbers(*left) })
        }
        Seen::Passed(by) => Kind::Passed(wire::Passed { seat: seat_number(*by) }),
        Seen::Resigned(by) => Kind::Resigned(wire::Resigned { seat: seat_number(*by) }),
        Seen::Revealed(all) => {
            Kind::Revealed(wire::Revealed { missions: all.iter().map(missions).collect() })
        }
        Seen::Ended(ending, winners) => Kind::Ended(wire::Ended {
            ending: enum_number(*ending as usize),
            winners: seat_numbers(*winners),
        }),
    };
    wire::ShadowBladesEvent { kind: Some(kind) }
}

pub(crate) fn read_seen(event: &wire::ShadowBladesEvent) -> Option<Seen> {
    let read = read_kind(event.kind.as_ref()?)?;
    // Nothing is read that would be written otherwise.
    (seen(&read) == *event).then_some(read)
}

#[expect(clippy::too_many_lines, reason = "one arm an event")]
fn read_kind(kind: &Kind) -> Option<Seen> {
    Some(match kind {
        Kind::Conspired(message) => {
            Seen::Conspired(read_enum(&Conspiracy::ALL, message.conspiracy)?)
        }
        Kind::Dealt(message) => {
            Seen::Dealt(read_seat(message.first)?, read_maybe_card(message.card)?)
        }
        Kind::Offered(message) => Seen::Offered(
            read_seat(message.seat)?,
            read_byte(message.count)?,
            read_cards(&message.cards)?,
        ),
        Kind::Kept(message) => Seen::Kept(read_seat(message.seat)?, read_maybe_card(message.card)?),
        Kind::TurnBegan(message) => {
            Seen::TurnBegan(u16::try_from(message.turn).ok()?, read_seat(message.seat)?)
        }
        Kind::Asked(message) => Seen::Asked(read_question(message.question.as_ref()?)?),
        Kind::Looked(message) => Seen::Looked(
            read_seat(message.seat)?,
            read_pile(message.pile)?,
            read_cards(&message.cards)?,
        ),
        Kind::Refused(message) => Seen::Refused(read_seat(message.seat)?, read_pile(message.pile)?),
        Kind::Took(message) => Seen::Took(
            read_seat(message.seat)?,
            read_pile(message.pile)?,
            read_byte(message.count)?,
            read_cards(&message.cards)?,
            message.unlooked,
        ),
        Kind::Refilled(message) => Seen::Refilled(
            read_pile(message.pile)?,
            read_maybe_card(message.card)?,
            read_knower(message.knower)?,
        ),
        Kind::Drew(message) => Seen::Drew(
            read_seat(message.seat)?,
            read_maybe_card(message.card)?,
            read_knower(message.knower)?,
        ),
        Kind::Composed(message) => Seen::Composed(read_step(message.step.as_ref())?),
        Kind::Deployed(message) => Seen::Deployed(
            read_seat(message.seat)?,
            read_card(message.card)?,
            read_spot(message.spot?)?,
            read_row(&message.weapons, WEAPONRY)?,
        ),
        Kind::SkillHappened(message) => Seen::SkillHappened(read_enum(&Skill::ALL, message.skill)?),
        Kind::MissionLaid(message) => Seen::MissionLaid(
            read_seat(message.seat)?,
            read_enum(&Zone::ALL, message.zone)?,
            read_maybe_card(message.card)?,
        ),
        Kind::Named(message) => {
            Seen::Named(read_seat(message.seat)?, read_two_marks(&message.agents)?)
        }
        Kind::Eliminated(message) => Seen::Eliminated(read_mark(message.agent?)?),
        Kind::Discarded(message) => {
            Seen::Discarded(read_seat(message.seat)?, read_card(message.card)?)
        }
        Kind::Moved(message) => Seen::Moved(
            read_seat(message.seat)?,
            read_mark(message.agent?)?,
            read_spot(message.spot?)?,
            read_row(&message.weapons, WEAPONRY)?,
        ),
        Kind::Scared(message) => Seen::Scared(read_seat(message.seat)?, read_mark(message.agent?)?),
        Kind::Whispered(message) => Seen::Whispered(
            read_seat(message.seat)?,
            read_seat(message.victim)?,
            read_cards(&message.cards)?,
        ),
        Kind::Taken(message) => Seen::Taken(
            read_seat(message.seat)?,
            read_seat(message.victim)?,
            read_maybe_card(message.card)?,
        ),
        Kind::Spied(message) => Seen::Spied(
            read_seat(message.seat)?,
            read_spot(message.spot?)?,
            read_cards(&message.cards)?,
        ),
        Kind::Returned(message) => Seen::Returned(
            read_seat(message.seat)?,
            read_spot(message.spot?)?,
            read_maybe_card(message.card)?,
        ),
        Kind::Conjured(message) => {
            Seen::Conjured(read_seat(message.seat)?, read_all_or_none(&message.cards)?)
        }
        Kind::Chosen(message) => {
            Seen::Chosen(read_seat(message.seat)?, read_maybe_card(message.card)?)
        }
        Kind::Arranged(message) => {
            Seen::Arranged(read_seat(message.seat)?, read_all_or_none(&message.cards)?)
        }
        Kind::Exhumed(message) => Seen::Exhumed(read_seat(message.seat)?),
        Kind::Slipped(message) => Seen::Slipped(
            read_seat(message.seat)?,
            read_seat(message.ally)?,
            read_maybe_card(message.card)?,
        ),
        Kind::FinaleBegan(message) => Seen::FinaleBegan(read_seats(&message.seats)?),
        Kind::Passed(message) => Seen::Passed(read_seat(message.seat)?),
        Kind::Resigned(message) => Seen::Resigned(read_seat(message.seat)?),
        Kind::Revealed(message) => {
            let [one, two, three, four] = message.missions.as_slice() else {
                return None;
            };
            Seen::Revealed(Box::new([
                read_missions(one)?,
                read_missions(two)?,
                read_missions(three)?,
                read_missions(four)?,
            ]))
        }
        Kind::Ended(message) => {
            Seen::Ended(read_enum(&Ending::ALL, message.ending)?, read_seats(&message.winners)?)
        }
    })
}
