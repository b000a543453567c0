//! Learners, and engines that play each other.

use crate::worker::FromWorker;
use engine::player::{Level, StrategyId, Strength};
use engine::search::{Explored, Report};
use engine::teaching::PruningComparison;

use super::*;
use crate::settings::EngineSettings;
use crate::worker::learner::LearnerResponse;
use crate::worker::{NetworkInfo, NetworkProgress};

fn watching() -> Page {
    Page::open(Settings {
        opponent: Opponent::Engines,
        engine: EngineSettings::new(StrategyId::Pruner),
        second_engine: EngineSettings::new(StrategyId::Explorer),
        ..Settings::default()
    })
}

fn lessons(page: &Page) -> Vec<&FinishedLesson> {
    let learnt = page.asked.iter().filter_map(|order| match order {
        LearnerRequest::Learn(lesson) => Some(lesson),
        _ => None,
    });
    learnt.collect()
}

#[test]
fn engines_wait_for_start_and_each_plays_its_own_mind() {
    let mut page = watching();
    assert_eq!(page.state.status(), GameStatus::Paused);
    assert!(page.running.is_empty() && page.state.can_run());
    assert!(page.state.playable_moves().is_empty());
    page.take(PlayEvent::Run(true));
    assert_eq!(page.running[0].strategy, StrategyId::Explorer);
    page.answer("e2e4");
    assert_eq!(page.running[0].strategy, StrategyId::Pruner);
    assert!(!page.state.can_undo() && !page.state.can_resign());
}

#[test]
fn stopped_engines_finish_no_move_and_go_on_where_they_stopped() {
    let mut page = watching();
    page.take(PlayEvent::Run(true));
    let late = done(page.running_id(), page.mv("e2e4"));
    page.take(PlayEvent::Run(false));
    assert!(page.running.is_empty());
    page.take(late);
    assert_eq!(
        (page.moves().as_str(), page.state.status()),
        ("", GameStatus::Paused)
    );
    page.take(PlayEvent::Run(true));
    page.answer("d2d4");
    assert_eq!(page.moves(), "d2d4");
}

#[test]
fn a_watched_game_pauses_between_moves_and_no_pause_outlives_its_game() {
    let mut page = Page::blank(watching().state.settings);
    page.set(|settings| settings.slow_replay = false);
    page.load(None, false);
    page.take(PlayEvent::Engine(FromWorker::Ready));
    page.take(PlayEvent::Run(true));
    page.answer("e2e4");
    assert!(page.running.is_empty(), "the move is to be seen first");
    let next = page.timers.pop().expect("a pause");
    page.take(PlayEvent::Run(false));
    page.take(next.clone());
    assert!(page.running.is_empty());
    page.take(PlayEvent::Run(true));
    assert_eq!(page.running.len(), 1);
    page.take(next);
    assert_eq!(page.running.len(), 1);
}

#[test]
fn a_watched_game_survives_a_reload_and_is_no_result_of_the_visitors() {
    let mut page = watching();
    page.take(PlayEvent::Run(true));
    for text in ["f2f3", "e7e5", "g2g4"] {
        page.answer(text);
    }
    let saved = page.saved.clone().expect("a saved game");
    let mut again = Page::blank(page.state.settings);
    again.load(Some(saved), true);
    again.take(PlayEvent::Engine(FromWorker::Ready));
    assert_eq!(
        (again.state.players, again.moves()),
        (Players::TwoEngines, page.moves())
    );
    assert_eq!(
        again.state.status(),
        GameStatus::Paused,
        "nothing starts by itself"
    );
    again.take(PlayEvent::Run(true));
    again.answer("d8h4");
    assert!(again.recorded.is_empty() && !again.state.engines_running);
    assert_eq!(again.state.tally.games(), 0);
}

