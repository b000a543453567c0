//! The preferences of the page that is shown: one signal, read from the visitor's cookie and written
//! back to it.

use leptos::prelude::*;

use client::prefs::{PREFS_COOKIE, Prefs};

/// 400 days in seconds, the longest that browsers keep a cookie.
const MAX_AGE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// The preferences of this page, one signal for all of it. On the first call it is made, from the
/// request's cookie, and whatever the server read reaches the browser's first render unchanged; in
/// the browser every change is written back to the cookie.
///
/// Call it first in the root component.
pub fn use_prefs() -> RwSignal<Prefs> {
    if let Some(prefs) = use_context::<RwSignal<Prefs>>() {
        return prefs;
    }
    let value = SharedValue::new(|| first().to_value()).into_inner();
    let prefs = RwSignal::new(Prefs::parse(&value));
    provide_context(prefs);
    Effect::new(move |before: Option<Prefs>| {
        let now = prefs.get();
        if before.is_some_and(|before| before != now) {
            write(now);
        }
        now
    });
    prefs
}

/// The preferences of the request that is being answered, for the document around the application,
/// where [`use_prefs`] has no counterpart in the browser.
#[cfg(feature = "ssr")]
pub fn request_prefs() -> Prefs {
    if crate::routes::requested_path().as_deref() == Some(crate::routes::SHELL) {
        return Prefs::default();
    }
    use_context::<http::request::Parts>()
        .and_then(|parts| {
            let header = parts.headers.get(http::header::COOKIE)?.to_str().ok()?;
            Some(Prefs::from_cookies(header))
        })
        .unwrap_or_default()
}

/// The preferences with which a page begins. The browser asks only where no server rendered it.
#[cfg(feature = "ssr")]
fn first() -> Prefs {
    request_prefs()
}

#[cfg(not(feature = "ssr"))]
fn first() -> Prefs {
    let cookies = crate::platform::cookies::cookies();
    cookies.map_or_else(Prefs::default, |cookies| Prefs::from_cookies(&cookies))
}

/// What this visitor chose, where the document shows something else: the shell, which the server
/// renders for nobody, or a page that the browser has kept since.
pub fn kept(shown: Prefs) -> Option<Prefs> {
    let cookies = crate::platform::cookies::cookies()?;
    Some(Prefs::from_cookies(&cookies)).filter(|kept| *kept != shown)
}

fn write(prefs: Prefs) {
    crate::platform::cookies::set_cookie(&format!(
        "{PREFS_COOKIE}={}; Path=/; Max-Age={MAX_AGE_SECONDS}; SameSite=Lax",
        prefs.to_value()
    ));
}
