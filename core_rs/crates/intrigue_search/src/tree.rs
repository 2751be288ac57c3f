use intrigue_core::{ActionId, ActionSet, Rng, Seat, WIN};

/// No edge, no node.
const NONE: u32 = u32::MAX;
/// The most edges of a tree: about 200 MB. A search that goes on longer learns nothing new deeper
/// down, but goes on counting.
const MOST_EDGES: usize = 5_000_000;

/// How often each choice is seen before another is tried beside the usual one.
const WIDENING: u32 = 12;

/// How many visits the usual choice counts for where another seat's choices are imitated.
const USUAL: u32 = 64;

/// What was tried after what, as one observer sees it, and how it went.
///
/// Chance makes no branches: an action leads to one node whatever was drawn, and the actions that
/// the draw allows are told apart by their availability.
pub(crate) struct Tree {
    /// The first edge of each node.
    nodes: Vec<u32>,
    edges: Vec<Edge>,
}

/// A decision of a seat, and all that came after it.
struct Edge {
    next: u32,
    node: u32,
    label: ActionId,
    seat: Seat,
    /// How often it was taken, and how often it could have been.
    visits: u32,
    available: u32,
    /// The payoffs of its seat, and their squares.
    total: u64,
    squares: u64,
}

/// An edge that was chosen.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    pub(crate) label: ActionId,
    pub(crate) edge: Option<u32>,
    /// Whether it was taken for the first time.
    pub(crate) new: bool,
}

/// What is known of an action at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActionValue {
    /// The action.
    pub id: ActionId,
    /// How often it was tried.
    pub visits: u64,
    /// The sum of the seat's payoffs, in 840ths of the win.
    pub total: u64,
    /// The sum of their squares.
    pub squares: u64,
}

impl Tree {
    pub(crate) fn new() -> Self {
        Self { nodes: vec![NONE], edges: Vec::new() }
    }

    pub(crate) const ROOT: u32 = 0;

    /// Chooses among labels: one that was never tried here, or else the one whose upper confidence
    /// bound is highest, counting how often each could have been tried. Where there is a usual
    /// choice, it is tried first, and others only as those that were tried have been seen enough.
    #[inline]
    pub(crate) fn choose<L: ActionSet>(
        &mut self,
        node: u32,
        seat: Seat,
        labels: L,
        usual: Option<ActionId>,
        explore: f32,
        rng: &mut Rng,
    ) -> Chosen {
        let mut untried = labels;
        let mut best = (f32::MIN, NONE);
        let (mut tried, mut visits) = (0, 0);
        let mut at = self.nodes[node as usize];
        while at != NONE {
            let edge = &mut self.edges[at as usize];
            if edge.seat == seat && labels.contains(edge.label) {
                untried.remove(edge.label);
                edge.available += 1;
                tried += 1;
                visits += edge.visits;
                let bound = edge.bound(explore);
                if bound > best.0 {
                    best = (bound, at);
                }
            }
            at = edge.next;
        }
        let usual_untried = usual.filter(|&usual| untried.contains(usual));
        let widens = usual.is_none() || tried == 0 || visits >= WIDENING * tried;
        if !untried.is_empty() && (usual_untried.is_some() || widens) {
            let label = usual_untried.unwrap_or_else(|| untried.pick(rng));
            let edge = self.add(node, seat, label);
            return Chosen { label, edge, new: true };
        }
        Chosen { label: self.edges[best.1 as usize].label, edge: Some(best.1), new: false }
    }

    /// Chooses the usual, if there is one, or as often as was chosen here before: the more was tried
    /// here, the less the usual counts. Where nothing is known, anything.
    #[inline]
    pub(crate) fn imitate<L: ActionSet>(
        &mut self,
        node: u32,
        seat: Seat,
        labels: L,
        usual: Option<ActionId>,
        rng: &mut Rng,
    ) -> Chosen {
        let fits = |edge: &Edge| edge.seat == seat && labels.contains(edge.label);
        let (mut visits, mut usual_edge) = (0, None);
        let mut at = self.nodes[node as usize];
        while at != NONE {
            let edge = &self.edges[at as usize];
            if fits(edge) {
                visits += edge.visits;
                if Some(edge.label) == usual {
                    usual_edge = Some(at);
                }
            }
            at = edge.next;
        }
        if visits == 0 && usual.is_none() {
            return Chosen { label: labels.pick(rng), edge: None, new: true };
        }
        let mut left = rng.below(visits + if usual.is_some() { USUAL } else { 0 });
        if let Some(label) = usual.filter(|_| left >= visits) {
            return Chosen { label, edge: usual_edge, new: usual_edge.is_none() };
        }
        at = self.nodes[node as usize];
        loop {
            let edge = &self.edges[at as usize];
            if fits(edge) {
                if left < edge.visits {
                    return Chosen { label: edge.label, edge: Some(at), new: false };
                }
                left -= edge.visits;
            }
            at = edge.next;
        }
    }

    fn add(&mut self, node: u32, seat: Seat, label: ActionId) -> Option<u32> {
        if self.edges.len() >= MOST_EDGES {
            return None;
        }
        let at = u32::try_from(self.edges.len()).ok()?;
        self.edges.push(Edge {
            next: self.nodes[node as usize],
            node: NONE,
            label,
            seat,
            visits: 0,
            available: 1,
            total: 0,
            squares: 0,
        });
        self.nodes[node as usize] = at;
        Some(at)
    }

    /// The node behind an edge.
    #[inline]
    pub(crate) fn follow(&mut self, edge: u32) -> u32 {
        let next = u32::try_from(self.nodes.len()).expect("there are fewer nodes than edges");
        let node = &mut self.edges[edge as usize].node;
        if *node == NONE {
            *node = next;
            self.nodes.push(NONE);
        }
        *node
    }

