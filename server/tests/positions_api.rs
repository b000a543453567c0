//! `/api/v1/evaluate`, `/validate` and `/openings`: what they answer, and how they refuse.

mod common;

use axum::http::{Request, StatusCode};
use common::TestSite;
use engine::{eval::Evaluation, rules::PERFT_CASES};
use serde_json::{Value, json};

const EVALUATE: &str = "/api/v1/evaluate";
const VALIDATE: &str = "/api/v1/validate";
const OPENINGS: &str = "/api/v1/openings";

const STARTPOS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Much of it is scaled away; nothing but the bare king counts; a wrong bishop.
const ENDINGS: [&str; 4] = [
    "4k3/8/8/8/8/8/7P/2N1KN2 b - - 0 1",
    "k7/8/2K5/8/8/8/8/7R w - - 0 1",
    "8/8/8/8/8/2k5/1b1n4/K7 w - - 0 1",
    "k7/8/8/P7/8/8/8/4KB2 w - - 0 1",
];

/// Scholar's mate.
const MATED: [&str; 7] = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"];

/// Posts what is to be answered with 200.
async fn answered(site: &TestSite, path: &str, body: Value) -> Value {
    let answer = site.post(path, body.to_string()).await;
    assert_eq!(answer.status, StatusCode::OK, "{body}: {}", answer.text());
    assert_eq!(answer.header("content-type"), "application/json");
    answer.json()
}

