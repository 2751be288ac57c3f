//! Worlds that fit a view: what search and analysis use in place of the truth.

use intrigue_core::{Hidden, MAX_SEATS, Rng, Seat, SeatSet, Seed};

use crate::content::{Character, Characters, Hand};
use crate::knowledge::view::View;
use crate::rules::options::{MOST_TURNS, Options};
use crate::rules::state::{COINS, Complots, Phase, Sequel, Stage};

impl View {
    /// A world that fits the view, every physical deal of the unseen cards equally likely. Sealed
    /// answers of other seats are not given yet in it.
    pub(crate) fn redeal(&self, rng: &mut Rng) -> Option<Complots> {
        let seats = self.sides.len();
        let question = &self.question;
        let target = question.pending.and_then(|pending| pending.target);
        let mut aside = [Hand::EMPTY; 2];
        let mut unseen = self.unseen(&mut aside, rng)?;
        let mut hands = [Hand::EMPTY; MAX_SEATS];
        let examined = self.secrets.and_then(|secrets| secrets.examined);
        if let Some((seat, card)) = self.examined_elsewhere() {
            hands[seat.index()] = self.examined_hand(seat, card, &mut unseen, rng)?;
        }
        for (index, side) in self.sides.iter().enumerate() {
            let hand = &mut hands[index];
            if let Some(secrets) = self.secrets.filter(|_| Seat::new(index) == self.viewer.seat()) {
                *hand = secrets.hand;
            }
            while hand.total() < side.face_down {
                hand.add(unseen.draw(rng)?);
            }
        }
        let passed = self.viewer.seat().filter(|_| self.secrets.is_some_and(|s| s.passed));
        // In a sealed window nobody's pass is known but the own.
        let mut sealed = if self.variant.fastest { SeatSet::EMPTY } else { question.passed };
        if let Some(seat) = passed {
            sealed.insert(seat);
        }
        let mut kept = [None; 2];
        if let (Some(seat), Some(secrets)) = (self.viewer.seat(), self.secrets) {
            kept[seat.index() & 1] = secrets.kept;
        }
        let phase = match question.stage {
            Stage::Keep => Phase::Keep(Hidden::new(kept)),
            Stage::Act => Phase::Act,
            Stage::ChallengeAction | Stage::Block | Stage::ChallengeBlock => {
                Phase::Window(question.stage, Hidden::new(sealed))
            }
            Stage::Lose => Phase::Lose(question.window.lowest()?, question.sequel?),
            Stage::Return => Phase::Return(question.to_return),
            Stage::Show => Phase::Show,
            // Whoever does not know the card knows nothing of it: any of the hand.
            Stage::Verdict => {
                Phase::Verdict(Hidden::new(examined.unwrap_or(hands[target?.index()].pick(rng))))
            }
            Stage::Over => Phase::Over(self.end?.0),
        };
        let mut resigning = SeatSet::EMPTY;
        if let Some(seat) = self.viewer.seat().filter(|_| self.secrets.is_some_and(|s| s.resigning))
        {
            resigning.insert(seat);
        }
        let (mut purses, mut face_up) = ([0; MAX_SEATS], [Hand::EMPTY; MAX_SEATS]);
        let mut claimed = [Characters::EMPTY; MAX_SEATS];
        for (index, side) in self.sides.iter().enumerate() {
            (purses[index], face_up[index]) = (side.coins, side.face_up);
            claimed[index] = side.claimed;
        }
        Some(Complots {
            options: Options {
                seats: u8::try_from(seats).ok()?,
                first_seat: None,
                variant: self.variant,
            },
            hands: hands.map(Hidden::new),
            face_up,
            claimed,
            court: Hidden::new(unseen),
            aside: aside.map(Hidden::new),
            purses,
            treasury: self.treasury,
            living: self.living(),
            active: self.active,
            turn: self.turn,
            window: 0,
            pending: question.pending,
            phase,
            resigning: Hidden::new(resigning),
        })
    }

