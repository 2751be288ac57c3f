//! Records that claim something else than their seed, script and actions lead to.

use intrigue_core::{AnyMatch, Game, Match, Refusal, RefusalKind, Rng, SEATS_OPTION, Seat, Seed};
use intrigue_wire::text::v1::LocalizedText;
use intrigue_wire::v1 as wire;

use crate::{variants, with_rest};

const MATCHES: usize = 12;

/// A match played at random; one in three has a seat that gives up, one in four a script.
fn record<G: Game>(number: usize) -> wire::MatchRecord {
    let variants = variants::<G>();
    let settings = with_rest::<G>(&variants[number % variants.len()], number as u64);
    let mut rng = Rng::new(&Seed::from_number(number as u64), u64::MAX);
    let deal = |seed, script| Match::<G>::new(&settings, Seed::from_number(seed), script).unwrap();
    let script = if number.is_multiple_of(4) {
        deal(1000, Vec::new()).record(false).steps[0].chances.clone()
    } else {
        Vec::new()
    };
    let mut the_match = deal(number as u64, script);
    let mut left = if number.is_multiple_of(3) { 5 } else { u32::MAX };
    while !the_match.turn().seats().is_empty() {
        let seats: Vec<Seat> = the_match.turn().seats().iter().collect();
        let seat = seats[rng.index(seats.len())];
        if left == 0 && the_match.resign(seat).is_ok() {
            left = u32::MAX;
            continue;
        }
        let legal = AnyMatch::legal(&the_match, seat);
        the_match.act(seat, legal[rng.index(legal.len())], None).unwrap();
        left = left.saturating_sub(1);
    }
    the_match.record(true)
}

fn refusal<G: Game>(record: &wire::MatchRecord) -> Refusal {
    match Match::<G>::verify(record) {
        Ok(_) => panic!("it was believed: {record:?}"),
        Err(refusal) => refusal,
    }
}

/// The record is refused, and both languages say why.
fn refused<G: Game>(record: &wire::MatchRecord, code: &str, en: &str, fr: &str) {
    let refusal = refusal::<G>(record);
    assert_eq!(refusal.kind, RefusalKind::BadRecord, "{refusal:?}");
    assert_eq!(refusal.code, code, "{refusal:?}");
    assert!(refusal.text.en.contains(en), "{} – {en}", refusal.text.en);
    assert!(refusal.text.fr.contains(fr), "{} – {fr}", refusal.text.fr);
}

/// A record as it was played verifies.
///
/// # Panics
///
/// Panics where it is not so.
pub fn honest_records_verify<G: Game>() {
    for number in 0..MATCHES {
        let record = record::<G>(number);
        let verified = Match::<G>::verify(&record).unwrap_or_else(|refusal| panic!("{refusal:?}"));
        assert_eq!(verified.record(true), record);
    }
}

/// No choice of nature can be another one.
///
/// # Panics
///
/// Panics where it is not so.
pub fn changed_chances_are_rejected<G: Game>() {
    for number in 0..MATCHES {
        let record = record::<G>(number);
        for (place, step) in record.steps.iter().enumerate() {
            let (en, fr) = (format!("at step {place}, "), format!("à l'étape {place}, "));
            let mut changed = record.clone();
            changed.steps[place].chances.push("surplus".to_owned());
            refused::<G>(&changed, "BAD_RECORD", &en, &fr);
            let last = step.chances.len();
            refused::<G>(&changed, "BAD_RECORD", &format!("{} is “surplus”", last + 1), "nul");
            for chance in 0..last {
                let mut changed = record.clone();
                changed.steps[place].chances.remove(chance);
                refused::<G>(&changed, "BAD_RECORD", &en, &fr);
                let mut changed = record.clone();
                changed.steps[place].chances[chance].push('?');
                let said = format!("nature's choice {}", chance + 1);
                refused::<G>(&changed, "BAD_RECORD", &(en.clone() + &said), &fr);
            }
        }
    }
}

