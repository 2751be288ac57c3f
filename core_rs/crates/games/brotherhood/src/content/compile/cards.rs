//! Packs: the base pack whole, and what a mission adds to it or replaces.

use intrigue_core::message;

use super::faults::{self, Faults};
use super::roster;
use crate::content::document::{
    RawChestEffect, RawCompass, RawEquipment, RawEventEffect, RawPack, RawReinforcement,
};
use crate::content::ids::EquipmentId;
use crate::content::pack::{
    CHESTS, ChestCard, ChestEffect, Dice, EVENTS, Effect, Equipment, EventCard, EventEffect, Eye,
    GuardCard, KINDS, Pack, ROLES, Reinforcement, Role, SET, Slot, TOWERS, TowerCard, TowerEffect,
};
use crate::content::squares::{Squad, Way};

/// The base pack.
pub(super) fn whole(raw: &RawPack, faults: &mut Faults) -> Pack {
    let nobody = GuardCard { dice: 0, armor: 0, ranged: false };
    let nothing = Pack {
        equipment: Vec::new(),
        events: Vec::new(),
        chests: Vec::new(),
        towers: Vec::new(),
        assassins: Vec::new(),
        reinforcements: [[Reinforcement::default(); SET]; 4],
        guards: [nobody; 2],
        dice: Dice { hit: 0, special: 0, guard: 0, quiet: 0, alert: 0 },
        hearts: 0,
        start: Vec::new(),
    };
    merged(&nothing, raw, "", faults)
}

/// The base pack with what a mission brings along.
pub(super) fn added(base: &Pack, raw: &RawPack, faults: &mut Faults) -> Pack {
    merged(base, raw, "pack.", faults)
}

/// The kind of a card that assassins can have, by its id.
pub(crate) fn kept(pack: &Pack, id: &str, place: &str, faults: &mut Faults) -> Option<EquipmentId> {
    let kind = pack.equipment.iter().position(|card| card.id == *id);
    let Some(kind) = kind else {
        faults.unknown_card(place, id);
        return None;
    };
    if pack.equipment[kind].effect == Effect::Investigation {
        faults.add(place, |text| message!(text, "fault-card-not-kept"));
    }
    EquipmentId::new(kind)
}

fn merged(base: &Pack, raw: &RawPack, at: &str, faults: &mut Faults) -> Pack {
    let mut pack = base.clone();
    equipment(&mut pack, raw, at, faults);
    if let Some(hearts) = raw.hearts {
        faults.within(&format!("{at}hearts"), hearts, 1, 6);
        pack.hearts = hearts;
    }
    if let Some(ids) = &raw.start {
        start(&mut pack, ids, &format!("{at}start"), faults);
    }
    if let Some(dice) = raw.dice {
        check_dice(dice, at, faults);
        pack.dice = dice;
    }
    if let Some(guards) = &raw.guards {
        let cards = [("crossbowman", guards.crossbowman), ("elite", guards.elite)];
        for (place, (kind, card)) in cards.into_iter().enumerate() {
            if let Some(card) = card {
                faults.within(&format!("{at}guards.{kind}.dice"), card.dice, 0, 3);
                faults.within(&format!("{at}guards.{kind}.armor"), card.armor, 1, 6);
                pack.guards[place] = card;
            }
        }
    }
    assassins(&mut pack, raw, at, faults);
    events(&mut pack, raw, at, faults);
    chests(&mut pack, raw, at, faults);
    towers(&mut pack, raw, at, faults);
    for (number, set) in raw.reinforcements.each().into_iter().enumerate() {
        if let Some(set) = set {
            let place = format!("{at}reinforcements.{}", number + 1);
            reinforcements(&mut pack.reinforcements[number], set, &place, faults);
        }
    }
    pack
}

/// Puts a card where the one with its id is, or at the end.
fn put<T>(cards: &mut Vec<T>, card: T, id_of: impl Fn(&T) -> &str) {
    match cards.iter().position(|old| id_of(old) == id_of(&card)) {
        Some(place) => cards[place] = card,
        None => cards.push(card),
    }
}

