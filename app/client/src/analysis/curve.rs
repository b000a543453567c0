//! White's winning chances over a game, as far as they are known.

use engine::explain::{Verdict, chance, white_chance};
use engine::rules::pgn::{StatedEvaluation, StatedScore};
use engine::rules::{Color, NodeId};
use engine::search::Score;

use super::{AnalysisState, ReviewState, RunningReview};

/// The curve of the shown line, or of the reviewed one.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChanceCurve {
    /// The nodes of the line, the start first.
    pub nodes: Vec<NodeId>,
    /// The known points, in their order.
    pub points: Vec<ChancePoint>,
    /// Bad moves, by index of the node after them.
    pub marks: Vec<(usize, Verdict)>,
}

/// A known point of a curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChancePoint {
    /// The index of the node.
    pub index: usize,
    /// White's winning chance, percent.
    pub chance: f64,
    /// Whether it stands in until the position is searched: a score that came with the game, or of
    /// another search than the review that is running.
    pub is_stand_in: bool,
}

impl ChanceCurve {
    #[must_use]
    pub fn of(state: &AnalysisState) -> Self {
        // A reviewed game stays shown while a variation is tried.
        match &state.review {
            ReviewState::Done(done) => Self {
                // The review's own chances, so that they agree with its marks.
                points: searched(&done.review.chances),
                marks: (1..)
                    .zip(&done.review.moves)
                    .filter_map(|(index, mv)| Some((index, mv.verdict?)))
                    .collect(),
                nodes: done.nodes.clone(),
            },
            ReviewState::Running(running) => Self::so_far(state, running),
            ReviewState::None => {
                let nodes: Vec<NodeId> = [NodeId::START]
                    .into_iter()
                    .chain(state.current_line())
                    .collect();
                let points = nodes.iter().enumerate().filter_map(|(index, &at)| {
                    let own = own_chance(state, at);
                    Some(ChancePoint {
                        index,
                        chance: own.or_else(|| stated_chance(state, at))?,
                        is_stand_in: own.is_none(),
                    })
                });
                Self {
                    points: points.collect(),
                    marks: Vec::new(),
                    nodes,
                }
            }
        }
    }

    /// What a running review has found, and what stands in for the rest.
    fn so_far(state: &AnalysisState, running: &RunningReview) -> Self {
        let found = running.chances(state);
        let points = running.nodes.iter().zip(found).enumerate();
        let points = points.filter_map(|(index, (&at, found))| {
            let stand_in = || stated_chance(state, at).or_else(|| own_chance(state, at));
            Some(ChancePoint {
                index,
                chance: found.or_else(stand_in)?,
                is_stand_in: found.is_none(),
            })
        });
        Self {
            points: points.collect(),
            marks: Vec::new(),
            nodes: running.nodes.clone(),
        }
    }

    /// White's chance at the node of an index, percent, if it is known.
    #[must_use]
    pub fn chance(&self, index: usize) -> Option<f64> {
        let found = self.points.iter().find(|point| point.index == index);
        found.map(|point| point.chance)
    }

    /// The index of the last node on a path that is in the curve.
    #[must_use]
    pub fn last_of(&self, path: &[NodeId]) -> Option<usize> {
        let shared = path.iter().rev().chain(&[NodeId::START]);
        shared
            .filter_map(|at| self.nodes.iter().position(|known| known == at))
            .next()
    }

    /// Whether some points stand in for others.
    #[must_use]
    pub fn has_stand_ins(&self) -> bool {
        self.points.iter().any(|point| point.is_stand_in)
    }
}

impl RunningReview {
    /// White's chances in the positions, percent, as the finished review will have them; `None` for those
    /// that are not reviewed yet.
    fn chances(&self, state: &AnalysisState) -> Vec<Option<f64>> {
        let reviewed = self.reviewer.reviewed();
        let first = self.nodes.len().saturating_sub(reviewed.len());
        let mut chances = vec![None; first];
        for (&at, found) in self.nodes.iter().skip(first).zip(reviewed) {
            let position = state.tree.position(at);
            let score = match found.best {
                Some(line) => line.score,
                None if position.in_check() && !position.has_legal_move() => Score::Mate(0),
                None => Score::Cp(0),
            };
            chances.push(Some(match position.side_to_move() {
                Color::White => chance(score),
                Color::Black => 100.0 - chance(score),
            }));
        }
        chances
    }
}

fn searched(chances: &[f64]) -> Vec<ChancePoint> {
    let point = |(index, &chance)| ChancePoint {
        index,
        chance,
        is_stand_in: false,
    };
    chances.iter().enumerate().map(point).collect()
}

/// By the page's own searches.
fn own_chance(state: &AnalysisState, at: NodeId) -> Option<f64> {
    let to_move = state.tree.position(at).side_to_move();
    Some(white_chance(state.score(at)?, to_move))
}

/// By the evaluation that the PGN states.
fn stated_chance(state: &AnalysisState, at: NodeId) -> Option<f64> {
    let StatedEvaluation { score, .. } = state.annotations_at(at)?.evaluation()?;
    let score = match score {
        StatedScore::Cp(cp) => Score::Cp(cp),
        StatedScore::Mate(moves) => Score::Mate(moves.into()),
    };
    Some(white_chance(score, state.tree.position(at).side_to_move()))
}
