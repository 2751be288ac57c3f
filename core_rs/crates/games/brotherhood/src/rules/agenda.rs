//! What is still to be done, the next thing on top, and what the steps under way remember.
//!
//! Rules never call each other across a question or a throw of dice: they put tasks on the agenda,
//! and the table goes through it until a task needs a seat or chance.

use intrigue_core::SeatSet;

use crate::content::ids::{
    AssassinId, AssassinSet, Counts, Entrance, Entrances, EquipmentId, Ways,
};
use crate::content::pack::{Companion, KINDS};
use crate::content::squares::{Guard, Squad, Square, SquareSet, Way};

/// The longest agenda.
pub(crate) const TASKS: usize = 24;
/// The most cards that one trade passes on.
pub(crate) const PASSES: usize = 12;
/// How many cards a market offers.
pub(crate) const OFFERS: usize = 3;

/// Something to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Chance decides.
    Draw(Draw),
    /// Seats decide.
    Ask(Question),
    /// It is done as soon as its turn comes.
    Do(Procedure),
}

// The agenda is copied with every table.
const _: () = assert!(size_of::<Task>() <= 8);

/// What chance decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// How the map lies.
    Mirror,
    /// The event of the turn.
    Event,
    /// The direction of a random compass.
    Way,
    /// The next of `count` cards that an assassin draws.
    Cards {
        assassin: AssassinId,
        /// How many cards are still to be drawn.
        count: u8,
        /// Whether Investigations have no effect.
        quiet: bool,
    },
    /// The card in the chest that an assassin opens.
    Chest { assassin: AssassinId },
    /// The tower card that an assassin turns over.
    Tower { assassin: AssassinId },
    /// Which objective is false.
    FalseObjective,
    /// A reinforcement card.
    Reinforcement {
        /// Which of the step it is.
        call: Call,
    },
    /// The dice of an attack of an assassin, or of its mercenaries.
    AttackDice { assassin: AssassinId, dice: u8 },
    /// The dice of all detection tests under way.
    Tests,
    /// The dice of one of these tests, thrown again.
    TestAgain { assassin: AssassinId },
    /// The dice of guards against an assassin.
    GuardDice { assassin: AssassinId, dice: u8 },
    /// A card for the market's offer.
    Offer {
        /// The place on the market.
        place: u8,
    },
}

/// Which reinforcement card is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// The only card of the step.
    Only,
    /// The first of two cards that the leader chooses from.
    FirstOfTwo,
    /// The second of them.
    SecondOfTwo {
        /// The card that was drawn first.
        first: u8,
    },
}

/// What seats are asked. The leader answers where nobody else is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// All seats: what their assassins do in the Assassins phase.
    Acts,
    /// The holders of saved cubes: whether they use them around a step of the Guard phase.
    Window,
    /// Who gets a card of the kit.
    Kit {
        /// The place of the card in the kit.
        card: u8,
        /// Who may get it.
        among: AssassinSet,
    },
    /// Who draws cards and keeps one.
    Finder {
        cards: u8,
        /// Who may draw them.
        among: AssassinSet,
    },
    /// To whom companions come.
    Company {
        companion: Companion,
        /// To whom they may come.
        among: AssassinSet,
    },
    /// Which test is canceled, if any.
    Cancel,
    /// The seat of `by`: whether the test for another assassin is thrown again.
    Reroll {
        /// Who was seen.
        tested: AssassinId,
        /// Whose ability it is.
        by: AssassinId,
    },
    /// The seat of the assassin: how many elites are among the guards that follow it.
    Pursuers {
        assassin: AssassinId,
        /// Where the guards come from.
        from: Square,
        to: Square,
        count: u8,
    },
    /// Which way a group goes.
    Way { from: Square, ways: Ways },
    /// Which of several groups goes first.
    First {
        /// Where all of them want to go.
        to: Square,
        /// The ways in which the groups stand, seen from there.
        ways: Ways,
    },
    /// How many elites are among the guards that go.
    Movers { from: Square, to: Square, count: u8 },
    /// In which direction a group shoots.
    Shot {
        from: Square,
        ways: Ways,
        /// The dice of the attack.
        dice: u8,
    },
    /// Who is attacked by one more die.
    Spare {
        among: AssassinSet,
        /// How many dice are left to be given out.
        left: u8,
    },
    /// How many elites are among the guards that come to an entrance.
    Placed { entrance: Entrance, count: u8 },
    /// From which square a body is taken back.
    Body { guard: Guard },
    /// By which entrance a guard comes.
    Entrance { entrances: Entrances },
    /// Which of two reinforcement cards counts.
    Reinforcement { first: u8, second: u8 },
    /// The attacker: how many elites fall.
    Elites { assassin: AssassinId, counts: Counts },
    /// The attacker: how many crossbowmen fall.
    Crossbowmen { assassin: AssassinId, counts: Counts },
    /// The attacker: whether the guard that falls into the water is an elite.
    Drowned { assassin: AssassinId },
    /// The attacker: whether the guard that leaves no body is an elite.
    Vanished { assassin: AssassinId },
    /// The seat of the assassin: a Move at 0, or none.
    Move {
        assassin: AssassinId,
        /// Whether nobody pursues it.
        unseen: bool,
        /// Whether the Move is its ability.
        ability: bool,
    },
    /// The seat of the assassin: which body it hides next, or no more.
    Hide {
        assassin: AssassinId,
        /// How many are hidden already.
        hidden: u8,
    },
    /// The seat of the assassin: which of the cards drawn it keeps.
    Keep { assassin: AssassinId },
    /// Who pays for a trade: between whom a card is passed on, or no more.
    TradePair { payer: AssassinId },
    /// Who pays for a trade: which card is passed on.
    TradeCard { payer: AssassinId, giver: AssassinId, taker: AssassinId },
    /// All other seats on the payer's tile: whether the trade may be made.
    Consent { payer: AssassinId },
    /// At which station everybody goes on after a failure.
    Station,
    /// The seat of the assassin: where it goes on after a failure.
    Place {
        assassin: AssassinId,
        /// The station near which it is.
        station: u8,
    },
    /// The seat of the assassin: which of its cards it sells.
    Sell { assassin: AssassinId },
    /// Which of the cards on offer is bought.
    Buy,
    /// Who gets the card bought.
    Buyer {
        /// The card's place on the market.
        offer: u8,
    },
    /// The seat of the assassin: whom it gives one of its remedies before the mission begins.
    Tend { assassin: AssassinId },
}

