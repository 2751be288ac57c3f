//! What happened, in sentences.

#[cfg(test)]
mod tests;

use intrigue_core::Lang;

use crate::content::ids::{AssassinId, EquipmentId};
use crate::rules::fact::{Fact, Flag, Pile};
use crate::rules::state::{Ending, Phase, Place, Table};
use crate::text::names::{
    Names, a_guard, capital, companion_name, count, squad, step_name, way_name,
};
use crate::text::words::ENDING_TEXTS;

/// Something that happened, with the names of the table at which it did; empty if it only says
/// what the view shows.
pub(crate) fn tell(fact: &Fact, table: &Table, lang: Lang) -> String {
    say(fact, Names::at(table, lang))
}

/// The same where nothing is known of the table.
pub(crate) fn seen_text(fact: &Fact, lang: Lang) -> String {
    say(fact, Names::bare(lang))
}

fn say(fact: &Fact, names: Names) -> String {
    let sentence = match names.lang {
        Lang::En => english(fact, names),
        Lang::Fr => french(fact, names),
    };
    capital(&sentence)
}

/// The text of a card after its name, where the table knows it.
fn card_text(fact: &Fact, names: Names) -> String {
    let Some(pack) = names.table.map(|table| &table.scenario.pack) else {
        return String::new();
    };
    let text = match *fact {
        Fact::EventDrawn { card } => pack.events.get(usize::from(card)).map(|card| &card.text),
        Fact::ChestOpened { card, .. } => pack.chests.get(usize::from(card)).map(|card| &card.text),
        Fact::TowerTurned { card, .. } => pack.towers.get(usize::from(card)).map(|card| &card.text),
        _ => None,
    };
    text.map_or(String::new(), |text| format!(" {}", text.get(names.lang)))
}

/// How an attempt or the memory ended.
pub(crate) fn ended(ending: Ending, trophy: bool, lang: Lang) -> String {
    let text = ENDING_TEXTS[ending as usize].1.get(lang);
    let trophy = if trophy {
        lang.pick(" A trophy is won!", " Un trophée est gagné !")
    } else {
        ""
    };
    format!("{text}{trophy}")
}

fn english_throw(hits: u8, specials: u8) -> String {
    match (hits, specials) {
        (0, 0) => "nothing but air".to_owned(),
        (_, 0) => count(hits, ("hit", "hits")),
        (0, _) => count(specials, ("special", "specials")),
        _ => {
            let hits = count(hits, ("hit", "hits"));
            format!("{hits} and {}", count(specials, ("special", "specials")))
        }
    }
}

fn french_throw(hits: u8, specials: u8) -> String {
    match (hits, specials) {
        (0, 0) => "rien que du vent".to_owned(),
        (_, 0) => count(hits, ("touche", "touches")),
        (0, _) => count(specials, ("spécial", "spéciaux")),
        _ => {
            let hits = count(hits, ("touche", "touches"));
            format!("{hits} et {}", count(specials, ("spécial", "spéciaux")))
        }
    }
}

