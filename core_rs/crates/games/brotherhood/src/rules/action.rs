//! What a seat can choose. Most choices are acts of one of its assassins; the rest are answers to
//! questions, split so that each is small.

use std::sync::LazyLock;

use intrigue_core::{ActionForm, ActionId, GameAction};

use crate::content::compile::base;
use crate::content::ids::{AssassinId, Entrance, EquipmentId};
use crate::content::pack::KINDS;
use crate::content::squares::{Guard, SQUARES, Square, Way};

/// The name of a kind of equipment in notation: its id in the built-in pack; kinds that a document
/// adds come after these and are counted.
pub(crate) fn kind_name(kind: EquipmentId) -> &'static str {
    static NAMES: LazyLock<[String; KINDS]> = LazyLock::new(|| {
        std::array::from_fn(|place| match base().equipment.get(place) {
            Some(card) => card.id.clone(),
            None => format!("kind_{place}"),
        })
    });
    &NAMES[kind.index()]
}

/// A choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Nothing more in this phase, or at this market.
    Done,
    /// Not this time.
    Decline,
    /// The trade may be made.
    Agree,
    /// The trade may not be made.
    Refuse,
    /// No more bodies, or no more cards.
    Enough,
    /// The dice are thrown again.
    Reroll,
    /// The test for a body is the one that is cancelled.
    Body,
    Name(AssassinId),
    /// From one assassin to another.
    Pair(AssassinId, AssassinId),
    /// A kind of equipment.
    Card(EquipmentId),
    /// A number of elites.
    Elites(u8),
    /// A number of crossbowmen.
    Crossbowmen(u8),
    /// A direction.
    Toward(Way),
    Station(u8),
    Entrance(Entrance),
    /// One of up to three cards.
    Pick(u8),
    At(Square),
    /// What one of the seat's own assassins does: its first or its second.
    Own(u8, AssassinAction),
}

/// What an assassin does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AssassinAction {
    /// Goes to a neighboring square (V-3.2).
    Move(Way),
    /// Uses a card of a kind.
    Use(EquipmentId, Aim),
    /// Puts a card of a kind into its slot (V-5.3).
    Equip(EquipmentId),
    /// Takes off its armor (V-19.1).
    TakeOffArmor,
    /// Does the objective of the square (V-6.1).
    Objective,
    /// Leaves the level for good (V-9.1).
    Leave,
    /// Goes to a station (V-9.1).
    Travel(u8),
    /// Hides a body, and perhaps more (V-16.1).
    HideBody(Guard),
    /// Climbs the tower (V-17.1).
    Climb,
    /// The leap of faith (V-17.2).
    Leap,
    /// Opens the chest (V-18.1).
    Open,
    /// Puts a cube aside (V-20.1).
    Save,
    /// Goes into the hiding spot (V-28.1).
    Conceal,
    /// Leaves the hiding spot (V-28.2).
    Emerge,
    /// Proposes a trade (V-3.3).
    Trade,
    /// Gives a cube to an assassin.
    Lend(AssassinId),
    /// Sends the thieves.
    Thieves(Errand),
    /// Sends the mercenaries, to its own square or a neighboring one.
    Mercenaries(Option<Way>),
}

/// At what a card is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Where its user is.
    Here,
    /// A neighboring square.
    Near(Way),
    /// A square 2 or 3 steps away.
    Far(Way, u8),
    Mate(AssassinId),
}

impl Aim {
    const COUNT: usize = 17;

    #[expect(clippy::cast_possible_truncation, reason = "below 17")]
    const fn of(number: usize) -> Self {
        match number {
            0 => Self::Here,
            1..=4 => Self::Near(Way::ALL[number - 1]),
            5..=12 => Self::Far(Way::ALL[(number - 5) / 2], (number as u8 - 5) % 2 + 2),
            _ => Self::Mate(AssassinId::ALL[number - 13]),
        }
    }

    const fn number(self) -> usize {
        match self {
            Self::Here => 0,
            Self::Near(way) => 1 + way as usize,
            Self::Far(way, steps) => 5 + 2 * way as usize + steps as usize - 2,
            Self::Mate(who) => 13 + who as usize,
        }
    }
}

