use std::collections::BTreeSet;
use std::sync::Arc;

use intrigue_core::{
    ActionSet, Codec, Game, Lang, NoEvents, Presentation, Rng, SeatNames, Seed, Settings, Turn,
    Viewer, fill_defaults,
};

use super::*;
use crate::content::compile::MISSIONS;
use crate::content::squares::{Guard, Squad, Square};
use crate::rules::agenda::Task;
use crate::rules::agenda::tests::one_of_each_question;
use crate::rules::options::{OPTIONS, Options};

fn localizer(lang: Lang) -> Localizer<'static> {
    Brotherhood::catalog().localizer(lang, SeatNames::NUMBERS)
}

fn drawn(view: &View, lang: Lang) -> String {
    render(view, &localizer(lang))
}

fn blank(mission: &str, seats: usize) -> View {
    let given: Settings = [("mission", mission), ("seats", &seats.to_string())]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    let settings = fill_defaults(OPTIONS, &given).expect("the options fit");
    let options = Options::read(&settings).expect("the options fit each other");
    View::blank(&Arc::new(options), Viewer::Spectator)
}

/// Every tag is one of the closed list and closed on its own line or a later one.
fn check(drawing: &str) {
    let mut open = 0;
    let escaped = drawing.replace("\\[", "(");
    for part in escaped.split('[').skip(1) {
        let tag = part.split(']').next().unwrap_or_default();
        if tag == "/" {
            open -= 1;
        } else {
            let known = ["b", "dim", "red", "green", "yellow", "blue", "magenta", "cyan"];
            assert!(known.contains(&tag), "{tag}");
            open += 1;
        }
        assert!(open >= 0, "a tag is closed that was never opened");
    }
    assert_eq!(open, 0, "a tag stays open");
    for line in drawing.lines() {
        assert!(drawn_width(line) <= WIDTH, "{} columns: {line}", drawn_width(line));
    }
}

#[test]
fn every_mission_fits_a_terminal() {
    for mission in MISSIONS {
        for seats in 1..=4 {
            let view = blank(mission, seats);
            for lang in Lang::ALL {
                check(&drawn(&view, lang));
            }
        }
    }
}

#[test]
fn a_crowded_table_fits_too() {
    for mission in MISSIONS {
        let mut view = blank(mission, 4);
        let table = &mut view.table;
        let squares: Vec<Square> = table.mission.level.squares.iter().collect();
        for square in squares {
            table.bodies[square.index()] = Squad::new(12, 11);
            table.bases.insert(square);
        }
        let (first, second) = (AssassinId::First, AssassinId::Second);
        table.companions = [first, second, first].map(Some);
        table.companions_used = [true, true, false];
        for (place, one) in table.crew.iter_mut().enumerate() {
            one.beside.fill(2);
            one.wanted = place == 0;
            one.hidden = place == 1;
            one.fell = u8::from(place == 2);
            one.hearts = 5;
            one.saved = true;
        }
        table.event = Some(0);
        table.turn = 3;
        table.alert = true;
        for question in one_of_each_question() {
            view.table.pending.agenda.clear();
            view.table.pending.agenda.push(Task::Ask(question));
            for lang in Lang::ALL {
                check(&drawn(&view, lang));
            }
        }
    }
}

#[test]
fn matches_can_be_watched_from_beginning_to_end() {
    for (number, mission) in (0u64..).zip(MISSIONS.repeat(3)) {
        let seats = 1 + usize::from(number.to_le_bytes()[0]) % 4;
        let options = blank(mission, seats).options;
        let mut rng = Rng::new(&Seed::from_number(number), 0);
        let mut state = Brotherhood::new(&options);
        loop {
            check(&drawn(&state.view(Viewer::Spectator), Lang::Fr));
            let asked = match state.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = state.draw(&mut rng);
                    state.apply_chance(chance, &mut NoEvents);
                    continue;
                }
                Turn::Seats(seats) => seats.lowest().expect("somebody is asked"),
            };
            let legal = state.legal(asked);
            // Two choices that sound alike can't be told apart.
            let view = state.view(Viewer::Seat(asked));
            for lang in Lang::ALL {
                let mut said = BTreeSet::new();
                for id in legal.iter() {
                    let action = Brotherhood::ACTIONS[usize::from(id.0)];
                    let text = Brotherhood::describe_action(&view, action, &localizer(lang));
                    assert!(said.insert(text.clone()), "{mission}: {text}");
                }
            }
            let id = legal.pick(&mut rng);
            state.play(asked, Brotherhood::ACTIONS[usize::from(id.0)], &mut NoEvents);
        }
    }
}

#[test]
fn the_largest_map_fits_too() {
    let mut view = blank("glass_furnace", 4);
    let level = &mut Arc::make_mut(&mut view.table.mission).level;
    (level.width, level.height) = (12, 12);
    for square in (0..144).map(Square) {
        level.squares.insert(square);
        level.chests.insert(square);
        level.spots.insert(square);
    }
    view.table.chests = level.chests;
    for one in &mut view.table.crew {
        one.wanted = true;
    }
    let drawing = drawn(&view, Lang::En);
    check(&drawing);
    let ruling = drawing.lines().find(|line| line.contains('┏'));
    assert_eq!(ruling.map(drawn_width), Some(WIDTH));
}

#[test]
fn the_map_shows_who_stands_where() {
    let mut view = blank("unlocked_shutter", 2);
    let drawing = drawn(&view, Lang::En);
    assert!(drawing.contains("[red]L[/] [green]M[/]"), "{drawing}");
    assert!(drawing.contains("[b]XX[/]"), "{drawing}");
    view.table.crew[0].wanted = true;
    view.table.crew[1].fell = 1;
    let at = view.table.mission.level.start;
    view.table.bodies[at.index()] += Squad::one(Guard::Elite);
    view.table.bases.insert(at);
    let drawing = drawn(&view, Lang::En);
    assert!(drawing.contains("[red]L[/][red]●[/] [green]m_[/] [red]●[/]"), "{drawing}");
    assert!(drawing.contains("[red]†[/]"), "{drawing}");
}

#[test]
fn brackets_of_a_mission_open_no_tags() {
    assert_eq!(literal("a [b] c"), "a \\[b] c");
}
