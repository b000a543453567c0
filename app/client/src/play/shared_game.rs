//! The game in the form that the server shares.

use engine::rules::{Color, Move};
use wire::strength;
use wire::visitor::live_games::{SharedGame, SharedPlayer};

use super::{PlayState, Players, start_fen};

/// The game so far; `None` until the page has loaded. It keeps its id, so sharing it again updates
/// the link.
pub fn shared_game(state: &PlayState) -> Option<SharedGame> {
    let game = &state.game;
    let [white, black] = [Color::White, Color::Black].map(|color| shared_player(state, color));
    Some(SharedGame {
        client_id: state.client_id.as_ref()?.to_string(),
        start_fen: start_fen(game),
        moves: game.moves().iter().map(Move::to_string).collect(),
        white,
        black,
        outcome: state.outcome(),
        control: state.clock.as_ref().map(|clock| clock.control),
        left_ms: left_ms(state),
        bottom: state.bottom(),
        pgn: None,
    })
}

fn shared_player(state: &PlayState, color: Color) -> SharedPlayer {
    match (state.engine_for(color), state.players) {
        (Some(engine), _) => {
            let by_level = state.settings.depth_of(engine).is_none() && engine.strategy.searches();
            let (level, strength) = strength::write(engine.strength);
            SharedPlayer::Mind {
                strategy: engine.strategy.as_str().to_owned(),
                level: by_level.then_some(level),
                strength: strength.filter(|_| by_level),
            }
        }
        (None, Players::Engine { .. }) => SharedPlayer::Visitor,
        (None, Players::TwoPeople | Players::TwoEngines) => SharedPlayer::Somebody,
    }
}

/// The mover's time left after each move.
fn left_ms(state: &PlayState) -> Vec<u32> {
    let Some(clock) = &state.clock else {
        return Vec::new();
    };
    let movers = [
        state.game.start().side_to_move(),
        !state.game.start().side_to_move(),
    ];
    let plies = 1..=state.game.ply();
    plies
        .map(|ply| clock.left_after(ply, movers[(ply - 1) % 2]))
        .collect()
}

#[cfg(test)]
mod tests {
    use engine::player::{StrategyId, Strength};
    use engine::rules::{Outcome, Reason};

    use super::*;
    use crate::play::PlayEvent;
    use crate::play::{CalendarDate, NewGameSeed, update};
    use crate::settings::{ColorChoice, EngineSettings, Opponent, Settings};
    use wire::game_id::GameId;
    use wire::time_control::TimeControl;

    fn page(settings: Settings) -> PlayState {
        let mut state = PlayState::new(settings);
        let draw = NewGameSeed {
            client_id: GameId::from_bits(7),
            color: Color::White,
            date: CalendarDate::default(),
        };
        let event = PlayEvent::Loaded {
            saved: None,
            unsent: Vec::new(),
            draw,
            instant: true,
        };
        update(&mut state, event, 0);
        state
    }

    fn play(state: &mut PlayState, text: &str, now: u64) {
        let mv = state.game.position().parse_uci(text).unwrap();
        update(state, PlayEvent::UserMove(mv), now);
    }

    fn people() -> Settings {
        Settings {
            opponent: Opponent::Person,
            ..Settings::default()
        }
    }

    #[test]
    fn against_a_mind_the_visitor_is_who_shares() {
        let settings = Settings {
            color: ColorChoice::Black,
            engine: EngineSettings::new(StrategyId::Calculator),
            ..Settings::default()
        };
        let mut state = page(settings);
        let game = shared_game(&state).unwrap();
        assert_eq!(game.client_id, format!("{:032x}", 7));
        assert_eq!(
            (&game.black, game.bottom),
            (&SharedPlayer::Visitor, Color::Black)
        );
        let mind = |strategy: &str, level| SharedPlayer::Mind {
            strategy: strategy.to_owned(),
            level,
            strength: None,
        };
        assert_eq!(game.white, mind("calculator", Some(3)));
        state.settings.engine.strength = Strength::from_tenths(36).unwrap();
        let between = SharedPlayer::Mind {
            strategy: "calculator".to_owned(),
            level: Some(4),
            strength: Some(3.6),
        };
        assert_eq!(shared_game(&state).unwrap().white, between);
        state.settings.depth = Some(4);
        assert_eq!(shared_game(&state).unwrap().white, mind("calculator", None));
        state.settings.engine = EngineSettings::new(StrategyId::Dice);
        assert_eq!(shared_game(&state).unwrap().white, mind("dice", None));
    }

    #[test]
    fn what_the_mover_had_left_comes_with_each_move() {
        let control = TimeControl::from_text("300.3");
        let mut state = page(Settings {
            clock: control,
            ..people()
        });
        play(&mut state, "e2e4", 5_000);
        play(&mut state, "e7e5", 9_000);
        play(&mut state, "g1f3", 19_000);
        update(&mut state, PlayEvent::Undo, 20_000);
        play(&mut state, "b1c3", 26_000);
        let game = shared_game(&state).unwrap();
        assert_eq!(game.moves, ["e2e4", "e7e5", "b1c3"]);
        // The first move costs no time; later ones do, and add the increment.
        assert_eq!(game.left_ms, [300_000, 299_000, 297_000]);
        assert_eq!(
            (game.control, game.white),
            (control, SharedPlayer::Somebody)
        );
    }

    #[test]
    fn what_was_taken_back_is_not_shared_and_the_end_is() {
        let mut state = page(people());
        for text in ["e2e4", "e7e5", "g1f3"] {
            play(&mut state, text, 0);
        }
        update(&mut state, PlayEvent::Undo, 0);
        update(&mut state, PlayEvent::Resign, 0);
        let game = shared_game(&state).unwrap();
        assert_eq!(game.moves.len(), 2);
        let lost = Outcome::win(Color::Black, Reason::Resignation);
        assert_eq!(game.outcome, Some(lost));
        assert!(game.left_ms.is_empty());
    }
}
