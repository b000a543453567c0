//! `POST /api/v1/search` as a stream: an object for each finished depth, or batch of a tree search,
//! then the result.

use engine::rules::{Color, Game};
use engine::search::{Bound, Line, Report, RootMove};
use serde::Serialize;
use utoipa::ToSchema;

use super::answer::{
    AnswerLine, ExploredText, MoveText, ScoreText, SearchAnswer, explored, lines, move_text, nps,
};
use super::tree::{NodeStep, TreeStep};
use crate::problem::Problem;

/// One object of a stream; its `type` says which.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Step {
    /// A depth was finished.
    Depth(DepthStep),
    /// A tree search has come so far.
    Explored(ExploredStep),
    /// The tree of the search follows.
    Tree(TreeStep),
    /// A node of the tree.
    Node(Box<NodeStep>),
    /// Nothing new, and still at work.
    Heartbeat,
    /// The answer; nothing comes after it.
    Result(Box<SearchAnswer>),
    /// There is none, for this reason; nothing comes after it.
    Error(Problem),
}

/// A finished depth.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct DepthStep {
    /// In plies.
    pub depth: u8,
    /// The deepest ply that was reached.
    pub seldepth: u8,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Positions per second.
    pub nps: u64,
    /// Time since the search began, in milliseconds.
    pub time_ms: u64,
    /// The lines, best first, in white's view.
    pub lines: Vec<AnswerLine>,
    /// Every root move in the order in which it was searched. Empty for a tree search, and for the
    /// first depth that is told again where the depths before it are not kept.
    pub root_moves: Vec<RootMoveText>,
}

/// A root move with what the search made of it at this depth: as much as alpha-beta has to know.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct RootMoveText {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveText,
    /// White's view.
    pub score: ScoreText,
    /// What the score says of the true one.
    pub bound: BoundText,
    /// Positions visited below it at this depth.
    pub nodes: u64,
}

/// What a score says of the true one, in white's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoundText {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    AtLeast,
    /// The true one is at most this.
    AtMost,
}

/// How far a tree search has come.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ExploredStep {
    /// How often the tree was walked down.
    pub visits: u64,
    /// All root moves, best first.
    pub moves: Vec<ExploredMove>,
}

/// A root move of a tree search.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ExploredMove {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveText,
    /// What has become of it.
    #[serde(flatten)]
    pub found: ExploredText,
}

impl Step {
    /// The step's `type`.
    pub fn name(&self) -> &'static str {
        match self {
            Step::Depth(_) => "depth",
            Step::Explored(_) => "explored",
            Step::Tree(_) => "tree",
            Step::Node(_) => "node",
            Step::Heartbeat => "heartbeat",
            Step::Result(_) => "result",
            Step::Error(_) => "error",
        }
    }
}

/// Makes steps from a search's reports. The lines of a MultiPV depth are reported one by one; the
/// step follows the last one.
#[derive(Debug)]
pub struct StepBuilder {
    game: Game,
    /// The number of lines that complete a depth.
    multipv: usize,
    depth: Vec<Line>,
    root_moves: Vec<RootMove>,
}

impl StepBuilder {
    /// A builder for a search of `game` with at most `lines` lines.
    pub fn new(game: Game, lines: usize) -> Self {
        let most = game.position().legal_moves().len();
        Self {
            multipv: lines.min(most).max(1),
            game,
            depth: Vec::new(),
            root_moves: Vec::new(),
        }
    }

    /// The steps after this report: at most two, where a depth has fewer lines than were requested.
    pub fn take(&mut self, report: &Report) -> Vec<Step> {
        let mut steps = Vec::new();
        match report {
            Report::Depth(line) => {
                if line.rank == 1 {
                    steps.extend(self.whole_depth());
                }
                self.depth.push(line.clone());
                if self.depth.len() == self.multipv {
                    steps.extend(self.whole_depth());
                }
            }
            Report::Explored(moves) => {
                let position = self.game.position();
                let visits = moves.iter().map(|found| u64::from(found.visits)).sum();
                let moves = moves.iter().map(|found| ExploredMove {
                    mv: move_text(position, found.mv),
                    found: explored(position.side_to_move(), *found),
                });
                steps.push(Step::Explored(ExploredStep {
                    visits,
                    moves: moves.collect(),
                }));
            }
            Report::RootMove(found) => {
                self.root_moves.retain(|known| known.mv != found.mv);
                self.root_moves.push(found.clone());
            }
            Report::Trying(_) | Report::Unfinished { .. } => {}
        }
        steps
    }

