//! Searches that are lent tables: at the root, and inside a search.

use std::sync::LazyLock;

use engine::player::{Calculator, Control, Decision, NeverStop, Player, Source, StoppedClock};
use engine::rules::{Game, Outcome, Position, Reason};
use engine::search::{Score, SearchLimits};
use engine::tables::{EndgameTables, EndgameValue, KeepingMoves, SharedTables, Wdl};
use tablebase::{choose_by_tables, solved_moves, three_men};

/// Made once.
fn tables() -> SharedTables {
    static TABLES: LazyLock<SharedTables> = LazyLock::new(|| SharedTables::new(three_men()));
    TABLES.clone()
}

/// Chooses with tables for three men at the root and in the search.
fn choose(game: &Game, limits: &SearchLimits) -> Decision {
    let tables = tables();
    let mut calculator = Calculator::new(1);
    calculator.set_tables(Some(tables.clone()));
    let mut control = Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: engine::rng(0),
    };
    choose_by_tables(
        Some(&*tables),
        game,
        limits,
        &mut control,
        |limits, control| calculator.choose(game, limits, control),
    )
}

fn game(fen: &str) -> Game {
    Game::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn a_solved_ending_is_won_in_the_least_number_of_moves() {
    for (fen, moves) in [
        ("8/8/8/8/8/2k5/8/K6R w - - 0 1", 14),
        ("8/8/8/k7/8/3K4/3P4/8 w - - 0 1", 0),
        ("k7/8/8/8/8/8/8/KQ6 w - - 0 1", 0),
    ] {
        let mut game = game(fen);
        let EndgameValue::Win(plies) = tables().mate(game.position()).expect(fen) else {
            panic!("{fen} is not won");
        };
        assert!(moves == 0 || plies == 2 * moves - 1, "{fen}: {plies}");
        let mut left = i32::from(plies);
        while game.outcome().is_none() {
            let decision = choose(&game, &SearchLimits::depth(1));
            assert_eq!(decision.source, Source::Tablebase);
            let line = &decision.lines[0];
            let to_mate = match left % 2 {
                1 => Score::Mate((left + 1) / 2),
                _ => Score::Mate(-left / 2),
            };
            assert_eq!(
                (line.score, line.pv.len() as i32),
                (to_mate, left),
                "{}",
                game.position()
            );
            game.play(decision.mv.expect("a move")).expect("legal");
            left -= 1;
        }
        assert_eq!(left, 0, "{fen}");
        assert!(
            matches!(
                game.outcome(),
                Some(Outcome {
                    reason: Reason::Checkmate,
                    ..
                })
            ),
            "{fen}"
        );
    }
}

#[test]
fn a_drawn_ending_is_held_by_the_moves_that_draw() {
    // Only the move to the corner's side holds.
    let mut game = game("8/8/8/8/8/3kp3/8/4K3 w - - 0 1");
    for _ in 0..40 {
        if game.outcome().is_some() {
            break;
        }
        let value = tables().mate(game.position());
        assert_eq!(value, Some(EndgameValue::Draw), "{}", game.position());
        let decision = choose(&game, &SearchLimits::depth(2));
        assert_eq!(decision.source, Source::Tablebase);
        assert_eq!(decision.lines[0].score, Score::Cp(0));
        game.play(decision.mv.expect("a move")).expect("legal");
    }
}

#[test]
fn on_a_clock_that_runs_already_the_phase_counts() {
    let tables = tables();
    // Mate in 14 moves and no pawn to push: 27 plies.
    let in_time = game("8/8/8/8/8/2k5/8/K6R w - - 73 90");
    let moves = solved_moves(&*tables, in_time.position()).expect("solved");
    assert_eq!(moves[0].value, EndgameValue::Win(27));
    let too_late = game("8/8/8/8/8/2k5/8/K6R w - - 74 90");
    let moves = solved_moves(&*tables, too_late.position()).expect("solved");
    assert_eq!(moves[0].value, EndgameValue::Draw);
}

/// Four men at the root, three after the capture: the search knows what it leads to.
#[test]
fn inside_a_search_a_capture_into_a_table_is_known() {
    // The rook can be taken, and the queen that is left wins.
    let game = game("8/8/8/8/4Q2r/8/5K2/k7 w - - 0 1");
    let score = |tables: Option<SharedTables>| {
        let mut calculator = Calculator::new(1);
        calculator.set_tables(tables);
        let decision = calculator.choose_by_limits(&game, &SearchLimits::depth(2));
        (decision.lines[0].score, decision.nodes)
    };
    let (Score::Cp(known), _) = score(Some(tables())) else {
        panic!("no mate is that near");
    };
    assert!(known > 30_000, "{known}");
    assert!(matches!(score(None).0, Score::Cp(other) if other < 30_000));
    // The same again and again.
    assert_eq!(score(Some(tables())), score(Some(tables())));
}

#[test]
fn without_a_table_for_the_position_the_search_answers() {
    let decision = choose(&Game::new(), &SearchLimits::depth(3));
    assert_eq!(decision.source, Source::Search);
    let alone = Calculator::new(1).choose_by_limits(&Game::new(), &SearchLimits::depth(3));
    assert_eq!((decision.mv, decision.nodes), (alone.mv, alone.nodes));
}

#[test]
fn only_wanted_moves_are_considered_and_lines_are_ranked() {
    let game = game("8/8/8/8/8/2k5/8/K6R w - - 0 1");
    let limits = SearchLimits::depth(1).with_multipv(3);
    let lines = choose(&game, &limits).lines;
    assert_eq!(
        lines.iter().map(|line| line.rank).collect::<Vec<_>>(),
        [1, 2, 3]
    );
    let worse = lines[2].pv[0];
    let limits = SearchLimits {
        searchmoves: vec![worse],
        ..SearchLimits::depth(1)
    };
    let decision = choose(&game, &limits);
    assert_eq!(decision.mv, Some(worse));
    assert_eq!(decision.lines[0].score, lines[2].score);
}

/// The rook is taken with mate: a table's win is no reason to overlook it.
#[test]
fn a_mate_by_a_capture_into_a_table_is_a_mate() {
    let game = game("1r5k/8/6K1/8/8/1Q6/8/8 w - - 0 1");
    let mate = |limits: &SearchLimits| {
        let mut calculator = Calculator::new(1);
        calculator.set_tables(Some(tables()));
        calculator.choose_by_limits(&game, limits).lines[0].score
    };
    for depth in 2..=6 {
        let score = mate(&SearchLimits::depth(depth));
        assert!(matches!(score, Score::Mate(1..)), "depth {depth}: {score}");
    }
    let limits = SearchLimits {
        mate: Some(2),
        ..SearchLimits::depth(8)
    };
    assert!(matches!(mate(&limits), Score::Mate(1..=2)));
}

#[test]
fn every_line_of_a_drawn_ending_begins_with_a_move_that_draws() {
    let game = game("8/8/8/8/3k4/3p4/3K4/8 w - - 4 9");
    let decision = choose(&game, &SearchLimits::depth(3).with_multipv(5));
    let solved = solved_moves(&*tables(), game.position()).expect("solved");
    assert!(solved.len() > decision.lines.len());
    for line in &decision.lines {
        let known = solved.iter().find(|solved| solved.mv == line.pv[0]);
        assert_eq!(known.map(|known| known.value), Some(EndgameValue::Draw));
    }
}

/// Who is lost and shuffles may get a third occurrence of a position.
#[test]
fn a_move_to_a_position_that_was_there_twice_is_a_draw() {
    let mut game = game("8/8/8/8/8/2k5/8/K6R w - - 0 1");
    for text in ["h1h2", "c3d3", "h2h1", "d3c3", "h1h2", "c3d3", "h2h1"] {
        let mv = game.position().parse_uci(text).expect(text);
        game.play(mv).expect(text);
    }
    let decision = choose(&game, &SearchLimits::depth(2));
    assert_eq!(
        decision.mv.map(|mv| mv.to_string()).as_deref(),
        Some("d3c3")
    );
    assert_eq!(decision.lines[0].score, Score::Cp(0));
    assert_eq!(decision.solved.map(|root| root.moves[1]), Some(1));
}

/// Tables that know which moves keep a win and not how far mate is.
struct Keeping(&'static str);

impl EndgameTables for Keeping {
    fn men(&self) -> usize {
        5
    }

    fn wdl(&self, _: &Position) -> Option<Wdl> {
        None
    }

    fn mate(&self, _: &Position) -> Option<EndgameValue> {
        None
    }

    fn zeroing(&self, _: &Position) -> Option<u8> {
        None
    }

    fn keeping_moves(&self, game: &Game) -> Option<KeepingMoves> {
        let mv = game.position().parse_uci(self.0).ok()?;
        Some(KeepingMoves {
            result: Wdl::Win,
            moves: vec![mv],
        })
    }
}

#[test]
fn moves_that_keep_the_result_are_searched_unless_others_are_asked_for() {
    let game = game("8/8/8/8/8/2k5/1p6/K5QR w - - 0 1");
    let chosen = |searchmoves: &[&str]| {
        let moves = searchmoves.iter();
        let limits = SearchLimits {
            searchmoves: moves
                .map(|text| game.position().parse_uci(text).expect(text))
                .collect(),
            ..SearchLimits::depth(1)
        };
        let mut control = Control {
            clock: &StoppedClock,
            stop: &NeverStop,
            report: &mut |_| {},
            rng: engine::rng(0),
        };
        let mut asked = Vec::new();
        choose_by_tables(
            Some(&Keeping("a1b1")),
            &game,
            &limits,
            &mut control,
            |limits, _| {
                asked = limits.searchmoves.iter().map(ToString::to_string).collect();
                Decision::game_over(0)
            },
        );
        asked
    };
    assert_eq!(chosen(&[]), ["a1b1"]);
    assert_eq!(chosen(&["a1b1", "a1a2"]), ["a1b1"]);
    // What lets the win slip is searched where nothing else is wanted.
    assert_eq!(chosen(&["a1a2"]), ["a1a2"]);
}

/// A search without tables: it finds short mates by itself, most of them in the least number of moves, and
/// none that is shorter or not there.
#[test]
fn our_own_search_finds_the_same_mates_and_none_that_is_not_there() {
    let all = three_men();
    let (mut compared, mut near, mut exact) = (0, 0, 0);
    for ending in tablebase::Ending::all(3) {
        let table = all.table(&ending).expect("a table");
        // A stride that is no multiple of a board's size, so that all squares are met.
        for position in table.positions(211).filter(|it| it.has_legal_move()) {
            let value = all.mate(&position).expect("a value");
            let moves = value.moves_to_mate().map_or(i32::MAX, i32::from);
            let depth = if moves <= 5 { 12 } else { 5 };
            let game = Game::from_position(position);
            let found = Calculator::new(1).choose_by_limits(&game, &SearchLimits::depth(depth));
            let found = match found.lines.first().map(|line| line.score) {
                Some(Score::Mate(found)) => found,
                _ => 0,
            };
            let fen = position.to_fen();
            let sign = match value {
                EndgameValue::Draw => 0,
                EndgameValue::Win(_) => 1,
                EndgameValue::Loss(_) => -1,
            };
            assert!(
                found == 0 || found.signum() == sign,
                "{fen}: {value:?}, found {found}"
            );
            assert!(
                found == 0 || found.abs() >= moves,
                "{fen}: {value:?}, found {found}"
            );
            assert!(moves > 5 || found != 0, "{fen}: {value:?} is not found");
            compared += 1;
            near += i32::from(moves <= 5);
            exact += i32::from(moves <= 5 && found.abs() == moves);
        }
    }
    assert!(compared > 400 && near > 20, "{near} of {compared}");
    assert!(
        4 * exact >= 3 * near,
        "{exact} of {near} in the least number of moves"
    );
}
