//! Views as messages, and back. What is seen of events is in [`event`](super::event).
//!
//! A message is read piece by piece, and the pieces are as strict as types and lengths ask for; in
//! the end what was read is written again, and must be the same message. So nothing that is out of
//! order, doubled or left over gets through.

use intrigue_core::wire_fields::{
    self, enum_number, read_byte, read_enum, read_optional_enum, seat_number, seat_numbers,
};
use intrigue_core::{Seat, SeatSet, Viewer};
use intrigue_wire::shadow_blades::v1 as wire;

use crate::content::cards::{AGENTS, Card, Conspiracy, MERCENARY, Skill, ZONES, Zone};
use crate::content::pack::{Cards, bag};
use crate::knowledge::seen_moves::{Known, Place, SeenMoves};
use crate::knowledge::view::{Agent, End, Secrets, Side, View};
use crate::rules::action::{MARKS, Mark, Spot};
use crate::rules::options::Variant;
use crate::rules::state::{Deployment, Ending, Row, SEATS, WEAPONRY};
use crate::wire::event::{question, read_question, read_step, step};

/// No list has more cards than the game.
const ALL_CARDS: usize = 76;
/// More than the moves of a match.
const MOST_MOVES: usize = 1280;
/// Changes when the bytes of the same memory do.
const ENGINE_STATE_VERSION: u8 = 1;

pub(crate) fn card(card: Card) -> i32 {
    enum_number(card.index())
}

pub(crate) fn read_card(number: i32) -> Option<Card> {
    Card::of(usize::try_from(number).ok()?.checked_sub(1)?)
}

pub(crate) fn maybe_card(seen: Option<Card>) -> i32 {
    seen.map_or(0, card)
}

#[expect(clippy::option_option, reason = "unreadable, absent, or there")]
pub(crate) fn read_maybe_card(number: i32) -> Option<Option<Card>> {
    if number == 0 { Some(None) } else { read_card(number).map(Some) }
}

pub(crate) fn row(cards: &[Card]) -> Vec<i32> {
    cards.iter().map(|&one| card(one)).collect()
}

/// Cards in their order, up to a number.
pub(crate) fn read_row(numbers: &[i32], most: usize) -> Option<Vec<Card>> {
    if numbers.len() > most {
        return None;
    }
    numbers.iter().map(|&number| read_card(number)).collect()
}

pub(crate) fn cards(cards: Cards) -> Vec<i32> {
    cards.cards().map(card).collect()
}

pub(crate) fn read_cards(numbers: &[i32]) -> Option<Cards> {
    bag(read_row(numbers, ALL_CARDS)?)
}

/// The number of a seat as its message has it.
fn side(index: usize) -> u32 {
    u32::from(index.to_le_bytes()[0])
}

pub(crate) fn read_seat(number: u32) -> Option<Seat> {
    wire_fields::read_seat(number).filter(|seat| seat.index() < SEATS)
}

pub(crate) fn read_seats(numbers: &[u32]) -> Option<SeatSet> {
    let seats = wire_fields::read_seats(numbers)?;
    seats.iter().all(|seat| seat.index() < SEATS).then_some(seats)
}

pub(crate) fn spot(spot: Spot) -> wire::Spot {
    wire::Spot { seat: side(spot.side()), zone: enum_number(spot.zone() as usize) }
}

pub(crate) fn read_spot(message: wire::Spot) -> Option<Spot> {
    let seat = read_seat(message.seat)?;
    Some(Spot::new(seat.index(), read_enum(&Zone::ALL, message.zone)?))
}

pub(crate) fn mark(mark: Mark) -> wire::AgentRef {
    wire::AgentRef { card: card(mark.card()), second: mark.0 != mark.card().0 }
}

pub(crate) fn read_mark(message: wire::AgentRef) -> Option<Mark> {
    let card = read_agent(message.card)?;
    let fits = card == MERCENARY || !message.second;
    fits.then_some(Mark(card.0 + u8::from(message.second)))
}

pub(crate) fn read_two_marks(messages: &[wire::AgentRef]) -> Option<[Mark; 2]> {
    let &[one, other] = messages else {
        return None;
    };
    Some([read_mark(one)?, read_mark(other)?])
}

fn read_agent(number: i32) -> Option<Card> {
    read_card(number).filter(|card| card.index() < AGENTS)
}

/// A part of a message that may be absent, but if it is there must be readable.
#[expect(clippy::option_option, reason = "unreadable, absent, or there")]
pub(crate) fn part<M, T>(message: Option<M>, read: impl Fn(M) -> Option<T>) -> Option<Option<T>> {
    message.map_or(Some(None), |message| read(message).map(Some))
}

pub(crate) fn missions(missions: &[Cards; ZONES]) -> wire::Missions {
    let [assassination, theft, reinforcement, infiltration] = missions.map(cards);
    wire::Missions { assassination, theft, reinforcement, infiltration }
}

