//! What happens on the table, one small thing at a time. Rules change the table through facts
//! alone, and viewers hear the same facts: so whoever folds them has the same table.

use intrigue_core::{Seat, SeatSet};

use crate::content::ids::{AssassinId, EquipmentId};
use crate::content::level::Step;
use crate::content::pack::{Companion, Slot};
use crate::content::squares::{Guard, Squad, Square, SquareSet, Way};
use crate::rules::agenda::PendingState;
use crate::rules::options::Options;
use crate::rules::state::{Assassin, CUBES, Ending, Phase, Place, Table};

/// Something that happens, in the open.
#[derive(Clone, PartialEq, Debug)]
pub enum Fact {
    /// How the map lies.
    Mirrored {
        /// As drawn, or which sides are swapped: 0 to 3.
        mirror: u8,
    },
    /// A new turn: cubes are filled up.
    TurnBegan { turn: u8, leader: Seat },
    /// A part of the turn begins.
    PhaseBegan { phase: Phase },
    /// A step of the Guard phase begins.
    StepBegan { step: Step },
    /// The direction of the guards for this step.
    WaySet { way: Option<Way> },
    /// The event of the turn.
    EventDrawn { card: u8 },
    /// The event is discarded, or out for good.
    EventPut { card: u8, out: bool },
    /// The event's one use is used.
    EventUsed,
    /// Discards make a new deck.
    Reshuffled { pile: Pile },
    /// An assassin has another number of cubes.
    Cubes { assassin: AssassinId, cubes: u8 },
    /// An assassin saves a cube, or spends the one it has saved.
    Saved { assassin: AssassinId, saved: bool },
    /// An assassin is somewhere else now.
    Moved { assassin: AssassinId, place: Place },
    /// An assassin is wanted: a base is attached.
    Wanted { assassin: AssassinId },
    /// An assassin is anonymous again.
    Anonymous {
        assassin: AssassinId,
        /// Where its base is left; none if it is gone.
        base: Option<Square>,
    },
    /// The alert comes on.
    AlertOn,
    /// A loose base lies on a square.
    BaseLaid { square: Square },
    /// All loose bases are gone.
    BasesGone,
    /// An assassin has another number of hearts.
    Hearts { assassin: AssassinId, hearts: u8 },
    /// An assassin falls.
    Fell { assassin: AssassinId },
    /// An assassin stands again.
    Rose { assassin: AssassinId },
    /// An assassin is eliminated; what is beside its board is discarded.
    Eliminated { assassin: AssassinId },
    /// An assassin hides.
    Concealed { assassin: AssassinId },
    /// An assassin is out of its hiding spot.
    Emerged { assassin: AssassinId },
    /// A flag of an assassin changes.
    Flag { assassin: AssassinId, flag: Flag, on: bool },
    /// An assassin gets a card; it goes to its slot if that is free.
    Got { assassin: AssassinId, card: EquipmentId },
    /// An assassin has a card less: from beside its board first.
    Lost { assassin: AssassinId, card: EquipmentId },
    /// A card goes into its slot; what was there lies beside.
    Equipped { assassin: AssassinId, card: EquipmentId },
    /// A card is taken out of its slot and lies beside the board.
    Unequipped { assassin: AssassinId, card: EquipmentId },
    /// A card at cost 0 is used, once a turn.
    Used { assassin: AssassinId, card: EquipmentId },
    /// A card is drawn from the deck.
    Drawn {
        /// Who draws it; the market if there is none.
        assassin: Option<AssassinId>,
        card: EquipmentId,
    },
    /// A card goes to the discard pile.
    Discarded { card: EquipmentId },
    /// A card is out for good.
    PutOut { card: EquipmentId },
    /// There is another number of florins.
    Florins { florins: u16 },
    /// Guards go from square to square.
    GuardsMoved { from: Square, to: Square, guards: Squad },
    /// Guards come from the reserve.
    GuardsPlaced { square: Square, guards: Squad },
    /// A guard takes a place of an objective, on whose square it stands.
    Posted { objective: u8, guard: Guard },
    /// A guard falls and is a body.
    GuardFell { square: Square, guard: Guard },
    /// A guard is gone, out of the level.
    GuardGone { square: Square, guard: Guard },
    /// A body is gone, out of the level.
    BodyHidden { square: Square, guard: Guard },
    /// A body's figure goes back to the reserve.
    BodyTaken { square: Square, guard: Guard },
    /// The dice of an assassin's attack lie.
    Dice { assassin: AssassinId, hits: u8, specials: u8 },
    /// The dice of guards against an assassin lie.
    Blows { assassin: AssassinId, dice: u8, hits: u8 },
    /// A detection test for an assassin is made.
    Tested {
        assassin: AssassinId,
        dice: u8,
        red: bool,
        /// Whether the assassin is seen.
        seen: bool,
    },
    /// A detection test for bodies is made.
    BodiesTested {
        /// How many bodies are tested for.
        bodies: u8,
        red: bool,
        /// How many bodies are seen.
        seen: u8,
    },
    /// The leader cancels a test.
    TestCancelled,
    /// An objective is done.
    ObjectiveDone { objective: u8 },
    /// A chest is opened.
    ChestOpened { assassin: AssassinId, square: Square, card: u8 },
    /// The tower card is turned over.
    TowerTurned { assassin: AssassinId, card: u8 },
    /// The false objective is found.
    PaintedFound { objective: u8 },
    /// Companions come to an assassin.
    CompanionsCame { companion: Companion, assassin: AssassinId },
    /// Companions do what they are there for.
    CompanionsUsed { companion: Companion },
    /// Companions are gone.
    CompanionsGone { companion: Companion },
    /// Another number of reinforcement steps will be left out.
    Skips {
        /// How many steps will be left out now.
        skips: u8,
    },
    /// A reinforcement card is drawn.
    ReinforcementDrawn { card: u8 },
    /// Roofs are entered by green dice from now on.
    GreenRoofs,
    /// A seat is done with the phase.
    SeatDone { seat: Seat },
    /// A seat is asked again.
    SeatBack { seat: Seat },
    /// A seat gives up.
    Resigned { seat: Seat },
    /// A seat refuses a trade.
    TradeRefused { seat: Seat },
    /// An assassin was wanted at the end of an Assassins phase.
    WantedAtEnd,
    /// The attempt failed; it is gone on with.
    Failed { ending: Ending },
    /// The match is over.
    Ended { ending: Ending, trophy: bool },
    /// What is under way now. No viewer reads it: it travels as engine state.
    Pending {
        /// What the steps under way remember.
        state: Box<PendingState>,
        window: u32,
    },
}

