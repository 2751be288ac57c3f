//! Planted leaks: channels of this game that each show something hidden. The twin-worlds property
//! must catch every one.

use intrigue_core::{Bits, Game, Seat, SeatSet, Settings, Viewer};
use intrigue_testkit::{Channels, catch_leaks};

use crate::content::{Card, Pack};
use crate::knowledge::view::{Seen, View};
use crate::rules::refusal::RefusalReason;
use crate::rules::state::{DistrictNoir, End, Ending, Event, Line, other};

type Mutant = intrigue_testkit::Mutant<DistrictNoir>;

fn rival_hand(state: &DistrictNoir, viewer: Viewer) -> Pack {
    let side = viewer.seat().map_or(0, |seat| other(seat).index());
    *state.hands[side].peek()
}

fn in_view(name: &'static str, leak: impl Fn(&mut View, &DistrictNoir, Pack) + 'static) -> Mutant {
    let view = move |state: &DistrictNoir, viewer: Viewer| {
        let mut view = state.view(viewer);
        leak(&mut view, state, rival_hand(state, viewer));
        view
    };
    (name, Channels::with_view(view))
}

fn in_events(
    name: &'static str,
    leak: impl Fn(Seen, &DistrictNoir, &Event, Viewer) -> Option<Seen> + 'static,
) -> Mutant {
    let see = move |state: &DistrictNoir, event: &Event, viewer: Viewer| {
        leak(DistrictNoir::see(event, viewer)?, state, event, viewer)
    };
    (name, Channels::with_see(see))
}

fn in_legal(
    name: &'static str,
    leak: impl Fn(u64, &DistrictNoir, Pack) -> u64 + 'static,
) -> Mutant {
    let legal = move |state: &DistrictNoir, seat: Seat| {
        let Bits([honest]) = state.legal(seat);
        Bits([leak(honest, state, rival_hand(state, Viewer::Seat(seat)))])
    };
    (name, Channels::with_legal(legal))
}

fn in_refusals(
    name: &'static str,
    leak: impl Fn(RefusalReason, crate::Action, Pack, Pack) -> RefusalReason + 'static,
) -> Mutant {
    let check = move |state: &DistrictNoir, seat: Seat, action: crate::Action| {
        let rival = rival_hand(state, Viewer::Seat(seat));
        state.check(seat, action).map_err(|rule| leak(rule, action, rival, *state.undealt.peek()))
    };
    (name, Channels::with_check(check))
}

fn view_mutants() -> Vec<Mutant> {
    vec![
        in_view("the rival's hand beside the own", |view, _, rival| {
            view.hand.add_all(rival);
        }),
        in_view("a spectator sees the hand of seat 0", |view, _, rival| {
            if view.viewer == Viewer::Spectator {
                view.hand = rival;
            }
        }),
        in_view("the pile is one short if the docks are out of sight", |view, state, _| {
            view.pile -= state.undealt.peek().count(Card::Docks).min(view.pile);
        }),
        in_view("the starter flips with the rival's first card", |view, _, rival| {
            if rival.count(Card::Support5) > 0 {
                view.starter = other(view.starter);
            }
        }),
        in_view("the line is sorted if the rival holds an 8", |view, _, rival| {
            let mut cards = view.line().to_vec();
            if rival.count(Card::Support8) > 0 {
                cards.sort_unstable();
            }
            view.line = Line::of(&cards).expect("as long as before");
        }),
        in_view("a city in the rival's hand already lies before it", |view, _, rival| {
            let side = view.viewer.seat().map_or(0, |seat| other(seat).index());
            if rival.count(Card::TownHall) > 0 {
                view.sides[side].collection.add(Card::TownHall);
            }
        }),
        in_view("betrayals in the rival's hand are not counted", |view, _, rival| {
            let side = view.viewer.seat().map_or(0, |seat| other(seat).index());
            view.sides[side].hand_size -= rival.count(Card::Betrayal1);
        }),
        in_view("plays are counted by the kinds that are left", |view, _, rival| {
            let side = view.viewer.seat().map_or(0, |seat| other(seat).index());
            view.sides[side].plays = 5 - rival.kinds().count_ones().to_le_bytes()[0];
        }),
        in_view("the rival counts as having taken when it must", |view, _, rival| {
            let side = view.viewer.seat().map_or(0, |seat| other(seat).index());
            view.sides[side].taken |= rival.count(Card::Alliance2) > 0;
        }),
        in_view("the round counts the cards out of the game", |view, state, _| {
            view.round += state.undealt.peek().count(Card::PoliceStation);
        }),
        in_view("the end is announced when the rival holds two cities", |view, _, rival| {
            let cities = Card::CITIES.iter().filter(|&&city| rival.count(city) > 0).count();
            if cities >= 2 {
                view.end = Some(End { ending: Ending::ThreeCities, winner: None });
            }
        }),
    ]
}