/// What follows by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Procedure {
    /// The first turn begins, or the next.
    BeginTurn,
    /// The effect of the event that has come.
    BeginEvent,
    /// The Assassins phase begins.
    BeginActs,
    /// The Assassins phase ends.
    EndActs,
    /// A step of the Guard phase is next.
    NextStep {
        /// Its place among the mission's steps.
        step: u8,
    },
    /// A step of the Guard phase begins.
    BeginStep {
        /// Its place among the mission's steps.
        step: u8,
        /// Whether it is played for the second time.
        again: bool,
    },
    /// The next group moves.
    March,
    /// The next group declares its attack.
    Declare,
    /// The next square is attacked.
    Strike,
    /// The dice against the assassins on a square are thrown.
    StrikeSquare {
        at: Square,
    },
    /// The reinforcements that are still to come.
    Reinforce,
    EndTurn,
    /// An assassin has arrived on its square.
    Arrive {
        assassin: AssassinId,
        /// Whether it may become anonymous there.
        shakes_off: bool,
    },
    /// An assassin stands where it has arrived, and may hide there.
    Settle {
        assassin: AssassinId,
    },
    /// The tests under way are judged.
    Judge,
    /// Those who can have a test thrown again are asked.
    OfferRerolls {
        /// The number of assassins, in order, whose tests are finished.
        done: u8,
    },
    /// The attack's dice lie: its special comes first.
    ApplySpecial,
    /// The attack's hits are divided: guards fall.
    DivideHits,
    /// After the attack: its symbols, and what follows.
    EndAttack,
    /// The cards that an assassin has drawn are looked through.
    KeepCard {
        assassin: AssassinId,
    },
    /// The trade is made.
    Exchange {
        payer: AssassinId,
    },
    /// The next assassin is placed after a failure.
    PlaceNext {
        /// The number of assassins, in order, that are placed.
        placed: u8,
        /// The station near which they are.
        station: u8,
    },
    /// The next assassin may sell cards; after the last one, cards are offered.
    Market {
        /// The number of assassins, in order, that have sold.
        sold: u8,
    },
    /// The cards on offer lie open.
    OpenOffer,
    /// The next assassin may give remedies before the mission begins.
    TendNext {
        /// How many assassins, in order, have tended others.
        tended: u8,
    },
    /// The next card of the kit is given out.
    DealKit {
        /// How many cards are given out.
        dealt: u8,
    },
    /// An Investigation that an assassin has drawn is applied.
    Investigate {
        assassin: AssassinId,
    },
    /// The chest card does its work.
    ApplyChest {
        assassin: AssassinId,
        /// The card's place in the pack's list.
        card: u8,
    },
}

impl Question {
    /// How many kinds of questions there are.
    pub(crate) const STAGES: usize = 33;

