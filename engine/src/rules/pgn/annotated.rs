//! Reading a game with its annotations.

use std::collections::BTreeMap;

use super::comment_text::push_normalized;
use super::cursor::Cursor;
use super::error::{PgnError, PgnErrorKind};
use super::parse::{ParsedGame, read_game};
use super::sink::{AnnotationSink, Comment, MoveContext};
use super::tokens::next_comment;
use super::{Annotations, GameResult, Tags, TreeAnnotations};
use crate::rules::{GameTree, NodeId};

/// A game read from PGN with its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnotatedGame {
    /// All tags, as they were written.
    pub tags: Tags,
    /// The moves, the game's own as the main line, with their variations.
    pub tree: GameTree,
    /// What is said about the moves.
    pub annotations: TreeAnnotations,
    /// The result after the moves, else in the `Result` tag.
    pub result: GameResult,
    /// What the tree cannot hold.
    pub skipped: SkippedParts,
}

/// Counts of what was read and not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SkippedParts {
    /// Moves of variations: null moves, illegal moves and all after them, moves after the game's
    /// end.
    pub moves: usize,
    /// Comments beside such moves, and in variations without moves.
    pub comments: usize,
    /// Glyphs beside such moves, numbers above 255, and more than
    /// [`super::MAX_NAGS`] at a move.
    pub glyphs: usize,
}

impl SkippedParts {
    /// Whether all was kept.
    pub fn is_empty(&self) -> bool {
        *self == SkippedParts::default()
    }
}

/// Parses the first game of a PGN text with its annotations; the text after its result is ignored.
///
/// Comments in braces and after semicolons are kept, several in one place joined, and so are glyphs.
/// A comment belongs to the move before it; at the start of a variation and between number and
/// move, to the move after it. Lines that begin with `%` are escaped, as the standard says: they
/// are not part of the game. All else is as in [`super::parse()`].
///
/// ```
/// use engine::rules::pgn;
///
/// let read = pgn::parse_annotated("1. e4! {[%csl Ge4] best} (1. d4 $6) *").unwrap();
/// let [e4] = read.tree.main_line()[..] else { panic!() };
/// let annotations = read.annotations.get(e4).unwrap();
/// assert_eq!((annotations.comment(), annotations.nags()), ("best", &[1][..]));
/// assert_eq!(annotations.drawings()[0].to_string(), "Ge4");
/// ```
///
/// # Errors
/// The first invalid part, with its place.
pub fn parse_annotated(text: &str) -> Result<AnnotatedGame, PgnError> {
    let mut collector = Collector::default();
    let read = read_game(&mut Cursor::new(text), &mut collector)?;
    Ok(collector.annotate(read))
}

/// Parses a text that is one game and nothing else. A comment after the result belongs to the last
/// move.
pub(super) fn parse_one(mut cursor: Cursor<'_>) -> Result<AnnotatedGame, PgnError> {
    let mut collector = Collector::default();
    let read = read_game(&mut cursor, &mut collector)?;
    let end = read.tree.main_line().last().copied();
    let context = MoveContext {
        node: Some(end.unwrap_or(NodeId::START)),
        main_line_ply: None,
        precedes_move: false,
    };
    loop {
        match next_comment(&mut cursor) {
            Ok(Some(comment)) => collector.comment(context, comment),
            // The game is complete before a comment that is cut off.
            Err(_) => break,
            Ok(None) => match cursor.peek() {
                Some(found) => return Err(PgnErrorKind::Unexpected { found }.at(cursor.place())),
                None => break,
            },
        }
    }
    Ok(collector.annotate(read))
}

/// Collects the annotations of all nodes.
#[derive(Default)]
struct Collector {
    nodes: BTreeMap<NodeId, CollectedNode>,
    /// A comment whose move comes next.
    pending: String,
    skipped: SkippedParts,
}

/// The annotations of a node; commands are taken out of its comment when all of it is there.
#[derive(Default)]
struct CollectedNode {
    before: String,
    after: String,
    /// Only its glyphs.
    annotations: Annotations,
}

impl Collector {
    /// The game with what was collected.
    fn annotate(self, read: ParsedGame) -> AnnotatedGame {
        let annotations = self.nodes.into_iter().map(|(at, node)| {
            let mut annotations = node.annotations;
            annotations.set_comment_before(&node.before);
            annotations.set_comment(&node.after);
            (at, annotations)
        });
        AnnotatedGame {
            tags: read.tags,
            tree: read.tree,
            annotations: annotations.collect(),
            result: read.result,
            skipped: self.skipped,
        }
    }

    fn glyph(&mut self, context: MoveContext, nag: Option<u8>) {
        let is_kept = match (context.node, nag) {
            (Some(at), Some(nag)) => {
                let node = self.nodes.entry(at).or_default();
                node.annotations.add_nag(nag)
            }
            _ => false,
        };
        self.skipped.glyphs += usize::from(!is_kept);
    }
}

impl AnnotationSink for Collector {
    fn comment(&mut self, context: MoveContext, comment: Comment<'_>) {
        let (Comment::InBraces(text) | Comment::ToLineEnd(text)) = comment;
        match context.node {
            None => self.skipped.comments += 1,
            Some(_) if context.precedes_move => push_normalized(&mut self.pending, text),
            Some(at) => push_normalized(&mut self.nodes.entry(at).or_default().after, text),
        }
    }

    fn nag(&mut self, context: MoveContext, digits: &str) {
        self.glyph(context, digits.parse().ok());
    }

    fn suffix(&mut self, context: MoveContext, word: &str) {
        let glyph = &word[word.trim_end_matches(['!', '?']).len()..];
        let nag = match glyph {
            "" => return,
            "!" => Some(1),
            "?" => Some(2),
            "!!" => Some(3),
            "??" => Some(4),
            "!?" => Some(5),
            "?!" => Some(6),
            _ => None,
        };
        self.glyph(context, nag);
    }

    fn played(&mut self, at: NodeId) {
        if !self.pending.is_empty() {
            let node = self.nodes.entry(at).or_default();
            push_normalized(&mut node.before, &std::mem::take(&mut self.pending));
        }
    }

    fn no_move_follows(&mut self, context: MoveContext) {
        if !self.pending.is_empty() {
            let text = std::mem::take(&mut self.pending);
            let MoveContext { node, .. } = context;
            self.comment(
                MoveContext {
                    node,
                    precedes_move: false,
                    ..context
                },
                Comment::InBraces(&text),
            );
        }
    }

    fn skipped_move(&mut self) {
        self.skipped.moves += 1;
    }

    fn removing(&mut self, tree: &GameTree, at: NodeId) {
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            open.extend(tree.replies(at));
            self.skipped.moves += 1;
            if let Some(node) = self.nodes.remove(&at) {
                self.skipped.comments += [&node.before, &node.after]
                    .into_iter()
                    .filter(|text| !text.is_empty())
                    .count();
                self.skipped.glyphs += node.annotations.nags().len();
            }
        }
    }
}
