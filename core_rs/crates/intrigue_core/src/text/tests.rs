use super::{drawn_width, padded};
use crate::{Catalog, Lang, Localizer, Seat, SeatNames, SeatSet, Value, message};

const EN: &str = "
passed = { $seat_start } passes.
gave = { $seat_start } gives { $coins } { $coins ->
    [one] coin
   *[other] coins
} { $target_to }.
showed = { $card ->
    [none] { $seat_start } shows a card.
   *[other] { $seat_start } shows { $card_the }.
}
won = Winners: { $seats }.
card-ace = Ace
    .the = the Ace
";
const FR: &str = "
passed = { $seat_start } passe.
gave = { $seat_start } donne { $coins } { $coins ->
    [one] pièce
   *[other] pièces
} { $target_to }.
showed = { $card ->
    [none] { $seat_start } montre une carte.
   *[other] { $seat_start } montre { $card_the }.
}
won = Gagnants : { $seats }.
card-ace = As
    .the = l'As
";

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn names(names: [&str; 4]) -> SeatNames {
    SeatNames::new(names.map(str::to_owned))
}

fn write(lang: Lang, names: &SeatNames, write: impl Fn(&Localizer<'_>) -> String) -> String {
    write(&Catalog::new([EN, FR]).localizer(lang, names))
}

#[test]
fn a_seat_is_a_number_or_a_name_and_french_elides() {
    let named = names(["Alice", "Marie", "Émile", ""]);
    for (form, expected) in [
        ("", ["<Alice>", "<Marie>", "<Émile>", "le joueur 3"]),
        ("start", ["<Alice>", "<Marie>", "<Émile>", "Le joueur 3"]),
        ("to", ["à <Alice>", "à <Marie>", "à <Émile>", "au joueur 3"]),
        ("of", ["d'<Alice>", "de <Marie>", "d'<Émile>", "du joueur 3"]),
    ] {
        let isolated = expected.map(|text| text.replace('<', "\u{2068}").replace('>', "\u{2069}"));
        let written = [0, 1, 2, 3]
            .map(|index| write(Lang::Fr, &named, |text| text.seat(seat(index), form).into_owned()));
        assert_eq!(written, isolated);
    }
}

#[test]
fn several_seats_are_all_named_or_all_numbered() {
    let mut seats = SeatSet::of(seat(0));
    let won = |seats: SeatSet, names: &SeatNames| {
        write(Lang::Fr, names, |text| message!(text, "won", seats))
    };
    let named = names(["Alice", "Marie", "", ""]);
    assert_eq!(won(seats, SeatNames::NUMBERS), "Gagnants : le joueur 0.");
    seats.insert(seat(1));
    assert_eq!(won(seats, SeatNames::NUMBERS), "Gagnants : les joueurs 0, 1.");
    let both = "Gagnants : \u{2068}Alice\u{2069}, \u{2068}Marie\u{2069}.";
    assert_eq!(won(seats, &named), both);
    seats.insert(seat(2));
    assert_eq!(won(seats, &named), "Gagnants : les joueurs 0, 1, 2.");
}

#[test]
fn numbers_choose_the_plural_of_the_language() {
    let gave = |lang, coins: u8| {
        let (seat, target) = (seat(0), seat(3));
        write(lang, SeatNames::NUMBERS, |text| message!(text, "gave", seat, coins, target))
    };
    assert_eq!(gave(Lang::En, 0), "Player 0 gives 0 coins to player 3.");
    assert_eq!(gave(Lang::En, 1), "Player 0 gives 1 coin to player 3.");
    assert_eq!(gave(Lang::Fr, 0), "Le joueur 0 donne 0 pièce au joueur 3.");
    assert_eq!(gave(Lang::Fr, 2), "Le joueur 0 donne 2 pièces au joueur 3.");
}

#[test]
fn another_message_is_put_in_in_the_form_that_is_asked_for() {
    let showed = |lang, card: Option<&'static str>| {
        let card = card.map(|card| Value::Entry("card", card));
        write(lang, SeatNames::NUMBERS, |text| {
            message!(text, "showed", seat = seat(1), card = card.clone())
        })
    };
    assert_eq!(showed(Lang::En, None), "Player 1 shows a card.");
    assert_eq!(showed(Lang::Fr, Some("ace")), "Le joueur 1 montre l'As.");
    assert_eq!(showed(Lang::Pseudo, Some("ace")), "Þļåýéŕ 1 šĥöŵš ţĥé Åçé.");
}

