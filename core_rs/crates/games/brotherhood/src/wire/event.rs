//! What happens as messages and as text, and back. One line a fact says which parts it has; each
//! part knows how it is written, read and said.

use intrigue_core::Seat;
use intrigue_wire::v1 as wire;
use wire::{BrotherhoodEvent as Event, BrotherhoodEventKind as Kind};

use crate::content::pack::{CHESTS, EVENTS, KINDS, SET, TOWERS};
use crate::content::squares::{Guard, Squad, Square};
use crate::rules::agenda::PendingState;
use crate::rules::fact::{Fact, Flag};
use crate::rules::state::{CREW, Ending, NOTHING, Phase, Place};
use crate::wire::setting::squad;
use crate::wire::view::{byte, member, number, place, read_place, read_seat, read_squad, seat};

/// A part of a fact.
trait Part {
    type Value;
    fn write(event: &mut Event, value: &Self::Value);
    fn read(event: &Event) -> Option<Self::Value>;
    fn say(value: &Self::Value) -> String;
}

macro_rules! parts {
    ($($part:ident: $value:ty, $field:ident, $write:expr, $read:expr, $say:expr;)*) => {$(
        struct $part;

        impl Part for $part {
            type Value = $value;

            fn write(event: &mut Event, value: &$value) {
                event.$field = turn(value, $write);
            }

            fn read(event: &Event) -> Option<$value> {
                turn(event, $read)
            }

            fn say(value: &$value) -> String {
                turn(value, $say)
            }
        }
    )*};
}

/// One thing made of another, so that a part can say how in a closure.
fn turn<From, To>(from: &From, make: fn(&From) -> To) -> To {
    make(from)
}

/// A number below a bound.
fn below(number: Option<u32>, bound: usize) -> Option<u8> {
    byte(number?).filter(|&number| usize::from(number) < bound)
}

fn lower(name: &impl std::fmt::Debug) -> String {
    crate::text::facts::snake(&format!("{name:?}"))
}

/// A face with one word more, if there is one.
fn with(face: String, word: &str) -> String {
    if word.is_empty() {
        face
    } else {
        face + " " + word
    }
}

parts! {
    Who: u8, assassin, |who| Some((*who).into()), |e| below(e.assassin, CREW), u8::to_string;
    Drawer: u8, assassin, |who| (*who != NOTHING).then(|| (*who).into()),
        |e| if e.assassin.is_none() { Some(NOTHING) } else { below(e.assassin, CREW) },
        |who| if *who == NOTHING { "nobody".to_owned() } else { who.to_string() };
    At: Square, square, Square::to_string, |e| Square::parse(&e.square), Square::to_string;
    To: Square, to, Square::to_string, |e| Square::parse(&e.to), Square::to_string;
    Base: Option<Square>, square,
        |base| base.map_or_else(String::new, |at| at.to_string()),
        |e| if e.square.is_empty() { Some(None) } else { Square::parse(&e.square).map(Some) },
        |base| base.map_or_else(|| "none".to_owned(), |at| at.to_string());
    Spot: Place, place, |at| Some(place(*at)), |e| read_place(e.place.as_ref()),
        |at| crate::text::facts::place(*at);
    TheSeat: Seat, seat, |s| Some(seat(*s)), |e| read_seat(e.seat?), Seat::to_string;
    Kit: u8, card, |card| Some((*card).into()), |e| below(e.card, KINDS),
        |card| crate::rules::action::KIND_NAMES[usize::from(*card)].to_owned();
    EventCard: u8, card, |card| Some((*card).into()), |e| below(e.card, EVENTS), u8::to_string;
    ChestCard: u8, card, |card| Some((*card).into()), |e| below(e.card, CHESTS), u8::to_string;
    TowerCard: u8, card, |card| Some((*card).into()), |e| below(e.card, TOWERS), u8::to_string;
    SetCard: u8, card, |card| Some((*card).into()), |e| below(e.card, SET), u8::to_string;
    Number: u8, number, |n| Some((*n).into()), |e| byte(e.number?), u8::to_string;
    UpTo3: u8, number, |n| Some((*n).into()), |e| below(e.number, 3), u8::to_string;
    UpTo4: u8, number, |n| Some((*n).into()), |e| below(e.number, 4), u8::to_string;
    UpTo8: u8, number, |n| Some((*n).into()), |e| below(e.number, 8), u8::to_string;
    Coins: u16, number, |n| Some((*n).into()), |e| u16::try_from(e.number?).ok(), u16::to_string;
    Window: u32, number, |n| Some(*n), |e| e.number, u32::to_string;
    ThePhase: Phase, phase, |p| number(*p as usize), |e| member(&Phase::ALL, e.phase), lower;
    TheEnding: Ending, ending, |one| number(*one as usize), |e| member(&Ending::ALL, e.ending), lower;
    TheFlag: Flag, flag, |flag| number(*flag as usize), |e| member(&Flag::ALL, e.flag), lower;
    TheGuard: Guard, guard, |one| number(*one as usize), |e| member(&Guard::ALL, e.guard),
        |one| one.notation().to_owned();
    Guards: Squad, guards, |guards| Some(squad(*guards)), |e| read_squad(e.guards.as_ref()),
        |guards| crate::text::facts::squad(*guards);
    On: bool, on, |on| Some(*on), |e| e.on, |on| if *on { "yes" } else { "no" }.to_owned();
    Red: bool, red, |red| Some(*red), |e| e.red, |red| if *red { "red" } else { "green" }.to_owned();
    SeenOne: bool, seen, |seen| Some(*seen), |e| e.seen, |seen| if *seen { "seen" } else { "unseen" }.to_owned();
    Dice: u8, dice, |n| Some((*n).into()), |e| byte(e.dice?), u8::to_string;
    Hits: u8, hits, |n| Some((*n).into()), |e| byte(e.hits?), u8::to_string;
    Specials: u8, specials, |n| Some((*n).into()), |e| byte(e.specials?), u8::to_string;
    UnderWay: Box<PendingState>, workings, |pending| pending.numbers(),
        |e| PendingState::of_numbers(&e.workings).map(Box::new),
        |pending| {
            let numbers = pending.numbers();
            numbers.iter().map(|number| format!("{number:x}")).collect::<Vec<_>>().join(" ")
        };
}

