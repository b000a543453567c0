//! The analysis page as the fragment of its address, so that a reload or a link restores it.
//!
//! `pgn` holds the moves in PGN without move numbers, `_` standing for a space; `fen` the start
//! position, where it is not the standard one; `at` the path to the shown node; `review` asks for a
//! review, or holds what one has found. The text is untrusted: what cannot be read is an error with its
//! reason.

use engine::rules::{Color, FenError, Game, GameTree, NodeId, Position, pgn};

use crate::play::Variation;
use crate::play::saved_game::SavedGame;
use crate::settings::Settings;
use crate::url_fragment::{self, Fields, MAX_FRAGMENT_BYTES};

/// Why a text was not imported. The page stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    #[error("There is nothing here yet: paste a FEN or a PGN.")]
    Empty,
    #[error("Too long: {bytes} bytes, and at most {max} are read.")]
    TooLong { bytes: usize, max: usize },
    #[error("As a FEN: {0}")]
    Fen(#[from] FenError),
    #[error("As a PGN: {0}")]
    Pgn(#[from] pgn::PgnError),
    #[error("As a PGN: {0}")]
    GameOfSeveral(#[from] pgn::GameError),
}

/// Fragment fields and the PGN tags that they hold.
const TAGS: [(&str, &str); 7] = [
    ("white", "White"),
    ("black", "Black"),
    ("result", "Result"),
    ("white-elo", "WhiteElo"),
    ("black-elo", "BlackElo"),
    ("event", "Event"),
    ("date", "Date"),
];

/// The field of a review: nothing, to start it, or what it has found.
pub(super) const REVIEW: &str = "review";

/// The visitor's name in a game of this browser.
pub const YOU: &str = "You";

/// The review that a game is opened with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum RequestedReview {
    #[default]
    None,
    /// Start it at once.
    Start,
    /// Restore it from this text, which is untrusted; if it is not finished, go on with it.
    Stored(String),
}

/// A game or position to open in the analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenedGame {
    pub tree: GameTree,
    pub current: NodeId,
    /// What is said about the moves.
    pub annotations: pgn::TreeAnnotations,
    pub tags: pgn::Tags,
    pub flipped: bool,
    pub review: RequestedReview,
}

impl OpenedGame {
    /// A game, shown at its last position.
    pub fn new(tree: GameTree, tags: pgn::Tags) -> Self {
        let at = tree.main_line().last().copied().unwrap_or(NodeId::START);
        Self {
            tree,
            current: at,
            annotations: pgn::TreeAnnotations::new(),
            tags,
            flipped: false,
            review: RequestedReview::None,
        }
    }

    /// A position without moves.
    pub fn from_position(start: Position) -> Self {
        Self::new(GameTree::new(start), pgn::Tags::new())
    }

    /// The saved game of the playing page, shown at the same ply.
    pub fn from_saved(saved: &SavedGame, settings: &Settings) -> Option<Self> {
        let game = saved.game().ok()?;
        let shown = saved.viewed.unwrap_or_else(|| game.ply());
        let black_below = saved.human == Some(Color::Black);
        let mut tags = pgn::Tags::new();
        if let Some(human) = saved.human {
            let mind = settings.engine.strategy.strategy().name;
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
            ..Self::from_game(&game, &saved.variations(), shown)
        })
    }

    /// A game with its variations, shown after `shown` plies.
    pub fn from_game(game: &Game, variations: &[Variation], shown: usize) -> Self {
        let (tree, current) = shown_tree(game, variations, shown);
        Self {
            current,
            ..Self::new(tree, pgn::Tags::new())
        }
    }
}

/// The tree of a game with its variations, and the node after `shown` plies.
pub fn shown_tree(game: &Game, variations: &[Variation], shown: usize) -> (GameTree, NodeId) {
    let mut tree = GameTree::from_game(game);
    for line in variations {
        tree.add_line(NodeId::START, line.iter().copied());
    }
    let line = tree.main_line();
    let at = shown.checked_sub(1).and_then(|index| line.get(index));
    let current = at.copied().unwrap_or(NodeId::START);
    (tree, current)
}

/// The fragment of a game without annotations, without `#`; empty for an untouched start position. A
/// tree that is too large goes without its variations, and if it is still too large, as the position
/// alone.
pub fn fragment(tree: &GameTree, at: NodeId, tags: &pgn::Tags, flipped: bool) -> String {
    let whole = write_fields(tree, at, tags, flipped, &pgn_moves);
    if whole.len() <= MAX_FRAGMENT_BYTES {
        return whole;
    }
    let (line, end) = shown_line(tree, at);
    let without = write_fields(&line, end, tags, flipped, &pgn_moves);
    if without.len() <= MAX_FRAGMENT_BYTES {
        return without;
    }
    let bare = GameTree::new(*tree.position(at));
    write_fields(&bare, NodeId::START, &pgn::Tags::new(), flipped, &pgn_moves)
}

