//! Checks shared games, replaying them by the rules.

use engine::player::StrategyId;
use engine::rules::{Game, NodeId, Outcome, Reason, pgn};
use wire::FieldError;
use wire::live::game_view::PlayerInfo;
use wire::live::typed_name;
use wire::positions::validate::parse_annotated_pgn;
use wire::replay::replay;
use wire::strength;
use wire::visitor::live_games::{MAX_NAME_CHARS, SharedGame, SharedPlayer};

use super::{game_state::MAX_PLIES, validate::check_control};
use crate::game_check::check_id;
use crate::store::{NewShare, Sides};

/// Checks a shared game.
///
/// # Errors
/// The first field at fault.
pub fn share(shared: SharedGame) -> Result<NewShare, FieldError> {
    check_id(&shared.client_id)?;
    check_control(shared.control)?;
    let game = replay(
        "start_fen",
        shared.start_fen.as_deref(),
        &shared.moves,
        MAX_PLIES,
    )?;
    let outcome = check_outcome(shared.outcome, &game)?;
    let left = shared.left_ms.len();
    if left != 0 && (left != shared.moves.len() || shared.control.is_none()) {
        let reason = format_args!(
            "expected nothing, or with clocks a time for each of {} moves, found {left}",
            shared.moves.len()
        );
        return Err(FieldError::new("left_ms", reason));
    }
    let pgn = shared.pgn.map(|text| check_pgn(&text, &game)).transpose()?;
    Ok(NewShare {
        client_id: shared.client_id,
        start_fen: shared.start_fen.is_some().then(|| game.start().to_fen()),
        moves: game.moves().iter().map(ToString::to_string).collect(),
        players: Sides {
            white: side("white", shared.white)?,
            black: side("black", shared.black)?,
        },
        outcome,
        control: shared.control,
        left_ms: shared.left_ms,
        bottom: shared.bottom,
        pgn,
    })
}

/// The position decides; what it does not show is believed.
fn check_outcome(claimed: Option<Outcome>, game: &Game) -> Result<Option<Outcome>, FieldError> {
    let on_board = game.outcome_without_claims();
    let refuse = |reason: &str| Err(FieldError::new("outcome", reason));
    let Some(claimed) = claimed else {
        return Ok(on_board);
    };
    if on_board.is_some_and(|outcome| outcome != claimed) {
        return refuse("the board says otherwise");
    }
    let drawn = claimed.winner.is_none();
    match claimed.reason {
        _ if on_board.is_some() => {}
        Reason::Threefold | Reason::FiftyMove => {
            if game.claimable() != Some(claimed.reason) || !drawn {
                return refuse("nobody may claim that draw after the last move");
            }
        }
        Reason::Agreement if !drawn => return refuse("who agrees to a draw does not win"),
        Reason::Resignation if drawn => return refuse("who gives up loses"),
        Reason::Agreement | Reason::Resignation | Reason::Timeout | Reason::Abandonment => {}
        _ => return refuse("the game goes on after the last move"),
    }
    Ok(Some(claimed))
}

/// The PGN as the rules write it, with its annotations.
fn check_pgn(text: &str, game: &Game) -> Result<String, FieldError> {
    let read = parse_annotated_pgn(text)?;
    let end = read.tree.main_line().last().copied();
    let line = read.tree.game_at(end.unwrap_or(NodeId::START));
    if line.start() != game.start() || line.moves() != game.moves() {
        let reason = "its main line is not the game\u{2019}s";
        return Err(FieldError::new("pgn", reason));
    }
    let outcome = read.result.outcome();
    Ok(pgn::write_annotated_tree(
        &read.tree,
        &read.annotations,
        &read.tags,
        outcome.as_ref(),
    ))
}

