//! How a campaign goes on after a match (V-C.4).

use intrigue_core::Settings;

use crate::content::campaign::{Campaign, FIRST_SUCCESS, Fellow, SALES};
use crate::content::compile::{MISSIONS, base};
use crate::content::pack::{Effect, Equipment, Slot};
use crate::rules::state::{Assassin, Brotherhood, Ending, Place};

/// The options of the campaign's next match: its state after this one. A campaign whose last
/// mission is played starts again.
pub(crate) fn go_on(game: &Brotherhood, settings: &mut Settings) {
    let Some(before) = &game.options.campaign else {
        return;
    };
    let value = match after(game, before) {
        Some(campaign) => campaign.write(),
        None if before.missions == MISSIONS => "new".to_owned(),
        None => Campaign::new(before.missions.clone()).write(),
    };
    settings.insert("campaign".to_owned(), value);
}

fn after(game: &Brotherhood, before: &Campaign) -> Option<Campaign> {
    let place = before.place + 1;
    if place >= before.missions.len() {
        return None;
    }
    let table = &game.table;
    let won = table.ending == Some(Ending::Success);
    let mut trophies = before.trophies.clone();
    if won && before.successes == 0 {
        trophies.push(FIRST_SUCCESS.to_owned());
    }
    // A campaign may play a mission twice; its trophy is one all the same.
    if table.trophy && !trophies.contains(&table.mission.id) {
        trophies.push(table.mission.id.clone());
    }
    Some(Campaign {
        missions: before.missions.clone(),
        place,
        successes: before.successes + u8::from(won),
        sales: before.sales || (won && place == SALES),
        florins: table.florins,
        trophies,
        gone: counted(game, &table.gone),
        team: base().assassins.iter().map(|role| fellow(game, before, &role.id)).collect(),
    })
}

/// A card of the game by its id. What only one mission has stays there: the next one may not know
/// it.
fn carried(id: &str) -> Option<&'static Equipment> {
    let mut cards = base().equipment.iter();
    cards.find(|card| card.id == id && card.effect != Effect::Investigation)
}

/// The cards of a pile that are carried over, and how many.
fn counted(game: &Brotherhood, piles: &[u8]) -> Vec<(String, u8)> {
    let cards = game.table.mission.pack.equipment.iter().zip(piles);
    let there = cards.filter(|(card, copies)| **copies > 0 && carried(&card.id).is_some());
    there.map(|(card, copies)| (card.id.clone(), *copies)).collect()
}

/// An assassin of the game after a match.
fn fellow(game: &Brotherhood, before: &Campaign, id: &str) -> Fellow {
    let roles = &game.table.mission.pack.assassins;
    let mut crew = game.table.assassins().iter();
    let played = crew.find(|one| roles[usize::from(one.role)].id == id);
    let known = before.team.iter().find(|fellow| fellow.role == id);
    match (played, known) {
        (Some(one), _) => {
            let slots = Slot::ALL.map(|slot| worn_after(game, one, slot));
            let hearts = hearts_after(game, one).min(most_hearts(&slots));
            Fellow {
                role: id.to_owned(),
                hearts,
                saved: one.saved,
                slots,
                beside: counted(game, &one.beside),
                // Also an apprentice that did not come through plays one mission only.
                apprentice: one.place == Place::Out && !one.apprentice,
            }
        }
        (None, Some(known)) => Fellow {
            apprentice: false,
            hearts: if known.apprentice { base().hearts } else { known.hearts },
            ..known.clone()
        },
        (None, None) => Fellow {
            role: id.to_owned(),
            hearts: base().hearts,
            saved: false,
            slots: Slot::ALL.map(start_card),
            beside: Vec::new(),
            apprentice: false,
        },
    }
}

/// The card that every assassin of the game starts with in a slot.
fn start_card(slot: Slot) -> Option<String> {
    let mut cards = base().start.iter().map(|kind| &base().equipment[kind.index()]);
    cards.find(|card| card.slot == Some(slot)).map(|card| card.id.clone())
}

/// The card of a slot after a match. An assassin that wore a card of its mission alone has the card
/// that it started with.
fn worn_after(game: &Brotherhood, one: &Assassin, slot: Slot) -> Option<String> {
    let kind = one.slots[slot as usize]?;
    let id = &game.table.mission.pack.equipment[kind.index()].id;
    match carried(id).filter(|card| card.slot == Some(slot)) {
        Some(card) => Some(card.id.clone()),
        None => start_card(slot),
    }
}

