//! A review that is interrupted: what it has found, and a review that goes on from there.

use super::{OTHER_LINES, ReviewStep, Reviewer};
use crate::explain::review::reviewed_position::ReviewedPosition;
use crate::rules::Game;
use crate::search::Line;

impl Reviewer {
    /// What has been found, in the game's order: the positions from the first reviewed one to the last of
    /// the game, which is part of it even where the game is over there. A position whose searches are not
    /// all done is not part of it.
    #[must_use]
    pub fn reviewed(&self) -> Vec<ReviewedPosition> {
        let position = |ply: usize| ReviewedPosition {
            best: self.best[ply].clone(),
            played: self.played[ply].clone(),
            others: self.others[ply].clone(),
            loss: self.losses[ply],
        };
        (self.left..self.positions.len()).map(position).collect()
    }

    /// A review of a game of which these last positions have been reviewed; `None` if they do not fit it:
    /// more than the game has, lines that begin with an illegal move or, of the played move, with another
    /// one, or of the other moves with that one, a line where the game is over, or a loss that is no
    /// percentage.
    #[must_use]
    pub fn resume(game: &Game, reviewed: Vec<ReviewedPosition>) -> Option<Reviewer> {
        let mut reviewer = Reviewer::new(game);
        let first = reviewer.positions.len().checked_sub(reviewed.len())?;
        let searched = reviewer.left;
        for (ply, found) in (first..).zip(reviewed) {
            let found_nothing = found == ReviewedPosition::default();
            let ReviewedPosition {
                best,
                played,
                others,
                loss,
            } = found;
            let mv = reviewer.moves.get(ply).copied();
            let position = &reviewer.positions[ply];
            let is_legal = |line: &Line| line.pv.first().is_some_and(|&mv| position.is_legal(mv));
            let is_of_move = |line: &Line| mv.is_some() && line.pv.first().copied() == mv;
            let is_of_another = |line: &Line| is_legal(line) && !is_of_move(line);
            let fits = match ply < searched {
                true => {
                    best.as_ref().is_none_or(is_legal)
                        && played.as_ref().is_none_or(is_of_move)
                        && others.iter().all(is_of_another)
                        && (mv.is_some() || others.is_empty())
                        && others.len() <= usize::from(OTHER_LINES)
                        && (best.is_some() || played.is_none() && others.is_empty())
                        && loss.is_none_or(|loss| (0.0..=100.0).contains(&loss))
                }
                false => found_nothing,
            };
            if !fits {
                return None;
            }
            (reviewer.best[ply], reviewer.played[ply]) = (best, played);
            reviewer.others[ply] = others;
            reviewer.losses[ply] = loss;
        }
        reviewer.left = first.min(searched);
        reviewer.step = ReviewStep::First;
        Some(reviewer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, san};
    use crate::search::Score;

    fn game(sans: &str) -> Game {
        let mut game = Game::new();
        for text in sans.split_whitespace() {
            let mv = san::parse(game.position(), text).unwrap();
            game.play(mv).unwrap();
        }
        game
    }

    fn line(position: &Position, uci: &str, cp: i32) -> Line {
        Line {
            rank: 1,
            depth: 9,
            seldepth: 9,
            score: Score::Cp(cp),
            nodes: 0,
            time_ms: 0,
            hashfull: 0,
            explored: None,
            pv: vec![position.parse_uci(uci).unwrap()],
        }
    }

    /// Answers the next search: Black's reply of 1. e4 e5 is doubted.
    fn answer(reviewer: &mut Reviewer, game: &Game) -> bool {
        let Some(wanted) = reviewer.wanted() else {
            return false;
        };
        let (uci, cp) = match (wanted.ply, wanted.limits.searchmoves.len()) {
            (2, _) => ("g1f3", 300),
            (1, 0) => ("c7c5", -40),
            (1, _) => ("e7e5", -640),
            _ => ("e2e4", 40),
        };
        let position = game.position_at(wanted.ply);
        let found = match wanted.limits.multipv {
            1 => vec![line(&position, uci, cp)],
            // Other moves than 1. e4.
            _ => ["d2d4", "c2c4"]
                .map(|uci| line(&position, uci, -600))
                .to_vec(),
        };
        reviewer.found(&found);
        true
    }

    #[test]
    fn a_review_that_is_interrupted_anywhere_ends_as_one_that_is_not() {
        let game = game("e4 e5");
        let mut whole = Reviewer::new(&game);
        while answer(&mut whole, &game) {}
        assert_eq!(
            Reviewer::resume(&game, whole.reviewed()),
            Some(whole.clone())
        );
        let mut interrupted = Reviewer::new(&game);
        assert_eq!(whole.reviewed()[0].others.len(), 2);
        for searches in 0..9 {
            let mut resumed = Reviewer::resume(&game, interrupted.reviewed()).unwrap();
            assert_eq!(resumed.progress(), interrupted.progress(), "{searches}");
            while answer(&mut resumed, &game) {}
            assert_eq!(resumed, whole, "{searches}");
            answer(&mut interrupted, &game);
        }
    }

    #[test]
    fn what_does_not_fit_the_game_is_refused() {
        let game = game("e4 e5");
        let mut whole = Reviewer::new(&game);
        while answer(&mut whole, &game) {}
        let right = whole.reviewed();
        let changed = |change: fn(&mut Vec<ReviewedPosition>)| {
            let mut wrong = right.clone();
            change(&mut wrong);
            Reviewer::resume(&game, wrong)
        };
        assert!(changed(|_| ()).is_some());
        assert_eq!(changed(|all| all.push(ReviewedPosition::default())), None);
        assert_eq!(changed(|all| all[1].loss = Some(f64::NAN)), None);
        assert_eq!(changed(|all| all[1].loss = Some(-1.0)), None);
        assert_eq!(
            changed(|all| all[2].played = all[2].best.clone()),
            None,
            "no move"
        );
        assert_eq!(changed(|all| all[1].best = all[0].best.clone()), None);
        assert_eq!(changed(|all| all[1].played = all[1].best.clone()), None);
        let other_is_played: fn(&mut Vec<ReviewedPosition>) =
            |all| all[0].others = all[0].best.clone().into_iter().collect();
        assert_eq!(changed(other_is_played), None);
        assert_eq!(
            changed(|all| all[0].others = vec![all[0].others[0].clone(); 4]),
            None
        );
        assert_eq!(changed(|all| all[2].others = all[0].others.clone()), None);
        let empty: fn(&mut Vec<ReviewedPosition>) = |all| all[0].best.as_mut().unwrap().pv.clear();
        assert_eq!(changed(empty), None);
        // 1. f3 e5 2. g4 Qh4#: nothing is searched where the game is over.
        let mated = self::game("f3 e5 g4 Qh4#");
        let beyond = vec![ReviewedPosition {
            best: Some(line(&Position::startpos(), "e2e4", 0)),
            ..ReviewedPosition::default()
        }];
        assert_eq!(Reviewer::resume(&mated, beyond), None);
        let over = Reviewer::resume(&mated, vec![ReviewedPosition::default()]).unwrap();
        assert_eq!(over, Reviewer::new(&mated));
        assert_eq!(Reviewer::resume(&mated, Vec::new()), Some(over));
    }
}
