//! Nature's choices: cards and dice.

use intrigue_core::{EventSink, Rng, equally_likely, in_proportion};

use crate::content::ids::{AssassinId, AssassinSet, EquipmentId};
use crate::content::pack::KINDS;
use crate::content::squares::Way;
use crate::rules::agenda::{Draw, Task};
use crate::rules::counts::{lowest, small};
use crate::rules::fact::Fact;
use crate::rules::state::{Brotherhood, Chance};

/// Of a die.
const FACES: f64 = 6.0;

impl Brotherhood {
    /// What chance is to decide, if it is its turn.
    #[inline]
    fn drawing(&self) -> Option<Draw> {
        match self.top() {
            Some(Task::Draw(draw)) => Some(draw),
            _ => None,
        }
    }

    /// Draws one of nature's choices.
    pub(crate) fn draw_chance(&self, rng: &mut Rng) -> Chance {
        let table = &self.table;
        match self.drawing().expect("chance is asked") {
            Draw::Mirror => {
                let chosen = self.options.mirror;
                Chance::Mirror(chosen.unwrap_or_else(|| small(rng.index(4))))
            }
            Draw::Event => Chance::Event(bit(table.events, rng)),
            Draw::Way => {
                let way = weighted(&self.compass_cards(), rng);
                Chance::Way(Way::ALL[way])
            }
            Draw::Cards { .. } | Draw::Offer { .. } => {
                let kind = EquipmentId::new(weighted(&table.deck, rng));
                Chance::Equipment(kind.expect("a kind of the deck"))
            }
            Draw::Chest { .. } => Chance::Chest(small(weighted(&table.chest_deck, rng))),
            Draw::Tower { .. } => Chance::Tower(bit(table.mission.tower_cards.into(), rng)),
            Draw::FalseObjective => {
                Chance::Painted(small(rng.index(table.mission.level.objectives.len())))
            }
            Draw::Reinforcement { .. } => {
                Chance::Reinforcement(bit(table.reinforcements.into(), rng))
            }
            Draw::AttackDice { dice, .. } => self.throw_dice(dice, rng),
            Draw::GuardDice { dice, .. } => {
                let faces = u32::from(table.mission.pack.dice.guard);
                let hits = (0..dice).filter(|_| rng.below(6) < faces).count();
                Chance::Blows(small(hits))
            }
            Draw::Tests => self.throw_tests(rng),
            Draw::TestAgain { assassin } => {
                let mut seen = AssassinSet::EMPTY;
                if self.notices(table.pending.tests.dice[assassin], rng) {
                    seen.insert(assassin);
                }
                Chance::Sight(seen, 0)
            }
        }
    }

    fn throw_dice(&self, count: u8, rng: &mut Rng) -> Chance {
        let dice = self.table.mission.pack.dice;
        let (mut hits, mut specials) = (0, 0);
        for _ in 0..count {
            let face = rng.below(6);
            if face < u32::from(dice.special) {
                specials += 1;
            } else if face < u32::from(dice.special + dice.hit) {
                hits += 1;
            }
        }
        Chance::Dice(hits, specials)
    }

    /// Whether this number of dice sees somebody in the pending tests. All of them are thrown.
    #[inline]
    fn notices(&self, count: u8, rng: &mut Rng) -> bool {
        let dice = self.table.mission.pack.dice;
        let red = self.table.pending.tests.red;
        let faces = u32::from(if red { dice.alert } else { dice.quiet });
        let mut seen = false;
        for _ in 0..count {
            seen |= rng.below(6) < faces;
        }
        seen
    }

    fn throw_tests(&self, rng: &mut Rng) -> Chance {
        let tests = &self.table.pending.tests;
        let mut seen = AssassinSet::EMPTY;
        for who in AssassinId::ALL {
            let count = tests.dice[who];
            if count > 0 && self.notices(count, rng) {
                seen.insert(who);
            }
        }
        let found = (0..tests.bodies).filter(|_| self.notices(tests.body_dice, rng)).count();
        Chance::Sight(seen, small(found))
    }

    /// Every choice that nature has, with its probability.
    pub(crate) fn all_chances(&self) -> Vec<(Chance, f64)> {
        let Some(draw) = self.drawing() else {
            return Vec::new();
        };
        let table = &self.table;
        let bits = |bits: u32| (0..32u8).filter(move |&n| bits >> n & 1 == 1);
        match draw {
            Draw::Mirror => match self.options.mirror {
                Some(mirror) => equally_likely([Chance::Mirror(mirror)]),
                None => equally_likely((0..4).map(Chance::Mirror)),
            },
            Draw::Event => equally_likely(bits(table.events).map(Chance::Event)),
            Draw::Way => {
                let cards = self.compass_cards();
                in_proportion(Way::ALL.map(|way| (Chance::Way(way), cards[way as usize].into())))
            }
            Draw::Cards { .. } | Draw::Offer { .. } => {
                let left = |kind| (Chance::Equipment(kind), table.deck[kind].into());
                in_proportion(EquipmentId::first(KINDS).map(left))
            }
            Draw::Chest { .. } => {
                let left = |(card, left): (u8, u8)| (Chance::Chest(card), left.into());
                in_proportion((0u8..).zip(table.chest_deck).map(left))
            }
            Draw::Tower { .. } => {
                equally_likely(bits(table.mission.tower_cards.into()).map(Chance::Tower))
            }
            Draw::FalseObjective => {
                let objectives = small(table.mission.level.objectives.len());
                equally_likely((0..objectives).map(Chance::Painted))
            }
            Draw::Reinforcement { .. } => {
                equally_likely(bits(table.reinforcements.into()).map(Chance::Reinforcement))
            }
            Draw::AttackDice { dice, .. } => self.all_throws(dice),
            Draw::GuardDice { dice, .. } => {
                let hit = f64::from(table.mission.pack.dice.guard) / FACES;
                in_proportion((0..=dice).map(|n| (Chance::Blows(n), binomial(dice, n, hit))))
            }
            Draw::Tests => self.all_sights(),
            Draw::TestAgain { assassin } => {
                let seen = self.seen_by(table.pending.tests.dice[assassin]);
                in_proportion([
                    (Chance::Sight(AssassinSet::EMPTY, 0), 1.0 - seen),
                    (Chance::Sight(AssassinSet::from_iter([assassin]), 0), seen),
                ])
            }
        }
    }

