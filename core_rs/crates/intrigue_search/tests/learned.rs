//! The policy `learned`, on a small random network that `tools/train/golden.py` writes.

use intrigue_core::{
    ActionId, ActionSet, Bits, Codec, Game, NetworkError, NetworkFile, NoEvents, Refusal, Rng,
    Seed, Settings, Turn, Viewer, Visitor, fill_defaults,
};
use intrigue_games::catalog;
use intrigue_search::{BatchSpec, Policy, Stop, check_task, learned, new_lanes, resolve_policy};
use intrigue_wire::v1 as wire;

const GAME: &str = "district_noir";
const NETWORK: &[u8] = include_bytes!("../../../../tests/golden/district_noir/network.bin");
const LOGITS: &str = include_str!("../../../../tests/golden/district_noir/network.txt");

fn learned() -> Policy {
    Policy::parse("learned").unwrap()
}

/// Checks a file as one of a game.
fn check(game: &str, bytes: &[u8]) -> Result<(), NetworkError> {
    struct Check<'a>(&'a [u8]);
    impl Visitor for Check<'_> {
        type Output = Result<(), NetworkError>;
        fn visit<G: Game>(self) -> Self::Output {
            NetworkFile::check::<G>(self.0).map(|_| ())
        }
    }
    catalog::visit(game, Check(bytes)).unwrap()
}

#[test]
fn logits_are_golden() {
    let network = NetworkFile::open(NETWORK).unwrap();
    let size = catalog::about(GAME).unwrap().feature_size();
    let mut legal = Bits::<1>::default();
    for id in 0..14 {
        legal.insert(ActionId(id));
    }
    let lines: Vec<_> = LOGITS.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() > 12);
    for line in lines {
        let (numbers, wanted) = line.split_once(" = ").unwrap();
        let mut features = vec![0; size];
        for number in numbers.split(' ') {
            let (place, value) = number.split_once(':').unwrap();
            features[place.parse::<usize>().unwrap()] = value.parse().unwrap();
        }
        let found = learned::logits(&network, &features, &legal);
        let logits: Vec<String> = found.iter().map(|(_, logit)| logit.to_string()).collect();
        assert_eq!(logits.join(" "), wanted);
        // The logit of an action does not depend on what else is legal.
        let mut few = Bits::<1>::default();
        for id in [2, 12, 13] {
            few.insert(ActionId(id));
        }
        let some = learned::logits(&network, &features, &few);
        let kept: Vec<_> = found.into_iter().filter(|(id, _)| few.contains(*id)).collect();
        assert_eq!((some.len(), some), (2, kept));
    }
}

/// Plays a match by the network; the actions that were chosen.
struct Play {
    seed: u64,
    temperature: u32,
}

impl Visitor for Play {
    type Output = Vec<u16>;

    fn visit<G: Game>(self) -> Self::Output {
        let network = NetworkFile::check::<G>(NETWORK).unwrap();
        let settings = fill_defaults(G::ABOUT.options, &Settings::new()).unwrap();
        let mut state = G::new(&G::options(&settings).ok().unwrap());
        let mut deals = Rng::new(&Seed::from_number(1), 0);
        let mut luck = Rng::new(&Seed::from_number(self.seed), 1);
        let mut features = vec![0; G::ABOUT.feature_size()];
        let mut chosen = Vec::new();
        loop {
            match state.turn() {
                Turn::Over => return chosen,
                Turn::Chance => {
                    let chance = state.draw(&mut deals);
                    state.apply_chance(chance, &mut NoEvents);
                }
                Turn::Seats(seats) => {
                    let seat = seats.lowest().unwrap();
                    let legal = state.legal(seat);
                    G::features(&state.view(Viewer::Seat(seat)), &mut features);
                    let id =
                        learned::choose(&network, &features, &legal, self.temperature, &mut luck);
                    assert!(legal.contains(id));
                    chosen.push(id.0);
                    state.play(seat, G::ACTIONS[usize::from(id.0)], &mut NoEvents);
                }
            }
        }
    }
}

#[test]
fn a_network_plays_legally_and_the_same_again() {
    let play = |seed, temperature| catalog::visit(GAME, Play { seed, temperature }).unwrap();
    assert_eq!(play(1, 100), play(1, 100));
    assert_ne!(play(1, 100), play(2, 100));
    // The best action needs no luck.
    assert_eq!(play(1, 0), play(2, 0));
    // Golden: the same on every platform.
    let start: Vec<u16> = play(1, 100).into_iter().take(12).collect();
    assert_eq!(start, GOLDEN_START);
}

