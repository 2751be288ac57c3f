//! Planted leaks: channels of this game that each show something hidden. The twin-worlds property
//! must catch every one.

use intrigue_core::{Bits, Game, Seat, SeatSet, Settings, Viewer};
use intrigue_testkit::{Channels, catch_leaks};

use crate::content::{Character, Hand};
use crate::knowledge::view::{Seen, View};
use crate::rules::action::{BLOCK, CHALLENGE, DISCARD, STEAL, TAX};
use crate::rules::refusal::RefusalReason;
use crate::rules::state::{Complots, Event, Phase, Stage};

type Mutant = intrigue_testkit::Mutant<Complots>;

fn variants() -> Vec<Settings> {
    let variant = |seats: &str, fifth: &str, reactions: &str| {
        [("seats", seats), ("fifth_character", fifth), ("reactions", reactions)]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into()
    };
    vec![
        variant("2", "inquisitor", "fastest"),
        variant("3", "ambassador", "fastest"),
        variant("4", "inquisitor", "clockwise"),
        variant("2", "ambassador", "clockwise"),
    ]
}

/// Another seat: the one left of the viewer.
fn rival(state: &Complots, viewer: Viewer) -> Seat {
    let all = SeatSet::first(state.options.seats.into());
    let last = Seat::new(usize::from(state.options.seats) - 1).expect("a seat");
    all.next_after(viewer.seat().unwrap_or(last)).expect("a seat")
}

fn hand_of(state: &Complots, seat: Seat) -> Hand {
    *state.hands[seat.index()].peek()
}

fn in_view(name: &'static str, leak: impl Fn(&mut View, &Complots, Seat) + 'static) -> Mutant {
    let view = move |state: &Complots, viewer: Viewer| {
        let mut view = state.view(viewer);
        leak(&mut view, state, rival(state, viewer));
        view
    };
    (name, Channels::with_view(view))
}

fn in_events(
    name: &'static str,
    leak: impl Fn(Option<Seen>, &Complots, &Event, Viewer) -> Option<Seen> + 'static,
) -> Mutant {
    let see = move |state: &Complots, event: &Event, viewer: Viewer| {
        leak(Complots::see(event, viewer), state, event, viewer)
    };
    (name, Channels::with_see(see))
}

fn in_legal(name: &'static str, leak: impl Fn(&mut u128, &Complots, Seat) + 'static) -> Mutant {
    let legal = move |state: &Complots, seat: Seat| {
        let Bits([low, high]) = state.legal(seat);
        let mut bits = u128::from(high) << 64 | u128::from(low);
        leak(&mut bits, state, seat);
        #[expect(clippy::cast_possible_truncation, reason = "the two halves of 128 bits")]
        Bits([bits as u64, (bits >> 64) as u64])
    };
    (name, Channels::with_legal(legal))
}

