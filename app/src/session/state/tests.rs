//! The reducer's behaviour: stories first, then any sequence of events against what must hold.

use engine::{
    book::Style,
    player::{Decision, Level, Source, StopReason, StrategyId},
    rules::{Color, Game, Move, Reason},
    search::{Line, Report, Score},
};
use proptest::prelude::*;

use super::*;
use crate::{
    api::BackendError,
    engine_client::SearchOrder,
    prefs::{ColorChoice, Opponent},
    session::saved::SavedGame,
};

/// A page with its reducer, and what its effects have come to.
struct Page {
    state: State,
    /// Searches that the worker was told to do and that were neither answered nor cancelled.
    running: Vec<SearchOrder>,
    timers: Vec<Event>,
    saved: Option<SavedGame>,
    recorded: Vec<FinishedGame>,
    kept: Vec<String>,
    stopped: Vec<SearchId>,
    starts: usize,
    games: u128,
}

impl Page {
    /// A page that has not loaded.
    fn blank(settings: Settings) -> Self {
        Self {
            state: State::new(settings),
            running: Vec::new(),
            timers: Vec::new(),
            saved: None,
            recorded: Vec::new(),
            kept: Vec::new(),
            stopped: Vec::new(),
            starts: 0,
            games: 0,
        }
    }

    /// A page that has loaded, with its worker ready and nothing slowed down.
    fn open(settings: Settings) -> Self {
        let mut page = Self::blank(settings);
        page.load(None, true);
        page.take(Event::EngineReady);
        page
    }

    fn load(&mut self, saved: Option<SavedGame>, instant: bool) {
        let draw = self.draw(Color::White);
        let saved = saved.map(Box::new);
        self.take(Event::Loaded {
            saved,
            unsent: Vec::new(),
            draw,
            instant,
        });
    }

    fn draw(&mut self, color: Color) -> Draw {
        self.games += 1;
        Draw {
            client_id: GameId::from_bits(self.games),
            color,
        }
    }

    fn new_game(&mut self) {
        let draw = self.draw(Color::White);
        self.take(Event::NewGame(draw));
    }

    fn take(&mut self, event: Event) {
        let ended = match &event {
            Event::SearchDone { id, .. } => Some(*id),
            Event::EngineFailed { .. } => {
                self.running.clear();
                None
            }
            _ => None,
        };
        self.running.retain(|order| Some(order.id) != ended);
        for effect in update(&mut self.state, event) {
            match effect {
                Effect::Search(order) => self.running.push(*order),
                Effect::CancelSearch(id) => self.running.retain(|order| order.id != id),
                Effect::StopSearch(id) => self.stopped.push(id),
                Effect::After { event, .. } => self.timers.push(*event),
                Effect::Save(saved) => self.saved = Some(*saved),
                Effect::Record(game) => self.recorded.push(game),
                Effect::KeepUnsent(game) => self.kept.push(game.client_id),
                Effect::ForgetUnsent { client_id } => self.kept.retain(|id| *id != client_id),
                Effect::StartEngine => self.starts += 1,
                Effect::ForgetGame | Effect::SaveSettings(_) | Effect::LoadResults => {}
            }
        }
    }

    fn mv(&self, text: &str) -> Move {
        self.state
            .game
            .position()
            .parse_uci(text)
            .expect("a legal move")
    }

    fn play(&mut self, text: &str) {
        let mv = self.mv(text);
        self.take(Event::UserMove(mv));
    }

    /// The worker answers the running search.
    fn answer(&mut self, text: &str) {
        let order = self.running.first().expect("a running search").clone();
        let mv = order
            .game()
            .unwrap()
            .position()
            .parse_uci(text)
            .expect("a legal move");
        self.take(done(order.id, mv));
    }

