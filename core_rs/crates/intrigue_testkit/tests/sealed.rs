//! A game for these tests only, with what real games of this source need and a two-seat game with
//! open turns never shows: several seats asked at once, sealed answers that nobody else sees, a
//! window that the first bid closes, and a rule that panics halfway.

use std::sync::LazyLock;

use intrigue_core::{
    About, ActionForm, ActionId, AnyMatch, Bits, CardKind, Catalog, Codec, Coverage, EventSink,
    Game, GameAction, Guarded, Hidden, Localizer, Match, OptionKind, OptionSpec, Outcome, Payoffs,
    Plane, Presentation, RefusalKind, Rng, Seat, SeatSet, Seed, Settings, Strengths, Text, Turn,
    Viewer, WIN, equally_likely, message, refusal_reasons,
};
use intrigue_testkit::{
    Channels, TwinTally, action_table, check_properties, check_random_invariants, twin_worlds,
};
use intrigue_wire::district_noir::v1::{
    DistrictNoirEvent, DistrictNoirView, PublicSeat, RoundBegan, district_noir_event,
};
use intrigue_wire::v1::{self as wire, game_event, game_setup, game_view};

const SEATS: usize = 3;
const WINDOWS: u8 = 4;

#[derive(Clone, PartialEq)]
struct Sealed {
    cards: [Hidden<u8>; SEATS],
    passed: Hidden<SeatSet>,
    dealing: u8,
    window: u8,
    points: [u8; SEATS],
    resigned: bool,
    trap: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Pass,
    Bid,
    /// Breaks the table and panics, where the trap is set.
    Trip,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Dealt(u32);

impl From<Dealt> for u32 {
    fn from(dealt: Dealt) -> Self {
        dealt.0
    }
}

impl TryFrom<u32> for Dealt {
    type Error = ();
    fn try_from(card: u32) -> Result<Self, ()> {
        (1..=4).contains(&card).then_some(Self(card)).ok_or(())
    }
}

#[derive(Clone)]
enum Event {
    Dealt([Hidden<u8>; SEATS]),
    Passed(Seat),
    Closed(Option<(Seat, u8)>),
    Ended,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Seen {
    Dealt(Option<u8>),
    Passed(Seat),
    Closed(Option<(Seat, u8)>),
    Ended,
}

#[derive(Clone, PartialEq, Debug)]
struct View {
    viewer: Viewer,
    window: u8,
    card: Option<u8>,
    passed: bool,
    points: [u8; SEATS],
    resigned: bool,
    trap: bool,
}

refusal_reasons! {
    enum Never {
        WeakHand = "WEAK_HAND", "X-01",
        NoTrap = "NO_TRAP", "X-01",
    }
}

const EN: &str = "
game-name = Sealed
game-summary = For tests.
option-trap = Whether a rule panics.
label-pass = Pass
label-bid = Bid
label-trip = Trip
event-dealt = The cards are dealt.
event-passed = { $seat_start } passes.
event-closed = { $seat ->
    [none] Nobody bids.
   *[other] { $seat_start } bids: { $card }.
}
ending-over = Over.
refusal-weak_hand = A 1 can't bid.
refusal-no_trap = There is no trap.
";
const FR: &str = "
game-name = Scellé
game-summary = Pour les tests.
option-trap = Si une règle panique.
label-pass = Passer
label-bid = Enchérir
label-trip = Trébucher
event-dealt = Les cartes sont distribuées.
event-passed = { $seat_start } passe.
event-closed = { $seat ->
    [none] Personne n'enchérit.
   *[other] { $seat_start } enchérit : { $card }.
}
ending-over = Fini.
refusal-weak_hand = Un 1 ne peut pas enchérir.
refusal-no_trap = Il n'y a pas de piège.
";

static ABOUT: About = About {
    id: "sealed",
    min_seats: SEATS,
    max_seats: SEATS,
    rules_version: 1,
    longest: 12,
    bluff: false,
    open: false,
    cooperative: false,
    has_default_policy: false,
    contextual: false,
    rules: ["- X-01 A 1 can't bid.", "- X-01 Un 1 ne peut pas enchérir."],
    options: &[OptionSpec {
        name: "trap",
        kind: OptionKind::Choice(&["no", "yes"]),
        default: "no",
        coverage: Coverage::Each,
    }],
    documents: &[],
    features_version: 1,
    planes: &[Plane { name: "card", size: 1, summary: "own card" }],
    strengths: Strengths { easy: &["greedy"], normal: &["greedy"], hard: &["greedy"] },
    networks: &[],
};

impl Game for Sealed {
    type Options = bool;
    type Chance = Dealt;
    type RefusalReason = Never;
    type Event = Event;
    type Legal = Bits<1>;
    type ObservationCache = ();

