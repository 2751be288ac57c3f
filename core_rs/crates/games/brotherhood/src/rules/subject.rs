//! What a question is about, by its stage: the numbers of a task, each with its meaning.

use crate::content::squares::{SQUARES, Square};
use crate::rules::agenda::{Kind, Task};

/// What a question is about. What the stage does not speak of is nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Subject {
    /// An assassin.
    pub assassin: Option<u8>,
    /// A square, or the one that guards come from.
    pub square: Option<Square>,
    /// The square that guards go to.
    pub to: Option<Square>,
    /// A number.
    pub number: Option<u8>,
    /// The numbers to choose from, one bit each.
    pub numbers: u8,
    /// The assassins to choose from, one bit each.
    pub assassins: u8,
    /// The ways to choose from, one bit each.
    pub ways: u8,
    /// The entrances, one bit each.
    pub entrances: u8,
    /// Who gives a card.
    pub giver: Option<u8>,
    /// Who gets it.
    pub taker: Option<u8>,
}

impl Kind {
    /// The first question, and the last.
    const FIRST: usize = Self::Acts as usize;
    const LAST: usize = Self::AskTend as usize;

    /// Its place among the questions; `None` if it is no question.
    #[inline]
    pub(crate) fn stage(self) -> Option<usize> {
        let place = self as usize;
        let asks = (Self::FIRST..=Self::LAST).contains(&place);
        asks.then(|| place - Self::FIRST)
    }

    /// How many questions there are.
    pub(crate) const STAGES: usize = Self::LAST - Self::FIRST + 1;
}

impl Subject {
    /// What a task asks about.
    pub(crate) fn of(task: Task) -> Self {
        let Task { who, at, to, n, .. } = task;
        let square = |at: u8| (usize::from(at) < SQUARES).then_some(Square(at));
        let none = Self::default();
        let one = Self {
            assassin: Some(who),
            ..none
        };
        let number = Some(n);
        match task.kind {
            Kind::AskKit | Kind::AskFinder | Kind::AskCompany | Kind::AskSpare => Self {
                assassins: at & 0xf,
                number,
                ..none
            },
            Kind::AskBuyer | Kind::AskBody => Self { number, ..none },
            Kind::AskReroll | Kind::AskMove | Kind::AskPlace => Self { number, ..one },
            Kind::AskElites | Kind::AskCrossbowmen => Self { numbers: n, ..one },
            Kind::AskDrowned
            | Kind::AskVanished
            | Kind::AskHide
            | Kind::AskKeep
            | Kind::AskPass
            | Kind::AskConsent
            | Kind::AskSell
            | Kind::AskTend => one,
            Kind::AskPursuers => Self {
                square: square(at),
                to: square(to),
                number,
                ..one
            },
            Kind::AskMovers => Self {
                square: square(at),
                to: square(to),
                number,
                ..none
            },
            Kind::AskWay | Kind::AskShot => Self {
                square: square(at),
                ways: n & 0xf,
                ..none
            },
            Kind::AskFirst => Self {
                to: square(to),
                ways: n & 0xf,
                ..none
            },
            Kind::AskPlaced => Self {
                entrances: 1u8.checked_shl(who.into()).unwrap_or(0) & 0xf,
                number,
                ..none
            },
            Kind::AskEntrance => Self {
                entrances: n & 0xf,
                ..none
            },
            Kind::AskPassed => Self {
                giver: Some(at),
                taker: Some(to),
                ..one
            },
            _ => none,
        }
    }
}
