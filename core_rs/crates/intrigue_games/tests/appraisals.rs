//! Whether appraisals say anything: over matches played by habit, of every game, for every number
//! of seats.

use std::collections::BTreeMap;

use intrigue_core::{Game, Visitor};
use intrigue_games::catalog;
use intrigue_testkit::{Appraised, effort, variants, with_rest};

/// How much smaller the mean square error must be than that of expecting the same for all, or
/// where all win together the same at any time.
const MARGIN: f64 = 0.8;

#[derive(Clone, Copy)]
struct Appraisals;
impl Visitor for Appraisals {
    type Output = ();
    fn visit<G: Game>(self) {
        let variants = variants::<G>();
        let matches = effort(6000, 200_000).div_ceil(variants.len() as u64);
        let mut by_seats: BTreeMap<usize, Appraised> = BTreeMap::new();
        for settings in variants {
            for seed in 0..matches {
                let settings = with_rest::<G>(&settings, seed);
                let (_, seats) =
                    catalog::settle_options(G::ABOUT.id, &settings).expect("a variant is sound");
                let appraised = by_seats.entry(seats).or_default();
                appraised.play::<G>(&settings, seed);
            }
        }
        for (seats, appraised) in by_seats {
            let ([best, others], [error, even]) = (appraised.means(), appraised.errors());
            println!(
                "{} with {seats} seats, seeds 0 to {matches} of every variant: appraised highest \
                 got {best:.0}, others {others:.0}; error {error:.4}, of even shares {even:.4}",
                G::ABOUT.id
            );
            assert!(best > 2.0 * others, "{best} against {others}");
            assert!(error < MARGIN * even, "{error} against {even}");
        }
    }
}

#[test]
fn appraisals_foretell_payoffs() {
    for id in catalog::IDS {
        catalog::visit(id, Appraisals).expect("the catalog knows its games");
    }
}
