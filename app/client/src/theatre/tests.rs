//! The theatre: what is searched is shown whole, every pixel leads to its node, and a link to the same.

mod own_networks;

use std::sync::Arc;

use engine::eval::SharedEval;
use engine::player::{Control, NeverStop, StoppedClock, StrategyId};
use engine::rules::{Game, Position};
use engine::search::{Cause, Options};
use proptest::prelude::*;

use super::messages::BetOutcome;
use super::trace::trace;
use super::*;
use crate::play::EngineState;
use crate::worker::codec::{decode, encode};
use crate::worker::{EngineCommand, FromWorker, NetworkProgress, SearchId, ToWorker};

const MIDDLEGAME: &str = "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 2 8";

fn control<T>(run: impl FnOnce(&mut Control<'_>) -> T) -> T {
    run(&mut Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: engine::rng(0),
    })
}

fn setup(mind: StrategyId, depth: u8) -> TraceSetup {
    TraceSetup {
        start_fen: Some(MIDDLEGAME.to_owned()),
        mind,
        depth,
        ..TraceSetup::default()
    }
}

fn traced(setup: &TraceSetup) -> TracedSearch {
    match control(|control| trace(SearchId(1), setup, None, control)) {
        TheatreResponse::Traced(traced) => *traced,
        other => panic!("{other:?}"),
    }
}

fn view(setup: &TraceSetup) -> TreeView {
    TreeView::new(*setup.game().unwrap().position(), traced(setup).tree)
}

/// A page whose worker has answered the search.
fn shown(setup: TraceSetup) -> TheatreState {
    let mut state = TheatreState::default();
    let link = TheatreLink {
        setup,
        ..TheatreLink::default()
    };
    state.update(TheatreEvent::Open(Box::new(link)));
    state.update(TheatreEvent::Engine(FromWorker::Ready));
    let failed = NetworkProgress::Failed(String::new());
    let effects = state.update(TheatreEvent::Engine(FromWorker::Network(failed)));
    answer(&mut state, &effects);
    assert_eq!(state.stage, TreeStage::Shown);
    state
}

/// Carries out the requests among the effects, as the worker does.
fn answer(state: &mut TheatreState, effects: &[TheatreEffect]) {
    answer_by(state, effects, |_| Err("no network here".to_owned()));
}

/// The same, where a visitor's minds have these networks.
fn answer_by(
    state: &mut TheatreState,
    effects: &[TheatreEffect],
    network_of: impl Fn(StrategyId) -> Result<SharedEval, String>,
) {
    for effect in effects {
        let TheatreEffect::Engine(EngineCommand::Send(ToWorker::Lazy { request, .. })) = effect
        else {
            continue;
        };
        let request: TheatreRequest = decode(request).unwrap();
        let minds = request.minds_with_visitors_networks().into_iter();
        let networks = Networks {
            site: None,
            visitors: minds.map(|mind| (mind, network_of(mind))).collect(),
        };
        let mut answers = Vec::new();
        control(|control| {
            super::answer(request, &networks, control, &mut |answer| {
                answers.push(answer);
            });
        });
        for answer in answers {
            // As it travels.
            let answer = decode(&encode(&answer)).unwrap();
            state.update(TheatreEvent::Answer(Box::new(answer)));
        }
    }
}

#[test]
fn a_view_knows_children_levels_and_positions() {
    let view = view(&setup(StrategyId::Calculator, 5));
    let nodes = view.tree().nodes();
    assert_eq!(
        view.roots().len(),
        nodes.iter().filter(|node| node.parent.is_none()).count()
    );
    let mut children = 0;
    for index in 0..nodes.len() as u32 {
        let (position, mv) = view.board(index);
        assert!(mv.is_none_or(|mv| view.position_before(index).play(mv) == position));
        for child in view.children(index) {
            children += 1;
            assert_eq!(view.node(child).parent, Some(index));
            assert_eq!(view.level(child), view.level(index) + 1);
            assert!(child > index && child < view.branch_end(index));
            let ((first, visits), (child_first, child_visits)) =
                (view.span(index), view.span(child));
            assert!(
                child_visits == 0
                    || child_first > first && child_first + child_visits <= first + visits
            );
        }
    }
    assert_eq!(children, nodes.len() - view.roots().len());
}

