//! What the table is worth, and how an assassin acts without thought: sneak to the nearest thing
//! that is to be done, shake off pursuers over walls and roofs, fight where there is no way around,
//! and be at a station in time.

use intrigue_core::{ActionId, ActionSet, GameAction, Payoffs, Rng, Seat};

use crate::content::ids::{AssassinId, EquipmentId};
use crate::content::level::{FAR, Level};
use crate::content::pack::{Effect, EventEffect, Eye, KINDS};
use crate::content::squares::{Guard, Square, Way};
use crate::rules::action::{Action, Aim, AssassinAction};
use crate::rules::agenda::Question;
use crate::rules::counts::small;
use crate::rules::state::{Assassin, Brotherhood, CUBES, Place};

/// What a step is worth where ways are compared.
const STEP: i32 = 100;
/// What it costs to be seen, in the same measure.
const SEEN: i32 = 120;
/// What it costs to be wanted.
const WANTED: i32 = 70;
/// How much better a step must be that leaves a fight.
const FLIGHT: i32 = 140;
/// How much worse a step may be that leaves a fight which can't be won.
const RETREAT: i32 = 90;
/// How much worse a step may be before waiting is better.
const PATIENCE: i32 = 300;
/// The most cubes that waiting for a better moment is worth.
const LATE: u8 = 2;

/// What the seats may expect: all of them the same.
pub(crate) fn evaluate(game: &Brotherhood) -> Payoffs {
    let mut payoffs = Payoffs::default();
    payoffs[..usize::from(game.options.seats)].fill(outlook(game));
    payoffs
}

/// The chance of success in 840ths. What counts, and how much, was fitted to matches by the default
/// policy.
fn outlook(game: &Brotherhood) -> u32 {
    let table = &game.table;
    let level = &table.mission.level;
    let (mut able, mut hearts, mut wanted, mut cubes) = (0, 0, 0, 0);
    // The way out for all, and for the one that has the farthest to go.
    let (mut need, mut far) = (0, 0);
    for one in table.assassins().iter().filter(|one| one.able()) {
        able += 1;
        hearts += i32::from(one.hearts);
        wanted += i32::from(one.wanted);
        cubes += i32::from(one.cubes);
        let out = standing(game, one).map_or(0, |at| i32::from(exit_steps(game, at)));
        need += out + 1;
        far = far.max(out);
    }
    let away = |one: &&Assassin| one.place == Place::Away;
    let left = i32::from(small(table.assassins().iter().filter(away).count()));
    let turns = i32::from(game.options.limit().saturating_sub(table.turn));
    let (mut open, mut guards) = (0, 0);
    for (number, objective) in level.objectives.iter().enumerate() {
        if table.objectives >> number & 1 == 1 {
            open += 1;
            guards += i32::from(table.guards[objective.at.index()].total());
            let steps = i32::from(nearest_steps(game, objective.at));
            need += steps + i32::from(objective.cost);
        }
    }
    let each = |sum: i32| if able == 0 { 0 } else { 10 * sum / able };
    let supply = cubes + turns * i32::from(CUBES) * able;
    let slack = (100 * supply / need.max(1) - 100).clamp(0, 100);
    let own = each(cubes) / 10 + turns * i32::from(CUBES);
    let lost = i32::from(table.size) - able - left;
    let score = 1_880 + 8 * slack - 250 * open + 29 * each(hearts) - 82 * each(wanted)
        + 31 * able
        + 950 * i32::from(table.retries.min(3))
        - 1_516 * i32::from(table.alert)
        - 357 * guards
        - 48 * (own - far).clamp(-10, 30)
        - 226 * lost;
    logistic(score)
}

/// 840 times the logistic function of a number in thousandths, in straight pieces.
fn logistic(score: i32) -> u32 {
    const AT: [i32; 9] = [15, 40, 100, 226, 420, 614, 740, 800, 825];
    let place = (score + 4_000).clamp(0, 7_999);
    let (piece, rest) = (place / 1_000, place % 1_000);
    #[expect(clippy::cast_sign_loss, reason = "it is not negative")]
    let piece = piece as usize;
    let value = AT[piece] + (AT[piece + 1] - AT[piece]) * rest / 1_000;
    u32::try_from(value).unwrap_or(0)
}

