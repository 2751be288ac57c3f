use intrigue_core::{ActionForm, ActionId, GameAction};

use crate::content::{Card, KINDS};

/// A seat's choice (D-10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Put a card from hand at the end of the line.
    Play(Card),
    /// Take the last five cards of the line.
    Take,
}

impl Action {
    /// The action table: every card to play, then Take. Append only.
    pub(crate) const TABLE: [Self; KINDS + 1] = {
        let mut table = [Self::Take; KINDS + 1];
        let mut i = 0;
        while i < KINDS {
            table[i] = Self::Play(Card::ALL[i]);
            i += 1;
        }
        table
    };

    /// Where Take stands in the table.
    pub(crate) const TAKE: u16 = 13;
}

impl GameAction for Action {
    #[inline]
    fn id(self) -> ActionId {
        match self {
            Self::Play(card) => ActionId(card as u16),
            Self::Take => ActionId(Self::TAKE),
        }
    }

    fn form(self) -> ActionForm {
        match self {
            Self::Play(card) => {
                ActionForm { verb: "play", arguments: vec![("card", card.notation().to_owned())] }
            }
            Self::Take => ActionForm { verb: "take", arguments: Vec::new() },
        }
    }
}
