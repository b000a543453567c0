//! The worker and its searches.

use crate::worker::FromWorker;
use engine::book::Style;
use engine::player::{Level, StrategyId, Strength};

use super::*;

#[test]
fn a_search_waits_for_the_worker() {
    let mut page = Page::blank(Settings::default());
    page.load(None, true);
    page.play("e2e4");
    assert_eq!(page.state.status(), GameStatus::EngineStarting);
    assert!(page.running.is_empty());
    page.take(PlayEvent::Engine(FromWorker::Ready));
    assert_eq!(page.running.len(), 1);
}

#[test]
fn another_mind_and_book_hold_from_the_next_search_on() {
    let mut page = Page::open(Settings::default());
    page.set(|settings| {
        settings.engine.strategy = StrategyId::Ponder;
        settings.engine.book = Some(Style::Aggressive);
    });
    page.play("e2e4");
    let order = &page.running[0];
    assert_eq!(order.strategy, StrategyId::Ponder);
    assert_eq!(order.book, Some(Style::Aggressive));
    // The page's evaluation is the full engine's, whoever plays.
    page.answer("e7e5");
    page.take(PlayEvent::Undo);
    page.play("d2d4");
    assert!(
        page.running
            .iter()
            .all(|order| order.strength.is_some() || order.strategy == StrategyId::Calculator)
    );
}

#[test]
fn another_level_holds_from_the_next_search_on() {
    let mut page = Page::open(Settings::default());
    page.set(|settings| settings.engine.strength = Level::new(6).unwrap().into());
    page.play("e2e4");
    assert_eq!(page.running[0].strength, Level::new(6).map(Strength::from));
    assert!(
        page.running[0].limits.multipv >= 3,
        "the arrows need scores of their own"
    );
}

#[test]
fn move_now_asks_once_and_takes_what_comes() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.take(PlayEvent::Stop);
    page.take(PlayEvent::Stop);
    assert_eq!(page.stopped, [page.running_id()]);
    page.answer("e7e5");
    assert_eq!(page.moves(), "e2e4 e7e5");
}

#[test]
fn a_worker_that_is_ready_once_more_gets_no_second_search() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.take(PlayEvent::Engine(FromWorker::Ready));
    assert_eq!(page.running.len(), 1);
}

#[test]
fn a_worker_that_fails_is_replaced_and_thinks_again_until_it_is_given_up() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    for failure in 1..MAX_FAILURES {
        page.take(PlayEvent::Engine(FromWorker::Failed {
            message: "out of memory".to_owned(),
        }));
        assert_eq!(
            page.state.engine,
            EngineState::Starting(Some("out of memory".to_owned()))
        );
        assert_eq!(page.starts, 1 + usize::from(failure));
        page.take(PlayEvent::Engine(FromWorker::Ready));
        assert_eq!(page.running.len(), 1);
    }
    page.take(PlayEvent::Engine(FromWorker::Failed {
        message: "out of memory".to_owned(),
    }));
    assert_eq!(page.state.status(), GameStatus::EngineFailed);
    assert_eq!(page.starts, usize::from(MAX_FAILURES));
    assert!(page.state.can_undo(), "the game is not stuck with it");
    page.take(PlayEvent::RetryEngine);
    page.take(PlayEvent::Engine(FromWorker::Ready));
    page.answer("e7e5");
    assert_eq!(page.state.failures, 0);
}

#[test]
fn an_illegal_answer_is_a_failure_and_is_not_played() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    let id = page.running_id();
    let illegal = Move::from_raw(0b0000_011100_001100).unwrap();
    page.take(done(id, illegal));
    assert_eq!(page.moves(), "e2e4");
    assert_eq!(page.starts, 2);
    page.take(PlayEvent::Engine(FromWorker::Ready));
    page.answer("e7e5");
}

#[test]
fn what_a_low_level_believes_is_no_evaluation() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.answer("e7e5");
    assert_eq!(page.state.evaluation(), None);
    let order = &page.running[0];
    assert_eq!(
        (order.strategy, order.strength),
        (StrategyId::Intuition, None)
    );
}
