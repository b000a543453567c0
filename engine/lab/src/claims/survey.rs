//! What is said of moves, and of how many: sentences in games of our levels and in games of others.

use std::ops::ControlFlow;

use engine::eval::{EvalConfig, SharedEval};
use engine::explain::{ClaimKind, Facts, MoveReason, Sound, why};
use engine::player::{
    Calculator, Control, Decision, Level, NeverStop, Player, PlayerConfig, StoppedClock, StrategyId,
};
use engine::rules::{Game, Move};
use engine::search::{Line, SearchLimits};
use rand::seq::IndexedRandom as _;

/// The table of the sound searches, MB.
const HASH_MB: u32 = 4;
/// Random plies before a game of our levels.
const RANDOM_PLIES: usize = 4;
/// Longer games are left there.
const MAX_PLIES: usize = 160;
/// The most nodes of a move of our levels.
const LEVEL_NODES: u64 = 60_000;

/// Explains the moves of games as the page does.
pub struct ClaimSurvey {
    /// Judges the moves.
    searcher: Calculator,
    /// Nodes of each of its searches.
    nodes: u64,
    network: Option<SharedEval>,
}

/// A move with what is said of it.
pub struct SurveyedMove<'a> {
    /// The game before the move.
    pub game: &'a Game,
    pub mv: Move,
    /// Of the player who made the move.
    pub decision: &'a Decision,
    pub sound: &'a Sound,
    pub reason: Option<&'a MoveReason>,
}

impl ClaimSurvey {
    /// A survey whose searches are of so many nodes.
    #[must_use]
    pub fn new(network: Option<SharedEval>, nodes: u64) -> ClaimSurvey {
        let mut searcher = Calculator::new(HASH_MB);
        searcher.remember(true);
        searcher.set_eval(EvalConfig {
            network: network.clone(),
            ..StrategyId::Intuition.evaluation().into()
        });
        ClaimSurvey {
            searcher,
            nodes,
            network,
        }
    }

    /// Plays a game of a level against itself, and tells of each move until `told` breaks off.
    pub fn play_game(
        &mut self,
        level: Level,
        seed: u64,
        told: &mut dyn FnMut(&SurveyedMove<'_>) -> ControlFlow<()>,
    ) {
        let config = PlayerConfig {
            hash_mb: 1,
            strength: Some(level.into()),
            seed,
            network: self.network.clone(),
            ..PlayerConfig::default()
        };
        let Some(mut player) = config.player(StrategyId::Intuition) else {
            return;
        };
        let mut rng = engine::rng(seed);
        let mut game = Game::new();
        let mut past = PastSentences::default();
        while game.outcome().is_none() && game.ply() < MAX_PLIES {
            let moves = game.position().legal_moves();
            let mv = if game.ply() < RANDOM_PLIES {
                moves.choose(&mut rng).copied()
            } else {
                let mut control = Control {
                    clock: &StoppedClock,
                    stop: &NeverStop,
                    report: &mut |_| {},
                    rng: engine::rng(seed ^ game.position().key()),
                };
                let limits = SearchLimits::nodes(LEVEL_NODES);
                let decision = player.choose(&game, &limits, &mut control);
                let sound = decision.mv.and_then(|mv| self.sound(&game, mv));
                if let Some(sound) = sound
                    && past.tell(&game, &decision, &sound, told).is_break()
                {
                    return;
                }
                decision.mv
            };
            let Some(mv) = mv else {
                return;
            };
            game.play(mv).expect("players make legal moves");
        }
    }

    /// Tells of each move of a game until `told` breaks off, as if its player had searched as deep as the
    /// survey.
    pub fn explain_game(
        &mut self,
        whole: &Game,
        told: &mut dyn FnMut(&SurveyedMove<'_>) -> ControlFlow<()>,
    ) {
        let mut game = Game::from_position(*whole.start());
        let mut past = PastSentences::default();
        for &mv in whole.moves() {
            if let Some(sound) = self.sound(&game, mv) {
                let decision = decided(sound.played.clone());
                if past.tell(&game, &decision, &sound, told).is_break() {
                    return;
                }
            }
            game.play(mv).expect("a game has legal moves");
        }
    }

    fn sound(&mut self, game: &Game, mv: Move) -> Option<Sound> {
        self.searcher.new_game();
        Sound::search(game, mv, &mut self.searcher, self.nodes)
    }
}

/// What was said before, by side.
#[derive(Default)]
struct PastSentences {
    kinds: [Vec<ClaimKind>; 2],
    decisions: [Option<Decision>; 2],
}

impl PastSentences {
    fn tell(
        &mut self,
        game: &Game,
        decision: &Decision,
        sound: &Sound,
        told: &mut dyn FnMut(&SurveyedMove<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = game.position().side_to_move().index();
        let reason = why(&Facts {
            game,
            decision,
            earlier: self.decisions[side].as_ref(),
            sound: Some(sound),
            said: &self.kinds[side],
        });
        self.decisions[side] = Some(decision.clone());
        self.kinds[side].extend(reason.as_ref().map(MoveReason::kind));
        told(&SurveyedMove {
            game,
            mv: sound.played.pv[0],
            decision,
            sound,
            reason: reason.as_ref(),
        })
    }
}

/// The decision of a player who searched this line.
fn decided(line: Line) -> Decision {
    Decision {
        mv: line.pv.first().copied(),
        depth: line.depth,
        lines: vec![line],
        ..Decision::game_over(0)
    }
}
