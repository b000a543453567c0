//! The proof of a sentence, played on the board.

use engine::explain::ClaimProof;
use engine::rules::Move;

use super::*;
use crate::play::Explanation;

/// The engine has answered e4 with e5, and says that d5 was threatened: a pass, d4, a pass, d5.
fn explained() -> Page {
    let mut page = Page::open(settings(ColorChoice::White));
    page.play("e2e4");
    page.answer("e7e5");
    let mut position = page.state.game.position_at(1).play_null();
    let mut moves = vec![None];
    for uci in ["d2d4", "pass", "d4d5"] {
        let mv: Option<Move> = (uci != "pass").then(|| position.parse_uci(uci).unwrap());
        position = mv.map_or_else(|| position.play_null(), |mv| position.play(mv));
        moves.push(mv);
    }
    let squares = vec!["d5".parse().unwrap()];
    page.take(PlayEvent::Explained {
        ply: 1,
        said: Explanation {
            kind: None,
            text: "It stops my pawn.".to_owned(),
            proof: ClaimProof { moves, squares },
        },
    });
    page.timers.clear();
    page
}

fn shown(page: &Page) -> String {
    page.state.board().0.to_fen()
}

fn run_next(page: &mut Page) {
    let event = page.timers.remove(0);
    page.take(event);
}

#[test]
fn a_proof_plays_step_by_step_and_the_game_comes_back() {
    let mut page = explained();
    let game = shown(&page);
    assert!(page.state.provable().is_some());
    assert_eq!(page.state.proof_squares(), []);
    page.take(PlayEvent::ShowProof(true));
    let before = page.state.game.position_at(1);
    assert_eq!(shown(&page), before.to_fen(), "before the move");
    assert_eq!(page.state.board().1, Some(page.state.game.moves()[0]));
    assert_eq!(page.state.proof_squares().len(), 1);
    assert!(page.state.playable_moves().is_empty(), "it is no game");
    run_next(&mut page);
    assert_eq!(shown(&page), before.play_null().to_fen(), "a pass");
    for _ in 0..3 {
        run_next(&mut page);
    }
    let d5 = page.state.board().1.map(|mv| mv.to_string());
    assert_eq!(d5.as_deref(), Some("d4d5"));
    run_next(&mut page);
    assert_eq!(shown(&page), game);
    assert!(page.state.shown_proof.is_some(), "its steps are listed on");
    assert_eq!(page.state.proof_squares(), []);
    assert!(page.timers.is_empty());
    page.take(PlayEvent::ShowProof(false));
    assert_eq!(page.state.shown_proof, None);
}

#[test]
fn a_step_that_is_looked_at_stops_what_plays() {
    let mut page = explained();
    let game = shown(&page);
    page.take(PlayEvent::ShowProof(true));
    page.take(PlayEvent::PreviewProof(Some(2)));
    let looked = shown(&page);
    run_next(&mut page);
    assert_eq!(shown(&page), looked);
    page.take(PlayEvent::PreviewProof(None));
    assert_eq!(shown(&page), game);
    for _ in 0..4 {
        run_next(&mut page);
    }
    assert_eq!(shown(&page), game, "nor does the end of it matter");
    page.take(PlayEvent::PreviewProof(Some(99)));
    assert_eq!(shown(&page), game, "there is no such step");
}

#[test]
fn a_move_and_a_look_back_end_a_proof() {
    let mut page = explained();
    page.take(PlayEvent::ShowProof(true));
    page.take(PlayEvent::PreviewProof(None));
    page.play("g1f3");
    assert_eq!(page.state.shown_proof, None);
    run_next(&mut page);
    assert_eq!(
        page.state.preview, None,
        "what was planned comes to nothing"
    );
    let mut page = explained();
    page.take(PlayEvent::ShowProof(true));
    page.take(PlayEvent::ViewPly(1));
    assert_eq!(page.state.shown_proof, None);
    assert_eq!(page.state.preview, None);
    assert!(page.state.provable().is_none(), "of the visitor's move");
}

#[test]
fn a_pressed_step_stays_for_a_while_and_another_line_takes_its_place() {
    let mut page = explained();
    let game = shown(&page);
    page.take(PlayEvent::ShowProof(true));
    page.take(PlayEvent::HoldProof(2));
    page.timers.drain(..page.timers.len() - 1);
    assert_ne!(shown(&page), game);
    run_next(&mut page);
    assert_eq!(shown(&page), game);
    page.take(PlayEvent::HoldProof(2));
    let line = (*page.state.game.position(), vec![page.mv("g1f3")]);
    page.take(PlayEvent::Preview(Some(Box::new(line))));
    let other = shown(&page);
    assert_eq!(page.state.proof_squares(), [], "they are of the proof");
    run_next(&mut page);
    assert_eq!(shown(&page), other);
}

#[test]
fn the_end_of_the_game_ends_a_proof() {
    let mut page = explained();
    let game = shown(&page);
    page.take(PlayEvent::ShowProof(true));
    page.take(PlayEvent::Resign);
    assert_eq!((shown(&page), page.state.shown_proof), (game, None));
    page.take(PlayEvent::ShowProof(true));
    assert!(page.state.shown_proof.is_some(), "it can be looked at then");
}

#[test]
fn a_proof_is_stored_and_one_that_does_not_fit_shows_nothing() {
    let page = explained();
    let saved = page.state.saved().expect("it has loaded");
    let text = serde_json::to_string(&saved).unwrap();
    let read: SavedGame = serde_json::from_str(&text).unwrap();
    assert_eq!(read.reasons, saved.reasons);
    // As an earlier version stored it.
    let old: Explanation = serde_json::from_str(r#"{"text":"It is mate."}"#).unwrap();
    assert_eq!(old.proof, ClaimProof::default());
    // Of another game.
    let mut page = explained();
    let said = page.state.explanations.get_mut(&1).expect("a sentence");
    said.proof.moves.insert(0, said.proof.moves[1]);
    assert!(page.state.provable().is_none());
    page.take(PlayEvent::ShowProof(true));
    assert_eq!(page.state.shown_proof, None);
}
