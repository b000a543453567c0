//! The browser's storage of texts by keys, which may be refused or full.

use client::play::StorageError;
use js_sys::Reflect;
use leptos::prelude::window;
use web_sys::Storage;

use super::ignore::ignore_failure;

/// At most `count` of the keys with this beginning.
pub(super) fn stored_keys(start: &str, count: usize) -> Vec<String> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    (0..storage.length().unwrap_or(0))
        .filter_map(|index| storage.key(index).ok().flatten())
        .filter(|key| key.starts_with(start))
        .take(count)
        .collect()
}

/// The text under a key.
pub(super) fn read(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// # Errors
/// Why the browser stored nothing.
pub(super) fn write(key: &str, text: &str) -> Result<(), StorageError> {
    let storage = storage().ok_or(StorageError::Denied)?;
    storage.set_item(key, text).map_err(|error| {
        let name = Reflect::get(&error, &"name".into()).ok();
        match name.and_then(|name| name.as_string()).as_deref() {
            Some("QuotaExceededError") => StorageError::QuotaExceeded,
            _ => StorageError::Denied,
        }
    })
}

pub(super) fn remove(key: &str) {
    if let Some(storage) = storage() {
        ignore_failure("storage refused", storage.remove_item(key));
    }
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}
