//! `GET /api/v1/search`: the request as a query string, for links and caches.

use serde::Deserialize;
use utoipa::IntoParams;

use super::request::{LimitsSpec, OptionsSpec, PositionFields, PositionSpec, SearchRequest};
use crate::field_error::FieldError;
use crate::schema::{BookName, EvaluationName, PlayingStyleName, Seed, StrategyName, TableSetName};

/// The parameters of the address; they mean what the fields of the same names do in a
/// [`SearchRequest`], and none is required. Lists of moves are separated by commas.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// The position before the moves; the usual start position where absent.
    #[param(max_length = 100, example = json!("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"))]
    pub fen: Option<String>,
    /// The moves played from there, in UCI notation, with commas between them; at most 1,000.
    #[param(
        pattern = "^([a-h][1-8][a-h][1-8][nbrqNBRQ]?(,[a-h][1-8][a-h][1-8][nbrqNBRQ]?){0,999})?$"
    )]
    pub moves: Option<String>,
    /// Who searches, an id of `GET /strategies`; the full engine where absent.
    #[param(value_type = Option<StrategyName>)]
    pub strategy: Option<String>,
    /// Depth in plies at which to stop.
    #[param(minimum = 1, maximum = 64, example = json!(6))]
    pub depth: Option<u8>,
    /// Positions visited after which to stop.
    #[param(minimum = 1, maximum = 50_000_000)]
    pub nodes: Option<u64>,
    /// Time in milliseconds after which to stop; 200 where no limit is named.
    #[param(minimum = 1, maximum = 10_000)]
    pub movetime_ms: Option<u64>,
    /// How many lines to answer.
    #[param(minimum = 1, maximum = 5)]
    pub multipv: Option<u8>,
    /// Only these moves are searched, in UCI notation, with commas between them; at most 218.
    #[param(
        pattern = "^([a-h][1-8][a-h][1-8][nbrqNBRQ]?(,[a-h][1-8][a-h][1-8][nbrqNBRQ]?){0,217})?$"
    )]
    pub searchmoves: Option<String>,
    /// The seed of everything random.
    #[param(value_type = Option<Seed>)]
    pub seed: Option<u64>,
    /// The size of the hash table in MB.
    #[param(minimum = 1, maximum = 64)]
    pub hash_mb: Option<u32>,
    /// Threads, if so many are idle.
    #[param(minimum = 1, maximum = 64)]
    pub threads: Option<u16>,
    /// Whether captures are searched to the end at the leaves.
    pub quiescence: Option<bool>,
    /// Whether a move may be skipped to prove that a position is good enough.
    pub null_move: Option<bool>,
    /// Who judges positions; the strategy's own where absent.
    #[param(value_type = Option<EvaluationName>)]
    pub evaluation: Option<String>,
    /// How strong a strategy that searches plays.
    #[param(minimum = 1, maximum = 10)]
    pub level: Option<u8>,
    /// The same in tenths of a level, in place of `level`.
    #[param(minimum = 1, maximum = 10, example = json!(3.4))]
    pub strength: Option<f64>,
    /// What a strategy that searches likes beside what is good.
    #[param(value_type = Option<PlayingStyleName>)]
    pub playing_style: Option<String>,
    /// What the hybrid opens with.
    #[param(value_type = Option<BookName>)]
    pub book: Option<String>,
    /// The endgame tables that a search at full strength asks, by the most men; `none` where absent.
    #[param(value_type = Option<TableSetName>)]
    pub tables: Option<String>,
}

impl SearchQuery {
    /// The request with these parameters.
    pub fn into_request(self) -> SearchRequest {
        let plain = SearchRequest::startpos();
        let options = OptionsSpec::default();
        SearchRequest {
            position: PositionSpec::From(PositionFields {
                fen: self.fen,
                moves: list(self.moves.as_deref()),
            }),
            strategy: self.strategy,
            limits: LimitsSpec {
                depth: self.depth,
                nodes: self.nodes,
                movetime_ms: self.movetime_ms,
            },
            multipv: self.multipv.unwrap_or(plain.multipv),
            searchmoves: list(self.searchmoves.as_deref()),
            seed: self.seed.unwrap_or(plain.seed),
            hash_mb: self.hash_mb.unwrap_or(plain.hash_mb),
            threads: self.threads.unwrap_or(plain.threads),
            options: OptionsSpec {
                quiescence: self.quiescence.unwrap_or(options.quiescence),
                null_move: self.null_move.unwrap_or(options.null_move),
                evaluation: self.evaluation,
                level: self.level,
                strength: self.strength,
                playing_style: self.playing_style,
                book: self.book,
                tables: self.tables,
            },
            trace: None,
        }
    }
}

/// The error with the field's name as a parameter: `limits.depth` becomes `depth`.
pub fn as_parameter(error: FieldError) -> FieldError {
    let prefixes = ["position.", "limits.", "options."];
    let mut names = prefixes
        .iter()
        .filter_map(|prefix| error.field.strip_prefix(prefix));
    match names.next() {
        Some(name) => FieldError::new(name, error.reason),
        None => error,
    }
}

/// Moves separated by commas.
fn list(text: Option<&str>) -> Vec<String> {
    let moves = text.unwrap_or_default().split(',').map(str::trim);
    moves
        .filter(|mv| !mv.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_names_nothing_is_the_plain_request() {
        let request = SearchQuery::default().into_request();
        let plain = SearchRequest {
            position: PositionSpec::From(PositionFields::default()),
            ..SearchRequest::startpos()
        };
        assert_eq!(request, plain);
    }

    #[test]
    fn moves_are_separated_by_commas() {
        assert_eq!(list(Some("e2e4, e7e5,")), ["e2e4", "e7e5"]);
        assert!(list(None).is_empty());
    }

    #[test]
    fn refusals_name_the_parameter() {
        for (field, named) in [
            ("position.moves[3]", "moves[3]"),
            ("limits.depth", "depth"),
            ("options.level", "level"),
            ("multipv", "multipv"),
        ] {
            let error = as_parameter(FieldError::new(field, "why"));
            assert_eq!(
                (error.field.as_str(), error.reason.as_str()),
                (named, "why")
            );
        }
    }
}
