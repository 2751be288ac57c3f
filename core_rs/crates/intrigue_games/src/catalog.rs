//! Every game that there is, one line each, and what can be done with a game chosen at run time.

use intrigue_core::{
    About, ActionId, AnyMatch, Codec, DocumentReport, GameAction, Lang, Match, PositionMessage,
    Refusal, SeatNames, Seed, Settings, SettingsMessage, Visitor, describe_game, fill_defaults,
    game_head, view_of,
};
use intrigue_wire::v1 as wire;

macro_rules! catalog {
    ($($feature:literal => $game:ty),* $(,)?) => {
        /// The ids of all games.
        pub const IDS: &[&str] = &[$(
            #[cfg(feature = $feature)]
            <$game as Codec>::ABOUT.id
        ),*];

        /// Does something with the game of an id.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Result<V::Output, Refusal> {
            $(
                #[cfg(feature = $feature)]
                {
                    if id == <$game as Codec>::ABOUT.id {
                        return Ok(visitor.visit::<$game>());
                    }
                }
            )*
            Err(Refusal::unknown_game(id, IDS))
        }
    };
}

catalog! {
    "district_noir" => district_noir::DistrictNoir,
    "complots" => complots::Complots,
    "shadow_blades" => shadow_blades::ShadowBlades,
    "brotherhood" => brotherhood::Brotherhood,
}

/// Evaluates an expression over the game `G` of an id; what it uses of its surroundings is named
/// between the bars, by reference.
macro_rules! of_game {
    ($id:expr, $(|$($name:ident: $type:ty),*|)? -> $output:ty { $($body:tt)* }) => {{
        struct Visit<'a>($($(&'a $type,)*)? std::marker::PhantomData<&'a ()>);
        impl Visitor for Visit<'_> {
            type Output = $output;
            fn visit<G: intrigue_core::Game>(self) -> $output {
                $(let Self($($name,)* _) = self;)?
                $($body)*
            }
        }
        visit($id, Visit($($($name,)*)? std::marker::PhantomData))
    }};
}

/// What `ListGames` answers.
pub fn list_games() -> wire::ListGamesResponse {
    let head = |id: &&str| of_game!(id, -> wire::Game { game_head::<G>() });
    let games = IDS.iter().filter_map(|id| head(id).ok()).collect();
    wire::ListGamesResponse { games, next_page_token: String::new() }
}

/// The facts about a game that do not depend on a match.
pub fn about(id: &str) -> Result<&'static About, Refusal> {
    of_game!(id, -> &'static About { G::ABOUT })
}

/// What `GetGame` answers.
pub fn get_game(id: &str) -> Result<wire::GetGameResponse, Refusal> {
    of_game!(id, -> wire::GetGameResponse { describe_game::<G>() })
}

/// The id of an action in notation.
pub fn parse_action(id: &str, notation: &str) -> Result<ActionId, Refusal> {
    let notation = &notation;
    of_game!(id, |notation: &'a str| -> Result<ActionId, Refusal> {
        let action = G::parse(notation).ok_or_else(|| Refusal::unknown_action(notation))?;
        Ok(action.id())
    })?
}

/// All options of a game with the defaults filled in, and the number of seats.
pub fn settle_options(id: &str, given: &Settings) -> Result<(Settings, usize), Refusal> {
    of_game!(id, |given: Settings| -> Result<(Settings, usize), Refusal> {
        let settings = fill_defaults(G::ABOUT.options, given)?;
        let options = Match::<G>::options_of(&settings)?;
        Ok((settings, G::seats(&options)))
    })?
}

/// The settings of a message, before their values are judged.
pub fn read_settings(id: &str, message: &SettingsMessage) -> Result<Settings, Refusal> {
    of_game!(id, |message: SettingsMessage| -> Result<Settings, Refusal> {
        message.settings(G::ABOUT.options, G::ABOUT.min_seats)
    })?
}

