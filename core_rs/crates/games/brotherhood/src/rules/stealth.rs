//! Who is seen: entries, detection tests, pursuit, and what being wanted means (V-10.2 to V-13,
//! V-21, V-28).

use intrigue_core::EventSink;

use crate::content::level::Failure;
use crate::content::pack::{Ability, Companion, EventEffect};
use crate::content::squares::{PLACES, Squad, Square, Way};
use crate::rules::agenda::{Kind, Task, Tests};
use crate::rules::counts::small;
use crate::rules::fact::{Fact, Flag};
use crate::rules::state::{Assassin, Brotherhood, Ending, NOTHING, Phase, Place};

impl Brotherhood {
    /// The alert comes on. False if the memory fails by it.
    pub(crate) fn raise_alert(&mut self, events: &mut impl EventSink<Fact>) -> bool {
        if self.table.alert {
            return true;
        }
        self.apply_and_emit(Fact::AlertOn, events);
        if self.fails_when(|failure| failure == Failure::AlertOn) {
            self.fail(Ending::AlertOn, events);
            return false;
        }
        true
    }

    /// An assassin becomes wanted (V-12.1, V-13.2). False if the memory fails by it.
    pub(crate) fn become_wanted(&mut self, who: u8, events: &mut impl EventSink<Fact>) -> bool {
        let one = &self.table.crew[usize::from(who)];
        if one.wanted || one.critical() || one.square().is_none() {
            return true;
        }
        self.apply_and_emit(Fact::Wanted(who), events);
        self.raise_alert(events)
    }

    /// Whether courtesans stand on a square.
    pub(crate) fn courted(&self, square: Square) -> bool {
        let host = self.table.companions[Companion::Courtesans as usize];
        host != NOTHING && self.table.crew[usize::from(host)].square() == Some(square)
    }

    /// An assassin goes to a neighbouring square; guards may follow (V-21).
    pub(crate) fn walk(
        &mut self,
        who: usize,
        way: Way,
        unseen: bool,
        events: &mut impl EventSink<Fact>,
    ) {
        let from = self.table.crew[who]
            .square()
            .expect("it stands on a square");
        let to = self
            .table
            .scenario
            .level
            .near(from, way)
            .expect("it is a neighbour");
        let followers = if unseen {
            0
        } else {
            self.followers(who, from, way, to)
        };
        self.relocate(who, to, events);
        self.push(Task::of(Kind::Arrive, who, u8::from(followers == 0)));
        if followers == 0 {
            return;
        }
        let able = self.table.loose_guards(from);
        match elites_among(able, followers) {
            (least, most) if least == most => {
                self.pursue(from, to, followers, least, events);
            }
            _ => self.push(Task {
                at: from.0,
                to: to.0,
                ..Task::of(Kind::AskPursuers, who, followers)
            }),
        }
    }

    /// How many guards follow a wanted assassin (V-21.1, V-21.3).
    fn followers(&self, who: usize, from: Square, way: Way, to: Square) -> u8 {
        let table = &self.table;
        let guards = table.guards[from.index()].total();
        let other = |(number, one): (usize, &Assassin)| {
            number != who && one.wanted && one.square() == Some(from)
        };
        if !table.crew[who].wanted
            || guards == 0
            || table.assassins().iter().enumerate().any(other)
            || self.courted(from)
            || table.scenario.level.beat[from.index()][way as usize] != Some(to)
        {
            return 0;
        }
        let room = PLACES - table.guards[to.index()].total();
        guards
            .div_ceil(2)
            .min(table.loose_guards(from).total())
            .min(room)
    }

    /// Guards follow, and test whom they meet (V-21.2).
    pub(crate) fn pursue(
        &mut self,
        from: Square,
        to: Square,
        count: u8,
        elites: u8,
        events: &mut impl EventSink<Fact>,
    ) {
        let squad = Squad::new(count - elites, elites);
        self.apply_and_emit(Fact::GuardsMoved(from, to, squad), events);
        self.post(to, events);
        self.guards_enter(to, count, false, events);
    }

    /// An assassin is on another square; its companions go with it, but not into the water.
    pub(crate) fn relocate(&mut self, who: usize, to: Square, events: &mut impl EventSink<Fact>) {
        let number = small(who);
        self.apply_and_emit(Fact::Moved(number, Place::Square(to)), events);
        if self.table.scenario.level.canals.contains(to) {
            self.dismiss(number, events);
        }
    }

