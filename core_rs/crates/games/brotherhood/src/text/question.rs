//! What is asked, in words.

use intrigue_core::Lang;

use crate::content::ids::AssassinId;
use crate::rules::agenda::Question;
use crate::rules::state::Table;
use crate::text::names::{Names, a_guard, companion_name, count};

/// What is asked.
pub(crate) fn question(table: &Table, question: Question, lang: Lang) -> String {
    let names = Names::at(table, lang);
    match lang {
        Lang::En => english(table, names, question),
        Lang::Fr => french(table, names, question),
    }
}

fn english(table: &Table, names: Names, question: Question) -> String {
    let name = |who: AssassinId| names.assassin(who);
    let guards = |number: u8| count(number, ("guard", "guards"));
    match question {
        Question::Acts => "what do your assassins do?".to_owned(),
        Question::Window => "use a saved cube?".to_owned(),
        Question::Kit { card, .. } => format!("who gets {}?", kit_card(table, names, card)),
        Question::Finder { .. } => "who finds something?".to_owned(),
        Question::Company { companion, .. } => {
            format!(
                "whom do the {} join?",
                companion_name(companion, names.lang)
            )
        }
        Question::Cancel => "cancel one of the tests?".to_owned(),
        Question::Reroll { tested, .. } => format!("throw the dice for {} again?", name(tested)),
        Question::Pursuers {
            assassin,
            to,
            count,
            ..
        } => format!("which {} follow {} to {to}?", guards(count), name(assassin)),
        Question::Way { from: at, .. } => format!("which way do the guards of {at} go?"),
        Question::First { to, .. } => format!("which guards go first to {to}?"),
        Question::Movers {
            from: at,
            to,
            count,
        } => format!("which {} go from {at} to {to}?", guards(count)),
        Question::Shot { from: at, .. } => format!("where do the guards of {at} shoot?"),
        Question::Spare { .. } => "who is attacked by one more die?".to_owned(),
        Question::Placed { count, .. } => format!("which {} come?", guards(count)),
        Question::Body { guard } => format!(
            "from which square does the body of {} go back?",
            a_guard(guard, names.lang)
        ),
        Question::Entrance { .. } => "by which entrance does the guard come?".to_owned(),
        Question::Reinforcement { .. } => "which reinforcements come?".to_owned(),
        Question::Elites { assassin, .. } => {
            format!("how many elites does {} fell?", name(assassin))
        }
        Question::Crossbowmen { assassin, .. } => {
            format!("how many crossbowmen does {} fell?", name(assassin))
        }
        Question::Drowned { .. } => "who falls into the water?".to_owned(),
        Question::Vanished { .. } => "who leaves no body?".to_owned(),
        Question::Move { assassin, .. } => {
            format!("where does {} go, for nothing?", name(assassin))
        }
        Question::Hide { .. } => "hide another body?".to_owned(),
        Question::Keep { assassin } => format!("which card does {} keep?", name(assassin)),
        Question::TradePair { .. } => "who gives whom a card?".to_owned(),
        Question::TradeCard { .. } => "which card?".to_owned(),
        Question::Consent { payer } => format!("is the trade of {} all right?", name(payer)),
        Question::Station => "at which station does the team go on?".to_owned(),
        Question::Place { assassin, .. } => format!("where does {} go on?", name(assassin)),
        Question::Sell { assassin } => format!("which card does {} sell?", name(assassin)),
        Question::Buy => "buy a card?".to_owned(),
        Question::Buyer { .. } => "who gets the card?".to_owned(),
        Question::Tend { assassin } => format!("whom does {} give a remedy?", name(assassin)),
    }
}

