//! Short searches that are replayed slowly.

use crate::worker::FromWorker;
use engine::search::Report;

use super::*;

/// A page with slow replay, with a search that was just answered.
fn replaying() -> Page {
    let mut page = Page::blank(Settings::default());
    page.load(None, false);
    page.take(PlayEvent::Engine(FromWorker::Ready));
    page.play("e2e4");
    let (id, mv) = (page.running_id(), page.mv("e7e5"));
    let reports = (1..=3)
        .map(|depth| Report::Depth(line(mv, depth)))
        .collect();
    page.take(PlayEvent::Engine(FromWorker::Reports { id, reports }));
    assert_eq!(
        page.state.search_view.as_ref().unwrap().lines.len(),
        0,
        "recorded, not shown"
    );
    page.timers.clear();
    page.take(done(id, mv));
    page
}

#[test]
fn a_short_search_is_replayed_step_by_step_and_then_its_move_is_played() {
    let mut page = replaying();
    let mut lines = Vec::new();
    while let Some(tick) = page.timers.pop() {
        assert_eq!(page.state.status(), GameStatus::Thinking { slowed: true });
        assert!(page.state.search_view.as_ref().unwrap().slowed);
        assert!(!page.state.arrows().is_empty());
        lines.push(page.state.search_view.as_ref().unwrap().lines.len());
        page.take(tick);
    }
    assert_eq!(lines, [1, 2, 3]);
    assert_eq!(page.moves(), "e2e4 e7e5");
    let thought = page.state.search_view.as_ref().unwrap();
    assert!(thought.finished && !thought.slowed && page.state.arrows().is_empty());
}

#[test]
fn any_input_skips_the_replay() {
    let mut page = replaying();
    page.take(PlayEvent::Skip);
    assert_eq!(page.moves(), "e2e4 e7e5");
    let tick = page.timers.pop().unwrap();
    page.take(tick);
    assert_eq!(page.moves(), "e2e4 e7e5", "a late tick does nothing");
}

#[test]
fn undo_during_the_replay_takes_the_visitors_move_back() {
    let mut page = replaying();
    page.take(PlayEvent::Undo);
    assert_eq!(page.moves(), "");
    let tick = page.timers.pop().unwrap();
    page.take(tick);
    assert_eq!(page.moves(), "");
}

#[test]
fn a_late_step_of_one_replay_does_not_hurry_the_next() {
    let mut page = replaying();
    let late = page.timers.pop().unwrap();
    page.take(PlayEvent::Undo);
    page.play("e2e4");
    let (id, mv) = (page.running_id(), page.mv("e7e5"));
    let reports = (1..=3)
        .map(|depth| Report::Depth(line(mv, depth)))
        .collect();
    page.take(PlayEvent::Engine(FromWorker::Reports { id, reports }));
    page.take(done(id, mv));
    let shown = |page: &Page| page.state.search_view.as_ref().unwrap().lines.len();
    assert_eq!(shown(&page), 1);
    page.take(late);
    assert_eq!(shown(&page), 1);
}

#[test]
fn a_worker_that_fails_during_the_replay_costs_no_move() {
    let mut page = replaying();
    page.take(PlayEvent::Engine(FromWorker::Failed {
        message: "gone".to_owned(),
    }));
    page.take(PlayEvent::Skip);
    assert_eq!(page.moves(), "e2e4 e7e5");
}

#[test]
fn a_longer_search_is_shown_as_it_is() {
    let mut page = Page::blank(Settings::default());
    page.load(None, false);
    page.take(PlayEvent::Engine(FromWorker::Ready));
    page.play("e2e4");
    let (id, mv) = (page.running_id(), page.mv("e7e5"));
    page.take(PlayEvent::Engine(FromWorker::Reports {
        id,
        reports: vec![Report::Depth(line(mv, 1))],
    }));
    let live = page.timers.pop().unwrap();
    page.take(live);
    assert_eq!(page.state.search_view.as_ref().unwrap().lines.len(), 1);
    page.take(PlayEvent::Engine(FromWorker::Reports {
        id,
        reports: vec![Report::Depth(line(mv, 2))],
    }));
    assert_eq!(page.state.search_view.as_ref().unwrap().lines.len(), 2);
    page.answer("e7e5");
    assert_eq!(page.moves(), "e2e4 e7e5");
}

#[test]
fn nothing_is_slowed_down_where_the_visitor_does_not_want_it() {
    for (instant, slow_replay) in [(true, true), (false, false)] {
        let mut page = Page::blank(Settings {
            slow_replay,
            ..Settings::default()
        });
        page.load(None, instant);
        page.take(PlayEvent::Engine(FromWorker::Ready));
        page.play("e2e4");
        let (id, mv) = (page.running_id(), page.mv("e7e5"));
        page.take(PlayEvent::Engine(FromWorker::Reports {
            id,
            reports: vec![Report::Depth(line(mv, 1))],
        }));
        page.answer("e7e5");
        assert_eq!(page.moves(), "e2e4 e7e5");
        assert!(page.timers.is_empty());
    }
}