const GOLDEN_START: [u16; 12] = [13, 2, 7, 13, 1, 2, 9, 7, 8, 3, 11, 9];

#[test]
fn an_action_that_the_network_does_not_know_is_taken_only_without_another() {
    let network = NetworkFile::open(NETWORK).unwrap();
    let features = vec![0; catalog::about(GAME).unwrap().feature_size()];
    let mut rng = Rng::new(&Seed::from_number(3), 0);
    let mut legal = Bits::<1>::default();
    legal.insert(ActionId(12));
    assert_eq!(learned::choose(&network, &features, &legal, 100, &mut rng), ActionId(12));
    legal.insert(ActionId(3));
    for _ in 0..50 {
        assert_eq!(learned::choose(&network, &features, &legal, 1000, &mut rng), ActionId(3));
    }
}

/// The file with other bytes at a place, and a checksum that fits them.
fn with(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = NETWORK.to_vec();
    file[at..at + bytes.len()].copy_from_slice(bytes);
    sealed(file)
}

fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    let end = file.len() - 8;
    let hash = file[..end].iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    file[end..].copy_from_slice(&hash.to_le_bytes());
    file
}

#[test]
fn a_file_that_does_not_fit_is_told_why() {
    assert_eq!(check(GAME, NETWORK), Ok(()));
    assert_eq!(with(0, &NETWORK[..1]), NETWORK, "the checksum of this test is that of the format");
    let at = |wanted: &str| {
        NETWORK.windows(wanted.len()).position(|part| part == wanted.as_bytes()).unwrap()
    };
    let inputs = at("for tests.") + "for tests.".len();
    let network = NetworkFile::open(NETWORK).unwrap();
    let actions = inputs + 2 * network.inputs.len();
    let weights = actions + 2 * network.actions.len();
    let mut longer = NETWORK.to_vec();
    longer.push(0);
    let mut longer_as_it_says = NETWORK.to_vec();
    longer_as_it_says.extend([0; 2]);
    let length = u32::try_from(longer_as_it_says.len()).unwrap();
    longer_as_it_says[12..16].copy_from_slice(&length.to_le_bytes());
    let mut damaged = NETWORK.to_vec();
    damaged[weights + 5] ^= 1;
    let first_layer = 2 * network.layers()[0].weights.len();
    for (file, error) in [
        (Vec::new(), NetworkError::NoNetwork),
        (NETWORK[..40].to_vec(), NetworkError::NoNetwork),
        (with(0, b"X"), NetworkError::NoNetwork),
        (with(8, &[2]), NetworkError::OtherFormat),
        (NETWORK[..NETWORK.len() - 1].to_vec(), NetworkError::WrongLength),
        (longer, NetworkError::WrongLength),
        (sealed(longer_as_it_says), NetworkError::WrongLength),
        (damaged, NetworkError::Damaged),
        (with(at(GAME), b"D"), NetworkError::OtherGame),
        (with(16, &[99]), NetworkError::OtherRules),
        (with(20, &[99]), NetworkError::OtherFeatures),
        (with(24, &[NETWORK[24] ^ 1]), NetworkError::OtherPlanes),
        (with(40, &[NETWORK[40] ^ 1]), NetworkError::OtherPlanes),
        (with(32, &[NETWORK[32] ^ 1]), NetworkError::OtherActions),
        (with(44, &[1]), NetworkError::WrongSeats),
        (with(46, &[3]), NetworkError::WrongSeats),
        (with(at("first_seat="), b"X"), NetworkError::WrongOptions),
        (with(at("random\n"), b"X"), NetworkError::WrongOptions),
        (with(52, &[9]), NetworkError::OtherGame),
        (with(60, &[0]), NetworkError::WrongLayers),
        (with(62, &[32]), NetworkError::WrongLayers),
        (with(60, &[17]), NetworkError::WrongLength),
        (with(at("Not"), &[0xff]), NetworkError::Damaged),
        (with(inputs, &[5]), NetworkError::WrongIndex),
        (with(actions - 2, &[0xff, 0xff]), NetworkError::WrongIndex),
        (with(weights - 2, &[14]), NetworkError::WrongIndex),
        (with(weights + first_layer, &[0xff, 0xff, 0xff, 0x7f]), NetworkError::Overflow),
    ] {
        assert_eq!(check(GAME, &file), Err(error), "{error}");
    }
    // Weights of another game.
    for game in catalog::IDS.iter().filter(|id| **id != GAME) {
        assert_eq!(check(game, NETWORK), Err(NetworkError::OtherGame));
    }
    // No byte can change without being noticed.
    for place in 0..NETWORK.len() {
        let mut file = NETWORK.to_vec();
        file[place] ^= 0x10;
        assert!(check(GAME, &file).is_err(), "byte {place}");
    }
}

