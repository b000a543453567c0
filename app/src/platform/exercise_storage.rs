//! The visitor's exercises and answers in the browser's storage.

use client::exercises::Deck;
use engine::exercises::ExerciseId;

use super::key_value_storage::KeyValueStorage;
use super::web_lock;

const DATABASE: &str = "ponder-exercises";
const STORE: &str = "exercises";
/// Before an exercise's id.
const EXERCISE: &str = "exercise/";
/// Before the number of a chunk of answers.
const ANSWERS: &str = "answers/";
/// The key of the number up to which the server was asked.
const CURSOR: &str = "cursor";
/// Held while answers are written, so that no tab loses those of another.
const LOCK: &str = "ponder-exercises";

/// The exercises of this browser.
pub struct ExerciseStorage(KeyValueStorage);

impl ExerciseStorage {
    /// Opens the storage.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn open() -> Result<Self, String> {
        KeyValueStorage::open(DATABASE, STORE).await.map(Self)
    }

    /// All that is stored; what cannot be read is left out.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn read(&self) -> Result<Deck, String> {
        let stored = self.0.read().await?.into_iter();
        let stored = stored.filter_map(|(key, value)| Some((key, value.as_string()?)));
        let stored: Vec<(String, String)> = stored.collect();
        let under = |prefix: &'static str| {
            let values = stored
                .iter()
                .filter(move |(key, _)| key.starts_with(prefix));
            values.map(|(_, text)| text.as_str())
        };
        Ok(Deck::from_stored(under(EXERCISE), under(ANSWERS)))
    }

    /// Stores these exercises of a deck.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_exercises(&self, deck: &Deck, ids: &[ExerciseId]) -> Result<(), String> {
        let texts = ids.iter().filter_map(|&id| {
            let text = deck.exercise_text(id)?;
            Some((format!("{EXERCISE}{id}"), text))
        });
        let texts: Vec<(String, String)> = texts.collect();
        let values = texts
            .iter()
            .map(|(key, text)| (key.as_str(), text.as_str().into()));
        self.0.put(&values.collect::<Vec<_>>()).await
    }

    /// Stores these chunks of a deck's answers, with what another tab has stored there.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_chunks(&self, deck: &Deck, chunks: &[u64]) -> Result<(), String> {
        let _lock = web_lock::acquire(LOCK).await;
        for &chunk in chunks {
            let key = format!("{ANSWERS}{chunk}");
            let stored = self.0.get(&key).await?.and_then(|value| value.as_string());
            let mut all = Deck::from_stored([], stored.as_deref());
            all.merge(deck);
            self.0.put(&[(&key, all.chunk_text(chunk).into())]).await?;
        }
        Ok(())
    }

    /// How far the server was asked, 0 if never.
    pub async fn cursor(&self) -> u64 {
        let stored = self.0.get(CURSOR).await.ok().flatten();
        stored.and_then(|value| value.as_f64()).unwrap_or_default() as u64
    }

    /// Notes how far the server was asked. If it is not kept, all is asked for again.
    pub async fn set_cursor(&self, cursor: u64) {
        drop(self.0.put(&[(CURSOR, (cursor as f64).into())]).await);
    }

    /// Removes all: whoever comes next in this browser is another visitor.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn clear(&self) -> Result<(), String> {
        self.0.clear().await
    }
}