    fn options(settings: &Settings) -> Result<bool, Text> {
        Ok(settings["trap"] == "yes")
    }
    fn seats(_trap: &bool) -> usize {
        SEATS
    }
    fn seat_count(&self) -> usize {
        SEATS
    }
    fn new(trap: &bool) -> Self {
        Self {
            cards: [Hidden::new(0); SEATS],
            passed: Hidden::new(SeatSet::EMPTY),
            dealing: 3,
            window: 1,
            points: [0; SEATS],
            resigned: false,
            trap: *trap,
        }
    }
    fn turn(&self) -> Turn {
        if self.resigned || self.window > WINDOWS {
            return Turn::Over;
        }
        if self.dealing > 0 {
            return Turn::Chance;
        }
        let mut seats = SeatSet::first(SEATS);
        for seat in self.passed.peek().iter() {
            seats.remove(seat);
        }
        Turn::Seats(seats)
    }
    fn window(&self) -> Option<u32> {
        Some(self.window.into())
    }
    fn check(&self, seat: Seat, action: Action) -> Result<(), Never> {
        match action {
            Action::Bid if *self.cards[seat.index()].peek() == 1 => Err(Never::WeakHand),
            Action::Trip if !self.trap => Err(Never::NoTrap),
            _ => Ok(()),
        }
    }
    fn play(&mut self, seat: Seat, action: Action, events: &mut impl EventSink<Event>) {
        match action {
            Action::Pass => {
                self.passed.peek_mut().insert(seat);
                events.emit(|| Event::Passed(seat));
                if self.passed.peek().len() == SEATS {
                    self.close(None, events);
                }
            }
            Action::Bid => self.close(Some(seat), events),
            Action::Trip => {
                self.points = [99; SEATS];
                panic!("tripped");
            }
        }
    }
    fn resign(&mut self, _seat: Seat, events: &mut impl EventSink<Event>) {
        self.resigned = true;
        events.emit(|| Event::Ended);
    }
    fn draw(&self, rng: &mut Rng) -> Dealt {
        Dealt(1 + rng.below(4))
    }
    fn chances(&self) -> Vec<(Dealt, f64)> {
        equally_likely((1..=4).map(Dealt))
    }
    fn apply_chance(&mut self, chance: Dealt, events: &mut impl EventSink<Event>) {
        self.dealing -= 1;
        self.cards[usize::from(self.dealing)] = Hidden::new(chance.0.to_le_bytes()[0]);
        if self.dealing == 0 {
            events.emit(|| Event::Dealt(self.cards));
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.turn() == Turn::Over).then(|| Outcome {
            payoffs: self.payoffs()[..SEATS].to_vec(),
            ending: "over",
            scores: Vec::new(),
        })
    }
    fn payoffs(&self) -> Payoffs {
        let mut payoffs = Payoffs::default();
        payoffs[..SEATS].fill(WIN / 3 * u32::from(self.turn() == Turn::Over));
        payoffs
    }
    fn evaluate(&self) -> Payoffs {
        let mut values = Payoffs::default();
        values[..SEATS].fill(WIN / 3);
        values
    }
    fn view(&self, viewer: Viewer) -> View {
        let own = |seat: Seat| *self.cards[seat.index()].peek();
        View {
            viewer,
            window: self.window,
            card: viewer.seat().map(own).filter(|_| self.dealing == 0),
            passed: viewer.seat().is_some_and(|seat| self.passed.peek().contains(seat)),
            points: self.points,
            resigned: self.resigned,
            trap: self.trap,
        }
    }
    fn see(event: &Event, viewer: Viewer) -> Option<Seen> {
        match event {
            Event::Dealt(cards) => {
                Some(Seen::Dealt(viewer.seat().map(|seat| *cards[seat.index()].peek())))
            }
            // A pass is its seat's own secret while the window is open.
            Event::Passed(seat) => viewer.is(*seat).then_some(Seen::Passed(*seat)),
            Event::Closed(bid) => Some(Seen::Closed(*bid)),
            Event::Ended => Some(Seen::Ended),
        }
    }
    fn asked(&self, viewer: Viewer) -> SeatSet {
        let Turn::Seats(_) = self.turn() else {
            return SeatSet::EMPTY;
        };
        let mut seats = SeatSet::first(SEATS);
        if let Some(seat) = viewer.seat().filter(|&seat| self.passed.peek().contains(seat)) {
            seats.remove(seat);
        }
        seats
    }
    fn blank(trap: &bool, viewer: Viewer) -> View {
        Self::new(trap).view(viewer)
    }
    fn fold(view: &mut View, seen: &Seen) {
        match seen {
            Seen::Dealt(card) => view.card = *card,
            Seen::Passed(_) => view.passed = true,
            Seen::Closed(bid) => {
                if let Some((seat, card)) = bid {
                    view.points[seat.index()] += card;
                }
                view.window += 1;
                view.passed = false;
                if view.window > WINDOWS {
                    view.card = view.viewer.seat().map(|_| 0);
                }
            }
            Seen::Ended => view.resigned = true,
        }
    }
    fn redeal(view: &View, rng: &mut Rng) -> Option<Self> {
        let over = view.window > WINDOWS;
        let mut passed = SeatSet::EMPTY;
        let cards = [0, 1, 2].map(|index| {
            let seat = Seat::new(index).expect("a seat");
            if view.viewer.is(seat) {
                if view.passed {
                    passed.insert(seat);
                }
                return Hidden::new(view.card.unwrap_or(0));
            }
            // A window in which all have passed would be closed.
            if !over && !view.resigned && rng.below(2) == 0 && passed.len() < SEATS - 1 {
                passed.insert(seat);
            }
            Hidden::new(if over { 0 } else { 1 + rng.below(4).to_le_bytes()[0] })
        });
        if passed.len() == SEATS {
            passed.remove(passed.iter().find(|&seat| !view.viewer.is(seat))?);
        }
        Some(Self {
            cards,
            passed: Hidden::new(passed),
            dealing: 0,
            window: view.window,
            points: view.points,
            resigned: view.resigned,
            trap: view.trap,
        })
    }
    fn features(view: &View, out: &mut [i8]) {
        out[0] = view.card.unwrap_or(0).cast_signed();
    }
    fn check_invariants(&self) -> Option<String> {
        (self.points.iter().any(|&points| points > 16)).then(|| "too many points".to_owned())
    }
}

impl Sealed {
    fn close(&mut self, bidder: Option<Seat>, events: &mut impl EventSink<Event>) {
        let bid = bidder.map(|seat| (seat, *self.cards[seat.index()].peek()));
        if let Some((seat, card)) = bid {
            self.points[seat.index()] += card;
        }
        self.passed = Hidden::new(SeatSet::EMPTY);
        self.cards = [Hidden::new(0); SEATS];
        self.window += 1;
        events.emit(|| Event::Closed(bid));
        if self.window <= WINDOWS {
            self.dealing = 3;
        }
    }
}

/// The wire is borrowed from a real game: its message carries this view, number by number.
impl GameAction for Action {
    fn id(self) -> ActionId {
        ActionId(self as u16)
    }
    fn notation(self) -> String {
        format!("{self:?}").to_lowercase()
    }
    fn form(self) -> ActionForm {
        let verb = ["pass", "bid", "trip"][self as usize];
        ActionForm { verb, arguments: Vec::new() }
    }
}

impl Codec for Sealed {
    type Action = Action;
    type View = View;
    type Seen = Seen;
    const ABOUT: &'static About = &ABOUT;
    const ACTIONS: &'static [Action] = &[Action::Pass, Action::Bid, Action::Trip];

