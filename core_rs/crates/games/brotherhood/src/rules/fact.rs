//! What happens on the table, one small thing at a time. Rules change the table through facts
//! alone, and viewers hear the same facts: so whoever folds them has the same table.

use intrigue_core::{Seat, SeatSet};

use crate::content::pack::Slot;
use crate::content::squares::{Guard, Squad, Square, SquareSet};
use crate::rules::agenda::PendingState;
use crate::rules::options::Options;
use crate::rules::state::{Assassin, CUBES, Ending, NOTHING, Phase, Place, Table};

/// Something that happens, in the open.
#[derive(Clone, PartialEq, Debug)]
pub enum Fact {
    /// The map lies so.
    Mirrored(u8),
    /// A new turn: its number and its leader. Cubes are filled up.
    TurnBegan(u8, Seat),
    /// A part of the turn begins.
    PhaseBegan(Phase),
    /// A step of the Guard phase begins.
    StepBegan(u8),
    /// The direction of the guards for this step.
    WaySet(u8),
    /// The event of the turn.
    EventDrawn(u8),
    /// The event is discarded, or out for good.
    EventPut(u8, bool),
    /// The event's one use is used.
    EventUsed,
    /// Discards make a new deck: 0 equipment, 1 events, 2 reinforcements.
    Reshuffled(u8),
    /// How many cubes an assassin has now.
    Cubes(u8, u8),
    /// Whether an assassin has a saved cube now.
    Saved(u8, bool),
    /// An assassin is somewhere else now.
    Moved(u8, Place),
    /// An assassin is wanted: a base is attached.
    Wanted(u8),
    /// An assassin is anonymous again; its base is left loose on a square, or gone.
    Anonymous(u8, Option<Square>),
    /// The alert comes on.
    AlertOn,
    /// A loose base lies on a square.
    BaseLaid(Square),
    /// All loose bases are gone.
    BasesGone,
    /// How many hearts an assassin has now.
    Hearts(u8, u8),
    /// An assassin falls.
    Fell(u8),
    /// An assassin stands again.
    Rose(u8),
    /// An assassin is eliminated; what is beside its board is discarded.
    Eliminated(u8),
    /// An assassin hides.
    Concealed(u8),
    /// An assassin is out of its hiding spot.
    Emerged(u8),
    /// A flag of an assassin for the turn.
    Flag(u8, Flag, bool),
    /// An assassin gets a card; it goes to its slot if that is free.
    Got(u8, u8),
    /// An assassin has a card less: from beside its board first.
    Lost(u8, u8),
    /// A card goes into its slot; what was there lies beside.
    Equipped(u8, u8),
    /// A card at cost 0 is used, once a turn.
    Used(u8, u8),
    /// A card is drawn from the deck, by an assassin or, for the market, by nobody.
    Drawn(u8, u8),
    /// A card goes to the discard pile.
    Discarded(u8),
    /// A card is out for good.
    PutOut(u8),
    /// Florins now.
    Florins(u16),
    /// Guards go from square to square.
    GuardsMoved(Square, Square, Squad),
    /// Guards come from the reserve.
    GuardsPlaced(Square, Squad),
    /// A guard of a square takes an objective's place.
    Posted(u8, Guard),
    /// A guard falls and is a body.
    GuardFell(Square, Guard),
    /// A guard is gone, out of the level.
    GuardGone(Square, Guard),
    /// A body is gone, out of the level.
    BodyHidden(Square, Guard),
    /// A body's figure goes back to the reserve.
    BodyTaken(Square, Guard),
    /// Dice of an assassin's attack: plain hits and specials.
    Dice(u8, u8, u8),
    /// Dice of guards against an assassin: how many, and hits.
    Blows(u8, u8, u8),
    /// A test for an assassin: dice, red, seen.
    Tested(u8, u8, bool, bool),
    /// A test for bodies: how many were tested for, red, how many were seen.
    BodiesTested(u8, bool, u8),
    /// The leader cancels a test, or nobody does.
    TestCancelled,
    /// An objective is done.
    ObjectiveDone(u8),
    /// A chest is opened; the card in it.
    ChestOpened(u8, Square, u8),
    /// The tower card is turned over.
    TowerTurned(u8, u8),
    /// The false objective.
    PaintedFound(u8),
    /// Companions come to an assassin.
    CompanionsCame(u8, u8),
    /// Companions are gone.
    CompanionsGone(u8),
    /// Reinforcement steps that will be left out now.
    Skips(u8),
    /// A reinforcement card.
    ReinforcementDrawn(u8),
    /// Roofs are entered by green dice.
    GreenRoofs,
    /// A seat is done.
    SeatDone(Seat),
    /// A seat is asked again.
    SeatBack(Seat),
    /// A seat gives up.
    Resigned(Seat),
    /// A trade is refused.
    TradeRefused(Seat),
    /// An assassin was wanted at the end of an Assassins phase.
    WantedAtEnd,
    /// The attempt failed; it is gone on with.
    Failed(Ending),
    /// It is over, with or without the trophy.
    Ended(Ending, bool),
    /// What is under way, and the number of the window.
    Workings(Box<PendingState>, u32),
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
    /// All.
    pub(crate) const ALL: [Self; 4] = [Self::MayHide, Self::Spent, Self::Cloaked, Self::Rebuffed];
}