#[expect(clippy::too_many_lines, reason = "one arm a fact, each a sentence")]
fn english(fact: &Fact, names: Names) -> String {
    let lang = Lang::En;
    let name = |who: AssassinId| names.assassin(who);
    let card = |kind: EquipmentId| names.card(kind);
    match *fact {
        Fact::Mirrored { mirror: 0 } => "The map lies as it was drawn.".to_owned(),
        Fact::Mirrored { mirror: 1 } => "The map is flipped: east is west.".to_owned(),
        Fact::Mirrored { mirror: 2 } => "The map is flipped: north is south.".to_owned(),
        Fact::Mirrored { mirror: _ } => "The map is turned right round.".to_owned(),
        Fact::TurnBegan { turn, leader } => format!("Turn {turn}. Seat {leader} leads."),
        Fact::PhaseBegan {
            phase: Phase::Assassins,
        } => "The assassins' hour.".to_owned(),
        Fact::PhaseBegan {
            phase: Phase::Guard,
        } => "The watch stirs.".to_owned(),
        Fact::StepBegan { step } => format!("The guards: {}.", step_name(step, lang)),
        Fact::WaySet { way } => match way {
            Some(way) => format!("Guards without a trail go {}.", way_name(way, lang)),
            None => "Guards without a trail stay where they are.".to_owned(),
        },
        Fact::EventDrawn { card: event } => {
            format!("Event: {}.{}", names.event(event), card_text(fact, names))
        }
        Fact::EventPut {
            card: event,
            out: true,
        } => format!("{} is out for good.", names.event(event)),
        Fact::Reshuffled {
            pile: Pile::Equipment,
        } => "The discarded equipment makes a new deck.".to_owned(),
        Fact::Reshuffled { pile: Pile::Events } => {
            "The discarded events make a new deck.".to_owned()
        }
        Fact::Reshuffled {
            pile: Pile::Reinforcements,
        } => "The discarded reinforcements make a new deck.".to_owned(),
        Fact::Saved {
            assassin: who,
            saved: true,
        } => format!("{} saves a cube.", name(who)),
        Fact::Saved {
            assassin: who,
            saved: false,
        } => format!("{} spends the saved cube.", name(who)),
        Fact::Moved {
            assassin: who,
            place,
        } => match place {
            Place::Square(square) => format!("{} goes to {square}.", name(who)),
            Place::Tower(_) => format!("{} climbs to the top of the tower.", name(who)),
            Place::Away => format!("{} slips away from the level.", name(who)),
            Place::Out => String::new(),
        },
        Fact::Wanted { assassin: who } => format!("{} is wanted!", name(who)),
        Fact::Anonymous {
            assassin: who,
            base: Some(square),
        } => {
            format!("{} is lost from sight, last seen on {square}.", name(who))
        }
        Fact::Anonymous {
            assassin: who,
            base: None,
        } => format!("{} is lost from sight.", name(who)),
        Fact::AlertOn => "ALERT! The bells ring.".to_owned(),
        Fact::BaseLaid { square } => format!("A red base lies on {square}: a trail to follow."),
        Fact::BasesGone => "The trails go cold.".to_owned(),
        Fact::Hearts {
            assassin: who,
            hearts,
        } => {
            format!("{} has {}.", name(who), count(hearts, ("heart", "hearts")))
        }
        Fact::Fell { assassin: who } => format!("{} goes down: a remedy, quickly!", name(who)),
        Fact::Rose { assassin: who } => format!("{} stands again.", name(who)),
        Fact::Eliminated { assassin: who } => format!("{} is eliminated.", name(who)),
        Fact::Concealed { assassin: who } => {
            format!("{} vanishes into the hiding spot.", name(who))
        }
        Fact::Emerged { assassin: who } => format!("{} comes out of the hiding spot.", name(who)),
        Fact::Flag {
            assassin: who,
            flag: Flag::Cloaked,
            on: true,
        } => format!("{} wears a cloak this turn.", name(who)),
        Fact::Got {
            assassin: who,
            card: kind,
        } => format!("{} gets: {}.", name(who), card(kind)),
        Fact::Equipped {
            assassin: who,
            card: kind,
        } => format!("{} readies: {}.", name(who), card(kind)),
        Fact::Used {
            assassin: who,
            card: kind,
        } => format!("{} uses: {}.", name(who), card(kind)),
        Fact::Drawn {
            assassin: None,
            card: kind,
        } => format!("The market turns over: {}.", card(kind)),
        Fact::Drawn {
            assassin: Some(who),
            card: kind,
        } => format!("{} draws: {}.", name(who), card(kind)),
        Fact::Discarded { card: kind } => format!("Discarded: {}.", card(kind)),
        Fact::PutOut { card: kind } => format!("Out for good: {}.", card(kind)),
        Fact::Florins { florins } => format!("Florins now: {florins}."),
        Fact::GuardsMoved { from, to, guards } => {
            let verb = if guards.total() == 1 { "goes" } else { "go" };
            format!("{} {verb} from {from} to {to}.", squad(guards, lang))
        }
        Fact::GuardsPlaced { square, guards } => {
            let verb = if guards.total() == 1 { "comes" } else { "come" };
            format!("{} {verb} to {square}.", squad(guards, lang))
        }
        Fact::GuardFell { square, guard } => format!("{} falls on {square}.", a_guard(guard, lang)),
        Fact::GuardGone { square, guard } => {
            format!(
                "{} of {square} is gone without a trace.",
                a_guard(guard, lang)
            )
        }
        Fact::BodyHidden { square, guard } => {
            format!(
                "The body of {} is hidden on {square}.",
                a_guard(guard, lang)
            )
        }
        Fact::BodyTaken { square, guard } => {
            format!(
                "The body of {} is taken back from {square}.",
                a_guard(guard, lang)
            )
        }
        Fact::Dice {
            assassin: who,
            hits,
            specials,
        } => {
            format!("{} strikes: {}.", name(who), english_throw(hits, specials))
        }
        Fact::Blows {
            assassin: who,
            dice,
            hits,
        } => {
            let dice = count(dice, ("die", "dice"));
            let hits = english_throw(hits, 0);
            format!("{dice} against {}: {hits}.", name(who))
        }
        Fact::Tested {
            assassin: who,
            dice,
            red,
            seen,
        } => {
            let colour = if red { "red" } else { "green" };
            let dice = if dice == 1 {
                format!("1 {colour} die")
            } else {
                format!("{dice} {colour} dice")
            };
            let seen = if seen { "seen!" } else { "unnoticed." };
            format!("{dice} for {}: {seen}", name(who))
        }
        Fact::BodiesTested { bodies, seen, .. } => {
            let bodies = count(bodies, ("body", "bodies"));
            match seen {
                0 => format!("The guards pass {bodies} and notice nothing."),
                _ => format!("The guards come upon {bodies}; seen: {seen}!"),
            }
        }
        Fact::TestCancelled => "The night covers a step: a test is cancelled.".to_owned(),
        Fact::ObjectiveDone { objective } => {
            format!("Objective done: {}.", names.objective(objective))
        }
        Fact::ChestOpened {
            assassin: who,
            square,
            card: chest,
        } => {
            let (name, chest) = (name(who), names.chest(chest));
            let text = card_text(fact, names);
            format!("{name} opens the chest of {square}: {chest}.{text}")
        }
        Fact::TowerTurned {
            assassin: who,
            card: tower,
        } => {
            let (name, tower) = (name(who), names.tower(tower));
            format!(
                "{name} looks out over the city: {tower}.{}",
                card_text(fact, names)
            )
        }
        Fact::PaintedFound { objective } => {
            format!("It was false all along: {}.", names.objective(objective))
        }
        Fact::CompanionsCame {
            companion: kind,
            assassin: who,
        } => {
            format!("The {} join {}.", companion_name(kind, lang), name(who))
        }
        Fact::CompanionsGone { companion: kind } => {
            format!("The {} are gone.", companion_name(kind, lang))
        }
        Fact::Skips { skips: 0 } => "The reinforcements stay away this time.".to_owned(),
        Fact::Skips { skips: steps } => {
            format!("Reinforcement steps that will be left out: {steps}.")
        }
        Fact::ReinforcementDrawn { .. } => "Reinforcements are called.".to_owned(),
        Fact::GreenRoofs => "The roofs are familiar now: green dice up there.".to_owned(),
        Fact::SeatDone { seat } => format!("Seat {seat} is done."),
        Fact::SeatBack { seat } => format!("Seat {seat} may act again."),
        Fact::Resigned { seat } => format!("Seat {seat} gives up its assassins."),
        Fact::TradeRefused { seat } => format!("Seat {seat} refuses the trade."),
        Fact::Failed { ending } => {
            format!(
                "The attempt fails. {} The team goes on.",
                ended(ending, false, lang)
            )
        }
        Fact::Ended { ending, trophy } => ended(ending, trophy, lang),
        // The view shows these, or another fact beside them tells of it.
        Fact::PhaseBegan { .. }
        | Fact::EventPut { out: false, .. }
        | Fact::EventUsed
        | Fact::Cubes { .. }
        | Fact::Flag { .. }
        | Fact::Lost { .. }
        | Fact::Posted { .. }
        | Fact::WantedAtEnd
        | Fact::Pending { .. } => String::new(),
    }
}

