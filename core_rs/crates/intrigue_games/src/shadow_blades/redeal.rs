//! Worlds that fit a view: what search and analysis use in place of the truth (S-91).
//!
//! A world is a whole course of the match. First it is settled where the cards are that the viewer
//! has seen ([`Hypotheses`]), each possibility with its number of courses; then the memory is told
//! once more, with a track for every card; then the tracks of unseen cards get their cards.

use intrigue_core::{Hidden, Rng, Seat, SeatSet, Seed};

use super::cards::{Card, Cards, STAMPED, ZONES, Zone};
use super::hypotheses::{Class, Hypotheses, MOST};
use super::memory::Place;
use super::missions::{Counted, Pool, draw, falling, weighted};
use super::options::Options;
use super::state::{Board, Phase, Row, SEATS, ShadowBlades, Stage, Step};
use super::tale::{Op, Tale};
use super::view::View;
use super::walk::{Follow, What, walk};

/// How often a count that was left to the lot is made again before it is given up.
const TRIES: usize = 8;

impl View {
    /// A world that fits the view, every course of the match that gives it equally likely. Steps
    /// that other seats have begun are not begun in it.
    pub(super) fn redeal(&self, rng: &mut Rng) -> Option<ShadowBlades> {
        let ops = self.memory.ops()?;
        let own = self.viewer.seat().map(Seat::index);
        let mut most = MOST;
        for _ in 0..TRIES {
            let all_dealt = !self.variant.drafted && usize::from(self.variant.seats) == SEATS;
            let mut hypotheses = Hypotheses::new(&ops, own, all_dealt, most, rng);
            let told = walk(&ops, own, &mut hypotheses);
            let thinned = hypotheses.thinned;
            let world = told.and_then(|()| self.world(&ops, hypotheses));
            // Where nothing was left to the lot, another try would end the same way.
            if world.is_some() || !thinned {
                return world;
            }
            most *= 2;
        }
        None
    }

    fn world(&self, ops: &[Op], mut hypotheses: Hypotheses<'_>) -> Option<ShadowBlades> {
        let pool = self.unseen(hypotheses.open_cards())?;
        let count = hypotheses.weights.len();
        let chosen = if count == 1 {
            0
        } else {
            let mut counted = Counted::default();
            let mut weigh = |index: usize| {
                hypotheses.weights[index] * completions(&hypotheses, index, pool, &mut counted)
            };
            let weights: Vec<f64> = (0..count).map(&mut weigh).collect();
            weighted(&weights, hypotheses.rng())?
        };
        let choices = hypotheses.trace(chosen);
        let classes = std::mem::take(&mut hypotheses.classes);
        let own = hypotheses.own_seat();
        let mut tracks = Tracks::new(own, choices, classes, hypotheses.rng());
        walk(ops, tracks.own, &mut tracks)?;
        tracks.name_cards(pool)?;
        self.build(&tracks)
    }

    /// All cards that the viewer does not see now, wherever they are.
    fn unseen(&self, open: impl Iterator<Item = Card>) -> Option<Pool> {
        let mut pool: Pool = std::array::from_fn(|kind| Card::of(kind).map_or(0, Card::copies));
        let secrets = self.secrets.unwrap_or_default();
        let table = self
            .agents
            .iter()
            .flat_map(|agent| std::iter::once(agent.card).chain(agent.weapons.iter().copied()));
        let own = secrets.hand.cards();
        // At the end all missions that counted are seen; before it, the own ones.
        let missions: Vec<Card> = match &self.end {
            Some(end) if !end.missions.is_empty() => end
                .missions
                .iter()
                .flatten()
                .flat_map(|m| m.cards())
                .collect(),
            _ => secrets.missions.iter().flat_map(|m| m.cards()).collect(),
        };
        let seen = table
            .chain(own)
            .chain(missions)
            .chain(self.graveyard.iter().copied());
        for card in seen.chain(open) {
            pool[card.index()] = pool[card.index()].checked_sub(1)?;
        }
        Some(pool)
    }

