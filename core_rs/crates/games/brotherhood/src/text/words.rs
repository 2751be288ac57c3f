//! What actions, chance and endings are called where nothing is known of the table.

use intrigue_core::{Lang, Text};

use crate::content::ids::AssassinId;
use crate::content::squares::Guard;
use crate::rules::action::{Action, Aim, AssassinAction, Errand, kind_name};
use crate::rules::state::Chance;
use crate::text::names::{Names, a_guard, capital, count, guard_nouns, toward, way_name};

/// The names and texts of the endings, in the order of [`crate::rules::state::Ending`].
pub(crate) static ENDING_TEXTS: [(&str, Text); 7] = [
    (
        "success",
        Text::fixed(
            "The memory is relived: everything is done and the team is away.",
            "Le souvenir est revécu : tout est accompli et l'équipe est loin.",
        ),
    ),
    (
        "eliminated",
        Text::fixed(
            "All assassins are eliminated.",
            "Tous les assassins sont hors de combat.",
        ),
    ),
    (
        "turn_limit",
        Text::fixed("Time has run out.", "Le temps est écoulé."),
    ),
    (
        "abandoned",
        Text::fixed(
            "Nobody is left on the level, and an objective is still open.",
            "Il n'y a plus personne sur le niveau, et un objectif reste à accomplir.",
        ),
    ),
    (
        "alert_on",
        Text::fixed(
            "The alert came on, which this memory doesn't forgive.",
            "L'alerte a été donnée, ce que ce souvenir ne pardonne pas.",
        ),
    ),
    (
        "assassin_critical",
        Text::fixed(
            "An assassin fell, which this memory doesn't forgive.",
            "Un assassin est tombé, ce que ce souvenir ne pardonne pas.",
        ),
    ),
    (
        "bodies_seen",
        Text::fixed("Too many bodies were seen.", "Trop de corps ont été vus."),
    ),
];

/// The parts of an outcome's score.
pub(crate) static SCORE_TEXTS: [(&str, Text); 5] = [
    ("turns", Text::fixed("Turns played", "Tours joués")),
    ("retries", Text::fixed("Retries used", "Reprises utilisées")),
    (
        "eliminated",
        Text::fixed("Assassins eliminated", "Assassins hors de combat"),
    ),
    ("trophy", Text::fixed("Trophy", "Trophée")),
    (
        "objectives",
        Text::fixed("Objectives done", "Objectifs accomplis"),
    ),
];

/// One of nature's choices as records and scripts write it. The digits of `sight` stand for the
/// assassins in order, 1 for one that is seen; the number after them is that of the bodies seen.
pub(crate) fn chance_notation(chance: u32) -> String {
    match Chance::try_from(chance) {
        Ok(Chance::Mirror(mirror)) => format!("mirror:{mirror}"),
        Ok(Chance::Event(card)) => format!("event:{card}"),
        Ok(Chance::Way(way)) => format!("way:{}", way.notation()),
        Ok(Chance::Equipment(kind)) => format!("card:{}", kind_name(kind)),
        Ok(Chance::Chest(card)) => format!("chest:{card}"),
        Ok(Chance::Tower(card)) => format!("tower:{card}"),
        Ok(Chance::Painted(objective)) => format!("painted:{objective}"),
        Ok(Chance::Reinforcement(card)) => format!("reinforcement:{card}"),
        Ok(Chance::Dice(hits, specials)) => format!("dice:{hits}:{specials}"),
        Ok(Chance::Sight(seen, bodies)) => {
            let last = seen.iter().last().map_or(1, |last| last.index().max(1));
            let digits: String = AssassinId::ALL[..=last]
                .iter()
                .map(|&who| if seen.contains(who) { '1' } else { '0' })
                .collect();
            format!("sight:{digits}:{bodies}")
        }
        Ok(Chance::Blows(hits)) => format!("blows:{hits}"),
        Err(()) => String::new(),
    }
}