macro_rules! facts {
    ($($fact:ident $(($($name:ident: $part:ident),+))?;)*) => {
        /// A fact as its message.
        pub(crate) fn write(fact: &Fact) -> Event {
            let mut event = Event::default();
            match fact {
                $(Fact::$fact $(($($name),+))? => {
                    event.set_kind(Kind::$fact);
                    $($($part::write(&mut event, $name);)+)?
                })*
            }
            event
        }

        /// The fact of a message.
        pub(crate) fn read(event: &Event) -> Option<Fact> {
            Some(match event.kind() {
                Kind::Unspecified => return None,
                $(Kind::$fact => Fact::$fact $(($($part::read(event)?),+))?,)*
            })
        }

        /// A fact in words for machines: `moved 0 c4`.
        pub(crate) fn seen_face(fact: &Fact) -> String {
            match fact {
                $(Fact::$fact $(($($name),+))? => {
                    let face = crate::text::facts::snake(stringify!($fact));
                    $($(let face = with(face, &$part::say($name));)+)?
                    face
                })*
            }
        }
    };
}

facts! {
    Mirrored(mirror: UpTo4);
    TurnBegan(turn: Number, leader: TheSeat);
    PhaseBegan(phase: ThePhase);
    StepBegan(step: Number);
    WaySet(way: Number);
    EventDrawn(card: EventCard);
    EventPut(card: EventCard, out: On);
    EventUsed;
    Reshuffled(pile: UpTo3);
    Cubes(who: Who, cubes: Number);
    Saved(who: Who, saved: On);
    Moved(who: Who, to: Spot);
    Wanted(who: Who);
    Anonymous(who: Who, base: Base);
    AlertOn;
    BaseLaid(at: At);
    BasesGone;
    Hearts(who: Who, hearts: Number);
    Fell(who: Who);
    Rose(who: Who);
    Eliminated(who: Who);
    Concealed(who: Who);
    Emerged(who: Who);
    Flag(who: Who, flag: TheFlag, on: On);
    Got(who: Who, card: Kit);
    Lost(who: Who, card: Kit);
    Equipped(who: Who, card: Kit);
    Used(who: Who, card: Kit);
    Drawn(who: Drawer, card: Kit);
    Discarded(card: Kit);
    PutOut(card: Kit);
    Florins(florins: Coins);
    GuardsMoved(from: At, to: To, guards: Guards);
    GuardsPlaced(at: At, guards: Guards);
    Posted(objective: UpTo8, guard: TheGuard);
    GuardFell(at: At, guard: TheGuard);
    GuardGone(at: At, guard: TheGuard);
    BodyHidden(at: At, guard: TheGuard);
    BodyTaken(at: At, guard: TheGuard);
    Dice(who: Who, hits: Hits, specials: Specials);
    Blows(who: Who, dice: Dice, hits: Hits);
    Tested(who: Who, dice: Dice, red: Red, seen: SeenOne);
    BodiesTested(bodies: Dice, red: Red, seen: Number);
    TestCancelled;
    ObjectiveDone(objective: UpTo8);
    ChestOpened(who: Who, at: At, card: ChestCard);
    TowerTurned(who: Who, card: TowerCard);
    PaintedFound(objective: UpTo8);
    CompanionsCame(kind: UpTo3, who: Who);
    CompanionsGone(kind: UpTo3);
    Skips(skips: Number);
    ReinforcementDrawn(card: SetCard);
    GreenRoofs;
    SeatDone(seat: TheSeat);
    SeatBack(seat: TheSeat);
    Resigned(seat: TheSeat);
    TradeRefused(seat: TheSeat);
    WantedAtEnd;
    Failed(ending: TheEnding);
    Ended(ending: TheEnding, trophy: On);
    Workings(workings: UnderWay, window: Window);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::view::{seen_from_wire, seen_to_wire};
    use crate::wire::workings::tests::busy;

    fn one_of_each() -> Vec<Fact> {
        let (c4, l12) = (Square::new(2, 3), Square::new(11, 11));
        let seat = Seat::new(3).expect("there are eight");
        let guard = Guard::Elite;
        let guards = Squad::new(2, 1);
        vec![
            Fact::Mirrored(3),
            Fact::TurnBegan(12, seat),
            Fact::PhaseBegan(Phase::Over),
            Fact::StepBegan(2),
            Fact::WaySet(4),
            Fact::EventDrawn(31),
            Fact::EventPut(0, true),
            Fact::EventUsed,
            Fact::Reshuffled(2),
            Fact::Cubes(0, 0),
            Fact::Saved(3, false),
            Fact::Moved(0, Place::Square(c4)),
            Fact::Wanted(1),
            Fact::Anonymous(2, None),
            Fact::AlertOn,
            Fact::BaseLaid(l12),
            Fact::BasesGone,
            Fact::Hearts(1, 0),
            Fact::Fell(0),
            Fact::Rose(0),
            Fact::Eliminated(3),
            Fact::Concealed(2),
            Fact::Emerged(2),
            Fact::Flag(1, Flag::Rebuffed, true),
            Fact::Got(0, 23),
            Fact::Lost(0, 0),
            Fact::Equipped(1, 10),
            Fact::Used(1, 15),
            Fact::Drawn(2, 18),
            Fact::Discarded(18),
            Fact::PutOut(4),
            Fact::Florins(300),
            Fact::GuardsMoved(c4, l12, guards),
            Fact::GuardsPlaced(l12, guards),
            Fact::Posted(7, guard),
            Fact::GuardFell(c4, Guard::Crossbowman),
            Fact::GuardGone(c4, guard),
            Fact::BodyHidden(c4, guard),
            Fact::BodyTaken(c4, guard),
            Fact::Dice(0, 2, 1),
            Fact::Blows(0, 4, 2),
            Fact::Tested(0, 3, true, false),
            Fact::BodiesTested(2, false, 1),
            Fact::TestCancelled,
            Fact::ObjectiveDone(7),
            Fact::ChestOpened(1, c4, 15),
            Fact::TowerTurned(0, 7),
            Fact::PaintedFound(0),
            Fact::CompanionsCame(2, 3),
            Fact::CompanionsGone(0),
            Fact::Skips(1),
            Fact::ReinforcementDrawn(7),
            Fact::GreenRoofs,
            Fact::SeatDone(seat),
            Fact::SeatBack(seat),
            Fact::Resigned(seat),
            Fact::TradeRefused(seat),
            Fact::WantedAtEnd,
            Fact::Failed(Ending::TurnLimit),
            Fact::Ended(Ending::Success, true),
            Fact::Workings(Box::new(busy()), u32::MAX),
        ]
    }

    #[test]
    fn every_fact_comes_back_from_its_message() {
        let mut facts = one_of_each();
        let kinds = (1..).map_while(|number| Kind::try_from(number).ok());
        let met = facts.iter().map(|fact| write(fact).kind());
        assert!(kinds.eq(met), "there is a fact of every kind, in order");
        facts.extend([
            Fact::Moved(1, Place::Tower(2)),
            Fact::Moved(1, Place::Away),
            Fact::Moved(1, Place::Out),
            Fact::Anonymous(2, Some(Square(0))),
            Fact::Saved(3, true),
            Fact::Drawn(NOTHING, 18),
            Fact::Workings(Box::new(PendingState::NEW), 0),
        ]);
        let mut said = Vec::new();
        for fact in &facts {
            assert_eq!(seen_from_wire(&seen_to_wire(fact)).as_ref(), Some(fact));
            let face = seen_face(fact);
            assert!(!said.contains(&face), "{face}");
            said.push(face);
        }
        assert_eq!(seen_face(&facts[11]), "moved 0 c4");
        assert_eq!(seen_face(&facts[32]), "guards_moved c4 l12 EXX");
    }

    #[test]
    fn messages_that_nobody_writes_are_refused() {
        let spoil: [fn(&mut Event); 8] = [
            |event| event.kind = 0,
            |event| event.kind = 1000,
            |event| event.square = "m13".to_owned(),
            |event| event.assassin = event.assassin.map_or(Some(0), |_| None),
            |event| event.card = Some(u32::MAX),
            |event| event.flag += 1,
            |event| event.on = event.on.map_or(Some(false), |_| None),
            |event| event.workings.push(0),
        ];
        for fact in one_of_each() {
            for (number, spoil) in spoil.iter().enumerate() {
                let mut event = write(&fact);
                spoil(&mut event);
                let event = wire::game_event::Game::Brotherhood(event);
                // A card that nobody draws is one of the market.
                let sound = match fact {
                    Fact::Drawn(_, kind) if number == 3 => Some(Fact::Drawn(NOTHING, kind)),
                    _ => None,
                };
                assert_eq!(seen_from_wire(&event), sound, "{number} {fact:?}");
            }
        }
    }
}
