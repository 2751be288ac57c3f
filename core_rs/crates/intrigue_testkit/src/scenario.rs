//! Scenarios: Markdown files that read like the rule book. A heading names clauses, a fenced
//! block below it plays them:
//!
//! ````markdown
//! ## D-11 A card goes to the end of the line
//! ```scenario
//! options first_seat=0
//! deal 5 5 6 7 8 | 5 6 7 8 8 | docks 6
//! act 0 play 5
//! view * line = docks 6 5
//! refuse 1 play docks : NOT_IN_HAND D-11
//! ```
//! ````
//!
//! The same files are driven through the gRPC service by `tests/contract`. Statements:
//! `options NAME=VALUE ...`, `document NAME=FILE` (an option that is a whole document, in a file
//! beside the scenarios), `where KEY = VALUE` (a line of that document, in the place of the one it
//! has), `deal CHANCE ...` (bars are for the reader), `act SEAT NOTATION`,
//! `acts SEAT NOTATION, SEAT NOTATION, ...` (one after the other), `resign SEAT`,
//! `refuse SEAT NOTATION : CODE [CLAUSE]` (with `resign` for the notation: to resign is refused),
//! `legal SEAT = NOTATION, ...`, `asked SEAT ...` (none: nobody), `view VIEWER NAME = VALUE`,
//! `see VIEWER EVENT`, `unseen VIEWER TEXT` (nothing that the viewer saw of the last step says
//! so), `ending NAME`, `payoffs N ...`, `score SEAT PART = POINTS`, `playout SEED` (on at random to
//! the end), `decisions N` (accepted so far). A viewer is a seat number, or `*` for a spectator.

use std::path::Path;

use intrigue_core::wire_fields::seat_number;
use intrigue_core::{AnyMatch, PositionMessage, Refusal, Rng, Seat, Seed, Settings, Turn, Viewer};
use intrigue_wire::v1 as wire;

use crate::setting::Setting;

/// What scenarios need of the games.
pub trait MatchSource {
    /// Deals a match.
    fn new_match(
        &self,
        game: &str,
        settings: &Settings,
        seed: &Seed,
        script: &[String],
    ) -> Result<Box<dyn AnyMatch>, Refusal>;
    /// The text face of a view.
    fn facts(&self, position: &PositionMessage) -> Vec<(String, String)>;
    /// The text face of an event.
    fn event_notation(&self, event: &wire::MatchEvent) -> String;
}

/// One fenced block and the heading above it.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The heading without its clauses.
    pub title: String,
    /// The clauses that the heading names.
    pub clauses: Vec<String>,
    /// The word after the fence: `scenario` or `proof`.
    pub kind: String,
    /// The lines, with their numbers in the file.
    pub lines: Vec<(usize, String)>,
}

/// The blocks of a Markdown file.
pub fn scenarios(text: &str) -> Vec<Scenario> {
    let mut found = Vec::new();
    let (mut title, mut clauses) = (String::new(), Vec::new());
    let mut open: Option<Scenario> = None;
    for (number, line) in text.lines().enumerate() {
        if let Some(block) = &mut open {
            if line.starts_with("```") {
                found.extend(open.take());
            } else {
                let statement = line.split_once(" #").map_or(line, |(before, _)| before).trim();
                if !statement.is_empty() && !statement.starts_with('#') {
                    block.lines.push((number + 1, statement.to_owned()));
                }
            }
        } else if let Some(kind) = line.strip_prefix("```") {
            open = Some(Scenario {
                title: title.clone(),
                clauses: clauses.clone(),
                kind: kind.trim().to_owned(),
                lines: Vec::new(),
            });
        } else if let Some(heading) = line.strip_prefix("## ") {
            let is_clause = |word: &&str| {
                word.as_bytes().get(1) == Some(&b'-') && word.as_bytes()[0].is_ascii_uppercase()
            };
            let words: Vec<&str> = heading.split_whitespace().collect();
            let count = words.iter().take_while(|word| is_clause(word)).count();
            clauses = words[..count].iter().map(|&word| word.to_owned()).collect();
            title = words[count..].join(" ");
        }
    }
    found
}

