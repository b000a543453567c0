use super::*;

fn evaluate(fen: &str) -> i32 {
    Tuned::default().evaluate(&Position::from_fen(fen).unwrap())
}

/// The same position with the colours changed.
fn mirrored(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        text.chars()
            .map(|letter| match letter {
                letter if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
                letter => letter.to_ascii_uppercase(),
            })
            .collect()
    };
    let board: Vec<String> = fields[0].rsplit('/').map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let castling = if fields[2] == "-" {
        "-".to_owned()
    } else {
        swap(fields[2])
    };
    format!(
        "{} {side} {castling} - {} {}",
        board.join("/"),
        fields[4],
        fields[5]
    )
}

#[test]
fn colours_are_treated_alike() {
    for fen in crate::bench::POSITIONS {
        assert_eq!(evaluate(fen), evaluate(&mirrored(fen)), "{fen}");
    }
}

#[test]
fn the_start_position_is_worth_the_tempo() {
    assert_eq!(Tuned::default().evaluate(&Position::startpos()), TEMPO);
}

#[test]
fn the_better_of_two_positions_scores_higher() {
    // (better, worse, why), each for the side to move.
    let pairs = [
        (
            "4k3/4p3/8/8/8/8/4P3/2B1KB2 w - - 0 1",
            "4k3/4p3/8/8/8/8/4P3/2N1KB2 w - - 0 1",
            "the bishop pair",
        ),
        (
            "4k3/8/8/8/8/4P3/3P4/4K3 w - - 0 1",
            "4k3/8/8/8/8/3P4/3P4/4K3 w - - 0 1",
            "doubled pawns",
        ),
        (
            "r5k1/5ppp/3P4/8/8/8/5PPP/3R2K1 w - - 0 1",
            "r5k1/5ppp/8/8/3P4/8/5PPP/3R2K1 w - - 0 1",
            "a further passed pawn",
        ),
        (
            "r4rk1/ppp2ppp/8/8/8/8/1PP2PPP/R4RK1 w - - 0 1",
            "r4rk1/ppp2ppp/8/8/8/8/P1P2PPP/1R3RK1 w - - 0 1",
            "an open line for the rook",
        ),
        (
            "r2q1rk1/ppp2ppp/8/8/8/8/PPP2PPP/R2Q1RK1 w - - 0 1",
            "r2q1rk1/ppp2ppp/8/8/5P1P/6P1/PPP5/R2Q1RK1 w - - 0 1",
            "the king's shelter",
        ),
        (
            "k7/8/2K5/8/8/8/8/7R w - - 0 1",
            "8/8/8/3k4/8/8/8/K6R w - - 0 1",
            "a bare king in the corner",
        ),
    ];
    for (better, worse, why) in pairs {
        assert!(evaluate(better) > evaluate(worse), "{why}");
    }
}

#[test]
fn endings_that_cannot_be_won_are_near_a_draw() {
    for fen in [
        "4k3/8/8/8/8/8/8/2N1KN2 w - - 0 1",
        "4k1r1/8/8/8/8/8/8/2R1KN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
    ] {
        assert!(evaluate(fen).abs() < 150, "{fen}: {}", evaluate(fen));
    }
}

#[test]
fn the_most_material_there_can_be_stays_below_a_mate() {
    // Nine queens and all other pieces of White's; Black's own pieces shield its king.
    let fen = "QQQQQ1rk/QQQQ2pp/RR6/BB6/NN6/8/8/K7 w - - 0 1";
    let score = evaluate(fen);
    assert!((9_000..EVAL_LIMIT).contains(&score), "{score}");
}
