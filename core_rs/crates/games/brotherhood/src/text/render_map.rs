//! The map drawn as text: a cell a square, with its edges and all that stands there.

use std::fmt::Write;

use intrigue_core::{Localizer, message};

use crate::content::level::{Ground, Level};
use crate::content::squares::{Guard, SIDE, Square, Way};
use crate::rules::state::{Assassin, Place, Table};

/// Columns that the row numbers take.
const MARGIN: usize = 3;
/// The widest map with wide cells.
const WIDE: usize = 8;

/// Every way in which light and heavy lines can meet: up, right, down, left, each 0 to 2.
const CORNERS: &str =
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// What is between two places that touch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    /// No square on either side.
    Void,
    /// The end of the level, or a wall.
    Wall,
    /// Assassins pass, guards don't: a roof's edge.
    Ledge,
    /// A ladder: all pass.
    Ladder,
    /// All pass.
    Open,
    /// All pass, and the squares are of one tile.
    Within,
}

impl Edge {
    /// The weight of its line where lines meet.
    fn weight(self) -> usize {
        match self {
            Self::Wall => 2,
            Self::Ledge | Self::Ladder => 1,
            Self::Void | Self::Open | Self::Within => 0,
        }
    }
}

/// Text with the number of columns that it takes; tags take none.
struct Piece {
    text: String,
    columns: usize,
}

impl Piece {
    fn new(style: &str, text: &str) -> Self {
        let columns = text.chars().count();
        let text = text.replace('[', "\\[");
        let text = if style.is_empty() { text } else { format!("[{style}]{text}[/]") };
        Self { text, columns }
    }
}

/// The map.
pub(super) fn render_map(table: &Table, text: &Localizer<'_>) -> String {
    let map = Map {
        table,
        level: &table.mission.level,
        text,
        cell: if table.mission.level.width <= WIDE { 11 } else { 7 },
    };
    map.render()
}

/// The color of an assassin, as style tags name it.
pub(super) fn color(table: &Table, one: &Assassin) -> &'static str {
    let role = table.mission.pack.assassins.get(usize::from(one.role));
    match role.map(|role| role.color.as_str()) {
        Some("red") => "red",
        Some("green") => "green",
        Some("blue") => "blue",
        Some("yellow") => "yellow",
        _ => "b",
    }
}

/// The letter that stands for an assassin.
pub(super) fn initial(table: &Table, one: &Assassin, text: &Localizer<'_>) -> char {
    let role = table.mission.pack.assassins.get(usize::from(one.role));
    let name = role.and_then(|role| text.content(&role.name).chars().next());
    name.unwrap_or('?')
}

struct Map<'a> {
    table: &'a Table,
    level: &'a Level,
    text: &'a Localizer<'a>,
    /// Columns of a cell.
    cell: usize,
}