/// What there is to say of a text that is meant for one of a game's kinds of documents.
pub fn check_document(id: &str, option: &str, text: &str) -> Result<DocumentReport, Refusal> {
    let (option, text) = (&option, &text);
    of_game!(id, |option: &'a str, text: &'a str| -> Result<DocumentReport, Refusal> {
        let kinds = G::ABOUT.documents;
        if kinds.iter().all(|kind| kind.option != *option) {
            return Err(Refusal::no_document(option, kinds));
        }
        Ok(G::check_document(option, text))
    })?
}

/// Deals a new match.
pub fn new_match(
    id: &str,
    given: &Settings,
    seed: &Seed,
    script: &[String],
) -> Result<Box<dyn AnyMatch>, Refusal> {
    let script = &script.to_vec();
    of_game!(id, |given: Settings,
                  seed: Seed,
                  script: Vec<String>|
     -> Result<Box<dyn AnyMatch>, Refusal> {
        Ok(Box::new(Match::<G>::new(given, seed.clone(), script.clone())?))
    })?
}

/// Rebuilds a match from its log.
pub fn restore_match(
    id: &str,
    given: &Settings,
    seed: &Seed,
    script: &[String],
    entries: &[Vec<u8>],
) -> Result<Box<dyn AnyMatch>, Refusal> {
    let (script, entries) = (&script.to_vec(), &entries.to_vec());
    of_game!(id, |given: Settings,
                  seed: Seed,
                  script: Vec<String>,
                  entries: Vec<Vec<u8>>|
     -> Result<Box<dyn AnyMatch>, Refusal> {
        let entries = entries.iter().map(Vec::as_slice);
        Ok(Box::new(Match::<G>::restore(given, Some(seed.clone()), script.clone(), entries)?))
    })?
}

/// The match of a record after its first `steps` steps.
pub fn replay(record: &wire::MatchRecord, steps: usize) -> Result<Box<dyn AnyMatch>, Refusal> {
    let steps = &steps;
    of_game!(&record.game, |record: wire::MatchRecord,
                            steps: usize|
     -> Result<Box<dyn AnyMatch>, Refusal> {
        Ok(Box::new(Match::<G>::replay(record, *steps)?))
    })?
}

/// The match of a record, dealt and played again from its seed.
pub fn verify(record: &wire::MatchRecord) -> Result<Box<dyn AnyMatch>, Refusal> {
    of_game!(&record.game, |record: wire::MatchRecord| -> Result<Box<dyn AnyMatch>, Refusal> {
        Ok(Box::new(Match::<G>::verify(record)?))
    })?
}

/// A view drawn for a terminal, in which seats have these names.
pub fn render(
    position: &PositionMessage,
    lang: Lang,
    names: &SeatNames,
) -> Result<String, Refusal> {
    let lang = &lang;
    in_any(|id| {
        of_game!(id, |position: PositionMessage, lang: Lang, names: SeatNames| -> Option<String> {
            let text = G::catalog().localizer(*lang, names).with_markup();
            view_of::<G>(position).map(|(view, _)| G::render(&view, &text))
        })
    })
}

/// What a view says, as names and values.
pub fn facts(position: &PositionMessage) -> Result<Vec<(String, String)>, Refusal> {
    in_any(|id| {
        of_game!(id, |position: PositionMessage| -> Option<Vec<(String, String)>> {
            view_of::<G>(position).map(|(view, _)| G::facts(&view))
        })
    })
}

/// An event in notation.
pub fn event_notation(event: &wire::MatchEvent) -> Result<String, Refusal> {
    in_any(|id| {
        of_game!(id, |event: wire::MatchEvent| -> Option<String> {
            let event = event.game.as_ref()?.kind.as_ref()?;
            G::seen_from_wire(event).map(|seen| G::event_notation(&seen))
        })
    })
}

/// The first answer that a game gives.
fn in_any<T>(ask: impl Fn(&str) -> Result<Option<T>, Refusal>) -> Result<T, Refusal> {
    IDS.iter().find_map(|id| ask(id).ok().flatten()).ok_or_else(Refusal::bad_view)
}
