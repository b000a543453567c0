//! A game of the playing page as a link that needs no server:
//! `/play#moves=e4_e5&white=you&black=ponder.3.standard&seed=7`.
//!
//! | field | what it says |
//! |---|---|
//! | `fen` | the start, where it is not the usual one |
//! | `moves` | what was played, in SAN with `_` between; UCI is read, too |
//! | `white`, `black` | `you`, `person`, or a mind with its level and its book |
//! | `clock` | seconds for the game, a full stop, seconds for each move |
//! | `depth`, `quiescence`, `null_move` | the search's switches, where they are not the usual ones |
//! | `end` | how it was ended by somebody's will or by the clock: `1-0.resignation` |
//! | `seed` | of everything random |
//!
//! A link that names who plays says all of it, so that the game goes on as it would have where it
//! came from: where no clock ends their searches, the minds answer the same moves. What a learner
//! remembers stays at home. A link that names nobody is played against whom the visitor has chosen,
//! from the side that is to move.

mod error;
mod players;
#[cfg(test)]
mod tests;

use engine::rules::{Game, Outcome, Position, Reason, pgn::GameResult, san};
use wire::time_control::TimeControl;

pub use self::error::{MOST_PLIES, Refused};
use self::players::{Players, side_of};
use super::saved_game::SavedGame;
use super::{Draw, Seats, State, start_fen};
use crate::settings::{DEPTH_NAMES, Opponent, Settings};
use crate::url_fragment::{self, Fields, MAX_FRAGMENT_BYTES};

const SWITCH: [(&str, bool); 2] = [("on", true), ("off", false)];

/// A game that a link brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The moves.
    pub game: Game,
    /// How it was ended, where the rules did not end it.
    pub ended: Option<Outcome>,
    /// Who plays; `None` leaves it to the visitor's settings.
    players: Option<Players>,
    clock: Option<TimeControl>,
    depth: Option<u8>,
    quiescence: Option<bool>,
    null_move: Option<bool>,
    seed: Option<u64>,
}

/// The fragment, without `#`, that brings the game on the page to another one: as it is played, not
/// as it is looked at. A game that is too long for it goes as its position.
pub fn address_of(state: &State) -> String {
    let mut fragment = String::new();
    let mut add = |name: &str, value: &str| url_fragment::push_field(&mut fragment, name, value);
    let game = &state.game;
    let is_short = game.ply() <= MOST_PLIES;
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
    let [white, black] = players::sides(state);
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
    if let Some(end) = state.ended.filter(|_| is_short) {
        add("end", &format!("{}.{}", end.result(), end.reason.id()));
    }
    if let Some(id) = &state.client_id {
        add("seed", &id.seed().to_string());
    }
    fragment
}

/// What a fragment, without `#`, brings; `None` where it brings no game.
///
/// # Errors
/// The first field that cannot be read.
pub fn read(fragment: &str) -> Option<Result<Opened, Refused>> {
    const FIELDS: [&str; 10] = [
        "fen",
        "moves",
        "white",
        "black",
        "clock",
        "depth",
        "quiescence",
        "null_move",
        "end",
        "seed",
    ];
    if fragment.len() > MAX_FRAGMENT_BYTES {
        return Some(Err(Refused::TooLong {
            bytes: fragment.len(),
        }));
    }
    let fields = Fields::parse(fragment);
    FIELDS.iter().find(|name| fields.get(name).is_some())?;
    let twice = FIELDS.into_iter().find(|name| fields.has_twice(name));
    Some(match twice {
        Some(field) => Err(Refused::Twice { field }),
        None => opened(&fields),
    })
}

