//! Proofs of clauses that no scenario can give; `tests/golden` names them.

use intrigue_core::{
    ActionSet, Codec, Game, GameAction, Match, NoEvents, RefusalKind, Rng, Seat, Seed, Settings,
    Turn, Viewer, play_chance, playout,
};

use crate::content::{Character, Hand};
use crate::rules::action::Action;
use crate::rules::options::Options;
use crate::rules::state::{COINS, Chance, Complots, Event, PendingAction, Phase, TurnAction};

fn settings(given: &[(&str, &str)]) -> Settings {
    let mut settings = Settings::from([
        ("seats".to_owned(), "3".to_owned()),
        ("first_seat".to_owned(), "0".to_owned()),
    ]);
    for (name, value) in given {
        settings.insert((*name).to_owned(), (*value).to_owned());
    }
    settings
}

/// A match whose deal is scripted.
fn dealt(given: &[(&str, &str)], script: &str) -> Match<Complots> {
    let script = script.split(' ').map(str::to_owned).collect();
    Match::new(&settings(given), Seed::from_number(0), script).expect("the script fits")
}

/// A match whose number decides its seats, windows and fifth character; one of the values of
/// `block_after_lost_challenge` is drawn. With it the source of its random choices.
fn varied(number: u64, blocks: &[&str]) -> (Match<Complots>, Rng) {
    let seed = Seed::from_number(number);
    let mut choice = Rng::new(&seed, u64::MAX);
    let seats = (2 + number % 7).to_string();
    let pick = |bit: u64, off, on| if number >> bit & 1 == 0 { off } else { on };
    let given = [
        ("seats", &seats[..]),
        ("reactions", pick(0, "clockwise", "fastest")),
        ("fifth_character", pick(1, "ambassador", "inquisitor")),
        ("block_after_lost_challenge", blocks[choice.index(blocks.len())]),
    ];
    let the_match = Match::new(&settings(&given), seed, Vec::new());
    (the_match.expect("the options are sound"), choice)
}

fn options(given: &[(&str, &str)]) -> Options {
    *Match::<Complots>::new(&settings(given), Seed::from_number(0), Vec::new())
        .expect("the options are sound")
        .options()
}

fn act(the_match: &mut Match<Complots>, seat: usize, action: Action) {
    let seat = Seat::new(seat).expect("a seat");
    let done = the_match.act(seat, action.id(), None);
    done.expect("the action is legal");
}

/// C-01 and C-02.
#[test]
fn five_characters_in_three_or_four_copies() {
    for (fifth, missing) in
        [("ambassador", Character::Inquisitor), ("inquisitor", Character::Ambassador)]
    {
        for seats in 3..=8_u8 {
            let number = seats.to_string();
            let given = [("seats", &number[..]), ("fifth_character", fifth)];
            let cards = *Complots::new(&options(&given)).court.peek();
            let copies = if seats > 6 { 4 } else { 3 };
            for card in Character::ALL {
                let expected = if card == missing { 0 } else { copies };
                assert_eq!(cards.count(card), expected, "{seats} seats: {card:?}");
            }
        }
    }
}

/// C-04: 24 of silver and 6 of gold, worth 5 each.
#[test]
fn the_bank_holds_fifty_four_coins() {
    assert_eq!(COINS, 24 + 6 * 5);
    for seats in 2..=8_u8 {
        let number = seats.to_string();
        let mut state = Complots::new(&options(&[("seats", &number[..])]));
        play_chance(&mut state, &mut Rng::new(&Seed::from_number(1), 0), &mut NoEvents);
        let purses = state.purses.iter().sum::<u8>();
        assert_eq!(purses, 2 * seats - u8::from(seats == 2));
        assert_eq!(state.treasury + purses, 54);
    }
}