    /// The state of a world.
    fn build(&self, tracks: &Tracks<'_>) -> Option<ShadowBlades> {
        let seats = self.sides.len();
        let mut board = Board::EMPTY;
        for agent in &self.agents {
            board.come(
                agent.card,
                agent.owner.index(),
                agent.spot,
                &agent.weapons,
                self.variant,
            );
        }
        let at = |place: Place| tracks.bag(place).map(Hidden::new);
        let mut hands = [Hidden::new(Cards::EMPTY); SEATS];
        let mut missions = [[Hidden::new(Cards::EMPTY); ZONES]; SEATS];
        for seat in 0..seats {
            hands[seat] = at(Place::Hand(seat))?;
            for zone in Zone::ALL {
                missions[seat][zone as usize] = at(Place::Missions(seat, zone))?;
                if let Some(end) = self.end.as_ref().filter(|end| !end.missions.is_empty()) {
                    missions[seat][zone as usize] = Hidden::new(end.missions[seat][zone as usize]);
                }
            }
        }
        let asked_own = self.viewer.is(self.question.seat);
        let step = self
            .secrets
            .filter(|_| asked_own)
            .map_or(Step::default(), |s| s.step);
        let mut resigned = SeatSet::EMPTY;
        for (index, side) in self.sides.iter().enumerate() {
            if side.resigned {
                resigned.insert(Seat::new(index)?);
            }
        }
        let top: Vec<Card> = tracks.cards(Place::Deck).collect::<Option<_>>()?;
        let looks = self.question.stage == Stage::Recruit;
        Some(ShadowBlades {
            options: Options {
                first_seat: None,
                random_conspiracy: false,
                variant: self.variant,
            },
            variant: self.variant,
            hands,
            deck: Hidden::new(super::cards::bag(tracks.rest.iter().copied())?),
            top: Hidden::new(Row::of(&top)?),
            conjurer: tracks.conjurer.and_then(|seat| Seat::new(seat.into())),
            piles: [
                at(Place::Pile(1))?,
                at(Place::Pile(2))?,
                at(Place::Pile(3))?,
            ],
            bundle: at(Place::Bundle)?,
            missions,
            board,
            graveyard: Row::of(&self.graveyard)?,
            used: self.used,
            resigned,
            active: self.active,
            turn: self.turn,
            window: 0,
            phase: match &self.end {
                Some(end) => Phase::Over(end.ending),
                None => Phase::Ask(self.question),
            },
            step: Hidden::new(step),
            deployment: self.deployment,
            looked: if looks { self.question.pile } else { 0 },
            taken: None,
            finale: self.finale,
            tale: Hidden::new(tracks.tale()?),
        })
    }

    /// Whether a view that came from outside makes sense, so that rules may rely on it: there is a
    /// world that looks just like it.
    pub(super) fn is_sound(&self) -> bool {
        let seats = self.sides.len();
        let question = &self.question;
        let spot = |spot: super::action::Spot| spot.side() < seats;
        let over = question.stage == Stage::Over;
        let shape = (2..=SEATS).contains(&seats)
            && seats == usize::from(self.variant.seats)
            && (!self.variant.alliances || seats == SEATS)
            && self.viewer.seat().is_none_or(|seat| seat.index() < seats)
            && self.secrets.is_some() == self.viewer.seat().is_some()
            && self.active.index() < seats
            && question.seat.index() < seats
            && question.focus.is_none_or(spot)
            && self.agents.len() <= super::action::MARKS
            && self.agents.iter().all(|agent| {
                spot(agent.spot)
                    && agent.owner.index() < seats
                    && agent.card.index() < super::cards::AGENTS
            })
            && over == self.end.is_some()
            && self
                .end
                .as_ref()
                .is_none_or(|end| end.missions.is_empty() || end.missions.len() == seats)
            && (question.stage == Stage::Recruit) == (1..=3).contains(&question.pile)
            && question.named.is_some() == (question.stage == Stage::TrackerChoice)
            && question.focus.is_some()
                == matches!(question.stage, Stage::WhisperTake | Stage::ChameleonReturn)
            && self.table_fits();
        shape && {
            let world = self.redeal(&mut Rng::new(&Seed::from_number(0), 0));
            world.is_some_and(|world| Self::look(&world, self.viewer) == *self)
        }
    }

