//! Games that are saved in the browser and recorded by the server.

use crate::worker::FromWorker;
use engine::rules::Reason;
use wire::BackendError;

use super::*;

#[test]
fn a_finished_game_is_counted_kept_and_sent_once() {
    let mut page = Page::open(Settings::default());
    human_is_mated(&mut page);
    let GameStatus::Over(outcome) = page.state.status() else {
        panic!("over")
    };
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Color::Black), Reason::Checkmate)
    );
    let sent = &page.recorded[0];
    assert_eq!(sent.moves, ["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!((sent.level, sent.strategy.as_str()), (3, "ponder"));
    assert_eq!(page.kept(), std::slice::from_ref(&sent.client_id));
    assert_eq!(page.state.record, RecordState::Sending);
    assert_eq!(page.state.white_share(), 0);

    let client_id = sent.client_id.clone();
    page.take(PlayEvent::RecordSaved {
        client_id,
        results: Vec::new(),
    });
    assert_eq!(page.state.record, RecordState::Saved);
    assert!(page.kept().is_empty());
    assert!(page.state.unsent.iter().all(|game| game.record.is_none()));
}

#[test]
fn undo_after_the_end_plays_on_and_counts_nothing_twice() {
    let mut page = Page::open(Settings::default());
    human_is_mated(&mut page);
    page.take(PlayEvent::Undo);
    assert_eq!(page.moves(), "f2f3 e7e5");
    page.take(PlayEvent::Redo);
    assert!(matches!(page.state.status(), GameStatus::Over(_)));
    page.take(PlayEvent::Undo);
    page.play("e2e4");
    page.take(PlayEvent::Resign);
    assert_eq!(
        page.state.tally,
        Tally {
            losses: 1,
            ..Tally::default()
        }
    );
    assert_eq!(page.recorded.len(), 1);
    page.take(PlayEvent::Undo);
    assert_eq!(
        page.state.status(),
        GameStatus::YourTurn(Color::White),
        "giving up was taken back"
    );
}

#[test]
fn a_game_that_the_server_did_not_get_is_sent_again_later_and_after_a_reload() {
    let mut page = Page::open(Settings::default());
    human_is_mated(&mut page);
    let game = page.recorded[0].clone();
    let failed = |reason: &str| PlayEvent::RecordFailed {
        client_id: game.client_id.clone(),
        error: BackendError::Unavailable(reason.to_owned()),
    };
    page.timers.clear();
    page.take(failed("offline"));
    page.take(failed("offline"));
    assert_eq!(
        page.state.record,
        RecordState::Waiting("offline".to_owned())
    );
    assert_eq!(page.timers.len(), 1, "one retry is planned, not two");
    let retry = page.timers.remove(0);
    page.take(retry);
    assert_eq!(page.recorded, [game.clone(), game.clone()]);
    assert_eq!(page.kept(), std::slice::from_ref(&game.client_id));

    let mut reloaded = Page::blank(Settings::default());
    let (saved, draw) = (
        page.saved.clone().map(Box::new),
        reloaded.draw(Color::White),
    );
    reloaded.take(PlayEvent::Loaded {
        saved,
        unsent: page.kept_keys(),
        draw,
        instant: true,
    });
    assert_eq!(reloaded.state.record, RecordState::Sending);
    // What reads them cannot be loaded now.
    reloaded.take(PlayEvent::UnsentFound(None));
    assert!(matches!(reloaded.state.record, RecordState::Waiting(_)));
    assert!(reloaded.recorded.is_empty());
    let retry = reloaded.timers.pop().expect("a retry");
    reloaded.take(retry);
    reloaded.take(PlayEvent::UnsentFound(Some(page.stored.clone())));
    // What is found again is sent once.
    reloaded.take(PlayEvent::UnsentFound(Some(page.stored.clone())));
    assert_eq!(reloaded.recorded, std::slice::from_ref(&game));
    assert_eq!(reloaded.state.record, RecordState::Sending);
    assert_eq!(reloaded.state.tally.losses, 1, "counted before the reload");

    let error = BackendError::Invalid {
        field: "moves[3]".to_owned(),
        reason: "x".to_owned(),
    };
    reloaded.take(PlayEvent::RecordFailed {
        client_id: game.client_id,
        error,
    });
    assert!(matches!(reloaded.state.record, RecordState::Rejected(_)));
    assert!(
        reloaded
            .state
            .unsent
            .iter()
            .all(|game| game.record.is_none())
    );
}

#[test]
fn a_game_survives_a_reload_and_the_engine_thinks_again() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.answer("e7e5");
    page.play("g1f3");
    let mut reloaded = Page::blank(Settings::default());
    reloaded.load(page.saved.clone(), true);
    assert_eq!(reloaded.moves(), "e2e4 e7e5 g1f3");
    assert_eq!(reloaded.state.client_id, page.state.client_id);
    assert_eq!(reloaded.state.status(), GameStatus::EngineStarting);
    reloaded.take(PlayEvent::Engine(FromWorker::Ready));
    reloaded.answer("b8c6");
    assert_eq!(reloaded.state.status(), GameStatus::YourTurn(Color::White));
}

#[test]
fn a_reload_keeps_what_was_taken_back_and_the_ply_that_was_looked_at() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.answer("e7e5");
    page.play("g1f3");
    page.answer("b8c6");
    page.take(PlayEvent::Undo);
    page.take(PlayEvent::ViewPly(1));
    page.take(PlayEvent::Flip);
    let mut reloaded = Page::blank(Settings::default());
    reloaded.load(page.saved.clone(), true);
    assert_eq!(reloaded.state.viewed_ply, Some(1));
    assert_eq!(reloaded.state.bottom(), Color::Black);
    assert_eq!(reloaded.saved, page.saved);
    reloaded.take(PlayEvent::Redo);
    assert_eq!(reloaded.moves(), "e2e4 e7e5 g1f3 b8c6");
}

#[test]
fn a_damaged_saved_game_gives_a_clean_start() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    let mut saved = page.saved.clone().unwrap();
    saved.moves.push("e2e4".to_owned());
    let mut reloaded = Page::blank(Settings::default());
    reloaded.load(Some(saved), true);
    assert_eq!(reloaded.state.status(), GameStatus::NotStarted);
}

#[test]
fn a_game_that_is_not_kept_goes_on() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    let effects = update(
        &mut page.state,
        PlayEvent::StorageFailed(StorageError::QuotaExceeded),
        page.now,
    );
    assert!(effects.is_empty(), "nothing is tried again for ever");
    assert_eq!(page.state.storage_error, Some(StorageError::QuotaExceeded));
    page.answer("e7e5");
    assert_eq!(page.moves(), "e2e4 e7e5");
}

#[test]
fn a_game_id_is_32_digits_and_gives_a_seed() {
    let id = GameId::from_bits(u128::MAX);
    assert_eq!((id.as_str().len(), id.seed()), (32, u64::MAX));
    for text in [
        "",
        "0",
        &"g".repeat(32),
        &"A".repeat(32),
        &"0".repeat(33),
        &"é".repeat(16),
    ] {
        assert!(GameId::try_from(text.to_owned()).is_err(), "{text}");
    }
}
