//! All exercises of a visitor, with the answers to them.

use std::cmp::Ordering;
use std::sync::Arc;

use engine::exercises::{Difficulty, Exercise, ExerciseId, GamePhase};
use litemap::LiteMap;
use wire::visitor::exercise_sync::{RefusedExercises, is_plausible};
use wire::visitor::exercises::{
    ExerciseAnswer, MAX_EXERCISES, MAX_SENT_ANSWERS, MAX_SENT_EXERCISES, StoredExercise,
};

use super::answer_log::LoggedAnswer;
use super::history::AnswerHistory;
use super::idea_group::IdeaGroup;
use super::schedule::Schedule;
use crate::sorted::sorted;

/// An exercise of the deck, with what its order depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct DeckExercise {
    pub exercise: Arc<Exercise>,
    /// Milliseconds since 1970.
    pub added_at: u64,
    /// Whether the server has it.
    pub sent: bool,
    pub group: IdeaGroup,
    pub phase: GamePhase,
    pub difficulty: Difficulty,
}

/// What became of an exercise that was to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    New,
    /// The deck has had one of this position.
    Known,
    /// The deck has as many as it may have.
    Full,
}

/// What the server does not have yet: as much as one request may carry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unsent {
    pub exercises: Vec<StoredExercise>,
    pub answers: Vec<ExerciseAnswer>,
}

/// All exercises of a visitor, with the answers to them. Two decks merge to the same one in any order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deck {
    pub(super) exercises: LiteMap<ExerciseId, DeckExercise>,
    pub(super) history: AnswerHistory,
}

impl DeckExercise {
    pub(super) fn new(exercise: Exercise, added_at: u64, sent: bool) -> DeckExercise {
        let kind = exercise.idea.as_ref().map(|idea| idea.kind);
        DeckExercise {
            added_at,
            sent,
            group: IdeaGroup::of(kind),
            phase: exercise.phase(),
            difficulty: exercise.difficulty(),
            exercise: Arc::new(exercise),
        }
    }

    /// As the server has it.
    #[must_use]
    pub fn to_stored(&self) -> StoredExercise {
        StoredExercise {
            text: self.exercise.encode(),
            added_at: self.added_at,
        }
    }

    /// Of two of one position the earlier one stays; of the same one that of which the server knows.
    fn precedence(&self, other: &DeckExercise) -> Ordering {
        let by_time = self.added_at.cmp(&other.added_at);
        let by_text = || match self.exercise == other.exercise {
            true => Ordering::Equal,
            false => self.exercise.encode().cmp(&other.exercise.encode()),
        };
        by_time
            .then_with(by_text)
            .then_with(|| other.sent.cmp(&self.sent))
    }
}

impl Unsent {
    /// Whether there is nothing to send.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.exercises.is_empty() && self.answers.is_empty()
    }
}

impl Deck {
    /// Adds an exercise. Added twice it is one, with the earlier time.
    pub fn add(&mut self, exercise: Exercise, added_at: u64) -> Added {
        let id = exercise.id();
        let is_known = self.exercises.contains_key(&id);
        if !is_known && self.exercises.len() >= MAX_EXERCISES {
            return Added::Full;
        }
        self.put(DeckExercise::new(exercise, added_at, false));
        match is_known {
            true => Added::Known,
            false => Added::New,
        }
    }

    /// Adds an answer; whether it is new. One to an exercise that is still to come waits for it.
    pub fn add_answer(&mut self, answer: ExerciseAnswer) -> bool {
        self.history.add(answer)
    }

    /// Adds all that another deck has. Of more than [`MAX_EXERCISES`] those that were added first stay.
    pub fn merge(&mut self, other: &Deck) {
        for exercise in other.exercises.values() {
            self.put(exercise.clone());
        }
        self.limit();
        self.history.merge(&other.history);
    }