    /// Whether the cards on the table are so many at most as there are.
    fn table_fits(&self) -> bool {
        let cards = self
            .agents
            .iter()
            .flat_map(|agent| std::iter::once(agent.card).chain(agent.weapons.iter().copied()));
        let arms: usize = self.agents.iter().map(|agent| agent.weapons.len()).sum();
        arms <= super::state::WEAPONRY && super::cards::bag(cards).is_some()
    }
}

/// In how many ways the unseen cards can lie, given where the seen ones are.
fn completions(
    hypotheses: &Hypotheses<'_>,
    index: usize,
    mut pool: Pool,
    counted: &mut Counted,
) -> f64 {
    let mut sizes = hypotheses.sizes;
    let (mut stamped, mut returned) = (0, None);
    for (what, place) in hypotheses.hidden(index) {
        let size = &mut sizes[place.index()];
        let Some(left) = size.checked_sub(1) else {
            return 0.0;
        };
        *size = left;
        match what {
            What::Exact(card) => match pool[card.index()].checked_sub(1) {
                Some(left) => pool[card.index()] = left,
                None => return 0.0,
            },
            What::Stamped => stamped += 1,
            What::Fit(_) => returned = Some((what, place)),
            What::Unknown => {}
        }
    }
    let needs = needs(&sizes, hypotheses.own_seat());
    let total = pool.iter().map(|&count| usize::from(count)).sum::<usize>();
    let placed = stamped
        + needs.iter().map(|&need| usize::from(need)).sum::<usize>()
        + usize::from(returned.is_some());
    let Some(free) = total.checked_sub(placed) else {
        return 0.0;
    };
    let stamps = STAMPED
        .iter()
        .map(|card| usize::from(pool[card.index()]))
        .sum();
    // Copies of one kind are many ways to be the same; so many fewer the fewer are still unseen.
    let equal: f64 = pool
        .iter()
        .map(|&count| falling(count.into(), count.into()))
        .product();
    let missions = match returned {
        None => counted.ways(&pool, needs),
        Some(returned) => candidates(&pool, returned)
            .map(|card| with(&pool, needs, card, counted))
            .sum(),
    };
    falling(stamps, stamped) * missions * falling(free, free) / equal
}

/// The missions that a card can be that the viewer saw go back to a hand, unseen.
fn candidates(pool: &Pool, returned: (What, Place)) -> impl Iterator<Item = Card> {
    let pool = *pool;
    Card::all().filter(move |&card| {
        let lies = match returned.1 {
            Place::Missions(_, zone) => card.fits(zone),
            _ => true,
        };
        pool[card.index()] > 0 && returned.0.can_be(card) && lies
    })
}

/// In how many ways missions can lie if that one is this card.
fn with(pool: &Pool, needs: [u8; ZONES], card: Card, counted: &mut Counted) -> f64 {
    let mut rest = *pool;
    rest[card.index()] -= 1;
    f64::from(pool[card.index()]) * counted.ways(&rest, needs)
}

/// How many unseen missions lie in each zone, of all other seats together.
fn needs(unseen: &[u8; 25], own: Option<usize>) -> [u8; ZONES] {
    Zone::ALL.map(|zone| {
        let others = (0..SEATS).filter(|&seat| own != Some(seat));
        others
            .map(|seat| unseen[Place::Missions(seat, zone).index()])
            .sum()
    })
}

