//! Lenient PGN parser.

use super::cursor::{Cursor, Place};
use super::tags::is_name_char;
use super::{Comments, GameResult, Tags};
use crate::rules::{FenError, Game, GameTree, NodeId, Position, SanError, san};

/// Maximum number of tags. Each one is compared with all before it: a quarter of a megabyte of them
/// would take most of a second.
pub const MAX_TAGS: usize = 256;

/// A game read from PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// All tags, as they were written.
    pub tags: Tags,
    /// The moves, the game's own as the main line, with their variations.
    pub tree: GameTree,
    /// The comments of the main line in braces; several in one place are joined.
    pub comments: Comments,
    /// The result after the moves, else in the `Result` tag.
    pub result: GameResult,
}

impl PgnGame {
    /// The main line, its cursor at the end.
    pub fn game(&self) -> Game {
        let end = self.tree.main_line().last().copied();
        self.tree.game_at(end.unwrap_or(NodeId::START))
    }
}

/// A PGN error with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct PgnError {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    pub kind: PgnErrorKind,
}

/// Why a PGN text is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnErrorKind {
    #[error("expected a game, found nothing")]
    Empty,
    #[error("expected a tag's name, made of letters, digits and underscores")]
    TagName,
    #[error("expected the tag's value in double quotes")]
    TagValue,
    #[error("expected ']' after the tag's value")]
    TagEnd,
    #[error("expected at most {MAX_TAGS} tags")]
    TooManyTags,
    #[error("this quote is not closed on its line")]
    UnclosedQuote,
    #[error("this comment is not closed")]
    UnclosedComment,
    #[error("this variation is not closed")]
    UnclosedVariation,
    #[error("expected a number after '$'")]
    Nag,
    #[error("unexpected {found:?}")]
    Unexpected { found: char },
    #[error("SetUp says that the game has its own start position, but there is no FEN")]
    MissingFen,
    #[error("the start position's {0}")]
    Fen(#[from] FenError),
    #[error(transparent)]
    Move(#[from] SanError),
}

impl PgnErrorKind {
    fn at(self, place: Place) -> PgnError {
        PgnError {
            line: place.line,
            column: place.column,
            kind: self,
        }
    }
}

/// Parses the first game of a PGN text; the text after its result is ignored.
///
/// Comments in braces on the main line are kept; other comments, numeric annotations and `%` lines are
/// skipped. Moves are checked, move numbers are not. The result may be missing.
///
/// Variations are kept to any depth, each up to the first word that is not a legal move, since
/// annotators write threats as null moves, among other things. The rest of it is skipped, and so are
/// moves after the end of the game.
///
/// ```
/// use engine::rules::pgn;
///
/// let read = pgn::parse("[White \"Ada\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 $1 *").unwrap();
/// assert_eq!(read.game().sans(), ["e4", "e5", "Nf3"]);
/// assert_eq!(read.tree.replies(read.tree.main_line()[0]).len(), 2);
/// assert_eq!(read.tags.get("White"), Some("Ada"));
///
/// let error = pgn::parse("1. e4 e5\n2. Ke3").unwrap_err();
/// assert_eq!((error.line, error.column), (2, 4));
/// ```
///
/// # Errors
/// The first invalid part, with its place.
pub fn parse(text: &str) -> Result<PgnGame, PgnError> {
    let mut cursor = Cursor::new(text);
    let (tags, fen_place) = read_tags(&mut cursor)?;
    if tags == Tags::new() && cursor.peek().is_none() {
        return Err(PgnErrorKind::Empty.at(cursor.place()));
    }
    let start = match tags.get("FEN") {
        Some(fen) => {
            Position::from_fen(fen).map_err(|error| PgnErrorKind::Fen(error).at(fen_place))?
        }
        None if tags.get("SetUp") == Some("1") => {
            return Err(PgnErrorKind::MissingFen.at(fen_place));
        }
        None => Position::startpos(),
    };
    let mut tree = GameTree::new(start);
    let mut comments = Comments::new();
    let result = match read_moves(&mut cursor, &mut tree, &mut comments)? {
        Some(result) => result,
        None => tags
            .get("Result")
            .and_then(GameResult::from_text)
            .unwrap_or(GameResult::Unknown),
    };
    Ok(PgnGame {
        tags,
        tree,
        comments,
        result,
    })
}

/// The tags, and the place of the `FEN` or `SetUp` tag.
fn read_tags(cursor: &mut Cursor<'_>) -> Result<(Tags, Place), PgnError> {
    let mut tags = Tags::new();
    let mut fen_place = cursor.place();
    loop {
        skip_asides(cursor)?;
        let place = cursor.place();
        if !cursor.eat('[') {
            return Ok((tags, fen_place));
        }
        cursor.skip_whitespace();
        let name_place = cursor.place();
        let name = cursor.take_while(is_name_char);
        if name.is_empty() {
            return Err(PgnErrorKind::TagName.at(name_place));
        }
        cursor.skip_whitespace();
        let value = read_quoted(cursor)?;
        cursor.skip_whitespace();
        if !cursor.eat(']') {
            return Err(PgnErrorKind::TagEnd.at(cursor.place()));
        }
        if name == "FEN" || name == "SetUp" && tags.get("FEN").is_none() {
            fen_place = place;
        }
        tags.set(name, value);
        if tags.iter().len() > MAX_TAGS {
            return Err(PgnErrorKind::TooManyTags.at(place));
        }
    }
}

/// A tag's value: one line in double quotes, with quotes and backslashes escaped by a backslash.
fn read_quoted(cursor: &mut Cursor<'_>) -> Result<String, PgnError> {
    let open = cursor.place();
    if !cursor.eat('"') {
        return Err(PgnErrorKind::TagValue.at(open));
    }
    let mut value = String::new();
    loop {
        match cursor.bump() {
            Some('"') => return Ok(value),
            Some('\\') if matches!(cursor.peek(), Some('"' | '\\')) => value.extend(cursor.bump()),
            None | Some('\n' | '\r') => return Err(PgnErrorKind::UnclosedQuote.at(open)),
            Some(letter) => value.push(letter),
        }
    }
}

/// Parses the main line with its variations. Returns the result if the text ends with one.
fn read_moves(
    cursor: &mut Cursor<'_>,
    tree: &mut GameTree,
    comments: &mut Comments,
) -> Result<Option<GameResult>, PgnError> {
    let mut at = NodeId::START;
    let result = loop {
        while let Some(comment) = next_aside(cursor)? {
            add_comment(comments, tree.ply(at), comment);
        }
        let place = cursor.place();
        match cursor.peek() {
            None => break None,
            // The next game's tags, where this one has no result.
            Some('[') if place.column == 1 => break None,
            Some('(') => read_variation(cursor, tree, at)?,
            Some('$') => skip_nag(cursor)?,
            Some(found) if !is_word_char(found) => {
                return Err(PgnErrorKind::Unexpected { found }.at(place));
            }
            Some(_) => match read_word(cursor) {
                Word::Nothing => {}
                Word::Result(result) => break Some(result),
                Word::Move(text, place) => {
                    let mv = san::parse(tree.position(at), text)
                        .map_err(|error| PgnErrorKind::Move(error).at(place))?;
                    at = tree.play_legal(at, mv);
                }
            },
        }
    };
    // A variation that starts with the move that it replaces may have added moves beyond the game's end.
    tree.promote(at);
    for beyond in tree.replies(at).to_vec() {
        tree.remove(beyond);
    }
    Ok(result)
}

/// A variation being parsed.
struct Variation {
    /// The node where it leaves the line around it.
    start: NodeId,
    /// Its last node.
    at: NodeId,
    /// Whether further moves are read.
    lost: bool,
}

impl Variation {
    /// A variation that replaces the last of these moves.
    fn beside(tree: &GameTree, at: NodeId) -> Variation {
        let start = tree.parent(at);
        Variation {
            start: start.unwrap_or(at),
            at: start.unwrap_or(at),
            lost: start.is_none(),
        }
    }

    /// A variation within this one.
    fn within(&self, tree: &GameTree) -> Variation {
        let mut inner = Variation::beside(tree, self.at);
        inner.lost |= self.lost || self.at == self.start; // no move that it could replace
        inner
    }

    fn play_word(&mut self, tree: &mut GameTree, word: Word<'_>) {
        match word {
            Word::Nothing => {}
            Word::Move(text, _) if !self.lost => match san::parse(tree.position(self.at), text) {
                Ok(mv) => self.at = tree.play_legal(self.at, mv),
                Err(_) => self.lost = true,
            },
            Word::Move(..) | Word::Result(_) => self.lost = true,
        }
    }
}

/// Parses a variation and all those within it, with an explicit stack, since the input determines the
/// depth.
fn read_variation(
    cursor: &mut Cursor<'_>,
    tree: &mut GameTree,
    replaced: NodeId,
) -> Result<(), PgnError> {
    let open = cursor.place();
    cursor.bump();
    let mut outer = Vec::new();
    let mut variation = Variation::beside(tree, replaced);
    loop {
        skip_asides(cursor)?;
        match cursor.peek() {
            None => return Err(PgnErrorKind::UnclosedVariation.at(open)),
            Some(letter) if is_word_char(letter) => variation.play_word(tree, read_word(cursor)),
            Some(letter) => {
                cursor.bump();
                match letter {
                    '(' => {
                        let inner = variation.within(tree);
                        outer.push(std::mem::replace(&mut variation, inner));
                    }
                    ')' => match outer.pop() {
                        Some(around) => variation = around,
                        None => return Ok(()),
                    },
                    '$' => {
                        cursor.take_while(|letter| letter.is_ascii_digit());
                    }
                    _ => variation.lost = true,
                }
            }
        }
    }
}

/// The meaning of a word.
enum Word<'a> {
    /// A move number or an annotation.
    Nothing,
    Move(&'a str, Place),
    Result(GameResult),
}

/// Takes one word: a result, a move, a move number, or number and move as in `1.e4`.
fn read_word<'a>(cursor: &mut Cursor<'a>) -> Word<'a> {
    let mut place = cursor.place();
    let word = cursor.take_while(is_word_char);
    if let Some(result) = GameResult::from_text(word) {
        return Word::Result(result);
    }
    let digits = word.len()
        - word
            .trim_start_matches(|letter: char| letter.is_ascii_digit())
            .len();
    let mut text = word;
    if word[digits..].starts_with('.') || digits == word.len() {
        text = word[digits..].trim_start_matches('.');
        place.column += word.len() - text.len(); // digits and dots are one byte each
    }
    text = text.strip_suffix("e.p.").unwrap_or(text);
    if text
        .chars()
        .all(|letter| matches!(letter, '!' | '?' | '.' | '…'))
    {
        return Word::Nothing;
    }
    Word::Move(text, place)
}

