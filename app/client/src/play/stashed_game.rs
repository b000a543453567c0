//! A game that was replaced on the board by one from a link or by a new one, stored so that it is
//! not lost.
//!
//! It stays as long as the game that replaced it.

use serde::{Deserialize, Serialize};
use wire::game_id::GameId;

use super::saved_game::{SavedError, SavedGame};
use super::{PlayState, ReplacedGame};
use crate::prefs::Prefs;
use crate::settings::Settings;

/// The key of the stashed game in the browser's storage.
pub const STASH_KEY: &str = "ponder.aside";

/// A stashed game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StashedGame {
    /// The game that replaced it.
    #[serde(rename = "by")]
    pub replaced_by: GameId,
    /// The number of moves that the replacing game had in its link; `None` for a game of the
    /// visitor.
    #[serde(rename = "came_with")]
    pub linked_moves: Option<usize>,
    /// Whether a new game replaced it.
    #[serde(default)]
    pub by_new_game: bool,
    pub saved: SavedGame,
    /// The settings that it was played with, in the format of the preferences' cookie.
    settings: String,
}

impl StashedGame {
    /// The stashed game after `next` replaces the page's game. The page's game is stashed if it is
    /// unfinished and the visitor has played in it; otherwise the earlier stash stays.
    pub fn after_replacement(
        state: &PlayState,
        before: Option<Self>,
        next: &SavedGame,
        by_link: bool,
    ) -> Option<Self> {
        let came_with = by_link.then_some(next.moves.len());
        let moves = state.game.ply() + state.game.redo_moves().len();
        let is_as_it_came = before
            .as_ref()
            .is_some_and(|aside| aside.linked_moves == Some(moves));
        let goes_on = state.has_begun() && state.outcome().is_none();
        let left = match state.saved() {
            Some(saved) if goes_on && !is_as_it_came => {
                Some((saved, settings_text(state.settings)))
            }
            _ => before.map(|aside| (aside.saved, aside.settings)),
        };
        let (saved, settings) = left.filter(|(saved, _)| saved.client_id != next.client_id)?;
        Some(Self {
            replaced_by: next.client_id.clone(),
            linked_moves: came_with,
            by_new_game: false,
            saved,
            settings,
        })
    }

    /// The stashed game after a new game, `by`, has replaced an unfinished one.
    pub fn before_new_game(by: GameId, left: &ReplacedGame) -> Self {
        Self {
            replaced_by: by,
            linked_moves: None,
            by_new_game: true,
            saved: left.saved.clone(),
            settings: settings_text(left.settings),
        }
    }

    /// The settings to restore the game with: players and strength are the game's, the rest is the
    /// visitor's.
    pub fn settings(&self, now: &Settings) -> Settings {
        let then = Prefs::parse(&self.settings).settings;
        Settings {
            opponent: then.opponent,
            color: then.color,
            clock: then.clock,
            engine: then.engine,
            second_engine: then.second_engine,
            depth: then.depth,
            quiescence: then.quiescence,
            null_move: then.null_move,
            tables: then.tables,
            ..*now
        }
    }

    /// The text for the storage.
    pub fn encode(&self) -> String {
        // Serialising strings, numbers and lists cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads the text of [`StashedGame::encode`].
    ///
    /// # Errors
    /// Why the text cannot be restored.
    pub fn decode(text: &str) -> Result<Self, SavedError> {
        let aside: Self = serde_json::from_str(text)?;
        aside.saved.game()?;
        Ok(aside)
    }
}

fn settings_text(settings: Settings) -> String {
    let prefs = Prefs {
        settings,
        ..Prefs::default()
    };
    prefs.to_value()
}

#[cfg(test)]
mod tests {
    use engine::player::{Level, StrategyId};
    use engine::rules::{Color, Game};

    use super::*;
    use crate::play::PlayEvent;
    use crate::play::{CalendarDate, NewGameSeed, Players, update};
    use crate::settings::{EngineSettings, Opponent};

