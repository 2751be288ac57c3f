use crate::{CardKind, Catalog, Codec, Localizer, Outcome, Seat, message};

/// How a game is shown to people. Whatever writes a sentence is given an action, what a viewer has
/// seen, or a view, and never the state: it can't say what the viewer may not know.
///
/// By convention the catalog has the messages `game-name`, `game-summary`, `option-<name>`,
/// `document-<option>`, `refusal-<code>`, `ending-<ending>` and `score-<part>`.
pub trait Presentation: Codec {
    /// The texts of the game.
    fn catalog() -> &'static Catalog;
    /// The kinds of cards, with their names.
    fn cards() -> Vec<CardKind>;

    /// An action in a person's words.
    fn label(action: Self::Action, text: &Localizer<'_>) -> String;
    /// A legal action in a person's words, as things stand in the view of the seat that may take
    /// it. Asked for where [`About::contextual`](crate::About::contextual) is set.
    fn describe_action(_view: &Self::View, action: Self::Action, text: &Localizer<'_>) -> String {
        Self::label(action, text)
    }
    /// Something seen, in a person's words; empty if it only says what the view shows.
    fn event_text(seen: &Self::Seen, text: &Localizer<'_>) -> String;
    /// Something seen of the last step, as things stand after it in the view of whoever saw it.
    /// Asked for where [`About::contextual`](crate::About::contextual) is set.
    fn describe_event(_view: &Self::View, seen: &Self::Seen, text: &Localizer<'_>) -> String {
        Self::event_text(seen, text)
    }
    /// The seat whose resignation this is, if it is one. A seat that forfeits because its time is
    /// up resigns by the rules, but people read the reason.
    fn resigned_seat(_seen: &Self::Seen) -> Option<Seat> {
        None
    }
    /// How a match ended, in a person's words.
    fn outcome_text(outcome: &Outcome, text: &Localizer<'_>) -> String {
        message!(text, ("ending", outcome.ending))
    }
    /// A view drawn for a terminal, with the style tags `[b] [dim] [red] [green] [yellow] [blue]
    /// [magenta] [cyan]`, each closed by `[/]`; a literal bracket is `\[`.
    fn render(view: &Self::View, text: &Localizer<'_>) -> String;
}
