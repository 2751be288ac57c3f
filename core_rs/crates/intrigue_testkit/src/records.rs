//! `records.txt`: matches played at random, digested by what has a meaning. A line has a digest for
//! each aspect, so a difference says what changed: what was done, what nature chose, how matches
//! ended, or what viewers were shown.

use std::ops::Range;

use intrigue_core::{
    ActionSet, AnyMatch, Entry, Game, Match, Rng, Seat, Seed, Settings, StepKind, Turn, Viewer,
};
use intrigue_wire::{Message, v1 as wire};

use crate::golden::{compare, golden_lines, golden_path, variant_name};
use crate::{effort, shares, variants};

/// A view is digested once in this number of steps, of one viewer in turn; at the end all of them.
const VIEW_STRIDE: u64 = 8;

/// Compares the records of every variant with `records.txt`.
///
/// # Panics
///
/// Panics if they differ, or if a record does not replay to the same bytes.
pub fn records<G: Game>() {
    // A step of a game whose content is read as data, with a map and its guards, costs ten times as
    // much as one of a game of cards: fewer matches are played.
    let (usual, most) = if G::ABOUT.documents.is_empty() { (500, 10_000) } else { (100, 2_000) };
    let long = most / shares::<G>();
    let variants = variants::<G>();
    // Of many variants, more matches share a line: the file must not grow too long.
    let group = if variants.len() > 10 { 100 } else { 25 };
    // The rest, and the long run, are for `make soak` and for a new golden file.
    let checked = if variants.len() > 10 { 200 } else { usual };
    let path = golden_path(G::ABOUT.id, "records.txt");
    let golden = golden_lines(&path);
    let version = format!("rules_version {}", G::ABOUT.rules_version);
    let is_old = golden.first() == Some(&version);
    let mut lines = vec![version];
    for settings in variants {
        let mut line = |numbers: Range<u64>| {
            let name = variant_name(&settings);
            let head = format!("{name} {}-{} ", numbers.start, numbers.end - 1);
            let known = golden.iter().find(|known| known.starts_with(&head));
            let is_long = numbers.end > checked;
            lines.push(match known {
                Some(known) if is_long && is_old && effort(0, 1) == 0 => known.clone(),
                _ => format!("{head}{}", Digests::of::<G>(&settings, numbers)),
            });
        };
        for start in (0..usual).step_by(group) {
            line(start..start + group as u64);
        }
        line(0..long);
    }
    let comment = "# Matches played at random: options, seeds, decisions, and digests (FNV-1a) of \
                   the actions,\n# nature's choices, outcomes, and views as facts.";
    let why = "for records of these rules must replay; other rules need another rules_version";
    compare(&path, comment, &lines, is_old.then_some(why));
}

/// A match played at random. Some are resigned, and some have half of their deal scripted.
fn played<G: Game>(
    settings: &Settings,
    number: u64,
    mut after_step: impl FnMut(&Match<G>),
) -> Match<G> {
    let seed = Seed::from_number(number);
    let script = if number % 10 == 3 {
        let other = Match::<G>::new(settings, Seed::from_number(number + 1), Vec::new());
        let record = other.expect("a variant is sound").record(false);
        let deal = &record.steps[0].chances;
        deal[..deal.len() / 2].to_vec()
    } else {
        Vec::new()
    };
    let mut choice = Rng::new(&seed, u64::MAX);
    let mut the_match = Match::<G>::new(settings, seed, script).expect("a variant is sound");
    after_step(&the_match);
    while let Turn::Seats(seats) = the_match.turn() {
        if number % 10 == 7 && choice.below(32) == 0 {
            let seat = Seat::new(choice.index(the_match.seats())).expect("a seat of the match");
            // In games of many seats this one may be out, or have resigned before.
            if the_match.resign(seat).is_ok() {
                after_step(&the_match);
                continue;
            }
        }
        let seat = seats.iter().nth(choice.index(seats.len())).expect("a turn has a seat");
        let id = the_match.state().legal(seat).pick(&mut choice);
        the_match.act(seat, id, None).expect("a legal action is accepted");
        after_step(&the_match);
    }
    the_match
}

