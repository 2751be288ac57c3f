//! Seats that leave a match before its end: their time is up, they resign, or another player has
//! them.

use intrigue_core::{
    ActionSet, AnyMatch, Game, Lang, Match, Rng, Seat, SeatNames, SeatSet, Seed, Turn, Viewer,
    Wording,
};
use intrigue_wire::v1 as wire;
use wire::SeatEnding::{OutOfTime, PlayedToEnd, Replaced, Resigned};

use crate::{variants, with_rest};

/// How many matches each test plays.
const MATCHES: usize = 60;

/// A match that is played at random, with what its viewers have seen of seats that left it.
struct Played<G: Game> {
    the_match: Match<G>,
    rng: Rng,
    /// How many resignations of each seat each viewer has seen, as the rules tell them.
    resignations: Vec<(Viewer, Seat)>,
}

impl<G: Game> Played<G> {
    fn new(number: usize) -> Self {
        let variants = variants::<G>();
        let settings = with_rest::<G>(&variants[number % variants.len()], number as u64);
        let seed = Seed::from_number(number as u64);
        let rng = Rng::new(&seed, u64::MAX);
        let the_match = Match::<G>::new(&settings, seed, Vec::new()).expect("a variant is sound");
        Self { the_match, rng, resignations: Vec::new() }
    }

    fn look(&mut self) {
        for viewer in Viewer::all(self.the_match.seats()) {
            let events = self.the_match.events().iter();
            let seen = events.filter_map(|event| G::see(event, viewer));
            let seats: Vec<Seat> = seen.filter_map(|seen| G::resigned_seat(&seen)).collect();
            for &seat in seats.iter().filter(|_| viewer == Viewer::Spectator) {
                let out = self.the_match.state().out().contains(seat);
                assert_ne!(out, G::ABOUT.cooperative, "seat {seat} has resigned, as all may know");
            }
            self.resignations.extend(seats.into_iter().map(|seat| (viewer, seat)));
        }
    }

    /// Plays a number of decisions, or to the end.
    fn play(&mut self, decisions: usize) {
        for _ in 0..decisions {
            let Turn::Seats(asked) = self.the_match.turn() else {
                return;
            };
            let seat = asked.iter().nth(self.rng.index(asked.len())).expect("a turn has a seat");
            let id = self.the_match.state().legal(seat).pick(&mut self.rng);
            self.the_match.act(seat, id, None).expect("a legal action is accepted");
            self.look();
        }
    }

    /// A seat that may resign now, if the match is not over.
    fn leaver(&mut self) -> Option<Seat> {
        let can = |seat: &Seat| self.the_match.state().check_resign(*seat).is_ok();
        let seats: Vec<Seat> = SeatSet::first(self.the_match.seats()).iter().filter(can).collect();
        if self.the_match.turn() == Turn::Over || seats.is_empty() {
            return None;
        }
        Some(seats[self.rng.index(seats.len())])
    }
}

/// The ending of a seat.
fn ending<G: Game>(the_match: &Match<G>, seat: Seat) -> wire::SeatEnding {
    let outcome = the_match.outcome().expect("the match is over");
    assert_eq!(outcome.seats.len(), the_match.seats());
    outcome.seats[seat.index()].ending()
}

/// The texts of an update's events that are about nothing of the game.
fn spare_texts(updates: &[wire::Update]) -> Vec<[String; 2]> {
    let events = updates.iter().flat_map(|update| &update.events);
    let spare = events.filter(|event| event.game.is_none());
    let text = |event: &wire::MatchEvent| event.text.clone().expect("every language was asked for");
    spare.map(text).map(|text| [text.en, text.fr]).collect()
}

/// What people read about a seat whose time is up.
fn sentences(seat: Seat) -> [String; 2] {
    let number = seat.index();
    [format!("Player {number} runs out of time."), format!("Le joueur {number} n'a plus de temps.")]
}

