//! Writing PGN in its export format.

use super::tags::is_name;
use super::{Comments, GameResult, Tags};
use crate::rules::{Color, Game, GameTree, NodeId, Outcome, Position, san};

/// The tags that every game has, in the order of the standard, with what stands for "unknown".
/// The result comes after them.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The tags that the game itself decides.
const DERIVED: [&str; 3] = ["Result", "SetUp", "FEN"];

/// The standard asks for fewer than 80 characters a line.
const LINE_LENGTH: usize = 79;

/// The game as PGN: the seven standard tags, the other tags in their order, the moves up to the
/// cursor. The result, and the start position where it is not the usual one, come from the game;
/// without an `outcome` the result is what the rules say of the last position, `*` if nothing.
///
/// ```
/// use engine::rules::{Game, pgn};
///
/// let mut game = Game::new();
/// game.play(game.position().parse_uci("e2e4").unwrap()).unwrap();
/// let text = pgn::write(&game, &pgn::Tags::new(), None);
/// assert!(text.ends_with("[Result \"*\"]\n\n1. e4 *\n"));
/// ```
pub fn write(game: &Game, tags: &Tags, outcome: Option<&Outcome>) -> String {
    write_annotated(game, tags, outcome, &Comments::new())
}

/// The same with comments in braces; a brace within one becomes a bracket.
///
/// ```
/// use engine::rules::{Game, pgn};
///
/// let mut game = Game::new();
/// game.play(game.position().parse_uci("e2e4").unwrap()).unwrap();
/// let comments = pgn::Comments::from([(1, "best by test".to_owned())]);
/// let text = pgn::write_annotated(&game, &pgn::Tags::new(), None, &comments);
/// assert!(text.ends_with("\n1. e4 {best by test} *\n"));
/// assert_eq!(pgn::parse(&text).unwrap().comments, comments);
/// ```
pub fn write_annotated(
    game: &Game,
    tags: &Tags,
    outcome: Option<&Outcome>,
    comments: &Comments,
) -> String {
    let mut tree = GameTree::new(*game.start());
    tree.add_line(NodeId::START, game.moves().iter().copied());
    let outcome = outcome.copied().or_else(|| game.outcome_without_claims());
    write_game(&tree, tags, outcome, comments)
}

/// The same for a game with variations: each stands in round brackets after the move that it
/// replaces.
///
/// ```
/// use engine::rules::pgn;
///
/// let read = pgn::parse("e4 (d4 d5 (Nf6)) e5 *").unwrap();
/// let text = pgn::write_tree(&read.tree, &read.tags, None);
/// assert!(text.ends_with("\n1. e4 (1. d4 d5 (1... Nf6)) 1... e5 *\n"));
/// ```
pub fn write_tree(tree: &GameTree, tags: &Tags, outcome: Option<&Outcome>) -> String {
    write_tree_with(tree, tags, outcome, &Comments::new())
}

/// The same with what stands between the moves.
pub(super) fn write_tree_with<A: WrittenAnnotations>(
    tree: &GameTree,
    tags: &Tags,
    outcome: Option<&Outcome>,
    annotations: &A,
) -> String {
    let outcome = outcome.copied().or_else(|| {
        let end = tree.main_line().last().copied();
        tree.game_at(end.unwrap_or(NodeId::START))
            .outcome_without_claims()
    });
    write_game(tree, tags, outcome, annotations)
}

/// What is written between the moves.
///
/// The writer is generic over it: without annotations it does no work for them.
pub(super) trait WrittenAnnotations {
    /// Whether moves of variations have annotations, too.
    const IN_VARIATIONS: bool;

    /// The comment between a move's number and the move.
    fn before(&self, at: NodeId) -> Option<&str>;

    /// Writes the comment before a move.
    fn push_before(&self, words: &mut Words, text: &str);

    /// Writes what stands after a move, the `ply`th. Returns whether that is a comment.
    fn push_after(&self, words: &mut Words, at: NodeId, ply: usize) -> bool;
}

/// The comments are the main line's.
impl WrittenAnnotations for Comments {
    const IN_VARIATIONS: bool = false;

    fn before(&self, _at: NodeId) -> Option<&str> {
        None
    }

    fn push_before(&self, _words: &mut Words, _text: &str) {}

    fn push_after(&self, words: &mut Words, _at: NodeId, ply: usize) -> bool {
        push_comment(words, self, ply)
    }
}