    /// The names of the kinds as machines write them, in order.
    const NAMES: [&str; Self::STAGES] = [
        "acts",
        "window",
        "ask_kit",
        "ask_finder",
        "ask_company",
        "ask_cancel",
        "ask_reroll",
        "ask_pursuers",
        "ask_way",
        "ask_first",
        "ask_movers",
        "ask_shot",
        "ask_spare",
        "ask_placed",
        "ask_body",
        "ask_entrance",
        "ask_card",
        "ask_elites",
        "ask_crossbowmen",
        "ask_drowned",
        "ask_vanished",
        "ask_move",
        "ask_hide",
        "ask_keep",
        "ask_pass",
        "ask_passed",
        "ask_consent",
        "ask_station",
        "ask_place",
        "ask_sell",
        "ask_buy",
        "ask_buyer",
        "ask_tend",
    ];

    /// The place of its kind among the questions.
    pub(crate) const fn stage(self) -> usize {
        match self {
            Self::Acts => 0,
            Self::Window => 1,
            Self::Kit { .. } => 2,
            Self::Finder { .. } => 3,
            Self::Company { .. } => 4,
            Self::Cancel => 5,
            Self::Reroll { .. } => 6,
            Self::Pursuers { .. } => 7,
            Self::Way { .. } => 8,
            Self::First { .. } => 9,
            Self::Movers { .. } => 10,
            Self::Shot { .. } => 11,
            Self::Spare { .. } => 12,
            Self::Placed { .. } => 13,
            Self::Body { .. } => 14,
            Self::Entrance { .. } => 15,
            Self::Reinforcement { .. } => 16,
            Self::Elites { .. } => 17,
            Self::Crossbowmen { .. } => 18,
            Self::Drowned { .. } => 19,
            Self::Vanished { .. } => 20,
            Self::Move { .. } => 21,
            Self::Hide { .. } => 22,
            Self::Keep { .. } => 23,
            Self::TradePair { .. } => 24,
            Self::TradeCard { .. } => 25,
            Self::Consent { .. } => 26,
            Self::Station => 27,
            Self::Place { .. } => 28,
            Self::Sell { .. } => 29,
            Self::Buy => 30,
            Self::Buyer { .. } => 31,
            Self::Tend { .. } => 32,
        }
    }

    /// The name of its kind as machines write it.
    pub(crate) const fn name(self) -> &'static str {
        Self::NAMES[self.stage()]
    }
}

/// What is still to be done.
#[derive(Clone, Copy)]
pub struct Agenda {
    tasks: [Task; TASKS],
    length: u8,
}

impl Agenda {
    pub(crate) const EMPTY: Self = Self {
        // Nobody looks at tasks beyond the length.
        tasks: [Task::Do(Procedure::EndTurn); TASKS],
        length: 0,
    };

    /// The tasks, the next one last.
    #[inline]
    pub fn tasks(&self) -> &[Task] {
        &self.tasks[..usize::from(self.length)]
    }

    /// The next task.
    #[inline]
    pub fn top(&self) -> Option<Task> {
        self.tasks().last().copied()
    }

    /// What is asked, if the next task is a question.
    #[inline]
    pub fn question(&self) -> Option<Question> {
        match self.top() {
            Some(Task::Ask(question)) => Some(question),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, task: Task) {
        self.tasks[usize::from(self.length)] = task;
        self.length += 1;
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Task> {
        let task = self.top()?;
        self.length -= 1;
        Some(task)
    }

    pub(crate) fn clear(&mut self) {
        self.length = 0;
    }
}

impl PartialEq for Agenda {
    fn eq(&self, other: &Self) -> bool {
        self.tasks() == other.tasks()
    }
}

impl std::fmt::Debug for Agenda {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.tasks()).finish()
    }
}

/// What the steps under way remember.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PendingState {
    /// What is still to be done.
    pub agenda: Agenda,
    /// Groups that have not moved, or not declared.
    pub groups: SquareSet,
    /// The red bases by which the step goes.
    pub goals: SquareSet,
    /// The direction of groups without a goal.
    pub way: Option<Way>,
    /// Holders of saved cubes that have passed in this window, or seats that agreed to a trade.
    pub passed: SeatSet,
    /// Assassins that have entered a square in this window of the Guard phase and may hide there.
    pub entered: AssassinSet,
    /// The detection tests under way.
    pub tests: Tests,
    /// The attack under way.
    pub attack: Option<Attack>,
    /// Dice against each assassin; in the first part of a combat against the square of the lowest
    /// wanted assassin there.
    pub dice: [u8; 4],
    /// Reinforcements that are still to come to the entrances.
    pub coming: [Squad; 4],
    /// Equipment on offer at a market.
    pub offer: [Option<EquipmentId>; OFFERS],
    /// Cards drawn, not yet kept or discarded, by kind.
    pub drawn: [u8; KINDS],
    /// The cards that the trade under way would pass on; they come first, without gaps.
    pub passes: [Option<Pass>; PASSES],
}

