//! `POST /api/v1/search`: the request, and its translation to the engine's types.
//!
//! Serde checks the form and rejects unknown fields by name; [`SearchRequest::resolve`] checks the
//! meaning and names the field that it rejects. `position`, `limits` and `options` are parts of the
//! request, `trace` asks for its tree, `field` reads and rejects fields.

mod field;
mod limits;
mod options;
mod position;
mod trace;

use engine::book::Style;
use engine::eval::{Evaluation, PlayingStyle};
use engine::player::{StrategyId, Strength};
use engine::rules::{Game, Move, Position};
use engine::search::{Options, SearchLimits};
use engine::tables::TableSet;
use serde::{Deserialize, Serialize};

use crate::NetworkId;
use crate::field_error::FieldError;
#[cfg(feature = "server")]
use crate::schema::{Seed, StrategyName, UciMove};
pub use field::object;
use field::{check, optional_object};
pub use limits::{DEFAULT_MOVETIME_MS, LimitsSpec, MAX_DEPTH, MAX_MOVETIME_MS, MAX_NODES};
pub use options::OptionsSpec;
pub use position::{MAX_PLIES, PositionFields, PositionSpec};
pub use trace::{MAX_TRACE_NODES, TraceSpec};

/// The most lines that may be asked for.
pub const MAX_MULTIPV: u8 = 5;
/// The hash table of a request that names no size, in MB.
pub const DEFAULT_HASH_MB: u32 = 16;
/// The largest hash table that may be asked for, in MB.
pub const MAX_HASH_MB: u32 = 64;
/// The most threads that may be asked for.
pub const MAX_THREADS: u16 = 64;

/// The most `searchmoves` that may be sent: as many as there are legal moves in any position.
pub const MAX_SEARCHMOVES: usize = 218;

/// The body of a search request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    /// What to search.
    pub position: PositionSpec,
    /// Who searches, an id of `GET /api/v1/strategies`; the full engine where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(value_type = Option<StrategyName>))]
    pub strategy: Option<String>,
    /// When to stop; 200 ms where absent or empty.
    #[serde(
        default,
        deserialize_with = "object",
        skip_serializing_if = "LimitsSpec::is_empty"
    )]
    pub limits: LimitsSpec,
    /// How many lines to answer.
    #[serde(default = "default_multipv")]
    #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 5))]
    pub multipv: u8,
    /// Only these moves are searched, in UCI notation; all where empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "server", schema(value_type = Vec<UciMove>, max_items = 218))]
    pub searchmoves: Vec<String>,
    /// The seed of everything random.
    #[serde(default)]
    #[cfg_attr(feature = "server", schema(value_type = Seed))]
    pub seed: u64,
    /// The size of the hash table in MB.
    #[serde(default = "default_hash_mb")]
    #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 64))]
    pub hash_mb: u32,
    /// Threads; as many take part as are idle. Only one gives the same answer every time.
    #[serde(default = "default_threads")]
    #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 64))]
    pub threads: u16,
    /// Switches of the search.
    #[serde(default, deserialize_with = "object")]
    pub options: OptionsSpec,
    /// Tell the tree of the search, too; only in a stream.
    #[serde(
        default,
        deserialize_with = "optional_object",
        skip_serializing_if = "Option::is_none"
    )]
    pub trace: Option<TraceSpec>,
}

/// A checked request, in the engine's types.
#[derive(Debug, Clone)]
pub struct ResolvedSearch {
    pub game: Game,
    pub strategy: StrategyId,
    pub limits: SearchLimits,
    /// The limits as the answer reports them.
    pub limits_spec: LimitsSpec,
    pub seed: u64,
    pub hash_mb: u32,
    /// The requested threads; fewer are used if fewer are idle.
    pub threads: u16,
    pub options: Options,
    /// `None` for the strategy's own.
    pub evaluation: Option<Evaluation>,
    /// The uploaded network that judges; `None` for the site's.
    pub network_id: Option<NetworkId>,
    /// That network, once the server has loaded it.
    #[cfg(feature = "server")]
    pub network: Option<engine::eval::SharedEval>,
    /// The playing strength; `None` plays as well as the limits allow.
    pub strength: Option<Strength>,
    /// What it likes beside what is good.
    pub playing_style: Option<PlayingStyle>,
    /// The opening book's style; `None` without a book.
    pub book: Option<Style>,
    /// The endgame tables that it is lent; none where the strategy or its level may have none.
    pub tables: TableSet,
    /// The tree to tell.
    pub trace: Option<TraceSpec>,
}

