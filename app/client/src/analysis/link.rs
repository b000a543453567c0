//! What is on the page as the fragment of an address, so that a reload and a link bring it back.
//!
//! `pgn` holds the moves as PGN writes them, without numbers and with `_` for spaces; `fen` the
//! start, where it is not the usual one; `at` the way to the place on the board. Anybody can write
//! such an address: what cannot be read is refused with its reason.

use engine::rules::{Color, Game, GameTree, NodeId, Position, pgn};

use super::error::Refused;
use crate::play::Variation;
use crate::play::saved_game::SavedGame;
use crate::settings::Settings;
use crate::url_fragment::{self, Fields, MOST_BYTES};

/// Tags that a link carries.
const TAGS: [(&str, &str); 7] = [
    ("white", "White"),
    ("black", "Black"),
    ("result", "Result"),
    ("white-elo", "WhiteElo"),
    ("black-elo", "BlackElo"),
    ("event", "Event"),
    ("date", "Date"),
];

/// What the visitor is called in a game of this browser's.
pub const YOU: &str = "You";

/// A game or position to look at.
#[derive(Debug, Clone, PartialEq)]
pub struct Opened {
    pub tree: GameTree,
    pub at: NodeId,
    pub tags: pgn::Tags,
    pub flipped: bool,
    /// Whether the game is to be reviewed at once.
    pub review: bool,
}

impl Opened {
    /// A game, its last position on the board.
    pub fn of(tree: GameTree, tags: pgn::Tags) -> Self {
        let at = tree.main_line().last().copied().unwrap_or(NodeId::START);
        Self {
            tree,
            at,
            tags,
            flipped: false,
            review: false,
        }
    }

    /// A position without moves.
    pub fn position(start: Position) -> Self {
        Self::of(GameTree::new(start), pgn::Tags::new())
    }

    /// The game that was last played on this browser's playing page, as it is looked at there.
    pub fn saved(saved: &SavedGame, settings: &Settings) -> Option<Self> {
        let game = saved.game().ok()?;
        let shown = saved.viewed.unwrap_or_else(|| game.ply());
        let black_below = saved.human == Some(Color::Black);
        let mut tags = pgn::Tags::new();
        if let Some(human) = saved.human {
            let mind = settings.engine.mind.strategy().name;
            for (color, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
                tags.set(tag, if color == human { YOU } else { mind });
            }
        }
        if let Some(outcome) = saved.ended.or_else(|| game.outcome()) {
            tags.set("Result", outcome.result());
        }
        Some(Self {
            tags,
            flipped: black_below != saved.flipped,
            ..Self::played(&game, &saved.variations(), shown)
        })
    }

    /// A game with the lines that were left, so many of its moves on the board.
    pub fn played(game: &Game, variations: &[Variation], shown: usize) -> Self {
        let mut tree = GameTree::from_game(game);
        for line in variations {
            tree.add_line(NodeId::START, line.iter().copied());
        }
        let line = tree.main_line();
        let at = shown.checked_sub(1).and_then(|index| line.get(index));
        Self {
            at: at.copied().unwrap_or(NodeId::START),
            ..Self::of(tree, pgn::Tags::new())
        }
    }
}

/// The fragment, without `#`; empty for an untouched start position. A tree that is too large for an
/// address goes without its variations, and one that is still too large with the position alone.
pub fn address_of(tree: &GameTree, at: NodeId, tags: &pgn::Tags, flipped: bool) -> String {
    let whole = written(tree, at, tags, flipped);
    if whole.len() <= MOST_BYTES {
        return whole;
    }
    let line = GameTree::from_game(&tree.game_at(at));
    let end = line.main_line().last().copied();
    let without = written(&line, end.unwrap_or(NodeId::START), tags, flipped);
    if without.len() <= MOST_BYTES {
        return without;
    }
    let bare = GameTree::new(*tree.position(at));
    written(&bare, NodeId::START, &pgn::Tags::new(), flipped)
}

