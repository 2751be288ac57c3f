//! Re-dealt worlds: each course of the match that fits a view comes up equally often.
//!
//! Courses are drawn here once more, naively and without a look at how `redeal` does it: deal at
//! random, let every unseen move take any card of the place, and throw away what does not give the
//! viewer what it has seen. What is left is compared with worlds that were re-dealt.

use std::collections::BTreeMap;

use intrigue_core::{
    ActionSet, Game, Match, NoEvents, Rng, Seat, Seed, Settings, Turn, Viewer, fill_defaults,
    play_chance,
};
use intrigue_testkit::{chi_square_p_with, effort, variants, with_rest};

use crate::content::cards::{Card, STAMPED, ZONES, Zone};
use crate::content::pack::Cards;
use crate::knowledge::hypotheses::{Hypotheses, MOST};
use crate::knowledge::seen_moves::Place;
use crate::knowledge::tale::{Op, Sight};
use crate::knowledge::walk::walk;
use crate::rules::invariants::NO_SUCH_STEP;
use crate::rules::state::{SEATS, ShadowBlades, Step};

/// Hidden cards of a course: what lies in each place.
type Places = [Vec<Card>; 25];

/// The cards of which a viewer does not learn what they are as soon as they leave the deck, or
/// while they lie in a pile.
fn strangers(cards: Cards, ops: &[Op], own: Option<usize>) -> Vec<Card> {
    let mut deck = cards;
    let mut piles: [Vec<Card>; 3] = Default::default();
    let mut chosen = false;
    for (place, op) in ops.iter().enumerate() {
        let looked = match *op {
            Op::Start(_, Some(card)) | Op::Draw(_, None, Some(card)) => {
                deck.remove(card).expect("it comes from the deck");
                None
            }
            // The four that the Illusionist shows; the order of the rest comes after the choice.
            Op::Top(_, Some(card)) if !chosen => {
                deck.remove(card).expect("it comes from the deck");
                None
            }
            Op::Choose(..) => {
                chosen = true;
                None
            }
            Op::Refill(pile, Some(_), Some(card)) => {
                piles[usize::from(pile)].push(card);
                None
            }
            Op::Take(seat, pile, unseen) => {
                Some(pile).filter(|_| unseen && own == Some(seat.into()))
            }
            Op::Look(seat, Sight::Pile(pile)) => Some(pile).filter(|_| own == Some(seat.into())),
            _ => None,
        };
        if let Some(pile) = looked {
            let pile = &mut piles[usize::from(pile)];
            let mut seen = saw(&ops[place + 1..]);
            for card in pile.iter() {
                let at = seen.iter().position(|other| other == card);
                seen.remove(at.expect("what lay there still does"));
            }
            for &card in &seen {
                deck.remove(card).expect("it came from the deck");
            }
            pile.extend(seen);
        }
        if let Op::Take(_, pile, _) = *op {
            piles[usize::from(pile)].clear();
        }
    }
    deck.cards().collect()
}

fn saw(after: &[Op]) -> Vec<Card> {
    let seen = after.iter().map_while(|op| match op {
        Op::Saw(card) => Some(*card),
        _ => None,
    });
    seen.collect()
}

