//! Every reason for which an action is refused, with its clause.

intrigue_core::refusal_reasons! {
    /// Why an action is refused.
    pub enum RefusalReason {
        /// There is nothing to play.
        HandEmpty = "HAND_EMPTY", "D-13",
        /// The card is elsewhere.
        NotInHand = "NOT_IN_HAND", "D-11",
        /// There is nothing to take.
        LineEmpty = "LINE_EMPTY", "D-12",
        /// One Take a round.
        AlreadyTaken = "ALREADY_TAKEN", "D-13",
    }
}