pub(crate) fn read_missions(message: &wire::Missions) -> Option<[Cards; ZONES]> {
    Some([
        read_cards(&message.assassination)?,
        read_cards(&message.theft)?,
        read_cards(&message.reinforcement)?,
        read_cards(&message.infiltration)?,
    ])
}

fn deployment(deployment: &Deployment) -> wire::Deployment {
    let agents = deployment.agents.cards().iter().enumerate();
    let agent = |(place, &agent): (usize, &Card)| wire::DeployedAgent {
        card: card(agent),
        strength: deployment.strengths[place].into(),
        opened: deployment.opened >> place & 1 == 1,
    };
    wire::Deployment {
        agents: agents.map(agent).collect(),
        mission: deployment.mission,
        deceived: deployment.deceived,
        begun: deployment.begun,
    }
}

fn read_deployment(message: &wire::Deployment) -> Option<Deployment> {
    let mut deployment = Deployment {
        mission: message.mission,
        deceived: message.deceived,
        begun: message.begun,
        ..Deployment::default()
    };
    let mut agents = Vec::new();
    for (place, agent) in message.agents.iter().enumerate() {
        agents.push(read_agent(agent.card)?);
        *deployment.strengths.get_mut(place)? = read_byte(agent.strength)?;
        deployment.opened |= u32::from(agent.opened) << place;
    }
    deployment.agents = Row::of(&agents)?;
    Some(deployment)
}

fn look_at_side(side: &Side) -> wire::PublicSeat {
    let zone = |zone: Zone| wire::PublicZone {
        strength: side.strengths[zone as usize].into(),
        dominates: side.dominates[zone as usize],
        missions: side.missions[zone as usize].into(),
    };
    wire::PublicSeat {
        hand_size: side.hand.into(),
        zones: Zone::ALL.map(zone).to_vec(),
        resigned: side.resigned,
    }
}

fn read_side(message: &wire::PublicSeat) -> Option<Side> {
    let mut side =
        Side { hand: read_byte(message.hand_size)?, resigned: message.resigned, ..Side::default() };
    for (place, zone) in message.zones.iter().enumerate() {
        *side.strengths.get_mut(place)? = i8::try_from(zone.strength).ok()?;
        side.dominates[place] = zone.dominates;
        side.missions[place] = read_byte(zone.missions)?;
    }
    Some(side)
}

fn agent(agent: &Agent) -> wire::Agent {
    wire::Agent {
        card: card(agent.card),
        owner: seat_number(agent.owner),
        spot: Some(spot(agent.spot)),
        strength: agent.strength.into(),
        weapons: row(&agent.weapons),
    }
}

fn read_deployed(message: &wire::Agent) -> Option<Agent> {
    Some(Agent {
        card: read_agent(message.card)?,
        owner: read_seat(message.owner)?,
        spot: read_spot(message.spot?)?,
        strength: read_byte(message.strength)?,
        weapons: read_row(&message.weapons, WEAPONRY)?,
    })
}

fn secrets(secrets: &Secrets) -> wire::Secrets {
    wire::Secrets {
        hand: cards(secrets.hand),
        missions: Some(missions(&secrets.missions)),
        looking: cards(secrets.looking),
        step: step(&secrets.step),
    }
}

fn read_secrets(message: &wire::Secrets) -> Option<Secrets> {
    Some(Secrets {
        hand: read_cards(&message.hand)?,
        missions: read_missions(message.missions.as_ref()?)?,
        looking: read_cards(&message.looking)?,
        step: read_step(message.step.as_ref())?,
    })
}

fn read_end(message: &wire::End) -> Option<End> {
    if message.missions.len() > SEATS {
        return None;
    }
    Some(End {
        ending: read_enum(&Ending::ALL, message.ending)?,
        winners: read_seats(&message.winners)?,
        missions: message.missions.iter().map(read_missions).collect::<Option<_>>()?,
    })
}

fn known(known: &Known) -> wire::KnownCard {
    use wire::PlaceKind as Kind;
    let place = |place: Place| {
        let (kind, seat, zone, pile) = match place {
            Place::Hand(seat) => (Kind::Hand, Some(seat), None, 0),
            Place::Missions(seat, zone) => (Kind::Missions, Some(seat), Some(zone), 0),
            Place::Pile(pile) => (Kind::Pile, None, None, pile),
            Place::Deck => (Kind::Deck, None, None, 0),
            Place::Bundle => (Kind::Bundle, None, None, 0),
        };
        wire::Place {
            kind: kind.into(),
            seat: seat.map(side),
            zone: zone.map_or(0, |zone| enum_number(zone as usize)),
            pile: u32::from(pile.to_le_bytes()[0]),
        }
    };
    wire::KnownCard { card: card(known.card), places: known.places().map(place).collect() }
}

