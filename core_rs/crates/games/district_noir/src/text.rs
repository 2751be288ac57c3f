//! What people read: names, sentences, and the table drawn as text.

use std::fmt::Write;

use intrigue_core::{About, ActionForm, ActionId, CardKind, Face, Lang, Seat, Text, Viewer};
use intrigue_wire::v1::{game_event, game_view};

use crate::content::{Card, KIND_TABLE, Pack};
use crate::knowledge::features;
use crate::knowledge::view::{Seen, Side, View};
use crate::rules::action::Action;
use crate::rules::options;
use crate::rules::state::{Chance, DistrictNoir, Ending, ROUNDS, TAKEN};
use crate::wire;

static ABOUT: About = About {
    id: "district_noir",
    name: Text::fixed("District Noir", "District Noir"),
    summary: Text::fixed(
        "Two rivals build one line of cards and each take its end once a round; three city cards win at once.",
        "Deux rivaux forment une même ligne de cartes et en prennent le bout une fois par manche ; trois cartes ville gagnent sur-le-champ.",
    ),
    min_seats: 2,
    max_seats: 2,
    rules_version: "1",
    longest: 48,
    bluff: false,
    open: false,
    cooperative: false,
    has_default_policy: false,
    contextual: false,
    rules: [include_str!("../RULES.md"), include_str!("../RULES.fr.md")],
    options: options::OPTIONS,
    documents: &[],
    features_version: features::VERSION,
    planes: features::PLANES,
};

/// The names and texts of the endings, in the order of [`Ending`].
pub(crate) static ENDING_TEXTS: [(&str, Text); 5] = [
    (
        "three_cities",
        Text::fixed(
            "One seat has all three city cards.",
            "Un siège a réuni les trois cartes ville.",
        ),
    ),
    (
        "points",
        Text::fixed(
            "The higher total wins.",
            "Le total le plus élevé l'emporte.",
        ),
    ),
    (
        "tie_break",
        Text::fixed(
            "Equal totals: the majority in the highest Support that differs decides.",
            "Totaux égaux : la majorité dans le plus haut Soutien qui diffère décide.",
        ),
    ),
    (
        "draw",
        Text::fixed(
            "Equal in everything: a draw.",
            "Égalité parfaite : partie nulle.",
        ),
    ),
    (
        "resignation",
        Text::fixed("A seat has resigned.", "Un siège a abandonné."),
    ),
];

/// The names and texts of the parts of a score, in the order of `DistrictNoir::points`.
pub(crate) static SCORE_TEXTS: [(&str, Text); 8] = [
    (
        "majority_8",
        Text::fixed("Majority of 8s", "Majorité des 8"),
    ),
    (
        "majority_7",
        Text::fixed("Majority of 7s", "Majorité des 7"),
    ),
    (
        "majority_6",
        Text::fixed("Majority of 6s", "Majorité des 6"),
    ),
    (
        "majority_5",
        Text::fixed("Majority of 5s", "Majorité des 5"),
    ),
    (
        "sets",
        Text::fixed("Sets of 5, 6, 7, 8", "Séries de 5, 6, 7, 8"),
    ),
    ("alliances", Text::fixed("Alliances", "Alliances")),
    ("betrayals", Text::fixed("Betrayals", "Trahisons")),
    ("total", Text::fixed("Total", "Total")),
];

impl Face for DistrictNoir {
    type Action = Action;
    type View = View;
    type Seen = Seen;

    const ABOUT: &'static About = &ABOUT;
    const ACTIONS: &'static [Action] = &Action::TABLE;

    fn cards() -> Vec<CardKind> {
        KIND_TABLE.to_vec()
    }

    #[inline]
    fn id(action: Action) -> ActionId {
        action.id()
    }

    fn notation(action: Action) -> String {
        action.notation()
    }

    fn form(action: Action) -> ActionForm {
        action.form()
    }

    fn label(action: Action, lang: Lang) -> String {
        action.label(lang)
    }

    fn chance_notation(chance: u32) -> String {
        match Chance::try_from(chance) {
            Ok(Chance::First(seat)) => format!("first:{seat}"),
            Ok(Chance::Card(card)) => card.notation().to_owned(),
            Err(()) => String::new(),
        }
    }

