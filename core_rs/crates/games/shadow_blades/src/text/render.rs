//! The table drawn as text, and the words for questions and skills.

use std::fmt::Write;

use intrigue_core::Lang;

use crate::content::cards::Card;
use crate::knowledge::memory::{Known, Place};
use crate::knowledge::view::View;
use crate::rules::state::{PILES, Stage, Step, StepKind};
use crate::text::events::{seats_text, spot_text};
use crate::text::render_seat::{
    draw_end, draw_hand, draw_side, known_at, list, place_text, tile, tiles,
};

/// The questions in the order of [`Stage::ALL`]: notation, English, French.
pub(crate) const STAGES: [(&str, &str, &str); 19] = [
    ("draft", "keep which card?", "quelle carte garder ?"),
    ("turn", "recruit or deploy?", "recruter ou déployer ?"),
    (
        "recruit",
        "take the pile or put it back?",
        "prendre la pile ou la reposer ?",
    ),
    (
        "deploy",
        "go on deploying or end the turn?",
        "continuer le déploiement ou terminer le tour ?",
    ),
    (
        "ruby_tracker",
        "name which two agents of one opponent?",
        "quels deux agents d'un même adversaire nommer ?",
    ),
    (
        "tracker_choice",
        "discard which of the two agents named?",
        "lequel des deux agents nommés défausser ?",
    ),
    (
        "shadow_claw",
        "eliminate which agent of strength 3 or less?",
        "quel agent de force 3 au plus éliminer ?",
    ),
    (
        "yaksha",
        "eliminate the last agent of which zone?",
        "de quelle zone éliminer le dernier agent arrivé ?",
    ),
    ("looter", "take which pile?", "quelle pile prendre ?"),
    (
        "illusionist_keep",
        "keep which of the four cards?",
        "laquelle des quatre cartes garder ?",
    ),
    (
        "illusionist_order",
        "put which card back next, the top one first?",
        "quelle carte reposer ensuite, celle du dessus d'abord ?",
    ),
    (
        "beast",
        "scare away which agent that bears a weapon?",
        "quel agent porteur d'une arme faire fuir ?",
    ),
    (
        "mistrunner",
        "fetch which agent, discarding which weapons?",
        "quel agent attirer, en défaussant quelles armes ?",
    ),
    (
        "whisper",
        "look at the hand of which seat?",
        "de quel siège regarder la main ?",
    ),
    (
        "whisper_take",
        "take which card of the hand?",
        "quelle carte de la main prendre ?",
    ),
    (
        "chameleon",
        "look at the missions of which zone?",
        "de quelle zone regarder les missions ?",
    ),
    (
        "chameleon_return",
        "send which mission back to its owner's hand?",
        "quelle mission renvoyer dans la main de son siège ?",
    ),
    (
        "shadow",
        "pass a shadow card to the ally?",
        "passer une carte de l'ombre à l'allié ?",
    ),
    ("over", "the match is over", "la partie est terminée"),
];

/// The skills in the order of [`crate::Skill`]: notation, English, French.
pub(crate) const SKILLS: [(&str, &str, &str); 12] = [
    ("ruby_tracker", "Ruby Tracker", "Pisteuse de rubis"),
    ("shadow_claw", "Shadow Claw", "Griffe de l'ombre"),
    ("yaksha", "Yaksha", "Yaksha"),
    ("looter", "Looter", "Pillard"),
    (
        "illusionist",
        "Sapphire Illusionist",
        "Illusionniste de saphir",
    ),
    ("beast", "The Beast", "Le fauve"),
    ("falcon", "Jade Falcon", "Faucon de jade"),
    ("raven", "The Raven", "Le corbeau"),
    ("mistrunner", "Mistrunner", "Course-brume"),
    ("whisper", "Amber Whisper", "Murmure d'ambre"),
    ("chameleon", "The Chameleon", "Le caméléon"),
    ("gravewalker", "Gravewalker", "Passe-tombe"),
];

/// A view as a terminal shows it: what is common, the other seats, the own one, the question.
pub(crate) fn draw(view: &View, lang: Lang) -> String {
    let mut text = String::new();
    let known = view.memory.known(view.viewer);
    draw_heading(&mut text, view, lang);
    draw_stocks(&mut text, view, &known, lang);
    let seats = view.sides.len();
    // The own seat comes last, next to the hand and the question.
    let first = view.viewer.seat().map_or(0, |own| own.index() + 1);
    for place in 0..seats {
        text.push('\n');
        draw_side(&mut text, view, &known, (first + place) % seats, lang);
    }
    text.push('\n');
    if let Some(secrets) = &view.secrets {
        draw_hand(&mut text, secrets, lang);
    }
    if let Some(end) = &view.end {
        draw_end(&mut text, view, end, lang);
        return text;
    }
    draw_unsure(&mut text, &known, lang);
    draw_progress(&mut text, view, lang);
    let _ = writeln!(text, "  [b]{}[/]", question_text(view, lang));
    text
}