#[test]
fn who_learns_learns_a_finished_game_once_and_for_its_own_side() {
    let mut page = Page::open(Settings::default());
    human_is_mated(&mut page);
    let lesson = lessons(&page)[0].clone();
    assert_eq!(lesson.sides, [Color::Black]);
    assert_eq!((lesson.winner, lesson.moves.len()), (Some(Color::Black), 4));
    assert_eq!(page.lessons(), std::slice::from_ref(&lesson));
    page.take(PlayEvent::Undo);
    page.play("g2g3");
    page.answer("d8h4");
    assert_eq!(lessons(&page).len(), 1);

    // Stored until the worker has it.
    let mut reloaded = Page::blank(page.state.settings);
    let draw = reloaded.draw(Color::White);
    reloaded.take(PlayEvent::Loaded {
        saved: None,
        unsent: page.kept_keys(),
        draw,
        instant: true,
    });
    reloaded.take(PlayEvent::UnsentFound(Some(page.stored.clone())));
    assert!(lessons(&reloaded).is_empty(), "there is no worker yet");
    reloaded.take(PlayEvent::Engine(FromWorker::Ready));
    assert_eq!(lessons(&reloaded), [&lesson]);

    // Also where they are found after the worker is ready.
    let mut reloaded = Page::open(page.state.settings);
    reloaded.take(PlayEvent::UnsentFound(Some(page.stored.clone())));
    assert_eq!(lessons(&reloaded), [&lesson]);
    page.take(PlayEvent::Engine(FromWorker::Learner(
        LearnerResponse::Learned(lesson.id),
    )));
    assert!(page.lessons().is_empty());
    assert!(page.state.unsent.iter().all(|game| game.lesson.is_none()));
}

#[test]
fn both_sides_learn_where_learners_play_each_other() {
    let mut page = Page::open(Settings {
        opponent: Opponent::Engines,
        engine: EngineSettings::new(StrategyId::Learner),
        second_engine: EngineSettings::new(StrategyId::Ponder),
        ..Settings::default()
    });
    page.take(PlayEvent::Run(true));
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        page.answer(text);
    }
    assert_eq!(lessons(&page)[0].sides, [Color::White, Color::Black]);
}

#[test]
fn nothing_is_learnt_by_who_does_not_learn_or_was_told_not_to() {
    let calculator = Settings {
        engine: EngineSettings::new(StrategyId::Calculator),
        ..Settings::default()
    };
    let mut off = Settings::default();
    off.learning.on = false;
    for settings in [calculator, off] {
        let mut page = Page::open(settings);
        human_is_mated(&mut page);
        assert!(lessons(&page).is_empty() && page.lessons().is_empty());
        assert_eq!(page.running.len(), 0);
    }
}

#[test]
fn a_refused_document_is_told_until_something_else_is_asked() {
    let mut page = Page::open(Settings::default());
    page.take(PlayEvent::LearnerRequest(LearnerRequest::Import(
        "{".to_owned(),
    )));
    page.take(PlayEvent::Engine(FromWorker::Learner(
        LearnerResponse::ImportFailed("broken".to_owned()),
    )));
    assert_eq!(page.state.learner.import_error.as_deref(), Some("broken"));
    page.take(PlayEvent::LearnerRequest(LearnerRequest::Export));
    assert_eq!(page.state.learner.import_error, None);
}

#[test]
fn each_engine_move_remembers_where_it_came_from() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.answer("e7e5");
    assert_eq!(page.state.sources.get(&1), Some(&Source::Search));
    assert_eq!(page.state.sources.get(&0), None);
    page.take(PlayEvent::Undo);
    page.play("d2d4");
    assert_eq!(page.state.sources.get(&1), None, "of another move");
}

#[test]
fn a_book_move_waits_a_moment_unless_nothing_is_slowed_down() {
    for instant in [false, true] {
        let mut page = Page::blank(Settings::default());
        page.load(None, instant);
        page.take(PlayEvent::Engine(FromWorker::Ready));
        page.play("e2e4");
        page.timers.clear();
        let PlayEvent::Engine(FromWorker::Done { id, mut decision }) =
            done(page.running_id(), page.mv("e7e5"))
        else {
            unreachable!("made as one")
        };
        decision.source = Source::Book;
        decision.lines.clear();
        page.take(PlayEvent::Engine(FromWorker::Done { id, decision }));
        assert_eq!(page.moves() == "e2e4 e7e5", instant);
        for _ in 0..3 {
            let due = std::mem::take(&mut page.timers);
            due.into_iter().for_each(|event| page.take(event));
        }
        assert_eq!(page.moves(), "e2e4 e7e5");
    }
}

