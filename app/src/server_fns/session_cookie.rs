//! The context of server functions on the server: session cookie, backend, status code.

use std::sync::Arc;

use http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts};
use leptos::prelude::{expect_context, use_context};
use leptos_axum::ResponseOptions;
use wire::live::GameLink;
use wire::visitor::accounts::NewSession;
use wire::visitor::backend::Backend;
use wire::visitor::caller::{BackendError, Caller, DeviceToken, SessionToken};
use wire::visitor::live_games::CreatedGame;

/// A cookie's name where there is no TLS, and its name under TLS. Browsers take a cookie whose name
/// begins with `__Host-` only from this host and over TLS, so neither a subdomain nor somebody on
/// the wire can plant one; therefore the plain name does not count there.
type CookieNames = [&'static str; 2];

/// The cookie that holds the visitor's token.
const SESSION: CookieNames = ["ponder_session", "__Host-ponder_session"];

/// The cookie that holds the device's token.
const DEVICE: CookieNames = ["ponder_device", "__Host-ponder_device"];

/// Seconds after which a call that found the server busy is worth another try.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("2");

/// 400 days in seconds, the longest that browsers keep a cookie.
const MAX_AGE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// A token longer than this was not given out by us.
const MAX_TOKEN_BYTES: usize = 256;

/// The attributes of the server's cookies; provided to Leptos beside the backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CookiePolicy {
    /// Whether the site is reached over TLS, so that the cookie may be limited to it.
    pub secure: bool,
}

impl CookiePolicy {
    /// The token in a request's cookies, if it has the shape of one.
    pub fn session_in(self, headers: &HeaderMap) -> Option<SessionToken> {
        self.token_in(headers, SESSION).map(SessionToken)
    }

    /// The device's token in a request's cookies, if it has the shape of one.
    pub fn device_in(self, headers: &HeaderMap) -> Option<DeviceToken> {
        self.token_in(headers, DEVICE).map(DeviceToken)
    }

    fn token_in(self, headers: &HeaderMap, names: CookieNames) -> Option<String> {
        headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .find_map(|value| client::prefs::cookie_value(value, self.name_of(names)))
            .filter(|token| is_token(token))
            .map(str::to_owned)
    }

    fn name_of(self, [plain, host]: CookieNames) -> &'static str {
        if self.secure { host } else { plain }
    }
}

/// The policy that the server provides.
fn policy() -> CookiePolicy {
    expect_context()
}

/// The backend that the server provides.
pub(in crate::server_fns) fn backend() -> Arc<dyn Backend> {
    expect_context()
}

/// The token in the request's cookies, if it has the shape of one.
pub(in crate::server_fns) fn session() -> Option<SessionToken> {
    let parts = use_context::<Parts>()?;
    policy().session_in(&parts.headers)
}

/// The caller: session, device, address.
pub(in crate::server_fns) fn caller() -> Caller {
    let parts = use_context::<Parts>();
    let from = parts
        .as_ref()
        .and_then(|parts| parts.extensions.get().copied());
    Caller {
        session: session(),
        device: parts.and_then(|parts| policy().device_in(&parts.headers)),
        from: from.unwrap_or_default(),
    }
}

/// Sends the token of a new session to the browser.
pub(in crate::server_fns) fn set_session(token: &SessionToken) {
    send_cookie(&cookie_text(SESSION, &token.0, MAX_AGE_SECONDS, policy()));
}

fn set_device(token: &DeviceToken) {
    send_cookie(&cookie_text(DEVICE, &token.0, MAX_AGE_SECONDS, policy()));
}

/// Responds to a call that begins a session: sets the session's and the device's cookie.
pub(in crate::server_fns) fn respond_new_session<T>(
    result: Result<NewSession<T>, BackendError>,
) -> Result<T, BackendError> {
    respond(result).map(|login| {
        set_session(&login.session);
        set_device(&login.device);
        login.answer
    })
}

/// Responds with the link of a new game; sets the cookie of a guest that was created for it.
pub(in crate::server_fns) fn respond_created_game(
    result: Result<CreatedGame, BackendError>,
) -> Result<GameLink, BackendError> {
    respond(result).map(|created| {
        if let Some(token) = created.new_session {
            set_session(&token);
        }
        created.game
    })
}

/// Responds to a call that ends the session: removes its cookie; the device's stays.
pub(in crate::server_fns) fn respond_signed_out(
    result: Result<Option<DeviceToken>, BackendError>,
) -> Result<(), BackendError> {
    respond(result).map(|device| {
        send_cookie(&cookie_text(SESSION, "", 0, policy()));
        if let Some(device) = device {
            set_device(&device);
        }
    })
}

/// Responds to the deletion of an account: removes both cookies.
pub(in crate::server_fns) fn respond_deleted(
    result: Result<(), BackendError>,
) -> Result<(), BackendError> {
    respond(result).inspect(|()| {
        for names in [SESSION, DEVICE] {
            send_cookie(&cookie_text(names, "", 0, policy()));
        }
    })
}

/// Responds with an answer; sets the status code of an error, and `Retry-After`.
pub(in crate::server_fns) fn respond<T>(
    result: Result<T, BackendError>,
) -> Result<T, BackendError> {
    if let Err(error) = &result
        && let Some(response) = use_context::<ResponseOptions>()
    {
        let (status, wait) = match error {
            BackendError::Invalid { .. } => (StatusCode::UNPROCESSABLE_ENTITY, None),
            BackendError::Denied | BackendError::SignedOut => (StatusCode::UNAUTHORIZED, None),
            BackendError::TooMany { wait_s } => {
                (StatusCode::TOO_MANY_REQUESTS, Some((*wait_s).into()))
            }
            BackendError::Unavailable(_) => (StatusCode::SERVICE_UNAVAILABLE, Some(RETRY_AFTER)),
        };
        response.set_status(status);
        if let Some(wait) = wait {
            response.insert_header(header::RETRY_AFTER, wait);
        }
    }
    result
}

fn send_cookie(text: &str) {
    let Some(response) = use_context::<ResponseOptions>() else {
        return;
    };
    if let Ok(mut value) = HeaderValue::from_str(text) {
        value.set_sensitive(true);
        response.append_header(header::SET_COOKIE, value);
    }
}

/// The crate `cookie` would have to be built for this line alone.
fn cookie_text(names: CookieNames, token: &str, max_age: u32, policy: CookiePolicy) -> String {
    let name = policy.name_of(names);
    let secure = if policy.secure { "; Secure" } else { "" };
    format!("{name}={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age={max_age}{secure}")
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
    fn the_cookies_are_out_of_reach_for_scripts_and_other_sites() {
        let text = |names, secure| {
            let policy = CookiePolicy { secure };
            cookie_text(names, "abc123", MAX_AGE_SECONDS, policy)
        };
        assert_eq!(
            text(SESSION, true),
            "__Host-ponder_session=abc123; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000; Secure"
        );
        assert_eq!(
            text(SESSION, false),
            "ponder_session=abc123; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000"
        );
        assert_eq!(
            text(DEVICE, true),
            "__Host-ponder_device=abc123; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000; Secure"
        );
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
