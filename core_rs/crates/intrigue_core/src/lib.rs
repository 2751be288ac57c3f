//! What a game of hidden information is: types that every game fills in, and what follows from
//! them for all games alike. No game lives here.
//!
//! A [`Game`] is a state that knows its rules. A [`Match`] plays one: it settles chance, keeps the
//! log, and shows each [`Viewer`] its view and its updates. [`AnyMatch`] is a match whose game is
//! chosen at run time; it speaks protobuf bytes.

mod action;
mod any_match;
mod bag;
mod catalog;
mod codec;
mod document;
mod event_sink;
mod features;
mod game;
mod guard;
mod hidden;
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

pub use action::{ActionForm, ActionId, ActionSet, Bits};
pub use any_match::{AnyMatch, features_of, view_of};
pub use bag::{Bag, Kind};
pub use catalog::{Visitor, describe_game, game_head, game_text};
pub use codec::Codec;
pub use document::{Document, DocumentKind, DocumentReport};
pub use event_sink::{EventSink, NoEvents};
pub use features::{FeatureWriter, feature_size};
pub use game::{About, CardKind, Game, Plane};
pub use guard::{CaughtPanic, Guarded, guard};
pub use hidden::Hidden;
pub use options::{
    Coverage, OptionKind, OptionSpec, Settings, first_seat_option, integer_option, settle,
};
pub use outcome::{Outcome, Payoffs, Score, WIN};
pub use play::{Match, playout, settle_chance};
pub use presentation::Presentation;
pub use record::{Entry, Log, StepKind};
pub use refusal::{Refusal, RefusalKind, RefusalReason, quote, refusal_text};
pub use rng::{Rng, Seed};
pub use seat::{MAX_SEATS, Seat, SeatSet, Viewer};
pub use sheet::{Clause, clauses};
pub use text::{Catalog, Lang, Localizer, MessageId, SeatNames, Text, Value, core_catalog};
pub use turn::Turn;
pub use update::{action_in, action_messages, view_message};
