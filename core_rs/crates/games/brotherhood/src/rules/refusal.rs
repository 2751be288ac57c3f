//! What a refused action is told: a code, the clause of the rules, and a sentence.

use intrigue_core::Text;

macro_rules! rules {
    ($($rule:ident $code:literal $clause:literal $en:literal $fr:literal)*) => {
        /// Why an action is refused.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum RefusalReason { $(#[doc = $en] $rule),* }

        const ALL: &[RefusalReason] = &[$(RefusalReason::$rule),*];

        /// Code, clause, and the sentence in English and French, in the order of the rules.
        const TEXTS: &[(&str, &str, &str, &str)] = &[$(($code, $clause, $en, $fr)),*];
    };
}

rules! {
    HasResigned "HAS_RESIGNED" "V-O.2"
        "This seat has given up already."
        "Ce siège a déjà abandonné."
    NotYours "NOT_YOURS" "V-3.1"
        "You have no such assassin."
        "Vous n'avez pas cet assassin."
    NotAsked "NOT_ASKED" "V-0.1"
        "That is not what is asked now."
        "Ce n'est pas ce qui est demandé maintenant."
    Away "AWAY" "V-9.1"
        "This assassin is not on the level."
        "Cet assassin n'est pas sur le niveau."
    Critical "CRITICAL" "V-26.1"
        "This assassin lies in a critical state and waits for a remedy."
        "Cet assassin est à terre, dans un état critique : il attend un remède."
    OnTower "ON_TOWER" "V-17.2"
        "On a tower there are only Save, leaps and equipment that is no weapon."
        "Sur une tour, on ne peut que mettre de côté, sauter, ou se servir d'un équipement qui n'est pas une arme."
    NotOnTower "NOT_ON_TOWER" "V-17.2"
        "A leap of faith starts from the top of a tower."
        "Un saut de la foi se fait du haut d'une tour."
    Hidden "HIDDEN" "V-28.2"
        "The assassin is hidden: it leaves the spot first."
        "L'assassin est caché : il quitte d'abord sa cachette."
    NotHidden "NOT_HIDDEN" "V-28.2"
        "The assassin is in no hiding spot."
        "L'assassin n'est dans aucune cachette."
    NoCube "NO_CUBE" "V-3.1"
        "There are not enough action cubes for that."
        "Il n'y a pas assez de cubes d'action pour cela."
    WindowCost "WINDOW_COST" "V-20.2"
        "Around the guards' steps, a saved cube pays only for an act that costs exactly 1."
        "Autour des étapes des gardes, un cube mis de côté ne paie qu'un acte qui coûte exactement 1."
    NoSaved "NO_SAVED" "V-20.1"
        "This assassin has no saved cube."
        "Cet assassin n'a pas de cube de côté."
    NoWay "NO_WAY" "V-3.2"
        "There is no neighbouring square that way."
        "Il n'y a pas de case voisine de ce côté."
    NoSuchCard "NO_SUCH_CARD" "V-5.1"
        "The assassin has no such card."
        "L'assassin n'a pas cette carte."
    NotUsable "NOT_USABLE" "V-5.2"
        "This card is not used by itself."
        "Cette carte ne s'utilise pas d'elle-même."
    UsedUp "USED_UP" "V-5.2"
        "A card that costs nothing is used once a turn."
        "Une carte qui ne coûte rien sert une fois par tour."
    NoTarget "NO_TARGET" "V-15.1"
        "There is no guard on that square."
        "Il n'y a pas de garde sur cette case."
    OutOfRange "OUT_OF_RANGE" "V-15.1"
        "This weapon does not reach that square."
        "Cette arme n'atteint pas cette case."
    Fog "FOG" "V-2.1"
        "In this fog no attack reaches a neighbouring square."
        "Dans ce brouillard, aucune attaque n'atteint une case voisine."
    InWater "IN_WATER" "V-31.1"
        "No ranged weapon is used from the water."
        "Dans l'eau, on n'utilise pas d'arme à distance."
    HiddenWeapon "HIDDEN_WEAPON" "V-28.2"
        "From a hiding spot only the hidden blade strikes."
        "Depuis une cachette, seule la lame secrète frappe."
    NoRoof "NO_ROOF" "V-5.2"
        "This card is used from a roof."
        "Cette carte s'utilise depuis un toit."
    NoLanding "NO_LANDING" "V-5.2"
        "There is no such square to land on."
        "Il n'y a pas de telle case où atterrir."
    NoneWanted "NONE_WANTED" "V-5.2"
        "Nobody on the square is wanted."
        "Personne sur la case n'est recherché."
    Healthy "HEALTHY" "V-26.1"
        "That assassin has nothing to heal."
        "Cet assassin n'a rien à soigner."
    NotHere "NOT_HERE" "V-26.1"
        "That assassin is not on the user's square."
        "Cet assassin n'est pas sur la case de celui qui agit."
    Cloaked "CLOAKED" "V-5.2"
        "This assassin is cloaked already."
        "Cet assassin porte déjà une cape."
    NoSlot "NO_SLOT" "V-5.3"
        "This card goes into no slot."
        "Cette carte ne va dans aucun emplacement."
    NotBeside "NOT_BESIDE" "V-5.3"
        "This card does not lie beside the board."
        "Cette carte n'est pas à côté du plateau."
    SlotChanged "SLOT_CHANGED" "V-5.3"
        "The card of a slot is changed once a turn."
        "La carte d'un emplacement se change une fois par tour."
    LastHeart "LAST_HEART" "V-19.1"
        "Without this armour no heart would be left."
        "Sans cette armure, il ne resterait aucun cœur."
    NoObjective "NO_OBJECTIVE" "V-6.1"
        "There is no open objective on this square."
        "Il n'y a pas d'objectif à accomplir sur cette case."
    NotClear "NOT_CLEAR" "V-6.1"
        "A wanted assassin clears the square of guards first."
        "Un assassin recherché débarrasse d'abord la case de ses gardes."
    NoStation "NO_STATION" "V-9.1"
        "There is no station on this square."
        "Il n'y a pas de station sur cette case."
    StationGuarded "STATION_GUARDED" "V-9.2"
        "With guards on the square, only an anonymous assassin takes the station."
        "Avec des gardes sur la case, seul un assassin anonyme prend la station."
    StayOn "STAY_ON" "V-9.3"
        "While an objective is open, somebody able must stay on the level."
        "Tant qu'un objectif est ouvert, quelqu'un de valide doit rester sur le niveau."
    SameStation "SAME_STATION" "V-9.1"
        "The assassin stands at that very station."
        "L'assassin se tient déjà à cette station."
    NoBody "NO_BODY" "V-16.1"
        "There are not so many bodies on this square."
        "Il n'y a pas autant de corps sur cette case."
    NoTower "NO_TOWER" "V-17.1"
        "No tower touches this square."
        "Aucune tour ne touche cette case."
    TowerWanted "TOWER_WANTED" "V-17.1"
        "Only an anonymous assassin climbs a tower."
        "Seul un assassin anonyme monte sur une tour."
    NoChest "NO_CHEST" "V-18.1"
        "There is no chest on this square."
        "Il n'y a pas de coffre sur cette case."
    NoSave "NO_SAVE" "V-1.2"
        "Save is not in use in this memory."
        "On ne met pas de cube de côté dans ce souvenir."
    SavedFull "SAVED_FULL" "V-20.1"
        "A cube is saved already."
        "Un cube est déjà de côté."
    NoSpot "NO_SPOT" "V-28.1"
        "There is no hiding spot on this square."
        "Il n'y a pas de cachette sur cette case."
    SpotTaken "SPOT_TAKEN" "V-28.1"
        "Somebody is in the hiding spot already."
        "Quelqu'un est déjà dans la cachette."
    NotEntered "NOT_ENTERED" "V-28.1"
        "An assassin hides only when it has just entered the square."
        "Un assassin ne se cache qu'en arrivant sur la case."
    IsWanted "IS_WANTED" "V-28.1"
        "A wanted assassin can't hide."
        "Un assassin recherché ne peut pas se cacher."
    NobodyToTrade "NOBODY_TO_TRADE" "V-3.3"
        "There is nobody on the tile to trade with."
        "Il n'y a personne sur la tuile avec qui échanger."
    Rebuffed "REBUFFED" "V-3.3"
        "A trade of this assassin was refused this turn."
        "Un échange de cet assassin a été refusé ce tour-ci."
    NoAbility "NO_ABILITY" "V-14.1"
        "This assassin has no such ability."
        "Cet assassin n'a pas cette capacité."
    AbilitySpent "ABILITY_SPENT" "V-14.1"
        "The ability is spent for this turn."
        "La capacité a déjà servi ce tour-ci."
    FullCubes "FULL_CUBES" "V-14.1"
        "That assassin has all its cubes."
        "Cet assassin a tous ses cubes."
    TooFar "TOO_FAR" "V-14.1"
        "The ability does not reach so far."
        "La capacité ne porte pas si loin."
    NoCompanions "NO_COMPANIONS" "V-27.1"
        "This assassin has no such companions."
        "Cet assassin n'a pas ces compagnons."
    CompanionsBusy "COMPANIONS_BUSY" "V-27.2"
        "The companions can't do that here."
        "Les compagnons ne peuvent pas faire cela ici."
    NotThatMany "NOT_THAT_MANY" "V-15.3"
        "It can't be that many of that kind."
        "Il ne peut pas y en avoir autant de cette sorte."
    NotThatWay "NOT_THAT_WAY" "V-23.3"
        "The guards can't choose that way."
        "Les gardes n'ont pas le choix de ce côté."
    NotThatAssassin "NOT_THAT_ASSASSIN" "V-0.1"
        "This assassin is not among those asked about."
        "Cet assassin n'est pas parmi ceux dont il s'agit."
    NotThatCard "NOT_THAT_CARD" "V-16.1"
        "This card is not among those to choose from."
        "Cette carte n'est pas parmi celles à choisir."
    NotThatSquare "NOT_THAT_SQUARE" "V-10.4"
        "This square is not among those to choose from."
        "Cette case n'est pas parmi celles à choisir."
    NotThatStation "NOT_THAT_STATION" "V-10.4"
        "This station is not among those to choose from."
        "Cette station n'est pas parmi celles à choisir."
    NotThatEntrance "NOT_THAT_ENTRANCE" "V-0.1"
        "This entrance is not among those to choose from."
        "Cette entrée n'est pas parmi celles à choisir."
    NotThatPick "NOT_THAT_PICK" "V-25.1"
        "This is not among the guards or bodies to choose from."
        "Ce choix n'est pas parmi les gardes ou les corps proposés."
    TradeFull "TRADE_FULL" "V-3.3"
        "The trade has as many parts as one trade may have."
        "L'échange a déjà autant de parties qu'il peut en avoir."
    NotOnTile "NOT_ON_TILE" "V-3.3"
        "That assassin takes no part in this trade."
        "Cet assassin ne prend pas part à cet échange."
    TooDear "TOO_DEAR" "V-5.4"
        "There are not enough florins for that."
        "Il n'y a pas assez de florins pour cela."
}

impl intrigue_core::RefusalReason for RefusalReason {
    const ALL: &'static [Self] = ALL;

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

#[cfg(test)]
mod tests {
    use super::TEXTS;

    #[test]
    fn every_reason_is_told_in_its_own_words() {
        for (place, one) in TEXTS.iter().enumerate() {
            for other in &TEXTS[..place] {
                assert_ne!(one.0, other.0);
                assert_ne!(one.2, other.2);
                assert_ne!(one.3, other.3);
            }
        }
    }
}
