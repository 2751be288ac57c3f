//! What is true of every table, at any time.

use crate::content::cards::{Card, KINDS, Zone};
use crate::rules::state::{ShadowBlades, TURNS};

impl ShadowBlades {
    /// The invariants of the rule sheet.
    pub(crate) fn find_fault(&self) -> Option<String> {
        let mut count = [0; KINDS];
        let bags = self.hands.iter().chain(&self.piles).chain(self.missions.as_flattened());
        for bag in bags.chain([&self.deck, &self.bundle]) {
            bag.peek().each(|card| count[card.index()] += 1);
        }
        let rows = self.top.peek().cards().iter().chain(self.graveyard.cards());
        let table = self.board.posts().iter().map(|post| &post.card);
        let arms = self.board.arms().iter().map(|(weapon, _)| weapon);
        for card in rows.chain(table).chain(arms) {
            count[card.index()] += 1;
        }
        let all = self.variant.cards();
        if let Some(card) = Card::all().find(|&card| count[card.index()] != all.count(card)) {
            let (name, there) = (card.notation(), count[card.index()]);
            return Some(format!("there are {there} of {name}"));
        }
        if !self.board.is_right(self.variant) {
            return Some("strengths or dominations are not what follows from the table".to_owned());
        }
        if self.turn > TURNS {
            return Some(format!("turn {} is beyond the last", self.turn));
        }
        for (side, zones) in self.missions.iter().enumerate() {
            for zone in Zone::ALL {
                let missions = zones[zone as usize].peek();
                if !missions.is_empty() && missions.kinds().any(|card| !card.fits(zone)) {
                    return Some(format!("seat {side} has a mission where it does not belong"));
                }
            }
        }
        if self.finale.is_some() && self.deck_size() > 0 {
            return Some("the final confrontation is on with cards in the deck".to_owned());
        }
        None
    }
}
