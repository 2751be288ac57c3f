use intrigue_core::{Game, Match, Rng, Seed, Settings, settle};

/// Every variant of a game that its options allow: all values of choices and small numbers, the
/// ends and the default of large ones. Minor options are left out: see [`with_minor`].
pub fn variants<G: Game>() -> Vec<Settings> {
    let mut variants = vec![Settings::new()];
    for spec in G::ABOUT.options.iter().filter(|spec| !spec.minor) {
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

/// A variant with values for the minor options too, drawn from a seed; half of the time their
/// defaults.
pub fn with_minor<G: Game>(variant: &Settings, seed: u64) -> Settings {
    let mut rng = Rng::new(&Seed::from_number(seed), u64::MAX - 1);
    let mut settings = variant.clone();
    for spec in G::ABOUT.options.iter().filter(|spec| spec.minor) {
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
    settle(G::ABOUT.options, given).expect("a variant is sound")
}
