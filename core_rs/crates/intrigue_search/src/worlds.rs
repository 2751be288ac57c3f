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
        // A draw from 2^32 parts of the sum is fine enough.
        let point = (u128::from(total) * u128::from(rng.next_u32())) >> 32;
        let point = u64::try_from(point).unwrap_or(u64::MAX);
        let place = self.sums.partition_point(|&sum| sum <= point);
        self.kept.get(place).cloned()
    }
}

#[cfg(test)]
mod tests {
    use intrigue_core::{Match, Seat, Seed, Settings, Visitor};
    use intrigue_games::catalog;

    use super::*;

    struct DrawMany;

    impl Visitor for DrawMany {
        type Output = ();

        fn visit<G: Game>(self) {
            let seed = Seed::from_number(1);
            let played = Match::<G>::new(&Settings::new(), seed, Vec::new()).unwrap();
            let viewer = Viewer::Seat(Seat::new(0).unwrap());
            let view = played.state().view(viewer);
            let mut rng = Rng::new(&Seed::from_number(2), 0);
            let worlds = Worlds::<G>::new(&view, viewer, *KEPT.end(), &mut rng).unwrap();
            let mut places = std::collections::BTreeSet::new();
            for _ in 0..8 * KEPT.end() {
                let world = worlds.draw(&mut rng).unwrap();
                places.extend(worlds.kept.iter().position(|kept| *kept == world));
            }
            // As many as there may be: a sum that overflows would leave most of them out.
            assert!(!G::HAS_PLAYER_MODEL || places.len() > KEPT.end() / 2, "{}", places.len());
        }
    }

    #[test]
    fn every_kept_world_can_be_drawn() {
        for id in catalog::IDS {
            catalog::visit(id, DrawMany).unwrap();
        }
    }
}
