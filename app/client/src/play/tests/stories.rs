//! One thing after the other, as it happens to a visitor.

use engine::{
    book::Style,
    player::{Level, StrategyId},
    rules::Reason,
    search::Report,
};
use wire::BackendError;

use super::*;

/// Against an engine that misjudges nothing.
fn sound() -> Settings {
    let mut settings = Settings::default();
    settings.engine.level = Level::STRONGEST;
    settings
}

#[test]
fn nothing_can_be_played_before_the_page_has_loaded() {
    let mut page = Page::blank(Settings::default());
    page.play("e2e4");
    page.take(Event::Undo);
    page.take(Event::Resign);
    page.new_game();
    assert_eq!(page.state.game.ply(), 0);
    assert!(page.running.is_empty() && page.saved.is_none());
    assert!(page.state.playable_moves().is_empty());
}

#[test]
fn the_engine_answers_a_move_and_only_then_is_it_the_visitors_turn() {
    let mut page = Page::open(sound());
    assert_eq!(page.state.status(), Status::NotStarted);
    page.play("e2e4");
    assert_eq!(page.state.status(), Status::Thinking { slowed: false });
    assert!(page.state.playable_moves().is_empty());
    page.answer("e7e5");
    assert_eq!(page.state.status(), Status::YourTurn(Color::White));
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
    assert_eq!(page.state.status(), Status::YourTurn(Color::Black));
}

#[test]
fn a_random_colour_is_the_one_that_was_drawn() {
    let mut page = Page::open(settings(ColorChoice::Random));
    for color in Color::ALL {
        let draw = page.draw(color);
        page.take(Event::NewGame(draw));
        assert_eq!(page.state.seats, Seats::Engine { human: color });
    }
}

#[test]
fn a_search_waits_for_the_worker() {
    let mut page = Page::blank(Settings::default());
    page.load(None, true);
    page.play("e2e4");
    assert_eq!(page.state.status(), Status::Waking);
    assert!(page.running.is_empty());
    page.take(Event::EngineReady);
    assert_eq!(page.running.len(), 1);
}

#[test]
fn a_new_game_while_the_engine_thinks_gets_no_move_of_the_old_search() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    let old = page.running_id();
    page.new_game();
    assert!(page.running.is_empty(), "the search was cancelled");
    let mv = page.mv("e2e4");
    page.take(Event::SearchReport {
        id: old,
        reports: vec![Report::Depth(line(mv, 1))],
    });
    page.take(done(old, mv));
    assert_eq!(
        page.state.game.ply(),
        0,
        "the engine never plays for the visitor"
    );
    assert_eq!(page.state.thought, None);
    assert_eq!(page.state.status(), Status::NotStarted);
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
fn undo_on_the_visitors_turn_takes_two_plies_back_and_redo_brings_both() {
    let mut page = Page::open(sound());
    page.play("e2e4");
    page.answer("e7e5");
    page.play("g1f3");
    page.answer("b8c6");
    page.take(Event::Undo);
    assert_eq!(page.moves(), "e2e4 e7e5");
    assert!(page.running.is_empty());
    page.take(Event::Redo);
    assert_eq!(page.moves(), "e2e4 e7e5 g1f3 b8c6");
    page.take(Event::Undo);
    page.take(Event::Undo);
    assert_eq!(page.moves(), "");
    assert!(!page.state.can_undo());
    page.take(Event::Undo);
    assert_eq!(page.state.status(), Status::NotStarted);
}

#[test]
fn undo_while_the_engine_thinks_takes_the_visitors_own_move_back() {
    let mut page = Page::open(sound());
    page.play("e2e4");
    page.answer("e7e5");
    page.play("g1f3");
    let (old, reply) = (page.running_id(), page.mv("b8c6"));
    page.take(Event::Undo);
    assert_eq!(page.moves(), "e2e4 e7e5");
    assert!(page.running.is_empty());
    page.take(done(old, reply));
    assert_eq!(page.moves(), "e2e4 e7e5");
    page.take(Event::Redo);
    assert_eq!(page.moves(), "e2e4 e7e5 g1f3");
    assert_eq!(page.running.len(), 1, "the engine thinks again");
}

