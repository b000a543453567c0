//! Annotations as sites and programs write them, and hostile ones.

use std::time::Duration;

use engine::rules::pgn::{
    self, AnnotatedGame, Annotations, MAX_DRAWINGS, MAX_NAGS, PgnErrorKind, SkippedParts,
    StatedScore, Tags,
};
use engine::rules::{GameTree, NodeId};

fn read(text: &str) -> AnnotatedGame {
    pgn::parse_annotated(text).unwrap_or_else(|error| panic!("{text:.200?}: {error}"))
}

/// The moves and all that is said about them, on one line.
fn moves(game: &AnnotatedGame) -> String {
    let text = pgn::write_annotated_tree(&game.tree, &game.annotations, &Tags::new(), None);
    let moves = text.split_once("\n\n").unwrap().1;
    moves.trim_end_matches("*\n").trim_end().replace('\n', " ")
}

/// The annotations after this many half-moves of the main line.
fn after(game: &AnnotatedGame, plies: usize) -> Annotations {
    let at = match plies {
        0 => NodeId::START,
        _ => game.tree.main_line()[plies - 1],
    };
    game.annotations.get(at).cloned().unwrap_or_default()
}

fn drawings(annotations: &Annotations) -> String {
    let texts: Vec<String> = annotations
        .drawings()
        .iter()
        .map(ToString::to_string)
        .collect();
    texts.join(" ")
}

fn shown(text: &str) -> Annotations {
    let mut annotations = Annotations::default();
    annotations.set_comment(text);
    annotations
}

/// What is written is read and written again as it is.
fn assert_settled(game: &AnnotatedGame) {
    let text = pgn::write_annotated_tree(&game.tree, &game.annotations, &game.tags, None);
    let again = read(&text);
    assert_eq!(again.skipped, SkippedParts::default());
    assert_eq!(
        pgn::write_annotated_tree(&again.tree, &again.annotations, &again.tags, None),
        text
    );
}

#[test]
#[rustfmt::skip]
fn a_comment_belongs_to_the_move_before_it_or_to_the_one_it_introduces() {
    for (text, written) in [
        ("1. e4 {a} e5 {b}", "1. e4 {a} 1... e5 {b}"),
        ("{a} 1. e4 e5", "{a} 1. e4 e5"),
        ("[White \"x\"]\n{a}\n\n{b} 1. e4", "{a b} 1. e4"),
        ("1. {a} e4 1... {b} e5", "1. {a} e4 1... {b} e5"),
        ("1. e4 {a} {b}\n; c } d\n1... e5", "1. e4 {a b c ) d} 1... e5"),
        ("1. e4 ({a} 1. d4 {b} (1. {c} c4) 1... d5) e5",
            "1. e4 ({a} 1. d4 {b} 1... d5) ({c} 1. c4) 1... e5"),
        ("1. e4 ({a} 1. {b} d4 d5) {c} e5 {d}", "1. e4 {c} ({a b} 1. d4 d5) 1... e5 {d}"),
        ("1. e4 1... {a} (1. d4) e5", "1. e4 {a} (1. d4) 1... e5"),
        ("1. e4 2. {a} *", "1. e4 {a}"),
        ("1. e4 {} e5 { \n }", "1. e4 e5"),
        ("1. e4 {a\n% b}\n% c {\n1... e5", "1. e4 {a % b} 1... e5"),
        ("1. e4! e5?! 2. Nf3 $1 $14 $1 Nc6 !!", "1. e4 $1 e5 $6 2. Nf3 $1 $14 Nc6 $3"),
        ("1. e4$5 {a} (1. d4!?) e5", "1. e4 $5 {a} (1. d4 $5) 1... e5"),
        ("$10 {a} 1. e4", "$10 {a} 1. e4"),
    ] {
        let game = read(text);
        assert_eq!(moves(&game), written, "{text:?}");
        assert!(game.skipped.moves == 0 && game.skipped.glyphs == 0, "{text:?}");
        assert_settled(&game);
    }
}

