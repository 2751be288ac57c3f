//! Open steps that no decisions lead to: they are found, so that a view that was made up with one is
//! refused.

use intrigue_core::{
    ActionSet, Game, Match, NoEvents, Rng, Seat, Seed, Settings, Viewer, fill_defaults, play_chance,
};

use crate::content::cards::Card;
use crate::rules::action::Action;
use crate::rules::options::OPTIONS;
use crate::rules::state::{Phase, ShadowBlades, Stage, Step, StepKind};

/// Asserts that a changed step is found.
fn assert_found(state: &ShadowBlades, change: impl Fn(&mut Step)) {
    let mut changed = state.clone();
    change(changed.step.peek_mut());
    assert!(changed.check_invariants().is_some(), "{:?}", changed.step.peek());
}

/// Asserts that no world fits the view of a seat if its step has another agent.
fn assert_refused(state: &ShadowBlades, seat: Seat, card: Card) {
    let mut view = state.view(Viewer::Seat(seat));
    view.secrets.as_mut().expect("a seat has secrets").step.card = Some(card);
    let world = view.redeal(&mut Rng::new(&Seed::from_number(0), 0));
    assert!(world.is_none_or(|world| world.check_invariants().is_some()), "{}", card.notation());
}

#[test]
fn steps_that_no_decisions_lead_to_are_found() {
    let (mut agents, mut weapons, mut orders) = (0, 0, 0);
    for number in 0..200_u64 {
        let given = Settings::from([
            ("seats".to_owned(), (2 + number % 3).to_string()),
            ("conspiracy".to_owned(), "random".to_owned()),
        ]);
        let full = fill_defaults(OPTIONS, &given).expect("the options are known");
        let options = Match::<ShadowBlades>::options_of(&full).expect("the options are sound");
        let mut state = ShadowBlades::new(&options);
        let mut rng = Rng::new(&Seed::from_number(number), 0);
        loop {
            play_chance(&mut state, &mut rng, &mut NoEvents);
            let Phase::Ask(question) = state.phase else {
                break;
            };
            assert_eq!(state.check_invariants(), None);
            let side = question.seat.index();
            let step = *state.step.peek();
            if step.card.is_some() {
                let hand = *state.hands[side].peek();
                let missing = || Card::all().filter(|&card| !hand.has(card));
                assert_refused(&state, question.seat, missing().next().expect("not all cards"));
                for card in missing() {
                    assert_found(&state, |step| step.card = Some(card));
                    agents += 1;
                }
                assert_found(&state, |step| step.kind = StepKind::None);
            }
            if step.kind != StepKind::None {
                let rest = state.rest(side);
                for card in Card::all().filter(|&card| !rest.has(card)) {
                    assert_found(&state, |step| step.weapons.push(card));
                    weapons += 1;
                }
            }
            if question.stage == Stage::IllusionistOrder {
                let left = state.unordered();
                for card in Card::all().filter(|card| !left.cards().contains(card)) {
                    assert_found(&state, |step| step.weapons.push(card));
                    orders += 1;
                }
            }
            let id = state.legal(question.seat).pick(&mut rng);
            state.play(question.seat, Action::TABLE[usize::from(id.0)], &mut NoEvents);
        }
    }
    let counts = [agents, weapons, orders];
    assert!(counts.into_iter().all(|count| count > 100), "{counts:?}");
}