fn opened(fields: &Fields<'_>) -> Result<Opened, Refused> {
    let value = |field, expected| Value {
        field,
        expected,
        text: fields.get(field),
    };
    let game = game(fields.get("fen"), fields.get("moves"))?;
    let goes_on = game.ply() > 0 && game.outcome().is_none();
    let side =
        |field| value(field, "you, person, or a mind such as ponder.3.standard").read(side_of);
    let switch = |field| value(field, "on or off").read(|text| word(&SWITCH, text));
    Ok(Opened {
        players: Players::of(side("white")?, side("black")?),
        clock: value("clock", "seconds and increment, such as 300.3")
            .read(TimeControl::from_text)?,
        depth: value("depth", "1 to 6").read(|text| {
            let depth = text.parse().ok();
            depth.filter(|depth| (1..=DEPTH_NAMES.len() as u8).contains(depth))
        })?,
        quiescence: switch("quiescence")?,
        null_move: switch("null_move")?,
        ended: value(
            "end",
            "the result of a game that could go on, such as 1-0.resignation",
        )
        .read(|text| end_of(text).filter(|_| goes_on))?,
        seed: value("seed", "a whole number").read(|text| text.parse().ok())?,
        game,
    })
}

/// A field's value and what it should be.
struct Value<'a> {
    field: &'static str,
    expected: &'static str,
    text: Option<&'a str>,
}

impl Value<'_> {
    fn read<T>(self, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Refused> {
        let Some(text) = self.text else {
            return Ok(None);
        };
        match read(text) {
            Some(value) => Ok(Some(value)),
            None => Err(Refused::value(self.field, self.expected, text)),
        }
    }
}

fn game(fen: Option<&str>, moves: Option<&str>) -> Result<Game, Refused> {
    let start = match fen {
        Some(fen) => Position::from_fen(fen)?,
        None => Position::startpos(),
    };
    let mut game = Game::from_position(start);
    for (ply, word) in (1..).zip(moves.unwrap_or_default().split_whitespace()) {
        if ply > MOST_PLIES {
            return Err(Refused::TooManyMoves);
        }
        let position = game.position();
        let mv = position
            .parse_uci(word)
            .or_else(|_| san::parse(position, word))
            .map_err(|error| Refused::Move { ply, error })?;
        // A move that was read is legal.
        game.play(mv).ok();
    }
    Ok(game)
}

/// Ends that need somebody's will, or a clock.
fn end_of(text: &str) -> Option<Outcome> {
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

fn word<T: Copy>(words: &[(&str, T)], text: &str) -> Option<T> {
    let found = words.iter().find(|(word, _)| *word == text);
    found.map(|(_, value)| *value)
}

impl Opened {
    /// Whether this is the game on the board.
    pub fn is_on(&self, state: &State) -> bool {
        read(&address_of(state)).is_some_and(|there| there.as_ref() == Ok(self))
    }

    /// The game as it goes on here, with the settings under which it does. What `before` says of
    /// the visitor stays; a game that is over already is no result of theirs.
    pub fn begin(
        &self,
        chosen: &Settings,
        draw: &Draw,
        before: Option<&SavedGame>,
    ) -> (SavedGame, Settings) {
        let mut settings = *chosen;
        let seats = self.seat(&mut settings);
        let id = match self.seed {
            Some(seed) => draw.client_id.with_seed(seed),
            None => draw.client_id.clone(),
        };
        let is_over = self.ended.or_else(|| self.game.outcome()).is_some();
        let saved = SavedGame {
            ended: self.ended,
            counted: is_over,
            ..SavedGame::begin(id, draw.day, &self.game, seats, settings.clock, before)
        };
        (saved, settings)
    }

    /// Has the settings say what the link says; answers who plays.
    fn seat(&self, settings: &mut Settings) -> Seats {
        if self.players.is_some() {
            // It says all of it: what it does not mention is as usual.
            let usual = Settings::default();
            settings.clock = None;
            settings.depth = None;
            settings.quiescence = usual.quiescence;
            settings.null_move = usual.null_move;
        }
        settings.clock = self.clock.or(settings.clock);
        settings.depth = self.depth.or(settings.depth);
        settings.quiescence = self.quiescence.unwrap_or(settings.quiescence);
        settings.null_move = self.null_move.unwrap_or(settings.null_move);
        let players = self.players.unwrap_or(match settings.opponent {
            Opponent::Engine => Players::Against {
                human: self.game.position().side_to_move(),
                engine: None,
            },
            Opponent::Person => Players::People,
            Opponent::Engines => Players::Watched {
                white: settings.second_engine,
                black: settings.engine,
            },
        });
        players.sit_down(settings)
    }
}