/// A drawing as the terminal client shows it: `\[` is a bracket, and a tag is left out.
fn shown(drawing: &str) -> String {
    let escaped = drawing.replace("\\[", "\0");
    let untagged =
        ["[b]", "[red]", "[/]"].into_iter().fold(escaped, |text, tag| text.replace(tag, ""));
    untagged.replace('\0', "[")
}

#[test]
fn a_name_can_t_open_or_close_a_style() {
    for name in ["[b]Bo", "[/]", "\\[red]", "\\\\[/]", "Bo\\", "[[b]]", "\\[\\"] {
        let names = names([name, "", "", ""]);
        let passed = |text: &Localizer<'_>| message!(text, "passed", seat = seat(0));
        let plain = write(Lang::En, &names, passed);
        assert_eq!(plain, format!("\u{2068}{name}\u{2069} passes."));
        let drawn = write(Lang::En, &names, |text| passed(&text.with_markup()));
        assert_eq!(shown(&format!("[b]{drawn}[/]")), plain, "{drawn}");
    }
    let names = names(["\\[b]", "", "", ""]);
    let drawn = write(Lang::En, &names, |text| text.with_markup().seat(seat(0), "").into_owned());
    assert_eq!(drawn, "\u{2068}\\\\[b]\u{2069}");
}

#[test]
fn a_seat_without_a_name_of_its_own_is_a_number() {
    let named = names(["Alice", " ", "Bo", " Bo"]);
    let written = [0, 1, 2, 3]
        .map(|index| write(Lang::En, &named, |text| text.seat(seat(index), "").into_owned()));
    assert_eq!(written, ["\u{2068}Alice\u{2069}", "player 1", "player 2", "player 3"]);
    assert!(names(["Bo", "Bo", "", ""]).is_empty());
}

#[test]
fn tags_have_no_width() {
    assert_eq!(drawn_width("a \\[b] c"), 7);
    assert_eq!(drawn_width("[red]●[/] †"), 3);
    assert_eq!(drawn_width("a \\ b"), 5);
    assert_eq!(padded("[b]é[/]", 3), "[b]é[/]  ");
}

#[test]
fn a_name_is_padded_to_the_width_that_it_has_on_a_screen() {
    for (name, width) in [("Bo", 2), ("[b]Émile", 8), ("\\[", 2)] {
        let names = names([name, "", "", ""]);
        let title =
            write(Lang::En, &names, |text| text.with_markup().seat(seat(0), "title").into_owned());
        assert_eq!(drawn_width(&title), width, "{title}");
        assert_eq!(padded(&title, 9), format!("{title}{}", " ".repeat(9 - width)));
        assert_eq!(padded(&title, 1), title);
    }
}

#[test]
fn a_name_is_no_fluent() {
    for name in ["{ $seat }", "{ card-ace }", "-term", "{", "none", ".the = x"] {
        let names = names([name, "", "", ""]);
        let isolated = format!("\u{2068}{name}\u{2069}");
        let passed = write(Lang::En, &names, |text| message!(text, "passed", seat = seat(0)));
        assert_eq!(passed, format!("{isolated} passes."));
        // Nor is a name the word by which a message chooses.
        let choice = Catalog::new(["who = { $seat ->\n    [none] -\n   *[other] { $seat }\n}"; 2]);
        let text = choice.localizer(Lang::En, &names);
        assert_eq!(message!(text, "who", seat = seat(0)), isolated);
    }
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "the message passed is given no $seat_start")]
fn a_missing_argument_panics() {
    write(Lang::En, SeatNames::NUMBERS, |text| message!(text, "passed"));
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "there is no message absent in fr")]
fn a_missing_message_panics() {
    write(Lang::Fr, SeatNames::NUMBERS, |text| message!(text, "absent"));
}
