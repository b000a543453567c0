//! The server's side of the server functions: the visitor's cookie, the backend, the status code.

use std::sync::Arc;

use http::{HeaderValue, StatusCode, header, request::Parts};
use leptos::prelude::use_context;
use leptos_axum::ResponseOptions;

use super::backend::{Backend, BackendError, SessionToken};

/// The cookie that holds the visitor's token.
const SESSION_COOKIE: &str = "ponder_session";

/// 400 days in seconds, the longest that browsers keep a cookie.
const MAX_AGE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// A token longer than this was not given out by us.
const MAX_TOKEN_BYTES: usize = 256;

/// How the server wants its cookies; provided to Leptos beside the backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CookiePolicy {
    /// Whether the site is reached over TLS, so that the cookie may be limited to it.
    pub secure: bool,
}

/// The backend that the server provides.
pub(in crate::api) fn backend() -> Result<Arc<dyn Backend>, BackendError> {
    use_context::<Arc<dyn Backend>>()
        .ok_or_else(|| BackendError::Unavailable("no backend is provided here".to_owned()))
}

/// The token in the request's cookies, if it has the shape of one.
pub(in crate::api) fn session() -> Option<SessionToken> {
    let parts = use_context::<Parts>()?;
    parts
        .headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .find_map(|value| crate::prefs::cookie_value(value, SESSION_COOKIE))
        .filter(|token| is_token(token))
        .map(|token| SessionToken(token.to_owned()))
}

/// Sends the token of a new guest to the browser.
pub(in crate::api) fn set_session(token: &SessionToken) {
    let secure = use_context::<CookiePolicy>().is_some_and(|policy| policy.secure);
    let Some(response) = use_context::<ResponseOptions>() else {
        return;
    };
    if let Ok(value) = HeaderValue::from_str(&cookie_text(token, secure)) {
        response.append_header(header::SET_COOKIE, value);
    }
}

/// Gives a failed call its status code: 422 for bad data, 503 where trying again may help.
pub(in crate::api) fn answer<T>(result: Result<T, BackendError>) -> Result<T, BackendError> {
    if let Err(error) = &result
        && let Some(response) = use_context::<ResponseOptions>()
    {
        response.set_status(match error {
            BackendError::Invalid { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            BackendError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
        });
    }
    result
}

fn cookie_text(token: &SessionToken, secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    format!(
        "{SESSION_COOKIE}={}; HttpOnly; SameSite=Lax; Path=/; Max-Age={MAX_AGE_SECONDS}{secure}",
        token.0
    )
}

fn is_token(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= MAX_TOKEN_BYTES
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_cookie_is_out_of_reach_for_scripts_and_other_sites() {
        let token = SessionToken("abc123".to_owned());
        assert_eq!(
            cookie_text(&token, true),
            "ponder_session=abc123; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000; Secure"
        );
        assert!(!cookie_text(&token, false).contains("Secure"));
    }

    #[test]
    fn a_token_of_another_shape_is_no_token() {
        assert!(is_token("Az09-_."));
        for hostile in [
            "",
            "a b",
            "a;b",
            "ä",
            "a\"b",
            "\r\nSet-Cookie: x=y",
            &"a".repeat(257),
        ] {
            assert!(!is_token(hostile), "{hostile:?}");
        }
    }
}