#[test]
fn undo_as_black_at_the_first_move_neither_stalls_nor_stops_the_engine() {
    let mut page = Page::open(settings(ColorChoice::Black));
    page.take(Event::Undo);
    assert_eq!(page.running.len(), 1);
    page.answer("e2e4");
    assert!(
        !page.state.can_undo(),
        "there is no move of the visitor's to take back"
    );
    page.take(Event::Undo);
    assert_eq!(page.moves(), "e2e4");
    page.play("e7e5");
    page.take(Event::Undo);
    assert_eq!(page.moves(), "e2e4");
    assert_eq!(page.state.status(), Status::YourTurn(Color::Black));
}

#[test]
fn between_people_undo_takes_one_ply_back() {
    let mut page = Page::open(Settings {
        opponent: Opponent::Person,
        ..settings(ColorChoice::White)
    });
    page.play("e2e4");
    page.play("e7e5");
    page.take(Event::Undo);
    assert_eq!(page.moves(), "e2e4");
}

#[test]
fn between_people_the_engine_evaluates_and_never_plays() {
    let mut page = Page::open(Settings {
        opponent: Opponent::Person,
        ..settings(ColorChoice::White)
    });
    page.play("e2e4");
    let (id, mv) = (page.running_id(), page.mv("e7e5"));
    page.take(Event::SearchReport {
        id,
        reports: vec![Report::Depth(line(mv, 2))],
    });
    assert_eq!(page.state.evaluation().unwrap().score, Score::Cp(-25));
    page.take(done(id, mv));
    assert_eq!(page.moves(), "e2e4");
    assert!(page.state.arrows().is_empty() && page.state.thought.is_none());
    assert_eq!(page.state.status(), Status::YourTurn(Color::Black));
}

#[test]
fn resigning_on_the_engines_turn_loses() {
    let mut page = Page::open(Settings::default());
    page.take(Event::Resign);
    assert_eq!(
        page.state.outcome(),
        None,
        "there is nothing to give up yet"
    );
    page.play("e2e4");
    page.take(Event::Resign);
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
    page.take(Event::Resign);
    assert_eq!(page.state.outcome().unwrap().winner, Some(Color::White));
    assert_eq!(page.state.tally.games(), 0);
    assert!(page.recorded.is_empty());
}

