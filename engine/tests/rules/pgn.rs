//! PGN as people write it, and hostile texts that must be refused with line and column.

use engine::rules::pgn::{self, GameResult, PgnErrorKind, Tags};
use engine::rules::{Color, Game, GameTree, NodeId, Position, SanError};

fn sans(text: &str) -> Vec<String> {
    pgn::parse(text)
        .unwrap_or_else(|error| panic!("{text:?}: {error}"))
        .game()
        .sans()
}

#[test]
fn everything_but_the_main_line_is_skipped() {
    let moves = ["e4", "e5", "Nf3", "Nc6"];
    for text in [
        "1. e4 e5 2. Nf3 Nc6 *",
        "e4 e5 Nf3 Nc6",
        "1.e4 e5 2.Nf3 Nc6 1-0",
        "1. e4 1... e5 2. Nf3 2... Nc6",
        "1.e4 1...e5 2.Nf3 2...Nc6",
        "1. e4! e5?! 2. Nf3 $1 $139 Nc6 ! 1/2-1/2",
        "1. e4 {a (comment) with ; and [ in it\n} e5 ; to the end ( {\n2. Nf3 Nc6",
        "1. e4 (1. d4 d5 (1... Nf6 {)} 2. c4) 2. c4) (1. c4) e5 2. Nf3 Nc6 *",
        "1. e4 e5\r\n% 2. d4 exd4\r\n2. Nf3 Nc6\r\n",
        "% first\n[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 * 3. nonsense",
        "\u{feff}[Event \"x\"]\r\n\r\n1. e4 e5 2. Nf3 Nc6\r\n\r\n[Event \"y\"]\r\n\r\n1. d4 *",
        "1. Pe4 e7-e5 2. Ng1f3 Nb8-c6+",
        "\n\n {before} 1. e4 e5 2. Nf3 Nc6 {after}",
    ] {
        assert_eq!(sans(text), moves, "{text:?}");
    }
}

/// The moves as they are written, without tags and result.
fn moves(text: &str) -> String {
    let read = pgn::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let text = pgn::write_tree(&read.tree, &Tags::new(), None);
    let moves = text.split_once("\n\n").unwrap().1;
    moves.trim_end_matches("*\n").trim_end().replace('\n', " ")
}

#[test]
#[rustfmt::skip]
fn a_variation_is_kept_up_to_its_first_word_that_is_no_legal_move() {
    let kept = "1. e4 (1. d4 d5) 1... e5";
    for text in [
        kept,
        "e4(d4 d5)e5",
        "1. e4 (1. d4 d5 2. Ke3 (2. c4) dxc4) e5",
        "1. e4 (1. d4 d5 2. -- e6) e5",
        "1. e4 (1. d4 d5 Z0 (2. c4) 2. Nf3) e5",
        "1. e4 (1. d4 {a} d5 $2 ; b\n +- {c}) e5",
        "1. e4 (1. d4! d5?! $ !) e5",
        "1. e4 (1. d4 d5 1-0 2. c4) e5",
        "1. e4 (1. d4 d5 <x> 2. c4 [y] } \") e5",
        "1. e4 (7... d4 3. d5 *) e5",
        "1. e4 (1. d4) (1. d4 d5) (1. -- e5) () e5",
        "1. e4 (1. d4 d5 ((2. c4) 2. Ke3)) e5",
        "(1. c4 c5) 1. e4 (1. d4 d5) ({x}) 1... e5",
    ] {
        assert_eq!(moves(text), kept, "{text:?}");
    }
    for (text, kept) in [
        ("1. e4 e5 (c5 2. Nf3 (2. c3 d5 (2... Nf6 3. e5 (3. d3)) 3. exd5) d6) 2. Nf3",
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6 3. e5 (3. d3)) 3. exd5) 2... d6) 2. Nf3"),
        // One that begins as the line does goes on from there, and the line stays the main one.
        ("1. e4 (1. e4 e5 2. d4) 1... c5 2. Nf3", "1. e4 c5 (1... e5 2. d4) 2. Nf3"),
        ("1. e4 ((1. c4) 1. d4) e5", "1. e4 (1. d4) 1... e5"),
    ] {
        assert_eq!(moves(text), kept, "{text:?}");
    }
}

