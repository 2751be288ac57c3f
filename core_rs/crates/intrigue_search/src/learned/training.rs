use intrigue_core::{
    About, Localizer, NetworkFile, Refusal, RefusalKind, Settings, Text, message, quote,
};

const NAME: &str = "learned";

/// The network for a number of seats. Of a game's networks, no two are for the same number.
pub fn network_for<'a>(
    about: &About,
    networks: &[&'a [u8]],
    seats: usize,
) -> Result<NetworkFile<'a>, Refusal> {
    let mut opened = networks.iter().filter_map(|bytes| NetworkFile::open(bytes).ok());
    opened
        .find(|network| (network.min_seats..=network.max_seats).contains(&seats))
        .ok_or_else(|| not_for_seats(about, networks, seats))
}

/// Refuses options and numbers of seats that no network was trained for. The settings are
/// complete.
pub fn check_training(
    about: &About,
    networks: &[&[u8]],
    settings: &Settings,
    seats: usize,
) -> Result<(), Refusal> {
    let network = network_for(about, networks, seats)?;
    let other = network
        .options()
        .find(|&(name, value)| settings.get(name).is_none_or(|given| given != value));
    match other {
        None => Ok(()),
        Some((option, trained)) => {
            let given = quote(settings.get(option).map_or("", String::as_str));
            Err(refusal(about, |text| {
                let (game, given) = (about.id, &given);
                message!(text, "not-trained-option", name = NAME, game, option, trained, given)
            })
            .with("option", option)
            .with("trained", trained)
            .with("given", given))
        }
    }
}

fn not_for_seats(about: &About, networks: &[&[u8]], given: usize) -> Refusal {
    if networks.is_empty() {
        return refusal(about, |text| message!(text, "no-network", name = NAME, game = about.id));
    }
    let opened = networks.iter().filter_map(|bytes| NetworkFile::open(bytes).ok());
    let ranges: Vec<(usize, usize)> =
        opened.map(|network| (network.min_seats, network.max_seats)).collect();
    let trained = |text: &Localizer<'_>| {
        let range = |&(least, most): &(usize, usize)| match most - least {
            0 => least.to_string(),
            _ => message!(text, "parameter-range", least, most),
        };
        ranges.iter().map(range).collect::<Vec<_>>().join(", ")
    };
    let numbers = |&(least, most): &(usize, usize)| (least..=most).map(|seats| seats.to_string());
    let listed: Vec<String> = ranges.iter().flat_map(numbers).collect();
    refusal(about, |text| {
        let (game, trained) = (about.id, trained(text));
        message!(text, "not-trained-seats", name = NAME, game, trained, given)
    })
    .with("trained", listed.join(", "))
    .with("given", given)
}

fn refusal(about: &About, write: impl Fn(&Localizer<'_>) -> String) -> Refusal {
    let text = Text::of_core(write);
    Refusal::new(RefusalKind::UnknownPolicy, "POLICY_NOT_TRAINED", text)
        .with("policy", NAME)
        .with("game", about.id)
        .in_field("policy")
}
