//! The tree of a search in a stream: a summary, then each node.

use engine::rules::{Color, Game, Position};
use engine::search::{SearchTree, VisitKind};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

use super::answer::{MoveText, ScoreText, move_text};
use crate::schema::{CauseName, VisitKindName};

/// What is told before the nodes of a tree.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct TreeStep {
    /// Nodes and moves that follow.
    pub records: u32,
    /// Positions visited in the whole search.
    pub visits: u32,
    /// Branches of at most so many positions are folded; `null` where the tree is whole.
    pub fold_below: Option<u32>,
}

/// A position that was visited, or a move that was not searched. Scores are those of the side to move.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct NodeStep {
    /// Its number, in the order of the search, from 0.
    pub id: u32,
    /// The number of the node above it; `null` for the root, which is searched once a depth and again
    /// where its window failed.
    pub parent: Option<u32>,
    /// The number of the visit, from 1.
    pub visit: u32,
    /// Positions visited below it and itself; 0 for a move that was not searched.
    pub nodes: u32,
    /// The move that leads here; `null` after passing and where the position stays the same.
    #[serde(rename = "move")]
    pub mv: Option<MoveText>,
    /// Who is to move here.
    #[schema(value_type = crate::schema::Side)]
    pub to_move: Color,
    /// What it is visited for.
    #[schema(value_type = VisitKindName)]
    pub kind: VisitKind,
    /// Place in the order of the moves, from 0.
    pub order: u8,
    /// Plies left; 0 in quiescence.
    pub depth: i8,
    /// Plies by which it is searched less deep; negative: deeper.
    pub reduction: i8,
    /// The window's lower end; `null` where it is open.
    pub alpha: Option<ScoreText>,
    /// The window's upper end; `null` where it is open.
    pub beta: Option<ScoreText>,
    /// The score; `null` for a move that was not searched.
    pub score: Option<ScoreText>,
    /// Why it ended, or why the move was not searched.
    #[schema(value_type = CauseName)]
    pub cause: String,
    /// What the cause compared, in hundredths of a pawn or in what it counts.
    pub value: i16,
    /// What it was compared with.
    pub limit: i16,
    /// By cause: nodes and moves below it that are not told.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub folded: BTreeMap<&'static str, u32>,
}

/// Tells a tree node by node.
#[derive(Debug)]
pub struct TreeTeller<'a> {
    tree: &'a SearchTree,
    start: Position,
}

impl<'a> TreeTeller<'a> {
    /// For the tree of a search of `game`.
    pub fn new(game: &Game, tree: &'a SearchTree) -> Self {
        Self {
            tree,
            start: *game.position(),
        }
    }

    /// What comes first.
    pub fn summary(&self) -> TreeStep {
        TreeStep {
            records: self.tree.nodes().len() as u32,
            visits: self.tree.visits(),
            fold_below: self.tree.fold_below(),
        }
    }

    /// The node with this number; `None` after the last one.
    pub fn node(&self, id: u32) -> Option<NodeStep> {
        let node = self.tree.nodes().get(id as usize)?;
        let here = self.tree.position(&self.start, id);
        let before = match node.parent {
            Some(parent) => self.tree.position(&self.start, parent),
            None => self.start,
        };
        let (alpha, beta) = node.window();
        let folded = self.tree.folded(id);
        Some(NodeStep {
            id,
            parent: node.parent,
            visit: node.visit,
            nodes: node.nodes,
            mv: node.mv.map(|mv| move_text(&before, mv)),
            to_move: here.side_to_move(),
            kind: node.kind,
            order: node.order,
            depth: node.depth,
            reduction: node.reduction,
            alpha: alpha.map(ScoreText::from),
            beta: beta.map(ScoreText::from),
            score: node.score().map(ScoreText::from),
            cause: node.cause.name().to_owned(),
            value: node.value,
            limit: node.limit,
            folded: folded.map(|(cause, count)| (cause.name(), count)).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use engine::eval::Evaluation;
    use engine::player::Calculator;
    use engine::search::{SearchLimits, TreeRecorder};

    use super::*;

    #[test]
    fn every_node_is_told_once_with_its_move_and_side() {
        let game =
            Game::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1")
                .unwrap();
        let mut player = Calculator::new(1);
        player.set_eval(Evaluation::Tuned);
        for capacity in [100_000, 500] {
            let mut recorder = TreeRecorder::new(capacity);
            player.trace_by_limits(&game, &SearchLimits::depth(4), &mut recorder);
            let tree = recorder.into_tree();
            let teller = TreeTeller::new(&game, &tree);
            let summary = teller.summary();
            assert_eq!(summary.fold_below.is_some(), capacity == 500);
            let nodes: Vec<NodeStep> = (0..).map_while(|id| teller.node(id)).collect();
            assert_eq!(nodes.len() as u32, summary.records);
            for node in &nodes {
                let Some(parent) = node.parent else {
                    assert_eq!((node.to_move, &node.mv), (Color::Black, &None));
                    continue;
                };
                let parent = &nodes[parent as usize];
                let passes = node.mv.is_some() || node.kind == VisitKind::NullMove;
                assert_eq!(node.to_move != parent.to_move, passes, "{node:?}");
                assert_eq!(node.score.is_some(), node.nodes > 0);
            }
            let told: u32 = nodes
                .iter()
                .filter(|node| node.parent.is_none())
                .map(|node| node.nodes)
                .sum();
            assert_eq!(told, summary.visits);
        }
    }
}