/// Every card that has left the deck, with its place.
struct Tracks<'a> {
    own: Option<usize>,
    choices: std::vec::IntoIter<Option<Class>>,
    /// The class of each seen card, in the order in which they were seen.
    classes: std::vec::IntoIter<Class>,
    rng: &'a mut Rng,
    /// The card of each track, once it is settled.
    cards: Vec<Option<Card>>,
    places: [Vec<usize>; 25],
    /// What is known of each track, and its class, while it is a seen card in another's place.
    seen: Vec<Option<(What, Class)>>,
    /// The entries so far, each with the track of its card.
    log: Vec<(Op, Option<usize>)>,
    moved: Vec<usize>,
    conjurer: Option<u8>,
    /// The cards that are left for the deck.
    rest: Vec<Card>,
}

impl<'a> Tracks<'a> {
    fn new(
        own: Option<usize>,
        choices: Vec<Option<Class>>,
        classes: Vec<Class>,
        rng: &'a mut Rng,
    ) -> Self {
        Self {
            own,
            choices: choices.into_iter(),
            classes: classes.into_iter(),
            rng,
            cards: Vec::new(),
            places: Default::default(),
            seen: Vec::new(),
            log: Vec::new(),
            moved: Vec::new(),
            conjurer: None,
            rest: Vec::new(),
        }
    }

    fn is_plain(&self, place: Place) -> bool {
        match place {
            Place::Hand(seat) | Place::Missions(seat, _) => self.own == Some(seat),
            Place::Pile(_) | Place::Deck => true,
            Place::Bundle => false,
        }
    }

    fn cards(&self, place: Place) -> impl Iterator<Item = Option<Card>> {
        self.places[place.index()]
            .iter()
            .map(|&track| self.cards[track])
    }

    fn bag(&self, place: Place) -> Option<Cards> {
        super::cards::bag(self.cards(place).collect::<Option<Vec<_>>>()?)
    }

    /// A track comes to a place; if that is another seat's, what is known of it is noted as in
    /// [`Hypotheses`].
    fn enter(&mut self, track: usize, place: Place, what: What) {
        // The first card of the deck is drawn first, from the end.
        let there = &mut self.places[place.index()];
        let end = if place == Place::Deck { 0 } else { there.len() };
        there.insert(end, track);
        self.seen[track] = if self.is_plain(place) || what == What::Unknown {
            None
        } else {
            self.classes.next().map(|class| (what, class))
        };
    }

    /// Takes a track out of a place.
    fn take(&mut self, track: usize, place: Place) -> Option<usize> {
        let there = &mut self.places[place.index()];
        let at = there.iter().position(|&other| other == track)?;
        there.remove(at);
        Some(track)
    }

    /// The track that leaves a place as the choice of this move says.
    fn chosen(&mut self, place: Place) -> Option<usize> {
        let wanted = self.choices.next()?;
        let class = |track: usize| self.seen[track].map(|(_, class)| class);
        let there = self.places[place.index()].iter().copied();
        let fitting: Vec<usize> = there.filter(|&track| class(track) == wanted).collect();
        let track = *fitting.get(self.rng.index(fitting.len().max(1)))?;
        self.take(track, place)
    }

    /// The track of a card that the viewer sees leave a place.
    fn leave(&mut self, place: Place, card: Card) -> Option<usize> {
        let track = if self.is_plain(place) {
            let there = &self.places[place.index()];
            let found = there
                .iter()
                .copied()
                .find(|&track| self.cards[track] == Some(card));
            self.take(found?, place)?
        } else {
            self.chosen(place)?
        };
        self.cards[track] = Some(card);
        self.seen[track] = None;
        Some(track)
    }

