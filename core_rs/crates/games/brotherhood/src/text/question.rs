//! What is asked, in words.

use intrigue_core::Lang;

use crate::content::squares::{Guard, Square};
use crate::rules::agenda::{Kind, Task};
use crate::rules::state::Table;
use crate::text::names::{Names, a_guard, companion_name, count};

/// What a task asks; empty if it asks nothing.
pub(crate) fn question(table: &Table, task: Task, lang: Lang) -> String {
    let names = Names::at(table, lang);
    match lang {
        Lang::En => english(table, names, task),
        Lang::Fr => french(table, names, task),
    }
}

fn english(table: &Table, names: Names, task: Task) -> String {
    let name = || names.assassin(task.who);
    let (at, to) = (Square(task.at), Square(task.to));
    let guards = || count(task.n, ("guard", "guards"));
    match task.kind {
        Kind::Acts => "what do your assassins do?".to_owned(),
        Kind::Window => "use a saved cube?".to_owned(),
        Kind::AskKit => format!("who gets {}?", kit_card(table, names, task)),
        Kind::AskFinder => "who finds something?".to_owned(),
        Kind::AskCompany => {
            format!("whom do the {} join?", companion_name(task.n, names.lang))
        }
        Kind::AskCancel => "cancel one of the tests?".to_owned(),
        Kind::AskReroll => format!("throw the dice for {} again?", name()),
        Kind::AskPursuers => format!("which {} follow {} to {to}?", guards(), name()),
        Kind::AskWay => format!("which way do the guards of {at} go?"),
        Kind::AskFirst => format!("which guards go first to {to}?"),
        Kind::AskMovers => format!("which {} go from {at} to {to}?", guards()),
        Kind::AskShot => format!("where do the guards of {at} shoot?"),
        Kind::AskSpare => "who is attacked by one more die?".to_owned(),
        Kind::AskPlaced => format!("which {} come?", guards()),
        Kind::AskBody => format!(
            "from which square does the body of {} go back?",
            a_guard(Guard::of(task.n).unwrap_or(Guard::Crossbowman), names.lang)
        ),
        Kind::AskEntrance => "by which entrance does the guard come?".to_owned(),
        Kind::AskCard => "which reinforcements come?".to_owned(),
        Kind::AskElites => format!("how many elites does {} fell?", name()),
        Kind::AskCrossbowmen => format!("how many crossbowmen does {} fell?", name()),
        Kind::AskDrowned => "who falls into the water?".to_owned(),
        Kind::AskVanished => "who leaves no body?".to_owned(),
        Kind::AskMove => format!("where does {} go, for nothing?", name()),
        Kind::AskHide => "hide another body?".to_owned(),
        Kind::AskKeep => format!("which card does {} keep?", name()),
        Kind::AskPass => "who gives whom a card?".to_owned(),
        Kind::AskPassed => "which card?".to_owned(),
        Kind::AskConsent => format!("is the trade of {} all right?", name()),
        Kind::AskStation => "at which station does the team go on?".to_owned(),
        Kind::AskPlace => format!("where does {} go on?", name()),
        Kind::AskSell => format!("which card does {} sell?", name()),
        Kind::AskBuy => "buy a card?".to_owned(),
        Kind::AskBuyer => "who gets the card?".to_owned(),
        Kind::AskTend => format!("whom does {} give a remedy?", name()),
        _ => String::new(),
    }
}

fn french(table: &Table, names: Names, task: Task) -> String {
    let name = || names.assassin(task.who);
    let (at, to) = (Square(task.at), Square(task.to));
    let guards = || match task.n {
        1 => "quel garde".to_owned(),
        n => format!("quels {n} gardes"),
    };
    match task.kind {
        Kind::Acts => "que font vos assassins ?".to_owned(),
        Kind::Window => "utiliser un cube mis de côté ?".to_owned(),
        Kind::AskKit => format!("{} : pour qui ?", kit_card(table, names, task)),
        Kind::AskFinder => "qui trouve quelque chose ?".to_owned(),
        Kind::AskCompany => {
            format!(
                "qui {} rejoignent-ils ?",
                companion_name(task.n, names.lang)
            )
        }
        Kind::AskCancel => "annuler un des tests ?".to_owned(),
        Kind::AskReroll => format!("relancer les dés contre {} ?", name()),
        Kind::AskPursuers => format!("{} pour suivre {} en {to} ?", guards(), name()),
        Kind::AskWay => format!("de quel côté vont les gardes de {at} ?"),
        Kind::AskFirst => format!("quels gardes vont d'abord en {to} ?"),
        Kind::AskMovers => format!("{} pour aller de {at} en {to} ?", guards()),
        Kind::AskShot => format!("où tirent les gardes de {at} ?"),
        Kind::AskSpare => "contre qui va un dé de plus ?".to_owned(),
        Kind::AskPlaced => format!("{} pour entrer ?", guards()),
        Kind::AskBody => format!(
            "de quelle case reprendre le corps d'{} ?",
            a_guard(Guard::of(task.n).unwrap_or(Guard::Crossbowman), names.lang)
        ),
        Kind::AskEntrance => "par quelle entrée le garde vient-il ?".to_owned(),
        Kind::AskCard => "quels renforts viennent ?".to_owned(),
        Kind::AskElites => format!("combien de gardes d'élite {} abat ?", name()),
        Kind::AskCrossbowmen => format!("combien d'arbalétriers {} abat ?", name()),
        Kind::AskDrowned => "qui tombe à l'eau ?".to_owned(),
        Kind::AskVanished => "qui ne laisse pas de corps ?".to_owned(),
        Kind::AskMove => format!("où va {}, sans cube ?", name()),
        Kind::AskHide => "cacher un autre corps ?".to_owned(),
        Kind::AskKeep => format!("quelle carte garde {} ?", name()),
        Kind::AskPass => "qui donne une carte à qui ?".to_owned(),
        Kind::AskPassed => "quelle carte ?".to_owned(),
        Kind::AskConsent => format!("l'échange de {} vous va-t-il ?", name()),
        Kind::AskStation => "de quelle station l'équipe repart-elle ?".to_owned(),
        Kind::AskPlace => format!("d'où repart {} ?", name()),
        Kind::AskSell => format!("quelle carte vend {} ?", name()),
        Kind::AskBuy => "acheter une carte ?".to_owned(),
        Kind::AskBuyer => "à qui va la carte ?".to_owned(),
        Kind::AskTend => format!("à qui {} donne un remède ?", name()),
        _ => String::new(),
    }
}

fn kit_card(table: &Table, names: Names, task: Task) -> String {
    let kind = table.scenario.kit.get(usize::from(task.n));
    kind.map_or(String::new(), |&kind| names.card(kind))
}

#[cfg(test)]
mod tests {
    use intrigue_core::{Settings, settle};

    use super::*;
    use crate::rules::options::{OPTIONS, Options};

    #[test]
    fn every_question_is_put_in_words() {
        let settings = settle(OPTIONS, &Settings::new()).expect("all have defaults");
        let options = Options::read(&settings).expect("the defaults fit");
        let table = Table::laid(&options, 0);
        for &kind in Kind::ALL {
            for lang in Lang::ALL {
                let text = question(&table, Task::new(kind), lang);
                assert_eq!(text.is_empty(), !kind.is_question(), "{kind:?}");
            }
        }
    }
}