    fn chance_notation(chance: u32) -> String {
        chance.to_string()
    }
    fn facts(view: &View) -> Vec<(String, String)> {
        vec![("view".to_owned(), format!("{view:?}"))]
    }
    fn event_notation(seen: &Seen) -> String {
        format!("{seen:?}")
    }
    fn view_to_wire(view: &View) -> game_view::Kind {
        game_view::Kind::DistrictNoir(DistrictNoirView {
            round: view.window.into(),
            pile: view.card.map_or(9, u32::from),
            starter: u32::from(view.passed),
            winner: view.resigned.then_some(1),
            seats: vec![PublicSeat { taken: view.trap, ..Default::default() }],
            line: view.points.iter().map(|&points| points.into()).collect(),
            ..Default::default()
        })
    }
    fn view_from_wire(
        view: &game_view::Kind,
        _setup: Option<&game_setup::Kind>,
        _engine_state: &[u8],
        viewer: Viewer,
    ) -> Option<View> {
        let game_view::Kind::DistrictNoir(view) = view else {
            return None;
        };
        let byte = |number: u32| u8::try_from(number).ok();
        let points: Vec<u8> = view.line.iter().filter_map(|&n| u8::try_from(n).ok()).collect();
        Some(View {
            viewer,
            window: byte(view.round)?,
            card: byte(view.pile).filter(|&card| card != 9),
            passed: view.starter == 1,
            points: points.try_into().ok()?,
            resigned: view.winner.is_some(),
            trap: view.seats.first()?.taken,
        })
    }
    fn seen_to_wire(seen: &Seen) -> Option<game_event::Kind> {
        let (round, starter, hand) = match *seen {
            Seen::Dealt(card) => (1, 0, card.map_or(9, i32::from)),
            Seen::Passed(seat) => (2, seat.index(), 0),
            Seen::Closed(Some((seat, card))) => (3, seat.index(), card.into()),
            Seen::Closed(None) => (4, 0, 0),
            Seen::Ended => (5, 0, 0),
        };
        let began = RoundBegan {
            round,
            starter: u32::try_from(starter).expect("a seat"),
            hand: vec![hand],
        };
        let kind = Some(district_noir_event::Kind::RoundBegan(began));
        let event = DistrictNoirEvent { kind };
        Some(game_event::Kind::DistrictNoir(event))
    }
    fn seen_from_wire(event: &game_event::Kind) -> Option<Seen> {
        let game_event::Kind::DistrictNoir(event) = event else {
            return None;
        };
        let district_noir_event::Kind::RoundBegan(began) = event.kind.as_ref()? else {
            return None;
        };
        let seat = Seat::new(began.starter as usize)?;
        let card = u8::try_from(*began.hand.first()?).ok()?;
        Some(match began.round {
            1 => Seen::Dealt((card != 9).then_some(card)),
            2 => Seen::Passed(seat),
            3 => Seen::Closed(Some((seat, card))),
            4 => Seen::Closed(None),
            _ => Seen::Ended,
        })
    }
}

impl Presentation for Sealed {
    fn catalog() -> &'static Catalog {
        static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Catalog::new([EN, FR]));
        &CATALOG
    }
    fn cards() -> Vec<CardKind> {
        Vec::new()
    }
    fn label(action: Action, text: &Localizer<'_>) -> String {
        message!(text, ("label", &action.notation()[..]))
    }
    fn event_text(seen: &Seen, text: &Localizer<'_>) -> String {
        match *seen {
            Seen::Dealt(_) => message!(text, "event-dealt"),
            Seen::Passed(seat) => message!(text, "event-passed", seat),
            Seen::Closed(bid) => {
                let (seat, card) = bid.unzip();
                message!(text, "event-closed", seat, card)
            }
            Seen::Ended => message!(text, "ending-over"),
        }
    }
    fn render(view: &View, _text: &Localizer<'_>) -> String {
        format!("{view:?}")
    }
}

