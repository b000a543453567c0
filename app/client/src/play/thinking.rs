//! What the opponent thinks about its move, as the page shows it.

use engine::{
    rules::{Move, Position, san},
    search::{Explored, Line, Report, RootMove, Score},
    short,
};
use wire::search::answer::nps;

use super::Evaluation;

/// At most so many candidates are shown on the board.
pub const CANDIDATES: usize = 3;
/// The arrow of a move that was hardly visited, per cent of the widest.
const THINNEST: u8 = 30;
/// The evaluation bar is full at so many centipawns (V5).
const FULL_BAR_CP: i32 = 800;
/// So many moves of a line are shown.
const SHOWN_PV: usize = 12;

/// What the opponent thinks, or thought, about one move.
#[derive(Debug, Clone, PartialEq)]
pub struct Thought {
    /// The position it thinks about.
    pub root: Position,
    /// That position's ply.
    pub ply: usize,
    /// The best line of each finished depth, shallow first (P3).
    pub lines: Vec<ThoughtLine>,
    /// The latest line of each rank, best first; as many as were asked for.
    ranked: Vec<Line>,
    /// The root moves of the depth in progress, in the order of searching (S11).
    pub root_moves: Vec<RootMove>,
    /// Of a tree search: all root moves, the best first.
    pub explored: Vec<Explored>,
    /// Positions visited so far.
    pub nodes: u64,
    /// Positions per second; 0 where no time was measured.
    pub nps: u64,
    /// Whether it is shown more slowly than it was.
    pub slowed: bool,
    /// Whether the move is made.
    pub finished: bool,
}

/// The best line of one depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThoughtLine {
    /// Depth in plies.
    pub depth: u8,
    /// The deepest ply reached.
    pub seldepth: u8,
    /// White's view.
    pub score: Score,
    /// Positions visited up to here.
    pub nodes: u64,
    /// Positions per second; 0 where no time was measured.
    pub nps: u64,
    /// Milliseconds since the search began.
    pub time_ms: u64,
    /// Of a tree search: how often it went down its tree until then.
    pub simulations: Option<u64>,
    /// The moves in SAN, the opponent's own first. The second is the reply that it expects.
    pub pv: Vec<String>,
    /// The same moves.
    pub moves: Vec<Move>,
}

/// A move that the opponent considers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// 1 for the best.
    pub rank: u8,
    /// White's view.
    pub score: Score,
    /// How wide to draw it, per cent: in a tree search by its share of the most visited one's
    /// visits, in steps of ten.
    pub width: u8,
}

impl Candidate {
    /// A move to be played, whoever looked for it.
    pub(super) fn advice(mv: Move) -> Self {
        Self {
            mv,
            rank: 1,
            score: Score::Cp(0),
            width: 100,
        }
    }
}

/// The line beside the board: how deep, how much, which move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveLine {
    /// Depth in plies.
    pub depth: u8,
    /// Positions visited.
    pub nodes: u64,
    /// Positions per second; 0 where no time was measured.
    pub nps: u64,
    /// White's view.
    pub score: Score,
    /// The best move so far, in SAN.
    pub best: String,
    /// The reply that is expected, in SAN; to be folded away until asked for.
    pub reply: Option<String>,
    /// Whether this is shown more slowly than it was.
    pub slowed: bool,
}

impl Thought {
    /// Nothing thought yet about the position at `ply`.
    pub fn new(root: Position, ply: usize) -> Self {
        Self {
            root,
            ply,
            lines: Vec::new(),
            ranked: Vec::new(),
            root_moves: Vec::new(),
            explored: Vec::new(),
            nodes: 0,
            nps: 0,
            slowed: false,
            finished: false,
        }
    }

    /// Takes in a report. Reports about moves that are not legal here are left out.
    pub fn take(&mut self, report: &Report) {
        match report {
            Report::RootMove(found) if self.root.is_legal(found.mv) => self.take_root_move(found),
            // Depth 0 is a guess from before the search.
            Report::Depth(line)
                if line.depth > 0 && line.pv.first().is_some_and(|&mv| self.root.is_legal(mv)) =>
            {
                self.take_line(line);
            }
            Report::Explored(moves) => {
                self.explored.clone_from(moves);
                self.explored.retain(|found| self.root.is_legal(found.mv));
            }
            _ => {}
        }
    }

    fn take_root_move(&mut self, found: &RootMove) {
        if self
            .root_moves
            .first()
            .is_some_and(|first| first.depth != found.depth)
        {
            self.root_moves.clear();
        }
        self.root_moves.retain(|known| known.mv != found.mv);
        self.root_moves.push(found.clone());
    }

    fn take_line(&mut self, line: &Line) {
        self.nodes = line.nodes;
        self.nps = nps(line.nodes, line.time_ms);
        // A rank's line stays until a deeper one replaces it, so that no arrow flickers.
        self.ranked.retain(|known| known.rank != line.rank);
        self.ranked.push(line.clone());
        short::sort_by_key(&mut self.ranked, |known| known.rank);
        if line.rank == 1 {
            let shown = self.shown_line(line);
            // A tree search may come back to a shorter line: what it believed beyond is past.
            self.lines.retain(|known| known.depth < line.depth);
            self.lines.push(shown);
        }
    }