/// A deck that is rebuilt from its discards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Pile {
    Equipment,
    Events,
    /// Reinforcement cards.
    Reinforcements,
}

impl Pile {
    /// All, in order.
    pub(crate) const ALL: [Self; 3] = [Self::Equipment, Self::Events, Self::Reinforcements];
}

/// Flags of an assassin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Flag {
    /// It may hide until its next act.
    MayHide,
    /// Its ability is used.
    Spent,
    /// It wears a cloak.
    Cloaked,
    /// A trade of its was refused.
    Rebuffed,
}

impl Flag {
    /// All, in order.
    pub(crate) const ALL: [Self; 4] = [Self::MayHide, Self::Spent, Self::Cloaked, Self::Rebuffed];
}

impl Table {
    /// Makes a fact true.
    #[inline]
    #[expect(clippy::too_many_lines, reason = "one arm for each fact, in one place")]
    pub(crate) fn apply(&mut self, options: &Options, fact: &Fact) {
        match *fact {
            Fact::Mirrored { mirror } => {
                let turned = Self::laid(options, usize::from(mirror));
                let pending = self.pending;
                *self = turned;
                self.pending = pending;
            }
            Fact::TurnBegan { turn, leader } => self.begin_turn(turn, leader),
            Fact::PhaseBegan { phase } => {
                self.phase = phase;
                self.done = SeatSet::EMPTY;
            }
            Fact::StepBegan { .. }
            | Fact::WaySet { .. }
            | Fact::Dice { .. }
            | Fact::Blows { .. }
            | Fact::Tested { .. }
            | Fact::TestCancelled
            | Fact::TradeRefused { .. } => {}
            Fact::EventDrawn { card } => {
                self.events &= !(1 << card);
                self.event = Some(card);
                self.event_open = true;
            }
            Fact::EventPut { card, out } => {
                self.event = None;
                self.event_open = false;
                if !out {
                    self.events_discarded |= 1 << card;
                }
            }
            Fact::EventUsed => self.event_open = false,
            Fact::Reshuffled { pile: Pile::Equipment } => {
                for (pile, discards) in self.deck.iter_mut().zip(&mut self.discards) {
                    *pile += std::mem::take(discards);
                }
            }
            Fact::Reshuffled { pile: Pile::Events } => {
                self.events |= std::mem::take(&mut self.events_discarded);
            }
            Fact::Reshuffled { pile: Pile::Reinforcements } => {
                self.reinforcements |= std::mem::take(&mut self.reinforcements_discarded);
            }
            Fact::Cubes { assassin, cubes } => self.one(assassin).cubes = cubes,
            Fact::Saved { assassin, saved } => self.one(assassin).saved = saved,
            Fact::Moved { assassin, place } => {
                let one = self.one(assassin);
                one.place = place;
                one.hidden = false;
                one.may_hide = false;
            }
            Fact::Wanted { assassin } => {
                let one = self.one(assassin);
                one.wanted = true;
                one.hidden = false;
                one.may_hide = false;
            }
            Fact::Anonymous { assassin, base } => {
                self.one(assassin).wanted = false;
                if let Some(square) = base {
                    self.bases.insert(square);
                }
            }
            Fact::AlertOn => self.alert = true,
            Fact::BaseLaid { square } => self.bases.insert(square),
            Fact::BasesGone => self.bases = SquareSet::EMPTY,
            Fact::Hearts { assassin, hearts } => self.one(assassin).hearts = hearts,
            Fact::Fell { assassin } => {
                let turn = self.turn;
                let one = self.one(assassin);
                one.fell = turn;
                one.wanted = false;
                one.hidden = false;
                one.may_hide = false;
            }
            Fact::Rose { assassin } => self.one(assassin).fell = 0,
            Fact::Eliminated { assassin } => {
                let one = self.one(assassin);
                one.place = Place::Out;
                one.fell = 0;
                one.wanted = false;
                let beside = std::mem::take(&mut one.beside);
                for (pile, cards) in self.discards.iter_mut().zip(beside) {
                    *pile += cards;
                }
            }
            Fact::Concealed { assassin } => {
                let one = self.one(assassin);
                one.hidden = true;
                one.may_hide = false;
            }
            Fact::Emerged { assassin } => self.one(assassin).hidden = false,
            Fact::Flag { assassin, flag, on } => {
                let one = self.one(assassin);
                match flag {
                    Flag::MayHide => one.may_hide = on,
                    Flag::Spent => one.spent = on,
                    Flag::Cloaked => one.cloaked = on,
                    Flag::Rebuffed => one.rebuffed = on,
                }
            }
            Fact::Got { assassin, card } => {
                let slot = self.slot_of(card);
                let one = self.one(assassin);
                match slot {
                    Some(slot) if one.slots[slot as usize].is_none() => {
                        one.slots[slot as usize] = Some(card);
                    }
                    _ => one.beside[card] += 1,
                }
            }
            Fact::Lost { assassin, card } => {
                let one = self.one(assassin);
                if one.beside[card] > 0 {
                    one.beside[card] -= 1;
                } else if let Some(slot) = one.slots.iter_mut().find(|slot| **slot == Some(card)) {
                    *slot = None;
                }
            }
            Fact::Equipped { assassin, card } => {
                let slot = self.slot_of(card).unwrap_or(Slot::Melee) as usize;
                let one = self.one(assassin);
                one.beside[card] -= 1;
                if let Some(before) = one.slots[slot].replace(card) {
                    one.beside[before] += 1;
                }
                one.changed |= 1 << slot;
            }
            Fact::Unequipped { assassin, card } => {
                let slot = self.slot_of(card).unwrap_or(Slot::Melee) as usize;
                let one = self.one(assassin);
                if let Some(before) = one.slots[slot].take() {
                    one.beside[before] += 1;
                }
                one.changed |= 1 << slot;
            }
            Fact::Used { assassin, card } => self.one(assassin).used |= 1 << card.index(),
            Fact::Drawn { card, .. } => self.deck[card] -= 1,
            Fact::Discarded { card } => self.discards[card] += 1,
            Fact::PutOut { card } => self.gone[card] += 1,
            Fact::Florins { florins } => self.florins = florins,
            Fact::GuardsMoved { from, to, guards } => {
                self.take_guards(from, guards);
                self.add_guards(to, guards);
            }
            Fact::GuardsPlaced { square, guards } => {
                self.reserve -= guards;
                self.add_guards(square, guards);
            }
            Fact::Posted { objective, guard } => {
                self.posted[usize::from(objective)] += Squad::one(guard);
            }
            Fact::GuardFell { square, guard } => {
                self.fall(square, guard);
                self.bodies[square.index()] += Squad::one(guard);
                self.strewn.insert(square);
            }
            Fact::GuardGone { square, guard } => {
                self.fall(square, guard);
                self.boxed += Squad::one(guard);
            }
            Fact::BodyHidden { square, guard } => {
                self.take_body(square, guard);
                self.boxed += Squad::one(guard);
            }
            Fact::BodyTaken { square, guard } => {
                self.take_body(square, guard);
                self.reserve += Squad::one(guard);
            }
            Fact::BodiesTested { seen, .. } => {
                self.bodies_seen = self.bodies_seen.saturating_add(seen);
            }
            Fact::ObjectiveDone { objective } => {
                self.objectives &= !(1 << objective);
                self.posted[usize::from(objective)] = Squad::NONE;
            }
            Fact::ChestOpened { square, card, .. } => {
                self.chests.remove(square);
                self.chest_deck[usize::from(card)] -= 1;
            }
            Fact::TowerTurned { card, .. } => self.tower_card = Some(card),
            Fact::PaintedFound { objective } => self.painted = Some(objective),
            Fact::CompanionsCame { companion, assassin } => {
                self.companions[companion as usize] = Some(assassin);
                self.companions_used[companion as usize] = false;
            }
            Fact::CompanionsUsed { companion } => self.companions_used[companion as usize] = true,
            Fact::CompanionsGone { companion } => {
                self.companions[companion as usize] = None;
                self.companions_used[companion as usize] = false;
            }
            Fact::Skips { skips } => self.skips = skips,
            Fact::ReinforcementDrawn { card } => {
                self.reinforcements &= !(1 << card);
                self.reinforcements_discarded |= 1 << card;
            }
            Fact::GreenRoofs => self.green_roofs = true,
            Fact::SeatDone { seat } => self.done.insert(seat),
            Fact::SeatBack { seat } => self.done.remove(seat),
            Fact::Resigned { seat } => self.resigned.insert(seat),
            Fact::WantedAtEnd => self.was_wanted = true,
            Fact::Failed { .. } => self.fail(),
            Fact::Ended { ending, trophy } => {
                self.ending = Some(ending);
                self.trophy = trophy;
                self.phase = Phase::Over;
            }
            Fact::Pending { ref state, window } => {
                self.pending = **state;
                self.window = window;
            }
        }
    }

