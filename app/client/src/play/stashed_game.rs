//! A game that made room on the board for one that came by a link, or for a new one, kept so that
//! nothing is lost.
//!
//! It lies beside the game on the board for as long as that one is there.

use serde::{Deserialize, Serialize};
use wire::game_id::GameId;

use super::saved_game::{SavedError, SavedGame};
use super::{LeftGame, State};
use crate::prefs::Prefs;
use crate::settings::Settings;

/// The key of the game in the browser's storage.
pub const ASIDE_KEY: &str = "ponder.aside";

/// The game with what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aside {
    /// The game on the board meanwhile.
    pub by: GameId,
    /// With how many moves that one came by a link; `None` for one of the visitor's own.
    pub came_with: Option<usize>,
    /// Whether that one was begun anew.
    #[serde(default)]
    pub by_new_game: bool,
    /// The game that waits.
    pub saved: SavedGame,
    /// Under what settings it was played, as the preferences' cookie has them.
    settings: String,
}

impl Aside {
    /// What lies aside once `next` is on the board in place of the page's game. That game is worth
    /// keeping if it goes on and somebody here had a part in it; else what lay aside before stays
    /// there.
    pub fn after(
        state: &State,
        before: Option<Self>,
        next: &SavedGame,
        by_link: bool,
    ) -> Option<Self> {
        let came_with = by_link.then_some(next.moves.len());
        let moves = state.game.ply() + state.game.redo_moves().len();
        let is_as_it_came = before
            .as_ref()
            .is_some_and(|aside| aside.came_with == Some(moves));
        let goes_on = state.has_begun() && state.outcome().is_none();
        let left = match state.saved() {
            Some(saved) if goes_on && !is_as_it_came => Some((saved, written(state.settings))),
            _ => before.map(|aside| (aside.saved, aside.settings)),
        };
        let (saved, settings) = left.filter(|(saved, _)| saved.client_id != next.client_id)?;
        Some(Self {
            by: next.client_id.clone(),
            came_with,
            by_new_game: false,
            saved,
            settings,
        })
    }

    /// What lies aside once a new game, `by`, has taken the place of one that went on.
    pub fn behind(by: GameId, left: &LeftGame) -> Self {
        Self {
            by,
            came_with: None,
            by_new_game: true,
            saved: left.saved.clone(),
            settings: written(left.settings),
        }
    }

    /// The settings for the game, should it come back: who plays and how is the game's, the rest as
    /// the visitor has it now.
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
            ..*now
        }
    }

    /// The text for the storage.
    pub fn encode(&self) -> String {
        // A struct of strings, numbers and lists has no way to fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`Aside::encode`] wrote.
    ///
    /// # Errors
    /// Why the text is of no use.
    pub fn decode(text: &str) -> Result<Self, SavedError> {
        let aside: Self = serde_json::from_str(text)?;
        aside.saved.game()?;
        Ok(aside)
    }
}

fn written(settings: Settings) -> String {
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
    use crate::play::Event;
    use crate::play::{Day, Draw, Seats, update};
    use crate::settings::{EngineSettings, Opponent};

    fn page(settings: Settings, moves: &[&str]) -> State {
        let mut state = State::new(settings);
        let draw = Draw {
            client_id: GameId::from_bits(1),
            color: Color::White,
            day: Day::default(),
        };
        let event = Event::Loaded {
            saved: None,
            unsent: Vec::new(),
            lessons: Vec::new(),
            draw,
            instant: true,
        };
        update(&mut state, event, 0);
        play(&mut state, moves);
        state
    }

    fn play(state: &mut State, moves: &[&str]) {
        for text in moves {
            let mv = state.game.position().parse_uci(text).unwrap();
            update(state, Event::UserMove(mv), 0);
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
        SavedGame::begin(
            GameId::from_bits(id),
            Day::default(),
            &game,
            Seats::People,
            None,
            None,
        )
    }

    /// Puts a game onto the board; what lies aside then.
    fn put(
        state: &mut State,
        before: Option<Aside>,
        next: SavedGame,
        by_link: bool,
    ) -> Option<Aside> {
        let aside = Aside::after(state, before, &next, by_link);
        let event = Event::TakeUp {
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
            level: Level::new(7).unwrap(),
            ..EngineSettings::new(StrategyId::Pruner)
        };
        let mut state = page(settings, &["e2e4", "e7e5"]);
        let own = state.saved().unwrap();
        let aside = put(&mut state, None, linked(2, &["d2d4"]), true).expect("kept");
        assert_eq!(Aside::decode(&aside.encode()).unwrap(), aside);
        assert_eq!((&aside.saved, &aside.by), (&own, &GameId::from_bits(2)));
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
        // The linked game was looked at and left.
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
            assert_eq!(aside.by, GameId::from_bits(3));
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
        assert_eq!(aside.came_with, None);
    }

    #[test]
    fn a_new_game_leaves_one_that_goes_on_aside_and_no_other() {
        let draw = |id| Draw {
            client_id: GameId::from_bits(id),
            color: Color::White,
            day: Day::default(),
        };
        let mut state = page(people(), &["e2e4", "e7e5"]);
        let own = state.saved().unwrap();
        update(&mut state, Event::NewGame(draw(2)), 0);
        let left = state.left.clone().expect("it went on");
        let aside = Aside::behind(GameId::from_bits(2), &left);
        assert_eq!((&aside.saved, aside.by_new_game), (&own, true));
        assert_eq!(Aside::decode(&aside.encode()).unwrap(), aside);
        let settings = aside.settings(&state.settings);
        let event = Event::TakeUp {
            saved: Box::new(aside.saved),
            settings: Box::new(settings),
        };
        update(&mut state, event, 0);
        assert_eq!(state.saved().unwrap().moves, own.moves);
        assert_eq!((state.left, state.client_id), (None, Some(own.client_id)));

        for over in [&[][..], &["f2f3", "e7e5", "g2g4", "d8h4"]] {
            let mut state = page(people(), over);
            update(&mut state, Event::NewGame(draw(2)), 0);
            assert_eq!(state.left, None);
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
            assert!(Aside::decode(&damaged).is_err(), "{damaged}");
        }
        assert!(Aside::decode("").is_err());
    }
}