/// All of it.
fn write_game<A: WrittenAnnotations>(
    tree: &GameTree,
    tags: &Tags,
    outcome: Option<Outcome>,
    annotations: &A,
) -> String {
    let result = GameResult::from(outcome).text();
    let mut text = String::new();
    for (name, unknown) in ROSTER {
        push_tag(&mut text, name, tags.get(name).unwrap_or(unknown));
    }
    push_tag(&mut text, "Result", result);
    if *tree.start() != Position::startpos() {
        push_tag(&mut text, "SetUp", "1");
        push_tag(&mut text, "FEN", &tree.start().to_fen());
    }
    for (name, value) in tags.iter() {
        let written = ROSTER.iter().any(|tag| tag.0 == name) || DERIVED.contains(&name);
        if !written && is_name(name) {
            push_tag(&mut text, name, value);
        }
    }
    text.push('\n');
    let mut words = Words::new(text);
    push_moves(&mut words, tree, annotations);
    words.push(result);
    words.end()
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for letter in value.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            // A value is one line.
            _ if letter.is_control() => text.push(' '),
            _ => text.push(letter),
        }
    }
    text.push_str("\"]\n");
}

/// What is still to be written.
enum WriteStep {
    /// What was played from here.
    Replies(NodeId),
    /// A move in place of the one before.
    Variation(NodeId),
    /// A variation's end.
    Close,
}

/// A stack of its own, not recursion: variations may lie in each other to any depth.
fn push_moves<A: WrittenAnnotations>(words: &mut Words, tree: &GameTree, annotations: &A) {
    let mut depth = 0_usize;
    // Whether the next move needs its number even if it is Black's.
    let mut afresh = true;
    annotations.push_after(words, NodeId::START, 0);
    let mut steps = vec![WriteStep::Replies(NodeId::START)];
    while let Some(step) = steps.pop() {
        match step {
            WriteStep::Replies(at) => {
                let Some((&next, variations)) = tree.replies(at).split_first() else {
                    continue;
                };
                push_move(words, tree, next, afresh, false, annotations);
                afresh = (A::IN_VARIATIONS || depth == 0)
                    && annotations.push_after(words, next, tree.ply(next));
                steps.push(WriteStep::Replies(next));
                for &variation in variations.iter().rev() {
                    steps.extend([WriteStep::Close, WriteStep::Variation(variation)]);
                }
            }
            WriteStep::Variation(at) => {
                words.open();
                depth += 1;
                push_move(words, tree, at, true, true, annotations);
                afresh = A::IN_VARIATIONS && annotations.push_after(words, at, tree.ply(at));
                steps.push(WriteStep::Replies(at));
            }
            WriteStep::Close => {
                words.close();
                depth -= 1;
                afresh = true;
            }
        }
    }
}

/// The move that led to a place, after its number where that is due. A comment before it stands
/// between the two, or before both where the move opens a variation.
fn push_move<A: WrittenAnnotations>(
    words: &mut Words,
    tree: &GameTree,
    at: NodeId,
    afresh: bool,
    opens_variation: bool,
    annotations: &A,
) {
    let Some((before, mv)) = tree.parent(at).zip(tree.last_move(at)) else {
        return; // the start
    };
    let comment = annotations.before(at);
    if let Some(text) = comment.filter(|_| opens_variation) {
        annotations.push_before(words, text);
    }
    let position = tree.position(before);
    let number = position.fullmove_number();
    match position.side_to_move() {
        Color::White => words.push(&format!("{number}.")),
        Color::Black if afresh || comment.is_some() => words.push(&format!("{number}...")),
        Color::Black => {}
    }
    if let Some(text) = comment.filter(|_| !opens_variation) {
        annotations.push_before(words, text);
    }
    words.push(&san::write(position, mv));
}

/// What is said after so many moves, if anything is.
fn push_comment(words: &mut Words, comments: &Comments, plies: usize) -> bool {
    let Some(comment) = comments.get(&plies) else {
        return false;
    };
    let comment = comment.replace('{', "(").replace('}', ")");
    let comment = format!("{{{}}}", comment.trim());
    for word in comment.split_whitespace() {
        words.push(word);
    }
    true
}

/// Words with a space or a new line between them.
pub(super) struct Words {
    text: String,
    /// How long the last line is.
    column: usize,
    /// The last word, which closing brackets may still join.
    word: String,
    /// Whether it is an opening bracket, which the next word joins.
    open: bool,
}

