//! What is refused, and which prompts are open.

use intrigue_core::{
    ActionId, ActionSet, AnyMatch, Game, Match, Refusal, Rng, Seat, SeatSet, Viewer, Wording,
};
use intrigue_wire::v1 as wire;

use crate::effort;

/// What a seat is asked, as it saw it before another seat acted.
pub(crate) struct OpenPrompt {
    seat: Seat,
    revision: u32,
    offered: Vec<ActionId>,
}

pub(crate) fn open_prompts<G: Game>(the_match: &Match<G>, asked: SeatSet) -> Vec<OpenPrompt> {
    let prompt = |seat| OpenPrompt {
        seat,
        revision: the_match.revision(Viewer::Seat(seat)),
        offered: the_match.state().legal(seat).iter().collect(),
    };
    asked.iter().map(prompt).collect()
}

/// After another seat's action, a prompt is open if its window is, and stale otherwise; and one
/// that is open offers some of what it offered before.
pub(crate) fn check_prompts<G: Game>(
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

/// How many actions are explained at a time, in a short run and in a long one: each deals a world
/// that fits the view.
const EXPLAINED: (u64, u64) = (30, 150);
/// How many illegal actions are tried at a time: each compares two states.
const TRIED: usize = 1_200;

/// Property 3. A refusal changes nothing, and `Explain` says the same from the view alone.
pub(crate) fn check_refusals<G: Game>(
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
pub(crate) fn check_over<G: Game>(the_match: &mut Match<G>, rng: &mut Rng) -> Result<(), String> {
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