    fn facts(view: &View) -> Vec<(String, String)> {
        let mut facts = vec![
            ("round".to_owned(), view.round.to_string()),
            ("starter".to_owned(), view.starter.to_string()),
            ("line".to_owned(), notations(view.line())),
            ("pile".to_owned(), view.pile.to_string()),
            ("hand".to_owned(), pack_notation(view.hand)),
        ];
        for (seat, side) in view.sides.iter().enumerate() {
            facts.extend([
                (format!("hand_size {seat}"), side.hand_size.to_string()),
                (format!("plays {seat}"), side.plays.to_string()),
                (
                    format!("taken {seat}"),
                    if side.taken { "yes" } else { "no" }.to_owned(),
                ),
                (format!("collection {seat}"), pack_notation(side.collection)),
            ]);
        }
        let ending = view
            .ending()
            .map_or("none", |ending| ENDING_TEXTS[ending as usize].0);
        let winner = view
            .winner()
            .map_or("none".to_owned(), |seat| seat.to_string());
        facts.extend([
            ("ending".to_owned(), ending.to_owned()),
            ("winner".to_owned(), winner),
        ]);
        facts
    }

    fn render(view: &View, lang: Lang) -> String {
        draw(view, lang)
    }

    fn seen_face(seen: &Seen) -> String {
        let text = match seen {
            Seen::LineLaid(cards) => format!("line {}", notations(cards)),
            Seen::RoundBegan {
                round,
                starter,
                hand,
            } => {
                format!(
                    "round {round} starter {starter} hand {}",
                    pack_notation(*hand)
                )
            }
            Seen::Played { seat, card } => format!("played {seat} {}", card.notation()),
            Seen::Took { seat, cards } => format!("took {seat} {}", notations(cards)),
            Seen::Ended { ending, winner } => {
                let winner = winner.map_or("none".to_owned(), |seat| seat.to_string());
                format!("ended {} winner {winner}", ENDING_TEXTS[*ending as usize].0)
            }
        };
        text.trim_end().to_owned()
    }

    fn seen_text(seen: &Seen, lang: Lang) -> String {
        match (seen, lang) {
            (Seen::LineLaid(cards), Lang::En) => {
                format!("The line begins with {}.", names(cards, lang))
            }
            (Seen::LineLaid(cards), Lang::Fr) => {
                format!("La ligne commence par {}.", names(cards, lang))
            }
            (Seen::RoundBegan { round, starter, .. }, Lang::En) => {
                format!("Round {round} begins; seat {starter} starts.")
            }
            (Seen::RoundBegan { round, starter, .. }, Lang::Fr) => {
                format!("La manche {round} commence ; le siège {starter} débute.")
            }
            (Seen::Played { seat, card }, Lang::En) => {
                format!("Seat {seat} plays {}.", card.name(lang))
            }
            (Seen::Played { seat, card }, Lang::Fr) => {
                format!("Le siège {seat} joue {}.", card.name(lang))
            }
            (Seen::Took { seat, cards }, Lang::En) => {
                format!("Seat {seat} takes {}.", names(cards, lang))
            }
            (Seen::Took { seat, cards }, Lang::Fr) => {
                format!("Le siège {seat} prend {}.", names(cards, lang))
            }
            (Seen::Ended { ending, winner }, _) => ended(*ending, *winner, lang),
        }
    }

    fn view_to_wire(view: &View) -> game_view::Game {
        game_view::Game::DistrictNoir(wire::view(view))
    }

    fn view_from_wire(view: &game_view::Game, _: &[u8], viewer: Viewer) -> Option<View> {
        let game_view::Game::DistrictNoir(view) = view else {
            return None;
        };
        wire::read_view(view, viewer)
    }

    fn seen_to_wire(seen: &Seen) -> Option<game_event::Game> {
        Some(game_event::Game::DistrictNoir(wire::seen(seen)))
    }

    fn seen_from_wire(event: &game_event::Game) -> Option<Seen> {
        let game_event::Game::DistrictNoir(event) = event else {
            return None;
        };
        wire::read_seen(event)
    }
}

fn notations(cards: &[Card]) -> String {
    cards
        .iter()
        .map(|card| card.notation())
        .collect::<Vec<_>>()
        .join(" ")
}

fn pack_notation(pack: Pack) -> String {
    notations(&pack.cards().collect::<Vec<_>>())
}

fn names(cards: &[Card], lang: Lang) -> String {
    cards
        .iter()
        .map(|card| card.name(lang))
        .collect::<Vec<_>>()
        .join(", ")
}

