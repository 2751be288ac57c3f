//! What a viewer knows after it has seen one thing more.

use intrigue_core::{Seat, SeatSet, Viewer};

use crate::content::cards::{Card, Role, Skill, ZONES, Zone, small};
use crate::content::pack::Cards;
use crate::knowledge::tale::{Op, Sight};
use crate::knowledge::view::{Agent, End, Secrets, Seen, View};
use crate::rules::action::{Mark, Spot};
use crate::rules::board::reckon;
use crate::rules::state::{Deployment, Ending, Question, SEATS, Stage, Step};

fn number(seat: Seat) -> u8 {
    small(seat.index())
}

impl View {
    pub(crate) fn fold(&mut self, seen: &Seen) {
        match seen {
            Seen::Conspired(conspiracy) => self.variant.conspiracy = Some(*conspiracy),
            Seen::Dealt(first, card) => self.fold_deal(*first, *card),
            Seen::Offered(seat, _, cards) => {
                self.seen_moves.push(Op::Look(number(*seat), Sight::Bundle));
                self.seen_moves.saw(*cards);
                self.look_at(*seat, *cards);
            }
            Seen::Kept(seat, card) => {
                self.seen_moves.push(Op::Keep(number(*seat), *card));
                self.gain(*seat, 1, card.as_slice());
            }
            Seen::TurnBegan(turn, seat) => {
                self.turn = *turn;
                self.active = *seat;
                self.deployment = Deployment::default();
                if let Some(left) = &mut self.finale {
                    left.remove(*seat);
                }
            }
            Seen::Asked(question) => self.ask(*question),
            Seen::Looked(seat, pile, cards) => {
                self.seen_moves.push(Op::Look(number(*seat), Sight::Pile(pile - 1)));
                self.seen_moves.saw(*cards);
                self.look_at(*seat, *cards);
            }
            Seen::Refused(seat, _) => self.look_at(*seat, Cards::EMPTY),
            Seen::Took(seat, pile, count, cards, unseen) => {
                self.seen_moves.push(Op::Take(number(*seat), pile - 1, *unseen));
                if *unseen {
                    self.seen_moves.saw(*cards);
                }
                self.piles[usize::from(*pile) - 1] = 0;
                let cards: Vec<Card> = cards.cards().collect();
                self.gain(*seat, *count, &cards);
            }
            Seen::Refilled(pile, card, knower) => {
                self.deck -= 1;
                self.piles[usize::from(*pile) - 1] += 1;
                self.seen_moves.push(Op::Refill(pile - 1, knower.map(number), *card));
            }
            Seen::Drew(seat, card, knower) => {
                self.deck -= 1;
                self.seen_moves.push(Op::Draw(number(*seat), knower.map(number), *card));
                self.gain(*seat, 1, card.as_slice());
            }
            Seen::Composed(step) => {
                if let Some(secrets) = &mut self.secrets {
                    secrets.step = *step;
                }
            }
            Seen::SkillHappened(skill) => {
                self.used |= 1 << *skill as u16;
                if matches!(skill, Skill::Falcon | Skill::Raven) {
                    self.deployment.opened |= 1 << (self.deployment.agents.len() - 1);
                }
            }
            Seen::FinaleBegan(seats) => self.finale = Some(*seats),
            Seen::Resigned(seat) => {
                self.sides[seat.index()].resigned = true;
                if let Some(left) = &mut self.finale {
                    left.remove(*seat);
                }
                if self.viewer.is(*seat) {
                    self.drop_step();
                }
            }
            Seen::Revealed(missions) => self.fold_reveal(missions),
            Seen::Ended(ending, winners) => {
                self.end = Some(End {
                    ending: *ending,
                    winners: *winners,
                    missions: self.end.take().map_or(Vec::new(), |end| end.missions),
                });
                self.drop_step();
                self.question = Question::plain(Stage::Over, self.active);
            }
            _ => self.fold_deployment(seen),
        }
    }