#[test]
fn the_best_line_is_that_of_the_search() {
    for mind in TRACED {
        let setup = setup(mind, 3);
        if mind == StrategyId::Explorer {
            continue;
        }
        let (traced, view) = (traced(&setup), view(&setup));
        let root = *view.roots().last().unwrap();
        let best = view.best_child(root).unwrap();
        assert_eq!(view.node(best).mv, traced.summary.mv, "{mind}");
        assert!(view.is_best(best));
    }
}

/// Moves with the same score are not taken for it.
#[test]
fn the_best_line_is_that_of_the_search_among_many_equal_moves() {
    for fen in [MIDDLEGAME, "1k6/1r6/8/2K5/8/8/8/Q7 w - - 0 1"] {
        for depth in 2..=8 {
            let setup = TraceSetup {
                start_fen: Some(fen.to_owned()),
                ..setup(StrategyId::Calculator, depth)
            };
            let (traced, view) = (traced(&setup), view(&setup));
            let best = view.best_child(*view.roots().last().unwrap()).unwrap();
            assert_eq!(view.node(best).mv, traced.summary.mv, "{fen} {depth}");
        }
    }
}

#[test]
fn every_pixel_leads_to_the_node_that_is_drawn_there() {
    let view = view(&setup(StrategyId::Calculator, 4));
    for (top, scale) in view.roots().iter().map(|&root| (root, 1)).chain([(9, 2)]) {
        let icicle = Icicle {
            view: &view,
            top,
            last_visit: u32::MAX,
            cause: None,
            selected: u32::MAX,
            found: &[],
            wrong: &[],
            palette: Palette::DARK,
            scale,
        };
        let (width, height) = (900 * scale, 300 * scale);
        let mut picture = Picture::default();
        icicle.draw(&mut picture, width, height);
        assert_eq!(picture.bytes().len(), 4 * width * height);
        for label in &picture.labels {
            let x = (label.x + label.width / 2) as f64;
            let found = icicle.node_at(width, height, x, label.y as f64);
            assert_eq!(found, Some(label.node));
            let (color, hatching) = Palette::DARK.cause(view.node(label.node).cause);
            let drawn = picture.pixels[(label.y + 2) * width + label.x + label.width / 2];
            assert!(drawn == color || Some(drawn) == hatching, "{label:?}");
        }
        for (x, y) in [(-1.0, 5.0), (5.0, -1.0), (width as f64, 5.0), (5.0, 1e6)] {
            assert_eq!(icicle.node_at(width, height, x, y), None);
        }
    }
}

#[test]
fn a_folded_branch_opens_by_the_same_search_and_closes_again() {
    let mut state = shown(setup(StrategyId::Calculator, 10));
    let whole = Arc::clone(state.view.as_ref().unwrap());
    assert!(whole.tree().fold_below().is_some());
    let folds = |&node: &u32| {
        let branch = node..whole.branch_end(node);
        whole.node(node).parent.is_some()
            && whole.tree().folded_among(branch).next().is_some()
            && (100..20_000).contains(&whole.node(node).nodes)
    };
    let node = (0..whole.tree().nodes().len() as u32).find(folds).unwrap();
    state.update(TheatreEvent::Select(node));
    assert!(state.can_open_branch());
    let effects = state.update(TheatreEvent::OpenBranch);
    // Once is enough, and one thing after the other.
    for event in [TheatreEvent::OpenBranch, TheatreEvent::CheckBets] {
        assert_eq!(state.update(event), []);
    }
    answer(&mut state, &effects);
    let branch = Arc::clone(state.view.as_ref().unwrap());
    assert_eq!(branch.tree().fold_below(), None);
    assert_eq!(branch.roots(), [0]);
    let (opened, folded) = (branch.node(0), whole.node(node));
    assert_eq!(
        (opened.visit, opened.nodes, opened.score, opened.mv),
        (folded.visit, folded.nodes, folded.score, folded.mv)
    );
    assert_eq!(branch.board(0), whole.board(node));
    assert_eq!(state.linked_node(), Some(LinkedNode::Visit(folded.visit)));
    assert!(!state.can_open_branch());
    assert_eq!(state.update(TheatreEvent::CheckBets), []);
    state.update(TheatreEvent::Step(TreeStep::FirstChild));
    assert!(state.selected > 0);
    state.update(TheatreEvent::CloseBranch);
    assert_eq!((state.view.as_ref(), state.selected), (Some(&whole), node));
    state.update(TheatreEvent::CloseBranch);
    assert_eq!(state.selected, node);
}

