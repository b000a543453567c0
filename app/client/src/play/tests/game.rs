//! A game from its first move to its end.

use crate::worker::FromWorker;
use engine::{rules::Reason, search::Report};

use super::*;

#[test]
fn nothing_can_be_played_before_the_page_has_loaded() {
    let mut page = Page::blank(Settings::default());
    page.play("e2e4");
    page.take(PlayEvent::Undo);
    page.take(PlayEvent::Resign);
    page.new_game();
    assert_eq!(page.state.game.ply(), 0);
    assert!(page.running.is_empty() && page.saved.is_none());
    assert!(page.state.playable_moves().is_empty());
}

#[test]
fn the_engine_answers_a_move_and_only_then_is_it_the_visitors_turn() {
    let mut page = Page::open(sound());
    assert_eq!(page.state.status(), GameStatus::NotStarted);
    page.play("e2e4");
    assert_eq!(page.state.status(), GameStatus::Thinking { slowed: false });
    assert!(page.state.playable_moves().is_empty());
    page.answer("e7e5");
    assert_eq!(page.state.status(), GameStatus::YourTurn(Color::White));
    assert_eq!(page.moves(), "e2e4 e7e5");
    assert!(
        page.running.is_empty(),
        "the engine's own score serves for the visitor's position"
    );
    assert_eq!(
        page.state.evaluation().unwrap().score,
        Score::Cp(-25),
        "white's view"
    );
}

#[test]
fn as_black_the_visitor_waits_for_the_engines_first_move() {
    let mut page = Page::open(settings(ColorChoice::Black));
    assert_eq!(page.state.bottom(), Color::Black);
    assert_eq!(page.running.len(), 1);
    page.answer("e2e4");
    assert_eq!(page.state.status(), GameStatus::YourTurn(Color::Black));
}

#[test]
fn a_random_colour_is_the_one_that_was_drawn() {
    let mut page = Page::open(settings(ColorChoice::Random));
    for color in Color::ALL {
        let draw = page.draw(color);
        page.take(PlayEvent::NewGame(draw));
        assert_eq!(page.state.players, Players::Engine { human: color });
    }
}

#[test]
fn a_new_game_while_the_engine_thinks_gets_no_move_of_the_old_search() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    let old = page.running_id();
    page.new_game();
    assert!(page.running.is_empty(), "the search was cancelled");
    let mv = page.mv("e2e4");
    page.take(PlayEvent::Engine(FromWorker::Reports {
        id: old,
        reports: vec![Report::Depth(line(mv, 1))],
    }));
    page.take(done(old, mv));
    assert_eq!(
        page.state.game.ply(),
        0,
        "the engine never plays for the visitor"
    );
    assert_eq!(page.state.search_view, None);
    assert_eq!(page.state.status(), GameStatus::NotStarted);
}

#[test]
fn the_same_moves_in_a_new_game_do_not_make_an_old_answer_good() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    let (old, reply) = (page.running_id(), page.mv("a7a6"));
    page.new_game();
    page.play("e2e4");
    page.take(done(old, reply));
    assert_eq!(page.moves(), "e2e4");
    page.answer("e7e5");
    assert_eq!(page.moves(), "e2e4 e7e5");
}

#[test]
fn between_people_the_engine_evaluates_and_never_plays() {
    let mut page = Page::open(Settings {
        opponent: Opponent::Person,
        ..settings(ColorChoice::White)
    });
    page.play("e2e4");
    let (id, mv) = (page.running_id(), page.mv("e7e5"));
    page.take(PlayEvent::Engine(FromWorker::Reports {
        id,
        reports: vec![Report::Depth(line(mv, 2))],
    }));
    assert_eq!(page.state.evaluation().unwrap().score, Score::Cp(-25));
    page.take(done(id, mv));
    assert_eq!(page.moves(), "e2e4");
    assert!(page.state.arrows().is_empty() && page.state.search_view.is_none());
    assert_eq!(page.state.status(), GameStatus::YourTurn(Color::Black));
}

