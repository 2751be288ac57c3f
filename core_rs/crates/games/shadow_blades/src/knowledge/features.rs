//! The feature tensor: what a seat knows, as numbers, its own side first and the others clockwise.
//! A spectator sees the table from seat 0, without secrets. Seats that are not there are zeros.

use intrigue_core::{FeatureWriter, Plane, Seat, SeatSet, feature_size};

use crate::content::cards::{Card, Conspiracy, KINDS, MERCENARY, MISSIONS, Role, Skill, ZONES};
use crate::content::pack::Cards;
use crate::knowledge::outlook::{Outlook, Standing, Sure};
use crate::rules::action::{ARMS, MARKS, SPOTS, Spot};
use crate::rules::state::{Deployment, PILES, SEATS, Stage, Step, StepKind};

/// Changes when the planes do.
pub(crate) const VERSION: u32 = 1;

const STAGES: usize = Stage::ALL.len();
const CONSPIRACIES: usize = Conspiracy::ALL.len();
const SKILLS: usize = Skill::Gravewalker as usize + 1;
const STEPS: usize = StepKind::Skill as usize + 1;
/// How many kinds of mission there are.
const MISSION_KINDS: usize = KINDS - MISSIONS;

const fn plane(name: &'static str, size: usize, summary: &'static str) -> Plane {
    Plane { name, size, summary }
}

/// The planes, one after the other.
pub(crate) const PLANES: &[Plane] = &[
    plane("hand", KINDS, "own cards in hand, by kind"),
    plane("looking", KINDS, "cards looked at to answer, by kind"),
    plane("missions", ZONES * MISSION_KINDS, "own missions by kind, one row per zone"),
    plane("hand_size", SEATS, "cards in hand of each seat, own first"),
    plane("resigned", SEATS, "who has resigned, own first"),
    plane("strength", SEATS * ZONES, "strength by zone, one row per seat, own first"),
    plane("dominates", SEATS * ZONES, "1 for each zone dominated, one row per seat, own first"),
    plane("mission_count", SEATS * ZONES, "missions by zone, one row per seat, own first"),
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
    plane("agent_zone", MARKS, "for each agent 0, or on the table its zone: 1 to 4"),
    plane("agent_strength", MARKS, "strength of each agent on the table, weapons counted"),
    plane("graveyard", KINDS, "discarded cards, by kind"),
    plane("graveyard_top", KINDS, "the card on top of them, one-hot"),
    plane("piles", PILES, "cards in each pile"),
    plane("deck", 1, "cards in the deck"),
    plane(
        "known_hands",
        SEATS * KINDS,
        "cards known to be in a hand, by kind, one row per seat, own first",
    ),
    plane(
        "known_missions",
        SEATS * MISSION_KINDS,
        "missions known to lie in a certain zone, by kind, one row per seat, own first",
    ),
    plane("known_piles", PILES * KINDS, "cards known to be in a pile, by kind, one row a pile"),
    plane("known_deck", KINDS, "cards known to be on top of the deck, by kind"),
    plane("used_skills", SKILLS, "1 for each skill that has happened"),
    plane("conspiracy", CONSPIRACIES, "the conspiracy, one-hot"),
    plane("stage", STAGES, "what is asked, one-hot"),
    plane("asked", SEATS, "who is asked, one-hot, own first"),
    plane("active", SEATS, "whose turn it is, one-hot, own first"),
    plane("pile", PILES, "the pile that is looked at, one-hot"),
    plane("focus", SPOTS, "the zone that a skill looks at, one-hot, one row per seat, own first"),
    plane("named", MARKS, "1 for each agent that Ruby Tracker named"),
    plane("finale", 1, "whether the final confrontation is on"),
    plane("last_turns", SEATS, "who still has the last turn, own first"),
    plane("deployed", 1, "how many agents were deployed this turn"),
    plane("deployed_strength", MARKS, "for each agent deployed this turn its strength then"),
    plane("deployment", 3, "this turn: a mission was laid, a Deception made, any step made"),
    plane("allowances", 2, "opened this turn: the Falcon's, the Raven's"),
    plane("step", STEPS, "what the own step is, one-hot, first none"),
    plane("step_card", KINDS, "its agent from hand, one-hot"),
    plane("step_spot", SPOTS, "where it goes, one-hot, one row per seat, own first"),
    plane("step_target", MARKS, "its deployed agent, one-hot"),
    plane(
        "step_weapons",
        ARMS.len(),
        "its weapons: common, prodigious, Theft agents in the order of the cards",
    ),
    plane("step_put", KINDS, "cards that the Illusionist has put back so far, by kind"),
    plane("seats", 1, "how many seats there are"),
    plane("variant", 3, "alliances, a drafted start, plain Infiltration specialists"),
    plane("turn", 1, "the number of the turn, at most 127"),
];

/// The order of the seats in the planes: the viewer's own comes first.
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

/// How many numbers all planes have.
const SIZE: usize = feature_size(PLANES);

/// Writes planes in which seats stand in the viewer's order.
struct Writer<'a> {
    planes: FeatureWriter<'a, SIZE>,
    order: Order,
}

impl<'a> std::ops::Deref for Writer<'a> {
    type Target = FeatureWriter<'a, SIZE>;

    fn deref(&self) -> &Self::Target {
        &self.planes
    }
}

impl std::ops::DerefMut for Writer<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.planes
    }
}