/// One course that fits what a viewer has seen, or `None` if this try does not: the deck is in any
/// order, and every unseen move takes any card.
#[expect(clippy::too_many_lines, reason = "one arm an entry")]
fn replay(ops: &[Op], own: Option<usize>, strangers: &[Card], rng: &mut Rng) -> Option<Places> {
    let mut deck = strangers.to_vec();
    rng.shuffle(&mut deck);
    let is_own = |seat: u8| own == Some(seat.into());
    let hand = |seat: u8| Place::Hand(seat.into()).index();
    let missions =
        |seat: u8, zone: u8| Place::Missions(seat.into(), Zone::ALL[usize::from(zone)]).index();
    let mut places: Places = Default::default();
    // Piles hold cards, or nothing where the viewer knows them only later.
    let mut piles: [Vec<Option<Card>>; 3] = Default::default();
    let mut top: Vec<Card> = Vec::new();
    let mut arranged = false;
    for (index, op) in ops.iter().enumerate() {
        match *op {
            Op::Start(seat, Some(card)) | Op::In(seat, card) => places[hand(seat)].push(card),
            Op::Start(seat, None) => {
                let at = deck.iter().rposition(|card| STAMPED.contains(card))?;
                places[hand(seat)].push(deck.remove(at));
            }
            Op::Bundle(_) => places[24].push(deck.pop()?),
            Op::Keep(seat, card) => shift(&mut places, 24, hand(seat), card, rng)?,
            Op::Refill(pile, None, _) => {
                let known = known_later(ops, index, pile, own);
                piles[usize::from(pile)].push(if known { None } else { Some(deck.pop()?) });
            }
            Op::Refill(pile, Some(_), card) => {
                let next = top.pop()?;
                if card.is_some_and(|card| card != next) {
                    return None;
                }
                piles[usize::from(pile)].push(Some(next));
            }
            Op::Draw(seat, None, card) => {
                let card = card.or_else(|| deck.pop())?;
                places[hand(seat)].push(card);
            }
            Op::Draw(seat, Some(_), card) => {
                let next = top.pop()?;
                if card.is_some_and(|card| card != next) {
                    return None;
                }
                places[hand(seat)].push(next);
            }
            Op::Look(seat, sight) if is_own(seat) => {
                let seen = saw(&ops[index + 1..]);
                let there = match sight {
                    Sight::Pile(pile) => {
                        fill(&mut piles[usize::from(pile)], seen)?;
                        continue;
                    }
                    Sight::Top => continue,
                    Sight::Bundle => 24,
                    Sight::Hand(other) => hand(other),
                    Sight::Missions(other, zone) => missions(other, zone),
                };
                if sorted(&places[there]) != sorted(&seen) {
                    return None;
                }
            }
            Op::Take(seat, pile, unseen) => {
                if unseen && is_own(seat) {
                    fill(&mut piles[usize::from(pile)], saw(&ops[index + 1..]))?;
                }
                for card in std::mem::take(&mut piles[usize::from(pile)]) {
                    places[hand(seat)].push(card?);
                }
            }
            Op::Top(_, card) if !arranged && top.len() < 4 => {
                let card = card.or_else(|| deck.pop())?;
                top.insert(0, card);
            }
            Op::Top(_, card) => {
                // Three in their order: the first of them is drawn first.
                let done = ops[..index].iter().rev().take_while(|op| matches!(op, Op::Top(..)));
                let left = 3 - done.count();
                let at = match card {
                    Some(card) => top[..left].iter().position(|&other| other == card)?,
                    None => rng.index(left),
                };
                let card = top.remove(at);
                top.insert(left - 1, card);
            }
            Op::Choose(seat, card) => {
                arranged = true;
                let at = match card {
                    Some(card) => top.iter().position(|&other| other == card)?,
                    None => rng.index(top.len()),
                };
                let card = top.remove(at);
                places[hand(seat)].push(card);
            }
            Op::Out(seat, zone, card) => {
                let from = zone.map_or(hand(seat), |zone| missions(seat, zone));
                let at = rng.index(places[from].len());
                if is_own(seat) {
                    let at = places[from].iter().position(|&other| other == card)?;
                    places[from].remove(at);
                } else if places[from].remove(at) != card {
                    return None;
                }
            }
            Op::Lay(seat, zone, card) => {
                let to = missions(seat, zone);
                shift(&mut places, hand(seat), to, card.filter(|_| is_own(seat)), rng)?;
                if !places[to].last()?.fits(Zone::ALL[usize::from(zone)]) {
                    return None;
                }
            }
            Op::Pass(from, to, card) => {
                pass(&mut places, hand(from), hand(to), card, is_own(from), rng)?;
            }
            Op::Return(seat, zone, _, card) => {
                pass(&mut places, missions(seat, zone), hand(seat), card, is_own(seat), rng)?;
            }
            Op::Look(..) | Op::Saw(_) => {}
        }
    }
    places[23] = top;
    Some(places)
}

/// Whether the viewer sees this card of a pile before anybody takes it.
fn known_later(ops: &[Op], index: usize, pile: u8, own: Option<usize>) -> bool {
    let later = ops[index + 1..].iter().find_map(|op| match *op {
        Op::Look(seat, Sight::Pile(other)) if other == pile && own == Some(seat.into()) => {
            Some(true)
        }
        Op::Take(seat, other, unseen) if other == pile => Some(unseen && own == Some(seat.into())),
        _ => None,
    });
    later == Some(true)
}