/// The moves up to a node, and their end.
pub(super) fn shown_line(tree: &GameTree, at: NodeId) -> (GameTree, NodeId) {
    let line = GameTree::from_game(&tree.game_at(at));
    let end = line.main_line().last().copied();
    (line, end.unwrap_or(NodeId::START))
}

/// Writes a fragment, however long; the moves as `write_moves` writes them.
pub(super) fn write_fields(
    tree: &GameTree,
    at: NodeId,
    tags: &pgn::Tags,
    flipped: bool,
    write_moves: &impl Fn(&GameTree) -> String,
) -> String {
    let mut fragment = String::new();
    let mut add = |name: &str, value: &str| url_fragment::push_field(&mut fragment, name, value);
    if *tree.start() != Position::startpos() {
        add("fen", &tree.start().to_fen());
    }
    let moves = write_moves(tree);
    if !moves.is_empty() {
        add("pgn", &moves);
        add("at", &encode_path(tree, at));
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

/// Reads a fragment, without `#`; `None` if it holds no game.
///
/// # Errors
/// Which part of the game cannot be read.
pub fn parse_fragment(fragment: &str) -> Option<Result<OpenedGame, ImportError>> {
    let fields = Fields::parse(fragment);
    let field = |name: &str| fields.get(name);
    if field("fen").is_none() && field("pgn").is_none() {
        return None;
    }
    if fragment.len() > MAX_FRAGMENT_BYTES {
        return Some(Err(ImportError::TooLong {
            bytes: fragment.len(),
            max: MAX_FRAGMENT_BYTES,
        }));
    }
    let (tree, annotations) = match read_tree(field("fen"), field("pgn")) {
        Ok(read) => read,
        Err(refused) => return Some(Err(refused)),
    };
    let mut tags = pgn::Tags::new();
    for (name, tag) in TAGS {
        if let Some(value) = field(name) {
            tags.set(tag, value);
        }
    }
    Some(Ok(OpenedGame {
        current: decode_path(&tree, field("at")),
        flipped: field("view") == Some("black"),
        review: match field(REVIEW) {
            None => RequestedReview::None,
            Some("") => RequestedReview::Start,
            Some(text) => RequestedReview::Stored(text.to_owned()),
        },
        annotations,
        tags,
        tree,
    }))
}

/// The unparsed game or start position of a fragment, for the import dialog.
pub fn raw_game_text(fragment: &str) -> String {
    let fields = Fields::parse(fragment);
    let found = fields.get("pgn").or(fields.get("fen"));
    found.unwrap_or_default().to_owned()
}

fn read_tree(
    fen: Option<&str>,
    moves: Option<&str>,
) -> Result<(GameTree, pgn::TreeAnnotations), ImportError> {
    let start = match fen {
        Some(fen) => *Game::from_fen(fen)?.position(),
        None => Position::startpos(),
    };
    let Some(moves) = moves else {
        return Ok((GameTree::new(start), pgn::TreeAnnotations::new()));
    };
    // The PGN parser takes the start position from a tag.
    let text = match fen {
        Some(_) => format!("[FEN \"{}\"]\n\n{moves}", start.to_fen()),
        None => moves.to_owned(),
    };
    // A comment of the start alone is no game, unless it has a result.
    let end = if moves.starts_with(['{', '$']) {
        " *"
    } else {
        ""
    };
    let read = pgn::parse_annotated(&(text + end))?;
    Ok((read.tree, read.annotations))
}

/// The moves in PGN without move numbers and check signs, which follow from the moves.
fn pgn_moves(tree: &GameTree) -> String {
    let text = pgn::write_tree(tree, &pgn::Tags::new(), None);
    let moves = text.split_once("\n\n").map_or("", |(_, moves)| moves);
    let mut kept = Vec::new();
    compact_words(moves, &mut kept);
    kept.join(" ")
}

/// The words of a text without comments that do not follow from the moves.
pub(super) fn compact_words(moves: &str, kept: &mut Vec<String>) {
    let words = moves.split_whitespace().filter(|word| *word != "*");
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
}

/// The path to a node: a number of first replies, then the index of a reply, and so on.
fn encode_path(tree: &GameTree, at: NodeId) -> String {
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

/// The node at the end of a path, or as far as the path exists. Without a path, the end of the main
/// line.
fn decode_path(tree: &GameTree, way: Option<&str>) -> NodeId {
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
