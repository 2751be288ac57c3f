//! The types that every game implements, and everything that follows from them for all games alike.
//! There is no game in this crate.
//!
//! A [`Game`] is a state that knows its rules. [`Codec`] writes it for machines, [`Presentation`] for
//! people. A [`Match`] plays a game: it draws chance outcomes, keeps the log, and gives each
//! [`Viewer`] its views and updates. [`AnyMatch`] is a match of a game that is chosen at run time.
//!
//! ```
//! use intrigue_core::{Rng, Seat, SeatSet, Seed};
//!
//! // Chance is reproducible: a seed and a stream number give the same numbers on every machine.
//! let seed = Seed::from_number(7);
//! assert_eq!(Rng::new(&seed, 3).below(52), Rng::new(&seed, 3).below(52));
//!
//! // A turn is a set of seats, because several may be asked at once.
//! let mut asked = SeatSet::EMPTY;
//! for index in [0, 2] {
//!     asked.insert(Seat::new(index).expect("at most eight seats"));
//! }
//! assert_eq!(asked.len(), 2);
//!
//! // Whatever is refused says why, in every language.
//! let refusal = intrigue_core::Refusal::over();
//! assert_eq!((refusal.code, &*refusal.text.fr), ("MATCH_OVER", "La partie est terminée."));
//! ```

#![warn(missing_docs)]

mod action;
mod any_match;
mod bag;
mod catalog;
mod chance;
mod codec;
mod document;
mod event_sink;
mod features;
mod game;
mod guard;
mod hidden;
mod network_file;
mod options;
mod outcome;
mod play;
mod presentation;
mod record;
mod refusal;
mod rng;
mod seat;
mod sheet;
mod text;
mod turn;
mod update;
mod verify;
pub mod wire_fields;

pub use action::{ActionForm, ActionId, ActionSet, Bits, GameAction};
pub use any_match::{AnyMatch, PositionMessage, features_of, view_of};
pub use bag::{Bag, Kind};
pub use catalog::{Visitor, describe_game, game_head, game_text};
pub use chance::{equally_likely, in_proportion};
pub use codec::Codec;
pub use document::{Document, DocumentIssue, DocumentKind, DocumentReport};
pub use event_sink::{EventSink, NoEvents};
pub use features::{FeatureWriter, feature_size};
pub use game::{About, CardKind, Game, LIKELY, Plane, Strength, Strengths};
pub use guard::{CaughtPanic, Guarded, guard};
pub use hidden::Hidden;
pub use network_file::{NetworkError, NetworkFile, NetworkLayer};
pub use options::{
    Coverage, OptionKind, OptionSpec, SEATS_OPTION, Settings, SettingsMessage, fill_defaults,
    first_seat_option, integer_option, is_document,
};
pub use outcome::{LeftSeats, Outcome, Payoffs, Score, SeatEnding, WIN};
pub use play::{LeftScript, Match, play_chance, playout};
pub use presentation::Presentation;
pub use record::{Entry, Log, StepKind};
pub use refusal::{Refusal, RefusalKind, RefusalReason, quote, refusal_text};
pub use rng::{Rng, Seed};
pub use seat::{MAX_SEATS, Seat, SeatSet, Viewer};
pub use sheet::{Clause, clauses};
pub use text::{
    Catalog, Lang, Languages, Localizer, MessageId, SeatNames, Text, Value, Wording, core_catalog,
    drawn_width, padded,
};
pub use turn::Turn;
pub use update::{action_in, action_messages, view_message};