#[test]
fn what_belongs_to_moves_that_are_not_read_is_counted() {
    let skipped = |text| {
        let SkippedParts {
            moves,
            comments,
            glyphs,
        } = read(text).skipped;
        (moves, comments, glyphs)
    };
    assert_eq!(
        skipped("1. e4 (1. d4 {a} d5 2. -- $1 {b} e6! {c}) e5 $300"),
        (2, 2, 3)
    );
    assert_eq!(skipped("1. e4 ({a}) e5 ($1 1... c5)"), (0, 1, 1));
    // A variation that goes on where the game has ended.
    assert_eq!(skipped("1. e4 (1. e4 e5 {a} 2. d4 $1) *"), (2, 1, 1));
    assert_eq!(
        skipped("1. e4 $4294967296 $99999999999999999999999 e5!!!"),
        (0, 0, 3)
    );
    let flood: String = (0..=255).map(|nag| format!("${nag} ")).collect();
    let game = read(&format!("1. e4 {flood}"));
    assert_eq!(after(&game, 1).nags().len(), MAX_NAGS);
    assert_eq!(game.skipped.glyphs, 256 - MAX_NAGS);
}

#[test]
fn commands_are_understood_and_the_rest_stays_text() {
    let annotations = shown(
        "[%eval -1.5,22] [%clk 1:05:09.30] [%emt 0:00:07] [%csl Gd4,Re5] [%cal Bg1f3, Ye2e4] text",
    );
    let evaluation = annotations.evaluation().unwrap();
    assert_eq!(
        (evaluation.score, evaluation.depth),
        (StatedScore::Cp(-150), Some(22))
    );
    assert_eq!(annotations.clock(), Some(Duration::from_millis(3_909_300)));
    assert_eq!(annotations.elapsed(), Some(Duration::from_secs(7)));
    assert_eq!(drawings(&annotations), "Gd4 Re5 Bg1f3 Ye2e4");
    assert_eq!(annotations.comment(), "text");
    for (text, score) in [
        ("[%eval #-3]", StatedScore::Mate(-3)),
        ("[%eval #3,4]", StatedScore::Mate(3)),
        ("[%eval 0]", StatedScore::Cp(0)),
        ("[%eval +0.07]", StatedScore::Cp(7)),
        ("[%eval -0.07]", StatedScore::Cp(-7)),
        ("[%eval 1000.00]", StatedScore::Cp(100_000)),
    ] {
        assert_eq!(shown(text).evaluation().unwrap().score, score, "{text}");
    }
}

#[test]
#[rustfmt::skip]
fn a_command_that_is_not_understood_stays_as_it_was_written() {
    for text in [
        "[%evp 0,61,19,-3]", "[%mdl 2048]", "[%csl]", "[%cal", "[%", "[% ]", "[%csl Xa1]", "[%csl Ga9]",
        "[%cal Ga1]", "[%cal Ga1a1]", "[%cal Ga1b2c3]", "[%csl Gé1]", "[%eval]", "[%eval x]",
        "[%eval 0.123]", "[%eval 1.]", "[%eval .5]", "[%eval 1000.01]", "[%eval --1]", "[%eval #]",
        "[%eval #1001]", "[%eval 99999999999]", "[%eval 0.1,256]", "[%eval 0.1,22,3]", "[%clk 3:00]",
        "[%clk 0:60:00]", "[%clk 0:00:+5]", "[%clk 10000:00:00]", "[%clk 0:00:01.2345]", "[%clk 0:00:01.]",
        "[%emt 5]", "[%clk 0:00:0:0]", "[%eval[%csl Ga1] 0.17]", "[ %csl Ga1]", "{ (a", "[%cal \u{202e}]",
        "שלום \u{200d}\u{200f} a\u{a0}b \u{feff}",
    ] {
        let annotations = shown(text);
        assert_eq!(annotations.comment(), text);
        assert!(annotations.evaluation().is_none() && annotations.drawings().is_empty(), "{text}");
        assert!(annotations.clock().is_none() && annotations.elapsed().is_none(), "{text}");
    }
    for (text, left, drawn) in [
        ("a[%csl Ga1]b", "a b", "Ga1"),
        ("[%[%csl Ga1]", "[%[%csl Ga1]", ""),
        ("[[%csl Ga1]%csl Gb1]", "[ %csl Gb1]", "Ga1"),
        ("a [%csl Ga1,Xb2,,Ga1] b", "a [%csl Xb2] b", "Ga1"),
        ("[%csl ,] a", "a", ""),
        ("a\u{0}b\u{7f}c\u{85}d\te\r\nf", "a b c d e f", ""),
        ("{x} y", "(x) y", ""),
        ("[%eval 0.1] [%eval 0.1] [%eval 0.2]", "[%eval 0.2]", ""),
    ] {
        let annotations = shown(text);
        assert_eq!((annotations.comment(), drawings(&annotations).as_str()), (left, drawn), "{text:?}");
        let again = shown(left);
        assert_eq!(again.comment().replace("[%eval 0.2]", ""), left.replace("[%eval 0.2]", ""));
    }
}

