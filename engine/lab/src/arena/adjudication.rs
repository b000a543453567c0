//! Adjudication: ends a decided game before the rules do. Off by default: it trusts the players'
//! scores, and an adjudicated match does not measure endgames.

use engine::rules::Color;
use engine::search::Score;

/// The rules in force; by default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    pub resign: Option<ResignRule>,
    pub draw: Option<DrawRule>,
}

/// A side has lost when both sides' scores agree on it for `moves` moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// The least deficit, centipawns.
    pub score: u16,
    /// Full moves in a row.
    pub moves: u16,
}

/// A game is drawn when both sides' scores agree on it for `moves` moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The first full move that counts.
    pub from_move: u16,
    /// Full moves in a row.
    pub moves: u16,
    /// The largest absolute score, centipawns.
    pub score: u16,
}

/// Applies the rules to the scores of one game.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    /// The side that is far behind, and for how many plies.
    losing: Option<(Color, u32)>,
    /// For how many plies the game has been balanced.
    balanced_plies: u32,
}

impl Adjudicator {
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator {
            rules,
            losing: None,
            balanced_plies: 0,
        }
    }

    /// Adds the score of `side`'s move, from its own point of view. A move without a score interrupts
    /// the row. `Some` ends the game: the winner, or `None` for a draw.
    pub fn add_score(
        &mut self,
        side: Color,
        score: Option<Score>,
        move_number: u16,
    ) -> Option<Option<Color>> {
        let white = score.map(|score| centipawns(score.for_white(side)));
        self.balanced_plies = match (white, self.rules.draw) {
            (Some(cp), Some(rule))
                if cp.unsigned_abs() <= u32::from(rule.score) && move_number >= rule.from_move =>
            {
                self.balanced_plies + 1
            }
            _ => 0,
        };
        let behind = white.zip(self.rules.resign).and_then(|(cp, rule)| {
            let loser = if cp < 0 { Color::White } else { Color::Black };
            (cp.unsigned_abs() >= u32::from(rule.score).max(1)).then_some(loser)
        });
        self.losing = behind.map(|loser| match self.losing {
            Some((previous, plies)) if previous == loser => (loser, plies + 1),
            _ => (loser, 1),
        });
        self.decision()
    }

    fn decision(&self) -> Option<Option<Color>> {
        let plies = |moves: u16| 2 * u32::from(moves.max(1));
        if let (Some((loser, row)), Some(rule)) = (self.losing, self.rules.resign)
            && row >= plies(rule.moves)
        {
            return Some(Some(!loser));
        }
        let rule = self.rules.draw?;
        (self.balanced_plies >= plies(rule.moves)).then_some(None)
    }
}

/// A mate counts as more than any number of centipawns.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp,
        Score::Mate(moves) if moves > 0 => i32::from(u16::MAX),
        Score::Mate(_) => -i32::from(u16::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Adjudication = Adjudication {
        resign: Some(ResignRule {
            score: 500,
            moves: 2,
        }),
        draw: Some(DrawRule {
            from_move: 30,
            moves: 2,
            score: 10,
        }),
    };

    /// Adds the scores in turn, White's first, each from its own side; the ply of the decision.
    fn adjudicate(
        rules: Adjudication,
        scores: &[Score],
        move_number: u16,
    ) -> Option<(usize, Option<Color>)> {
        let mut adjudicator = Adjudicator::new(rules);
        let sides = [Color::White, Color::Black].into_iter().cycle();
        scores
            .iter()
            .zip(sides)
            .enumerate()
            .find_map(|(ply, (&score, side))| {
                let decision = adjudicator.add_score(side, Some(score), move_number)?;
                Some((ply, decision))
            })
    }

    #[test]
    fn by_default_no_game_is_cut_short() {
        let lost = [Score::Mate(1), Score::Mate(-1)].repeat(50);
        let level = [Score::Cp(0)].repeat(100);
        assert_eq!(adjudicate(Adjudication::default(), &lost, 99), None);
        assert_eq!(adjudicate(Adjudication::default(), &level, 99), None);
    }

    #[test]
    fn a_game_is_lost_when_both_sides_have_said_so_for_long_enough() {
        let agreed = [500, -501, 900, -500].map(Score::Cp);
        assert_eq!(adjudicate(RULES, &agreed, 1), Some((3, Some(Color::White))));
        let black_hopes = [500, -499, 900, -500, 500].map(Score::Cp);
        assert_eq!(adjudicate(RULES, &black_hopes, 1), None);
        let mated = [
            Score::Mate(-3),
            Score::Mate(3),
            Score::Mate(-2),
            Score::Mate(2),
        ];
        assert_eq!(adjudicate(RULES, &mated, 1), Some((3, Some(Color::Black))));
    }

    #[test]
    fn a_level_game_is_drawn_after_the_opening_only() {
        let level = [10, -10, 0, 3].map(Score::Cp);
        assert_eq!(adjudicate(RULES, &level, 30), Some((3, None)));
        assert_eq!(adjudicate(RULES, &level, 29), None);
        assert_eq!(adjudicate(RULES, &[0, 11, 0, 0].map(Score::Cp), 30), None);
    }

    #[test]
    fn a_side_without_a_score_agrees_to_nothing() {
        let mut adjudicator = Adjudicator::new(RULES);
        for ply in 0..20 {
            let (side, score) = if ply % 2 == 0 {
                (Color::White, Some(Score::Cp(0)))
            } else {
                (Color::Black, None)
            };
            assert_eq!(adjudicator.add_score(side, score, 40), None);
        }
    }
}
