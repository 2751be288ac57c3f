//! Every reason for which an action is refused, with its clause and its words.

intrigue_core::refusal_reasons! {
    /// Why an action is refused.
    pub enum RefusalReason {
        /// The action of a turn is asked for.
        CantPass = "CANT_PASS", "C-10",
        /// Nothing is there to be answered.
        NothingToAnswer = "NOTHING_TO_ANSWER", "C-10",
        /// Ten coins force a coup.
        MustCoup = "MUST_COUP", "C-11",
        /// Too few coins.
        CoupTooDear = "COUP_TOO_DEAR", "C-14",
        /// Not a living opponent.
        CoupTarget = "COUP_TARGET", "C-14",
        /// Too few coins.
        AssassinTooDear = "ASSASSIN_TOO_DEAR", "C-16",
        /// Not a living opponent.
        AssassinTarget = "ASSASSIN_TARGET", "C-16",
        /// Not a living opponent.
        StealTarget = "STEAL_TARGET", "C-17",
        /// Not a living opponent.
        ExamineTarget = "EXAMINE_TARGET", "C-21",
        /// The fifth character is another.
        NoInquisitor = "NO_INQUISITOR", "C-21",
        /// Only the Duchess blocks.
        AidBlock = "AID_BLOCK", "C-13",
        /// Only the Countess blocks.
        AssassinBlock = "ASSASSIN_BLOCK", "C-16",
        /// Only the Captain and the fifth character block.
        StealBlock = "STEAL_BLOCK", "C-17",
        /// Challenges and blocks have windows of their own.
        OtherWindow = "OTHER_WINDOW", "C-35",
        /// A window asks for a challenge, a block or a pass.
        OtherQuestion = "OTHER_QUESTION", "C-35",
        /// The card is not in hand.
        LoseNotHeld = "LOSE_NOT_HELD", "C-40",
        /// The card is not in hand.
        ShowNotHeld = "SHOW_NOT_HELD", "C-21",
        /// The card is not in hand.
        ReturnNotHeld = "RETURN_NOT_HELD", "C-19",
        /// The card is not in the pack.
        NotInPack = "NOT_IN_PACK", "C-06",
        /// The seat is out.
        SeatOut = "SEAT_OUT", "C-41",
        /// Once is enough.
        AlreadyResigned = "ALREADY_RESIGNED", "C-46",
        /// The action of this turn is announced.
        OneAction = "ONE_ACTION", "C-10",
        /// A card of the pack is to be kept.
        MustKeep = "MUST_KEEP", "C-06",
        /// Nothing is claimed.
        AidChallenge = "AID_CHALLENGE", "C-13",
        /// Only another seat blocks.
        AidBlocker = "AID_BLOCKER", "C-13",
        /// Nobody blocks.
        TaxBlock = "TAX_BLOCK", "C-15",
        /// Only the target blocks.
        AssassinBlocker = "ASSASSIN_BLOCKER", "C-16",
        /// Only the target blocks.
        StealBlocker = "STEAL_BLOCKER", "C-17",
        /// Nobody blocks.
        ExchangeBlock = "EXCHANGE_BLOCK", "C-19",
        /// A card is to be returned to the Court.
        MustReturn = "MUST_RETURN", "C-19",
        /// Nobody blocks.
        InquisitorExchangeBlock = "INQUISITOR_EXCHANGE_BLOCK", "C-20",
        /// A card is to be returned to the Court.
        InquisitorMustReturn = "INQUISITOR_MUST_RETURN", "C-20",
        /// The card is not in hand.
        InquisitorReturnNotHeld = "INQUISITOR_RETURN_NOT_HELD", "C-20",
        /// Nobody blocks.
        ExamineBlock = "EXAMINE_BLOCK", "C-21",
        /// A card is to be shown.
        MustShow = "MUST_SHOW", "C-21",
        /// The examined card is to be judged.
        MustJudge = "MUST_JUDGE", "C-21",
        /// There is a block already.
        AlreadyBlocked = "ALREADY_BLOCKED", "C-38",
        /// A card is to be turned up.
        MustLose = "MUST_LOSE", "C-40",
        /// The small deck does not have the character.
        NotInPlay = "NOT_IN_PLAY", "C-09",
    }
}
