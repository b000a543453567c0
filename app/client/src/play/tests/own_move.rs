//! What is said of the visitor's own moves.

use engine::explain::Sound;
use engine::player::{Calculator, StrategyId};

use super::*;
use crate::worker::codec::encode;

fn said() -> Explanation {
    Explanation {
        kind: None,
        text: "It takes space.".to_owned(),
        proof_text: String::new(),
    }
}

/// The worker answers the latest request for longer searches.
fn verified(page: &mut Page) {
    let key = page.verifications.last().expect("a request").key;
    let sound = vec![7];
    page.take(PlayEvent::Engine(FromWorker::Verified { key, sound }));
}

#[test]
fn a_move_is_judged_once_it_is_answered_and_until_something_is_said() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    assert_eq!(page.state.own_move_to_judge(), None, "it waits");
    page.answer("e7e5");
    assert_eq!(page.state.own_move_to_judge(), Some((0, None)));
    let asked = judge_own_move(&page.state, 0, None);
    assert!(matches!(asked, Some(PlayEvent::Judge(0))), "{asked:?}");
    page.take(PlayEvent::Judge(0));
    assert_eq!(page.state.own_move_to_judge(), None, "searches are made");
    assert_eq!(
        page.verifications.last().map(|order| order.nodes),
        Some(20_000)
    );
    verified(&mut page);
    assert_eq!(page.state.own_move_to_judge(), Some((0, Some(vec![7]))));
    let damaged = judge_own_move(&page.state, 0, Some(&[7]));
    assert!(damaged.is_none(), "{damaged:?}");
    page.take(PlayEvent::Explained {
        ply: 0,
        said: said(),
    });
    assert_eq!(page.state.own_move_to_judge(), None);
    let sentence = |page: &Page| page.state.own_move_sentence();
    assert_eq!(sentence(&page).as_deref(), Some("Your e4: It takes space."));
    page.state.judged = Some((0, None));
    page.take(PlayEvent::Explained {
        ply: 0,
        said: Explanation {
            text: "White allows Nf6. Black's knight comes.".to_owned(),
            ..said()
        },
    });
    let allows = "Your e4 allows Nf6. Black's knight comes.";
    assert_eq!(sentence(&page).as_deref(), Some(allows));
    // It belongs to the answer's position alone.
    page.take(PlayEvent::ViewPly(1));
    assert_eq!(sentence(&page), None);
    page.take(PlayEvent::ViewPly(2));
    page.play("d2d4");
    assert_eq!(sentence(&page), None);
    page.answer("e5d4");
    assert_eq!(page.state.own_move_to_judge(), Some((2, None)));
}

#[test]
fn only_a_game_against_the_engine_has_such_moves() {
    let two_people = Settings {
        opponent: Opponent::Person,
        ..Settings::default()
    };
    let mut page = Page::open(two_people);
    for uci in ["e2e4", "e7e5", "d2d4"] {
        page.play(uci);
        assert_eq!(page.state.own_move_to_judge(), None);
    }
    let mut page = Page::open(Settings::default());
    human_is_mated(&mut page);
    assert_eq!(page.state.own_move_to_judge(), None, "it is over");
}

/// What comes next of the last of these moves by searches of another one or of this.
fn judged(moves: &[&str], searched: Option<&str>) -> Option<PlayEvent> {
    let mut page = Page::open(Settings::default());
    page.state.game = Game::replay(None, moves).expect("legal moves");
    let mut before = page.state.game.clone();
    let mv = before.undo().expect("a move");
    let searched = searched.map(|uci| before.position().parse_uci(uci).expect("a legal move"));
    let mut searcher = Calculator::new(4);
    searcher.set_eval(StrategyId::Intuition.evaluation());
    let sound = Sound::search(&before, searched.unwrap_or(mv), &mut searcher, 20_000);
    let sound = encode(&sound.expect("searches"));
    judge_own_move(&page.state, moves.len() - 1, Some(&sound))
}

fn text(event: Option<PlayEvent>) -> String {
    match event {
        Some(PlayEvent::Explained { said, .. }) => said.text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn good_and_bad_moves_have_their_sentences() {
    let exchange = ["e2e4", "e7e5", "g1f3", "b8c6", "d2d4", "e5d4", "f3d4"];
    assert!(text(judged(&exchange, None)).contains("takes back"));
    let bad = ["e2e4", "e7e5", "d1g4", "d7d6", "g4d7"];
    assert!(text(judged(&bad, None)).contains("is better"));
    // Searches of a move that was taken back are made again.
    let again = judged(&["e2e4"], Some("g2g4"));
    assert!(matches!(again, Some(PlayEvent::Judge(0))), "{again:?}");
}