#[test]
fn a_finished_game_is_counted_kept_and_sent_once() {
    let mut page = Page::open(Settings::default());
    human_is_mated(&mut page);
    let Status::Over(outcome) = page.state.status() else {
        panic!("over")
    };
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Color::Black), Reason::Checkmate)
    );
    let sent = &page.recorded[0];
    assert_eq!(sent.moves, ["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!((sent.level, sent.strategy.as_str()), (3, "ponder"));
    assert_eq!(page.kept, std::slice::from_ref(&sent.client_id));
    assert_eq!(page.state.record, RecordState::Sending);
    assert_eq!(page.state.white_share(), 0);

    let client_id = sent.client_id.clone();
    page.take(Event::RecordSaved {
        client_id,
        results: Vec::new(),
    });
    assert_eq!(page.state.record, RecordState::Saved);
    assert!(page.kept.is_empty() && page.state.unsent.is_empty());
}

#[test]
fn undo_after_the_end_plays_on_and_counts_nothing_twice() {
    let mut page = Page::open(Settings::default());
    human_is_mated(&mut page);
    page.take(Event::Undo);
    assert_eq!(page.moves(), "f2f3 e7e5");
    page.take(Event::Redo);
    assert!(matches!(page.state.status(), Status::Over(_)));
    page.take(Event::Undo);
    page.play("e2e4");
    page.take(Event::Resign);
    assert_eq!(
        page.state.tally,
        Tally {
            losses: 1,
            ..Tally::default()
        }
    );
    assert_eq!(page.recorded.len(), 1);
    page.take(Event::Undo);
    assert_eq!(
        page.state.status(),
        Status::YourTurn(Color::White),
        "giving up was taken back"
    );
}

#[test]
fn a_game_that_the_server_did_not_get_is_sent_again_later_and_after_a_reload() {
    let mut page = Page::open(Settings::default());
    human_is_mated(&mut page);
    let game = page.recorded[0].clone();
    let failed = |reason: &str| Event::RecordFailed {
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
    assert_eq!(page.kept, std::slice::from_ref(&game.client_id));

    let mut reloaded = Page::blank(Settings::default());
    let (saved, draw) = (page.saved.map(Box::new), reloaded.draw(Color::White));
    reloaded.take(Event::Loaded {
        saved,
        unsent: vec![game.clone()],
        lessons: Vec::new(),
        draw,
        instant: true,
    });
    assert_eq!(reloaded.recorded, std::slice::from_ref(&game));
    assert_eq!(reloaded.state.record, RecordState::Sending);
    assert_eq!(reloaded.state.tally.losses, 1, "counted before the reload");

    let error = BackendError::Invalid {
        field: "moves[3]".to_owned(),
        reason: "x".to_owned(),
    };
    reloaded.take(Event::RecordFailed {
        client_id: game.client_id,
        error,
    });
    assert!(matches!(reloaded.state.record, RecordState::Refused(_)));
    assert!(reloaded.state.unsent.is_empty());
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
    assert_eq!(reloaded.state.status(), Status::Waking);
    reloaded.take(Event::EngineReady);
    reloaded.answer("b8c6");
    assert_eq!(reloaded.state.status(), Status::YourTurn(Color::White));
}

#[test]
fn a_reload_keeps_what_was_taken_back_and_the_ply_that_was_looked_at() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.answer("e7e5");
    page.play("g1f3");
    page.answer("b8c6");
    page.take(Event::Undo);
    page.take(Event::ViewPly(1));
    page.take(Event::Flip);
    let mut reloaded = Page::blank(Settings::default());
    reloaded.load(page.saved.clone(), true);
    assert_eq!(reloaded.state.viewed, Some(1));
    assert_eq!(reloaded.state.bottom(), Color::Black);
    assert_eq!(reloaded.saved, page.saved);
    reloaded.take(Event::Redo);
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
    assert_eq!(reloaded.state.status(), Status::NotStarted);
}

#[test]
fn an_earlier_ply_is_looked_at_without_touching_the_game() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.answer("e7e5");
    page.take(Event::ViewPly(1));
    assert_eq!(
        page.state.last_move().map(|mv| mv.to_string()).as_deref(),
        Some("e2e4")
    );
    assert!(page.state.playable_moves().is_empty());
    let mv = page.mv("g1f3");
    page.take(Event::UserMove(mv));
    assert_eq!(page.moves(), "e2e4 e7e5");
    page.take(Event::ViewPly(99));
    assert_eq!(page.state.viewed, None);
    page.play("g1f3");
    page.take(Event::ViewPly(0));
    page.answer("b8c6");
    assert_eq!(
        page.state.viewed, None,
        "the engine's move brings the board back"
    );
}

#[test]
fn colour_and_opponent_change_a_game_that_has_not_begun_and_no_other() {
    let mut page = Page::open(Settings::default());
    let black = Event::SetColor {
        choice: ColorChoice::Black,
        drawn: Color::White,
    };
    let white = Event::SetColor {
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
        page.state.seats,
        Seats::Engine {
            human: Color::White
        }
    );
    page.answer("e7e5");
    page.new_game();
    assert_eq!(
        page.state.seats,
        Seats::Engine {
            human: Color::Black
        }
    );
    page.take(Event::SetOpponent {
        opponent: Opponent::Person,
        drawn: Color::White,
    });
    assert_eq!(page.state.seats, Seats::People);
    assert!(page.running.is_empty());
}

#[test]
fn settings_that_differ_from_a_game_that_has_begun_wait_for_the_next() {
    let mut page = Page::open(settings(ColorChoice::White));
    let choose = |page: &mut Page, choice, opponent| {
        let drawn = Color::Black;
        page.take(Event::SetColor { choice, drawn });
        page.take(Event::SetOpponent { opponent, drawn });
    };
    choose(&mut page, ColorChoice::Black, Opponent::Engine);
    choose(&mut page, ColorChoice::White, Opponent::Engine);
    assert!(!page.state.settings_wait(), "no move was made");
    page.play("e2e4");
    for (choice, opponent, waits) in [
        (ColorChoice::White, Opponent::Engine, false),
        (ColorChoice::Black, Opponent::Engine, true),
        (ColorChoice::Random, Opponent::Engine, false),
        (ColorChoice::White, Opponent::Person, true),
    ] {
        choose(&mut page, choice, opponent);
        assert_eq!(page.state.settings_wait(), waits, "{choice:?} {opponent:?}");
        assert!(page.state.engine_matters());
    }
    page.new_game();
    assert!(!page.state.settings_wait());
    assert!(!page.state.engine_matters());
}

