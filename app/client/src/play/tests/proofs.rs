//! The proof of a sentence, played on the board.

use std::ops::{Deref, DerefMut};

use engine::explain::ClaimProof;

use super::*;
use crate::play::{Explanation, LinePreview, MoveProof, ProofEvent, ProofPlayer};

/// A page with a proof player, and the steps that it plans.
struct ProofPage {
    page: Page,
    player: ProofPlayer,
    planned: Vec<ProofEvent>,
}

impl Deref for ProofPage {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.page
    }
}

impl DerefMut for ProofPage {
    fn deref_mut(&mut self) -> &mut Page {
        &mut self.page
    }
}

impl ProofPage {
    /// The engine has answered e4 with e5, and says that d5 was threatened: a pass, d4, a pass, d5.
    fn explained() -> Self {
        let mut page = Page::open(settings(ColorChoice::White));
        page.play("e2e4");
        page.answer("e7e5");
        page.take(PlayEvent::Explained {
            ply: 1,
            said: Explanation {
                kind: None,
                text: "It stops my pawn.".to_owned(),
                proof_text: "-- d2d4 -- d4d5 @ d5".to_owned(),
            },
        });
        Self {
            page,
            player: ProofPlayer::default(),
            planned: Vec::new(),
        }
    }

    fn see(&mut self, event: ProofEvent) {
        let update = self.player.handle(&self.page.state, event);
        for event in update.events {
            self.page.take(event);
        }
        self.planned
            .extend(update.timers.into_iter().map(|(_, event)| event));
    }

    fn run_next(&mut self) {
        let event = self.planned.remove(0);
        self.see(event);
    }

    fn shown(&self) -> String {
        self.state.board().0.to_fen()
    }

    fn marked(&self) -> Option<usize> {
        self.state
            .preview
            .map(|shown| shown.marked.into_iter().count())
    }

    fn listed(&self) -> Option<Option<usize>> {
        self.player.listed(&self.page.state)
    }
}

#[test]
fn a_proof_plays_step_by_step_and_the_game_comes_back() {
    let mut page = ProofPage::explained();
    let game = page.shown();
    assert!(MoveProof::shown(&page.state).is_some());
    assert_eq!(page.listed(), None);
    page.see(ProofEvent::Show(true));
    let before = page.state.game.position_at(1);
    assert_eq!(page.shown(), before.to_fen(), "before the move");
    assert_eq!(page.state.board().1, Some(page.state.game.moves()[0]));
    assert_eq!(page.marked(), Some(1));
    assert!(page.state.playable_moves().is_empty(), "it is no game");
    page.run_next();
    assert_eq!(page.shown(), before.play_null().to_fen(), "a pass");
    for _ in 0..3 {
        page.run_next();
    }
    let d5 = page.state.board().1.map(|mv| mv.to_string());
    assert_eq!(d5.as_deref(), Some("d4d5"));
    assert_eq!(page.listed(), Some(Some(4)));
    page.run_next();
    assert_eq!((page.shown(), page.marked()), (game, None));
    assert_eq!(page.listed(), Some(None), "its steps are listed on");
    assert!(page.planned.is_empty());
    page.see(ProofEvent::Show(false));
    assert_eq!(page.listed(), None);
}

#[test]
fn a_step_that_is_looked_at_stops_what_plays() {
    let mut page = ProofPage::explained();
    let game = page.shown();
    page.see(ProofEvent::Show(true));
    page.see(ProofEvent::Look(Some(2)));
    let looked = page.shown();
    page.run_next();
    assert_eq!(page.shown(), looked);
    page.see(ProofEvent::Look(None));
    assert_eq!(page.shown(), game);
    for _ in 0..4 {
        page.run_next();
    }
    assert_eq!(page.shown(), game, "nor does the end of it matter");
    page.see(ProofEvent::Look(Some(99)));
    assert_eq!(page.shown(), game, "there is no such step");
}

