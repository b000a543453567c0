//! What a mistake has allowed or missed.

use engine::exercises::Exercise;
use engine::explain::{Claim, ClaimKind, MoveJudgement, MoveReason, chance, why_not};
use engine::rules::{Color, Game, Move, Piece, Position, Square};
use engine::search::{Line, SearchLimits};

use super::searcher::Searcher;

/// Nodes of the search for the best move; the played one has twice as many at most.
const NODES: u64 = 60_000;

/// A move that seemed to be a mistake, looked at again.
pub(super) struct MistakeCause {
    /// Percentage points; none where the move is the best.
    pub loss: f64,
    pub better: Move,
    /// What the opponent could do then.
    pub allowed: Option<ClaimKind>,
    /// What the best move would have done.
    pub missed: Option<ClaimKind>,
}

/// Looks for the cause of a mistake before a half-move; `exercise` is the one from this position. `None`
/// where a search was stopped.
pub(super) fn find_cause(
    game: &Game,
    ply: usize,
    exercise: Option<&Exercise>,
    searcher: &mut Searcher<'_, '_>,
) -> Option<MistakeCause> {
    let mut before = game.clone();
    while before.ply() > ply {
        before.undo();
    }
    let played = *game.moves().get(ply)?;
    let harmless = MistakeCause {
        loss: 0.0,
        better: played,
        allowed: None,
        missed: None,
    };
    let limits = SearchLimits::nodes(NODES);
    let best = searcher.search(&before, &limits, true)?.into_iter().next();
    let Some(best) = best else {
        return Some(harmless);
    };
    let better = match exercise.and_then(Exercise::best) {
        Some(better) => better,
        None => best.pv.first().copied().unwrap_or(played),
    };
    if better == played {
        return Some(harmless);
    }
    let limits = SearchLimits {
        depth: Some(best.depth.max(1)),
        searchmoves: vec![played],
        ..SearchLimits::nodes(2 * NODES)
    };
    let found = searcher.search(&before, &limits, false)?.into_iter().next();
    let Some(line) = found else {
        return Some(harmless);
    };
    let loss = match exercise {
        Some(exercise) => exercise.loss,
        None => (chance(best.score) - chance(line.score)).max(0.0),
    };
    let MoveJudgement {
        allowed, missed, ..
    } = MoveJudgement::of_bad_move(&before, &best, &line).unwrap_or_default();
    let kind = |reason: Option<MoveReason>| Some(reason?.kind());
    let idea = exercise.and_then(|exercise| Some(exercise.idea.as_ref()?.kind));
    // What the search's best move would have done is not said of another one.
    let missed = missed.filter(|_| best.pv.first() == Some(&better));
    Some(MistakeCause {
        loss,
        better,
        allowed: refutation(&before, played, &line, &best).or_else(|| kind(allowed)),
        missed: idea.or_else(|| kind(missed)),
    })
}

/// The kind of what is proved against the move.
fn refutation(before: &Game, played: Move, line: &Line, best: &Line) -> Option<ClaimKind> {
    let reason = why_not(before, played, line, best.score);
    match &reason.claim {
        Claim::AsGood | Claim::LessGood { .. } | Claim::Slower { .. } => None,
        Claim::AnswerMates(answer)
            if is_back_rank_mate(&before.position().play(played), answer.mv) =>
        {
            Some(ClaimKind::BackRank)
        }
        claim => Some(claim.kind()),
    }
}

/// Whether a mate is by a rook or queen on the rank that the king cannot leave.
fn is_back_rank_mate(position: &Position, mate: Move) -> bool {
    if !position.is_legal(mate) {
        return false;
    }
    let after = position.play(mate);
    let king = after.king(after.side_to_move());
    let first_rank = match after.side_to_move() {
        Color::White => 0,
        Color::Black => 7,
    };
    let on_rank = |square: Square| {
        let piece = after.piece_at(square).map(|(_, piece)| piece);
        square.rank() == king.rank() && matches!(piece, Some(Piece::Rook | Piece::Queen))
    };
    king.rank().index() == first_rank && after.checkers().into_iter().any(on_rank)
}
