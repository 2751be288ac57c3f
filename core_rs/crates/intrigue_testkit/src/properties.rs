use std::collections::HashSet;

use intrigue_core::{
    ActionSet, AnyMatch, Game, GameAction, Lang, Match, Rng, Seat, SeatNames, SeatSet, Seed,
    Settings, Turn, Viewer, WIN, play_chance,
};
use intrigue_wire::v1 as wire;

use crate::refusals::{check_over, check_prompts, check_refusals, open_prompts};
use crate::variants::full;
use crate::views::{check_folding, check_observation, check_openness, check_wire};

/// A property that is broken, and the seed with which it can be seen again.
#[derive(Clone, Debug)]
pub struct Violation {
    /// What is wrong.
    pub what: String,
    /// The seed of the match.
    pub seed: u64,
}

impl Violation {
    pub(crate) fn new(what: impl Into<String>, seed: u64) -> Self {
        Self { what: what.into(), seed }
    }
}

/// Properties 2, 3, 5, 6, 7, 8 and 9 over one random match; returns its number of decisions.
pub fn check_properties<G: Game>(settings: &Settings, seed: u64) -> Result<u64, Violation> {
    let violation = |what: &str| Violation::new(what, seed);
    let mut rng = Rng::new(&Seed::from_number(seed), u64::MAX);
    let mut the_match = Match::<G>::new(settings, Seed::from_number(seed), Vec::new())
        .map_err(|refusal| Violation::new(refusal.text.en, seed))?;
    let seats = the_match.seats();
    let mut folded: Vec<(Viewer, G::View, SeatSet)> = Viewer::all(seats)
        .map(|viewer| (viewer, G::blank(the_match.options(), viewer), SeatSet::EMPTY))
        .collect();
    let mut caches: Vec<(Viewer, G::ObservationCache)> =
        Viewer::all(seats).map(|viewer| (viewer, G::ObservationCache::default())).collect();
    let setup = the_match.setup();
    let mut decisions = 0;
    let mut out = SeatSet::EMPTY;
    let mut windows = HashSet::new();
    let mut resigned = false;
    loop {
        let state = the_match.state();
        // Whether every open prompt was put by the last step.
        let new_window = state.window().map_or(!resigned, |window| windows.insert(window));
        if !out.without(state.out()).is_empty() {
            return Err(violation("a seat that was out is in again"));
        }
        out = state.out();
        if let Some(fault) = state.check_invariants() {
            return Err(Violation::new(fault, seed));
        }
        check_folding(&the_match, &mut folded, &setup).map_err(|what| violation(&what))?;
        check_wire(&the_match, &mut rng).map_err(|what| violation(&what))?;
        check_observation(state, &mut caches, &mut rng).map_err(|what| violation(&what))?;
        check_openness(state, seats, seed).map_err(|what| violation(&what))?;
        let Turn::Seats(asked) = state.turn() else {
            break;
        };
        if asked.without(out) != asked {
            return Err(violation("a seat that is out is asked"));
        }
        if decisions > G::ABOUT.longest as u64 {
            return Err(violation("the match goes on beyond its bound"));
        }
        check_legality(state, asked).map_err(|what| violation(&what))?;
        check_evaluation(state, seats).map_err(|what| violation(&what))?;
        if rng.below(8) == 0 {
            check_refusals(&mut the_match, new_window, &mut rng)
                .map_err(|what| violation(&what))?;
        }
        let seat = asked.iter().nth(rng.index(asked.len())).expect("a turn has a seat");
        let id = the_match.state().legal(seat).pick(&mut rng);
        let before = the_match.revision(Viewer::Seat(seat));
        let others = open_prompts(&the_match, asked.without(SeatSet::of(seat)));
        let window = the_match.state().window();
        // Now and then somebody gives up instead.
        resigned = rng.below(400) == 0 && the_match.state().check_resign(seat).is_ok();
        if resigned {
            let on_time = decisions % 2 == 0;
            let left =
                if on_time { the_match.forfeit_on_time(seat) } else { the_match.resign(seat) };
            left.map_err(|_| violation("a resignation was refused"))?;
        } else {
            the_match
                .act(seat, id, Some(before))
                .map_err(|_| violation("a legal action is refused"))?;
            let open = window.is_some() && window == the_match.state().window();
            check_prompts(&the_match, &others, open).map_err(violation)?;
        }
        if the_match.revision(Viewer::Seat(seat)) != before + 1 {
            return Err(violation("a seat did not hear of its own action"));
        }
        decisions += 1;
    }
    check_over(&mut the_match, &mut rng).map_err(|what| violation(&what))?;
    check_replay(&the_match).map_err(|what| violation(&what))?;
    let outcome =
        the_match.state().outcome().ok_or_else(|| violation("it ended without an outcome"))?;
    if outcome.payoffs.len() != seats {
        return Err(violation("a seat has no payoff"));
    }
    let payoffs = the_match.state().payoffs();
    if payoffs[..seats] != outcome.payoffs[..] || payoffs[seats..].iter().any(|&part| part != 0) {
        return Err(violation("the payoffs are not those of the outcome"));
    }
    if out.iter().any(|seat| payoffs[seat.index()] != 0) {
        return Err(violation("a seat that was out got something"));
    }
    check_payoffs::<G>(&outcome.payoffs).map_err(|what| violation(&what))?;
    Ok(decisions)
}