    /// Gives the unseen tracks their cards; what is left is the deck.
    fn name_cards(&mut self, mut pool: Pool) -> Option<()> {
        for &track in self.places.iter().flatten() {
            if let (Some(card), Some(_)) = (self.cards[track], self.seen[track]) {
                pool[card.index()] = pool[card.index()].checked_sub(1)?;
            }
        }
        let mut sizes = [0u8; 25];
        let mut returned = None;
        let mut stamped = Vec::new();
        let mut lying: [Vec<usize>; ZONES] = Default::default();
        for (index, size) in sizes.iter_mut().enumerate() {
            let place = Place::of(index);
            for &track in &self.places[index] {
                match self.seen[track].map(|(what, _)| what) {
                    _ if self.cards[track].is_some() => {}
                    Some(What::Stamped) => stamped.push(track),
                    Some(what @ What::Fit(_)) => returned = Some((track, what, place)),
                    _ => {
                        if let Place::Missions(_, zone) = place {
                            *size += 1;
                            lying[zone as usize].push(track);
                        }
                    }
                }
            }
        }
        let needs = needs(&sizes, self.own);
        if let Some((track, what, place)) = returned {
            let cards: Vec<Card> = candidates(&pool, (what, place)).collect();
            let mut counted = Counted::default();
            let weigh = |&card| with(&pool, needs, card, &mut counted);
            let weights: Vec<f64> = cards.iter().map(weigh).collect();
            let card = cards[weighted(&weights, self.rng)?];
            self.name(track, card, &mut pool)?;
        }
        let missions = draw(&pool, needs, self.rng)?;
        for (tracks, cards) in lying.iter().zip(missions) {
            for (&track, card) in tracks.iter().zip(cards) {
                self.name(track, card, &mut pool)?;
            }
        }
        let mut stamps: Vec<Card> = STAMPED
            .into_iter()
            .filter(|card| pool[card.index()] > 0)
            .collect();
        self.rng.shuffle(&mut stamps);
        for track in stamped {
            self.name(track, stamps.pop()?, &mut pool)?;
        }
        let left =
            Card::all().flat_map(|card| std::iter::repeat_n(card, pool[card.index()].into()));
        let mut left: Vec<Card> = left.collect();
        self.rng.shuffle(&mut left);
        for card in &mut self.cards {
            if card.is_none() {
                *card = Some(left.pop()?);
            }
        }
        self.rest = left;
        Some(())
    }

    fn name(&mut self, track: usize, card: Card, pool: &mut Pool) -> Option<()> {
        self.cards[track] = Some(card);
        pool[card.index()] = pool[card.index()].checked_sub(1)?;
        Some(())
    }

    /// The whole truth of the moves.
    fn tale(&self) -> Option<Tale> {
        let mut tale = Tale::EMPTY;
        for &(op, track) in &self.log {
            let card = track.and_then(|track| self.cards[track]);
            tale.try_push(match op {
                Op::Start(seat, _) => Op::Start(seat, card),
                Op::Bundle(_) => Op::Bundle(card),
                Op::Keep(seat, _) => Op::Keep(seat, card),
                Op::Refill(pile, knower, _) => Op::Refill(pile, knower, card),
                Op::Draw(seat, knower, _) => Op::Draw(seat, knower, card),
                Op::Top(seat, _) => Op::Top(seat, card),
                Op::Choose(seat, _) => Op::Choose(seat, card),
                Op::Lay(seat, zone, _) => Op::Lay(seat, zone, card),
                Op::Pass(from, to, _) => Op::Pass(from, to, card),
                Op::Return(seat, zone, by, _) => Op::Return(seat, zone, by, card),
                Op::Look(..) | Op::Take(..) | Op::Out(..) | Op::In(..) | Op::Saw(_) => op,
            })?;
        }
        Some(tale)
    }
}

