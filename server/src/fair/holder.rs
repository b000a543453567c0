//! Sees who shows an API key.

use std::time::Instant;

use app::api::Secret;
use axum::{
    extract::{Request, State},
    http::{HeaderMap, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{
    Client, Clients,
    meter::{ENTRANCE, spent},
};
use crate::{account::keys::ApiKeys, error::Refusal};

/// Lets whoever shows no key in as an address, whoever shows a key as the account that it belongs to,
/// and a key that is nobody's not at all: who believes to have more than they have should hear so.
pub async fn know(
    State((clients, keys)): State<(Clients, ApiKeys)>,
    mut request: Request,
    next: Next,
) -> Response {
    let shown = match bearer(request.headers()) {
        Ok(None) => return next.run(request).await,
        Ok(Some(shown)) => shown,
        Err(refusal) => return refusal.into_response(),
    };
    match keys.owner(&shown).await {
        Ok(Some(user)) => {
            request.extensions_mut().insert(Client::Account(user));
            next.run(request).await
        }
        Ok(None) => {
            // A wrong key is looked up like a right one, and so it is not for nothing.
            let origin = clients.origin(request.headers(), request.extensions());
            let (purse, now) = (clients.purse(Client::Address(origin)), Instant::now());
            purse.charge(ENTRANCE, now);
            match purse.allowance(now) {
                left if left.remaining == 0 => spent(left).into_response(),
                _ => Refusal::UnknownKey.into_response(),
            }
        }
        Err(error) => {
            tracing::error!(%error, "a key could not be looked up");
            Refusal::Internal.into_response()
        }
    }
}

/// The key that a request shows, if any.
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
