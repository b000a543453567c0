//! Random sequences of events against invariants.

use crate::worker::{EngineCommand, FromWorker, ToWorker};
use engine::search::Score::Cp;
use proptest::prelude::*;

use super::*;
use crate::analysis::{ReviewState, fragment, parse_fragment};
use crate::navigation::NavigationStep;
use crate::play::EngineState;

/// A random step; the numbers choose among the possibilities.
#[derive(Debug, Clone)]
enum SimStep {
    Play(prop::sample::Index),
    Go(prop::sample::Index),
    Show(prop::sample::Index, prop::sample::Index),
    Step(u8),
    Promote,
    Remove,
    Flip,
    Preview(prop::sample::Index),
    Think(bool),
    Lines(u8),
    Deeper,
    Review,
    StopReview,
    Ready,
    Network(u8),
    NetworkLate,
    Failed,
    Retry,
    Report { late: bool },
    Done { late: bool, score: i32 },
    Open,
}

fn sim_step() -> impl Strategy<Value = SimStep> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        6 => index().prop_map(SimStep::Play),
        2 => index().prop_map(SimStep::Go),
        2 => (index(), index()).prop_map(|(from, mv)| SimStep::Show(from, mv)),
        3 => (0..4_u8).prop_map(SimStep::Step),
        1 => Just(SimStep::Promote),
        1 => Just(SimStep::Remove),
        1 => Just(SimStep::Flip),
        1 => index().prop_map(SimStep::Preview),
        1 => any::<bool>().prop_map(SimStep::Think),
        1 => any::<u8>().prop_map(SimStep::Lines),
        1 => Just(SimStep::Deeper),
        2 => Just(SimStep::Review),
        1 => Just(SimStep::StopReview),
        3 => Just(SimStep::Ready),
        3 => (0..3_u8).prop_map(SimStep::Network),
        1 => Just(SimStep::NetworkLate),
        1 => Just(SimStep::Failed),
        1 => Just(SimStep::Retry),
        2 => any::<bool>().prop_map(|late| SimStep::Report { late }),
        6 => (any::<bool>(), -2_000..2_000).prop_map(|(late, score)| SimStep::Done { late, score }),
        1 => Just(SimStep::Open),
    ]
}

fn nodes(analysis: &AnalysisState) -> Vec<NodeId> {
    let mut nodes = vec![NodeId::START];
    let mut next = 0;
    while let Some(&at) = nodes.get(next) {
        nodes.extend(analysis.tree.replies(at));
        next += 1;
    }
    nodes
}

/// The event of a step, if it is possible now.
fn event(
    analysis: &AnalysisState,
    sim_step: &SimStep,
    late: Option<SearchId>,
    seen: &[NodeId],
) -> Option<AnalysisEvent> {
    let moves = analysis.position().legal_moves();
    let of = |is_late: bool| {
        if is_late {
            late
        } else {
            analysis.search.map(|search| search.id)
        }
    };
    let best = |id: SearchId, score: i32| {
        let at = analysis.search.filter(|search| search.id == id)?.node;
        let best = analysis.tree.position(at).legal_moves().first().copied()?;
        Some(vec![line(1, 5, Cp(score), vec![best])])
    };
    Some(match sim_step {
        SimStep::Play(index) => {
            AnalysisEvent::Play(*index.get(moves.get(..).filter(|m| !m.is_empty())?))
        }
        SimStep::Go(index) => AnalysisEvent::GoTo(*index.get(seen)),
        // The move may be illegal at that node, and its repetition always is.
        SimStep::Show(from, index) => {
            let mv = *index.get(moves.get(..).filter(|m| !m.is_empty())?);
            AnalysisEvent::ShowLine {
                from: *from.get(seen),
                moves: vec![mv, mv],
            }
        }
        SimStep::Step(step) => AnalysisEvent::Navigate(
            [
                NavigationStep::First,
                NavigationStep::Previous,
                NavigationStep::Next,
                NavigationStep::Last,
            ][usize::from(*step)],
        ),
        SimStep::Promote => AnalysisEvent::PromoteLine,
        SimStep::Remove => AnalysisEvent::RemoveMove,
        SimStep::Flip => AnalysisEvent::Flip,
        SimStep::Preview(index) => {
            AnalysisEvent::Preview(moves.get(index.index(60)).map(|&first| vec![first]))
        }
        SimStep::Think(on) => AnalysisEvent::SetEngineOn(*on),
        SimStep::Lines(lines) => AnalysisEvent::SetMultipv(*lines),
        SimStep::Deeper => AnalysisEvent::SearchDeeper,
        SimStep::Review => AnalysisEvent::StartReview,
        SimStep::StopReview => AnalysisEvent::StopReview,
        SimStep::Ready if matches!(analysis.engine, EngineState::Starting(_)) => {
            AnalysisEvent::Engine(FromWorker::Ready)
        }
        SimStep::Ready => return None,
        SimStep::Network(_) if analysis.engine != EngineState::Ready => return None,
        SimStep::Network(stage) => AnalysisEvent::Engine(FromWorker::Network(match stage {
            0 => NetworkProgress::Loading(50),
            1 => here(),
            _ => NetworkProgress::Failed("gone".to_owned()),
        })),
        SimStep::NetworkLate => AnalysisEvent::NetworkTimeout,
        SimStep::Failed if analysis.engine == EngineState::Off => return None,
        SimStep::Failed => AnalysisEvent::Engine(FromWorker::Failed {
            message: "gone".to_owned(),
        }),
        SimStep::Retry => AnalysisEvent::RetryEngine,
        SimStep::Report { late } => {
            let id = of(*late)?;
            reports(id, best(id, 10).unwrap_or_default())
        }
        SimStep::Done { late, score } => {
            let id = of(*late)?;
            done(id, best(id, *score).unwrap_or_default())
        }
        SimStep::Open => AnalysisEvent::Open(Box::new(OpenedGame::from_position(start()))),
    })
}

