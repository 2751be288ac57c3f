//! How a campaign goes on after a match (V-C.4).

use intrigue_core::Settings;

use super::campaign::{Campaign, FIRST_SUCCESS, Fellow};
use super::state::{Assassin, Brotherhood, Ending, NOTHING, Place};

/// The options of the campaign's next match: its state after this one. A campaign whose last
/// memory is played starts anew.
pub(super) fn go_on(game: &Brotherhood, settings: &mut Settings) {
    let Some(before) = &game.options.campaign else {
        return;
    };
    let value = match after(game, before) {
        Some(campaign) => campaign.write(),
        None => "new".to_owned(),
    };
    settings.insert("campaign".to_owned(), value);
}

fn after(game: &Brotherhood, before: &Campaign) -> Option<Campaign> {
    let place = before.place + 1;
    if place >= before.memories.len() {
        return None;
    }
    let table = &game.table;
    let won = table.ending == Some(Ending::Success);
    let mut trophies = before.trophies.clone();
    if won && before.successes == 0 {
        trophies.push(FIRST_SUCCESS.to_owned());
    }
    if table.trophy {
        trophies.push(table.scenario.id.clone());
    }
    trophies.dedup();
    let equipment = &table.scenario.pack.equipment;
    let counted = |piles: &[u8]| {
        let cards = equipment.iter().zip(piles).filter(|(_, copies)| **copies > 0);
        cards.map(|(card, copies)| (card.id.clone(), *copies)).collect()
    };
    let fellow = |role: usize| {
        let id = &table.scenario.pack.assassins[role].id;
        let played = table.assassins().iter().find(|one| usize::from(one.role) == role);
        let known = before.team.iter().find(|fellow| fellow.role == *id);
        match (played, known) {
            (Some(one), _) => Fellow {
                role: id.clone(),
                hearts: hearts_after(game, one),
                saved: one.saved,
                slots: one.slots.map(|kind| {
                    (kind != NOTHING).then(|| equipment[usize::from(kind)].id.clone())
                }),
                beside: counted(&one.beside),
                apprentice: one.place == Place::Out,
            },
            (None, Some(known)) => Fellow {
                apprentice: false,
                hearts: if known.apprentice { table.scenario.pack.hearts } else { known.hearts },
                ..known.clone()
            },
            (None, None) => {
                let mut slots = [const { None }; 4];
                for &kind in &table.scenario.pack.start {
                    if let Some(slot) = table.slot_of(kind) {
                        slots[slot as usize] = Some(equipment[usize::from(kind)].id.clone());
                    }
                }
                Fellow {
                    role: id.clone(),
                    hearts: table.scenario.pack.hearts,
                    saved: false,
                    slots,
                    beside: Vec::new(),
                    apprentice: false,
                }
            }
        }
    };
    Some(Campaign {
        memories: before.memories.clone(),
        place,
        successes: before.successes + u8::from(won),
        florins: table.florins,
        trophies,
        gone: counted(&table.gone),
        team: (0..table.scenario.pack.assassins.len()).map(fellow).collect(),
    })
}

/// An assassin comes back whole from elimination, and from the memory that its apprentice played;
/// otherwise hearts are not refilled. Its apprentice starts whole too (V-26.5).
fn hearts_after(game: &Brotherhood, one: &Assassin) -> u8 {
    if one.apprentice || one.place == Place::Out {
        game.table.heart_limit(one)
    } else {
        one.hearts.max(1)
    }
}
