//! The public API: its addresses, what stands in front of them, and its description.

use axum::extract::{OriginalUri, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Router, middleware};
use utoipa::OpenApi;
use utoipa::openapi::security::{
    Http, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{
    ComponentsBuilder, InfoBuilder, License, OpenApi as Description, OpenApiBuilder, ServerBuilder,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    body, error::Refusal, fallbacks::wrong_method, headers, networks, positions, rate_limit,
    search, state::AppState, tables, write_limits,
};

/// What the description says beside the addresses.
#[derive(OpenApi)]
#[openapi(tags(
    (name = "search", description = "Moves, lines and scores."),
    (name = "positions", description = "What can be said without a search."),
    (name = "networks", description = "Networks of one's own, to search by."),
))]
struct Tags;

/// The addresses under `/api/v1`: for programs, and for pages of any site.
pub fn router(state: &AppState) -> Router<AppState> {
    let (addresses, description) = addresses(state).split_for_parts();
    // A description can always be written.
    let json = serde_json::to_string(&description).unwrap_or_default();
    let describe = move |State(_): State<AppState>| {
        let json = json.clone();
        async move { ([(header::CONTENT_TYPE, "application/json")], json).into_response() }
    };
    let addresses = addresses
        .route("/openapi.json", get(describe))
        .method_not_allowed_fallback(wrong_method)
        .fallback(nothing_there);
    for_programs(addresses, state)
}

/// `/standard`: the tablebase at the root of the host, where a client asks that knows no path before the
/// variant's name (berserk).
pub fn tablebase_at_root(state: &AppState) -> Router<AppState> {
    let limit = middleware::from_fn_with_state(state.clients.clone(), rate_limit::middleware::api);
    let lookup = Router::new()
        .route("/standard", get(tables::handlers::tablebase))
        .method_not_allowed_fallback(wrong_method)
        .route_layer(limit);
    for_programs(lookup, state)
}

/// The middleware of addresses for programs, and for pages of any site.
fn for_programs(addresses: Router<AppState>, state: &AppState) -> Router<AppState> {
    let lookup = (state.clients.clone(), state.keys.clone());
    addresses
        .layer(middleware::from_fn_with_state(
            lookup,
            rate_limit::api_key::authenticate,
        ))
        .layer(headers::for_any_site())
        .layer(middleware::from_fn(headers::of_any_site))
}

fn addresses(state: &AppState) -> OpenApiRouter<AppState> {
    let limit = middleware::from_fn_with_state(state.clients.clone(), rate_limit::middleware::api);
    let bodies = (state.bodies.clone(), state.clients.clone());
    let uploads = OpenApiRouter::new()
        .routes(routes!(
            networks::handlers::upload,
            networks::handlers::list
        ))
        .route_layer(middleware::from_fn_with_state(
            state.clone(),
            write_limits::limit_upload,
        ));
    let metered = OpenApiRouter::new()
        .routes(routes!(
            search::handlers::search_by_address,
            search::handlers::search
        ))
        .routes(routes!(search::batch::batch))
        .routes(routes!(positions::evaluate))
        .routes(routes!(positions::validate))
        .routes(routes!(positions::openings))
        .routes(routes!(tables::handlers::tablebase))
        .merge(uploads)
        .routes(routes!(
            networks::handlers::file,
            networks::handlers::delete
        ))
        .route("/tablebase/standard", get(tables::handlers::tablebase))
        // The last one comes first: nothing is read of a request that is not let in.
        .route_layer(middleware::from_fn_with_state(bodies, body::take_in))
        .route_layer(limit);
    OpenApiRouter::with_openapi(about())
        .merge(metered)
        .routes(routes!(search::handlers::list))
}

/// What the description calls an API key.
const KEY: &str = "key";

fn key() -> Http {
    HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("An API key of an account, made at `/me`; not needed"))
        .build()
}

fn about() -> Description {
    let info = InfoBuilder::new()
        .title("Ponder")
        .version("1")
        .description(Some(
            "Chess searches over HTTP, from pages of any site. No key is needed and no cookie is \
             read; who shows an API key of an account has five times the allowance. Scores are \
             white's view. Unknown fields are refused by name. Every refusal is a problem document \
             (RFC 9457) that names the field at fault. Each client has an allowance of searched \
             positions, which `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` tell; \
             `Retry-After` says when a refused request is worth another try.",
        ))
        .license(Some(License::new("MIT OR Apache-2.0")))
        .build();
    let server = ServerBuilder::new().url("/api/v1").build();
    let mut description = OpenApiBuilder::new()
        .info(info)
        .servers(Some([server]))
        .components(Some(
            ComponentsBuilder::new()
                .security_scheme(KEY, SecurityScheme::Http(key()))
                .build(),
        ))
        // Either nothing or a key.
        .security(Some([
            SecurityRequirement::default(),
            SecurityRequirement::new::<_, _, String>(KEY, []),
        ]))
        .build();
    description.merge(Tags::openapi());
    description
}

async fn nothing_there(OriginalUri(uri): OriginalUri) -> Refusal {
    Refusal::NotFound(uri.path().to_owned())
}
