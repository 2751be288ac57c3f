//! Who is seen: entries, detection tests, pursuit, and what being wanted means (V-10.2 to V-13,
//! V-21, V-28).

use intrigue_core::EventSink;

use crate::content::ids::{AssassinId, AssassinSet};
use crate::content::level::Failure;
use crate::content::pack::{Ability, Companion, EventEffect};
use crate::content::squares::{PLACES, Squad, Square, Way};
use crate::rules::agenda::{Draw, Procedure, Question, Tests};
use crate::rules::counts::small;
use crate::rules::fact::{Fact, Flag};
use crate::rules::state::{Assassin, Brotherhood, Ending, Phase, Place};

impl Brotherhood {
    /// The alert comes on. False if the mission fails by it.
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

    /// An assassin becomes wanted (V-12.1, V-13.2). False if the mission fails by it.
    pub(crate) fn become_wanted(
        &mut self,
        who: AssassinId,
        events: &mut impl EventSink<Fact>,
    ) -> bool {
        let one = &self.table.crew[who];
        if one.wanted || one.critical() || one.square().is_none() {
            return true;
        }
        self.apply_and_emit(Fact::Wanted { assassin: who }, events);
        self.raise_alert(events)
    }

    /// Whether courtesans stand on a square.
    pub(crate) fn courted(&self, square: Square) -> bool {
        let host = self.table.companions[Companion::Courtesans as usize];
        host.is_some_and(|host| self.table.crew[host].square() == Some(square))
    }

    /// An assassin goes to a neighboring square; guards may follow (V-21).
    pub(crate) fn walk(
        &mut self,
        who: AssassinId,
        way: Way,
        unseen: bool,
        events: &mut impl EventSink<Fact>,
    ) {
        let from = self.table.crew[who].square().expect("it stands on a square");
        let to = self.table.mission.level.near(from, way).expect("it is a neighbor");
        let followers = if unseen { 0 } else { self.followers(who, from, way, to) };
        self.relocate(who, to, events);
        self.then(Procedure::Arrive { assassin: who, shakes_off: followers == 0 });
        if followers == 0 {
            return;
        }
        let able = self.table.loose_guards(from);
        match elites_among(able, followers) {
            (least, most) if least == most => {
                self.pursue(from, to, followers, least, events);
            }
            _ => self.ask(Question::Pursuers { assassin: who, from, to, count: followers }),
        }
    }

    /// How many guards follow a wanted assassin (V-21.1, V-21.3).
    fn followers(&self, who: AssassinId, from: Square, way: Way, to: Square) -> u8 {
        let table = &self.table;
        let guards = table.guards[from.index()].total();
        let other = |(other, one): (AssassinId, &Assassin)| {
            other != who && one.wanted && one.square() == Some(from)
        };
        if !table.crew[who].wanted
            || guards == 0
            || table.team().any(other)
            || self.courted(from)
            || table.mission.level.beat[from.index()][way as usize] != Some(to)
        {
            return 0;
        }
        let room = PLACES - table.guards[to.index()].total();
        guards.div_ceil(2).min(table.loose_guards(from).total()).min(room)
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
        self.apply_and_emit(Fact::GuardsMoved { from, to, guards: squad }, events);
        self.post(to, events);
        self.guards_enter(to, count, false);
    }

    /// An assassin is on another square; its companions go with it, but not into the water.
    pub(crate) fn relocate(
        &mut self,
        who: AssassinId,
        to: Square,
        events: &mut impl EventSink<Fact>,
    ) {
        let place = Place::Square(to);
        self.apply_and_emit(Fact::Moved { assassin: who, place }, events);
        if self.table.mission.level.canals.contains(to) {
            self.dismiss(who, events);
        }
    }

    /// The companions of an assassin are gone.
    pub(crate) fn dismiss(&mut self, who: AssassinId, events: &mut impl EventSink<Fact>) {
        for companion in Companion::ALL {
            if self.table.companions[companion as usize] == Some(who) {
                self.apply_and_emit(Fact::CompanionsGone { companion }, events);
            }
        }
    }

    /// Guards of a square step onto free places of its objective (V-23.4).
    #[inline]
    pub(crate) fn post(&mut self, square: Square, events: &mut impl EventSink<Fact>) {
        if let Some(objective) = self.table.mission.level.objective_at(square) {
            while let Some(guard) = self.table.volunteer(objective) {
                self.apply_and_emit(Fact::Posted { objective: small(objective), guard }, events);
            }
        }
    }

    /// An assassin has arrived on its square.
    pub(crate) fn arrive(
        &mut self,
        who: AssassinId,
        shakes_off: bool,
        events: &mut impl EventSink<Fact>,
    ) {
        let one = self.table.crew[who];
        let Some(square) = one.square() else { return };
        let guards = self.table.guards[square.index()].total();
        self.then(Procedure::Settle { assassin: who });
        if one.wanted {
            if shakes_off && guards == 0 {
                let lost = Fact::Anonymous { assassin: who, base: Some(square) };
                self.apply_and_emit(lost, events);
            }
        } else {
            self.test_one(who, guards, true);
        }
    }

