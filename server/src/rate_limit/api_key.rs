//! Bearer-key authentication of the API.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use wire::Secret;

use super::{Clients, Purpose, RateLimitKey, RequestPermit, SearchPayer};
use crate::{account::keys::ApiKeys, error::Refusal};

/// Without a key a request counts by its address, with a key by the key's account. A wrong key is
/// refused, because its owner should know that it does not work.
pub async fn authenticate(
    State((clients, keys)): State<(Clients, ApiKeys)>,
    mut request: Request,
    next: Next,
) -> Response {
    let shown = match bearer(request.headers()) {
        Ok(None) => return next.run(request).await,
        Ok(Some(shown)) => shown,
        Err(refusal) => return refusal.into_response(),
    };
    let origin = clients.origin(request.headers(), request.extensions());
    // A recently used key needs no look-up, so guesses cannot lock it out.
    let lookup = match keys.is_remembered(&shown) {
        true => None,
        false => {
            let bucket = clients.of_address(origin, Purpose::KeyLookups);
            match RequestPermit::enter(SearchPayer::by_request(bucket), 1) {
                Ok(permit) => Some(permit),
                Err(limited) => return Refusal::from(limited).into_response(),
            }
        }
    };
    let owner = keys.owner(&shown).await;
    drop(lookup);
    match owner {
        Ok(Some(user)) => {
            let key = RateLimitKey::Account(user, origin);
            request.extensions_mut().insert(key);
            next.run(request).await
        }
        Ok(None) => Refusal::UnknownKey.into_response(),
        Err(error) => {
            tracing::error!(%error, "a key could not be looked up");
            Refusal::Internal.into_response()
        }
    }
}

/// The key of the `Authorization` header, if there is one.
fn bearer(headers: &HeaderMap) -> Result<Option<Secret>, Refusal> {
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    let text = value.to_str().map_err(|_| Refusal::UnknownKey)?;
    let (scheme, key) = text.split_once(' ').unwrap_or((text, ""));
    match scheme.eq_ignore_ascii_case("bearer") {
        true => Ok(Some(Secret(key.trim().to_owned()))),
        false => Err(Refusal::UnknownKey),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_and_anything_else_is_no_key() {
        for (value, expected) in [
            ("Bearer abc", Ok(Some("abc"))),
            ("bearer  abc ", Ok(Some("abc"))),
            ("Bearer", Ok(Some(""))),
            ("Basic YTpi", Err(Refusal::UnknownKey)),
            ("abc", Err(Refusal::UnknownKey)),
            ("", Err(Refusal::UnknownKey)),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, value.parse().expect("a header"));
            let expected = expected.map(|key| key.map(|key: &str| Secret(key.to_owned())));
            assert_eq!(bearer(&headers), expected, "{value:?}");
        }
        assert_eq!(bearer(&HeaderMap::new()), Ok(None));
    }
}
