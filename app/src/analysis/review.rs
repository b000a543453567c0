//! A whole game gone through: every position is looked at, then it is said where the game turned.

use std::collections::BTreeMap;

use engine::explain::{self, Review, Verdict, white_chance, why_not};
use engine::rules::{Color, Move, NodeId, Position, san};
use engine::search::{Line, Score, SearchLimits};

use super::state::{Analysis, Effect};

/// Each position is looked at for so many nodes: always the same review of the same game.
const NODES: u64 = 200_000;

/// How far the review is.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Reviewing {
    #[default]
    None,
    Running(Running),
    Done(Reviewed),
}

/// A review in progress.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Running {
    /// The game's places, the start first.
    places: Vec<NodeId>,
    /// The best line of each that was looked at, the mover's view.
    lines: BTreeMap<NodeId, Line>,
    /// How many of the places are left: the last ones are looked at first, so that what follows a
    /// move is known when the move is judged.
    left: usize,
    /// The line of the move that was played from the next place, where the search chose that move
    /// and what follows it tells that it is no good: then the other moves are looked at, too.
    doubted: Option<Line>,
}

impl Reviewing {
    /// Whether a place is part of the game that is, or was, gone through.
    pub(super) fn goes_through(&self, at: NodeId) -> bool {
        match self {
            Self::None => false,
            Self::Running(running) => running.places.contains(&at),
            Self::Done(done) => done.places.contains(&at),
        }
    }

    /// Whether the moves beside the one that was played are being looked at.
    pub(super) fn doubts(&self) -> bool {
        matches!(self, Self::Running(running) if running.doubted.is_some())
    }
}

impl Running {
    /// Nothing is looked at yet.
    fn through(places: Vec<NodeId>) -> Self {
        Self {
            left: places.len(),
            places,
            lines: BTreeMap::new(),
            doubted: None,
        }
    }

    /// How many positions were looked at, of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.places.len() - self.left, self.places.len())
    }
}

/// A game's review.
#[derive(Debug, Clone, PartialEq)]
pub struct Reviewed {
    /// The game's places, the start first.
    pub places: Vec<NodeId>,
    /// Chances, losses and accuracies.
    pub review: Review,
    /// What there is to say of its turning points.
    pub turns: Vec<Turn>,
}

/// A move with which the game turned.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// The place after the move.
    pub at: NodeId,
    /// With its number: `12… Qxb2`.
    pub mv: String,
    pub verdict: Option<Verdict>,
    /// The better line, in SAN, and its moves.
    pub better: Vec<String>,
    pub moves: Vec<Move>,
    /// What was wrong with the move, one sentence.
    pub why: String,
}

impl Reviewed {
    /// The verdict on the move that led to a place.
    pub fn verdict(&self, at: NodeId) -> Option<Verdict> {
        let index = self.places.iter().position(|place| *place == at)?;
        self.review.moves.get(index.checked_sub(1)?)?.verdict
    }
}

impl Analysis {
    /// The review, when it is done.
    pub fn reviewed(&self) -> Option<&Reviewed> {
        match &self.review {
            Reviewing::Done(reviewed) => Some(reviewed),
            Reviewing::None | Reviewing::Running(_) => None,
        }
    }

    /// Whether a review is in progress.
    pub(super) fn reviews(&self) -> bool {
        matches!(self.review, Reviewing::Running(_))
    }

    pub(super) fn begin_review(&mut self, effects: &mut Vec<Effect>) {
        if self.tree.is_empty() || self.reviews() {
            return;
        }
        self.stop_looking(effects);
        let places: Vec<NodeId> = [NodeId::START].into_iter().chain(self.line()).collect();
        self.review = Reviewing::Running(Running::through(places));
        // What was remembered of other searches would make it another review.
        effects.push(Effect::ForgetGame);
    }

    /// A review in progress begins again.
    pub(super) fn review_anew(&mut self, effects: &mut Vec<Effect>) {
        if let Reviewing::Running(running) = &mut self.review {
            *running = Running::through(std::mem::take(&mut running.places));
            effects.push(Effect::ForgetGame);
        }
    }

    pub(super) fn stop_review(&mut self, effects: &mut Vec<Effect>) {
        if self.reviews() {
            self.stop_looking(effects);
        }
        self.review = Reviewing::None;
    }

    /// Looks at the next position of the review; after the last one, the review is done.
    pub(super) fn review_next(&mut self, effects: &mut Vec<Effect>) {
        let Reviewing::Running(running) = &mut self.review else {
            return;
        };
        while let Some(&at) = running
            .left
            .checked_sub(1)
            .and_then(|i| running.places.get(i))
        {
            // The last position may be a draw by rule; the others were played on from.
            let ended =
                running.left == running.places.len() && self.tree.game_at(at).outcome().is_some();
            if !ended {
                let limits = SearchLimits {
                    searchmoves: running.doubted.as_ref().map_or(Vec::new(), |doubted| {
                        others(self.tree.position(at), doubted.pv.first())
                    }),
                    ..SearchLimits::nodes(NODES)
                };
                return self.order(at, limits, effects);
            }
            running.left -= 1;
        }
        let running = std::mem::take(running);
        self.review = Reviewing::Done(self.judged(running));
    }

