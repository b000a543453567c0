//! Texts with several games, as they are found in files, and broken ones.

use engine::rules::NodeId;
use engine::rules::pgn::{self, MAX_TAGS};

/// Each game's moves, or its error.
fn games(text: &str) -> Vec<String> {
    pgn::games(text)
        .map(|game| match game.read() {
            Ok(read) => {
                let end = read.tree.main_line().last().copied();
                let game = read.tree.game_at(end.unwrap_or(NodeId::START));
                game.sans().join(" ")
            }
            Err(error) => error.to_string(),
        })
        .collect()
}

#[test]
#[rustfmt::skip]
fn games_are_told_apart_wherever_one_may_end() {
    for (text, found) in [
        ("", vec![]),
        (" \r\n\u{feff}\n", vec![]),
        ("{only} ; this\n% and this", vec![]),
        ("1. e4", vec!["e4"]),
        ("e4 *\n\nd4 *\n", vec!["e4", "d4"]),
        ("e4 1-0 d4 0-1 c4", vec!["e4", "d4", "c4"]),
        ("*\n*\n*", vec!["", "", ""]),
        ("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n", vec!["e4", "d4"]),
        ("\u{feff}[Event \"a\"]\r\n\r\n1. e4\r\n\r\n\u{feff}[Event \"b\"]\r\n\r\n1. d4", vec!["e4", "d4"]),
        ("[Event \"a\"]\r\n\r\n1. e4 *\r\n\r\n\u{feff}[Event \"b\"]\r\n\r\n1. d4", vec!["e4", "d4"]),
        ("[Event \"a\"]\r\r1. e4\r\r[Event \"b\"]\r\r1. d4", vec!["e4", "d4"]),
        // No result, no blank lines, blank lines among moves, tags and moves on one line.
        ("[White \"a\"]\n1. e4\n[White \"b\"]\n1. d4", vec!["e4", "d4"]),
        ("[White \"a\"]\n\n1. e4\n\n\n1... e5\n\n2. Nf3\n\n\n[White \"b\"]\n\n*", vec!["e4 e5 Nf3", ""]),
        ("[White \"a\"] [Black \"b\"] 1. e4 e5 * [White \"c\"] *", vec!["e4 e5", ""]),
        // Headers without moves.
        ("[Event \"a\"]\n[White \"x\"]\n\n[Event \"b\"]\n[White \"y\"]\n\n1. e4", vec!["", "e4"]),
        // What looks like an end in a comment, a variation, an escape or a tag's value.
        ("1. e4 {\n[Event \"x\"]\n\n1-0 } e5 *\n1. d4", vec!["e4 e5", "d4"]),
        ("1. e4 ; 1-0 {\n1... e5 *\n1. d4", vec!["e4 e5", "d4"]),
        ("1. e4\n% 1-0 [Event {\n1... e5", vec!["e4 e5"]),
        ("1. e4 (1. d4 1-0) (1. c4 *) e5 $1 1/2-1/2\n1. d4", vec!["e4 e5", "d4"]),
        ("[White \"a ] { \\\" ; (\"]\n\n1. e4 *\n[White \"b\"]\n\n1. d4", vec!["e4", "d4"]),
        ("1. e4 * {said\nafter} ; it\n{before} 1. d4", vec!["e4", "d4"]),
        ("0-0 1. e4", vec!["game 1, line 1, column 1: \"0-0\" is not legal in this position"]),
    ] {
        assert_eq!(games(text), found, "{text:?}");
    }
}

#[test]
fn what_is_broken_in_one_game_leaves_the_others_as_they_are() {
    for (broken, message) in [
        (
            "1. e4 e5 2. Ke3 *",
            "line 3, column 13: \"Ke3\" is not legal",
        ),
        (
            "1. e4 {never closed *",
            "line 3, column 7: this comment is not closed",
        ),
        (
            "1. e4 (1. d4 *",
            "line 3, column 7: this variation is not closed",
        ),
        ("1. e4 ) *", "line 3, column 7: unexpected ')'"),
        ("1. e4 [x] *", "line 3, column 7: unexpected '['"),
        ("1. e4 \u{0}", "line 3, column 7: unexpected '\\0'"),
        (
            "[Variant \"Atomic\"]\n\n1. e4 *",
            "line 3, column 1: this is a game of Atomic",
        ),
        (
            "[FEN \"x\"]\n\n1. e4 *",
            "line 3, column 1: the start position's",
        ),
        (
            "[White x]\n\n1. e4 *",
            "line 3, column 8: expected the tag's value",
        ),
        (
            "[White \"x]\n\n1. e4 *",
            "line 3, column 8: this quote is not closed",
        ),
        ("<html> *", "line 3, column 1: unexpected '<'"),
    ] {
        let text = format!("1. c4 c5 *\n\n{broken}\n\n[Event \"third\"]\n\n1. d4 d5 *");
        let found = games(&text);
        assert_eq!(
            (found[0].as_str(), found[2].as_str()),
            ("c4 c5", "d4 d5"),
            "{broken:?}"
        );
        let message = format!("game 2, {message}");
        assert!(
            found[1].starts_with(&message),
            "{} is not {message}",
            found[1]
        );
    }
}

#[test]
fn a_comment_after_the_result_is_the_last_moves() {
    let game = pgn::games("1. e4 {a} e5 1-0 {Black lost on time}\n\n{next} 1. d4")
        .next()
        .unwrap();
    let read = game.read().unwrap();
    let end = read.tree.main_line()[1];
    assert_eq!(
        read.annotations.get(end).unwrap().comment(),
        "Black lost on time"
    );
    assert_eq!((game.number(), game.text().ends_with("time}\n")), (1, true));
}

#[test]
fn the_games_of_a_text_are_parts_of_it_in_order() {
    // Each of these ends a game, opens something, or looks like it.
    let parts = [
        "[Event \"a\"]\n",
        "[",
        "\n[White \"",
        "\"",
        "]",
        "{",
        "}",
        "(",
        ")",
        ";",
        "\n",
        "\r\n",
        "%",
        "1. e4",
        " e5 ",
        "1-0",
        "*",
        "$",
        "\\",
        "\u{feff}",
        "é",
        "\u{0}",
    ];
    let mut seed = 1_u64;
    for _ in 0..4_000 {
        let mut text = String::new();
        for _ in 0..24 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text.push_str(parts[(seed >> 33) as usize % parts.len()]);
        }
        let mut rest = text.as_str();
        for (index, game) in pgn::games(&text).enumerate() {
            assert_eq!(game.number(), index + 1);
            let at = rest
                .find(game.text())
                .expect("a part of the text, after those before");
            rest = &rest[at + game.text().len()..];
            assert!(!game.text().is_empty());
            drop(game.read());
        }
    }
}

#[test]
fn a_megabyte_of_games_is_split_into_its_bytes() {
    let tag = "[Event \"a\"]\n";
    for part in [
        tag, "* ", "e4 1-0 ", "{a} *\n", "* {", "[", "[a", "\n[", "\n[a", "(", "[\"", "\"\\", ";",
        "%\n", "$",
    ] {
        let text = part.repeat((1 << 20) / part.len());
        let games: Vec<_> = pgn::games(&text).collect();
        let bytes: usize = games.iter().map(|game| game.text().len()).sum();
        assert!(bytes <= text.len(), "{part:?}");
        for game in games.iter().take(MAX_TAGS) {
            drop(game.read());
        }
    }
}
