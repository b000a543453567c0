//! What the session reads from the browser and keeps there.
//!
//! Storage may be refused, full or damaged; none of that may stop a game.

use std::time::Duration;

use client::play::{
    Day, Draw, Event, NotKept,
    saved_game::{GAME_KEY, LESSON_KEY, SavedGame, UNSENT_KEY},
    stashed_game::{ASIDE_KEY, Aside},
};
use client::worker::learner::{lesson_from_text, lesson_to_text};
use engine::rules::Color;
use js_sys::{Promise, Reflect};
use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, HtmlAnchorElement, Storage, Url};
use wire::{FinishedGame, game_id::GameId, visitor::learners::FinishedLesson};

use crate::chance;

/// How long a page may still be busy where the browser does not tell.
const IDLE_SOON: Duration = Duration::from_millis(300);

/// At most so many finished games of a kind are read back.
const MOST_KEPT: usize = 100;

/// The event with which a page begins: what was left here, and what chance decides.
pub(super) fn load() -> Event {
    Event::Loaded {
        saved: saved_game().map(Box::new),
        unsent: unsent(),
        lessons: kept(LESSON_KEY, |id, text| {
            lesson_from_text(text).filter(|lesson| lesson.id.as_str() == id)
        }),
        draw: draw(),
        instant: instant(),
    }
}

/// The finished games that the server has not confirmed yet.
pub(super) fn unsent() -> Vec<FinishedGame> {
    kept(UNSENT_KEY, |id, text| {
        let game: FinishedGame = serde_json::from_str(text).ok()?;
        (game.client_id == id).then_some(game)
    })
}

/// The game that was left here.
pub(crate) fn saved_game() -> Option<SavedGame> {
    SavedGame::decode(&read(GAME_KEY)?).ok()
}

/// The game that made room here for one from a link.
pub(crate) fn aside() -> Option<Aside> {
    Aside::decode(&read(ASIDE_KEY)?).ok()
}

/// Whether a game lies aside, as far as can be told without reading it.
pub(crate) fn has_aside() -> bool {
    read(ASIDE_KEY).is_some()
}

/// Keeps the game that made room for one from a link, or none.
pub(crate) fn keep_aside(aside: Option<&Aside>) -> Result<(), NotKept> {
    match aside {
        Some(aside) => write(ASIDE_KEY, &aside.encode()),
        None => {
            remove(ASIDE_KEY);
            Ok(())
        }
    }
}

/// A new game's id and colour, drawn from the browser's randomness, and its day.
pub(crate) fn draw() -> Draw {
    let [coin] = chance::bytes();
    let color = if coin % 2 == 0 {
        Color::White
    } else {
        Color::Black
    };
    let now = js_sys::Date::new_0();
    Draw {
        client_id: GameId::from_bits(u128::from_be_bytes(chance::bytes())),
        color,
        day: Day::of(now.get_full_year(), now.get_month() + 1, now.get_date()),
    }
}

/// Does something once the page has nothing else to do; where the browser does not tell, soon.
pub(crate) fn when_idle(work: impl Fn() + 'static) {
    match Reflect::has(&window(), &"requestIdleCallback".into()) {
        Ok(true) => leptos::prelude::request_idle_callback(work),
        _ => leptos::prelude::set_timeout(work, IDLE_SOON),
    }
}

/// Lets the browser do what else waits, drawing among it.
pub(crate) async fn next_task() {
    let turn = Promise::new(&mut |resolve, _| {
        // A window always has timers.
        window().set_timeout_with_callback(&resolve).ok();
    });
    JsFuture::from(turn).await.ok();
}

/// Milliseconds since the page began.
pub(super) fn now() -> u64 {
    window()
        .performance()
        .map_or(0, |performance| performance.now() as u64)
}

/// Keeps the game for the next load.
pub(crate) fn save(game: &SavedGame) -> Result<(), NotKept> {
    write(GAME_KEY, &game.encode())
}