proptest! {
    #[test]
    fn the_page_stays_sound(sim_steps in prop::collection::vec(sim_step(), 0..80)) {
        let mut analysis = AnalysisState::default();
        // The search that the simulated worker runs; it runs one at a time.
        let mut at_work: Option<SearchId> = None;
        let mut late = None;
        // Removed nodes, too: a review or a chart may still name them.
        let mut seen = vec![NodeId::START];
        for sim_step in sim_steps {
            let Some(event) = event(&analysis, &sim_step, late, &seen) else { continue };
            if let AnalysisEvent::Engine(FromWorker::Done { id, .. }) = &event
                && at_work == Some(*id)
            {
                at_work = None;
            }
            if matches!(event, AnalysisEvent::Engine(FromWorker::Failed { .. })) {
                at_work = None;
            }
            for effect in analysis.update(event) {
                match effect {
                    AnalysisEffect::Engine(EngineCommand::Cancel(id)) => {
                        prop_assert_eq!(at_work.take(), Some(id), "cancels what runs");
                        late = Some(id);
                    }
                    AnalysisEffect::Engine(EngineCommand::Send(ToWorker::Search(order))) => {
                        prop_assert_eq!(at_work.replace(order.id), None, "one at a time");
                        prop_assert_eq!(&analysis.engine, &EngineState::Ready);
                        let game = order.game();
                        prop_assert!(game.is_ok_and(|game| game.position().has_legal_move()));
                    }
                    AnalysisEffect::Engine(
                        EngineCommand::Start | EngineCommand::Send(ToWorker::NewGame),
                    )
                    | AnalysisEffect::UpdateAddress
                    | AnalysisEffect::PushHistory => {}
                    AnalysisEffect::Engine(other) => prop_assert!(false, "unexpected: {other:?}"),
                }
            }
            seen.extend(nodes(&analysis));
            prop_assert_eq!(at_work, analysis.search.map(|search| search.id));
            prop_assert!(nodes(&analysis).contains(&analysis.current), "what is shown is in the tree");
            prop_assert!((1..=5).contains(&analysis.multipv));
            let reviews = matches!(analysis.review, ReviewState::Running(_));
            prop_assert!(analysis.search.is_none_or(|search| search.for_review == reviews));
            if reviews && analysis.engine == EngineState::Ready && !analysis.network.is_pending() {
                prop_assert!(analysis.search.is_some(), "a review goes on");
            }
            let fragment = fragment(
                &analysis.tree, analysis.current, &analysis.tags, analysis.flipped,
            );
            let untouched =
                analysis.tree.is_empty() && *analysis.tree.start() == Position::startpos();
            let back = parse_fragment(&fragment).transpose().expect("our own address");
            prop_assert_eq!(back.is_none(), untouched);
            if let Some(back) = back {
                let (here, there) = (&analysis.tree, &back.tree);
                prop_assert_eq!(there.game_at(back.current), here.game_at(analysis.current));
                prop_assert_eq!(back.flipped, analysis.flipped);
            }
        }
    }
}
