//! Prints which clause of which rule sheet is proven by what; fails if one is not.
//! `--verbose` names the proofs.

use std::path::Path;
use std::process::ExitCode;

use intrigue_core::{AnyMatch, Game, PositionMessage, Refusal, Seed, Settings, Visitor, clauses};
use intrigue_games::catalog;
use intrigue_testkit::{MatchSource, proofs};
use intrigue_wire::v1 as wire;

fn main() -> ExitCode {
    let verbose = std::env::args().any(|argument| argument == "--verbose");
    let unproven: usize =
        catalog::IDS.iter().filter_map(|id| catalog::visit(id, Report { verbose }).ok()).sum();
    if unproven == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

struct Report {
    verbose: bool,
}

impl Visitor for Report {
    type Output = usize;

    fn visit<G: Game>(self) -> usize {
        let [en, fr] = G::ABOUT.rules;
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        let proofs = match proofs(&clauses(en, fr), G::ABOUT.id, &root, &Catalog) {
            Ok(proofs) => proofs,
            Err(faults) => {
                for fault in &faults {
                    println!("{fault}");
                }
                return faults.len();
            }
        };
        let unproven: Vec<&str> =
            proofs.iter().filter(|proof| proof.by.is_empty()).map(|proof| proof.clause).collect();
        println!(
            "{}: {} clauses, {} proven",
            G::ABOUT.id,
            proofs.len(),
            proofs.len() - unproven.len()
        );
        if !unproven.is_empty() {
            println!("  not proven: {}", unproven.join(", "));
        }
        if self.verbose {
            for proof in &proofs {
                println!("  {:<6} {}", proof.clause, proof.by.join("; "));
            }
        }
        unproven.len()
    }
}

struct Catalog;

impl MatchSource for Catalog {
    fn new_match(
        &self,
        game: &str,
        settings: &Settings,
        seed: &Seed,
        script: &[String],
    ) -> Result<Box<dyn AnyMatch>, Refusal> {
        catalog::new_match(game, settings, seed, script)
    }

    fn facts(&self, position: &PositionMessage) -> Vec<(String, String)> {
        catalog::facts(position).unwrap_or_default()
    }

    fn event_notation(&self, event: &wire::MatchEvent) -> String {
        catalog::event_notation(event).unwrap_or_default()
    }
}