    /// One test for one assassin, by a number of guards; `moves` if it enters or comes out of hiding.
    pub(crate) fn test_one(&mut self, who: AssassinId, dice: u8, moves: bool) {
        let one = self.table.crew[who];
        let Some(square) = one.square() else { return };
        let fewer = u8::from(moves && self.effect() == EventEffect::Crowd);
        let dice = dice_for(&one, dice.saturating_sub(fewer));
        if dice == 0 || self.courted(square) {
            return;
        }
        let green_roof =
            moves && self.table.green_roofs && self.table.mission.level.roofs.contains(square);
        let mut tests = Tests { red: !green_roof && self.red(), ..Tests::NONE };
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
    pub(crate) fn guards_enter(&mut self, square: Square, count: u8, marching: bool) {
        let more = u8::from(marching && self.effect() == EventEffect::ExtraDie);
        let dice = count + more;
        let mut tests = Tests {
            red: self.red(),
            bodies: self.table.bodies[square.index()].total(),
            body_dice: dice,
            ..Tests::NONE
        };
        let courted = self.courted(square);
        for (who, one) in self.table.team() {
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
        self.then(Procedure::Judge);
        self.then(Procedure::OfferRerolls { done: 0 });
        self.draw_next(Draw::Tests);
        if self.effect() == EventEffect::CancelTest && self.table.event_open {
            self.ask(Question::Cancel);
        }
    }

    /// A test is cancelled before its dice are thrown.
    pub(crate) fn cancel(&mut self, who: Option<AssassinId>, events: &mut impl EventSink<Fact>) {
        self.apply_and_emit(Fact::EventUsed, events);
        self.apply_and_emit(Fact::TestCancelled, events);
        let tests = &mut self.table.pending.tests;
        match who {
            Some(who) => tests.dice[who] = 0,
            None => tests.bodies -= 1,
        }
        if tests.bodies == 0 && tests.dice == [0; 4] {
            // The throw, the offer of another one and the judgment.
            for _ in 0..3 {
                self.table.pending.agenda.pop();
            }
        }
    }

    /// The dice of all detection tests lie.
    pub(crate) fn sighted(
        &mut self,
        seen: AssassinSet,
        found: u8,
        events: &mut impl EventSink<Fact>,
    ) {
        let tests = &mut self.table.pending.tests;
        (tests.seen, tests.found) = (seen, found);
        let (red, bodies) = (tests.red, tests.bodies);
        for assassin in self.table.ids() {
            self.tell_test(assassin, events);
        }
        if bodies > 0 {
            let tested = Fact::BodiesTested { bodies, red, seen: found };
            self.apply_and_emit(tested, events);
        }
    }

    /// The dice of one test lie again.
    pub(crate) fn sighted_again(
        &mut self,
        assassin: AssassinId,
        seen: bool,
        events: &mut impl EventSink<Fact>,
    ) {
        let tests = &mut self.table.pending.tests;
        tests.seen.remove(assassin);
        if seen {
            tests.seen.insert(assassin);
        }
        self.tell_test(assassin, events);
    }

    /// Tells what the test for an assassin has shown, if there is one.
    fn tell_test(&mut self, assassin: AssassinId, events: &mut impl EventSink<Fact>) {
        let tests = &self.table.pending.tests;
        let dice = tests.dice[assassin];
        if dice > 0 {
            let tested = Fact::Tested {
                assassin,
                dice,
                red: tests.red,
                seen: tests.seen.contains(assassin),
            };
            self.apply_and_emit(tested, events);
        }
    }

    /// Whoever can have a test thrown again is asked (V-14.1).
    pub(crate) fn offer_rerolls(&mut self, done: u8) {
        for tested in self.table.ids().skip(usize::from(done)) {
            if !self.table.pending.tests.seen.contains(tested) {
                continue;
            }
            let mut helpers = self.table.ids();
            if let Some(by) = helpers.find(|&helper| self.can_reroll(helper, tested)) {
                let done = small(tested.index()) + 1;
                self.then(Procedure::OfferRerolls { done });
                self.ask(Question::Reroll { tested, by });
                return;
            }
        }
    }

    fn can_reroll(&self, helper: AssassinId, who: AssassinId) -> bool {
        let (one, other) = (&self.table.crew[helper], &self.table.crew[who]);
        if self.ability(helper) != Some(Ability::LostInTheCrowd) || one.spent || !one.able() {
            return false;
        }
        if one.level >= 2 {
            let tile = |one: &Assassin| {
                let at = one.square();
                at.map(|at| self.table.mission.level.tile[at.index()])
            };
            tile(one).is_some() && tile(one) == tile(other)
        } else {
            helper == who && self.table.pending.tests.dice[who] >= 2
        }
    }

    /// What an assassin can do that others can't.
    #[inline]
    pub(crate) fn ability(&self, who: AssassinId) -> Option<Ability> {
        let one = &self.table.crew[who];
        (!one.apprentice).then(|| self.table.mission.pack.assassins[usize::from(one.role)].ability)
    }

    /// What the tests have shown comes true.
    pub(crate) fn judge(&mut self, events: &mut impl EventSink<Fact>) {
        let tests = self.table.pending.tests;
        self.table.pending.tests = Tests::NONE;
        for who in tests.seen.iter() {
            if !self.become_wanted(who, events) {
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

    /// An assassin that has arrived may hide until its next act (V-28.1). In the Guard phase that is
    /// free only in the window in which its saved cube brought it there (V-20.2).
    pub(crate) fn settle_in(&mut self, who: AssassinId, events: &mut impl EventSink<Fact>) {
        let one = self.table.crew[who];
        let spot = |at| self.table.mission.level.spots.contains(at);
        if one.able() && !one.wanted && one.square().is_some_and(spot) {
            self.set_flag(who, Flag::MayHide, true, events);
            if !self.acting() {
                self.table.pending.entered.insert(who);
            }
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

/// The fewest and the most elites among a number of guards of a squad.
#[inline]
pub(crate) fn elites_among(squad: Squad, count: u8) -> (u8, u8) {
    let least = count.saturating_sub(squad.crossbowmen);
    (least, squad.elites.min(count))
}
