//! Trained networks as files. A game has them in its folder `networks` and lists them in
//! [`About::networks`]; the policy `learned` plays by them. `tools/train/export.py` writes them.
//!
//! All numbers are little-endian, and nothing is padded.
//!
//! | at | type | what |
//! | --- | --- | --- |
//! | 0 | 8 bytes | `INTRNET` and a zero |
//! | 8 | u32 | version of this format: 1 |
//! | 12 | u32 | bytes of the whole file |
//! | 16 | u32 | `rules_version` of the game |
//! | 20 | u32 | `features_version` of the game |
//! | 24 | u64 | hash of the planes: of each its name, a zero, and its size as u32 |
//! | 32 | u64 | hash of the action table: of each action its id, a space, its notation, and a line feed |
//! | 40 | u32 | numbers of the feature tensor |
//! | 44 | u16 | fewest seats that it was trained for |
//! | 46 | u16 | most seats that it was trained for |
//! | 48 | u16 | inputs: numbers of the tensor that are used |
//! | 50 | u16 | outputs: actions that it knows |
//! | 52 | u16 | layers |
//! | 54 | u16 | bytes of the game's id |
//! | 56 | u16 | bytes of the options |
//! | 58 | u16 | bytes of the text on its training |
//! | 60 | u16, u16 each | neurons and shift of each layer |
//! | … | text | the game's id |
//! | … | text | options that it was trained with, `name=value` and a line feed each; others don't matter |
//! | … | text | how it was trained |
//! | … | u16 each | places of the inputs in the tensor, ascending |
//! | … | u16 each | ids of the actions, ascending |
//! | … | i16, i32 each | weights, then biases of each layer |
//! | end | u64 | hash of everything before |
//!
//! Hashes are FNV-1a of 64 bits. The weights of the first layer are written input by input, since
//! most of its inputs are 0 and are skipped; those of the others neuron by neuron.
//!
//! A neuron adds its bias and its weighted inputs in 32 bits and shifts the sum right. In hidden
//! layers the result is then held to 0 to 4095; in the last one it is a logit, in units of 1/256.
//! Inputs are bytes, so no sum may leave 32 bits whatever the inputs are: that is
//! [proven](NetworkFile::check) for each neuron.

use crate::{About, Codec, GameAction, Plane, SEATS_OPTION, Settings, fill_defaults};

/// The version of the format.
const FORMAT: u32 = 1;
const MAGIC: &[u8; 8] = b"INTRNET\0";
/// The bytes before the sizes of layers.
const HEAD: usize = 60;
/// The most layers, the last one included.
const MOST_LAYERS: usize = 4;
/// The bytes of the hash at the end.
const CHECKSUM: usize = 8;

/// Why a network file can't be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// It does not begin like one.
    NoNetwork,
    /// It has another version of the format.
    OtherFormat,
    /// It is shorter or longer than it says.
    WrongLength,
    /// Its bytes have another hash than it says.
    Damaged,
    /// It is of another game.
    OtherGame,
    /// It was trained for other rules.
    OtherRules,
    /// It was trained on another version of the feature tensor.
    OtherFeatures,
    /// It was trained on other planes, though they have the same version.
    OtherPlanes,
    /// It was trained with another action table.
    OtherActions,
    /// The game can't have so many seats.
    WrongSeats,
    /// The game has no such options.
    WrongOptions,
    /// Its layers are too many, too large, or don't follow from each other.
    WrongLayers,
    /// An input or an action that the game does not have, or not in ascending order.
    WrongIndex,
    /// A sum might not fit 32 bits.
    Overflow,
}

impl NetworkError {
    /// What is wrong, for those who build the game.
    pub const fn message(self) -> &'static str {
        match self {
            Self::NoNetwork => "this is not a network file",
            Self::OtherFormat => "the network file has another version of the format",
            Self::WrongLength => "the network file is cut short or too long",
            Self::Damaged => "the network file is damaged: its checksum is wrong",
            Self::OtherGame => "the network is of another game",
            Self::OtherRules => "the network was trained for another version of the rules",
            Self::OtherFeatures => "the network was trained on another version of the features",
            Self::OtherPlanes => "the network was trained on other planes",
            Self::OtherActions => "the network was trained with another action table",
            Self::WrongSeats => "the network was trained for numbers of seats that can't be",
            Self::WrongOptions => "the network was trained with options that the game lacks",
            Self::WrongLayers => "the sizes of the network's layers can't be",
            Self::WrongIndex => "the network uses an input or an action that the game lacks",
            Self::Overflow => "a sum of the network might not fit 32 bits",
        }
    }
}

impl std::fmt::Display for NetworkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for NetworkError {}

