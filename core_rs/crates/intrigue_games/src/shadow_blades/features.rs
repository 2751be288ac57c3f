//! The feature tensor: what a seat knows, as numbers, its own side first and the others clockwise.
//! A spectator sees the table from seat 0, without secrets. Seats that are not there are zeros.

use intrigue_core::{Plane, Seat, SeatSet};

use super::action::{ARMS, MARKS, Mark, SPOTS, Spot};
use super::cards::{Card, Conspiracy, KINDS, MERCENARY, MISSIONS, Role, Skill, ZONES, Zone};
use super::memory::Place;
use super::pack::Cards;
use super::state::{PILES, SEATS, Stage, StepKind};
use super::view::View;

/// Changes when the planes do.
pub(super) const VERSION: u32 = 1;

const STAGES: usize = Stage::ALL.len();
const CONSPIRACIES: usize = Conspiracy::ALL.len();
const SKILLS: usize = Skill::Gravewalker as usize + 1;
const STEPS: usize = StepKind::Skill as usize + 1;
/// How many kinds of mission there are.
const MISSION_KINDS: usize = KINDS - MISSIONS;

const fn plane(name: &'static str, size: usize, summary: &'static str) -> Plane {
    Plane {
        name,
        size,
        summary,
    }
}

/// The planes, one after the other.
pub(super) const PLANES: &[Plane] = &[
    plane("hand", KINDS, "own cards in hand, by kind"),
    plane("looking", KINDS, "cards looked at to answer, by kind"),
    plane(
        "missions",
        ZONES * MISSION_KINDS,
        "own missions by kind, one row a zone",
    ),
    plane("hand_size", SEATS, "cards in hand of each seat, own first"),
    plane("resigned", SEATS, "who has resigned, own first"),
    plane(
        "strength",
        SEATS * ZONES,
        "strength by zone, one row a seat, own first",
    ),
    plane(
        "dominates",
        SEATS * ZONES,
        "1 for each zone dominated, one row a seat, own first",
    ),
    plane(
        "mission_count",
        SEATS * ZONES,
        "missions by zone, one row a seat, own first",
    ),
    plane(
        "agent_owner",
        MARKS,
        "for each agent 0, or on the table its owner: 1 own, 2 the next seat, and so on",
    ),
    plane(
        "agent_side",
        MARKS,
        "for each agent 0, or on the table on whose side: 1 own, 2 the next seat, and so on",
    ),
    plane(
        "agent_zone",
        MARKS,
        "for each agent 0, or on the table its zone: 1 to 4",
    ),
    plane(
        "agent_strength",
        MARKS,
        "strength of each agent on the table, weapons counted",
    ),
    plane("graveyard", KINDS, "discarded cards, by kind"),
    plane("graveyard_top", KINDS, "the card on top of them, one-hot"),
    plane("piles", PILES, "cards in each pile"),
    plane("deck", 1, "cards in the deck"),
    plane(
        "known_hands",
        SEATS * KINDS,
        "cards known to be in a hand, by kind, one row a seat, own first",
    ),
    plane(
        "known_missions",
        SEATS * MISSION_KINDS,
        "missions known to lie in a certain zone, by kind, one row a seat, own first",
    ),
    plane(
        "known_piles",
        PILES * KINDS,
        "cards known to be in a pile, by kind, one row a pile",
    ),
    plane(
        "known_deck",
        KINDS,
        "cards known to be on top of the deck, by kind",
    ),
    plane("used_skills", SKILLS, "1 for each skill that has happened"),
    plane("conspiracy", CONSPIRACIES, "the conspiracy, one-hot"),
    plane("stage", STAGES, "what is asked, one-hot"),
    plane("asked", SEATS, "who is asked, one-hot, own first"),
    plane("active", SEATS, "whose turn it is, one-hot, own first"),
    plane("pile", PILES, "the pile that is looked at, one-hot"),
    plane(
        "focus",
        SPOTS,
        "the zone that a skill looks at, one-hot, one row a seat, own first",
    ),
    plane("named", MARKS, "1 for each agent that Ruby Tracker named"),
    plane("finale", 1, "whether the final confrontation is on"),
    plane(
        "last_turns",
        SEATS,
        "who still has the last turn, own first",
    ),
    plane("deployed", 1, "how many agents were deployed this turn"),
    plane(
        "deployed_strength",
        MARKS,
        "for each agent deployed this turn its strength then",
    ),
    plane(
        "deployment",
        3,
        "this turn: a mission was laid, a Deception made, any step made",
    ),
    plane(
        "allowances",
        2,
        "opened this turn: the Falcon's, the Raven's",
    ),
    plane("step", STEPS, "what the own step is, one-hot, first none"),
    plane("step_card", KINDS, "its agent from hand, one-hot"),
    plane(
        "step_spot",
        SPOTS,
        "where it goes, one-hot, one row a seat, own first",
    ),
    plane("step_target", MARKS, "its deployed agent, one-hot"),
    plane(
        "step_weapons",
        ARMS.len(),
        "its weapons: common, prodigious, Theft agents in the order of the cards",
    ),
    plane(
        "step_put",
        KINDS,
        "cards that the Illusionist has put back so far, by kind",
    ),
    plane("seats", 1, "how many seats there are"),
    plane(
        "variant",
        3,
        "alliances, a drafted start, plain Infiltration specialists",
    ),
    plane("turn", 1, "the number of the turn, at most 127"),
];