fn ended(ending: Ending, winner: Option<Seat>, lang: Lang) -> String {
    let how = ENDING_TEXTS[ending as usize].1.get(lang);
    match winner {
        Some(seat) => format!(
            "{how} {} {seat}.",
            lang.pick("The winner is seat", "Gagnant : siège")
        ),
        None => how.to_owned(),
    }
}

/// A card in its colour, always four columns wide.
fn tile(card: Card, lang: Lang) -> String {
    let colour = match card {
        Card::Support5 | Card::Support6 | Card::Support7 | Card::Support8 => "cyan",
        Card::Alliance2 | Card::Alliance3 | Card::Alliance4 => "green",
        Card::Betrayal1 | Card::Betrayal2 | Card::Betrayal3 => "red",
        Card::Docks | Card::PoliceStation | Card::TownHall => "yellow",
    };
    let short = match card {
        Card::Docks => lang.pick("Dock", "Dock"),
        Card::PoliceStation => lang.pick("Poli", "Comm"),
        Card::TownHall => lang.pick("Hall", "Mair"),
        _ => card.notation(),
    };
    format!("[{colour}]{short:^4}[/]")
}

fn row(cards: impl IntoIterator<Item = Card>, lang: Lang) -> String {
    let tiles: Vec<String> = cards.into_iter().map(|card| tile(card, lang)).collect();
    if tiles.is_empty() {
        format!("[dim]{}[/]", lang.pick("none", "aucune"))
    } else {
        tiles.join(" ")
    }
}

fn draw(view: &View, lang: Lang) -> String {
    let own = view.viewer.seat().map_or(0, Seat::index);
    let mut text = String::new();
    let title = lang.pick("round", "manche");
    let pile = lang.pick("draw pile", "pioche");
    let of = lang.pick("of", "sur");
    let _ = writeln!(
        text,
        "[b]District Noir[/] · {title} {} {of} {ROUNDS} · {pile} {}",
        view.round, view.pile
    );
    draw_side(&mut text, view, 1 - own, lang);
    let line = view.line();
    let (start, end) = line.split_at(line.len().saturating_sub(TAKEN));
    let _ = writeln!(text, "\n  {}", lang.pick("[b]Line[/]", "[b]Ligne[/]"));
    for chunk in start.chunks(12) {
        let _ = writeln!(text, "    {}", row(chunk.iter().copied(), lang));
    }
    if line.is_empty() {
        let _ = writeln!(text, "    [dim]{}[/]", lang.pick("empty", "vide"));
    } else {
        let note = lang.pick("← what a Take brings", "← ce que rapporte une prise");
        let _ = writeln!(
            text,
            "  [b]▸[/] {}  [dim]{note}[/]",
            row(end.iter().copied(), lang)
        );
    }
    draw_side(&mut text, view, own, lang);
    if let (Some(ending), winner) = (view.ending(), view.winner()) {
        let _ = writeln!(text, "\n  [b]{}[/]", ended(ending, winner, lang));
    }
    text
}

fn draw_side(text: &mut String, view: &View, seat: usize, lang: Lang) {
    let side: &Side = &view.sides[seat];
    let is_own = view.viewer.seat().is_some_and(|own| own.index() == seat);
    let name = format!("{} {seat}", lang.pick("Seat", "Siège"));
    let you = if is_own {
        lang.pick(" (you)", " (vous)")
    } else {
        ""
    };
    let taken = if side.taken {
        lang.pick("[magenta]has taken[/]", "[magenta]a pris[/]")
    } else {
        lang.pick("[dim]not yet taken[/]", "[dim]n'a pas pris[/]")
    };
    let plays = lang.pick("plays", "cartes jouées");
    let _ = writeln!(
        text,
        "\n  [b]{name}{you}[/] · {plays} {}/5 · {taken}",
        side.plays
    );
    let supports = side.collection.cards().filter(|card| card.index() < 4);
    let rest = side.collection.cards().filter(|card| card.index() >= 4);
    let _ = writeln!(
        text,
        "    {:<9} {}",
        lang.pick("supports", "soutiens"),
        row(supports, lang)
    );
    let _ = writeln!(
        text,
        "    {:<9} {}",
        lang.pick("others", "autres"),
        row(rest, lang)
    );
    let hand = if is_own {
        row(view.hand.cards(), lang)
    } else {
        let backs = vec!["[blue] ▒▒ [/]"; usize::from(side.hand_size)].join(" ");
        if backs.is_empty() {
            row([], lang)
        } else {
            backs
        }
    };
    let _ = writeln!(text, "    {:<9} {hand}", lang.pick("hand", "main"));
}
