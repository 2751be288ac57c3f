//! Views and what is seen as messages, and back.

use intrigue_core::Viewer;
use intrigue_core::wire_fields::{
    enum_number, read_byte, read_enum, read_optional_enum, read_optional_seat, read_seat,
    read_seats, seat_number, seat_numbers,
};
use intrigue_wire::complots::v1 as wire;

use crate::content::{Character, Characters, Hand};
use crate::knowledge::view::{Secrets, Seen, Side, View};
use crate::rules::options::{BlockAfterLostChallenge, Variant};
use crate::rules::sides::Sides;
use crate::rules::state::{Ending, PendingAction, Question, Sequel, Stage, TurnAction};

const TURN_ACTIONS: [TurnAction; 8] = [
    TurnAction::Income,
    TurnAction::ForeignAid,
    TurnAction::Coup,
    TurnAction::Tax,
    TurnAction::Assassinate,
    TurnAction::Steal,
    TurnAction::Exchange,
    TurnAction::Examine,
];
const SEQUELS: [Sequel; 3] = [Sequel::TurnEnds, Sequel::Blocks, Sequel::Power];
const ENDINGS: [Ending; 2] = [Ending::LastInfluence, Ending::TurnLimit];

fn card(card: Character) -> i32 {
    enum_number(card as usize)
}

fn hand(hand: Hand) -> Vec<i32> {
    hand.cards().map(card).collect()
}

fn read_hand(numbers: &[i32]) -> Option<Hand> {
    // No hand has more cards than the game.
    if numbers.len() > 20 {
        return None;
    }
    numbers.iter().map(|&number| read_enum(&Character::ALL, number)).collect()
}

fn read_claimed(numbers: &[i32]) -> Option<Characters> {
    // Each character once.
    let claimed: Characters = read_hand(numbers)?.cards().collect();
    (claimed.iter().count() == numbers.len()).then_some(claimed)
}

fn pending(pending: PendingAction) -> wire::PendingAction {
    wire::PendingAction {
        action: enum_number(pending.turn_action as usize),
        target: pending.target.map(seat_number),
        lost_challenger: pending.lost_challenger.map(seat_number),
        blocker: pending.block.map(|(by, _)| seat_number(by)),
        block: pending.block.map_or(0, |(_, claimed)| card(claimed)),
    }
}

fn read_pending(message: &wire::PendingAction) -> Option<PendingAction> {
    let blocker = read_optional_seat(message.blocker)?;
    let claimed = read_optional_enum(&Character::ALL, message.block)?;
    Some(PendingAction {
        turn_action: read_enum(&TURN_ACTIONS, message.action)?,
        target: read_optional_seat(message.target)?,
        lost_challenger: read_optional_seat(message.lost_challenger)?,
        block: blocker.zip(claimed),
    })
}

fn read_question(
    stage: i32,
    window: &[u32],
    passed: &[u32],
    sequel: i32,
    to_return: u32,
    pending: Option<&wire::PendingAction>,
) -> Option<Question> {
    Some(Question {
        stage: read_enum(&Stage::ALL, stage)?,
        window: read_seats(window)?,
        passed: read_seats(passed)?,
        sequel: read_optional_enum(&SEQUELS, sequel)?,
        to_return: read_byte(to_return)?,
        pending: match pending {
            Some(message) => Some(read_pending(message)?),
            None => None,
        },
    })
}

fn sequel(sequel: Option<Sequel>) -> i32 {
    sequel.map_or(0, |sequel| enum_number(sequel as usize))
}

pub(crate) fn view(view: &View) -> wire::ComplotsView {
    let side = |side: &Side| wire::PublicSeat {
        coins: side.coins.into(),
        face_down: side.face_down.into(),
        face_up: hand(side.face_up),
        claimed: side.claimed.iter().map(card).collect(),
    };
    let secrets = |secrets: Secrets| wire::Secrets {
        hand: hand(secrets.hand),
        set_aside: hand(secrets.set_aside),
        kept: secrets.kept.map_or(0, card),
        passed: secrets.passed,
        examined: secrets.examined.map_or(0, card),
        resigning: secrets.resigning,
    };
    let question = view.question;
    wire::ComplotsView {
        variant: Some(wire::Variant {
            fifth_character: card(view.variant.fifth),
            fastest: view.variant.fastest,
            block_after_lost_challenge: enum_number(
                view.variant.block_after_lost_challenge as usize,
            ),
            turn_limit: view.variant.turn_limit.into(),
            small_deck: view.variant.small_deck,
        }),
        turn: view.turn.into(),
        active: seat_number(view.active),
        treasury: view.treasury.into(),
        court: view.court.into(),
        seats: view.sides.iter().map(side).collect(),
        stage: enum_number(question.stage as usize),
        pending: question.pending.map(pending),
        window: seat_numbers(question.window),
        passed: seat_numbers(question.passed),
        sequel: sequel(question.sequel),
        to_return: question.to_return.into(),
        secrets: view.secrets.map(secrets),
        ending: view.end.map_or(0, |(ending, _)| enum_number(ending as usize)),
        winners: view.end.map_or(Vec::new(), |(_, winners)| seat_numbers(winners)),
    }
}