/// The player of a side; `None` is the visitor who shares the game.
fn side(field: &str, sharer: SharedPlayer) -> Result<Option<PlayerInfo>, FieldError> {
    Ok(Some(match sharer {
        SharedPlayer::Visitor => return Ok(None),
        SharedPlayer::Somebody => PlayerInfo::Guest,
        SharedPlayer::Mind {
            strategy,
            level,
            strength,
        } => {
            let known: Result<StrategyId, _> = strategy.parse();
            if known.is_err() {
                let found: String = strategy.chars().take(40).collect();
                let reason = format!("expected a mind\u{2019}s id, found {found:?}");
                return Err(FieldError::new(format!("{field}.strategy"), reason));
            }
            let strength = level
                .map(|level| strength::read(level, strength))
                .transpose();
            let strength = strength.map_err(|error| error.within(field))?;
            PlayerInfo::engine(strategy, strength)
        }
        SharedPlayer::Called { name } => {
            let count = name.chars().count();
            if !(1..=MAX_NAME_CHARS).contains(&count) || name.trim().is_empty() {
                let reason = format!("expected 1 to {MAX_NAME_CHARS} characters, found {count}");
                return Err(FieldError::new(format!("{field}.name"), reason));
            }
            if let Some(fault) = typed_name::fault(&name) {
                return Err(FieldError::new(format!("{field}.name"), fault));
            }
            PlayerInfo::Called { name }
        }
    }))
}

#[cfg(test)]
mod tests {
    use engine::rules::Color;
    use wire::{positions::validate::MAX_PGN_BYTES, time_control::TimeControl};

    use super::*;

    fn shared(moves: &str) -> SharedGame {
        SharedGame {
            client_id: "0123456789abcdef0123456789abcdef".to_owned(),
            start_fen: None,
            moves: moves.split_whitespace().map(str::to_owned).collect(),
            white: SharedPlayer::Visitor,
            black: SharedPlayer::Somebody,
            outcome: None,
            control: None,
            left_ms: Vec::new(),
            bottom: Color::White,
            pgn: None,
        }
    }

    fn called(name: &str) -> SharedPlayer {
        SharedPlayer::Called {
            name: name.to_owned(),
        }
    }

    #[test]
    fn what_the_board_shows_need_not_be_said() {
        let mate = share(shared("f2f3 e7e5 g2g4 d8h4")).expect("is legal");
        assert_eq!(
            mate.outcome,
            Some(Outcome::win(Color::Black, Reason::Checkmate))
        );
        assert_eq!(share(shared("e2e4")).expect("is legal").outcome, None);
        let castled = shared("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1");
        assert_eq!(share(castled).expect("is legal").moves[6], "e1g1");
    }

    #[test]
    fn an_analysis_is_kept_as_the_rules_write_it() {
        let kept = share(SharedGame {
            pgn: Some("1. e4! {[%csl Ge4] a <b>comment</b>} (1. d4 {or this}) e5".to_owned()),
            ..shared("e2e4 e7e5")
        });
        let pgn = kept.expect("is legal").pgn.expect("is kept");
        let moves = pgn
            .split_once("\n\n")
            .map(|(_, moves)| moves.replace('\n', " "));
        let expected =
            "1. e4 $1 {[%csl Ge4] a <b>comment</b>} (1. d4 {or this}) 1... e5 * ".to_owned();
        assert_eq!(moves, Some(expected));
    }

    #[test]
    fn a_typed_name_that_could_pass_for_something_else_is_refused_by_its_field() {
        for (name, said) in [
            ("Ada\u{202e}", "U+202E"),
            ("A\u{200b}da", "U+200B"),
            ("\u{3164}", "U+3164"),
            ("Ada\u{2066}", "U+2066"),
            ("Ada\u{201d} beats \u{201c}Bob", "U+201D"),
            ("Ada\" (account)", "quotation marks"),
            ("Ada\u{2019}\u{2019}", "quotation marks"),
            ("   ", "expected 1 to 60"),
        ] {
            let error = share(SharedGame {
                white: called(name),
                ..shared("e2e4")
            })
            .expect_err(name);
            assert_eq!(error.field, "white.name", "{name:?}");
            assert!(error.reason.contains(said), "{name:?}: {}", error.reason);
        }
        for name in ["Ada", "O'Brien, Se\u{e1}n", "\u{4f50}\u{85e4}"] {
            let game = SharedGame {
                white: called(name),
                ..shared("e2e4")
            };
            assert!(share(game).is_ok(), "{name}");
        }
    }