/// A seat whose time is up leaves as if it had resigned. The outcome, the record and the texts say
/// why, each once.
///
/// # Panics
///
/// Panics where it is not so.
pub fn time_forfeits<G: Game>() {
    let (mut forfeits, mut seen) = (0, 0);
    for number in 0..MATCHES {
        let mut played = Played::<G>::new(number);
        let before = played.rng.index(40);
        played.play(before);
        let Some(seat) = played.leaver() else { continue };
        let entries = played.the_match.log().len();
        played.the_match.forfeit_on_time(seat).expect("it may resign");
        played.look();
        assert_eq!(played.the_match.log().len(), entries + 1);
        let before = played.rng.index(10);
        played.play(before);
        // A seat that resigns is another matter.
        let resigned = played.leaver();
        if let Some(resigned) = resigned {
            assert_ne!(resigned, seat, "a seat leaves once");
            played.the_match.resign(resigned).expect("it may resign");
            played.look();
        }
        played.play(usize::MAX);
        forfeits += 1;
        let Played { the_match, resignations, .. } = played;
        assert_eq!(ending(&the_match, seat), OutOfTime);
        for other in SeatSet::first(the_match.seats()).iter().filter(|&other| other != seat) {
            let ended = ending(&the_match, other);
            assert_eq!(ended == Resigned, Some(other) == resigned, "{ended:?}");
            assert_ne!(ended, OutOfTime);
        }
        // In a game where a resignation waits for its time, the seat may be out before that, or the
        // last one left.
        let is_seen = resignations.iter().any(|&(_, resigned)| resigned == seat);
        let rest = SeatSet::first(the_match.seats()).without(the_match.state().out());
        assert!(is_seen || !rest.contains(seat) || rest == SeatSet::of(seat));
        seen += usize::from(is_seen);
        for viewer in Viewer::all(the_match.seats()) {
            if is_seen {
                check_texts(&the_match, viewer, seat, &resignations);
            } else {
                let updates = the_match.updates(viewer, 0, usize::MAX, false);
                assert!(spare_texts(&updates).is_empty(), "{viewer:?}");
            }
        }
        check_record(&the_match, entries, seat);
    }
    assert!(forfeits > MATCHES / 2, "only {forfeits} seats ran out of time");
    assert!(seen * 10 > forfeits * 9, "{seen} of {forfeits} resignations were seen");
}

/// A viewer reads once, right before it sees the resignation, that the seat's time was up.
fn check_texts<G: Game>(
    the_match: &Match<G>,
    viewer: Viewer,
    seat: Seat,
    resignations: &[(Viewer, Seat)],
) {
    let seen = resignations.iter().filter(|resignation| **resignation == (viewer, seat)).count();
    assert_eq!(seen, 1, "{viewer:?} sees the resignation of seat {seat}");
    let updates = the_match.updates(viewer, 0, usize::MAX, false);
    assert_eq!(spare_texts(&updates), [sentences(seat)], "{viewer:?}");
    let follows = updates.iter().flat_map(|update| update.events.windows(2)).any(|pair| {
        let game = pair[1].game.as_ref().and_then(|game| game.kind.as_ref());
        let resigned = game.and_then(G::seen_from_wire).as_ref().and_then(G::resigned_seat);
        pair[0].game.is_none() && resigned == Some(seat)
    });
    assert!(follows, "{viewer:?} reads the reason somewhere else");
    let names = (0..the_match.seats()).map(|number| format!("Name {number}"));
    let wording = Wording { names: SeatNames::new(names), ..Wording::PLAIN.clone() };
    let updates = the_match.updates_with(viewer, 0, usize::MAX, false, &wording);
    let en = format!("\u{2068}Name {}\u{2069} runs out of time.", seat.index());
    assert_eq!(spare_texts(&updates)[0][Lang::En as usize], en);
}

