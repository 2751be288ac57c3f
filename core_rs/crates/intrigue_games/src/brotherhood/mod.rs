//! Brotherhood: one to four assassins, all on one side against the guards of a level. The map, the
//! cards and the dice are data; nothing is hidden but what nobody knows yet.

mod about;
mod action;
mod acts;
mod agenda;
mod answers;
mod attack;
mod bounds;
mod campaign;
mod chance;
mod choices;
mod compile;
#[cfg(test)]
mod content_tests;
mod counts;
#[cfg(test)]
mod coverage;
mod deeds;
mod describe;
mod document;
mod draw;
mod ending;
mod face;
mod fact;
mod fault;
mod features;
mod flow;
mod legal;
mod level;
mod loot;
mod map;
mod march;
mod market;
mod names;
mod options;
mod pack;
mod policy;
mod progress;
#[cfg(test)]
mod proofs;
mod question;
mod refusal;
mod reinforce;
mod rules;
mod setup;
#[cfg(test)]
mod small_maps;
mod solve;
mod squares;
mod state;
mod stealth;
mod strike;
mod study;
mod subject;
mod teams;
mod tell;
mod trade;
mod view;
mod wire;
mod wire_question;
mod wire_seen;
mod wire_setting;
mod words;
mod workings;

pub use action::{Action, Aim, Deed, Errand};
pub use choices::Choices;
pub use options::Options;
pub use refusal::Rule;
pub use state::{Assassin, Brotherhood, Chance, Ending, Phase, Place, Table};
pub use view::{Seen, View};

#[cfg(test)]
mod properties {
    intrigue_testkit::game_tests!(super::Brotherhood);
}