/// What a pile's unknown cards are, in any order.
fn fill(pile: &mut [Option<Card>], mut seen: Vec<Card>) -> Option<()> {
    for card in pile.iter().flatten() {
        let at = seen.iter().position(|other| other == card)?;
        seen.remove(at);
    }
    for slot in pile.iter_mut().filter(|slot| slot.is_none()) {
        *slot = Some(seen.pop()?);
    }
    seen.is_empty().then_some(())
}

/// A card goes from a place to another: the one that was seen, which must be the one that any
/// choice took, or any.
fn pass(
    places: &mut Places,
    from: usize,
    to: usize,
    card: Option<Card>,
    own: bool,
    rng: &mut Rng,
) -> Option<()> {
    shift(places, from, to, card.filter(|_| own), rng)?;
    let moved = *places[to].last()?;
    card.is_none_or(|card| card == moved).then_some(())
}

fn shift(
    places: &mut Places,
    from: usize,
    to: usize,
    card: Option<Card>,
    rng: &mut Rng,
) -> Option<()> {
    let at = match card {
        Some(card) => places[from].iter().position(|&other| other == card)?,
        None if places[from].is_empty() => return None,
        None => rng.index(places[from].len()),
    };
    let card = places[from].remove(at);
    places[to].push(card);
    Some(())
}

fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}

/// What is compared of a world: where the cards are that the viewer has seen, and how many missions
/// of which bounty, and start cards, other seats have.
fn key(places: &Places, seen: &[Card], own: Option<usize>) -> String {
    let mut key = String::new();
    for seat in (0..SEATS).filter(|&seat| own != Some(seat)) {
        let spots = (0..ZONES).map(|zone| SEATS + seat * ZONES + zone);
        for place in std::iter::once(seat).chain(spots) {
            for card in sorted(&places[place]) {
                if seen.contains(&card) || place >= SEATS {
                    key += card.notation();
                    key.push(' ');
                }
            }
            key.push('|');
        }
    }
    key
}

fn places_of(world: &ShadowBlades) -> Places {
    let mut places: Places = Default::default();
    for seat in 0..SEATS {
        places[seat] = world.hands[seat].peek().cards().collect();
        for zone in Zone::ALL {
            let missions = world.missions[seat][zone as usize].peek();
            places[Place::Missions(seat, zone).index()] = missions.cards().collect();
        }
    }
    places
}

/// A state after some random decisions, with somebody to act.
pub(crate) fn somewhere(settings: &Settings, seed: u64, decisions: u64) -> Option<ShadowBlades> {
    let full =
        fill_defaults(crate::rules::options::OPTIONS, settings).expect("the options are sound");
    let mut state = ShadowBlades::new(&Match::<ShadowBlades>::options_of(&full).expect("sound"));
    let mut rng = Rng::new(&Seed::from_number(seed), 0);
    for _ in 0..decisions {
        play_chance(&mut state, &mut rng, &mut NoEvents);
        let seat = state.turn().seats().lowest()?;
        let id = state.legal(seat).pick(&mut rng);
        state.play(seat, crate::Action::TABLE[usize::from(id.0)], &mut NoEvents);
    }
    play_chance(&mut state, &mut rng, &mut NoEvents);
    matches!(state.turn(), Turn::Seats(_)).then_some(state)
}

