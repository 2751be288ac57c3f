use intrigue_core::{
    ActionId, ActionSet, Game, LeftSeats, Match, NoEvents, PositionMessage, Refusal, Rng, Seat,
    SeatSet, Seed, Settings, Turn, Viewer, Visitor, Wording, features_of, fill_defaults,
    play_chance, playout, view_message,
};
use intrigue_games::catalog;
use intrigue_wire::v1 as wire;

use crate::decide::{believable, of_view};

/// A position of whatever game, without a log: to think in, not to keep.
pub trait AnyWorld: Send + Sync {
    /// The game's id.
    fn game(&self) -> &'static str;
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// Who owes a decision; never chance.
    fn turn(&self) -> Turn;
    /// Seats that are never asked again, and get nothing.
    fn out(&self) -> SeatSet;
    /// The legal actions of a seat; none if it owes no decision.
    fn legal(&self, seat: Seat) -> Vec<ActionId>;
    /// Plays an action, and the chance after it.
    fn act(&mut self, seat: Seat, id: ActionId) -> Result<(), Refusal>;
    /// A viewer's view as a `View`.
    fn view(&self, viewer: Viewer) -> wire::View;
    /// What is the same in all views.
    fn setup(&self) -> wire::GameSetup;
    /// The feature tensor of a viewer's view.
    fn features(&self, viewer: Viewer) -> Vec<i8>;
    /// What each seat got, or may expect before the end.
    fn payoffs(&self) -> Vec<u32>;
    /// Plays at random to the end, and says how many decisions it took.
    fn playout(&mut self) -> u32;
    /// The same position; its chance goes on as here, or is drawn from a seed.
    fn boxed(&self, seed: Option<&Seed>) -> Box<dyn AnyWorld>;
    /// What each seat would see of it.
    fn to_wire(&self, index: u64) -> wire::World;
}

/// World number `index` that fits a view.
pub fn world_of(
    position: &PositionMessage,
    seed: &Seed,
    index: u64,
) -> Result<Box<dyn AnyWorld>, Refusal> {
    of_view(|id| catalog::visit(id, Fitting { position, seed, index }))?
        .ok_or_else(Refusal::bad_view)
}

/// A new match, dealt.
pub fn deal_world(game: &str, given: &Settings, seed: &Seed) -> Result<Box<dyn AnyWorld>, Refusal> {
    catalog::visit(game, Deal { given, seed })?
}

#[derive(Clone)]
struct World<G: Game> {
    state: G,
    seats: usize,
    rng: Rng,
}

struct Fitting<'a> {
    position: &'a PositionMessage,
    seed: &'a Seed,
    index: u64,
}

impl Visitor for Fitting<'_> {
    type Output = Option<Option<Box<dyn AnyWorld>>>;

    fn visit<G: Game>(self) -> Self::Output {
        let (view, _) = believable::<G>(self.position)?;
        let mut rng = Rng::new(self.seed, self.index);
        Some(G::redeal(&view, &mut rng).map(|mut state| {
            play_chance(&mut state, &mut rng, &mut NoEvents);
            let seats = state.seat_count();
            Box::new(World { state, seats, rng }) as Box<dyn AnyWorld>
        }))
    }
}

struct Deal<'a> {
    given: &'a Settings,
    seed: &'a Seed,
}

impl Visitor for Deal<'_> {
    type Output = Result<Box<dyn AnyWorld>, Refusal>;

    fn visit<G: Game>(self) -> Self::Output {
        let settings = fill_defaults(G::ABOUT.options, self.given)?;
        let options = Match::<G>::options_of(&settings)?;
        let mut rng = Rng::new(self.seed, 0);
        let mut state = G::new(&options);
        play_chance(&mut state, &mut rng, &mut NoEvents);
        let seats = G::seats(&options);
        Ok(Box::new(World { state, seats, rng }))
    }
}

impl<G: Game> AnyWorld for World<G> {
    fn game(&self) -> &'static str {
        G::ABOUT.id
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn turn(&self) -> Turn {
        self.state.turn()
    }

    fn out(&self) -> SeatSet {
        self.state.out()
    }

    fn legal(&self, seat: Seat) -> Vec<ActionId> {
        if self.state.turn().seats().contains(seat) {
            self.state.legal(seat).iter().collect()
        } else {
            Vec::new()
        }
    }

    fn act(&mut self, seat: Seat, id: ActionId) -> Result<(), Refusal> {
        let turn = self.state.turn();
        if turn == Turn::Over {
            return Err(Refusal::over());
        }
        if !turn.seats().contains(seat) {
            return Err(Refusal::not_to_act());
        }
        let action = G::action(id).ok_or_else(|| Refusal::unknown_action(&id.0.to_string()))?;
        self.state.check(seat, action).map_err(|rule| Refusal::illegal::<G>(rule))?;
        self.state.play(seat, action, &mut NoEvents);
        play_chance(&mut self.state, &mut self.rng, &mut NoEvents);
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> wire::View {
        view_message(&self.state, 0, viewer, LeftSeats::NONE, Wording::PLAIN)
    }

    fn setup(&self) -> wire::GameSetup {
        wire::GameSetup { kind: G::setup_to_wire(&self.state.view(Viewer::Spectator)) }
    }

    fn features(&self, viewer: Viewer) -> Vec<i8> {
        features_of(&self.state, viewer)
    }

    fn payoffs(&self) -> Vec<u32> {
        let payoffs = match self.state.turn() {
            Turn::Over => self.state.payoffs(),
            _ => self.state.evaluate(),
        };
        payoffs[..self.seats].to_vec()
    }

    fn playout(&mut self) -> u32 {
        playout(&mut self.state, &mut self.rng)
    }

    fn boxed(&self, seed: Option<&Seed>) -> Box<dyn AnyWorld> {
        let mut clone = self.clone();
        if let Some(seed) = seed {
            clone.rng = Rng::new(seed, 0);
        }
        Box::new(clone)
    }

    fn to_wire(&self, index: u64) -> wire::World {
        let seats = SeatSet::first(self.seats).iter();
        wire::World {
            index: Some(index),
            seats: seats
                .map(|seat| wire::GameView {
                    kind: Some(G::view_to_wire(&self.state.view(Viewer::Seat(seat)))),
                })
                .collect(),
        }
    }
}
