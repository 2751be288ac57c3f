/// Something that not every viewer may see. It can't be printed, formatted or serialized: code that
/// shows it has to call [`Hidden::peek`].
///
/// ```
/// let hand = intrigue_core::Hidden::new([3, 1]);
/// assert_eq!(hand.peek(), &[3, 1]);
/// ```
///
/// ```compile_fail
/// println!("{:?}", intrigue_core::Hidden::new(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Hidden<T>(T);

impl<T> Hidden<T> {
    /// Hides a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// Looks at it. In a game only its rules and its view do.
    pub const fn peek(&self) -> &T {
        &self.0
    }

    /// Looks at it in order to change it.
    pub const fn peek_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
