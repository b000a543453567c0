//! Checks requests for live games by the rules.

use engine::rules::Color;
use rand::{TryRng, rngs::SysRng};
use wire::replay::replay;
use wire::time_control::TimeControl;
use wire::visitor::live_games::{GameSetup, NewGameOpponent};
use wire::{FieldError, strategies, strength};

use super::game_state::SidePlayer;
use crate::{game_check::check_id, store::NewLiveGame};

/// Checks a request for a live game.
///
/// # Errors
/// The first field at fault.
pub fn new_live_game(asked: GameSetup) -> Result<NewLiveGame, FieldError> {
    check_id(&asked.client_id)?;
    check_control(asked.control)?;
    let game = replay("start_fen", asked.start_fen.as_deref(), &[], 0)?;
    if game.outcome().is_some() {
        let reason = "the game is over before its first move";
        return Err(FieldError::new("start_fen", reason));
    }
    let (mind, listed) = match asked.against {
        NewGameOpponent::Somebody { listed } => (None, listed),
        NewGameOpponent::Mind {
            strategy,
            level,
            strength,
        } => (Some(mind(&strategy, level, strength)?), false),
    };
    Ok(NewLiveGame {
        client_id: asked.client_id,
        color: asked.color.unwrap_or_else(drawn),
        mind,
        start_fen: asked.start_fen,
        control: asked.control,
        listed,
    })
}

/// Checks a time control.
///
/// # Errors
/// It is out of range.
pub fn check_control(control: Option<TimeControl>) -> Result<(), FieldError> {
    let Some(control) = control else {
        return Ok(());
    };
    let (least, most) = (TimeControl::BASE_S.start(), TimeControl::BASE_S.end());
    if !TimeControl::BASE_S.contains(&control.base_s) {
        let found = control.base_s;
        let reason = format_args!("expected {least} to {most} seconds, found {found}");
        return Err(FieldError::new("control.base_s", reason));
    }
    let (found, most) = (control.increment_s, TimeControl::MAX_INCREMENT_S);
    if found > most {
        let reason = format_args!("expected at most {most} seconds, found {found}");
        return Err(FieldError::new("control.increment_s", reason));
    }
    Ok(())
}

fn mind(strategy: &str, level: u8, strength: Option<f64>) -> Result<SidePlayer, FieldError> {
    let strategy = strategies::ready(strategy)
        .map_err(|reason| FieldError::new("against.strategy", reason))?;
    let strength = strength::read(level, strength).map_err(|error| error.within("against"))?;
    Ok(SidePlayer::Engine { strategy, strength })
}

/// A random side. Without randomness White; the game is then refused elsewhere.
fn drawn() -> Color {
    let mut byte = [0];
    match SysRng.try_fill_bytes(&mut byte) {
        Ok(()) if byte[0] & 1 == 1 => Color::Black,
        _ => Color::White,
    }
}

#[cfg(test)]
mod tests {
    use wire::replay::MAX_FEN_BYTES;

    use super::*;

    fn asked() -> GameSetup {
        GameSetup {
            client_id: "0123456789abcdef0123456789abcdef".to_owned(),
            color: Some(Color::Black),
            control: Some(TimeControl {
                base_s: 60,
                increment_s: 1,
            }),
            start_fen: None,
            against: NewGameOpponent::Somebody { listed: true },
        }
    }

    #[test]
    fn what_makes_sense_is_taken() {
        let live = new_live_game(asked()).expect("is taken");
        assert_eq!((live.color, live.listed), (Color::Black, true));
        assert_eq!(live.mind, None);
        let mind = GameSetup {
            against: NewGameOpponent::Mind {
                strategy: "calculator".to_owned(),
                level: 10,
                strength: None,
            },
            color: None,
            ..asked()
        };
        assert!(matches!(
            new_live_game(mind).expect("is taken").mind,
            Some(SidePlayer::Engine { .. })
        ));
    }

    #[test]
    fn each_field_is_refused_by_its_name() {
        let control = |base_s, increment_s| {
            Some(TimeControl {
                base_s,
                increment_s,
            })
        };
        let mind = |strategy: &str, level| NewGameOpponent::Mind {
            strategy: strategy.to_owned(),
            level,
            strength: None,
        };
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        for (game, field) in [
            (
                GameSetup {
                    client_id: "x".into(),
                    ..asked()
                },
                "client_id",
            ),
            (
                GameSetup {
                    control: control(9, 0),
                    ..asked()
                },
                "control.base_s",
            ),
            (
                GameSetup {
                    control: control(65_535, 0),
                    ..asked()
                },
                "control.base_s",
            ),
            (
                GameSetup {
                    control: control(60, 61),
                    ..asked()
                },
                "control.increment_s",
            ),
            (
                GameSetup {
                    start_fen: Some("8".into()),
                    ..asked()
                },
                "start_fen",
            ),
            (
                GameSetup {
                    start_fen: Some(mated.into()),
                    ..asked()
                },
                "start_fen",
            ),
            (
                GameSetup {
                    start_fen: Some("9".repeat(MAX_FEN_BYTES + 1)),
                    ..asked()
                },
                "start_fen",
            ),
            (
                GameSetup {
                    against: mind("oracle", 3),
                    ..asked()
                },
                "against.strategy",
            ),
            (
                GameSetup {
                    against: mind("oracle", 3),
                    ..asked()
                },
                "against.strategy",
            ),
            (
                GameSetup {
                    against: mind("calculator", 0),
                    ..asked()
                },
                "against.level",
            ),
            (
                GameSetup {
                    against: mind("calculator", 11),
                    ..asked()
                },
                "against.level",
            ),
            (
                GameSetup {
                    against: NewGameOpponent::Mind {
                        strategy: "calculator".to_owned(),
                        level: 3,
                        strength: Some(3.25),
                    },
                    ..asked()
                },
                "against.strength",
            ),
        ] {
            assert_eq!(new_live_game(game).expect_err(field).field, field);
        }
    }
}