/// Property 8 alone, fast: the invariants after every step of a random match.
pub fn check_random_invariants<G: Game>(settings: &Settings, seed: u64) -> Result<u64, Violation> {
    let options = Match::<G>::options_of(&full::<G>(settings)).expect("a variant is sound");
    let mut rng = Rng::new(&Seed::from_number(seed), 1);
    let mut state = G::new(&options);
    let mut events = Vec::new();
    let mut decisions = 0;
    loop {
        play_chance(&mut state, &mut rng, &mut events);
        if let Some(fault) = state.check_invariants() {
            return Err(Violation::new(fault, seed));
        }
        let Turn::Seats(asked) = state.turn() else {
            break;
        };
        let seat = asked.iter().nth(rng.index(asked.len())).expect("a turn has a seat");
        let legal = state.legal(seat);
        if legal.is_empty() || decisions > G::ABOUT.longest as u64 {
            return Err(Violation::new("it does not come to its end", seed));
        }
        let action = G::ACTIONS[usize::from(legal.pick(&mut rng).0)];
        if state.check(seat, action).is_err() {
            return Err(Violation::new("a legal action does not pass the check", seed));
        }
        state.play(seat, action, &mut events);
        events.clear();
        decisions += 1;
    }
    Ok(decisions)
}

/// Property 2. The legal set is the table filtered by `check`, and never empty.
fn check_legality<G: Game>(state: &G, asked: SeatSet) -> Result<(), String> {
    for seat in asked.iter() {
        let legal = state.legal(seat);
        let mut filtered = G::Legal::default();
        for &action in G::ACTIONS {
            if state.check(seat, action).is_ok() {
                filtered.insert(action.id());
            }
        }
        if legal != filtered || legal.is_empty() {
            return Err(format!("seat {seat} has legal actions {legal:?}, checked {filtered:?}"));
        }
        if G::ABOUT.contextual {
            check_description(state, seat, legal)?;
        }
        check_consideration(state, seat, legal)?;
    }
    Ok(())
}

/// What is worth considering is legal, and the default policy never does anything else.
fn check_consideration<G: Game>(state: &G, seat: Seat, legal: G::Legal) -> Result<(), String> {
    let considered = state.worth_considering(seat, legal);
    if considered.is_empty() || !considered.iter().all(|id| legal.contains(id)) {
        return Err(format!("seat {seat} may do {legal:?}, and considers {considered:?}"));
    }
    let mut rng = Rng::new(&Seed::from_number(0), u64::MAX - 3);
    let usual = state.default_policy(seat, &legal, &mut rng);
    if considered.contains(usual) {
        return Ok(());
    }
    Err(format!("{} is not worth considering", G::ACTIONS[usize::from(usual.0)].notation()))
}

