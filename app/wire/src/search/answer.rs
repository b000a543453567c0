//! The answer of `POST /api/v1/search`, from the engine's decision.

use engine::eval::EvalConfig;
use engine::player::Decision;
use engine::rules::{Color, Game, Move, Outcome, Position, Reason, san};
use engine::search::{Explored, Line, Score};
use engine::short;
use engine::tables::TableSet;
use serde::{Deserialize, Serialize};

use super::request::{LimitsSpec, ResolvedSearch};
#[cfg(feature = "server")]
use crate::schema::TableSetName;

/// The body of a search's answer. Scores are white's view.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct SearchAnswer {
    /// The move to play; `None` where the game is over.
    pub bestmove: Option<MoveText>,
    /// How the game has ended, if it has.
    pub outcome: Option<OutcomeText>,
    /// Whose view the scores are: always white's.
    #[cfg_attr(feature = "server", schema(value_type = crate::schema::Side))]
    pub pov: Color,
    /// The lines, best first.
    pub lines: Vec<AnswerLine>,
    /// The depth that was finished, in plies.
    pub depth: u8,
    /// The deepest ply that was reached.
    pub seldepth: u8,
    /// Positions visited.
    pub nodes: u64,
    /// Positions per second.
    pub nps: u64,
    /// Time in milliseconds.
    pub time_ms: u64,
    /// What answered: `book`, `tablebase`, `learner`, `search`, `chance`.
    pub source: String,
    /// Who searched.
    pub strategy: String,
    /// The limits that held.
    pub limits: LimitsSpec,
    /// Why the search ended.
    pub stop_reason: String,
    /// The engine's name and version.
    pub engine: String,
    /// Who judged; of a network, also which: `network 0a1b2c3d`.
    pub evaluation: String,
    /// The endgame tables that were asked, by the most men; absent where there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(value_type = Option<TableSetName>))]
    pub tables: Option<String>,
    /// What the tables have of a solved position: `mate in 23, every other move draws`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<String>,
    /// Threads that searched; of more than one the answer can't be repeated.
    pub threads: u16,
    /// What the learner remembered, where it decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recalled: Option<RecalledText>,
    /// Whether the answer was kept from an earlier search.
    pub cached: bool,
}

/// A move in both notations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct MoveText {
    /// In UCI notation.
    pub uci: String,
    /// In standard algebraic notation.
    pub san: String,
}

/// A line of play with its score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct AnswerLine {
    /// White's view.
    pub score: ScoreText,
    /// White's wins, draws and losses expected of 1,000 games.
    pub wdl: [u16; 3],
    /// The moves.
    pub pv: PvText,
    /// Of a tree search: what has become of the line's first move.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(value_type = crate::schema::Explored))]
    pub explored: Option<ExploredText>,
}

/// A root move in a tree search. `q` is in white's view.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct ExploredText {
    /// How often the tree was walked down this way.
    pub visits: u32,
    /// The mean value of those visits, from -1 to 1.
    pub q: f64,
    /// How promising the move looked before, from 0 to 1.
    pub prior: f64,
}

/// A line's moves in both notations, of equal length.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct PvText {
    /// In UCI notation.
    pub uci: Vec<String>,
    /// In standard algebraic notation.
    pub san: Vec<String>,
}

/// A score in white's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ScoreText {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in so many moves; negative where white is mated.
    Mate(i32),
}

/// What a learner's move was worth before, to the side that plays it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct RecalledText {
    /// From -1 to 1.
    pub q: f64,
    /// Games in which it was played.
    pub visits: u32,
    /// Whether it was tried only to learn of it.
    pub exploratory: bool,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct OutcomeText {
    /// Who won; `None` for a draw.
    #[cfg_attr(feature = "server", schema(value_type = Option<crate::schema::Side>))]
    pub winner: Option<Color>,
    /// Why.
    #[cfg_attr(feature = "server", schema(value_type = crate::schema::Ending))]
    pub reason: Reason,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
}

/// The answer to a request, with the number of threads and the evaluation that were used.
pub fn answer(
    request: &ResolvedSearch,
    decision: &Decision,
    eval_config: &EvalConfig,
    threads: u16,
) -> SearchAnswer {
    let position = request.game.position();
    SearchAnswer {
        bestmove: decision.mv.map(|mv| move_text(position, mv)),
        outcome: request.game.outcome().as_ref().map(OutcomeText::from),
        pov: Color::White,
        lines: lines(&request.game, &decision.lines),
        depth: decision.depth,
        seldepth: decision.seldepth,
        nodes: decision.nodes,
        nps: nps(decision.nodes, decision.time_ms),
        time_ms: decision.time_ms,
        source: decision.source.as_str().to_owned(),
        strategy: request.strategy.as_str().to_owned(),
        limits: request.limits_spec,
        stop_reason: decision.stop_reason.as_str().to_owned(),
        engine: engine::NAME.to_owned(),
        evaluation: eval_config.name(),
        tables: match request.tables {
            TableSet::None => None,
            set => Some(set.as_str().to_owned()),
        },
        solved: decision.solved.map(|root| root.to_string()),
        threads,
        recalled: decision.recalled.map(|recalled| RecalledText {
            q: f64::from(recalled.q) / 1_000_000.0,
            visits: recalled.visits,
            exploratory: recalled.exploratory,
        }),
        cached: false,
    }
}

/// A legal move of `position` in both notations.
pub fn move_text(position: &Position, mv: Move) -> MoveText {
    MoveText {
        uci: mv.to_string(),
        san: san::write(position, mv),
    }
}

