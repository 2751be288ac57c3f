use intrigue_core::{Coverage, OptionKind, OptionSpec, Seat, Settings, Text, first_seat_option};

/// A variant of District Noir.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Who starts the first round; `None`: the CAMP token decides.
    pub first_seat: Option<Seat>,
}

/// The settings, as the catalog shows them.
pub(crate) const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: "first_seat",
    kind: OptionKind::Choice(&["0", "1", "random"]),
    default: "random",
    coverage: Coverage::Each,
}];

impl Options {
    pub(crate) fn read(settings: &Settings) -> Result<Self, Text> {
        let first_seat = first_seat_option(settings, 2)?;
        Ok(Self { first_seat })
    }
}
