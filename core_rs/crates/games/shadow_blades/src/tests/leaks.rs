//! Planted leaks: channels of this game that each show something hidden. The twin-worlds property
//! must catch every one.

use intrigue_core::{ActionId, ActionSet, Game, Seat, SeatSet, Settings, Viewer};
use intrigue_testkit::{Channels, catch_leaks};

use crate::content::cards::{Card, MISSIONS, Role, Zone};
use crate::content::pack::Cards;
use crate::knowledge::tale::Op;
use crate::knowledge::view::{Seen, View};
use crate::rules::action::{ACCEPT, Action, END, MISSION, RECRUIT, TARGET, WEAPON};
use crate::rules::legal::Legal;
use crate::rules::refusal::RefusalReason;
use crate::rules::state::{Event, Phase, ShadowBlades, Stage};

type Mutant = intrigue_testkit::Mutant<ShadowBlades>;

fn variants() -> Vec<Settings> {
    let variant = |options: &[(&str, &str)]| -> Settings {
        let pairs = options.iter();
        pairs.map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    };
    vec![
        variant(&[("seats", "4"), ("mode", "alliances"), ("start", "drafted")]),
        variant(&[("seats", "3"), ("conspiracy", "random")]),
        variant(&[("seats", "2"), ("conspiracy", "weapon_theft")]),
        variant(&[("seats", "4"), ("mode", "alliances"), ("conspiracy", "double")]),
    ]
}

/// Another seat: the one left of the viewer.
fn rival(state: &ShadowBlades, viewer: Viewer) -> Seat {
    let seats = usize::from(state.variant.seats);
    let last = Seat::new(seats - 1).expect("a seat");
    let all = SeatSet::first(seats);
    all.next_after(viewer.seat().unwrap_or(last)).expect("a seat")
}

fn hand_of(state: &ShadowBlades, seat: Seat) -> Cards {
    *state.hands[seat.index()].peek()
}

fn weapons_of(state: &ShadowBlades, seat: Seat) -> u8 {
    let hand = hand_of(state, seat);
    crate::content::cards::WEAPONS.iter().map(|&weapon| hand.count(weapon)).sum()
}

fn missions_of(state: &ShadowBlades, seat: Seat) -> u8 {
    let hand = hand_of(state, seat);
    (MISSIONS..crate::content::cards::KINDS).filter_map(Card::of).map(|card| hand.count(card)).sum()
}

/// Whether a seat has laid a mission that must dominate its zone at the end.
fn has_saga(state: &ShadowBlades, seat: Seat) -> bool {
    let conditional = |card: Card| matches!(card.role(), Role::Mission(_, _, true));
    let laid = state.missions[seat.index()].iter();
    laid.flat_map(|missions| missions.peek().kinds()).any(conditional)
}

fn in_view(name: &'static str, leak: impl Fn(&mut View, &ShadowBlades, Seat) + 'static) -> Mutant {
    let view = move |state: &ShadowBlades, viewer: Viewer| {
        let mut view = state.view(viewer);
        leak(&mut view, state, rival(state, viewer));
        view
    };
    (name, Channels::with_view(view))
}

/// Seen moves of which the entries of one kind have no blanks.
fn in_seen_moves(name: &'static str, is_leaky: impl Fn(&Op) -> bool + 'static) -> Mutant {
    in_view(name, move |view, state, _| {
        let truth: Vec<Op> = state.tale.peek().ops().collect();
        let mut place = 0;
        for word in &mut view.seen_moves.0 {
            if let Some(op) = Op::unpack(*word)
                && !matches!(op, Op::Saw(_))
            {
                if is_leaky(&truth[place]) {
                    *word = truth[place].pack();
                }
                place += 1;
            }
        }
    })
}

fn in_events(
    name: &'static str,
    leak: impl Fn(Option<Seen>, &ShadowBlades, &Event, Viewer) -> Option<Seen> + 'static,
) -> Mutant {
    let see = move |state: &ShadowBlades, event: &Event, viewer: Viewer| {
        leak(ShadowBlades::see(event, viewer), state, event, viewer)
    };
    (name, Channels::with_see(see))
}

