//! Who sees what (S-90 to S-92), and what follows from it.

use intrigue_core::{Seat, SeatSet, Viewer};

use crate::content::cards::{Card, Conspiracy, Skill, ZONES, Zone};
use crate::content::pack::Cards;
use crate::knowledge::seen_moves::SeenMoves;
use crate::rules::action::{Mark, Spot};
use crate::rules::options::{Options, Variant};
use crate::rules::state::{
    Deployment, Ending, Event, PILES, Phase, Question, SEATS, ShadowBlades, Stage, Step,
};

/// All that a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The seat, or the spectator, whose view it is.
    pub viewer: Viewer,
    /// The variant that is played.
    pub variant: Variant,
    /// Counted from 1; 0 before the first turn.
    pub turn: u16,
    /// Whose turn it is; before the first turn who begins.
    pub active: Seat,
    /// The open question.
    pub question: Question,
    /// What has been done in the deployment of this turn.
    pub deployment: Deployment,
    /// Cards in the deck.
    pub deck: u8,
    /// Cards in each pile.
    pub piles: [u8; PILES],
    /// What is public of each seat.
    pub sides: Vec<Side>,
    /// The agents on the table, in the order in which they came.
    pub agents: Vec<Agent>,
    /// Discarded cards, the oldest first.
    pub graveyard: Vec<Card>,
    /// The skills that have happened, one bit each.
    pub used: u16,
    /// In the final confrontation: the seats whose last turn is still to come.
    pub finale: Option<SeatSet>,
    /// What the viewer has seen of the moves of hidden cards.
    pub seen_moves: SeenMoves,
    /// What only this viewer knows.
    pub secrets: Option<Secrets>,
    /// How it ended and for whom, if it has.
    pub end: Option<End>,
}

/// What everybody sees of a seat.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Side {
    /// Cards in hand.
    pub hand: u8,
    /// Strength in each zone.
    pub strengths: [i8; ZONES],
    /// Whether it dominates each zone.
    pub dominates: [bool; ZONES],
    /// Missions in each zone.
    pub missions: [u8; ZONES],
    /// Whether the seat has given up.
    pub resigned: bool,
}

/// A deployed agent.
#[derive(Clone, PartialEq, Debug)]
pub struct Agent {
    /// The card of the agent.
    pub card: Card,
    /// The seat that deployed it, or moved it last.
    pub owner: Seat,
    /// The zone, and the seat in whose zone it stands.
    pub spot: Spot,
    /// Its strength with its weapons.
    pub strength: u8,
    /// Its weapons, in the order in which they were attached.
    pub weapons: Vec<Card>,
}

/// What a seat alone knows.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Secrets {
    /// The own hand.
    pub hand: Cards,
    /// The own missions in each zone.
    pub missions: [Cards; ZONES],
    /// The cards that the seat looks at to answer its question.
    pub looking: Cards,
    /// What it has chosen so far of a step.
    pub step: Step,
}

/// How a match ended.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    /// The way it ended.
    pub ending: Ending,
    /// The seats that have won.
    pub winners: SeatSet,
    /// The missions that counted, of each seat in each zone.
    pub missions: Vec<[Cards; ZONES]>,
}

