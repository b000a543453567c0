//! Lenient PGN parser.

use super::cursor::Cursor;
use super::error::{PgnError, PgnErrorKind};
use super::read_tags::{TagSection, read_tags};
use super::read_variation::read_variation;
use super::sink::{AnnotationSink, MoveContext};
use super::tokens::{Word, is_word_char, next_comment, read_nag, read_word};
use super::{Comments, GameResult, Tags};
use crate::rules::{Game, GameTree, NodeId, san};

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
/// The first invalid part, with its place. A game of another variant (`Variant` tag) is refused.
pub fn parse(text: &str) -> Result<PgnGame, PgnError> {
    let mut comments = Comments::new();
    let read = read_game(&mut Cursor::new(text), &mut comments)?;
    Ok(PgnGame {
        tags: read.tags,
        tree: read.tree,
        comments,
        result: read.result,
    })
}

/// A game without what stands between its moves.
pub(super) struct ParsedGame {
    pub(super) tags: Tags,
    pub(super) tree: GameTree,
    pub(super) result: GameResult,
}

/// Parses a game up to its result; what stands between the moves goes to the sink.
pub(super) fn read_game<S: AnnotationSink>(
    cursor: &mut Cursor<'_>,
    sink: &mut S,
) -> Result<ParsedGame, PgnError> {
    let TagSection { tags, start } = read_tags(cursor, sink)?;
    let mut tree = GameTree::new(start);
    let result = match read_moves(cursor, &mut tree, sink)? {
        Some(result) => result,
        None => tags
            .get("Result")
            .and_then(GameResult::from_text)
            .unwrap_or(GameResult::Unknown),
    };
    Ok(ParsedGame { tags, tree, result })
}

/// Parses the main line with its variations. Returns the result if the text ends with one.
fn read_moves<S: AnnotationSink>(
    cursor: &mut Cursor<'_>,
    tree: &mut GameTree,
    sink: &mut S,
) -> Result<Option<GameResult>, PgnError> {
    let mut at = NodeId::START;
    let mut numbered = false;
    let result = loop {
        let mut context = MoveContext {
            node: Some(at),
            main_line_ply: Some(tree.ply(at)),
            precedes_move: numbered,
        };
        while let Some(comment) = next_comment(cursor)? {
            sink.comment(context, comment);
        }
        context.precedes_move = false;
        let place = cursor.place();
        match cursor.peek() {
            None => break None,
            // The next game's tags, where this one has no result.
            Some('[') if place.column == 1 => break None,
            Some('(') => {
                sink.no_move_follows(context);
                read_variation(cursor, tree, at, sink)?;
            }
            Some('$') => match read_nag(cursor) {
                "" => return Err(PgnErrorKind::Nag.at(place)),
                digits => sink.nag(context, digits),
            },
            Some(found) if !is_word_char(found) => {
                return Err(PgnErrorKind::Unexpected { found }.at(place));
            }
            Some(_) => match read_word(cursor) {
                Word::Nothing => {}
                Word::Number => numbered = true,
                Word::Glyph(glyph) => sink.suffix(context, glyph),
                Word::Result(result) => break Some(result),
                Word::Move(text, place) => {
                    let mv = san::parse(tree.position(at), text)
                        .map_err(|error| PgnErrorKind::Move(error).at(place))?;
                    at = tree.play_legal(at, mv);
                    numbered = false;
                    sink.played(at);
                    context.node = Some(at);
                    sink.suffix(context, text);
                }
            },
        }
    };
    sink.no_move_follows(MoveContext {
        node: Some(at),
        main_line_ply: Some(tree.ply(at)),
        precedes_move: false,
    });
    // A variation that starts with the move that it replaces may have added moves beyond the game's end.
    tree.promote(at);
    for beyond in tree.replies(at).to_vec() {
        sink.removing(tree, beyond);
        tree.remove(beyond);
    }
    Ok(result)
}
