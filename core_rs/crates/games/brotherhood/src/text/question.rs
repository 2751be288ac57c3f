//! What is asked, in words.

use intrigue_core::message;

use crate::content::squares::{Guard, Square};
use crate::rules::agenda::{Kind, Task};
use crate::rules::state::Table;
use crate::text::names::{Names, companion};

/// What a task asks; empty if it asks nothing.
pub(super) fn question(table: &Table, names: Names<'_>, task: Task) -> String {
    let text = &names.text;
    let assassin = || names.assassin(task.who);
    let (at, to, count) = (Square(task.at), Square(task.to), task.n);
    match task.kind {
        Kind::Acts => message!(text, "question-acts"),
        Kind::Window => message!(text, "question-window"),
        Kind::AskKit => {
            let card = table.scenario.kit.get(usize::from(task.n));
            let card = card.map_or(String::new(), |&kind| names.card(kind));
            message!(text, "question-kit", card)
        }
        Kind::AskFinder => message!(text, "question-finder"),
        Kind::AskCompany => message!(text, "question-company", companions = companion(task.n)),
        Kind::AskCancel => message!(text, "question-cancel"),
        Kind::AskReroll => message!(text, "question-reroll", assassin = assassin()),
        Kind::AskPursuers => {
            message!(text, "question-pursuers", count, assassin = assassin(), to)
        }
        Kind::AskWay => message!(text, "question-way", at),
        Kind::AskFirst => message!(text, "question-first", to),
        Kind::AskMovers => message!(text, "question-movers", count, at, to),
        Kind::AskShot => message!(text, "question-shot", at),
        Kind::AskSpare => message!(text, "question-spare"),
        Kind::AskPlaced => message!(text, "question-placed", count),
        Kind::AskBody => {
            let guard = Guard::of(task.n).unwrap_or(Guard::Crossbowman);
            message!(text, "question-body", guard)
        }
        Kind::AskEntrance => message!(text, "question-entrance"),
        Kind::AskCard => message!(text, "question-reinforcement"),
        Kind::AskElites => message!(text, "question-elites", assassin = assassin()),
        Kind::AskCrossbowmen => message!(text, "question-crossbowmen", assassin = assassin()),
        Kind::AskDrowned => message!(text, "question-drowned"),
        Kind::AskVanished => message!(text, "question-vanished"),
        Kind::AskMove => message!(text, "question-move", assassin = assassin()),
        Kind::AskHide => message!(text, "question-hide"),
        Kind::AskKeep => message!(text, "question-keep", assassin = assassin()),
        Kind::AskPass => message!(text, "question-pass"),
        Kind::AskPassed => message!(text, "question-passed"),
        Kind::AskConsent => message!(text, "question-consent", assassin = assassin()),
        Kind::AskStation => message!(text, "question-station"),
        Kind::AskPlace => message!(text, "question-place", assassin = assassin()),
        Kind::AskSell => message!(text, "question-sell", assassin = assassin()),
        Kind::AskBuy => message!(text, "question-buy"),
        Kind::AskBuyer => message!(text, "question-buyer"),
        Kind::AskTend => message!(text, "question-tend", assassin = assassin()),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use intrigue_core::{Lang, Presentation, SeatNames, Settings, settle};

    use super::*;
    use crate::rules::options::{OPTIONS, Options};
    use crate::rules::state::Brotherhood;

    #[test]
    fn every_question_is_put_in_words() {
        let settings = settle(OPTIONS, &Settings::new()).expect("all have defaults");
        let options = Options::read(&settings).expect("the defaults fit");
        let table = Table::laid(&options, 0);
        for &kind in Kind::ALL {
            for lang in Lang::ALL {
                let text = Brotherhood::catalog().localizer(lang, SeatNames::NUMBERS);
                let text = question(&table, Names::at(&table, &text), Task::new(kind));
                assert_eq!(text.is_empty(), !kind.is_question(), "{kind:?}");
            }
        }
    }
}