/// The seats, own first.
#[derive(Clone, Copy)]
struct Order {
    own: usize,
    seats: usize,
}

impl Order {
    /// The seat at a place; nobody beyond the last.
    fn seat(self, place: usize) -> Option<usize> {
        (place < self.seats).then(|| (self.own + place) % self.seats)
    }

    /// The place of a seat.
    fn place(self, seat: usize) -> usize {
        (seat + self.seats - self.own) % self.seats
    }

    /// The place of a zone of a seat.
    fn spot(self, spot: Spot) -> usize {
        self.place(spot.side()) * ZONES + spot.zone() as usize
    }
}

struct Writer<'a> {
    out: &'a mut [i8],
    at: usize,
    order: Order,
}

impl Writer<'_> {
    fn number(&mut self, value: impl Into<i32>) {
        let value = value.into().clamp(i8::MIN.into(), i8::MAX.into());
        self.out[self.at] = i8::try_from(value).unwrap_or(i8::MAX);
        self.at += 1;
    }

    fn size(&mut self, value: usize) {
        self.number(i32::try_from(value).unwrap_or(i32::MAX));
    }

    fn numbers(&mut self, values: &[i32]) {
        for &value in values {
            self.number(value);
        }
    }

    fn cards(&mut self, cards: Cards) {
        for card in Card::all() {
            self.number(cards.count(card));
        }
    }

    fn missions(&mut self, cards: Cards) {
        for card in Card::all().skip(MISSIONS) {
            self.number(cards.count(card));
        }
    }

    fn one_hot(&mut self, index: Option<usize>, size: usize) {
        for place in 0..size {
            self.number(index == Some(place));
        }
    }

    fn seats(&mut self, set: SeatSet) {
        self.each_seat(|seat| Seat::new(seat).is_some_and(|seat| set.contains(seat)));
    }

    /// A number for each seat.
    fn each_seat<N: Into<i32>>(&mut self, number: impl Fn(usize) -> N) {
        for place in 0..SEATS {
            match self.order.seat(place) {
                Some(seat) => self.number(number(seat)),
                None => self.number(0),
            }
        }
    }

    /// A number for each zone of each seat.
    fn each_zone<N: Into<i32>>(&mut self, number: impl Fn(usize, usize) -> N) {
        for place in 0..SEATS {
            for zone in 0..ZONES {
                match self.order.seat(place) {
                    Some(seat) => self.number(number(seat, zone)),
                    None => self.number(0),
                }
            }
        }
    }
}

/// Cards of which the viewer is sure where they are.
#[derive(Default)]
struct Sure {
    hands: [Cards; SEATS],
    missions: [Cards; SEATS],
    piles: [Cards; PILES],
    deck: Cards,
}

impl Sure {
    fn of(view: &View) -> Self {
        let mut sure = Self::default();
        for known in view.memory.known(view.viewer) {
            let mut places = known.places();
            let (Some(place), None) = (places.next(), places.next()) else {
                continue;
            };
            let there = match place {
                Place::Hand(seat) => &mut sure.hands[seat],
                Place::Missions(seat, _) => &mut sure.missions[seat],
                Place::Pile(pile) => &mut sure.piles[pile - 1],
                Place::Deck => &mut sure.deck,
                Place::Bundle => continue,
            };
            // A view that is sound has no more cards than the game.
            let _ = there.add(known.card);
        }
        sure
    }
}

/// Where each agent of a list is among the marks: the second Mercenary is the last.
fn marks(cards: impl Iterator<Item = Card>) -> impl Iterator<Item = usize> {
    let mut met = false;
    cards.map(move |card| {
        let second = card == MERCENARY && std::mem::replace(&mut met, true);
        card.index() + usize::from(second)
    })
}

fn write_agents(view: &View, to: &mut Writer) {
    let [mut owners, mut sides, mut zones, mut strengths] = [[0i32; MARKS]; 4];
    let relative = |seat: usize| i32::from(to.order.place(seat).to_le_bytes()[0]) + 1;
    for (mark, agent) in marks(view.agents.iter().map(|agent| agent.card)).zip(&view.agents) {
        owners[mark] = relative(agent.owner.index());
        sides[mark] = relative(agent.spot.side());
        zones[mark] = i32::from(agent.spot.zone() as u8) + 1;
        strengths[mark] = agent.strength.into();
    }
    for plane in [owners, sides, zones, strengths] {
        to.numbers(&plane);
    }
}