    /// Every throw of assassin dice. Which of them hit is one choice, which of the others have the
    /// special another.
    fn all_throws(&self, count: u8) -> Vec<(Chance, f64)> {
        let dice = self.table.mission.pack.dice;
        let hit = f64::from(dice.hit) / FACES;
        let special = f64::from(dice.special) / (FACES - f64::from(dice.hit)).max(1.0);
        let specials = |hits: u8| {
            let weight = binomial(count, hits, hit);
            let rest = count - hits;
            (0..=rest).map(move |n| (Chance::Dice(hits, n), weight * binomial(rest, n, special)))
        };
        in_proportion((0..=count).flat_map(specials))
    }

    /// The probability that this number of dice sees somebody in the pending tests.
    fn seen_by(&self, count: u8) -> f64 {
        let dice = self.table.mission.pack.dice;
        let faces = if self.table.pending.tests.red { dice.alert } else { dice.quiet };
        1.0 - (1.0 - f64::from(faces) / FACES).powi(count.into())
    }

    fn all_sights(&self) -> Vec<(Chance, f64)> {
        let tests = &self.table.pending.tests;
        let found_one = self.seen_by(tests.body_dice);
        let sights = |seen: AssassinSet| {
            let each = AssassinId::ALL.into_iter().map(|who| {
                let probability = self.seen_by(tests.dice[who]);
                if seen.contains(who) { probability } else { 1.0 - probability }
            });
            let weight: f64 = each.product();
            (0..=tests.bodies).map(move |found| {
                (Chance::Sight(seen, found), weight * binomial(tests.bodies, found, found_one))
            })
        };
        in_proportion((0..16).filter_map(AssassinSet::from_bits).flat_map(sights))
    }

    /// Nature has chosen.
    pub(crate) fn play_chance(&mut self, chance: Chance, events: &mut impl EventSink<Fact>) {
        let draw = self.drawing().expect("chance is asked");
        self.table.pending.agenda.pop();
        match (draw, chance) {
            (Draw::Mirror, Chance::Mirror(mirror)) => {
                self.apply_and_emit(Fact::Mirrored { mirror }, events);
            }
            (Draw::Event, Chance::Event(card)) => {
                self.apply_and_emit(Fact::EventDrawn { card }, events);
            }
            (Draw::Way, Chance::Way(way)) => self.set_way(way, events),
            (Draw::Cards { assassin, count, quiet }, Chance::Equipment(kind)) => {
                self.drawn(assassin, count, quiet, kind, events);
            }
            (Draw::Offer { place }, Chance::Equipment(kind)) => {
                self.offer_drawn(place, kind, events);
            }
            (Draw::Chest { assassin }, Chance::Chest(card)) => self.opened(assassin, card, events),
            (Draw::Tower { assassin }, Chance::Tower(card)) => {
                self.turn_tower(assassin, card, events);
            }
            (Draw::FalseObjective, Chance::Painted(objective)) => {
                self.apply_and_emit(Fact::PaintedFound { objective }, events);
                if self.table.objectives >> objective & 1 == 1 {
                    self.apply_and_emit(Fact::ObjectiveDone { objective }, events);
                }
            }
            (Draw::Reinforcement { call }, Chance::Reinforcement(card)) => {
                self.reinforcement_drawn(call, card, events);
            }
            (Draw::AttackDice { .. }, Chance::Dice(hits, specials)) => {
                self.thrown(hits, specials, events);
            }
            (Draw::Tests, Chance::Sight(seen, found)) => self.sighted(seen, found, events),
            (Draw::TestAgain { assassin }, Chance::Sight(seen, _)) => {
                self.sighted_again(assassin, seen.contains(assassin), events);
            }
            (Draw::GuardDice { assassin, dice }, Chance::Blows(hits)) => {
                self.wound(assassin, dice, hits, events);
            }
            (draw, chance) => panic!("{chance:?} does not decide {draw:?}"),
        }
    }
}

/// The probability that exactly this many of a number of trials succeed.
fn binomial(trials: u8, successes: u8, probability: f64) -> f64 {
    let failures = trials - successes;
    let ways = (1..=failures).fold(1.0, |ways, n| ways * f64::from(successes + n) / f64::from(n));
    ways * probability.powi(successes.into()) * (1.0 - probability).powi(failures.into())
}

/// One of the bits that are set.
fn bit(bits: u32, rng: &mut Rng) -> u8 {
    let mut rest = bits;
    for _ in 0..rng.index(bits.count_ones() as usize) {
        rest &= rest - 1;
    }
    lowest(rest)
}

/// One of several piles, each as likely as it is large.
fn weighted(piles: &[u8], rng: &mut Rng) -> usize {
    let all: usize = piles.iter().map(|&n| usize::from(n)).sum();
    let mut rank = rng.index(all);
    for (kind, &copies) in piles.iter().enumerate() {
        match rank.checked_sub(usize::from(copies)) {
            None => return kind,
            Some(rest) => rank = rest,
        }
    }
    0
}