/// An action in a person's words, whatever the table.
pub(crate) fn label(action: Action, lang: Lang) -> String {
    let names = Names::bare(lang);
    let fixed = |en: &str, fr: &str| lang.pick(en, fr).to_owned();
    match action {
        Action::Done => fixed("Done", "Terminé"),
        Action::Decline => fixed("Not this time", "Pas cette fois"),
        Action::Agree => fixed("Agree to the trade", "Accepter l'échange"),
        Action::Refuse => fixed("Refuse the trade", "Refuser l'échange"),
        Action::Enough => fixed("That is enough", "Cela suffit"),
        Action::Reroll => fixed("Throw the dice again", "Relancer les dés"),
        Action::Body => fixed("The test for a body", "Le test pour un corps"),
        Action::Name(who) => capital(&names.assassin(who)),
        Action::Pair(from, to) => {
            let (from, to) = (names.assassin(from), names.assassin(to));
            match lang {
                Lang::En => format!("A card from {from} to {to}"),
                Lang::Fr => format!("Une carte de {from} à {to}"),
            }
        }
        Action::Card(kind) => names.card(kind),
        Action::Elites(number) => count(number, guard_nouns(Guard::Elite, lang)),
        Action::Crossbowmen(number) => count(number, guard_nouns(Guard::Crossbowman, lang)),
        Action::Toward(way) => capital(way_name(way, lang)),
        Action::Station(number) => format!("Station {number}"),
        Action::Entrance(entrance) => {
            let letter = char::from(b'A' + entrance as u8);
            format!("{} {letter}", lang.pick("Entrance", "Entrée"))
        }
        Action::Pick(number) => format!("{} {number}", lang.pick("Card", "Carte")),
        Action::At(square) => format!("{} {square}", lang.pick("Square", "Case")),
        Action::Own(0, act) => act_label(act, lang),
        Action::Own(_, act) => {
            let second = lang.pick("Second assassin:", "Second assassin :");
            format!("{second} {}", small(&act_label(act, lang)))
        }
    }
}

/// A label in the middle of a line; names of cards keep their capital.
fn small(label: &str) -> String {
    let mut letters = label.chars();
    match letters.next() {
        Some(first) if !label.contains(':') => first.to_lowercase().chain(letters).collect(),
        _ => label.to_owned(),
    }
}

/// What an assassin does, whatever the table.
pub(crate) fn act_label(act: AssassinAction, lang: Lang) -> String {
    let names = Names::bare(lang);
    let fixed = |en: &str, fr: &str| lang.pick(en, fr).to_owned();
    match act {
        AssassinAction::Move(way) => match lang {
            Lang::En => format!("Move {}", toward(way, lang)),
            Lang::Fr => format!("Aller {}", toward(way, lang)),
        },
        AssassinAction::Use(kind, aim) => {
            let card = names.card(kind);
            let aim = aim_label(aim, lang);
            match lang {
                Lang::En => format!("{card}: use it {aim}"),
                Lang::Fr => format!("{card} : s'en servir {aim}"),
            }
        }
        AssassinAction::Equip(kind) => match lang {
            Lang::En => format!("{}: into its slot", names.card(kind)),
            Lang::Fr => format!("{} : dans son emplacement", names.card(kind)),
        },
        AssassinAction::Objective => fixed("Do the objective", "Accomplir l'objectif"),
        AssassinAction::Leave => fixed("Leave the level for good", "Quitter le niveau pour de bon"),
        AssassinAction::Travel(number) => match lang {
            Lang::En => format!("Go to station {number}"),
            Lang::Fr => format!("Aller à la station {number}"),
        },
        AssassinAction::HideBody(guard) => match lang {
            Lang::En => format!("Hide the body of {}", a_guard(guard, lang)),
            Lang::Fr => format!("Cacher le corps d'{}", a_guard(guard, lang)),
        },
        AssassinAction::Climb => fixed("Climb the tower", "Monter sur la tour"),
        AssassinAction::Leap => fixed("Leap of faith", "Saut de la foi"),
        AssassinAction::Open => fixed("Open the chest", "Ouvrir le coffre"),
        AssassinAction::Save => fixed("Save a cube", "Mettre un cube de côté"),
        AssassinAction::Conceal => {
            fixed("Slip into the hiding spot", "Se glisser dans la cachette")
        }
        AssassinAction::Emerge => fixed("Step out of the hiding spot", "Sortir de la cachette"),
        AssassinAction::Trade => fixed("Propose a trade", "Proposer un échange"),
        AssassinAction::Lend(who) => match lang {
            Lang::En => format!("Give a cube to {}", names.assassin(who)),
            Lang::Fr => format!("Donner un cube à {}", names.assassin(who)),
        },
        AssassinAction::Thieves(Errand::Chest) => fixed(
            "Let the thieves open the chest",
            "Faire ouvrir le coffre par les voleurs",
        ),
        AssassinAction::Thieves(Errand::Bodies) => fixed(
            "Let the thieves hide bodies",
            "Faire cacher des corps par les voleurs",
        ),
        AssassinAction::Thieves(Errand::Find) => fixed(
            "Let the thieves find a card",
            "Faire trouver une carte par les voleurs",
        ),
        AssassinAction::Mercenaries(None) => fixed(
            "Let the mercenaries attack here",
            "Faire attaquer ici les mercenaires",
        ),
        AssassinAction::Mercenaries(Some(way)) => match lang {
            Lang::En => format!("Let the mercenaries attack to the {}", toward(way, lang)),
            Lang::Fr => format!("Faire attaquer les mercenaires {}", toward(way, lang)),
        },
    }
}