fn refused(networks: &[&[u8]], option: &str, seats: usize) -> Refusal {
    let about = catalog::about(GAME).unwrap();
    let settings = Settings::from([("first_seat".to_owned(), option.to_owned())]);
    learned::check_training(about, networks, &settings, seats).unwrap_err()
}

#[test]
fn what_it_was_not_trained_for_is_refused_in_a_sentence() {
    let about = catalog::about(GAME).unwrap();
    let settings = fill_defaults(about.options, &Settings::new()).unwrap();
    assert!(learned::check_training(about, &[NETWORK], &settings, 2).is_ok());
    for (refusal, en, fr) in [
        (
            refused(&[], "random", 2),
            "The policy learned was not trained for the game district_noir.",
            "L'automate learned n'a pas été entraîné pour le jeu district_noir.",
        ),
        (
            refused(&[NETWORK], "random", 3),
            "The policy learned was trained for 2 seats in district_noir, not for 3.",
            "L'automate learned a été entraîné pour 2 sièges dans district_noir, pas pour 3.",
        ),
        (
            refused(&[NETWORK], "0", 2),
            "The policy learned was trained with first_seat=random in district_noir, not with “0”.",
            "L'automate learned a été entraîné avec first_seat=random dans district_noir, pas avec « 0 ».",
        ),
    ] {
        assert_eq!((refusal.code, &refusal.field[..]), ("POLICY_NOT_TRAINED", "policy"));
        assert_eq!((&*refusal.text.en, &*refusal.text.fr), (en, fr));
        assert_eq!(refusal.values[..2], [("policy", "learned".into()), ("game", GAME.into())]);
    }
}

#[test]
fn it_is_refused_before_anything_is_played() {
    for game in catalog::IDS {
        let about = catalog::about(game).unwrap();
        let (_, seats) = catalog::settle_options(game, &Settings::new()).unwrap();
        if !about.networks.is_empty() {
            continue;
        }
        assert!(resolve_policy(Policy::Random, game, &Settings::new()).is_ok());
        let refusal = resolve_policy(learned(), game, &Settings::new()).unwrap_err();
        assert_eq!(refusal.code, "POLICY_NOT_TRAINED");
        let mut policies = vec![Policy::Random.to_wire(); seats];
        policies[seats - 1] = learned().to_wire();
        let place = format!("policies[{}]", seats - 1);
        let task = wire::SimulationTask {
            game: (*game).to_owned(),
            policies,
            match_count: 1,
            seed: vec![0; 32],
            ..Default::default()
        };
        let refusal = check_task(&task).unwrap_err();
        assert_eq!((refusal.code, &refusal.field), ("POLICY_NOT_TRAINED", &place));
        if seats > 1 {
            let mut policies = vec![None; seats];
            policies[seats - 1] = Some(learned());
            let spec = BatchSpec {
                options: Settings::new(),
                lanes: 1,
                seed: Seed::from_number(1),
                policies,
                rotate: false,
                threads: 1,
            };
            let refusal = new_lanes(game, &spec).err().unwrap();
            assert_eq!((refusal.code, &refusal.field), ("POLICY_NOT_TRAINED", &place));
        }
    }
}

/// Every game that has networks is played by them, in simulations that can be repeated.
#[test]
fn networks_of_games_play() {
    struct Seats(Vec<usize>);
    impl Visitor for &mut Seats {
        type Output = ();
        fn visit<G: Game>(self) {
            for bytes in <G as Codec>::ABOUT.networks {
                let network = NetworkFile::check::<G>(bytes).unwrap();
                self.0.extend(network.min_seats..=network.max_seats);
            }
        }
    }
    for game in catalog::IDS {
        let mut found = Seats(Vec::new());
        catalog::visit(game, &mut found).unwrap();
        for seats in found.0 {
            let about = catalog::about(game).unwrap();
            let network = learned::network_for(about, about.networks, seats).unwrap();
            let task = wire::SimulationTask {
                game: (*game).to_owned(),
                options: network
                    .options()
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .collect(),
                policies: vec![learned().to_wire(); seats],
                match_count: 4,
                seed: vec![7; 32],
                ..Default::default()
            };
            let play = || intrigue_search::simulate(&task, 0, 100, &Stop::default()).unwrap();
            assert_eq!(play(), play());
        }
    }
}