/// The steps from the nearest assassin that can act.
fn nearest_steps(game: &Brotherhood, to: Square) -> u8 {
    let crew = game.table.assassins().iter().filter(|one| one.able());
    crew.filter_map(|one| standing(game, one))
        .map(|at| game.table.mission.level.trip(at, to))
        .min()
        .unwrap_or(FAR)
        .min(20)
}

/// Where an assassin is, or where it would leap to.
fn standing(game: &Brotherhood, one: &Assassin) -> Option<Square> {
    match one.place {
        Place::Square(square) => Some(square),
        Place::Tower(tower) => Some(game.table.mission.level.towers[usize::from(tower)].haystack),
        Place::Away | Place::Out => None,
    }
}

/// The steps to the nearest station.
fn exit_steps(game: &Brotherhood, at: Square) -> u8 {
    let level = &game.table.mission.level;
    let steps = level.stations.iter().map(|&to| level.trip(at, to));
    steps.min().unwrap_or(FAR).min(20)
}

/// What a seat does without thought.
pub(crate) fn default_policy<L: ActionSet>(
    game: &Brotherhood,
    seat: Seat,
    legal: &L,
    rng: &mut Rng,
) -> ActionId {
    let Some(question) = game.table.pending.agenda.question() else {
        return legal.pick(rng);
    };
    let choice = match question {
        Question::Acts => Some(act(game, seat, legal, rng)),
        Question::Window => Some(in_window(game, seat, legal)),
        Question::Move { assassin, unseen, .. } => Some(ask_move(game, seat, assassin, unseen)),
        _ => answer(game, question, legal),
    };
    match choice.map(Action::id) {
        Some(id) if legal.contains(id) => id,
        _ => legal.pick(rng),
    }
}

/// All that is legal, but nobody leaves the others alone with what is still to be done.
pub(crate) fn worth_considering<L: ActionSet>(game: &Brotherhood, seat: Seat, mut legal: L) -> L {
    if game.table.objectives != 0 {
        for (own, who) in (0u8..).zip(game.assassins_of(seat)) {
            let leave = AssassinAction::Leave.id(own);
            if legal.contains(leave) && is_needed(game, who) {
                legal.remove(leave);
            }
        }
    }
    legal
}

/// Answers that need no thought.
fn answer<L: ActionSet>(game: &Brotherhood, question: Question, legal: &L) -> Option<Action> {
    let allowed = |action: &Action| legal.contains(action.id());
    let fewest = || (0..5).map(Action::Elites).find(allowed);
    let most = || (0..5).rev().map(Action::Elites).find(allowed);
    match question {
        Question::Cancel => {
            let dice = &game.table.pending.tests.dice;
            let most = AssassinId::ALL.into_iter().max_by_key(|&who| dice[who])?;
            Some(Action::Name(most))
        }
        Question::Reroll { .. } => Some(Action::Reroll),
        Question::Pursuers { .. } | Question::Placed { .. } => fewest(),
        Question::Elites { .. } | Question::Drowned { .. } | Question::Vanished { .. } => most(),
        Question::Crossbowmen { .. } => (0..5).rev().map(Action::Crossbowmen).find(allowed),
        Question::Spare { among, .. } => {
            let hearts = |who: &AssassinId| game.table.crew[*who].hearts;
            among.iter().max_by_key(hearts).map(Action::Name)
        }
        Question::Keep { .. } => {
            let drawn = &game.table.pending.drawn;
            let kinds = EquipmentId::first(KINDS).filter(|&kind| drawn[kind] > 0);
            let kept = kinds.max_by_key(|&kind| worth(game, kind))?;
            Some(Action::Card(kept))
        }
        Question::TradePair { .. } => Some(Action::Enough),
        Question::Consent { .. } => Some(Action::Agree),
        Question::Station => {
            let level = &game.table.mission.level;
            let far = |at: Square| -> u32 { open_objectives(game, at).map(u32::from).sum() };
            let best = (0u8..).zip(&level.stations).min_by_key(|(_, at)| far(**at))?;
            Some(Action::Station(best.0))
        }
        Question::Place { station, .. } => {
            let far = |at: &Square| open_objectives(game, *at).min().unwrap_or(0);
            let empty = |at: &Square| game.table.guards[at.index()].is_empty();
            let squares = game.regrouping(station);
            let best = squares.iter().filter(empty).min_by_key(far);
            best.or_else(|| squares.iter().min_by_key(far)).map(Action::At)
        }
        Question::Tend { .. } => game.patients().lowest().map(Action::Name),
        Question::Sell { .. } | Question::Buy => Some(Action::Done),
        _ => None,
    }
}

