//! The `Host` header, which HTTP/1.1 requires once (RFC 9112, section 3.2).

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Refusal;

/// Refuses an HTTP/1.1 request without exactly one host, which a proxy could interpret differently.
pub async fn require(request: Request, next: Next) -> Response {
    // HTTP/1.0 has no such header, HTTP/2 a separate field.
    if request.version() == Version::HTTP_11
        && let Err(refusal) = check(request.headers())
    {
        return refusal.into_response();
    }
    next.run(request).await
}

fn check(headers: &HeaderMap) -> Result<(), Refusal> {
    let refuse = |detail: &str| {
        Err(Refusal::Malformed {
            field: None,
            detail: detail.to_owned(),
        })
    };
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        let found = headers.get_all(header::HOST).iter().count();
        return refuse(&format!("expected one Host header, found {found}"));
    };
    let is_host = |host: &Authority| !host.host().is_empty() && !host.as_str().contains('@');
    match Authority::try_from(host.as_bytes()) {
        Ok(host) if is_host(&host) => Ok(()),
        _ => refuse("expected a host, perhaps with a port, in the Host header"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_named_once() {
        for (hosts, allowed) in [
            (&["example.org"][..], true),
            (&["example.org:3000"], true),
            (&["127.0.0.1:3000"], true),
            (&["[::1]:3000"], true),
            (&["xn--bcher-kva.example"], true),
            (&[], false),
            (&["a.example", "a.example"], false),
            (&["a.example", "b.example"], false),
            (&[""], false),
            (&[":80"], false),
            (&["a.example/path"], false),
            (&["a.example, b.example"], false),
            (&["user@a.example"], false),
            (&["http://a.example"], false),
        ] {
            let mut headers = HeaderMap::new();
            for host in hosts {
                headers.append(header::HOST, host.parse().expect("a value"));
            }
            assert_eq!(check(&headers).is_ok(), allowed, "{hosts:?}");
        }
    }
}
