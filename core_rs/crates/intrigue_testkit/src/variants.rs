use intrigue_core::{Coverage, Game, Match, Rng, Seed, Settings, fill_defaults};

/// Every variant of a game that its options allow: all values of choices and small numbers, the
/// ends and the default of large ones. Options that are tried sometimes are left out: see
/// [`with_rest`].
pub fn variants<G: Game>() -> Vec<Settings> {
    let mut variants = vec![Settings::new()];
    for spec in G::ABOUT.options.iter().filter(|spec| spec.coverage != Coverage::Sometimes) {
        let with = |settings: &Settings| {
            let one = |value: String| {
                let mut settings = settings.clone();
                settings.insert(spec.name.to_owned(), value);
                settings
            };
            spec.samples().into_iter().map(one).collect::<Vec<_>>()
        };
        variants = variants.iter().flat_map(with).collect();
    }
    variants.retain(|settings| Match::<G>::options_of(&full::<G>(settings)).is_ok());
    variants
}

/// Over how many variants the matches of one are shared out.
pub fn shares<G: Game>() -> u64 {
    let shared = G::ABOUT.options.iter().filter(|spec| spec.coverage == Coverage::Shared);
    shared.map(|spec| spec.samples().len() as u64).product()
}

/// A variant with values for the other options too, drawn from a seed; half of the time their
/// defaults.
pub fn with_rest<G: Game>(variant: &Settings, seed: u64) -> Settings {
    let mut rng = Rng::new(&Seed::from_number(seed), u64::MAX - 1);
    let mut settings = variant.clone();
    for spec in G::ABOUT.options.iter().filter(|spec| spec.coverage == Coverage::Sometimes) {
        let samples = spec.samples();
        let value = samples[rng.index(samples.len())].clone();
        if rng.below(2) == 0 {
            settings.insert(spec.name.to_owned(), value);
            if Match::<G>::options_of(&full::<G>(&settings)).is_err() {
                settings.remove(spec.name);
            }
        }
    }
    settings
}

/// All options, the defaults filled in.
pub(crate) fn full<G: Game>(given: &Settings) -> Settings {
    fill_defaults(G::ABOUT.options, given).expect("a variant is sound")
}