/// The steps from a square to each open objective.
fn open_objectives(game: &Brotherhood, from: Square) -> impl Iterator<Item = u8> {
    let level = &game.table.mission.level;
    let objectives = level.objectives.iter().enumerate();
    objectives
        .filter(|(number, _)| game.table.objectives >> number & 1 == 1)
        .map(move |(_, objective)| level.trip(from, objective.at))
}

/// How much a card is wanted.
fn worth(game: &Brotherhood, kind: EquipmentId) -> u8 {
    let card = &game.table.mission.pack.equipment[kind.index()];
    match card.effect {
        Effect::Smoke => 10,
        Effect::Armor { hearts } => 7 + hearts,
        Effect::Remedy { .. } => 8,
        Effect::Cloak => 7,
        Effect::Weapon { dice, .. } => 2 + dice + u8::from(card.eye != Eye::Always),
        Effect::Parachute | Effect::Picklocks => 4,
        Effect::Rattle => 3,
        Effect::Investigation => 0,
    }
}

/// A Move at 0, if it leads somewhere better.
fn ask_move(game: &Brotherhood, seat: Seat, who: AssassinId, unseen: bool) -> Action {
    let own = u8::from(game.own(seat, 0) != Some(who));
    match best_step(game, who, goal_of(game, who), unseen) {
        Some((way, gain)) if gain > 0 => Action::Own(own, AssassinAction::Move(way)),
        _ => Action::Decline,
    }
}

/// A saved cube is used to shake off guards, or to be gone.
fn in_window<L: ActionSet>(game: &Brotherhood, seat: Seat, legal: &L) -> Action {
    for (own, who) in (0u8..).zip(game.assassins_of(seat)) {
        let one = &game.table.crew[who];
        let with = |act| Action::Own(own, act);
        let allowed = |act: AssassinAction| legal.contains(act.id(own));
        if allowed(AssassinAction::Conceal) {
            return with(AssassinAction::Conceal);
        }
        if !one.saved || !one.able() {
            continue;
        }
        if allowed(AssassinAction::Objective) {
            return with(AssassinAction::Objective);
        }
        if game.table.objectives == 0 && allowed(AssassinAction::Leave) {
            return with(AssassinAction::Leave);
        }
        if one.wanted
            && let Some((way, gain)) = best_step(game, who, goal_of(game, who), false)
            && gain > STEP
            && allowed(AssassinAction::Move(way))
        {
            return with(AssassinAction::Move(way));
        }
    }
    Action::Decline
}

/// An act of one of the seat's assassins, or none.
fn act<L: ActionSet>(game: &Brotherhood, seat: Seat, legal: &L, rng: &mut Rng) -> Action {
    for (own, who) in (0u8..).zip(game.assassins_of(seat)) {
        let one = &game.table.crew[who];
        if !one.able() {
            continue;
        }
        let allowed = |act: AssassinAction| legal.contains(act.id(own));
        if let Some(act) = assassin_action(game, who, &allowed, rng) {
            return Action::Own(own, act);
        }
    }
    Action::Done
}

