/// Who hears what happens. Rules tell every event to a listener; telling nobody costs nothing,
/// since the event is made only if somebody listens.
pub trait Listener<E> {
    /// Takes an event.
    fn hear(&mut self, event: impl FnOnce() -> E);
}

/// Nobody.
pub struct Silence;

impl<E> Listener<E> for Silence {
    #[inline(always)]
    fn hear(&mut self, _event: impl FnOnce() -> E) {}
}

impl<E> Listener<E> for Vec<E> {
    fn hear(&mut self, event: impl FnOnce() -> E) {
        self.push(event());
    }
}
