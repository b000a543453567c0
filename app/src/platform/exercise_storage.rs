//! The visitor's exercises and answers in the browser's storage.

use client::exercises::{Deck, note_text, parse_note};
use engine::exercises::ExerciseId;
use wire::visitor::exercises::{AnswerGrade, ExerciseAnswer};

use super::ignore::ignore_failure;
use super::key_value_storage::KeyValueStorage;
use super::{local_storage, web_lock};

const DATABASE: &str = "ponder-exercises";
const STORE: &str = "exercises";
/// Before an exercise's id.
const EXERCISE: &str = "exercise/";
/// Before the number of a chunk of answers.
const ANSWERS: &str = "answers/";
/// The key of the number up to which the server was asked.
const CURSOR: &str = "cursor";
/// Before an exercise's id, in the storage that is written at once: the answer to an exercise that is over, until
/// the visitor has gone on and it is stored.
const NOTE: &str = "ponder.exercise.";
/// After that, before the id: the same for an exercise that is set aside or taken up, since it may just have been
/// answered, too.
const ASIDE: &str = "aside.";
/// The number of new exercises a day, in the same storage.
const NEW_PER_DAY: &str = "ponder.new_exercises";
/// The most notes that are read.
const MAX_NOTES: usize = 100;
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

    /// Stores a deck in place of what is stored.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn replace(&self, deck: &Deck) -> Result<(), String> {
        self.clear().await?;
        let ids: Vec<ExerciseId> = deck.iter().map(|(id, _)| id).collect();
        self.put_exercises(deck, &ids).await?;
        self.put_chunks(deck, &deck.chunks()).await
    }

    /// Removes all but the notes.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn clear(&self) -> Result<(), String> {
        let _lock = web_lock::acquire(LOCK).await;
        self.0.clear().await
    }
}

/// How many new exercises a day brings, if the visitor has chosen.
pub fn new_per_day() -> Option<u16> {
    local_storage::read(NEW_PER_DAY)?.parse().ok()
}

/// Keeps the choice.
pub fn set_new_per_day(limit: u16) {
    ignore_failure(
        "storage refused",
        local_storage::write(NEW_PER_DAY, &limit.to_string()),
    );
}

/// Notes an answer, at once.
pub fn note(answer: ExerciseAnswer) {
    ignore_failure(
        "storage refused",
        local_storage::write(&note_key(answer), &note_text(answer)),
    );
}

/// Forgets the note of an answer.
pub fn forget_note(answer: ExerciseAnswer) {
    local_storage::remove(&note_key(answer));
}

fn note_key(answer: ExerciseAnswer) -> String {
    let exercise = answer.exercise;
    match answer.grade {
        AnswerGrade::SetAside | AnswerGrade::TakenUp => format!("{NOTE}{ASIDE}{exercise}"),
        _ => format!("{NOTE}{exercise}"),
    }
}

/// The answers that were noted, by pages that are gone or in other tabs.
pub fn notes() -> Vec<ExerciseAnswer> {
    let keys = local_storage::stored_keys(NOTE, MAX_NOTES).into_iter();
    let texts = keys.filter_map(|key| local_storage::read(&key));
    texts.filter_map(|text| parse_note(&text)).collect()
}

/// Forgets all notes.
pub fn forget_notes() {
    for key in local_storage::stored_keys(NOTE, MAX_NOTES) {
        local_storage::remove(&key);
    }
}