    fn page(settings: Settings, moves: &[&str]) -> PlayState {
        let mut state = PlayState::new(settings);
        let draw = NewGameSeed {
            client_id: GameId::from_bits(1),
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
        play(&mut state, moves);
        state
    }

    fn play(state: &mut PlayState, moves: &[&str]) {
        for text in moves {
            let mv = state.game.position().parse_uci(text).unwrap();
            update(state, PlayEvent::UserMove(mv), 0);
        }
    }

    fn people() -> Settings {
        Settings {
            opponent: Opponent::Person,
            ..Settings::default()
        }
    }

    fn linked(id: u128, moves: &[&str]) -> SavedGame {
        let mut game = Game::new();
        for text in moves {
            game.play(game.position().parse_uci(text).unwrap()).unwrap();
        }
        SavedGame::continue_from(
            GameId::from_bits(id),
            CalendarDate::default(),
            &game,
            Players::TwoPeople,
            None,
            None,
        )
    }

    /// Puts a game on the board; returns the stash.
    fn put(
        state: &mut PlayState,
        before: Option<StashedGame>,
        next: SavedGame,
        by_link: bool,
    ) -> Option<StashedGame> {
        let aside = StashedGame::after_replacement(state, before, &next, by_link);
        let event = PlayEvent::RestoreGame {
            saved: Box::new(next),
            settings: Box::new(state.settings),
        };
        update(state, event, 0);
        aside
    }

    #[test]
    fn a_game_that_goes_on_is_kept_with_its_settings_and_comes_back() {
        let mut settings = people();
        settings.engine = EngineSettings {
            strength: Level::new(7).unwrap().into(),
            ..EngineSettings::new(StrategyId::Pruner)
        };
        let mut state = page(settings, &["e2e4", "e7e5"]);
        let own = state.saved().unwrap();
        let aside = put(&mut state, None, linked(2, &["d2d4"]), true).expect("kept");
        assert_eq!(StashedGame::decode(&aside.encode()).unwrap(), aside);
        assert_eq!(
            (&aside.saved, &aside.replaced_by),
            (&own, &GameId::from_bits(2))
        );
        let now = Settings {
            hints: false,
            ..Settings::default()
        };
        let back = aside.settings(&now);
        assert_eq!(
            (back.engine, back.opponent),
            (settings.engine, Opponent::Person)
        );
        assert!(!back.hints, "how the page looks is as it is now");
        // The linked game was only viewed.
        assert_eq!(put(&mut state, Some(aside), own.clone(), false), None);
        assert_eq!(state.saved().unwrap().moves, own.moves);
    }

    #[test]
    fn what_nobody_here_has_begun_or_what_is_over_is_not_kept() {
        let mut state = page(people(), &[]);
        assert_eq!(put(&mut state, None, linked(2, &["d2d4"]), true), None);
        let mut state = page(people(), &["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!(put(&mut state, None, linked(2, &["d2d4"]), true), None);
    }

    #[test]
    fn a_second_link_leaves_the_visitors_own_game_aside_unless_the_first_was_played_on() {
        for played_on in [false, true] {
            let mut state = page(people(), &["e2e4"]);
            let own = state.saved().unwrap();
            let aside = put(&mut state, None, linked(2, &["d2d4"]), true);
            if played_on {
                play(&mut state, &["d7d5"]);
            }
            let first = state.saved().unwrap();
            let aside = put(&mut state, aside, linked(3, &["c2c4"]), true).expect("kept");
            assert_eq!(aside.replaced_by, GameId::from_bits(3));
            assert_eq!(aside.saved, if played_on { first } else { own });
        }
    }

    #[test]
    fn going_back_keeps_a_linked_game_that_was_played_on() {
        let mut state = page(people(), &["e2e4"]);
        let own = state.saved().unwrap();
        let aside = put(&mut state, None, linked(2, &["d2d4"]), true);
        play(&mut state, &["d7d5"]);
        let aside = put(&mut state, aside, own, false).expect("kept");
        assert_eq!(aside.saved.moves, ["d2d4", "d7d5"]);
        assert_eq!(aside.linked_moves, None);
    }

    #[test]
    fn a_new_game_leaves_one_that_goes_on_aside_and_no_other() {
        let draw = |id| NewGameSeed {
            client_id: GameId::from_bits(id),
            color: Color::White,
            date: CalendarDate::default(),
        };
        let mut state = page(people(), &["e2e4", "e7e5"]);
        let own = state.saved().unwrap();
        update(&mut state, PlayEvent::NewGame(draw(2)), 0);
        let left = state.replaced_game.clone().expect("it went on");
        let aside = StashedGame::before_new_game(GameId::from_bits(2), &left);
        assert_eq!((&aside.saved, aside.by_new_game), (&own, true));
        assert_eq!(StashedGame::decode(&aside.encode()).unwrap(), aside);
        let settings = aside.settings(&state.settings);
        let event = PlayEvent::RestoreGame {
            saved: Box::new(aside.saved),
            settings: Box::new(settings),
        };
        update(&mut state, event, 0);
        assert_eq!(state.saved().unwrap().moves, own.moves);
        assert_eq!(
            (state.replaced_game, state.client_id),
            (None, Some(own.client_id))
        );

        for over in [&[][..], &["f2f3", "e7e5", "g2g4", "d8h4"]] {
            let mut state = page(people(), over);
            update(&mut state, PlayEvent::NewGame(draw(2)), 0);
            assert_eq!(state.replaced_game, None);
        }
    }

    #[test]
    fn damaged_text_is_no_game() {
        let mut state = page(people(), &["e2e4"]);
        let aside = put(&mut state, None, linked(2, &["d2d4"]), true).expect("kept");
        let good = aside.encode();
        for (from, to) in [
            ("e2e4", "e2e5"),
            ("\"by\":\"0", "\"by\":\"x"),
            ("\"settings\"", "\"x\""),
        ] {
            let damaged = good.replace(from, to);
            assert_ne!(damaged, good);
            assert!(StashedGame::decode(&damaged).is_err(), "{damaged}");
        }
        assert!(StashedGame::decode("").is_err());
    }
}
