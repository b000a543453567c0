//! When the page synchronises the learner.

use crate::worker::FromWorker;
use wire::BackendError;

use super::*;
use crate::worker::learner::{LearnerOwner, LearnerResponse, LearnerSummary};

fn asks(page: &Page) -> usize {
    let meet = |order: &&LearnerRequest| matches!(order, LearnerRequest::Sync);
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

fn synced(answered: bool) -> PlayEvent {
    PlayEvent::Engine(FromWorker::Learner(LearnerResponse::Synced(answered)))
}

#[test]
fn a_first_visit_meets_nobody_until_a_game_begins() {
    let mut page = Page::open(Settings::default());
    page.take(summary(LearnerOwner::Browser, 0));
    assert_eq!(asks(&page), 0);
    page.play("e2e4");
    assert_eq!(asks(&page), 1);
    page.take(synced(true));
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
    page.take(synced(true));
    page.take(summary(LearnerOwner::Guest, 0));
    assert_eq!(asks(&page), 2);
    page.take(synced(true));
    page.take(summary(LearnerOwner::Guest, 0));
    assert_eq!(asks(&page), 2);
}

#[test]
fn without_a_server_it_is_tried_again_after_a_while() {
    let mut page = Page::open(Settings::default());
    page.take(summary(LearnerOwner::Guest, 2));
    page.take(synced(false));
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

#[test]
fn a_synchronisation_waits_for_results_that_are_on_their_way() {
    let mut page = Page::open(Settings::default());
    page.play("f2f3");
    page.take(synced(true));
    page.answer("e7e5");
    page.play("g2g4");
    page.answer("d8h4");
    page.take(summary(LearnerOwner::Browser, 1));
    assert_eq!(asks(&page), 1, "either may create the guest");
    page.take(PlayEvent::RecordFailed {
        client_id: page.recorded[0].client_id.clone(),
        error: BackendError::Unavailable("offline".to_owned()),
    });
    assert_eq!(asks(&page), 2);
    page.take(synced(false));

    let retry = page.timers.pop().expect("a time to try again");
    page.take(retry);
    assert_eq!((page.recorded.len(), asks(&page)), (2, 2));
    page.take(PlayEvent::RecordSaved {
        client_id: page.recorded[0].client_id.clone(),
        results: Vec::new(),
    });
    assert_eq!(asks(&page), 3);
}