fn in_legal(
    name: &'static str,
    leak: impl Fn(&mut Legal, &ShadowBlades, Seat, Seat) + 'static,
) -> Mutant {
    let legal = move |state: &ShadowBlades, seat: Seat| {
        let mut legal = state.legal(seat);
        leak(&mut legal, state, seat, rival(state, Viewer::Seat(seat)));
        legal
    };
    (name, Channels::with_legal(legal))
}

fn remove(legal: &mut Legal, id: u16) {
    legal.0[usize::from(id) / 64] &= !(1 << (id % 64));
}

fn view_mutants() -> Vec<Mutant> {
    vec![
        in_view("the hand of the seat to the left is looked at", |view, state, rival| {
            if let Some(secrets) = &mut view.secrets {
                secrets.looking = hand_of(state, rival);
            }
        }),
        in_view("spectators see a seat's secrets", |view, state, rival| {
            if view.secrets.is_none() {
                view.secrets = state.view(Viewer::Seat(rival)).secrets;
            }
        }),
        in_view("everybody sees the pile that somebody looks at", |view, state, _| {
            if let (Phase::Ask(question), Some(secrets)) = (state.phase, &mut view.secrets)
                && question.stage == Stage::Recruit
            {
                secrets.looking = *state.piles[usize::from(question.pile) - 1].peek();
            }
        }),
        in_view("a step is seen before it is complete", |view, state, _| {
            if let Some(secrets) = &mut view.secrets {
                secrets.step = *state.step.peek();
            }
        }),
        in_view("a hand without weapons is one larger", |view, state, rival| {
            view.sides[rival.index()].hand += u8::from(weapons_of(state, rival) == 0);
        }),
        in_view("the deck is one larger while it holds the Beast", |view, state, _| {
            view.deck += u8::from(state.deck.peek().has(Card(15)));
        }),
        in_view("a pile with a mission counts double", |view, state, _| {
            for (pile, count) in view.piles.iter_mut().enumerate() {
                if state.piles[pile].peek().mission_copies() != 0 {
                    *count *= 2;
                }
            }
        }),
        in_view("a mission with a condition counts double", |view, state, rival| {
            if has_saga(state, rival) {
                for count in &mut view.sides[rival.index()].missions {
                    *count *= 2;
                }
            }
        }),
        in_view("weapons in hand count as strength", |view, state, rival| {
            let strength = &mut view.sides[rival.index()].strengths[0];
            *strength += weapons_of(state, rival).cast_signed();
        }),
        in_view("who could lay a mission dominates", |view, state, rival| {
            view.sides[rival.index()].dominates[3] |= missions_of(state, rival) > 1;
        }),
        in_view("a skill counts as used while a hand holds its agent", |view, state, rival| {
            view.used |= u16::from(hand_of(state, rival).has(Card(7))) << 2;
        }),
        in_view("the next card of the deck lies in the graveyard", |view, state, _| {
            view.graveyard.extend(state.top.peek().cards().last());
        }),
        in_view(
            "the turn counts on while the active seat could lay a mission",
            |view, state, _| {
                view.turn += u16::from(missions_of(state, state.active) > 0);
            },
        ),
        in_view("a mission counts as laid once it could be", |view, state, _| {
            view.deployment.mission |= missions_of(state, state.active) > 2;
        }),
        in_seen_moves("what each seat was dealt", |op| matches!(op, Op::Start(..))),
        in_seen_moves("what each seat kept in the draft", |op| matches!(op, Op::Keep(..))),
        in_seen_moves("what goes to the piles", |op| matches!(op, Op::Refill(..))),
        in_seen_moves("what the others draw", |op| matches!(op, Op::Draw(..))),
        in_seen_moves("the Illusionist's order", |op| matches!(op, Op::Top(..))),
        in_seen_moves("what the Illusionist kept", |op| matches!(op, Op::Choose(..))),
        in_seen_moves("which mission was laid", |op| matches!(op, Op::Lay(..))),
        in_seen_moves("which card was passed or whispered away", |op| matches!(op, Op::Pass(..))),
        in_seen_moves("which mission the Chameleon sent back", |op| matches!(op, Op::Return(..))),
        in_view("a pile's content after another seat took it", |view, state, rival| {
            for op in state.tale.peek().ops() {
                if let Op::Take(seat, pile, _) = op
                    && usize::from(seat) == rival.index()
                {
                    let card = hand_of(state, rival).cards().nth(usize::from(pile));
                    view.seen_moves.0.extend(card.map(|card| Op::Saw(card).pack()));
                }
            }
        }),
    ]
}

