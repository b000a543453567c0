use rand::seq::IndexedRandom;

use super::*;
use crate::eval::{EvalConfig, Evaluation};
use crate::rules::{Color, Game, Position};

fn bonus(style: PlayingStyle, fen: &str) -> i32 {
    let position = Position::from_fen(fen).expect("a position");
    StyleBonus::new(style, Color::White).of(&position)
}

#[test]
fn styles_are_read_as_they_are_written() {
    for style in PlayingStyle::ALL {
        assert_eq!(style.to_string().parse(), Ok(style));
    }
    for text in ["", "Attacker", "attacker ", "none"] {
        let unknown = Err(UnknownPlayingStyle(text.to_owned()));
        assert_eq!(text.parse::<PlayingStyle>(), unknown);
    }
}

/// Positions of games with random moves.
fn positions() -> Vec<Position> {
    let mut rng = crate::rng(11);
    let mut positions = Vec::new();
    for _ in 0..40 {
        let mut game = Game::new();
        while game.ply() < 120 && game.outcome().is_none() {
            let moves = game.position().legal_moves();
            game.play(*moves.choose(&mut rng).expect("it is not over"))
                .expect("a legal move");
            positions.push(*game.position());
        }
    }
    positions
}

/// The position with the colours exchanged, and the board turned.
fn mirrored(position: &Position) -> Position {
    let fen = position.to_string();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let exchanged = |text: &str| -> String {
        let other = |letter: char| match letter.is_ascii_uppercase() {
            true => letter.to_ascii_lowercase(),
            false => letter.to_ascii_uppercase(),
        };
        text.chars().map(other).collect()
    };
    let ranks: Vec<&str> = fields[0].rsplit('/').collect();
    fields[0] = exchanged(&ranks.join("/"));
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
    fields[2] = "-".to_owned();
    fields[3] = "-".to_owned();
    Position::from_fen(&fields.join(" ")).expect("a position")
}

#[test]
fn both_sides_like_the_same_and_no_bonus_is_worth_a_queen() {
    for position in positions() {
        let turned = mirrored(&position);
        for style in PlayingStyle::ALL {
            let white = StyleBonus::new(style, Color::White).of(&position);
            let black = StyleBonus::new(style, Color::Black).of(&turned);
            assert_eq!(white, black, "{style}: {position}");
            assert!(
                (-300..=800).contains(&white),
                "{style}: {white} in {position}"
            );
        }
    }
}

#[test]
fn a_bonus_is_added_for_the_side_that_plays_whoever_is_to_move() {
    let plain = EvalConfig::from(Evaluation::Tuned);
    for position in positions().iter().step_by(7) {
        for style in PlayingStyle::ALL {
            for side in Color::ALL {
                let bonus = StyleBonus::new(style, side);
                let styled = EvalConfig {
                    style: Some(bonus),
                    ..plain.clone()
                };
                let added =
                    styled.evaluator().evaluate(position) - plain.evaluator().evaluate(position);
                let own = match position.side_to_move() == side {
                    true => added,
                    false => -added,
                };
                assert_eq!(own, bonus.of(position), "{style}: {position}");
            }
        }
    }
}

#[test]
fn each_style_likes_what_it_is_named_for() {
    use PlayingStyle::{Attacker, Complicator, Defender, Gambiteer, Simplifier, Stormer};
    let likes = |style, more, less| {
        assert!(bonus(style, more) > bonus(style, less), "{style}: {more}");
    };
    likes(
        Attacker,
        "6k1/5ppp/8/6NQ/8/8/5PPP/6K1 w - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/1N1Q2K1 w - - 0 1",
    );
    // A pawn less, and the pieces out.
    likes(
        Gambiteer,
        "rnbqkbnr/pppp1ppp/8/8/2BpP3/5N2/PPP2PPP/RNBQK2R w KQkq - 0 4",
        "rnbqkbnr/pppp1ppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 4",
    );
    likes(
        Defender,
        "4k3/8/8/8/8/3P4/2P1PPPP/6K1 w - - 0 1",
        "4k3/8/8/4P2P/2P3P1/8/5P2/6K1 w - - 0 1",
    );
    likes(
        Simplifier,
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
        "3qk3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1",
    );
    likes(
        Stormer,
        "6k1/5ppp/8/6PP/8/8/PPP5/2K5 w - - 0 1",
        "6k1/5ppp/8/8/8/8/PPP3PP/2K5 w - - 0 1",
    );
    likes(
        Complicator,
        "r2qk3/8/3p4/4p3/3P4/8/8/R2QK3 w - - 0 1",
        "4k3/8/3p4/4p3/3P4/8/8/4K3 w - - 0 1",
    );
}
