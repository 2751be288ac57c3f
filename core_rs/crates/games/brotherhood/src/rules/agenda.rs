//! What is still to be done, the next thing on top, and what the steps under way remember.
//!
//! Rules never call each other across a question or a throw of dice: they put tasks on the agenda,
//! and the table goes through it until a task needs a seat or chance.

use intrigue_core::SeatSet;

use crate::content::pack::KINDS;
use crate::content::squares::{Squad, SquareSet};
use crate::rules::counts::small;

/// The longest agenda.
pub(crate) const TASKS: usize = 24;
/// The most cards that one trade passes on.
pub(crate) const PASSES: usize = 12;

/// Something to be done. What the numbers mean depends on the kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// What.
    pub kind: Kind,
    /// Mostly an assassin.
    pub who: u8,
    /// Mostly a square.
    pub at: u8,
    /// Mostly a second square.
    pub to: u8,
    /// Mostly a number.
    pub n: u8,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident),* $(,)?) => {
        /// Kinds of tasks.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Kind { $($(#[$doc])* $kind),* }

        impl Kind {
            /// All, in order.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$kind),*];
        }
    };
}

kinds! {
    // Chance.
    /// How the map lies.
    Mirror,
    /// The event of the turn.
    DrawEvent,
    /// The direction of a random compass.
    DrawWay,
    /// `who` draws `n` cards, one after the other; `to` is 1 if Investigations have no effect.
    DrawCards,
    /// `who` opens a chest.
    DrawChest,
    /// `who` turns the tower card over.
    DrawTower,
    /// Which objective is false.
    DrawPainted,
    /// A reinforcement card; `n` are still to come after it, `to` have come before.
    DrawReinforcement,
    /// `n` assassin dice of `who` (or of its mercenaries).
    ThrowDice,
    /// The detection tests under way; if `n` is 1 only that for `who`.
    ThrowSight,
    /// `n` guard dice against `who`.
    ThrowBlows,
    /// A card for the market's offer, place `n`.
    DrawOffer,

    // Questions.
    /// To all seats: the Assassins phase.
    Acts,
    /// To the holders of saved cubes: a window of the Guard phase.
    Window,
    /// To the leader: who gets card number `n` of the kit.
    AskKit,
    /// To the leader: who draws `n` cards.
    AskFinder,
    /// To the leader: whom companions `n` come to.
    AskCompany,
    /// To the leader: which test is cancelled, if any.
    AskCancel,
    /// To the seat of `n`: whether the test for `who` is thrown again.
    AskReroll,
    /// To the seat of `who`: how many elites are among the `n` that follow from `at` to `to`.
    AskPursuers,
    /// To the leader: which way the group of `at` goes; `n` has a bit for each way.
    AskWay,
    /// To the leader: which group goes first to `to`; `n` has a bit for each way that it comes
    /// from.
    AskFirst,
    /// To the leader: how many elites are among the `n` that go from `at` to `to`.
    AskMovers,
    /// To the leader: at which square the group of `at` shoots; `n` has a bit for each way.
    AskShot,
    /// To the leader: who is attacked by one more die; `who` stands on the square, `n` are left.
    AskSpare,
    /// To the leader: how many elites are among the `n` that come to entrance `who`.
    AskPlaced,
    /// To the leader: from which square a body of kind `n` is taken back.
    AskBody,
    /// To the leader: to which entrance the guard comes; `n` has a bit for each.
    AskEntrance,
    /// To the leader: which of two reinforcement cards counts.
    AskCard,
    /// To the attacker `who`: how many elites fall.
    AskElites,
    /// To the attacker: how many crossbowmen fall.
    AskCrossbowmen,
    /// To the attacker: whether the guard that falls into the water is an elite.
    AskDrowned,
    /// To the attacker: whether the guard that leaves no body is an elite.
    AskVanished,
    /// To `who`: a Move at 0, or none; `n` is 1 if nobody pursues.
    AskMove,
    /// To `who`: whether to hide another body.
    AskHide,
    /// To `who`: which of the cards drawn it keeps.
    AskKeep,
    /// To the payer `who`: between whom a card is passed on, or no more.
    AskPass,
    /// To the payer `who`: which card from `at` to `to`.
    AskPassed,
    /// To all other seats on the tile of the payer `who`: whether the trade may be made.
    AskConsent,
    /// To the leader: at which station everybody goes on.
    AskStation,
    /// To the seat of `who`: where it goes on, near station `n`.
    AskPlace,
    /// To `who`: which of its cards it sells.
    AskSell,
    /// To the leader: which of the cards on offer is bought, and `who` then gets it.
    AskBuy,
    /// To the leader: who gets the card bought, offer number `n`.
    AskBuyer,
    /// To `who`: whom it gives one of its remedies before the memory begins.
    AskTend,

    // What follows by itself.
    /// The first turn, or the next.
    BeginTurn,
    /// The Assassins phase begins.
    BeginActs,
    /// It is over.
    EndActs,
    /// The Guard phase: step number `n` of the memory is next.
    NextStep,
    /// Step number `n` begins; `to` is 1 if it is played for the second time.
    BeginStep,
    /// The next group moves.
    March,
    /// The group of `at` goes the way `to`.
    MarchGroup,
    /// `n` guards go from `at` to `to`, of which `who` are elites.
    MarchTo,
    /// The next group declares its attack.
    Declare,
    /// The next square is attacked.
    Strike,
    /// The dice against the assassins on `at` are thrown.
    StrikeOne,
    /// The reinforcements that are still to come.
    Reinforce,
    /// The turn ends.
    EndTurn,
    /// `who` has arrived on its square; `n`: 1 if it may become anonymous there.
    Arrive,
    /// The tests under way are judged.
    Judge,
    /// Menega and others who can have a test thrown again are asked, from test `who` on.
    Offer,
    /// The attack's dice lie: its special, then its hits.
    Struck,
    /// The hits are divided: guards fall.
    Fall,
    /// After the attack: symbols, and what follows.
    AfterAttack,
    /// The cards drawn by `who` are looked through.
    Sort,
    /// The trade is made.
    Exchange,
    /// The retry: `who` is placed next.
    Place,
    /// The market: `who` sells next.
    Market,
    /// The cards on offer lie open.
    Offered,
    /// Remedies before the memory: `who` next.
    Tend,
    /// The kit: card number `n` next.
    Kit,
    /// The effect of the event that has come.
    Event,
    /// An Investigation of `who` is applied.
    Investigate,
    /// The chest card `n` does its work for `who`.
    Chest,
    /// `who` stands where it has arrived, and may hide there.
    Settle,
    /// Nothing.
    Nothing,
}