fn dealt(cards: &str) -> Match<Sealed> {
    let script = cards.split(' ').map(str::to_owned).collect();
    let trap = Settings::from([("trap".to_owned(), "yes".to_owned())]);
    Match::new(&trap, Seed::from_number(1), script).unwrap()
}

fn seats() -> [Seat; SEATS] {
    [0, 1, 2].map(|index| Seat::new(index).unwrap())
}

const PASS: ActionId = ActionId(0);
const BID: ActionId = ActionId(1);
const TRIP: ActionId = ActionId(2);

#[test]
fn a_sealed_answer_is_nobody_elses_business() {
    let [north, south, west] = seats();
    let mut the_match = dealt("2 3 4");
    let before: Vec<_> = [Viewer::Seat(north), Viewer::Seat(west), Viewer::Spectator]
        .map(|viewer| (viewer, the_match.revision(viewer), the_match.view(viewer)))
        .into();
    the_match.act(south, PASS, Some(1)).unwrap();
    for (viewer, revision, view) in before {
        assert_eq!(the_match.revision(viewer), revision, "{viewer:?} got an update");
        assert_eq!(the_match.view(viewer), view, "{viewer:?} sees a difference");
    }
    assert_eq!(the_match.revision(Viewer::Seat(south)), 2);
    // To itself it no longer owes anything, and it can't answer twice.
    assert!(!the_match.asked(Viewer::Seat(south)).contains(south));
    assert_eq!(the_match.act(south, BID, None).unwrap_err().kind, RefusalKind::NotToAct);
}

