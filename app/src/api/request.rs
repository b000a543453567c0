//! `POST /api/v1/search`: the request, and its translation into what the engine takes.
//!
//! Shape is checked by serde (unknown fields are refused by name), meaning by
//! [`SearchRequest::resolve`], which names the field that it refuses.

use std::{fmt, marker::PhantomData, time::Duration};

use engine::{
    book::Style,
    eval::Evaluation,
    player::{Level, StrategyId},
    rules::{Game, Move, Position},
    search::{Options, SearchLimits},
};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

/// Limits of a request that names none: 200 ms.
pub const DEFAULT_MOVETIME_MS: u64 = 200;
/// The longest search that may be asked for, in milliseconds.
pub const MAX_MOVETIME_MS: u64 = 60_000;
/// The deepest search that may be asked for, in plies.
pub const MAX_DEPTH: u8 = 64;
/// The most lines that may be asked for.
pub const MAX_MULTIPV: u8 = 5;
/// The hash table of a request that names no size, in MB.
pub const DEFAULT_HASH_MB: u32 = 16;
/// The largest hash table that may be asked for, in MB.
pub const MAX_HASH_MB: u32 = 256;
/// The most threads that may be asked for.
pub const MAX_THREADS: u16 = 64;
/// The longest game that may be sent, in plies.
pub const MAX_PLIES: usize = 1_000;
/// The longest FEN that may be sent, in bytes; no position needs more than 90.
pub const MAX_FEN_BYTES: usize = 100;

/// A field of a well-formed request that can't be carried out, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason}")]
pub struct FieldError {
    /// The field, as a path into the request: `position.moves[3]`.
    pub field: String,
    /// What was expected and what was found.
    pub reason: String,
}

impl FieldError {
    /// Refuses `field` for `reason`.
    pub fn new(field: impl Into<String>, reason: impl fmt::Display) -> Self {
        Self {
            field: field.into(),
            reason: reason.to_string(),
        }
    }

    /// The same of a field that stands within `parent`.
    pub fn within(self, parent: &str) -> Self {
        Self {
            field: format!("{parent}.{}", self.field),
            ..self
        }
    }
}

/// The body of a search request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    /// What to search.
    pub position: PositionSpec,
    /// Who searches, an id of `GET /api/v1/strategies`; the full engine where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<String>,
    /// When to stop; 200 ms where absent or empty.
    #[serde(
        default,
        deserialize_with = "object",
        skip_serializing_if = "LimitsSpec::is_empty"
    )]
    pub limits: LimitsSpec,
    /// How many lines to answer, 1..=5.
    #[serde(default = "one")]
    #[cfg_attr(feature = "ssr", schema(minimum = 1, maximum = 5))]
    pub multipv: u8,
    /// Only these moves are searched, in UCI notation; all where empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searchmoves: Vec<String>,
    /// The seed of everything random.
    #[serde(default)]
    pub seed: u64,
    /// The size of the hash table in MB.
    #[serde(default = "default_hash_mb")]
    #[cfg_attr(feature = "ssr", schema(minimum = 1, maximum = 64))]
    pub hash_mb: u32,
    /// Threads, 1..=64; as many take part as are idle. Only one gives the same answer every time.
    #[serde(default = "one_thread")]
    #[cfg_attr(feature = "ssr", schema(minimum = 1, maximum = 64))]
    pub threads: u16,
    /// Switches of the search.
    #[serde(default, deserialize_with = "object")]
    pub options: OptionsSpec,
}

/// A position with its history: `"startpos"`, or a FEN and the moves played from it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum PositionSpec {
    /// The usual start position.
    #[default]
    Startpos,
    /// Moves from a position.
    From(PositionFields),
}

/// The fields of a [`PositionSpec`] that is an object.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PositionFields {
    /// The position before the moves; the usual start position where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The moves played from there, in UCI notation. Repetition needs them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// When a search stops. Whichever comes first counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LimitsSpec {
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ssr", schema(minimum = 1, maximum = 64))]
    pub depth: Option<u8>,
    /// Positions visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ssr", schema(minimum = 1, maximum = 50_000_000))]
    pub nodes: Option<u64>,
    /// Time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ssr", schema(minimum = 1, maximum = 10_000))]
    pub movetime_ms: Option<u64>,
}