/// No step can be another one.
///
/// # Panics
///
/// Panics where it is not so.
pub fn changed_steps_are_rejected<G: Game>() {
    let record = record::<G>(1);
    for place in 0..record.steps.len() {
        for tamper in [
            |step: &mut wire::Step| step.notation.push(' '),
            |step: &mut wire::Step| step.notation = step.notation.to_uppercase() + "x",
            |step: &mut wire::Step| step.kind = 0,
            |step: &mut wire::Step| step.kind = 99,
            |step: &mut wire::Step| step.action_id = Some(step.action_id.unwrap_or(0) + (1 << 16)),
            |step: &mut wire::Step| step.seat = Some(200),
            |step: &mut wire::Step| step.seat = if step.seat.is_some() { None } else { Some(0) },
        ] {
            let mut changed = record.clone();
            tamper(&mut changed.steps[place]);
            let (en, fr) = (format!("at step {place}, "), format!("à l'étape {place}, "));
            refused::<G>(&changed, "BAD_RECORD", &en, &fr);
        }
        let mut changed = record.clone();
        changed.steps.insert(place, record.steps[0].clone());
        if place > 0 {
            refused::<G>(&changed, "BAD_RECORD", "second deal", "seconde donne");
        }
    }
}

/// Nothing else of a record can be another thing.
///
/// # Panics
///
/// Panics where it is not so.
pub fn changed_heads_are_rejected<G: Game>() {
    let record = record::<G>(2);
    let changed = |tamper: fn(&mut wire::MatchRecord)| {
        let mut changed = record.clone();
        tamper(&mut changed);
        changed
    };
    let version = changed(|record| record.rules_version = 0);
    let (en, fr) = ("of rules version 0", "suit la version 0");
    refused::<G>(&version, "OTHER_RULES", en, fr);
    let seedless = changed(|record| record.seed.clear());
    refused::<G>(&seedless, "NO_SEED", "no seed", "pas de graine");
    let short = changed(|record| record.seed.truncate(31));
    refused::<G>(&short, "BAD_RECORD", "seed is damaged", "graine est abîmée");
    let reseeded = changed(|record| record.seed[0] ^= 1);
    refused::<G>(&reseeded, "BAD_RECORD", "by the seed", "d'après la graine");
    let scripted = changed(|record| record.script.push("misfit".to_owned()));
    refused::<G>(&scripted, "BAD_RECORD", "“misfit”", "« misfit »");
    let optional = changed(|record| drop(record.options.pop_first()));
    refused::<G>(&optional, "BAD_RECORD", "all of its options", "toutes ses options");
    // Where the number of seats is an option, another number deals another match.
    let seated = changed(|record| record.seat_count += 1);
    let unseated = changed(|record| record.seat_count = 0);
    if G::ABOUT.options.iter().any(|spec| spec.name == SEATS_OPTION) {
        refused::<G>(&seated, "BAD_RECORD", "by the seed", "d'après la graine");
        refused::<G>(&unseated, "BAD_RECORD", "all of its options", "toutes ses options");
    } else {
        refused::<G>(&seated, "BAD_RECORD", "seat_count can't be", "seat_count ne peut pas");
        refused::<G>(&unseated, "BAD_RECORD", "number of seats", "nombre de sièges");
    }
    let reformatted = changed(|record| record.format += 1);
    refused::<G>(&reformatted, "BAD_RECORD", "a format that", "un format que");
    let documented = changed(|record| {
        record.documents.insert("no such option".to_owned(), "{}".to_owned());
    });
    refused::<G>(&documented, "BAD_RECORD", "no such option", "no such option");
    let empty = changed(|record| record.steps.clear());
    refused::<G>(&empty, "BAD_RECORD", "no deal", "pas de donne");
    let endless = changed(|record| record.outcome = None);
    refused::<G>(&endless, "BAD_RECORD", "ends otherwise", "finit autrement");
    let worded = changed(|record| {
        let text = Some(LocalizedText::default());
        record.outcome.as_mut().unwrap().text = text;
    });
    refused::<G>(&worded, "BAD_RECORD", "has texts", "porte des textes");
}