/// What thieves do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Errand {
    /// They open the chest.
    Chest,
    /// They hide bodies.
    Bodies,
    /// They find a card.
    Find,
}

impl Errand {
    /// All, in order.
    pub const ALL: [Self; 3] = [Self::Chest, Self::Bodies, Self::Find];
}

/// The kind of equipment at a place of the pack's list.
const fn kind_at(place: usize) -> EquipmentId {
    match EquipmentId::new(place) {
        Some(kind) => kind,
        None => panic!("a pack has no more kinds"),
    }
}

/// How many answers there are.
const ANSWERS: usize = 7 + 4 + 12 + KINDS + 5 + 5 + 4 + 8 + 4 + 3 + SQUARES;
/// How many acts an assassin has in the part of the table that goes assassin by assassin.
const ASSASSIN_ACTIONS: usize = 4 + KINDS * Aim::COUNT + KINDS + 1 + 1 + 8 + 2 + 7 + 4 + 3 + 5;
/// Where the acts begin that were added later: one after the other, each for both assassins.
const LATER: usize = ANSWERS + 2 * ASSASSIN_ACTIONS;
/// How many actions there are.
pub(crate) const COUNT: usize = LATER + 2;

/// The action table.
pub(crate) static TABLE: [Action; COUNT] = table();

const PLAIN: [Action; 7] = [
    Action::Done,
    Action::Decline,
    Action::Agree,
    Action::Refuse,
    Action::Enough,
    Action::Reroll,
    Action::Body,
];

const SINGLE: [AssassinAction; 7] = [
    AssassinAction::Climb,
    AssassinAction::Leap,
    AssassinAction::Open,
    AssassinAction::Save,
    AssassinAction::Conceal,
    AssassinAction::Emerge,
    AssassinAction::Trade,
];

#[expect(clippy::cast_possible_truncation, reason = "the counts are small")]
const fn table() -> [Action; COUNT] {
    let mut table = [Action::Done; COUNT];
    let mut next = 0;
    while next < COUNT {
        table[next] = if next < ANSWERS {
            answer(next)
        } else if next >= LATER {
            Action::Own((next - LATER) as u8, AssassinAction::TakeOffArmor)
        } else {
            let place = next - ANSWERS;
            Action::Own((place / ASSASSIN_ACTIONS) as u8, act(place % ASSASSIN_ACTIONS))
        };
        next += 1;
    }
    table
}

#[expect(clippy::cast_possible_truncation, reason = "the counts are small")]
const fn answer(place: usize) -> Action {
    let mut n = place;
    if n < 7 {
        return PLAIN[n];
    }
    n -= 7;
    if n < 4 {
        return Action::Name(AssassinId::ALL[n]);
    }
    n -= 4;
    if n < 12 {
        let (from, rest) = (n / 3, n % 3);
        let to = if rest < from { rest } else { rest + 1 };
        return Action::Pair(AssassinId::ALL[from], AssassinId::ALL[to]);
    }
    n -= 12;
    if n < KINDS {
        return Action::Card(kind_at(n));
    }
    n -= KINDS;
    if n < 5 {
        return Action::Elites(n as u8);
    }
    n -= 5;
    if n < 5 {
        return Action::Crossbowmen(n as u8);
    }
    n -= 5;
    if n < 4 {
        return Action::Toward(Way::ALL[n]);
    }
    n -= 4;
    if n < 8 {
        return Action::Station(n as u8);
    }
    n -= 8;
    if n < 4 {
        return Action::Entrance(Entrance::ALL[n]);
    }
    n -= 4;
    if n < 3 {
        return Action::Pick(n as u8);
    }
    Action::At(Square((n - 3) as u8))
}

