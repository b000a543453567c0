//! Copies what the site stores in a browser to another: the preferences' cookie, localStorage, and
//! the learners' table in IndexedDB.

use serde_json::Value;

use crate::{browser::Page, server::Server};

/// The functions that both directions share: a promise of a request's end, the database's entries.
const DATABASE: &str = "
    const done = request => new Promise((yes, no) => {
        request.onsuccess = () => yes(request.result);
        request.onerror = () => no(request.error);
    });
    const open = version => {
        const request = indexedDB.open('ponder', version);
        request.onupgradeneeded = () => request.result.createObjectStore('learning');
        return done(request);
    };";

/// Everything that the site has stored in the page's browser.
pub async fn read_storage(page: &Page) -> Value {
    page.eval(&format!(
        "(async () => {{ {DATABASE}
            const database = await open();
            const store = database.transaction('learning').objectStore('learning');
            const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
            const entries = keys.map((key, index) => {{
                const value = values[index];
                return [key, value instanceof Uint8Array
                    ? {{ bytes: btoa(String.fromCharCode(...value)) }} : value];
            }});
            const version = database.version;
            database.close();
            return {{
                cookies: document.cookie.split('; ').filter(one => one !== '').sort(),
                local: Object.fromEntries(Object.entries(localStorage).sort()),
                learning: {{ version, entries: Object.fromEntries(entries) }},
            }};
        }})()"
    ))
    .await
}

/// Stores it in the page's browser, before any page of the server was opened there.
pub async fn write_storage(page: &Page, server: &Server, kept: &Value) {
    // No page of the application, which would keep something of its own.
    page.goto_drawn(&server.url("/healthz")).await;
    page.eval(&format!(
        "(async () => {{ {DATABASE}
            const kept = {kept};
            kept.cookies.forEach(cookie => document.cookie = `${{cookie}}; path=/`);
            Object.entries(kept.local).forEach(([key, value]) => localStorage.setItem(key, value));
            const database = await open(kept.learning.version);
            const store = database.transaction('learning', 'readwrite').objectStore('learning');
            await Promise.all(Object.entries(kept.learning.entries).map(([key, value]) => done(
                store.put(value.bytes === undefined
                    ? value : Uint8Array.from(atob(value.bytes), one => one.charCodeAt(0)), key)
            )));
            database.close();
            return true;
        }})()"
    ))
    .await;
}
