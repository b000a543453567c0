//! Rate limiting middleware; it runs before a request's body is read.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::bucket::{Allowance, Limited};
use super::permit::{RequestPermit, SearchPayer};
use super::{Clients, Purpose, RateLimitKey};
use crate::error::Refusal;

/// Minimum price of a request of the API, in nodes.
const API_REQUEST_NODES: u64 = 1_000;

/// A body costs a request per so many bytes.
const BYTES_OF_A_REQUEST: u64 = 16 << 10;

/// Admits a request of the API while its client has an allowance, which the response states.
pub async fn api(State(clients): State<Clients>, mut request: Request, next: Next) -> Response {
    let key = request.extensions().get::<RateLimitKey>().copied();
    let key = key.unwrap_or_else(|| {
        let origin = clients.origin(request.headers(), request.extensions());
        match is_foreign(request.headers()) {
            true => RateLimitKey::ForeignPage(origin),
            false => RateLimitKey::Address(origin),
        }
    });
    let (mut response, left) = match clients.enter_search(key, API_REQUEST_NODES) {
        Ok(permit) => {
            request.extensions_mut().insert(permit.clone());
            let response = next.run(request).await;
            (response, permit.allowance())
        }
        Err(limited) => {
            let response = Refusal::Limited(limited).into_response();
            (response, clients.search_allowance(key))
        }
    };
    tell(&mut response, left);
    response
}

/// Admits a visitor's request: a page, a document of a game, or a server function.
pub async fn visitor(State(clients): State<Clients>, mut request: Request, next: Next) -> Response {
    match page_permit(&clients, &request) {
        Ok(permit) => {
            request.extensions_mut().insert(permit);
            next.run(request).await
        }
        Err(refusal) => refusal.into_response(),
    }
}

/// The permit of a visitor's request.
///
/// # Errors
/// The request is refused.
pub fn page_permit(clients: &Clients, request: &Request) -> Result<RequestPermit, Refusal> {
    let origin = clients.origin(request.headers(), request.extensions());
    let bucket = clients.of_address(origin, purpose_of(request));
    let price = 1 + announced_bytes(request.headers()) / BYTES_OF_A_REQUEST;
    Ok(RequestPermit::enter(
        SearchPayer::by_request(bucket),
        price,
    )?)
}

/// The announced size of the body, bytes; 0 if unknown.
fn announced_bytes(headers: &HeaderMap) -> u64 {
    let length = headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    length.unwrap_or(0)
}

fn purpose_of(request: &Request) -> Purpose {
    if is_foreign(request.headers()) {
        Purpose::CrossSite
    } else if request.uri().path().starts_with("/fn/") {
        Purpose::Calls
    } else {
        Purpose::Pages
    }
}

/// Whether another site's page caused the request without the visitor's doing. Links do not count,
/// frames, pictures and scripts do.
fn is_foreign(headers: &HeaderMap) -> bool {
    let says = |name: &str| headers.get(name).map(HeaderValue::as_bytes);
    let other_site = matches!(
        says("sec-fetch-site"),
        Some(site) if site != b"same-origin" && site != b"none"
    );
    let follows_a_link =
        says("sec-fetch-mode") == Some(b"navigate") && says("sec-fetch-dest") == Some(b"document");
    other_site && !follows_a_link
}

fn tell(response: &mut Response, left: Allowance) {
    for (name, value) in [
        ("ratelimit-limit", left.limit),
        ("ratelimit-remaining", left.remaining),
        ("ratelimit-reset", left.reset),
    ] {
        let headers = response.headers_mut();
        headers.insert(HeaderName::from_static(name), HeaderValue::from(value));
    }
}

impl From<Limited> for Refusal {
    fn from(limited: Limited) -> Self {
        Self::Limited(limited)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_another_site_does_unseen_is_foreign() {
        for (headers, foreign) in [
            (&[][..], false),
            (&[("sec-fetch-site", "same-origin")], false),
            (
                &[("sec-fetch-site", "none"), ("sec-fetch-mode", "navigate")],
                false,
            ),
            (
                &[
                    ("sec-fetch-site", "cross-site"),
                    ("sec-fetch-mode", "no-cors"),
                ],
                true,
            ),
            (
                &[
                    ("sec-fetch-site", "same-site"),
                    ("sec-fetch-mode", "no-cors"),
                ],
                true,
            ),
            (
                &[
                    ("sec-fetch-site", "cross-site"),
                    ("sec-fetch-mode", "navigate"),
                    ("sec-fetch-dest", "document"),
                ],
                false,
            ),
            (
                &[
                    ("sec-fetch-site", "cross-site"),
                    ("sec-fetch-mode", "navigate"),
                    ("sec-fetch-dest", "iframe"),
                ],
                true,
            ),
        ] {
            let mut map = HeaderMap::new();
            for (name, value) in headers {
                map.insert(*name, HeaderValue::from_static(value));
            }
            assert_eq!(is_foreign(&map), foreign, "{headers:?}");
        }
    }
}