    fn shown_line(&self, line: &Line) -> ThoughtLine {
        let shown = &line.pv[..line.pv.len().min(SHOWN_PV)];
        ThoughtLine {
            depth: line.depth,
            seldepth: line.seldepth,
            score: self.for_white(line.score),
            nodes: line.nodes,
            nps: nps(line.nodes, line.time_ms),
            time_ms: line.time_ms,
            simulations: self.simulations(),
            pv: wire::search::answer::pv_text(&self.root, shown).san,
            moves: shown.to_vec(),
        }
    }

    /// Of a tree search: how often it has gone down its tree.
    pub fn simulations(&self) -> Option<u64> {
        let visits = self.explored.iter().map(|found| u64::from(found.visits));
        (!self.explored.is_empty()).then(|| visits.sum())
    }

    /// The moves to show on the board, the best first: the best lines of the latest depth, then
    /// the root moves that were the best for a while in the depth in progress.
    pub fn candidates(&self) -> Vec<Candidate> {
        let visits = |line: &Line| line.explored.map(|found| u64::from(found.visits));
        let most = self.ranked.iter().filter_map(visits).max().unwrap_or(0);
        let width = |line: &Line| match visits(line) {
            Some(visits) => THINNEST + (visits * 7 / most.max(1)) as u8 * 10,
            None => 100,
        };
        let lines = self
            .ranked
            .iter()
            .filter_map(|line| Some((*line.pv.first()?, line.score, width(line))));
        let better = self
            .root_moves
            .iter()
            .rev()
            .map(|found| (found.mv, found.score, 100));
        let mut candidates: Vec<Candidate> = Vec::with_capacity(CANDIDATES);
        let mut add = |(mv, score, width): (Move, Score, u8)| {
            if candidates.len() < CANDIDATES && candidates.iter().all(|known| known.mv != mv) {
                candidates.push(Candidate {
                    mv,
                    rank: candidates.len() as u8 + 1,
                    score: self.for_white(score),
                    width,
                });
            }
        };
        if self.ranked.is_empty() {
            let mut better: Vec<_> = better.collect();
            short::sort_by_key(&mut better, |(_, score, _)| {
                std::cmp::Reverse(order(*score))
            });
            better.into_iter().for_each(&mut add);
        } else {
            lines.for_each(&mut add);
        }
        candidates
    }

    /// The line beside the board; `None` until something is known.
    pub fn live_line(&self) -> Option<LiveLine> {
        if let Some(line) = self.lines.last() {
            return Some(LiveLine {
                depth: line.depth,
                nodes: self.nodes,
                nps: self.nps,
                score: line.score,
                best: line.pv.first()?.clone(),
                reply: line.pv.get(1).cloned(),
                slowed: self.slowed,
            });
        }
        let best = self.candidates().into_iter().next()?;
        Some(LiveLine {
            depth: self.root_moves.last()?.depth,
            nodes: self.root_moves.iter().map(|found| found.nodes).sum(),
            nps: 0,
            score: best.score,
            best: san::write(&self.root, best.mv),
            reply: None,
            slowed: self.slowed,
        })
    }

    /// What the latest finished depth says about the position.
    pub(super) fn evaluation(&self) -> Option<Evaluation> {
        self.lines.last().map(|line| Evaluation {
            score: line.score,
            depth: line.depth,
            nodes: self.nodes,
            nps: self.nps,
        })
    }

    fn for_white(&self, score: Score) -> Score {
        score.for_white(self.root.side_to_move())
    }
}

/// White's share of the evaluation bar in per mille.
pub fn white_share(score: Score) -> u16 {
    let cp = match score {
        Score::Cp(cp) => cp.clamp(-FULL_BAR_CP, FULL_BAR_CP),
        Score::Mate(moves) if moves > 0 => FULL_BAR_CP,
        Score::Mate(_) => -FULL_BAR_CP,
    };
    // Between 0 and 1000 by the clamp.
    (500 + cp * 500 / FULL_BAR_CP) as u16
}

/// A number that grows with the score, mates included.
fn order(score: Score) -> i32 {
    /// Above every score in centipawns.
    const MATE: i32 = 1_000_000;
    match score {
        Score::Cp(cp) => cp,
        Score::Mate(moves) if moves > 0 => MATE - moves,
        Score::Mate(moves) => -MATE - moves,
    }
}

#[cfg(test)]
mod tests {
    use engine::search::Bound;

    use super::*;

    fn mv(text: &str) -> Move {
        Position::startpos().parse_uci(text).unwrap()
    }

