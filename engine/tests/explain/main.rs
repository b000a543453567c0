//! Sentences about moves: exact wording, and whether the claims are true.

mod answers;
mod answers_hold;
mod broken;
mod choices;
mod endings_hold;
mod judgements;
mod king_and_pawn;
mod not_said;
mod plans_hold;
mod proofs_show;
mod red;
mod sentences;
mod sight;
mod squares_hold;
mod threatened;
mod truths;
mod voices;

use engine::explain::{ClaimKind, Facts, MoveReason, Sound, why};
use engine::player::{Calculator, Decision, Source, StopReason};
use engine::rules::{Game, Move};
use engine::search::{Line, Score};

/// A game from a position with moves in UCI.
fn played(fen: &str, moves: &str) -> Game {
    let mut game = Game::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for uci in moves.split_whitespace() {
        let mv = game.position().parse_uci(uci);
        game.play(mv.unwrap_or_else(|error| panic!("{fen}: {error}")))
            .unwrap();
    }
    game
}

/// The moves of a line in UCI.
fn line_of(game: &Game, line: &str) -> Vec<Move> {
    let mut position = *game.position();
    let mut moves = Vec::new();
    for uci in line.split_whitespace() {
        let mv = position.parse_uci(uci);
        let mv = mv.unwrap_or_else(|error| panic!("{position}: {error}"));
        moves.push(mv);
        position = position.play(mv);
    }
    moves
}

fn line(pv: Vec<Move>, score: Score) -> Line {
    Line {
        rank: 1,
        depth: 8,
        seldepth: 8,
        score,
        nodes: 1,
        time_ms: 0,
        hashfull: 0,
        explored: None,
        pv,
    }
}

/// A search's decision for the first move of a line.
fn decided(pv: Vec<Move>, score: Score) -> Decision {
    Decision {
        mv: pv.first().copied(),
        source: Source::Search,
        depth: 8,
        stop_reason: StopReason::Depth,
        lines: vec![line(pv, score)],
        ..Decision::game_over(0)
    }
}

/// The sound search of a decision, with its move counted as the best.
fn sound(game: &Game, decision: &Decision) -> Option<Sound> {
    let mut search = Calculator::new(1);
    search.remember(true);
    let sound = Sound::search(game, decision.mv?, &mut search, 20_000)?;
    Some(Sound {
        best: sound.played.clone(),
        ..sound
    })
}

/// The sentence about a decision, without a level.
fn reason(game: &Game, decision: &Decision, said: &[ClaimKind]) -> Option<MoveReason> {
    why(&Facts {
        game,
        decision,
        earlier: None,
        sound: sound(game, decision).as_ref(),
        said,
    })
}
