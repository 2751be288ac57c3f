//! What skilled agents do (S-40 to S-52).

use intrigue_core::{EventSink, Hidden, Seat};

use crate::content::cards::{Card, Conspiracy, Skill, Zone, small};
use crate::knowledge::tale::{Op, Sight};
use crate::rules::action::{Action, Mark, Spot};
use crate::rules::state::{After, Event, PILES, Phase, Question, Row, ShadowBlades, Stage, Step};

impl ShadowBlades {
    /// A skill has happened, and won't again (S-25).
    pub(crate) fn happened(&mut self, skill: Skill, events: &mut impl EventSink<Event>) {
        self.used |= 1 << skill as u16;
        events.emit(|| Event::SkillHappened(skill));
    }

    /// An agent that was just deployed uses its skill, if it can be done in full (S-24).
    pub(crate) fn use_skill(
        &mut self,
        seat: Seat,
        skill: Skill,
        events: &mut impl EventSink<Event>,
    ) {
        let side = seat.index();
        let posts = self.board.posts();
        let opposed = |owner: u8| self.variant.opposed(side, owner.into());
        let possible = match skill {
            Skill::RubyTracker => posts.iter().enumerate().any(|(i, post)| {
                opposed(post.owner) && posts[i + 1..].iter().any(|o| o.owner == post.owner)
            }),
            Skill::ShadowClaw => posts.iter().any(|post| post.strength <= 3),
            Skill::Looter => self.deck_size() > 0,
            Skill::Illusionist => self.deck_size() >= 4,
            Skill::Beast => posts
                .iter()
                .any(|&post| opposed(post.owner) && self.board.weapons(post).next().is_some()),
            Skill::Mistrunner => {
                !self.hands[side].peek().is_empty()
                    && posts.iter().any(|&post| self.destinations(side, post) != 0)
            }
            Skill::Whisper => self.audible(side) != 0,
            Skill::Chameleon => self.visible_missions(side) != 0,
            Skill::Gravewalker => !self.graveyard.is_empty(),
            Skill::Yaksha | Skill::Falcon | Skill::Raven => true,
        };
        if !possible {
            return self.proceed(events);
        }
        // Mistrunner's has happened only once an agent moves.
        if skill != Skill::Mistrunner {
            self.happened(skill, events);
        }
        let stage = match skill {
            Skill::RubyTracker => Stage::RubyTracker,
            Skill::ShadowClaw => Stage::ShadowClaw,
            Skill::Yaksha => Stage::Yaksha,
            Skill::Looter => Stage::Looter,
            Skill::Beast => Stage::Beast,
            Skill::Whisper => Stage::Whisper,
            Skill::Chameleon => Stage::Chameleon,
            Skill::Mistrunner => {
                return self.ask(Question::plain(Stage::Mistrunner, seat), events);
            }
            Skill::Falcon | Skill::Raven => {
                self.deployment.opened |= 1 << (self.deployment.agents.len() - 1);
                return self.proceed(events);
            }
            Skill::Illusionist => {
                self.tale.peek_mut().push(Op::Look(small(side), Sight::Top));
                self.phase = Phase::Conjure(4);
                return;
            }
            Skill::Gravewalker => {
                let card = self.graveyard.pop().expect("it is not empty");
                self.come_to_hand(seat, card);
                events.emit(|| Event::Exhumed(seat));
                return self.proceed(events);
            }
        };
        self.ask_skill(Question::plain(stage, seat), events);
    }

    /// What a seat has chosen for a skill.
    pub(crate) fn apply_skill(
        &mut self,
        question: Question,
        action: Action,
        events: &mut impl EventSink<Event>,
    ) {
        let seat = question.seat;
        match (question.stage, action) {
            (Stage::TrackerChoice, Action::Discard(mark))
            | (Stage::ShadowClaw, Action::Target(mark)) => self.strike(mark, events),
            (Stage::Yaksha, Action::Zone(spot)) => {
                let last = self.board.posts().iter().rposition(|post| post.spot == spot);
                self.eliminate(last.expect("the zone holds an agent"), events);
                self.proceed(events);
            }
            (Stage::Looter, Action::Pile(pile)) => {
                self.take_pile(seat, pile - 1, true, events);
                let mut counts = [0; PILES];
                let double = self.variant.is(Conspiracy::Double);
                counts[usize::from(pile - 1)] = if double { 2 } else { 1 };
                self.refill(counts, After::Loot, events);
            }
            (Stage::IllusionistKeep, Action::Keep(card)) => self.choose(seat, card, events),
            (Stage::IllusionistOrder, Action::Put(card)) => self.put(seat, card, events),
            (Stage::Beast, Action::Target(mark)) => self.scare(seat, mark, events),
            (Stage::Whisper, Action::Seat(victim)) => self.whisper(seat, victim, events),
            (Stage::WhisperTake, Action::Take(card)) => {
                let victim = question.focus.expect("a hand is looked at").seat();
                self.pass(victim, seat, card);
                events.emit(|| Event::Taken(seat, victim, Hidden::new(card)));
                self.proceed(events);
            }
            (Stage::Chameleon, Action::Zone(spot)) => self.spy(seat, spot, events),
            (Stage::ChameleonReturn, Action::Return(card)) => {
                let spot = question.focus.expect("missions are looked at");
                self.give_back(seat, spot, card, events);
            }
            _ => {}
        }
    }

