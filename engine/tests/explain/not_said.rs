//! What is not said, though it seems so: positions in which a claim would be false.

use engine::explain::{ClaimKind, Facts, MoveReason, Sound, why};
use engine::player::Decision;
use engine::rules::Game;
use engine::search::Line;
use engine::search::Score::{Cp, Mate};

use crate::sentences::facts;
use crate::{decided, line, line_of, played, reason};

/// What is said of a move, with what was said before.
fn said(fen: &str, uci: &str, before: &[ClaimKind]) -> Option<MoveReason> {
    let game = played(fen, "");
    reason(&game, &decided(line_of(&game, uci), Cp(0)), before)
}

/// What is said where the decision's line is the sound search's, too, with the line after a pass.
fn said_of_line(game: &Game, decision: &Decision, free: Option<Line>) -> Option<ClaimKind> {
    let own = decision.lines[0].clone();
    let sound = Sound {
        best: own.clone(),
        played: own,
        threat: None,
        free,
        yours: None,
    };
    let reason = why(&Facts {
        sound: Some(&sound),
        ..facts(game, decision)
    });
    reason.map(|reason| reason.kind())
}

/// Asserts that this is said of the first position, and not of the second.
#[track_caller]
fn assert_told_apart(kind: ClaimKind, [yes, no]: [&str; 2], uci: &str, before: &[ClaimKind]) {
    let kinds = [yes, no].map(|fen| said(fen, uci, before).map(|reason| reason.kind()));
    assert_eq!(kinds[0], Some(kind), "{yes}");
    assert_ne!(kinds[1], Some(kind), "{no}");
}

#[test]
fn a_pawn_that_can_take_its_way_beside_a_knight_drives_it_away() {
    // The pawn on f7 takes on e6, and attacks d5 from there.
    let fens = [
        "4k3/5p2/8/8/2P1B3/2N5/8/4K3 w - - 0 40",
        "4k3/5p2/4B3/8/2P5/2N5/8/4K3 w - - 0 40",
    ];
    assert_told_apart(ClaimKind::Outpost, fens, "c3d5", &[]);
}

#[test]
fn a_pawn_is_not_lost_where_taking_it_costs_more() {
    // After b5, axb5 leaves the rook on a1 to the one on a8.
    let fens = [
        "2r3k1/1p3ppp/8/8/8/7P/P4PP1/R5K1 w - - 0 40",
        "r5k1/1p3ppp/8/8/8/7P/P4PP1/R5K1 w - - 0 40",
    ];
    assert_told_apart(ClaimKind::KeepsOut, fens, "a2a4", &[ClaimKind::Opens]);
}

#[test]
fn a_pawn_is_not_lost_where_taking_it_lets_a_mate_through() {
    // After b5, axb5 leaves time for Rd1: mate, if the king has no way out.
    let fens = [
        "3r2k1/1p3ppp/8/8/8/1P5P/P4PP1/6K1 w - - 0 40",
        "3r2k1/1p3ppp/8/8/8/1P6/P4PPP/6K1 w - - 0 40",
    ];
    assert_told_apart(ClaimKind::KeepsOut, fens, "a2a4", &[ClaimKind::Opens]);
}

#[test]
fn a_bishop_is_not_kept_out_where_taking_it_leaves_the_back_rank() {
    // After Bd7, Rxd7 allows Rf8+, Rd8 and Rxd8#; without a rook the bishop is lost there.
    for (fen, expected) in [
        ("1k2r3/8/1K6/p1P4p/P1P5/5R1B/8/8 b - - 2 41", false),
        ("1k2r3/8/1K6/p1P4p/P1P5/5P1B/8/8 b - - 2 41", true),
    ] {
        let reason = said(fen, "e8d8", &[]);
        let kept_out = reason.is_some_and(|reason| reason.kind() == ClaimKind::KeepsOut);
        assert_eq!(kept_out, expected, "{fen}");
    }
}

#[test]
fn nothing_is_kept_out_where_taking_it_is_not_the_end() {
    use ClaimKind::{Approaches, BearsOnKing, Guards, Presses};
    for (fen, uci, before) in [
        // After f2, Kxf2 lets the pawn on a3 run.
        (
            "8/p7/8/8/1k6/p4p2/3K4/8 w - - 0 65",
            "d2e3",
            &[Approaches][..],
        ),
        // After d5, exd5 is not the end: Na5 attacks the bishop, and the knight on f6 the pawn.
        (
            "r2q1rk1/pb2ppbp/1pnp1np1/8/P3P2P/N1P2PP1/1P1Q1N2/R1B1KB1R w KQ - 1 14",
            "f1c4",
            &[Guards, Presses, BearsOnKing],
        ),
        // White is a queen up, and wins more than a bishop while the knight takes it on b8.
        (
            "8/5kbQ/rnbB1p2/1p1p4/2pP2PP/P1P1P2R/5P2/1K1R1B2 b - - 0 33",
            "b6d7",
            &[],
        ),
        // Drawn with the piece and without it.
        ("8/8/7N/2K1k3/8/2n5/8/8 b - - 40 109", "e5e6", &[]),
        ("1r2k3/R7/8/8/2n3P1/7K/8/8 w - - 1 114", "a7a2", &[]),
        ("8/6k1/1Rn5/8/2B5/6K1/8/2r5 b - - 6 133", "g7f6", &[]),
        ("6k1/8/3q1p2/7P/4Q1P1/4KP2/8/8 b - - 16 70", "g8g7", &[]),
    ] {
        let reason = said(fen, uci, before);
        let kind = reason.map(|reason| reason.kind());
        assert_ne!(kind, Some(ClaimKind::KeepsOut), "{fen}");
    }
}