/// What a viewer sees of an event.
#[derive(Clone, PartialEq, Debug)]
pub enum Seen {
    /// The conspiracy is drawn.
    Conspired(Conspiracy),
    /// Who begins; and the own starting card, if there is one.
    Dealt(Seat, Option<Card>),
    /// The draft's cards come to a seat: how many; which, if it is the own seat.
    Offered(Seat, u8, Cards),
    /// A seat keeps a card of them; which, if it is the own seat.
    Kept(Seat, Option<Card>),
    /// A turn begins.
    TurnBegan(u16, Seat),
    /// A question is open.
    Asked(Question),
    /// A seat looks at a pile; at which cards, if it is the own seat.
    Looked(Seat, u8, Cards),
    /// A seat puts a pile back.
    Refused(Seat, u8),
    /// A seat takes a pile and its size; which, if it is the own seat; whether without a look.
    Took(Seat, u8, u8, Cards, bool),
    /// A card goes from the deck to a pile; which, if the viewer put it on the deck. Who did.
    Refilled(u8, Option<Card>, Option<Seat>),
    /// A seat draws a card; which, if the viewer may know.
    Drew(Seat, Option<Card>, Option<Seat>),
    /// The own step goes on.
    Composed(Step),
    /// An agent comes to the table, with weapons.
    Deployed(Seat, Card, Spot, Vec<Card>),
    /// A skill happens.
    SkillHappened(Skill),
    /// A mission is laid; which, if it is the own seat.
    MissionLaid(Seat, Zone, Option<Card>),
    /// A seat names two agents.
    Named(Seat, [Mark; 2]),
    /// An agent leaves the table for the graveyard.
    Eliminated(Mark),
    /// A card goes from a hand to the graveyard.
    Discarded(Seat, Card),
    /// A seat moves an agent to one of its zones, with more weapons.
    Moved(Seat, Mark, Spot, Vec<Card>),
    /// An agent goes back to its owner's hand, its weapons to a seat's.
    Scared(Seat, Mark),
    /// A seat looks at another's hand; at which cards, if it is the own seat.
    Whispered(Seat, Seat, Cards),
    /// Who takes a card from whom; which, if one of them is the own seat.
    Taken(Seat, Seat, Option<Card>),
    /// A seat looks at missions; at which, if it is the own seat.
    Spied(Seat, Spot, Cards),
    /// Who sends a mission back to its owner's hand; which, if one of them is the own seat.
    Returned(Seat, Spot, Option<Card>),
    /// A seat looks at four cards of the deck; at which, if it is the own seat.
    Conjured(Seat, Option<[Card; 4]>),
    /// A seat keeps one of the four; which, if it is the own seat.
    Chosen(Seat, Option<Card>),
    /// The other three lie on the deck again; in which order, if it is the own seat.
    Arranged(Seat, Option<[Card; 3]>),
    /// The top card of the graveyard goes to a hand.
    Exhumed(Seat),
    /// A card goes to an ally; which, if one of them is the own seat.
    Slipped(Seat, Seat, Option<Card>),
    /// The final confrontation begins: who has a last turn.
    FinaleBegan(SeatSet),
    /// A seat passes its last turn.
    Passed(Seat),
    /// A seat gives up.
    Resigned(Seat),
    /// All missions are turned up.
    Revealed(Box<[[Cards; ZONES]; SEATS]>),
    /// The match is over.
    Ended(Ending, SeatSet),
}