#[expect(clippy::too_many_lines, reason = "one arm a fact, each a sentence")]
fn french(fact: &Fact, names: Names) -> String {
    let lang = Lang::Fr;
    let name = |who: AssassinId| names.assassin(who);
    let card = |kind: EquipmentId| names.card(kind);
    match *fact {
        Fact::Mirrored { mirror: 0 } => "La carte est posée telle quelle.".to_owned(),
        Fact::Mirrored { mirror: 1 } => "La carte est retournée : l'est est à l'ouest.".to_owned(),
        Fact::Mirrored { mirror: 2 } => "La carte est retournée : le nord est au sud.".to_owned(),
        Fact::Mirrored { mirror: _ } => "La carte a fait un demi-tour.".to_owned(),
        Fact::TurnBegan { turn, leader } => format!("Tour {turn}. Le siège {leader} mène."),
        Fact::PhaseBegan {
            phase: Phase::Assassins,
        } => "L'heure des assassins.".to_owned(),
        Fact::PhaseBegan {
            phase: Phase::Guard,
        } => "Le guet se met en marche.".to_owned(),
        Fact::StepBegan { step } => format!("Les gardes : {}.", step_name(step, lang)),
        Fact::WaySet { way } => match way {
            Some(way) => {
                let way = ["le nord", "l'est", "le sud", "l'ouest"][way as usize];
                format!("Les gardes sans piste vont vers {way}.")
            }
            None => "Les gardes sans piste restent où ils sont.".to_owned(),
        },
        Fact::EventDrawn { card: event } => {
            format!(
                "Événement : {}.{}",
                names.event(event),
                card_text(fact, names)
            )
        }
        Fact::EventPut {
            card: event,
            out: true,
        } => format!("{} : retiré pour de bon.", names.event(event)),
        Fact::Reshuffled {
            pile: Pile::Equipment,
        } => "Les équipements défaussés refont une pioche.".to_owned(),
        Fact::Reshuffled { pile: Pile::Events } => {
            "Les événements défaussés refont une pioche.".to_owned()
        }
        Fact::Reshuffled {
            pile: Pile::Reinforcements,
        } => "Les renforts défaussés refont une pioche.".to_owned(),
        Fact::Saved {
            assassin: who,
            saved: true,
        } => format!("{} met un cube de côté.", name(who)),
        Fact::Saved {
            assassin: who,
            saved: false,
        } => format!("{} dépense le cube mis de côté.", name(who)),
        Fact::Moved {
            assassin: who,
            place,
        } => match place {
            Place::Square(square) => format!("{} va en {square}.", name(who)),
            Place::Tower(_) => format!("{} grimpe au sommet de la tour.", name(who)),
            Place::Away => format!("{} s'éclipse du niveau.", name(who)),
            Place::Out => String::new(),
        },
        Fact::Wanted { assassin: who } => format!("on recherche {} !", name(who)),
        Fact::Anonymous {
            assassin: who,
            base: Some(square),
        } => {
            format!("on perd la trace de {} en {square}.", name(who))
        }
        Fact::Anonymous {
            assassin: who,
            base: None,
        } => format!("on perd la trace de {}.", name(who)),
        Fact::AlertOn => "ALERTE ! Les cloches sonnent.".to_owned(),
        Fact::BaseLaid { square } => format!("Un socle rouge en {square} : une piste à suivre."),
        Fact::BasesGone => "Les pistes refroidissent.".to_owned(),
        Fact::Hearts {
            assassin: who,
            hearts,
        } => {
            format!("{} a {}.", name(who), count(hearts, ("cœur", "cœurs")))
        }
        Fact::Fell { assassin: who } => format!("{} s'effondre : un remède, vite !", name(who)),
        Fact::Rose { assassin: who } => format!("{} se relève.", name(who)),
        Fact::Eliminated { assassin: who } => format!("{} : hors de combat.", name(who)),
        Fact::Concealed { assassin: who } => format!("{} disparaît dans la cachette.", name(who)),
        Fact::Emerged { assassin: who } => format!("{} sort de la cachette.", name(who)),
        Fact::Flag {
            assassin: who,
            flag: Flag::Cloaked,
            on: true,
        } => format!("{} porte une cape ce tour-ci.", name(who)),
        Fact::Got {
            assassin: who,
            card: kind,
        } => format!("{} reçoit : {}.", name(who), card(kind)),
        Fact::Equipped {
            assassin: who,
            card: kind,
        } => format!("{} prend en main : {}.", name(who), card(kind)),
        Fact::Used {
            assassin: who,
            card: kind,
        } => format!("{} se sert de : {}.", name(who), card(kind)),
        Fact::Drawn {
            assassin: None,
            card: kind,
        } => format!("Le marché retourne : {}.", card(kind)),
        Fact::Drawn {
            assassin: Some(who),
            card: kind,
        } => format!("{} pioche : {}.", name(who), card(kind)),
        Fact::Discarded { card: kind } => format!("Défaussé : {}.", card(kind)),
        Fact::PutOut { card: kind } => format!("Retiré pour de bon : {}.", card(kind)),
        Fact::Florins { florins } => format!("Florins désormais : {florins}."),
        Fact::GuardsMoved { from, to, guards } => {
            let verb = if guards.total() == 1 { "va" } else { "vont" };
            format!("{} {verb} de {from} en {to}.", squad(guards, lang))
        }
        Fact::GuardsPlaced { square, guards } => {
            let verb = if guards.total() == 1 {
                "arrive"
            } else {
                "arrivent"
            };
            format!("{} {verb} en {square}.", squad(guards, lang))
        }
        Fact::GuardFell { square, guard } => format!("{} tombe en {square}.", a_guard(guard, lang)),
        Fact::GuardGone { square, guard } => {
            format!(
                "{} de {square} disparaît sans laisser de trace.",
                a_guard(guard, lang)
            )
        }
        Fact::BodyHidden { square, guard } => {
            format!("le corps d'{} est caché en {square}.", a_guard(guard, lang))
        }
        Fact::BodyTaken { square, guard } => {
            format!(
                "le corps d'{} est repris en {square}.",
                a_guard(guard, lang)
            )
        }
        Fact::Dice {
            assassin: who,
            hits,
            specials,
        } => {
            format!("{} frappe : {}.", name(who), french_throw(hits, specials))
        }
        Fact::Blows {
            assassin: who,
            dice,
            hits,
        } => {
            let dice = count(dice, ("dé", "dés"));
            let hits = french_throw(hits, 0);
            format!("{dice} contre {} : {hits}.", name(who))
        }
        Fact::Tested {
            assassin: who,
            dice,
            red,
            seen,
        } => {
            let dice = match (dice, red) {
                (1, true) => "1 dé rouge".to_owned(),
                (1, false) => "1 dé vert".to_owned(),
                (_, true) => format!("{dice} dés rouges"),
                (_, false) => format!("{dice} dés verts"),
            };
            let seen = if seen { "vu !" } else { "ni vu ni connu." };
            format!("{dice} contre {} : {seen}", name(who))
        }
        Fact::BodiesTested { bodies, seen, .. } => match seen {
            0 => format!("Les gardes passent devant {bodies} corps sans rien voir."),
            _ => format!("Les gardes tombent sur {bodies} corps ; vus : {seen} !"),
        },
        Fact::TestCancelled => "La nuit couvre un pas : un test est annulé.".to_owned(),
        Fact::ObjectiveDone { objective } => {
            format!("Objectif accompli : {}.", names.objective(objective))
        }
        Fact::ChestOpened {
            assassin: who,
            square,
            card: chest,
        } => {
            let (name, chest) = (name(who), names.chest(chest));
            let text = card_text(fact, names);
            format!("{name} ouvre le coffre de {square} : {chest}.{text}")
        }
        Fact::TowerTurned {
            assassin: who,
            card: tower,
        } => {
            let (name, tower) = (name(who), names.tower(tower));
            format!(
                "{name} embrasse la ville du regard : {tower}.{}",
                card_text(fact, names)
            )
        }
        Fact::PaintedFound { objective } => {
            format!(
                "C'était un leurre depuis le début : {}.",
                names.objective(objective)
            )
        }
        Fact::CompanionsCame {
            companion: kind,
            assassin: who,
        } => {
            format!("{} rejoignent {}.", companion_name(kind, lang), name(who))
        }
        Fact::CompanionsGone { companion: kind } => {
            format!("{} s'en vont.", companion_name(kind, lang))
        }
        Fact::Skips { skips: 0 } => "Pas de renforts cette fois.".to_owned(),
        Fact::Skips { skips: steps } => format!("Étapes Renforts qui n'auront pas lieu : {steps}."),
        Fact::ReinforcementDrawn { .. } => "Le guet appelle des renforts.".to_owned(),
        Fact::GreenRoofs => "Les toits sont familiers : dés verts là-haut, désormais.".to_owned(),
        Fact::SeatDone { seat } => format!("Le siège {seat} a terminé."),
        Fact::SeatBack { seat } => format!("Le siège {seat} peut agir de nouveau."),
        Fact::Resigned { seat } => format!("Le siège {seat} abandonne ses assassins."),
        Fact::TradeRefused { seat } => format!("Le siège {seat} refuse l'échange."),
        Fact::Failed { ending } => {
            format!(
                "L'essai échoue. {} L'équipe continue.",
                ended(ending, false, lang)
            )
        }
        Fact::Ended { ending, trophy } => ended(ending, trophy, lang),
        Fact::PhaseBegan { .. }
        | Fact::EventPut { out: false, .. }
        | Fact::EventUsed
        | Fact::Cubes { .. }
        | Fact::Flag { .. }
        | Fact::Lost { .. }
        | Fact::Posted { .. }
        | Fact::WantedAtEnd
        | Fact::Pending { .. } => String::new(),
    }
}