fn view_mutants() -> Vec<Mutant> {
    vec![
        in_view("the hand of the seat to the left beside the own", |view, state, rival| {
            if let Some(secrets) = &mut view.secrets {
                secrets.hand.add_all(hand_of(state, rival));
            }
        }),
        in_view("the court is one larger if it holds a Duchess", |view, state, _| {
            view.court += u8::from(state.court.peek().has(Character::Duchess));
        }),
        in_view("a coin more for who holds the Assassin", |view, state, rival| {
            let assassin = hand_of(state, rival).has(Character::Assassin);
            view.sides[rival.index()].coins += u8::from(assassin);
        }),
        in_view("equal cards count as one", |view, state, rival| {
            let hand = hand_of(state, rival);
            if hand.total() == 2 && hand.kinds().is_power_of_two() {
                view.sides[rival.index()].face_down = 1;
            }
        }),
        in_view("a Captain in hand lies face up already", |view, state, rival| {
            if hand_of(state, rival).has(Character::Captain) {
                view.sides[rival.index()].face_up.add(Character::Captain);
            }
        }),
        in_view("the treasury counts Countesses in the court", |view, state, _| {
            view.treasury -= state.court.peek().count(Character::Countess).min(view.treasury);
        }),
        in_view("the turn counts double while the active seat lies", |view, state, _| {
            let claim = state.pending.and_then(|u| state.claim(u.turn_action));
            if claim.is_some_and(|card| !hand_of(state, state.active).has(card)) {
                view.turn *= 2;
            }
        }),
        in_view("who has passed in a sealed window leaves the list", |view, state, _| {
            if let Phase::Window(..) = state.phase {
                view.question.window = state.owing();
            }
        }),
        in_view("sealed passes are listed", |view, state, _| {
            if let Phase::Window(_, passed) = state.phase {
                view.question.passed = *passed.peek();
            }
        }),
        in_view("everybody sees the examined card", |view, state, _| {
            if let (Phase::Verdict(card), Some(secrets)) = (state.phase, &mut view.secrets) {
                secrets.examined = Some(*card.peek());
            }
        }),
        in_view("the card that the other seat keeps", |view, state, rival| {
            if let (Phase::Keep(kept), Some(secrets)) = (state.phase, &mut view.secrets) {
                secrets.kept = kept.peek()[rival.index() & 1];
            }
        }),
        in_view("what the other seat has set aside", |view, state, rival| {
            if let (2, Some(secrets)) = (state.options.seats, &mut view.secrets) {
                secrets.set_aside = *state.aside[rival.index() & 1].peek();
            }
        }),
        in_view("a claim that is a lie counts as challenged", |view, state, _| {
            let Some(pending) = &mut view.question.pending else {
                return;
            };
            let claim = state.claim(pending.turn_action);
            if claim.is_some_and(|card| !hand_of(state, state.active).has(card)) {
                pending.lost_challenger = Some(state.active);
            }
        }),
        in_view("one card fewer to return after drawing a Duchess", |view, state, _| {
            if let Phase::Return(_) = state.phase
                && hand_of(state, state.active).has(Character::Duchess)
            {
                view.question.to_return = 1;
            }
        }),
    ]
}

fn event_mutants() -> Vec<Mutant> {
    vec![
        in_events("a replacement is shown to all, the challenger included", |seen, _, event, _| {
            match (seen, event) {
                (Some(Seen::Drew(seat, count, _)), Event::Drew(_, cards)) => {
                    Some(Seen::Drew(seat, count, *cards.peek()))
                }
                (seen, _) => seen,
            }
        }),
        in_events("a returned card is echoed to all", |seen, _, event, _| match (seen, event) {
            (Some(Seen::Returned(seat, _)), Event::Returned(_, card)) => {
                Some(Seen::Returned(seat, Some(*card.peek())))
            }
            (seen, _) => seen,
        }),
        in_events(
            "returning a card that is still held is not told",
            |seen, state, event, viewer| match event {
                Event::Returned(seat, card)
                    if !viewer.is(*seat) && hand_of(state, *seat).has(*card.peek()) =>
                {
                    None
                }
                _ => seen,
            },
        ),
        in_events("an examined card is shown to all", |seen, _, event, _| match (seen, event) {
            (Some(Seen::Showed(seat, examiner, _)), Event::Showed(_, _, card)) => {
                Some(Seen::Showed(seat, examiner, Some(*card.peek())))
            }
            (seen, _) => seen,
        }),
        in_events(
            "the card not shown is told to the examiner",
            |seen, state, event, viewer| match (seen, event) {
                (Some(Seen::Showed(seat, examiner, Some(card))), Event::Showed(..))
                    if viewer.is(examiner) =>
                {
                    let mut rest = hand_of(state, seat);
                    rest.take(card);
                    let other = if rest.is_empty() { card } else { rest.nth(0) };
                    Some(Seen::Showed(seat, examiner, Some(other)))
                }
                (seen, _) => seen,
            },
        ),
        in_events(
            "a sealed pass is shown if the seat had nothing",
            |seen, state, event, viewer| match event {
                Event::PassedSealed(seat)
                    if !viewer.is(*seat) && !hand_of(state, *seat).has(Character::Duchess) =>
                {
                    Some(Seen::Passed(*seat))
                }
                _ => seen,
            },
        ),
        in_events(
            "a choice of cards is shown to the other seat",
            |seen, _, event, _| match event {
                Event::Kept(_, card) => Some(Seen::Kept(*card.peek())),
                _ => seen,
            },
        ),
        in_events("the deal shows the hand to the left", |seen, _, event, viewer| {
            match (seen, event, viewer.seat()) {
                (Some(Seen::Dealt(first, hand)), Event::Dealt(_, hands), Some(seat)) => {
                    let next =
                        hands.iter().skip(seat.index() + 1).find(|hand| !hand.peek().is_empty());
                    let mut both = hand;
                    both.add_all(next.map_or(Hand::EMPTY, |hand| *hand.peek()));
                    Some(Seen::Dealt(first, both))
                }
                (seen, _, _) => seen,
            }
        }),
        in_events("the deal reaches spectators with a hand", |seen, _, event, viewer| {
            match (event, viewer) {
                (Event::Dealt(first, hands), Viewer::Spectator) => {
                    Some(Seen::Dealt(*first, *hands[0].peek()))
                }
                _ => seen,
            }
        }),
        in_events("an unbroken lie is not followed by a turn's number", |seen, state, event, _| {
            match event {
                Event::TurnBegan(turn, seat) if hand_of(state, *seat).has(Character::Countess) => {
                    Some(Seen::TurnBegan(turn + 1000, *seat))
                }
                _ => seen,
            }
        }),
        in_events("a loss tells what else was held", |seen, state, event, _| match event {
            Event::Lost(seat, _) if hand_of(state, *seat).has(Character::Assassin) => {
                Some(Seen::Lost(*seat, Character::Assassin))
            }
            _ => seen,
        }),
    ]
}