    fn moves(&self) -> String {
        self.state
            .game
            .moves()
            .iter()
            .map(Move::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn running_id(&self) -> SearchId {
        self.running.first().expect("a running search").id
    }
}

fn settings(color: ColorChoice) -> Settings {
    Settings {
        color,
        ..Settings::default()
    }
}

fn line(mv: Move, depth: u8) -> Line {
    Line {
        rank: 1,
        depth,
        seldepth: depth,
        score: Score::Cp(25),
        nodes: 1_000,
        time_ms: 2,
        hashfull: 0,
        explored: None,
        pv: vec![mv],
    }
}

fn done(id: SearchId, mv: Move) -> Event {
    Event::SearchDone {
        id,
        decision: Box::new(Decision {
            mv: Some(mv),
            source: Source::Search,
            lines: vec![line(mv, 3)],
            depth: 3,
            seldepth: 3,
            nodes: 1_000,
            time_ms: 2,
            stop_reason: StopReason::Depth,
            recalled: None,
        }),
    }
}

fn human_is_mated(page: &mut Page) {
    page.play("f2f3");
    page.answer("e7e5");
    page.play("g2g4");
    page.answer("d8h4");
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
    let mut page = Page::open(Settings::default());
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
    let mut page = Page::open(Settings::default());
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
    let mut page = Page::open(Settings::default());
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
    assert_eq!((sent.level, sent.strategy.as_str()), (3, "calculator"));
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
    page.take(Event::SetMind(StrategyId::Ponder));
    page.take(Event::SetBook(Some(Style::Aggressive)));
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
    page.take(Event::SetLevel(Level::new(6).unwrap()));
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

/// What a visitor, a worker or a server may do next; numbers choose among what there is.
#[derive(Debug, Clone, Copy)]
enum Act {
    Move(u16),
    AnyMove(u16),
    Answer(u16),
    LateAnswer(u16),
    Report(u16),
    Timer(u16),
    New(bool),
    Undo,
    Redo,
    Resign,
    Stop,
    Skip,
    View(u8),
    Flip,
    Colour(u8),
    Opponent(bool),
    Replay(bool),
    Ready,
    Fail,
    Saved,
    Unsaved(bool),
    Reload,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        12 => any::<u16>().prop_map(Act::Move),
        1 => any::<u16>().prop_map(Act::AnyMove),
        12 => any::<u16>().prop_map(Act::Answer),
        2 => any::<u16>().prop_map(Act::LateAnswer),
        3 => any::<u16>().prop_map(Act::Report),
        4 => any::<u16>().prop_map(Act::Timer),
        1 => any::<bool>().prop_map(Act::New),
        2 => Just(Act::Undo),
        2 => Just(Act::Redo),
        1 => Just(Act::Resign),
        1 => Just(Act::Stop),
        1 => Just(Act::Skip),
        2 => any::<u8>().prop_map(Act::View),
        1 => Just(Act::Flip),
        1 => any::<u8>().prop_map(Act::Colour),
        1 => any::<bool>().prop_map(Act::Opponent),
        1 => any::<bool>().prop_map(Act::Replay),
        2 => Just(Act::Ready),
        1 => Just(Act::Fail),
        1 => Just(Act::Saved),
        1 => any::<bool>().prop_map(Act::Unsaved),
        1 => Just(Act::Reload),
    ]
}

/// A page under test with all numbers of searches that ever were.
struct Fuzzed {
    page: Page,
    ids: Vec<SearchId>,
    ended: std::collections::BTreeSet<String>,
}

impl Fuzzed {
    fn pick<T: Copy>(from: &[T], number: u16) -> Option<T> {
        (!from.is_empty()).then(|| from[usize::from(number) % from.len()])
    }

    fn event(&mut self, act: Act) -> Option<Event> {
        let state = &self.page.state;
        let legal = state.game.position().legal_moves().to_vec();
        Some(match act {
            Act::Move(number) => Event::UserMove(Self::pick(&state.playable_moves(), number)?),
            // Whoever's turn it is, and also moves that are none.
            Act::AnyMove(number) => {
                Event::UserMove(Self::pick(&legal, number).or(Move::from_raw(number))?)
            }
            Act::Answer(number) => done(self.page.running.first()?.id, Self::pick(&legal, number)?),
            Act::LateAnswer(number) => {
                let id = Self::pick(&self.ids, number)?;
                if self.page.running.iter().any(|order| order.id == id) {
                    return None;
                }
                done(id, Self::pick(&legal, number)?)
            }
            Act::Report(number) => {
                let reports = vec![Report::Depth(line(Self::pick(&legal, number)?, 2))];
                Event::SearchReport {
                    id: Self::pick(&self.ids, number)?,
                    reports,
                }
            }
            Act::Timer(number) => {
                let count = self.page.timers.len();
                if count == 0 {
                    return None;
                }
                self.page.timers.swap_remove(usize::from(number) % count)
            }
            Act::New(white) => {
                let color = if white { Color::White } else { Color::Black };
                Event::NewGame(self.page.draw(color))
            }
            Act::Undo => Event::Undo,
            Act::Redo => Event::Redo,
            Act::Resign => Event::Resign,
            Act::Stop => Event::Stop,
            Act::Skip => Event::Skip,
            Act::View(ply) => Event::ViewPly(usize::from(ply % 12)),
            Act::Flip => Event::Flip,
            Act::Colour(number) => Event::SetColor {
                choice: [ColorChoice::White, ColorChoice::Black, ColorChoice::Random]
                    [usize::from(number % 3)],
                drawn: Color::Black,
            },
            Act::Opponent(person) => Event::SetOpponent {
                opponent: if person {
                    Opponent::Person
                } else {
                    Opponent::Engine
                },
                drawn: Color::White,
            },
            Act::Replay(on) => Event::SetSlowReplay(on),
            Act::Ready => match state.engine {
                EngineState::Failed(_) => Event::RetryEngine,
                EngineState::Off => return None,
                // Also when it was ready: without shared memory, cancelling replaces the worker.
                EngineState::Starting(_) | EngineState::Ready => Event::EngineReady,
            },
            Act::Fail => Event::EngineFailed {
                message: "gone".to_owned(),
            },
            Act::Saved => Event::RecordSaved {
                client_id: state.unsent.first()?.client_id.clone(),
                results: Vec::new(),
            },
            Act::Unsaved(refused) => Event::RecordFailed {
                client_id: state.unsent.first()?.client_id.clone(),
                error: if refused {
                    BackendError::Invalid {
                        field: String::new(),
                        reason: String::new(),
                    }
                } else {
                    BackendError::Unavailable(String::new())
                },
            },
            Act::Reload => {
                let saved = self.page.saved.clone().map(Box::new);
                let (unsent, settings) = (state.unsent.clone(), state.settings);
                let draw = self.page.draw(Color::White);
                self.page.state = State::new(settings);
                self.page.running.clear();
                self.page.timers.clear();
                self.ids.clear();
                Event::Loaded {
                    saved,
                    unsent,
                    draw,
                    instant: false,
                }
            }
        })
    }

    fn step(&mut self, act: Act) {
        let Some(event) = self.event(act) else { return };
        let before = self.page.state.clone();
        let asked = matches!(event, Event::SearchDone { .. } | Event::ReplayTick { .. })
            || matches!(event, Event::Skip | Event::Stop | Event::SetSlowReplay(_));
        let redone = matches!(event, Event::Redo | Event::Loaded { .. });
        self.page.take(event);
        self.note(&before);
        self.check(&before, asked, redone);
    }

    fn note(&mut self, before: &State) {
        self.ids
            .extend(self.page.running.iter().map(|order| order.id));
        self.ids.dedup();
        let state = &self.page.state;
        if state.counted && (!before.counted || state.client_id != before.client_id) {
            self.ended
                .insert(state.client_id.clone().unwrap().to_string());
        }
    }

    fn check(&self, before: &State, asked: bool, redone: bool) {
        let Page {
            state,
            running,
            saved,
            ..
        } = &self.page;

        // One search at most, and it is the one that the state knows of.
        assert!(running.len() <= 1, "two searches");
        let in_worker = state
            .search
            .as_ref()
            .filter(|search| !matches!(search.stage, Stage::Replaying { .. }))
            .map(|search| search.id);
        assert_eq!(running.first().map(|order| order.id), in_worker);
        if let Some(order) = running.first() {
            assert_eq!(
                order.game().unwrap().keys(),
                state.game.keys(),
                "of this very position"
            );
        }

        // A search for a move is about the engine's own turn.
        if let Some(search) = &state.search {
            assert!(state.outcome().is_none());
            let own = !state.seats.is_human(state.turn());
            assert_eq!(search.purpose == Purpose::Move, own);
        }

        // Nobody else adds a move: the engine on its turn, a person on theirs.
        if state.game.ply() > before.game.ply() && !redone && state.client_id == before.client_id {
            assert_eq!(state.game.ply(), before.game.ply() + 1);
            let by_engine = !before.seats.is_human(before.turn());
            assert_eq!(by_engine, asked, "who moved");
        }

        // The engine's turn is never forgotten.
        let waits_for_engine = state.outcome().is_none() && !state.seats.is_human(state.turn());
        if waits_for_engine && state.engine == EngineState::Ready {
            assert!(state.search.is_some(), "stalled");
        }

        // The position is what the moves lead to.
        let mut replayed = Game::from_position(*state.game.start());
        for &mv in state.game.moves() {
            replayed.play(mv).unwrap();
        }
        assert_eq!(replayed.position(), state.game.position());
        assert!(state.viewed.is_none_or(|ply| ply < state.game.ply()));
        assert!(
            state
                .evaluations
                .keys()
                .all(|&ply| { ply <= state.game.ply() + state.game.redo_moves().len() })
        );

        // What is saved is what is there, and can be read.
        if let Some(saved) = saved {
            let read = SavedGame::decode(&saved.encode()).unwrap();
            assert_eq!(&read, saved);
            assert_eq!(read.game().unwrap(), state.game);
            assert_eq!((read.viewed, read.tally), (state.viewed, state.tally));
        }

        // Every game counts once.
        assert_eq!(state.tally.games() as usize, self.ended.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn no_sequence_of_events_breaks_the_game(
        acts in proptest::collection::vec(act(), 1..120),
        black in any::<bool>(),
    ) {
        let color = if black { ColorChoice::Black } else { ColorChoice::White };
        let mut page = Page::blank(settings(color));
        page.load(None, false);
        page.take(Event::EngineReady);
        let mut fuzzed = Fuzzed { page, ids: Vec::new(), ended: Default::default() };
        fuzzed.note(&State::new(Settings::default()));
        for act in acts {
            fuzzed.step(act);
        }
    }
}
