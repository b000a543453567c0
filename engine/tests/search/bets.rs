//! Bets of a recorded search: the verdict is that of a search of the position itself, and a replaced score
//! reaches the root.

use engine::eval::Evaluation;
use engine::player::{Calculator, Clock, Control, Decision, NeverStop, Stop, StoppedClock};
use engine::rules::{Game, Move};
use engine::search::{
    Bet, BetScope, BetVerdict, ChosenRules, NoRecorder, Options, Parameters, Recorder,
    ReplacedScore, Score, SearchLimits, SearchRule, SearchTree, TreeRecorder,
};
use engine::teaching::{BasicAlphaBeta, MinimaxSearch};

use super::{HASH_MB, game, new_calculator};

const POSITIONS: [&str; 4] = [
    "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 2 8",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2rq1rk1/pb2bppp/1p2pn2/8/3NP3/1BN1Q3/PP3PPP/R4RK1 w - - 2 17",
];

fn traced(game: &Game, depth: u8, recorder: impl Recorder) -> Decision {
    new_calculator(HASH_MB).trace_by_limits(game, &SearchLimits::depth(depth), recorder)
}

fn with_control<T>(run: impl FnOnce(&mut Control<'_>) -> T) -> T {
    run(&mut Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: engine::rng(0),
    })
}

fn whole_tree(game: &Game, depth: u8) -> (Decision, SearchTree) {
    let mut recorder = TreeRecorder::new(usize::MAX);
    let decision = traced(game, depth, &mut recorder);
    (decision, recorder.into_tree())
}

/// No rule at all: every move to its depth, then quiescence.
fn no_rules() -> ChosenRules {
    let all = ChosenRules::new(Parameters::SHIPPED);
    SearchRule::ALL
        .iter()
        .fold(all, |rules, &rule| rules.without(rule))
}

/// The position of a bet, and the depth to which it is searched without it; `None` after null moves and
/// in quiescence.
fn position_of(start: &Game, tree: &SearchTree, bet: Bet) -> Option<(Game, u8)> {
    let node = tree.nodes()[bet.node as usize];
    let mut game = start.clone();
    for mv in tree.line(bet.node) {
        let mv: Move = mv?;
        game.play(mv).ok()?;
    }
    let depth = match bet.scope {
        // A check's extension is undone: without rules there is none.
        BetScope::ReducedMove if game.position().in_check() => return None,
        BetScope::ReducedMove => node.depth + node.reduction,
        BetScope::Node | BetScope::SkippedMove => node.depth,
    };
    let parent = tree.nodes()[node.parent? as usize];
    (depth > 0 && parent.depth > 0).then_some((game, depth as u8))
}

/// The article's search without quiescence and null moves bets on late moves alone; without that bet it is
/// minimax.
#[test]
fn a_verdict_on_the_articles_bets_is_that_of_minimax() {
    let options = Options {
        quiescence: false,
        null_move: false,
    };
    let (mut held, mut failed) = (0, 0);
    for fen in POSITIONS {
        let game = game(fen);
        let mut player = BasicAlphaBeta::new(Evaluation::Classic.into(), options);
        let mut recorder = TreeRecorder::new(usize::MAX);
        with_control(|control| {
            player.trace(&game, &SearchLimits::depth(4), control, &mut recorder)
        });
        let tree = recorder.into_tree();
        for bet in tree.bets().into_iter().step_by(3) {
            assert_eq!(bet.rule, SearchRule::LateMoveReduction);
            let node = tree.nodes()[bet.node as usize];
            let mut position = game.clone();
            let line = tree.line(bet.node).into_iter().flatten();
            line.for_each(|mv| position.play(mv).unwrap());
            let depth = (node.depth + node.reduction) as u8;
            let minimax = MinimaxSearch {
                depth,
                prunes: true,
                eval_config: Evaluation::Classic.into(),
            };
            let limits = SearchLimits::default();
            let found =
                with_control(|control| minimax.run(&position, &limits, control, NoRecorder));
            let Some(Score::Cp(score)) = found.map(|found| found.score) else {
                continue;
            };
            let clocks: (&dyn Clock, &dyn Stop) = (&StoppedClock, &NeverStop);
            let verdict = player.check_bet(&game, &tree, bet, u64::MAX, clocks);
            match score >= i32::from(node.beta) {
                true => {
                    assert_eq!(verdict, BetVerdict::Held, "{fen} {bet:?}");
                    held += 1;
                }
                false => {
                    assert!(
                        matches!(verdict, BetVerdict::Failed { .. }),
                        "{fen} {bet:?}"
                    );
                    failed += 1;
                }
            }
        }
    }
    assert!(held > 50 && failed > 0, "{held} held, {failed} failed");
}

