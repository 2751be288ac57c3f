use std::collections::HashSet;

use intrigue_core::{
    ActionId, ActionSet, AnyMatch, Game, GameAction, Lang, Match, Refusal, Rng, Seat, SeatNames,
    SeatSet, Seed, Settings, Turn, Viewer, WIN, Wording, play_chance,
};
use intrigue_wire::{Message, v1 as wire};

use crate::channels::{event_text, view_bytes};
use crate::effort;
use crate::variants::full;

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

/// What a seat is asked, as it saw it before another seat acted.
struct OpenPrompt {
    seat: Seat,
    revision: u32,
    offered: Vec<ActionId>,
}

fn open_prompts<G: Game>(the_match: &Match<G>, asked: SeatSet) -> Vec<OpenPrompt> {
    let prompt = |seat| OpenPrompt {
        seat,
        revision: the_match.revision(Viewer::Seat(seat)),
        offered: the_match.state().legal(seat).iter().collect(),
    };
    asked.iter().map(prompt).collect()
}

/// After another seat's action, a prompt is open if its window is, and stale otherwise; and one
/// that is open offers some of what it offered before.
fn check_prompts<G: Game>(
    the_match: &Match<G>,
    prompts: &[OpenPrompt],
    open: bool,
) -> Result<(), &'static str> {
    let asked = the_match.state().turn().seats();
    for prompt in prompts.iter().filter(|prompt| asked.contains(prompt.seat)) {
        let legal = the_match.state().legal(prompt.seat);
        match the_match.check_expected(prompt.seat, Some(prompt.revision)) {
            Ok(()) if !open => return Err("a prompt of a window that has ended is open"),
            Err(_) if open => return Err("a prompt of an open window is stale"),
            Ok(()) if !prompt.offered.iter().any(|&id| legal.contains(id)) => {
                return Err("an open prompt asks something else");
            }
            _ => {}
        }
    }
    Ok(())
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