pub(crate) fn read_view(message: &wire::ComplotsView, viewer: Viewer) -> Option<View> {
    let side = |side: &wire::PublicSeat| {
        Some(Side {
            coins: read_byte(side.coins)?,
            face_down: read_byte(side.face_down)?,
            face_up: read_hand(&side.face_up)?,
            claimed: read_claimed(&side.claimed)?,
        })
    };
    let secrets = |secrets: &wire::Secrets| {
        Some(Secrets {
            hand: read_hand(&secrets.hand)?,
            set_aside: read_hand(&secrets.set_aside)?,
            kept: read_optional_enum(&Character::ALL, secrets.kept)?,
            passed: secrets.passed,
            examined: read_optional_enum(&Character::ALL, secrets.examined)?,
            resigning: secrets.resigning,
        })
    };
    let variant = message.variant.as_ref()?;
    let fifth = read_enum(&Character::ALL, variant.fifth_character)
        .filter(|fifth| matches!(fifth, Character::Ambassador | Character::Inquisitor))?;
    let sides: Vec<Side> = message.seats.iter().map(side).collect::<Option<_>>()?;
    let sides = Sides::of(&sides)?;
    if viewer.seat().is_some_and(|seat| seat.index() >= sides.len()) {
        return None;
    }
    let view = View {
        viewer,
        variant: Variant {
            fifth,
            fastest: variant.fastest,
            block_after_lost_challenge: read_enum(
                &BlockAfterLostChallenge::ALL,
                variant.block_after_lost_challenge,
            )?,
            turn_limit: u16::try_from(variant.turn_limit).ok()?,
            small_deck: variant.small_deck,
        },
        turn: u16::try_from(message.turn).ok()?,
        active: read_seat(message.active)?,
        treasury: read_byte(message.treasury)?,
        court: read_byte(message.court)?,
        sides,
        question: read_question(
            message.stage,
            &message.window,
            &message.passed,
            message.sequel,
            message.to_return,
            message.pending.as_ref(),
        )?,
        secrets: match &message.secrets {
            Some(message) => Some(secrets(message)?),
            None => None,
        },
        end: match read_optional_enum(&ENDINGS, message.ending)? {
            Some(ending) => Some((ending, read_seats(&message.winners)?)),
            None => None,
        },
    };
    view.is_sound().then_some(view)
}

pub(crate) fn seen(seen: &Seen) -> wire::ComplotsEvent {
    use wire::complots_event::Kind;
    let kind = match *seen {
        Seen::Dealt(first, cards) => {
            Kind::Dealt(wire::Dealt { first: seat_number(first), hand: hand(cards) })
        }
        Seen::Kept(kept) => Kind::Kept(wire::Kept { card: card(kept) }),
        Seen::AllKept => Kind::AllKept(wire::AllKept {}),
        Seen::TurnBegan(turn, by) => {
            Kind::TurnBegan(wire::TurnBegan { turn: turn.into(), seat: seat_number(by) })
        }
        Seen::Acted(by, turn_action, target) => Kind::Acted(wire::Acted {
            seat: seat_number(by),
            action: enum_number(turn_action as usize),
            target: target.map(seat_number),
        }),
        Seen::Asked(question) => Kind::Asked(wire::Asked {
            stage: enum_number(question.stage as usize),
            window: seat_numbers(question.window),
            passed: seat_numbers(question.passed),
            sequel: sequel(question.sequel),
            to_return: question.to_return.into(),
            pending: question.pending.map(pending),
        }),
        Seen::Passed(by) => Kind::Passed(wire::Passed { seat: seat_number(by) }),
        Seen::AllPassed => Kind::AllPassed(wire::AllPassed {}),
        Seen::Challenged(by, claimant, character) => Kind::Challenged(wire::Challenged {
            seat: seat_number(by),
            claimant: seat_number(claimant),
            character: card(character),
        }),
        Seen::Blocked(by, character) => {
            Kind::Blocked(wire::Blocked { seat: seat_number(by), character: card(character) })
        }
        Seen::Proved(by, character) => {
            Kind::Proved(wire::Proved { seat: seat_number(by), character: card(character) })
        }
        Seen::Drew(by, count, cards) => Kind::Drew(wire::Drew {
            seat: seat_number(by),
            count: count.into(),
            cards: hand(cards),
        }),
        Seen::Returned(by, returned) => {
            Kind::Returned(wire::Returned { seat: seat_number(by), card: returned.map_or(0, card) })
        }
        Seen::Lost(by, character) => {
            Kind::Lost(wire::Lost { seat: seat_number(by), character: card(character) })
        }
        Seen::Coins(by, amount) => {
            Kind::CoinsChanged(wire::CoinsChanged { seat: seat_number(by), amount: amount.into() })
        }
        Seen::Stole(by, target, amount) => Kind::Stole(wire::Stole {
            seat: seat_number(by),
            target: seat_number(target),
            amount: amount.into(),
        }),
        Seen::Showed(by, examiner, shown) => Kind::Showed(wire::Showed {
            seat: seat_number(by),
            examiner: seat_number(examiner),
            card: shown.map_or(0, card),
        }),
        Seen::Judged(examiner, of, discarded) => Kind::Judged(wire::Judged {
            examiner: seat_number(examiner),
            seat: seat_number(of),
            discarded,
        }),
        Seen::Resigning(by) => Kind::Resigning(wire::Resigning { seat: seat_number(by) }),
        Seen::Resigned(by, cards) => {
            Kind::Resigned(wire::Resigned { seat: seat_number(by), cards: hand(cards) })
        }
        Seen::Ended(ending, winners) => Kind::Ended(wire::Ended {
            ending: enum_number(ending as usize),
            winners: seat_numbers(winners),
        }),
    };
    wire::ComplotsEvent { kind: Some(kind) }
}

