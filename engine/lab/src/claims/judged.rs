//! What is said of the moves of reviewed games.

use engine::eval::{EvalConfig, Evaluation, SharedEval};
use engine::explain::{MoveJudgement, MoveReason, REVIEW_NODES, ReviewedMove, Reviewer};
use engine::player::{Calculator, Player as _};
use engine::rules::{Game, Move};

/// The table of the reviews, MB, as on the page.
const HASH_MB: u32 = 16;

/// Reviews games as the page does, and judges their moves.
pub struct JudgementSurvey {
    searcher: Calculator,
    /// Nodes of a review's first search of each position; the others have as many more as on the page.
    nodes: u64,
}

/// Nodes of reviews.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewNodes {
    pub all: u64,
    /// Of the searches of moves that were not played, for whether a good move is one of few.
    pub of_others: u64,
}

/// A move of a reviewed game with what is said of it.
pub struct JudgedMove {
    /// The game before the move.
    pub game: Game,
    pub mv: Move,
    pub reviewed: ReviewedMove,
    pub judgement: MoveJudgement,
    /// The best move that the review found.
    pub best: Option<Move>,
}

impl JudgementSurvey {
    /// A survey whose reviews begin with searches of so many nodes.
    #[must_use]
    pub fn new(network: Option<SharedEval>, nodes: u64) -> JudgementSurvey {
        let mut searcher = Calculator::new(HASH_MB);
        searcher.remember(true);
        searcher.set_eval(EvalConfig {
            network,
            ..EvalConfig::from(Evaluation::Network)
        });
        JudgementSurvey { searcher, nodes }
    }

    /// Reviews a game, and tells of each move. Returns what the review took.
    pub fn judge_game(&mut self, whole: &Game, told: &mut dyn FnMut(&JudgedMove)) -> ReviewNodes {
        self.searcher.new_game();
        let mut nodes = ReviewNodes::default();
        let mut reviewer = Reviewer::new(whole);
        while let Some(wanted) = reviewer.wanted() {
            let mut limits = wanted.limits;
            let is_of_others = limits.multipv > 1;
            let scaled = |nodes: u64| (nodes * self.nodes / REVIEW_NODES).max(1);
            limits.nodes = limits.nodes.map(scaled);
            let game = game_at(whole, wanted.ply);
            let decision = self.searcher.choose_by_limits(&game, &limits);
            reviewer.found(&decision.lines);
            nodes.all += decision.nodes;
            nodes.of_others += if is_of_others { decision.nodes } else { 0 };
        }
        let reviewed = reviewer.finish();
        for (ply, &mv) in whole.moves().iter().enumerate() {
            let best = reviewed.best[ply].as_ref();
            told(&JudgedMove {
                game: game_at(whole, ply),
                mv,
                reviewed: reviewed.review.moves[ply],
                judgement: reviewed.judgement(whole, ply),
                best: best.and_then(|line| line.pv.first().copied()),
            });
        }
        nodes
    }
}

impl JudgedMove {
    /// What is said, each with the game before the move that it is said of, and with that move.
    #[must_use]
    pub fn assertions(&self) -> Vec<(Game, Move, &MoveReason)> {
        let MoveJudgement {
            allowed,
            missed,
            well_done,
            choice,
        } = &self.judgement;
        let replied = allowed.as_ref().map(|allowed| {
            // Without a reply the claim is of the move itself.
            let reply = allowed.proof.moves.get(1).copied().flatten();
            let mut game = self.game.clone();
            match reply.filter(|_| game.play(self.mv).is_ok()) {
                Some(reply) => (game, reply, allowed),
                None => (self.game.clone(), self.mv, allowed),
            }
        });
        let missed = missed.as_ref().zip(self.best);
        let missed = missed.map(|(missed, best)| (self.game.clone(), best, missed));
        let done = [well_done, choice].into_iter().flatten();
        let done = done.map(|done| (self.game.clone(), self.mv, done));
        [replied, missed]
            .into_iter()
            .flatten()
            .chain(done)
            .collect()
    }
}

/// The game after so many half-moves.
fn game_at(game: &Game, ply: usize) -> Game {
    let mut earlier = game.clone();
    while earlier.ply() > ply {
        earlier.undo();
    }
    earlier
}