impl Seen {
    pub(crate) fn look(event: &Event, viewer: Viewer) -> Option<Self> {
        let own = |seat: Seat| viewer.is(seat);
        let known = |knower: Option<Seat>| knower.is_some_and(own);
        Some(match event {
            Event::Conspired(conspiracy) => Self::Conspired(*conspiracy),
            Event::Dealt(first, cards) => {
                let card = viewer.seat().and_then(|seat| *cards[seat.index()].peek());
                Self::Dealt(*first, card)
            }
            Event::Offered(seat, bundle) => {
                let cards = if own(*seat) { *bundle.peek() } else { Cards::EMPTY };
                Self::Offered(*seat, bundle.peek().total(), cards)
            }
            Event::Kept(seat, card) => Self::Kept(*seat, own(*seat).then(|| *card.peek())),
            Event::TurnBegan(turn, seat) => Self::TurnBegan(*turn, *seat),
            Event::Asked(question) => Self::Asked(*question),
            Event::Looked(seat, pile, cards) => {
                let cards = if own(*seat) { *cards.peek() } else { Cards::EMPTY };
                Self::Looked(*seat, *pile, cards)
            }
            Event::Refused(seat, pile) => Self::Refused(*seat, *pile),
            Event::Took(seat, pile, cards, unseen) => {
                let seen = if own(*seat) { *cards.peek() } else { Cards::EMPTY };
                Self::Took(*seat, *pile, cards.peek().total(), seen, *unseen)
            }
            Event::Refilled(pile, card, knower) => {
                Self::Refilled(*pile, known(*knower).then(|| *card.peek()), *knower)
            }
            Event::Drew(seat, card, knower) => {
                let seen = own(*seat) || known(*knower);
                Self::Drew(*seat, seen.then(|| *card.peek()), *knower)
            }
            Event::Composed(seat, step) => return own(*seat).then(|| Self::Composed(*step.peek())),
            Event::Deployed(seat, card, spot, weapons) => {
                Self::Deployed(*seat, *card, *spot, weapons.clone())
            }
            Event::SkillHappened(skill) => Self::SkillHappened(*skill),
            Event::MissionLaid(seat, zone, card) => {
                Self::MissionLaid(*seat, *zone, own(*seat).then(|| *card.peek()))
            }
            Event::Named(seat, named) => Self::Named(*seat, *named),
            Event::Eliminated(mark) => Self::Eliminated(*mark),
            Event::Discarded(seat, card) => Self::Discarded(*seat, *card),
            Event::Moved(seat, mark, spot, weapons) => {
                Self::Moved(*seat, *mark, *spot, weapons.clone())
            }
            Event::Scared(seat, mark) => Self::Scared(*seat, *mark),
            Event::Whispered(seat, victim, hand) => {
                let cards = if own(*seat) { *hand.peek() } else { Cards::EMPTY };
                Self::Whispered(*seat, *victim, cards)
            }
            Event::Taken(seat, victim, card) => {
                let seen = own(*seat) || own(*victim);
                Self::Taken(*seat, *victim, seen.then(|| *card.peek()))
            }
            Event::Spied(seat, spot, missions) => {
                let cards = if own(*seat) { *missions.peek() } else { Cards::EMPTY };
                Self::Spied(*seat, *spot, cards)
            }
            Event::Returned(seat, spot, card) => {
                let seen = own(*seat) || own(spot.seat());
                Self::Returned(*seat, *spot, seen.then(|| *card.peek()))
            }
            Event::Conjured(seat, cards) => {
                Self::Conjured(*seat, own(*seat).then(|| *cards.peek()))
            }
            Event::Chosen(seat, card) => Self::Chosen(*seat, own(*seat).then(|| *card.peek())),
            Event::Arranged(seat, cards) => {
                Self::Arranged(*seat, own(*seat).then(|| *cards.peek()))
            }
            Event::Exhumed(seat) => Self::Exhumed(*seat),
            Event::Slipped(seat, ally, card) => {
                let seen = own(*seat) || own(*ally);
                Self::Slipped(*seat, *ally, seen.then(|| *card.peek()))
            }
            Event::FinaleBegan(seats) => Self::FinaleBegan(*seats),
            Event::Passed(seat) => Self::Passed(*seat),
            Event::Resigned(seat) => Self::Resigned(*seat),
            Event::Revealed(missions) => Self::Revealed(missions.clone()),
            Event::Ended(ending, winners) => Self::Ended(*ending, *winners),
        })
    }
}

