//! What the visitor's moves lose, and opponents as strong as the visitor.

use engine::player::{StrategyId, Strength};
use engine::rating::MoveLosses;
use wire::visitor::rating::VisitorRating;

use super::*;

fn strength(tenths: u8) -> Strength {
    Strength::from_tenths(tenths).expect("a strength")
}

fn rating(tenths: u8) -> PlayEvent {
    PlayEvent::RatingLoaded(VisitorRating {
        strength: strength(tenths),
        interval: [strength(tenths - 5), strength(tenths + 5)],
        games: 4,
    })
}

/// The worker answers the latest request.
fn measured(page: &mut Page, hundredths: u16) {
    let key = page.measured.last().expect("a request").key;
    page.take(PlayEvent::Engine(FromWorker::LossMeasured {
        key,
        hundredths,
    }));
}

fn matched() -> Settings {
    Settings {
        matched: true,
        ..Settings::default()
    }
}

#[test]
fn what_the_moves_of_a_game_lost_is_sent_with_it() {
    let mut page = Page::open(Settings::default());
    page.play("f2f3");
    assert_eq!(page.measured[0].moves, []);
    measured(&mut page, 250);
    page.answer("e7e5");
    page.play("a2a3");
    measured(&mut page, 40);
    // Another move in its place: what the first one lost no longer counts.
    page.take(PlayEvent::Undo);
    page.play("g2g4");
    assert_eq!(page.state.losses.len(), 1);
    measured(&mut page, 1_500);
    page.answer("d8h4");
    assert_eq!(
        page.recorded[0].losses,
        Some(MoveLosses {
            moves: 2,
            hundredths: 1_750
        })
    );
}

#[test]
fn an_answer_about_a_move_that_was_taken_back_counts_nowhere() {
    let mut page = Page::open(Settings::default());
    page.play("f2f3");
    page.take(PlayEvent::Undo);
    page.play("e2e4");
    let key = page.measured[0].key;
    page.take(PlayEvent::Engine(FromWorker::LossMeasured {
        key,
        hundredths: 250,
    }));
    assert_eq!(page.state.losses.len(), 0);
}

#[test]
fn a_game_that_does_not_tell_a_strength_is_neither_measured_nor_sent_with_losses() {
    let fixed_depth = Settings {
        depth: Some(2),
        ..Settings::default()
    };
    let mut without_levels = Settings::default();
    without_levels.engine.strategy = StrategyId::Dice;
    for settings in [fixed_depth, without_levels] {
        let mut page = Page::open(settings);
        human_is_mated(&mut page);
        assert!(page.measured.is_empty());
        assert_eq!(page.recorded[0].losses, None);
    }
    let two_people = Settings {
        opponent: Opponent::Person,
        ..Settings::default()
    };
    let mut page = Page::open(two_people);
    page.play("e2e4");
    page.play("e7e5");
    assert!(page.measured.is_empty());
}

#[test]
fn the_next_opponent_is_as_strong_as_the_visitor_and_nothing_changes_within_a_game() {
    let mut page = Page::open(matched());
    assert_eq!(page.rating_requests, 1);
    page.take(rating(34));
    assert_eq!(page.state.settings.engine.strength, strength(34), "at once");
    human_is_mated(&mut page);
    let client_id = page.recorded[0].client_id.clone();
    assert_eq!(page.recorded[0].strength, Some(3.4));
    page.take(PlayEvent::RecordSaved {
        client_id,
        results: Vec::new(),
    });
    assert_eq!(page.rating_requests, 2, "it has changed");
    page.take(rating(28));
    assert_eq!(page.state.settings.engine.strength, strength(34));
    assert_eq!(page.state.next_strength(), Some(strength(28)));
    page.new_game();
    assert_eq!(page.state.settings.engine.strength, strength(28));
    assert_eq!(page.state.next_strength(), None);
    page.play("e2e4");
    page.take(rating(50));
    assert_eq!(page.state.settings.engine.strength, strength(28), "not now");
}

#[test]
fn a_game_that_does_not_arrive_tells_the_strength_too() {
    let mut page = Page::open(matched());
    page.take(rating(34));
    human_is_mated(&mut page);
    let client_id = page.recorded[0].client_id.clone();
    let error = wire::BackendError::Unavailable("no network".to_owned());
    page.take(PlayEvent::RecordFailed { client_id, error });
    assert_eq!(page.rating_requests, 2);
    let rated = page.recorded[0].rated().expect("it tells something");
    assert_eq!((rated.opponent, rated.moves), (strength(34), 2));
}

#[test]
fn one_press_leaves_the_strength_as_it_is() {
    let mut page = Page::open(matched());
    page.take(rating(34));
    human_is_mated(&mut page);
    page.take(rating(28));
    page.set(|settings| settings.matched = false);
    page.new_game();
    assert_eq!(page.state.settings.engine.strength, strength(34));
    page.take(rating(28));
    assert_eq!(page.state.settings.engine.strength, strength(34));
    // So does who chooses another one, while matched.
    page.set(|settings| settings.matched = true);
    page.take(rating(28));
    page.set(|settings| settings.engine.strength = strength(45));
    assert!(!page.state.settings.matched);
    page.take(rating(28));
    assert_eq!(page.state.settings.engine.strength, strength(45));
    // Asked for again, it follows at once: the game has not begun.
    page.set(|settings| settings.matched = true);
    page.take(rating(28));
    assert_eq!(page.state.settings.engine.strength, strength(28));
}

#[test]
fn who_has_no_levels_cannot_be_matched() {
    let mut settings = matched();
    settings.engine.strategy = StrategyId::Dice;
    let mut page = Page::open(settings);
    assert_eq!(page.rating_requests, 0);
    page.take(rating(34));
    assert_eq!(page.state.next_strength(), None);
    assert_eq!(page.state.settings.engine.strength, Strength::default());
}