/// The most hearts that an assassin of the game has with these cards.
fn most_hearts(slots: &[Option<String>; 4]) -> u8 {
    let armor = slots[Slot::Armor as usize].as_deref().and_then(carried);
    match armor.map(|card| card.effect) {
        Some(Effect::Armor { hearts }) => base().hearts + hearts,
        _ => base().hearts,
    }
}

/// An assassin comes back whole from elimination, and from the mission that its apprentice played;
/// otherwise hearts are not refilled. Its apprentice starts whole too (V-26.5).
fn hearts_after(game: &Brotherhood, one: &Assassin) -> u8 {
    if one.apprentice || one.place == Place::Out {
        game.table.heart_limit(one)
    } else {
        one.hearts.max(1)
    }
}

#[cfg(test)]
mod tests {
    use intrigue_core::{AnyMatch, Match, Seat, Seed, Settings};

    use super::*;

    /// The chance, and the acts of one assassin, by which the first mission is a success.
    const CHANCE: &str = "mirror:0 event:17 sight:00:0 event:5 event:14 sight:00:0 sight:00:0 \
                          event:11 event:2 event:12";
    const WAY: [&str; 17] = [
        "move east",
        "move north",
        "move north",
        "move west",
        "move north",
        "objective",
        "move east",
        "move east",
        "move east",
        "objective",
        "move south",
        "move west",
        "move south",
        "move east",
        "move south",
        "leave",
        "done",
    ];

    fn campaign(missions: &[&str], place: usize, trophies: &[&str]) -> Campaign {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Campaign {
            place,
            trophies: owned(trophies),
            #[expect(clippy::cast_possible_truncation, reason = "few missions")]
            successes: if trophies.is_empty() { 0 } else { place as u8 },
            ..Campaign::new(owned(missions))
        }
    }

    /// The campaign after a match in which seat 0 does this, as far as it is asked.
    fn played(before: &Campaign, acts: &[&str]) -> Campaign {
        let given = [("seats", "1"), ("retries", "0"), ("campaign", &before.write())];
        let given: Settings =
            given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let script = CHANCE.split_whitespace().map(str::to_owned).collect();
        let mut the_match = Match::<Brotherhood>::new(&given, Seed::from_number(0), script)
            .expect("the options are sound");
        let seat = Seat::new(0).expect("there is a seat");
        for act in acts {
            if the_match.outcome().is_none() {
                let id = the_match.parse(act).expect("it is an action");
                the_match.act(seat, id, None).expect("it is allowed");
            }
        }
        assert!(the_match.outcome().is_some(), "the match is over");
        let mut settings = given;
        go_on(the_match.state(), &mut settings);
        Campaign::read(&settings["campaign"]).expect("a campaign can be gone on with")
    }

    #[test]
    fn the_first_success_gives_a_trophy_outright() {
        let missions = ["unlocked_shutter", "salt_ledger"];
        let first = played(&campaign(&missions, 0, &[]), &WAY);
        assert_eq!(first.successes, 1);
        assert_eq!(first.trophies, [FIRST_SUCCESS, "unlocked_shutter"]);
        let lost = played(&campaign(&missions, 0, &[]), &["done"; 7]);
        assert_eq!((lost.place, lost.successes), (1, 0));
        assert_eq!(lost.trophies, [""; 0]);
        // A success that is not the first one gives the mission's own trophy alone.
        let missions = ["salt_ledger", "unlocked_shutter", "salt_ledger"];
        let second = played(&campaign(&missions, 1, &["salt_ledger"]), &WAY);
        assert_eq!(second.trophies, ["salt_ledger", "unlocked_shutter"]);
    }

    #[test]
    fn cards_are_sold_once_the_fourth_mission_is_accomplished() {
        let missions = ["unlocked_shutter"; 6];
        let sales = |place: usize, acts: &[&str]| {
            played(&campaign(&missions, place, &[FIRST_SUCCESS]), acts).sales
        };
        assert!(sales(3, &WAY));
        assert!(!sales(3, &["done"; 7]), "the fourth is lost");
        assert!(!sales(2, &WAY), "it is the third");
        assert!(!sales(4, &WAY), "it is the fifth, and the fourth was lost");
    }

    #[test]
    fn a_trophy_is_won_once() {
        let missions = ["unlocked_shutter", "salt_ledger", "unlocked_shutter", "low_water"];
        let trophies = [FIRST_SUCCESS, "unlocked_shutter", "salt_ledger"];
        let again = played(&campaign(&missions, 2, &trophies), &WAY);
        assert_eq!(again.trophies, trophies);
    }
}
