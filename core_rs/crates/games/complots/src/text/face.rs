//! What people and tests read: names, notation, and the text face of views and events.

use std::fmt::Write;

use intrigue_core::{About, ActionForm, ActionId, CardKind, Face, Lang, SeatSet, Text, Viewer};
use intrigue_wire::v1::{game_event, game_view};

use crate::content::{Character, Hand, KIND_TABLE};
use crate::knowledge::features;
use crate::knowledge::view::{Seen, View};
use crate::rules::action::Action;
use crate::rules::options;
use crate::rules::state::{Chance, Complots, Deed, Question, Sequel, Undertaking};
use crate::text::events;
use crate::text::render;
use crate::wire;

static ABOUT: About = About {
    id: "complots",
    name: Text::fixed("Complots", "Complots"),
    summary: Text::fixed(
        "Two hidden characters each, and the right to claim any: whoever is caught lying, or doubts the truth, loses one.",
        "Deux personnages cachés chacun, et le droit d'annoncer n'importe lequel : qui ment et se fait prendre, ou doute à tort, en perd un.",
    ),
    min_seats: 2,
    max_seats: 8,
    rules_version: "1",
    // A turn: the action, three windows of seven, two losses, the exchange or the examination.
    longest: 10_000 * 28,
    bluff: true,
    open: false,
    cooperative: false,
    has_default_policy: false,
    contextual: false,
    rules: [
        include_str!("../../RULES.md"),
        include_str!("../../RULES.fr.md"),
    ],
    options: options::OPTIONS,
    documents: &[],
    features_version: features::VERSION,
    planes: features::PLANES,
};

/// The names and texts of the endings, in the order of [`Ending`].
pub(crate) static ENDING_TEXTS: [(&str, Text); 2] = [
    (
        "last_influence",
        Text::fixed(
            "One seat alone has influence.",
            "Un seul siège a encore de l'influence.",
        ),
    ),
    (
        "turn_limit",
        Text::fixed(
            "The turn limit is reached: the survivors draw.",
            "La limite de tours est atteinte : match nul entre les survivants.",
        ),
    ),
];

/// The stages: their notation, and the question that each puts to whoever is asked.
pub(crate) const STAGES: [(&str, &str, &str); 10] = [
    ("keep", "keep which card?", "quelle carte garder ?"),
    ("act", "which action?", "quelle action ?"),
    (
        "doubt_deed",
        "doubt the claim?",
        "mettre l'annonce en doute ?",
    ),
    ("counter", "counter the action?", "contrer l'action ?"),
    (
        "doubt_counter",
        "doubt the counter?",
        "mettre le contre en doute ?",
    ),
    ("lose", "lose which card?", "quelle carte perdre ?"),
    (
        "return",
        "return which card to the Court?",
        "quelle carte rendre à la Cour ?",
    ),
    ("show", "show which card?", "quelle carte montrer ?"),
    (
        "verdict",
        "give the card back, or have it discarded?",
        "rendre la carte ou la faire défausser ?",
    ),
    ("over", "the match is over", "la partie est terminée"),
];

pub(crate) const DEEDS: [(&str, &str, &str); 8] = [
    ("income", "income", "le revenu"),
    ("foreign_aid", "foreign aid", "l'aide étrangère"),
    ("coup", "a coup", "un coup d'État"),
    ("tax", "the Duchess's tax", "la taxe de la Duchesse"),
    (
        "assassinate",
        "an assassination by the Assassin",
        "un assassinat par l'Assassin",
    ),
    ("steal", "the Captain's theft", "un vol par le Capitaine"),
    (
        "exchange",
        "an exchange with the Court",
        "un échange avec la Cour",
    ),
    (
        "examine",
        "an examination by the Inquisitor",
        "un examen par l'Inquisiteur",
    ),
];