impl Words {
    fn new(text: String) -> Words {
        Words {
            text,
            column: 0,
            word: String::new(),
            open: false,
        }
    }

    pub(super) fn push(&mut self, word: &str) {
        if !std::mem::take(&mut self.open) {
            self.flush();
        }
        self.word.push_str(word);
    }

    /// Whether a word of this length, bytes, would begin a line.
    pub(super) fn would_break(&self, length: usize) -> bool {
        let pending = self.word.len() + usize::from(self.column > 0);
        // The pending word may begin a line itself.
        let column = match self.column + pending > LINE_LENGTH {
            true => self.word.len(),
            false => self.column + pending,
        };
        !self.open && column > 0 && column + 1 + length > LINE_LENGTH
    }

    /// A bracket at the beginning of the next word.
    fn open(&mut self) {
        self.flush();
        self.word.push('(');
        self.open = true;
    }

    /// A bracket at the end of the last word.
    fn close(&mut self) {
        if self.word.len() == LINE_LENGTH {
            self.flush();
        }
        self.word.push(')');
    }

    fn flush(&mut self) {
        if self.word.is_empty() {
            return;
        }
        if self.column > 0 && self.column + 1 + self.word.len() > LINE_LENGTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(&self.word);
        self.column += self.word.len();
        self.word.clear();
    }

    /// The text with its last line ended.
    fn end(mut self) -> String {
        self.flush();
        self.text.push('\n');
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Reason, san};

    fn play(start: Game, sans: &[&str]) -> Game {
        sans.iter().fold(start, |mut game, text| {
            let mv = san::parse(game.position(), text).unwrap();
            game.play(mv).unwrap();
            game
        })
    }

    #[test]
    fn a_game_is_written_with_the_seven_tags_first_and_its_own_result() {
        let game = play(Game::new(), &["f3", "e5", "g4", "Qh4"]);
        let tags = [
            ("Annotator", "a \"b\" \\ c\nd"),
            ("White", "Ada"),
            ("Result", "1-0"),
            ("a b", ""),
        ];
        assert_eq!(
            write(&game, &tags.into_iter().collect(), None),
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Ada\"]\n\
             [Black \"?\"]\n[Result \"0-1\"]\n[Annotator \"a \\\"b\\\" \\\\ c d\"]\n\n\
             1. f3 e5 2. g4 Qh4# 0-1\n"
        );
    }

    #[test]
    fn a_game_from_another_position_says_so_and_may_start_with_black() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40";
        let game = play(Game::from_fen(fen).unwrap(), &["Kd7", "e4"]);
        let agreed = Outcome::draw(Reason::Agreement);
        let text = write(&game, &Tags::new(), Some(&agreed));
        assert!(text.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")));
        assert!(text.ends_with("\n40... Kd7 41. e4 1/2-1/2\n"));
    }

    #[test]
    fn no_line_of_moves_has_eighty_characters() {
        let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(60);
        let text = write(&play(Game::new(), &shuffle), &Tags::new(), None);
        let longest = text.lines().map(str::len).max();
        assert!(longest > Some(70) && longest < Some(80), "{longest:?}");
    }

    #[test]
    fn a_comment_keeps_its_brackets_as_words() {
        let game = play(Game::new(), &["e4", "e5"]);
        let comments = Comments::from([(1, "a ( b )".to_owned())]);
        let text = write_annotated(&game, &Tags::new(), None, &comments);
        assert!(text.ends_with("\n1. e4 {a ( b )} 1... e5 *\n"), "{text}");
    }

    #[test]
    fn a_variation_stands_after_the_move_that_it_replaces() {
        let mut tree = GameTree::from_game(&play(Game::new(), &["f3", "e5", "g4", "Qh4"]));
        let main = tree.main_line();
        let mut add = |at, line: &[&str]| {
            line.iter().fold(at, |at, text| {
                let mv = san::parse(tree.position(at), text).unwrap();
                tree.play(at, mv).unwrap()
            })
        };
        let d4 = add(NodeId::START, &["d4"]);
        add(d4, &["d5", "c4"]);
        add(d4, &["Nf6", "c4"]);
        add(NodeId::START, &["c4"]);
        add(main[2], &["Nc6"]);
        let text = write_tree(&tree, &Tags::new(), None);
        assert!(text.contains("[Result \"0-1\"]"), "{text}");
        let moves =
            "1. f3 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. g4 Qh4# (2... Nc6)\n0-1\n";
        assert!(text.ends_with(moves), "{text}");
    }
}
