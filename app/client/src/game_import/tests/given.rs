//! Games that come without a file.

use engine::rules::{Color, Game, Outcome, Reason};
use wire::live::game_view::PlayerInfo;
use wire::visitor::games::PlayedGame;

use super::browser::{Storage, Tab};
use super::*;

/// The moves of [`MISSED_MATE`], which White misses at the end.
const MOVES: [&str; 12] = [
    "e2e4", "e7e5", "g1f3", "d7d6", "f1c4", "c8g4", "b1c3", "g7g6", "f3e5", "g4d1", "e1d1", "d6e5",
];

fn played(kept_ms: i64) -> PlayedGame {
    PlayedGame {
        kept_ms,
        start_fen: None,
        moves: MOVES.map(str::to_owned).to_vec(),
        human: Color::White,
        opponent: PlayerInfo::Nobody,
        outcome: Some(Outcome::win(Color::Black, Reason::Resignation)),
        link: None,
        opening: None,
    }
}

fn given(kept_ms: i64) -> GivenGame {
    GivenGame::played(&played(kept_ms)).expect("a finished game")
}

/// A file with one game of Ada's.
fn one_game() -> String {
    ALLOWED_MATE.to_owned()
}

#[test]
fn what_was_played_here_becomes_exercises_and_no_report() {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    assert_eq!(given_text(&tab.state), "");
    tab.send(ImportEvent::Give(vec![given(5), given(9)]), &mut storage);
    assert_eq!(
        given_text(&tab.state),
        "0 of 2 games from this site looked through."
    );
    tab.run(&mut storage);
    assert_eq!(
        given_text(&tab.state),
        "2 games from this site looked through: 2 exercises."
    );
    assert!(matches!(tab.state.stage, ImportStage::Idle));
    assert_eq!((tab.state.report.games(), storage.header), (0, None));
    assert_eq!(storage.exercises.len(), 1, "both are of one position");
    assert!(tab.state.has_played(5) && tab.state.has_played(9) && !tab.state.has_played(7));
    let storage = &mut Storage {
        played: storage.played,
        ..Storage::default()
    };
    let later = Tab::open(storage);
    assert!(later.state.has_played(5) && later.state.has_played(9));
}

#[test]
fn a_file_goes_first_and_both_are_done() {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    tab.begin(&one_game(), ada(), &mut storage);
    tab.send(ImportEvent::Give(vec![given(5)]), &mut storage);
    tab.run(&mut storage);
    assert!(matches!(tab.state.stage, ImportStage::Finished));
    assert_eq!((tab.state.report.games(), tab.asked.len()), (1, 2));
    assert!(tab.asked[1].contains("[White \"You\"]"), "{}", tab.asked[1]);
    assert!(tab.state.has_played(5));
}

#[test]
fn a_file_that_is_confirmed_meanwhile_waits_for_the_game() {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    tab.send(ImportEvent::Give(vec![given(5), given(9)]), &mut storage);
    tab.run_until(&mut storage, |tab| tab.asked.len() == 1);
    // Its answer is still on its way: the browser allows one request at a time.
    tab.choose(&one_game(), &mut storage);
    tab.run_until(&mut storage, |tab| {
        matches!(tab.state.stage, ImportStage::Confirming(_))
    });
    tab.send(ImportEvent::Confirm(ada()), &mut storage);
    tab.run(&mut storage);
    assert_eq!(tab.state.report.games(), 1);
    assert!(tab.state.has_played(5) && tab.state.has_played(9));
}

#[test]
fn a_game_in_which_the_worker_stops_is_tried_again_and_then_left_out() {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    tab.breaks_at = vec!["Nxe5"];
    tab.send(ImportEvent::Give(vec![given(5)]), &mut storage);
    tab.run(&mut storage);
    assert_eq!(tab.asked.len(), 2);
    assert!(tab.state.has_played(5));
    assert_eq!(
        given_text(&tab.state),
        "1 game from this site looked through: no exercise."
    );
}

#[test]
fn a_game_that_goes_on_or_cannot_be_replayed_is_left_out() {
    let running = PlayedGame {
        outcome: None,
        ..played(1)
    };
    assert_eq!(GivenGame::played(&running), None);
    let broken = PlayedGame {
        moves: vec!["e2e5".to_owned()],
        ..played(1)
    };
    assert_eq!(GivenGame::played(&broken), None);
}

#[test]
fn a_game_of_the_analysis_is_that_of_its_lower_side() {
    let game = Game::replay(None, &MOVES).expect("legal moves");
    let mut opened = crate::analysis::OpenedGame::from_game(&game, &[], MOVES.len());
    assert!(GivenGame::opened(&opened).text.contains("[White \"You\"]"));
    opened.flipped = true;
    let given = GivenGame::opened(&opened);
    assert!(given.text.contains("[Black \"You\"]") && given.kept_ms.is_none());
}

#[test]
fn no_more_wait_than_have_room_and_damaged_bytes_are_nothing() {
    let mut storage = Storage {
        played: Some(vec![1, 2, 3]),
        ..Storage::default()
    };
    let mut tab = Tab::open(&mut storage);
    assert!(!tab.state.has_played(5));
    let many = (0..MAX_GIVEN as i64 + 20).map(given).collect();
    tab.send(ImportEvent::Give(many), &mut storage);
    let progress = tab.state.given_progress().expect("games wait");
    assert_eq!(progress.total as usize, MAX_GIVEN);
}