#[test]
fn another_position_leaves_nothing_of_the_one_before() {
    let mut state = shown(setup(StrategyId::Calculator, 10));
    let node = state
        .view
        .as_ref()
        .unwrap()
        .children(state.top)
        .next()
        .unwrap();
    state.update(TheatreEvent::Select(node));
    state.update(TheatreEvent::SetSpeed(4));
    let opening = state.update(TheatreEvent::OpenBranch);
    assert!(!opening.is_empty());
    let link = TheatreLink {
        setup: TraceSetup {
            depth: 3,
            ..TraceSetup::default()
        },
        ..TheatreLink::default()
    };
    let effects = state.update(TheatreEvent::Open(Box::new(link)));
    let cancels =
        |effect: &&TheatreEffect| matches!(effect, TheatreEffect::Engine(EngineCommand::Cancel(_)));
    assert_eq!(effects.iter().filter(cancels).count(), 1);
    assert!(state.view.is_none());
    assert_eq!(state.board().0, Position::startpos());
    answer(&mut state, &opening);
    assert!(state.view.is_none(), "a branch of another position");
    answer(&mut state, &effects);
    let view = state.view.as_ref().unwrap();
    assert_eq!(
        (*view.start(), state.film.speed()),
        (Position::startpos(), 4)
    );
}

#[test]
fn a_link_names_roots_visits_and_for_moves_that_were_not_searched_their_parents() {
    let mut state = shown(setup(StrategyId::Calculator, 6));
    let view = Arc::clone(state.view.as_ref().unwrap());
    for index in (0..view.tree().nodes().len() as u32).step_by(7).chain([0]) {
        state.update(TheatreEvent::Select(index));
        let text = fragment(&state.setup, state.linked_node(), None);
        state.update(TheatreEvent::Select(view.roots()[0]));
        let link = parse_fragment(&text).unwrap();
        let names_one = link.node.is_some();
        state.update(TheatreEvent::Open(Box::new(link)));
        let node = view.node(index);
        let wanted = match node.parent {
            Some(parent) if node.nodes == 0 => parent,
            _ => index,
        };
        if names_one {
            assert_eq!(state.selected, wanted, "{text}");
        } else {
            assert!(view.roots().contains(&wanted));
        }
    }
}

#[test]
fn a_link_of_any_length_is_read_or_refused_at_once() {
    let shuffle = "g1f3_g8f6_f3g1_f6g8_".repeat(5_000);
    for text in [
        format!("moves={}", &shuffle[..shuffle.len() - 1]),
        format!("moves={}", &shuffle[..5_004]),
        format!("fen={}", "9".repeat(100_000)),
    ] {
        assert_eq!(parse_fragment(&text), Err(SetupError::TooLong));
    }
    let long = parse_fragment(&format!("moves={}", &shuffle[..4_999])).unwrap();
    assert_eq!(long.setup.moves.len(), 1_000);
    assert!(parse_fragment(&fragment(&long.setup, None, None)).is_ok());
}

#[test]
fn a_small_branch_is_drawn_as_a_tree_with_parents_over_their_children() {
    let view = view(&setup(StrategyId::Pruner, 3));
    let mut drawn = 0;
    for top in 0..view.tree().nodes().len() as u32 {
        let Some(placed) = textbook_tree(&view, top) else {
            continue;
        };
        drawn += 1;
        assert_eq!(
            (placed[0].node, placed[0].parent, placed[0].level),
            (top, None, 0)
        );
        assert!(placed.len() <= 48);
        for (place, one) in placed.iter().enumerate() {
            let children: Vec<f32> = placed
                .iter()
                .filter(|other| other.parent == Some(place))
                .map(|other| other.column)
                .collect();
            assert!(children.is_sorted_by(|a, b| a < b));
            if let (Some(first), Some(last)) = (children.first(), children.last()) {
                assert_eq!(one.column, (first + last) / 2.0);
            }
            let same_level = placed.iter().filter(|other| other.level == one.level);
            let same_place = same_level.filter(|other| other.column == one.column);
            assert_eq!(same_place.count(), 1);
        }
    }
    assert!(drawn > 20, "{drawn}");
    assert_eq!(textbook_tree(&view, *view.roots().last().unwrap()), None);
}

