//! Reads a game's text for the analysis, or says why it is refused.

use std::time::Duration;

use engine::book;
use engine::rules::pgn::{self, AnnotatedGame, PgnErrorKind, StatedScore};
use engine::rules::{Color, Game, NodeId, Position};
use engine::search::Score;

use super::found_game::player_name;
use super::game_key::GameKey;
use super::game_result::{GameEnd, MAX_DATE_CHARS, MAX_TIME_CONTROL_CHARS, PlayedOpening};
use super::move_times::{MoveTime, StatedTime, move_times};
use super::refused::{MAX_PLIES, MIN_PLIES, RefusedGame};
use super::time_control::TimeControl;
use super::visitor::Visitor;

/// A game with what its file says of it.
#[derive(Clone, Debug)]
pub(super) struct ReadGame {
    pub key: GameKey,
    pub date: String,
    pub players: [String; 2],
    pub end: GameEnd,
    pub opening: Option<PlayedOpening>,
    pub time_control: String,
    pub game: Game,
    /// The visitor's.
    pub sides: Vec<Color>,
    /// White's scores of the positions, where the file has one after each move; else empty.
    pub scores: Vec<Option<Score>>,
    /// Of each move.
    pub times: Vec<MoveTime>,
}

/// Reads a game.
///
/// # Errors
/// Why it is not analysed.
pub(super) fn read_game(text: &str, visitor: &Visitor) -> Result<ReadGame, RefusedGame> {
    let read = pgn::parse_annotated(text).map_err(|error| match &error.kind {
        PgnErrorKind::Variant { name } => RefusedGame::variant(name),
        _ => RefusedGame::unreadable(&error),
    })?;
    let players = ["White", "Black"].map(|tag| player_name(read.tags.get(tag)));
    let sides = visitor.sides(&players);
    if *read.tree.start() != Position::startpos() {
        return Err(RefusedGame::OtherStart);
    }
    let nodes = read.tree.main_line();
    match nodes.len() {
        0 => return Err(RefusedGame::NoMoves),
        1..MIN_PLIES => return Err(RefusedGame::TooShort),
        _ if sides.is_empty() => return Err(RefusedGame::NotVisitors),
        MIN_PLIES..=MAX_PLIES => {}
        _ => return Err(RefusedGame::TooLong),
    }
    let game = read
        .tree
        .game_at(nodes.last().copied().unwrap_or(NodeId::START));
    let tag = |name, most| {
        let text = read.tags.get(name).unwrap_or_default().trim().chars();
        let shown = text.filter(|letter| !letter.is_control());
        shown.take(most).collect::<String>()
    };
    let time_control = tag("TimeControl", MAX_TIME_CONTROL_CHARS);
    let date = match tag("UTCDate", MAX_DATE_CHARS) {
        date if date.is_empty() => tag("Date", MAX_DATE_CHARS),
        date => date,
    };
    let opening = book::opening(game.keys()).map(|opening| PlayedOpening {
        eco: opening.eco.to_owned(),
        name: opening.name.to_owned(),
    });
    Ok(ReadGame {
        key: GameKey::of(&read.tags, text),
        date: if date.starts_with('?') {
            String::new()
        } else {
            date
        },
        players,
        end: end_of(&read, &game),
        opening,
        times: move_times(
            &stated_times(&read, &nodes),
            TimeControl::parse(&time_control),
        ),
        scores: stated_scores(&read, &nodes),
        time_control,
        game,
        sides,
    })
}

/// The result that the text states, else that of the board.
fn end_of(read: &AnnotatedGame, game: &Game) -> GameEnd {
    match (read.result, game.outcome_without_claims()) {
        (pgn::GameResult::Win(color), _) => GameEnd::Win(color),
        (pgn::GameResult::Draw, _) => GameEnd::Draw,
        (pgn::GameResult::Unknown, Some(outcome)) => match outcome.winner {
            Some(color) => GameEnd::Win(color),
            None => GameEnd::Draw,
        },
        (pgn::GameResult::Unknown, None) => GameEnd::Unknown,
    }
}

fn stated_times(read: &AnnotatedGame, nodes: &[NodeId]) -> Vec<StatedTime> {
    let ms = |time: Duration| u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    let stated = nodes.iter().map(|&node| {
        let annotations = read.annotations.get(node);
        StatedTime {
            clock: annotations.and_then(|found| found.clock()).map(ms),
            elapsed: annotations.and_then(|found| found.elapsed()).map(ms),
        }
    });
    stated.collect()
}

/// The scores of the positions; none where one is missing, since those of two engines do not go together.
/// The start has none, and the end needs none.
fn stated_scores(read: &AnnotatedGame, nodes: &[NodeId]) -> Vec<Option<Score>> {
    let score_at = |&node: &NodeId| {
        let stated = read.annotations.get(node)?.evaluation()?;
        Some(match stated.score {
            StatedScore::Cp(cp) => Score::Cp(cp),
            StatedScore::Mate(moves) => Score::Mate(i32::from(moves)),
        })
    };
    let scores: Vec<Option<Score>> = nodes.iter().map(score_at).collect();
    let (_, before_last) = scores.split_last().unwrap_or((&None, &[]));
    match before_last.iter().all(Option::is_some) {
        true => std::iter::once(None).chain(scores).collect(),
        false => Vec::new(),
    }
}
