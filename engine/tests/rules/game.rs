//! Games: draws, mates, undo and redo.

use engine::rules::{Color, Game, Outcome, Position, Reason, perft, san};

fn play(game: &mut Game, moves: &[&str]) {
    for text in moves {
        let mv = san::parse(game.position(), text).unwrap_or_else(|error| panic!("{error}"));
        game.play(mv).unwrap();
    }
}

fn outcome(fen: &str) -> Option<Outcome> {
    Game::from_fen(fen).unwrap().outcome()
}

#[test]
fn a_game_is_drawn_at_the_third_occurrence_and_not_before() {
    let mut game = Game::new();
    let there_and_back = ["Nf3", "Nf6", "Ng1", "Ng8"];
    play(&mut game, &there_and_back);
    assert_eq!((game.repetitions(), game.outcome()), (2, None));
    play(&mut game, &there_and_back[..3]);
    assert_eq!((game.repetitions(), game.outcome()), (2, None));
    play(&mut game, &there_and_back[3..]);
    assert_eq!(game.repetitions(), 3);
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Threefold)));
    game.undo();
    assert_eq!(game.outcome(), None);
    game.redo();
    assert_eq!(game.repetitions(), 3);
}

#[test]
fn what_may_be_claimed_ends_no_game_by_itself_until_it_goes_on_for_long() {
    let mut game = Game::new();
    for round in 2..=5 {
        assert_eq!(game.outcome_without_claims(), None, "round {round}");
        play(&mut game, &["Nf3", "Nf6", "Ng1", "Ng8"]);
        let claimable = (round >= 3).then_some(Reason::Threefold);
        assert_eq!(game.claimable(), claimable, "round {round}");
    }
    let drawn = Some(Outcome::draw(Reason::Fivefold));
    assert_eq!(game.outcome_without_claims(), drawn);

    for (halfmoves, claimable, ended) in [
        (99, None, None),
        (100, Some(Reason::FiftyMove), None),
        (149, Some(Reason::FiftyMove), None),
        (
            150,
            Some(Reason::FiftyMove),
            Some(Outcome::draw(Reason::SeventyFiveMove)),
        ),
    ] {
        let game = Game::from_fen(&format!("4k3/8/8/8/8/8/8/4K2R w - - {halfmoves} 99")).unwrap();
        assert_eq!(game.claimable(), claimable, "{halfmoves}");
        assert_eq!(game.outcome_without_claims(), ended, "{halfmoves}");
    }
    // A mate counts, be it the hundred and fiftieth half-move; a dead position ends at once.
    for (fen, reason) in [
        ("R3k3/8/4K3/8/8/8/8/8 b - - 150 99", Reason::Checkmate),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            Reason::InsufficientMaterial,
        ),
    ] {
        let game = Game::from_fen(fen).unwrap();
        assert_eq!(game.outcome_without_claims().unwrap().reason, reason);
        assert_eq!(game.outcome(), game.outcome_without_claims());
    }
}

#[test]
fn a_position_with_other_castling_rights_is_another_one() {
    let mut game = Game::from_fen("r3k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    // The first occurrence still had the right to castle.
    play(
        &mut game,
        &["Ke2", "Ke7", "Ke1", "Ke8", "Ke2", "Ke7", "Ke1", "Ke8"],
    );
    assert_eq!((game.repetitions(), game.outcome()), (2, None));
    play(&mut game, &["Ke2"]);
    assert_eq!(game.repetitions(), 3);
}

#[test]
fn an_en_passant_square_makes_another_position_only_if_a_pawn_may_take() {
    let repetitions_after = |fen| {
        let mut game = Game::from_fen(fen).unwrap();
        play(
            &mut game,
            &["e4", "Kh7", "Kb1", "Kh8", "Ka1", "Kh7", "Kb1", "Kh8", "Ka1"],
        );
        game.repetitions()
    };
    assert_eq!(repetitions_after("7k/8/8/8/8/8/4P3/K7 w - - 0 1"), 3);
    assert_eq!(repetitions_after("7k/8/8/8/3p4/8/4P3/K7 w - - 0 1"), 2);
}

#[test]
fn the_hundredth_quiet_half_move_draws_unless_it_mates() {
    let quiet = "7k/8/8/8/8/8/R7/K7 w - - 98 80";
    let mut game = Game::from_fen(quiet).unwrap();
    play(&mut game, &["Ra3"]);
    assert_eq!(game.outcome(), None);
    play(&mut game, &["Kg8"]);
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::FiftyMove)));

    let mut game = Game::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 99 80").unwrap();
    play(&mut game, &["Ra8"]);
    assert_eq!(
        game.outcome(),
        Some(Outcome::win(Color::White, Reason::Checkmate))
    );
}

