/// How many seen cards can be followed at once.
pub(crate) const ROOM: usize = 84;
/// The place of a card that has left all hidden places.
pub(crate) const GONE: u8 = 31;

/// One possibility: the place of each seen card, five bits each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Setting([u64; 7]);

impl Setting {
    /// No card is anywhere.
    pub(crate) const EMPTY: Self = Self([u64::MAX; 7]);

    pub(crate) fn place(&self, index: usize) -> u8 {
        (self.0[index / 12] >> (index % 12 * 5) & 31).to_le_bytes()[0]
    }

    pub(crate) fn put(&mut self, index: usize, place: u8) {
        let (word, shift) = (&mut self.0[index / 12], index % 12 * 5);
        *word = *word & !(31 << shift) | u64::from(place) << shift;
    }

    /// Cards that stand for each other have no order among themselves.
    pub(crate) fn straighten(&mut self, members: &[usize]) {
        if members.len() > 1 {
            let mut places: Vec<u8> = members.iter().map(|&i| self.place(i)).collect();
            places.sort_unstable();
            for (&i, place) in members.iter().zip(places) {
                self.put(i, place);
            }
        }
    }
}
