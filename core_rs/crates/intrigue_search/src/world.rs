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
    /// Who owes a decision. It is chance only in a world with explicit chance.
    fn turn(&self) -> Turn;
    /// Seats that are never asked again, and get nothing.
    fn out(&self) -> SeatSet;
    /// The legal actions of a seat; none if it owes no decision.
    fn legal(&self, seat: Seat) -> Vec<ActionId>;
    /// Plays an action, and the chance after it unless chance is explicit.
    fn act(&mut self, seat: Seat, id: ActionId) -> Result<(), Refusal>;
    /// Nature's choices by their numbers, each with its probability; none if it is not its turn.
    fn chances(&self) -> Vec<(u32, f64)>;
    /// Makes one of nature's choices; false, and nothing has changed, if it is none of them.
    fn apply_chance(&mut self, chance: u32) -> bool;
    /// One of nature's choices in notation.
    fn chance_notation(&self, chance: u32) -> String;
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
    explicit_chance: bool,
) -> Result<Box<dyn AnyWorld>, Refusal> {
    of_view(|id| catalog::visit(id, Fitting { position, seed, index, explicit_chance }))?
        .ok_or_else(Refusal::bad_view)
}

/// A new match, dealt.
pub fn deal_world(game: &str, given: &Settings, seed: &Seed) -> Result<Box<dyn AnyWorld>, Refusal> {
    catalog::visit(game, Deal { given, seed: Some(seed) })?
}

/// A new match before its deal, with explicit chance: its caller makes nature's choices.
pub fn undealt_world(game: &str, given: &Settings) -> Result<Box<dyn AnyWorld>, Refusal> {
    catalog::visit(game, Deal { given, seed: None })?
}

#[derive(Clone)]
struct World<G: Game> {
    state: G,
    seats: usize,
    rng: Rng,
    explicit_chance: bool,
}

impl<G: Game> World<G> {
    fn boxed(state: G, rng: Rng, explicit_chance: bool) -> Box<dyn AnyWorld> {
        let seats = state.seat_count();
        let mut world = Self { state, seats, rng, explicit_chance };
        world.draw();
        Box::new(world)
    }

    /// Draws what nature has to choose, unless chance is explicit.
    fn draw(&mut self) {
        if !self.explicit_chance {
            play_chance(&mut self.state, &mut self.rng, &mut NoEvents);
        }
    }
}

struct Fitting<'a> {
    position: &'a PositionMessage,
    seed: &'a Seed,
    index: u64,
    explicit_chance: bool,
}

impl Visitor for Fitting<'_> {
    type Output = Option<Option<Box<dyn AnyWorld>>>;

    fn visit<G: Game>(self) -> Self::Output {
        let (view, _) = believable::<G>(self.position)?;
        let mut rng = Rng::new(self.seed, self.index);
        let state = G::redeal(&view, &mut rng);
        Some(state.map(|state| World::boxed(state, rng, self.explicit_chance)))
    }
}

struct Deal<'a> {
    given: &'a Settings,
    /// None: chance is explicit.
    seed: Option<&'a Seed>,
}

impl Visitor for Deal<'_> {
    type Output = Result<Box<dyn AnyWorld>, Refusal>;

    fn visit<G: Game>(self) -> Self::Output {
        let settings = fill_defaults(G::ABOUT.options, self.given)?;
        let options = Match::<G>::options_of(&settings)?;
        let rng = Rng::new(self.seed.unwrap_or(&Seed::from_number(0)), 0);
        Ok(World::boxed(G::new(&options), rng, self.seed.is_none()))
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
        self.draw();
        Ok(())
    }

    fn chances(&self) -> Vec<(u32, f64)> {
        if self.state.turn() != Turn::Chance {
            return Vec::new();
        }
        self.state.chances().into_iter().map(|(chance, p)| (chance.into(), p)).collect()
    }

    fn apply_chance(&mut self, chance: u32) -> bool {
        let possible = self.chances().iter().any(|&(possible, _)| possible == chance);
        let chosen = G::Chance::try_from(chance).ok().filter(|_| possible);
        if let Some(chosen) = chosen {
            self.state.apply_chance(chosen, &mut NoEvents);
        }
        chosen.is_some()
    }

    fn chance_notation(&self, chance: u32) -> String {
        G::chance_notation(chance)
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
