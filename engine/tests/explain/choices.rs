//! Whether a good move of a reviewed game is one of few: the words, and a check of its own.

use engine::explain::{Claim, MoveCost, MoveReason, Named, NextBest, ReviewedGame, chance, review};
use engine::rules::{Color, Game, Move, san};
use engine::search::Line;
use engine::search::Score::{self, Cp, Mate};

use crate::{line, line_of, played};

/// A move with this loss or more is no longer good, percentage points.
const BAD: f64 = 5.0;
/// The first that is not good loses as much.
const FAR: f64 = 15.0;

/// A position, the move's line, those of other moves, each with its score, and what is said.
pub struct ChoiceCase {
    fen: &'static str,
    played: (&'static str, Score),
    others: &'static [(&'static str, Score)],
    said: &'static str,
}

const FORK: &str = "r3k3/p7/8/3N4/8/8/P7/4K3 w - - 0 1";

#[rustfmt::skip]
pub const CASES: &[ChoiceCase] = &[
    ChoiceCase { fen: FORK, played: ("d5c7 e8d7 c7a8", Cp(50)), others: &[("d5f4 a8d8 f4e6", Cp(-430)), ("d5b4", Cp(-460)), ("e1d2", Cp(-500))], said: "It is the only good move: the next best, Nf4, is 4.8 pawns worse." },
    ChoiceCase { fen: FORK, played: ("d5c7 e8d7 c7a8", Cp(50)), others: &[("d5f4", Mate(-3))], said: "It is the only good move: the next best, Nf4, allows mate in 3." },
    ChoiceCase { fen: FORK, played: ("d5c7 e8d7 c7a8", Cp(50)), others: &[("d5f4", Cp(30)), ("d5b4", Cp(-300)), ("e1d2", Cp(-500))], said: "It is one of two good moves, with Nf4: the next best, Nb4, is 3.5 pawns worse." },
    // Better than the move, but not by much.
    ChoiceCase { fen: FORK, played: ("d5c7 e8d7 c7a8", Cp(50)), others: &[("d5f4", Cp(60)), ("d5b4", Cp(40)), ("e1d2", Cp(-200))], said: "It is one of three good moves, with Nf4 and Nb4: the next best, Kd2, is 2.5 pawns worse." },
    // Three others are good: there may be more.
    ChoiceCase { fen: FORK, played: ("d5c7 e8d7 c7a8", Cp(50)), others: &[("d5f4", Cp(45)), ("d5b4", Cp(40)), ("e1d2", Cp(30))], said: "-" },
    ChoiceCase { fen: FORK, played: ("d5c7 e8d7 c7a8", Cp(50)), others: &[("d5f4", Cp(45)), ("d5b4", Cp(40)), ("e1d2", Cp(30)), ("e1e2", Cp(-500))], said: "-" },
    // Neither good nor bad.
    ChoiceCase { fen: FORK, played: ("d5c7 e8d7 c7a8", Cp(50)), others: &[("d5f4", Cp(-50)), ("d5b4", Cp(-300))], said: "-" },
    // Another one is far better, or mates.
    ChoiceCase { fen: FORK, played: ("d5c7 e8d7 c7a8", Cp(50)), others: &[("d5f4", Cp(500)), ("d5b4", Cp(-300))], said: "-" },
    ChoiceCase { fen: FORK, played: ("d5c7 e8d7 c7a8", Mate(4)), others: &[("d5f4", Cp(-300))], said: "-" },
    ChoiceCase { fen: FORK, played: ("d5c7 e8d7 c7a8", Cp(50)), others: &[], said: "-" },
];

impl ChoiceCase {
    fn game(&self) -> Game {
        let game = played(self.fen, "");
        let first = line_of(&game, self.played.0)[0];
        let mut after = game;
        after.play(first).unwrap();
        after
    }

    fn lines(&self) -> (Line, Vec<Line>) {
        let before = played(self.fen, "");
        let of = |&(uci, score): &(&str, Score)| line(line_of(&before, uci), score);
        (of(&self.played), self.others.iter().map(of).collect())
    }

    fn reviewed(&self) -> ReviewedGame {
        let (played, others) = self.lines();
        ReviewedGame {
            review: review(&[Cp(0), Cp(0)], &[Some(0.0)], Color::White),
            best: vec![Some(played), None],
            played: vec![None, None],
            others: vec![others, Vec::new()],
        }
    }

    pub fn said(&self) -> Option<MoveReason> {
        self.reviewed().judgement(&self.game(), 0).choice
    }

    pub fn check(&self) -> ChoiceCheck {
        ChoiceCheck::of(&self.reviewed(), &self.game(), 0).unwrap()
    }
}

