//! Valid requests, and requests that are rejected by field.

use std::time::Duration;

use engine::eval::PlayingStyle;
use engine::player::Level;

use super::super::request::*;

fn parse(json: &str) -> Result<SearchRequest, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

fn refused(json: &str) -> FieldError {
    parse(json)
        .expect("well-formed")
        .resolve()
        .expect_err("refused")
}

#[test]
fn only_the_position_is_required() {
    let request = parse(r#"{"position":"startpos"}"#).unwrap();
    assert_eq!(request, SearchRequest::startpos());
    let resolved = request.resolve().unwrap();
    assert_eq!(resolved.limits_spec, LimitsSpec::movetime(200));
    assert_eq!(resolved.limits.movetime, Some(Duration::from_millis(200)));
    assert!(parse("{}").unwrap_err().contains("position"));
}

#[test]
fn every_field_of_the_documented_request_is_understood() {
    let request = parse(
        r#"{ "position": { "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                           "moves": ["e2e4"] },
             "strategy": "calculator",
             "limits": { "depth": 8, "nodes": 100000, "movetime_ms": 500 },
             "multipv": 2, "searchmoves": ["g8f6", "g8f6"], "seed": 7, "hash_mb": 32,
             "threads": 2,
             "options": { "quiescence": true, "null_move": false,
                          "evaluation": "material", "level": 10, "book": "off",
                          "playing_style": "attacker",
                          "tables": "4" } }"#,
    )
    .unwrap();
    let resolved = request.resolve().unwrap();
    assert_eq!(resolved.game.ply(), 1);
    assert_eq!(resolved.limits.depth, Some(8));
    assert_eq!(resolved.limits.nodes, Some(100_000));
    assert_eq!(resolved.limits.multipv, 2);
    assert_eq!(
        resolved.limits.searchmoves.len(),
        1,
        "a move named twice is searched once"
    );
    assert_eq!((resolved.seed, resolved.hash_mb), (7, 32));
    assert_eq!(resolved.threads, 2);
    assert!(!resolved.options.null_move);
    assert_eq!(resolved.evaluation, Some(Evaluation::Material));
    assert_eq!(resolved.strength, Some(Level::STRONGEST.into()));
    assert_eq!(resolved.book, None);
    assert_eq!(resolved.playing_style, Some(PlayingStyle::Attacker));
    assert_eq!(resolved.tables, TableSet::Four);
}

#[test]
fn an_unknown_field_is_named_wherever_it_stands() {
    for json in [
        r#"{"position":"startpos","dpeth":3}"#,
        r#"{"position":{"fne":"x","dpeth":3}}"#,
        r#"{"position":{"moves":[],"dpeth":3}}"#,
        r#"{"position":"startpos","limits":{"dpeth":3}}"#,
        r#"{"position":"startpos","options":{"dpeth":true}}"#,
    ] {
        let error = parse(json).unwrap_err();
        assert!(
            error.contains("dpeth") || error.contains("fne"),
            "{json}: {error}"
        );
    }
}

