//! What annotators say about a move: comments, glyphs, drawings, evaluation and times.

use std::time::Duration;

use super::commands::{CommandValue, take_commands, write_time};
use super::comment_text::{add_command, normalized};
use super::{Drawing, StatedEvaluation};

/// The most numeric annotation glyphs of a node.
pub const MAX_NAGS: usize = 16;

/// The most drawings of a node. Those beyond stay in the comment's text as they were written.
pub const MAX_DRAWINGS: usize = 128;

/// The numeric annotation glyphs that judge a move: `!`, `?`, `!!`, `??`, `!?`, `?!`. A move has one
/// of them at most, unless a text says otherwise.
pub const MOVE_QUALITY_NAGS: std::ops::RangeInclusive<u8> = 1..=6;

/// The annotations of a node of a game tree.
///
/// Texts are as PGN can hold them: runs of white space and control characters are one space, so
/// paragraphs are joined; a `}`, which would end the comment, is `)`, and the text's `{` are `(`.
///
/// ```
/// use engine::rules::pgn::Annotations;
///
/// let mut annotations = Annotations::default();
/// annotations.set_comment("[%clk 0:03:00] a set {1, 2}\nof moves");
/// assert_eq!(annotations.comment(), "a set (1, 2) of moves");
/// assert_eq!(annotations.clock().unwrap().as_secs(), 180);
/// annotations.toggle_nag(1);
/// annotations.toggle_nag(4); // a blunder is no good move
/// assert_eq!(annotations.nags(), [4]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    comment_before: String,
    comment: String,
    nags: Vec<u8>,
    /// In order, without repetition.
    drawings: Vec<Drawing>,
    evaluation: Option<StatedEvaluation>,
    clock: Option<Duration>,
    elapsed: Option<Duration>,
}

impl Annotations {
    /// The comment between the move's number and the move, or at the start of a variation.
    pub fn comment_before(&self) -> &str {
        &self.comment_before
    }

    /// The comment after the move; that of the start is before the first move. Commands that are
    /// not understood stand in it as they were written: `[%name …]`.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The numeric annotation glyphs, each once, in the order in which they were added.
    pub fn nags(&self) -> &[u8] {
        &self.nags
    }

    /// The marked squares and arrows, squares first, each once.
    pub fn drawings(&self) -> &[Drawing] {
        &self.drawings
    }

    /// The evaluation after the move (`[%eval …]`).
    pub fn evaluation(&self) -> Option<StatedEvaluation> {
        self.evaluation
    }

    /// The mover's clock after the move (`[%clk …]`), whole milliseconds.
    pub fn clock(&self) -> Option<Duration> {
        self.clock
    }

    /// The time that the move took (`[%emt …]`), whole milliseconds.
    pub fn elapsed(&self) -> Option<Duration> {
        self.elapsed
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        *self == Annotations::default()
    }

    /// Replaces the comment before the move. Commands in it stay text.
    pub fn set_comment_before(&mut self, text: &str) {
        self.comment_before = normalized(text);
    }

    /// Replaces the text of the comment. Its commands count as if they were read from PGN: they are
    /// added to what is here, and leave the text; a second clock or evaluation stays there.
    pub fn set_comment(&mut self, text: &str) {
        let text = normalized(text);
        self.comment = take_commands(&text, |value| match value {
            CommandValue::Drawing(drawing) => self.add_drawing(drawing),
            CommandValue::Evaluation(read) => set_once(&mut self.evaluation, read),
            CommandValue::Clock(read) => set_once(&mut self.clock, read),
            CommandValue::Elapsed(read) => set_once(&mut self.elapsed, read),
        });
    }

    /// Adds a numeric annotation glyph. Returns whether there was room for it.
    pub(super) fn add_nag(&mut self, nag: u8) -> bool {
        if self.nags.contains(&nag) {
            return true;
        }
        let has_room = self.nags.len() < MAX_NAGS;
        if has_room {
            self.nags.push(nag);
        }
        has_room
    }

    /// Adds or removes a numeric annotation glyph. One that judges the move replaces the others
    /// that do. With [`MAX_NAGS`] already here, nothing is added.
    pub fn toggle_nag(&mut self, nag: u8) {
        let is_set = self.nags.contains(&nag);
        let is_replaced = |known: u8| {
            known == nag || MOVE_QUALITY_NAGS.contains(&nag) && MOVE_QUALITY_NAGS.contains(&known)
        };
        self.nags.retain(|&known| !is_replaced(known));
        if !is_set {
            self.add_nag(nag);
        }
    }

    /// Adds a drawing. Returns whether there was room for it.
    fn add_drawing(&mut self, drawing: Drawing) -> bool {
        match self.drawings.binary_search(&drawing) {
            Ok(_) => true,
            Err(index) => {
                let has_room = self.drawings.len() < MAX_DRAWINGS;
                if has_room {
                    self.drawings.insert(index, drawing);
                }
                has_room
            }
        }
    }

    /// Adds or removes a drawing. One of another colour in the same place is replaced. With
    /// [`MAX_DRAWINGS`] already here, nothing is added.
    pub fn toggle_drawing(&mut self, drawing: Drawing) {
        let is_set = self.drawings.contains(&drawing);
        self.drawings.retain(|known| known.shape != drawing.shape);
        if !is_set {
            self.add_drawing(drawing);
        }
    }

    /// Removes all drawings.
    pub fn clear_drawings(&mut self) {
        self.drawings.clear();
    }

    /// Removes the evaluation and the times.
    pub fn clear_evaluation_and_times(&mut self) {
        (self.evaluation, self.clock, self.elapsed) = (None, None, None);
    }

    /// Removes both comments.
    pub fn clear_comments(&mut self) {
        self.comment_before.clear();
        self.comment.clear();
    }

    /// What stands in braces after the move: the commands, then the text.
    pub(super) fn comment_with_commands(&self) -> Vec<String> {
        let mut parts = Vec::new();
        let mut times = String::new();
        if let Some(evaluation) = self.evaluation {
            add_command(&mut times, "eval", &evaluation.to_string());
        }
        for (name, time) in [("clk", self.clock), ("emt", self.elapsed)] {
            if let Some(time) = time {
                add_command(&mut times, name, &write_time(time));
            }
        }
        if !times.is_empty() {
            parts.push(times);
        }
        for (name, is_arrow) in [("csl", false), ("cal", true)] {
            let drawn = self
                .drawings
                .iter()
                .filter(|drawing| drawing.is_arrow() == is_arrow);
            let values: Vec<String> = drawn.map(Drawing::to_string).collect();
            if !values.is_empty() {
                let mut command = String::new();
                add_command(&mut command, name, &values.join(","));
                parts.push(command);
            }
        }
        parts.extend(
            self.comment
                .split(' ')
                .filter(|word| !word.is_empty())
                .map(str::to_owned),
        );
        parts
    }
}

/// The first value counts; another is not taken.
fn set_once<T: Copy + PartialEq>(known: &mut Option<T>, read: T) -> bool {
    *known.get_or_insert(read) == read
}