#[test]
fn resigning_on_the_engines_turn_loses() {
    let mut page = Page::open(Settings::default());
    page.take(PlayEvent::Resign);
    assert_eq!(
        page.state.outcome(),
        None,
        "there is nothing to give up yet"
    );
    page.play("e2e4");
    page.take(PlayEvent::Resign);
    let outcome = page.state.outcome().unwrap();
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Color::Black), Reason::Resignation)
    );
    assert!(page.running.is_empty());
    assert_eq!(
        page.state.tally,
        Tally {
            losses: 1,
            ..Tally::default()
        }
    );
    assert_eq!(page.recorded.len(), 1);
}

#[test]
fn between_people_who_resigns_is_the_side_to_move_and_nothing_is_recorded() {
    let mut page = Page::open(Settings {
        opponent: Opponent::Person,
        ..settings(ColorChoice::White)
    });
    page.play("e2e4");
    page.take(PlayEvent::Resign);
    assert_eq!(page.state.outcome().unwrap().winner, Some(Color::White));
    assert_eq!(page.state.tally.games(), 0);
    assert!(page.recorded.is_empty());
}

#[test]
fn an_earlier_ply_is_looked_at_without_touching_the_game() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.answer("e7e5");
    page.take(PlayEvent::ViewPly(1));
    assert_eq!(
        page.state.last_move().map(|mv| mv.to_string()).as_deref(),
        Some("e2e4")
    );
    assert!(page.state.playable_moves().is_empty());
    let mv = page.mv("g1f3");
    page.take(PlayEvent::UserMove(mv));
    assert_eq!(page.moves(), "e2e4 e7e5");
    page.take(PlayEvent::ViewPly(99));
    assert_eq!(page.state.viewed_ply, None);
    page.play("g1f3");
    page.take(PlayEvent::ViewPly(0));
    page.answer("b8c6");
    assert_eq!(
        page.state.viewed_ply, None,
        "the engine's move brings the board back"
    );
}

#[test]
fn colour_and_opponent_change_a_game_that_has_not_begun_and_no_other() {
    let mut page = Page::open(Settings::default());
    let black = PlayEvent::SetColor {
        choice: ColorChoice::Black,
        drawn: Color::White,
    };
    let white = PlayEvent::SetColor {
        choice: ColorChoice::White,
        drawn: Color::White,
    };
    page.take(black.clone());
    assert_eq!(page.running.len(), 1, "the engine begins");
    page.take(white);
    assert!(page.running.is_empty(), "and does not, after all");
    page.play("e2e4");
    page.take(black);
    assert_eq!(
        page.state.players,
        Players::Engine {
            human: Color::White
        }
    );
    page.answer("e7e5");
    page.new_game();
    assert_eq!(
        page.state.players,
        Players::Engine {
            human: Color::Black
        }
    );
    page.take(PlayEvent::SetOpponent {
        opponent: Opponent::Person,
        drawn: Color::White,
    });
    assert_eq!(page.state.players, Players::TwoPeople);
    assert!(page.running.is_empty());
}

#[test]
fn settings_that_differ_from_a_game_that_has_begun_wait_for_the_next() {
    let mut page = Page::open(settings(ColorChoice::White));
    let choose = |page: &mut Page, choice, opponent| {
        let drawn = Color::Black;
        page.take(PlayEvent::SetColor { choice, drawn });
        page.take(PlayEvent::SetOpponent { opponent, drawn });
    };
    choose(&mut page, ColorChoice::Black, Opponent::Engine);
    choose(&mut page, ColorChoice::White, Opponent::Engine);
    assert!(!page.state.settings_pending(), "no move was made");
    page.play("e2e4");
    for (choice, opponent, waits) in [
        (ColorChoice::White, Opponent::Engine, false),
        (ColorChoice::Black, Opponent::Engine, true),
        (ColorChoice::Random, Opponent::Engine, false),
        (ColorChoice::White, Opponent::Person, true),
    ] {
        choose(&mut page, choice, opponent);
        assert_eq!(
            page.state.settings_pending(),
            waits,
            "{choice:?} {opponent:?}"
        );
        assert!(page.state.engine_matters());
    }
    page.new_game();
    assert!(!page.state.settings_pending());
    assert!(!page.state.engine_matters());
}
