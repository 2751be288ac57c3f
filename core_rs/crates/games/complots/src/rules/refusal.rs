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
        /// Something else is asked.
        OtherQuestion = "OTHER_QUESTION", "C-54",
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
    }
}
