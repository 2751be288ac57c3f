//! Everything that the rules and the cards know of happens in play, and no table is ever at fault:
//! random, has_default_policy and mixed matches of every mission for every number of seats, whole
//! campaigns, and a mission changed so that it has what no shipped one has.

use intrigue_core::{
    ActionSet, Codec, EventSink, Game, Rng, Seat, Seed, Settings, Turn, fill_defaults,
};
use intrigue_testkit::{effort, run_parallel};

use crate::content::compile::{MISSIONS, base};
use crate::content::pack::{Companion, Effect, Pack, SET};
use crate::content::squares::Way;
use crate::content::teams::TEAMS;
use crate::rules::action::{Action, AssassinAction, Errand};
use crate::rules::agenda::{Draw, Question, Task};
use crate::rules::fact::{Fact, Flag};
use crate::rules::options::OPTIONS;
use crate::rules::state::{Brotherhood, Chance, Ending, Phase};

/// The names of an enum's variants, and the place of a value among them. The compiler sees to it
/// that none is left out.
macro_rules! variants {
    ($names:ident, $place:ident, $of:ident: $($variant:ident)*) => {
        const $names: &[&str] = &[$(stringify!($variant)),*];

        fn $place(it: &$of) -> usize {
            enum Nth { $($variant),* }
            (match it { $($of::$variant { .. } => Nth::$variant),* }) as usize
        }
    };
}

variants! { FACTS, fact_place, Fact:
    Mirrored TurnBegan PhaseBegan StepBegan WaySet EventDrawn EventPut EventUsed Reshuffled Cubes
    Saved Moved Wanted Anonymous AlertOn BaseLaid BasesGone Hearts Fell Rose Eliminated Concealed
    Emerged Flag Got Lost Equipped Unequipped Used Drawn Discarded PutOut Florins GuardsMoved GuardsPlaced
    Posted GuardFell GuardGone BodyHidden BodyTaken Dice Blows Tested BodiesTested TestCancelled
    ObjectiveDone ChestOpened TowerTurned PaintedFound CompanionsCame CompanionsUsed CompanionsGone Skips
    ReinforcementDrawn GreenRoofs SeatDone SeatBack Resigned TradeRefused WantedAtEnd Failed Ended
    Pending
}

variants! { DRAWS, draw_place, Draw:
    Mirror Event Way Cards Chest Tower FalseObjective Reinforcement AttackDice Tests TestAgain
    GuardDice Offer
}

variants! { QUESTIONS, question_place, Question:
    Acts Window Kit Finder Company Cancel Reroll Pursuers Way First Movers Shot Spare Placed Body
    Entrance Reinforcement Elites Crossbowmen Drowned Vanished Move Hide Keep TradePair TradeCard
    Consent Station Place Sell Buy Buyer Tend
}

variants! { ACTIONS, action_place, Action:
    Done Decline Agree Refuse Enough Reroll Body Name Pair Card Elites Crossbowmen Toward Station
    Entrance Pick At Own
}

