//! The visitor's repertoires and the answers to their cards in the browser's storage: a repertoire under when it
//! was made, the answers in chunks as those of exercises. What the server would have to keep is all here.

use client::exercises::AnswerHistory;
use client::openings::{Repertoire, RepertoireId};

use super::key_value_storage::KeyValueStorage;
use super::web_lock;

const DATABASE: &str = "ponder-openings";
const STORE: &str = "openings";
/// Before a repertoire's id.
const REPERTOIRE: &str = "repertoire/";
/// Before the number of a chunk of answers.
const ANSWERS: &str = "answers/";
/// Held while answers are written, so that no tab loses those of another.
const LOCK: &str = "ponder-openings";

/// The openings of this browser.
pub struct OpeningStorage(KeyValueStorage);

/// All that is stored.
#[derive(Default)]
pub struct StoredOpenings {
    pub repertoires: Vec<Repertoire>,
    pub history: AnswerHistory,
    /// Why a repertoire could not be read. It stays stored.
    pub unreadable: Option<String>,
}

impl OpeningStorage {
    /// Opens the storage.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn open() -> Result<Self, String> {
        KeyValueStorage::open(DATABASE, STORE).await.map(Self)
    }

    /// All that is stored.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn read(&self) -> Result<StoredOpenings, String> {
        let mut stored = StoredOpenings::default();
        let mut chunks = Vec::new();
        for (key, value) in self.0.read().await? {
            let Some(text) = value.as_string() else {
                continue;
            };
            if let Some(id) = key.strip_prefix(REPERTOIRE) {
                let Ok(id) = id.parse() else { continue };
                match Repertoire::from_stored(RepertoireId(id), &text) {
                    Ok(repertoire) => stored.repertoires.push(repertoire),
                    Err(error) => stored.unreadable = Some(error.to_string()),
                }
            } else if key.starts_with(ANSWERS) {
                chunks.push(text);
            }
        }
        stored.history = AnswerHistory::from_chunks(chunks.iter().map(String::as_str));
        Ok(stored)
    }

    /// Stores a repertoire.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put(&self, repertoire: &Repertoire) -> Result<(), String> {
        let key = repertoire_key(repertoire.id);
        self.0.put(&[(&key, repertoire.to_pgn().into())]).await
    }

    /// Removes a repertoire; the answers stay.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn delete(&self, id: RepertoireId) -> Result<(), String> {
        self.0.delete(&[&repertoire_key(id)]).await
    }

    /// Stores a chunk of answers, with what another tab has stored there.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_chunk(&self, history: &AnswerHistory, chunk: u64) -> Result<(), String> {
        let _lock = web_lock::acquire(LOCK).await;
        let key = format!("{ANSWERS}{chunk}");
        let stored = self.0.get(&key).await?.and_then(|value| value.as_string());
        let mut all = AnswerHistory::from_chunks(stored.as_deref());
        all.merge(history);
        self.0.put(&[(&key, all.chunk_text(chunk).into())]).await
    }

    /// Removes all.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn clear(&self) -> Result<(), String> {
        let _lock = web_lock::acquire(LOCK).await;
        self.0.clear().await
    }
}

fn repertoire_key(id: RepertoireId) -> String {
    format!("{REPERTOIRE}{}", id.0)
}