/// A network as its file has it. Nothing is copied, so that it can be opened for each decision.
#[derive(Clone, Copy, Debug)]
pub struct NetworkFile<'a> {
    /// The game that it plays.
    pub game: &'a str,
    /// The fewest seats that it was trained for.
    pub min_seats: usize,
    /// The most seats that it was trained for.
    pub max_seats: usize,
    /// How it was trained.
    pub trained: &'a str,
    /// The places of its inputs in the feature tensor, as [`u16`].
    pub inputs: &'a [[u8; 2]],
    /// The ids of its outputs, as [`u16`].
    pub actions: &'a [[u8; 2]],
    options: &'a str,
    layers: [NetworkLayer<'a>; MOST_LAYERS],
    count: usize,
    bytes: &'a [u8],
}

/// A layer of a network.
#[derive(Clone, Copy, Default, Debug)]
pub struct NetworkLayer<'a> {
    /// The weights, as [`i16`]: input by input in the first layer, neuron by neuron in others.
    pub weights: &'a [[u8; 2]],
    /// The bias of each neuron, as [`i32`].
    pub biases: &'a [[u8; 4]],
    /// By how many bits sums are shifted.
    pub shift: u32,
}

impl<'a> NetworkFile<'a> {
    /// The most neurons of a hidden layer.
    pub const MOST_NEURONS: usize = 256;
    /// The most actions, so that weights of a draw can be added in 32 bits.
    pub const MOST_ACTIONS: usize = 4095;
    /// The largest output of a hidden neuron.
    pub const MOST_ACTIVATION: i32 = 4095;

    /// Opens a file whose contents were [checked](Self::check) before: only what is needed to find
    /// its parts is looked at.
    pub fn open(bytes: &'a [u8]) -> Result<Self, NetworkError> {
        check_start(bytes)?;
        let number = |at: usize| usize::from(u16_at(bytes, at));
        let (inputs, actions, count) = (number(48), number(50), number(52));
        if !(1..=MOST_LAYERS).contains(&count)
            || !(1..=Self::MOST_ACTIONS).contains(&actions)
            || inputs == 0
        {
            return Err(NetworkError::WrongLayers);
        }
        let mut rest = Rest(&bytes[HEAD..bytes.len() - CHECKSUM]);
        let sizes: &[[u8; 4]] = rest.numbers(count)?;
        let mut text = |at: usize| rest.text(number(at));
        let [game, options, trained] = [text(54)?, text(56)?, text(58)?];
        let (input_ids, action_ids) = (rest.numbers(inputs)?, rest.numbers(actions)?);
        let mut layers = [NetworkLayer::default(); MOST_LAYERS];
        let mut width = inputs;
        for (place, &[a, b, c, d]) in sizes.iter().enumerate() {
            let neurons = usize::from(u16::from_le_bytes([a, b]));
            let shift = u32::from(u16::from_le_bytes([c, d]));
            let last = place + 1 == count;
            let fits = if last { neurons == actions } else { neurons <= Self::MOST_NEURONS };
            if !fits || neurons == 0 || shift >= u32::BITS {
                return Err(NetworkError::WrongLayers);
            }
            let weights = rest.numbers(width * neurons)?;
            layers[place] = NetworkLayer { weights, biases: rest.numbers(neurons)?, shift };
            width = neurons;
        }
        if !rest.0.is_empty() {
            return Err(NetworkError::WrongLength);
        }
        Ok(Self {
            game,
            min_seats: number(44),
            max_seats: number(46),
            trained,
            inputs: input_ids,
            actions: action_ids,
            options,
            layers,
            count,
            bytes,
        })
    }

