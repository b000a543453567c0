//! Draws by fifty moves and repetition with a transposition table that was filled without them. A key
//! does not include the clock or the history, so an entry may neither hide a draw nor a win.

use engine::player::{Calculator, Decision, NeverStop, StoppedClock};
use engine::rules::{Color, Game};
use engine::search::{Score, SearchLimits};

use super::{HASH_MB, choose, continued, game, new_calculator, value};

/// Minimum score of a won position, centipawns.
const WINNING: i32 = 300;

struct Remembering(Calculator);

impl Remembering {
    fn new() -> Remembering {
        let mut calculator = new_calculator(HASH_MB);
        calculator.remember(true);
        Remembering(calculator)
    }

    /// A player whose table was filled by a search of `fen`.
    fn after(fen: &str) -> Remembering {
        let mut player = Remembering::new();
        player.search(&game(fen), &SearchLimits::nodes(200_000));
        player
    }

    fn search(&mut self, game: &Game, limits: &SearchLimits) -> Decision {
        choose(&mut self.0, game, limits, &StoppedClock, &NeverStop).0
    }
}

/// The same board with another clock.
fn at_clock(board: &str, clock: u16) -> String {
    format!("{board} {clock} 90")
}

#[test]
fn a_table_from_a_young_clock_does_not_hide_that_fifty_moves_are_up() {
    // No pawn to move, nothing to take, and no mate as soon as that.
    for board in [
        "8/8/8/3k4/8/8/8/KR6 w - -",
        "8/8/8/3k4/8/8/8/KQ6 w - -",
        "8/5k2/8/8/1B6/2B5/8/K7 w - -",
    ] {
        for clock in [95, 96, 97, 98, 99] {
            let mut filled = Remembering::after(&at_clock(board, 0));
            let old = game(&at_clock(board, clock));
            for depth in [1, 4, 8, 12] {
                let limits = SearchLimits::depth(depth);
                let score = filled.search(&old, &limits).lines[0].score;
                let reachable = u16::from(depth) > 100 - clock;
                if reachable {
                    assert_eq!(score, Score::Cp(0), "{board} {clock} at depth {depth}");
                }
            }
        }
    }
}

#[test]
fn a_table_from_a_young_clock_does_not_keep_from_the_move_that_resets_it() {
    for board in ["8/8/8/3k4/8/8/P7/KR6 w - -", "7k/8/8/8/8/1P6/8/KQ6 w - -"] {
        for clock in [82, 90, 96, 98, 99] {
            let mut white = Remembering::after(&at_clock(board, 0));
            let mut black = Remembering::after(&at_clock(board, 0));
            let mut game = game(&at_clock(board, clock));
            let limits = SearchLimits::nodes(5_000);
            while game.outcome().is_none() {
                let player = match game.position().side_to_move() {
                    Color::White => &mut white,
                    Color::Black => &mut black,
                };
                let mv = player.search(&game, &limits).mv.unwrap();
                game.play(mv).unwrap();
            }
            let winner = game.outcome().unwrap().winner;
            assert_eq!(winner, Some(Color::White), "{board} {clock}");
        }
    }
}

#[test]
fn a_table_from_an_old_clock_does_not_hide_a_win() {
    for board in ["8/8/8/3k4/8/8/8/KR6 w - -", "8/8/8/3k4/8/8/8/KQ6 w - -"] {
        for clock in [70, 85, 92, 96] {
            let mut filled = Remembering::after(&at_clock(board, clock));
            let young = game(&at_clock(board, 0));
            for depth in [2, 5, 8] {
                let line = &filled.search(&young, &SearchLimits::depth(depth)).lines[0];
                assert!(value(line.score) > WINNING, "{board} {clock}: {line:?}");
            }
        }
    }
}

/// White, a queen ahead, and Black to move: after Kh8 and Qd1, or Kg8, a position comes back.
const SHUFFLE: &str = "6k1/8/8/8/8/8/5PPP/3Q2K1 w - - 0 1";

#[test]
fn a_table_without_the_game_does_not_hide_a_third_occurrence_from_the_winner() {
    let twice = "d1d2 g8h8 d2d1 h8g8 d1d2 g8h8";
    let game = continued(game(SHUFFLE), &format!("{twice} d2d1 h8g8 d1d2 g8h8"));
    let back = game.position().parse_uci("d2d1").unwrap();
    let drawn = continued(game.clone(), "d2d1").outcome();
    assert_eq!(drawn.map(|outcome| outcome.winner), Some(None));

    let mut filled = Remembering::after(&game.position().to_fen());
    for depth in [1, 3, 6, 9] {
        let decision = filled.search(&game, &SearchLimits::depth(depth));
        assert_ne!(decision.mv, Some(back), "depth {depth}");
        assert!(value(decision.lines[0].score) > WINNING, "depth {depth}");
        let forced = SearchLimits {
            searchmoves: vec![back],
            ..SearchLimits::depth(depth)
        };
        assert_eq!(filled.search(&game, &forced).lines[0].score, Score::Cp(0));
    }
}

#[test]
fn a_table_without_the_game_does_not_hide_a_third_occurrence_from_the_loser() {
    let game = continued(game(SHUFFLE), "d1d2 g8h8 d2d1 h8g8 d1d2 g8h8 d2d1");
    let drawn = continued(game.clone(), "h8g8").outcome();
    assert_eq!(drawn.map(|outcome| outcome.winner), Some(None));

    let mut filled = Remembering::after(&game.position().to_fen());
    for depth in [1, 3, 6, 9] {
        let decision = filled.search(&game, &SearchLimits::depth(depth));
        assert_eq!(decision.mv.unwrap().to_string(), "h8g8", "depth {depth}");
        assert_eq!(decision.lines[0].score, Score::Cp(0), "depth {depth}");
    }
}

#[test]
fn a_table_that_knows_of_a_third_occurrence_does_not_hide_a_win_from_a_new_game() {
    let repeated = continued(
        game(SHUFFLE),
        "d1d2 g8h8 d2d1 h8g8 d1d2 g8h8 d2d1 h8g8 d1d2 g8h8",
    );
    let mut player = Remembering::new();
    player.search(&repeated, &SearchLimits::nodes(200_000));
    let alone = game(&repeated.position().to_fen());
    for depth in [1, 3, 6, 9] {
        let line = &player.search(&alone, &SearchLimits::depth(depth)).lines[0];
        assert!(value(line.score) > WINNING, "{line:?}");
    }
}
