//! Cross-site request protection.

use axum::extract::Request;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Refusal;

/// Refuses requests that another site's page caused, as browsers report it.
pub async fn same_origin(request: Request, next: Next) -> Response {
    if request.method().is_safe() || comes_from_here(request.headers()) {
        next.run(request).await
    } else {
        Refusal::CrossSite.into_response()
    }
}

/// Whether a browser that sends this has a page of this site open: `Sec-Fetch-Site` where the browser
/// sends it, else `Origin` against `Host`. A program that sends neither is no browser: it holds no
/// one's cookies.
pub fn comes_from_here(headers: &HeaderMap) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin";
    }
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| {
        origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"))
    });
    origin.is_some() && origin == host
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    #[test]
    fn only_a_page_of_this_site_or_no_browser_at_all_gets_through() {
        for (headers, allowed) in [
            (&[][..], true),
            (&[("sec-fetch-site", "same-origin")], true),
            (&[("sec-fetch-site", "cross-site")], false),
            (&[("sec-fetch-site", "same-site")], false),
            (&[("sec-fetch-site", "none")], false),
            (
                &[("origin", "http://a.example"), ("host", "a.example")],
                true,
            ),
            (
                &[
                    ("origin", "https://a.example:8443"),
                    ("host", "a.example:8443"),
                ],
                true,
            ),
            (
                &[("origin", "http://b.example"), ("host", "a.example")],
                false,
            ),
            (&[("origin", "null"), ("host", "a.example")], false),
            (&[("origin", "http://a.example")], false),
            (
                &[
                    ("sec-fetch-site", "cross-site"),
                    ("origin", "http://a"),
                    ("host", "a"),
                ],
                false,
            ),
        ] {
            let map: HeaderMap = headers
                .iter()
                .map(|(name, value)| {
                    (
                        HeaderName::from_static(name),
                        HeaderValue::from_static(value),
                    )
                })
                .collect();
            assert_eq!(comes_from_here(&map), allowed, "{headers:?}");
        }
    }
}
