//! OpenAPI schemas of the engine's types.

use engine::book::Style;
use engine::eval::{Evaluation, PlayingStyle};
use engine::player::strategies;
use engine::search::{Cause, VisitKind};
use engine::tables::TableSet;
use utoipa::openapi::schema::{Schema, SchemaType, Type};
use utoipa::openapi::{ObjectBuilder, OneOfBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// As the engine's `Color` is written.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Side {
    White,
    Black,
}

/// As the engine's `Reason` is written.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum Ending {
    Checkmate,
    Stalemate,
    FiftyMove,
    InsufficientMaterial,
    Threefold,
    Timeout,
    Resignation,
    Agreement,
}

/// `ExploredText`, where it may be missing.
#[derive(ToSchema)]
pub struct Explored {
    /// How often the tree was walked down this way.
    #[schema(nullable = false)]
    pub visits: Option<u32>,
    /// The mean value of those visits in white's view, from -1 to 1.
    #[schema(nullable = false)]
    pub q: Option<f64>,
    /// How promising the move looked before, from 0 to 1.
    #[schema(nullable = false)]
    pub prior: Option<f64>,
}

/// A move in UCI notation, as requests send it.
#[derive(Debug)]
pub struct UciMove;

impl PartialSchema for UciMove {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::String))
            .description(Some(
                "A move in UCI notation: from, to, and what a pawn becomes",
            ))
            .pattern(Some("^[a-h][1-8][a-h][1-8][nbrqNBRQ]?$"))
            .examples(["e2e4", "a7a8q"])
            .into()
    }
}

impl ToSchema for UciMove {}

/// What everything random is drawn from: any number that 64 bits hold.
#[derive(Debug)]
pub struct Seed;

impl PartialSchema for Seed {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::Integer))
            .description(Some("What everything random is drawn from"))
            .minimum(Some(u64::MIN))
            .maximum(Some(u64::MAX))
            .into()
    }
}

impl ToSchema for Seed {}

/// Who judges positions: one that the site has, or an uploaded network.
#[derive(Debug)]
pub struct EvaluationName;

impl PartialSchema for EvaluationName {
    fn schema() -> RefOr<Schema> {
        let text = || ObjectBuilder::new().schema_type(SchemaType::new(Type::String));
        OneOfBuilder::new()
            .description(Some("Who judges positions"))
            .item(text().enum_values(Some(Evaluation::ALL.map(Evaluation::as_str))))
            .item(
                text()
                    .description(Some("An uploaded network by its id; needs an API key"))
                    .pattern(Some("^network:[0-9a-f]{32}$")),
            )
            .into()
    }
}

impl ToSchema for EvaluationName {}

/// As a network's id is written.
#[derive(Debug)]
pub struct NetworkIdText;

impl PartialSchema for NetworkIdText {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::String))
            .description(Some(
                "The first 128 bits of the SHA-256 of a network's file",
            ))
            .pattern(Some("^[0-9a-f]{32}$"))
            .into()
    }
}

impl ToSchema for NetworkIdText {}

/// The names that a field takes, as a schema of its own.
macro_rules! names {
    ($(#[doc = $about:literal] $name:ident: $names:expr;)*) => {$(
        #[doc = $about]
        #[derive(Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(SchemaType::new(Type::String))
                    .description(Some($about.trim()))
                    .enum_values(Some($names))
                    .into()
            }
        }

        impl ToSchema for $name {}
    )*};
}

names! {
    /// The id of a strategy that can be asked.
    StrategyName: strategies()
        .iter()
        .filter(|strategy| strategy.ready)
        .map(|strategy| strategy.id.as_str());
    /// Why a position was searched no further, or a move not at all.
    CauseName: Cause::ALL.iter().map(|cause| cause.name());
    /// What a position is visited for.
    VisitKindName: VisitKind::ALL.iter().map(|kind| kind.name());
    /// A kind of openings.
    StyleName: Style::ALL.map(Style::as_str);
    /// What a player likes beside what is good.
    PlayingStyleName: PlayingStyle::ALL.map(PlayingStyle::as_str);
    /// What to open with: a kind of openings, or `off`.
    BookName: Style::ALL.map(Style::as_str).into_iter().chain(["off"]);
    /// A set of endgame tables: by the most men, or with the server's Syzygy tables.
    TableSetName: TableSet::ALL.map(TableSet::as_str);
}

#[cfg(test)]
mod tests {
    use engine::rules::{Color, Reason};

    use super::*;

    /// The names that a schema allows.
    fn names(schema: RefOr<Schema>) -> Vec<String> {
        let json = serde_json::to_value(schema).unwrap();
        serde_json::from_value(json["enum"].clone()).unwrap()
    }

    #[test]
    fn the_engines_types_are_written_as_described() {
        let written = |value: serde_json::Value| value.as_str().unwrap().to_owned();
        let sides = [Color::White, Color::Black];
        let sides = sides.map(|side| written(serde_json::to_value(side).unwrap()));
        assert_eq!(names(Side::schema()), sides);
        let endings = [
            Reason::Checkmate,
            Reason::Stalemate,
            Reason::FiftyMove,
            Reason::InsufficientMaterial,
            Reason::Threefold,
            Reason::Timeout,
            Reason::Resignation,
            Reason::Agreement,
        ];
        let endings = endings.map(|ending| written(serde_json::to_value(ending).unwrap()));
        assert_eq!(names(Ending::schema()), endings);
        let kinds = VisitKind::ALL.iter();
        let kinds: Vec<String> = kinds
            .map(|kind| written(serde_json::to_value(kind).unwrap()))
            .collect();
        assert_eq!(names(VisitKindName::schema()), kinds);
    }
}