#[test]
fn a_film_draws_what_was_visited_and_nothing_else() {
    let view = view(&setup(StrategyId::Calculator, 4));
    let top = *view.roots().last().unwrap();
    let (first, visits) = view.span(top);
    let drawn = |last_visit| {
        let icicle = Icicle {
            view: &view,
            top,
            last_visit,
            cause: None,
            selected: u32::MAX,
            found: &[],
            wrong: &[],
            palette: Palette::DARK,
            scale: 1,
        };
        let mut picture = Picture::default();
        icicle.draw(&mut picture, 1000, 300);
        let is_drawn = |pixel: &&[u8; 4]| **pixel != Palette::DARK.background;
        picture.pixels.iter().filter(is_drawn).count()
    };
    let shares = [0, 1, 2, 3, 4].map(|quarter| drawn(first + visits * quarter / 4));
    assert!(shares.is_sorted(), "{shares:?}");
    assert!(shares[0] < 60 && shares[1] > 0 && shares[4] > 2 * shares[1]);
    assert_eq!(drawn(u32::MAX), drawn(first + visits));
}

#[test]
fn the_page_searches_once_the_network_is_there_and_shows_the_last_depth() {
    let state = shown(setup(StrategyId::Intuition, 4));
    let view = Arc::clone(state.view.as_ref().unwrap());
    assert_eq!(state.top, *view.roots().last().unwrap());
    assert_eq!(
        (state.selected, state.shown()),
        (state.top, Some(state.top))
    );
    assert!(state.film.is_at_end());
    let summary = state.summary.unwrap();
    assert_eq!(summary.visits, view.tree().visits());
    assert_eq!(state.board().0, *view.start());
}

#[test]
fn steps_and_zooms_stay_within_the_tree() {
    let mut state = shown(setup(StrategyId::Calculator, 4));
    let root = state.top;
    let view = Arc::clone(state.view.as_ref().unwrap());
    state.update(TheatreEvent::Step(TreeStep::FirstChild));
    let first = view.children(root).next().unwrap();
    assert_eq!(state.selected, first);
    state.update(TheatreEvent::Step(TreeStep::Previous));
    assert_eq!(state.selected, first);
    state.update(TheatreEvent::Step(TreeStep::Next));
    let second = view.children(root).nth(1).unwrap();
    assert_eq!(state.selected, second);
    state.update(TheatreEvent::Zoom(second));
    assert_eq!((state.top, state.selected), (second, second));
    // What is selected outside of the branch leads out of it.
    state.update(TheatreEvent::Select(first));
    assert_eq!((state.top, state.selected), (root, first));
    state.update(TheatreEvent::Step(TreeStep::Parent));
    assert_eq!(state.selected, root);
    state.update(TheatreEvent::ShowRoot(0));
    assert_eq!(state.top, view.roots()[0]);
    for event in [
        TheatreEvent::Select(u32::MAX),
        TheatreEvent::Zoom(u32::MAX),
        TheatreEvent::ShowRoot(usize::MAX),
        TheatreEvent::Hover(Some(u32::MAX)),
        TheatreEvent::SetSpeed(usize::MAX),
    ] {
        state.update(event);
        assert_eq!(state.selected, view.roots()[0]);
    }
}

#[test]
fn the_film_shows_the_node_that_was_entered_last() {
    let mut state = shown(setup(StrategyId::Calculator, 4));
    let view = Arc::clone(state.view.as_ref().unwrap());
    let last = state.top;
    let effects = state.update(TheatreEvent::PlayPause);
    assert_eq!(effects, [TheatreEffect::Animate]);
    let mut tops = vec![state.top];
    let mut shown_nodes = Vec::new();
    for _ in 0..1_000 {
        state.update(TheatreEvent::Frame(50.0, false));
        if *tops.last().unwrap() != state.top {
            tops.push(state.top);
        }
        // The board follows the film, at most a quarter of a second behind.
        let shown = view.node(state.shown().unwrap()).visit;
        assert!(shown <= state.film.last_visit().max(state.film.first));
        if state.film.is_playing && !shown_nodes.contains(&shown) {
            shown_nodes.push(shown);
        }
    }
    assert!((20..=150).contains(&shown_nodes.len()), "{shown_nodes:?}");
    // One depth after the other, to the last.
    assert_eq!(tops, view.roots());
    assert_eq!((state.top, state.film.is_playing), (last, false));
    state.update(TheatreEvent::Seek(10));
    assert_eq!(state.film.shown(), 10);
    state.update(TheatreEvent::PlayPause);
    state.update(TheatreEvent::PlayPause);
    state.update(TheatreEvent::StepFilm(1));
    assert_eq!((state.film.shown(), state.film.is_playing), (11, false));
    let shown = view.node(state.shown().unwrap()).visit;
    assert_eq!(shown, state.film.last_visit());
}

