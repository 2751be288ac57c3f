//! Where things stand: squares of the grid, sets of them, and how many guards stand on one.

/// The longest side of a level (V-C.3).
pub(crate) const SIDE: usize = 12;
/// How many squares the largest level has.
pub(crate) const SQUARES: usize = SIDE * SIDE;

/// A square of the grid, row by row from the north-west, whatever the size of the level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Square(pub u8);

impl Square {
    /// The square of a column and a row, both counted from 0.
    pub const fn new(column: usize, row: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "at most 144 squares")]
        Self((row * SIDE + column) as u8)
    }

    /// Its place in tables of squares.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from the west.
    #[inline]
    pub const fn column(self) -> usize {
        self.0 as usize % SIDE
    }

    /// The row, from the north.
    #[inline]
    pub const fn row(self) -> usize {
        self.0 as usize / SIDE
    }

    /// The steps of the grid to another square, as if nothing were between them.
    pub const fn grid_steps(self, other: Self) -> u8 {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        #[expect(clippy::cast_possible_truncation, reason = "at most two sides of the grid")]
        let steps = (columns + rows) as u8;
        steps
    }

    /// The square at an offset, if it is on the grid.
    pub const fn step(self, way: Way, steps: usize) -> Option<Self> {
        let (column, row) = (self.column(), self.row());
        match way {
            Way::North if row >= steps => Some(Self::new(column, row - steps)),
            Way::East if column + steps < SIDE => Some(Self::new(column + steps, row)),
            Way::South if row + steps < SIDE => Some(Self::new(column, row + steps)),
            Way::West if column >= steps => Some(Self::new(column - steps, row)),
            _ => None,
        }
    }

    /// The square of a name such as `c4`.
    pub fn parse(name: &str) -> Option<Self> {
        let mut chars = name.chars();
        let column = (chars.next()? as usize).checked_sub('a' as usize)?;
        let digits = chars.as_str();
        let row: usize = digits.parse().ok()?;
        let plain = digits.len() == row.to_string().len();
        (column < SIDE && (1..=SIDE).contains(&row) && plain).then(|| Self::new(column, row - 1))
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let column = char::from(b'a' + self.0 % 12);
        write!(f, "{column}{}", self.row() + 1)
    }
}

/// A direction of the compass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Way {
    /// Up on the map.
    North,
    /// To the right.
    East,
    /// Down.
    South,
    /// To the left.
    West,
}

impl Way {
    /// All, clockwise.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The direction of a number.
    pub fn of(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The way back.
    #[must_use]
    pub const fn back(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// As machines write it.
    pub const fn notation(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SquareSet([u64; 3]);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self([0; 3]);

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.0 % 64) & 1 == 1
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.0 % 64);
    }

    /// Takes a square out.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.0 % 64));
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// How many squares.
    #[inline]
    pub const fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()) as usize
    }

    /// The squares of either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }

    /// The squares of both sets.
    #[inline]
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }

    /// The squares of this set that are not in another.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1], self.0[2] & !other.0[2]])
    }

    /// The squares, row by row from the north-west.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        // Words move up as they are used, so that none is looked up by its place.
        let [mut word, mut second, mut third] = self.0;
        let mut before = 0;
        std::iter::from_fn(move || {
            while word == 0 {
                if second | third == 0 {
                    return None;
                }
                (word, second, third) = (second, third, 0);
                before += 64;
            }
            let square = Square(before + lowest_of(word));
            word &= word - 1;
            Some(square)
        })
    }
}

/// The number of the lowest bit of a word that has one.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "at most 64 bits")]
const fn lowest_of(word: u64) -> u8 {
    word.trailing_zeros() as u8
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

/// A kind of guard (V-B.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Guard {
    /// Gray.
    Crossbowman,
    /// Red.
    Elite,
}

impl Guard {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Crossbowman, Self::Elite];

    /// The kind of a number.
    pub fn of(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// As machines write it.
    pub const fn notation(self) -> &'static str {
        ["crossbowman", "elite"][self as usize]
    }
}

/// The most guards on a square (V-B.2).
pub(crate) const PLACES: u8 = 4;

/// Guards, counted by kind. On a square there are at most four in all.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Squad {
    pub crossbowmen: u8,
    pub elites: u8,
}

impl Squad {
    /// No guard.
    pub const NONE: Self = Self { crossbowmen: 0, elites: 0 };

    /// A squad with these numbers of guards of each kind.
    #[inline]
    pub const fn new(crossbowmen: u8, elites: u8) -> Self {
        Self { crossbowmen, elites }
    }

    /// How many guards there are.
    #[inline]
    pub const fn total(self) -> u8 {
        self.crossbowmen + self.elites
    }

    /// How many guards of a kind there are.
    #[inline]
    pub const fn count(self, kind: Guard) -> u8 {
        match kind {
            Guard::Crossbowman => self.crossbowmen,
            Guard::Elite => self.elites,
        }
    }

    /// A single guard of a kind.
    #[inline]
    pub const fn one(kind: Guard) -> Self {
        match kind {
            Guard::Crossbowman => Self::new(1, 0),
            Guard::Elite => Self::new(0, 1),
        }
    }

    /// Whether there is no guard.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.total() == 0
    }
}

impl std::ops::Add for Squad {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.crossbowmen + other.crossbowmen, self.elites + other.elites)
    }
}

impl std::ops::Sub for Squad {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.crossbowmen - other.crossbowmen, self.elites - other.elites)
    }
}

impl std::ops::AddAssign for Squad {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl std::ops::SubAssign for Squad {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