/// C-06: whatever is kept, the Court is the three cards of the third pack that were not dealt,
/// and each seat's four cards lie aside.
#[test]
fn two_seats_draw_from_the_third_pack_alone() {
    let pack: Hand = Character::ALL[..5].iter().copied().collect();
    let mut state = Complots::new(&options(&[("seats", "2")]));
    assert!(*state.court.peek() == pack, "the third pack is dealt from");
    for card in [Character::Captain, Character::Duchess] {
        state.apply_chance(Chance::Card(card), &mut NoEvents);
    }
    for left in pack.cards() {
        for right in pack.cards() {
            let mut state = state.clone();
            let [zero, one] = [0, 1].map(|seat| Seat::new(seat).expect("a seat"));
            state.play(one, Action::Keep(right), &mut NoEvents);
            state.play(zero, Action::Keep(left), &mut NoEvents);
            let court = [Character::Assassin, Character::Countess, Character::Ambassador];
            assert!(*state.court.peek() == court.into_iter().collect());
            for (seat, kept) in [left, right].into_iter().enumerate() {
                let mut aside = *state.aside[seat].peek();
                assert_eq!(aside.total(), 4);
                aside.add(kept);
                assert!(aside == pack, "what is kept is of the own pack");
            }
        }
    }
}

/// C-16 and C-33: the card is shown, the coins are paid, a card is drawn, the challenger loses, and
/// only then the target does.
#[test]
fn a_true_claim_is_resolved_in_order() {
    let mut the_match = dealt(
        &[("block_after_lost_challenge", "others")],
        "assassin duchess countess captain captain ambassador duchess",
    );
    for seat in [0, 1, 2] {
        act(&mut the_match, seat, Action::Income);
    }
    let [zero, one, two] = [0, 1, 2].map(|seat| Seat::new(seat).expect("a seat"));
    act(&mut the_match, 0, Action::Assassinate(two));
    act(&mut the_match, 1, Action::Challenge);
    let faces = |the_match: &Match<Complots>| -> Vec<String> {
        let seen = the_match.events().iter();
        seen.filter_map(|event: &Event| Complots::see(event, Viewer::Seat(zero)))
            .map(|seen| Complots::event_notation(&seen))
            .collect()
    };
    assert_eq!(
        faces(&the_match),
        [
            "challenged 1 0 assassin",
            "proved 0 assassin",
            "coins 0 -3",
            "drew 0 1 duchess",
            "asked lose 1 then blocks",
        ]
    );
    act(&mut the_match, 1, Action::Lose(Character::Captain));
    assert_eq!(faces(&the_match), ["lost 1 captain", "asked block 2"]);
    act(&mut the_match, 2, Action::Pass);
    assert_eq!(faces(&the_match), ["passed 2", "asked lose 2 then turn_ends"]);
    assert_eq!(the_match.state().turn().seats().lowest(), Some(two));
    assert!(the_match.state().living.contains(one));
}

/// C-39, C-43: with `nobody` a seat loses two influences in one turn only to the Assassin, as his
/// target: it has challenged him and lost, or has blocked with a Countess that it has not.
#[test]
fn only_the_assassin_costs_two_influences_in_one_turn() {
    let mut found = [0_u32; 2];
    for number in 0..20_000_u64 {
        let (mut the_match, mut choice) = varied(number, &["nobody"]);
        let (mut turn, mut lost, mut pending) = (0, [0_u8; 8], None);
        while let Turn::Seats(asked) = the_match.state().turn() {
            if turn != the_match.state().turn {
                (turn, lost) = (the_match.state().turn, [0; 8]);
            }
            // The end of a turn clears its action, so the one before the step counts.
            pending = the_match.state().pending.or(pending);
            let seat = asked.iter().nth(choice.index(asked.len())).expect("a turn has a seat");
            let id = the_match.state().legal(seat).pick(&mut choice);
            the_match.act(seat, id, None).expect("it is legal");
            for event in the_match.events() {
                let Event::Lost(loser, _) = *event else { continue };
                lost[loser.index()] += 1;
                if lost[loser.index()] < 2 {
                    continue;
                }
                let pending: PendingAction = pending.expect("an action was under way");
                assert_eq!(pending.turn_action, TurnAction::Assassinate, "match {number}");
                assert_eq!(pending.target, Some(loser), "match {number}");
                let challenged = pending.lost_challenger == Some(loser);
                let blocked = pending.block.is_some_and(|(blocker, _)| blocker == loser);
                assert_ne!(challenged, blocked, "match {number}");
                found[usize::from(challenged)] += 1;
            }
        }
    }
    assert!(found.into_iter().all(|cases| cases > 100), "{found:?}");
}