/// Whether a character can be part of a move, a number or a result.
fn is_word_char(letter: char) -> bool {
    !letter.is_whitespace() && !letter.is_control() && !"{}()[]<>;$\"".contains(letter)
}

/// Adds a comment after this many moves; empty ones are dropped.
fn add_comment(comments: &mut Comments, plies: usize, comment: &str) {
    let words: Vec<&str> = comment.split_whitespace().collect();
    if words.is_empty() {
        return;
    }
    let said = comments.entry(plies).or_default();
    if !said.is_empty() {
        said.push(' ');
    }
    said.push_str(&words.join(" "));
}

/// Skips white space, comments and `%` lines.
fn skip_asides(cursor: &mut Cursor<'_>) -> Result<(), PgnError> {
    while next_aside(cursor)?.is_some() {}
    Ok(())
}

/// Skips white space, line comments and `%` lines up to the next token, or to the end of a comment in
/// braces, which is returned.
fn next_aside<'a>(cursor: &mut Cursor<'a>) -> Result<Option<&'a str>, PgnError> {
    loop {
        cursor.skip_whitespace();
        let place = cursor.place();
        match cursor.peek() {
            Some('%') if place.column == 1 => cursor.skip_line(),
            Some(';') => cursor.skip_line(),
            Some('{') => {
                cursor.bump();
                let comment = cursor.take_while(|letter| letter != '}');
                if !cursor.eat('}') {
                    return Err(PgnErrorKind::UnclosedComment.at(place));
                }
                return Ok(Some(comment));
            }
            _ => return Ok(None),
        }
    }
}

fn skip_nag(cursor: &mut Cursor<'_>) -> Result<(), PgnError> {
    let place = cursor.place();
    cursor.bump();
    if cursor
        .take_while(|letter| letter.is_ascii_digit())
        .is_empty()
    {
        return Err(PgnErrorKind::Nag.at(place));
    }
    Ok(())
}
