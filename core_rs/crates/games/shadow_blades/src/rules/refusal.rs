use intrigue_core::Text;

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum RefusalReason {
    /// Something else is asked.
    OtherQuestion,
    /// The card is elsewhere.
    NotInHand,
    /// A turn can't be passed.
    CannotPass,
    /// A deployment does something.
    NothingDone,
    /// A turn is recruiting or deploying, not both.
    AlreadyDeploying,
    /// No recruiting in the last turn.
    NoRecruiting,
    /// One agent a turn.
    OneAgent,
    /// The agent fits no allowance.
    NoAllowance,
    /// No allowance has such a total.
    TotalNotReached,
    /// Not a zone for this agent.
    WrongZone,
    /// Arrogance: the zone is dominated.
    ArrogantZone,
    /// One mission a turn.
    OneMission,
    /// The zone is not dominated.
    NotDominated,
    /// Not a weapon in this match.
    NotAWeapon,
    /// Not in the bundle.
    NotInBundle,
    /// Not two agents of one opponent.
    NotTwoOfOneOpponent,
    /// Ruby Tracker named others.
    NotNamed,
    /// Stronger than 3, or not on the table.
    TooStrong,
    /// No agent in that zone.
    EmptyZone,
    /// Not among the Illusionist's cards.
    NotAmongFour,
    /// No opponent's agent with a weapon.
    NotArmed,
    /// Too strong for the weapons at hand, or one's own.
    NotPayable,
    /// The weapons are too weak so far.
    MoreWeaponsNeeded,
    /// No opponent with a card.
    NoHandToHear,
    /// Not in the hand that is looked at.
    NotInThatHand,
    /// No opponent's mission there.
    NoMissionThere,
    /// Not among the missions that are looked at.
    NotAmongMissions,
    /// No Deception now.
    NoDeception,
    /// Not an enemy's agent that the weapons at hand match.
    NotToBeDeceived,
    /// The sum would not match.
    SumMustMatch,
    /// No Fatal Blow now.
    NoFatalBlow,
    /// Not of the same strength.
    NotOfThatStrength,
    /// The card for the ally is elsewhere.
    SlipNotHeld,
    /// The seat has given up.
    AlreadyResigned,
}