    /// The companions of an assassin are gone.
    pub(crate) fn dismiss(&mut self, who: u8, events: &mut impl EventSink<Fact>) {
        for kind in 0..3 {
            if self.table.companions[usize::from(kind)] == who {
                self.apply_and_emit(Fact::CompanionsGone(kind), events);
            }
        }
    }

    /// Guards of a square step onto free places of its objective (V-23.4).
    #[inline]
    pub(crate) fn post(&mut self, square: Square, events: &mut impl EventSink<Fact>) {
        if let Some(objective) = self.table.scenario.level.objective_at(square) {
            while let Some(guard) = self.table.volunteer(objective) {
                self.apply_and_emit(Fact::Posted(small(objective), guard), events);
            }
        }
    }

    /// An assassin has arrived on its square.
    pub(crate) fn arrive(
        &mut self,
        who: usize,
        shakes_off: bool,
        events: &mut impl EventSink<Fact>,
    ) {
        let one = self.table.crew[who];
        let Some(square) = one.square() else { return };
        let number = small(who);
        let guards = self.table.guards[square.index()].total();
        self.push(Task::of(Kind::Settle, who, 0));
        if one.wanted {
            if shakes_off && guards == 0 {
                self.apply_and_emit(Fact::Anonymous(number, Some(square)), events);
            }
        } else {
            self.test_one(who, guards, true);
        }
    }

    /// One test for one assassin, by so many guards; `moves` if it enters or comes out of hiding.
    pub(crate) fn test_one(&mut self, who: usize, dice: u8, moves: bool) {
        let one = self.table.crew[who];
        let Some(square) = one.square() else { return };
        let fewer = u8::from(moves && self.effect() == EventEffect::Crowd);
        let dice = dice_for(&one, dice.saturating_sub(fewer));
        if dice == 0 || self.courted(square) {
            return;
        }
        let green_roof =
            moves && self.table.green_roofs && self.table.scenario.level.roofs.contains(square);
        let mut tests = Tests {
            red: !green_roof && self.red(),
            ..Tests::default()
        };
        tests.dice[who] = dice;
        self.begin_tests(tests);
    }

    /// Whether detection dice are red (V-13.1).
    fn red(&self) -> bool {
        match self.effect() {
            EventEffect::GreenDice => false,
            EventEffect::RedDice => true,
            _ => self.table.alert,
        }
    }

    /// Guards have entered a square: a test for each anonymous assassin and each body (V-23.5).
    pub(crate) fn guards_enter(
        &mut self,
        square: Square,
        count: u8,
        marching: bool,
        _events: &mut impl EventSink<Fact>,
    ) {
        let more = u8::from(marching && self.effect() == EventEffect::ExtraDie);
        let dice = count + more;
        let mut tests = Tests {
            red: self.red(),
            bodies: self.table.bodies[square.index()].total(),
            body_dice: dice,
            ..Tests::default()
        };
        let courted = self.courted(square);
        for (who, one) in self.table.assassins().iter().enumerate() {
            let tested = one.square() == Some(square) && !one.hidden && !one.critical();
            if tested && !one.wanted && !courted {
                tests.dice[who] = dice_for(one, dice);
            }
        }
        if tests.bodies > 0 || tests.dice != [0; 4] {
            self.begin_tests(tests);
        }
    }

    fn begin_tests(&mut self, tests: Tests) {
        self.table.pending.tests = tests;
        self.push(Task::new(Kind::Judge));
        self.push(Task::new(Kind::Offer));
        self.push(Task::new(Kind::ThrowSight));
        if self.effect() == EventEffect::CancelTest && self.table.event_open {
            self.push(Task::new(Kind::AskCancel));
        }
    }

    /// A test is cancelled before its dice are thrown.
    pub(crate) fn cancel(&mut self, who: Option<usize>, events: &mut impl EventSink<Fact>) {
        self.apply_and_emit(Fact::EventUsed, events);
        self.apply_and_emit(Fact::TestCancelled, events);
        let tests = &mut self.table.pending.tests;
        match who {
            Some(who) => tests.dice[who] = 0,
            None => tests.bodies -= 1,
        }
        if tests.bodies == 0 && tests.dice == [0; 4] {
            // The throw, the offer of another one and the judgement.
            for _ in 0..3 {
                self.table.pending.agenda.pop();
            }
        }
    }