    /// Opens a file of a game, and proves that it is whole, fits the game, and never leaves 32 bits.
    pub fn check<G: Codec>(bytes: &'a [u8]) -> Result<Self, NetworkError> {
        check_head(bytes, G::ABOUT)?;
        let (contents, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if fnv(FNV_START, contents).to_le_bytes() != checksum {
            return Err(NetworkError::Damaged);
        }
        if u64_at(bytes, 32) != action_hash::<G>() {
            return Err(NetworkError::OtherActions);
        }
        let file = Self::open(bytes)?;
        let given: Settings =
            file.options().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        if given.contains_key(SEATS_OPTION) || fill_defaults(G::ABOUT.options, &given).is_err() {
            return Err(NetworkError::WrongOptions);
        }
        let in_order = |ids: &[[u8; 2]], room: usize| {
            let id = |bytes: &[u8; 2]| u16::from_le_bytes(*bytes);
            ids.is_sorted_by(|a, b| id(a) < id(b))
                && ids.last().is_some_and(|last| usize::from(id(last)) < room)
        };
        if !in_order(file.inputs, G::ABOUT.feature_size())
            || !in_order(file.actions, G::ACTIONS.len())
        {
            return Err(NetworkError::WrongIndex);
        }
        if file.overflows() {
            return Err(NetworkError::Overflow);
        }
        Ok(file)
    }

    /// The layers, in order.
    pub fn layers(&self) -> &[NetworkLayer<'a>] {
        &self.layers[..self.count]
    }

    /// The options that it was trained with, and their values.
    pub fn options(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.options.lines().map(|line| line.split_once('=').unwrap_or((line, "")))
    }

    /// The bytes of the file.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Whether inputs can be thought up for which a sum does not fit 32 bits.
    fn overflows(&self) -> bool {
        let mut width = self.inputs.len();
        self.layers().iter().enumerate().any(|(place, layer)| {
            let neurons = layer.biases.len();
            let most = if place == 0 { 128 } else { Self::MOST_ACTIVATION.into() };
            let inputs = std::mem::replace(&mut width, neurons);
            layer.biases.iter().enumerate().any(|(neuron, bias)| {
                let weight = |input: usize| {
                    let at =
                        if place == 0 { input * neurons + neuron } else { neuron * inputs + input };
                    i64::from(i16::from_le_bytes(layer.weights[at])).abs()
                };
                let sum: i64 = (0..inputs).map(weight).sum();
                sum * most + i64::from(i32::from_le_bytes(*bias)).abs() > i64::from(i32::MAX)
            })
        })
    }
}

/// What of a file has not been read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], NetworkError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(NetworkError::WrongLength)?;
        self.0 = rest;
        Ok(taken)
    }

    fn numbers<const N: usize>(&mut self, count: usize) -> Result<&'a [[u8; N]], NetworkError> {
        Ok(self.bytes(count * N)?.as_chunks().0)
    }

    fn text(&mut self, length: usize) -> Result<&'a str, NetworkError> {
        std::str::from_utf8(self.bytes(length)?).map_err(|_| NetworkError::Damaged)
    }
}

impl About {
    /// Stops the build if a network was made for another game, or for other rules or features.
    pub const fn assert_networks(&self) {
        let mut network = 0;
        while network < self.networks.len() {
            if let Err(error) = check_head(self.networks[network], self) {
                panic!("{}", error.message());
            }
            network += 1;
        }
    }
}

/// Whether a file is a network file that has the length that it says.
const fn check_start(bytes: &[u8]) -> Result<(), NetworkError> {
    if bytes.len() < HEAD + CHECKSUM || !are_at(bytes, 0, MAGIC) {
        return Err(NetworkError::NoNetwork);
    }
    if u32_at(bytes, 8) != FORMAT {
        return Err(NetworkError::OtherFormat);
    }
    if u32_at(bytes, 12) as usize != bytes.len() {
        return Err(NetworkError::WrongLength);
    }
    Ok(())
}

/// Whether the head of a file is of a game as it is now: all that can be checked while compiling.
const fn check_head(bytes: &[u8], about: &About) -> Result<(), NetworkError> {
    if let Err(error) = check_start(bytes) {
        return Err(error);
    }
    let game = HEAD + 4 * u16_at(bytes, 52) as usize;
    if u16_at(bytes, 54) as usize != about.id.len() || !are_at(bytes, game, about.id.as_bytes()) {
        return Err(NetworkError::OtherGame);
    }
    if u32_at(bytes, 16) != about.rules_version {
        return Err(NetworkError::OtherRules);
    }
    if u32_at(bytes, 20) != about.features_version {
        return Err(NetworkError::OtherFeatures);
    }
    if u64_at(bytes, 24) != plane_hash(about.planes)
        || u32_at(bytes, 40) as usize != crate::feature_size(about.planes)
    {
        return Err(NetworkError::OtherPlanes);
    }
    let (fewest, most) = (u16_at(bytes, 44) as usize, u16_at(bytes, 46) as usize);
    if fewest > most || fewest < about.min_seats || most > about.max_seats {
        return Err(NetworkError::WrongSeats);
    }
    Ok(())
}

const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a of 64 bits, going on from a hash.
const fn fnv(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

#[expect(clippy::cast_possible_truncation, reason = "planes have a few thousand numbers")]
const fn plane_hash(planes: &[Plane]) -> u64 {
    let (mut hash, mut plane) = (FNV_START, 0);
    while plane < planes.len() {
        hash = fnv(hash, planes[plane].name.as_bytes());
        hash = fnv(hash, &[0]);
        hash = fnv(hash, &(planes[plane].size as u32).to_le_bytes());
        plane += 1;
    }
    hash
}

fn action_hash<G: Codec>() -> u64 {
    G::ACTIONS.iter().fold(FNV_START, |hash, action| {
        fnv(hash, format!("{} {}\n", action.id().0, action.notation()).as_bytes())
    })
}

const fn are_at(bytes: &[u8], at: usize, wanted: &[u8]) -> bool {
    let mut place = 0;
    while place < wanted.len() {
        if at + place >= bytes.len() || bytes[at + place] != wanted[place] {
            return false;
        }
        place += 1;
    }
    true
}

const fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

const fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u16_at(bytes, at) as u32 | (u16_at(bytes, at + 2) as u32) << 16
}

const fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u32_at(bytes, at) as u64 | (u32_at(bytes, at + 4) as u64) << 32
}