/// A card that is passed on in a trade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pass {
    /// Who gives it.
    pub giver: AssassinId,
    /// Who gets it.
    pub taker: AssassinId,
    /// The kind of equipment.
    pub card: EquipmentId,
}

/// Detection tests of one entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tests {
    /// Dice of the test for each assassin; 0: none.
    pub dice: [u8; 4],
    /// How many bodies are tested for.
    pub bodies: u8,
    /// Dice of each body's test.
    pub body_dice: u8,
    /// Whether the dice are red.
    pub red: bool,
    /// Who was seen.
    pub seen: AssassinSet,
    /// How many bodies were seen.
    pub found: u8,
}

impl Tests {
    /// No test.
    pub(crate) const NONE: Self = Self {
        dice: [0; 4],
        bodies: 0,
        body_dice: 0,
        red: false,
        seen: AssassinSet::EMPTY,
        found: 0,
    };
}

/// An attack of an assassin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The attacker.
    pub assassin: AssassinId,
    /// The weapon; none if its mercenaries attack.
    pub weapon: Option<EquipmentId>,
    /// The square that is attacked.
    pub target: Square,
    /// Hits, with those of specials.
    pub hits: u8,
    /// Specials thrown.
    pub specials: u8,
    /// Guards that fall.
    pub felled: Squad,
    /// Whether one of these leaves no body.
    pub vanish: bool,
    /// Whether a Move at 0 follows.
    pub leap: bool,
}

impl PendingState {
    pub(crate) const NEW: Self = Self {
        agenda: Agenda::EMPTY,
        groups: SquareSet::EMPTY,
        goals: SquareSet::EMPTY,
        way: None,
        passed: SeatSet::EMPTY,
        entered: AssassinSet::EMPTY,
        tests: Tests::NONE,
        attack: None,
        dice: [0; 4],
        coming: [Squad::NONE; 4],
        offer: [None; OFFERS],
        drawn: [0; KINDS],
        passes: [None; PASSES],
    };

    /// The attack under way; only its own tasks ask for it.
    #[inline]
    pub(crate) fn attack(&self) -> Attack {
        self.attack.expect("an attack is under way")
    }

    /// The attack under way, to change it.
    #[inline]
    pub(crate) fn attack_mut(&mut self) -> &mut Attack {
        self.attack.as_mut().expect("an attack is under way")
    }

    /// The cards that the trade under way would pass on.
    #[inline]
    pub fn passes(&self) -> impl Iterator<Item = Pass> {
        self.passes.iter().map_while(|pass| *pass)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A question of each kind, in order.
    pub(crate) fn one_of_each_question() -> Vec<Question> {
        let assassin = AssassinId::First;
        let (from, to) = (Square::new(2, 3), Square::new(2, 2));
        let among: AssassinSet = AssassinId::first(2).collect();
        let ways: Ways = [Way::North, Way::West].into_iter().collect();
        let counts: Counts = [0, 1, 4].into_iter().collect();
        let entrances: Entrances = [Entrance::A, Entrance::D].into_iter().collect();
        vec![
            Question::Acts,
            Question::Window,
            Question::Kit { card: 0, among },
            Question::Finder { cards: 2, among },
            Question::Company { companion: Companion::Courtesans, among },
            Question::Cancel,
            Question::Reroll { tested: assassin, by: AssassinId::Second },
            Question::Pursuers { assassin, from, to, count: 3 },
            Question::Way { from, ways },
            Question::First { to, ways },
            Question::Movers { from, to, count: 1 },
            Question::Shot { from, ways, dice: 4 },
            Question::Spare { among, left: 1 },
            Question::Placed { entrance: Entrance::B, count: 2 },
            Question::Body { guard: Guard::Elite },
            Question::Entrance { entrances },
            Question::Reinforcement { first: 3, second: 7 },
            Question::Elites { assassin, counts },
            Question::Crossbowmen { assassin, counts },
            Question::Drowned { assassin },
            Question::Vanished { assassin },
            Question::Move { assassin, unseen: true, ability: true },
            Question::Hide { assassin, hidden: 1 },
            Question::Keep { assassin },
            Question::TradePair { payer: assassin },
            Question::TradeCard { payer: assassin, giver: AssassinId::Second, taker: assassin },
            Question::Consent { payer: assassin },
            Question::Station,
            Question::Place { assassin, station: 0 },
            Question::Sell { assassin },
            Question::Buy,
            Question::Buyer { offer: 2 },
            Question::Tend { assassin },
        ]
    }

    #[test]
    fn every_kind_of_question_has_its_place() {
        let stages = one_of_each_question().into_iter().map(Question::stage);
        assert!(stages.eq(0..Question::STAGES));
    }
}