#[test]
fn checked_bets_add_up_and_those_that_failed_are_listed_dearest_first() {
    for (mind, depth) in [(StrategyId::Calculator, 6), (StrategyId::Pruner, 5)] {
        let mut state = shown(setup(mind, depth));
        let effects = state.update(TheatreEvent::CheckBets);
        answer(&mut state, &effects);
        let bets = &state.bets;
        assert_eq!(bets.running, None);
        assert_eq!(bets.bets, Some(bets.checked() + bets.unchecked));
        let (held, failed) = (bets.held, bets.failed.len() as u32);
        assert!(held > 5 * failed, "{mind:?}: {held} of {failed}");
        let costs: Vec<(bool, u32)> = bets
            .failed
            .iter()
            .map(|bet| match bet.outcome {
                BetOutcome::Failed {
                    cost, other_move, ..
                } => (other_move, cost),
                other => panic!("{other:?}"),
            })
            .collect();
        assert!(!costs.is_empty() && costs.is_sorted_by(|a, b| a >= b));
        let expected = state.view.as_ref().unwrap().tree().bets().len();
        assert_eq!(bets.bets, Some(expected as u32));
    }
    // The parts of the engine's search are not Pruner's.
    let mut pruner = shown(setup(StrategyId::Pruner, 3));
    assert!(pruner.can_check_bets() && !pruner.can_try_switches());
    assert_eq!(pruner.update(TheatreEvent::TrySwitches), []);
}

#[test]
fn every_part_is_switched_off_once_and_the_first_search_is_the_one_on_the_stage() {
    let mut state = shown(setup(StrategyId::Calculator, 6));
    let effects = state.update(TheatreEvent::TrySwitches);
    // One thing after the other.
    assert_eq!(state.update(TheatreEvent::CheckBets), []);
    answer(&mut state, &effects);
    assert_eq!(state.switches.running, None);
    let results = &state.switches.results;
    let expected: Vec<SearchSwitch> = SWITCHES
        .into_iter()
        .filter(|off| *off != SearchSwitch::Network)
        .collect();
    assert!(results.iter().map(|result| result.off).eq(expected));
    let summary = state.summary.unwrap();
    assert_eq!(results[0].nodes, u64::from(summary.visits));
    assert_eq!(
        (results[0].mv, results[0].score),
        (summary.mv, summary.score)
    );
    let unordered = results[1];
    assert!(unordered.nodes > 2 * results[0].nodes, "{unordered:?}");
    state.update(TheatreEvent::SetDepth(5));
    assert!(state.switches.running.is_none());
}

#[test]
fn minds_move_side_by_side_and_play_on() {
    let mut state = shown(setup(StrategyId::Plodder, 1));
    assert_eq!(state.minds.chosen.len(), 2);
    for mind in [StrategyId::Grabber, StrategyId::Pruner, StrategyId::Plodder] {
        state.update(TheatreEvent::ToggleMind(mind));
    }
    // Four at most, and only those that can be compared.
    assert_eq!(state.minds.chosen.len(), 4);
    state.update(TheatreEvent::ToggleMind(StrategyId::Explorer));
    state.update(TheatreEvent::ToggleMind(StrategyId::Dice));
    assert_eq!(
        state.minds.chosen,
        [
            StrategyId::Intuition,
            StrategyId::Grabber,
            StrategyId::Pruner
        ]
    );
    state.update(TheatreEvent::SetMoveLimit(MoveLimit::Nodes(500)));
    for (plies, expected) in [(1, 1), (PLAYED_ON, 10), (u8::MAX, 10)] {
        let effects = state.update(TheatreEvent::CompareMinds(plies));
        assert_eq!(state.update(TheatreEvent::TrySwitches), []);
        answer(&mut state, &effects);
        assert_eq!(state.minds.running, None);
        for mind in 0..3 {
            let mut game = state.setup.game().unwrap();
            let moves = state.minds.moves.iter().filter(|found| found.mind == mind);
            assert_eq!(moves.clone().count(), expected);
            for found in moves {
                game.play(found.mv.unwrap()).unwrap();
            }
        }
    }
    state.update(TheatreEvent::SetDepth(2));
    for mind in [StrategyId::Grabber, StrategyId::Pruner] {
        state.update(TheatreEvent::ToggleMind(mind));
    }
    // One mind has nothing to be compared with.
    assert_eq!(state.update(TheatreEvent::CompareMinds(1)), []);
}

