//! Records that claim something else than their seed, script and actions lead to.

mod goldens;

use goldens::every_game;
use intrigue_core::{AnyMatch, Game, Match, Refusal, RefusalKind, Rng, Seat, Seed, Visitor};
use intrigue_games::catalog;
use intrigue_testkit::{variants, with_rest};
use intrigue_wire::v1 as wire;

const MATCHES: usize = 12;

/// A match played at random; one in three has a seat that gives up, one in four a script.
fn record<G: Game>(number: usize) -> wire::Record {
    let variants = variants::<G>();
    let settings = with_rest::<G>(&variants[number % variants.len()], number as u64);
    let mut rng = Rng::new(&Seed::from_number(number as u64), u64::MAX);
    let deal = |seed, script| Match::<G>::new(&settings, Seed::from_number(seed), script).unwrap();
    let script = if number.is_multiple_of(4) {
        deal(1000, Vec::new()).record(false).steps[0]
            .chances
            .clone()
    } else {
        Vec::new()
    };
    let mut the_match = deal(number as u64, script);
    let mut left = if number.is_multiple_of(3) {
        5
    } else {
        u32::MAX
    };
    while !the_match.turn().seats().is_empty() {
        let seats: Vec<Seat> = the_match.turn().seats().iter().collect();
        let seat = seats[rng.index(seats.len())];
        if left == 0 && the_match.resign(seat).is_ok() {
            left = u32::MAX;
            continue;
        }
        let legal = AnyMatch::legal(&the_match, seat);
        the_match
            .act(seat, legal[rng.index(legal.len())], None)
            .unwrap();
        left = left.saturating_sub(1);
    }
    the_match.record(true)
}

fn refusal(record: &wire::Record) -> Refusal {
    match catalog::verify(record) {
        Ok(_) => panic!("it was believed: {record:?}"),
        Err(refusal) => refusal,
    }
}

/// The record is refused, and both languages say why.
fn refused(record: &wire::Record, code: &str, en: &str, fr: &str) {
    let refusal = refusal(record);
    assert_eq!(refusal.kind, RefusalKind::BadRecord, "{refusal:?}");
    assert_eq!(refusal.code, code, "{refusal:?}");
    assert!(refusal.text.en.contains(en), "{} – {en}", refusal.text.en);
    assert!(refusal.text.fr.contains(fr), "{} – {fr}", refusal.text.fr);
}

#[derive(Clone, Copy)]
struct Believed;
impl Visitor for Believed {
    type Output = ();
    fn visit<G: Game>(self) {
        for number in 0..MATCHES {
            let record = record::<G>(number);
            let verified = catalog::verify(&record).unwrap_or_else(|refusal| panic!("{refusal:?}"));
            assert_eq!(verified.record(true), record);
        }
    }
}

#[test]
fn a_record_as_it_was_played_is_believed() {
    every_game(Believed);
}

#[derive(Clone, Copy)]
struct Chances;
impl Visitor for Chances {
    type Output = ();
    fn visit<G: Game>(self) {
        for number in 0..MATCHES {
            let record = record::<G>(number);
            for (place, step) in record.steps.iter().enumerate() {
                let (en, fr) = (format!("at step {place}, "), format!("à l'étape {place}, "));
                let mut changed = record.clone();
                changed.steps[place].chances.push("surplus".to_owned());
                refused(&changed, "BAD_RECORD", &en, &fr);
                let last = step.chances.len();
                refused(
                    &changed,
                    "BAD_RECORD",
                    &format!("{} is “surplus”", last + 1),
                    "nul",
                );
                for chance in 0..last {
                    let mut changed = record.clone();
                    changed.steps[place].chances.remove(chance);
                    refused(&changed, "BAD_RECORD", &en, &fr);
                    let mut changed = record.clone();
                    changed.steps[place].chances[chance].push('?');
                    let said = format!("nature's choice {}", chance + 1);
                    refused(&changed, "BAD_RECORD", &(en.clone() + &said), &fr);
                }
            }
        }
    }
}

#[test]
fn no_choice_of_nature_can_be_another_one() {
    every_game(Chances);
}

#[derive(Clone, Copy)]
struct Deeds;
impl Visitor for Deeds {
    type Output = ();
    fn visit<G: Game>(self) {
        let record = record::<G>(1);
        for place in 0..record.steps.len() {
            for tamper in [
                |step: &mut wire::Step| step.notation.push(' '),
                |step: &mut wire::Step| step.notation = step.notation.to_uppercase() + "x",
                |step: &mut wire::Step| step.kind = 0,
                |step: &mut wire::Step| step.kind = 99,
                |step: &mut wire::Step| step.action_id += 1 << 16,
                |step: &mut wire::Step| step.seat = 200,
            ] {
                let mut changed = record.clone();
                tamper(&mut changed.steps[place]);
                let (en, fr) = (format!("at step {place}, "), format!("à l'étape {place}, "));
                refused(&changed, "BAD_RECORD", &en, &fr);
            }
            let mut changed = record.clone();
            changed.steps.insert(place, record.steps[0].clone());
            if place > 0 {
                refused(&changed, "BAD_RECORD", "second deal", "seconde donne");
            }
        }
    }
}

#[test]
fn no_deed_can_be_another_one() {
    every_game(Deeds);
}

#[derive(Clone, Copy)]
struct Heads;
impl Visitor for Heads {
    type Output = ();
    fn visit<G: Game>(self) {
        let record = record::<G>(2);
        let changed = |tamper: fn(&mut wire::Record)| {
            let mut changed = record.clone();
            tamper(&mut changed);
            changed
        };
        let version = changed(|record| "0".clone_into(&mut record.rules_version));
        let (en, fr) = ("of rules version “0”", "suit la version “0”");
        refused(&version, "OTHER_RULES", en, fr);
        let seedless = changed(|record| record.seed.clear());
        refused(&seedless, "NO_SEED", "no seed", "pas de graine");
        let short = changed(|record| record.seed.truncate(31));
        refused(&short, "BAD_RECORD", "seed is damaged", "graine est abîmée");
        let reseeded = changed(|record| record.seed[0] ^= 1);
        refused(&reseeded, "BAD_RECORD", "by the seed", "d'après la graine");
        let scripted = changed(|record| record.script.push("misfit".to_owned()));
        refused(&scripted, "BAD_RECORD", "“misfit”", "“misfit”");
        let optional = changed(|record| drop(record.options.pop_first()));
        refused(
            &optional,
            "BAD_RECORD",
            "all of its options",
            "toutes ses options",
        );
        let seated = changed(|record| record.seats += 1);
        refused(&seated, "BAD_RECORD", "number of seats", "nombre de sièges");
        let empty = changed(|record| record.steps.clear());
        refused(&empty, "BAD_RECORD", "no deal", "pas de donne");
        let endless = changed(|record| record.outcome = None);
        refused(&endless, "BAD_RECORD", "ends otherwise", "finit autrement");
        let worded = changed(|record| {
            let text = Some(wire::Text::default());
            record.outcome.as_mut().unwrap().text = text;
        });
        refused(&worded, "BAD_RECORD", "has texts", "porte des textes");
        let unknown = changed(|record| record.game.push('x'));
        assert_eq!(refusal(&unknown).kind, RefusalKind::UnknownGame);
    }
}

#[test]
fn nothing_else_of_a_record_can_be_another_thing() {
    every_game(Heads);
}