#[expect(clippy::cast_possible_truncation, reason = "the counts are small")]
const fn act(place: usize) -> AssassinAction {
    let mut n = place;
    if n < 4 {
        return AssassinAction::Move(Way::ALL[n]);
    }
    n -= 4;
    if n < KINDS * Aim::COUNT {
        return AssassinAction::Use(kind_at(n / Aim::COUNT), Aim::of(n % Aim::COUNT));
    }
    n -= KINDS * Aim::COUNT;
    if n < KINDS {
        return AssassinAction::Equip(kind_at(n));
    }
    n -= KINDS;
    match n {
        0 => return AssassinAction::Objective,
        1 => return AssassinAction::Leave,
        2..=9 => return AssassinAction::Travel(n as u8 - 2),
        10 => return AssassinAction::HideBody(Guard::Crossbowman),
        11 => return AssassinAction::HideBody(Guard::Elite),
        _ => n -= 12,
    }
    if n < 7 {
        return SINGLE[n];
    }
    n -= 7;
    if n < 4 {
        return AssassinAction::Lend(AssassinId::ALL[n]);
    }
    n -= 4;
    if n < 3 {
        return AssassinAction::Thieves(Errand::ALL[n]);
    }
    n -= 3;
    if n == 0 {
        AssassinAction::Mercenaries(None)
    } else {
        AssassinAction::Mercenaries(Some(Way::ALL[n - 1]))
    }
}

impl GameAction for Action {
    #[inline]
    fn id(self) -> ActionId {
        let place = match self {
            Self::Done => 0,
            Self::Decline => 1,
            Self::Agree => 2,
            Self::Refuse => 3,
            Self::Enough => 4,
            Self::Reroll => 5,
            Self::Body => 6,
            Self::Name(who) => 7 + who.index(),
            Self::Pair(from, to) => 11 + from.index() * 3 + to.index() - usize::from(to > from),
            Self::Card(kind) => 23 + kind.index(),
            Self::Elites(n) => 23 + KINDS + usize::from(n),
            Self::Crossbowmen(n) => 28 + KINDS + usize::from(n),
            Self::Toward(way) => 33 + KINDS + way as usize,
            Self::Station(n) => 37 + KINDS + usize::from(n),
            Self::Entrance(entrance) => 45 + KINDS + entrance.index(),
            Self::Pick(n) => 49 + KINDS + usize::from(n),
            Self::At(square) => 52 + KINDS + square.index(),
            Self::Own(own, act) => return act.id(own),
        };
        #[expect(clippy::cast_possible_truncation, reason = "the table is short")]
        ActionId(place as u16)
    }

    fn notation(self) -> String {
        let form = self.form();
        let mut words = vec![form.verb.to_owned()];
        let values = form.arguments.into_iter();
        words.extend(values.filter(|(name, _)| *name != "own").map(|(_, v)| v));
        if let Self::Own(1, _) = self {
            words.push("second".to_owned());
        }
        words.join(" ")
    }

    fn form(self) -> ActionForm {
        let kind = |kind: EquipmentId| ("card", kind_name(kind).to_owned());
        let (verb, arguments): (&'static str, Vec<(&'static str, String)>) = match self {
            Self::Done => ("done", vec![]),
            Self::Decline => ("decline", vec![]),
            Self::Agree => ("agree", vec![]),
            Self::Refuse => ("refuse", vec![]),
            Self::Enough => ("enough", vec![]),
            Self::Reroll => ("reroll", vec![]),
            Self::Body => ("body", vec![]),
            Self::Name(who) => ("name", vec![("assassin", who.to_string())]),
            Self::Pair(from, to) => {
                ("pass", vec![("from", from.to_string()), ("to", to.to_string())])
            }
            Self::Card(k) => ("card", vec![kind(k)]),
            Self::Elites(n) => ("elites", vec![("number", n.to_string())]),
            Self::Crossbowmen(n) => ("crossbowmen", vec![("number", n.to_string())]),
            Self::Toward(way) => ("toward", vec![("way", way.notation().to_owned())]),
            Self::Station(n) => ("station", vec![("number", n.to_string())]),
            Self::Entrance(entrance) => {
                ("entrance", vec![("letter", char::from(b'a' + entrance as u8).to_string())])
            }
            Self::Pick(n) => ("pick", vec![("number", n.to_string())]),
            Self::At(square) => ("at", vec![("square", square.to_string())]),
            Self::Own(own, act) => {
                let (verb, mut arguments) = act.form();
                arguments.insert(0, ("own", own.to_string()));
                (verb, arguments)
            }
        };
        ActionForm { verb, arguments }
    }
}

