//! All routes of the site and their middleware.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Router, middleware};
use leptos_axum::{LeptosRoutes, render_app_to_stream_with_context};
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use app::Page;

use crate::account::guard;
use crate::error::Refusal;
use crate::fallbacks::{not_found_page, wrong_method};
use crate::live::pages;
use crate::state::AppState;
use crate::{
    abuse_log, api, assets, body, headers, host, live, log, metrics, moderation, rate_limit,
    readyz, request_id, server_fn_layers, tables, write_limits,
};

/// The whole site.
pub fn router(state: AppState) -> Router {
    Router::new()
        .merge(pages(&state))
        .merge(games(&state))
        .merge(api::tablebase_at_root(&state))
        .route("/pkg/{hash}/{*file}", get(assets::bundle))
        .route("/tables/set", get(tables::files::set))
        .route("/tables/{file}", get(tables::files::file))
        .route("/ws", get(live::socket::upgrade))
        .route("/guide", get(async || Redirect::permanent("/learn"))) // its address until November 2026
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz::readyz))
        .method_not_allowed_fallback(wrong_method)
        .nest("/api/v1", api::router(&state))
        .fallback(fallback)
        .layer(middleware::from_fn(host::require))
        .layer(middleware::from_fn_with_state(
            state.cookies,
            headers::everywhere,
        ))
        .layer(middleware::from_fn_with_state(
            (state.banned.clone(), state.clients.clone()),
            moderation::bans::refuse,
        ))
        .layer(middleware::from_fn_with_state(
            (state.abuse_log.clone(), state.clients.clone()),
            abuse_log::watch,
        ))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(log::requests())
        .layer(middleware::from_fn(metrics::request))
        .layer(middleware::from_fn(request_id::provide))
        .layer(request_id::layers())
        .with_state(state)
}

/// The pages, and the server functions under `/fn`.
fn pages(state: &AppState) -> Router<AppState> {
    let lend = {
        let state = state.clone();
        move || state.provide()
    };
    let options = state.options.clone();
    let document = move || app::document::shell(options.clone());
    let page = render_app_to_stream_with_context(lend.clone(), document.clone());
    let functions = Router::new().leptos_routes_with_context(state, Vec::new(), lend, document);
    let pages = Page::addresses().fold(functions, |pages, address| {
        pages.route(address, get(page.clone()))
    });
    for_a_visitor(state, pages)
}

/// The pages and documents of games.
fn games(state: &AppState) -> Router<AppState> {
    let pages = Router::new().route("/game/{name}", get(pages::game)).route(
        "/embed/{name}",
        get(pages::embed).layer(middleware::from_fn(headers::of_any_site)),
    );
    for_a_visitor(state, pages)
}

/// The middleware of pages and server functions.
fn for_a_visitor(state: &AppState, pages: Router<AppState>) -> Router<AppState> {
    let bodies = (state.bodies.clone(), state.clients.clone());
    pages
        .method_not_allowed_fallback(wrong_method)
        .route_layer(middleware::from_fn_with_state(
            state.clone(),
            write_limits::limit,
        ))
        .route_layer(middleware::from_fn_with_state(bodies, body::take_in))
        .route_layer(middleware::from_fn(server_fn_layers::report_bad_arguments))
        // The last layer runs first: nothing of a refused request is read.
        .route_layer(middleware::from_fn_with_state(
            state.clients.clone(),
            rate_limit::middleware::visitor,
        ))
        .route_layer(middleware::from_fn_with_state(
            state.clients.clone(),
            server_fn_layers::add_caller,
        ))
        .route_layer(middleware::from_fn(guard::same_origin))
        .route_layer(middleware::from_fn(headers::not_kept))
        .route_layer(compression())
}

/// A fast level: each document is rendered for one visitor. The build compresses the bundle.
fn compression() -> CompressionLayer<impl Predicate> {
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(860).and(NotForContentType::IMAGES))
}

async fn healthz() -> &'static str {
    "ok"
}

/// The fallback: a public file, a problem document, or the 404 page.
async fn fallback(State(state): State<AppState>, request: Request) -> Response {
    if request.uri().path().starts_with("/api/") {
        return Refusal::NotFound(request.uri().path().to_owned()).into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return match request.uri().path() {
            path if path.starts_with("/fn/") => Refusal::NotFound(path.to_owned()).into_response(),
            _ => read_only(request.method().clone()),
        };
    }
    if let Some(shorter) = without_slash(request.uri()) {
        return Redirect::permanent(&shorter).into_response();
    }
    let bare = assets::bare(&request);
    if let Some(response) = assets::public(&state, bare).await {
        return response;
    }
    let clients = state.clients.clone();
    match rate_limit::middleware::page_permit(&clients, &request) {
        Ok(_permit) => not_found_page(state, request).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Redirects `/play/` to `/play`. A path that starts with two slashes would name another host.
fn without_slash(uri: &Uri) -> Option<String> {
    let path = uri
        .path()
        .strip_suffix('/')
        .filter(|path| !path.is_empty())?;
    if path.starts_with("//") || path.ends_with('/') || path.contains('\\') {
        return None;
    }
    Some(
        uri.query()
            .map_or_else(|| path.to_owned(), |query| format!("{path}?{query}")),
    )
}

/// The response of files and pages to other methods than GET and HEAD.
fn read_only(method: Method) -> Response {
    let allow = [(header::ALLOW, HeaderValue::from_static("GET,HEAD"))];
    (allow, Refusal::Method(method)).into_response()
}

fn panicked(_: Box<dyn std::any::Any + Send>) -> axum::http::Response<Body> {
    Refusal::Internal.into_response()
}