/// A move beside others, each with its score.
pub struct ChoiceCheck {
    /// Before the move.
    pub game: Game,
    played: Score,
    others: Vec<(Move, Score)>,
}

impl ChoiceCheck {
    /// `None` if the move has no line of its own.
    pub fn of(reviewed: &ReviewedGame, game: &Game, ply: usize) -> Option<ChoiceCheck> {
        let mut before = game.clone();
        while before.ply() > ply {
            before.undo();
        }
        let mv = game.moves()[ply];
        let own = reviewed.best[ply].as_ref();
        let played = match own.filter(|best| best.pv[0] == mv) {
            Some(own) => own.score,
            // A move loses what the reply to it gains.
            None => match reviewed.best[ply + 1].as_ref()?.score {
                Cp(cp) => Cp(-cp),
                Mate(moves) => Mate(-moves),
            },
        };
        let others = reviewed.others[ply].iter();
        let others = others.map(|line| (line.pv[0], line.score)).collect();
        Some(ChoiceCheck {
            game: before,
            played,
            others,
        })
    }

    /// Whether a claim is true.
    pub fn holds(&self, claim: &Claim) -> bool {
        match claim {
            Claim::OnlyGood(next) => self.is_few(&[], next),
            Claim::OneOfFew { others, next } => {
                (1..3).contains(&others.len()) && self.is_few(others, next)
            }
            _ => false,
        }
    }

    fn is_few(&self, also: &[Named], next: &NextBest) -> bool {
        let position = self.game.position();
        let is_named =
            |named: &Named, mv: Move| named.mv == mv && named.san == san::write(position, mv);
        let top = self.others.iter().map(|(_, score)| chance(*score));
        let top = top.fold(chance(self.played), f64::max);
        let Some((good, rest)) = self.others.split_at_checked(also.len()) else {
            return false;
        };
        let Some((first, score)) = rest.first() else {
            return false;
        };
        let costs = match next.cost {
            MoveCost::Centipawns(by) => match (self.played, *score) {
                (Cp(played), Cp(next)) => {
                    by == played.clamp(-2_000, 2_000) - next.clamp(-2_000, 2_000)
                }
                _ => false,
            },
            MoveCost::Mated { moves } => *score == Mate(-(moves as i32)),
        };
        costs
            && top - chance(self.played) < BAD
            && is_named(&next.mv, *first)
            && top - chance(*score) >= FAR
            && good
                .iter()
                .zip(also)
                .all(|((mv, score), named)| is_named(named, *mv) && top - chance(*score) < BAD)
    }
}

/// False claims of the same kind.
pub fn broken_choices(claim: &Claim) -> Vec<Claim> {
    let dearer = |next: &NextBest| NextBest {
        cost: match next.cost {
            MoveCost::Centipawns(by) => MoveCost::Centipawns(by + 1),
            MoveCost::Mated { moves } => MoveCost::Mated { moves: moves + 1 },
        },
        ..next.clone()
    };
    match claim {
        Claim::OnlyGood(next) => vec![Claim::OnlyGood(dearer(next))],
        Claim::OneOfFew { others, next } => {
            let next = || next.clone();
            let more = [&others[..], &[next().mv]].concat();
            vec![
                Claim::OneOfFew {
                    others: others.clone(),
                    next: dearer(&next()),
                },
                Claim::OneOfFew {
                    others: more,
                    next: next(),
                },
                Claim::OneOfFew {
                    others: Vec::new(),
                    next: next(),
                },
            ]
        }
        _ => Vec::new(),
    }
}

#[test]
fn a_good_move_is_said_to_be_one_of_few_where_the_next_best_is_a_blunder() {
    for case in CASES {
        let said = case.said();
        let text = said.as_ref().map_or("-", |said| &said.text);
        assert_eq!(text, case.said, "{:?}", case.others);
        if let Some(said) = said {
            assert!(case.check().holds(&said.claim), "{said:?}");
        }
    }
}

#[test]
fn the_line_of_the_next_best_move_is_shown() {
    let said = CASES[0].said().unwrap();
    let Claim::OnlyGood(next) = &said.claim else {
        panic!("{said:?}");
    };
    assert_eq!(said.proof.moves[0], Some(next.mv.mv));
    assert_eq!(said.proof.moves.len(), 3);
}

#[test]
fn nothing_is_said_of_few_where_the_searches_disagree_on_the_best_move() {
    let mut reviewed = CASES[0].reviewed();
    let before = played(FORK, "");
    reviewed.best[0] = Some(line(line_of(&before, "a2a4"), Cp(60)));
    reviewed.played[0] = Some(line(line_of(&before, "d5c7 e8d7 c7a8"), Cp(50)));
    assert_eq!(reviewed.judgement(&CASES[0].game(), 0).choice, None);
}
