//! An import of games in the browser's storage: what is known of it, and the texts of its games.

use client::game_import::{
    EARLIER_KEY, HEADER_KEY, PLAYED_KEY, RECORD_KEYS, StoredImport, index_of, record_key, text_key,
};
use js_sys::Uint8Array;
use wasm_bindgen::JsValue;

use super::key_value_storage::KeyValueStorage;

const DATABASE: &str = "ponder-import";
/// The texts are apart: all that is in a database is read at once.
const TEXTS_DATABASE: &str = "ponder-import-texts";
const STORE: &str = "import";

/// The import of this browser.
pub struct ImportStorage {
    known: KeyValueStorage,
    texts: KeyValueStorage,
}

impl ImportStorage {
    /// Opens the storage.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn open() -> Result<Self, String> {
        Ok(Self {
            known: KeyValueStorage::open(DATABASE, STORE).await?,
            texts: KeyValueStorage::open(TEXTS_DATABASE, STORE).await?,
        })
    }

    /// What is stored, but for the texts.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn read(&self) -> Result<StoredImport, String> {
        let mut stored = StoredImport::default();
        for (key, value) in self.known.read().await? {
            let bytes = Uint8Array::new(&value).to_vec();
            match key.as_str() {
                HEADER_KEY => stored.header = Some(bytes),
                EARLIER_KEY => stored.earlier = Some(bytes),
                PLAYED_KEY => stored.played = Some(bytes),
                key if key.starts_with(RECORD_KEYS) => {
                    stored
                        .records
                        .extend(index_of(key).map(|index| (index, bytes)));
                }
                _ => {}
            }
        }
        Ok(stored)
    }

    /// Stores the header.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_header(&self, bytes: &[u8]) -> Result<(), String> {
        self.put_bytes(HEADER_KEY, bytes).await
    }

    /// Stores which games were imported earlier.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_earlier(&self, bytes: &[u8]) -> Result<(), String> {
        self.put_bytes(EARLIER_KEY, bytes).await
    }

    /// Stores which games played on this site are done.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_played(&self, bytes: &[u8]) -> Result<(), String> {
        self.put_bytes(PLAYED_KEY, bytes).await
    }

    /// Stores what became of a game, whose text is not needed any more.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_record(&self, index: u32, bytes: &[u8]) -> Result<(), String> {
        self.put_bytes(&record_key(index), bytes).await?;
        self.texts.delete(&[&text_key(index)]).await
    }

    async fn put_bytes(&self, key: &str, bytes: &[u8]) -> Result<(), String> {
        self.known
            .put(&[(key, Uint8Array::from(bytes).into())])
            .await
    }

    /// Stores texts of games.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_texts(&self, texts: &[(u32, String)]) -> Result<(), String> {
        let texts = texts.iter().map(|(index, text)| (text_key(*index), text));
        let texts: Vec<(String, &String)> = texts.collect();
        let values = texts
            .iter()
            .map(|(key, text)| (key.as_str(), JsValue::from_str(text)));
        self.texts.put(&values.collect::<Vec<_>>()).await
    }

    /// The text of a game; `None` where it is lost.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn text(&self, index: u32) -> Result<Option<String>, String> {
        let text = self.texts.get(&text_key(index)).await?;
        Ok(text.and_then(|text| text.as_string()))
    }

    /// Removes what is known of the import, but not its texts, nor which games were done earlier.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn clear(&self) -> Result<(), String> {
        let keys = self.known.read().await?.into_iter().map(|(key, _)| key);
        let keys: Vec<String> = keys
            .filter(|key| key != EARLIER_KEY && key != PLAYED_KEY)
            .collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        self.known.delete(&keys).await
    }

    /// Removes the texts.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn clear_texts(&self) -> Result<(), String> {
        self.texts.clear().await
    }

    /// Removes all: whoever comes next in this browser is another visitor.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn forget(&self) -> Result<(), String> {
        self.known.clear().await?;
        self.texts.clear().await
    }
}