/// What some matches came to.
#[derive(Default)]
struct Digests {
    decisions: usize,
    actions: Digest,
    chances: Digest,
    outcomes: Digest,
    views: Digest,
}

impl Digests {
    /// Of the matches of some seeds. Each record is replayed from its bytes, without a generator,
    /// and must come out as the same bytes.
    fn of<G: Game>(settings: &Settings, numbers: Range<u64>) -> Self {
        let mut digests = Self::default();
        for number in numbers {
            let mut steps = 0;
            let the_match = played::<G>(settings, number, |the_match| {
                if steps % VIEW_STRIDE == 0 {
                    let viewers = the_match.seats() as u64 + 1;
                    let turn = usize::try_from(steps / VIEW_STRIDE % viewers).expect("few viewers");
                    let viewer = Viewer::all(the_match.seats()).nth(turn);
                    digests.add_view(the_match, viewer.expect("a viewer"));
                }
                steps += 1;
            });
            for viewer in Viewer::all(the_match.seats()) {
                digests.add_view(&the_match, viewer);
            }
            digests.add_steps(&the_match);
            let bytes = the_match.record(true).encode_to_vec();
            let record = wire::MatchRecord::decode(&bytes[..]).expect("a record is a message");
            let replayed = Match::<G>::replay(&record, usize::MAX)
                .unwrap_or_else(|refusal| panic!("seed {number}: {refusal:?}"));
            assert!(
                replayed.record(true).encode_to_vec() == bytes,
                "seed {number} replays otherwise"
            );
        }
        digests
    }

    fn add_view<G: Game>(&mut self, the_match: &Match<G>, viewer: Viewer) {
        for (name, value) in G::facts(&the_match.state().view(viewer)) {
            self.views.add(name.as_bytes());
            self.views.add(value.as_bytes());
        }
    }

    fn add_steps<G: Game>(&mut self, the_match: &Match<G>) {
        for entry in the_match.log().iter().filter_map(Entry::decode) {
            match entry.kind {
                StepKind::Deal => self.actions.add(&[0]),
                StepKind::Action(seat, id) => {
                    self.decisions += 1;
                    self.actions.add(&[1, seat.index().to_le_bytes()[0]]);
                    self.actions.add(&id.0.to_le_bytes());
                }
                StepKind::Resignation(seat) => {
                    self.actions.add(&[2, seat.index().to_le_bytes()[0]]);
                }
                StepKind::TimeForfeit(seat) => {
                    self.actions.add(&[3, seat.index().to_le_bytes()[0]]);
                }
            }
            for chance in &entry.chances {
                self.chances.add(&chance.to_le_bytes());
            }
            self.chances.add(&[]);
        }
        let outcome = the_match.state().outcome().expect("the match is over");
        self.outcomes.add(outcome.ending.as_bytes());
        for payoff in &outcome.payoffs {
            self.outcomes.add(&payoff.to_le_bytes());
        }
        for score in &outcome.scores {
            self.outcomes.add(&[score.seat.to_le_bytes()[0]]);
            self.outcomes.add(score.part.as_bytes());
            self.outcomes.add(&score.points.to_le_bytes());
        }
    }
}

impl std::fmt::Display for Digests {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "decisions={}", self.decisions)?;
        for (name, digest) in [
            ("actions", &self.actions),
            ("chances", &self.chances),
            ("outcomes", &self.outcomes),
            ("views", &self.views),
        ] {
            write!(to, " {name}={digest}")?;
        }
        Ok(())
    }
}

/// FNV-1a of 64 bits, shown as 32.
struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Adds some bytes and where they end.
    fn add(&mut self, bytes: &[u8]) {
        let length = (bytes.len() as u64).to_le_bytes();
        for byte in length.iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let folded = self.0 ^ (self.0 >> 32);
        write!(to, "{:08x}", folded & 0xffff_ffff)
    }
}
