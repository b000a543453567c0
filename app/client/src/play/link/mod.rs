//! A game of the playing page as a link that needs no server:
//! `/play#moves=e4_e5&white=you&black=ponder.3.standard&seed=7`.
//!
//! | field | content |
//! |---|---|
//! | `fen` | the start position, where it is not the standard one |
//! | `moves` | the moves in SAN, `_` between them; UCI is read, too |
//! | `white`, `black` | `you`, `person`, or a strategy with its level and its book |
//! | `clock` | seconds for the game, a full stop, seconds for each move |
//! | `depth`, `quiescence`, `null_move`, `tables` | search settings that are not the default |
//! | `end` | the outcome by resignation, agreement or clock: `1-0.resignation` |
//! | `seed` | the seed of all randomness |
//!
//! A link that names the players is complete, so the game continues the same way everywhere: without
//! a clock the engines play the same moves. What a learner knows stays in its browser. In a link
//! without players the side to move is the visitor's, against the opponent of their settings.

mod error;
mod players;
#[cfg(test)]
mod tests;

use engine::rules::{Game, Outcome, Position, Reason, pgn::GameResult, san};
use engine::tables::TableSet;
use wire::time_control::TimeControl;

pub use self::error::{LinkError, MAX_PLIES};
pub use self::players::write_engine;
use self::players::{LinkPlayers, parse_side};
use super::saved_game::SavedGame;
use super::{NewGameSeed, PlayState, Players, start_fen};
use crate::settings::{DEPTH_NAMES, Opponent, Settings};
use crate::url_fragment::{self, Fields, MAX_FRAGMENT_BYTES};

const SWITCH: [(&str, bool); 2] = [("on", true), ("off", false)];

/// A game from a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedGame {
    pub game: Game,
    /// The outcome, where the rules did not end the game.
    pub ended: Option<Outcome>,
    /// `None` leaves the players to the visitor's settings.
    players: Option<LinkPlayers>,
    clock: Option<TimeControl>,
    depth: Option<u8>,
    quiescence: Option<bool>,
    null_move: Option<bool>,
    tables: Option<TableSet>,
    seed: Option<u64>,
}

/// The fragment, without `#`, for the game in its current position, whichever ply is shown. A game
/// that is too long is written as its position.
pub fn write_fragment(state: &PlayState) -> String {
    let mut fragment = String::new();
    let mut add = |name: &str, value: &str| url_fragment::push_field(&mut fragment, name, value);
    let game = &state.game;
    let is_short = game.ply() <= MAX_PLIES;
    let start = match is_short {
        true => start_fen(game),
        false => Some(game.position().to_fen()),
    };
    if let Some(fen) = start {
        add("fen", &fen);
    }
    if is_short && game.ply() > 0 {
        let sans = game.sans();
        let words = sans.iter().map(|san| san.trim_end_matches(['+', '#']));
        add("moves", &words.collect::<Vec<_>>().join(" "));
    }
    let [white, black] = players::write_sides(state);
    add("white", &white);
    add("black", &black);
    if let Some(clock) = &state.clock {
        add("clock", &clock.control.to_string());
    }
    if let Some(depth) = state.settings.depth {
        add("depth", &depth.to_string());
    }
    let switches = [
        ("quiescence", state.settings.quiescence),
        ("null_move", state.settings.null_move),
    ];
    for (name, _) in switches.iter().filter(|(_, on)| !on) {
        add(name, "off");
    }
    if state.settings.tables != TableSet::None {
        add("tables", state.settings.tables.as_str());
    }
    if let Some(end) = state.ended.filter(|_| is_short) {
        add("end", &format!("{}.{}", end.result(), end.reason.id()));
    }
    if let Some(id) = &state.client_id {
        add("seed", &id.seed().to_string());
    }
    fragment
}

/// Reads a fragment, without `#`; `None` if it holds no game.
///
/// # Errors
/// The first field that cannot be read.
pub fn parse_fragment(fragment: &str) -> Option<Result<LinkedGame, LinkError>> {
    const FIELDS: [&str; 11] = [
        "fen",
        "moves",
        "white",
        "black",
        "clock",
        "depth",
        "quiescence",
        "null_move",
        "tables",
        "end",
        "seed",
    ];
    if fragment.len() > MAX_FRAGMENT_BYTES {
        return Some(Err(LinkError::TooLong {
            bytes: fragment.len(),
        }));
    }
    let fields = Fields::parse(fragment);
    FIELDS.iter().find(|name| fields.get(name).is_some())?;
    let twice = FIELDS.into_iter().find(|name| fields.has_twice(name));
    Some(match twice {
        Some(field) => Err(LinkError::Twice { field }),
        None => parse_fields(&fields),
    })
}