/// Ids that a section has twice.
fn doubled<'a>(ids: impl Iterator<Item = &'a String>, section: &str, faults: &mut Faults) {
    let mut seen: Vec<&String> = Vec::new();
    for (number, id) in ids.enumerate() {
        let place = format!("{section}[{number}].id");
        faults.card_id(&place, id);
        if seen.contains(&id) {
            faults.twice(&place);
        }
        seen.push(id);
    }
}

fn equipment(pack: &mut Pack, raw: &RawPack, at: &str, faults: &mut Faults) {
    let section = format!("{at}equipment");
    doubled(raw.equipment.iter().map(|card| &card.id), &section, faults);
    for (number, card) in raw.equipment.iter().enumerate() {
        let place = format!("{section}[{number}]");
        check_equipment(card, &place, faults);
        let card = Equipment {
            id: card.id.clone(),
            name: faults.words(&format!("{place}.name"), &card.name, faults::NAME),
            text: faults.words(&format!("{place}.text"), &card.text, faults::TEXT),
            origin: card.origin,
            slot: card.slot,
            copies: card.copies,
            florins: card.florins,
            cost: card.cost,
            single: card.single,
            eye: card.eye,
            alarm: card.alarm,
            effect: card.effect,
        };
        put(&mut pack.equipment, card, |card| &card.id);
    }
    if pack.equipment.len() > KINDS {
        faults.too_many(&section, pack.equipment.len(), KINDS);
    }
}

fn check_equipment(card: &RawEquipment, place: &str, faults: &mut Faults) {
    faults.within(&format!("{place}.copies"), card.copies, 0, 9);
    faults.within(&format!("{place}.florins"), card.florins, 0, 20);
    faults.within(&format!("{place}.cost"), card.cost, 0, 3);
    let fits = match card.effect {
        Effect::Weapon { ranged: true, .. } => matches!(card.slot, None | Some(Slot::Ranged)),
        Effect::Weapon { .. } => matches!(card.slot, None | Some(Slot::Melee | Slot::Blade)),
        Effect::Armor { .. } => card.slot == Some(Slot::Armor),
        _ => card.slot.is_none(),
    };
    if !fits {
        faults.add(&format!("{place}.slot"), |text| message!(text, "fault-slot-of-effect"));
    }
    match card.effect {
        Effect::Weapon { dice, .. } => {
            faults.within(&format!("{place}.effect.weapon.dice"), dice, 1, 6);
        }
        Effect::Armor { hearts } => {
            faults.within(&format!("{place}.effect.armor.hearts"), hearts, 1, 3);
        }
        Effect::Remedy { hearts } => {
            faults.within(&format!("{place}.effect.remedy.hearts"), hearts, 1, 6);
        }
        _ => {}
    }
    let passive =
        matches!(card.effect, Effect::Armor { .. } | Effect::Picklocks | Effect::Investigation);
    if passive && (card.cost > 0 || card.single || card.alarm || card.eye != Eye::Never) {
        faults.add(place, |text| message!(text, "fault-passive-card"));
    }
    // The alert comes on by itself with a wanted assassin; a weapon alone can leave guards.
    if card.eye == Eye::Seen && !matches!(card.effect, Effect::Weapon { .. }) {
        faults.add(&format!("{place}.eye"), |text| message!(text, "fault-only-weapon-seen"));
    }
}

fn start(pack: &mut Pack, ids: &[String], at: &str, faults: &mut Faults) {
    pack.start.clear();
    let mut slots: Vec<Slot> = Vec::new();
    if ids.len() > 8 {
        faults.too_many(at, ids.len(), 8);
    }
    for (number, id) in ids.iter().enumerate() {
        let place = format!("{at}[{number}]");
        let Some(kind) = kept(pack, id, &place, faults) else {
            continue;
        };
        if let Some(slot) = pack.equipment[kind.index()].slot {
            if slots.contains(&slot) {
                faults.add(&place, |text| message!(text, "fault-same-slot"));
            }
            slots.push(slot);
        }
        pack.start.push(kind);
    }
}