fn event_mutants() -> Vec<Mutant> {
    vec![
        in_events("a look at a pile is a look for all", |seen, _, event, _| match event {
            Event::Looked(seat, pile, cards) => Some(Seen::Looked(*seat, *pile, *cards.peek())),
            _ => seen,
        }),
        in_events("a pile is taken in the open", |seen, _, event, _| match event {
            Event::Took(seat, pile, cards, unseen) => {
                let cards = *cards.peek();
                Some(Seen::Took(*seat, *pile, cards.total(), cards, *unseen))
            }
            _ => seen,
        }),
        in_events("a refused pile with a weapon is not told of", |seen, state, event, viewer| {
            match event {
                Event::Refused(seat, pile) if !viewer.is(*seat) => {
                    let pile = state.piles[usize::from(*pile) - 1].peek();
                    seen.filter(|_| !pile.has(crate::content::cards::WEAPONS[0]))
                }
                _ => seen,
            }
        }),
        in_events("a refill is seen by all", |seen, _, event, _| match event {
            Event::Refilled(pile, card, knower) => {
                Some(Seen::Refilled(*pile, Some(*card.peek()), *knower))
            }
            _ => seen,
        }),
        in_events("a mission is laid face up", |seen, _, event, _| match event {
            Event::MissionLaid(seat, zone, card) => {
                Some(Seen::MissionLaid(*seat, *zone, Some(*card.peek())))
            }
            _ => seen,
        }),
        in_events("others hear that a step goes on", |seen, _, event, _| match event {
            Event::Composed(_, step) => Some(Seen::Composed(*step.peek())),
            _ => seen,
        }),
        in_events(
            "others hear of a step that uses a weapon",
            |seen, state, event, _| match event {
                Event::Composed(seat, step) if !step.peek().weapons.is_empty() => {
                    Some(Seen::Refused(*seat, u8::from(state.turn > 0)))
                }
                _ => seen,
            },
        ),
        in_events("a third seat hears what was whispered away", |seen, _, event, _| match event {
            Event::Taken(seat, victim, card) => {
                Some(Seen::Taken(*seat, *victim, Some(*card.peek())))
            }
            _ => seen,
        }),
        in_events("all see the four cards of the Illusionist", |seen, _, event, _| match event {
            Event::Conjured(seat, cards) => Some(Seen::Conjured(*seat, Some(*cards.peek()))),
            _ => seen,
        }),
        in_events("the victim of a whisper sees the other hand", |seen, state, event, viewer| {
            match event {
                Event::Whispered(seat, victim, _) if viewer.is(*victim) => {
                    Some(Seen::Whispered(*seat, *victim, hand_of(state, *seat)))
                }
                _ => seen,
            }
        }),
        in_events("the enemy sees the shadow card", |seen, _, event, _| match event {
            Event::Slipped(seat, ally, card) => {
                Some(Seen::Slipped(*seat, *ally, Some(*card.peek())))
            }
            _ => seen,
        }),
        in_events(
            "all see the missions that the Chameleon sees",
            |seen, _, event, _| match event {
                Event::Spied(seat, spot, cards) => Some(Seen::Spied(*seat, *spot, *cards.peek())),
                _ => seen,
            },
        ),
        in_events("the order of the Illusionist is shown", |seen, _, event, _| match event {
            Event::Arranged(seat, cards) => Some(Seen::Arranged(*seat, Some(*cards.peek()))),
            _ => seen,
        }),
        in_events("the draft is open", |seen, _, event, _| match event {
            Event::Offered(seat, cards) => {
                Some(Seen::Offered(*seat, cards.peek().total(), *cards.peek()))
            }
            _ => seen,
        }),
        in_events(
            "a turn's number tells of missions in hand",
            |seen, state, event, _| match event {
                Event::TurnBegan(turn, seat) => {
                    Some(Seen::TurnBegan(turn + 1000 * u16::from(missions_of(state, *seat)), *seat))
                }
                _ => seen,
            },
        ),
    ]
}

