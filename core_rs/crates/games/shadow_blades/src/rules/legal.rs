//! What a seat may do. The set of legal actions is the definition; a refusal is the reason why an
//! action is not in it.

use intrigue_core::{ActionId, ActionSet, Bits, Seat};

use crate::content::cards::{
    Card, Conspiracy, MERCENARY, MISSIONS, Skill, WEAPONS, ZONES, Zone, wide,
};
use crate::content::pack::Cards;
use crate::rules::action::{
    ACCEPT, AGENT, ARMS, BLOW, DECEIVE, DISCARD, DONE, END, KEEP, LAYS, MISSION, PASS, PILE, PUT,
    RECRUIT, REFUSE, RETURN, SEAT, SLIP, Spot, TAKE, TARGET, WEAPON, ZONE,
};
use crate::rules::board::Post;
use crate::rules::state::{PILES, Phase, Question, Row, ShadowBlades, Stage, StepKind};

/// The set of legal actions.
pub(crate) type Legal = Bits<7>;

/// Adds the actions from `base` on whose bits are set.
#[inline]
fn add(legal: &mut Legal, base: u16, bits: u64) {
    let (word, shift) = (usize::from(base) / 64, base % 64);
    legal.0[word] |= bits << shift;
    if shift > 0 && word + 1 < legal.0.len() {
        legal.0[word + 1] |= bits >> (64 - shift);
    }
}

#[inline]
fn add_kinds(legal: &mut Legal, base: u16, cards: Cards) {
    cards.each(|card| legal.insert(ActionId(base + u16::from(card.0))));
}

/// One bit for each of [`LAYS`] that is in a zone.
static IN_ZONE: [u64; ZONES] = {
    let mut masks = [0; ZONES];
    let mut lay = 0;
    while lay < LAYS.len() {
        masks[LAYS[lay].1 as usize] |= 1 << lay;
        lay += 1;
    }
    masks
};

impl ShadowBlades {
    #[inline]
    pub(crate) fn legal_set(&self, seat: Seat) -> Legal {
        let Phase::Ask(question) = self.phase else {
            return Legal::default();
        };
        if question.seat != seat {
            return Legal::default();
        }
        let mut legal = Legal::default();
        let step = self.step.peek();
        match (question.stage, step.kind) {
            (Stage::Turn | Stage::Deploy, StepKind::None) => self.menu(question, &mut legal),
            (_, StepKind::Agent) => self.agent_choices(&mut legal),
            (_, StepKind::Blow) => {
                let strength = step.card.map_or(0, Card::strength);
                self.add_targets(&mut legal, |post| post.strength == strength);
            }
            (_, StepKind::Deception) => self.deception_choices(&mut legal),
            (stage, _) => self.skill_choices(stage, question, &mut legal),
        }
        legal
    }

    /// A turn's choices between its steps.
    #[inline]
    fn menu(&self, question: Question, legal: &mut Legal) {
        let side = question.seat.index();
        let hand = *self.hands[side].peek();
        if question.stage == Stage::Turn {
            let start = if self.finale.is_some() { PASS } else { RECRUIT };
            add(legal, start, 1);
        } else {
            add(legal, END, 1);
        }
        add(legal, AGENT, self.agents_at_hand(side, hand));
        if !self.deployment.mission {
            let dominated = self.board.dominated >> (side * ZONES) & 15;
            if dominated != 0 {
                add(legal, MISSION, lays(hand, dominated));
            }
        }
        if self.variant.is(Conspiracy::Deception) && !self.deployment.deceived {
            let reach = self.sums(hand);
            if self.board.posts().iter().any(|&post| self.can_deceive(side, post, reach)) {
                add(legal, DECEIVE, 1);
            }
        }
        if self.variant.is(Conspiracy::FatalBlow) {
            let mut kinds = hand.agent_kinds() & 0xff;
            while kinds != 0 {
                let kind = kinds.trailing_zeros();
                kinds &= kinds - 1;
                let strength = Card(kind.to_le_bytes()[0]).strength();
                if self.board.posts().iter().any(|post| post.strength == strength) {
                    add(legal, BLOW, 1 << kind);
                }
            }
        }
    }