fn check_dice(dice: Dice, at: &str, faults: &mut Faults) {
    faults.within(&format!("{at}dice.hit"), dice.hit, 0, 6);
    faults.within(&format!("{at}dice.special"), dice.special, 0, 6);
    faults.within(&format!("{at}dice.guard"), dice.guard, 0, 6);
    faults.within(&format!("{at}dice.quiet"), dice.quiet, 0, 6);
    faults.within(&format!("{at}dice.alert"), dice.alert, 0, 6);
    if dice.hit.saturating_add(dice.special) > 6 {
        faults.add(&format!("{at}dice.hit"), |text| message!(text, "fault-six-faces"));
    }
}

fn assassins(pack: &mut Pack, raw: &RawPack, at: &str, faults: &mut Faults) {
    let section = format!("{at}assassins");
    doubled(raw.assassins.iter().map(|role| &role.id), &section, faults);
    for (number, role) in raw.assassins.iter().enumerate() {
        let place = format!("{section}[{number}]");
        let role = Role {
            id: role.id.clone(),
            name: faults.words(&format!("{place}.name"), &role.name, faults::NAME),
            text: faults.words(&format!("{place}.text"), &role.text, faults::TEXT),
            color: role.color.clone(),
            ability: role.ability,
            alone: role.alone,
        };
        put(&mut pack.assassins, role, |role| &role.id);
    }
    if pack.assassins.len() > ROLES {
        faults.too_many(&section, pack.assassins.len(), ROLES);
    }
    // One of each color: it identifies apprentices.
    let one_each = ["red", "green", "blue", "yellow"]
        .iter()
        .all(|color| pack.assassins.iter().filter(|role| role.color == *color).count() == 1);
    if !one_each {
        faults.add(&section, |text| message!(text, "fault-colors"));
    }
    if !pack.assassins.iter().any(|role| role.alone) {
        faults.add(&section, |text| message!(text, "fault-nobody-alone"));
    }
}

fn events(pack: &mut Pack, raw: &RawPack, at: &str, faults: &mut Faults) {
    let section = format!("{at}events");
    doubled(raw.events.iter().map(|card| &card.id), &section, faults);
    for (number, card) in raw.events.iter().enumerate() {
        let place = format!("{section}[{number}]");
        let effect = match &card.effect {
            RawEventEffect::Nothing => EventEffect::Nothing,
            RawEventEffect::CancelTest => EventEffect::CancelTest,
            RawEventEffect::Fog => EventEffect::Fog,
            RawEventEffect::Crowd => EventEffect::Crowd,
            RawEventEffect::QuietColumn => EventEffect::QuietColumn,
            RawEventEffect::Find(cards) => {
                faults.within(&format!("{place}.effect.find"), *cards, 1, 4);
                EventEffect::Find(*cards)
            }
            RawEventEffect::GreenDice => EventEffect::GreenDice,
            RawEventEffect::RedDice => EventEffect::RedDice,
            RawEventEffect::Companions(companion) => EventEffect::Companions(*companion),
            RawEventEffect::Guards(written) => {
                let place = format!("{place}.effect.guards");
                let squads = roster::squads(written, &place, faults);
                if squads == [Squad::NONE; 4] {
                    faults.add(&place, |text| message!(text, "fault-no-guards"));
                }
                EventEffect::Guards(squads)
            }
            RawEventEffect::ShutStations => EventEffect::ShutStations,
            RawEventEffect::SlickRoofs => EventEffect::SlickRoofs,
            RawEventEffect::ExtraDie => EventEffect::ExtraDie,
            RawEventEffect::ForcedMarch => EventEffect::ForcedMarch,
            RawEventEffect::TwoCards => EventEffect::TwoCards,
        };
        let card = EventCard {
            id: card.id.clone(),
            name: faults.words(&format!("{place}.name"), &card.name, faults::NAME),
            text: faults.words(&format!("{place}.text"), &card.text, faults::TEXT),
            origin: card.origin,
            compass: match card.compass {
                RawCompass::North => Some(Way::North),
                RawCompass::East => Some(Way::East),
                RawCompass::South => Some(Way::South),
                RawCompass::West => Some(Way::West),
                RawCompass::Random => None,
            },
            out: card.out,
            effect,
        };
        put(&mut pack.events, card, |card| &card.id);
    }
    if pack.events.len() > EVENTS {
        faults.too_many(&section, pack.events.len(), EVENTS);
    }
}

