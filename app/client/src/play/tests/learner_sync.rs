//! When the page synchronises the learner.

use crate::worker::FromWorker;
use wire::{BackendError, visitor::learners::SyncResponse};

use super::*;
use crate::worker::learner::{LearnerOwner, LearnerResponse, LearnerSummary};

fn asks(page: &Page) -> usize {
    let meet = |order: &&LearnerRequest| matches!(order, LearnerRequest::StartSync);
    page.asked.iter().filter(meet).count()
}

fn summary(owner: LearnerOwner, untold: u32) -> PlayEvent {
    PlayEvent::Engine(FromWorker::Learner(LearnerResponse::Summary(
        LearnerSummary {
            owner,
            unsynced: untold,
            ..LearnerSummary::default()
        },
    )))
}

fn meeting() -> PlayEvent {
    PlayEvent::Engine(FromWorker::Learner(LearnerResponse::Sync(
        SyncRequest::default(),
    )))
}

#[test]
fn a_first_visit_meets_nobody_until_a_game_begins() {
    let mut page = Page::open(Settings::default());
    page.take(summary(LearnerOwner::Browser, 0));
    assert_eq!(asks(&page), 0);
    page.play("e2e4");
    assert_eq!(asks(&page), 1);
    page.take(meeting());
    assert_eq!(page.met.len(), 1);
    page.take(PlayEvent::LearnerSynced(Ok(SyncResponse::default())));
    assert!(matches!(
        page.asked.last(),
        Some(LearnerRequest::FinishSync(_))
    ));
    page.take(summary(LearnerOwner::Browser, 0));
    page.answer("e7e5");
    page.play("g1f3");
    assert_eq!(asks(&page), 1, "once for a game");
    page.new_game();
    page.play("d2d4");
    assert_eq!(asks(&page), 2);
}

#[test]
fn whom_the_server_knows_and_who_has_something_to_tell_meet_at_once() {
    for news in [
        summary(LearnerOwner::Guest, 0),
        summary(LearnerOwner::Account, 0),
        summary(LearnerOwner::Browser, 1),
    ] {
        let mut page = Page::open(Settings::default());
        page.take(news);
        assert_eq!(asks(&page), 1);
    }
}

#[test]
fn one_meeting_at_a_time_and_another_for_what_came_meanwhile() {
    let mut page = Page::open(Settings::default());
    page.take(PlayEvent::SyncLearner);
    page.take(PlayEvent::SyncLearner);
    page.take(summary(LearnerOwner::Guest, 1));
    assert_eq!(asks(&page), 1);
    page.play("e2e4");
    page.take(meeting());
    page.take(PlayEvent::LearnerSynced(Ok(SyncResponse::default())));
    page.take(summary(LearnerOwner::Guest, 0));
    assert_eq!(asks(&page), 2);
    page.take(meeting());
    page.take(PlayEvent::LearnerSynced(Ok(SyncResponse::default())));
    page.take(summary(LearnerOwner::Guest, 0));
    assert_eq!(asks(&page), 2);
}

#[test]
fn without_a_server_it_is_tried_again_after_a_while() {
    let mut page = Page::open(Settings::default());
    page.take(summary(LearnerOwner::Guest, 2));
    page.take(meeting());
    page.take(PlayEvent::LearnerSynced(Err(BackendError::Unavailable(
        "offline".to_owned(),
    ))));
    page.take(summary(LearnerOwner::Guest, 2));
    assert_eq!(asks(&page), 1, "not before the time");
    let retry = page.timers.pop().expect("a time to try again");
    page.take(retry);
    assert_eq!(asks(&page), 2);
}

#[test]
fn a_meeting_that_the_worker_took_with_it_is_held_again() {
    let mut page = Page::open(Settings::default());
    page.take(PlayEvent::SyncLearner);
    page.take(PlayEvent::Engine(FromWorker::Failed {
        message: "out of memory".to_owned(),
    }));
    page.take(PlayEvent::Engine(FromWorker::Ready));
    page.take(summary(LearnerOwner::Browser, 0));
    assert_eq!(asks(&page), 2);
}
