//! Judges the moves of games by searches.

use engine::eval::{EvalConfig, SharedEval};
use engine::exercises::GamePhase;
use engine::explain::Sound;
use engine::player::{Calculator, Player as _, StrategyId};
use engine::rules::{Color, Game, Move, Position};
use engine::search::Score;

use super::counts::MoveLoss;

/// The table of the searches, MB.
const HASH_MB: u32 = 4;
/// Scores beyond it are taken as this much, centipawns: in a won game nobody looks for the fastest way.
const MAX_CP: i32 = 1_000;

/// Judges moves, each by a search of the position and one of the move.
pub struct ErrorMeter {
    searcher: Calculator,
    /// Of each search.
    nodes: u64,
}

impl ErrorMeter {
    /// A meter whose searches are of so many nodes.
    #[must_use]
    pub fn new(network: Option<SharedEval>, nodes: u64) -> ErrorMeter {
        let mut searcher = Calculator::new(HASH_MB);
        searcher.remember(true);
        searcher.set_eval(EvalConfig {
            network,
            ..StrategyId::Intuition.evaluation().into()
        });
        ErrorMeter { searcher, nodes }
    }

    /// The moves of one side of a game that were a choice in an open game, in order, from half-move `from` on.
    pub fn losses(&mut self, game: &Game, side: Color, from: usize) -> Vec<MoveLoss> {
        let mut judged = Vec::new();
        let mut so_far = Game::from_position(*game.start());
        for (ply, &mv) in game.moves().iter().enumerate() {
            let position = *so_far.position();
            let is_choice = position.count_legal_moves() > 1;
            if position.side_to_move() == side && is_choice && ply >= from {
                self.searcher.new_game();
                let sound = Sound::search(&so_far, mv, &mut self.searcher, self.nodes);
                judged.extend(sound.and_then(|sound| move_loss(&position, mv, &sound)));
            }
            if so_far.play(mv).is_err() {
                break;
            }
        }
        judged
    }
}

/// What a move lost by the searches; `None` in a decided game.
fn move_loss(position: &Position, mv: Move, sound: &Sound) -> Option<MoveLoss> {
    let (best, played) = (sound.best.score, sound.played.score);
    sound.points_lost().map(|points| MoveLoss {
        mv,
        key: position.key(),
        phase: GamePhase::of(position),
        points,
        centipawns: (capped(best) - capped(played)).max(0),
    })
}

fn capped(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp.clamp(-MAX_CP, MAX_CP),
        Score::Mate(moves) if moves > 0 => MAX_CP,
        Score::Mate(_) => -MAX_CP,
    }
}