#[test]
fn every_course_that_fits_is_equally_likely() {
    let samples = usize::try_from(effort(3_000, 40_000)).expect("a small number");
    let wanted = effort(60, 600);
    let variants = variants::<ShadowBlades>();
    let (mut tested, mut tried) = (0, 0);
    let (mut low, mut settled): (u64, BTreeMap<&str, u64>) = (0, BTreeMap::new());
    for seed in 0.. {
        if tested >= wanted {
            break;
        }
        let mut settings = with_rest::<ShadowBlades>(&variants[seed % variants.len()], seed as u64);
        if seed % 3 == 0 {
            settings.insert("start".to_owned(), "drafted".to_owned());
            settings.remove("deck");
        }
        let Some(state) = somewhere(&settings, seed as u64, 10 + seed as u64 % 40) else {
            continue;
        };
        for viewer in Viewer::all(state.variant.seats.into()) {
            let view = state.view(viewer);
            let own = viewer.seat().map(Seat::index);
            let known = view.seen_moves.known(viewer);
            let unsure = known.iter().any(|known| known.places().count() > 1);
            let laid = view.sides.iter().enumerate();
            let laid = laid.filter(|(seat, _)| own != Some(*seat));
            let laid: u8 = laid.flat_map(|(_, side)| side.missions).sum();
            // A view in which all is clear shows nothing.
            if !unsure && (laid == 0 || seed % 4 > 0) {
                continue;
            }
            tried += 1;
            let ops = view.seen_moves.ops().expect("they are moves");
            let strangers = strangers(state.variant.cards(), &ops, own);
            let mut rng = Rng::new(&Seed::from_number(seed as u64), 5);
            let seen: Vec<Card> = known.iter().map(|known| known.card).collect();
            let mut counts: BTreeMap<String, [u64; 2]> = BTreeMap::new();
            let mut drawn = 0;
            for tries in 0..samples * 40 {
                // Not worth while if next to nothing fits.
                if tries == 1_000 && drawn < 30 {
                    break;
                }
                if let Some(places) = replay(&ops, own, &strangers, &mut rng) {
                    counts.entry(key(&places, &seen, own)).or_default()[0] += 1;
                    drawn += 1;
                    if drawn == samples {
                        break;
                    }
                }
            }
            if drawn < samples {
                continue;
            }
            for _ in 0..samples {
                let world = ShadowBlades::redeal(&view, &mut rng).expect("the true world fits");
                counts.entry(key(&places_of(&world), &seen, own)).or_default()[1] += 1;
            }
            let p = homogeneity(&counts, samples);
            assert!(p > 1e-6, "p = {p}: {settings:?} seed {seed} {viewer:?} {counts:#?}");
            low += u64::from(p < 0.01);
            tested += 1;
            *settled.entry(if unsure { "seen cards" } else { "missions" }).or_default() += 1;
        }
    }
    println!(
        "{tested} views of {tried} compared, {samples} courses each: {settled:?}, {low} below 1 %"
    );
    // About one test in a hundred falls below 1 %.
    assert!(low <= 2 + wanted / 30, "{low} of {tested} are below 1 %");
}

/// Whether two samples of the same size have the same distribution; rare kinds are taken together.
#[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
fn homogeneity(counts: &BTreeMap<String, [u64; 2]>, samples: usize) -> f64 {
    let mut rare = [0; 2];
    let mut rows: Vec<[u64; 2]> = Vec::new();
    for &row in counts.values() {
        if row[0] + row[1] >= 20 {
            rows.push(row);
        } else {
            rare = [rare[0] + row[0], rare[1] + row[1]];
        }
    }
    if rare[0] + rare[1] > 0 {
        rows.push(rare);
    }
    let cells: Vec<(u64, f64)> = rows
        .iter()
        .flat_map(|row| row.map(|count| (count, (row[0] + row[1]) as f64 / (4 * samples) as f64)))
        .collect();
    // Half of the cells are fixed by the other half.
    chi_square_p_with(&cells, 2 * samples as u64, rows.len() - 1)
}

