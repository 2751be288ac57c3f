//! Stands in for the banner that the measured engine would draw before each game: drawing it takes
//! most of a game's time, and is no part of playing. It draws nothing.

/// Colors that the engine asks for.
pub enum Colors {
    /// White.
    White,
    /// Yellow.
    Yellow,
}

/// What should be drawn.
#[derive(Default)]
pub struct Options {
    /// The text.
    pub text: String,
    /// Its colors.
    pub colors: Vec<Colors>,
    /// Whether the space around it is left out.
    pub spaceless: bool,
}

/// What was drawn.
pub struct Rendered {
    /// Nothing.
    pub text: String,
}

/// Draws nothing.
pub fn render(_options: Options) -> Rendered {
    Rendered {
        text: String::new(),
    }
}