    fn line(depth: u8, rank: u8, cp: i32, first: &str) -> Report {
        Report::Depth(Line {
            rank,
            depth,
            seldepth: depth,
            score: Score::Cp(cp),
            nodes: 100 * u64::from(depth),
            time_ms: 10,
            hashfull: 0,
            explored: None,
            pv: vec![mv(first)],
        })
    }

    fn root_move(depth: u8, cp: i32, text: &str) -> Report {
        Report::RootMove(RootMove {
            mv: mv(text),
            score: Score::Cp(cp),
            bound: Bound::Exact,
            depth,
            number: 1,
            of: 20,
            nodes: 5,
        })
    }

    fn thought(reports: &[Report]) -> Thought {
        let mut thought = Thought::new(Position::startpos(), 0);
        reports.iter().for_each(|report| thought.take(report));
        thought
    }

    #[test]
    fn before_the_first_depth_the_best_root_moves_are_shown() {
        let thought = thought(&[
            root_move(1, 10, "a2a3"),
            root_move(1, 30, "e2e4"),
            root_move(1, 20, "d2d4"),
            root_move(1, -5, "h2h4"),
        ]);
        let moves: Vec<_> = thought.candidates().iter().map(|found| found.mv).collect();
        assert_eq!(moves, [mv("e2e4"), mv("d2d4"), mv("a2a3")]);
        let live = thought.live_line().unwrap();
        assert_eq!((live.best.as_str(), live.depth, live.nodes), ("e4", 1, 20));
    }

    #[test]
    fn a_finished_depth_replaces_the_candidates_of_the_one_before() {
        let thought = thought(&[
            line(1, 1, 30, "e2e4"),
            line(1, 2, 20, "d2d4"),
            line(2, 1, 25, "d2d4"),
        ]);
        let moves: Vec<_> = thought
            .candidates()
            .iter()
            .map(|found| (found.mv, found.rank))
            .collect();
        assert_eq!(moves, [(mv("d2d4"), 1)]);
        let depths: Vec<_> = thought.lines.iter().map(|line| line.depth).collect();
        assert_eq!(depths, [1, 2]);
        assert_eq!(thought.nps, 20_000);
    }

    #[test]
    fn the_lines_of_a_tree_search_stay_in_order_and_end_with_the_latest() {
        let found = thought(&[
            line(3, 1, 30, "e2e4"),
            line(5, 1, 20, "d2d4"),
            line(4, 1, 25, "e2e4"),
        ]);
        let depths: Vec<_> = found.lines.iter().map(|line| line.depth).collect();
        assert_eq!(depths, [3, 4]);
        assert_eq!(
            found.live_line().map(|line| line.best),
            Some("e4".to_owned())
        );
    }

    #[test]
    fn a_report_about_an_illegal_move_is_left_out() {
        let elsewhere = Position::startpos()
            .play(mv("e2e4"))
            .parse_uci("e7e5")
            .unwrap();
        let mut thought = thought(&[]);
        thought.take(&Report::RootMove(RootMove {
            mv: elsewhere,
            score: Score::Cp(0),
            bound: Bound::Exact,
            depth: 1,
            number: 1,
            of: 1,
            nodes: 1,
        }));
        assert_eq!(thought.live_line(), None);
    }

    #[test]
    fn the_latest_visits_of_a_tree_search_are_kept() {
        let explored = |text: &str, visits| Explored {
            mv: mv(text),
            visits,
            q: 20,
            prior: 50,
        };
        let elsewhere = Explored {
            mv: Position::startpos()
                .play(mv("e2e4"))
                .parse_uci("e7e5")
                .unwrap(),
            ..explored("e2e4", 5)
        };
        let found = vec![explored("d2d4", 60), explored("e2e4", 30)];
        let thought = thought(&[
            Report::Explored(vec![explored("e2e4", 20), explored("d2d4", 10)]),
            Report::Explored([&found[..], &[elsewhere]].concat()),
            line(1, 1, 30, "d2d4"),
        ]);
        assert_eq!(thought.explored, found);
        assert_eq!(thought.simulations(), Some(90));
        assert_eq!(thought.lines[0].simulations, Some(90));
    }

    #[test]
    fn the_bar_is_in_the_middle_at_zero_and_full_at_800_centipawns() {
        for (score, share) in [
            (Score::Cp(0), 500),
            (Score::Cp(80), 550),
            (Score::Cp(800), 1000),
            (Score::Cp(5000), 1000),
            (Score::Cp(-800), 0),
            (Score::Mate(3), 1000),
            (Score::Mate(-1), 0),
        ] {
            assert_eq!(white_share(score), share, "{score:?}");
        }
    }

    #[test]
    fn a_quicker_mate_is_better_and_a_later_one_against_us_too() {
        let scores = [
            Score::Mate(-1),
            Score::Mate(-9),
            Score::Cp(-3000),
            Score::Cp(0),
            Score::Mate(9),
            Score::Mate(1),
        ];
        assert!(
            scores
                .windows(2)
                .all(|pair| order(pair[0]) < order(pair[1]))
        );
    }
}