fn assassin_action(
    game: &Brotherhood,
    who: AssassinId,
    allowed: &dyn Fn(AssassinAction) -> bool,
    rng: &mut Rng,
) -> Option<AssassinAction> {
    let table = &game.table;
    let one = &table.crew[who];
    let Some(at) = one.square() else {
        return allowed(AssassinAction::Leap).then_some(AssassinAction::Leap);
    };
    let guards = table.guards[at.index()];
    let cubes = one.purse();
    if let Some(act) = first_aid(game, who, allowed) {
        return Some(act);
    }
    if allowed(AssassinAction::Objective) {
        return Some(AssassinAction::Objective);
    }
    if allowed(AssassinAction::Leave) && !is_needed(game, who) {
        return Some(AssassinAction::Leave);
    }
    let goal = goal_of(game, who);
    let arrived = goal == Some(at);
    if one.wanted && !guards.is_empty() {
        if arrived
            && let Some(kind) = card_for(game, one, Effect::Smoke)
            && allowed(AssassinAction::Use(kind, Aim::Here))
        {
            return Some(AssassinAction::Use(kind, Aim::Here));
        }
        return under_attack(game, who, goal, allowed);
    }
    if one.wanted && !arrived && cubes > 0 {
        // Alone on its square: any empty neighbor shakes the guards off.
        return best_step(game, who, goal, false)
            .map(|(way, _)| AssassinAction::Move(way))
            .filter(|&act| allowed(act));
    }
    if allowed(AssassinAction::Open) && rng.below(3) > 0 {
        return Some(AssassinAction::Open);
    }
    // A look from the tower is worth a cube once, and the leap is safe.
    if table.tower_card.is_none()
        && cubes > 1
        && allowed(AssassinAction::Climb)
        && rng.below(2) == 0
    {
        return Some(AssassinAction::Climb);
    }
    if arrived {
        return wait(game, who, allowed);
    }
    if one.hidden && cubes > 0 && allowed(AssassinAction::Emerge) {
        return Some(AssassinAction::Emerge);
    }
    if cubes > 0
        && let Some(act) = goal.and_then(|goal| ride(game, at, goal))
        && allowed(act)
    {
        return Some(act);
    }
    let step = best_step(game, who, goal, false);
    match step {
        Some((way, gain)) if cubes > 0 && gain > -PATIENCE => {
            let act = AssassinAction::Move(way);
            let to = table.mission.level.near(at, way)?;
            let there = table.guards[to.index()];
            if there.total() >= 2
                && let Some(kind) = card_for(game, one, Effect::Cloak)
                && allowed(AssassinAction::Use(kind, Aim::Here))
            {
                return Some(AssassinAction::Use(kind, Aim::Here));
            }
            if !there.is_empty()
                && cubes > 1
                && let Some(kind) = silent_shot(game, one)
                && allowed(AssassinAction::Use(kind, Aim::Near(way)))
            {
                return Some(AssassinAction::Use(kind, Aim::Near(way)));
            }
            allowed(act).then_some(act).or_else(|| wait(game, who, allowed))
        }
        _ => wait(game, who, allowed),
    }
}

/// Remedies for oneself and for those who lie on the same square.
fn first_aid(
    game: &Brotherhood,
    who: AssassinId,
    allowed: &dyn Fn(AssassinAction) -> bool,
) -> Option<AssassinAction> {
    for (mate, other) in game.table.team() {
        if other.critical() || (mate == who && other.hearts <= 1) {
            let (kind, _) = game.remedy_of(who)?;
            let act = AssassinAction::Use(kind, Aim::Mate(mate));
            if allowed(act) {
                return Some(act);
            }
        }
    }
    None
}

/// Whether the others need an assassin on the level. While turns are left it may have to stand in
/// for one who falls. In the last turn it goes if no objective falls to it: once its seat is done it
/// can't leave any more, and the others may do theirs after that.
fn is_needed(game: &Brotherhood, who: AssassinId) -> bool {
    let table = &game.table;
    let turns_left = table.turn < game.options.limit();
    table.objectives != 0 && (turns_left || errand(game, who).is_some())
}

