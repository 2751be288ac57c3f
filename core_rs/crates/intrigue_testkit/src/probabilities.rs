use intrigue_core::{ActionSet, Game, Match, NoEvents, Rng, Seed, Settings, Turn};

use crate::variants::full;
use crate::{Violation, chi_square_p, effort, variants, with_rest};

/// How often nature is made to choose in one place.
const DRAWS: u64 = 10_000;
/// Of all places that are tried, none gives a number below this by chance.
const UNLIKELY: f64 = 1e-9;

/// The probabilities of nature's choices add up to 1, and `draw` chooses by them.
pub fn probabilities<G: Game>() {
    let places: u64 = variants::<G>()
        .iter()
        .flat_map(|settings| (0..effort(4, 100)).map(move |seed| (settings, seed)))
        .map(|(settings, seed)| {
            check_chances::<G>(&with_rest::<G>(settings, seed), seed)
                .unwrap_or_else(|violation| panic!("{violation:?}"))
        })
        .sum();
    println!("{} probabilities: {places} places, {DRAWS} draws each", G::ABOUT.id);
}

/// Checks nature's choices in a random match; returns the number of places in which it chose.
fn check_chances<G: Game>(settings: &Settings, seed: u64) -> Result<u64, Violation> {
    let options = Match::<G>::options_of(&full::<G>(settings)).expect("a variant is sound");
    let mut rng = Rng::new(&Seed::from_number(seed), 2);
    let mut state = G::new(&options);
    let mut places = 0;
    loop {
        match state.turn() {
            Turn::Over => return Ok(places),
            Turn::Chance => {
                check_place(&state, &mut rng).map_err(|what| Violation::new(what, seed))?;
                places += 1;
                let chance = state.draw(&mut rng);
                state.apply_chance(chance, &mut NoEvents);
            }
            Turn::Seats(asked) => {
                let seat = asked.iter().nth(rng.index(asked.len())).expect("a turn has a seat");
                let id = state.legal(seat).pick(&mut rng);
                state.play(seat, G::ACTIONS[usize::from(id.0)], &mut NoEvents);
            }
        }
    }
}

fn check_place<G: Game>(state: &G, rng: &mut Rng) -> Result<(), String> {
    let chances = state.chances();
    let sum: f64 = chances.iter().map(|(_, probability)| probability).sum();
    if (sum - 1.0).abs() > 1e-12 {
        return Err(format!("the probabilities of {chances:?} add up to {sum}"));
    }
    if let Some((chance, probability)) = chances.iter().find(|(_, p)| *p <= 0.0) {
        return Err(format!("{chance:?} has the probability {probability}"));
    }
    let mut cells: Vec<(u64, f64)> = chances.iter().map(|&(_, p)| (0, p)).collect();
    for _ in 0..DRAWS {
        let drawn = state.draw(rng);
        let place = chances.iter().position(|&(chance, _)| chance == drawn);
        let place = place.ok_or_else(|| format!("{drawn:?} was drawn, but is not listed"))?;
        cells[place].0 += 1;
    }
    let p = chi_square_p(&cells, DRAWS);
    if p < UNLIKELY {
        return Err(format!("draws differ from {chances:?}: {cells:?}, p = {p}"));
    }
    Ok(())
}