    /// The detection dice lie.
    pub(crate) fn sighted(
        &mut self,
        task: Task,
        seen: u8,
        found: u8,
        events: &mut impl EventSink<Fact>,
    ) {
        let again = task.n == 1;
        let tests = &mut self.table.pending.tests;
        if again {
            tests.seen = tests.seen & !(1 << task.who) | seen;
        } else {
            (tests.seen, tests.found) = (seen, found);
        }
        let tests = *tests;
        for who in 0..self.table.size {
            let dice = tests.dice[usize::from(who)];
            if dice > 0 && (!again || who == task.who) {
                let seen = seen >> who & 1 == 1;
                self.apply_and_emit(Fact::Tested(who, dice, tests.red, seen), events);
            }
        }
        if tests.bodies > 0 && !again {
            self.apply_and_emit(Fact::BodiesTested(tests.bodies, tests.red, found), events);
        }
    }

    /// Whoever can have a test thrown again is asked (V-14.1).
    pub(crate) fn offer_rerolls(&mut self, from: usize) {
        for who in from..usize::from(self.table.size) {
            if self.table.pending.tests.seen >> who & 1 == 0 {
                continue;
            }
            let helper =
                (0..usize::from(self.table.size)).find(|&helper| self.can_reroll(helper, who));
            if let Some(helper) = helper {
                self.push(Task::of(Kind::Offer, who + 1, 0));
                self.push(Task::of(Kind::AskReroll, who, small(helper)));
                return;
            }
        }
    }

    fn can_reroll(&self, helper: usize, who: usize) -> bool {
        let (one, other) = (&self.table.crew[helper], &self.table.crew[who]);
        if self.ability(helper) != Some(Ability::LostInTheCrowd) || one.spent || !one.able() {
            return false;
        }
        if one.level >= 2 {
            let tile = |one: &Assassin| {
                let at = one.square();
                at.map(|at| self.table.scenario.level.tile[at.index()])
            };
            tile(one).is_some() && tile(one) == tile(other)
        } else {
            helper == who && self.table.pending.tests.dice[who] >= 2
        }
    }

    /// What an assassin can do that others can't.
    #[inline]
    pub(crate) fn ability(&self, who: usize) -> Option<Ability> {
        let one = &self.table.crew[who];
        (!one.apprentice).then(|| self.table.scenario.pack.assassins[usize::from(one.role)].ability)
    }

    /// What the tests have shown comes true.
    pub(crate) fn judge(&mut self, events: &mut impl EventSink<Fact>) {
        let tests = self.table.pending.tests;
        self.table.pending.tests = Tests::default();
        for who in 0..self.table.size {
            if tests.seen >> who & 1 == 1 && !self.become_wanted(who, events) {
                return;
            }
        }
        if tests.found == 0 || !self.raise_alert(events) {
            return;
        }
        let seen = self.table.bodies_seen;
        if self.fails_when(|failure| matches!(failure, Failure::BodiesSeen(n) if seen >= n)) {
            self.fail(Ending::BodiesSeen, events);
        }
    }

    /// An assassin that has arrived may hide until its next act (V-28.1).
    pub(crate) fn settle_in(&mut self, who: usize, events: &mut impl EventSink<Fact>) {
        let one = self.table.crew[who];
        let spot = |at| self.table.scenario.level.spots.contains(at);
        // Outside the Assassins phase it is asked only where a saved cube brought it (V-20.2).
        if one.able() && !one.wanted && one.square().is_some_and(spot) {
            self.apply_and_emit(Fact::Flag(small(who), Flag::MayHide, true), events);
        }
    }

    /// Whether this is the Assassins phase.
    #[inline]
    pub(crate) fn acting(&self) -> bool {
        self.table.phase == Phase::Assassins
    }
}

/// The dice of a test for an assassin: one at most if it wears a cloak.
fn dice_for(one: &Assassin, dice: u8) -> u8 {
    if one.cloaked { dice.min(1) } else { dice }
}

/// The fewest and the most elites among so many of a squad.
#[inline]
pub(crate) fn elites_among(squad: Squad, count: u8) -> (u8, u8) {
    let least = count.saturating_sub(squad.crossbowmen);
    (least, squad.elites.min(count))
}
