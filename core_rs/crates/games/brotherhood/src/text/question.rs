//! What is asked, in words.

use intrigue_core::message;

use crate::content::ids::AssassinId;
use crate::rules::agenda::Question;
use crate::rules::state::Table;
use crate::text::names::Names;

/// What is asked.
pub(super) fn question(table: &Table, names: Names<'_>, question: Question) -> String {
    let text = &names.text;
    let name = |who: AssassinId| names.assassin(who);
    match question {
        Question::Acts => message!(text, "question-acts"),
        Question::Window => message!(text, "question-window"),
        Question::Kit { card, .. } => {
            message!(text, "question-kit", card = kit_card(table, names, card))
        }
        Question::Finder { .. } => message!(text, "question-finder"),
        Question::Company { companion, .. } => {
            message!(text, "question-company", companions = companion)
        }
        Question::Cancel => message!(text, "question-cancel"),
        Question::Reroll { tested, .. } => {
            message!(text, "question-reroll", assassin = name(tested))
        }
        Question::Pursuers { assassin, to, count, .. } => {
            message!(text, "question-pursuers", count, assassin = name(assassin), to)
        }
        Question::Way { from: at, .. } => message!(text, "question-way", at),
        Question::First { to, .. } => message!(text, "question-first", to),
        Question::Movers { from: at, to, count } => {
            message!(text, "question-movers", count, at, to)
        }
        Question::Shot { from: at, .. } => message!(text, "question-shot", at),
        Question::Spare { .. } => message!(text, "question-spare"),
        Question::Placed { count, .. } => message!(text, "question-placed", count),
        Question::Body { guard } => message!(text, "question-body", guard),
        Question::Entrance { .. } => message!(text, "question-entrance"),
        Question::Reinforcement { .. } => message!(text, "question-reinforcement"),
        Question::Elites { assassin, .. } => {
            message!(text, "question-elites", assassin = name(assassin))
        }
        Question::Crossbowmen { assassin, .. } => {
            message!(text, "question-crossbowmen", assassin = name(assassin))
        }
        Question::Drowned { .. } => message!(text, "question-drowned"),
        Question::Vanished { .. } => message!(text, "question-vanished"),
        Question::Move { assassin, .. } => {
            message!(text, "question-move", assassin = name(assassin))
        }
        Question::Hide { .. } => message!(text, "question-hide"),
        Question::Keep { assassin } => message!(text, "question-keep", assassin = name(assassin)),
        Question::TradePair { .. } => message!(text, "question-pass"),
        Question::TradeCard { .. } => message!(text, "question-passed"),
        Question::Consent { payer } => message!(text, "question-consent", assassin = name(payer)),
        Question::Station => message!(text, "question-station"),
        Question::Place { assassin, .. } => {
            message!(text, "question-place", assassin = name(assassin))
        }
        Question::Sell { assassin } => message!(text, "question-sell", assassin = name(assassin)),
        Question::Buy => message!(text, "question-buy"),
        Question::Buyer { .. } => message!(text, "question-buyer"),
        Question::Tend { assassin } => message!(text, "question-tend", assassin = name(assassin)),
    }
}

fn kit_card(table: &Table, names: Names<'_>, card: u8) -> String {
    let kind = table.mission.kit.get(usize::from(card));
    kind.map_or(String::new(), |&kind| names.card(kind))
}

#[cfg(test)]
mod tests {
    use intrigue_core::{Lang, Presentation, SeatNames, Settings, fill_defaults};

    use super::*;
    use crate::rules::agenda::tests::one_of_each_question;
    use crate::rules::options::{OPTIONS, Options};
    use crate::rules::state::Brotherhood;

    #[test]
    fn every_question_is_put_in_words() {
        let settings = fill_defaults(OPTIONS, &Settings::new()).expect("all have defaults");
        let options = Options::read(&settings).expect("the defaults fit");
        let table = Table::laid(&options, 0);
        for asked in one_of_each_question() {
            for lang in Lang::ALL {
                let text = Brotherhood::catalog().localizer(lang, SeatNames::NUMBERS);
                let text = question(&table, Names::at(&table, &text), asked);
                assert!(!text.is_empty(), "{asked:?}");
            }
        }
    }
}