/// The record of a match in which a seat's time was up proves it.
fn check_record<G: Game>(the_match: &Match<G>, place: usize, seat: Seat) {
    let record = the_match.record(true);
    assert_eq!(record.steps[place].kind(), wire::StepKind::TimeForfeit);
    let replayed = Match::<G>::replay(&record, usize::MAX).expect("it replays");
    let verified = Match::<G>::verify(&record).expect("it verifies");
    let rebuilt = the_match.rebuild().expect("it can be rebuilt");
    assert!(replayed.record(true) == record && verified.record(true) == record);
    assert!(rebuilt.record(true) == record);
    for viewer in Viewer::all(the_match.seats()) {
        let updates = the_match.updates(viewer, 0, usize::MAX, true);
        assert_eq!(rebuilt.updates(viewer, 0, usize::MAX, true), updates);
        assert_eq!(verified.updates(viewer, 0, usize::MAX, true), updates);
    }
    let mut resigned = record.clone();
    resigned.steps[place].set_kind(wire::StepKind::Resignation);
    let mut unsaid = record;
    unsaid.outcome.as_mut().expect("it is over").seats[seat.index()].set_ending(Resigned);
    for changed in [resigned, unsaid] {
        assert!(Match::<G>::replay(&changed, usize::MAX).is_err());
        assert!(Match::<G>::verify(&changed).is_err());
    }
}

/// A seat that another player has taken over is marked in the outcome, and the record holds: who
/// has a seat is not a matter of the rules.
///
/// # Panics
///
/// Panics where it is not so.
pub fn replaced_seats<G: Game>() {
    for number in 0..MATCHES {
        let mut played = Played::<G>::new(number);
        let before = played.rng.index(40);
        played.play(before);
        let seat = Seat::new(played.rng.index(played.the_match.seats())).expect("a seat");
        let (log, view) =
            (played.the_match.log().clone(), played.the_match.position(Viewer::Seat(seat)));
        let mut plain = played.the_match.clone();
        played.the_match.note_replaced(seat);
        assert_eq!(*played.the_match.log(), log);
        if played.the_match.turn() != Turn::Over {
            assert_eq!(played.the_match.position(Viewer::Seat(seat)), view);
        }
        played.play(usize::MAX);
        let the_match = played.the_match;
        for entry in the_match.log().iter().skip(log.len()) {
            plain.follow(entry).expect("it is the same match");
        }
        let mut expected = plain.outcome().expect("it is over");
        assert_ne!(expected.seats[seat.index()].ending(), Replaced);
        expected.seats[seat.index()].set_ending(Replaced);
        assert_eq!(the_match.outcome(), Some(expected));
        let record = the_match.record(true);
        let replayed = Match::<G>::replay(&record, usize::MAX).expect("it replays");
        let verified = Match::<G>::verify(&record).expect("it verifies");
        assert!(replayed.record(true) == plain.record(true));
        assert!(verified.record(true) == plain.record(true));
        assert_eq!(the_match.rebuild().expect("it can be rebuilt").record(true), record);
        check_other_endings(&the_match, &record, seat);
    }
}

/// No other ending can be claimed for a seat that took part to the end.
fn check_other_endings<G: Game>(the_match: &Match<G>, record: &wire::MatchRecord, replaced: Seat) {
    for seat in SeatSet::first(the_match.seats()).iter().filter(|&seat| seat != replaced) {
        let true_ending = ending(the_match, seat);
        for claimed in [PlayedToEnd, Resigned, OutOfTime, wire::SeatEnding::Eliminated] {
            let mut changed = record.clone();
            let outcome = changed.outcome.as_mut().expect("it is over");
            outcome.seats[seat.index()].set_ending(claimed);
            let is_true = claimed == true_ending;
            assert_eq!(Match::<G>::replay(&changed, usize::MAX).is_ok(), is_true);
            assert_eq!(Match::<G>::verify(&changed).is_ok(), is_true);
        }
    }
}