    #[test]
    fn each_field_is_refused_by_its_name() {
        let blitz = Some(TimeControl {
            base_s: 180,
            increment_s: 0,
        });
        let won = |reason| Some(Outcome::win(Color::White, reason));
        let mind = |strategy: &str, level| SharedPlayer::Mind {
            strategy: strategy.to_owned(),
            level: Some(level),
            strength: None,
        };
        let one = || shared("e2e4");
        for (game, field) in [
            (
                SharedGame {
                    client_id: "\u{1f600}".into(),
                    ..one()
                },
                "client_id",
            ),
            (
                SharedGame {
                    start_fen: Some("9".repeat(200)),
                    ..one()
                },
                "start_fen",
            ),
            (
                SharedGame {
                    start_fen: Some("x".into()),
                    ..one()
                },
                "start_fen",
            ),
            (shared("e2e4 e2e4"), "moves[1]"),
            (shared(&"g1f3 ".repeat(MAX_PLIES + 1)), "moves"),
            (
                SharedGame {
                    outcome: won(Reason::Checkmate),
                    ..one()
                },
                "outcome",
            ),
            (
                SharedGame {
                    outcome: won(Reason::Agreement),
                    ..one()
                },
                "outcome",
            ),
            (
                SharedGame {
                    outcome: won(Reason::Threefold),
                    ..one()
                },
                "outcome",
            ),
            (
                SharedGame {
                    outcome: Some(Outcome::draw(Reason::Resignation)),
                    ..one()
                },
                "outcome",
            ),
            (
                SharedGame {
                    outcome: won(Reason::Resignation),
                    ..shared("f2f3 e7e5 g2g4 d8h4")
                },
                "outcome",
            ),
            (
                SharedGame {
                    control: Some(TimeControl {
                        base_s: 1,
                        increment_s: 0,
                    }),
                    ..one()
                },
                "control.base_s",
            ),
            (
                SharedGame {
                    left_ms: vec![1],
                    ..one()
                },
                "left_ms",
            ),
            (
                SharedGame {
                    left_ms: vec![1, 2],
                    control: blitz,
                    ..one()
                },
                "left_ms",
            ),
            (
                SharedGame {
                    white: mind("oracle", 3),
                    ..one()
                },
                "white.strategy",
            ),
            (
                SharedGame {
                    black: mind("calculator", 11),
                    ..one()
                },
                "black.level",
            ),
            (
                SharedGame {
                    black: SharedPlayer::Mind {
                        strategy: "calculator".to_owned(),
                        level: Some(3),
                        strength: Some(9.1),
                    },
                    ..one()
                },
                "black.strength",
            ),
            (
                SharedGame {
                    black: called(""),
                    ..one()
                },
                "black.name",
            ),
            (
                SharedGame {
                    white: called("a\nb"),
                    ..one()
                },
                "white.name",
            ),
            (
                SharedGame {
                    white: called(&"x".repeat(61)),
                    ..one()
                },
                "white.name",
            ),
            (
                SharedGame {
                    pgn: Some("1. d4".into()),
                    ..one()
                },
                "pgn",
            ),
            (
                SharedGame {
                    pgn: Some("1. e4 {".into()),
                    ..one()
                },
                "pgn",
            ),
            (
                SharedGame {
                    pgn: Some(" ".repeat(MAX_PGN_BYTES + 1)),
                    ..one()
                },
                "pgn",
            ),
        ] {
            assert_eq!(share(game).expect_err(field).field, field);
        }
    }
}