fn write_known(view: &View, to: &mut Writer) {
    let sure = Sure::of(view);
    for place in 0..SEATS {
        to.cards(
            to.order
                .seat(place)
                .map_or(Cards::EMPTY, |seat| sure.hands[seat]),
        );
    }
    for place in 0..SEATS {
        to.missions(
            to.order
                .seat(place)
                .map_or(Cards::EMPTY, |seat| sure.missions[seat]),
        );
    }
    for pile in sure.piles {
        to.cards(pile);
    }
    to.cards(sure.deck);
}

fn write_question(view: &View, to: &mut Writer) {
    let question = view.question;
    let order = to.order;
    to.one_hot(Some(question.stage as usize), STAGES);
    to.seats(SeatSet::of(question.seat));
    to.seats(SeatSet::of(view.active));
    to.one_hot(usize::from(question.pile).checked_sub(1), PILES);
    to.one_hot(question.focus.map(|spot| order.spot(spot)), SPOTS);
    for mark in 0..MARKS {
        let is_it = |named: &Mark| usize::from(named.0) == mark;
        to.number(question.named.iter().flatten().any(is_it));
    }
    to.number(view.finale.is_some());
    to.seats(view.finale.unwrap_or(SeatSet::EMPTY));
}

fn write_deployment(view: &View, to: &mut Writer) {
    let deployment = &view.deployment;
    let agents = deployment.agents.cards();
    to.size(agents.len());
    let mut strengths = [0i32; MARKS];
    for (mark, &strength) in marks(agents.iter().copied()).zip(&deployment.strengths) {
        strengths[mark] = strength.into();
    }
    to.numbers(&strengths);
    to.number(deployment.mission);
    to.number(deployment.deceived);
    to.number(deployment.begun);
    for skill in [Skill::Falcon, Skill::Raven] {
        let has_it =
            |card: Card| matches!(card.role(), Role::Agent(_, _, Some(its)) if its == skill);
        let mut opened = agents.iter().enumerate();
        to.number(opened.any(|(place, &card)| deployment.opened >> place & 1 == 1 && has_it(card)));
    }
}

fn write_step(view: &View, to: &mut Writer) {
    let step = view.secrets.unwrap_or_default().step;
    let order = to.order;
    to.one_hot(Some(step.kind as usize), STEPS);
    to.one_hot(step.card.map(Card::index), KINDS);
    to.one_hot(step.spot.map(|spot| order.spot(spot)), SPOTS);
    to.one_hot(step.target.map(|mark| mark.0.into()), MARKS);
    let ordering = view.question.stage == Stage::IllusionistOrder;
    let count = |card: Card| {
        step.weapons
            .cards()
            .iter()
            .filter(|&&one| one == card)
            .count()
    };
    for arm in ARMS {
        to.size(if ordering { 0 } else { count(arm) });
    }
    for card in Card::all() {
        to.size(if ordering { count(card) } else { 0 });
    }
}

pub(super) fn write(view: &View, out: &mut [i8]) {
    let order = Order {
        own: view.viewer.seat().map_or(0, Seat::index),
        seats: view.sides.len(),
    };
    let mut to = Writer { out, at: 0, order };
    let secrets = view.secrets.unwrap_or_default();
    to.cards(secrets.hand);
    to.cards(secrets.looking);
    for zone in Zone::ALL {
        to.missions(secrets.missions[zone as usize]);
    }
    to.each_seat(|seat| view.sides[seat].hand);
    to.each_seat(|seat| view.sides[seat].resigned);
    to.each_zone(|seat, zone| view.sides[seat].strengths[zone]);
    to.each_zone(|seat, zone| view.sides[seat].dominates[zone]);
    to.each_zone(|seat, zone| view.sides[seat].missions[zone]);
    write_agents(view, &mut to);
    let mut graveyard = Cards::EMPTY;
    for &card in &view.graveyard {
        let _ = graveyard.add(card);
    }
    to.cards(graveyard);
    to.one_hot(view.graveyard.last().map(|card| card.index()), KINDS);
    for pile in view.piles {
        to.number(pile);
    }
    to.number(view.deck);
    write_known(view, &mut to);
    for skill in 0..SKILLS {
        to.number(view.used >> skill & 1 == 1);
    }
    let conspiracy = view.variant.conspiracy.map(|one| one as usize);
    to.one_hot(conspiracy, CONSPIRACIES);
    write_question(view, &mut to);
    write_deployment(view, &mut to);
    write_step(view, &mut to);
    to.number(view.variant.seats);
    to.number(view.variant.alliances);
    to.number(view.variant.drafted);
    to.number(view.variant.plain_specialists);
    to.number(view.turn);
    debug_assert_eq!(to.at, PLANES.iter().map(|plane| plane.size).sum::<usize>());
}