impl View {
    pub(crate) fn look(state: &ShadowBlades, viewer: Viewer) -> Self {
        let seats = usize::from(state.variant.seats);
        let question = look_at_question(state);
        let agent = |index: usize| {
            let post = state.board.posts()[index];
            Agent {
                card: post.card,
                owner: Seat::new(post.owner.into()).expect("an agent has a seat"),
                spot: post.spot,
                strength: post.strength,
                weapons: state.board.weapons(post).collect(),
            }
        };
        let end = match state.phase {
            Phase::Over(ending) => {
                let counted = ending == Ending::Bounties;
                let missions = state.missions[..seats].iter();
                Some(End {
                    ending,
                    winners: state.winners(ending),
                    missions: missions
                        .filter(|_| counted)
                        .map(|side| side.map(|missions| *missions.peek()))
                        .collect(),
                })
            }
            _ => None,
        };
        Self {
            viewer,
            variant: state.variant,
            turn: state.turn,
            active: state.active,
            question,
            deployment: state.deployment,
            deck: state.deck_size(),
            piles: state.piles.map(|pile| pile.peek().total()),
            sides: (0..seats).map(|side| look_at_side(state, side)).collect(),
            agents: (0..state.board.posts().len()).map(agent).collect(),
            graveyard: state.graveyard.cards().to_vec(),
            used: state.used,
            finale: state.finale,
            seen_moves: SeenMoves::of(state, viewer),
            secrets: viewer.seat().map(|seat| look_at_secrets(state, seat, question)),
            end,
        }
    }
    /// The skills that have happened.
    pub fn used_skills(&self) -> impl Iterator<Item = Skill> {
        let used = self.used;
        let skills = Skill::ALL.into_iter();
        skills.filter(move |&skill| used >> skill as u16 & 1 == 1)
    }
}

pub(crate) fn look_at_question(state: &ShadowBlades) -> Question {
    match state.phase {
        Phase::Ask(question) => question,
        Phase::Over(_) => Question::plain(Stage::Over, state.active),
        // Between two questions.
        _ => Question::plain(Stage::Turn, state.active),
    }
}

pub(crate) fn look_at_side(state: &ShadowBlades, side: usize) -> Side {
    let seat = Seat::new(side).expect("a seat of the match");
    Side {
        hand: state.hands[side].peek().total(),
        strengths: state.board.strengths[side],
        dominates: Zone::ALL.map(|zone| state.board.dominates(Spot::new(side, zone))),
        missions: state.missions[side].map(|missions| missions.peek().total()),
        resigned: state.resigned.contains(seat),
    }
}

pub(crate) fn look_at_secrets(state: &ShadowBlades, seat: Seat, question: Question) -> Secrets {
    let asked = question.seat == seat && matches!(state.phase, Phase::Ask(_));
    let looking = match question.stage {
        _ if !asked => Cards::EMPTY,
        Stage::Draft => *state.bundle.peek(),
        Stage::Recruit => *state.piles[usize::from(question.pile) - 1].peek(),
        Stage::IllusionistKeep | Stage::IllusionistOrder => {
            crate::content::pack::bag(state.top.peek().cards().iter().copied()).unwrap_or_default()
        }
        Stage::WhisperTake => {
            question.focus.map_or(Cards::EMPTY, |spot| *state.hands[spot.side()].peek())
        }
        Stage::ChameleonReturn => question
            .focus
            .map_or(Cards::EMPTY, |spot| *state.missions[spot.side()][spot.zone() as usize].peek()),
        _ => Cards::EMPTY,
    };
    Secrets {
        hand: *state.hands[seat.index()].peek(),
        missions: state.missions[seat.index()].map(|missions| *missions.peek()),
        looking,
        step: if asked { *state.step.peek() } else { Step::default() },
    }
}

impl View {
    pub(crate) fn blank(options: Options, viewer: Viewer) -> Self {
        let first = options.first_seat.or(Seat::new(0)).expect("there is a seat");
        Self {
            viewer,
            variant: options.variant,
            turn: 0,
            active: first,
            question: Question::plain(Stage::Turn, first),
            deployment: Deployment::default(),
            deck: options.variant.cards().total(),
            piles: [0; PILES],
            sides: vec![Side::default(); usize::from(options.variant.seats)],
            agents: Vec::new(),
            graveyard: Vec::new(),
            used: 0,
            finale: None,
            seen_moves: SeenMoves::default(),
            secrets: viewer.seat().map(|_| Secrets::default()),
            end: None,
        }
    }
}