#[test]
fn another_mind_and_book_hold_from_the_next_search_on() {
    let mut page = Page::open(Settings::default());
    page.set(|settings| {
        settings.engine.mind = StrategyId::Ponder;
        settings.engine.book = Some(Style::Aggressive);
    });
    page.play("e2e4");
    let order = &page.running[0];
    assert_eq!(order.strategy, StrategyId::Ponder);
    assert_eq!(order.book, Some(Style::Aggressive));
    // What a person's position is worth is the full engine's judgement, whoever plays.
    page.answer("e7e5");
    page.take(Event::Undo);
    page.play("d2d4");
    assert!(
        page.running
            .iter()
            .all(|order| order.level.is_some() || order.strategy == StrategyId::Calculator)
    );
}

#[test]
fn another_level_holds_from_the_next_search_on() {
    let mut page = Page::open(Settings::default());
    page.set(|settings| settings.engine.level = Level::new(6).unwrap());
    page.play("e2e4");
    assert_eq!(page.running[0].level, Level::new(6));
    assert!(
        page.running[0].limits.multipv >= 3,
        "the arrows need scores of their own"
    );
}

#[test]
fn move_now_asks_once_and_takes_what_comes() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.take(Event::Stop);
    page.take(Event::Stop);
    assert_eq!(page.stopped, [page.running_id()]);
    page.answer("e7e5");
    assert_eq!(page.moves(), "e2e4 e7e5");
}

/// A page on which short searches are replayed, with a search that has just been answered.
fn replaying() -> Page {
    let mut page = Page::blank(Settings::default());
    page.load(None, false);
    page.take(Event::EngineReady);
    page.play("e2e4");
    let (id, mv) = (page.running_id(), page.mv("e7e5"));
    let reports = (1..=3)
        .map(|depth| Report::Depth(line(mv, depth)))
        .collect();
    page.take(Event::SearchReport { id, reports });
    assert_eq!(
        page.state.thought.as_ref().unwrap().lines.len(),
        0,
        "recorded, not shown"
    );
    page.timers.clear();
    page.take(done(id, mv));
    page
}

#[test]
fn a_short_search_is_replayed_step_by_step_and_then_its_move_is_played() {
    let mut page = replaying();
    let mut lines = Vec::new();
    while let Some(tick) = page.timers.pop() {
        assert_eq!(page.state.status(), Status::Thinking { slowed: true });
        assert!(page.state.thought.as_ref().unwrap().slowed);
        assert!(!page.state.arrows().is_empty());
        lines.push(page.state.thought.as_ref().unwrap().lines.len());
        page.take(tick);
    }
    assert_eq!(lines, [1, 2, 3]);
    assert_eq!(page.moves(), "e2e4 e7e5");
    let thought = page.state.thought.as_ref().unwrap();
    assert!(thought.finished && !thought.slowed && page.state.arrows().is_empty());
}

#[test]
fn any_input_skips_the_replay() {
    let mut page = replaying();
    page.take(Event::Skip);
    assert_eq!(page.moves(), "e2e4 e7e5");
    let tick = page.timers.pop().unwrap();
    page.take(tick);
    assert_eq!(page.moves(), "e2e4 e7e5", "a late tick does nothing");
}

#[test]
fn undo_during_the_replay_takes_the_visitors_move_back() {
    let mut page = replaying();
    page.take(Event::Undo);
    assert_eq!(page.moves(), "");
    let tick = page.timers.pop().unwrap();
    page.take(tick);
    assert_eq!(page.moves(), "");
}

#[test]
fn a_late_step_of_one_replay_does_not_hurry_the_next() {
    let mut page = replaying();
    let late = page.timers.pop().unwrap();
    page.take(Event::Undo);
    page.play("e2e4");
    let (id, mv) = (page.running_id(), page.mv("e7e5"));
    let reports = (1..=3)
        .map(|depth| Report::Depth(line(mv, depth)))
        .collect();
    page.take(Event::SearchReport { id, reports });
    page.take(done(id, mv));
    let shown = |page: &Page| page.state.thought.as_ref().unwrap().lines.len();
    assert_eq!(shown(&page), 1);
    page.take(late);
    assert_eq!(shown(&page), 1);
}

