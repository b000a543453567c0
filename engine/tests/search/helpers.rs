//! Helpers of the tests of the search.

use engine::player::{Clock, Control, Decision, NeverStop, Player, Stop, StoppedClock};
use engine::rules::{Game, Move};
use engine::search::{Report, Score, SearchLimits};

use super::new_calculator;

/// MB; small, so that tables fill up and entries are replaced.
pub const HASH_MB: u32 = 1;

pub fn game(fen: &str) -> Game {
    Game::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A game from the start position with its moves in UCI.
pub fn played(moves: &str) -> Game {
    continued(Game::new(), moves)
}

pub fn continued(mut game: Game, moves: &str) -> Game {
    for word in moves.split_whitespace() {
        let mv = game
            .position()
            .parse_uci(word)
            .unwrap_or_else(|error| panic!("{word}: {error}"));
        game.play(mv).unwrap();
    }
    game
}

/// A search by a new player, without clock or stop.
pub fn search(game: &Game, limits: &SearchLimits) -> Decision {
    choose(
        &mut new_calculator(HASH_MB),
        game,
        limits,
        &StoppedClock,
        &NeverStop,
    )
    .0
}

pub fn choose(
    calculator: &mut impl Player,
    game: &Game,
    limits: &SearchLimits,
    clock: &dyn Clock,
    stop: &dyn Stop,
) -> (Decision, Vec<Report>) {
    let mut reports = Vec::new();
    let mut report = |report| reports.push(report);
    let mut control = Control {
        clock,
        stop,
        report: &mut report,
        rng: engine::rng(0),
    };
    let decision = calculator.choose(game, limits, &mut control);
    (decision, reports)
}

/// Asserts that a principal variation is legal to its end.
pub fn assert_playable(game: &Game, pv: &[Move]) {
    let mut position = *game.position();
    for &mv in pv {
        assert!(
            position.is_legal(mv),
            "{mv} of {pv:?} is illegal in {position}"
        );
        position = position.play(mv);
    }
}

/// The score as a number, mates included.
pub fn value(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp,
        Score::Mate(moves) => moves.signum() * (100_000 - moves.abs()),
    }
}