#[test]
fn answers_to_what_is_no_longer_asked_change_nothing() {
    let mut state = shown(setup(StrategyId::Calculator, 3));
    let effects = state.update(TheatreEvent::SetDepth(4));
    let late = TheatreResponse::Traced(Box::new(traced(&setup(StrategyId::Calculator, 2))));
    let before = state.view.clone();
    state.update(TheatreEvent::Answer(Box::new(late)));
    assert_eq!(state.view, before);
    answer(&mut state, &effects);
    assert_eq!(
        state.view.unwrap().roots().len(),
        before.unwrap().roots().len() + 1
    );
}

#[test]
fn a_tree_search_is_shown_with_how_its_visits_grew() {
    let mut state = shown(TraceSetup {
        visits: 1_600,
        ..setup(StrategyId::Explorer, 1)
    });
    let tree = Arc::clone(state.explored.as_ref().unwrap());
    let summary = state.summary.unwrap();
    assert_eq!((state.view.is_none(), summary.visits), (true, 1_600));
    let totals: Vec<u32> = tree.snapshots.iter().map(|moment| moment.visits).collect();
    assert!(totals.len() > 5 && totals.is_sorted(), "{totals:?}");
    assert_eq!(state.snapshot(), tree.snapshots.last());
    assert_eq!(state.snapshot().unwrap().moves[0].mv, summary.mv.unwrap());
    let best = tree.children(0).next().unwrap();
    assert_eq!(tree.nodes[best as usize].mv, summary.mv);
    state.update(TheatreEvent::Select(best));
    let (position, mv) = state.board();
    assert_eq!(mv, summary.mv);
    assert_eq!(
        position,
        tree.board(state.setup.game().unwrap().position(), best).0
    );
    assert_eq!(tree.root_move(best), summary.mv);
    state.update(TheatreEvent::Select(u32::MAX));
    assert_eq!(state.selected, best);
    state.update(TheatreEvent::Seek(1));
    assert_eq!(state.snapshot(), tree.snapshots.first());
    assert_eq!(
        state.update(TheatreEvent::PlayPause),
        [TheatreEffect::Animate]
    );
    for _ in 0..1_000 {
        state.update(TheatreEvent::Frame(50.0, false));
    }
    assert!(state.film.is_at_end() && !state.film.is_playing);
    // Nothing here has bets, iterations or a next branch.
    for event in [
        TheatreEvent::CheckBets,
        TheatreEvent::TrySwitches,
        TheatreEvent::Zoom(best),
        TheatreEvent::ZoomOut,
        TheatreEvent::ShowRoot(1),
        TheatreEvent::Step(TreeStep::Next),
        TheatreEvent::SetVisits(7),
    ] {
        state.update(event);
        assert_eq!(state.explored.as_ref(), Some(&tree));
    }
    let effects = state.update(TheatreEvent::SetVisits(400));
    answer(&mut state, &effects);
    assert_eq!(state.summary.unwrap().visits, 400);
    let link = fragment(&state.setup, state.linked_node(), None);
    assert_eq!(parse_fragment(&link).unwrap().setup.visits, 400);
}

#[test]
fn a_broken_worker_is_replaced_and_given_up_after_a_few_times() {
    let mut state = shown(setup(StrategyId::Calculator, 3));
    for _ in 0..crate::play::MAX_FAILURES {
        state.update(TheatreEvent::Engine(FromWorker::Failed {
            message: "broken".to_owned(),
        }));
    }
    assert!(matches!(state.engine, EngineState::Failed(_)));
    let effects = {
        state.stage = TreeStage::Due;
        state.update(TheatreEvent::RetryEngine)
    };
    assert_eq!(effects, [TheatreEffect::Engine(EngineCommand::Start)]);
}

