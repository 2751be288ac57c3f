//! What is true of every table, at any time.

use intrigue_core::{Game, Seat, Turn};

use crate::content::Character;
use crate::rules::state::{COINS, Complots, Phase};

impl Complots {
    /// The invariants of the rule sheet.
    pub(crate) fn find_fault(&self) -> Option<String> {
        let seats = usize::from(self.options.seats);
        let coins = self.purses.iter().map(|&coins| u32::from(coins)).sum::<u32>()
            + u32::from(self.treasury);
        if coins != u32::from(COINS) {
            return Some(format!("there are {coins} coins"));
        }
        let mut all = *self.court.peek();
        for hand in self.hands.iter().chain(&self.aside) {
            all.add_all(*hand.peek());
        }
        for &hand in &self.face_up {
            all.add_all(hand);
        }
        let pack = self.options.variant.pack();
        for card in Character::ALL {
            if all.count(card) != pack.count(card) * self.options.variant.copies(seats) {
                return Some(format!("there are {} of {card:?}", all.count(card)));
            }
        }
        if self.phase == Phase::Act {
            let small = self.options.variant.small_deck;
            let court = if small { 1 } else { [3, 9, 7, 5, 3, 6, 4][seats - 2] };
            let size = self.court.peek().total();
            if size != court {
                return Some(format!("the Court holds {size}"));
            }
        }
        for index in 0..seats {
            let seat = Seat::new(index)?;
            let hand = self.hands[index].peek().total();
            if self.living.contains(seat) == (hand == 0) && self.turn > 0 {
                return Some(format!("seat {seat} lives with {hand} cards"));
            }
            if !self.living.contains(seat) && self.purses[index] > 0 {
                return Some(format!("seat {seat} is out with coins"));
            }
        }
        if let Turn::Seats(owing) = self.turn() {
            let idle = owing.without(self.living);
            if owing.is_empty() || !idle.is_empty() {
                return Some(format!("{owing:?} owe an answer"));
            }
        }
        None
    }
}