pub(crate) fn read_seen(message: &wire::ComplotsEvent) -> Option<Seen> {
    use wire::complots_event::Kind;
    let character = |number: i32| read_enum(&Character::ALL, number);
    Some(match message.kind.as_ref()? {
        Kind::Dealt(dealt) => Seen::Dealt(read_seat(dealt.first)?, read_hand(&dealt.hand)?),
        Kind::Kept(kept) => Seen::Kept(character(kept.card)?),
        Kind::AllKept(_) => Seen::AllKept,
        Kind::TurnBegan(began) => {
            Seen::TurnBegan(u16::try_from(began.turn).ok()?, read_seat(began.seat)?)
        }
        Kind::Acted(acted) => Seen::Acted(
            read_seat(acted.seat)?,
            read_enum(&TURN_ACTIONS, acted.action)?,
            read_optional_seat(acted.target)?,
        ),
        Kind::Asked(asked) => Seen::Asked(read_question(
            asked.stage,
            &asked.window,
            &asked.passed,
            asked.sequel,
            asked.to_return,
            asked.pending.as_ref(),
        )?),
        Kind::Passed(passed) => Seen::Passed(read_seat(passed.seat)?),
        Kind::AllPassed(_) => Seen::AllPassed,
        Kind::Challenged(challenged) => Seen::Challenged(
            read_seat(challenged.seat)?,
            read_seat(challenged.claimant)?,
            character(challenged.character)?,
        ),
        Kind::Blocked(blocked) => {
            Seen::Blocked(read_seat(blocked.seat)?, character(blocked.character)?)
        }
        Kind::Proved(proved) => Seen::Proved(read_seat(proved.seat)?, character(proved.character)?),
        Kind::Drew(drew) => {
            Seen::Drew(read_seat(drew.seat)?, read_byte(drew.count)?, read_hand(&drew.cards)?)
        }
        Kind::Returned(returned) => Seen::Returned(
            read_seat(returned.seat)?,
            read_optional_enum(&Character::ALL, returned.card)?,
        ),
        Kind::Lost(lost) => Seen::Lost(read_seat(lost.seat)?, character(lost.character)?),
        Kind::CoinsChanged(coins) => {
            Seen::Coins(read_seat(coins.seat)?, i8::try_from(coins.amount).ok()?)
        }
        Kind::Stole(stole) => {
            Seen::Stole(read_seat(stole.seat)?, read_seat(stole.target)?, read_byte(stole.amount)?)
        }
        Kind::Showed(showed) => Seen::Showed(
            read_seat(showed.seat)?,
            read_seat(showed.examiner)?,
            read_optional_enum(&Character::ALL, showed.card)?,
        ),
        Kind::Judged(judged) => {
            Seen::Judged(read_seat(judged.examiner)?, read_seat(judged.seat)?, judged.discarded)
        }
        Kind::Resigning(resigning) => Seen::Resigning(read_seat(resigning.seat)?),
        Kind::Resigned(resigned) => {
            Seen::Resigned(read_seat(resigned.seat)?, read_hand(&resigned.cards)?)
        }
        Kind::Ended(ended) => {
            Seen::Ended(read_enum(&ENDINGS, ended.ending)?, read_seats(&ended.winners)?)
        }
    })
}
