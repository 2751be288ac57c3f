//! What there is to say of a mission that somebody has written.

use intrigue_core::{DocumentIssue, DocumentReport, game_text, message};

use crate::content::compile::script;
use crate::content::document::Fault;
use crate::content::solve;
use crate::rules::state::Brotherhood;

pub(crate) fn check_document(option: &str, text: &str) -> DocumentReport {
    debug_assert_eq!(option, "mission");
    match script(text) {
        Err(faults) => DocumentReport {
            issues: faults.iter().map(issue).collect(),
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
            let mut issues = vec![DocumentIssue::note(size)];
            issues.extend(solve::proof(mission).into_iter().map(DocumentIssue::note));
            DocumentReport { id: mission.id.clone(), name: mission.name.clone(), issues }
        }
    }
}

fn issue(fault: &Fault) -> DocumentIssue {
    let number = |number: usize| u32::try_from(number).unwrap_or_default();
    DocumentIssue {
        is_error: true,
        path: fault.place.clone(),
        position: (number(fault.position.0), number(fault.position.1)),
        text: fault.reason.clone(),
    }
}