#[cfg(feature = "server")]
impl ResolvedSearch {
    /// The request again, for another process of the site: it resolves to the same search, but for an uploaded
    /// network.
    pub fn to_request(&self) -> SearchRequest {
        let uci = |mv: &Move| mv.to_string();
        let start = self.game.start();
        let limits = self.limits_spec;
        // A process of an earlier version knows levels alone.
        let between = self.strength.and_then(Strength::between);
        let level = self.strength.filter(|_| between.is_none());
        SearchRequest {
            position: PositionSpec::From(PositionFields {
                fen: Some(start.to_fen()),
                moves: self.game.moves().iter().map(uci).collect(),
            }),
            strategy: Some(self.strategy.as_str().to_owned()),
            limits: LimitsSpec {
                movetime_ms: limits.movetime_ms.map(|ms| ms.min(MAX_MOVETIME_MS)),
                ..limits
            },
            multipv: self.limits.multipv,
            searchmoves: self.limits.searchmoves.iter().map(uci).collect(),
            seed: self.seed,
            hash_mb: self.hash_mb,
            threads: self.threads,
            options: OptionsSpec {
                quiescence: self.options.quiescence,
                null_move: self.options.null_move,
                evaluation: self
                    .evaluation
                    .map(|evaluation| evaluation.as_str().to_owned()),
                level: level.map(|strength| strength.level().number()),
                strength: between.map(f64::from),
                playing_style: self.playing_style.map(|style| style.to_string()),
                book: Some(self.book.map_or("off", Style::as_str).to_owned()),
                tables: Some(self.tables.as_str().to_owned()),
            },
            trace: self.trace,
        }
    }

    /// The evaluation at its best.
    pub fn judge(&self) -> engine::eval::EvalConfig {
        let evaluation = self.evaluation.unwrap_or(self.strategy.evaluation());
        match &self.network {
            Some(network) => engine::eval::EvalConfig {
                network: Some(network.clone()),
                ..evaluation.into()
            },
            None => engine::eval::EvalConfig::shipped(evaluation),
        }
    }
}

impl SearchRequest {
    /// A search of the standard start position with the defaults.
    pub fn startpos() -> Self {
        Self {
            position: PositionSpec::Startpos,
            strategy: None,
            limits: LimitsSpec::default(),
            multipv: 1,
            searchmoves: Vec::new(),
            seed: 0,
            hash_mb: DEFAULT_HASH_MB,
            threads: 1,
            options: OptionsSpec::default(),
            trace: None,
        }
    }

    /// Checks the request's meaning.
    ///
    /// # Errors
    /// The first field that is rejected, with the reason.
    pub fn resolve(&self) -> Result<ResolvedSearch, FieldError> {
        let game = self.position.game()?;
        let strategy = self.strategy_id()?;
        check("multipv", self.multipv, MAX_MULTIPV)?;
        check("hash_mb", self.hash_mb, MAX_HASH_MB)?;
        check("threads", self.threads, MAX_THREADS)?;
        let (evaluation, network_id) = self.options.evaluation()?;
        let strength = self.options.strength()?;
        let playing_style = self.options.playing_style()?;
        let book = self.options.book()?;
        let tables = self.options.tables()?;
        if let Some(trace) = self.trace {
            trace.check(strategy, self.options.changed_by(), self.threads)?;
            if tables != TableSet::None {
                let reason = "the tree of a search that asks tables is not told";
                return Err(FieldError::new("options.tables", reason));
            }
        }
        let limits_spec = self.limits.or_default()?;
        let limits = SearchLimits {
            multipv: self.multipv,
            searchmoves: self.searchmoves(game.position())?,
            ..limits_spec.to_limits()
        };
        Ok(ResolvedSearch {
            game,
            strategy,
            limits,
            limits_spec,
            seed: self.seed,
            hash_mb: self.hash_mb,
            threads: self.threads,
            options: Options {
                quiescence: self.options.quiescence,
                null_move: self.options.null_move,
            },
            evaluation,
            network_id,
            #[cfg(feature = "server")]
            network: None,
            strength,
            playing_style,
            book,
            tables: match strategy.may_use_tables(strength) {
                true => tables,
                false => TableSet::None,
            },
            trace: self.trace,
        })
    }

    fn strategy_id(&self) -> Result<StrategyId, FieldError> {
        let Some(id) = &self.strategy else {
            return Ok(StrategyId::Intuition);
        };
        crate::strategies::ready(id).map_err(|reason| FieldError::new("strategy", reason))
    }

    fn searchmoves(&self, position: &Position) -> Result<Vec<Move>, FieldError> {
        let found = self.searchmoves.len();
        if found > MAX_SEARCHMOVES {
            let reason = format!("at most {MAX_SEARCHMOVES} moves are taken, found {found}");
            return Err(FieldError::new("searchmoves", reason));
        }
        let mut moves = Vec::with_capacity(found);
        for (index, text) in self.searchmoves.iter().enumerate() {
            let mv = position
                .parse_uci(text)
                .map_err(|error| FieldError::new(format!("searchmoves[{index}]"), error))?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        Ok(moves)
    }
}

fn default_multipv() -> u8 {
    1
}

fn default_threads() -> u16 {
    1
}

fn default_hash_mb() -> u32 {
    DEFAULT_HASH_MB
}

#[cfg(test)]
mod tests;