impl Follow for Tracks<'_> {
    fn come(&mut self, to: Place, what: What) -> Option<()> {
        let track = self.cards.len();
        self.cards.push(match what {
            What::Exact(card) => Some(card),
            _ => None,
        });
        self.seen.push(None);
        self.enter(track, to, what);
        self.moved.push(track);
        Some(())
    }

    fn back(&mut self, to: Place, card: Card) -> Option<()> {
        self.come(to, What::Exact(card))
    }

    fn go(&mut self, from: Place, to: Place, card: Option<Card>) -> Option<()> {
        let track = match card {
            Some(card) => self.leave(from, card)?,
            None if self.is_plain(from) => {
                // The Illusionist's card: any of the four.
                let there = &self.places[from.index()];
                let track = *there.get(self.rng.index(there.len().max(1)))?;
                self.take(track, from)?
            }
            None => self.chosen(from)?,
        };
        if let Some(card) = card {
            self.enter(track, to, What::Exact(card));
        } else if self.seen[track].is_some() {
            self.places[to.index()].push(track);
            if matches!(from, Place::Missions(..)) {
                // The class of a card that would have been noted, had it been an unseen one.
                self.classes.next();
            }
        } else if let Place::Missions(_, zone) = from {
            self.enter(track, to, What::Fit(zone));
        } else {
            self.enter(track, to, What::Unknown);
        }
        self.moved.push(track);
        Some(())
    }

    fn pop(&mut self, to: Place, card: Option<Card>) -> Option<()> {
        let track = self.places[Place::Deck.index()].pop()?;
        match (self.cards[track], card) {
            (Some(known), Some(card)) if known != card => return None,
            (None, Some(_)) => self.cards[track] = card,
            _ => {}
        }
        self.enter(track, to, What::of(card));
        self.moved.push(track);
        Some(())
    }

    fn all(&mut self, from: Place, to: Place) -> Option<()> {
        let tracks = std::mem::take(&mut self.places[from.index()]);
        // Those that the viewer knows come first, sorted, as in the hypotheses.
        let (mut known, unknown): (Vec<usize>, Vec<usize>) = tracks
            .into_iter()
            .partition(|&track| self.cards[track].is_some());
        known.sort_by_key(|&track| self.cards[track]);
        for track in known {
            let what = What::of(self.cards[track]);
            self.enter(track, to, what);
        }
        for track in unknown {
            self.enter(track, to, What::Unknown);
        }
        Some(())
    }

    fn out(&mut self, from: Place, card: Card) -> Option<()> {
        let track = self.leave(from, card)?;
        self.moved.push(track);
        Some(())
    }

    fn see(&mut self, place: Place, cards: &[Card]) -> Option<()> {
        if self.is_plain(place) {
            let mut new = cards.to_vec();
            let mut unknown = Vec::new();
            for &track in &self.places[place.index()] {
                match self.cards[track] {
                    Some(card) => {
                        let at = new.iter().position(|&other| other == card)?;
                        new.remove(at);
                    }
                    None => unknown.push(track),
                }
            }
            self.rng.shuffle(&mut new);
            for track in unknown {
                self.cards[track] = Some(new.pop()?);
            }
            return new.is_empty().then_some(());
        }
        let tracks: Vec<usize> = cards
            .iter()
            .map(|&card| self.leave(place, card))
            .collect::<Option<_>>()?;
        for (track, &card) in tracks.into_iter().zip(cards) {
            self.enter(track, place, What::Exact(card));
        }
        Some(())
    }

    fn arrange(&mut self, cards: [Option<Card>; 3]) -> Option<()> {
        let there = &mut self.places[Place::Deck.index()];
        let mut order = Vec::new();
        if cards.iter().all(Option::is_some) {
            for card in cards {
                let at = there.iter().position(|&track| self.cards[track] == card)?;
                order.push(there.remove(at));
            }
        } else {
            order.append(there);
            self.rng.shuffle(&mut order);
        }
        self.moved.extend(&order);
        // The first to be drawn lies last.
        order.reverse();
        self.places[Place::Deck.index()] = order;
        Some(())
    }

    fn told(&mut self, op: Op) {
        if let Op::Top(seat, _) = op {
            self.conjurer = Some(seat);
        }
        let moves = !matches!(op, Op::Look(..) | Op::Take(..));
        let track = if moves && !self.moved.is_empty() {
            Some(self.moved.remove(0))
        } else {
            None
        };
        self.log.push((op, track));
    }
}
