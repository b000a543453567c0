//! The tree in words: what a node is, why it ended, what a rule compared.

use client::theatre::TreeView;
use engine::rules::{Color, Position, san};
use engine::search::{Cause, CauseFamily, Score, TraceNode, VisitKind};

use crate::components::shared::format::{color_name, count, counted, score};

/// A node's move, or what stands in its place.
pub fn move_name(view: &TreeView, index: u32) -> String {
    let node = view.node(index);
    match (node.mv, node.kind) {
        (Some(mv), _) => san::write(&view.position_before(index), mv),
        (None, VisitKind::Root) => "Start".to_owned(),
        (None, VisitKind::NullMove) => "pass".to_owned(),
        (None, VisitKind::Verification) => "without passing".to_owned(),
        (None, VisitKind::Singular) => "without its best".to_owned(),
        (None, VisitKind::Razoring) => "captures only".to_owned(),
        (None, _) => "again".to_owned(),
    }
}

/// A search of the root: its depth, and where it was repeated, which try it is.
pub fn root_name(view: &TreeView, place: usize) -> String {
    let roots = view.roots();
    let depth = |place: usize| view.node(roots[place]).depth;
    let tries = roots[..place]
        .iter()
        .filter(|&&root| view.node(root).depth == depth(place))
        .count();
    match tries {
        0 => format!("Depth {}", depth(place)),
        tries => format!("Depth {}, try {}", depth(place), tries + 1),
    }
}

/// What a visit is, where it is not plainly a move.
pub fn kind_name(kind: VisitKind) -> Option<&'static str> {
    Some(match kind {
        VisitKind::Root | VisitKind::Move => return None,
        VisitKind::Unreduced => "again, to its full depth",
        VisitKind::OpenWindow => "again, for its exact score",
        VisitKind::NullMove => "the other side moves twice",
        VisitKind::Verification => "the same position, without passing",
        VisitKind::Singular => "the same position without its best move",
        VisitKind::Razoring => "the same position, captures only",
        VisitKind::ProbCut => "a shallow try of a capture",
    })
}

/// A cause's name on the page.
pub fn cause_name(cause: Cause) -> &'static str {
    match cause {
        Cause::AllMoves => "All moves searched",
        Cause::Draw => "Draw",
        Cause::NoMove => "Mate or stalemate",
        Cause::MateDistance => "A shorter mate is known",
        Cause::Table => "Known already",
        Cause::Tablebase => "Solved ending",
        Cause::HashMove => "Refuted by the table\u{2019}s move",
        Cause::Capture => "Refuted by a capture",
        Cause::Killer => "Refuted by a killer",
        Cause::Quiet => "Refuted by a quiet move",
        Cause::StandPat => "Good enough as it stands",
        Cause::Leaf => "Evaluated",
        Cause::ReverseFutility => "Far above beta",
        Cause::Razoring => "Far below alpha",
        Cause::NullMove => "Passing is enough",
        Cause::ProbCut => "A capture is enough",
        Cause::MultiCut => "Several moves are enough",
        Cause::LateMove => "Late move",
        Cause::Futility => "Futile move",
        Cause::Exchange => "Losing exchange",
        Cause::Delta => "Too small a capture",
        Cause::Interrupted => "Interrupted",
    }
}

/// The field's term for a cause.
pub fn cause_term(cause: Cause) -> &'static str {
    match cause {
        Cause::AllMoves => "exact, or below alpha",
        Cause::Draw => "repetition, fifty moves, material",
        Cause::NoMove => "the game is over",
        Cause::MateDistance => "mate distance pruning",
        Cause::Table => "transposition table",
        Cause::Tablebase => "endgame table",
        Cause::HashMove => "beta cutoff, hash move",
        Cause::Capture => "beta cutoff, capture",
        Cause::Killer => "beta cutoff, killer move",
        Cause::Quiet => "beta cutoff, history",
        Cause::StandPat => "stand pat, quiescence",
        Cause::Leaf => "static evaluation",
        Cause::ReverseFutility => "reverse futility pruning",
        Cause::Razoring => "razoring",
        Cause::NullMove => "null move pruning",
        Cause::ProbCut => "ProbCut",
        Cause::MultiCut => "multi-cut",
        Cause::LateMove => "late move pruning",
        Cause::Futility => "futility pruning",
        Cause::Exchange => "static exchange evaluation",
        Cause::Delta => "delta pruning",
        Cause::Interrupted => "limit of nodes or stop",
    }
}