#[test]
fn a_chosen_depth_takes_the_levels_place() {
    let mut page = Page::open(Settings::default());
    page.set(|settings| {
        settings.depth = Some(4);
        settings.engine.strength = Level::WEAKEST.into();
        settings.quiescence = false;
    });
    page.play("e2e4");
    let order = &page.running[0];
    assert_eq!((order.limits.depth, order.strength), (Some(4), None));
    assert!(!order.options.quiescence && order.options.null_move);
}

#[test]
fn a_tree_keeps_its_level_whatever_depth_is_chosen() {
    for mind in [StrategyId::Explorer, StrategyId::ExplorerRollout] {
        let mut page = against(mind);
        page.set(|settings| settings.depth = Some(4));
        page.play("e2e4");
        let order = &page.running[0];
        assert_eq!(order.limits.depth, None, "{mind:?}");
        assert_eq!(
            order.strength,
            Some(Strength::default()),
            "nothing else ends it"
        );
    }
}

fn against(mind: StrategyId) -> Page {
    Page::open(Settings {
        engine: EngineSettings::new(mind),
        ..Settings::default()
    })
}

#[test]
fn what_pruning_saved_is_counted_once_the_move_is_made_and_the_worker_is_free() {
    let mut page = against(StrategyId::Pruner);
    page.play("e2e4");
    let root = *page.state.game.position();
    assert_eq!(page.state.pruned_position(), None, "it still looks");
    page.answer("e7e5");
    assert_eq!(page.state.pruned_position(), Some(root));
    page.take(PlayEvent::CountPruning(Box::new(root)));
    assert!(page.counts.is_empty(), "the worker evaluates");
    page.answer("g1f3");
    page.take(PlayEvent::CountPruning(Box::new(root)));
    assert_eq!(page.counts, [root.key()]);
    let savings = Some(PruningComparison {
        depth: 3,
        minimax: 9_000,
        alpha_beta: 900,
    });
    page.take(PlayEvent::Engine(FromWorker::PruningCounted {
        key: root.key(),
        savings,
    }));
    assert_eq!(page.state.savings_for(&root), Some(savings));
    assert_eq!(page.state.savings_for(page.state.game.position()), None);
}

#[test]
fn minds_that_do_not_prune_have_saved_nothing() {
    for mind in [
        StrategyId::Explorer,
        StrategyId::Plodder,
        StrategyId::Learner,
    ] {
        let mut page = against(mind);
        page.play("e2e4");
        page.answer("e7e5");
        assert_eq!(page.state.pruned_position(), None, "{mind:?}");
    }
}

#[test]
fn a_tree_searchs_visits_stay_when_its_move_is_made() {
    let mut page = against(StrategyId::Explorer);
    page.play("e2e4");
    let found = vec![Explored {
        mv: page.mv("e7e5"),
        visits: 40,
        q: -10,
        prior: 200,
    }];
    page.take(PlayEvent::Engine(FromWorker::Reports {
        id: page.running_id(),
        reports: vec![Report::Explored(found.clone())],
    }));
    let explored = |page: &Page| page.state.search_view.as_ref().unwrap().explored.clone();
    assert_eq!(explored(&page), found);
    page.answer("e7e5");
    assert_eq!(explored(&page), found);
}

