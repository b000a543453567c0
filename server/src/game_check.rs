//! Checks the finished games that are to be recorded.

use wire::finished_game::ClaimedResult;
use wire::{BackendError, FieldError, FinishedGame, finished_game, strategies, strength};

use crate::store::NewGame;

/// Verifies a game that the page sent.
///
/// # Errors
/// The first field at fault, with what was expected and found.
pub fn verify(sent: &FinishedGame) -> Result<NewGame, BackendError> {
    check(sent).map_err(|FieldError { field, reason }| BackendError::Invalid { field, reason })
}

fn check(sent: &FinishedGame) -> Result<NewGame, FieldError> {
    check_id(&sent.client_id)?;
    let strategy =
        strategies::known(&sent.strategy).map_err(|reason| FieldError::new("strategy", reason))?;
    let strength = strength::read(sent.level, sent.strength)?;
    let claimed = ClaimedResult::Outcome {
        outcome: sent.result,
        human: sent.human,
    };
    let game = finished_game::verify(sent.start_fen.as_deref(), &sent.moves, claimed)?;
    let first = game.start().side_to_move();
    let own_moves = (game.ply() + usize::from(first == sent.human)) / 2;
    if !sent
        .losses
        .is_none_or(|losses| losses.is_possible(own_moves))
    {
        let most = format!("expected at most {own_moves} moves, 10000 hundredths each");
        return Err(FieldError::new("losses", most));
    }
    Ok(NewGame {
        client_id: sent.client_id.clone(),
        start_fen: sent.start_fen.is_some().then(|| game.start().to_fen()),
        moves: game.moves().iter().map(ToString::to_string).collect(),
        human: sent.human,
        strategy: strategy.as_str(),
        strength,
        result: sent.result.result(),
        reason: sent.result.reason.id(),
        losses: sent.losses,
    })
}

/// Checks the format of an id.
///
/// # Errors
/// The format is wrong.
pub(crate) fn check_id(id: &str) -> Result<(), FieldError> {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if id.len() == 32 && id.bytes().all(digit) {
        return Ok(());
    }
    let found = id.chars().take(40).collect::<String>();
    Err(FieldError::new(
        "client_id",
        format!("expected 32 lower-case hexadecimal digits, found {found:?}"),
    ))
}

#[cfg(test)]
mod tests {
    use engine::rating::MoveLosses;
    use engine::rules::{Color, Outcome, Reason};
    use wire::finished_game::MAX_PLIES;

    use super::*;

    const BLACK_MATES: Outcome = Outcome {
        winner: Some(Color::Black),
        reason: Reason::Checkmate,
    };

    fn sent(moves: &str, result: Outcome) -> FinishedGame {
        FinishedGame {
            client_id: "0123456789abcdef0123456789abcdef".to_owned(),
            start_fen: None,
            moves: moves.split_whitespace().map(str::to_owned).collect(),
            human: Color::White,
            strategy: "calculator".to_owned(),
            level: 3,
            strength: None,
            result,
            losses: None,
        }
    }

    fn refused(game: &FinishedGame) -> (String, String) {
        match verify(game) {
            Err(BackendError::Invalid { field, reason }) => (field, reason),
            other => panic!("expected a refusal of {game:?}, found {other:?}"),
        }
    }