    /// The agents in a hand that may be deployed now, one bit a kind.
    #[inline]
    fn agents_at_hand(&self, side: usize, hand: Cards) -> u64 {
        let mut agents = hand.agent_kinds();
        if self.variant.is(Conspiracy::Arrogance) {
            let dominated = self.board.dominated >> (side * ZONES) & 15;
            for zone in 0..ZONES {
                if dominated >> zone & 1 == 1 {
                    agents &= !(0xff << (8 * zone));
                }
            }
            if dominated == 15 {
                agents &= !(1 << MERCENARY.0);
            }
        }
        if self.deployment.agents.is_empty() || agents == 0 {
            return agents;
        }
        if self.deployment.opened == 0 && !self.variant.is(Conspiracy::Duo) {
            return 0;
        }
        let mut fitting = 0;
        while agents != 0 {
            let kind = agents.trailing_zeros();
            agents &= agents - 1;
            let card = Card(kind.to_le_bytes()[0]);
            let mut rest = hand;
            let _ = rest.remove(card);
            if self.sums(rest) << card.strength() & self.totals(card) != 0 {
                fitting |= 1 << kind;
            }
        }
        fitting
    }

    /// What the weapons among some cards can add up to, one bit a sum.
    #[inline]
    pub(crate) fn sums(&self, cards: Cards) -> u64 {
        let mut sums = 1;
        for _ in 0..cards.count(WEAPONS[0]) {
            sums |= sums << 1;
        }
        for _ in 0..cards.count(WEAPONS[1]) {
            sums |= sums << 2;
        }
        if self.variant.is(Conspiracy::WeaponTheft) {
            for &thief in &ARMS[2..] {
                if cards.has(thief) {
                    sums |= sums << thief.strength();
                }
            }
        }
        sums
    }

    /// The strengths, one bit each, with which an agent may be deployed now (S-28, S-73).
    #[inline]
    pub(crate) fn totals(&self, card: Card) -> u64 {
        if self.deployment.agents.is_empty() {
            return u64::MAX;
        }
        let duo = self.variant.is(Conspiracy::Duo);
        self.deployment.totals(card, duo)
    }

    /// The cards of the hand that the open step has not used yet.
    #[inline]
    pub(crate) fn rest(&self, side: usize) -> Cards {
        let step = self.step.peek();
        let mut rest = *self.hands[side].peek();
        if let Some(card) = step.card {
            let _ = rest.remove(card);
        }
        for &weapon in step.weapons.cards() {
            let _ = rest.remove(weapon);
        }
        rest
    }

    /// The strength of the weapons chosen so far.
    #[inline]
    pub(crate) fn arming(&self) -> u8 {
        let step = self.step.peek();
        step.weapons.cards().iter().map(|weapon| weapon.strength()).sum()
    }

    /// An agent's zone, then its weapons.
    #[inline]
    fn agent_choices(&self, legal: &mut Legal) {
        let side = self.active.index();
        let step = self.step.peek();
        let Some(card) = step.card else { return };
        if step.spot.is_none() {
            add(legal, ZONE, self.spots(side, card).into());
            return;
        }
        let (totals, total) = (self.totals(card), card.strength() + self.arming());
        if totals >> total & 1 == 1 {
            add(legal, DONE, 1);
        }
        self.add_weapons(legal, side, |sums, weapon| {
            sums << (total + weapon.strength()) & totals != 0
        });
    }

    /// Adds the weapons at hand that a test lets through; it gets what the others can add up to.
    #[inline]
    fn add_weapons(&self, legal: &mut Legal, side: usize, fits: impl Fn(u64, Card) -> bool) {
        let rest = self.rest(side);
        let count =
            if self.variant.is(Conspiracy::WeaponTheft) { ARMS.len() } else { WEAPONS.len() };
        for (place, &weapon) in ARMS[..count].iter().enumerate() {
            let mut others = rest;
            if others.remove(weapon).is_some() && fits(self.sums(others), weapon) {
                add(legal, WEAPON, 1 << place);
            }
        }
    }

    /// The zones of a seat to which an agent belongs, one bit per place (S-21, S-76).
    #[inline]
    fn own_spots(&self, side: usize, card: Card) -> u16 {
        match card.zone() {
            Some(zone)
                if zone != Zone::Reinforcement || !self.variant.is(Conspiracy::TotalSupport) =>
            {
                1 << Spot::new(side, zone).0
            }
            _ => 15 << (side * ZONES),
        }
    }