/// Keeps a finished game until the server has confirmed it.
pub(super) fn keep_unsent(game: &FinishedGame) -> Result<(), NotKept> {
    // A record of texts and numbers can always be written.
    let text = serde_json::to_string(game).unwrap_or_default();
    write(&format!("{UNSENT_KEY}{}", game.client_id), &text)
}

/// Keeps this finished game no longer.
pub(super) fn forget_unsent(client_id: &str) {
    remove(&format!("{UNSENT_KEY}{client_id}"));
}

/// Keeps a finished game until it is learnt.
pub(super) fn keep_lesson(lesson: &FinishedLesson) -> Result<(), NotKept> {
    write(
        &format!("{LESSON_KEY}{}", lesson.id),
        &lesson_to_text(lesson),
    )
}

/// Keeps this game for learners no longer.
pub(super) fn forget_lesson(id: &GameId) {
    remove(&format!("{LESSON_KEY}{id}"));
}

/// Offers a text as a file.
pub(crate) fn download(name: &str, text: &str) {
    let parts = js_sys::Array::of1(&text.into());
    let Ok(address) = Blob::new_with_str_sequence(&parts)
        .and_then(|blob| Url::create_object_url_with_blob(&blob))
    else {
        return;
    };
    if let Some(link) = document()
        .create_element("a")
        .ok()
        .and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok())
    {
        link.set_href(&address);
        link.set_download(name);
        link.click();
    }
    nevermind("still in use", Url::revoke_object_url(&address));
}

/// The text of `document.cookie`.
pub(crate) fn cookies() -> Option<String> {
    html_document()?.cookie().ok()
}

/// Sets a cookie, attributes included.
pub(crate) fn set_cookie(cookie: &str) {
    if let Some(document) = html_document() {
        nevermind("cookie refused", document.set_cookie(cookie));
    }
}

/// Whether nothing is to be slowed down: `?instant` in the address, or less motion preferred.
fn instant() -> bool {
    let asked = window().location().search().is_ok_and(|search| {
        search
            .trim_start_matches('?')
            .split('&')
            .any(|field| field == "instant" || field.starts_with("instant="))
    });
    asked
        || window()
            .match_media("(prefers-reduced-motion: reduce)")
            .ok()
            .flatten()
            .is_some_and(|query| query.matches())
}

/// What was kept under keys that begin alike and go on with the game's id.
fn kept<T>(start: &str, decode: impl Fn(&str, &str) -> Option<T>) -> Vec<T> {
    let mut games = Vec::new();
    for key in kept_keys(start) {
        let game = read(&key).and_then(|text| decode(&key[start.len()..], &text));
        // Damaged: it would only be read in vain at every load.
        if game.is_none() {
            remove(&key);
        }
        games.extend(game);
    }
    games
}

fn kept_keys(start: &str) -> Vec<String> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    (0..storage.length().unwrap_or(0))
        .filter_map(|index| storage.key(index).ok().flatten())
        .filter(|key| key.starts_with(start))
        .take(MOST_KEPT)
        .collect()
}

fn read(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

fn write(key: &str, text: &str) -> Result<(), NotKept> {
    let storage = storage().ok_or(NotKept::Refused)?;
    storage.set_item(key, text).map_err(|error| {
        let name = Reflect::get(&error, &"name".into()).ok();
        match name.and_then(|name| name.as_string()).as_deref() {
            Some("QuotaExceededError") => NotKept::Full,
            _ => NotKept::Refused,
        }
    })
}

fn remove(key: &str) {
    if let Some(storage) = storage() {
        nevermind("storage refused", storage.remove_item(key));
    }
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

fn html_document() -> Option<web_sys::HtmlDocument> {
    document().dyn_into().ok()
}

/// Ignores a failure by name: the game goes on without it.
pub(super) fn nevermind<E>(_why: &str, result: Result<(), E>) {
    drop(result);
}
