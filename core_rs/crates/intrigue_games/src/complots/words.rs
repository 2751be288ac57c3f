//! What people read: names, sentences, and the table drawn as text.

use std::fmt::Write;

use intrigue_core::{About, ActionForm, ActionId, Face, Lang, Seat, SeatSet, Text, Viewer};
use intrigue_wire::v1::{game_event, game_view};

use super::action::Action;
use super::cards::{Character, Hand, KIND_TABLE};
use super::state::{Chance, Complots, Deed, Ending, Question, Sequel, Stage, Undertaking};
use super::view::{Seen, View};
use super::{features, options, wire};

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
    rules: [include_str!("RULES.md"), include_str!("RULES.fr.md")],
    options: options::OPTIONS,
    cards: &KIND_TABLE,
    features_version: features::VERSION,
    planes: features::PLANES,
};

/// The names and texts of the endings, in the order of [`Ending`].
pub(super) static ENDING_TEXTS: [(&str, Text); 2] = [
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
const STAGES: [(&str, &str, &str); 10] = [
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

const DEEDS: [(&str, &str, &str); 8] = [
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
        draw(view, lang)
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
        tell(seen, lang)
    }

    fn view_to_wire(view: &View) -> game_view::Game {
        game_view::Game::Complots(wire::view(view))
    }

    fn view_from_wire(view: &game_view::Game, viewer: Viewer) -> Option<View> {
        let game_view::Game::Complots(view) = view else {
            return None;
        };
        wire::read_view(view, viewer)
    }

    fn seen_to_wire(seen: &Seen) -> game_event::Game {
        game_event::Game::Complots(wire::seen(seen))
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

fn set(seats: SeatSet) -> String {
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

/// The seats of a set for a sentence.
fn seats_text(seats: SeatSet, lang: Lang) -> String {
    let noun = match (seats.len(), lang) {
        (1, Lang::En) => "seat",
        (_, Lang::En) => "seats",
        (1, Lang::Fr) => "le siège",
        (_, Lang::Fr) => "les sièges",
    };
    format!("{noun} {}", set(seats).replace(' ', ", "))
}

fn names(cards: Hand, lang: Lang) -> String {
    cards
        .cards()
        .map(|card| card.name(lang))
        .collect::<Vec<_>>()
        .join(", ")
}

#[expect(
    clippy::too_many_lines,
    reason = "one arm an event, each a sentence in two languages"
)]
fn tell(seen: &Seen, lang: Lang) -> String {
    let en = lang == Lang::En;
    let name = |card: Character| card.name(lang);
    match *seen {
        Seen::Dealt(first, _) if en => format!("The cards are dealt; seat {first} begins."),
        Seen::Dealt(first, _) => {
            format!("Les cartes sont distribuées ; le siège {first} commence.")
        }
        Seen::Kept(card) if en => format!("You keep: {}.", name(card)),
        Seen::Kept(card) => format!("Vous gardez : {}.", name(card)),
        Seen::AllKept if en => "Both seats have chosen.".to_owned(),
        Seen::AllKept => "Les deux sièges ont choisi.".to_owned(),
        Seen::TurnBegan(turn, seat) if en => format!("Turn {turn}: seat {seat}."),
        Seen::TurnBegan(turn, seat) => format!("Tour {turn} : siège {seat}."),
        Seen::Acted(seat, deed, target) => {
            let (_, deed_en, deed_fr) = DEEDS[deed as usize];
            match (en, target) {
                (true, None) => format!("Seat {seat} announces {deed_en}."),
                (true, Some(target)) => {
                    format!("Seat {seat} announces {deed_en} against seat {target}.")
                }
                (false, None) => format!("Le siège {seat} annonce {deed_fr}."),
                (false, Some(target)) => {
                    format!("Le siège {seat} annonce {deed_fr} contre le siège {target}.")
                }
            }
        }
        // The view puts the question, and the prompt: in a list of what happened it is noise.
        Seen::Asked(_) => String::new(),
        Seen::Passed(seat) if en => format!("Seat {seat} passes."),
        Seen::Passed(seat) => format!("Le siège {seat} passe."),
        Seen::AllPassed if en => "Nobody reacts.".to_owned(),
        Seen::AllPassed => "Personne ne réagit.".to_owned(),
        Seen::Doubted(seat, claimant, card) if en => {
            format!(
                "Seat {seat} doubts that seat {claimant} has: {}.",
                name(card)
            )
        }
        Seen::Doubted(seat, claimant, card) => {
            format!(
                "Le siège {seat} doute que le siège {claimant} ait : {}.",
                name(card)
            )
        }
        Seen::Countered(seat, card) if en => {
            format!("Seat {seat} counters, claiming: {}.", name(card))
        }
        Seen::Countered(seat, card) => {
            format!("Le siège {seat} contre en annonçant : {}.", name(card))
        }
        Seen::Proved(seat, card) if en => format!("Seat {seat} shows: {}.", name(card)),
        Seen::Proved(seat, card) => format!("Le siège {seat} montre : {}.", name(card)),
        Seen::Drew(seat, count, cards) => {
            let which = if cards.is_empty() {
                String::new()
            } else {
                format!(" ({})", names(cards, lang))
            };
            if en {
                let plural = if count == 1 { "" } else { "s" };
                format!("Seat {seat} draws {count} card{plural} from the Court{which}.")
            } else {
                let plural = if count > 1 { "s" } else { "" };
                format!("Le siège {seat} pioche {count} carte{plural} à la Cour{which}.")
            }
        }
        Seen::Returned(seat, card) => {
            let which = card.map_or(String::new(), |card| format!(" ({})", name(card)));
            if en {
                format!("Seat {seat} returns a card to the Court{which}.")
            } else {
                format!("Le siège {seat} rend une carte à la Cour{which}.")
            }
        }
        Seen::Lost(seat, card) if en => format!("Seat {seat} loses: {}.", name(card)),
        Seen::Lost(seat, card) => format!("Le siège {seat} perd : {}.", name(card)),
        Seen::Coins(seat, amount) if en && amount < 0 => {
            format!(
                "Seat {seat} gives {} to the Treasury.",
                coins(-amount, lang)
            )
        }
        Seen::Coins(seat, amount) if en => {
            format!(
                "Seat {seat} takes {} from the Treasury.",
                coins(amount, lang)
            )
        }
        Seen::Coins(seat, amount) if amount < 0 => {
            format!("Le siège {seat} verse {} au Trésor.", coins(-amount, lang))
        }
        Seen::Coins(seat, amount) => {
            format!("Le siège {seat} prend {} au Trésor.", coins(amount, lang))
        }
        Seen::Stole(seat, target, amount) => {
            let coins = coins(amount.cast_signed(), lang);
            if en {
                format!("Seat {seat} steals {coins} from seat {target}.")
            } else {
                format!("Le siège {seat} vole {coins} au siège {target}.")
            }
        }
        Seen::Showed(seat, examiner, card) => {
            let which = card.map_or(String::new(), |card| format!(" ({})", name(card)));
            if en {
                format!("Seat {seat} shows a card to seat {examiner}{which}.")
            } else {
                format!("Le siège {seat} montre une carte au siège {examiner}{which}.")
            }
        }
        Seen::Judged(examiner, seat, discarded) => match (en, discarded) {
            (true, true) => format!("Seat {examiner} has the card of seat {seat} discarded."),
            (true, false) => format!("Seat {examiner} gives seat {seat} its card back."),
            (false, true) => {
                format!("Le siège {examiner} fait défausser la carte du siège {seat}.")
            }
            (false, false) => format!("Le siège {examiner} rend la carte au siège {seat}."),
        },
        Seen::Resigning(_) if en => "Your resignation takes effect between two actions.".to_owned(),
        Seen::Resigning(_) => "Votre abandon prend effet entre deux actions.".to_owned(),
        Seen::Resigned(seat, cards) if en => {
            format!("Seat {seat} resigns and turns up: {}.", names(cards, lang))
        }
        Seen::Resigned(seat, cards) => {
            format!(
                "Le siège {seat} abandonne et retourne : {}.",
                names(cards, lang)
            )
        }
        Seen::Ended(ending, winners) => ended(ending, winners, lang),
    }
}

fn coins(amount: i8, lang: Lang) -> String {
    // English says 0 coins, French 0 pièce.
    match (amount, lang) {
        (1, Lang::En) => format!("{amount} coin"),
        (_, Lang::En) => format!("{amount} coins"),
        (0 | 1, Lang::Fr) => format!("{amount} pièce"),
        (_, Lang::Fr) => format!("{amount} pièces"),
    }
}

fn ended(ending: Ending, winners: SeatSet, lang: Lang) -> String {
    let how = ENDING_TEXTS[ending as usize].1.get(lang);
    let noun = match (ending, lang) {
        (Ending::LastInfluence, Lang::En) => "Winner:",
        (Ending::LastInfluence, Lang::Fr) => "Gagnant :",
        (Ending::TurnLimit, Lang::En) => "Survivors:",
        (Ending::TurnLimit, Lang::Fr) => "Survivants :",
    };
    format!("{how} {noun} {}.", seats_text(winners, lang))
}

/// A character in its colour.
fn tile(card: Character, lang: Lang) -> String {
    let colour = match card {
        Character::Duchess => "magenta",
        Character::Assassin => "red",
        Character::Countess => "yellow",
        Character::Captain => "blue",
        Character::Ambassador => "green",
        Character::Inquisitor => "cyan",
    };
    format!("[{colour}]{}[/]", card.name(lang))
}

fn row(cards: Hand, lang: Lang) -> String {
    let tiles: Vec<String> = cards.cards().map(|card| tile(card, lang)).collect();
    if tiles.is_empty() {
        format!("[dim]{}[/]", lang.pick("none", "aucune"))
    } else {
        tiles.join(", ")
    }
}

fn draw(view: &View, lang: Lang) -> String {
    let seats = view.sides.len();
    let own = view.viewer.seat().map_or(0, Seat::index);
    let mut text = String::new();
    let (turn, court, treasury) = (
        lang.pick("turn", "tour"),
        lang.pick("Court", "Cour"),
        lang.pick("Treasury", "Trésor"),
    );
    let _ = writeln!(
        text,
        "[b]Complots[/] · {turn} {} · {court} {} · {treasury} {}\n",
        view.turn, view.court, view.treasury
    );
    for place in 1..=seats {
        draw_side(&mut text, view, (own + place) % seats, lang);
    }
    let question = view.question;
    text.push('\n');
    if let Some(undertaking) = question.undertaking {
        under_way(&mut text, view, undertaking, lang);
    }
    let secrets = view.secrets.unwrap_or_default();
    if let Some(card) = secrets.examined {
        let noun = lang.pick("Card examined:", "Carte examinée :");
        let _ = writeln!(text, "  {noun} {}", tile(card, lang));
    }
    if !secrets.set_aside.is_empty() {
        let noun = if question.stage == Stage::Keep {
            lang.pick("Your pack:", "Votre paquet :")
        } else {
            lang.pick("Your cards set aside:", "Vos cartes écartées :")
        };
        let _ = writeln!(text, "  {noun} {}", row(secrets.set_aside, lang));
    }
    if let Some((ending, winners)) = view.end {
        let _ = writeln!(text, "  [b]{}[/]", ended(ending, winners, lang));
    } else {
        let _ = writeln!(text, "  [b]{}[/]", question_text(view, lang));
    }
    text
}

/// What is asked, and of whom.
fn question_text(view: &View, lang: Lang) -> String {
    let question = view.question;
    let (_, en, fr) = STAGES[question.stage as usize];
    let own = view
        .viewer
        .seat()
        .filter(|&seat| question.window.contains(seat));
    let mut others = question.window;
    if let Some(own) = own {
        others.remove(own);
    }
    let who = match (own, others.is_empty()) {
        (Some(_), true) => lang.pick("You", "Vous").to_owned(),
        (Some(_), false) => format!(
            "{} {}",
            lang.pick("You and", "Vous et"),
            seats_text(others, lang)
        ),
        (None, _) => {
            let (one, several) = (lang.pick("Seat", "Siège"), lang.pick("Seats", "Sièges"));
            let noun = if others.len() == 1 { one } else { several };
            format!("{noun} {}", set(others).replace(' ', ", "))
        }
    };
    let colon = lang.pick(":", " :");
    let mut line = format!("{who}{colon} {}", lang.pick(en, fr));
    let secrets = view.secrets.unwrap_or_default();
    if secrets.passed {
        line += lang.pick(" (you have passed)", " (vous avez passé)");
    } else if secrets.kept.is_some() {
        line += lang.pick(" (you have chosen)", " (vous avez choisi)");
    }
    line
}

fn under_way(text: &mut String, view: &View, undertaking: Undertaking, lang: Lang) {
    let (_, en, fr) = DEEDS[undertaking.deed as usize];
    let active = view.active;
    let _ = match (undertaking.target, lang) {
        (None, Lang::En) => writeln!(text, "  Seat {active} announces {en}."),
        (None, Lang::Fr) => writeln!(text, "  Le siège {active} annonce {fr}."),
        (Some(target), Lang::En) => {
            writeln!(
                text,
                "  Seat {active} announces {en} against seat {target}."
            )
        }
        (Some(target), Lang::Fr) => {
            writeln!(
                text,
                "  Le siège {active} annonce {fr} contre le siège {target}."
            )
        }
    };
    if let Some((seat, card)) = undertaking.counter {
        let card = tile(card, lang);
        let _ = match lang {
            Lang::En => writeln!(text, "  Seat {seat} counters, claiming: {card}."),
            Lang::Fr => writeln!(text, "  Le siège {seat} contre en annonçant : {card}."),
        };
    }
}

fn draw_side(text: &mut String, view: &View, seat: usize, lang: Lang) {
    let side = view.sides[seat];
    let is_own = view.viewer.seat().is_some_and(|own| own.index() == seat);
    let you = if is_own {
        lang.pick(" (you)", " (vous)")
    } else {
        ""
    };
    let active = if view.active.index() == seat && view.end.is_none() {
        "[b]▸[/]"
    } else {
        " "
    };
    let name = format!("{} {seat}{you}", lang.pick("Seat", "Siège"));
    if side.face_down == 0 {
        let out = lang.pick("out", "éliminé");
        let _ = writeln!(
            text,
            "{active} [dim]{name:<14} {out:>9}  ✗ {}[/]",
            names(side.face_up, lang)
        );
        return;
    }
    let cards = match view.secrets.filter(|_| is_own) {
        Some(secrets) => row(secrets.hand, lang),
        None => vec!["[blue]▒▒[/]"; usize::from(side.face_down)].join(" "),
    };
    let up = if side.face_up.is_empty() {
        String::new()
    } else {
        format!("  [dim]✗ {}[/]", names(side.face_up, lang))
    };
    let purse = coins(side.coins.cast_signed(), lang);
    let _ = writeln!(
        text,
        "{active} [b]{name:<14}[/] [yellow]{purse:>9}[/]  {cards}{up}"
    );
}

/// A deed's place in the table of deeds is its number.
const _: () = assert!(Deed::Examine as usize == DEEDS.len() - 1);