#[test]
fn a_worker_that_is_ready_once_more_gets_no_second_search() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.take(Event::EngineReady);
    assert_eq!(page.running.len(), 1);
}

#[test]
fn a_worker_that_fails_during_the_replay_costs_no_move() {
    let mut page = replaying();
    page.take(Event::EngineFailed {
        message: "gone".to_owned(),
    });
    page.take(Event::Skip);
    assert_eq!(page.moves(), "e2e4 e7e5");
}

#[test]
fn a_longer_search_is_shown_as_it_is() {
    let mut page = Page::blank(Settings::default());
    page.load(None, false);
    page.take(Event::EngineReady);
    page.play("e2e4");
    let (id, mv) = (page.running_id(), page.mv("e7e5"));
    page.take(Event::SearchReport {
        id,
        reports: vec![Report::Depth(line(mv, 1))],
    });
    let live = page.timers.pop().unwrap();
    page.take(live);
    assert_eq!(page.state.thought.as_ref().unwrap().lines.len(), 1);
    page.take(Event::SearchReport {
        id,
        reports: vec![Report::Depth(line(mv, 2))],
    });
    assert_eq!(page.state.thought.as_ref().unwrap().lines.len(), 2);
    page.answer("e7e5");
    assert_eq!(page.moves(), "e2e4 e7e5");
}

#[test]
fn nothing_is_slowed_down_where_the_visitor_does_not_want_it() {
    for (instant, slow_replay) in [(true, true), (false, false)] {
        let mut page = Page::blank(Settings {
            slow_replay,
            ..Settings::default()
        });
        page.load(None, instant);
        page.take(Event::EngineReady);
        page.play("e2e4");
        let (id, mv) = (page.running_id(), page.mv("e7e5"));
        page.take(Event::SearchReport {
            id,
            reports: vec![Report::Depth(line(mv, 1))],
        });
        page.answer("e7e5");
        assert_eq!(page.moves(), "e2e4 e7e5");
        assert!(page.timers.is_empty());
    }
}

#[test]
fn a_worker_that_fails_is_replaced_and_thinks_again_until_it_is_given_up() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    for failure in 1..MAX_FAILURES {
        page.take(Event::EngineFailed {
            message: "out of memory".to_owned(),
        });
        assert_eq!(
            page.state.engine,
            EngineState::Starting(Some("out of memory".to_owned()))
        );
        assert_eq!(page.starts, 1 + usize::from(failure));
        page.take(Event::EngineReady);
        assert_eq!(page.running.len(), 1);
    }
    page.take(Event::EngineFailed {
        message: "out of memory".to_owned(),
    });
    assert_eq!(page.state.status(), Status::Stuck);
    assert_eq!(page.starts, usize::from(MAX_FAILURES));
    assert!(page.state.can_undo(), "the game is not stuck with it");
    page.take(Event::RetryEngine);
    page.take(Event::EngineReady);
    page.answer("e7e5");
    assert_eq!(page.state.failures, 0);
}

#[test]
fn a_game_that_is_not_kept_goes_on() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    let effects = update(&mut page.state, Event::NotKept(NotKept::Full), page.now);
    assert!(effects.is_empty(), "nothing is tried again for ever");
    assert_eq!(page.state.not_kept, Some(NotKept::Full));
    page.answer("e7e5");
    assert_eq!(page.moves(), "e2e4 e7e5");
}

#[test]
fn an_illegal_answer_is_a_failure_and_is_not_played() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    let id = page.running_id();
    let illegal = Move::from_raw(0b0000_011100_001100).unwrap();
    page.take(done(id, illegal));
    assert_eq!(page.moves(), "e2e4");
    assert_eq!(page.starts, 2);
    page.take(Event::EngineReady);
    page.answer("e7e5");
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

#[test]
fn what_a_low_level_believes_is_no_evaluation() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.answer("e7e5");
    assert_eq!(page.state.evaluation(), None);
    let order = &page.running[0];
    assert_eq!((order.strategy, order.level), (StrategyId::Intuition, None));
}