/// Switches that change the search (S3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct OptionsSpec {
    /// Whether captures are searched to the end at the leaves.
    pub quiescence: bool,
    /// Whether a move may be skipped to prove that a position is good enough.
    pub null_move: bool,
    /// Who judges positions (E3): the strategy's own where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
    /// How strong a strategy that searches plays, 1..=10: as well as its limits let it where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ssr", schema(minimum = 1, maximum = 10))]
    pub level: Option<u8>,
    /// What the hybrid opens with (B1): `standard` where absent, or `off`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
}

/// A request that was checked, in the engine's types.
#[derive(Debug, Clone)]
pub struct Resolved {
    /// The game with its history.
    pub game: Game,
    /// Who searches.
    pub strategy: StrategyId,
    /// When to stop, how many lines, which moves.
    pub limits: SearchLimits,
    /// The limits as the answer reports them.
    pub limits_spec: LimitsSpec,
    /// The seed of everything random.
    pub seed: u64,
    /// The size of the hash table in MB.
    pub hash_mb: u32,
    /// Threads, if so many are idle.
    pub threads: u16,
    /// Switches of the search.
    pub options: Options,
    /// Who judges positions; `None` is the strategy's own.
    pub evaluation: Option<Evaluation>,
    /// How strong it plays; `None` is as well as its limits let it.
    pub level: Option<Level>,
    /// The hybrid's openings; `None` is off.
    pub book: Option<Style>,
}

impl SearchRequest {
    /// A search of the usual start position with the defaults.
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
        }
    }

    /// Checks the request's meaning.
    ///
    /// # Errors
    /// The first field that can't be carried out, with the reason.
    pub fn resolve(&self) -> Result<Resolved, FieldError> {
        let game = self.position.game()?;
        let strategy = self.strategy_id()?;
        check(
            "multipv",
            u64::from(self.multipv),
            1,
            u64::from(MAX_MULTIPV),
        )?;
        check(
            "hash_mb",
            u64::from(self.hash_mb),
            1,
            u64::from(MAX_HASH_MB),
        )?;
        check(
            "threads",
            u64::from(self.threads),
            1,
            u64::from(MAX_THREADS),
        )?;
        let evaluation = self.options.evaluation()?;
        let level = self.options.level()?;
        let book = self.options.book()?;
        let limits_spec = self.limits.or_default()?;
        let limits = SearchLimits {
            multipv: self.multipv,
            searchmoves: self.searchmoves(game.position())?,
            ..limits_spec.to_limits()
        };
        Ok(Resolved {
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
            level,
            book,
        })
    }

    fn strategy_id(&self) -> Result<StrategyId, FieldError> {
        let Some(id) = &self.strategy else {
            return Ok(StrategyId::Calculator);
        };
        super::strategies::ready(id).map_err(|reason| FieldError::new("strategy", reason))
    }

    fn searchmoves(&self, position: &Position) -> Result<Vec<Move>, FieldError> {
        let mut moves = Vec::with_capacity(self.searchmoves.len());
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

impl PositionSpec {
    /// The game that leads to the position.
    ///
    /// # Errors
    /// `position.fen` or the first `position.moves[i]` that is illegal.
    pub fn game(&self) -> Result<Game, FieldError> {
        match self {
            Self::Startpos => Ok(Game::new()),
            Self::From(fields) => fields.game().map_err(|error| error.within("position")),
        }
    }
}

impl PositionFields {
    /// The game that leads to the position.
    ///
    /// # Errors
    /// `fen`, `moves` where there are too many, or the first `moves[i]` that is illegal.
    pub fn game(&self) -> Result<Game, FieldError> {
        let mut game = match &self.fen {
            None => Game::new(),
            Some(fen) if fen.len() > MAX_FEN_BYTES => {
                let found = fen.len();
                let reason = format!("expected at most {MAX_FEN_BYTES} bytes, found {found}");
                return Err(FieldError::new("fen", reason));
            }
            Some(fen) => Game::from_fen(fen).map_err(|error| FieldError::new("fen", error))?,
        };
        let found = self.moves.len();
        if found > MAX_PLIES {
            let reason = format!("at most {MAX_PLIES} moves are taken, found {found}");
            return Err(FieldError::new("moves", reason));
        }
        for (index, text) in self.moves.iter().enumerate() {
            let refuse =
                |reason: &dyn fmt::Display| FieldError::new(format!("moves[{index}]"), reason);
            let mv = game
                .position()
                .parse_uci(text)
                .map_err(|error| refuse(&error))?;
            game.play(mv).map_err(|error| refuse(&error))?;
        }
        Ok(game)
    }
}

impl LimitsSpec {
    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Only a time.
    pub fn movetime(ms: u64) -> Self {
        Self {
            movetime_ms: Some(ms),
            ..Self::default()
        }
    }

    /// These limits, or the default where there are none; refuses what is out of range.
    fn or_default(self) -> Result<Self, FieldError> {
        if self.is_empty() {
            return Ok(Self::movetime(DEFAULT_MOVETIME_MS));
        }
        if let Some(depth) = self.depth {
            check("limits.depth", u64::from(depth), 1, u64::from(MAX_DEPTH))?;
        }
        if let Some(nodes) = self.nodes {
            check("limits.nodes", nodes, 1, u64::MAX)?;
        }
        if let Some(ms) = self.movetime_ms {
            check("limits.movetime_ms", ms, 1, MAX_MOVETIME_MS)?;
        }
        Ok(self)
    }

    fn to_limits(self) -> SearchLimits {
        SearchLimits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime_ms.map(Duration::from_millis),
            ..SearchLimits::default()
        }
    }
}

