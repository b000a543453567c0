//! Updates of the Q table after a game, by one of two rules.

use super::{Action, Ending, GameId, QTable, Value};
use crate::rules::{Color, Game};

/// An update rule, applied from the end of a game backwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Rule {
    /// Discounted return, as in the article on server-side search: `Q += rate (discount^n R - Q)`, with
    /// `n` moves of the learner after this one.
    #[default]
    DiscountedReturn,
    /// One-step Q-learning (Watkins 1989): `Q += rate (r + discount max Q' - Q)`, with `r` only at the
    /// end and `Q'` of the learner's next position.
    QLearning,
}

/// The parameters of learning; the defaults are the article's.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Params {
    pub rule: Rule,
    /// Learning rate, 0 to 1.
    pub rate: f64,
    /// Discount factor, 0 to 1.
    pub discount: f64,
    /// Probability of an exploratory move, 0 to 1.
    pub epsilon: f64,
    /// Rewards, −1 to 1.
    pub win: f64,
    pub draw: f64,
    pub loss: f64,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            rule: Rule::default(),
            rate: 0.03,
            discount: 0.95,
            epsilon: 0.1,
            win: 1.0,
            draw: 0.1,
            loss: -1.0,
        }
    }
}

impl Params {
    /// Checks the ranges.
    ///
    /// # Errors
    /// The name and the range of the first parameter out of range.
    pub fn check(&self) -> Result<(), (&'static str, &'static str)> {
        let shares = [
            ("rate", self.rate),
            ("discount", self.discount),
            ("epsilon", self.epsilon),
        ];
        if let Some((name, _)) = shares
            .into_iter()
            .find(|(_, share)| !(0.0..=1.0).contains(share))
        {
            return Err((name, "0 to 1"));
        }
        let results = [("win", self.win), ("draw", self.draw), ("loss", self.loss)];
        match results
            .into_iter()
            .find(|(_, result)| !(-1.0..=1.0).contains(result))
        {
            Some((name, _)) => Err((name, "-1 to 1")),
            None => Ok(()),
        }
    }
}

/// A finished game to learn from.
#[derive(Clone, Debug)]
pub struct Lesson<'a> {
    pub id: GameId,
    /// The game as played to its end, without moves taken back.
    pub game: &'a Game,
    pub winner: Option<Color>,
    /// The sides whose moves are learnt, each with its own result.
    pub sides: &'a [Color],
}

impl Lesson<'_> {
    /// The keys of the positions that [`QTable::learn`] updates, one for each move.
    #[must_use]
    pub fn keys(&self) -> Vec<u64> {
        let sides = self.sides.iter();
        sides
            .flat_map(|&side| played(self.game, side))
            .map(|(key, _)| key)
            .collect()
    }
}

impl QTable {
    /// Learns from a game; `false`, without a change, if it was learnt before.
    pub fn learn(&mut self, lesson: &Lesson<'_>, params: &Params) -> bool {
        if !self.games.insert(lesson.id) {
            return false;
        }
        for &side in lesson.sides {
            let ending = Ending::of(lesson.winner, side);
            let reward = match ending {
                Ending::Win => params.win,
                Ending::Draw => params.draw,
                Ending::Loss => params.loss,
            };
            self.endings.push(ending);
            self.update(&played(lesson.game, side), reward, params);
        }
        true
    }

    fn update(&mut self, steps: &[(u64, Action)], reward: f64, params: &Params) {
        let mut target = reward;
        for (index, &(key, action)) in steps.iter().enumerate().rev() {
            if params.rule == Rule::QLearning
                && let Some(&(next, _)) = steps.get(index + 1)
            {
                let best = self.best(next).unwrap_or_default();
                target = params.discount * best.get();
            }
            let value = self.entry(key, action);
            let q = value.q.get();
            value.q = Value::new(q + params.rate * (target - q));
            value.visits = value.visits.saturating_add(1);
            target *= params.discount;
        }
    }
}