    /// The edge of what an observer saw somebody else do; made if it is new.
    #[inline]
    pub(crate) fn witness(&mut self, node: u32, seat: Seat, label: ActionId) -> Option<u32> {
        let mut at = self.nodes[node as usize];
        while at != NONE {
            let edge = &self.edges[at as usize];
            if edge.seat == seat && edge.label == label {
                return Some(at);
            }
            at = edge.next;
        }
        self.add(node, seat, label)
    }

    /// Counts what came of an edge.
    #[inline]
    pub(crate) fn count(&mut self, edge: u32, payoff: u32) {
        let edge = &mut self.edges[edge as usize];
        edge.visits += 1;
        edge.total += u64::from(payoff);
        edge.squares += u64::from(payoff) * u64::from(payoff);
    }

    /// What is known of a seat's action at the root.
    pub(crate) fn worth(&self, seat: Seat, id: ActionId) -> ActionValue {
        let mut at = self.nodes[Self::ROOT as usize];
        while at != NONE {
            let edge = &self.edges[at as usize];
            if edge.seat == seat && edge.label == id {
                return ActionValue {
                    id,
                    visits: u64::from(edge.visits),
                    total: edge.total,
                    squares: edge.squares,
                };
            }
            at = edge.next;
        }
        ActionValue::none(id)
    }
}

impl Edge {
    /// How good it may be: what it brought, and something for being tried little.
    #[inline]
    #[expect(
        clippy::cast_precision_loss,
        reason = "a bound needs no more than the precision of a float"
    )]
    fn bound(&self, explore: f32) -> f32 {
        let visits = self.visits as f32;
        if self.visits == 0 {
            return f32::MAX;
        }
        let mean = self.total as f32 / (visits * WIN as f32);
        mean + explore * (logarithm(self.available) / visits).sqrt()
    }
}

/// The natural logarithm, to about a thousandth, from the bits of the number: the same on every
/// machine, and quick.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "it is an approximation, and says so")]
fn logarithm(number: u32) -> f32 {
    let bits = (number as f32).to_bits();
    let exponent = (bits >> 23) as f32 - 127.0;
    let fraction = f32::from_bits(bits & 0x007F_FFFF | 0x3F80_0000);
    // A parabola through the logarithm of 1, 1.5 and 2.
    let curve = (-0.33980 * fraction + 2.0190) * fraction - 1.67920;
    (exponent + curve) * std::f32::consts::LN_2
}

impl ActionValue {
    /// An action that was never tried.
    pub(crate) const fn none(id: ActionId) -> Self {
        Self { id, visits: 0, total: 0, squares: 0 }
    }

    /// Counts a payoff.
    pub(crate) fn count(&mut self, payoff: u32) {
        self.visits += 1;
        self.total += u64::from(payoff);
        self.squares += u64::from(payoff) * u64::from(payoff);
    }

    /// The payoff to expect, the win being 1.
    #[expect(clippy::cast_precision_loss, reason = "a mean")]
    pub fn value(&self) -> f64 {
        self.total as f64 / (self.visits.max(1) as f64 * f64::from(WIN))
    }

    /// One standard error of the value; 0 if it was tried less than twice.
    #[expect(clippy::cast_precision_loss, reason = "an error")]
    pub fn error(&self) -> f64 {
        if self.visits < 2 {
            return 0.0;
        }
        let visits = self.visits as f64;
        let mean = self.total as f64 / visits;
        let variance = (self.squares as f64 / visits - mean * mean).max(0.0);
        (variance / (visits - 1.0)).sqrt() / f64::from(WIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use intrigue_core::{Bits, Seed};

    #[test]
    fn the_logarithm_is_close_enough() {
        for number in [1u32, 2, 3, 7, 10, 100, 1000, 12_345, 1_000_000] {
            let exact = f64::from(number).ln();
            assert!((f64::from(logarithm(number)) - exact).abs() < 0.01, "{number}");
        }
    }

    #[test]
    fn everything_is_tried_once_before_anything_is_tried_twice() {
        let (mut tree, mut rng) = (Tree::new(), Rng::new(&Seed::from_number(1), 0));
        let seat = Seat::new(0).unwrap();
        let labels = Bits::<1>([0b1_0110]);
        let mut tried = Bits::<1>::default();
        for _ in 0..3 {
            let chosen = tree.choose(Tree::ROOT, seat, labels, None, 0.7, &mut rng);
            assert!(chosen.new && !tried.contains(chosen.label));
            tried.insert(chosen.label);
            tree.count(chosen.edge.unwrap(), 0);
        }
        assert_eq!(tried, labels);
        assert!(!tree.choose(Tree::ROOT, seat, labels, None, 0.7, &mut rng).new);
    }

    #[test]
    fn what_pays_is_come_back_to() {
        let (mut tree, mut rng) = (Tree::new(), Rng::new(&Seed::from_number(1), 0));
        let seat = Seat::new(0).unwrap();
        for _ in 0..1000 {
            let chosen = tree.choose(Tree::ROOT, seat, Bits::<1>([0b111]), None, 0.7, &mut rng);
            let payoff = if chosen.label == ActionId(1) { 600 } else { 300 };
            tree.count(chosen.edge.unwrap(), payoff);
        }
        let visits = [0, 1, 2].map(|id| tree.worth(seat, ActionId(id)).visits);
        assert!(visits[1] > 3 * visits[0].max(visits[2]), "{visits:?}");
        assert!((tree.worth(seat, ActionId(1)).value() - 600.0 / 840.0).abs() < 1e-9);
    }
}