fn aim_label(aim: Aim, lang: Lang) -> String {
    match (aim, lang) {
        (Aim::Here, _) => lang.pick("here", "ici").to_owned(),
        (Aim::Near(way), Lang::En) => format!("to the {}", toward(way, lang)),
        (Aim::Near(way), Lang::Fr) => toward(way, lang).to_owned(),
        (Aim::Far(way, steps), Lang::En) => {
            format!("{steps} squares to the {}", toward(way, lang))
        }
        (Aim::Far(way, steps), Lang::Fr) => format!("{steps} cases {}", toward(way, lang)),
        (Aim::Mate(who), Lang::En) => format!("for {}", Names::bare(lang).assassin(who)),
        (Aim::Mate(who), Lang::Fr) => format!("pour {}", Names::bare(lang).assassin(who)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::content::ids::{AssassinSet, EquipmentId};
    use crate::content::squares::Way;
    use crate::rules::action::TABLE;
    use crate::rules::state::Ending;

    #[test]
    fn every_action_has_a_label_of_its_own() {
        for lang in Lang::ALL {
            let labels: BTreeSet<String> =
                TABLE.iter().map(|action| label(*action, lang)).collect();
            assert_eq!(labels.len(), TABLE.len(), "{lang:?}");
            assert!(labels.iter().all(|label| !label.trim().is_empty()));
        }
    }

    #[test]
    fn every_ending_has_its_text() {
        for ending in Ending::ALL {
            let (id, _) = &ENDING_TEXTS[ending as usize];
            let words = format!("{ending:?}").to_lowercase();
            assert_eq!(id.replace('_', ""), words);
        }
    }

    #[test]
    fn outcomes_of_chance_are_written_differently() {
        let sets = (0..16).filter_map(AssassinSet::from_bits);
        let sights = sets.flat_map(|seen| (0..5).map(move |bodies| Chance::Sight(seen, bodies)));
        let seen = |who: AssassinId| [who].into_iter().collect();
        let written: BTreeSet<String> = sights
            .clone()
            .map(|sight| chance_notation(sight.into()))
            .collect();
        assert_eq!(written.len(), sights.count());
        let sight = Chance::Sight(seen(AssassinId::Second), 0);
        assert_eq!(chance_notation(sight.into()), "sight:01:0");
        let sight = Chance::Sight(seen(AssassinId::Third), 2);
        assert_eq!(chance_notation(sight.into()), "sight:001:2");
        let remedy = EquipmentId::new(13).expect("a pack can have it");
        let remedy = Chance::Equipment(remedy);
        assert_eq!(chance_notation(remedy.into()), "card:remedy");
        assert_eq!(chance_notation(Chance::Way(Way::North).into()), "way:north");
        assert_eq!(chance_notation(Chance::Dice(2, 1).into()), "dice:2:1");
    }
}
