//! Players that are lent tables: at the root, and inside a search.

use engine::player::{Calculator, Control, Decision, NeverStop, Player, Source, StoppedClock};
use engine::rules::{Game, Outcome, Reason};
use engine::search::{Score, SearchLimits};
use engine::tables::{EndgameValue, SharedTables};
use tablebase::{TablePlayer, solved_moves, three_men};

fn tables() -> SharedTables {
    SharedTables::new(three_men())
}

fn player() -> TablePlayer {
    let tables = tables();
    let mut inner = Calculator::new(1);
    inner.set_tables(Some(tables.clone()));
    TablePlayer::new(tables, Box::new(inner))
}

fn choose(player: &mut TablePlayer, game: &Game, limits: &SearchLimits) -> Decision {
    let mut control = Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: engine::rng(0),
    };
    player.choose(game, limits, &mut control)
}

fn game(fen: &str) -> Game {
    Game::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn a_solved_ending_is_won_in_the_least_number_of_moves() {
    let mut player = player();
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
            let decision = choose(&mut player, &game, &SearchLimits::depth(1));
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
    let mut player = player();
    // Only the move to the corner's side holds.
    let mut game = game("8/8/8/8/8/3kp3/8/4K3 w - - 0 1");
    for _ in 0..40 {
        if game.outcome().is_some() {
            break;
        }
        let value = tables().mate(game.position());
        assert_eq!(value, Some(EndgameValue::Draw), "{}", game.position());
        let decision = choose(&mut player, &game, &SearchLimits::depth(2));
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
    let mut player = player();
    let decision = choose(&mut player, &Game::new(), &SearchLimits::depth(3));
    assert_eq!(decision.source, Source::Search);
    let alone = Calculator::new(1).choose_by_limits(&Game::new(), &SearchLimits::depth(3));
    assert_eq!((decision.mv, decision.nodes), (alone.mv, alone.nodes));
}

#[test]
fn only_wanted_moves_are_considered_and_lines_are_ranked() {
    let mut player = player();
    let game = game("8/8/8/8/8/2k5/8/K6R w - - 0 1");
    let limits = SearchLimits::depth(1).with_multipv(3);
    let lines = choose(&mut player, &game, &limits).lines;
    assert_eq!(
        lines.iter().map(|line| line.rank).collect::<Vec<_>>(),
        [1, 2, 3]
    );
    let worse = lines[2].pv[0];
    let limits = SearchLimits {
        searchmoves: vec![worse],
        ..SearchLimits::depth(1)
    };
    let decision = choose(&mut player, &game, &limits);
    assert_eq!(decision.mv, Some(worse));
    assert_eq!(decision.lines[0].score, lines[2].score);
}
