//! The coach: moves that are held, and what is asked about them.

use engine::explain::Sound;
use engine::player::{Calculator, StrategyId};

use super::*;
use crate::play::CoachQuestion;

fn coached() -> Page {
    let mut page = Page::open(Settings::default());
    page.take(PlayEvent::ShowCoach(true));
    page
}

/// The worker answers the latest short search.
fn measured(page: &mut Page, hundredths: u16) {
    let key = page.measured.last().expect("a request").key;
    page.take(PlayEvent::Engine(FromWorker::LossMeasured {
        key,
        hundredths,
    }));
}

/// The worker answers the latest request for longer searches.
fn verified(page: &mut Page, sound: Vec<u8>) {
    let key = page.verifications.last().expect("a request").key;
    page.take(PlayEvent::Engine(FromWorker::Verified { key, sound }));
}

#[test]
fn a_good_move_is_answered_once_it_is_measured() {
    let mut page = coached();
    page.play("e2e4");
    assert!(page.running.is_empty());
    assert!(matches!(
        page.state.status(),
        GameStatus::YourTurn(Color::White)
    ));
    measured(&mut page, 999);
    assert_eq!(page.running.len(), 1);
    assert_eq!(page.state.coach, Coach::Idle);
}

#[test]
fn a_doubted_move_waits_for_the_visitor() {
    let mut page = coached();
    page.play("f2f3");
    measured(&mut page, 1_000);
    assert_eq!(page.verifications[0].nodes, 60_000);
    verified(&mut page, vec![1]);
    assert!(page.running.is_empty());
    assert_eq!(page.state.coach, Coach::Judged(vec![1]));
    assert!(page.state.playable_moves().is_empty());
    page.take(PlayEvent::Answer);
    assert_eq!((page.running.len(), page.state.game.ply()), (1, 1));
}

#[test]
fn a_doubted_move_is_taken_back_and_another_one_is_looked_at_anew() {
    let mut page = coached();
    page.play("f2f3");
    measured(&mut page, 2_000);
    verified(&mut page, vec![1]);
    page.take(PlayEvent::Undo);
    assert_eq!(
        (page.state.game.ply(), &page.state.coach),
        (0, &Coach::Idle)
    );
    page.play("e2e4");
    assert_eq!(page.state.coach, Coach::Measuring);
    // The first move's searches come late.
    verified(&mut page, vec![2]);
    assert_eq!(page.state.coach, Coach::Measuring);
    measured(&mut page, 0);
    assert_eq!(page.running.len(), 1);
}

#[test]
fn where_the_loss_does_not_tell_longer_searches_decide() {
    let mut page = coached();
    page.play("e2e4");
    // In a decided game, and for an only move, the worker has no loss.
    let key = page.measured[0].key;
    let nothing = Vec::new();
    page.take(PlayEvent::Engine(FromWorker::Verified {
        key,
        sound: nothing,
    }));
    assert_eq!(page.state.coach, Coach::Judging);
    verified(&mut page, Vec::new());
    assert_eq!(page.running.len(), 1, "they found nothing");
}

#[test]
fn no_move_is_held_for_ever() {
    // The worker stops.
    let mut page = coached();
    page.play("e2e4");
    let message = "out of memory".to_owned();
    page.take(PlayEvent::Engine(FromWorker::Failed { message }));
    page.take(PlayEvent::Engine(FromWorker::Ready));
    assert_eq!(page.running.len(), 1);
    // Another one takes its place, as to end a search where there is no shared memory.
    let mut page = coached();
    page.play("e2e4");
    page.take(PlayEvent::Engine(FromWorker::Ready));
    assert_eq!(page.running.len(), 1);
    // Nobody shows the coach any more.
    let mut page = coached();
    page.play("e2e4");
    page.take(PlayEvent::ShowCoach(false));
    assert_eq!(
        (page.running.len(), page.state.coach == Coach::Off),
        (1, true)
    );
    page.answer("e7e5");
    page.play("g1f3");
    assert_eq!(page.running.len(), 1);
}

#[test]
fn the_clocks_stand_while_a_move_is_held() {
    let settings = Settings {
        clock: wire::time_control::TimeControl::from_text("300.3"),
        ..Settings::default()
    };
    let mut page = Page::open(settings);
    page.take(PlayEvent::ShowCoach(true));
    page.play("e2e4");
    page.now += 60_000;
    page.take(PlayEvent::CheckFlag);
    assert!(Color::ALL.iter().all(|&side| !page.state.clock_runs(side)));
    measured(&mut page, 0);
    assert!(page.state.clock_runs(Color::Black));
    assert_eq!(page.state.time_left(Color::Black, page.now), Some(300_000));
}

