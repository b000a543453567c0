//! Whatever happens in whatever order: what always holds.

use engine::search::Score::Cp;
use proptest::prelude::*;

use super::*;
use crate::analysis::{Reviewing, Step, address_of, opened_by};
use crate::play::EngineState;

/// An event in the making: numbers choose among what there is when its turn comes.
#[derive(Debug, Clone)]
enum Deed {
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

fn deed() -> impl Strategy<Value = Deed> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        6 => index().prop_map(Deed::Play),
        2 => index().prop_map(Deed::Go),
        2 => (index(), index()).prop_map(|(from, mv)| Deed::Show(from, mv)),
        3 => (0..4_u8).prop_map(Deed::Step),
        1 => Just(Deed::Promote),
        1 => Just(Deed::Remove),
        1 => Just(Deed::Flip),
        1 => index().prop_map(Deed::Preview),
        1 => any::<bool>().prop_map(Deed::Think),
        1 => any::<u8>().prop_map(Deed::Lines),
        1 => Just(Deed::Deeper),
        2 => Just(Deed::Review),
        1 => Just(Deed::StopReview),
        3 => Just(Deed::Ready),
        3 => (0..3_u8).prop_map(Deed::Network),
        1 => Just(Deed::NetworkLate),
        1 => Just(Deed::Failed),
        1 => Just(Deed::Retry),
        2 => any::<bool>().prop_map(|late| Deed::Report { late }),
        6 => (any::<bool>(), -2_000..2_000).prop_map(|(late, score)| Deed::Done { late, score }),
        1 => Just(Deed::Open),
    ]
}

fn places(analysis: &Analysis) -> Vec<NodeId> {
    let mut places = vec![NodeId::START];
    let mut next = 0;
    while let Some(&at) = places.get(next) {
        places.extend(analysis.tree.replies(at));
        next += 1;
    }
    places
}

/// The event, if it can happen: a worker answers only what it was asked.
fn event(
    analysis: &Analysis,
    deed: &Deed,
    late: Option<SearchId>,
    seen: &[NodeId],
) -> Option<Event> {
    let moves = analysis.position().legal_moves();
    let of = |is_late: bool| {
        if is_late {
            late
        } else {
            analysis.search.map(|search| search.id)
        }
    };
    let best = |id: SearchId, score: i32| {
        let at = analysis.search.filter(|search| search.id == id)?.at;
        let best = analysis.tree.position(at).legal_moves().first().copied()?;
        Some(vec![line(1, 5, Cp(score), vec![best])])
    };
    Some(match deed {
        Deed::Play(index) => Event::Play(*index.get(moves.get(..).filter(|m| !m.is_empty())?)),
        Deed::Go(index) => Event::Go(*index.get(seen)),
        // A move of the board's, legal there or not, and one that cannot be.
        Deed::Show(from, index) => {
            let mv = *index.get(moves.get(..).filter(|m| !m.is_empty())?);
            Event::Show {
                from: *from.get(seen),
                moves: vec![mv, mv],
            }
        }
        Deed::Step(step) => {
            Event::Step([Step::First, Step::Back, Step::On, Step::Last][usize::from(*step)])
        }
        Deed::Promote => Event::Promote,
        Deed::Remove => Event::Remove,
        Deed::Flip => Event::Flip,
        Deed::Preview(index) => {
            Event::Preview(moves.get(index.index(60)).map(|&first| vec![first]))
        }
        Deed::Think(on) => Event::Think(*on),
        Deed::Lines(lines) => Event::Lines(*lines),
        Deed::Deeper => Event::Deeper,
        Deed::Review => Event::Review,
        Deed::StopReview => Event::StopReview,
        Deed::Ready if matches!(analysis.engine, EngineState::Starting(_)) => Event::EngineReady,
        Deed::Ready => return None,
        Deed::Network(_) if analysis.engine != EngineState::Ready => return None,
        Deed::Network(stage) => Event::Network(match stage {
            0 => NetworkNews::Loading(50),
            1 => here(),
            _ => NetworkNews::Failed("gone".to_owned()),
        }),
        Deed::NetworkLate => Event::NetworkLate,
        Deed::Failed if analysis.engine == EngineState::Off => return None,
        Deed::Failed => Event::EngineFailed("gone".to_owned()),
        Deed::Retry => Event::RetryEngine,
        Deed::Report { late } => {
            let id = of(*late)?;
            reports(id, best(id, 10).unwrap_or_default())
        }
        Deed::Done { late, score } => {
            let id = of(*late)?;
            done(id, best(id, *score).unwrap_or_default())
        }
        Deed::Open => Event::Open(Box::new(Opened::position(start()))),
    })
}

proptest! {
    #[test]
    fn the_page_stays_sound(deeds in prop::collection::vec(deed(), 0..80)) {
        let mut analysis = Analysis::default();
        // What the worker has on its table: it does one thing at a time.
        let mut at_work: Option<SearchId> = None;
        let mut late = None;
        // Those that were removed, too: a review or a graph may still name them.
        let mut seen = vec![NodeId::START];
        for deed in deeds {
            let Some(event) = event(&analysis, &deed, late, &seen) else { continue };
            if let Event::Done { id, .. } = &event
                && at_work == Some(*id)
            {
                at_work = None;
            }
            if matches!(event, Event::EngineFailed(_)) {
                at_work = None;
            }
            for effect in analysis.update(event) {
                match effect {
                    Effect::CancelSearch(id) => {
                        prop_assert_eq!(at_work.take(), Some(id), "cancels what runs");
                        late = Some(id);
                    }
                    Effect::Search(order) => {
                        prop_assert_eq!(at_work.replace(order.id), None, "one at a time");
                        prop_assert_eq!(&analysis.engine, &EngineState::Ready);
                        let game = order.game();
                        prop_assert!(game.is_ok_and(|game| game.position().has_legal_move()));
                    }
                    Effect::StartEngine
                    | Effect::ForgetGame
                    | Effect::Remember
                    | Effect::KeepAddress => {}
                }
            }
            seen.extend(places(&analysis));
            prop_assert_eq!(at_work, analysis.search.map(|search| search.id));
            prop_assert!(places(&analysis).contains(&analysis.at), "what is shown is in the tree");
            prop_assert!((1..=5).contains(&analysis.lines));
            let reviews = matches!(analysis.review, Reviewing::Running(_));
            prop_assert!(analysis.search.is_none_or(|search| search.reviews == reviews));
            if reviews && analysis.engine == EngineState::Ready && !analysis.network.is_due() {
                prop_assert!(analysis.search.is_some(), "a review goes on");
            }
            let fragment = address_of(
                &analysis.tree, analysis.at, &analysis.tags, analysis.flipped,
            );
            if let Some(back) = opened_by(&fragment) {
                let back = back.expect("our own address");
                let (here, there) = (&analysis.tree, &back.tree);
                prop_assert_eq!(there.game_at(back.at), here.game_at(analysis.at));
                prop_assert_eq!(back.flipped, analysis.flipped);
            }
        }
    }
}