fn draw_heading(text: &mut String, view: &View, lang: Lang) {
    let turn = match (view.turn, lang) {
        (0, Lang::En) => "set-up".to_owned(),
        (0, Lang::Fr) => "mise en place".to_owned(),
        (turn, Lang::En) => format!("turn {turn}, seat {}", view.active),
        (turn, Lang::Fr) => format!("tour {turn}, siège {}", view.active),
    };
    let mode = if view.variant.alliances {
        lang.pick("0 and 2 against 1 and 3", "0 et 2 contre 1 et 3")
    } else {
        lang.pick("each for itself", "chacun pour soi")
    };
    let conspiracy = match (view.variant.conspiracy, lang) {
        (None, Lang::En) => "no conspiracy".to_owned(),
        (None, Lang::Fr) => "sans complot".to_owned(),
        (Some(conspiracy), _) => format!("[magenta]{}[/]", conspiracy.name(lang)),
    };
    let _ = writeln!(text, "[b]Shadow Blades[/] · {turn} · {mode} · {conspiracy}");
    if let Some(left) = view.finale.filter(|_| view.end.is_none()) {
        let finale = lang.pick("Final confrontation", "Affrontement final");
        let _ = match (left.is_empty(), lang) {
            (true, Lang::En) => writeln!(text, "[red]{finale}[/] · this is the last turn of all"),
            (true, Lang::Fr) => writeln!(text, "[red]{finale}[/] · c'est le tout dernier tour"),
            (false, Lang::En) => {
                writeln!(
                    text,
                    "[red]{finale}[/] · last turn to come: {}",
                    seats_text(left, lang)
                )
            }
            (false, Lang::Fr) => {
                let seats = seats_text(left, lang);
                writeln!(text, "[red]{finale}[/] · dernier tour à venir : {seats}")
            }
        };
    }
}

/// Deck, piles, graveyard and skills.
fn draw_stocks(text: &mut String, view: &View, known: &[Known], lang: Lang) {
    let _ = write!(text, "  {} {}", lang.pick("Deck", "Pioche"), view.deck);
    let colon = lang.pick(":", " :");
    for (place, count) in view.piles.iter().enumerate() {
        let _ = write!(text, " · pile {}{colon} {count}", place + 1);
    }
    let graveyard = lang.pick("graveyard", "cimetière");
    let _ = writeln!(text, " · {graveyard} {}", view.graveyard.len());
    if let Some(&top) = view.graveyard.last() {
        let noun = lang.pick("Top of the graveyard:", "Dessus du cimetière :");
        let _ = writeln!(text, "    {noun} {}", tile(top, lang));
    }
    let piles = (1..=PILES).map(Place::Pile);
    for place in piles.chain([Place::Deck, Place::Bundle]) {
        let there = known_at(known, place, lang);
        if !there.is_empty() {
            let seen = lang.pick("You have seen,", "Vous avez vu,");
            let place = place_text(place, lang);
            list(text, &format!("    {seen} {place}{colon}"), &there);
        }
    }
    let used = SKILLS
        .iter()
        .enumerate()
        .filter(|(skill, _)| view.used >> skill & 1 == 1);
    let used: Vec<String> = used
        .map(|(_, (_, en, fr))| lang.pick(*en, *fr).to_owned())
        .collect();
    if !used.is_empty() {
        let noun = lang.pick(
            "Skills that have happened:",
            "Compétences qui ont eu lieu :",
        );
        list(text, &format!("  {noun}"), &used);
    }
    let legend = lang.pick("★ dominated   ◆ missions", "★ dominée   ◆ missions");
    let _ = writeln!(text, "  [dim]{legend}[/]");
}

/// The hidden cards that may be in several places; those in one are shown there.
fn draw_unsure(text: &mut String, known: &[Known], lang: Lang) {
    let mut groups: Vec<(Vec<Place>, Vec<Card>)> = Vec::new();
    for one in known {
        let places: Vec<Place> = one.places().collect();
        if places.len() < 2 {
            continue;
        }
        match groups.iter_mut().find(|(other, _)| *other == places) {
            Some((_, cards)) => cards.push(one.card),
            None => groups.push((places, vec![one.card])),
        }
    }
    if !groups.is_empty() {
        let seen = lang.pick("Seen, but where now?", "Vu, mais où maintenant ?");
        let _ = writeln!(text, "  {seen}");
    }
    for (places, cards) in groups {
        let mut items = tiles(cards, lang);
        let first = items.len();
        items.extend(places.into_iter().map(|place| place_text(place, lang)));
        let one_of = lang.pick("[dim]in one of:[/] ", "[dim]à l'un de ces endroits :[/] ");
        items[first].insert_str(0, one_of);
        list(text, "   ", &items);
    }
}

