use intrigue_core::{ActionSet, Game, Payoffs, Seat, Viewer, WIN};

/// The shape of a batch's columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Rows of every column.
    pub lanes: usize,
    /// Rewards a lane.
    pub seats: usize,
    /// Bits or bytes of a lane's mask.
    pub actions: usize,
    /// Numbers of a lane's feature tensor.
    pub features: usize,
}

/// The caller's columns, lane after lane, into which a batch writes.
pub struct Columns<'a> {
    /// The seat that is to act.
    pub seats: &'a mut [u8],
    /// Its legal actions: a byte an action, or a bit.
    pub masks: Masks<'a>,
    /// Its feature tensor; empty if nobody wants it.
    pub features: &'a mut [i8],
    /// What each seat got, the win being 1; 0 unless a match has just ended.
    pub rewards: &'a mut [f32],
    /// 1 if a match has just ended.
    pub ends: &'a mut [u8],
}

/// How masks are written.
pub enum Masks<'a> {
    /// A byte an action: 0 or 1.
    Bytes(&'a mut [u8]),
    /// A bit an action, lowest first, lanes starting at whole bytes.
    Bits(&'a mut [u8]),
}

impl Columns<'_> {
    /// The first rows, and the others.
    pub(crate) fn split_at(self, rows: usize, shape: Shape) -> (Self, Self) {
        let (seats, other_seats) = self.seats.split_at_mut(rows);
        let features = if self.features.is_empty() { 0 } else { shape.features };
        let (first_features, other_features) = self.features.split_at_mut(rows * features);
        let (rewards, other_rewards) = self.rewards.split_at_mut(rows * shape.seats);
        let (ends, other_ends) = self.ends.split_at_mut(rows);
        let (masks, other_masks) = match self.masks {
            Masks::Bytes(bytes) => {
                let (first, other) = bytes.split_at_mut(rows * shape.actions);
                (Masks::Bytes(first), Masks::Bytes(other))
            }
            Masks::Bits(bits) => {
                let (first, other) = bits.split_at_mut(rows * shape.actions.div_ceil(8));
                (Masks::Bits(first), Masks::Bits(other))
            }
        };
        (
            Self { seats, masks, features: first_features, rewards, ends },
            Self {
                seats: other_seats,
                masks: other_masks,
                features: other_features,
                rewards: other_rewards,
                ends: other_ends,
            },
        )
    }

    /// Writes a row: the seat that is to act, what it may do and sees, and what the seats got if a
    /// match has just ended.
    #[inline]
    pub(crate) fn write<G: Game>(
        &mut self,
        row: usize,
        shape: Shape,
        (state, seat, legal): (&G, Seat, &G::Legal),
        cache: &mut G::ObservationCache,
        payoffs: Option<&Payoffs>,
    ) {
        self.seats[row] = seat.index().to_le_bytes()[0];
        self.ends[row] = u8::from(payoffs.is_some());
        let rewards = &mut self.rewards[row * shape.seats..][..shape.seats];
        if let Some(payoffs) = payoffs {
            for (reward, &payoff) in rewards.iter_mut().zip(payoffs) {
                #[expect(clippy::cast_precision_loss, reason = "at most 840")]
                let part = payoff as f32 / WIN as f32;
                *reward = part;
            }
        } else {
            rewards.fill(0.0);
        }
        match &mut self.masks {
            Masks::Bytes(bytes) => {
                let mask = &mut bytes[row * shape.actions..][..shape.actions];
                mask.fill(0);
                for id in legal.iter() {
                    mask[usize::from(id.0)] = 1;
                }
            }
            Masks::Bits(bits) => {
                let width = shape.actions.div_ceil(8);
                let mask = &mut bits[row * width..][..width];
                mask.fill(0);
                for id in legal.iter() {
                    mask[usize::from(id.0) / 8] |= 1 << (id.0 % 8);
                }
            }
        }
        if !self.features.is_empty() {
            let features = &mut self.features[row * shape.features..][..shape.features];
            state.observe(cache, Viewer::Seat(seat), features);
        }
    }
}