variants! { ASSASSIN_ACTIONS, act_place, AssassinAction:
    Move Use Equip TakeOffArmor Objective Leave Travel HideBody Climb Leap Open Save Conceal Emerge Trade Lend
    Thieves Mercenaries
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Topic {
    Fact,
    Question,
    Chance,
    Action,
    AssassinAction,
    Errand,
    Equipment,
    Event,
    Chest,
    Tower,
    Companion,
    Step,
    Compass,
    Entrance,
    Phase,
    Flag,
    Failure,
    Ending,
    Reinforcement,
}

const TOPICS: usize = Topic::Reinforcement as usize + 1;
/// More than any topic has.
const ROOM: usize = 96;

/// How often each thing has happened.
#[derive(Clone)]
struct Counts {
    of: [[u64; ROOM]; TOPICS],
    matches: u64,
    decisions: u64,
    /// How many assassins the match has, by which its reinforcement cards are told apart.
    size: usize,
    /// The squares of the entrances of its level.
    entrances: [Option<crate::content::squares::Square>; 4],
}

impl Counts {
    const NONE: Self =
        Self { of: [[0; ROOM]; TOPICS], matches: 0, decisions: 0, size: 0, entrances: [None; 4] };

    fn count(&mut self, topic: Topic, place: usize) {
        self.of[topic as usize][place] += 1;
    }

    fn add(&mut self, other: &Self) {
        for (sums, counts) in self.of.iter_mut().zip(&other.of) {
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        self.matches += other.matches;
        self.decisions += other.decisions;
    }

    fn of_fact(&mut self, fact: &Fact) {
        self.count(Topic::Fact, fact_place(fact));
        let (topic, place) = match *fact {
            Fact::PhaseBegan { phase } => (Topic::Phase, phase as usize),
            Fact::StepBegan { step } => (Topic::Step, step as usize),
            Fact::WaySet { way: Some(way) } => (Topic::Compass, way as usize),
            Fact::EventDrawn { card } => (Topic::Event, card.into()),
            Fact::ChestOpened { card, .. } => (Topic::Chest, card.into()),
            Fact::TowerTurned { card, .. } => (Topic::Tower, card.into()),
            Fact::CompanionsCame { companion, .. } => (Topic::Companion, companion as usize),
            Fact::Flag { flag, .. } => (Topic::Flag, flag as usize),
            Fact::Failed { ending } => (Topic::Failure, ending as usize),
            Fact::Ended { ending, .. } => (Topic::Ending, ending as usize),
            Fact::ReinforcementDrawn { card } => {
                (Topic::Reinforcement, (self.size - 1) * SET + usize::from(card))
            }
            Fact::GuardsPlaced { square: at, .. } => {
                let entrances = self.entrances.iter();
                match entrances.clone().position(|&entrance| entrance == Some(at)) {
                    Some(entrance) => (Topic::Entrance, entrance),
                    None => return,
                }
            }
            _ => return,
        };
        self.count(topic, place);
    }

    /// What a seat has chosen, before it is played.
    fn of_action(&mut self, game: &Brotherhood, seat: Seat, action: Action) {
        self.count(Topic::Action, action_place(&action));
        let Action::Own(number, act) = action else {
            return;
        };
        self.count(Topic::AssassinAction, act_place(&act));
        match act {
            AssassinAction::Use(kind, _) => self.count(Topic::Equipment, kind.index()),
            AssassinAction::Thieves(errand) => self.count(Topic::Errand, errand as usize),
            AssassinAction::Objective => {
                // Picklocks work by themselves for who has them.
                let who = game.own(seat, number).expect("an assassin of the seat");
                for (kind, card) in game.table.mission.pack.kinds() {
                    if card.effect == Effect::Picklocks && game.table.crew[who].has(kind) {
                        self.count(Topic::Equipment, kind.index());
                    }
                }
            }
            _ => {}
        }
    }

    /// What chance has chosen, before it is settled.
    fn of_chance(&mut self, game: &Brotherhood, chance: Chance) {
        let Some(Task::Draw(draw)) = game.top() else {
            panic!("chance is asked");
        };
        self.count(Topic::Chance, draw_place(&draw));
        if let (Draw::Cards { quiet: false, .. }, Chance::Equipment(kind)) = (draw, chance) {
            let card = &game.table.mission.pack.equipment[kind.index()];
            if card.effect == Effect::Investigation {
                self.count(Topic::Equipment, kind.index());
            }
        }
    }

    /// Armor works while it is worn: once a decision in which somebody wears it.
    fn of_armor(&mut self, game: &Brotherhood) {
        for one in game.table.assassins() {
            if let Some(kind) = one.worn(crate::content::pack::Slot::Armor) {
                self.count(Topic::Equipment, kind.index());
            }
        }
    }
}

impl EventSink<Fact> for Counts {
    fn emit(&mut self, event: impl FnOnce() -> Fact) {
        self.of_fact(&event());
    }
}

/// How often a seat follows its default policy, in hundredths.
const MANNERS: [u32; 3] = [0, 70, 100];
/// In one of this number of matches a seat resigns.
const RESIGNATIONS: u64 = 16;

/// A shipped mission under every tower card, with other conditions of failure and cards of its own.
fn trial(fails: &str, pack: &str) -> String {
    let text = include_str!("../content/weigh_house.toml");
    let towers = base().towers.iter().map(|card| format!("{:?}", card.id));
    let towers = towers.collect::<Vec<_>>().join(", ");
    let changes = [
        (r#"tower_cards = ["T2"]"#, format!("tower_cards = [{towers}]")),
        ("fails_when = [{ bodies_seen = 3 }]", fails.to_owned()),
    ];
    let text = changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "the mission has changed: {from}");
        text.replace(from, to)
    });
    text + pack
}

/// A cloak that is not discarded, and weapons whose specials ask something from the start.
const CARDS: &str = r#"
[pack]
start = ["boathook", "thorn_blade"]