#[test]
fn a_move_and_a_look_back_end_a_proof() {
    let mut page = ProofPage::explained();
    page.see(ProofEvent::Show(true));
    page.see(ProofEvent::Look(None));
    page.play("g1f3");
    assert_eq!(page.listed(), None);
    page.run_next();
    page.see(ProofEvent::Look(Some(1)));
    assert_eq!(
        page.state.preview, None,
        "what was planned comes to nothing"
    );

    let mut page = ProofPage::explained();
    page.see(ProofEvent::Show(true));
    page.take(PlayEvent::Undo);
    page.run_next();
    assert_eq!((page.listed(), page.state.preview), (None, None));

    let mut page = ProofPage::explained();
    page.see(ProofEvent::Show(true));
    page.take(PlayEvent::ViewPly(1));
    assert_eq!((page.listed(), page.state.preview), (None, None));
    assert!(
        MoveProof::shown(&page.state).is_none(),
        "the visitor's move"
    );
    page.run_next();
    assert_eq!(page.state.preview, None);
}

#[test]
fn a_pressed_step_stays_for_a_while_and_another_line_takes_its_place() {
    let mut page = ProofPage::explained();
    let game = page.shown();
    page.see(ProofEvent::Show(true));
    page.planned.clear();
    page.see(ProofEvent::Hold(2));
    assert_ne!(page.shown(), game);
    page.run_next();
    assert_eq!(page.shown(), game);
    page.see(ProofEvent::Hold(2));
    let line = LinePreview::after(*page.state.game.position(), &[page.mv("g1f3")]);
    page.take(PlayEvent::Preview(line.map(Box::new)));
    let other = page.shown();
    assert_eq!(page.marked(), Some(0), "the squares are the proof's");
    assert_eq!(page.listed(), Some(None));
    page.run_next();
    assert_eq!(page.shown(), other);
}

#[test]
fn the_end_of_the_game_takes_a_proof_from_the_board() {
    let mut page = ProofPage::explained();
    let game = page.shown();
    page.see(ProofEvent::Show(true));
    page.take(PlayEvent::Resign);
    assert_eq!((page.shown(), page.listed()), (game.clone(), Some(None)));
    page.run_next();
    assert_eq!(page.shown(), game);
    page.see(ProofEvent::Show(true));
    assert_eq!(page.listed(), Some(Some(0)), "it can be looked at then");
}

#[test]
fn a_question_takes_a_proof_from_the_board() {
    let mut page = ProofPage::explained();
    let game = page.shown();
    page.see(ProofEvent::Show(true));
    page.take(PlayEvent::AskWhyNot(true));
    page.run_next();
    assert_eq!(page.shown(), game);
    assert!(page.state.asking_why_not);
    page.see(ProofEvent::Show(true));
    assert!(!page.state.asking_why_not);
}

#[test]
fn a_proof_is_stored_and_one_that_does_not_fit_shows_nothing() {
    let page = ProofPage::explained();
    let saved = page.state.saved().expect("it has loaded");
    let text = serde_json::to_string(&saved).unwrap();
    let read: SavedGame = serde_json::from_str(&text).unwrap();
    assert_eq!(read.reasons, saved.reasons);
    // As earlier versions stored it, without a proof and with one that is not read any more.
    for old in [
        r#"{"text":"It is mate."}"#,
        r#"{"text":"It is mate.","proof":{"moves":["e2e4",null],"squares":["e4"]}}"#,
    ] {
        let old: Explanation = serde_json::from_str(old).unwrap();
        assert_eq!(
            (old.text.as_str(), old.proof_text.as_str()),
            ("It is mate.", "")
        );
    }
    // Of another game.
    let mut page = ProofPage::explained();
    let before = page.state.game.position_at(1);
    for text in ["e2e4 d2d4", "e7e5 e7e5", "@ e4", ""] {
        assert_eq!(ClaimProof::from_text(&before, text), None);
        let said = page.state.explanations.get_mut(&1).expect("a sentence");
        said.proof_text = text.to_owned();
        page.see(ProofEvent::Show(true));
        assert_eq!((page.listed(), page.state.preview), (None, None), "{text}");
    }
}
