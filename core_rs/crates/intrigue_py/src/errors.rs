//! Refusals and faults as Python exceptions.

use intrigue_core::{CaughtPanic, Refusal, guard};
use intrigue_search::Source;
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyDict;

create_exception!(_core, Refused, PyException, "The core says no, and why. Nothing has changed.");
create_exception!(
    _core,
    Panicked,
    PyException,
    "The core caught a fault of its own. The match was rebuilt from its log and is unchanged."
);

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Refused", module.py().get_type::<Refused>())?;
    module.add("Panicked", module.py().get_type::<Panicked>())
}

/// The exception of a refusal, with its parts as attributes.
#[expect(clippy::needless_pass_by_value, reason = "it is what map_err hands over")]
pub(crate) fn refused(refusal: Refusal) -> PyErr {
    Python::attach(|py| {
        let error = Refused::new_err(refusal.text.en.to_string());
        let value = error.value(py);
        let parts = [
            ("kind", refusal.kind.name()),
            ("code", refusal.code),
            ("domain", refusal.domain),
            ("clause", refusal.clause),
            ("en", &refusal.text.en),
            ("fr", &refusal.text.fr),
        ];
        let set = parts
            .into_iter()
            .try_for_each(|(name, part)| value.setattr(name, part))
            .and_then(|()| value.setattr("field", &refusal.field))
            .and_then(|()| {
                let values = PyDict::new(py);
                for (name, value) in &refusal.values {
                    values.set_item(name, value)?;
                }
                value.setattr("values", values)
            });
        set.err().unwrap_or(error)
    })
}

pub(crate) fn panicked(fault: CaughtPanic) -> PyErr {
    Panicked::new_err(fault.message)
}

/// Works on a view with the GIL released. One that somebody made up can contradict itself in ways that
/// show only when it is played on from; a panic is then the view's fault, and a refusal.
pub(crate) fn on_view<T: Send>(
    py: Python<'_>,
    source: Source,
    work: impl FnOnce() -> Result<T, Refusal> + Send,
) -> PyResult<T> {
    match (py.detach(|| guard(work)), source) {
        (Ok(done), _) => done.map_err(refused),
        (Err(fault), Source::Match) => Err(panicked(fault)),
        (Err(_), Source::Caller) => Err(refused(Refusal::contradictory_view())),
    }
}

/// Works with the GIL released, and survives a panic.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| guard(work)).map_err(panicked)
}