    /// Adds what the server has. A text that is no exercise is left out; how many those were.
    pub fn receive(&mut self, exercises: &[StoredExercise], answers: &[ExerciseAnswer]) -> usize {
        let mut unreadable = 0;
        for stored in exercises {
            match Exercise::decode(&stored.text) {
                Ok(exercise) => self.put(DeckExercise::new(exercise, stored.added_at, true)),
                Err(_) => unreadable += 1,
            }
        }
        self.limit();
        let sent = true;
        let answers = answers.iter().map(|&answer| LoggedAnswer { answer, sent });
        self.history.extend(answers);
        unreadable
    }

    /// What is to be sent next, at a time in milliseconds since 1970: nothing that the server has refused, and
    /// nothing whose time it would refuse, as of a clock that was wrong.
    #[must_use]
    pub fn unsent(&self, now_ms: u64, refused: &RefusedExercises) -> Unsent {
        let exercises = self.exercises.iter().filter(|(id, entry)| {
            let is_wanted = is_plausible(entry.added_at, now_ms) && !refused.exercises.contains(id);
            is_wanted && !entry.sent
        });
        let log = self.history.log.iter();
        let answers = log.filter(|LoggedAnswer { answer, sent }| {
            let is_wanted = is_plausible(answer.at, now_ms) && !refused.answers.contains(answer);
            is_wanted && !sent
        });
        Unsent {
            exercises: exercises
                .map(|(_, entry)| entry.to_stored())
                .take(MAX_SENT_EXERCISES)
                .collect(),
            answers: answers
                .map(|entry| entry.answer)
                .take(MAX_SENT_ANSWERS)
                .collect(),
        }
    }

    /// Notes that the server has nothing.
    pub fn mark_unsent(&mut self) {
        for (_, entry) in self.exercises.iter_mut() {
            entry.sent = false;
        }
        self.history.log.mark_unsent();
    }

    /// What the server does not have.
    #[must_use]
    pub fn without_sent(&self) -> Deck {
        let mut left = Deck::default();
        for entry in self.exercises.values().filter(|entry| !entry.sent) {
            left.put(entry.clone());
        }
        let unsent = self.history.log.iter().filter(|entry| !entry.sent);
        left.history.extend(unsent.copied());
        left
    }

    /// Notes that the server has these.
    pub fn mark_sent(&mut self, sent: &Unsent) {
        for stored in &sent.exercises {
            let id = Exercise::decode(&stored.text).map(|exercise| exercise.id());
            if let Ok(id) = id
                && let Some(entry) = self.exercises.get_mut(&id)
            {
                // It may have been replaced by an earlier one since.
                entry.sent |= entry.to_stored() == *stored;
            }
        }
        self.history.log.mark_sent(&sent.answers);
    }

    /// The number of exercises, with those set aside.
    #[must_use]
    pub fn len(&self) -> usize {
        self.exercises.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.exercises.is_empty()
    }

    #[must_use]
    pub fn get(&self, id: ExerciseId) -> Option<&DeckExercise> {
        self.exercises.get(&id)
    }

    /// All exercises, by id.
    pub fn iter(&self) -> impl Iterator<Item = (ExerciseId, &DeckExercise)> {
        self.exercises.iter().map(|(id, entry)| (*id, entry))
    }

    /// What follows from the answers to an exercise.
    #[must_use]
    pub fn schedule(&self, id: ExerciseId) -> Schedule {
        self.history.schedule(id)
    }

    /// The exercises that the visitor does not want to see, by id.
    #[must_use]
    pub fn set_aside(&self) -> Vec<ExerciseId> {
        let ids = self.exercises.keys().copied();
        ids.filter(|id| self.schedule(*id).is_set_aside).collect()
    }

    pub(super) fn put(&mut self, entry: DeckExercise) {
        let id = entry.exercise.id();
        match self.exercises.get(&id) {
            Some(known) if known.precedence(&entry).is_le() => {}
            _ => {
                self.exercises.insert(id, entry);
            }
        }
    }

    /// Leaves the latest of too many exercises out.
    pub(super) fn limit(&mut self) {
        let over = self.exercises.len().saturating_sub(MAX_EXERCISES);
        if over == 0 {
            return;
        }
        let order = sorted(self.iter().map(|(id, entry)| (entry.added_at, id)));
        for (_, id) in order.into_iter().skip(MAX_EXERCISES) {
            self.exercises.remove(&id);
        }
    }
}