#[test]
fn a_list_is_no_object() {
    for json in [
        r#"{"position":"startpos","limits":[3]}"#,
        r#"{"position":"startpos","options":[true,false]}"#,
        r#"{"position":"startpos","trace":[9]}"#,
    ] {
        assert!(parse(json).unwrap_err().contains("an object"), "{json}");
    }
    let whole =
        object::<SearchRequest, _>(&mut serde_json::Deserializer::from_str(r#"["startpos"]"#));
    assert!(whole.unwrap_err().to_string().contains("an object"));
}

#[test]
fn a_position_of_another_shape_says_what_is_expected() {
    for json in [
        r#"{"position":"start"}"#,
        r#"{"position":7}"#,
        r#"{"position":null}"#,
    ] {
        assert!(parse(json).unwrap_err().contains("startpos"), "{json}");
    }
}

#[test]
fn what_cannot_be_carried_out_is_refused_with_its_field() {
    for (json, field) in [
        (
            r#"{"position":{"fen":"8/8/8/8/8/8/8/8 w - - 0 1"}}"#,
            "position.fen",
        ),
        (
            r#"{"position":{"moves":["e2e4","e2e4"]}}"#,
            "position.moves[1]",
        ),
        (r#"{"position":{"moves":["castle"]}}"#, "position.moves[0]"),
        (r#"{"position":"startpos","strategy":"oracle"}"#, "strategy"),
        (r#"{"position":"startpos","multipv":0}"#, "multipv"),
        (r#"{"position":"startpos","multipv":6}"#, "multipv"),
        (r#"{"position":"startpos","hash_mb":0}"#, "hash_mb"),
        (r#"{"position":"startpos","hash_mb":4096}"#, "hash_mb"),
        (r#"{"position":"startpos","threads":0}"#, "threads"),
        (r#"{"position":"startpos","threads":65}"#, "threads"),
        (
            r#"{"position":"startpos","options":{"evaluation":"Tuned"}}"#,
            "options.evaluation",
        ),
        (
            r#"{"position":"startpos","options":{"level":11}}"#,
            "options.level",
        ),
        (
            r#"{"position":"startpos","options":{"strength":3.45}}"#,
            "options.strength",
        ),
        (
            r#"{"position":"startpos","options":{"strength":0.9}}"#,
            "options.strength",
        ),
        (
            r#"{"position":"startpos","options":{"strength":10.1}}"#,
            "options.strength",
        ),
        (
            r#"{"position":"startpos","options":{"level":3,"strength":3.0}}"#,
            "options.strength",
        ),
        (
            r#"{"position":"startpos","options":{"playing_style":"Attacker"}}"#,
            "options.playing_style",
        ),
        (
            r#"{"position":"startpos","options":{"playing_style":""}}"#,
            "options.playing_style",
        ),
        (
            r#"{"position":"startpos","options":{"book":"thick"}}"#,
            "options.book",
        ),
        (
            r#"{"position":"startpos","limits":{"depth":0}}"#,
            "limits.depth",
        ),
        (
            r#"{"position":"startpos","limits":{"depth":65}}"#,
            "limits.depth",
        ),
        (
            r#"{"position":"startpos","limits":{"nodes":0}}"#,
            "limits.nodes",
        ),
        (
            r#"{"position":"startpos","limits":{"movetime_ms":60001}}"#,
            "limits.movetime_ms",
        ),
        (
            r#"{"position":"startpos","searchmoves":["e2e4","e7e5"]}"#,
            "searchmoves[1]",
        ),
    ] {
        assert_eq!(refused(json).field, field, "{json}");
    }
}

#[test]
fn a_game_and_a_fen_have_a_longest_length() {
    let moves = |count| {
        let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle();
        let moves = there_and_back.take(count).map(str::to_owned).collect();
        PositionFields { fen: None, moves }.game()
    };
    assert_eq!(moves(MAX_PLIES).unwrap().ply(), MAX_PLIES);
    let refused = moves(MAX_PLIES + 1).unwrap_err();
    assert_eq!(refused.field, "moves");
    assert!(refused.reason.contains("1001"), "{refused}");

    let longest = "r1b1k1n1/p1p1p1p1/1p1p1p1p/n1q1b1r1/P1P1P1P1/1P1P1P1P/N1Q1B1R1/R1B1K1N1 \
                   b - - 149 9999";
    let fen = |text: String| {
        let (fen, moves) = (Some(text), Vec::new());
        PositionSpec::From(PositionFields { fen, moves }).game()
    };
    assert!(fen(longest.to_owned()).is_ok());
    assert!(fen(format!("{longest:100}")).is_ok());
    let refused = fen(format!("{longest:101}")).unwrap_err();
    assert_eq!(refused.field, "position.fen");
    assert_eq!(refused.reason, "expected at most 100 bytes, found 101");
}

#[test]
fn numbers_out_of_their_type_are_malformed() {
    for json in [
        r#"{"position":"startpos","multipv":-1}"#,
        r#"{"position":"startpos","seed":-1}"#,
        r#"{"position":"startpos","limits":{"depth":256}}"#,
        r#"{"position":"startpos","limits":{"depth":1.5}}"#,
    ] {
        assert!(parse(json).is_err(), "{json}");
    }
}

#[test]
fn a_request_survives_its_own_json() {
    let request = SearchRequest {
        position: PositionSpec::From(PositionFields {
            fen: None,
            moves: vec!["e2e4".to_owned()],
        }),
        limits: LimitsSpec {
            depth: Some(3),
            ..LimitsSpec::default()
        },
        ..SearchRequest::startpos()
    };
    for request in [request, SearchRequest::startpos()] {
        let json = serde_json::to_string(&request).unwrap();
        assert_eq!(parse(&json).unwrap(), request);
    }
}

#[test]
fn tables_are_lent_to_full_strength_only() {
    for (strategy, level, expected) in [
        ("intuition", "10", TableSet::Three),
        ("ponder", "null", TableSet::Three),
        ("explorer", "null", TableSet::Three),
        ("intuition", "9", TableSet::None),
        ("pruner", "null", TableSet::None),
        ("dice", "null", TableSet::None),
    ] {
        let json = format!(
            r#"{{"position":"startpos","strategy":"{strategy}","options":{{"level":{level},"tables":"3"}}}}"#
        );
        let resolved = parse(&json).unwrap().resolve().expect(strategy);
        assert_eq!(resolved.tables, expected, "{json}");
    }
    let error = refused(r#"{"position":"startpos","options":{"tables":"5"}}"#);
    assert_eq!(error.field, "options.tables");
    assert_eq!(
        error.reason,
        r#"expected one of none, 3, 4, syzygy, found "5""#
    );
    let error = refused(r#"{"position":"startpos","trace":{"nodes":9},"options":{"tables":"3"}}"#);
    assert_eq!(error.field, "options.tables");
    let error = refused(
        r#"{"position":"startpos","trace":{"nodes":9},"options":{"playing_style":"stormer"}}"#,
    );
    assert_eq!(error.field, "options.playing_style");
}

#[cfg(feature = "server")]
#[test]
fn a_resolved_request_is_told_to_others_as_it_is() {
    for json in [
        r#"{"position":"startpos"}"#,
        r#"{"position":{"fen":"8/8/8/8/8/4k3/8/4K2R w - - 0 1","moves":["h1h3"]},
            "limits":{"nodes":9},"options":{"tables":"3"}}"#,
        r#"{"position":{"moves":["e2e4","e7e5"]},"strategy":"calculator","multipv":3,
            "limits":{"depth":8,"nodes":100000,"movetime_ms":500},"searchmoves":["g1f3"],
            "seed":18446744073709551615,"hash_mb":32,"threads":2,
            "options":{"quiescence":false,"null_move":false,"evaluation":"material","level":10,
                "book":"off","playing_style":"gambiteer"}}"#,
        r#"{"position":{"moves":["e2e4"]},"strategy":"explorer","options":{"book":"aggressive"}}"#,
        r#"{"position":"startpos","limits":{"depth":2},"trace":{"nodes":9}}"#,
    ] {
        let resolved = parse(json).unwrap().resolve().unwrap();
        let told = serde_json::to_string(&resolved.to_request()).unwrap();
        let again = parse(&told).unwrap().resolve().unwrap();
        assert_eq!(format!("{again:?}"), format!("{resolved:?}"), "{told}");
    }
}