/// Plays a scenario, whose documents lie in `folder`; the error names the line and what it found.
pub fn run(
    scenario: &Scenario,
    game: &str,
    folder: &Path,
    source: &dyn MatchSource,
) -> Result<(), String> {
    let mut table = Table::lay(&Setting::of(scenario, folder)?, game, source)?;
    for (number, line) in &scenario.lines {
        table.perform(line).map_err(|why| format!("line {number}: {line}\n    {why}"))?;
    }
    table.check_script()
}

struct Table<'a> {
    source: &'a dyn MatchSource,
    the_match: Box<dyn AnyMatch>,
    script: Vec<String>,
    decisions: usize,
    played_out: bool,
    /// Every viewer's revision before the last step.
    before: Vec<(Viewer, u32)>,
}

impl<'a> Table<'a> {
    /// Deals with all options and all chance of the scenario.
    fn lay(setting: &Setting, game: &str, source: &'a dyn MatchSource) -> Result<Self, String> {
        let seed = Seed::from_number(0);
        let the_match = source
            .new_match(game, &setting.settings, &seed, &setting.script)
            .map_err(|refusal| refusal.text.en.into_owned())?;
        let before = Viewer::all(the_match.seats()).map(|viewer| (viewer, 0)).collect();
        Ok(Self {
            source,
            the_match,
            script: setting.script.clone(),
            decisions: 0,
            played_out: false,
            before,
        })
    }

