//! The opponent's search as the page shows it.

use engine::rules::{Move, Position, san};
use engine::search::{Explored, Line, Report, RootMove, Score};
use engine::short;
use wire::search::answer::nps;

/// The most candidates on the board.
pub const MAX_CANDIDATES: usize = 3;
/// The width of the arrow of a hardly visited move, per cent of the widest.
const MIN_ARROW_WIDTH: u8 = 30;
/// The score at which the evaluation bar is full, centipawns.
const FULL_BAR_CP: i32 = 800;
/// The most moves of a line that are shown.
const MAX_PV_MOVES: usize = 12;

/// The evaluation of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evaluation {
    /// White's view.
    pub score: Score,
    /// Plies.
    pub depth: u8,
    pub nodes: u64,
    /// Nodes per second; 0 where no time was measured.
    pub nps: u64,
}

/// The search for one move, while it runs and afterwards.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchView {
    /// The position that is searched.
    pub root: Position,
    /// Its ply.
    pub ply: usize,
    /// The best line of each finished depth, shallow first.
    pub lines: Vec<DepthLine>,
    /// The latest line of each MultiPV rank, best first.
    ranked: Vec<Line>,
    /// The root moves of the depth in progress, in search order.
    pub root_moves: Vec<RootMove>,
    /// All root moves of a tree search, best first.
    pub explored: Vec<Explored>,
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes per second; 0 where no time was measured.
    pub nps: u64,
    /// Whether it is shown more slowly than it ran.
    pub slowed: bool,
    /// Whether the move is played.
    pub finished: bool,
}

/// The best line of one depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepthLine {
    /// Plies.
    pub depth: u8,
    /// The deepest ply reached.
    pub seldepth: u8,
    /// White's view.
    pub score: Score,
    /// Nodes up to here.
    pub nodes: u64,
    /// Nodes per second; 0 where no time was measured.
    pub nps: u64,
    /// Milliseconds since the search began.
    pub time_ms: u64,
    /// Simulations of a tree search up to here.
    pub simulations: Option<u64>,
    /// The moves in SAN, the opponent's first; the second is the reply that it expects.
    pub pv: Vec<String>,
    pub moves: Vec<Move>,
}

/// A move that the opponent considers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    pub mv: Move,
    /// 1 for the best.
    pub rank: u8,
    /// White's view.
    pub score: Score,
    /// The arrow's width, per cent: in a tree search in proportion to the most visited move, in
    /// steps of ten.
    pub width: u8,
}

impl Candidate {
    /// The arrow of a hint.
    pub(super) fn hint(mv: Move) -> Self {
        Self {
            mv,
            rank: 1,
            score: Score::Cp(0),
            width: 100,
        }
    }
}

/// The search in one line, beside the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveLine {
    /// Plies.
    pub depth: u8,
    pub nodes: u64,
    /// Nodes per second; 0 where no time was measured.
    pub nps: u64,
    /// White's view.
    pub score: Score,
    /// The best move so far, in SAN.
    pub best: String,
    /// The expected reply in SAN, hidden until asked for.
    pub reply: Option<String>,
    /// Whether it is shown more slowly than it ran.
    pub slowed: bool,
}

impl SearchView {
    /// A view before the first report of the position at `ply`.
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

    /// Adds a report. Moves that are illegal in this position are ignored.
    pub fn add_report(&mut self, report: &Report) {
        match report {
            Report::RootMove(found) if self.root.is_legal(found.mv) => self.add_root_move(found),
            // Depth 0 is the static evaluation.
            Report::Depth(line)
                if line.depth > 0 && line.pv.first().is_some_and(|&mv| self.root.is_legal(mv)) =>
            {
                self.add_line(line);
            }
            Report::Explored(moves) => {
                self.explored.clone_from(moves);
                self.explored.retain(|found| self.root.is_legal(found.mv));
            }
            _ => {}
        }
    }

    fn add_root_move(&mut self, found: &RootMove) {
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

    fn add_line(&mut self, line: &Line) {
        self.nodes = line.nodes;
        self.nps = nps(line.nodes, line.time_ms);
        // A rank's line stays until a deeper one replaces it, so that no arrow flickers.
        self.ranked.retain(|known| known.rank != line.rank);
        self.ranked.push(line.clone());
        short::sort_by_key(&mut self.ranked, |known| known.rank);
        if line.rank == 1 {
            let shown = self.shown_line(line);
            // A tree search may return to a shorter line; longer ones are then outdated.
            self.lines.retain(|known| known.depth < line.depth);
            self.lines.push(shown);
        }
    }

    fn shown_line(&self, line: &Line) -> DepthLine {
        let shown = &line.pv[..line.pv.len().min(MAX_PV_MOVES)];
        DepthLine {
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

    /// Simulations of a tree search.
    pub fn simulations(&self) -> Option<u64> {
        let visits = self.explored.iter().map(|found| u64::from(found.visits));
        (!self.explored.is_empty()).then(|| visits.sum())
    }

    /// The moves to show on the board, best first: the best lines of the latest depth, then the
    /// former best root moves of the depth in progress.
    pub fn candidates(&self) -> Vec<Candidate> {
        let visits = |line: &Line| line.explored.map(|found| u64::from(found.visits));
        let most = self.ranked.iter().filter_map(visits).max().unwrap_or(0);
        let width = |line: &Line| match visits(line) {
            Some(visits) => MIN_ARROW_WIDTH + (visits * 7 / most.max(1)) as u8 * 10,
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
        let mut candidates: Vec<Candidate> = Vec::with_capacity(MAX_CANDIDATES);
        let mut add = |(mv, score, width): (Move, Score, u8)| {
            if candidates.len() < MAX_CANDIDATES && candidates.iter().all(|known| known.mv != mv) {
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
                std::cmp::Reverse(sort_key(*score))
            });
            better.into_iter().for_each(&mut add);
        } else {
            lines.for_each(&mut add);
        }
        candidates
    }

    /// `None` before the first report.
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

    /// The evaluation of the latest finished depth.
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
fn sort_key(score: Score) -> i32 {
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

    fn thought(reports: &[Report]) -> SearchView {
        let mut thought = SearchView::new(Position::startpos(), 0);
        reports.iter().for_each(|report| thought.add_report(report));
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
        thought.add_report(&Report::RootMove(RootMove {
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
                .all(|pair| sort_key(pair[0]) < sort_key(pair[1]))
        );
    }
}