impl Table {
    /// Makes a fact true.
    #[inline]
    #[expect(clippy::too_many_lines, reason = "one arm for each fact, in one place")]
    pub(crate) fn apply(&mut self, options: &Options, fact: &Fact) {
        match *fact {
            Fact::Mirrored(mirror) => {
                let turned = Self::laid(options, usize::from(mirror));
                let pending = self.pending;
                *self = turned;
                self.pending = pending;
            }
            Fact::TurnBegan(turn, leader) => self.begin_turn(turn, leader),
            Fact::PhaseBegan(phase) => {
                self.phase = phase;
                self.done = SeatSet::EMPTY;
            }
            Fact::StepBegan(_)
            | Fact::WaySet(_)
            | Fact::Dice(..)
            | Fact::Blows(..)
            | Fact::Tested(..)
            | Fact::TestCancelled
            | Fact::TradeRefused(_) => {}
            Fact::EventDrawn(card) => {
                self.events &= !(1 << card);
                self.event = card;
                self.event_open = true;
            }
            Fact::EventPut(card, out) => {
                self.event = NOTHING;
                self.event_open = false;
                if !out {
                    self.events_discarded |= 1 << card;
                }
            }
            Fact::EventUsed => self.event_open = false,
            Fact::Reshuffled(0) => {
                for (pile, discards) in self.deck.iter_mut().zip(&mut self.discards) {
                    *pile += std::mem::take(discards);
                }
            }
            Fact::Reshuffled(1) => self.events |= std::mem::take(&mut self.events_discarded),
            Fact::Reshuffled(_) => {
                self.reinforcements |= std::mem::take(&mut self.reinforcements_discarded);
            }
            Fact::Cubes(who, cubes) => self.one(who).cubes = cubes,
            Fact::Saved(who, saved) => self.one(who).saved = saved,
            Fact::Moved(who, place) => {
                let one = self.one(who);
                one.place = place;
                one.hidden = false;
                one.may_hide = false;
            }
            Fact::Wanted(who) => {
                let one = self.one(who);
                one.wanted = true;
                one.hidden = false;
                one.may_hide = false;
            }
            Fact::Anonymous(who, base) => {
                self.one(who).wanted = false;
                if let Some(square) = base {
                    self.bases.insert(square);
                }
            }
            Fact::AlertOn => self.alert = true,
            Fact::BaseLaid(square) => self.bases.insert(square),
            Fact::BasesGone => self.bases = SquareSet::EMPTY,
            Fact::Hearts(who, hearts) => self.one(who).hearts = hearts,
            Fact::Fell(who) => {
                let turn = self.turn;
                let one = self.one(who);
                one.fell = turn;
                one.wanted = false;
                one.hidden = false;
                one.may_hide = false;
            }
            Fact::Rose(who) => self.one(who).fell = 0,
            Fact::Eliminated(who) => {
                let one = self.one(who);
                one.place = Place::Out;
                one.fell = 0;
                one.wanted = false;
                let beside = std::mem::take(&mut one.beside);
                for (pile, cards) in self.discards.iter_mut().zip(beside) {
                    *pile += cards;
                }
            }
            Fact::Concealed(who) => {
                let one = self.one(who);
                one.hidden = true;
                one.may_hide = false;
            }
            Fact::Emerged(who) => self.one(who).hidden = false,
            Fact::Flag(who, flag, on) => {
                let one = self.one(who);
                match flag {
                    Flag::MayHide => one.may_hide = on,
                    Flag::Spent => one.spent = on,
                    Flag::Cloaked => one.cloaked = on,
                    Flag::Rebuffed => one.rebuffed = on,
                }
            }
            Fact::Got(who, kind) => {
                let slot = self.slot_of(kind);
                let one = self.one(who);
                match slot {
                    Some(slot) if one.slots[slot as usize] == NOTHING => {
                        one.slots[slot as usize] = kind;
                    }
                    _ => one.beside[usize::from(kind)] += 1,
                }
            }
            Fact::Lost(who, kind) => {
                let one = self.one(who);
                if one.beside[usize::from(kind)] > 0 {
                    one.beside[usize::from(kind)] -= 1;
                } else if let Some(slot) = one.slots.iter_mut().find(|slot| **slot == kind) {
                    *slot = NOTHING;
                }
            }
            Fact::Equipped(who, kind) => {
                let slot = self.slot_of(kind).unwrap_or(Slot::Melee) as usize;
                let one = self.one(who);
                one.beside[usize::from(kind)] -= 1;
                let before = std::mem::replace(&mut one.slots[slot], kind);
                if before != NOTHING {
                    one.beside[usize::from(before)] += 1;
                }
                one.changed |= 1 << slot;
            }
            Fact::Used(who, kind) => self.one(who).used |= 1 << kind,
            Fact::Drawn(_, kind) => self.deck[usize::from(kind)] -= 1,
            Fact::Discarded(kind) => self.discards[usize::from(kind)] += 1,
            Fact::PutOut(kind) => self.gone[usize::from(kind)] += 1,
            Fact::Florins(florins) => self.florins = florins,
            Fact::GuardsMoved(from, to, squad) => {
                self.take_guards(from, squad);
                self.add_guards(to, squad);
            }
            Fact::GuardsPlaced(square, squad) => {
                self.reserve -= squad;
                self.add_guards(square, squad);
            }
            Fact::Posted(objective, guard) => {
                self.posted[usize::from(objective)] += Squad::one(guard);
            }
            Fact::GuardFell(square, guard) => {
                self.fall(square, guard);
                self.bodies[square.index()] += Squad::one(guard);
                self.strewn.insert(square);
            }
            Fact::GuardGone(square, guard) => {
                self.fall(square, guard);
                self.boxed += Squad::one(guard);
            }
            Fact::BodyHidden(square, guard) => {
                self.take_body(square, guard);
                self.boxed += Squad::one(guard);
            }
            Fact::BodyTaken(square, guard) => {
                self.take_body(square, guard);
                self.reserve += Squad::one(guard);
            }
            Fact::BodiesTested(_, _, seen) => {
                self.bodies_seen = self.bodies_seen.saturating_add(seen);
            }
            Fact::ObjectiveDone(objective) => {
                self.objectives &= !(1 << objective);
                self.posted[usize::from(objective)] = Squad::NONE;
            }
            Fact::ChestOpened(_, square, card) => {
                self.chests.remove(square);
                self.chest_deck[usize::from(card)] -= 1;
            }
            Fact::TowerTurned(_, card) => self.tower_card = card,
            Fact::PaintedFound(objective) => self.painted = objective,
            Fact::CompanionsCame(kind, who) => self.companions[usize::from(kind)] = who,
            Fact::CompanionsGone(kind) => self.companions[usize::from(kind)] = NOTHING,
            Fact::Skips(skips) => self.skips = skips,
            Fact::ReinforcementDrawn(card) => {
                self.reinforcements &= !(1 << card);
                self.reinforcements_discarded |= 1 << card;
            }
            Fact::GreenRoofs => self.green_roofs = true,
            Fact::SeatDone(seat) => self.done.insert(seat),
            Fact::SeatBack(seat) => self.done.remove(seat),
            Fact::Resigned(seat) => self.resigned.insert(seat),
            Fact::WantedAtEnd => self.was_wanted = true,
            Fact::Failed(_) => self.fail(),
            Fact::Ended(ending, trophy) => {
                self.ending = Some(ending);
                self.trophy = trophy;
                self.phase = Phase::Over;
            }
            Fact::Workings(ref pending, window) => {
                self.pending = **pending;
                self.window = window;
            }
        }
    }

    fn one(&mut self, who: u8) -> &mut Assassin {
        &mut self.crew[usize::from(who)]
    }

    /// The slot of a kind of equipment.
    pub(crate) fn slot_of(&self, kind: u8) -> Option<Slot> {
        self.scenario.pack.equipment[usize::from(kind)].slot
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

    /// What a failure leaves: everything stays, the limit counts anew (V-10.1, V-10.6).
    fn fail(&mut self) {
        self.retries -= 1;
        self.retries_used += 1;
        self.earlier += u16::from(self.turn);
        self.turn = 0;
        self.bodies_seen = 0;
        self.companions = [NOTHING; 3];
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
            && let Some(objective) = self.scenario.level.objective_at(square)
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