    fn fold_deployment(&mut self, seen: &Seen) {
        match seen {
            Seen::Deployed(seat, card, spot, weapons) => {
                self.leave_hand(*seat, *card);
                for &weapon in weapons {
                    self.leave_hand(*seat, weapon);
                }
                let strength = card.strength() + weapons.iter().map(|w| w.strength()).sum::<u8>();
                let place = usize::from(self.deployment.agents.len());
                self.deployment.begun = true;
                self.deployment.agents.push(*card);
                self.deployment.strengths[place] = strength;
                self.come(*card, *seat, *spot, weapons.clone());
                self.drop_step();
            }
            Seen::MissionLaid(seat, zone, card) => {
                self.deployment.begun = true;
                self.deployment.mission = true;
                self.seen_moves.push(Op::Lay(number(*seat), *zone as u8, *card));
                let side = &mut self.sides[seat.index()];
                side.hand -= 1;
                side.missions[*zone as usize] += 1;
                if let (Some(secrets), Some(card)) = (self.own(*seat), card) {
                    secrets.hand.give(*card, &mut secrets.missions[*zone as usize]);
                }
            }
            Seen::Eliminated(mark) => {
                self.deployment.begun = true;
                let agent = self.leave(*mark);
                self.graveyard.push(agent.card);
                self.graveyard.extend(agent.weapons);
                self.drop_step();
            }
            Seen::Discarded(seat, card) => {
                self.leave_hand(*seat, *card);
                self.graveyard.push(*card);
            }
            Seen::Moved(seat, mark, spot, weapons) => {
                for &weapon in weapons {
                    self.leave_hand(*seat, weapon);
                }
                self.deployment.deceived |= !weapons.is_empty();
                self.deployment.begun = true;
                let mut agent = self.leave(*mark);
                agent.weapons.extend(weapons);
                self.come(agent.card, *seat, *spot, agent.weapons);
                self.drop_step();
            }
            Seen::Scared(seat, mark) => {
                let agent = self.leave(*mark);
                self.come_to_hand(agent.owner, agent.card);
                for weapon in agent.weapons {
                    self.come_to_hand(*seat, weapon);
                }
            }
            Seen::Exhumed(seat) => {
                if let Some(card) = self.graveyard.pop() {
                    self.come_to_hand(*seat, card);
                }
            }
            Seen::Named(..) => self.drop_step(),
            _ => self.fold_secret_skill(seen),
        }
    }

    fn fold_secret_skill(&mut self, seen: &Seen) {
        match seen {
            Seen::Whispered(seat, victim, cards) => {
                let sight = Sight::Hand(number(*victim));
                self.seen_moves.push(Op::Look(number(*seat), sight));
                self.seen_moves.saw(*cards);
                self.look_at(*seat, *cards);
            }
            Seen::Taken(seat, victim, card) => self.pass(*victim, *seat, *card),
            Seen::Slipped(seat, ally, card) => self.pass(*seat, *ally, *card),
            Seen::Spied(seat, spot, cards) => {
                let sight = Sight::Missions(small(spot.side()), spot.zone() as u8);
                self.seen_moves.push(Op::Look(number(*seat), sight));
                self.seen_moves.saw(*cards);
                self.look_at(*seat, *cards);
            }
            Seen::Returned(seat, spot, card) => {
                let (side, zone) = (spot.side(), spot.zone() as u8);
                self.seen_moves.push(Op::Return(small(side), zone, number(*seat), *card));
                self.sides[side].missions[usize::from(zone)] -= 1;
                self.sides[side].hand += 1;
                if let (Some(secrets), Some(card)) = (self.own(spot.seat()), card) {
                    secrets.missions[usize::from(zone)].give(*card, &mut secrets.hand);
                }
                self.look_at(*seat, Cards::EMPTY);
            }
            Seen::Conjured(seat, cards) => {
                self.seen_moves.push(Op::Look(number(*seat), Sight::Top));
                for place in 0..4 {
                    let card = cards.map(|cards| cards[place]);
                    self.seen_moves.push(Op::Top(number(*seat), card));
                }
                let cards = cards.and_then(crate::content::pack::bag).unwrap_or_default();
                self.look_at(*seat, cards);
            }
            Seen::Chosen(seat, card) => {
                self.deck -= 1;
                self.seen_moves.push(Op::Choose(number(*seat), *card));
                let looking = self.secrets.map_or(Cards::EMPTY, |secrets| secrets.looking);
                self.gain(*seat, 1, card.as_slice());
                if let (Some(secrets), Some(card)) = (self.own(*seat), card) {
                    secrets.looking = looking;
                    let _ = secrets.looking.remove(*card);
                }
            }
            Seen::Arranged(seat, cards) => {
                for place in 0..3 {
                    let card = cards.map(|cards| cards[place]);
                    self.seen_moves.push(Op::Top(number(*seat), card));
                }
                self.drop_step();
                self.look_at(*seat, Cards::EMPTY);
            }
            _ => {}
        }
    }

    /// The viewer's secrets, if it is this seat.
    fn own(&mut self, seat: Seat) -> Option<&mut Secrets> {
        self.secrets.as_mut().filter(|_| self.viewer.is(seat))
    }

