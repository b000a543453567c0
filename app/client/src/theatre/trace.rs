//! The worker's part: searching with a recorder, and checking bets.

use engine::eval::{EvalConfig, SharedEval};
use engine::mcts::Explorer;
use engine::player::{Calculator, Control, Decision, Player as _, StopReason, StrategyId};
use engine::rules::{Game, Move};
use engine::search::{
    Bet, BetVerdict, ChosenRules, Parameters, Recorder, ReplacedScore, Report, Score, SearchLimits,
    SearchTree, TreeRecorder,
};
use engine::teaching::{BasicAlphaBeta, MinimaxSearch};

use super::messages::BetOutcome;
use super::{
    CheckedBet, ExploredTree, MAX_EXPLORED_NODES, MAX_NODES, SearchSummary, Snapshot,
    TheatreResponse, TraceSetup, TracedSearch,
};
use crate::sorted::sorted_by_key;
use crate::worker::SearchId;
use crate::worker::protocol::HASH_MB;

/// Nodes that the check of a bet may take.
const CHECK_NODES: u64 = 50_000;
/// Scores beyond it count as this, centipawns: a mate is no number of pawns.
const DECIDED: i32 = 1_000;
/// Checked bets are sent at least so often, ms.
const SEND_EVERY_MS: u128 = 80;

/// What a search has found.
struct Found {
    mv: Option<Move>,
    score: Option<Score>,
    cut_short: bool,
}

/// Searches, and answers with the tree.
pub(super) fn trace(
    id: SearchId,
    setup: &TraceSetup,
    network: Option<SharedEval>,
    control: &mut Control<'_>,
) -> TheatreResponse {
    let begin = control.clock.now();
    let game = match setup.game() {
        Ok(game) => game,
        Err(refused) => {
            return TheatreResponse::Refused {
                id,
                reason: refused.to_string(),
            };
        }
    };
    let clock = control.clock;
    let own_network = match setup.mind.strategy().ready {
        true => None,
        false => network.as_ref().map(SharedEval::checksum),
    };
    let summary = |found: &Found, visits: u32| SearchSummary {
        mv: found.mv,
        score: found.score,
        visits,
        time_ms: (clock.now() - begin).as_millis() as u64,
        cut_short: found.cut_short,
        own_network,
    };
    if setup.mind == StrategyId::Explorer {
        let (mut found, tree) = explore(&game, setup, network, control);
        let visits = tree.nodes.first().map_or(0, |root| root.visits);
        // Enough visits end it as planned.
        found.cut_short &= visits < setup.visits;
        return TheatreResponse::Explored {
            id,
            summary: summary(&found, visits),
            tree: Box::new(tree),
        };
    }
    let recorder = TreeRecorder::new(SearchTree::MAX_NODES);
    let (found, tree) = record(&game, setup, network, control, recorder);
    TheatreResponse::Traced(Box::new(TracedSearch {
        id,
        summary: summary(&found, tree.visits()),
        tree,
    }))
}

/// Searches again, and answers with the branch that begins with a visit.
pub(super) fn open_branch(
    id: SearchId,
    setup: &TraceSetup,
    visit: u32,
    network: Option<SharedEval>,
    control: &mut Control<'_>,
) -> TheatreResponse {
    let refuse = |reason: String| TheatreResponse::Refused { id, reason };
    let game = match setup.game() {
        Ok(game) => game,
        Err(refused) => return refuse(refused.to_string()),
    };
    let recorder = TreeRecorder::below(visit, SearchTree::MAX_NODES);
    let (_, tree) = record(&game, setup, network, control, recorder);
    match tree.nodes().is_empty() {
        true => refuse(format!("There is no visit {visit} in this search.")),
        false => TheatreResponse::Branch {
            id,
            tree: Box::new(tree),
        },
    }
}

/// A tree search with what became of the root's moves meanwhile.
fn explore(
    game: &Game,
    setup: &TraceSetup,
    network: Option<SharedEval>,
    control: &mut Control<'_>,
) -> (Found, ExploredTree) {
    let mut player = Explorer::new(HASH_MB, eval_config(setup, network));
    player.set_options(setup.options);
    player.limit_visits(Some(setup.visits));
    let mut snapshots: Vec<Snapshot> = Vec::new();
    let mut report = |report: Report| {
        if let Report::Explored(moves) = report {
            let snapshot = Snapshot::new(moves);
            // The last one is reported twice where it was due just then.
            if snapshots.last() != Some(&snapshot) {
                snapshots.push(snapshot);
            }
        }
    };
    let limits = SearchLimits::nodes(MAX_NODES);
    let mut control = Control {
        clock: control.clock,
        stop: control.stop,
        report: &mut report,
        rng: engine::rng(0),
    };
    let found = player.choose(game, &limits, &mut control).into();
    let nodes = player.explored_tree(MAX_EXPLORED_NODES);
    (found, ExploredTree { snapshots, nodes })
}

fn eval_config(setup: &TraceSetup, network: Option<SharedEval>) -> EvalConfig {
    EvalConfig {
        network,
        ..setup.mind.evaluation().into()
    }
}

fn record(
    game: &Game,
    setup: &TraceSetup,
    network: Option<SharedEval>,
    control: &mut Control<'_>,
    mut recorder: TreeRecorder,
) -> (Found, SearchTree) {
    let found = search(game, setup, network, control, &mut recorder);
    (found, recorder.into_tree())
}

