use intrigue_core::{Game, Rng, Viewer};

/// The fewest and the most worlds that are kept to choose from.
const KEPT: std::ops::RangeInclusive<usize> = 64..=1024;

/// Worlds that fit what a viewer knows, to be drawn in proportion to how likely they make what the
/// seats have done.
pub(crate) struct Worlds<'a, G: Game> {
    view: &'a G::View,
    /// What there is to choose from, where the game has a model of its players.
    kept: Vec<G>,
    /// The sum of the likelihoods up to each of them.
    sums: Vec<u64>,
}

impl<'a, G: Game> Worlds<'a, G> {
    /// Enough worlds to draw about so many of them. `None` if no world fits.
    pub(crate) fn new(
        view: &'a G::View,
        viewer: Viewer,
        wanted: usize,
        rng: &mut Rng,
    ) -> Option<Self> {
        let mut worlds = Self::uniform(view);
        if G::HAS_PLAYER_MODEL {
            let mut sum = 0;
            for _ in 0..wanted.clamp(*KEPT.start(), *KEPT.end()) {
                let world = G::redeal(view, rng)?;
                sum += u64::from(world.likelihood(viewer).max(1));
                worlds.kept.push(world);
                worlds.sums.push(sum);
            }
        }
        Some(worlds)
    }

    /// Worlds of which every one is equally likely.
    pub(crate) const fn uniform(view: &'a G::View) -> Self {
        Self { view, kept: Vec::new(), sums: Vec::new() }
    }

    /// One of them.
    pub(crate) fn draw(&self, rng: &mut Rng) -> Option<G> {
        let Some(&total) = self.sums.last() else {
            return G::redeal(self.view, rng);
        };
        // The sums are below 2^34: a draw from 2^32 parts of them is fine enough.
        let point = (total * u64::from(rng.next_u32())) >> 32;
        let place = self.sums.partition_point(|&sum| sum <= point);
        self.kept.get(place).cloned()
    }
}
