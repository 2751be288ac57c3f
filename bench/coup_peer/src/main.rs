//! Decisions per second of thread CPU time of the crate `coup`, with bots that choose at random.
//! For each line on its input it measures once and writes a JSON line to its error stream: the
//! engine draws its score board on the other one.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::BufRead;
use std::rc::Rc;
use std::time::Duration;

use coup::bot::{BotInterface, Context};
use coup::{Action, Card, Coup};
use cpu_time::ThreadTime;

/// Games of one tournament. From a thousand on, the engine draws its board more and more seldom.
const GAMES: u64 = 10_000;

/// Chooses at random, and cheaply, so that the engine is what is measured.
struct Dice {
    state: Rc<Cell<u64>>,
    decisions: Rc<Cell<u64>>,
}

impl Dice {
    /// Counts a decision and draws a number below `sides`.
    fn roll(&self, sides: usize) -> usize {
        self.decisions.set(self.decisions.get() + 1);
        let mut state = self.state.get();
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        self.state.set(state);
        (((state >> 32) * sides as u64) >> 32) as usize
    }
}

/// The name of the `number`th opponent, around the table.
fn target(context: &Context, number: usize) -> String {
    let mut others = context
        .playing_bots
        .iter()
        .filter(|bot| bot.name != context.name);
    let name = others.nth(number).map(|bot| bot.name.clone());
    name.expect("somebody else is at the table")
}

impl BotInterface for Dice {
    fn get_name(&self) -> String {
        "Dice".to_owned()
    }

    fn on_turn(&self, context: &Context) -> Action {
        let others = context.playing_bots.len() - 1;
        let coins = context
            .playing_bots
            .iter()
            .find(|bot| bot.name == context.name)
            .map_or(0, |bot| bot.coins);
        // Only what can be paid for: the engine punishes the rest.
        let targeted = 1 + usize::from(coins >= 3) + usize::from(coins >= 7);
        let choice = self.roll(4 + targeted * others);
        let Some(choice) = choice.checked_sub(4) else {
            return match choice {
                0 => Action::Income,
                1 => Action::ForeignAid,
                2 => Action::Tax,
                _ => Action::Swapping,
            };
        };
        let name = target(context, choice % others);
        match choice / others {
            0 => Action::Stealing(name),
            1 => Action::Assassination(name),
            _ => Action::Coup(name),
        }
    }

    fn on_auto_coup(&self, context: &Context) -> String {
        target(context, self.roll(context.playing_bots.len() - 1))
    }

    fn on_challenge_action_round(&self, _: &Action, _: String, _: &Context) -> bool {
        self.roll(2) == 1
    }

    fn on_counter(&self, _: &Action, _: String, _: &Context) -> bool {
        self.roll(2) == 1
    }

    fn on_challenge_counter_round(&self, _: &Action, _: String, _: &Context) -> bool {
        self.roll(2) == 1
    }

    fn on_swapping_cards(&self, new_cards: [Card; 2], context: &Context) -> [Card; 2] {
        let mut cards = context.cards.clone();
        cards.extend(new_cards);
        let first = cards.swap_remove(self.roll(cards.len()));
        [first, cards[self.roll(cards.len())]]
    }

    fn on_card_loss(&self, context: &Context) -> Card {
        context.cards[self.roll(context.cards.len())]
    }
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let seconds = line
            .ok()
            .and_then(|text| text.trim().parse().ok())
            .unwrap_or(0.5);
        let rates: BTreeMap<_, _> = [2, 4].map(|seats| (seats, rate(seats, seconds))).into();
        eprintln!(
            r#"{{"coup crate, 2 seats": {:.0}, "coup crate, 4 seats": {:.0}}}"#,
            rates[&2], rates[&4]
        );
    }
}

fn rate(seats: usize, seconds: f64) -> f64 {
    let state = Rc::new(Cell::new(0x9e37_79b9_7f4a_7c15));
    let decisions = Rc::new(Cell::new(0));
    let start = ThreadTime::now();
    loop {
        let bots = (0..seats).map(|_| {
            let (state, decisions) = (Rc::clone(&state), Rc::clone(&decisions));
            Box::new(Dice { state, decisions }) as Box<dyn BotInterface>
        });
        Coup::new(bots.collect()).looping(GAMES);
        let spent = start.elapsed();
        if spent >= Duration::from_secs_f64(seconds) {
            return decisions.get() as f64 / spent.as_secs_f64();
        }
    }
}