    fn one(&mut self, who: AssassinId) -> &mut Assassin {
        &mut self.crew[who]
    }

    /// The slot of a kind of equipment.
    pub(crate) fn slot_of(&self, kind: EquipmentId) -> Option<Slot> {
        self.mission.pack.equipment[kind.index()].slot
    }

    fn begin_turn(&mut self, turn: u8, leader: Seat) {
        self.turn = turn;
        self.leader = leader;
        for one in &mut self.crew[..usize::from(self.size)] {
            one.cubes = CUBES;
            one.spent = false;
            one.cloaked = false;
            one.rebuffed = false;
            one.changed = 0;
            one.used = 0;
        }
    }

    /// What a failure leaves: everything stays, the limit counts again (V-10.1, V-10.6).
    fn fail(&mut self) {
        self.retries -= 1;
        self.retries_used += 1;
        self.earlier += u16::from(self.turn);
        self.turn = 0;
        self.bodies_seen = 0;
        self.companions = [None; 3];
        self.companions_used = [false; 3];
        self.phase = Phase::Retry;
    }

    fn add_guards(&mut self, square: Square, squad: Squad) {
        self.guards[square.index()] += squad;
        if !squad.is_empty() {
            self.watched.insert(square);
        }
    }

    fn take_guards(&mut self, square: Square, squad: Squad) {
        self.guards[square.index()] -= squad;
        if self.guards[square.index()].is_empty() {
            self.watched.remove(square);
        }
    }

    /// A guard of a square is down. Guards without a place of an objective fall first, since the
    /// others would step onto the free place at once.
    fn fall(&mut self, square: Square, guard: Guard) {
        if self.loose_guards(square).count(guard) == 0
            && let Some(objective) = self.mission.level.objective_at(square)
        {
            self.posted[objective] -= Squad::one(guard);
        }
        self.take_guards(square, Squad::one(guard));
    }

    fn take_body(&mut self, square: Square, guard: Guard) {
        self.bodies[square.index()] -= Squad::one(guard);
        if self.bodies[square.index()].is_empty() {
            self.strewn.remove(square);
        }
    }
}
