//! What the tours say of their searches is true of this engine.

use client::theatre::{
    BetOutcome, Networks, SearchSwitch, TheatreRequest, TheatreResponse, TraceSetup, TreeView,
    answer, parse_fragment,
};
use client::worker::SearchId;
use engine::player::{Control, NeverStop, StoppedClock, StrategyId};
use engine::search::{Cause, Score, SearchRule};

use super::{alpha_beta, change_of_mind, horizon, move_ordering, zugzwang};
use crate::pages::diagram::Diagram;

const ID: SearchId = SearchId(1);

fn setup(diagram: Diagram) -> TraceSetup {
    parse_fragment(diagram.fragment)
        .expect("a search to show")
        .setup
}

/// The worker's answers, by the network that plays.
fn answers(request: TheatreRequest, mind: StrategyId) -> Vec<TheatreResponse> {
    let mut control = Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: engine::rng(0),
    };
    let has_network = matches!(mind, StrategyId::Intuition | StrategyId::Explorer);
    let networks = Networks {
        site: has_network.then(engine::eval::nnue::shipped),
        ..Networks::default()
    };
    let mut answers = Vec::new();
    answer(request, &networks, &mut control, &mut |one| {
        answers.push(one)
    });
    answers
}

fn searched(diagram: Diagram) -> TheatreResponse {
    let setup = setup(diagram);
    let mind = setup.mind;
    let mut answers = answers(TheatreRequest::Trace { id: ID, setup }, mind);
    answers.pop().expect("an answer")
}

/// The move, the score in centipawns, and the positions visited.
fn found(diagram: Diagram) -> (String, i32, u32) {
    let summary = match searched(diagram) {
        TheatreResponse::Traced(traced) => traced.summary,
        TheatreResponse::Explored { summary, .. } => summary,
        other => panic!("{other:?}"),
    };
    let score = match summary.score.expect("a score") {
        Score::Cp(centipawns) => centipawns,
        Score::Mate(_) => 10_000,
    };
    (
        summary.mv.expect("a move").to_string(),
        score,
        summary.visits,
    )
}

fn tree(diagram: Diagram) -> TreeView {
    let TheatreResponse::Traced(traced) = searched(diagram) else {
        panic!("not a tree");
    };
    TreeView::new(
        *setup(diagram).game().expect("a game").position(),
        traced.tree,
    )
}

#[test]
fn alpha_beta_needs_twenty_positions_for_what_takes_minimax_thirty_four() {
    assert_eq!(found(alpha_beta::ALL), ("c5d6".to_owned(), 265, 34));
    assert_eq!(found(alpha_beta::PRUNED), ("c5d6".to_owned(), 265, 20));
    let tree = tree(alpha_beta::PRUNED);
    let nodes = tree.roots().iter().map(|&root| tree.node(root).nodes);
    assert_eq!(nodes.collect::<Vec<_>>(), [6, 14]);
}

#[test]
fn the_queen_takes_the_knight_only_where_nothing_is_seen_beyond() {
    assert_eq!(found(horizon::BLIND).0, "f3f6");
    assert_ne!(found(horizon::SEEING).0, "f3f6");
    assert_ne!(found(horizon::DEEPER).0, "f3f6");
}

#[test]
fn a_pass_wins_the_rook_that_no_move_wins() {
    let (_, misled, visits) = found(zugzwang::BET);
    let (_, careful, more) = found(zugzwang::CAREFUL);
    assert!(misled > 1_000 && careful < 600, "{misled} {careful}");
    assert!(more > visits, "{more} {visits}");
    let tree = tree(zugzwang::BET);
    let mut nodes = (0..).take_while(|&node| tree.has(node));
    let bet = nodes
        .find(|&node| tree.node(node).visit == 9_133 && tree.node(node).nodes > 0)
        .expect("the visit of the link");
    assert_eq!(tree.node(bet).cause, Cause::NullMove);
    let position = tree.board(bet).0.to_fen();
    assert!(
        position.starts_with("8/kr6/2K5/4Q3/8/8/8/8 w"),
        "{position}"
    );
    let setup = setup(zugzwang::BET);
    let mind = setup.mind;
    let checks = answers(TheatreRequest::CheckBets { id: ID, setup }, mind);
    let mut checked = checks.iter().flat_map(|answer| match answer {
        TheatreResponse::Checked { checked, .. } => &checked[..],
        _ => &[],
    });
    let outcome = checked
        .find(|check| check.node == bet && check.rule == SearchRule::NullMove)
        .expect("a check")
        .outcome;
    let BetOutcome::Failed { cost, score, .. } = outcome else {
        panic!("{outcome:?}");
    };
    assert!(cost > 300 && score < 600, "{cost} {score}");
}

#[test]
fn order_is_worth_more_than_every_other_part() {
    let setup = setup(move_ordering::SWITCHES);
    let mind = setup.mind;
    let trials = answers(TheatreRequest::TrySwitches { id: ID, setup }, mind);
    let nodes = trials.iter().filter_map(|trial| match trial {
        TheatreResponse::SwitchTried { result, .. } => Some((result.off, result.nodes)),
        _ => None,
    });
    let mut nodes: Vec<_> = nodes.collect();
    let whole = nodes[0].1;
    nodes.sort_by_key(|&(_, nodes)| std::cmp::Reverse(nodes));
    assert_eq!(nodes[0].0, SearchSwitch::Rule(SearchRule::MoveOrdering));
    assert_eq!(
        nodes[1].0,
        SearchSwitch::Rule(SearchRule::LateMoveReduction)
    );
    assert!((25..40).contains(&(nodes[0].1 * 10 / whole)), "{nodes:?}");
    let tree = tree(move_ordering::ORDERED);
    let root = *tree.roots().last().expect("a search");
    let searched = |node| {
        tree.children(node)
            .filter(|&child| tree.node(child).nodes > 0)
            .count()
    };
    let bars = (root..).take_while(|&node| tree.has(node)).map(searched);
    let parents: Vec<_> = bars.filter(|&children| children > 0).collect();
    let single = parents.iter().filter(|&&children| children == 1).count();
    assert!(2 * single > parents.len(), "{single} of {}", parents.len());
    found(move_ordering::PLAIN);
}

#[test]
fn a_proof_outweighs_all_visits_and_equal_moves_take_turns() {
    let favourites = |diagram| {
        let TheatreResponse::Explored { tree, .. } = searched(diagram) else {
            panic!("not a tree of visits");
        };
        let best = |moves: &[engine::search::Explored]| (moves[0].mv.to_string(), moves[0].visits);
        let mut favourites: Vec<_> = tree.snapshots.iter().map(|one| best(&one.moves)).collect();
        favourites.dedup_by_key(|(mv, _)| mv.clone());
        favourites
    };
    let mate = favourites(change_of_mind::MATE);
    assert_eq!(mate[0].0, "h6f7");
    assert_eq!(mate.last(), Some(&("c4g8".to_owned(), 2)));
    let (_, _, visits) = found(change_of_mind::MATE);
    assert!((350..450).contains(&visits), "{visits}");
    assert!(favourites(change_of_mind::EQUAL).len() > 3);
}