fn written(tree: &GameTree, at: NodeId, tags: &pgn::Tags, flipped: bool) -> String {
    let mut fragment = String::new();
    let mut add = |name: &str, value: &str| url_fragment::push(&mut fragment, name, value);
    if *tree.start() != Position::startpos() {
        add("fen", &tree.start().to_fen());
    }
    if !tree.is_empty() {
        add("pgn", &moves_of(tree));
        add("at", &way_to(tree, at));
    }
    for (name, tag) in TAGS {
        if let Some(value) = tags.get(tag).filter(|value| !matches!(*value, "?" | "*")) {
            add(name, value);
        }
    }
    if flipped {
        add("view", "black");
    }
    fragment
}

/// What a fragment, without `#`, holds; `None` where it holds no game.
///
/// # Errors
/// What of the game cannot be read.
pub fn opened_by(fragment: &str) -> Option<Result<Opened, Refused>> {
    let fields = Fields::of(fragment);
    let field = |name: &str| fields.get(name);
    if field("fen").is_none() && field("pgn").is_none() {
        return None;
    }
    if fragment.len() > MOST_BYTES {
        return Some(Err(Refused::TooLong {
            bytes: fragment.len(),
            most: MOST_BYTES,
        }));
    }
    let tree = match read(field("fen"), field("pgn")) {
        Ok(tree) => tree,
        Err(refused) => return Some(Err(refused)),
    };
    let mut tags = pgn::Tags::new();
    for (name, tag) in TAGS {
        if let Some(value) = field(name) {
            tags.set(tag, value);
        }
    }
    Some(Ok(Opened {
        at: follow(&tree, field("at")),
        flipped: field("view") == Some("black"),
        review: field("review").is_some(),
        tags,
        tree,
    }))
}

/// What a fragment holds as its game, or as its start, for whoever wants to mend it.
pub fn text_in(fragment: &str) -> String {
    let fields = Fields::of(fragment);
    let found = fields.get("pgn").or(fields.get("fen"));
    found.unwrap_or_default().to_owned()
}

fn read(fen: Option<&str>, moves: Option<&str>) -> Result<GameTree, Refused> {
    let start = match fen {
        Some(fen) => *Game::from_fen(fen)?.position(),
        None => Position::startpos(),
    };
    let Some(moves) = moves else {
        return Ok(GameTree::new(start));
    };
    // The parser reads the start from a tag.
    let text = match fen {
        Some(_) => format!("[FEN \"{}\"]\n\n{moves}", start.to_fen()),
        None => moves.to_owned(),
    };
    Ok(pgn::parse(&text)?.tree)
}

/// The moves as PGN has them, without numbers and signs of check, which the moves imply.
fn moves_of(tree: &GameTree) -> String {
    let text = pgn::write_tree(tree, &pgn::Tags::new(), None);
    let moves = text.split_once("\n\n").map_or("", |(_, moves)| moves);
    let words = moves.split_whitespace().filter(|word| *word != "*");
    let mut kept: Vec<String> = Vec::new();
    for word in words {
        let is_number = word
            .trim_start_matches('(')
            .starts_with(|letter: char| letter.is_ascii_digit());
        match is_number {
            true if word.starts_with('(') => kept.push("(".to_owned()),
            true => {}
            false => kept.push(word.replace(['+', '#'], "")),
        }
    }
    kept.join(" ")
}

/// The way to a place: so many first answers, then the answer of this number, and so on.
fn way_to(tree: &GameTree, at: NodeId) -> String {
    let mut way = String::new();
    let (mut here, mut steps) = (NodeId::START, 0);
    for next in tree.path(at) {
        let replies = tree.replies(here);
        match replies.iter().position(|reply| *reply == next) {
            Some(index @ 1..) => {
                way.push_str(&format!("{steps}-{index}-"));
                steps = 0;
            }
            _ => steps += 1,
        }
        here = next;
    }
    format!("{way}{steps}")
}

/// The place at the end of a way; as far as the way is one. Without a way, the game's end.
fn follow(tree: &GameTree, way: Option<&str>) -> NodeId {
    let Some(way) = way else {
        return tree.main_line().last().copied().unwrap_or(NodeId::START);
    };
    let mut here = NodeId::START;
    for (place, number) in way.split('-').enumerate() {
        let Ok(number) = number.parse::<usize>() else {
            return here;
        };
        let (steps, index) = if place % 2 == 0 {
            (number, 0)
        } else {
            (1, number)
        };
        for _ in 0..steps {
            match tree.replies(here).get(index) {
                Some(&next) => here = next,
                None => return here,
            }
        }
    }
    here
}
