use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::AnyMatch;

/// The core caught a fault of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaughtPanic {
    /// What the panic said: for the server's log, never for a client.
    pub message: String,
}

/// A match that outlives panics: one that panics is built again from its log, so that whatever was
/// accepted stands and whatever broke is as if it had never been tried.
pub struct Guarded {
    inner: Box<dyn AnyMatch>,
}

impl Guarded {
    /// Guards a match.
    pub fn new(inner: Box<dyn AnyMatch>) -> Self {
        Self { inner }
    }

    /// Does something with the match.
    pub fn with<T>(&mut self, work: impl FnOnce(&mut dyn AnyMatch) -> T) -> Result<T, CaughtPanic> {
        // The log is only ever appended to, and only by a step that has succeeded: it is whole
        // whatever the panic left of the table.
        let inner = &mut self.inner;
        guard(move || work(inner.as_mut())).inspect_err(|_| {
            if let Ok(Ok(whole)) = guard(|| self.inner.rebuild()) {
                self.inner = whole;
            }
        })
    }
}

/// Does something that may panic.
pub fn guard<T>(work: impl FnOnce() -> T) -> Result<T, CaughtPanic> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let message = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "a panic without words".to_owned());
        CaughtPanic { message }
    })
}