    /// The cards in hands and Court that the viewer has not seen. For two seats also what each
    /// has set aside: a seat's pack without the card it kept, weighted by the number of physical
    /// deals that fit.
    fn unseen(&self, aside: &mut [Hand; 2], rng: &mut Rng) -> Option<Hand> {
        let seats = self.sides.len();
        let pack = self.variant.pack();
        let mut seen = self.secrets.map_or(Hand::EMPTY, |secrets| secrets.hand);
        for side in self.sides.iter() {
            seen.add_all(side.face_up);
        }
        if !self.variant.own_packs(seats) {
            let mut all = Hand::EMPTY;
            for _ in 0..self.variant.copies(seats) {
                all.add_all(pack);
            }
            return all.without(seen);
        }
        if self.question.stage == Stage::Keep {
            *aside = [pack; 2];
            return pack.without(seen);
        }
        // One choice for each seat: its own if the viewer knows it, otherwise any.
        let own = self.viewer.seat().map(Seat::index);
        let choices = |side: usize| -> Vec<Character> {
            match (own == Some(side), self.secrets) {
                (true, Some(secrets)) => {
                    pack.without(secrets.set_aside).into_iter().flat_map(Hand::cards).collect()
                }
                _ => pack.cards().collect(),
            }
        };
        let mut worlds = Vec::new();
        let mut total = 0;
        for left in choices(0) {
            for right in choices(1) {
                let mut dealt = pack;
                dealt.add(left);
                dealt.add(right);
                let ways = |card| choose(dealt.count(card), seen.count(card));
                let weight = Character::ALL.into_iter().map(ways).product::<u32>()
                    * dealt.without(seen).map_or(0, |unseen| self.examined_hands(unseen));
                total += weight;
                worlds.push((total, left, right, dealt));
            }
        }
        if total == 0 {
            return None;
        }
        let place = rng.below(total);
        let &(_, left, right, dealt) = worlds.iter().find(|(upto, ..)| place < *upto)?;
        for (side, card) in [left, right].into_iter().enumerate() {
            aside[side] = pack.without([card].into_iter().collect())?;
        }
        dealt.without(seen)
    }
}

impl View {
    /// The seat whose card the viewer examines, and the card.
    fn examined_elsewhere(&self) -> Option<(Seat, Character)> {
        let card = self.secrets?.examined?;
        let target = self.question.pending?.target?;
        (!self.viewer.is(target)).then_some((target, card))
    }

    /// How many hands of unseen cards have the examined card among them; 1 if none is examined.
    fn examined_hands(&self, unseen: Hand) -> u32 {
        let Some((seat, card)) = self.examined_elsewhere() else {
            return 1;
        };
        let [copies, others] = [unseen.count(card), unseen.total() - unseen.count(card)];
        match self.sides[seat.index()].face_down {
            1 => u32::from(copies),
            _ => u32::from(copies) * u32::from(others) + choose(copies, 2),
        }
    }

    /// One of these hands, every one equally likely.
    fn examined_hand(
        &self,
        seat: Seat,
        card: Character,
        unseen: &mut Hand,
        rng: &mut Rng,
    ) -> Option<Hand> {
        let pairs = choose(unseen.count(card), 2);
        let ways = self.examined_hands(*unseen);
        if ways == 0 {
            return None;
        }
        let mut hand: Hand = [card].into_iter().collect();
        unseen.take(card);
        if self.sides[seat.index()].face_down > 1 {
            let pair = rng.below(ways) < pairs;
            let other = if pair {
                card
            } else {
                let mut others = *unseen;
                while others.has(card) {
                    others.take(card);
                }
                others.draw(rng)?
            };
            unseen.take(other);
            hand.add(other);
        }
        Some(hand)
    }
}

/// In how many ways some of these cards can be chosen.
fn choose(all: u8, some: u8) -> u32 {
    if some > all {
        return 0;
    }
    (0..some).fold(1, |ways, i| ways * u32::from(all - i) / u32::from(i + 1))
}