#[test]
fn a_mate_that_a_search_believes_in_is_threatened_only_where_it_is_proved() {
    let said = |fen: &str, mv: &str, free: &str, moves: i32| {
        let game = played(fen, "");
        let decision = decided(line_of(&game, mv), Cp(400));
        let passed = played(&played(fen, mv).position().play_null().to_fen(), "");
        let free = line(line_of(&passed, free), Mate(moves));
        said_of_line(&game, &decision, Some(free)) == Some(ClaimKind::ThreatensToMate)
    };
    for (fen, mv, free, moves, expected) in [
        (
            "6k1/4nppp/8/8/8/8/5PPP/1R4K1 w - - 0 1",
            "b1b7",
            "b7b8 e7c8 b8c8",
            2,
            true,
        ),
        // The king has a way out.
        (
            "6k1/4npp1/7p/8/8/8/5PPP/1R4K1 w - - 0 1",
            "b1b7",
            "b7b8 e7c8 b8c8",
            2,
            false,
        ),
        // Two of the moves give no check.
        (
            "8/2P2p2/p5pp/3Rk3/P5K1/1r6/4Nb2/8 b - - 3 44",
            "e5d5",
            "f7f5 g4f4",
            4,
            true,
        ),
        (
            "8/2P2p2/p5pp/3Rk3/P5K1/1r6/4Nb2/8 b - - 3 44",
            "e5d5",
            "f7f5 g4f4",
            3,
            false,
        ),
    ] {
        assert_eq!(said(fen, mv, free, moves), expected, "{fen} {moves}");
    }
}

#[test]
fn a_piece_is_offered_only_where_what_is_given_comes_back() {
    let said = |fen: &str, pv: &str| {
        let game = played(fen, "");
        let decision = decided(line_of(&game, pv), Cp(400));
        said_of_line(&game, &decision, None) == Some(ClaimKind::Offers)
    };
    // A fork wins the queen for the rook.
    let fork = "8/2k5/6q1/8/8/5N2/6PP/3R2K1 w - - 0 1";
    assert!(said(fork, "d1d7 c7d7 f3e5 d7e6 e5g6"));
    // The same where the fork can be answered by taking the knight.
    let guarded = "8/2k5/5pq1/8/8/5N2/6PP/3R2K1 w - - 0 1";
    assert!(!said(guarded, "d1d7 c7d7 f3e5 d7e6 e5g6"));
    // White has enough without the bishop, but it is gone.
    let lost = "r7/1pp5/4Np1k/3B4/7p/2P1P3/p2r2PP/1R3RK1 w - - 0 30";
    let line = "d5a2 a8a2 f1f6 h6h7 e6f4 h4h3 f6f5 h7g7 f5h5 h3g2 h5g5 g7h6 h2h4 h6h7 g5g2";
    assert!(!said(lost, line));
}

#[test]
fn a_guard_counts_where_it_changes_something() {
    // The pawn on e4 is guarded three times, and attacked once.
    let fen = "r3nkr1/1b1pqp2/np1b4/pNp1pBpp/P3P3/1P1P1PP1/1BP1NQ1P/R2K3R w - - 7 20";
    assert_not_said(fen, "e2c3", ClaimKind::Guards);
    // Nothing attacks the pawn on c4, and Rxf2+ wins one.
    let fen = "8/4bNpp/1k2p3/1N6/2P1n3/8/1r3PKP/3R4 w - - 5 28";
    assert_not_said(fen, "f7e5", ClaimKind::Guards);
    // Nothing of Black's can attack d4; with a bishop something can.
    let fens = [
        "4kb2/8/8/8/3P4/8/8/4K1N1 w - - 0 40",
        "4k3/8/8/8/3P4/8/8/4K1N1 w - - 0 40",
    ];
    let others = [ClaimKind::Develops, ClaimKind::GoesOn];
    assert_told_apart(ClaimKind::Guards, fens, "g1f3", &others);
}

#[test]
fn more_squares_are_no_reason_to_leave_a_pawn() {
    // The rook could take on e4.
    let fen = "5K2/8/3p2k1/6Pp/2n1P2r/8/8/8 b - - 1 70";
    assert_not_said(fen, "h4h2", ClaimKind::Reaches);
}

#[track_caller]
fn assert_not_said(fen: &str, uci: &str, kind: ClaimKind) {
    let said = said(fen, uci, &[]).map(|reason| reason.kind());
    assert_ne!(said, Some(kind), "{fen}");
}

#[test]
fn a_guard_is_overloaded_only_where_the_line_takes_what_it_leaves() {
    let fen = "1k1r1b1r/2pq2pp/1p3p1n/pP1Bp2P/8/P1N1PPn1/1BQPN1P1/1KR5 b - - 3 21";
    let game = played(fen, "");
    for (moves, expected) in [
        ("g3e2 c3e2 d7b5 e2c3 b5d7", true),
        // There is no time for the pawn on b5: the knight returns to guard it.
        ("g3e2 c3e2 f8c5 e2c3 h6f5 d5c6", false),
    ] {
        let decision = decided(line_of(&game, moves), Cp(65));
        let kind = said_of_line(&game, &decision, None);
        assert_eq!(
            kind == Some(ClaimKind::Overloads),
            expected,
            "{moves}: {kind:?}"
        );
    }
}