#[test]
fn two_people_and_the_last_move_of_a_game_are_left_alone() {
    let settings = Settings {
        opponent: Opponent::Person,
        ..Settings::default()
    };
    let mut page = Page::open(settings);
    page.take(PlayEvent::ShowCoach(true));
    for mv in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        page.play(mv);
        assert!(!page.state.coach.holds());
    }
    assert!(page.state.outcome().is_some());
}

/// Three poor moves and the end.
fn lost_game() -> Page {
    let mut page = coached();
    for (mv, lost, reply) in [
        ("f2f3", 1_200, Some("e7e5")),
        ("a2a3", 500, Some("d7d6")),
        ("b2b3", 3_000, Some("d6d5")),
        ("h2h3", 1_900, Some("d5d4")),
        ("g2g4", 2_500, Some("d8h4")),
    ] {
        page.play(mv);
        measured(&mut page, lost);
        page.take(PlayEvent::Answer);
        if let Some(reply) = reply {
            page.answer(reply);
        }
    }
    assert!(page.state.outcome().is_some());
    page
}

#[test]
fn the_moves_that_lost_most_are_remembered_in_their_order() {
    let page = lost_game();
    assert_eq!(page.state.worst_moves(), [4, 6, 8]);
}

#[test]
fn a_move_of_a_finished_game_is_looked_at_and_explained() {
    let mut page = lost_game();
    page.take(PlayEvent::Judge(4));
    let order = page.verifications.last().expect("a request").clone();
    assert_eq!((order.moves.len(), order.nodes), (4, 60_000));
    // Nothing is told of a move that nobody looks at.
    let said = crate::play::Explanation {
        kind: None,
        text: "It loses.".to_owned(),
        proof_text: String::new(),
    };
    page.take(PlayEvent::Explained {
        ply: 0,
        said: said.clone(),
    });
    assert!(page.state.explanations.is_empty());
    verified(&mut page, vec![7]);
    assert_eq!(page.state.judged, Some((4, Some(vec![7]))));
    page.take(PlayEvent::Explained { ply: 4, said });
    assert!(page.state.explanations.contains_key(&4));
    page.take(PlayEvent::Judge(99));
    assert_eq!(
        page.state.judged,
        Some((4, Some(vec![7]))),
        "there is no such move"
    );
}

#[test]
fn a_running_game_is_not_looked_at() {
    let mut page = coached();
    page.play("f2f3");
    page.take(PlayEvent::Judge(0));
    assert_eq!(page.state.judged, None);
}

/// The question about the last of these moves.
fn question(moves: &[&str]) -> Option<CoachQuestion> {
    let game = Game::replay(None, moves).expect("legal moves");
    let mut before = game.clone();
    let mv = before.undo().expect("a move");
    let mut searcher = Calculator::new(4);
    searcher.set_eval(StrategyId::Intuition.evaluation());
    let sound = Sound::search(&before, mv, &mut searcher, 20_000).expect("searches");
    CoachQuestion::of(&game, &sound)
}

#[test]
fn hints_go_from_the_piece_to_the_moves() {
    let asked = question(&["e2e4", "e7e5", "d1g4", "d7d6", "g4d7"]).expect("a lost queen");
    assert_eq!(asked.mv, "Qd7+");
    assert!(asked.chances[0] >= asked.chances[1] + 15, "{asked:?}");
    let [piece, idea, which] = &asked.hints[..] else {
        panic!("{asked:?}")
    };
    assert!(piece.starts_with("Look at what my "), "{piece}");
    assert!(idea.starts_with("In my place: l"), "{idea}");
    assert!(which.ends_with(" is better."), "{which}");
    assert_eq!(asked.explanation.text, *which);
    assert!(!asked.explanation.proof_text.is_empty());
}

#[test]
fn nothing_is_asked_about_a_move_that_is_good_enough_or_another_one() {
    assert_eq!(question(&["e2e4"]), None);
    assert_eq!(question(&["a2a3"]), None);
    let game = Game::replay(None, &["e2e4"]).expect("legal moves");
    let start = Game::new();
    let other = start.position().parse_uci("g2g4").expect("a legal move");
    let mut searcher = Calculator::new(4);
    let sound = Sound::search(&start, other, &mut searcher, 2_000).expect("searches");
    assert_eq!(CoachQuestion::of(&game, &sound), None);
}