#[test]
fn a_capture_or_a_pawns_move_starts_the_count_again() {
    let mut game = Game::from_fen("7k/8/8/8/8/p7/R6P/K7 w - - 99 80").unwrap();
    play(&mut game, &["Rxa3"]);
    assert_eq!(
        (game.position().halfmove_clock(), game.outcome()),
        (0, None)
    );
    game.undo();
    play(&mut game, &["h4"]);
    assert_eq!(
        (game.position().halfmove_clock(), game.outcome()),
        (0, None)
    );
}

#[test]
fn material_that_can_not_mate_draws() {
    let dead = [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4K3 w - - 0 1",
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "2b1k3/8/b7/8/8/8/8/4KB2 w - - 0 1",
    ];
    for fen in dead {
        assert_eq!(
            outcome(fen),
            Some(Outcome::draw(Reason::InsufficientMaterial)),
            "{fen}"
        );
    }
    let alive = [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
        "4kq2/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1",
    ];
    for fen in alive {
        assert_eq!(outcome(fen), None, "{fen}");
    }
}

#[test]
fn mate_and_stalemate_are_told_apart() {
    assert_eq!(
        outcome("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
        Some(Outcome::win(Color::Black, Reason::Checkmate))
    );
    assert_eq!(
        outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
        Some(Outcome::draw(Reason::Stalemate))
    );
}

#[test]
fn undo_restores_every_field_and_redo_brings_it_back() {
    // Castling on both sides, en passant, promotion by capture, clocks in the middle of a count.
    let mut game = Game::from_fen("r3k2r/1P6/8/8/5p2/8/4P3/R3K2R w KQkq - 17 30").unwrap();
    play(
        &mut game,
        &["O-O", "Rh7", "e4", "fxe3", "bxa8=Q+", "Ke7", "Qb7+"],
    );
    let complete = game.clone();
    let mut seen = vec![*game.position()];
    let moves = game.moves().to_vec();
    for &mv in moves.iter().rev() {
        assert_eq!(game.undo(), Some(mv));
        seen.push(*game.position());
    }
    assert_eq!(game.undo(), None);
    assert_eq!(game.position(), game.start());
    assert_eq!(
        game.position().to_fen(),
        "r3k2r/1P6/8/8/5p2/8/4P3/R3K2R w KQkq - 17 30"
    );
    assert_eq!(
        (game.ply(), game.keys().len(), game.redo_moves()),
        (0, 1, &moves[..])
    );
    assert!(game.sans().is_empty());
    for position in seen.iter().rev().skip(1) {
        assert!(game.redo().is_some());
        assert_eq!(game.position(), position);
        // Nothing that is derived has been lost on the way.
        assert_eq!(
            Position::from_fen(&position.to_fen()).as_ref(),
            Ok(position)
        );
    }
    assert_eq!(game.redo(), None);
    assert_eq!(game, complete);
}

#[test]
fn another_move_forgets_what_was_taken_back() {
    let mut game = Game::new();
    play(&mut game, &["e4", "e5", "Nf3"]);
    game.undo();
    game.undo();
    assert_eq!(game.redo_moves().len(), 2);
    play(&mut game, &["c5"]);
    assert!(game.redo_moves().is_empty());
    assert_eq!(game.sans(), ["e4", "c5"]);
    assert_eq!(game.keys().len(), game.ply() + 1);
    assert_eq!(game.position_at(0), Position::startpos());
    assert_eq!(game.position_at(2), *game.position());
    assert_eq!(game.position_at(99), *game.position());
}

#[test]
fn an_illegal_move_is_refused_and_changes_nothing() {
    let mut game = Game::new();
    play(&mut game, &["e4"]);
    let before = game.clone();
    let mv = before.moves()[0];
    assert_eq!(
        game.play(mv).unwrap_err().to_string(),
        "e2e4 is not legal in this position"
    );
    assert_eq!(game, before);
}

#[test]
fn castling_through_check_is_illegal() {
    let castles = |fen: &str| -> Vec<String> {
        let position = Position::from_fen(fen).unwrap();
        let castles = position
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.is_castle());
        castles.map(|mv| mv.to_string()).collect()
    };
    assert_eq!(
        castles("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ["e1g1", "e1c1"]
    );
    assert_eq!(castles("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ["e1c1"]);
    assert_eq!(castles("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ["e1c1"]);
    // The rook may pass an attacked square, the king may not leave check.
    assert_eq!(
        castles("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ["e1g1", "e1c1"]
    );
    assert_eq!(castles("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1"), [""; 0]);
    assert_eq!(castles("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1"), [""; 0]);
}

#[test]
fn the_position_with_the_most_moves_has_218_of_them() {
    let fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let position = Position::from_fen(fen).unwrap();
    assert_eq!(position.legal_moves().len(), 218);
    assert_eq!(perft(&position, 1), 218);
}
