//! Reading variations.

use super::cursor::Cursor;
use super::error::{PgnError, PgnErrorKind};
use super::sink::{AnnotationSink, MoveContext};
use super::tokens::{Word, is_word_char, next_comment, read_nag, read_word};
use crate::rules::{GameTree, NodeId, san};

/// A variation being parsed.
struct Variation {
    /// The node where it leaves the line around it.
    start: NodeId,
    /// Its last node.
    at: NodeId,
    /// Whether a move's number was read and not the move.
    numbered: bool,
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
            numbered: false,
            lost: start.is_none(),
        }
    }

    /// A variation within this one.
    fn within(&self, tree: &GameTree) -> Variation {
        let mut inner = Variation::beside(tree, self.at);
        inner.lost |= self.lost || self.at == self.start; // no move that it could replace
        inner
    }

    /// The place of a comment that comes now.
    fn comment_context(&self) -> MoveContext {
        MoveContext {
            node: (!self.lost).then_some(self.at),
            main_line_ply: None,
            precedes_move: self.numbered || self.at == self.start,
        }
    }

    /// The place of the last move, if there is one.
    fn move_context(&self) -> MoveContext {
        MoveContext {
            node: (!self.lost && self.at != self.start).then_some(self.at),
            main_line_ply: None,
            precedes_move: false,
        }
    }

    fn play_word<S: AnnotationSink>(&mut self, tree: &mut GameTree, word: Word<'_>, sink: &mut S) {
        match word {
            Word::Nothing => {}
            Word::Number => self.numbered = true,
            Word::Glyph(glyph) => sink.suffix(self.move_context(), glyph),
            Word::Move(text, _) => {
                let mv = match self.lost {
                    true => None,
                    false => san::parse(tree.position(self.at), text).ok(),
                };
                let Some(mv) = mv else {
                    sink.skipped_move();
                    self.lose(sink);
                    return sink.suffix(self.move_context(), text);
                };
                self.at = tree.play_legal(self.at, mv);
                self.numbered = false;
                sink.played(self.at);
                sink.suffix(self.move_context(), text);
            }
            Word::Result(_) => self.lose(sink),
        }
    }

    /// Skips what is still to come.
    fn lose<S: AnnotationSink>(&mut self, sink: &mut S) {
        sink.no_move_follows(self.move_context());
        self.lost = true;
    }
}

/// Parses a variation and all those within it, with an explicit stack, since the input determines the
/// depth.
pub(super) fn read_variation<S: AnnotationSink>(
    cursor: &mut Cursor<'_>,
    tree: &mut GameTree,
    replaced: NodeId,
    sink: &mut S,
) -> Result<(), PgnError> {
    let open = cursor.place();
    cursor.bump();
    let mut outer = Vec::new();
    let mut variation = Variation::beside(tree, replaced);
    loop {
        while let Some(comment) = next_comment(cursor)? {
            sink.comment(variation.comment_context(), comment);
        }
        match cursor.peek() {
            None => return Err(PgnErrorKind::UnclosedVariation.at(open)),
            Some(letter) if is_word_char(letter) => {
                variation.play_word(tree, read_word(cursor), sink);
            }
            Some('$') => sink.nag(variation.move_context(), read_nag(cursor)),
            Some(letter) => {
                cursor.bump();
                match letter {
                    '(' => {
                        sink.no_move_follows(variation.move_context());
                        let inner = variation.within(tree);
                        outer.push(std::mem::replace(&mut variation, inner));
                    }
                    ')' => {
                        sink.no_move_follows(variation.move_context());
                        match outer.pop() {
                            Some(around) => variation = around,
                            None => return Ok(()),
                        }
                    }
                    _ => variation.lose(sink),
                }
            }
        }
    }
}