[[pack.equipment]]
id = "watch_cloak"
name = { en = "Lasting Cloak", fr = "Cape durable" }
text = { en = "One die at most, once a turn.", fr = "Un dé au plus, une fois par tour." }
copies = 3
florins = 4
cost = 0
single = false
effect = "cloak"

[pack.reinforcements]
"#;

/// What no shipped mission has: two conditions of failure, one tower card, a card without a slot at
/// cost 0 that is not discarded, guards of both kinds that come by one entrance.
fn trials() -> [String; 3] {
    let cards = r#"{ quiet = "AXE BXXE", alert = "AXXE BXXEE" }, "#.repeat(SET);
    let sets = (1..=4).map(|size| format!("{size} = [{cards}]\n"));
    [
        trial(r#"fails_when = ["alert_on"]"#, ""),
        trial("alert = true\nfails_when = [\"assassin_critical\", { bodies_seen = 1 }]", ""),
        trial("fails_when = []", &(CARDS.to_owned() + &sets.collect::<String>())),
    ]
}

/// Some matches with the same options, or some campaigns.
struct Job {
    settings: Settings,
    seeds: std::ops::Range<u64>,
}

/// Variants of a mission for a number of seats: together they have every team, leader, difficulty
/// and number of retries that there is.
fn variants_of(mission: &str, seats: usize, parts: usize) -> impl Iterator<Item = Settings> {
    let size = |team: &str| team.split(',').count();
    let fits = move |team: &&&str| {
        let team: &str = team;
        team != "first"
            && (size(team) == seats || (seats == 1 && size(team) == 2))
            // He gives what he has to others, and is not offered to one alone.
            && team != "piero"
    };
    let teams: Vec<&str> = TEAMS.iter().filter(fits).copied().collect();
    (0..parts).map(move |part| {
        let of = |values: &[&str]| values[part % values.len()].to_owned();
        let pairs = [
            ("mission", mission.to_owned()),
            ("seats", seats.to_string()),
            ("assassins", teams[part * teams.len() / parts].to_owned()),
            ("retries", of(&["0", "1", "2"])),
            ("leader", of(&["rotating", "fixed"])),
            ("difficulty", of(&["normal", "easy", "normal", "hard"])),
            ("mirror", "random".to_owned()),
        ];
        let given = pairs.map(|(name, value)| (name.to_owned(), value));
        fill_defaults(OPTIONS, &Settings::from_iter(given)).expect("the options are known")
    })
}

/// Variants of a mission for each number of seats.
const PARTS: usize = 24;

fn jobs(matches: u64) -> Vec<Job> {
    let trials = trials();
    let shipped = MISSIONS.iter().copied();
    let missions = shipped.chain(trials.iter().map(String::as_str));
    let missions: Vec<&str> = missions.collect();
    let each = matches.div_ceil((missions.len() * 4 * PARTS) as u64);
    let mut jobs = Vec::new();
    for mission in missions {
        for seats in 1..=4 {
            for settings in variants_of(mission, seats, PARTS) {
                let first = jobs.len() as u64 * each;
                let seeds = first..first + each;
                jobs.push(Job { settings, seeds });
            }
        }
    }
    // Campaigns are six matches each, and a few of them are enough.
    let campaigns = (matches / 100).div_ceil(16);
    for seats in 1..=4 {
        for mut settings in variants_of(MISSIONS[0], seats, 4) {
            settings.insert("campaign".to_owned(), "new".to_owned());
            let first = (1 << 40) + jobs.len() as u64 * campaigns;
            let seeds = first..first + campaigns;
            jobs.push(Job { settings, seeds });
        }
    }
    jobs
}

impl Job {
    fn work(&self) -> Counts {
        let mut counts = Counts::NONE;
        for seed in self.seeds.clone() {
            let mut settings = self.settings.clone();
            let mut rng = Rng::new(&Seed::from_number(seed), 1);
            loop {
                let options = Brotherhood::options(&settings).expect("the options are sound");
                let manner = MANNERS[rng.index(MANNERS.len())];
                let game = play(Brotherhood::new(&options), manner, seed, &mut rng, &mut counts);
                crate::rules::progress::go_on(&game, &mut settings);
                // A campaign goes on until it would begin again; a single match does not.
                if matches!(settings["campaign"].as_str(), "new" | "off") {
                    break;
                }
            }
        }
        counts
    }
}

/// Plays a match to its end.
fn play(
    mut game: Brotherhood,
    manner: u32,
    seed: u64,
    rng: &mut Rng,
    counts: &mut Counts,
) -> Brotherhood {
    counts.matches += 1;
    counts.size = usize::from(game.table.size);
    let resigning = seed.is_multiple_of(RESIGNATIONS).then(|| rng.below(40));
    for decision in 0..=Brotherhood::ABOUT.longest as u64 {
        while game.turn() == Turn::Chance {
            let chance = game.draw(rng);
            counts.of_chance(&game, chance);
            game.apply_chance(chance, counts);
            counts.entrances = game.table.mission.level.entrances;
        }
        if let Some(fault) = game.check_invariants() {
            panic!("{fault}: seed {seed} of {:?}", game.options.settings);
        }
        let Turn::Seats(asked) = game.turn() else {
            counts.decisions += decision;
            return game;
        };
        let seat = asked.iter().nth(rng.index(asked.len())).expect("a turn has a seat");
        if resigning.map(u64::from) == Some(decision) && game.check_resign(seat).is_ok() {
            game.resign(seat, counts);
        }
        let question = game.table.pending.agenda.question();
        let question = question.expect("a seat is asked");
        counts.count(Topic::Question, question_place(&question));
        counts.of_armor(&game);
        let legal = game.legal(seat);
        let id = if rng.below(100) < manner {
            game.default_policy(seat, &legal, rng)
        } else {
            legal.pick(rng)
        };
        let action = Brotherhood::ACTIONS[usize::from(id.0)];
        counts.of_action(&game, seat, action);
        game.play(seat, action, counts);
    }
    panic!("it does not come to its end: seed {seed} of {:?}", game.options.settings);
}

/// All that should happen: the topic, the place in it, and a name.
fn wanted(pack: &Pack) -> Vec<(Topic, usize, String)> {
    let mut wanted = Vec::new();
    let mut all = |topic: Topic, names: Vec<String>| {
        let named = names.into_iter().enumerate();
        wanted.extend(named.map(|(place, name)| (topic, place, name)));
    };
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    all(Topic::Fact, owned(FACTS));
    all(Topic::Question, owned(QUESTIONS));
    all(Topic::Chance, owned(DRAWS));
    all(Topic::Action, owned(ACTIONS));
    all(Topic::AssassinAction, owned(ASSASSIN_ACTIONS));
    all(Topic::Errand, debug(&Errand::ALL));
    all(Topic::Equipment, pack.equipment.iter().map(|card| card.id.clone()).collect());
    all(Topic::Event, pack.events.iter().map(|card| card.id.clone()).collect());
    all(Topic::Chest, pack.chests.iter().map(|card| card.id.clone()).collect());
    all(Topic::Tower, pack.towers.iter().map(|card| card.id.clone()).collect());
    all(Topic::Companion, debug(&Companion::ALL));
    all(Topic::Step, owned(&["Movement", "Combat", "Reinforcement"]));
    all(Topic::Compass, debug(&Way::ALL));
    all(Topic::Entrance, owned(&["A", "B", "C", "D"]));
    all(Topic::Flag, debug(&Flag::ALL));
    all(Topic::Ending, debug(&Ending::ALL));
    let sets = (1..=4).flat_map(|size| (1..=SET).map(move |card| format!("{size}/{card}")));
    all(Topic::Reinforcement, sets.collect());
    // Nothing tells of the phases before the first turn, of a retry, and after the end.
    for phase in [Phase::Event, Phase::Assassins, Phase::Guard, Phase::End] {
        wanted.push((Topic::Phase, phase as usize, format!("{phase:?}")));
    }
    // A success is no failure that is gone on from.
    for &ending in &Ending::ALL[1..] {
        wanted.push((Topic::Failure, ending as usize, format!("{ending:?}")));
    }
    wanted
}

fn debug<T: std::fmt::Debug>(all: &[T]) -> Vec<String> {
    all.iter().map(|one| format!("{one:?}")).collect()
}

#[test]
fn everything_happens_and_nothing_is_at_fault() {
    let mut counts = Counts::NONE;
    for part in run_parallel(&jobs(effort(20_000, 500_000)), Job::work) {
        counts.add(&part);
    }
    println!("{} matches, {} decisions", counts.matches, counts.decisions);
    let mut never = Vec::new();
    for (topic, place, name) in wanted(base()) {
        let count = counts.of[topic as usize][place];
        println!("{topic:?} {name}: {count}");
        if count == 0 {
            never.push(format!("{topic:?} {name}"));
        }
    }
    assert!(never.is_empty(), "never happened: {never:?}");
}