#[test]
fn what_the_network_sees_is_shown_in_its_position_and_when_it_is_wanted() {
    let mut page = Page::open(Settings::default());
    page.take(PlayEvent::Engine(FromWorker::Ready));
    let root = page.state.board().0;
    page.take(PlayEvent::ShowNetworkView(true));
    page.take(PlayEvent::RequestNetworkView(Box::new(root)));
    assert!(page.looks.is_empty(), "there is no network yet");
    page.take(PlayEvent::Engine(FromWorker::Network(
        NetworkProgress::Loading(50),
    )));
    page.take(PlayEvent::RequestNetworkView(Box::new(root)));
    assert!(page.looks.is_empty());
    page.take(PlayEvent::Engine(FromWorker::Network(
        NetworkProgress::Ready(NetworkInfo {
            name: "0a1b2c3d".to_owned(),
            width: 64,
            provenance: String::new(),
        }),
    )));
    page.take(PlayEvent::RequestNetworkView(Box::new(root)));
    assert_eq!(page.looks, [root.key()]);
    page.take(PlayEvent::Engine(FromWorker::NetworkView {
        key: root.key(),
        pieces: vec![(0, 480), (63, -470), (64, 1)],
    }));
    let seen = [("a1", 480), ("h8", -470)].map(|(square, score)| (square.parse().unwrap(), score));
    assert_eq!(page.state.piece_contributions(), Some(&seen[..]));
    page.take(PlayEvent::ShowNetworkView(false));
    assert_eq!(page.state.piece_contributions(), None);
    page.take(PlayEvent::ShowNetworkView(true));
    page.take(PlayEvent::UserMove(page.mv("e2e4")));
    assert_eq!(
        page.state.piece_contributions(),
        None,
        "the board shows another position"
    );
}

#[test]
fn a_move_is_explained_once_sound_searches_have_looked_at_it() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.answer("e7e5");
    assert_eq!(
        page.state.pending_explanation(),
        None,
        "it is looked at first"
    );
    let order = page.verifications.pop().expect("an order");
    assert_eq!(order.moves, page.state.game.moves()[..1]);
    assert_eq!(order.mv, page.state.game.moves()[1]);
    let verified = |key| {
        PlayEvent::Engine(FromWorker::Verified {
            key,
            sound: Vec::new(),
        })
    };
    page.take(verified(!order.key));
    assert_eq!(
        page.state.pending_explanation(),
        None,
        "that was another move"
    );
    page.take(verified(order.key));
    let unexplained = page.state.pending_explanation().expect("a decision");
    assert_eq!((unexplained.ply, unexplained.sound), (1, Vec::new()));
}

#[test]
fn a_move_is_explained_without_them_where_the_worker_is_lost() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.answer("e7e5");
    page.take(PlayEvent::Engine(FromWorker::Failed {
        message: "gone".to_owned(),
    }));
    assert!(page.state.pending_explanation().is_some());
}

#[test]
fn a_worker_that_does_not_answer_is_replaced_once_and_then_given_up() {
    let mut page = Page::blank(Settings::default());
    page.load(None, true);
    assert_eq!(page.starts, 1);
    page.take(PlayEvent::EngineTimeout);
    assert_eq!(page.starts, 2);
    assert!(matches!(page.state.engine, EngineState::Starting(_)));
    page.take(PlayEvent::EngineTimeout);
    assert_eq!(page.starts, 2);
    assert!(matches!(page.state.engine, EngineState::Failed(_)));

    let mut page = Page::open(Settings::default());
    page.take(PlayEvent::EngineTimeout);
    assert_eq!(page.state.engine, EngineState::Ready, "it has answered");
}

#[test]
fn a_low_level_tells_what_it_saw_and_what_it_overlooked() {
    let mut page = Page::open(Settings::default());
    assert_eq!(page.state.seen_moves(), None);
    page.play("e2e4");
    let level = page.state.settings.engine.strength.level();
    let sight = level.sight(&page.state.game, None, 7);
    page.answer_seeing("e7e5", sight);
    let found = page.state.seen_moves().unwrap();
    assert_eq!(found.level, level);
    assert_eq!(found.position.side_to_move(), Color::Black);
    let mut all = [found.seen.clone(), found.overlooked.clone()].concat();
    all.sort_by_key(|mv| mv.raw());
    let mut legal = found.position.legal_moves().to_vec();
    legal.sort_by_key(|mv| mv.raw());
    assert_eq!(all, legal);
    page.take(PlayEvent::ShowSeen(true));
    assert!(page.state.seen_shown);
    page.play("g1f3");
    assert!(!page.state.seen_shown);
    // Who sees everything has nothing to tell.
    let mut page = Page::open(sound());
    page.play("e2e4");
    page.answer("e7e5");
    assert_eq!(page.state.seen_moves(), None);
}