impl Map<'_> {
    fn render(&self) -> String {
        let mut text = format!("{:MARGIN$}", "");
        for column in 0..self.level.width {
            let letter = char::from(b'a' + Square::new(column, 0).0);
            let _ = write!(text, " {letter:^0$}", self.cell);
        }
        let mut lines = vec![text.trim_end().to_owned()];
        for row in 0..self.level.height {
            lines.push(self.ruling(row));
            lines.extend(self.row(row));
        }
        lines.push(self.ruling(self.level.height));
        lines.join("\n") + "\n"
    }

    fn at(&self, column: usize, row: usize) -> Option<Square> {
        let there = column < self.level.width.min(SIDE) && row < self.level.height.min(SIDE);
        let square = there.then(|| Square::new(column, row))?;
        self.level.squares.contains(square).then_some(square)
    }

    fn edge(&self, one: Option<Square>, other: Option<Square>, way: Way) -> Edge {
        let (one, other) = match (one, other) {
            (None, None) => return Edge::Void,
            (Some(one), Some(other)) => (one, other),
            _ => return Edge::Wall,
        };
        let ladder = |&(a, b): &(Square, Square)| (a, b) == (one, other) || (a, b) == (other, one);
        if self.level.near(one, way) != Some(other) {
            Edge::Wall
        } else if self.level.ladders.iter().any(ladder) {
            Edge::Ladder
        } else if self.level.beat[one.index()][way as usize].is_none() {
            Edge::Ledge
        } else if self.level.tile[one.index()] == self.level.tile[other.index()] {
            Edge::Within
        } else {
            Edge::Open
        }
    }

    /// The edge above a place.
    fn above(&self, column: usize, row: usize) -> Edge {
        let upper = row.checked_sub(1).and_then(|row| self.at(column, row));
        self.edge(upper, self.at(column, row), Way::South)
    }

    /// The edge to the left of a place.
    fn before(&self, column: usize, row: usize) -> Edge {
        let left = column.checked_sub(1).and_then(|column| self.at(column, row));
        self.edge(left, self.at(column, row), Way::East)
    }

    /// The line above a row.
    fn ruling(&self, row: usize) -> String {
        let mut text = format!("{:MARGIN$}", "");
        for column in 0..=self.level.width {
            let up = row.checked_sub(1).map_or(0, |row| self.before(column, row).weight());
            let left = column.checked_sub(1).map_or(0, |column| self.above(column, row).weight());
            let (right, down) = (self.above(column, row), self.before(column, row));
            let place = ((up * 3 + right.weight()) * 3 + down.weight()) * 3 + left;
            let blank =
                [right, down].contains(&Edge::Open) || [right, down].contains(&Edge::Within);
            let corner = CORNERS.chars().nth(place).unwrap_or(' ');
            text.push(if place == 0 && blank { '·' } else { corner });
            if column < self.level.width {
                text.push_str(&self.horizontal(right));
            }
        }
        text.trim_end().to_owned()
    }

    fn horizontal(&self, edge: Edge) -> String {
        let side = self.cell / 2;
        match edge {
            Edge::Void => " ".repeat(self.cell),
            Edge::Wall => "━".repeat(self.cell),
            Edge::Ledge => "─".repeat(self.cell),
            Edge::Ladder => format!("{0}[yellow]HHH[/]{0}", "─".repeat(side - 1)),
            Edge::Open => format!("[dim]{}[/]", "┈".repeat(self.cell)),
            Edge::Within => format!("{0}[dim]·[/]{0}", " ".repeat(side)),
        }
    }

    fn vertical(edge: Edge, line: usize) -> &'static str {
        match edge {
            Edge::Within if line == 1 => "[dim]·[/]",
            Edge::Void | Edge::Within => " ",
            Edge::Wall => "┃",
            Edge::Ladder if line == 1 => "[yellow]H[/]",
            Edge::Ledge | Edge::Ladder => "│",
            Edge::Open => "[dim]┊[/]",
        }
    }

    /// The three lines of a row.
    fn row(&self, row: usize) -> [String; 3] {
        let mut lines = [String::new(), String::new(), String::new()];
        for (number, line) in lines.iter_mut().enumerate() {
            let margin =
                if number == 1 { format!("{:>2} ", row + 1) } else { format!("{:MARGIN$}", "") };
            line.push_str(&margin);
            for column in 0..self.level.width {
                line.push_str(Self::vertical(self.before(column, row), number));
                let pieces = match (self.at(column, row), number) {
                    (None, _) => Vec::new(),
                    (Some(square), 0) => self.tokens(square),
                    (Some(square), 1) => self.figures(square),
                    (Some(square), _) => self.people(square),
                };
                line.push_str(&self.fill(self.at(column, row), pieces));
            }
            line.push_str(Self::vertical(self.before(self.level.width, row), number));
        }
        lines.map(|line| line.trim_end().to_owned())
    }

    /// Pieces side by side, and the ground around them.
    fn fill(&self, square: Option<Square>, mut pieces: Vec<Piece>) -> String {
        let ground = square.map_or(Ground::None, |square| self.level.ground[square.index()]);
        let (style, texture) = match ground {
            Ground::None | Ground::Floor => ("", " "),
            Ground::Roof => ("dim", "░"),
            Ground::Canal => ("blue", "~"),
        };
        let fits = |pieces: &[Piece], gap: usize| {
            let columns: usize = pieces.iter().map(|piece| piece.columns).sum();
            columns + gap * pieces.len().saturating_sub(1) <= self.cell
        };
        while !fits(&pieces, 0) {
            pieces.pop();
        }
        let gap = usize::from(fits(&pieces, 1));
        let columns: usize = pieces.iter().map(|piece| piece.columns).sum();
        let columns = columns + gap * pieces.len().saturating_sub(1);
        let mut left = self.cell - columns;
        let texts: Vec<String> = pieces.into_iter().map(|piece| piece.text).collect();
        let mut text = texts.join(&" ".repeat(gap));
        // A space on either side keeps signs apart from the ground.
        if columns > 0 && left > 0 {
            text = format!(" {text}");
            left -= 1;
        }
        if columns > 0 && left > 0 {
            text.push(' ');
            left -= 1;
        }
        text + &Piece::new(if left > 0 { style } else { "" }, &texture.repeat(left)).text
    }

    /// What belongs to the square.
    fn tokens(&self, square: Square) -> Vec<Piece> {
        let (level, table) = (self.level, self.table);
        let mut pieces = Vec::new();
        if level.station_at(square).is_some() {
            pieces.push(Piece::new("cyan", "S"));
        }
        if let Some(objective) = level.objective_at(square)
            && table.objectives >> objective & 1 == 1
        {
            let (sign, cost) = (objective + 1, level.objectives[objective].cost);
            pieces.push(Piece::new("magenta", &format!("O{sign}/{cost}")));
        }
        if table.chests.contains(square) {
            pieces.push(Piece::new("yellow", "▣"));
        }
        if level.spots.contains(square) {
            pieces.push(Piece::new("green", "∩"));
        }
        if let Some(tower) = level.tower_at(square) {
            let hay = level.towers[tower].haystack == square;
            pieces.push(Piece::new("cyan", if hay { "▽" } else { "△" }));
        }
        for (letter, entrance) in (b'A'..).zip(level.entrances) {
            if entrance == Some(square) {
                pieces.push(Piece::new("", &format!("»{}", char::from(letter))));
            }
        }
        pieces
    }

    /// Guards, those on an objective's places first, its free places, and bodies.
    fn figures(&self, square: Square) -> Vec<Piece> {
        let table = self.table;
        let posted = table.posted_at(square);
        let loose = table.loose_guards(square);
        let mut group = Vec::new();
        for (squad, on_places) in [(posted, true), (loose, false)] {
            for guard in [Guard::Elite, Guard::Crossbowman] {
                let style = if guard == Guard::Elite { "red" } else { "b" };
                let count = usize::from(squad.count(guard));
                if count > 0 {
                    let sign = message!(self.text, ("sign", guard.notation())).repeat(count);
                    let sign = if on_places { sign.to_uppercase() } else { sign };
                    group.push(Piece::new(style, &sign));
                }
            }
            if on_places
                && let Some(objective) = self.level.objective_at(square)
                && table.objectives >> objective & 1 == 1
            {
                let free = self.level.objectives[objective].places - posted.total();
                if free > 0 {
                    group.push(Piece::new("dim", &"_".repeat(free.into())));
                }
            }
        }
        let mut pieces = Vec::new();
        if !group.is_empty() {
            pieces.push(Piece {
                columns: group.iter().map(|piece| piece.columns).sum(),
                text: group.into_iter().map(|piece| piece.text).collect(),
            });
        }
        for guard in Guard::ALL {
            let bodies = table.bodies[square.index()].count(guard);
            let style = if guard == Guard::Elite { "red" } else { "dim" };
            match bodies {
                0 => {}
                1 => pieces.push(Piece::new(style, "†")),
                _ => pieces.push(Piece::new(style, &format!("†{bodies}"))),
            }
        }
        pieces
    }

    /// A loose red base and assassins; those on a tower stand over its haystack.
    fn people(&self, square: Square) -> Vec<Piece> {
        let (table, level) = (self.table, self.level);
        let mut pieces = Vec::new();
        for one in table.assassins() {
            let letter = initial(table, one, self.text);
            let style = color(table, one);
            match one.place {
                Place::Square(at) if at == square => {
                    if one.critical() {
                        let letter: String = letter.to_lowercase().collect();
                        pieces.push(Piece::new(style, &format!("{letter}_")));
                    } else if one.hidden {
                        pieces.push(Piece::new(style, &format!("({letter})")));
                    } else if one.wanted {
                        let mut piece = Piece::new(style, &letter.to_string());
                        piece.text.push_str("[red]●[/]");
                        piece.columns += 1;
                        pieces.push(piece);
                    } else {
                        pieces.push(Piece::new(style, &letter.to_string()));
                    }
                }
                Place::Tower(tower) => {
                    let tower = level.towers.get(usize::from(tower));
                    if tower.is_some_and(|tower| tower.haystack == square) {
                        pieces.push(Piece::new(style, &format!("△{letter}")));
                    }
                }
                _ => {}
            }
        }
        if table.bases.contains(square) {
            pieces.push(Piece::new("red", "●"));
        }
        pieces
    }
}