#[test]
fn castling_written_with_zeros_is_no_result() {
    let text = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 0-1";
    let read = pgn::parse(text).unwrap();
    assert_eq!(read.game().sans()[6..], ["O-O", "O-O"]);
    assert_eq!(read.result, GameResult::Win(Color::Black));
}

#[test]
fn en_passant_may_be_marked() {
    assert_eq!(
        sans("1. e4 a6 2. e5 d5 3. exd6e.p. *").last().unwrap(),
        "exd6"
    );
    assert_eq!(sans("1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6 *").len(), 6);
}

#[test]
fn the_result_stands_after_the_moves_or_else_in_its_tag() {
    let result = |text| pgn::parse(text).unwrap().result;
    assert_eq!(
        result("[Result \"0-1\"]\n1. e4 1-0"),
        GameResult::Win(Color::White)
    );
    assert_eq!(
        result("[Result \"0-1\"]\n1. e4"),
        GameResult::Win(Color::Black)
    );
    assert_eq!(result("[Result \"?\"]\n1. e4"), GameResult::Unknown);
    assert_eq!(result("1. e4 ½-½"), GameResult::Draw);
}

#[test]
fn tags_keep_quotes_backslashes_and_foreign_letters() {
    let read = pgn::parse(r#"[White "A \"B\" \\ C\D"] [Black"Žižka"][X_1 ""] *"#).unwrap();
    let tags: Vec<_> = read.tags.iter().collect();
    assert_eq!(
        tags,
        [("White", r#"A "B" \ C\D"#), ("Black", "Žižka"), ("X_1", "")]
    );
}

#[test]
fn a_game_may_start_anywhere() {
    let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 40\"]\n\n40... Kd7 41. e4 *";
    let read = pgn::parse(text).unwrap();
    assert_eq!(
        read.game().position().to_fen(),
        "8/3k4/8/8/4P3/8/8/4K3 b - - 0 41"
    );
}

#[test]
#[rustfmt::skip]
fn hostile_texts_are_refused_with_line_and_column() {
    use PgnErrorKind::*;
    let malformed = |found: &str| Move(SanError::Malformed { found: found.to_owned() });
    let illegal = |found: &str| Move(SanError::Illegal { found: found.to_owned() });
    let cases = [
        ("", 1, 1, Empty),
        (" \r\n \n", 3, 1, Empty),
        ("{nothing}", 1, 10, Empty),
        ("hello", 1, 1, malformed("hello")),
        ("<?php", 1, 1, Unexpected { found: '<' }),
        ("{\"moves\": []}", 1, 14, Empty),
        ("\0", 1, 1, Unexpected { found: '\0' }),
        ("[", 1, 2, TagName),
        ("[\"White\" \"A\"]", 1, 2, TagName),
        ("[White A]", 1, 8, TagValue),
        ("[White]", 1, 7, TagValue),
        ("[White \"A]", 1, 8, UnclosedQuote),
        ("[White \"A\nB\"]", 1, 8, UnclosedQuote),
        ("[White \"A\\\"]", 1, 8, UnclosedQuote),
        ("[White \"A\" x]", 1, 12, TagEnd),
        ("\n[White \"A\"", 2, 11, TagEnd),
        ("[SetUp \"1\"]\n\n1. e4", 1, 1, MissingFen),
        ("1. e4 e5\n2. Ke3", 2, 4, illegal("Ke3")),
        ("1. e4 e5\r\n2.Ke3", 2, 3, illegal("Ke3")),
        ("1. e4 e5\r2. Ke3", 2, 4, illegal("Ke3")),
        ("1. e4 é5", 1, 7, malformed("é5")),
        ("{é} 1. e4 Qd4", 1, 11, illegal("Qd4")),
        ("1. e4 -- 2. d4", 1, 7, malformed("--")),
        ("1. f3 e5 2. g4 Qh4# 3. a3", 1, 24, illegal("a3")),
        ("1. e4 {never\nclosed", 1, 7, UnclosedComment),
        ("1. e4 (1. d4 (1. c4)", 1, 7, UnclosedVariation),
        ("1. e4 (1. d4 {x) e5", 1, 14, UnclosedComment),
        ("1. e4 ) e5", 1, 7, Unexpected { found: ')' }),
        ("1. e4 } e5", 1, 7, Unexpected { found: '}' }),
        ("1. e4 ] e5", 1, 7, Unexpected { found: ']' }),
        ("1. e4 [White \"A\"]", 1, 7, Unexpected { found: '[' }),
        ("1. e4 \"e5\"", 1, 7, Unexpected { found: '"' }),
        ("1. e4 $", 1, 7, Nag),
        ("1. e4 $x", 1, 7, Nag),
        ("1. e4 2-0", 1, 7, malformed("2-0")),
    ];
    for (text, line, column, kind) in cases {
        let error = pgn::parse(text).expect_err(text);
        assert_eq!((error.line, error.column, error.kind), (line, column, kind), "{text:?}");
    }
}

#[test]
fn a_bad_start_position_is_refused_at_its_tag() {
    let error = pgn::parse("[White \"A\"]\n[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n*").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 1: the start position's board: expected one white king, found 0"
    );
}

#[test]
fn a_flood_of_tags_is_refused_at_the_first_that_is_too_many() {
    let tags = |count| -> String { (0..count).map(|n| format!("[T{n} \"\"]\n")).collect() };
    assert!(pgn::parse(&tags(pgn::MAX_TAGS)).is_ok());
    let again = tags(pgn::MAX_TAGS).repeat(2);
    assert!(pgn::parse(&again).is_ok(), "a name given twice counts once");
    let error = pgn::parse(&tags(40_000)).unwrap_err();
    let line = pgn::MAX_TAGS + 1;
    assert_eq!(
        (error.line, error.column, error.kind),
        (line, 1, PgnErrorKind::TooManyTags)
    );
}

#[test]
fn a_million_open_brackets_end_in_an_error_not_in_a_full_stack() {
    let error = pgn::parse(&"(".repeat(1_000_000)).unwrap_err();
    assert_eq!(error.kind, PgnErrorKind::UnclosedVariation);
}

#[test]
fn variations_within_variations_need_no_stack() {
    // Beside each knight's move the game goes on, and deeper with each.
    let mut tree = GameTree::new(Position::startpos());
    let mut at = NodeId::START;
    for (stub, mv) in [
        ("a2a3", "g1f3"),
        ("a7a6", "g8f6"),
        ("a2a3", "f3g1"),
        ("a7a6", "f6g8"),
    ]
    .into_iter()
    .cycle()
    .take(20_000)
    {
        let play =
            |tree: &mut GameTree, mv| tree.play(at, tree.position(at).parse_uci(mv).unwrap());
        play(&mut tree, stub).unwrap();
        at = play(&mut tree, mv).unwrap();
    }
    let text = pgn::write_tree(&tree, &Tags::new(), None);
    assert!(text.lines().all(|line| line.len() < 80));
    let read = pgn::parse(&text).unwrap();
    assert_eq!(pgn::write_tree(&read.tree, &Tags::new(), None), text);
    assert_eq!(read.tree.main_line().len(), 1);

    let nested = "1. e4 ( 1. d4 ".repeat(100_000);
    let error = pgn::parse(&nested).unwrap_err();
    assert_eq!(
        (error.column, error.kind),
        (7, PgnErrorKind::UnclosedVariation)
    );
}

#[test]
fn a_written_game_reads_back_with_its_tags() {
    let mut tags = Tags::new();
    tags.set("Event", "A \"small\" \\ match");
    tags.set("Opening", "Ruy Lopez");
    let game = pgn::parse("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6")
        .unwrap()
        .game();
    let read = pgn::parse(&pgn::write(&game, &tags, None)).unwrap();
    assert_eq!(read.game(), game);
    assert_eq!(read.result, GameResult::Unknown);
    for (name, value) in tags.iter() {
        assert_eq!(read.tags.get(name), Some(value));
    }
    assert_ne!(read.game(), Game::new());
}