/// C-44: the limit of the option table. A theft that nobody minds goes round for ever.
#[test]
fn the_turn_limit_is_500_unless_said() {
    let deal = "assassin duchess countess captain captain ambassador";
    let mut state = dealt(&[], deal).state().clone();
    for turn in 1..=500 {
        assert_eq!((state.turn, state.turn() == Turn::Over), (turn, false));
        let target = state.living.next_after(state.active).expect("a seat");
        state.play(state.active, Action::Steal(target), &mut NoEvents);
        while let (Turn::Seats(seats), Some(_)) = (state.turn(), state.pending) {
            let asked = seats.lowest().expect("a turn has a seat");
            state.play(asked, Action::Pass, &mut NoEvents);
        }
    }
    let outcome = state.outcome().expect("turn 500 is over");
    assert_eq!((outcome.ending, outcome.payoffs), ("turn_limit", vec![280; 3]));
}

/// C-51: an answer names what its seat had seen. After the window is closed it is out of date,
/// though the next window would take the same answer; a pass of another seat makes nothing old.
#[test]
fn an_answer_to_a_closed_window_is_stale() {
    let mut the_match =
        dealt(&[("reactions", "fastest")], "duchess assassin countess assassin captain ambassador");
    let [zero, one, two] = [0, 1, 2].map(|seat| Seat::new(seat).expect("a seat"));
    act(&mut the_match, 0, Action::Steal(one));
    let first = the_match.revision(Viewer::Seat(two));
    act(&mut the_match, 1, Action::Pass);
    assert_eq!(the_match.revision(Viewer::Seat(two)), first, "it saw nothing");
    assert_eq!(the_match.revision(Viewer::Seat(zero)), first);
    assert_eq!(the_match.revision(Viewer::Spectator), first);
    let again = the_match.act(one, Action::Challenge.id(), None);
    assert_eq!(again.map(|_| ()).unwrap_err().kind, RefusalKind::NotToAct);
    let mut in_time = the_match.clone();
    assert!(in_time.act(two, Action::Challenge.id(), Some(first)).is_ok());
    act(&mut the_match, 2, Action::Pass);
    act(&mut the_match, 1, Action::Block(Character::Captain));
    for late in [Action::Pass, Action::Challenge] {
        let refusal = the_match.act(two, late.id(), Some(first)).map(|_| ());
        assert_eq!(refusal.unwrap_err().kind, RefusalKind::Stale);
    }
    let now = the_match.revision(Viewer::Seat(two));
    assert!(the_match.act(two, Action::Pass.id(), Some(now)).is_ok());
}

/// C-51: of two seats that challenge half of the time each, asked at once, neither is first more
/// often. Seeds are fixed: the test gives the same figures each time.
#[test]
fn simulated_windows_are_asked_in_any_order() {
    let mut the_match = dealt(
        &[("reactions", "fastest"), ("turn_limit", "1")],
        "duchess assassin countess assassin captain ambassador",
    );
    act(&mut the_match, 0, Action::Tax);
    let mut challenges = [0_u32; 3];
    for seed in 0..8_000 {
        let mut state = the_match.state().clone();
        playout(&mut state, &mut Rng::new(&Seed::from_number(seed), 0));
        for (seat, cards) in state.face_up[..3].iter().enumerate() {
            challenges[seat] += u32::from(cards.total());
        }
    }
    // Three eighths each: 3,000. In a fixed order it would be 4,000 and 2,000.
    assert_eq!(challenges[0], 0);
    assert!(challenges[1].abs_diff(3_000) < 200, "{challenges:?}");
    assert!(challenges[2].abs_diff(3_000) < 200, "{challenges:?}");
}