fn event_mutants() -> Vec<Mutant> {
    vec![
        in_events("a round begins with both hands shown", |seen, _, event, viewer| {
            match (seen, event, viewer.seat()) {
                (
                    Seen::RoundBegan { round, starter, mut hand },
                    Event::RoundBegan { hands, .. },
                    Some(seat),
                ) => {
                    hand.add_all(*hands[other(seat).index()].peek());
                    Some(Seen::RoundBegan { round, starter, hand })
                }
                (seen, _, _) => Some(seen),
            }
        }),
        in_events("a spectator is dealt the hand of seat 1", |seen, _, event, viewer| {
            match (seen, event, viewer) {
                (
                    Seen::RoundBegan { round, starter, .. },
                    Event::RoundBegan { hands, .. },
                    Viewer::Spectator,
                ) => Some(Seen::RoundBegan { round, starter, hand: *hands[1].peek() }),
                (seen, _, _) => Some(seen),
            }
        }),
        in_events("the deal shows one card of the rival", |seen, state, _, viewer| match seen {
            Seen::RoundBegan { round, starter, mut hand } => {
                hand.add(rival_hand(state, viewer).nth(0));
                Some(Seen::RoundBegan { round, starter, hand })
            }
            seen => Some(seen),
        }),
        in_events("the deal is not told if the rival got a city", |seen, state, _, viewer| {
            let city = Card::CITIES.iter().any(|&city| rival_hand(state, viewer).count(city) > 0);
            match seen {
                Seen::RoundBegan { .. } if city => None,
                seen => Some(seen),
            }
        }),
        in_events("the round number of the deal tells an 8", |seen, state, _, viewer| match seen {
            Seen::RoundBegan { round, starter, hand } => Some(Seen::RoundBegan {
                round: round + 4 * u8::from(rival_hand(state, viewer).count(Card::Support8) > 1),
                starter,
                hand,
            }),
            seen => Some(seen),
        }),
        in_events("a card played is followed by what else is held", |seen, state, _, viewer| {
            match seen {
                Seen::Played { seat, card } if !viewer.is(seat) => {
                    let hand = *state.hands[seat.index()].peek();
                    let card = if hand.count(Card::Support7) > 0 { Card::Support7 } else { card };
                    Some(Seen::Played { seat, card })
                }
                seen => Some(seen),
            }
        }),
        in_events("a Play is not told if its seat holds another copy", |seen, state, _, viewer| {
            match seen {
                Seen::Played { seat, card }
                    if !viewer.is(seat) && state.hands[seat.index()].peek().count(card) > 0 =>
                {
                    None
                }
                seen => Some(seen),
            }
        }),
        in_events("the order of a Take tells of the rival's hand", |seen, state, _, viewer| {
            match seen {
                Seen::Took { seat, mut cards } => {
                    if rival_hand(state, viewer).count(Card::Betrayal2) > 0 {
                        cards.reverse();
                    }
                    Some(Seen::Took { seat, cards })
                }
                seen => Some(seen),
            }
        }),
        in_events("a Take shows the next card of the pile", |seen, state, _, _| match seen {
            Seen::Took { seat, mut cards } => {
                let undealt = state.undealt.peek();
                cards.push(undealt.nth(undealt.total() / 2));
                Some(Seen::Took { seat, cards })
            }
            seen => Some(seen),
        }),
        in_events("the line laid first tells of the cards out", |seen, state, _, _| match seen {
            Seen::LineLaid([first, second]) if state.undealt.peek().count(Card::Docks) > 0 => {
                Some(Seen::LineLaid([second, first]))
            }
            seen => Some(seen),
        }),
    ]
}

fn prompt_mutants() -> Vec<Mutant> {
    let asked = |state: &DistrictNoir, viewer: Viewer| {
        // Nobody is said to be asked while only one answer is possible.
        let seats = state.asked(viewer);
        let forced = |seat: Seat| state.hands[seat.index()].peek().kinds().is_power_of_two();
        if seats.lowest().is_some_and(forced) { SeatSet::EMPTY } else { seats }
    };
    let features = |state: &DistrictNoir, viewer: Viewer| {
        let mut out = (Channels::<DistrictNoir>::default().features)(state, viewer);
        for card in Card::ALL {
            out[117 + card.index()] = state.undealt.peek().count(card).cast_signed();
        }
        out
    };
    let features_of_rival = |state: &DistrictNoir, viewer: Viewer| {
        let mut out = (Channels::<DistrictNoir>::default().features)(state, viewer);
        *out.last_mut().expect("a scalar") =
            rival_hand(state, viewer).count(Card::Support6).cast_signed();
        out
    };
    vec![
        in_legal("no Take while the rival holds a city", |legal, _, rival| {
            if Card::CITIES.iter().any(|&city| rival.count(city) > 0) {
                legal & 0x1fff
            } else {
                legal
            }
        }),
        in_legal("the rival's cards may be played", |legal, _, rival| {
            legal | u64::from(rival.kinds())
        }),
        in_legal("a card may be played only if no copy is left in the pile", |legal, state, _| {
            legal & !u64::from(state.undealt.peek().kinds() & 0b1111) | legal & 1 << 13
        }),
        in_refusals(
            "a card that the rival holds is refused otherwise",
            |rule, action, rival, _| match action {
                crate::Action::Play(card) if rival.count(card) > 0 => RefusalReason::HandEmpty,
                _ => rule,
            },
        ),
        in_refusals("a card still in the pile is refused otherwise", |rule, action, _, undealt| {
            match action {
                crate::Action::Play(card) if undealt.count(card) > 0 => RefusalReason::LineEmpty,
                _ => rule,
            }
        }),
        ("who is asked shows forced plays", Channels::with_asked(asked)),
        ("features show the pile", Channels::with_features(features)),
        ("features show the rival's sixes", Channels::with_features(features_of_rival)),
    ]
}

#[test]
fn planted_leaks_are_caught() {
    let mutants = [view_mutants(), event_mutants(), prompt_mutants()];
    catch_leaks(&[Settings::new()], &mutants.into_iter().flatten().collect::<Vec<_>>());
}
