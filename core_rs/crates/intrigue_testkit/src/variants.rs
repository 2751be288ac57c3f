use intrigue_core::{Game, Match, Settings};

/// Every variant of a game that its options allow: all values of choices and small numbers, the
/// ends and the default of large ones.
pub fn variants<G: Game>() -> Vec<Settings> {
    let mut variants = vec![Settings::new()];
    for spec in G::ABOUT.options {
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
    variants.retain(|settings| Match::<G>::options_of(settings).is_ok());
    variants
}