impl AssassinAction {
    /// The place in the table of what the first or the second assassin of a seat does.
    #[inline]
    pub(crate) fn id(self, own: u8) -> ActionId {
        let own = usize::from(own);
        let place = match self.place() {
            Some(place) => ANSWERS + own * ASSASSIN_ACTIONS + place,
            None => LATER + own,
        };
        #[expect(clippy::cast_possible_truncation, reason = "the table is short")]
        ActionId(place as u16)
    }

    /// The place among the acts of an assassin; none of what was added later.
    #[inline]
    fn place(self) -> Option<usize> {
        const EQUIP: usize = 4 + KINDS * Aim::COUNT;
        const REST: usize = EQUIP + KINDS;
        Some(match self {
            Self::Move(way) => way as usize,
            Self::Use(kind, aim) => 4 + kind.index() * Aim::COUNT + aim.number(),
            Self::Equip(kind) => EQUIP + kind.index(),
            Self::TakeOffArmor => return None,
            Self::Objective => REST,
            Self::Leave => REST + 1,
            Self::Travel(n) => REST + 2 + usize::from(n),
            Self::HideBody(guard) => REST + 10 + guard as usize,
            Self::Climb => REST + 12,
            Self::Leap => REST + 13,
            Self::Open => REST + 14,
            Self::Save => REST + 15,
            Self::Conceal => REST + 16,
            Self::Emerge => REST + 17,
            Self::Trade => REST + 18,
            Self::Lend(who) => REST + 19 + who.index(),
            Self::Thieves(errand) => REST + 23 + errand as usize,
            Self::Mercenaries(way) => REST + 26 + way.map_or(0, |way| way as usize + 1),
        })
    }

    fn form(self) -> (&'static str, Vec<(&'static str, String)>) {
        let way = |way: Way| ("way", way.notation().to_owned());
        match self {
            Self::Move(w) => ("move", vec![way(w)]),
            Self::Use(kind, aim) => {
                let mut arguments = vec![("card", kind_name(kind).to_owned())];
                match aim {
                    Aim::Here => {}
                    Aim::Near(w) => arguments.push(way(w)),
                    Aim::Far(w, steps) => {
                        arguments.extend([way(w), ("steps", steps.to_string())]);
                    }
                    Aim::Mate(who) => arguments.push(("assassin", who.to_string())),
                }
                ("use", arguments)
            }
            Self::Equip(kind) => ("equip", vec![("card", kind_name(kind).to_owned())]),
            Self::TakeOffArmor => ("unequip", vec![("slot", "armor".to_owned())]),
            Self::Objective => ("objective", vec![]),
            Self::Leave => ("leave", vec![]),
            Self::Travel(n) => ("travel", vec![("station", n.to_string())]),
            Self::HideBody(guard) => ("hide", vec![("guard", guard.notation().to_owned())]),
            Self::Climb => ("climb", vec![]),
            Self::Leap => ("leap", vec![]),
            Self::Open => ("open", vec![]),
            Self::Save => ("save", vec![]),
            Self::Conceal => ("conceal", vec![]),
            Self::Emerge => ("emerge", vec![]),
            Self::Trade => ("trade", vec![]),
            Self::Lend(who) => ("lend", vec![("assassin", who.to_string())]),
            Self::Thieves(errand) => (
                "thieves",
                vec![("errand", ["chest", "bodies", "find"][errand as usize].to_owned())],
            ),
            Self::Mercenaries(w) => ("mercenaries", w.into_iter().map(way).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_stands_at_its_place() {
        for (place, action) in TABLE.iter().enumerate() {
            assert_eq!(usize::from(action.id().0), place, "{action:?}");
        }
    }
}