/// Property 4 where nothing is hidden: the only world that fits anybody's view is the true one.
fn check_openness<G: Game>(state: &G, seats: usize, seed: u64) -> Result<(), String> {
    if !G::ABOUT.open {
        return Ok(());
    }
    let mut rng = Rng::new(&Seed::from_number(seed), u64::MAX - 2);
    for viewer in Viewer::all(seats) {
        if G::redeal(&state.view(viewer), &mut rng).as_ref() != Some(state) {
            return Err(format!("{viewer:?} of an open game lacks something"));
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

/// What a viewer observes are the features of its view, whatever was in their place before, and
/// whether it has looked at the match before or not. One viewer a step, drawn, so that each of them
/// now and then has not looked for a while.
fn check_observation<G: Game>(
    state: &G,
    caches: &mut [(Viewer, G::ObservationCache)],
    rng: &mut Rng,
) -> Result<(), String> {
    let size = G::ABOUT.feature_size();
    let (mut observed, mut features) = (vec![-1; size], vec![-1; size]);
    let index = rng.index(caches.len());
    let (viewer, cache) = &mut caches[index];
    if rng.below(4) == 0 {
        state.observe(&mut G::ObservationCache::default(), *viewer, &mut observed);
    } else {
        state.observe(cache, *viewer, &mut observed);
    }
    G::features(&state.view(*viewer), &mut features);
    if observed == features {
        Ok(())
    } else {
        Err(format!("{viewer:?} observes something else than its view"))
    }
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

/// How many actions are explained at a time, in a short run and in a long one: each deals a world
/// that fits the view.
const EXPLAINED: (u64, u64) = (30, 150);
/// How many illegal actions are tried at a time: each compares two states.
const TRIED: usize = 1_200;

/// Property 3. A refusal changes nothing, and `Explain` says the same from the view alone.
fn check_refusals<G: Game>(
    the_match: &mut Match<G>,
    new_window: bool,
    rng: &mut Rng,
) -> Result<(), String> {
    let seats = the_match.seats();
    // Of a long table only some actions are tried, and fewer explained; others the next
    // time.
    let explained = usize::try_from(effort(EXPLAINED.0, EXPLAINED.1)).expect("a few");
    let every = G::ACTIONS.len() * seats / explained + 1;
    let tried = G::ACTIONS.len() * seats / TRIED + 1;
    let offset = rng.index(every);
    for index in 0..seats {
        let seat = Seat::new(index).expect("a seat of the match");
        let asked = the_match.state().turn().seats().contains(seat);
        let all_legal = asked.then(|| the_match.state().legal(seat));
        for place in 0..=G::ACTIONS.len() {
            let id = ActionId(u16::try_from(place).expect("ids fit 16 bits"));
            let legal = all_legal.is_some_and(|all| all.contains(id));
            if !legal && !(place + offset).is_multiple_of(tried) {
                continue;
            }
            let now = the_match.revision(Viewer::Seat(seat));
            let explained = ((place + offset).is_multiple_of(every))
                .then(|| the_match.explain(seat, id, Wording::PLAIN));
            if let Some(Ok(verdict)) = &explained
                && verdict.legal != legal
            {
                return Err(format!("Explain is wrong about seat {seat}, action {place}"));
            }
            if legal || explained.is_some() {
                // Whatever else is wrong, a revision that has not happened is named first.
                refused_with(the_match, seat, id, now + 1, "REVISION_AHEAD")?;
            }
            if !legal {
                let refusal = refused(the_match, seat, id, None)?;
                let same = explained.as_ref().is_none_or(|explained| match explained {
                    Ok(verdict) => verdict_code(verdict) == Some(refusal.code),
                    Err(_) => place == G::ACTIONS.len(),
                });
                if !same {
                    return Err(format!("Explain and Act disagree: {}", refusal.code));
                }
                // A seat that is not asked has no open prompt, also none of the present revision.
                let expected = if asked { refusal.code } else { "STALE_REVISION" };
                let refusal = refused(the_match, seat, id, Some(now))?;
                if refusal.code != expected {
                    return Err(format!("{} instead of {expected}", refusal.code));
                }
            }
            // A new window closes every prompt that was open: older views are stale.
            if legal && now > 0 && new_window {
                refused_with(the_match, seat, id, now - 1, "STALE_REVISION")?;
            }
        }
    }
    Ok(())
}

/// The code of the refusal that `Explain` gives, if it gives one.
fn verdict_code(verdict: &wire::ExplainResponse) -> Option<&str> {
    verdict.refusal.as_ref().map(|refusal| &refusal.reason[..])
}

/// An action is refused with a code because of the revision, and the refusal says the present one.
fn refused_with<G: Game>(
    the_match: &mut Match<G>,
    seat: Seat,
    id: ActionId,
    expected: u32,
    code: &str,
) -> Result<(), String> {
    let now = the_match.revision(Viewer::Seat(seat));
    let refusal = refused(the_match, seat, id, Some(expected))?;
    if refusal.code != code {
        return Err(format!("{} instead of {code}, at {now} with {expected}", refusal.code));
    }
    if refusal.values != [("revision", now.to_string())] {
        return Err(format!("{code} does not say the revision"));
    }
    Ok(())
}

/// Once a match is over, every prompt of it is closed.
fn check_over<G: Game>(the_match: &mut Match<G>, rng: &mut Rng) -> Result<(), String> {
    for seat in SeatSet::first(the_match.seats()).iter() {
        let id = ActionId(u16::try_from(rng.index(G::ACTIONS.len() + 1)).expect("ids fit 16 bits"));
        let now = the_match.revision(Viewer::Seat(seat));
        let refusal = refused(the_match, seat, id, None)?;
        if refusal.code != "MATCH_OVER" {
            return Err(format!("{} after the end", refusal.code));
        }
        for expected in [0, now.saturating_sub(1), now] {
            refused_with(the_match, seat, id, expected, "STALE_REVISION")?;
        }
        for expected in [now + 1, u32::MAX] {
            refused_with(the_match, seat, id, expected, "REVISION_AHEAD")?;
        }
    }
    Ok(())
}

fn refused<G: Game>(
    the_match: &mut Match<G>,
    seat: Seat,
    id: ActionId,
    expected: Option<u32>,
) -> Result<Refusal, String> {
    let (state, length) = (the_match.state().clone(), the_match.log().len());
    let Err(refusal) = the_match.act(seat, id, expected) else {
        return Err(format!("seat {seat} may do {id:?} with {expected:?}"));
    };
    if *the_match.state() != state || the_match.log().len() != length {
        return Err(format!("the refusal {} changed something", refusal.code));
    }
    Ok(refusal)
}

/// Property 6. Folding a viewer's events gives its view, in process and over the wire; who saw nothing
/// is asked nothing new. The setup is the same for every viewer and at every step.
fn check_folding<G: Game>(
    the_match: &Match<G>,
    folded: &mut [(Viewer, G::View, SeatSet)],
    setup: &wire::GameSetup,
) -> Result<(), String> {
    let state = the_match.state();
    if the_match.setup() != *setup {
        return Err("the setup has changed".to_owned());
    }
    for (viewer, view, asked) in folded {
        let mut saw = false;
        for seen in the_match.events().iter().filter_map(|event| G::see(event, *viewer)) {
            G::fold(view, &seen);
            saw = true;
        }
        let sees = state.view(*viewer);
        if *view != sees {
            return Err(format!("{viewer:?} folds {view:?}, sees {sees:?}"));
        }
        // Maps are ordered, so the same message is the same bytes.
        if G::setup_to_wire(&sees) != setup.kind {
            return Err(format!("{viewer:?} has another setup"));
        }
        let now = state.asked(*viewer);
        if !saw && now != *asked {
            return Err(format!("{viewer:?} was shown nothing, yet other seats are asked"));
        }
        *asked = now;
    }
    Ok(())
}

/// Property 9. Wire bytes parse, hold nothing unknown, and equal the text face. Events of all viewers;
/// the view of one of them, drawn, as views change little from step to step. A long run takes all
/// views, unless they show the same.
fn check_wire<G: Game>(the_match: &Match<G>, rng: &mut Rng) -> Result<(), String> {
    let seats = the_match.seats();
    let all = effort(0, 1) == 1 && !G::ABOUT.open;
    let drawn = rng.index(seats + 1);
    for (place, viewer) in Viewer::all(seats).enumerate() {
        if all || place == drawn {
            check_views(the_match, viewer)?;
            check_updates(the_match, viewer)?;
        }
        if place == drawn || !G::ABOUT.open {
            check_events(the_match, viewer)?;
        }
    }
    Ok(())
}

fn check_views<G: Game>(the_match: &Match<G>, viewer: Viewer) -> Result<(), String> {
    let view = the_match.state().view(viewer);
    let bytes = view_bytes::<G>(&view);
    let setup = wire::GameSetup::decode(&the_match.setup().encode_to_vec()[..]);
    let setup = setup.map_err(|_| "a setup does not parse")?;
    let read = |message: wire::View| {
        let (game, setup) = (message.game?.kind?, setup.kind.as_ref());
        G::view_from_wire(&game, setup, &message.engine_state, viewer)
    };
    let parsed = wire::View::decode(&bytes[..]).ok().and_then(read);
    let parsed = parsed.ok_or("a view does not parse")?;
    if parsed != view || G::facts(&parsed) != G::facts(&view) || view_bytes::<G>(&parsed) != bytes {
        return Err(format!("{view:?} comes back as {parsed:?}"));
    }
    for lang in Lang::ALL {
        let text = G::catalog().localizer(lang, SeatNames::NUMBERS);
        let drawn = G::render(&parsed, &text);
        if drawn != G::render(&view, &text) || drawn.trim().is_empty() {
            return Err("a view is drawn in two ways".to_owned());
        }
    }
    Ok(())
}

fn check_events<G: Game>(the_match: &Match<G>, viewer: Viewer) -> Result<(), String> {
    let state = the_match.state();
    let view = G::ABOUT.contextual.then(|| state.view(viewer));
    let events = the_match.events().iter();
    for seen in events.filter_map(|event| G::see(event, viewer)) {
        // What has no message is engine state, and folded with the update that it came with.
        if let Some(event) = G::seen_to_wire(&seen)
            && G::seen_from_wire(&event).as_ref() != Some(&seen)
        {
            return Err(format!("{seen:?} comes back otherwise"));
        }
        // Nothing to say is fine, if there is nothing to say in any language.
        let silent = Lang::ALL.map(|lang| event_text::<G>(view.as_ref(), &seen, lang).is_empty());
        if G::event_notation(&seen).is_empty() || silent.iter().any(|&one| one != silent[0]) {
            return Err(format!("{seen:?} has no text"));
        }
    }
    Ok(())
}

/// Updates are dense, and the same whenever they are asked for.
fn check_updates<G: Game>(the_match: &Match<G>, viewer: Viewer) -> Result<(), String> {
    let now = the_match.revision(viewer);
    // The whole history replays the match: asked for ever more rarely, it costs as much as it is
    // long, and not its square.
    if !now.is_power_of_two() && the_match.state().turn() != Turn::Over {
        return Ok(());
    }
    let all = the_match.updates(viewer, 0, usize::MAX, true);
    let numbers: Vec<u32> = all.iter().map(|update| update.revision).collect();
    if numbers != (1..=now).collect::<Vec<_>>() {
        return Err(format!("{viewer:?} has the updates {numbers:?}"));
    }
    let last = the_match.updates(viewer, now - 1, 1, true);
    if last.first() != all.last()
        || all.last().and_then(|u| u.view.clone()) != Some(the_match.view(viewer))
    {
        return Err("the last update depends on when it is asked for".to_owned());
    }
    if folded_from_wire(the_match, viewer, &all)? != the_match.state().view(viewer) {
        return Err(format!("{viewer:?} folds another view from the wire"));
    }
    Ok(())
}

/// The view that a viewer gets who knows nothing but the updates that it was sent.
fn folded_from_wire<G: Game>(
    the_match: &Match<G>,
    viewer: Viewer,
    updates: &[wire::Update],
) -> Result<G::View, String> {
    let options = the_match.options();
    let mut view = G::blank(options, viewer);
    for update in updates {
        // An event without a message of the game is for people alone.
        for event in update.events.iter().filter_map(|event| event.game.as_ref()) {
            let seen = event.kind.as_ref().and_then(G::seen_from_wire);
            G::fold(&mut view, &seen.ok_or("an event does not parse")?);
        }
        if !update.engine_state.is_empty() && !G::set_engine_state(&mut view, &update.engine_state)
        {
            return Err("an engine state does not parse".to_owned());
        }
    }
    Ok(view)
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