fn chests(pack: &mut Pack, raw: &RawPack, at: &str, faults: &mut Faults) {
    let section = format!("{at}chests");
    doubled(raw.chests.iter().map(|card| &card.id), &section, faults);
    for (number, card) in raw.chests.iter().enumerate() {
        let place = format!("{section}[{number}]");
        faults.within(&format!("{place}.copies"), card.copies, 0, 9);
        let effect = match &card.effect {
            RawChestEffect::Take(id) => {
                let place = format!("{place}.effect.take");
                // Without the card there is a fault, and nobody plays with this pack.
                kept(pack, id, &place, faults)
                    .map_or(ChestEffect::SkipReinforcement, ChestEffect::Take)
            }
            &RawChestEffect::Draw { dice, cards, florins } => {
                faults.within(&format!("{place}.effect.draw.dice"), dice, 0, 4);
                faults.within(&format!("{place}.effect.draw.cards"), cards, 1, 4);
                faults.within(&format!("{place}.effect.draw.florins"), florins, 0, 20);
                ChestEffect::Draw { dice, cards, florins }
            }
            RawChestEffect::SkipReinforcement => ChestEffect::SkipReinforcement,
            RawChestEffect::Companions(companion) => ChestEffect::Companions(*companion),
        };
        let card = ChestCard {
            id: card.id.clone(),
            name: faults.words(&format!("{place}.name"), &card.name, faults::NAME),
            text: faults.words(&format!("{place}.text"), &card.text, faults::TEXT),
            copies: card.copies,
            effect,
        };
        put(&mut pack.chests, card, |card| &card.id);
    }
    if pack.chests.len() > CHESTS {
        faults.too_many(&section, pack.chests.len(), CHESTS);
    }
}

fn towers(pack: &mut Pack, raw: &RawPack, at: &str, faults: &mut Faults) {
    let section = format!("{at}towers");
    doubled(raw.towers.iter().map(|card| &card.id), &section, faults);
    for (number, card) in raw.towers.iter().enumerate() {
        let place = format!("{section}[{number}]");
        if let TowerEffect::Draw(cards) = card.effect {
            faults.within(&format!("{place}.effect.draw"), cards, 1, 4);
        }
        let card = TowerCard {
            id: card.id.clone(),
            name: faults.words(&format!("{place}.name"), &card.name, faults::NAME),
            text: faults.words(&format!("{place}.text"), &card.text, faults::TEXT),
            effect: card.effect,
        };
        put(&mut pack.towers, card, |card| &card.id);
    }
    if pack.towers.len() > TOWERS {
        faults.too_many(&section, pack.towers.len(), TOWERS);
    }
}

fn reinforcements(
    set: &mut [Reinforcement; SET],
    raw: &[RawReinforcement],
    at: &str,
    faults: &mut Faults,
) {
    if raw.len() != SET {
        let count = raw.len();
        faults.add(at, |text| message!(text, "fault-set-size", count, size = SET));
    }
    for (number, (card, raw)) in set.iter_mut().zip(raw).enumerate() {
        let place = format!("{at}[{number}]");
        let quiet = roster::squads(&raw.quiet, &format!("{place}.quiet"), faults);
        let alert = roster::squads(&raw.alert, &format!("{place}.alert"), faults);
        if quiet.iter().zip(&alert).any(|(quiet, alert)| alert.total() < quiet.total()) {
            faults.add(&format!("{place}.alert"), |text| message!(text, "fault-fewer-under-alert"));
        }
        *card = Reinforcement { quiet, alert };
    }
}
