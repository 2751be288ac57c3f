//! What there is to say of a memory that somebody has written.

use intrigue_core::{DocumentReport, Text};

use crate::content::compile::script;
use crate::content::document::Fault;
use crate::content::solve;

pub(crate) fn study(option: &str, text: &str) -> DocumentReport {
    debug_assert_eq!(option, "memory");
    match script(text) {
        Err(faults) => DocumentReport {
            faults: faults.iter().map(Fault::text).collect(),
            ..DocumentReport::default()
        },
        Ok(script) => {
            let scenario = &script.mirrors[0];
            let level = &scenario.level;
            let size = Text::made(|lang| {
                let [width, height, objectives] =
                    [level.width, level.height, level.objectives.len()];
                lang.pick(
                    format!("The map has {width} by {height} squares and {objectives} objectives."),
                    format!("La carte a {width} cases sur {height} et {objectives} objectifs."),
                )
            });
            let mut notes = vec![size];
            notes.extend(solve::proof(scenario));
            DocumentReport {
                id: scenario.id.clone(),
                name: scenario.name.clone(),
                notes,
                faults: Vec::new(),
            }
        }
    }
}