#[test]
fn drawings_beyond_the_maximum_stay_text() {
    let squares: Vec<String> = (0..64)
        .flat_map(|index| {
            let name = engine::rules::Square::from_index(index).unwrap();
            ["G", "R", "B"].map(|color| format!("{color}{name}"))
        })
        .collect();
    let annotations = shown(&format!("[%csl {}]", squares.join(",")));
    assert_eq!(annotations.drawings().len(), MAX_DRAWINGS);
    let left = &annotations.comment()["[%csl ".len()..annotations.comment().len() - 1];
    assert_eq!(left.split(',').count(), squares.len() - MAX_DRAWINGS);
}

#[test]
fn a_study_of_lichess_keeps_all_that_it_says() {
    let game = read(include_str!("pgn_files/lichess_study.pgn"));
    assert!(game.skipped.is_empty());
    assert_eq!(
        after(&game, 0).comment(),
        "Welcome! The Italian game \u{2014} Giuoco Piano."
    );
    assert_eq!(drawings(&after(&game, 0)), "Ge4 Gd2d4");
    let bishop = after(&game, 5);
    assert_eq!(bishop.nags(), [1, 14]);
    assert_eq!(drawings(&bishop), "Rf7 Gc4f7");
    assert_eq!(bishop.evaluation().unwrap().score, StatedScore::Cp(17));
    assert_eq!(
        after(&game, 6).comment(),
        "The old main line: Black mirrors."
    );
    // From Black's fifth move two lines branch, one of them again.
    let at = game.tree.main_line()[4];
    assert_eq!(game.tree.replies(at).len(), 3);
    assert!(moves(&game).contains("({Two knights:} 3... Nf6 4. Ng5 $5 (4. d3) 4... d5)"));
    assert_settled(&game);
}

#[test]
fn a_game_of_chess_com_keeps_its_clocks() {
    let game = read(include_str!("pgn_files/chess_com.pgn"));
    assert_eq!(
        after(&game, 1).clock(),
        Some(Duration::from_millis(179_900))
    );
    assert_eq!(after(&game, 2).clock(), Some(Duration::from_secs(178)));
    let count = game.annotations.iter().count();
    assert_eq!(count, game.tree.main_line().len());
    assert_eq!(
        game.result,
        pgn::GameResult::Win(engine::rules::Color::White)
    );
    assert!(moves(&game).contains("{[%clk 0:02:58]} 2. Nf3"));
    assert_settled(&game);
}

#[test]
fn a_game_of_a_database_keeps_its_glyphs_variations_and_wrapped_comments() {
    let game = read(include_str!("pgn_files/database.pgn"));
    assert!(
        game.skipped.moves == 1,
        "a threat is written as a null move: {:?}",
        game.skipped
    );
    let comment = after(&game, 8).comment().to_owned();
    assert!(
        comment.starts_with("Der Zug ist \u{e4}lter, als man denkt"),
        "{comment}"
    );
    assert!(comment.contains("wurde. Es") && !comment.contains("  "));
    assert!(comment.ends_with("[%evp 0,8,29,37,19]"), "{comment}");
    assert_eq!(after(&game, 7).nags(), [146]);
    assert_settled(&game);
}

#[test]
fn written_lines_are_short_and_none_looks_like_a_tag_or_an_escape() {
    let mut game = read("1. e4 e5 (1... c5 2. Nf3)");
    let text = "[Event \"x\"] % escaped [%unknown 1] word ".repeat(40);
    for at in [
        NodeId::START,
        game.tree.main_line()[0],
        game.tree.main_line()[1],
    ] {
        game.annotations.edit(at, |annotations| {
            annotations.set_comment(&text);
            annotations.set_comment_before(&text);
        });
    }
    let written = pgn::write_annotated_tree(&game.tree, &game.annotations, &Tags::new(), None);
    let moves = written.split_once("\n\n").unwrap().1;
    for line in moves.lines() {
        assert!(line.len() < 80 && !line.starts_with(['[', '%']), "{line}");
    }
}

#[test]
fn removed_nodes_lose_their_annotations_and_others_keep_theirs() {
    let mut game = read("1. e4 {a} e5 {b} (1... c5 {c} 2. Nf3 {d}) 2. d4 {e}");
    let main = game.tree.main_line();
    let c5 = game.tree.replies(main[0])[1];
    game.tree.promote(c5);
    assert_eq!(
        moves(&game),
        "1. e4 {a} 1... c5 {c} (1... e5 {b} 2. d4 {e}) 2. Nf3 {d}"
    );
    game.tree.remove(main[1]);
    game.annotations.retain_reachable(&game.tree);
    assert_eq!(game.annotations.iter().count(), 3);
    assert_eq!(moves(&game), "1. e4 {a} 1... c5 {c} 2. Nf3 {d}");
}

