//! What there is to say of a memory that somebody has written.

use intrigue_core::{DocumentReport, game_text, message};

use crate::content::compile::script;
use crate::content::document::Fault;
use crate::content::solve;
use crate::rules::state::Brotherhood;

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
            let (width, height) = (level.width, level.height);
            let objectives = level.objectives.len();
            let size = game_text::<Brotherhood>(|text| {
                message!(text, "note-size", width, height, objectives)
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