/// Where an assassin wants to be: at its objective, or at a station if it has none.
fn goal_of(game: &Brotherhood, who: AssassinId) -> Option<Square> {
    if let Some(goal) = errand(game, who) {
        return Some(goal);
    }
    let table = &game.table;
    let level = &table.mission.level;
    let at = standing(game, &table.crew[who])?;
    level.stations.iter().copied().min_by_key(|&to| {
        let guarded = table.crew[who].wanted && !table.guards[to.index()].is_empty();
        level.walk(at, to) + 3 * u8::from(guarded)
    })
}

/// The objective that falls to an assassin. They are given out one by one, each to whoever is the
/// nearest of those without one; who gets none has done its part.
fn errand(game: &Brotherhood, who: AssassinId) -> Option<Square> {
    let table = &game.table;
    let level = &table.mission.level;
    let mut open = table.objectives;
    let mut free = game.named(|_, one| one.able());
    while open != 0 && !free.is_empty() {
        let mut best = (u8::MAX, 0, who);
        for (number, objective) in level.objectives.iter().enumerate() {
            if open >> number & 1 == 0 {
                continue;
            }
            for (other, one) in table.team() {
                if !free.contains(other) {
                    continue;
                }
                let Some(from) = standing(game, one) else {
                    continue;
                };
                let cubes = level.trip(from, objective.at);
                if cubes < best.0 {
                    best = (cubes, number, other);
                }
            }
        }
        if best.0 == u8::MAX {
            return None;
        }
        if best.2 == who {
            return Some(level.objectives[best.1].at);
        }
        open &= !(1 << best.1);
        free.remove(best.2);
    }
    None
}

/// The station from which the way to the goal is shorter, if a ride is worth its cube.
fn ride(game: &Brotherhood, at: Square, goal: Square) -> Option<AssassinAction> {
    let level: &Level = &game.table.mission.level;
    level.station_at(at)?;
    let guards = |to: Square| i32::from(game.table.guards[to.index()].total());
    let cost = |to: Square| {
        STEP * i32::from(level.walk(to, goal)) + SEEN * chance_seen(game, guards(to)) / 100
    };
    let (station, &to) = (0u8..).zip(&level.stations).min_by_key(|(_, to)| cost(**to))?;
    let rides = to != at && cost(to) + STEP < STEP * i32::from(level.walk(at, goal));
    rides.then_some(AssassinAction::Travel(station))
}

/// The best neighboring square on the way to a goal, and how much better it is than to stay.
fn best_step(
    game: &Brotherhood,
    who: AssassinId,
    goal: Option<Square>,
    unseen: bool,
) -> Option<(Way, i32)> {
    let table = &game.table;
    let level = &table.mission.level;
    let one = &table.crew[who];
    let (at, goal) = (one.square()?, goal?);
    let stay = STEP * i32::from(level.trip(at, goal)) + plight(game, who, false);
    let mut best: Option<(Way, i32)> = None;
    for way in Way::ALL {
        let Some(to) = level.near(at, way) else {
            continue;
        };
        let guards = i32::from(table.guards[to.index()].total());
        let mut cost = STEP * i32::from(level.trip(to, goal));
        if one.wanted {
            let followed = !unseen && followed(game, who, at, way, to);
            cost += plight(game, who, guards == 0 && !followed);
        } else {
            cost += SEEN * chance_seen(game, guards) / 100;
        }
        // To stop among guards that have not seen it is safe; to be found there by others is not.
        let gain = stay - cost;
        if best.is_none_or(|(_, other)| gain > other) {
            best = Some((way, gain));
        }
    }
    best
}

/// The chance to be seen by a number of guards, in hundredths.
fn chance_seen(game: &Brotherhood, guards: i32) -> i32 {
    let red = match game.effect() {
        EventEffect::GreenDice => false,
        EventEffect::RedDice => true,
        _ => game.table.alert,
    };
    let dice = game.table.mission.pack.dice;
    let faces = i32::from(if red { dice.alert } else { dice.quiet });
    let mut unseen = 100;
    for _ in 0..guards {
        unseen = unseen * (6 - faces) / 6;
    }
    100 - unseen
}