/// Code, clause, and the sentence in English and French, in the order of the rules.
const TEXTS: [(&str, &str, &str, &str); 34] = [
    (
        "OTHER_QUESTION",
        "S-93",
        "Something else is asked now.",
        "Ce n'est pas ce qui est demandé maintenant.",
    ),
    (
        "NOT_IN_HAND",
        "S-21",
        "This card is not in your hand.",
        "Cette carte n'est pas dans votre main.",
    ),
    (
        "CANNOT_PASS",
        "S-10",
        "A turn can't be passed before the final confrontation.",
        "On ne peut pas passer son tour avant l'affrontement final.",
    ),
    (
        "NOTHING_DONE",
        "S-10",
        "A deployment does at least one thing before it ends.",
        "Un déploiement comporte au moins une chose avant de finir.",
    ),
    (
        "ALREADY_DEPLOYING",
        "S-10",
        "A turn is spent recruiting or deploying: you are deploying.",
        "Un tour est un recrutement ou un déploiement : vous déployez.",
    ),
    (
        "NO_RECRUITING",
        "S-61",
        "There is no recruiting in the final confrontation.",
        "On ne recrute pas pendant l'affrontement final.",
    ),
    (
        "ONE_AGENT",
        "S-20",
        "You have deployed your agent of this turn.",
        "Vous avez déjà déployé votre agent de ce tour.",
    ),
    (
        "NO_ALLOWANCE",
        "S-28",
        "No allowance of this turn covers this agent.",
        "Aucune permission de ce tour ne couvre cet agent.",
    ),
    (
        "TOTAL_NOT_ALLOWED",
        "S-28",
        "With that, the agent's strength would fit no allowance of this turn.",
        "Ainsi, la force de l'agent ne correspondrait à aucune permission de ce tour.",
    ),
    (
        "WRONG_ZONE",
        "S-21",
        "This agent can't be deployed there.",
        "Cet agent ne peut pas être déployé là.",
    ),
    (
        "ZONE_DOMINATED",
        "S-70",
        "Arrogance: no agent can be deployed in a zone that you dominate.",
        "Arrogance : aucun agent ne se déploie dans une zone que vous dominez.",
    ),
    (
        "ONE_MISSION",
        "S-26",
        "You have laid your mission of this turn.",
        "Vous avez déjà posé votre mission de ce tour.",
    ),
    (
        "NOT_DOMINATED",
        "S-26",
        "You don't dominate that zone.",
        "Vous ne dominez pas cette zone.",
    ),
    (
        "NOT_A_WEAPON",
        "S-75",
        "An agent serves as a weapon only with Weapon Theft.",
        "Un agent ne sert d'arme qu'avec le Vol d'armes.",
    ),
    (
        "NOT_IN_BUNDLE",
        "S-04",
        "This card is not among those that you choose from.",
        "Cette carte n'est pas parmi celles que vous regardez.",
    ),
    (
        "NOT_TWO_OF_ONE_OPPONENT",
        "S-40",
        "Ruby Tracker names two agents of one opponent, in the order in which they came.",
        "La Pisteuse de rubis désigne deux agents d'un même adversaire, dans l'ordre de leur arrivée.",
    ),
    (
        "NOT_NAMED",
        "S-40",
        "Ruby Tracker has not named this agent.",
        "La Pisteuse de rubis n'a pas désigné cet agent.",
    ),
    (
        "TOO_STRONG",
        "S-41",
        "Shadow Claw eliminates a deployed agent of strength 3 or less.",
        "La Griffe de l'ombre élimine un agent déployé de force 3 au plus.",
    ),
    (
        "EMPTY_ZONE",
        "S-42",
        "There is no agent in that zone.",
        "Il n'y a pas d'agent dans cette zone.",
    ),
    (
        "NOT_AMONG_FOUR",
        "S-44",
        "This card is not among those that you look at.",
        "Cette carte n'est pas parmi celles que vous regardez.",
    ),
    (
        "NOT_ARMED",
        "S-45",
        "The Beast needs an opponent's agent that bears a weapon.",
        "Le fauve vise un agent adverse qui porte une arme.",
    ),
    (
        "NOT_PAYABLE",
        "S-48",
        "Mistrunner fetches a deployed agent of another seat, not stronger than your weapons.",
        "Course-brume prend un agent déployé d'un autre siège, pas plus fort que vos armes.",
    ),
    (
        "MORE_WEAPONS_NEEDED",
        "S-48",
        "The weapons must be at least as strong as the agent.",
        "Les armes doivent être au moins aussi fortes que l'agent.",
    ),
    (
        "NO_HAND_TO_HEAR",
        "S-50",
        "Amber Whisper needs an opponent that has a card.",
        "Murmure d'ambre vise un adversaire qui a une carte.",
    ),
    (
        "NOT_IN_THAT_HAND",
        "S-50",
        "This card is not in that hand.",
        "Cette carte n'est pas dans cette main.",
    ),
    (
        "NO_MISSION_THERE",
        "S-51",
        "The Chameleon needs an opponent's zone with a mission.",
        "Le caméléon vise une zone adverse qui porte une mission.",
    ),
    (
        "NOT_AMONG_MISSIONS",
        "S-51",
        "This mission is not among those that you look at.",
        "Cette mission n'est pas parmi celles que vous regardez.",
    ),
    (
        "NO_DECEPTION",
        "S-71",
        "You can't make a Deception now: one a turn, with weapons that match an enemy's agent.",
        "Pas de Tromperie maintenant : une par tour, avec des armes égales à un agent ennemi.",
    ),
    (
        "NOT_TO_BE_DECEIVED",
        "S-71",
        "A Deception needs an enemy's agent whose strength your weapons match.",
        "Une Tromperie vise un agent ennemi dont vos armes égalent la force.",
    ),
    (
        "SUM_MUST_MATCH",
        "S-71",
        "With that weapon the sum could not equal the agent's strength.",
        "Avec cette arme, la somme ne pourrait pas égaler la force de l'agent.",
    ),
    (
        "NO_FATAL_BLOW",
        "S-74",
        "There is no Fatal Blow with this card now.",
        "Pas de Coup fatal avec cette carte maintenant.",
    ),
    (
        "NOT_OF_THAT_STRENGTH",
        "S-74",
        "A Fatal Blow strikes a deployed agent as strong as the discarded one.",
        "Un Coup fatal frappe un agent déployé de même force que l'agent défaussé.",
    ),
    (
        "SLIP_NOT_HELD",
        "S-83",
        "This card is not in your hand.",
        "Cette carte n'est pas dans votre main.",
    ),
    (
        "ALREADY_RESIGNED",
        "S-65",
        "You have resigned already.",
        "Vous avez déjà abandonné.",
    ),
];

impl intrigue_core::RefusalReason for RefusalReason {
    const ALL: &'static [Self] = &[
        Self::OtherQuestion,
        Self::NotInHand,
        Self::CannotPass,
        Self::NothingDone,
        Self::AlreadyDeploying,
        Self::NoRecruiting,
        Self::OneAgent,
        Self::NoAllowance,
        Self::TotalNotReached,
        Self::WrongZone,
        Self::ArrogantZone,
        Self::OneMission,
        Self::NotDominated,
        Self::NotAWeapon,
        Self::NotInBundle,
        Self::NotTwoOfOneOpponent,
        Self::NotNamed,
        Self::TooStrong,
        Self::EmptyZone,
        Self::NotAmongFour,
        Self::NotArmed,
        Self::NotPayable,
        Self::MoreWeaponsNeeded,
        Self::NoHandToHear,
        Self::NotInThatHand,
        Self::NoMissionThere,
        Self::NotAmongMissions,
        Self::NoDeception,
        Self::NotToBeDeceived,
        Self::SumMustMatch,
        Self::NoFatalBlow,
        Self::NotOfThatStrength,
        Self::SlipNotHeld,
        Self::AlreadyResigned,
    ];

    fn code(self) -> &'static str {
        TEXTS[self as usize].0
    }

    fn clause(self) -> &'static str {
        TEXTS[self as usize].1
    }

    fn text(self) -> Text {
        let (_, _, en, fr) = TEXTS[self as usize];
        Text::fixed(en, fr)
    }
}
