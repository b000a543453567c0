//! Repetition, fifty moves and stalemate inside the search.

use engine::player::{NeverStop, StoppedClock};
use engine::rules::Game;
use engine::search::{Score, SearchLimits};

use super::{HASH_MB, choose, continued, game, new_calculator, search};

/// White is to move and can bring about, by Qd1, the third occurrence of the first position.
fn before_the_third_occurrence() -> Game {
    let start = game("7k/8/8/8/8/8/5PPP/3Q2K1 b - - 0 1");
    continued(start, "h8g8 d1d2 g8h8 d2d1 h8g8 d1d2 g8h8")
}

#[test]
fn a_lost_side_takes_the_perpetual_check() {
    // Black is about to mate on the first rank; the queen gives check for ever on e8 and h5.
    let game = game("6k1/6p1/8/7Q/8/8/rr6/7K w - - 0 1");
    let decision = search(&game, &SearchLimits::depth(6));
    assert_eq!(
        decision.lines[0].score,
        Score::Cp(0),
        "{:?}",
        decision.lines[0]
    );
}

#[test]
fn a_winning_side_avoids_the_third_occurrence() {
    let game = before_the_third_occurrence();
    assert_eq!(
        continued(game.clone(), "d2d1")
            .outcome()
            .map(|end| end.winner),
        Some(None)
    );
    let drawing = game.position().parse_uci("d2d1").unwrap();
    let decision = search(&game, &SearchLimits::depth(6));
    assert_ne!(decision.mv, Some(drawing));
    let forced = SearchLimits {
        searchmoves: vec![drawing],
        ..SearchLimits::depth(6)
    };
    assert_eq!(search(&game, &forced).lines[0].score, Score::Cp(0));
}

#[test]
fn a_position_of_the_game_counts_only_at_its_third_occurrence() {
    // One visit before the root is not enough to call a move back to it a draw.
    let fen = "7k/8/8/8/8/8/5PPP/3Q2K1 w - - 0 1";
    let once = continued(game(fen), "d1d2 h8g8 d2d1 g8h8");
    let decision = search(&once, &SearchLimits::depth(1));
    assert!(matches!(decision.lines[0].score, Score::Cp(cp) if cp > 500));
}

#[test]
fn the_fifty_move_rule_is_seen_coming() {
    // One quiet half-move is left; only the pawn's move keeps the win.
    let game = game("7k/8/8/8/8/1P6/8/KQ6 w - - 99 90");
    let decision = search(&game, &SearchLimits::depth(4));
    assert_eq!(decision.mv.unwrap().to_string(), "b3b4");
}

#[test]
fn mate_on_the_last_half_move_beats_the_fifty_move_rule() {
    let game = game("7k/8/6K1/8/8/8/8/1Q6 w - - 99 90");
    let decision = search(&game, &SearchLimits::depth(2));
    assert_eq!(decision.lines[0].score, Score::Mate(1));
}

#[test]
fn a_winning_side_does_not_stalemate_at_any_level() {
    let positions = [
        "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
        "k7/2K5/8/1Q6/8/8/8/8 w - - 0 1",
        "5k2/5P2/6K1/8/8/8/7P/8 w - - 0 1",
        "7k/5K2/8/8/8/8/6Q1/8 w - - 0 1",
    ];
    for fen in positions {
        for depth in 1..=6 {
            let mut game = game(fen);
            let decision = search(&game, &SearchLimits::depth(depth));
            game.play(decision.mv.unwrap()).unwrap();
            let stalemate = game
                .outcome()
                .is_some_and(|outcome| outcome.winner.is_none());
            assert!(!stalemate, "{fen} at depth {depth}");
        }
    }
}

#[test]
fn a_lost_side_runs_into_stalemate() {
    // Black's king has no move: Ra1+, Kh2, Rh1+ makes White take the last piece that has.
    let game = game("7k/5Q2/8/8/8/6P1/r5P1/7K b - - 0 1");
    for depth in 4..=6 {
        let decision = search(&game, &SearchLimits::depth(depth));
        assert_eq!(decision.mv.unwrap().to_string(), "a2a1");
        assert_eq!(decision.lines[0].score, Score::Cp(0));
    }
}

#[test]
fn a_position_with_too_little_to_mate_scores_nothing() {
    for fen in [
        "8/8/3k4/8/8/3K4/3N4/8 w - - 0 1",
        "8/8/3k4/8/8/3K4/3B4/8 b - - 0 1",
    ] {
        assert_eq!(
            search(&game(fen), &SearchLimits::depth(3)).lines[0].score,
            Score::Cp(0),
            "{fen}"
        );
    }
}

#[test]
fn a_table_that_remembers_does_not_hide_a_repetition() {
    let mut calculator = new_calculator(HASH_MB);
    calculator.remember(true);
    let last = before_the_third_occurrence();
    for ply in 0..=last.ply() {
        let mut game = last.clone();
        while game.ply() > ply {
            game.undo();
        }
        let limits = SearchLimits::depth(5);
        let (decision, _) = choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop);
        if ply == last.ply() {
            assert_ne!(decision.mv.unwrap().to_string(), "d2d1");
        }
    }
}