fn parse_fields(fields: &Fields<'_>) -> Result<LinkedGame, LinkError> {
    let value = |field, expected| FieldValue {
        field,
        expected,
        text: fields.get(field),
    };
    let game = game(fields.get("fen"), fields.get("moves"))?;
    let goes_on = game.ply() > 0 && game.outcome().is_none();
    let side =
        |field| value(field, "you, person, or a mind such as ponder.3.standard").read(parse_side);
    let switch = |field| value(field, "on or off").read(|text| lookup(&SWITCH, text));
    Ok(LinkedGame {
        players: LinkPlayers::from_sides(side("white")?, side("black")?),
        clock: value("clock", "seconds and increment, such as 300.3")
            .read(TimeControl::from_text)?,
        depth: value("depth", "1 to 6").read(|text| {
            let depth = text.parse().ok();
            depth.filter(|depth| (1..=DEPTH_NAMES.len() as u8).contains(depth))
        })?,
        quiescence: switch("quiescence")?,
        null_move: switch("null_move")?,
        tables: value("tables", "none, 3 or 4").read(TableSet::of_ours)?,
        ended: value(
            "end",
            "the result of a game that could go on, such as 1-0.resignation",
        )
        .read(|text| parse_end(text).filter(|_| goes_on))?,
        seed: value("seed", "a whole number").read(|text| text.parse().ok())?,
        game,
    })
}

/// A field with its value and the expected form.
struct FieldValue<'a> {
    field: &'static str,
    expected: &'static str,
    text: Option<&'a str>,
}

impl FieldValue<'_> {
    fn read<T>(self, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, LinkError> {
        let Some(text) = self.text else {
            return Ok(None);
        };
        match read(text) {
            Some(value) => Ok(Some(value)),
            None => Err(LinkError::value(self.field, self.expected, text)),
        }
    }
}

fn game(fen: Option<&str>, moves: Option<&str>) -> Result<Game, LinkError> {
    let start = match fen {
        Some(fen) => Position::from_fen(fen)?,
        None => Position::startpos(),
    };
    let mut game = Game::from_position(start);
    for (ply, word) in (1..).zip(moves.unwrap_or_default().split_whitespace()) {
        if ply > MAX_PLIES {
            return Err(LinkError::TooManyMoves);
        }
        let position = game.position();
        let mv = position
            .parse_uci(word)
            .or_else(|_| san::parse(position, word))
            .map_err(|error| LinkError::Move { ply, error })?;
        // A parsed move is legal.
        game.play(mv).ok();
    }
    Ok(game)
}

/// Parses an outcome by resignation, agreement or clock.
fn parse_end(text: &str) -> Option<Outcome> {
    let (result, reason) = text.split_once('.')?;
    let reason = Reason::from_id(reason)?;
    let winner = match GameResult::from_text(result)? {
        GameResult::Win(color) => Some(color),
        GameResult::Draw => None,
        GameResult::Unknown => return None,
    };
    let fits = match reason {
        Reason::Resignation => winner.is_some(),
        Reason::Agreement => winner.is_none(),
        reason => reason == Reason::Timeout,
    };
    fits.then_some(Outcome { winner, reason })
}

fn lookup<T: Copy>(words: &[(&str, T)], text: &str) -> Option<T> {
    let found = words.iter().find(|(word, _)| *word == text);
    found.map(|(_, value)| *value)
}

impl LinkedGame {
    /// Whether this is the game on the board.
    pub fn is_on(&self, state: &PlayState) -> bool {
        parse_fragment(&write_fragment(state)).is_some_and(|there| there.as_ref() == Ok(self))
    }

    /// The game and the settings to continue it with. The visitor's results are those of `before`;
    /// a game that is over does not count.
    pub fn start(
        &self,
        chosen: &Settings,
        draw: &NewGameSeed,
        before: Option<&SavedGame>,
    ) -> (SavedGame, Settings) {
        let mut settings = *chosen;
        let seats = self.apply_players(&mut settings);
        let id = match self.seed {
            Some(seed) => draw.client_id.with_seed(seed),
            None => draw.client_id.clone(),
        };
        let is_over = self.ended.or_else(|| self.game.outcome()).is_some();
        let saved = SavedGame {
            ended: self.ended,
            counted: is_over,
            ..SavedGame::continue_from(id, draw.date, &self.game, seats, settings.clock, before)
        };
        (saved, settings)
    }

    /// Applies the link to the settings; returns the players.
    fn apply_players(&self, settings: &mut Settings) -> Players {
        if self.players.is_some() {
            // A link that names the players is complete: missing fields mean the defaults.
            let usual = Settings::default();
            settings.clock = None;
            settings.depth = None;
            settings.quiescence = usual.quiescence;
            settings.null_move = usual.null_move;
            settings.tables = usual.tables;
        }
        settings.clock = self.clock.or(settings.clock);
        settings.depth = self.depth.or(settings.depth);
        settings.quiescence = self.quiescence.unwrap_or(settings.quiescence);
        settings.null_move = self.null_move.unwrap_or(settings.null_move);
        settings.tables = self.tables.unwrap_or(settings.tables);
        let players = self.players.unwrap_or(match settings.opponent {
            Opponent::Engine => LinkPlayers::AgainstEngine {
                human: self.game.position().side_to_move(),
                engine: None,
            },
            Opponent::Person => LinkPlayers::TwoPeople,
            Opponent::Engines => LinkPlayers::TwoEngines {
                white: settings.second_engine,
                black: settings.engine,
            },
        });
        players.apply(settings)
    }
}
