//! Every reason for which an action is refused, with its clause and its words.

use intrigue_core::Text;

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefusalReason {
    /// The action of a turn is asked for.
    CantPass,
    /// Nothing is there to be answered.
    NothingToAnswer,
    /// Ten coins force a coup.
    MustCoup,
    /// Too few coins.
    CoupTooDear,
    /// Not a living opponent.
    CoupTarget,
    /// Too few coins.
    AssassinTooDear,
    /// Not a living opponent.
    AssassinTarget,
    /// Not a living opponent.
    StealTarget,
    /// Not a living opponent.
    ExamineTarget,
    /// The fifth character is another.
    NoInquisitor,
    /// Only the Duchess counters.
    AidCounter,
    /// Only the Countess counters.
    AssassinCounter,
    /// Only the Captain and the fifth character counter.
    StealCounter,
    /// Doubts and counters have windows of their own.
    OtherWindow,
    /// Something else is asked.
    OtherQuestion,
    /// The card is not in hand.
    LoseNotHeld,
    /// The card is not in hand.
    ShowNotHeld,
    /// The card is not in hand.
    ReturnNotHeld,
    /// The card is not in the pack.
    NotInPack,
    /// The seat is out.
    SeatOut,
    /// Once is enough.
    AlreadyResigned,
}

impl intrigue_core::RefusalReason for RefusalReason {
    const ALL: &'static [Self] = &[
        Self::CantPass,
        Self::NothingToAnswer,
        Self::MustCoup,
        Self::CoupTooDear,
        Self::CoupTarget,
        Self::AssassinTooDear,
        Self::AssassinTarget,
        Self::StealTarget,
        Self::ExamineTarget,
        Self::NoInquisitor,
        Self::AidCounter,
        Self::AssassinCounter,
        Self::StealCounter,
        Self::OtherWindow,
        Self::OtherQuestion,
        Self::LoseNotHeld,
        Self::ShowNotHeld,
        Self::ReturnNotHeld,
        Self::NotInPack,
        Self::SeatOut,
        Self::AlreadyResigned,
    ];

    fn code(self) -> &'static str {
        self.parts().0
    }

    fn clause(self) -> &'static str {
        self.parts().1
    }

    fn text(self) -> Text {
        let (_, _, en, fr) = self.parts();
        Text::fixed(en, fr)
    }
}

impl RefusalReason {
    /// Code, clause, English, French.
    #[expect(clippy::too_many_lines, reason = "a table: one row a rule")]
    const fn parts(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Self::CantPass => (
                "CANT_PASS",
                "C-10",
                "A turn can't be passed: take an action.",
                "On ne passe pas son tour : choisissez une action.",
            ),
            Self::NothingToAnswer => (
                "NOTHING_TO_ANSWER",
                "C-10",
                "Your turn: nothing is there to be doubted, countered or chosen.",
                "C'est votre tour : il n'y a rien à mettre en doute, à contrer ni à choisir.",
            ),
            Self::MustCoup => (
                "MUST_COUP",
                "C-11",
                "With 10 coins or more you must take Coup.",
                "Avec 10 pièces ou plus, vous devez faire un coup d'État.",
            ),
            Self::CoupTooDear => (
                "COUP_TOO_DEAR",
                "C-14",
                "Coup costs 7 coins.",
                "Le coup d'État coûte 7 pièces.",
            ),
            Self::CoupTarget => (
                "COUP_TARGET",
                "C-14",
                "Coup names a living opponent.",
                "Le coup d'État vise un adversaire encore en jeu.",
            ),
            Self::AssassinTooDear => (
                "ASSASSIN_TOO_DEAR",
                "C-16",
                "The Assassin costs 3 coins.",
                "L'Assassin coûte 3 pièces.",
            ),
            Self::AssassinTarget => (
                "ASSASSIN_TARGET",
                "C-16",
                "The Assassin names a living opponent.",
                "L'Assassin vise un adversaire encore en jeu.",
            ),
            Self::StealTarget => (
                "STEAL_TARGET",
                "C-17",
                "The Captain names a living opponent.",
                "Le Capitaine vise un adversaire encore en jeu.",
            ),
            Self::ExamineTarget => (
                "EXAMINE_TARGET",
                "C-21",
                "The Inquisitor names a living opponent.",
                "L'Inquisiteur vise un adversaire encore en jeu.",
            ),
            Self::NoInquisitor => (
                "NO_INQUISITOR",
                "C-21",
                "The Inquisitor is not in play.",
                "L'Inquisiteur n'est pas en jeu.",
            ),
            Self::AidCounter => (
                "AID_COUNTER",
                "C-13",
                "Foreign aid is countered by the Duchess alone.",
                "L'aide étrangère n'est contrée que par la Duchesse.",
            ),
            Self::AssassinCounter => (
                "ASSASSIN_COUNTER",
                "C-16",
                "An assassination is countered by the Countess alone.",
                "Un assassinat n'est contré que par la Comtesse.",
            ),
            Self::StealCounter => (
                "STEAL_COUNTER",
                "C-17",
                "Stealing is countered by the Captain or the fifth character in play.",
                "Le vol est contré par le Capitaine ou par le cinquième personnage en jeu.",
            ),
            Self::OtherWindow => (
                "OTHER_WINDOW",
                "C-35",
                "Doubts and counters have windows of their own: this is the other one.",
                "Doutes et contres ont chacun leur fenêtre : c'est l'autre qui est ouverte.",
            ),
            Self::OtherQuestion => (
                "OTHER_QUESTION",
                "C-54",
                "Something else is asked of this seat now.",
                "C'est autre chose qui est demandé à ce siège maintenant.",
            ),
            Self::LoseNotHeld => (
                "LOSE_NOT_HELD",
                "C-40",
                "You can only turn up a card that you hold.",
                "On ne retourne qu'une carte que l'on a.",
            ),
            Self::ShowNotHeld => (
                "SHOW_NOT_HELD",
                "C-21",
                "You can only show a card that you hold.",
                "On ne montre qu'une carte que l'on a.",
            ),
            Self::ReturnNotHeld => (
                "RETURN_NOT_HELD",
                "C-19",
                "You can only return a card that you hold.",
                "On ne rend qu'une carte que l'on a.",
            ),
            Self::NotInPack => (
                "NOT_IN_PACK",
                "C-06",
                "That character is not in your pack.",
                "Ce personnage n'est pas dans votre paquet.",
            ),
            Self::SeatOut => (
                "SEAT_OUT",
                "C-41",
                "This seat is out already.",
                "Ce siège est déjà éliminé.",
            ),
            Self::AlreadyResigned => (
                "ALREADY_RESIGNED",
                "C-46",
                "This seat has resigned already.",
                "Ce siège a déjà abandonné.",
            ),
        }
    }
}