fn french(table: &Table, names: Names, question: Question) -> String {
    let name = |who: AssassinId| names.assassin(who);
    let guards = |number: u8| match number {
        1 => "quel garde".to_owned(),
        n => format!("quels {n} gardes"),
    };
    match question {
        Question::Acts => "que font vos assassins ?".to_owned(),
        Question::Window => "utiliser un cube mis de côté ?".to_owned(),
        Question::Kit { card, .. } => format!("{} : pour qui ?", kit_card(table, names, card)),
        Question::Finder { .. } => "qui trouve quelque chose ?".to_owned(),
        Question::Company { companion, .. } => {
            format!(
                "qui {} rejoignent-ils ?",
                companion_name(companion, names.lang)
            )
        }
        Question::Cancel => "annuler un des tests ?".to_owned(),
        Question::Reroll { tested, .. } => format!("relancer les dés contre {} ?", name(tested)),
        Question::Pursuers {
            assassin,
            to,
            count,
            ..
        } => format!("{} pour suivre {} en {to} ?", guards(count), name(assassin)),
        Question::Way { from: at, .. } => format!("de quel côté vont les gardes de {at} ?"),
        Question::First { to, .. } => format!("quels gardes vont d'abord en {to} ?"),
        Question::Movers {
            from: at,
            to,
            count,
        } => format!("{} pour aller de {at} en {to} ?", guards(count)),
        Question::Shot { from: at, .. } => format!("où tirent les gardes de {at} ?"),
        Question::Spare { .. } => "contre qui va un dé de plus ?".to_owned(),
        Question::Placed { count, .. } => format!("{} pour entrer ?", guards(count)),
        Question::Body { guard } => format!(
            "de quelle case reprendre le corps d'{} ?",
            a_guard(guard, names.lang)
        ),
        Question::Entrance { .. } => "par quelle entrée le garde vient-il ?".to_owned(),
        Question::Reinforcement { .. } => "quels renforts viennent ?".to_owned(),
        Question::Elites { assassin, .. } => {
            format!("combien de gardes d'élite {} abat ?", name(assassin))
        }
        Question::Crossbowmen { assassin, .. } => {
            format!("combien d'arbalétriers {} abat ?", name(assassin))
        }
        Question::Drowned { .. } => "qui tombe à l'eau ?".to_owned(),
        Question::Vanished { .. } => "qui ne laisse pas de corps ?".to_owned(),
        Question::Move { assassin, .. } => format!("où va {}, sans cube ?", name(assassin)),
        Question::Hide { .. } => "cacher un autre corps ?".to_owned(),
        Question::Keep { assassin } => format!("quelle carte garde {} ?", name(assassin)),
        Question::TradePair { .. } => "qui donne une carte à qui ?".to_owned(),
        Question::TradeCard { .. } => "quelle carte ?".to_owned(),
        Question::Consent { payer } => format!("l'échange de {} vous va-t-il ?", name(payer)),
        Question::Station => "de quelle station l'équipe repart-elle ?".to_owned(),
        Question::Place { assassin, .. } => format!("d'où repart {} ?", name(assassin)),
        Question::Sell { assassin } => format!("quelle carte vend {} ?", name(assassin)),
        Question::Buy => "acheter une carte ?".to_owned(),
        Question::Buyer { .. } => "à qui va la carte ?".to_owned(),
        Question::Tend { assassin } => format!("à qui {} donne un remède ?", name(assassin)),
    }
}

fn kit_card(table: &Table, names: Names, card: u8) -> String {
    let kind = table.scenario.kit.get(usize::from(card));
    kind.map_or(String::new(), |&kind| names.card(kind))
}

#[cfg(test)]
mod tests {
    use intrigue_core::{Settings, settle};

    use super::*;
    use crate::rules::agenda::tests::one_of_each_question;
    use crate::rules::options::{OPTIONS, Options};

    #[test]
    fn every_question_is_put_in_words() {
        let settings = settle(OPTIONS, &Settings::new()).expect("all have defaults");
        let options = Options::read(&settings).expect("the defaults fit");
        let table = Table::laid(&options, 0);
        for asked in one_of_each_question() {
            for lang in Lang::ALL {
                assert!(!question(&table, asked, lang).is_empty(), "{asked:?}");
            }
        }
    }
}
