//! Repertoires from a visitor's own games.

use engine::rules::pgn;
use engine::rules::{Color, Position, san};

use super::{after, id};
use crate::game_import::Visitor;
use crate::openings::{OwnGames, Repertoire, RepertoireError};

fn game(white: &str, black: &str, moves: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves} *\n\n")
}

fn read(text: &str) -> OwnGames {
    let mut games = OwnGames::default();
    pgn::games(text).for_each(|game| games.add(&game));
    games
}

fn made(games: OwnGames, color: Color, depth: u16) -> Result<Repertoire, RepertoireError> {
    let visitor = Visitor::Names(vec!["ADA".to_owned()]);
    games.repertoire(id(), "Mine", color, &visitor, depth)
}

fn sans(made: &Repertoire, position: Position) -> String {
    let moves = made.moves_at(&position).into_iter();
    moves
        .map(|mv| san::write(&position, mv))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn the_most_frequent_own_moves_answer_all_that_was_met() {
    let text = [
        game("ada", "bo", "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
        game("Ada", "cy", "1. e4 e5 2. Nf3 Nf6 3. Nxe5"),
        game("ada", "dee", "1. e4 c5 2. Nf3"),
        game("ada", "bo", "1. d4 d5 2. c4"),
        game("bo", "ada", "1. e4 c6 2. d4 d5"),
    ]
    .concat();
    let white = made(read(&text), Color::White, 10).unwrap();
    assert_eq!(sans(&white, Position::startpos()), "e4");
    assert_eq!(sans(&white, after("e4")), "e5 c5");
    assert_eq!(sans(&white, after("e4 e5 Nf3")), "Nc6 Nf6");
    assert_eq!(sans(&white, after("e4 e5 Nf3 Nf6")), "Nxe5");
    let black = made(read(&text), Color::Black, 10).unwrap();
    assert_eq!(sans(&black, after("e4 c6 d4")), "d5");
    // The depth is in moves.
    let short = made(read(&text), Color::White, 2).unwrap();
    assert_eq!(sans(&short, after("e4 e5")), "Nf3");
    assert_eq!(sans(&short, after("e4 e5 Nf3")), "");
}

#[test]
fn a_move_that_was_a_mistake_is_not_taken() {
    let text = [
        game(
            "ada",
            "bo",
            "1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Ba6 {[%eval -3.1]} bxa6 {[%eval -3.1]}",
        ),
        game("ada", "bo", "1. e4 e5 2. Ba6"),
        game("ada", "bo", "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
        game("ada", "bo", "1. e4 e5 2. Nf3 f6 3. Nxe5"),
        game("ada", "bo", "1. e4 e5 2. Nf3 f6 3. Nxe5"),
    ]
    .concat();
    let mut games = read(&text);
    let f6 = after("e4 e5 Nf3 f6");
    let nxe5 = san::parse(&f6, "Nxe5").unwrap();
    games.add_exercise(engine::exercises::ExerciseId(f6.key()), nxe5);
    let white = made(games, Color::White, 10).unwrap();
    assert_eq!(sans(&white, after("e4 e5")), "Nf3");
    // No good answer is known, so the reply is not asked either.
    assert_eq!(sans(&white, after("e4 e5 Nf3")), "Nc6");
}

#[test]
fn of_many_games_a_reply_that_came_once_is_left_out() {
    let often = game("ada", "bo", "1. e4 e5 2. Nf3").repeat(19);
    let text = often + &game("ada", "bo", "1. e4 a6 2. d4");
    let white = made(read(&text), Color::White, 10).unwrap();
    assert_eq!(sans(&white, after("e4")), "e5");
}

#[test]
fn the_order_of_the_games_does_not_matter() {
    let games = [
        game("ada", "bo", "1. e4 e5 2. Nf3"),
        game("ada", "bo", "1. d4 d5 2. c4"),
        game("ada", "bo", "1. c4 e5 2. Nc3"),
    ];
    let one = made(read(&games.concat()), Color::White, 10);
    let reversed: String = games.into_iter().rev().collect();
    assert_eq!(made(read(&reversed), Color::White, 10), one);
}

#[test]
fn games_of_others_and_games_that_cannot_be_read_are_told_apart() {
    let text = game("bo", "cy", "1. e4 e5") + &game("bo", "cy", "1. e4 Ke3");
    let games = read(&text);
    assert_eq!((games.count(), games.refused), (1, 1));
    assert_eq!(games.names.by_games(), [("bo", 1), ("cy", 1)]);
    assert_eq!(
        made(games, Color::White, 10),
        Err(RepertoireError::NotVisitors)
    );
}