/// Whether guards would follow.
fn followed(game: &Brotherhood, who: AssassinId, from: Square, way: Way, to: Square) -> bool {
    let table = &game.table;
    let level = &table.mission.level;
    let other =
        table.team().any(|(other, one)| other != who && one.wanted && one.square() == Some(from));
    !table.loose_guards(from).is_empty()
        && !other
        && level.beat[from.index()][way as usize] == Some(to)
        && table.guards[to.index()].total() < crate::content::squares::PLACES
}

/// What it costs an assassin to be wanted, unless it shakes the guards off.
fn plight(game: &Brotherhood, who: AssassinId, shaken: bool) -> i32 {
    if shaken || !game.table.crew[who].wanted { 0 } else { WANTED }
}

/// A wanted assassin among guards: away if it can shake them off, otherwise it fights.
fn under_attack(
    game: &Brotherhood,
    who: AssassinId,
    goal: Option<Square>,
    allowed: &dyn Fn(AssassinAction) -> bool,
) -> Option<AssassinAction> {
    let table = &game.table;
    let one = &table.crew[who];
    let at = one.square()?;
    let arrived = goal == Some(at);
    let step = best_step(game, who, goal, false);
    let guards = table.guards[at.index()];
    let weapon = best_weapon(game, one);
    let strike = weapon.map(|(kind, _)| AssassinAction::Use(kind, Aim::Here));
    let armor = i32::from(guards.crossbowmen) + 2 * i32::from(guards.elites);
    let dice = weapon.map_or(0, |(_, dice)| i32::from(dice));
    let cubes = i32::from(one.cubes);
    // Worth a fight: what the dice of this turn can be expected to fell.
    let can_clear = 2 * dice * cubes >= armor;
    let strike = strike.filter(|&act| allowed(act));
    match step {
        Some((way, gain)) if gain > FLIGHT && !(arrived && can_clear) => {
            Some(AssassinAction::Move(way)).filter(|&act| allowed(act)).or(strike)
        }
        Some((way, gain)) if !can_clear && gain > -RETREAT => {
            Some(AssassinAction::Move(way)).filter(|&act| allowed(act)).or(strike)
        }
        _ => strike,
    }
}

/// The weapon with the most dice that can be used on its own square.
fn best_weapon(game: &Brotherhood, one: &Assassin) -> Option<(EquipmentId, u8)> {
    let mut best = None;
    for (kind, card) in game.table.mission.pack.kinds() {
        if let Effect::Weapon { dice, .. } = card.effect
            && one.has(kind)
            && best.is_none_or(|(_, most)| dice > most)
        {
            best = Some((kind, dice));
        }
    }
    best
}

/// A ranged weapon that nobody hears.
fn silent_shot(game: &Brotherhood, one: &Assassin) -> Option<EquipmentId> {
    let mut kinds = game.table.mission.pack.kinds();
    kinds
        .find(|(kind, card)| {
            matches!(card.effect, Effect::Weapon { ranged: true, .. })
                && card.eye == Eye::Never
                && (!card.alarm || game.table.alert)
                && one.has(*kind)
        })
        .map(|(kind, _)| kind)
}

/// A card with an effect that an assassin has.
fn card_for(game: &Brotherhood, one: &Assassin, effect: Effect) -> Option<EquipmentId> {
    let mut kinds = game.table.mission.pack.kinds();
    kinds.find(|(kind, card)| card.effect == effect && one.has(*kind)).map(|(kind, _)| kind)
}

/// Nothing better to do: hide, hide bodies, keep a cube.
fn wait(
    game: &Brotherhood,
    who: AssassinId,
    allowed: &dyn Fn(AssassinAction) -> bool,
) -> Option<AssassinAction> {
    let one = &game.table.crew[who];
    if allowed(AssassinAction::Conceal) {
        return Some(AssassinAction::Conceal);
    }
    if one.cubes <= LATE && allowed(AssassinAction::Save) {
        return Some(AssassinAction::Save);
    }
    [Guard::Elite, Guard::Crossbowman]
        .map(AssassinAction::HideBody)
        .into_iter()
        .find(|&act| allowed(act))
}