/// Whatever a seat may do has words in every language, as things stand.
fn check_description<G: Game>(state: &G, seat: Seat, legal: G::Legal) -> Result<(), String> {
    let view = state.view(Viewer::Seat(seat));
    for lang in Lang::ALL {
        let text = G::catalog().localizer(lang, SeatNames::NUMBERS);
        for id in legal.iter() {
            let action = G::ACTIONS[usize::from(id.0)];
            if G::describe_action(&view, action, &text).trim().is_empty() {
                return Err(format!("{} has no words", action.notation()));
            }
        }
    }
    Ok(())
}

/// A match has one win to give, to one seat or in shares; where all play together each has all of
/// it, or none.
fn check_payoffs<G: Game>(payoffs: &[u32]) -> Result<(), String> {
    let all = |payoff: u32| payoffs.iter().all(|&other| other == payoff);
    let sum: u32 = payoffs.iter().sum();
    let sound = if G::ABOUT.cooperative { all(0) || all(WIN) } else { (1..=WIN).contains(&sum) };
    if sound { Ok(()) } else { Err(format!("the seats got {payoffs:?}")) }
}

/// An evaluation is a payoff or less for every seat that there is, and says nothing of the others.
/// Where all play together all may expect the same, and that may be nothing.
fn check_evaluation<G: Game>(state: &G, seats: usize) -> Result<(), String> {
    let values = state.evaluate();
    let sum: u32 = values.iter().sum();
    let sound = if G::ABOUT.cooperative {
        values[0] <= WIN && values[..seats].iter().all(|&value| value == values[0])
    } else {
        (1..=WIN).contains(&sum)
    };
    if !sound || values[seats..].iter().any(|&value| value != 0) {
        return Err(format!("{seats} seats expect {values:?}"));
    }
    Ok(())
}

/// Property 5. Replaying a log or a record gives the same states; so does playing a record again from
/// its seed.
fn check_replay<G: Game>(the_match: &Match<G>) -> Result<(), String> {
    let entries = the_match.log().iter();
    let restored = Match::<G>::restore(&the_match.settings(), None, Vec::new(), entries)
        .map_err(|refusal| refusal.text.en.into_owned())?;
    let record = the_match.record(false);
    let replayed =
        Match::<G>::replay(&record, usize::MAX).map_err(|refusal| refusal.text.en.into_owned())?;
    if restored.state() != the_match.state() || replayed.state() != the_match.state() {
        return Err("a replay ends otherwise".to_owned());
    }
    if replayed.record(false) != record {
        return Err("a record of a replay is another record".to_owned());
    }
    let sealed = the_match.record(true);
    let verified = Match::<G>::verify(&sealed).map_err(|refusal| refusal.text.en.into_owned())?;
    if verified.record(true) != sealed {
        return Err("a record is verified as another record".to_owned());
    }
    for tamper in TAMPERED {
        let (mut tampered, mut resealed) = (record.clone(), sealed.clone());
        tamper(&mut tampered);
        tamper(&mut resealed);
        if Match::<G>::replay(&tampered, usize::MAX).is_ok() {
            return Err("a record that was tampered with replays".to_owned());
        }
        if Match::<G>::verify(&resealed).is_ok() {
            return Err("a record that was tampered with is verified".to_owned());
        }
    }
    Ok(())
}

/// What a finished record can't be, whatever the game.
const TAMPERED: &[fn(&mut wire::MatchRecord)] = &[
    |record| drop(record.steps.pop()),
    |record| drop(record.steps.remove(0)),
    |record| record.steps.push(record.steps[0].clone()),
    |record| record.seat_count += 1,
    |record| record.rules_version += 1,
    |record| record.format += 1,
    |record| record.outcome = None,
    |record| record.steps[0].chances.push("none".to_owned()),
    |record| drop(record.steps[0].chances.pop()),
    |record| record.options = [("no such option".to_owned(), String::new())].into(),
    |record| record.steps.iter_mut().for_each(|step| step.seat = Some(99)),
];