    #[test]
    fn a_game_that_the_rules_confirm_is_kept_as_the_rules_write_it() {
        let kept = verify(&sent("f2f3 e7e5 g2g4 d8h4", BLACK_MATES)).expect("is legal");
        assert_eq!(kept.moves, ["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!((kept.result, kept.reason), ("0-1", "checkmate"));
        let castled = sent("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1", resigned(Color::Black));
        assert_eq!(verify(&castled).expect("is legal").moves[6], "e1g1");
    }

    fn resigned(winner: Color) -> Outcome {
        Outcome {
            winner: Some(winner),
            reason: Reason::Resignation,
        }
    }

    #[test]
    fn a_result_that_contradicts_the_moves_is_refused() {
        let draw = |reason| Outcome {
            winner: None,
            reason,
        };
        let white_mates = Outcome {
            winner: Some(Color::White),
            reason: Reason::Checkmate,
        };
        let mate = "f2f3 e7e5 g2g4 d8h4";
        for (moves, result, said) in [
            ("f2f3 e7e5", BLACK_MATES, "goes on"),
            ("e2e4", draw(Reason::Stalemate), "goes on"),
            ("g1f3 g8f6 f3g1 f6g8", draw(Reason::Threefold), "goes on"),
            (mate, white_mates, "0-1 by checkmate"),
            (mate, draw(Reason::Stalemate), "0-1 by checkmate"),
            (mate, resigned(Color::Black), "0-1 by checkmate"),
            ("e2e4", resigned(Color::White), "never resigns"),
            ("e2e4", draw(Reason::Resignation), "never resigns"),
            (
                "e2e4",
                Outcome::win(Color::White, Reason::Agreement),
                "does not win",
            ),
            ("e2e4", draw(Reason::Timeout), "enough left"),
        ] {
            let (field, reason) = refused(&sent(moves, result));
            assert_eq!(field, "result", "{moves}: {reason}");
            assert!(
                reason.contains(said),
                "{moves}: {reason:?} does not say {said:?}"
            );
        }
    }

    #[test]
    fn what_the_moves_do_not_tell_is_believed_as_far_as_the_rules_allow() {
        let white_flags = Outcome::win(Color::Black, Reason::Timeout);
        let agreed = Outcome::draw(Reason::Agreement);
        for result in [white_flags, agreed] {
            assert!(verify(&sent("e2e4 e7e5", result)).is_ok());
        }
        let lone_king = FinishedGame {
            start_fen: Some("4k3/8/8/8/8/8/P7/4K3 w - - 0 1".to_owned()),
            ..sent("a2a4", white_flags)
        };
        let (_, reason) = refused(&lone_king);
        assert!(reason.contains("too little"), "{reason}");
        let drawn = FinishedGame {
            result: Outcome::draw(Reason::Timeout),
            ..lone_king
        };
        assert!(verify(&drawn).is_ok());
    }

    #[test]
    fn moves_after_the_end_are_refused_with_their_place() {
        let (field, reason) = refused(&sent("f2f3 e7e5 g2g4 d8h4 e1f2", BLACK_MATES));
        assert_eq!(field, "moves[4]");
        assert!(reason.contains("over"), "{reason}");
    }

    #[test]
    fn each_field_is_refused_by_its_name() {
        let good = sent("f2f3 e7e5 g2g4 d8h4", BLACK_MATES);
        let many = vec!["g1f3".to_owned(); MAX_PLIES + 1];
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        for (game, field) in [
            (
                FinishedGame {
                    client_id: "1".into(),
                    ..good.clone()
                },
                "client_id",
            ),
            (
                FinishedGame {
                    client_id: "G".repeat(32),
                    ..good.clone()
                },
                "client_id",
            ),
            (
                FinishedGame {
                    strategy: "oracle".into(),
                    ..good.clone()
                },
                "strategy",
            ),
            (
                FinishedGame {
                    strategy: "oracle".into(),
                    ..good.clone()
                },
                "strategy",
            ),
            (
                FinishedGame {
                    level: 0,
                    ..good.clone()
                },
                "level",
            ),
            (
                FinishedGame {
                    level: 11,
                    ..good.clone()
                },
                "level",
            ),
            (
                FinishedGame {
                    strength: Some(3.45),
                    ..good.clone()
                },
                "strength",
            ),
            (
                FinishedGame {
                    strength: Some(4.2),
                    ..good.clone()
                },
                "strength",
            ),
            (
                FinishedGame {
                    losses: Some(MoveLosses {
                        moves: 3,
                        hundredths: 0,
                    }),
                    ..good.clone()
                },
                "losses",
            ),
            (
                FinishedGame {
                    losses: Some(MoveLosses {
                        moves: 2,
                        hundredths: 20_001,
                    }),
                    ..good.clone()
                },
                "losses",
            ),
            (
                FinishedGame {
                    start_fen: Some("x".into()),
                    ..good.clone()
                },
                "start_fen",
            ),
            (
                FinishedGame {
                    start_fen: Some(mated.into()),
                    ..good.clone()
                },
                "start_fen",
            ),
            (
                FinishedGame {
                    moves: many,
                    ..good.clone()
                },
                "moves",
            ),
            (sent("e2e5", BLACK_MATES), "moves[0]"),
            (sent("e2e4 ♞", BLACK_MATES), "moves[1]"),
        ] {
            assert_eq!(refused(&game).0, field);
        }
    }

    #[test]
    fn a_drawn_game_may_be_recorded_from_a_position_of_its_own() {
        let stalemate = FinishedGame {
            start_fen: Some("7k/8/5KQ1/8/8/8/8/8 b - - 0 1".into()),
            ..sent(
                "",
                Outcome {
                    winner: None,
                    reason: Reason::Stalemate,
                },
            )
        };
        assert_eq!(refused(&stalemate).0, "start_fen");
        let one_before = FinishedGame {
            start_fen: Some("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1".into()),
            ..sent(
                "g5g6",
                Outcome {
                    winner: None,
                    reason: Reason::Stalemate,
                },
            )
        };
        assert_eq!(verify(&one_before).expect("is legal").reason, "stalemate");
    }
}
