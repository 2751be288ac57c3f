//! What actions are called where nothing is known of the table.

use intrigue_core::{GameAction, Localizer, message};

use crate::content::ids::Entrance;
use crate::rules::action::{Action, Aim, AssassinAction};
use crate::text::names::{Names, capital};

/// An action in a person's words, whatever the table.
pub(super) fn label(action: Action, text: &Localizer<'_>) -> String {
    let names = Names::bare(text);
    let label = match action {
        Action::Name(who) => names.assassin(who),
        Action::Pair(from, to) => {
            let (from, to) = (names.assassin(from), names.assassin(to));
            message!(text, "label-pass", from, to)
        }
        // A card's name keeps its first letter.
        Action::Card(kind) => return names.card(kind),
        Action::Own(0, act @ (AssassinAction::Use(..) | AssassinAction::Equip(_))) => {
            return act_label(act, names);
        }
        Action::Elites(number) => names.count("elite", number),
        Action::Crossbowmen(number) => names.count("crossbowman", number),
        Action::Toward(way) => message!(text, "label-toward", way),
        Action::Station(number) => message!(text, "label-station", number),
        Action::Entrance(entrance) => message!(text, "label-entrance", letter = letter(entrance)),
        Action::Pick(number) => message!(text, "label-pick", number),
        Action::At(square) => message!(text, "label-at", square),
        Action::Own(0, act) => act_label(act, names),
        Action::Own(_, act) => message!(text, "label-second", action = act_label(act, names)),
        Action::Done
        | Action::Decline
        | Action::Agree
        | Action::Refuse
        | Action::Enough
        | Action::Reroll
        | Action::Body => message!(text, ("label", action.form().verb)),
    };
    capital(&label)
}

/// What an assassin does, wherever it is. Begins with a small letter, unless a card's name comes
/// first.
pub(super) fn act_label(act: AssassinAction, names: Names<'_>) -> String {
    let text = &names.text;
    let card = |kind| names.card(kind);
    match act {
        AssassinAction::Move(way) => message!(text, "label-move", way),
        AssassinAction::Use(kind, aim) => {
            message!(text, "label-use", card = card(kind), aim = aim_label(aim, names))
        }
        AssassinAction::Equip(kind) => message!(text, "label-equip", card = card(kind)),
        AssassinAction::TakeOffArmor => message!(text, "label-unequip"),
        AssassinAction::Travel(number) => message!(text, "label-travel", number),
        AssassinAction::HideBody(guard) => message!(text, "label-hide", guard),
        AssassinAction::Lend(who) => message!(text, "label-lend", assassin = names.assassin(who)),
        AssassinAction::Thieves(errand) => {
            message!(text, ("thieves", ["chest", "bodies", "find"][errand as usize]))
        }
        AssassinAction::Mercenaries(way) => message!(text, "label-mercenaries", way),
        AssassinAction::Objective
        | AssassinAction::Leave
        | AssassinAction::Climb
        | AssassinAction::Leap
        | AssassinAction::Open
        | AssassinAction::Save
        | AssassinAction::Conceal
        | AssassinAction::Emerge
        | AssassinAction::Trade => message!(text, ("label", Action::Own(0, act).form().verb)),
    }
}

fn aim_label(aim: Aim, names: Names<'_>) -> String {
    let text = &names.text;
    match aim {
        Aim::Here => message!(text, "aim-here"),
        Aim::Near(way) => message!(text, "aim-near", way),
        Aim::Far(way, steps) => message!(text, "aim-far", way, steps),
        Aim::Mate(who) => message!(text, "aim-mate", assassin = names.assassin(who)),
    }
}

/// The letter of an entrance.
pub(super) fn letter(entrance: Entrance) -> String {
    char::from(b'A' + entrance as u8).to_string()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use intrigue_core::{Lang, Presentation, SeatNames};

    use super::*;
    use crate::rules::action::TABLE;
    use crate::rules::state::Brotherhood;

    #[test]
    fn every_action_has_a_label_of_its_own() {
        for lang in Lang::ALL {
            let text = Brotherhood::catalog().localizer(lang, SeatNames::NUMBERS);
            let labels: BTreeSet<String> =
                TABLE.iter().map(|action| label(*action, &text)).collect();
            assert_eq!(labels.len(), TABLE.len(), "{lang:?}");
            assert!(labels.iter().all(|label| !label.trim().is_empty()));
        }
    }
}