impl Face for Complots {
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
        let question = view.question;
        let secrets = view.secrets.unwrap_or_default();
        let card = |card: Option<Character>| card.map_or("none", Character::notation).to_owned();
        let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        let mut facts = vec![
            ("turn".to_owned(), view.turn.to_string()),
            ("active".to_owned(), view.active.to_string()),
            ("treasury".to_owned(), view.treasury.to_string()),
            ("court".to_owned(), view.court.to_string()),
            (
                "stage".to_owned(),
                STAGES[question.stage as usize].0.to_owned(),
            ),
            ("window".to_owned(), set(question.window)),
            ("passed".to_owned(), set(question.passed)),
            (
                "undertaking".to_owned(),
                undertaking_face(question.undertaking),
            ),
            ("to_return".to_owned(), question.to_return.to_string()),
            ("hand".to_owned(), hand(secrets.hand)),
            ("set_aside".to_owned(), hand(secrets.set_aside)),
            ("kept".to_owned(), card(secrets.kept)),
            ("own_pass".to_owned(), yes(secrets.passed)),
            ("examined".to_owned(), card(secrets.examined)),
            ("resigning".to_owned(), yes(secrets.resigning)),
        ];
        for (seat, side) in view.sides.iter().enumerate() {
            facts.extend([
                (format!("coins {seat}"), side.coins.to_string()),
                (format!("face_down {seat}"), side.face_down.to_string()),
                (format!("face_up {seat}"), hand(side.face_up)),
            ]);
        }
        let ending = view
            .end
            .map_or("none", |(ending, _)| ENDING_TEXTS[ending as usize].0);
        let winners = view.end.map_or(String::new(), |(_, winners)| set(winners));
        facts.extend([
            ("ending".to_owned(), ending.to_owned()),
            ("winners".to_owned(), winners),
        ]);
        facts
    }

    fn render(view: &View, lang: Lang) -> String {
        render::draw(view, lang)
    }

    fn seen_face(seen: &Seen) -> String {
        let card = |card: Option<Character>| card.map_or("", Character::notation);
        let text = match *seen {
            Seen::Dealt(first, cards) => format!("dealt first {first} hand {}", hand(cards)),
            Seen::Kept(kept) => format!("kept {}", kept.notation()),
            Seen::AllKept => "all_kept".to_owned(),
            Seen::TurnBegan(turn, seat) => format!("turn {turn} seat {seat}"),
            Seen::Acted(seat, deed, target) => {
                let target = target.map_or(String::new(), |seat| seat.to_string());
                format!("acted {seat} {} {target}", DEEDS[deed as usize].0)
            }
            Seen::Asked(question) => question_face(&question),
            Seen::Passed(seat) => format!("passed {seat}"),
            Seen::AllPassed => "all_passed".to_owned(),
            Seen::Doubted(seat, claimant, character) => {
                format!("doubted {seat} {claimant} {}", character.notation())
            }
            Seen::Countered(seat, character) => {
                format!("countered {seat} {}", character.notation())
            }
            Seen::Proved(seat, character) => format!("proved {seat} {}", character.notation()),
            Seen::Drew(seat, count, cards) => format!("drew {seat} {count} {}", hand(cards)),
            Seen::Returned(seat, returned) => format!("returned {seat} {}", card(returned)),
            Seen::Lost(seat, character) => format!("lost {seat} {}", character.notation()),
            Seen::Coins(seat, amount) => format!("coins {seat} {amount:+}"),
            Seen::Stole(seat, target, amount) => format!("stole {seat} {target} {amount}"),
            Seen::Showed(seat, examiner, shown) => {
                format!("showed {seat} {examiner} {}", card(shown))
            }
            Seen::Judged(examiner, seat, discarded) => {
                let verdict = if discarded { "discarded" } else { "given_back" };
                format!("judged {examiner} {seat} {verdict}")
            }
            Seen::Resigning(seat) => format!("resigning {seat}"),
            Seen::Resigned(seat, cards) => format!("resigned {seat} {}", hand(cards)),
            Seen::Ended(ending, winners) => {
                format!("ended {} {}", ENDING_TEXTS[ending as usize].0, set(winners))
            }
        };
        text.trim_end().to_owned()
    }

    fn seen_text(seen: &Seen, lang: Lang) -> String {
        events::tell(seen, lang)
    }

    fn view_to_wire(view: &View) -> game_view::Game {
        game_view::Game::Complots(wire::view(view))
    }

    fn view_from_wire(view: &game_view::Game, _: &[u8], viewer: Viewer) -> Option<View> {
        let game_view::Game::Complots(view) = view else {
            return None;
        };
        wire::read_view(view, viewer)
    }

    fn seen_to_wire(seen: &Seen) -> Option<game_event::Game> {
        Some(game_event::Game::Complots(wire::seen(seen)))
    }

    fn seen_from_wire(event: &game_event::Game) -> Option<Seen> {
        let game_event::Game::Complots(event) = event else {
            return None;
        };
        wire::read_seen(event)
    }
}

fn hand(hand: Hand) -> String {
    hand.cards()
        .map(Character::notation)
        .collect::<Vec<_>>()
        .join(" ")
}

pub(crate) fn set(seats: SeatSet) -> String {
    seats
        .iter()
        .map(|seat| seat.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

fn undertaking_face(undertaking: Option<Undertaking>) -> String {
    let Some(undertaking) = undertaking else {
        return "none".to_owned();
    };
    let mut face = DEEDS[undertaking.deed as usize].0.to_owned();
    if let Some(target) = undertaking.target {
        let _ = write!(face, " {target}");
    }
    if let Some(doubter) = undertaking.lost_doubter {
        let _ = write!(face, " lost_doubter {doubter}");
    }
    if let Some((seat, character)) = undertaking.counter {
        let _ = write!(face, " counter {seat} {}", character.notation());
    }
    face
}

fn question_face(question: &Question) -> String {
    let mut face = format!(
        "asked {} {}",
        STAGES[question.stage as usize].0,
        set(question.window)
    );
    if !question.passed.is_empty() {
        let _ = write!(face, " passed {}", set(question.passed));
    }
    if let Some(sequel) = question.sequel {
        let sequel = match sequel {
            Sequel::TurnEnds => "turn_ends",
            Sequel::Counters => "counters",
            Sequel::Power => "power",
        };
        let _ = write!(face, " then {sequel}");
    }
    face
}

/// A deed's place in the table of deeds is its number.
const _: () = assert!(Deed::Examine as usize == DEEDS.len() - 1);