/// The moves of a line from `position` in both notations, up to the first that is illegal there.
pub fn pv_text(position: &Position, pv: &[Move]) -> PvText {
    let mut text = PvText::default();
    let mut position = *position;
    for &mv in pv {
        if !position.is_legal(mv) {
            break;
        }
        text.uci.push(mv.to_string());
        text.san.push(san::write(&position, mv));
        position = position.play(mv);
    }
    text
}

/// The lines of a decision about `game`, best first, in white's view.
pub fn lines(game: &Game, lines: &[Line]) -> Vec<AnswerLine> {
    let position = game.position();
    let mut lines: Vec<&Line> = lines.iter().collect();
    short::sort_by_key(&mut lines, |line| line.rank);
    lines
        .into_iter()
        .map(|line| {
            let score = line.score.for_white(position.side_to_move());
            AnswerLine {
                score: score.into(),
                wdl: score.wdl(),
                pv: pv_text(position, &line.pv),
                explored: line
                    .explored
                    .map(|found| explored(position.side_to_move(), found)),
            }
        })
        .collect()
}

/// A root move of a tree search by `side`, in white's view.
pub fn explored(side: Color, found: Explored) -> ExploredText {
    let sign = match side {
        Color::White => 1.0,
        Color::Black => -1.0,
    };
    ExploredText {
        visits: found.visits,
        q: sign * f64::from(found.q) / 1_000.0,
        prior: f64::from(found.prior) / 1_000.0,
    }
}

/// Positions per second; 0 where no time was measured.
pub fn nps(nodes: u64, time_ms: u64) -> u64 {
    match time_ms {
        0 => 0,
        ms => u64::try_from(u128::from(nodes) * 1000 / u128::from(ms)).unwrap_or(u64::MAX),
    }
}

impl From<Score> for ScoreText {
    fn from(score: Score) -> Self {
        match score {
            Score::Cp(cp) => Self::Cp(cp),
            Score::Mate(moves) => Self::Mate(moves),
        }
    }
}

impl From<&Outcome> for OutcomeText {
    fn from(outcome: &Outcome) -> Self {
        Self {
            winner: outcome.winner,
            reason: outcome.reason,
            result: outcome.result().to_owned(),
        }
    }
}

#[cfg(all(test, feature = "server"))]
mod tests {
    use engine::player::{Source, StopReason};

    use super::*;
    use crate::search::request::{PositionFields, PositionSpec, SearchRequest};

    fn request(moves: &[&str]) -> ResolvedSearch {
        let moves = moves.iter().map(|&text| text.to_owned()).collect();
        let position = PositionSpec::From(PositionFields { fen: None, moves });
        let request = SearchRequest {
            position,
            ..SearchRequest::startpos()
        };
        request.resolve().unwrap()
    }

    fn decision(request: &ResolvedSearch, score: Score, pv: &[&str]) -> Decision {
        let mut position = *request.game.position();
        let mut moves = Vec::new();
        for text in pv {
            let mv = position.parse_uci(text).unwrap();
            moves.push(mv);
            position = position.play(mv);
        }
        let line = Line {
            rank: 1,
            depth: 2,
            seldepth: 3,
            score,
            nodes: 500,
            time_ms: 2,
            hashfull: 0,
            explored: None,
            pv: moves.clone(),
        };
        Decision {
            mv: moves.first().copied(),
            source: Source::Search,
            lines: vec![line],
            depth: 2,
            seldepth: 3,
            nodes: 500,
            time_ms: 2,
            stop_reason: StopReason::Depth,
            sight: None,
            recalled: None,
            solved: None,
        }
    }

    #[test]
    fn black_giving_mate_is_a_negative_mate_in_whites_view_in_both_notations() {
        let request = request(&["f2f3", "e7e5", "g2g4"]);
        let decision = decision(&request, Score::Mate(1), &["d8h4"]);
        let answer = answer(&request, &decision, &request.judge(), 1);
        let json = serde_json::to_value(&answer).unwrap();
        let expected = serde_json::json!({
            "bestmove": { "uci": "d8h4", "san": "Qh4#" }, "outcome": null, "pov": "white",
            "lines": [ { "score": { "mate": -1 }, "wdl": [0, 0, 1000],
                         "pv": { "uci": ["d8h4"], "san": ["Qh4#"] } } ],
            "depth": 2, "seldepth": 3, "nodes": 500, "nps": 250_000, "time_ms": 2,
            "source": "search", "strategy": "intuition", "limits": { "movetime_ms": 200 },
            "stop_reason": "depth", "engine": engine::NAME, "evaluation": request.judge().name(),
            "threads": 1, "cached": false
        });
        assert_eq!(json, expected);
        assert_eq!(
            serde_json::from_value::<SearchAnswer>(json).unwrap(),
            answer
        );
    }

    #[test]
    fn a_finished_position_has_an_outcome_and_no_move() {
        let request = request(&["f2f3", "e7e5", "g2g4", "d8h4"]);
        let over = Decision {
            mv: None,
            lines: Vec::new(),
            stop_reason: StopReason::GameOver,
            ..decision(&request, Score::Cp(0), &[])
        };
        let json = serde_json::to_value(answer(&request, &over, &request.judge(), 1)).unwrap();
        assert_eq!(json["bestmove"], serde_json::Value::Null);
        assert_eq!(
            json["outcome"],
            serde_json::json!({ "winner": "black", "reason": "checkmate", "result": "0-1" })
        );
        assert_eq!(json["stop_reason"], "game_over");
    }

    #[test]
    fn a_line_ends_before_its_first_illegal_move() {
        let position = Position::startpos();
        let mv = position.parse_uci("e2e4").unwrap();
        assert_eq!(pv_text(&position, &[mv, mv]).san, ["e4"]);
    }
}