fn prompt_mutants() -> Vec<Mutant> {
    let asked = |state: &Complots, viewer: Viewer| {
        // Nobody is said to be asked which of two equal cards to lose.
        match state.phase {
            Phase::Lose(seat, _) if hand_of(state, seat).kinds().is_power_of_two() => {
                SeatSet::EMPTY
            }
            _ => state.asked(viewer),
        }
    };
    let owing = |state: &Complots, _: Viewer| state.turn().seats();
    let check = |state: &Complots, seat: Seat, action: crate::Action| {
        state.check(seat, action).map_err(|rule| match action {
            crate::Action::Coup(target)
                if hand_of(state, target).kinds().is_power_of_two() && target != seat =>
            {
                RefusalReason::OtherQuestion
            }
            _ => rule,
        })
    };
    let features = |state: &Complots, viewer: Viewer| {
        let mut out = (Channels::<Complots>::default().features)(state, viewer);
        for card in Character::ALL {
            out[6 + card as usize] = hand_of(state, rival(state, viewer)).count(card).cast_signed();
        }
        out
    };
    let court = |state: &Complots, viewer: Viewer| {
        let mut out = (Channels::<Complots>::default().features)(state, viewer);
        *out.last_mut().expect("a number") =
            state.court.peek().count(Character::Captain).cast_signed();
        out
    };
    vec![
        in_legal("no tax while the court holds no Duchess", |legal, state, _| {
            if state.phase == Phase::Act && !state.court.peek().has(Character::Duchess) {
                *legal &= !(1 << TAX);
            }
        }),
        in_legal("a true claim can't be challenged", |legal, state, _| {
            if let Phase::Window(Stage::ChallengeAction, _) = state.phase {
                let claim = state.pending.and_then(|u| state.claim(u.turn_action));
                if claim.is_some_and(|card| hand_of(state, state.active).has(card)) {
                    *legal &= !(1 << CHALLENGE);
                }
            }
        }),
        in_legal("a block is offered only against the truth", |legal, state, _| {
            if let Phase::Window(Stage::Block, _) = state.phase
                && !hand_of(state, state.active).has(Character::Captain)
            {
                *legal &= !(0b11_1111 << BLOCK);
            }
        }),
        in_legal("who holds a Captain can't be named", |legal, state, seat| {
            if state.phase == Phase::Act {
                for target in state.living.iter().filter(|&target| target != seat) {
                    if hand_of(state, target).has(Character::Captain) {
                        *legal &= !(1 << (STEAL as usize + target.index()));
                    }
                }
            }
        }),
        in_legal("no discard if the court has only such cards", |legal, state, _| {
            if let Phase::Verdict(card) = state.phase
                && state.court.peek().has(*card.peek())
            {
                *legal &= !(1 << DISCARD);
            }
        }),
        ("equal cards are not asked for", Channels::with_asked(asked)),
        ("who still owes an answer is listed", Channels::with_asked(owing)),
        ("a coup is refused otherwise", Channels::with_check(check)),
        ("features show a hand", Channels::with_features(features)),
        ("features show the court", Channels::with_features(court)),
    ]
}

#[test]
fn planted_leaks_are_caught() {
    let mutants = [view_mutants(), event_mutants(), prompt_mutants()];
    catch_leaks(&variants(), &mutants.into_iter().flatten().collect::<Vec<_>>());
}