    fn look_at(&mut self, seat: Seat, cards: Cards) {
        if let Some(secrets) = self.own(seat) {
            secrets.looking = cards;
        }
    }

    fn drop_step(&mut self) {
        if let Some(secrets) = &mut self.secrets {
            secrets.step = Step::default();
            secrets.looking = Cards::EMPTY;
        }
    }

    /// Cards come to a hand; those that the viewer sees are named.
    fn gain(&mut self, seat: Seat, count: u8, cards: &[Card]) {
        self.sides[seat.index()].hand += count;
        if let Some(secrets) = self.own(seat) {
            for &card in cards {
                let _ = secrets.hand.add(card);
            }
            secrets.looking = Cards::EMPTY;
        }
    }

    fn leave_hand(&mut self, seat: Seat, card: Card) {
        self.seen_moves.push(Op::Out(number(seat), None, card));
        self.sides[seat.index()].hand -= 1;
        if let Some(secrets) = self.own(seat) {
            let _ = secrets.hand.remove(card);
        }
    }

    fn come_to_hand(&mut self, seat: Seat, card: Card) {
        self.seen_moves.push(Op::In(number(seat), card));
        self.gain(seat, 1, &[card]);
    }

    fn pass(&mut self, from: Seat, to: Seat, card: Option<Card>) {
        self.seen_moves.push(Op::Pass(number(from), number(to), card));
        self.sides[from.index()].hand -= 1;
        if let (Some(secrets), Some(card)) = (self.own(from), card) {
            let _ = secrets.hand.remove(card);
        }
        self.gain(to, 1, card.as_slice());
    }

    fn come(&mut self, card: Card, owner: Seat, spot: Spot, weapons: Vec<Card>) {
        let strength = card.strength() + weapons.iter().map(|w| w.strength()).sum::<u8>();
        self.agents.push(Agent { card, owner, spot, strength, weapons });
        self.reckon(spot.zone());
    }

    fn leave(&mut self, mark: Mark) -> Agent {
        let card = mark.card();
        let mut places = (0..self.agents.len()).filter(|&i| self.agents[i].card == card);
        let index = places.nth(usize::from(mark.0 - card.0));
        let agent = self.agents.remove(index.expect("the agent is on the table"));
        self.reckon(agent.spot.zone());
        agent
    }

    fn reckon(&mut self, zone: Zone) {
        let here = self.agents.iter().filter(|agent| agent.spot.zone() == zone);
        let here = here.map(|agent| (agent.spot.side(), agent.owner.index(), agent.strength));
        let reckoned = reckon(here, zone, self.variant);
        for (side, (strength, dominates)) in self.sides.iter_mut().zip(reckoned) {
            side.strengths[zone as usize] = strength;
            side.dominates[zone as usize] = dominates;
        }
    }

    fn fold_deal(&mut self, first: Seat, card: Option<Card>) {
        self.active = first;
        if self.variant.drafted {
            for _ in 0..self.sides.len() {
                self.seen_moves.push(Op::Bundle(None));
                self.deck -= 1;
            }
            return;
        }
        for index in 0..self.sides.len() {
            let seat = Seat::new(index).expect("a seat of the match");
            let own = card.filter(|_| self.viewer.is(seat));
            self.seen_moves.push(Op::Start(small(index), own));
            self.deck -= 1;
            self.gain(seat, 1, own.as_slice());
        }
    }

    fn ask(&mut self, question: Question) {
        if !matches!(self.viewer, Viewer::Seat(seat) if seat == question.seat) {
            self.drop_step();
        }
        self.question = question;
    }

    fn fold_reveal(&mut self, missions: &[[Cards; ZONES]; SEATS]) {
        self.deployment = Deployment::default();
        let mut counted = missions[..self.sides.len()].to_vec();
        for side in 0..self.sides.len() {
            for zone in Zone::ALL {
                for card in missions[side][zone as usize].cards() {
                    self.seen_moves.push(Op::Out(small(side), Some(zone as u8), card));
                    let condition = matches!(card.role(), Role::Mission(_, _, true));
                    if condition && !self.sides[side].dominates[zone as usize] {
                        let _ = counted[side][zone as usize].remove(card);
                        self.graveyard.push(card);
                    }
                }
                let left = counted[side][zone as usize];
                self.sides[side].missions[zone as usize] = left.total();
                if let Some(secrets) = Seat::new(side).and_then(|seat| self.own(seat)) {
                    secrets.missions[zone as usize] = left;
                }
            }
        }
        self.end =
            Some(End { ending: Ending::Bounties, winners: SeatSet::EMPTY, missions: counted });
    }
}