#[test]
fn a_link_opens_the_same_tree_at_the_same_node() {
    let mut game = Game::new();
    for text in ["e2e4", "e7e5", "g1f3"] {
        game.play(game.position().parse_uci(text).unwrap()).unwrap();
    }
    let setup = TraceSetup {
        moves: game.moves().to_vec(),
        depth: 5,
        options: Options {
            null_move: false,
            ..Options::default()
        },
        ..TraceSetup::default()
    };
    let mut state = shown(setup);
    state.update(TheatreEvent::Step(TreeStep::FirstChild));
    state.update(TheatreEvent::Step(TreeStep::FirstChild));
    let text = fragment(&state.setup, state.linked_node(), Some("0.1"));
    let link = parse_fragment(&text).unwrap();
    assert_eq!(link.version.as_deref(), Some("0.1"));
    state.update(TheatreEvent::Open(Box::new(link.clone())));
    assert_eq!(state.link_version.as_deref(), Some("0.1"));
    let mut other = TheatreState::default();
    other.update(TheatreEvent::Open(Box::new(link)));
    other.update(TheatreEvent::Engine(FromWorker::Ready));
    let failed = NetworkProgress::Failed(String::new());
    let effects = other.update(TheatreEvent::Engine(FromWorker::Network(failed)));
    answer(&mut other, &effects);
    assert_eq!(other.view, state.view);
    assert_eq!(other.selected, state.selected);
    assert_eq!(other.link_version.as_deref(), Some("0.1"));
    other.update(TheatreEvent::SetDepth(4));
    assert_eq!(other.link_version, None);
}

#[test]
fn a_link_that_cannot_be_read_names_its_field() {
    for (text, field) in [
        ("fen=8/8/8/8/8/8/8/8_w_-_-_0_1", "(fen)"),
        ("moves=e2e5", "(moves)"),
        ("moves=e2e4_x", "move 2"),
        ("mind=dice", "(mind)"),
        ("mind=plodder&depth=5", "(depth)"),
        ("depth=-1", "(depth)"),
        ("visits=7", "(visits)"),
        ("without=luck", "(without)"),
        ("fen=7k/5Q2/6K1/8/8/8/8/8_b_-_-_0_1", "over"),
    ] {
        let error = parse_fragment(text).unwrap_err().to_string();
        assert!(error.contains(field), "{text}: {error}");
    }
    let usual = parse_fragment("").unwrap();
    assert_eq!(usual.setup, TraceSetup::default());
    assert_eq!(
        Position::startpos(),
        *usual.setup.game().unwrap().position()
    );
    assert_eq!(parse_fragment("mind=plodder").unwrap().setup.depth, 4);
}

#[test]
fn what_cannot_be_searched_is_said() {
    let mut state = shown(setup(StrategyId::Calculator, 2));
    let refused = parse_fragment("depth=99").unwrap_err();
    state.update(TheatreEvent::Refuse(refused.clone()));
    assert_eq!(state.stage, TreeStage::Refused(refused.to_string()));
    assert_eq!((state.view.is_none(), state.shown()), (true, None));
}

#[test]
fn a_move_is_found_wherever_it_is_made() {
    let mut state = shown(setup(StrategyId::Calculator, 5));
    let view = Arc::clone(state.view.as_ref().unwrap());
    for (text, plain) in [
        ("O-O", "O-O"),
        ("dxc5", "dc5"),
        ("Bg6", "Bg6"),
        ("e5", "e5"),
    ] {
        state.update(TheatreEvent::Find(format!(" {text} ")));
        assert!(!state.found.is_empty() && state.found.is_sorted(), "{text}");
        for &index in state.found.iter() {
            let mv = view.node(index).mv.unwrap();
            let san = engine::rules::san::write(&view.position_before(index), mv);
            assert_eq!(san.replace(['x', '+', '#'], ""), plain);
        }
    }
    for text in ["", "x", "Zz9", "e9", "\u{265e}e5", "O-O-O-O"] {
        state.update(TheatreEvent::Find(text.to_owned()));
        assert!(state.found.is_empty(), "{text}");
    }
}

#[test]
fn every_cause_of_a_tree_can_be_highlighted() {
    let mut state = shown(setup(StrategyId::Calculator, 3));
    for &cause in Cause::ALL {
        state.update(TheatreEvent::Highlight(Some(cause)));
        assert_eq!(state.cause, Some(cause));
    }
}

proptest! {
    #[test]
    fn any_fragment_is_read_or_refused(text in any::<String>(), depth in any::<i32>()) {
        drop(parse_fragment(&text));
        drop(parse_fragment(&format!("depth={depth}&visit={text}&moves={text}")));
    }
}