impl OptionsSpec {
    fn evaluation(&self) -> Result<Option<Evaluation>, FieldError> {
        let Some(name) = &self.evaluation else {
            return Ok(None);
        };
        name.parse().map(Some).map_err(|_| {
            let known = Evaluation::ALL.map(Evaluation::as_str).join(", ");
            let reason = format!("expected one of {known}, found {name:?}");
            FieldError::new("options.evaluation", reason)
        })
    }

    fn level(&self) -> Result<Option<Level>, FieldError> {
        let level = self.level.map(Level::try_from).transpose();
        level.map_err(|error| FieldError::new("options.level", error))
    }

    fn book(&self) -> Result<Option<Style>, FieldError> {
        match self.book.as_deref() {
            None => Ok(Some(Style::default())),
            Some("off") => Ok(None),
            Some(name) => name.parse().map(Some).map_err(|_| {
                let known = Style::ALL.map(Style::as_str).join(", ");
                let reason = format!("expected one of {known}, off, found {name:?}");
                FieldError::new("options.book", reason)
            }),
        }
    }
}

impl Default for OptionsSpec {
    fn default() -> Self {
        Self {
            quiescence: true,
            null_move: true,
            evaluation: None,
            level: None,
            book: None,
        }
    }
}

impl Serialize for PositionSpec {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Startpos => serializer.serialize_str("startpos"),
            Self::From(fields) => fields.serialize(serializer),
        }
    }
}

// By hand, since an untagged enum would swallow the name of an unknown field.
impl<'de> Deserialize<'de> for PositionSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct StringOrObject;

        impl<'de> Visitor<'de> for StringOrObject {
            type Value = PositionSpec;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"startpos\" or an object with `fen` and `moves`")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
                match text {
                    "startpos" => Ok(PositionSpec::Startpos),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                PositionFields::deserialize(MapAccessDeserializer::new(map)).map(PositionSpec::From)
            }
        }

        deserializer.deserialize_any(StringOrObject)
    }
}

/// Reads a JSON object. Left to itself serde takes a list for a struct, value by value, where no
/// name tells what was meant.
///
/// # Errors
/// What is no object, or not this one.
pub fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    struct Object<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map))
        }
    }

    deserializer.deserialize_map(Object(PhantomData))
}