#[test]
fn answers_of_one_window_do_not_outdate_each_other() {
    let [north, south, west] = seats();
    let mut the_match = dealt("2 3 4");
    the_match.act(north, PASS, Some(1)).unwrap();
    the_match.act(south, PASS, Some(1)).unwrap();
    the_match.act(west, BID, Some(1)).unwrap();
    // The bid has closed the window, so a later answer is stale.
    let refusal = the_match.act(north, PASS, Some(2)).unwrap_err();
    assert_eq!(
        (refusal.kind, &refusal.values[..]),
        (RefusalKind::Stale, &[("revision", "3".to_owned())][..])
    );
    let refusal = the_match.act(west, PASS, Some(1)).unwrap_err();
    assert_eq!(
        (refusal.kind, &refusal.values[..]),
        (RefusalKind::Stale, &[("revision", "2".to_owned())][..])
    );
    the_match.act(west, PASS, Some(2)).unwrap();
}

#[test]
fn a_revision_that_is_named_is_judged_first() {
    let [north, south, west] = seats();
    let mut the_match = dealt("2 3 4");
    let code = |the_match: &mut Match<Sealed>, seat, id, expected| {
        the_match.act(seat, id, expected).unwrap_err().code
    };
    the_match.act(south, PASS, Some(1)).unwrap();
    // South has answered: without a revision it is not asked, with one its prompt is closed.
    assert_eq!(code(&mut the_match, south, PASS, None), "NOT_TO_ACT");
    for expected in [0, 1, 2] {
        assert_eq!(code(&mut the_match, south, PASS, Some(expected)), "STALE_REVISION");
    }
    assert_eq!(code(&mut the_match, south, PASS, Some(3)), "REVISION_AHEAD");
    // North is still asked, so only the action can be wrong.
    let unknown = ActionId(3);
    assert_eq!(code(&mut the_match, north, unknown, Some(1)), "UNKNOWN_ACTION");
    assert_eq!(code(&mut the_match, north, unknown, Some(0)), "STALE_REVISION");
    assert_eq!(code(&mut the_match, north, unknown, Some(2)), "REVISION_AHEAD");
    the_match.forfeit_on_time(west).unwrap();
    for (seat, now) in [(north, 2), (south, 3), (west, 2)] {
        assert_eq!(code(&mut the_match, seat, PASS, None), "MATCH_OVER");
        assert_eq!(code(&mut the_match, seat, PASS, Some(now)), "STALE_REVISION");
        assert_eq!(code(&mut the_match, seat, PASS, Some(now + 1)), "REVISION_AHEAD");
    }
    let stranger = Seat::new(SEATS).unwrap();
    assert_eq!(code(&mut the_match, stranger, PASS, Some(1)), "NOT_TO_ACT");
}