    /// A position of the review was looked at.
    pub(super) fn review_found(&mut self, at: NodeId, best: Option<&Line>) {
        let Reviewing::Running(running) = &mut self.review else {
            return;
        };
        let next = running.places.get(running.left).copied();
        let played = next.and_then(|next| self.tree.last_move(next));
        let mut best = best.cloned();
        if let Some(doubted) = running.doubted.take() {
            // The best of the others, if it is better than the one that was played.
            best = best
                .filter(|best| chance(best.score) > chance(doubted.score))
                .or(Some(doubted));
        } else if let (Some(found), Some(next), Some(played)) = (&best, next, played)
            && found.pv.first() == Some(&played)
        {
            // One move later more was seen.
            let end = end_score(self.tree.position(next));
            let line = continued(played, running.lines.get(&next), end, found);
            let lost = chance(found.score) - chance(line.score);
            if Verdict::of(lost).is_some()
                && !others(self.tree.position(at), Some(&played)).is_empty()
            {
                running.doubted = Some(line);
                return;
            }
            best = Some(line);
        }
        if let Some(best) = best {
            self.found.entry(at).or_default().keep(&best);
            running.lines.insert(at, best);
        }
        running.left = running.left.saturating_sub(1);
    }

    fn judged(&self, Running { places, lines, .. }: Running) -> Reviewed {
        let score = |at: &NodeId| {
            let position = self.tree.position(*at);
            match lines.get(at) {
                Some(line) => line.score.for_white(position.side_to_move()),
                None => end_score(position),
            }
        };
        let scores: Vec<Score> = places.iter().map(score).collect();
        let review = explain::review(&scores, self.tree.start().side_to_move());
        let turns = review
            .turning_points
            .iter()
            .filter_map(|&index| {
                let verdict = review.moves.get(index)?.verdict;
                self.turn(places[index], places[index + 1], &lines, verdict)
            })
            .collect();
        Reviewed {
            places,
            review,
            turns,
        }
    }

    fn turn(
        &self,
        before: NodeId,
        at: NodeId,
        lines: &BTreeMap<NodeId, Line>,
        verdict: Option<Verdict>,
    ) -> Option<Turn> {
        let position = self.tree.position(before);
        let mv = self.tree.last_move(at)?;
        let best = lines.get(&before)?;
        let pv = crate::api::answer::pv_text(position, &best.pv);
        let better = pv.san.into_iter().take(4).collect::<Vec<_>>();
        Some(Turn {
            at,
            mv: numbered(position, mv),
            verdict,
            moves: best.pv.iter().copied().take(better.len()).collect(),
            better,
            why: why_not(
                &self.tree.game_at(before),
                mv,
                &continued(mv, lines.get(&at), end_score(self.tree.position(at)), best),
                best.score,
            )
            .text,
        })
    }
}

/// The score of a position that ends the game: mate, or a draw by whatever rule.
fn end_score(position: &Position) -> Score {
    match position.in_check() && !position.has_legal_move() {
        true => Score::Mate(0),
        false => Score::Cp(0),
    }
}

/// The legal moves but one.
fn others(position: &Position, but: Option<&Move>) -> Vec<Move> {
    let moves = position.legal_moves();
    moves.iter().copied().filter(|mv| Some(mv) != but).collect()
}

/// The mover's chance at its own score, percent.
fn chance(score: Score) -> f64 {
    white_chance(score, Color::White)
}

/// The line of a move that was played: what was found after it, seen from the mover; `end` is the
/// score where nobody answers.
fn continued(mv: Move, found: Option<&Line>, end: Score, best: &Line) -> Line {
    let Some(after) = found else {
        return Line {
            score: one_ply_earlier(end),
            pv: vec![mv],
            ..best.clone()
        };
    };
    Line {
        score: one_ply_earlier(after.score),
        pv: [mv].into_iter().chain(after.pv.iter().copied()).collect(),
        ..after.clone()
    }
}

/// The mover's score before a move whose answerer has this one. A mate in `n` for the answerer
/// is one in `n` against the mover; being mated in `n` is to mate one move later.
fn one_ply_earlier(score: Score) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp(-cp),
        Score::Mate(moves @ 1..) => Score::Mate(-moves),
        Score::Mate(moves) => Score::Mate(1 - moves),
    }
}

/// A move with its number: `12. Nf3`, `12… Qxb2`.
pub fn numbered(position: &Position, mv: Move) -> String {
    let dots = match position.side_to_move() {
        Color::White => ".",
        Color::Black => "\u{2026}",
    };
    let number = position.fullmove_number();
    format!("{number}{dots} {}", san::write(position, mv))
}