fn check(field: &str, found: u64, least: u64, most: u64) -> Result<(), FieldError> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    let reason = match most {
        u64::MAX => format!("expected at least {least}, found {found}"),
        _ => format!("expected {least} to {most}, found {found}"),
    };
    Err(FieldError::new(field, reason))
}

fn one() -> u8 {
    1
}

fn one_thread() -> u16 {
    1
}

fn default_hash_mb() -> u32 {
    DEFAULT_HASH_MB
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(json: &str) -> Result<SearchRequest, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    fn refused(json: &str) -> FieldError {
        parse(json)
            .expect("well-formed")
            .resolve()
            .expect_err("refused")
    }

    #[test]
    fn only_the_position_is_required() {
        let request = parse(r#"{"position":"startpos"}"#).unwrap();
        assert_eq!(request, SearchRequest::startpos());
        let resolved = request.resolve().unwrap();
        assert_eq!(resolved.limits_spec, LimitsSpec::movetime(200));
        assert_eq!(resolved.limits.movetime, Some(Duration::from_millis(200)));
        assert!(parse("{}").unwrap_err().contains("position"));
    }

    #[test]
    fn every_field_of_the_documented_request_is_understood() {
        let request = parse(
            r#"{ "position": { "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                               "moves": ["e2e4"] },
                 "strategy": "calculator",
                 "limits": { "depth": 8, "nodes": 100000, "movetime_ms": 500 },
                 "multipv": 2, "searchmoves": ["g8f6", "g8f6"], "seed": 7, "hash_mb": 32,
                 "threads": 2,
                 "options": { "quiescence": true, "null_move": false,
                              "evaluation": "material", "level": 4, "book": "off" } }"#,
        )
        .unwrap();
        let resolved = request.resolve().unwrap();
        assert_eq!(resolved.game.ply(), 1);
        assert_eq!(resolved.limits.depth, Some(8));
        assert_eq!(resolved.limits.nodes, Some(100_000));
        assert_eq!(resolved.limits.multipv, 2);
        assert_eq!(
            resolved.limits.searchmoves.len(),
            1,
            "a move named twice is searched once"
        );
        assert_eq!((resolved.seed, resolved.hash_mb), (7, 32));
        assert_eq!(resolved.threads, 2);
        assert!(!resolved.options.null_move);
        assert_eq!(resolved.evaluation, Some(Evaluation::Material));
        assert_eq!(resolved.level, Level::new(4));
        assert_eq!(resolved.book, None);
    }

    #[test]
    fn an_unknown_field_is_named_wherever_it_stands() {
        for json in [
            r#"{"position":"startpos","dpeth":3}"#,
            r#"{"position":{"fne":"x","dpeth":3}}"#,
            r#"{"position":{"moves":[],"dpeth":3}}"#,
            r#"{"position":"startpos","limits":{"dpeth":3}}"#,
            r#"{"position":"startpos","options":{"dpeth":true}}"#,
        ] {
            let error = parse(json).unwrap_err();
            assert!(
                error.contains("dpeth") || error.contains("fne"),
                "{json}: {error}"
            );
        }
    }

    #[test]
    fn a_list_is_no_object() {
        for json in [
            r#"{"position":"startpos","limits":[3]}"#,
            r#"{"position":"startpos","options":[true,false]}"#,
        ] {
            assert!(parse(json).unwrap_err().contains("an object"), "{json}");
        }
        let whole =
            object::<SearchRequest, _>(&mut serde_json::Deserializer::from_str(r#"["startpos"]"#));
        assert!(whole.unwrap_err().to_string().contains("an object"));
    }

    #[test]
    fn a_position_of_another_shape_says_what_is_expected() {
        for json in [
            r#"{"position":"start"}"#,
            r#"{"position":7}"#,
            r#"{"position":null}"#,
        ] {
            assert!(parse(json).unwrap_err().contains("startpos"), "{json}");
        }
    }

    #[test]
    fn what_cannot_be_carried_out_is_refused_with_its_field() {
        for (json, field) in [
            (
                r#"{"position":{"fen":"8/8/8/8/8/8/8/8 w - - 0 1"}}"#,
                "position.fen",
            ),
            (
                r#"{"position":{"moves":["e2e4","e2e4"]}}"#,
                "position.moves[1]",
            ),
            (r#"{"position":{"moves":["castle"]}}"#, "position.moves[0]"),
            (r#"{"position":"startpos","strategy":"oracle"}"#, "strategy"),
            (r#"{"position":"startpos","multipv":0}"#, "multipv"),
            (r#"{"position":"startpos","multipv":6}"#, "multipv"),
            (r#"{"position":"startpos","hash_mb":0}"#, "hash_mb"),
            (r#"{"position":"startpos","hash_mb":4096}"#, "hash_mb"),
            (r#"{"position":"startpos","threads":0}"#, "threads"),
            (r#"{"position":"startpos","threads":65}"#, "threads"),
            (
                r#"{"position":"startpos","options":{"evaluation":"Tuned"}}"#,
                "options.evaluation",
            ),
            (
                r#"{"position":"startpos","options":{"level":11}}"#,
                "options.level",
            ),
            (
                r#"{"position":"startpos","options":{"book":"thick"}}"#,
                "options.book",
            ),
            (
                r#"{"position":"startpos","strategy":"intuition"}"#,
                "strategy",
            ),
            (
                r#"{"position":"startpos","limits":{"depth":0}}"#,
                "limits.depth",
            ),
            (
                r#"{"position":"startpos","limits":{"depth":65}}"#,
                "limits.depth",
            ),
            (
                r#"{"position":"startpos","limits":{"nodes":0}}"#,
                "limits.nodes",
            ),
            (
                r#"{"position":"startpos","limits":{"movetime_ms":60001}}"#,
                "limits.movetime_ms",
            ),
            (
                r#"{"position":"startpos","searchmoves":["e2e4","e7e5"]}"#,
                "searchmoves[1]",
            ),
        ] {
            assert_eq!(refused(json).field, field, "{json}");
        }
    }

    #[test]
    fn a_game_and_a_fen_have_a_longest_length() {
        let moves = |count| {
            let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle();
            let moves = there_and_back.take(count).map(str::to_owned).collect();
            PositionFields { fen: None, moves }.game()
        };
        assert_eq!(moves(MAX_PLIES).unwrap().ply(), MAX_PLIES);
        let refused = moves(MAX_PLIES + 1).unwrap_err();
        assert_eq!(refused.field, "moves");
        assert!(refused.reason.contains("1001"), "{refused}");

        let longest = "r1b1k1n1/p1p1p1p1/1p1p1p1p/n1q1b1r1/P1P1P1P1/1P1P1P1P/N1Q1B1R1/R1B1K1N1 \
                       b - - 149 9999";
        let fen = |text: String| {
            let (fen, moves) = (Some(text), Vec::new());
            PositionSpec::From(PositionFields { fen, moves }).game()
        };
        assert!(fen(longest.to_owned()).is_ok());
        assert!(fen(format!("{longest:100}")).is_ok());
        let refused = fen(format!("{longest:101}")).unwrap_err();
        assert_eq!(refused.field, "position.fen");
        assert_eq!(refused.reason, "expected at most 100 bytes, found 101");
    }

    #[test]
    fn numbers_out_of_their_type_are_malformed() {
        for json in [
            r#"{"position":"startpos","multipv":-1}"#,
            r#"{"position":"startpos","seed":-1}"#,
            r#"{"position":"startpos","limits":{"depth":256}}"#,
            r#"{"position":"startpos","limits":{"depth":1.5}}"#,
        ] {
            assert!(parse(json).is_err(), "{json}");
        }
    }

    #[test]
    fn a_request_survives_its_own_json() {
        let request = SearchRequest {
            position: PositionSpec::From(PositionFields {
                fen: None,
                moves: vec!["e2e4".to_owned()],
            }),
            limits: LimitsSpec {
                depth: Some(3),
                ..LimitsSpec::default()
            },
            ..SearchRequest::startpos()
        };
        for request in [request, SearchRequest::startpos()] {
            let json = serde_json::to_string(&request).unwrap();
            assert_eq!(parse(&json).unwrap(), request);
        }
    }
}