/// Posts a body that must be refused with 422; returns the field that the answer names.
async fn refused_field(site: &TestSite, path: &str, body: &str) -> String {
    let answer = site.post(path, body.to_owned()).await;
    let shown: String = body.chars().take(80).collect();
    let (status, text) = (answer.status, answer.text());
    assert_eq!(
        status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{path} {shown}: {text}"
    );
    let field = answer.problem()["field"].clone();
    field.as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn the_start_position_is_worth_the_move() {
    let site = TestSite::new().await;
    let answer = answered(&site, EVALUATE, json!({ "position": "startpos" })).await;
    assert_eq!(
        (&answer["pov"], &answer["evaluation"]),
        (&json!("white"), &json!("tuned"))
    );
    assert_eq!(answer["outcome"], json!(null));
    let terms = answer["terms"].as_array().expect("a list");
    assert_eq!(terms[0]["name"], "material");
    assert_eq!(terms[0]["white"], terms[0]["black"]);
    let tempo = terms.iter().find(|term| term["name"] == "tempo");
    let tempo = tempo.expect("a term");
    assert!(tempo["white"].as_i64().is_some_and(|cp| cp > 0));
    assert_eq!(
        (&tempo["white"], &tempo["black"]),
        (&tempo["score"], &json!(0))
    );
    assert_eq!(answer["score"]["cp"], tempo["score"]);
}

#[tokio::test]
async fn the_terms_add_up_to_the_score_whoever_judges() {
    let site = TestSite::new().await;
    let fens = PERFT_CASES.iter().map(|case| case.fen);
    for fen in fens.chain(ENDINGS) {
        for evaluation in Evaluation::ALL {
            let body = json!({ "position": { "fen": fen }, "evaluation": evaluation.to_string() });
            let answer = answered(&site, EVALUATE, body).await;
            let terms = answer["terms"].as_array().expect("a list");
            let number = |value: &Value| value.as_i64().expect("a number");
            let sum: i64 = terms.iter().map(|term| number(&term["score"])).sum();
            assert_eq!(sum, number(&answer["score"]["cp"]), "{evaluation}: {fen}");
            for term in terms {
                let sides = number(&term["white"]) - number(&term["black"]);
                assert_eq!(sides, number(&term["score"]), "{evaluation}: {fen}: {term}");
            }
        }
    }
}

#[tokio::test]
async fn a_finished_position_is_not_judged() {
    let site = TestSite::new().await;
    for (position, reason) in [
        (json!({ "moves": MATED }), "checkmate"),
        (
            json!({ "fen": "7k/8/5KQ1/8/8/8/8/8 b - - 0 1" }),
            "stalemate",
        ),
        (
            json!({ "fen": "7k/8/5K2/8/8/8/8/8 b - - 0 1" }),
            "insufficient_material",
        ),
    ] {
        let answer = answered(&site, EVALUATE, json!({ "position": position })).await;
        assert_eq!(answer["outcome"]["reason"], reason);
        assert_eq!(
            (&answer["score"], &answer["terms"]),
            (&json!(null), &json!([]))
        );
    }
}

#[tokio::test]
async fn a_fen_is_read_with_its_moves() {
    let site = TestSite::new().await;
    let body = json!({ "fen": STARTPOS, "moves": MATED });
    let answer = answered(&site, VALIDATE, body).await;
    let moves = answer["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), MATED.len());
    assert_eq!(moves[6], json!({ "uci": "h5f7", "san": "Qxf7#" }));
    let expected = json!({
        "fen": "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
        "start_fen": STARTPOS, "turn": "black", "check": true,
        "outcome": { "winner": "white", "reason": "checkmate", "result": "1-0" },
        "legal_moves": [], "moves": moves
    });
    assert_eq!(answer, expected);

    let answer = answered(&site, VALIDATE, json!({ "fen": STARTPOS })).await;
    assert_eq!(answer["legal_moves"].as_array().map(Vec::len), Some(20));
    assert_eq!(
        (&answer["fen"], &answer["check"], &answer["outcome"]),
        (&json!(STARTPOS), &json!(false), &json!(null))
    );
}

#[tokio::test]
async fn a_pgn_is_read_with_its_tags_and_result() {
    let site = TestSite::new().await;
    let pgn = "[Event \"Casual\"]\n[White \"Žižka\"]\n\n\
               1. e4 {best} e5 (1... c5) 2. Nf3 $1 Nc6 1/2-1/2\n";
    let answer = answered(&site, VALIDATE, json!({ "pgn": pgn })).await;
    assert_eq!(
        answer["tags"],
        json!({ "Event": "Casual", "White": "Žižka" })
    );
    assert_eq!(
        (&answer["result"], &answer["outcome"]),
        (&json!("1/2-1/2"), &json!(null))
    );
    let sans: Vec<&str> = answer["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|mv| mv["san"].as_str())
        .collect();
    assert_eq!(sans, ["e4", "e5", "Nf3", "Nc6"]);
    assert_eq!(answer["start_fen"], STARTPOS);

    let pgn = "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 3 40\"]\n\n40. a8=Q";
    let answer = answered(&site, VALIDATE, json!({ "pgn": pgn })).await;
    assert_eq!(answer["start_fen"], "8/P6k/8/8/8/8/8/K7 w - - 3 40");
    assert_eq!(answer["fen"], "Q7/7k/8/8/8/8/8/K7 b - - 0 40");
    assert_eq!(answer["result"], "*");
}

#[tokio::test]
async fn only_a_pgn_may_be_large() {
    let site = TestSite::new().await;
    let game = "1. e4 e5 *\n";
    let body = |length| json!({ "pgn": game.to_owned() + &" ".repeat(length - game.len()) });
    let answer = answered(&site, VALIDATE, body(256 * 1024)).await;
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(2));
    // Lines as PGN has them cost an escape each.
    let lines = game.to_owned() + &"% a line that says nothing at all\n".repeat(7_000);
    answered(&site, VALIDATE, json!({ "pgn": lines })).await;

    let longer = body(256 * 1024 + 1).to_string();
    assert_eq!(refused_field(&site, VALIDATE, &longer).await, "pgn");
    for (path, length) in [(VALIDATE, 320 * 1024 + 1), (EVALUATE, 64 * 1024 + 1)] {
        let answer = site.post(path, " ".repeat(length)).await;
        assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE, "{path}");
        answer.problem();
    }
    let largest = site.post(VALIDATE, " ".repeat(320 * 1024)).await;
    assert_eq!(largest.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn openings_are_found_by_position() {
    let site = TestSite::new().await;
    let answer = site.get(OPENINGS).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(answer.header("cache-control"), "public, max-age=86400");
    let start = answer.json();
    assert_eq!(start["opening"], json!(null));
    let first = &start["moves"][0];
    assert!(first["uci"].is_string() && first["san"].is_string());
    let weights: Vec<u64> = start["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|mv| mv["weight"].as_u64())
        .collect();
    assert!(weights.len() >= 2 && weights.is_sorted_by(|a, b| a >= b));

    let spanish = site
        .get("/api/v1/openings?moves=e2e4,e7e5,g1f3,b8c6,f1b5")
        .await
        .json();
    assert_eq!(spanish["opening"]["eco"], "C60");
    let fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R+b+KQkq+-+3+3";
    let by_fen = site.get(&format!("{OPENINGS}?fen={fen}")).await.json();
    assert_eq!(by_fen, spanish, "however it was reached");
    let escaped = fen.replace('/', "%2F").replace('+', "%20");
    let by_fen = site.get(&format!("{OPENINGS}?fen={escaped}")).await.json();
    assert_eq!(by_fen, spanish);

    let other = site
        .get(&format!("{OPENINGS}?style=aggressive"))
        .await
        .json();
    assert_ne!(other, start);
}

#[tokio::test]
async fn parameters_of_an_address_are_refused_by_name() {
    let site = TestSite::new().await;
    let long = format!("fen={}", "8/".repeat(200));
    let many = format!("moves={}", ["g1f3,g8f6,f3g1,f6g8"; 251].join(","));
    let (bad, illegal) = (StatusCode::BAD_REQUEST, StatusCode::UNPROCESSABLE_ENTITY);
    for (query, status, field) in [
        ("colour=white", bad, "colour"),
        ("fen=&Fen=", bad, "Fen"),
        ("style=standard&style=standard", bad, "style"),
        ("moves[]=e2e4", bad, "moves[]"),
        ("fen=", illegal, "fen"),
        ("fen=startpos", illegal, "fen"),
        ("fen=%ff%fe", illegal, "fen"),
        ("fen=8/8/8/8/8/8/8/8+w+-+-", illegal, "fen"),
        (&long, illegal, "fen"),
        ("moves=e2e5", illegal, "moves[0]"),
        ("moves=e2e4,e7e5,", illegal, "moves[2]"),
        ("moves=%00", illegal, "moves[0]"),
        (&many, illegal, "moves"),
        ("style=Standard", illegal, "style"),
        ("style=", illegal, "style"),
    ] {
        let answer = site.get(&format!("{OPENINGS}?{query}")).await;
        assert_eq!(answer.status, status, "{query}: {}", answer.text());
        assert_eq!(answer.problem()["field"], field, "{query}");
    }
}

#[tokio::test]
async fn a_body_that_cannot_be_read_is_refused_with_the_place() {
    let site = TestSite::new().await;
    let deep = format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000));
    let deep_position = format!(r#"{{"position":{deep}}}"#);
    let deep_pgn = format!(r#"{{"pgn":{deep}}}"#);
    let (evaluate, validate) = (EVALUATE, VALIDATE);
    for (path, body, named) in [
        (evaluate, "", ""),
        (evaluate, "null", ""),
        (evaluate, r#"["startpos"]"#, ""),
        (evaluate, "{}", "position"),
        (evaluate, r#"{"position":7}"#, "position"),
        (evaluate, r#"{"position":{"fen":["8/8"]}}"#, "position.fen"),
        (evaluate, r#"{"position":{"moves":[7]}}"#, "moves[0]"),
        (evaluate, r#"{"position":"startpos","depth":3}"#, "depth"),
        (
            evaluate,
            r#"{"position":"startpos","evaluation":1}"#,
            "evaluation",
        ),
        (evaluate, r#"{"position":"startpos"} and more"#, ""),
        (evaluate, &deep_position, ""),
        (validate, "[", ""),
        (validate, "[]", ""),
        (validate, "\"4k3/8/8/8/8/8/8/4K3 w - -\"", ""),
        (validate, r#"{"fne":"x"}"#, "fne"),
        (validate, r#"{"position":"startpos"}"#, "position"),
        (validate, r#"{"fen":{}}"#, "fen"),
        (validate, r#"{"fen":"x","moves":"e2e4"}"#, "moves"),
        (validate, r#"{"fen":"x","moves":[null]}"#, "moves[0]"),
        (validate, r#"{"fen":"x","fen":"x"}"#, "fen"),
        (validate, r#"{"pgn":1e400}"#, ""),
        (validate, r#"{"pgn":"\ud800"}"#, ""),
        (validate, &deep, ""),
        (validate, &deep_pgn, "pgn"),
    ] {
        let answer = site.post(path, body.to_owned()).await;
        let shown: String = body.chars().take(80).collect();
        let text = answer.text();
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{shown}: {text}");
        let problem = answer.problem().to_string();
        assert!(
            problem.contains(named),
            "{shown}: {problem} does not name {named}"
        );
    }
    for path in [EVALUATE, VALIDATE] {
        let answer = site.post(path, b"{\"pgn\":\"\xff\xfe\"}".to_vec()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}");
        answer.problem();
    }
}

#[tokio::test]
async fn what_can_be_read_and_means_nothing_is_refused_with_its_field() {
    let site = TestSite::new().await;
    let long_fen = format!(r#"{{"fen":"{STARTPOS}{}"}}"#, " ".repeat(100));
    let long_position = format!(r#"{{"position":{long_fen}}}"#);
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(251);
    let many = json!({ "fen": STARTPOS, "moves": there_and_back }).to_string();
    let many_position = json!({ "position": { "moves": there_and_back } }).to_string();
    let long_game = json!({ "pgn": "Nf3 Nf6 Ng1 Ng8 ".repeat(251) }).to_string();
    let tags: String = (0..20_000).map(|n| format!("[T{n} \"\"]")).collect();
    let tags = json!({ "pgn": tags }).to_string();
    let open = json!({ "pgn": "1. e4 ".to_owned() + &"(".repeat(200_000) }).to_string();
    let (evaluate, validate) = (EVALUATE, VALIDATE);
    for (path, body, field) in [
        (evaluate, r#"{"position":{"fen":""}}"#, "position.fen"),
        (evaluate, &long_position, "position.fen"),
        (evaluate, &many_position, "position.moves"),
        (
            evaluate,
            r#"{"position":{"moves":["e2e5"]}}"#,
            "position.moves[0]",
        ),
        (
            evaluate,
            r#"{"position":"startpos","evaluation":"Tuned"}"#,
            "evaluation",
        ),
        (
            evaluate,
            r#"{"position":"startpos","evaluation":""}"#,
            "evaluation",
        ),
        (validate, "{}", "fen"),
        (validate, r#"{"fen":null,"pgn":null}"#, "fen"),
        (validate, r#"{"moves":["e2e4"]}"#, "fen"),
        (validate, r#"{"fen":"x","pgn":"1. e4"}"#, "pgn"),
        (validate, r#"{"pgn":"1. e4","moves":[]}"#, "moves"),
        (validate, r#"{"fen":"8/8/8/8/8/8/8/8 w - -"}"#, "fen"),
        (validate, r#"{"fen":"startpos"}"#, "fen"),
        (validate, r#"{"fen":"\u0000♞"}"#, "fen"),
        (validate, &long_fen, "fen"),
        (
            validate,
            r#"{"fen":"4k3/8/8/8/8/8/8/4K3 w - -","moves":["e1e3"]}"#,
            "moves[0]",
        ),
        (validate, &many, "moves"),
        (validate, r#"{"pgn":""}"#, "pgn"),
        (validate, r#"{"pgn":"1. e4 e5 2. Ke3"}"#, "pgn"),
        (validate, r#"{"pgn":"\u0000"}"#, "pgn"),
        (validate, r#"{"pgn":"[FEN \"8/8 w\"]"}"#, "pgn"),
        (validate, &long_game, "pgn"),
        (validate, &tags, "pgn"),
        (validate, &open, "pgn"),
    ] {
        let shown: String = body.chars().take(80).collect();
        let found = refused_field(&site, path, body).await;
        assert_eq!(found, field, "{shown}");
    }
}

#[tokio::test]
async fn the_reason_says_where_a_text_is_wrong() {
    let site = TestSite::new().await;
    for (body, place) in [
        (r#"{"pgn":"1. e4 e5\n2. Ke3"}"#, "line 2, column 4: "),
        (
            r#"{"pgn":"[White \"A\"]\n[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n*"}"#,
            "line 2, column 1: ",
        ),
        (
            r#"{"fen":"4k3/8/8/9/8/8/8/4K3 w - -"}"#,
            "board: expected a piece (PNBRQKpnbrqk) or 1 to 8 on rank 5",
        ),
        (r#"{"fen":"4k3/8/8/8/8/8/8/4K3 w K -"}"#, "castling: "),
    ] {
        let problem = site.post(VALIDATE, body).await.problem();
        let reason = problem["detail"].as_str().unwrap_or_default();
        assert!(reason.starts_with(place), "{body}: {reason}");
    }
}

#[tokio::test]
async fn another_content_type_or_method_is_refused() {
    let site = TestSite::new().await;
    for path in [EVALUATE, VALIDATE] {
        for content_type in ["text/plain", "application/x-chess-pgn"] {
            let request = Request::post(path).header("content-type", content_type);
            let request = request.body(r#"{"position":"startpos"}"#.into());
            let answer = site.send(request.expect("a request")).await;
            assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{path}");
            answer.problem();
        }
    }
    for (method, path) in [
        ("GET", EVALUATE),
        ("PUT", VALIDATE),
        ("DELETE", EVALUATE),
        ("POST", OPENINGS),
    ] {
        let request = Request::builder().method(method).uri(path);
        let answer = site
            .send(request.body(String::new().into()).expect("a request"))
            .await;
        let status = answer.status;
        assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
        answer.problem();
        assert!(!answer.header("allow").is_empty(), "{method} {path}");
    }
}
