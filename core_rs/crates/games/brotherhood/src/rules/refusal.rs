//! Every reason for which an action is refused, with its code and clause.

intrigue_core::refusal_reasons! {
    /// Why an action is refused.
    pub enum RefusalReason {
        /// This seat has given up already.
        HasResigned = "HAS_RESIGNED", "V-O.2",
        /// You have no such assassin.
        NotYours = "NOT_YOURS", "V-3.1",
        /// That is not what is asked now.
        NotAsked = "NOT_ASKED", "V-0.1",
        /// This assassin is not on the level.
        Away = "AWAY", "V-9.1",
        /// This assassin lies in a critical state and waits for a remedy.
        Critical = "CRITICAL", "V-26.1",
        /// On a tower there are only Save, leaps and equipment that is no weapon.
        OnTower = "ON_TOWER", "V-17.2",
        /// A leap of faith starts from the top of a tower.
        NotOnTower = "NOT_ON_TOWER", "V-17.2",
        /// The assassin is hidden: it leaves the spot first.
        Hidden = "HIDDEN", "V-28.2",
        /// The assassin is in no hiding spot.
        NotHidden = "NOT_HIDDEN", "V-28.2",
        /// There are not enough action cubes for that.
        NoCube = "NO_CUBE", "V-3.1",
        /// Around the guards' steps, a saved cube pays only for an act that costs exactly 1.
        WindowCost = "WINDOW_COST", "V-20.2",
        /// This assassin has no saved cube.
        NoSaved = "NO_SAVED", "V-20.1",
        /// There is no neighboring square that way.
        NoWay = "NO_WAY", "V-3.2",
        /// The assassin has no such card.
        NoSuchCard = "NO_SUCH_CARD", "V-5.1",
        /// This card is not used by itself.
        NotUsable = "NOT_USABLE", "V-5.2",
        /// A card that costs nothing is used once a turn.
        UsedUp = "USED_UP", "V-5.2",
        /// There is no guard on that square.
        NoTarget = "NO_TARGET", "V-15.1",
        /// This weapon does not reach that square.
        OutOfRange = "OUT_OF_RANGE", "V-15.1",
        /// In this fog no attack reaches a neighboring square.
        Fog = "FOG", "V-2.1",
        /// No ranged weapon is used from the water.
        InWater = "IN_WATER", "V-31.1",
        /// From a hiding spot only the hidden blade strikes.
        HiddenWeapon = "HIDDEN_WEAPON", "V-28.2",
        /// This card is used from a roof.
        NoRoof = "NO_ROOF", "V-5.2",
        /// There is no such square to land on.
        NoLanding = "NO_LANDING", "V-5.2",
        /// Nobody on the square is wanted.
        NoneWanted = "NONE_WANTED", "V-5.2",
        /// That assassin has nothing to heal.
        Healthy = "HEALTHY", "V-26.1",
        /// That assassin is not on the user's square.
        NotHere = "NOT_HERE", "V-26.1",
        /// This assassin is cloaked already.
        Cloaked = "CLOAKED", "V-5.2",
        /// This card goes into no slot.
        NoSlot = "NO_SLOT", "V-5.3",
        /// This card does not lie beside the board.
        NotBeside = "NOT_BESIDE", "V-5.3",
        /// The card of a slot is changed once a turn.
        SlotChanged = "SLOT_CHANGED", "V-5.3",
        /// Without this armor no heart would be left.
        LastHeart = "LAST_HEART", "V-19.1",
        /// There is no open objective on this square.
        NoObjective = "NO_OBJECTIVE", "V-6.1",
        /// A wanted assassin clears the square of guards first.
        NotClear = "NOT_CLEAR", "V-6.1",
        /// There is no station on this square.
        NoStation = "NO_STATION", "V-9.1",
        /// With guards on the square, only an anonymous assassin takes the station.
        StationGuarded = "STATION_GUARDED", "V-9.2",
        /// While an objective is open, somebody able must stay on the level.
        StayOn = "STAY_ON", "V-9.3",
        /// This assassin wears no armor.
        NoArmor = "NO_ARMOR", "V-19.1",
        /// There are fewer bodies on this square.
        NoBody = "NO_BODY", "V-16.1",
        /// No tower touches this square.
        NoTower = "NO_TOWER", "V-17.1",
        /// Only an anonymous assassin climbs a tower.
        TowerWanted = "TOWER_WANTED", "V-17.1",
        /// There is no chest on this square.
        NoChest = "NO_CHEST", "V-18.1",
        /// Save is not in use in this mission.
        NoSave = "NO_SAVE", "V-1.2",
        /// A cube is saved already.
        SavedFull = "SAVED_FULL", "V-20.1",
        /// There is no hiding spot on this square.
        NoSpot = "NO_SPOT", "V-28.1",
        /// Somebody is in the hiding spot already.
        SpotTaken = "SPOT_TAKEN", "V-28.1",
        /// An assassin hides only after it has entered the square, before its next action.
        NotEntered = "NOT_ENTERED", "V-28.1",
        /// A wanted assassin can't hide.
        IsWanted = "IS_WANTED", "V-28.1",
        /// There is nobody on the tile to trade with.
        NobodyToTrade = "NOBODY_TO_TRADE", "V-3.3",
        /// A trade of this assassin was refused this turn.
        Rebuffed = "REBUFFED", "V-3.3",
        /// This assassin has no such ability.
        NoAbility = "NO_ABILITY", "V-14.1",
        /// The ability is spent for this turn.
        AbilitySpent = "ABILITY_SPENT", "V-14.1",
        /// That assassin has all its cubes.
        FullCubes = "FULL_CUBES", "V-14.1",
        /// The ability does not reach so far.
        TooFar = "TOO_FAR", "V-14.1",
        /// This assassin has no such companions.
        NoCompanions = "NO_COMPANIONS", "V-27.1",
        /// The companions can't do that here.
        CompanionsBusy = "COMPANIONS_BUSY", "V-27.2",
        /// It can't be that many of that kind.
        NotThatMany = "NOT_THAT_MANY", "V-15.3",
        /// The guards can't choose that way.
        NotThatWay = "NOT_THAT_WAY", "V-23.3",
        /// This assassin is not among those asked about.
        NotThatAssassin = "NOT_THAT_ASSASSIN", "V-0.1",
        /// This card is not among those to choose from.
        NotThatCard = "NOT_THAT_CARD", "V-16.1",
        /// This square is not among those to choose from.
        NotThatSquare = "NOT_THAT_SQUARE", "V-10.4",
        /// This station is not among those to choose from.
        NotThatStation = "NOT_THAT_STATION", "V-10.4",
        /// This entrance is not among those to choose from.
        NotThatEntrance = "NOT_THAT_ENTRANCE", "V-0.1",
        /// This is not among the guards or bodies to choose from.
        NotThatPick = "NOT_THAT_PICK", "V-25.1",
        /// The trade has as many parts as one trade may have.
        TradeFull = "TRADE_FULL", "V-3.3",
        /// That assassin takes no part in this trade.
        NotOnTile = "NOT_ON_TILE", "V-3.3",
        /// There are not enough florins for that.
        TooDear = "TOO_DEAR", "V-5.4",
        /// These companions have been used.
        CompanionsUsed = "COMPANIONS_USED", "V-27.2",
    }
}