#[test]
fn the_articles_null_moves_are_checked_and_the_cap_counts_as_unchecked() {
    let game = game(POSITIONS[2]);
    let mut player = BasicAlphaBeta::new(Evaluation::Classic.into(), Options::default());
    let mut recorder = TreeRecorder::new(usize::MAX);
    with_control(|control| player.trace(&game, &SearchLimits::depth(4), control, &mut recorder));
    let tree = recorder.into_tree();
    let clocks: (&dyn Clock, &dyn Stop) = (&StoppedClock, &NeverStop);
    let null_moves: Vec<Bet> = tree
        .bets()
        .into_iter()
        .filter(|bet| bet.rule == SearchRule::NullMove)
        .collect();
    assert!(!null_moves.is_empty());
    for bet in null_moves.into_iter().take(20) {
        let verdict = player.check_bet(&game, &tree, bet, u64::MAX, clocks);
        assert_ne!(verdict, BetVerdict::Unchecked);
        let capped = player.check_bet(&game, &tree, bet, 1, clocks);
        assert_eq!(capped, BetVerdict::Unchecked);
    }
}

#[test]
fn a_verdict_is_that_of_a_search_of_the_position() {
    let mut checked = 0;
    for fen in POSITIONS {
        let game = game(fen);
        let (_, tree) = whole_tree(&game, 5);
        let mut player = new_calculator(HASH_MB);
        let mut plain = new_calculator(HASH_MB).by_rules(no_rules());
        let bets = tree.bets();
        for bet in bets.into_iter().step_by(17) {
            let Some((position, depth)) = position_of(&game, &tree, bet) else {
                continue;
            };
            let found = check(&mut player, &game, &tree, bet);
            let decision = plain_search(&mut plain, &position, depth);
            let Some(Score::Cp(score)) = decision else {
                continue;
            };
            let node = tree.nodes()[bet.node as usize];
            let parent = tree.nodes()[node.parent.unwrap() as usize];
            let held = match bet.scope {
                BetScope::Node if node.score >= node.beta => score >= i32::from(node.beta),
                BetScope::Node => score <= i32::from(node.alpha),
                BetScope::SkippedMove => -score <= i32::from(parent.alpha),
                BetScope::ReducedMove => score >= i32::from(node.beta),
            };
            assert_eq!(
                found == BetVerdict::Held,
                held,
                "{bet:?} {node:?}: {found:?}, {score}"
            );
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

fn check(player: &mut Calculator, game: &Game, tree: &SearchTree, bet: Bet) -> BetVerdict {
    let mut checker = player.bet_checker(game, no_rules(), HASH_MB);
    checker.check(tree, bet, 1_000_000, &StoppedClock, &NeverStop)
}

fn plain_search(player: &mut Calculator<ChosenRules>, game: &Game, depth: u8) -> Option<Score> {
    let decision = player.choose_by_limits(game, &SearchLimits::depth(depth));
    decision.lines.first().map(|line| line.score)
}

#[test]
fn a_check_that_runs_out_of_nodes_is_no_verdict() {
    let game = game(POSITIONS[0]);
    let (_, tree) = whole_tree(&game, 7);
    let bets = tree.bets();
    let null_move = bets
        .iter()
        .find(|bet| bet.rule == SearchRule::NullMove)
        .unwrap();
    let mut player = new_calculator(HASH_MB);
    let mut check = |nodes| {
        let rules = ChosenRules::new(Parameters::SHIPPED);
        let mut checker = player.bet_checker(&game, rules, HASH_MB);
        checker.check(&tree, *null_move, nodes, &StoppedClock, &NeverStop)
    };
    assert_eq!(check(1), BetVerdict::Unchecked);
    assert_ne!(check(1_000_000), BetVerdict::Unchecked);
}

#[test]
fn a_replaced_score_is_the_one_that_counts_above() {
    let game = game(POSITIONS[0]);
    let depth = 4;
    let (plain, tree) = whole_tree(&game, depth);
    let last_root = tree
        .nodes()
        .iter()
        .rposition(|node| node.parent.is_none())
        .unwrap();
    let move_below = |mv: Option<Move>| {
        let mut children = tree
            .nodes()
            .iter()
            .filter(|node| node.parent == Some(last_root as u32));
        *children.rfind(|child| child.mv == mv).unwrap()
    };
    let best = move_below(plain.mv);
    let own = ReplacedScore::new(best.visit, i32::from(best.score));
    assert_eq!(traced(&game, depth, own), plain);
    // For the opponent a position that is won: another move is played.
    let lost = ReplacedScore::new(best.visit, 900);
    assert_ne!(traced(&game, depth, lost).mv, plain.mv);
}