/// C-46: seats resign at any moment, often several in one turn. The table stays sound after every
/// step, a seat that has resigned is never asked, and it is out when the next action is asked for.
#[test]
fn seats_resign_at_any_moment() {
    for number in 0..40_000_u64 {
        let (mut the_match, mut choice) = varied(number, &["nobody", "others", "anyone"]);
        let rate = 2 + choice.below(12);
        while let Turn::Seats(asked) = the_match.state().turn() {
            let resigning = *the_match.state().resigning.peek();
            assert!(asked.without(resigning) == asked, "match {number}");
            assert!(the_match.state().phase != Phase::Act || resigning.is_empty());
            let resigned = Seat::new(choice.index(the_match.seats())).expect("a seat");
            if choice.below(rate) > 0 || the_match.resign(resigned).is_err() {
                let seat = asked.iter().nth(choice.index(asked.len()));
                let seat = seat.expect("a turn has a seat");
                let id = the_match.state().legal(seat).pick(&mut choice);
                the_match.act(seat, id, None).expect("it is legal");
            }
            assert_eq!(the_match.state().check_invariants(), None, "match {number}");
        }
        assert!(the_match.state().outcome().is_some());
    }
}

/// C-07: with `random` each of four seats begins as often as another; the option's seat begins
/// always. Seeds are fixed: the test gives the same figures each time.
#[test]
fn chance_lets_any_seat_begin() {
    let mut begun = [0_u32; 4];
    for seed in 0..8_000 {
        for (first, drawn) in [("random", true), ("2", false)] {
            let settings = settings(&[("seats", "4"), ("first_seat", first)]);
            let the_match = Match::<Complots>::new(&settings, Seed::from_number(seed), Vec::new());
            let first = the_match.expect("the options are sound").state().active.index();
            if drawn {
                begun[first] += 1;
            } else {
                assert_eq!(first, 2);
            }
        }
    }
    assert!(begun.into_iter().all(|times| times.abs_diff(2_000) < 150), "{begun:?}");
}

/// C-07: nobody has won a draw.
#[test]
fn after_a_draw_chance_decides_who_begins() {
    use intrigue_core::AnyMatch;
    let mut the_match =
        dealt(&[("turn_limit", "1")], "duchess duchess captain captain assassin assassin");
    act(&mut the_match, 0, Action::Income);
    assert_eq!(the_match.state().turn(), Turn::Over);
    assert_eq!(AnyMatch::rematch(&the_match, &[1, 2, 0])["first_seat"], "random");
}

/// C-07: in a rematch the last winner begins, wherever it sits now.
#[test]
fn the_last_winner_begins_the_next_match() {
    use intrigue_core::AnyMatch;
    let mut the_match = dealt(&[], "duchess duchess captain captain assassin assassin");
    assert_eq!(AnyMatch::rematch(&the_match, &[1, 2, 0])["first_seat"], "0");
    for seat in [0, 2] {
        let seat = Seat::new(seat).expect("a seat");
        the_match.resign(seat).expect("a seat may resign");
    }
    let next = AnyMatch::rematch(&the_match, &[1, 2, 0]);
    assert_eq!(next["first_seat"], "2");
    assert_eq!(next["seats"], "3");
}

/// A match that was played elsewhere is followed step by step, and no further than it goes.
#[test]
fn a_match_is_followed_from_its_log() {
    use intrigue_core::AnyMatch;
    let mut played = dealt(&[], "duchess duchess captain captain assassin assassin");
    let mut followed = played.clone();
    act(&mut played, 0, Action::Income);
    act(&mut played, 1, Action::Income);
    let log: Vec<_> = AnyMatch::log(&played).iter().collect();
    assert!(followed.follow(log[2]).is_err(), "it is not seat 1's turn");
    assert!(followed.follow(&[]).is_err());
    for entry in &log[1..] {
        followed.follow(entry).expect("it was played");
    }
    assert_eq!(AnyMatch::log(&followed), AnyMatch::log(&played));
    assert!(followed.state() == played.state());
}