impl Kind {
    /// Whether chance decides.
    #[inline]
    pub(crate) fn is_chance(self) -> bool {
        self as u8 <= Self::DrawOffer as u8
    }

    /// Whether a seat decides.
    #[inline]
    pub fn is_question(self) -> bool {
        !self.is_chance() && !self.follows()
    }

    /// Whether it is done as soon as its turn comes.
    #[inline]
    pub(crate) fn follows(self) -> bool {
        self as u8 > Self::AskTend as u8
    }
}

impl Task {
    pub(crate) const fn new(kind: Kind) -> Self {
        Self {
            kind,
            who: 0,
            at: 0,
            to: 0,
            n: 0,
        }
    }

    pub(crate) fn of(kind: Kind, who: usize, n: u8) -> Self {
        let who = small(who);
        Self {
            who,
            n,
            ..Self::new(kind)
        }
    }

    pub(crate) fn number(self) -> u64 {
        u64::from_le_bytes([self.kind as u8, self.who, self.at, self.to, self.n, 0, 0, 0])
    }

    pub(crate) fn from_number(number: u64) -> Option<Self> {
        let [kind, who, at, to, n, 0, 0, 0] = number.to_le_bytes() else {
            return None;
        };
        Some(Self {
            kind: *Kind::ALL.get(usize::from(kind))?,
            who,
            at,
            to,
            n,
        })
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
        tasks: [Task::new(Kind::Nothing); TASKS],
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
    /// The direction of groups without a goal; 4 if there is none.
    pub way: u8,
    /// Holders of saved cubes that have passed in this window, or seats that agreed to a trade.
    pub passed: SeatSet,
    /// The detection tests under way.
    pub tests: Tests,
    /// The attack under way.
    pub attack: Attack,
    /// Dice against each assassin; in the first part of a combat against the square of the lowest
    /// wanted assassin there.
    pub dice: [u8; 4],
    /// Reinforcements that are still to come to the entrances.
    pub coming: [Squad; 4],
    /// Two reinforcement cards to choose from, or three kinds of equipment on offer.
    pub offer: [u8; 3],
    /// Cards drawn, not yet kept or discarded.
    pub drawn: [u8; KINDS],
    /// The trade that is talked about.
    pub passes: [Pass; PASSES],
    /// How many passes it has.
    pub passing: u8,
}

/// A card that is passed on in a trade.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pass {
    /// Who gives.
    pub from: u8,
    /// Who gets.
    pub to: u8,
    /// What.
    pub kind: u8,
}

/// Detection tests of one entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tests {
    /// Dice of the test for each assassin; 0: none.
    pub dice: [u8; 4],
    /// How many bodies are tested for.
    pub bodies: u8,
    /// Dice of each body's test.
    pub body_dice: u8,
    /// Whether the dice are red.
    pub red: bool,
    /// Who was seen, one bit each.
    pub seen: u8,
    /// How many bodies were seen.
    pub found: u8,
}

/// An attack of an assassin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Attack {
    /// The attacker.
    pub who: u8,
    /// The kind of weapon; none for mercenaries.
    pub kind: u8,
    /// The square.
    pub at: u8,
    /// Hits.
    pub hits: u8,
    /// Specials thrown.
    pub specials: u8,
    /// Guards that fall.
    pub felled: Squad,
    /// One of these leaves no body.
    pub vanish: bool,
    /// Whether a Move at 0 follows.
    pub leap: bool,
}

impl PendingState {
    pub(crate) const NEW: Self = Self {
        agenda: Agenda::EMPTY,
        groups: SquareSet::EMPTY,
        goals: SquareSet::EMPTY,
        way: 4,
        passed: SeatSet::EMPTY,
        tests: Tests {
            dice: [0; 4],
            bodies: 0,
            body_dice: 0,
            red: false,
            seen: 0,
            found: 0,
        },
        attack: Attack {
            who: 0,
            kind: 0,
            at: 0,
            hits: 0,
            specials: 0,
            felled: Squad::NONE,
            vanish: false,
            leap: false,
        },
        dice: [0; 4],
        coming: [Squad::NONE; 4],
        offer: [0; 3],
        drawn: [0; KINDS],
        passes: [Pass {
            from: 0,
            to: 0,
            kind: 0,
        }; PASSES],
        passing: 0,
    };
}
