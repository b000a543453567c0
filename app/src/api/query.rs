//! `GET /api/v1/search`: the request as an address, for links and caches.

use serde::Deserialize;

use super::request::{
    FieldError, LimitsSpec, OptionsSpec, PositionFields, PositionSpec, SearchRequest,
};

/// The parameters of the address; they mean what the fields of the same names do in a
/// [`SearchRequest`], and none is required. Lists of moves are separated by commas.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SearchQuery {
    pub fen: Option<String>,
    pub moves: Option<String>,
    pub strategy: Option<String>,
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    pub movetime_ms: Option<u64>,
    pub multipv: Option<u8>,
    pub searchmoves: Option<String>,
    pub seed: Option<u64>,
    pub hash_mb: Option<u32>,
    pub threads: Option<u16>,
    pub quiescence: Option<bool>,
    pub null_move: Option<bool>,
    pub evaluation: Option<String>,
    pub level: Option<u8>,
    pub book: Option<String>,
}

impl SearchQuery {
    /// The request that the address stands for.
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
                book: self.book,
            },
        }
    }
}

/// The same refusal with the field named as the address names it: `limits.depth` is `depth` there.
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

/// Moves between commas.
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