    /// Where an agent may be deployed, one bit a place (S-21, S-70, S-76, S-77).
    #[inline]
    pub(crate) fn spots(&self, side: usize, card: Card) -> u16 {
        let mut spots = self.own_spots(side, card);
        if card.zone() == Some(Zone::Infiltration) && self.variant.is(Conspiracy::Espionage) {
            for other in 0..usize::from(self.variant.seats) {
                if self.variant.opposed(side, other) {
                    spots |= 15 << (other * ZONES);
                }
            }
        }
        if self.variant.is(Conspiracy::Arrogance) {
            spots &= !self.board.dominated;
        }
        spots
    }

    /// Where a seat may move a deployed agent, one bit per place (S-48, S-71): an agent that stands
    /// there already does not move.
    #[inline]
    pub(crate) fn destinations(&self, side: usize, post: Post) -> u16 {
        self.own_spots(side, post.card) & !(1 << post.spot.0)
    }

    /// Whether an agent can be won over with weapons that add up to its strength (S-71).
    #[inline]
    fn can_deceive(&self, side: usize, post: Post, reach: u64) -> bool {
        self.variant.opposed(side, post.owner.into()) && reach >> post.strength & 1 == 1
    }

    fn deception_choices(&self, legal: &mut Legal) {
        let side = self.active.index();
        let reach = self.sums(self.rest(side));
        let Some(target) = self.step.peek().target.and_then(|mark| self.board.find(mark)) else {
            self.add_targets(legal, |post| self.can_deceive(side, post, reach));
            return;
        };
        let post = self.board.posts()[target];
        if self.step.peek().spot.is_none() {
            add(legal, ZONE, self.destinations(side, post).into());
            return;
        }
        let missing = post.strength - self.arming();
        self.add_weapons(legal, side, |sums, weapon| {
            missing.checked_sub(weapon.strength()).is_some_and(|left| sums >> left & 1 == 1)
        });
    }

    /// Adds the deployed agents that a test lets through, as targets.
    #[inline]
    fn add_targets(&self, legal: &mut Legal, test: impl Fn(Post) -> bool) {
        for (index, &post) in self.board.posts().iter().enumerate() {
            if test(post) {
                add(legal, TARGET, 1 << self.board.mark(index).0);
            }
        }
    }

    #[inline]
    fn skill_choices(&self, stage: Stage, question: Question, legal: &mut Legal) {
        let side = question.seat.index();
        let hand = *self.hands[side].peek();
        let focus = question.focus;
        match stage {
            Stage::Draft => add_kinds(legal, KEEP, *self.bundle.peek()),
            Stage::Recruit => {
                add(legal, ACCEPT, 1);
                add(legal, REFUSE, 1);
            }
            Stage::RubyTracker => self.tracker_choices(side, legal),
            Stage::TrackerChoice => {
                for mark in question.named.into_iter().flatten() {
                    add(legal, DISCARD, 1 << mark.0);
                }
            }
            Stage::ShadowClaw => self.add_targets(legal, |post| post.strength <= 3),
            Stage::Yaksha => {
                for post in self.board.posts() {
                    add(legal, ZONE, 1 << post.spot.0);
                }
            }
            Stage::Looter => {
                // While the deck holds a card, no pile is empty.
                add(legal, PILE, (1 << PILES) - 1);
            }
            Stage::IllusionistKeep | Stage::IllusionistOrder => {
                let base = if stage == Stage::IllusionistKeep { KEEP } else { PUT };
                for &card in self.unordered().cards() {
                    legal.insert(ActionId(base + u16::from(card.0)));
                }
            }
            Stage::Beast => self.add_targets(legal, |post| {
                self.variant.opposed(side, post.owner.into())
                    && self.board.weapons(post).next().is_some()
            }),
            Stage::Mistrunner => self.mistrunner_choices(side, legal),
            Stage::Whisper => add(legal, SEAT, self.audible(side)),
            Stage::WhisperTake => {
                let victim = focus.map_or(side, Spot::side);
                add_kinds(legal, TAKE, *self.hands[victim].peek());
            }
            Stage::Chameleon => add(legal, ZONE, self.visible_missions(side)),
            Stage::ChameleonReturn => {
                if let Some(spot) = focus {
                    let missions = self.missions[spot.side()][spot.zone() as usize];
                    for card in missions.peek().kinds() {
                        legal.insert(ActionId(RETURN + u16::from(card.0) - wide(MISSIONS)));
                    }
                }
            }
            Stage::Shadow => {
                add(legal, DONE, 1);
                add_kinds(legal, SLIP, hand);
            }
            Stage::Turn | Stage::Deploy | Stage::Over => {}
        }
    }

