//! Subsets of the search's rules.

use engine::player::{Calculator, NeverStop, StoppedClock};
use engine::rules::Game;
use engine::search::{ChosenRules, Parameters, Score, SearchLimits, SearchRule};

use super::random_positions::{below, walked};
use super::{HASH_MB, assert_playable, choose, game, search};

const POSITIONS: u32 = 600;
/// Claims of longer mates are not proved.
const LONGEST_PROVED: i32 = 3;

fn nodes(rules: ChosenRules) -> u64 {
    let mut calculator = Calculator::new(HASH_MB).by_rules(rules);
    let fens = [
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "r1bq1b1r/ppp3pp/2n1k3/3np3/2B5/5Q2/PPPP1PPP/RNB1K2R b KQ - 1 8",
        "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P2K1P1/8/8 w - - 12 45",
    ];
    let count = |fen| {
        calculator
            .choose_by_limits(&game(fen), &SearchLimits::depth(11))
            .nodes
    };
    fens.into_iter().map(count).sum()
}

#[test]
fn every_rule_can_be_switched_off_and_all_of_them_are_what_plays() {
    let parameters = Parameters::SHIPPED;
    let all = ChosenRules::new(parameters.clone());
    let shipped = nodes(all.clone());
    for &rule in SearchRule::ALL {
        assert_ne!(nodes(all.clone().without(rule)), shipped, "{rule:?}");
    }
    let position = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let limits = SearchLimits::depth(9);
    let decision = Calculator::new(HASH_MB)
        .by_rules(all)
        .choose_by_limits(&position, &limits);
    assert_eq!(decision, search(&position, &limits));
}

#[test]
fn any_subset_of_the_rules_plays_legal_moves_and_claims_no_mate_that_is_none() {
    let mut rng = engine::rng(104);
    let parameters = Parameters::SHIPPED;
    let mut proved = 0;
    for _ in 0..POSITIONS {
        let game = walked(&mut rng);
        let mut rules = ChosenRules::new(parameters.clone());
        for &rule in SearchRule::ALL {
            if below(&mut rng, 2) == 0 {
                rules = rules.without(rule);
            }
        }
        let limits = SearchLimits {
            nodes: Some(3_000),
            ..SearchLimits::depth(7)
        };
        let mut calculator = Calculator::new(HASH_MB).by_rules(rules);
        let (decision, _) = choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop);
        let Some(line) = decision.lines.first() else {
            continue;
        };
        assert_playable(&game, &line.pv);
        if let Score::Mate(moves @ 1..=LONGEST_PROVED) = line.score {
            assert_mate(&game, moves);
            proved += 1;
        }
    }
    assert!(proved > 10, "{proved}");
}

#[test]
fn at_both_ends_of_every_parameters_range_the_search_plays_legal_moves() {
    let mut rng = engine::rng(105);
    for (index, (_, range)) in Parameters::RANGES.iter().enumerate() {
        for value in [*range.start(), *range.end()] {
            let mut values = Parameters::SHIPPED.values();
            values[index] = value;
            let parameters = Parameters::from_values(&values).unwrap();
            let mut calculator =
                Calculator::new(HASH_MB).by_rules(ChosenRules::new(parameters.clone()));
            let game = walked(&mut rng);
            let limits = SearchLimits {
                nodes: Some(5_000),
                ..SearchLimits::depth(10)
            };
            let decision = calculator.choose_by_limits(&game, &limits);
            for line in &decision.lines {
                assert_playable(&game, &line.pv);
            }
        }
    }
}

fn assert_mate(game: &Game, moves: i32) {
    let limits = SearchLimits {
        mate: Some(moves as u8),
        ..SearchLimits::default()
    };
    let score = search(game, &limits).lines[0].score;
    let found = matches!(score, Score::Mate(found) if (1..=moves).contains(&found));
    assert!(found, "{moves}: {score:?} in {}", game.position());
}
