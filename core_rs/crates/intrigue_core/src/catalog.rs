use intrigue_wire::v1 as wire;

use crate::update::action_messages;
use crate::{
    About, Game, Localizer, Presentation, RefusalReason, SEATS_OPTION, SeatNames, Text, clauses,
    message,
};

/// Something to do with a game that is chosen at run time.
pub trait Visitor {
    /// What [`Visitor::visit`] returns.
    type Output;
    /// Called with the type of the game.
    fn visit<G: Game>(self) -> Self::Output;
}

/// What `ListGames` says of a game.
pub fn game_head<G: Presentation>() -> wire::Game {
    let about = G::ABOUT;
    let text = |id: &str| game_text::<G>(|text| message!(text, ("game", id))).to_wire();
    #[expect(clippy::cast_possible_truncation, reason = "numbers of seats")]
    let (min_seats, max_seats) = (about.min_seats as u32, about.max_seats as u32);
    wire::Game {
        id: about.id.to_owned(),
        name: Some(text("name")),
        summary: Some(text("summary")),
        min_seats,
        max_seats,
        default_seats: default_seats(about),
        options: about
            .options
            .iter()
            .filter(|option| option.name != SEATS_OPTION)
            .map(|option| {
                let summary = game_text::<G>(|text| message!(text, ("option", option.name)));
                option.to_wire(&summary)
            })
            .collect(),
        rules_version: about.rules_version,
        perfect_information: about.open,
        cooperative: about.cooperative,
    }
}

fn default_seats(about: &About) -> u32 {
    let option = about.options.iter().find(|option| option.name == SEATS_OPTION);
    let default = option.and_then(|option| option.default.parse().ok());
    default.unwrap_or_else(|| u32::try_from(about.min_seats).unwrap_or_default())
}

/// A text of a game's catalog.
pub fn game_text<G: Presentation>(write: impl Fn(&Localizer<'_>) -> String) -> Text {
    Text::localized(G::catalog(), SeatNames::NUMBERS, write)
}

/// What `GetGame` says of a game.
pub fn describe_game<G: Game>() -> wire::GetGameResponse {
    let about = G::ABOUT;
    let refusal = |rule: &G::RefusalReason| wire::Refusal {
        reason: rule.code().to_owned(),
        clause: rule.clause().to_owned(),
        text: Some(crate::refusal::refusal_text::<G>(*rule).to_wire()),
    };
    let mut offset = 0;
    let planes = about.planes.iter().map(|plane| {
        let size = u32::try_from(plane.size).expect("planes are small");
        offset += size;
        wire::Plane {
            name: plane.name.to_owned(),
            offset: offset - size,
            size,
            summary: plane.summary.to_owned(),
        }
    });
    let planes: Vec<_> = planes.collect();
    let [en, fr] = about.rules;
    wire::GetGameResponse {
        game: Some(game_head::<G>()),
        actions: action_messages::<G>().to_vec(),
        clauses: clauses(en, fr)
            .into_iter()
            .map(|c| wire::Clause { id: c.id.to_owned(), text: Some(c.text.to_wire()) })
            .collect(),
        refusals: G::RefusalReason::ALL.iter().map(refusal).collect(),
        cards: G::cards()
            .into_iter()
            .map(|card| wire::Card {
                id: card.id.to_owned(),
                name: Some(card.name.to_wire()),
                copies: card.copies,
                provenance: provenance(card.provenance).into(),
            })
            .collect(),
        features: Some(wire::FeatureLayout {
            version: about.features_version,
            size: offset,
            planes,
        }),
        documents: about.documents.iter().map(crate::DocumentKind::to_wire::<G>).collect(),
    }
}

fn provenance(word: &str) -> wire::Provenance {
    match word {
        "printed" => wire::Provenance::Printed,
        "deduced" => wire::Provenance::Deduced,
        "reconstructed" => wire::Provenance::Reconstructed,
        "ours" => wire::Provenance::Original,
        _ => wire::Provenance::Unspecified,
    }
}