    fn perform(&mut self, line: &str) -> Result<(), String> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "options" | "document" | "where" | "deal" => Ok(()),
            "act" => {
                let (seat, notation) = self.seat_and_rest(rest)?;
                self.mark();
                self.decisions += 1;
                let id = self.the_match.parse(notation).map_err(said)?;
                self.the_match.act(seat, id, None).map(|_| ()).map_err(said)
            }
            "acts" => rest.split(", ").try_for_each(|one| {
                self.perform(&format!("act {one}")).map_err(|why| format!("{one}: {why}"))
            }),
            "resign" => {
                let (seat, _) = self.seat_and_rest(rest)?;
                self.mark();
                self.the_match.resign(seat).map(|_| ()).map_err(said)
            }
            "refuse" => self.refuse(rest),
            "legal" => {
                let (seat, rest) = self.seat_and_rest(rest)?;
                let mut expected: Vec<&str> =
                    rest.trim_start_matches('=').split(',').map(str::trim).collect();
                expected.sort_unstable();
                let legal = self.the_match.legal(seat).into_iter();
                let mut legal: Vec<String> =
                    legal.filter_map(|id| self.the_match.notation(id)).collect();
                legal.sort_unstable();
                same(&expected.join(", "), &legal.join(", "))
            }
            "asked" => {
                let asked = self.the_match.asked(Viewer::Spectator);
                let asked: Vec<String> = asked.iter().map(|seat| seat.to_string()).collect();
                same(rest, &asked.join(" "))
            }
            "view" => {
                let (viewer, rest) = self.viewer_and_rest(rest)?;
                let (name, value) = rest.split_once('=').ok_or("what is expected?")?;
                let facts = self.source.facts(&self.the_match.position(viewer));
                let fact = facts.iter().find(|(known, _)| known == name.trim());
                let known =
                    || facts.iter().map(|(name, _)| &name[..]).collect::<Vec<_>>().join(", ");
                let (_, fact) = fact.ok_or_else(|| format!("the view has: {}", known()))?;
                same(value.trim(), fact)
            }
            "see" | "unseen" => {
                let (viewer, text) = self.viewer_and_rest(rest)?;
                let seen = self.seen(viewer);
                let hit = match verb {
                    "see" => seen.iter().any(|event| event == text),
                    _ => !seen.iter().any(|event| event.contains(text)),
                };
                hit.then_some(()).ok_or_else(|| format!("the viewer saw {seen:?}"))
            }
            "ending" => {
                let outcome = self.the_match.outcome();
                same(rest, outcome.as_ref().map_or("none", |outcome| &outcome.ending))
            }
            "payoffs" => {
                let outcome = self.the_match.outcome().unwrap_or_default();
                let payoffs = outcome.seats.iter().map(|seat| seat.payoff.to_string());
                let payoffs: Vec<String> = payoffs.collect();
                same(rest, &payoffs.join(" "))
            }
            "score" => {
                let (seat, rest) = self.seat_and_rest(rest)?;
                let (part, points) = rest.split_once('=').ok_or("what is expected?")?;
                let outcome = self.the_match.outcome().unwrap_or_default();
                let score = outcome.scores.iter().find(|score| {
                    score.seat == Some(seat_number(seat)) && score.part == part.trim()
                });
                same(points.trim(), &score.ok_or("there is no such score")?.points.to_string())
            }
            "playout" => self.playout(rest),
            "decisions" => same(rest, &self.decisions.to_string()),
            _ => Err("no such statement".to_owned()),
        }
    }

    /// A refusal, and that it has changed nothing.
    fn refuse(&mut self, rest: &str) -> Result<(), String> {
        let (attempt, expected) = rest.rsplit_once(" : ").ok_or("what is expected?")?;
        let (seat, notation) = self.seat_and_rest(attempt)?;
        let entries = self.the_match.log().len();
        let views = |table: &Self| -> Vec<wire::View> {
            table.before.iter().map(|(viewer, _)| table.the_match.view(*viewer)).collect()
        };
        let before = views(self);
        let attempt = if notation == "resign" {
            self.the_match.resign(seat)
        } else {
            let id = self.the_match.parse(notation);
            id.and_then(|id| self.the_match.act(seat, id, None))
        };
        let Err(refusal) = attempt else {
            return Err("it was accepted".to_owned());
        };
        same(expected.trim(), format!("{} {}", refusal.code, refusal.clause).trim())?;
        if self.the_match.log().len() != entries || views(self) != before {
            return Err("the refusal changed something".to_owned());
        }
        Ok(())
    }

    fn playout(&mut self, seed: &str) -> Result<(), String> {
        let seed = seed.parse().map_err(|_| "a playout has a number as its seed")?;
        let mut rng = Rng::new(&Seed::from_number(seed), 0);
        self.played_out = true;
        while let Turn::Seats(seats) = self.the_match.turn() {
            let seat = seats.iter().nth(rng.index(seats.len())).ok_or("nobody is asked")?;
            let legal = self.the_match.legal(seat);
            self.mark();
            self.decisions += 1;
            self.the_match.act(seat, legal[rng.index(legal.len())], None).map_err(said)?;
        }
        Ok(())
    }

    fn mark(&mut self) {
        for (viewer, revision) in &mut self.before {
            *revision = self.the_match.revision(*viewer);
        }
    }

    fn seen(&self, viewer: Viewer) -> Vec<String> {
        let (_, after) = self.before.iter().find(|(known, _)| *known == viewer).expect("a viewer");
        let updates = self.the_match.updates(viewer, *after, usize::MAX, false);
        let events = updates.iter().flat_map(|update| &update.events);
        events.map(|event| self.source.event_notation(event)).collect()
    }

    fn seat_and_rest<'b>(&self, rest: &'b str) -> Result<(Seat, &'b str), String> {
        let (seat, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let seat = seat.parse().ok().and_then(Seat::new);
        let seat = seat.filter(|seat| seat.index() < self.the_match.seats());
        Ok((seat.ok_or("there is no such seat")?, rest.trim()))
    }

    fn viewer_and_rest<'b>(&self, rest: &'b str) -> Result<(Viewer, &'b str), String> {
        match rest.strip_prefix('*') {
            Some(rest) => Ok((Viewer::Spectator, rest.trim())),
            None => self.seat_and_rest(rest).map(|(seat, rest)| (Viewer::Seat(seat), rest)),
        }
    }

    /// Chance has been as the scenario says, and there was no chance that it does not name.
    fn check_script(&self) -> Result<(), String> {
        let record = self.the_match.record(false);
        let chances: Vec<&String> = record.steps.iter().flat_map(|step| &step.chances).collect();
        let named = chances.iter().zip(&self.script).all(|(chance, token)| *chance == token);
        let all = self.played_out || chances.len() == self.script.len();
        if named && all && chances.len() >= self.script.len() {
            return Ok(());
        }
        Err(format!("chance was {chances:?}, the scenario names {:?}", self.script))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err hands over")]
fn said(refusal: Refusal) -> String {
    format!("refused: {} {}: {}", refusal.code, refusal.clause, refusal.text.en)
}

fn same(expected: &str, found: &str) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("found: {found}")) }
}
