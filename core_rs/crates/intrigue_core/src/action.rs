use crate::Rng;

/// The place of an action in its game's table: dense, append-only, the same in every match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActionId(pub u16);

/// The structured form of an action: what is done, and to what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionForm {
    /// What is done: `play`.
    pub verb: &'static str,
    /// To what: `card`, `8`.
    pub arguments: Vec<(&'static str, String)>,
}

/// A seat's choice, as its game defines it.
pub trait GameAction: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The place of the action in its game's table.
    fn id(self) -> ActionId;
    /// The action in its parts.
    fn form(self) -> ActionForm;

    /// The action as logs and people write it; unique in the table.
    fn notation(self) -> String {
        let ActionForm { verb, arguments } = self.form();
        let values = arguments.into_iter().map(|(_, value)| value);
        std::iter::once(verb.to_owned()).chain(values).collect::<Vec<_>>().join(" ")
    }
}

/// A set of actions of one game, by id, without heap.
pub trait ActionSet: Clone + Copy + PartialEq + Default + std::fmt::Debug + Send + Sync {
    /// How many ids the set has room for.
    const ROOM: usize;

    /// Adds an action.
    fn insert(&mut self, id: ActionId);
    /// Takes an action out.
    fn remove(&mut self, id: ActionId);
    /// Whether the action is in the set.
    fn contains(&self, id: ActionId) -> bool;
    /// How many actions there are in the set.
    fn len(&self) -> usize;
    /// The action with exactly `rank` smaller ones in the set, which has more than `rank`.
    fn nth(&self, rank: usize) -> ActionId;

    /// Whether the set is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of the actions, every one equally likely. The set is not empty.
    #[inline]
    fn pick(&self, rng: &mut Rng) -> ActionId {
        self.nth(rng.index(self.len()))
    }

    /// The actions by ascending id.
    fn iter(&self) -> impl Iterator<Item = ActionId> {
        let set = *self;
        (0..set.len()).map(move |rank| set.nth(rank))
    }
}

/// A set of up to 64 × `W` actions.
///
/// ```
/// use intrigue_core::{ActionId, ActionSet, Bits};
/// let mut legal = Bits::<2>::default();
/// legal.insert(ActionId(70));
/// legal.insert(ActionId(3));
/// assert_eq!(legal.iter().collect::<Vec<_>>(), [ActionId(3), ActionId(70)]);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self([0; W])
    }
}

impl<const W: usize> ActionSet for Bits<W> {
    const ROOM: usize = 64 * W;

    #[inline]
    fn insert(&mut self, id: ActionId) {
        self.0[usize::from(id.0) / 64] |= 1 << (id.0 % 64);
    }

    #[inline]
    fn remove(&mut self, id: ActionId) {
        self.0[usize::from(id.0) / 64] &= !(1 << (id.0 % 64));
    }

    #[inline]
    fn contains(&self, id: ActionId) -> bool {
        self.0.get(usize::from(id.0) / 64).is_some_and(|word| word >> (id.0 % 64) & 1 == 1)
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = ActionId> {
        self.0.into_iter().enumerate().flat_map(|(place, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros();
                    rest &= rest - 1;
                    #[expect(clippy::cast_possible_truncation, reason = "ids fit 16 bits")]
                    ActionId((place * 64) as u16 + bit as u16)
                })
            })
        })
    }

    #[inline]
    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn nth(&self, rank: usize) -> ActionId {
        let mut rank = rank;
        for (place, &word) in self.0.iter().enumerate() {
            let count = word.count_ones() as usize;
            if rank < count {
                let mut word = word;
                for _ in 0..rank {
                    word &= word - 1;
                }
                #[expect(clippy::cast_possible_truncation, reason = "ids fit 16 bits")]
                return ActionId((place * 64) as u16 + word.trailing_zeros() as u16);
            }
            rank -= count;
        }
        panic!("the set has fewer actions than that");
    }
}