fn prompt_mutants() -> Vec<Mutant> {
    // A turn that ends by itself, since nothing more can be done with what the hand holds.
    let asked = |state: &ShadowBlades, viewer: Viewer| match state.phase {
        Phase::Ask(question) if question.stage == Stage::Deploy => {
            let legal = state.legal(question.seat);
            let only_end = legal.len() == 1 && legal.contains(ActionId(END));
            if only_end { SeatSet::EMPTY } else { state.asked(viewer) }
        }
        _ => state.asked(viewer),
    };
    let check = |state: &ShadowBlades, seat: Seat, action: Action| {
        let rival = rival(state, Viewer::Seat(seat));
        state.check(seat, action).map_err(|rule| match action {
            Action::Mission(card, _) if hand_of(state, rival).has(card) => {
                RefusalReason::NotDominated
            }
            _ => rule,
        })
    };
    let features = |state: &ShadowBlades, viewer: Viewer| {
        let mut out = (Channels::<ShadowBlades>::default().features)(state, viewer);
        let hand = hand_of(state, rival(state, viewer));
        for card in Card::all() {
            out[card.index()] = hand.count(card).cast_signed();
        }
        out
    };
    vec![
        ("a turn ends by itself", Channels::with_asked(asked)),
        ("a refusal says where the card is", Channels::with_check(check)),
        ("the tensor has another hand", Channels::with_features(features)),
        in_legal("another seat's missions in the prompt", |legal, state, _, rival| {
            for (place, (card, _)) in crate::rules::action::LAYS.iter().enumerate() {
                if hand_of(state, rival).has(*card) {
                    legal.insert(ActionId(MISSION + u16::try_from(place).unwrap_or(0)));
                }
            }
        }),
        in_legal("no recruiting from a pile that is no good", |legal, state, _, _| {
            if state.piles[0].peek().mission_copies() == 0 {
                remove(legal, RECRUIT);
            }
        }),
        in_legal("only a pile before a better one can be taken", |legal, state, _, _| {
            if let Phase::Ask(question) = state.phase
                && question.pile == 1
                && state.piles[1].peek().total() == 1
                && state.piles[1].peek().mission_copies() != 0
            {
                remove(legal, ACCEPT);
            }
        }),
        in_legal("targets whose seat can strike back", |legal, state, _, rival| {
            if weapons_of(state, rival) > 0 {
                legal.insert(ActionId(TARGET + 32));
            }
        }),
        in_legal("weapons that another seat holds", |legal, state, _, rival| {
            if weapons_of(state, rival) > 1 {
                legal.insert(ActionId(WEAPON + 1));
            }
        }),
        in_legal("no end while a rival has laid a certain mission", |legal, state, _, rival| {
            let zone = state.missions[rival.index()][Zone::Theft as usize].peek();
            if zone.has(Card(39)) {
                remove(legal, END);
            }
        }),
    ]
}

#[test]
fn planted_leaks_are_caught() {
    let mut mutants = view_mutants();
    mutants.extend(event_mutants());
    mutants.extend(prompt_mutants());
    catch_leaks(&variants(), &mutants);
}