/// The moves of one side, each with the key of its position.
fn played(game: &Game, side: Color) -> Vec<(u64, Action)> {
    let mut position = *game.start();
    let mut steps = Vec::with_capacity(game.moves().len() / 2 + 1);
    for &mv in game.moves() {
        if position.side_to_move() == side {
            steps.push((position.key(), Action::from(mv)));
        }
        position = position.play(mv);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(sans: &str) -> Game {
        let mut game = Game::new();
        for san in sans.split(' ') {
            let mv = crate::rules::san::parse(game.position(), san).unwrap();
            game.play(mv).unwrap();
        }
        game
    }

    fn lesson<'a>(id: u128, game: &'a Game, sides: &'static [Color]) -> Lesson<'a> {
        Lesson {
            id: GameId(id),
            game,
            winner: game.outcome().and_then(|outcome| outcome.winner),
            sides,
        }
    }

    const FOOLS_MATE: &str = "f3 e5 g4 Qh4#";

    fn q(table: &QTable, game: &Game, ply: usize) -> f64 {
        let position = game.position_at(ply);
        let action = Action::from(game.moves()[ply]);
        let known = table.recall(&position);
        let value = known.iter().find(|value| value.action == action);
        value.map_or(f64::NAN, |value| value.q.get())
    }

    #[test]
    fn the_result_is_discounted_once_for_each_of_the_learners_moves() {
        let game = game(FOOLS_MATE);
        let mut table = QTable::default();
        assert!(table.learn(&lesson(1, &game, &[Color::Black]), &Params::default()));
        assert!((q(&table, &game, 3) - 0.03).abs() < 1e-6);
        assert!((q(&table, &game, 1) - 0.03 * 0.95).abs() < 1e-6);
        assert_eq!(table.states(), 2, "white's positions are not learnt");
        assert_eq!(table.record().wins, 1);
    }

    #[test]
    fn each_side_learns_its_own_result() {
        let game = game(FOOLS_MATE);
        let mut table = QTable::default();
        table.learn(
            &lesson(1, &game, &[Color::White, Color::Black]),
            &Params::default(),
        );
        assert!(q(&table, &game, 2) < 0.0 && q(&table, &game, 0) < 0.0);
        assert!(q(&table, &game, 3) > 0.0 && q(&table, &game, 1) > 0.0);
        let record = table.record();
        assert_eq!((record.wins, record.draws, record.losses), (1, 0, 1));
    }

    #[test]
    fn a_game_is_learnt_once() {
        let game = game(FOOLS_MATE);
        let mut table = QTable::default();
        let lesson = lesson(7, &game, &[Color::Black]);
        assert!(table.learn(&lesson, &Params::default()));
        let before = table.clone();
        assert!(!table.learn(&lesson, &Params::default()));
        assert_eq!(table, before);
    }

    #[test]
    fn what_a_lesson_changes_is_where_its_keys_are_and_follows_from_what_is_there() {
        let game = game(FOOLS_MATE);
        for rule in [Rule::DiscountedReturn, Rule::QLearning] {
            let params = Params {
                rule,
                ..Params::default()
            };
            let mut whole = QTable::default();
            for id in 0..3 {
                whole.learn(&lesson(id, &game, &[Color::White]), &params);
            }
            let next = lesson(9, &game, &[Color::Black, Color::White]);
            let mut part = QTable::default();
            for (key, known) in whole.known().filter(|(key, _)| next.keys().contains(key)) {
                known.iter().for_each(|&value| part.remember(key, value));
            }
            part.learn(&next, &params);
            whole.learn(&next, &params);
            assert!(part.known().eq(whole.known()));
            assert_eq!(part.states(), 4);
        }
    }

    #[test]
    fn moves_taken_back_are_not_learnt() {
        let mut game = game("e4 e5 Nf3");
        game.undo();
        game.undo();
        game.undo();
        for san in FOOLS_MATE.split(' ') {
            let mv = crate::rules::san::parse(game.position(), san).unwrap();
            game.play(mv).unwrap();
        }
        let mut table = QTable::default();
        table.learn(&lesson(1, &game, &[Color::White]), &Params::default());
        let first = table.recall(game.start());
        let actions: Vec<String> = first.iter().map(|value| value.action.to_string()).collect();
        assert_eq!(actions, ["f2f3"]);
    }

    #[test]
    fn q_learning_looks_one_step_ahead() {
        let params = Params {
            rule: Rule::QLearning,
            ..Params::default()
        };
        let game = game(FOOLS_MATE);
        let mut table = QTable::default();
        table.learn(&lesson(1, &game, &[Color::Black]), &params);
        assert!((q(&table, &game, 3) - 0.03).abs() < 1e-6);
        // The best that is known of the next position, discounted.
        assert!((q(&table, &game, 1) - 0.03 * 0.95 * 0.03).abs() < 1e-6);
    }

    #[test]
    fn values_stay_within_the_results_whatever_is_learnt() {
        let game = game(FOOLS_MATE);
        for rate in [0.0, 0.5, 1.0] {
            let params = Params {
                rate,
                ..Params::default()
            };
            let mut table = QTable::default();
            for id in 0..200 {
                table.learn(&lesson(id, &game, &[Color::White, Color::Black]), &params);
            }
            for ply in 0..4 {
                assert!(q(&table, &game, ply).abs() <= 1.0);
            }
        }
    }

    #[test]
    fn parameters_out_of_range_are_named() {
        assert_eq!(Params::default().check(), Ok(()));
        let wrong = Params {
            rate: f64::NAN,
            ..Params::default()
        };
        assert_eq!(wrong.check(), Err(("rate", "0 to 1")));
        let wrong = Params {
            loss: -2.0,
            ..Params::default()
        };
        assert_eq!(wrong.check(), Err(("loss", "-1 to 1")));
    }
}