impl View {
    /// Whether a view that came from outside makes sense, so that rules may rely on it.
    pub(crate) fn is_sound(&self) -> bool {
        let seats = self.sides.len();
        if !(2..=MAX_SEATS).contains(&seats) || self.active.index() >= seats {
            return false;
        }
        let all = SeatSet::first(seats);
        let within = |set: SeatSet| set.without(all).is_empty();
        let question = &self.question;
        let pending = question.pending;
        let named = pending.into_iter().flat_map(|u| {
            [u.target, u.lost_challenger, u.block.map(|(seat, _)| seat)].into_iter().flatten()
        });
        let coins: u32 = self.sides.iter().map(|side| u32::from(side.coins)).sum();
        let keeping = question.stage == Stage::Keep;
        let down: u32 = self.sides.iter().map(|side| u32::from(side.face_down)).sum();
        let up: u32 = self.sides.iter().map(|side| u32::from(side.face_up.total())).sum();
        let own_packs = self.variant.own_packs(seats);
        let dealt = match (own_packs, keeping) {
            (true, true) => 5,
            (true, false) => 7,
            _ => u32::from(self.variant.pack().total() * self.variant.copies(seats)),
        };
        let own = self.viewer.seat().map_or(0, |seat| self.sides[seat.index()].face_down);
        let hand = self.secrets.map_or(0, |secrets| secrets.hand.total());
        let needs_target = matches!(question.stage, Stage::Show | Stage::Verdict);
        let in_window =
            matches!(question.stage, Stage::ChallengeAction | Stage::Block | Stage::ChallengeBlock);
        let over = question.stage == Stage::Over;
        let living = self.living();
        // Cards that are drawn in an exchange are missing from the Court until they are returned.
        let drawn = if question.stage == Stage::Return { question.to_return } else { 0 };
        let influence = if self.variant.small_deck { 1 } else { 2 };
        let full_court = dealt.checked_sub(influence * u32::try_from(seats).unwrap_or_default());
        let court = keeping || over || Some(u32::from(self.court) + u32::from(drawn)) == full_court;
        // Every seat has its influence, face up or down, and what it has drawn.
        let influences = (0..).zip(self.sides.iter()).all(|(index, side)| {
            let more = if self.active.index() == index { u32::from(drawn) } else { 0 };
            u32::from(side.face_down) + u32::from(side.face_up.total()) == influence + more
        });
        let goes_on = matches!(question.sequel, Some(Sequel::Blocks | Sequel::Power));
        let blocker = pending.and_then(|u| u.block).map(|(seat, _)| seat);
        // Only who is still in has claimed something, and only characters in play.
        let claims = self.sides.iter().all(|side| {
            side.claimed.is_empty()
                || side.face_down > 0
                    && side.claimed.iter().all(|card| self.variant.pack().has(card))
        });
        within(question.window)
            && within(question.passed)
            && named.into_iter().all(|seat| seat.index() < seats)
            && coins + u32::from(self.treasury) == u32::from(COINS)
            && down + up + u32::from(self.court) == dealt
            && hand == own
            && self.secrets.is_some() == self.viewer.seat().is_some()
            && self.sides.iter().all(|side| side.face_down <= 4)
            && over == self.end.is_some()
            && over == question.window.is_empty()
            && question.window.without(living).is_empty()
            && (1..=MOST_TURNS).contains(&self.variant.turn_limit.into())
            && (!keeping || own_packs)
            && (!self.variant.small_deck || seats == 2)
            && (keeping || over || self.turn > 0)
            && (over || keeping || living.contains(self.active))
            && court
            && claims
            && (keeping || over || influences)
            && (!(in_window || goes_on) || pending.is_some())
            && (question.stage != Stage::ChallengeBlock
                || blocker.is_some_and(|seat| living.contains(seat)))
            && (!needs_target
                || pending.and_then(|u| u.target).is_some_and(|seat| living.contains(seat)))
            && (question.stage != Stage::Lose || question.sequel.is_some())
            && (question.stage != Stage::Return || (1..=2).contains(&question.to_return))
            && self.has_world()
    }

    /// Whether the rules could have led to a world that looks just like the view.
    fn has_world(&self) -> bool {
        let world = self.redeal(&mut Rng::new(&Seed::from_number(0), 0));
        world.is_some_and(|world| {
            Self::look(&world, self.viewer) == *self && world.find_fault().is_none()
        })
    }
}
