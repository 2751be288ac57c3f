/// Who hears what happens. Rules tell every event to a listener; telling nobody costs nothing,
/// since the event is made only if somebody listens.
pub trait EventSink<E> {
    /// Takes an event.
    fn emit(&mut self, event: impl FnOnce() -> E);
}

/// Discards events: for playouts, where nobody looks.
pub struct NoEvents;

impl<E> EventSink<E> for NoEvents {
    #[inline(always)]
    fn emit(&mut self, _event: impl FnOnce() -> E) {}
}

impl<E> EventSink<E> for Vec<E> {
    fn emit(&mut self, event: impl FnOnce() -> E) {
        self.push(event());
    }
}