/// A family's name on the page.
pub fn family_name(family: CauseFamily) -> &'static str {
    match family {
        CauseFamily::Proof => "Proofs",
        CauseFamily::Bet => "Bets",
        CauseFamily::Evaluation => "Judgements",
    }
}

/// A number of centipawns as pawns.
fn pawns(centipawns: i16) -> String {
    score(Score::Cp(centipawns.into()))
}

/// A distance of centipawns as pawns, without a sign.
fn margin(centipawns: i16) -> String {
    pawns(centipawns.saturating_abs()).replace('+', "")
}

/// An internal score as pawns, or as a mate.
fn bound(value: Option<Score>) -> String {
    value.map_or_else(|| "nothing yet".to_owned(), score)
}

/// Who moves at a node.
fn mover(position: &Position) -> &'static str {
    color_name(position.side_to_move())
}

/// Why a node ended, or why its move was not searched, with the rule's own numbers. Scores are those of
/// the side that the sentence names.
pub fn reason(view: &TreeView, index: u32) -> String {
    let node = view.node(index);
    let (position, _) = view.board(index);
    let side = mover(&position);
    let (alpha, beta) = node.window();
    let (value, limit) = (node.value, node.limit);
    let found = bound(node.score());
    let best = view.best_child(index).map(|best| move_name(view, best));
    let refutation = || best.clone().unwrap_or_else(|| "A move".to_owned());
    let refuted = |how: &str| {
        format!(
            "{} gives {side} {found}, and {} was enough: {how} The other moves need no look.",
            refutation(),
            bound(beta)
        )
    };
    match node.cause {
        Cause::AllMoves => all_moves(node, side, best),
        Cause::Draw => "A draw: repeated, fifty moves, or too little material.".to_owned(),
        Cause::NoMove if position.in_check() => format!("{side} is mated."),
        Cause::NoMove => format!("{side} is stalemated: a draw."),
        Cause::MateDistance => {
            "A shorter mate is known already: nothing here can matter.".to_owned()
        }
        Cause::Table => format!(
            "Known from before: searched {value} deep, {limit} needed. The score is {found} for {side}."
        ),
        Cause::Tablebase => format!("A table of this ending has the result: {found} for {side}."),
        Cause::HashMove => refuted("it was the best move here before, so it came first."),
        Cause::Capture => refuted("captures come early, the largest first."),
        Cause::Killer => refuted("it has refuted other moves at this depth."),
        Cause::Quiet => refuted("a quiet move that has often been good."),
        Cause::StandPat => format!(
            "{side} stands at {} and need not capture: {} is enough.",
            pawns(value),
            bound(beta)
        ),
        Cause::Leaf => format!("The line ends here: the evaluation is {found} for {side}."),
        Cause::ReverseFutility if limit == node.beta => format!(
            "A bet: the evaluation for {side}, {}, is above beta, {}. At depth {} no margin is asked while it is improving.",
            pawns(value),
            bound(beta),
            node.depth
        ),
        Cause::ReverseFutility => format!(
            "A bet: the evaluation for {side}, {}, is above beta, {}, by more than the margin of {} at depth {}.",
            pawns(value),
            bound(beta),
            margin(limit.saturating_sub(node.beta)),
            node.depth
        ),
        Cause::Razoring => format!(
            "A bet: the evaluation for {side}, {}, is below alpha, {}, by more than the margin of {}, and captures do not help.",
            pawns(value),
            bound(alpha),
            margin(node.alpha.saturating_sub(limit))
        ),
        Cause::NullMove => format!(
            "A bet: even if {side} passes, it stands at {}; {} is enough.",
            pawns(value),
            pawns(limit)
        ),
        Cause::ProbCut => format!(
            "A bet: a capture gives {side} {} in a shallow search, more than {}, which is {} above beta.",
            pawns(value),
            pawns(limit),
            margin(limit.saturating_sub(node.beta))
        ),
        Cause::MultiCut => format!(
            "A bet: even without its best move {side} has {} in a shallow search; {} is enough.",
            pawns(value),
            pawns(limit)
        ),
        Cause::LateMove => format!(
            "A bet: not searched, because it is quiet and comes after {}; here {} are enough.",
            counted(value.unsigned_abs().into(), "move"),
            limit
        ),
        Cause::Futility => format!(
            "A bet: not searched, because the evaluation, {}, is not above {}: a quiet move will not make up for that.",
            pawns(value),
            pawns(limit)
        ),
        Cause::Exchange => format!(
            "A bet: not searched, because the exchange loses more than {}.",
            margin(limit)
        ),
        Cause::Delta => format!(
            "A bet: not searched, because the capture gives {} at best; more than {} is needed.",
            pawns(value),
            pawns(limit)
        ),
        Cause::Interrupted => "The search ended here.".to_owned(),
    }
}

