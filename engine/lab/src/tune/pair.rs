//! Plays two sets of parameters against each other.

use std::time::Duration;

use engine::eval::EvalConfig;
use engine::player::{Calculator, NeverStop, StoppedClock};
use engine::rules::{Color, Game};
use engine::search::{ChosenRules, Parameters};

use crate::arena::{
    Adjudication, DrawRule, FinishedGame, GameRunner, GameSide, InProcessPlayer, ResignRule,
    SearchBudget,
};

/// Ends games that are decided.
const ADJUDICATION: Adjudication = Adjudication {
    resign: Some(ResignRule {
        score: 600,
        moves: 4,
    }),
    draw: Some(DrawRule {
        from_move: 40,
        moves: 6,
        score: 10,
    }),
};

/// How both sides search.
#[derive(Clone, Debug)]
pub struct TunePlayers {
    pub eval_config: EvalConfig,
    /// Nodes for each move.
    pub nodes: u64,
    /// The hash table of each, MB.
    pub hash_mb: u32,
}

/// Plays an opening twice, each side once as White; how many points the first one is ahead, from −2 to 2.
#[must_use]
pub fn play_pair(players: &TunePlayers, parameters: [&Parameters; 2], opening: &Game) -> f64 {
    let player = |parameters: &Parameters| {
        let mut player = Calculator::new(players.hash_mb);
        player.set_eval(players.eval_config.clone());
        player.remember(true);
        InProcessPlayer(player.by_rules(ChosenRules::new(parameters.clone())))
    };
    let [mut first, mut second] = parameters.map(player);
    let budget = SearchBudget {
        nodes: Some(players.nodes),
        ..SearchBudget::default()
    };
    let runner = GameRunner {
        clock: &StoppedClock,
        stop: &NeverStop,
        time_margin: Duration::ZERO,
        adjudication: ADJUDICATION,
        seed: 0,
    };
    let mut points = 0.0;
    for color in Color::ALL {
        let [a, b] = [
            GameSide {
                player: &mut first,
                budget,
            },
            GameSide {
                player: &mut second,
                budget,
            },
        ];
        let sides = match color {
            Color::White => [a, b],
            Color::Black => [b, a],
        };
        let winner = runner
            .play(opening, sides)
            .and_then(|FinishedGame { winner, .. }| winner);
        points += winner.map_or(0.0, |winner| if winner == color { 1.0 } else { -1.0 });
    }
    points
}

#[cfg(test)]
mod tests {
    use engine::eval::Evaluation;

    use super::*;
    use crate::arena::Openings;

    #[test]
    fn equal_parameters_are_level_and_points_have_the_firsts_view() {
        let players = TunePlayers {
            eval_config: Evaluation::Tuned.into(),
            nodes: 1_500,
            hash_mb: 1,
        };
        let shipped = Parameters::SHIPPED;
        // Little is pruned or reduced.
        let poor = Parameters {
            null_move_depth: 5,
            null_move_reduction: 1,
            late_move_depth: 4,
            late_move_base: 10,
            late_move_not_improving: 100,
            exchange_depth: 4,
            futility_margin: 300,
            futility_ply_margin: 250,
            reverse_futility_margin: 160,
            razoring_depth: 1,
            delta_margin: 400,
            reduction_base: 0,
            reduction_divisor: 10,
            ..Parameters::SHIPPED
        };
        let mut openings = Openings::new(3);
        let mut ahead = 0.0;
        for index in 0..12 {
            let opening = openings.get(index);
            assert_eq!(play_pair(&players, [&shipped, &shipped], &opening), 0.0);
            let points = play_pair(&players, [&shipped, &poor], &opening);
            assert_eq!(play_pair(&players, [&poor, &shipped], &opening), -points);
            ahead += points;
        }
        assert!(ahead > 0.0, "{ahead}");
    }
}
