use intrigue_core::{Coverage, OptionKind, OptionSpec, Seat, Settings, Text};

/// A variant of District Noir.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Who starts the first round; `None`: the CAMP token decides.
    pub first_seat: Option<Seat>,
}

/// The settings, as the catalog shows them.
pub(crate) const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: "first_seat",
    summary: Text::fixed(
        "Which seat starts the first round; random is the toss of the CAMP token.",
        "Le siège qui commence la première manche ; random : le jeton CAMP est lancé.",
    ),
    kind: OptionKind::Choice(&["0", "1", "random"]),
    default: "random",
    coverage: Coverage::Each,
}];

impl Options {
    pub(crate) fn read(settings: &Settings) -> Self {
        Self {
            first_seat: settings["first_seat"].parse().ok().and_then(Seat::new),
        }
    }
}
