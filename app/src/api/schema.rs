//! The API's description where a type can't describe itself: the engine's own, and what is read by
//! hand.

use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        ObjectBuilder, Ref, RefOr,
        schema::{OneOfBuilder, Schema, SchemaType, Type},
    },
};

use super::request::{PositionFields, PositionSpec};

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

impl PartialSchema for PositionSpec {
    fn schema() -> RefOr<Schema> {
        let startpos = ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::String))
            .enum_values(Some(["startpos"]));
        OneOfBuilder::new()
            .description(Some(
                "The usual start position, or a FEN and the moves played from it",
            ))
            .item(startpos)
            .item(Ref::from_schema_name(PositionFields::name()))
            .into()
    }
}

impl ToSchema for PositionSpec {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((
            PositionFields::name().into_owned(),
            PositionFields::schema(),
        ));
        PositionFields::schemas(schemas);
    }
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
    }
}