impl Writer<'_> {
    #[inline]
    fn cards(&mut self, cards: Cards) {
        let plane = self.plane(KINDS);
        cards.each(|card| plane[card.index()] += 1);
    }

    #[inline]
    fn missions(&mut self, cards: Cards) {
        let plane = self.plane(MISSION_KINDS);
        cards.each(|card| plane[card.index() - MISSIONS] += 1);
    }

    #[inline]
    fn seats(&mut self, set: SeatSet) {
        self.each_seat(|seat| set.bits() >> seat & 1);
    }

    /// Writes a number for each seat.
    #[inline]
    fn each_seat<N: Into<i32>>(&mut self, number: impl Fn(usize) -> N) {
        for place in 0..SEATS {
            match self.order.seat(place) {
                Some(seat) => self.number(number(seat)),
                None => self.number(0),
            }
        }
    }

    /// A number for each zone of each seat.
    #[inline]
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

/// Where each agent of a list is among the marks: the second Mercenary is the last.
fn marks(cards: impl Iterator<Item = Card>) -> impl Iterator<Item = usize> {
    let mut met = false;
    cards.map(move |card| {
        let second = card == MERCENARY && std::mem::replace(&mut met, true);
        card.index() + usize::from(second)
    })
}

fn write_agents(agents: impl Iterator<Item = Standing> + Clone, to: &mut Writer) {
    let order = to.order;
    let relative = |seat: usize| order.place(seat).to_le_bytes()[0].cast_signed() + 1;
    let planes = to.plane(4 * MARKS);
    for (mark, agent) in marks(agents.clone().map(|agent| agent.card)).zip(agents) {
        planes[mark] = relative(agent.owner);
        planes[MARKS + mark] = relative(agent.spot.side());
        planes[2 * MARKS + mark] = (agent.spot.zone() as u8).cast_signed() + 1;
        planes[3 * MARKS + mark] = agent.strength.cast_signed();
    }
}

fn write_known(sure: &Sure, to: &mut Writer) {
    let order = to.order;
    for place in 0..SEATS {
        let hand = order.seat(place).map(|seat| sure.hands[seat]);
        to.cards(hand.unwrap_or_default());
    }
    for place in 0..SEATS {
        let missions = order.seat(place).map(|seat| sure.missions[seat]);
        to.missions(missions.unwrap_or_default());
    }
    for pile in sure.piles {
        to.cards(pile);
    }
    to.cards(sure.deck);
}

fn write_question(table: &Outlook, to: &mut Writer) {
    let question = table.question;
    let order = to.order;
    to.one_hot(Some(question.stage as usize), STAGES);
    to.seats(SeatSet::of(question.seat));
    to.seats(SeatSet::of(table.active));
    to.one_hot(usize::from(question.pile).checked_sub(1), PILES);
    to.one_hot(question.focus.map(|spot| order.spot(spot)), SPOTS);
    let named = to.plane(MARKS);
    for mark in question.named.into_iter().flatten() {
        named[usize::from(mark.0)] = 1;
    }
    to.number(table.finale.is_some());
    to.seats(table.finale.unwrap_or(SeatSet::EMPTY));
}

fn write_deployment(deployment: &Deployment, to: &mut Writer) {
    let agents = deployment.agents.cards();
    to.number(deployment.agents.len());
    let strengths = to.plane(MARKS);
    for (mark, &strength) in marks(agents.iter().copied()).zip(&deployment.strengths) {
        strengths[mark] = strength.cast_signed();
    }
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

fn write_step(step: &Step, ordering: bool, to: &mut Writer) {
    let order = to.order;
    to.one_hot(Some(step.kind as usize), STEPS);
    to.one_hot(step.card.map(Card::index), KINDS);
    to.one_hot(step.spot.map(|spot| order.spot(spot)), SPOTS);
    to.one_hot(step.target.map(|mark| mark.0.into()), MARKS);
    let planes = to.plane(ARMS.len() + KINDS);
    for card in step.weapons.cards() {
        if ordering {
            planes[ARMS.len() + card.index()] += 1;
        } else if let Some(arm) = ARMS.iter().position(|arm| arm == card) {
            planes[arm] += 1;
        }
    }
}

/// Writes what a viewer knows, with the agents on the table as they came.
pub(crate) fn write(
    table: &Outlook,
    agents: impl Iterator<Item = Standing> + Clone,
    out: &mut [i8],
) {
    let order = Order {
        own: table.viewer.seat().map_or(0, Seat::index),
        seats: table.variant.seats.into(),
    };
    let mut to = Writer { planes: FeatureWriter::new(out), order };
    let secrets = &table.secrets;
    to.cards(secrets.hand);
    to.cards(secrets.looking);
    for missions in secrets.missions {
        to.missions(missions);
    }
    to.each_seat(|seat| table.sides[seat].hand);
    to.each_seat(|seat| table.sides[seat].resigned);
    to.each_zone(|seat, zone| table.sides[seat].strengths[zone]);
    to.each_zone(|seat, zone| table.sides[seat].dominates[zone]);
    to.each_zone(|seat, zone| table.sides[seat].missions[zone]);
    write_agents(agents, &mut to);
    let graveyard = to.plane(KINDS);
    for card in table.graveyard {
        graveyard[card.index()] += 1;
    }
    to.one_hot(table.graveyard.last().map(|card| card.index()), KINDS);
    for pile in table.piles {
        to.number(pile);
    }
    to.number(table.deck);
    write_known(&table.sure, &mut to);
    for skill in 0..SKILLS {
        to.number(table.used >> skill & 1);
    }
    let conspiracy = table.variant.conspiracy.map(|one| one as usize);
    to.one_hot(conspiracy, CONSPIRACIES);
    write_question(table, &mut to);
    write_deployment(table.deployment, &mut to);
    let ordering = table.question.stage == Stage::IllusionistOrder;
    write_step(&secrets.step, ordering, &mut to);
    to.number(table.variant.seats);
    to.number(table.variant.alliances);
    to.number(table.variant.drafted);
    to.number(table.variant.plain_specialists);
    to.number(table.turn);
    debug_assert!(to.is_complete());
}