    /// Ruby Tracker has named two agents: their seat discards one (S-40).
    pub(crate) fn name_two(
        &mut self,
        seat: Seat,
        named: [Mark; 2],
        events: &mut impl EventSink<Event>,
    ) {
        let index = self.board.find(named[0]).expect("a named agent is on the table");
        let owner = usize::from(self.board.posts()[index].owner);
        let victim = Seat::new(owner).expect("an agent has a seat");
        events.emit(|| Event::Named(seat, named));
        if self.resigned.contains(victim) {
            self.strike(named[0], events);
        } else {
            let mut question = Question::plain(Stage::TrackerChoice, victim);
            question.named = Some(named);
            self.ask(question, events);
        }
    }

    fn strike(&mut self, mark: Mark, events: &mut impl EventSink<Event>) {
        let index = self.board.find(mark).expect("it was checked");
        self.eliminate(index, events);
        self.proceed(events);
    }

    /// The Illusionist's seat has seen its four cards.
    pub(crate) fn conjured(&mut self, events: &mut impl EventSink<Event>) {
        let seat = self.active;
        let cards: [Card; 4] = std::array::from_fn(|place| self.top.peek().cards()[place]);
        // The first that was drawn lies on top.
        let mut lying = cards;
        lying.reverse();
        self.top = Hidden::new(Row::of(&lying).expect("there is room"));
        events.emit(|| Event::Conjured(seat, Hidden::new(cards)));
        self.ask(Question::plain(Stage::IllusionistKeep, seat), events);
    }

    fn choose(&mut self, seat: Seat, card: Card, events: &mut impl EventSink<Event>) {
        self.top.peek_mut().remove(card);
        let _ = self.hands[seat.index()].peek_mut().add(card);
        self.tale.peek_mut().push(Op::Choose(small(seat.index()), Some(card)));
        events.emit(|| Event::Chosen(seat, Hidden::new(card)));
        self.ask(Question::plain(Stage::IllusionistOrder, seat), events);
    }

    /// The seat names the card on top, then the second; the third is clear.
    fn put(&mut self, seat: Seat, card: Card, events: &mut impl EventSink<Event>) {
        self.step.peek_mut().weapons.push(card);
        let left = self.unordered();
        if left.len() > 1 {
            let step = *self.step.peek();
            events.emit(|| Event::Composed(seat, Hidden::new(step)));
            return;
        }
        let first = self.step.peek().weapons;
        let [top, second] = [first.cards()[0], first.cards()[1]];
        let third = left.cards()[0];
        self.step = Hidden::new(Step::default());
        self.top = Hidden::new(Row::of(&[third, second, top]).expect("there is room"));
        for card in [top, second, third] {
            self.tale.peek_mut().push(Op::Top(small(seat.index()), Some(card)));
        }
        events.emit(|| Event::Arranged(seat, Hidden::new([top, second, third])));
        self.proceed(events);
    }

    /// An agent goes back to its owner's hand, its weapons to the Beast's seat (S-45).
    fn scare(&mut self, seat: Seat, mark: Mark, events: &mut impl EventSink<Event>) {
        let index = self.board.find(mark).expect("it was checked");
        let (post, weapons) = self.board.leave(index, self.variant);
        let owner = Seat::new(post.owner.into()).expect("an agent has a seat");
        self.come_to_hand(owner, post.card);
        for &weapon in weapons.cards() {
            self.come_to_hand(seat, weapon);
        }
        events.emit(|| Event::Scared(seat, mark));
        self.proceed(events);
    }

    /// A seat looks at another's hand and takes a card of it (S-50).
    fn whisper(&mut self, seat: Seat, victim: Seat, events: &mut impl EventSink<Event>) {
        let [side, other] = [seat, victim].map(|seat| small(seat.index()));
        let hand = self.hands[victim.index()];
        self.tale.peek_mut().push(Op::Look(side, Sight::Hand(other)));
        events.emit(|| Event::Whispered(seat, victim, hand));
        let mut question = Question::plain(Stage::WhisperTake, seat);
        question.focus = Some(Spot::new(victim.index(), Zone::Assassination));
        self.ask_card(question, hand.peek().total(), events);
    }

    /// A seat looks at another's missions in a zone and sends one back (S-51).
    fn spy(&mut self, seat: Seat, spot: Spot, events: &mut impl EventSink<Event>) {
        let missions = self.missions[spot.side()][spot.zone() as usize];
        let sight = Sight::Missions(small(spot.side()), spot.zone() as u8);
        self.tale.peek_mut().push(Op::Look(small(seat.index()), sight));
        events.emit(|| Event::Spied(seat, spot, missions));
        let mut question = Question::plain(Stage::ChameleonReturn, seat);
        question.focus = Some(spot);
        self.ask_card(question, missions.peek().total(), events);
    }

    /// Asks for a hidden card, unless everybody sees that there is only one (S-93).
    fn ask_card(&mut self, question: Question, count: u8, events: &mut impl EventSink<Event>) {
        if count == 1 {
            self.ask_skill(question, events);
        } else {
            self.ask(question, events);
        }
    }

    fn give_back(
        &mut self,
        seat: Seat,
        spot: Spot,
        card: Card,
        events: &mut impl EventSink<Event>,
    ) {
        let (side, zone) = (spot.side(), spot.zone() as usize);
        self.missions[side][zone].peek_mut().give(card, self.hands[side].peek_mut());
        let by = small(seat.index());
        self.tale.peek_mut().push(Op::Return(small(side), small(zone), by, Some(card)));
        events.emit(|| Event::Returned(seat, spot, Hidden::new(card)));
        self.proceed(events);
    }
}