/// What has been done in this turn, what the viewer looks at and has chosen so far.
fn draw_progress(text: &mut String, view: &View, lang: Lang) {
    let deployed = view
        .deployment
        .agents
        .cards()
        .iter()
        .zip(view.deployment.strengths);
    let mut done: Vec<String> = deployed
        .map(|(card, strength)| format!("{} ({strength})", card.name(lang)))
        .collect();
    if view.deployment.mission {
        done.push(lang.pick("a mission", "une mission").to_owned());
    }
    if view.deployment.deceived {
        done.push(lang.pick("a Deception", "une Tromperie").to_owned());
    }
    if !done.is_empty() {
        list(
            text,
            lang.pick("  Deployed this turn:", "  Déployé pendant ce tour :"),
            &done,
        );
    }
    if let Some(named) = view.question.named {
        let agents = named.map(|mark| mark.name(lang));
        list(
            text,
            lang.pick("  Agents named:", "  Agents nommés :"),
            &agents,
        );
    }
    let Some(secrets) = &view.secrets else {
        return;
    };
    if !secrets.looking.is_empty() {
        let looking = tiles(secrets.looking.cards(), lang);
        list(
            text,
            lang.pick("  [b]You look at:[/]", "  [b]Vous regardez :[/]"),
            &looking,
        );
    }
    let chosen = chosen(&secrets.step, lang);
    if !chosen.is_empty() {
        let so_far = lang.pick("  [b]Chosen so far:[/]", "  [b]Choisi jusqu'ici :[/]");
        list(text, so_far, &chosen);
    }
}

/// The parts of a step that is not complete.
fn chosen(step: &Step, lang: Lang) -> Vec<String> {
    let mut parts = Vec::new();
    match step.kind {
        StepKind::Blow => parts.push(lang.pick("Fatal Blow", "Coup fatal").to_owned()),
        StepKind::Deception => parts.push(lang.pick("Deception", "Tromperie").to_owned()),
        StepKind::None | StepKind::Agent | StepKind::Skill => {}
    }
    parts.extend(step.card.map(|card| tile(card, lang)));
    parts.extend(step.spot.map(|spot| spot_text(spot, lang)));
    if let Some(target) = step.target {
        parts.push(format!(
            "{} {}",
            lang.pick("target:", "cible :"),
            target.name(lang)
        ));
    }
    if !step.weapons.is_empty() {
        let noun = match step.kind {
            // The Illusionist's order is all that is chosen outside a step with a kind.
            StepKind::None => lang.pick("on top of the deck:", "sur la pioche :"),
            _ => lang.pick("weapons:", "armes :"),
        };
        let cards = step.weapons.cards().iter();
        let first = parts.len();
        parts.extend(cards.map(|&card| tile(card, lang)));
        parts[first].insert_str(0, &format!("{noun} "));
    }
    parts
}

/// What is asked, and of whom.
fn question_text(view: &View, lang: Lang) -> String {
    let question = view.question;
    let (_, en, fr) = STAGES[question.stage as usize];
    let step = view.secrets.unwrap_or_default().step;
    let what = match step.kind {
        StepKind::Agent if step.spot.is_none() => lang.pick("in which zone?", "dans quelle zone ?"),
        StepKind::Blow => lang.pick("against whom?", "contre qui ?"),
        StepKind::Deception if step.target.is_none() => {
            lang.pick("which agent to win over?", "quel agent retourner ?")
        }
        StepKind::Agent | StepKind::Deception => {
            lang.pick("with which weapons?", "avec quelles armes ?")
        }
        StepKind::Skill if question.stage == Stage::RubyTracker => {
            lang.pick("and which other agent?", "et quel autre agent ?")
        }
        StepKind::Skill => lang.pick("for which weapons?", "contre quelles armes ?"),
        StepKind::None if question.stage == Stage::Turn && view.finale.is_some() => lang.pick(
            "deploy or pass the last turn?",
            "déployer ou passer le dernier tour ?",
        ),
        StepKind::None => lang.pick(en, fr),
    };
    let who = if view.viewer.is(question.seat) {
        lang.pick("You", "Vous").to_owned()
    } else {
        format!("{} {}", lang.pick("Seat", "Siège"), question.seat)
    };
    let detail = match (question.stage, question.focus) {
        (Stage::Recruit, _) => format!(" (pile {})", question.pile),
        (Stage::WhisperTake, Some(spot)) => {
            format!(" ({})", place_text(Place::Hand(spot.side()), lang))
        }
        (_, Some(spot)) => format!(" ({})", spot_text(spot, lang)),
        _ => String::new(),
    };
    format!("{who}{} {what}{detail}", lang.pick(":", " :"))
}