    fn whole_depth(&mut self) -> Option<Step> {
        let found = std::mem::take(&mut self.depth);
        let (first, last) = (found.first()?, found.last()?);
        let searched = std::mem::take(&mut self.root_moves);
        let root_moves = searched.iter().filter(|found| found.depth == first.depth);
        Some(Step::Depth(DepthStep {
            depth: first.depth,
            seldepth: found.iter().map(|line| line.seldepth).max()?,
            nodes: last.nodes,
            nps: nps(last.nodes, last.time_ms),
            time_ms: last.time_ms,
            lines: lines(&self.game, &found),
            root_moves: root_moves.map(|found| self.root_move(found)).collect(),
        }))
    }

    fn root_move(&self, found: &RootMove) -> RootMoveText {
        let position = self.game.position();
        let mover = position.side_to_move();
        RootMoveText {
            mv: move_text(position, found.mv),
            score: found.score.for_white(mover).into(),
            bound: match (found.bound, mover) {
                (Bound::Exact, _) => BoundText::Exact,
                (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => BoundText::AtLeast,
                (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => BoundText::AtMost,
            },
            nodes: found.nodes,
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::search::Score;

    use super::*;

    fn report(game: &Game, rank: u8, depth: u8) -> Report {
        let moves = game.position().legal_moves();
        Report::Depth(Line {
            rank,
            depth,
            seldepth: depth + rank,
            score: Score::Cp(10 - i32::from(rank)),
            nodes: 100 * u64::from(depth) + u64::from(rank),
            time_ms: 0,
            hashfull: 0,
            explored: None,
            pv: vec![moves[usize::from(rank)]],
        })
    }

    fn depths(steps: &[Step]) -> Vec<(u8, usize)> {
        let depth = |step: &Step| match step {
            Step::Depth(found) => Some((found.depth, found.lines.len())),
            _ => None,
        };
        steps.iter().filter_map(depth).collect()
    }

    #[test]
    fn a_depth_is_told_once_with_all_its_lines() {
        let game = Game::new();
        let mut builder = StepBuilder::new(game.clone(), 2);
        let mut steps = Vec::new();
        for (rank, depth) in [(1, 1), (2, 1), (1, 2), (2, 2)] {
            steps.extend(builder.take(&report(&game, rank, depth)));
        }
        assert_eq!(depths(&steps), [(1, 2), (2, 2)]);
        let json = serde_json::to_value(&steps[1]).expect("json");
        assert_eq!(json["type"], "depth");
        assert_eq!(
            (&json["nodes"], &json["seldepth"]),
            (&202.into(), &4.into())
        );
        assert_eq!(json["lines"][0]["score"]["cp"], 9);
    }

    #[test]
    fn a_depth_tells_what_became_of_each_root_move_in_whites_view() {
        let mut game = Game::new();
        let mv = game.position().parse_uci("e2e4").expect("legal");
        game.play(mv).expect("legal");
        let mut builder = StepBuilder::new(game.clone(), 1);
        let moves = game.position().legal_moves();
        let searched = |index: usize, bound: Bound, cp: i32, depth: u8| {
            Report::RootMove(RootMove {
                mv: moves[index],
                score: Score::Cp(cp),
                bound,
                depth,
                number: index as u16 + 1,
                of: 20,
                nodes: 7,
            })
        };
        // The first one again, as a depth begins anew; one of another depth.
        for report in [
            searched(5, Bound::Exact, 90, 1),
            searched(1, Bound::Upper, 30, 2),
            searched(1, Bound::Exact, 10, 2),
            searched(2, Bound::Upper, 10, 2),
        ] {
            assert!(builder.take(&report).is_empty());
        }
        let steps = builder.take(&report(&game, 1, 2));
        let json = serde_json::to_value(&steps[0]).expect("json");
        let found = json["root_moves"].as_array().expect("a list");
        assert_eq!(found.len(), 2);
        assert_eq!(found[0]["bound"], "exact");
        assert_eq!(found[0]["score"]["cp"], -10);
        assert_eq!(found[1]["bound"], "at_least", "at most 10 for black");
        assert_eq!(found[1]["uci"], moves[2].to_string());
    }

    #[test]
    fn a_depth_with_fewer_lines_than_asked_for_is_told_with_the_next() {
        let game = Game::new();
        let mut builder = StepBuilder::new(game.clone(), 5);
        assert!(builder.take(&report(&game, 1, 1)).is_empty());
        let steps = builder.take(&report(&game, 1, 2));
        assert_eq!(depths(&steps), [(1, 1)]);
    }

    #[test]
    fn where_there_is_one_move_one_line_is_all() {
        let game = Game::from_fen("7k/8/8/8/8/8/r7/1r5K w - - 0 1").expect("legal");
        assert_eq!(game.position().legal_moves().len(), 0);
        assert_eq!(StepBuilder::new(game, 5).multipv, 1);
    }
}
