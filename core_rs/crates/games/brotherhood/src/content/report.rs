//! What there is to say of a mission that somebody has written.

use intrigue_core::{DocumentReport, game_text, message};

use crate::content::compile::script;
use crate::content::document::Fault;
use crate::content::solve;
use crate::rules::state::Brotherhood;

pub(crate) fn check_document(option: &str, text: &str) -> DocumentReport {
    debug_assert_eq!(option, "mission");
    match script(text) {
        Err(faults) => DocumentReport {
            faults: faults.iter().map(Fault::text).collect(),
            ..DocumentReport::default()
        },
        Ok(script) => {
            let mission = &script.mirrors[0];
            let level = &mission.level;
            let (width, height) = (level.width, level.height);
            let objectives = level.objectives.len();
            let size = game_text::<Brotherhood>(|text| {
                message!(text, "note-size", width, height, objectives)
            });
            let mut notes = vec![size];
            notes.extend(solve::proof(mission));
            DocumentReport {
                id: mission.id.clone(),
                name: mission.name.clone(),
                notes,
                faults: Vec::new(),
            }
        }
    }
}