#[test]
#[rustfmt::skip]
fn hostile_annotations_are_refused_with_their_place() {
    for (text, line, column, kind) in [
        ("1. e4 {a", 1, 7, PgnErrorKind::UnclosedComment),
        ("1. e4\n e5 } 2. d4", 2, 5, PgnErrorKind::Unexpected { found: '}' }),
        ("1. e4 {a {b} c} e5", 1, 14, PgnErrorKind::Move(
            engine::rules::SanError::Malformed { found: "c".to_owned() })),
        ("1. e4 $", 1, 7, PgnErrorKind::Nag),
        ("1. e4 \u{0} e5", 1, 7, PgnErrorKind::Unexpected { found: '\u{0}' }),
        ("[Variant \"Atomic\"]\n\n1. e4", 1, 1, PgnErrorKind::Variant { name: "Atomic".to_owned() }),
    ] {
        let error = pgn::parse_annotated(text).expect_err(text);
        assert_eq!((error.line, error.column, error.kind), (line, column, kind), "{text:?}");
    }
    for variant in ["Chess960", "Crazyhouse", "Three-check", "King of the Hill", "Fischerandom"] {
        let error = pgn::parse(&format!("[Event \"x\"]\n[Variant \"{variant}\"]\n\n*")).unwrap_err();
        assert_eq!((error.line, &error.to_string().contains(variant)), (2, &true), "{error}");
    }
    for variant in ["Standard", "standard", "From Position", "?", ""] {
        assert!(pgn::parse(&format!("[Variant \"{variant}\"]\n\n1. e4")).is_ok(), "{variant}");
    }
}

/// Each text, of this many bytes or a little more.
fn floods(bytes: usize) -> Vec<String> {
    let of = |part: &str| part.repeat(bytes / part.len() + 1);
    let commented = |part: &str| format!("1. e4 {{{}}} e5", of(part));
    vec![
        commented("a"),
        commented("a "),
        commented("[%"),
        commented("[%]"),
        commented("[%csl Ga1"),
        commented("[%csl Ga1]"),
        commented("[%eval 0.1][%eval 0.2]"),
        commented("\u{202e}"),
        commented("\u{0}"),
        commented("{"),
        commented("(1. d4 "),
        format!("1. e4 {{[%cal {}]}}", of("Ga1a2,")),
        format!("1. e4 {}", of("$1 ")),
        format!("1. e4 {}", of("{a}")),
        format!("1. e4 {}", of(";a\n")),
        format!("1. e4 {}", of("({a})")),
        format!("1. e4 {}", of("({a} d4 {b})")),
        format!("1. e4 {}", of("({a} e4 e5 $5 {b})")),
        of("Nf3 {a} Nf6 $1 Ng1 ({b} Ng5) Ng8 "),
    ]
}

#[test]
fn a_megabyte_of_hostile_annotations_is_read_into_no_more_than_it_says() {
    for text in floods(1 << 20) {
        let game = read(&text);
        let entries = game.annotations.iter();
        let kept: usize = entries
            .map(|(_, kept)| {
                assert!(kept.nags().len() <= MAX_NAGS && kept.drawings().len() <= MAX_DRAWINGS);
                kept.comment().len() + kept.comment_before().len() + kept.nags().len()
            })
            .sum();
        assert!(kept <= text.len(), "{text:.40}: {kept}");
        let written = pgn::write_annotated_tree(&game.tree, &game.annotations, &game.tags, None);
        assert!(
            written.len() <= 3 * text.len() + 200,
            "{text:.40}: {}",
            written.len()
        );
    }
    for text in [
        "1. e4 ".to_owned() + &"(".repeat(10_000),
        "1. e4 {".repeat(10_000),
        "}".repeat(1 << 20),
    ] {
        assert!(pgn::parse_annotated(&text).is_err());
        assert!(pgn::games(&text).all(|game| game.read().is_err()));
    }
}

#[test]
fn annotations_need_no_stack() {
    let nested = format!(
        "1. e4 {} e5",
        "(1. d4 {a} ".repeat(10_000) + &")".repeat(10_000)
    );
    let game = read(&nested);
    assert_eq!(game.tree.main_line().len(), 2);
    let tree: GameTree = pgn::parse(&nested).unwrap().tree;
    assert_eq!(tree, game.tree);
}
