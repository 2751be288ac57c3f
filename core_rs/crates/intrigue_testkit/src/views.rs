//! What viewers see: in process, over the wire, and as features.

use intrigue_core::{AnyMatch, Game, Lang, Match, Rng, SeatNames, SeatSet, Seed, Turn, Viewer};
use intrigue_wire::{Message, v1 as wire};

use crate::channels::{event_text, view_bytes};
use crate::effort;

/// Property 6. Folding a viewer's events gives its view, in process and over the wire; who saw nothing
/// is asked nothing new. The setup is the same for every viewer and at every step.
pub(crate) fn check_folding<G: Game>(
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
pub(crate) fn check_wire<G: Game>(the_match: &Match<G>, rng: &mut Rng) -> Result<(), String> {
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

/// Property 4 where nothing is hidden: the only world that fits anybody's view is the true one.
pub(crate) fn check_openness<G: Game>(state: &G, seats: usize, seed: u64) -> Result<(), String> {
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

/// What a viewer observes are the features of its view, whatever was in their place before, and
/// whether it has looked at the match before or not. One viewer per step, drawn, so that each of them
/// now and then has not looked for a while.
pub(crate) fn check_observation<G: Game>(
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