#[test]
fn revisions_of_each_viewer_are_dense() {
    let [north, south, west] = seats();
    let mut the_match = dealt("2 3 4");
    for seat in [south, north, west] {
        the_match.act(seat, PASS, None).unwrap();
    }
    for (viewer, count) in [
        (Viewer::Seat(north), 3),
        (Viewer::Seat(south), 3),
        (Viewer::Seat(west), 2),
        (Viewer::Spectator, 2),
    ] {
        let updates = the_match.updates(viewer, 0, usize::MAX, false);
        let numbers: Vec<u32> = updates.iter().map(|update| update.revision).collect();
        assert_eq!(numbers, (1..=count).collect::<Vec<_>>(), "{viewer:?}");
    }
}

#[test]
fn a_panic_in_a_rule_leaves_the_match_as_it_was() {
    let [north, south, _] = seats();
    let mut the_match = dealt("2 3 4");
    the_match.act(south, PASS, None).unwrap();
    let views: Vec<wire::View> =
        Viewer::all(SEATS).map(|viewer| AnyMatch::view(&the_match, viewer)).collect();
    let mut guarded = Guarded::new(Box::new(the_match));
    let fault = guarded.with(|inner| inner.act(north, TRIP, None).map(|_| ())).unwrap_err();
    assert_eq!(fault.message, "tripped");
    let after = guarded.with(|inner| {
        let views: Vec<wire::View> = Viewer::all(SEATS).map(|viewer| inner.view(viewer)).collect();
        (inner.log().len(), views)
    });
    assert_eq!(after.unwrap(), (2, views));
    // It goes on, and with the chance that it would have had.
    guarded.with(|inner| inner.act(north, BID, Some(1)).map(|_| ())).unwrap().unwrap();
}

#[test]
fn the_laws_hold_for_sealed_answers_too() {
    action_table::<Sealed>();
    let (settings, channels) = (Settings::new(), Channels::<Sealed>::default());
    let mut tally = TwinTally::default();
    for seed in 0..2000 {
        check_properties::<Sealed>(&settings, seed)
            .unwrap_or_else(|violation| panic!("{violation:?}"));
        check_random_invariants::<Sealed>(&settings, seed)
            .unwrap_or_else(|violation| panic!("{violation:?}"));
        for viewer in Viewer::all(SEATS) {
            let twins = twin_worlds(&channels, &settings, viewer, seed);
            tally.diverged +=
                twins.unwrap_or_else(|violation| panic!("{viewer:?} {violation:?}")).diverged;
        }
    }
    assert!(tally.diverged > 1000, "{tally:?}");
}

/// What a seat has passed must not show in the list of those who are asked.
#[test]
fn a_list_of_who_still_owes_an_answer_is_a_leak() {
    let honest = Channels::<Sealed>::default();
    let leak = Channels { asked: Box::new(|state: &Sealed, _| state.turn().seats()), ..honest };
    let caught =
        (0..200).any(|seed| twin_worlds(&leak, &Settings::new(), Viewer::Spectator, seed).is_err());
    assert!(caught);
}