fn search(
    game: &Game,
    setup: &TraceSetup,
    network: Option<SharedEval>,
    control: &mut Control<'_>,
    recorder: impl Recorder,
) -> Found {
    let limits = limits(setup);
    match setup.mind {
        StrategyId::Plodder => minimax(game, setup, control, recorder),
        StrategyId::Pruner => pruner(setup).trace(game, &limits, control, recorder).into(),
        _ => calculator(setup, network)
            .trace(game, &limits, control, recorder)
            .into(),
    }
}

fn pruner(setup: &TraceSetup) -> BasicAlphaBeta {
    BasicAlphaBeta::new(setup.mind.evaluation().into(), setup.options)
}

fn calculator(setup: &TraceSetup, network: Option<SharedEval>) -> Calculator {
    let mut player = Calculator::new(HASH_MB);
    player.set_options(setup.options);
    player.set_eval(eval_config(setup, network));
    player
}

fn limits(setup: &TraceSetup) -> SearchLimits {
    SearchLimits {
        depth: Some(setup.depth),
        nodes: Some(MAX_NODES),
        ..SearchLimits::default()
    }
}

impl From<Decision> for Found {
    fn from(decision: Decision) -> Self {
        Self {
            mv: decision.mv,
            score: decision.lines.first().map(|line| line.score),
            cut_short: decision.stop_reason == StopReason::Nodes,
        }
    }
}

fn minimax(
    game: &Game,
    setup: &TraceSetup,
    control: &Control<'_>,
    recorder: impl Recorder,
) -> Found {
    let search = MinimaxSearch {
        depth: setup.depth,
        prunes: false,
        eval_config: setup.mind.evaluation().into(),
    };
    let found = search.run(game, &limits(setup), control, recorder);
    Found {
        mv: found.as_ref().and_then(|found| found.pv.first().copied()),
        score: found.as_ref().map(|found| found.score),
        cut_short: found.is_none(),
    }
}

/// Searches again and checks the bets of the tree, those next to the root first; `send` gets the answers.
pub(super) fn check_bets(
    id: SearchId,
    setup: &TraceSetup,
    network: Option<SharedEval>,
    control: &mut Control<'_>,
    send: &mut dyn FnMut(TheatreResponse),
) {
    let game = match setup.game() {
        Ok(game) if setup.has_checked_bets() => game,
        _ => return,
    };
    let recorder = TreeRecorder::new(SearchTree::MAX_NODES);
    let (plain, tree) = record(&game, setup, network.clone(), control, recorder);
    let bets = by_level(&tree);
    let (clock, stop) = (control.clock, control.stop);
    let mut judge = calculator(setup, network.clone());
    let rules = ChosenRules::new(Parameters::SHIPPED);
    let mut checker = judge.bet_checker(&game, rules, HASH_MB);
    let mut pruner = pruner(setup);
    let mut check = |bet| match setup.mind {
        StrategyId::Pruner => pruner.check_bet(&game, &tree, bet, CHECK_NODES, (clock, stop)),
        _ => checker.check(&tree, bet, CHECK_NODES, clock, stop),
    };
    let mut sent_at = control.clock.now();
    let mut checked = Vec::new();
    for &bet in &bets {
        if control.stop.is_set() {
            break;
        }
        let outcome = match check(bet) {
            BetVerdict::Held => BetOutcome::Held,
            BetVerdict::Unchecked => BetOutcome::Unchecked,
            BetVerdict::Failed { visit, replacement } => {
                let replaced = ReplacedScore::new(visit, replacement);
                let corrected = search(&game, setup, network.clone(), control, replaced);
                failed(&plain, &corrected)
            }
        };
        checked.push(CheckedBet {
            node: bet.node,
            rule: bet.rule,
            scope: bet.scope,
            outcome,
        });
        let now = control.clock.now();
        if (now - sent_at).as_millis() >= SEND_EVERY_MS {
            sent_at = now;
            send(TheatreResponse::Checked {
                id,
                bets: bets.len() as u32,
                checked: std::mem::take(&mut checked),
                finished: false,
            });
        }
    }
    send(TheatreResponse::Checked {
        id,
        bets: bets.len() as u32,
        checked,
        finished: true,
    });
}

/// The bets, those with few nodes above first.
fn by_level(tree: &SearchTree) -> Vec<Bet> {
    let nodes = tree.nodes();
    let mut levels = vec![0_u16; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            levels[index] = levels[parent as usize].saturating_add(1);
        }
    }
    sorted_by_key(&tree.bets(), |bet| (levels[bet.node as usize], bet.node))
}

fn failed(plain: &Found, corrected: &Found) -> BetOutcome {
    let pawns = |found: &Found| match found.score {
        Some(Score::Cp(cp)) => cp.clamp(-DECIDED, DECIDED),
        Some(Score::Mate(moves)) if moves > 0 => DECIDED,
        Some(Score::Mate(_)) => -DECIDED,
        None => 0,
    };
    BetOutcome::Failed {
        score: pawns(corrected),
        cost: pawns(corrected).abs_diff(pawns(plain)),
        other_move: corrected.mv != plain.mv,
    }
}