/// Two cards that a viewer has never seen change places from the first move on: neither it nor a
/// spectator can tell.
#[test]
fn swapped_cards_cant_be_told() {
    let variants = variants::<ShadowBlades>();
    let mut swaps = 0;
    for seed in 0..effort(900, 20_000) {
        let settings = with_rest::<ShadowBlades>(
            &variants[usize::try_from(seed).expect("small") % variants.len()],
            seed,
        );
        let Some(state) = somewhere(&settings, seed, 5 + seed % 160) else {
            continue;
        };
        let mut rng = Rng::new(&Seed::from_number(seed), 3);
        for viewer in Viewer::all(state.variant.seats.into()) {
            let view = state.view(viewer);
            let ops = view.seen_moves.ops().expect("they are moves");
            let seen = |card: Card| ops.iter().any(|op| names(*op) == Some(card));
            let all = state.variant.cards();
            // The same in all that a rule can ask of an unseen card.
            let alike = |left: Card, right: Card| match (left.role(), right.role()) {
                (crate::Role::Mission(zones, ..), crate::Role::Mission(others, ..)) => {
                    zones == others
                }
                (crate::Role::Mission(..), _) | (_, crate::Role::Mission(..)) => false,
                _ => left.is_stamped() == right.is_stamped(),
            };
            let unseen: Vec<Card> =
                Card::all().filter(|&card| all.count(card) == 1 && !seen(card)).collect();
            if unseen.len() < 2 {
                continue;
            }
            let left = unseen[rng.index(unseen.len())];
            let Some(&right) = unseen.iter().find(|&&card| card != left && alike(left, card))
            else {
                continue;
            };
            let swapped = swap(&state, left, right);
            // A step that is open may not follow from other cards; only its own seat sees it.
            let fault = swapped.check_invariants();
            let open_step = *state.step.peek() != Step::default();
            assert!(fault.is_none() || open_step && fault.as_deref() == Some(NO_SUCH_STEP));
            assert!(swapped.view(viewer) == view, "{settings:?} seed {seed} {viewer:?}");
            swaps += u64::from(swapped != state);
        }
    }
    println!("{swaps} swaps");
    assert!(swaps > 500, "{swaps}");
}

/// The card that an entry names.
fn names(op: Op) -> Option<Card> {
    match op {
        Op::Start(_, card)
        | Op::Bundle(card)
        | Op::Keep(_, card)
        | Op::Refill(_, _, card)
        | Op::Draw(_, _, card)
        | Op::Top(_, card)
        | Op::Choose(_, card)
        | Op::Lay(_, _, card)
        | Op::Pass(_, _, card)
        | Op::Return(_, _, _, card) => card,
        Op::Out(_, _, card) | Op::In(_, card) | Op::Saw(card) => Some(card),
        Op::Look(..) | Op::Take(..) => None,
    }
}

/// The same course with two cards in each other's place throughout.
fn swap(state: &ShadowBlades, left: Card, right: Card) -> ShadowBlades {
    let other = |card: Card| match card {
        card if card == left => right,
        card if card == right => left,
        card => card,
    };
    let bag =
        |cards: Cards| crate::content::pack::bag(cards.cards().map(other)).expect("one for one");
    let mut state = state.clone();
    let bags = state.hands.iter_mut().chain(&mut state.piles);
    for cards in
        bags.chain(state.missions.as_flattened_mut()).chain([&mut state.deck, &mut state.bundle])
    {
        *cards.peek_mut() = bag(*cards.peek());
    }
    let top: Vec<Card> = state.top.peek().cards().iter().copied().map(other).collect();
    *state.top.peek_mut() = crate::Row::of(&top).expect("as many");
    let mut tale = crate::knowledge::tale::Tale::EMPTY;
    for op in state.tale.peek().ops() {
        let swapped =
            op.pack() & !63 | names(op).map_or(op.pack() & 63, |card| other(card).0.into());
        tale.push(Op::unpack(swapped).expect("it is an entry"));
    }
    *state.tale.peek_mut() = tale;
    state
}

/// Only in long matches of alliances are possibilities left to the lot, and seldom there.
#[test]
fn few_views_have_too_many_possibilities() {
    for (mode, seats, most) in [("alliances", "4", 5), ("free_for_all", "4", 0)] {
        let given: Settings = [("mode", mode), ("seats", seats), ("conspiracy", "random")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into();
        let (mut views, mut thinned) = (0, 0);
        for seed in 0..effort(60, 2_000) {
            for decisions in (20..260).step_by(16) {
                let Some(state) = somewhere(&given, seed, decisions) else {
                    break;
                };
                for viewer in Viewer::all(SEATS) {
                    let ops = state.view(viewer).seen_moves.ops().expect("they are moves");
                    let own = viewer.seat().map(Seat::index);
                    let mut rng = Rng::new(&Seed::from_number(seed), 6);
                    let mut hypotheses = Hypotheses::new(state.variant, &ops, own, MOST, &mut rng);
                    let told = walk(&ops, own, &mut hypotheses);
                    assert!(told.is_some() || hypotheses.thinned);
                    thinned += u64::from(hypotheses.thinned);
                    views += 1;
                }
            }
        }
        println!("{mode}: {thinned} of {views} views have more than {MOST} possibilities");
        assert!(thinned * 100 <= views * most, "{thinned} of {views}");
    }
}