/// The reason of a node whose moves were all searched, or bet against; `best` is the move of its score.
fn all_moves(node: &TraceNode, side: &str, best: Option<String>) -> String {
    let (alpha, _) = node.window();
    let found = bound(node.score());
    let looked = match node.depth {
        ..=0 => "Only captures were looked at",
        1.. => "Every move was searched or bet against",
    };
    if node.score >= node.beta {
        return format!(
            "{side} has at least {found}, more than was expected: it is searched again with a wider window."
        );
    }
    if node.score <= node.alpha {
        return format!(
            "{looked}, and none gives {side} more than {}.",
            bound(alpha)
        );
    }
    match (best, node.depth) {
        (Some(best), _) => format!("{looked}. The best, {best}, gives {side} {found}."),
        (None, ..=0) => {
            format!("{looked}, and none is better for {side} than to leave it: {found}.")
        }
        (None, 1..) => format!("{looked}. The best gives {side} {found}."),
    }
}

/// What a wrong bet has cost at the root, centipawns.
pub fn cost_text(cost: u32, other_move: bool) -> String {
    let pawns = || margin(cost.min(1_000) as i16);
    match (cost, other_move) {
        (0, false) => "no cost".to_owned(),
        (0, true) => "another move".to_owned(),
        (1..5, false) => "hardly anything".to_owned(),
        (1..5, true) => "hardly anything, another move".to_owned(),
        (_, false) => pawns(),
        (_, true) => format!("{}, another move", pawns()),
    }
}

/// A node's figures: score in White's view, depth, window, nodes below.
pub fn figures(view: &TreeView, index: u32) -> Vec<(&'static str, String)> {
    let node = view.node(index);
    let (position, _) = view.board(index);
    let side = position.side_to_move();
    let white = |value: Option<Score>, open: &str| {
        value.map_or_else(|| open.to_owned(), |value| score(value.for_white(side)))
    };
    let (alpha, beta) = node.window();
    let (low, high) = match side {
        Color::White => (white(alpha, "\u{2212}\u{221e}"), white(beta, "\u{221e}")),
        Color::Black => (white(beta, "\u{2212}\u{221e}"), white(alpha, "\u{221e}")),
    };
    let mut figures = Vec::new();
    if node.nodes > 0 {
        figures.push(("Score", white(node.score(), "")));
        figures.push(("Window", format!("{low} to {high}")));
    }
    figures.push(("Plies left", node.depth.max(0).to_string()));
    match node.reduction {
        0 => {}
        1.. => figures.push(("Reduced by", node.reduction.to_string())),
        ..0 => figures.push(("Extended by", (-node.reduction).to_string())),
    }
    if node.nodes > 0 {
        figures.push(("Positions", count(node.nodes.into())));
    }
    if node.mv.is_some() {
        figures.push(("Place in order", (usize::from(node.order) + 1).to_string()));
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_has_a_name_and_a_term_of_its_own() {
        for (index, &cause) in Cause::ALL.iter().enumerate() {
            assert!(!cause_name(cause).is_empty() && !cause_term(cause).is_empty());
            for &other in &Cause::ALL[..index] {
                assert_ne!(cause_name(other), cause_name(cause));
                assert_ne!(cause_term(other), cause_term(cause));
            }
        }
    }
}