    /// The Illusionist's cards that have no place on the deck yet.
    pub(crate) fn unordered(&self) -> Row<4> {
        let mut left = *self.top.peek();
        for &card in self.step.peek().weapons.cards() {
            left.remove(card);
        }
        left
    }

    /// Two agents of one opponent, named in the order in which they came (S-40).
    fn tracker_choices(&self, side: usize, legal: &mut Legal) {
        let posts = self.board.posts();
        let first = self.step.peek().target.and_then(|mark| self.board.find(mark));
        for (index, post) in posts.iter().enumerate() {
            let named = match first {
                None => {
                    self.variant.opposed(side, post.owner.into())
                        && posts[index + 1..].iter().any(|other| other.owner == post.owner)
                }
                Some(first) => index > first && posts[first].owner == post.owner,
            };
            if named {
                add(legal, TARGET, 1 << self.board.mark(index).0);
            }
        }
    }

    /// An agent that the weapons at hand can pay for, its new zone, then weapons (S-48).
    fn mistrunner_choices(&self, side: usize, legal: &mut Legal) {
        let step = self.step.peek();
        let Some(target) = step.target.and_then(|mark| self.board.find(mark)) else {
            let reach = self.sums(*self.hands[side].peek()).ilog2();
            add(legal, DONE, 1);
            self.add_targets(legal, |post| {
                self.destinations(side, post) != 0 && u32::from(post.strength) <= reach
            });
            return;
        };
        let post = self.board.posts()[target];
        if step.spot.is_none() {
            add(legal, ZONE, self.destinations(side, post).into());
            return;
        }
        if self.arming() >= post.strength {
            add(legal, DONE, 1);
        }
        self.add_weapons(legal, side, |_, _| true);
    }

    /// The opponents that have a card in hand, one bit each (S-50).
    pub(crate) fn audible(&self, side: usize) -> u64 {
        (0..usize::from(self.variant.seats))
            .filter(|&other| {
                self.variant.opposed(side, other) && !self.hands[other].peek().is_empty()
            })
            .fold(0, |seats, other| seats | 1 << other)
    }

    /// The opponents' zones that hold a mission, one bit each (S-51).
    pub(crate) fn visible_missions(&self, side: usize) -> u64 {
        let mut spots = 0;
        for other in 0..usize::from(self.variant.seats) {
            for zone in Zone::ALL {
                let missions = self.missions[other][zone as usize].peek();
                if self.variant.opposed(side, other) && !missions.is_empty() {
                    spots |= 1 << Spot::new(other, zone).0;
                }
            }
        }
        spots
    }
}

/// The missions of a hand in dominated zones, one bit for each of [`LAYS`].
#[inline]
fn lays(hand: Cards, dominated: u16) -> u64 {
    let mut zones = 0;
    for (zone, mask) in IN_ZONE.iter().enumerate() {
        if dominated >> zone & 1 == 1 {
            zones |= mask;
        }
    }
    let (mut copies, mut bits) = (hand.mission_copies(), 0);
    while copies != 0 {
        bits |= LAYS_OF[copies.trailing_zeros() as usize];
        copies &= copies - 1;
    }
    bits & zones
}

/// For each copy of a mission one bit for each of [`LAYS`] that is this mission.
static LAYS_OF: [u64; 32] = {
    let mut masks = [0; 32];
    let mut copy = 0;
    while copy < masks.len() {
        let mut lay = 0;
        while lay < LAYS.len() {
            if LAYS[lay].0.index() == Cards::mission_of(copy).index() {
                masks[copy] |= 1 << lay;
            }
            lay += 1;
        }
        copy += 1;
    }
    masks
};

/// Whether an agent has a skill that can still happen (S-25).
#[inline]
pub(crate) fn ready(state: &ShadowBlades, card: Card) -> Option<Skill> {
    let crate::content::cards::Role::Agent(_, _, Some(skill)) = card.role() else {
        return None;
    };
    (state.variant.knows(skill) && state.used >> skill as u16 & 1 == 0).then_some(skill)
}
