//! The preferences of the page: one signal, read from the visitor's cookie and written back to it.

use leptos::prelude::*;

use client::prefs::{PREFS_COOKIE, Prefs};

/// 400 days in seconds, the longest that browsers keep a cookie.
const MAX_AGE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// The preferences signal of this page. The first call creates it from the request's cookie and passes
/// the server's value to the browser's first render; in the browser every change is written to the
/// cookie.
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

/// The preferences of the request, for the document around the application, which is not hydrated.
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

/// The preferences at the start of a page. In the browser used only for documents that no server
/// rendered.
#[cfg(feature = "ssr")]
fn first() -> Prefs {
    request_prefs()
}

#[cfg(not(feature = "ssr"))]
fn first() -> Prefs {
    let cookies = crate::platform::cookies::cookies();
    cookies.map_or_else(Prefs::default, |cookies| Prefs::from_cookies(&cookies))
}

/// The visitor's preferences, if the document shows others: a shell, which has the defaults, or a
/// cached page.
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