fn read_seen_moves(engine_state: &[u8]) -> Option<SeenMoves> {
    let (&ENGINE_STATE_VERSION, bytes) = engine_state.split_first()? else {
        return None;
    };
    let (words, rest) = bytes.as_chunks::<2>();
    if words.len() > MOST_MOVES || !rest.is_empty() {
        return None;
    }
    let moves = SeenMoves(words.iter().map(|&word| u16::from_le_bytes(word)).collect());
    moves.ops()?;
    Some(moves)
}

fn variant(variant: Variant) -> wire::Variant {
    let conspiracy = variant.conspiracy.map(|one| enum_number(one as usize));
    wire::Variant {
        seats: variant.seats.into(),
        alliances: variant.alliances,
        drafted: variant.drafted,
        plain_specialists: variant.plain_specialists,
        conspiracy: conspiracy.unwrap_or_default(),
        small_deck: variant.small_deck,
    }
}

fn read_variant(message: &wire::Variant) -> Option<Variant> {
    let seats = read_byte(message.seats).filter(|&seats| (2..=SEATS).contains(&seats.into()))?;
    let small = message.small_deck;
    if (message.alliances && usize::from(seats) != SEATS)
        || (small && (seats != 2 || message.drafted || message.conspiracy != 0))
    {
        return None;
    }
    Some(Variant {
        seats,
        alliances: message.alliances,
        drafted: message.drafted,
        plain_specialists: message.plain_specialists,
        conspiracy: read_optional_enum(&Conspiracy::ALL, message.conspiracy)?,
        small_deck: small,
    })
}

pub(crate) fn view(view: &View) -> wire::ShadowBladesView {
    let end = view.end.as_ref().map(|end| wire::End {
        ending: enum_number(end.ending as usize),
        winners: seat_numbers(end.winners),
        missions: end.missions.iter().map(missions).collect(),
    });
    wire::ShadowBladesView {
        variant: Some(variant(view.variant)),
        turn: view.turn.into(),
        active: seat_number(view.active),
        question: Some(question(view.question)),
        deployment: Some(deployment(&view.deployment)),
        deck: view.deck.into(),
        piles: view.piles.map(u32::from).to_vec(),
        seats: view.sides.iter().map(look_at_side).collect(),
        agents: view.agents.iter().map(agent).collect(),
        graveyard: row(&view.graveyard),
        used_skills: view.used_skills().map(|skill| enum_number(skill as usize)).collect(),
        finale: view.finale.map(|left| wire::Finale { seats: seat_numbers(left) }),
        secrets: view.secrets.as_ref().map(secrets),
        end,
        known: view.seen_moves.known(view.viewer).iter().map(known).collect(),
    }
}

/// What the viewer remembers of cards that moved face down, as bytes: a version, then 16 bits per
/// move, the low ones first.
pub(crate) fn engine_state(view: &View) -> Vec<u8> {
    let words = view.seen_moves.0.iter().flat_map(|word| word.to_le_bytes());
    std::iter::once(ENGINE_STATE_VERSION).chain(words).collect()
}

pub(crate) fn read_view(
    message: &wire::ShadowBladesView,
    engine_state: &[u8],
    viewer: Viewer,
) -> Option<View> {
    let variant = read_variant(message.variant.as_ref()?)?;
    let seats = usize::from(variant.seats);
    let stranger = viewer.seat().is_some_and(|seat| seat.index() >= seats);
    let crowded = message.agents.len() > MARKS;
    if stranger || crowded || message.seats.len() != seats {
        return None;
    }
    let [one, two, three] = message.piles[..] else {
        return None;
    };
    let mut used = 0;
    for &number in &message.used_skills {
        used |= 1 << read_enum(&Skill::ALL, number)? as u16;
    }
    let sides = message.seats.iter().map(read_side);
    let agents = message.agents.iter().map(read_deployed);
    let read = View {
        viewer,
        variant,
        turn: u16::try_from(message.turn).ok()?,
        active: read_seat(message.active)?,
        question: read_question(message.question.as_ref()?)?,
        deployment: read_deployment(message.deployment.as_ref()?)?,
        deck: read_byte(message.deck)?,
        piles: [read_byte(one)?, read_byte(two)?, read_byte(three)?],
        sides: sides.collect::<Option<_>>()?,
        agents: agents.collect::<Option<_>>()?,
        graveyard: read_row(&message.graveyard, ALL_CARDS)?,
        used,
        finale: part(message.finale.as_ref(), |left| read_seats(&left.seats))?,
        seen_moves: read_seen_moves(engine_state)?,
        secrets: part(message.secrets.as_ref(), read_secrets)?,
        end: part(message.end.as_ref(), read_end)?,
    };
    // Written again it is the same: also the cards that are known follow from the moves.
    let same = view(&read) == *message;
    (same && read.is_sound()).then_some(read)
}
