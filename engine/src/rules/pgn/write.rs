//! Writing PGN in its export format.

use super::tags::is_name;
use super::{Comments, GameResult, Tags};
use crate::rules::{Color, Game, Outcome, Position};

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
    let result = GameResult::from(outcome.copied().or_else(|| game.outcome())).text();
    let mut text = String::new();
    for (name, unknown) in ROSTER {
        push_tag(&mut text, name, tags.get(name).unwrap_or(unknown));
    }
    push_tag(&mut text, "Result", result);
    if *game.start() != Position::startpos() {
        push_tag(&mut text, "SetUp", "1");
        push_tag(&mut text, "FEN", &game.start().to_fen());
    }
    for (name, value) in tags.iter() {
        let written = ROSTER.iter().any(|tag| tag.0 == name) || DERIVED.contains(&name);
        if !written && is_name(name) {
            push_tag(&mut text, name, value);
        }
    }
    text.push('\n');
    push_moves(&mut text, game, result, comments);
    text
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

fn push_moves(text: &mut String, game: &Game, result: &str, comments: &Comments) {
    let mut column = 0;
    let mut push_word = |word: &str| {
        if column > 0 && column + 1 + word.len() > LINE_LENGTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    };
    let push_comment = |push_word: &mut dyn FnMut(&str), plies: usize| {
        let Some(comment) = comments.get(&plies) else {
            return false;
        };
        let comment = comment.replace('{', "(").replace('}', ")");
        let comment = format!("{{{}}}", comment.trim());
        comment.split_whitespace().for_each(push_word);
        true
    };
    let mut commented = push_comment(&mut push_word, 0);
    for (ply, san) in game.sans().iter().enumerate() {
        let position = game.position_at(ply);
        let number = position.fullmove_number();
        match position.side_to_move() {
            Color::White => push_word(&format!("{number}.")),
            Color::Black if ply == 0 || commented => push_word(&format!("{number}...")),
            Color::Black => {}
        }
        push_word(san);
        commented = push_comment(&mut push_word, ply + 1);
    }
    push_word(result);
    text.push('\n');
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
}
