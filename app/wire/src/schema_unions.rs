//! OpenAPI schemas of types that accept one of several forms and have a handwritten deserializer.

use utoipa::openapi::schema::{OneOfBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::positions::validate::{ValidateFen, ValidatePgn, ValidateRequest};
use crate::search::request::{PositionFields, PositionSpec};

impl PartialSchema for ValidateRequest {
    fn schema() -> RefOr<Schema> {
        OneOfBuilder::new()
            .description(Some("Either `fen`, perhaps with `moves`, or `pgn`"))
            .item(Ref::from_schema_name(ValidateFen::name()))
            .item(Ref::from_schema_name(ValidatePgn::name()))
            .into()
    }
}

impl ToSchema for ValidateRequest {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((ValidateFen::name().into_owned(), ValidateFen::schema()));
        ValidateFen::schemas(schemas);
        schemas.push((ValidatePgn::name().into_owned(), ValidatePgn::schema()));
        ValidatePgn::schemas(schemas);
    }
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
