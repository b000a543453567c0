//! Password rules and hashing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use argon2::{
    Algorithm, Argon2, Params, PasswordHash, PasswordHasher, PasswordVerifier, Version,
    password_hash::SaltString,
};
use rand::{TryRng, rngs::SysRng};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use wire::Secret;
use zxcvbn::{Score, zxcvbn};

use super::names;

/// Length of a password, characters.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

/// Maximum length of a password, bytes.
const MAX_BYTES: usize = 512;

/// Argon2id with OWASP's parameters: 19 MiB, two rounds, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const ROUNDS: u32 = 2;
const LANES: u32 = 1;

/// Concurrent hashes; each occupies a core and its 19 MiB.
const AT_ONCE: usize = 2;

/// Calls that may wait for a hash.
const WAITING: usize = 16;

/// Verified where the name is unknown, so that the response takes as long. Nobody knows its
/// password.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$cG9uZGVyLW5vYm9keS1z$ZgDj7PQOl5SSAyLWlI7lCvK1b1lWRLd9AcK9M8a6jSI";

/// A hash with its salt and parameters, as text ($argon2id$…).
#[derive(Clone, PartialEq, Eq, sqlx::Type)]
#[sqlx(transparent)]
pub struct Phc(pub String);

impl std::fmt::Debug for Phc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Phc(…)")
    }
}

/// Characters of a password that are judged; the cost is quadratic.
const JUDGED: usize = 40;

/// Resists some million guesses, more than the limits on attempts allow.
const MIN_SCORE: Score = Score::Two;

/// Minimum length of a name's part that is looked for in a password.
const MIN_PART: usize = 3;

/// Why a password was not hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HashError {
    /// Too many calls wait.
    #[error("too many people are signing in at the moment")]
    Full,
    /// The system gave no random bytes, memory or thread.
    #[error("passwords can't be checked at the moment")]
    Failed,
}

/// Checks the length and characters of a password for an account's name.
///
/// # Errors
/// The reason, in words that may follow "password:".
pub fn check(password: &Secret, name: &str) -> Result<(), String> {
    let text = &password.0;
    let length = text.chars().take(LENGTH.end() + 1).count();
    let (least, most) = (*LENGTH.start(), *LENGTH.end());
    if length < least {
        return Err(format!("expected at least {least} characters"));
    }
    if length > most || text.len() > MAX_BYTES {
        return Err(format!("expected at most {most} characters"));
    }
    if names::keys(text).spelt == names::keys(name).spelt {
        return Err("expected something else than the name".to_owned());
    }
    Ok(())
}

/// Judges the strength of a password that passes [`check`].
///
/// # Errors
/// The reason, in words that may follow "password:".
fn judge(password: &Secret, name: &str) -> Result<(), String> {
    let judged: String = password.0.chars().take(JUDGED).collect();
    let name = name.to_lowercase();
    let joined = letters(&name);
    let parts = name.split(['-', '_']);
    let own: Vec<&str> = [&*name, &joined]
        .into_iter()
        .chain(parts.filter(|part| part.chars().count() >= MIN_PART))
        .collect();
    let is_weak = |text: &str, own: &[&str]| zxcvbn(text, own).score() < MIN_SCORE;
    // Signs between a name and a year add no strength, but would count as parts.
    let bare = letters(&judged.to_lowercase());
    let has_name = own.iter().any(|part| bare.contains(part));
    let is_of_name = || Err("too easy to guess: it is made of the name".to_owned());
    if has_name && is_weak(&bare, &own) {
        return is_of_name();
    }
    let found = zxcvbn(&judged, &own);
    if found.score() >= MIN_SCORE {
        return Ok(());
    }
    if !is_weak(&judged, &[]) {
        return is_of_name();
    }
    let why = found.feedback().map(ToString::to_string);
    let why = why.unwrap_or_default();
    Err(format!("too easy to guess. {why}")
        .trim_end_matches(['.', ' '])
        .to_owned())
}

fn letters(text: &str) -> String {
    text.chars().filter(|sign| sign.is_alphanumeric()).collect()
}

/// Hashes passwords, a few at a time; cheap to clone.
#[derive(Clone, Debug)]
pub struct Hashers {
    /// Permits of all calls, waiting or running.
    room: Arc<Semaphore>,
    /// Permits of running hashes.
    running: Arc<Semaphore>,
    runs: Arc<AtomicU64>,
}

impl Default for Hashers {
    fn default() -> Self {
        Self {
            room: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
            running: Arc::new(Semaphore::new(AT_ONCE)),
            runs: Arc::default(),
        }
    }
}

impl Hashers {
    /// Hashes with a new salt.
    ///
    /// # Errors
    /// Too many calls wait, or the system fails.
    pub async fn hash(&self, password: Secret) -> Result<Phc, HashError> {
        self.run(move || {
            let mut salt = [0_u8; 16];
            SysRng.try_fill_bytes(&mut salt).map_err(failed)?;
            let salt = SaltString::encode_b64(&salt).map_err(failed)?;
            let hash = argon2()?
                .hash_password(password.0.as_bytes(), &salt)
                .map_err(failed)?;
            Ok(Phc(hash.to_string()))
        })
        .await
    }

    /// Verifies a password. Without a hash the result is false after the same work.
    ///
    /// # Errors
    /// Too many calls wait, or the system fails.
    pub async fn verify(&self, password: Secret, hash: Option<Phc>) -> Result<bool, HashError> {
        self.run(move || {
            let text = hash.as_ref().map_or(NOBODYS, |Phc(text)| text);
            let parsed = PasswordHash::new(text).map_err(failed)?;
            let verified = argon2()?.verify_password(password.0.as_bytes(), &parsed);
            match verified {
                Ok(()) => Ok(hash.is_some()),
                Err(argon2::password_hash::Error::Password) => Ok(false),
                Err(error) => Err(failed(error)),
            }
        })
        .await
    }

    /// Judges the strength of a password; the inner error is the reason, in words that may follow
    /// "password:".
    ///
    /// # Errors
    /// Too many calls wait, or the system fails.
    pub async fn judge(
        &self,
        password: Secret,
        name: String,
    ) -> Result<Result<(), String>, HashError> {
        self.work(move || Ok(judge(&password, &name))).await
    }

    /// The number of hashes so far.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, HashError> + Send + 'static,
    ) -> Result<T, HashError> {
        let runs = Arc::clone(&self.runs);
        self.work(move || {
            runs.fetch_add(1, Ordering::Relaxed);
            work()
        })
        .await
    }

    /// Runs work on a blocking thread when it has a permit.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, HashError> + Send + 'static,
    ) -> Result<T, HashError> {
        let place = Arc::clone(&self.room).try_acquire_owned();
        let place = place.map_err(|_| HashError::Full)?;
        let hand = Arc::clone(&self.running).acquire_owned().await;
        let hand = hand.map_err(failed)?;
        let done = move || {
            // The permits are held even if the caller has gone.
            let _held: (OwnedSemaphorePermit, OwnedSemaphorePermit) = (place, hand);
            work()
        };
        tokio::task::spawn_blocking(done).await.map_err(failed)?
    }
}

fn argon2() -> Result<Argon2<'static>, HashError> {
    let params = Params::new(MEMORY_KIB, ROUNDS, LANES, None).map_err(failed)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn failed(error: impl std::fmt::Display) -> HashError {
    tracing::error!(%error, "a password could not be hashed");
    HashError::Failed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(text: &str) -> Secret {
        Secret(text.to_owned())
    }

    #[test]
    fn any_text_of_some_length_will_do_and_the_name_will_not() {
        let long = "🦊".repeat(128);
        for good in [
            "12345678",
            "  spaces  ",
            "пароль-пароль",
            "a\0bcdefgh",
            &long,
        ] {
            assert_eq!(check(&secret(good), "anna"), Ok(()), "{good:?}");
        }
        let (most, wide) = ("a".repeat(129), "🦊".repeat(129));
        for (bad, said) in [
            ("", "at least 8"),
            ("1234567", "at least 8"),
            ("🦊🦊🦊🦊🦊🦊🦊", "at least 8"),
            (&*most, "at most 128"),
            (&*wide, "at most 128"),
            ("anna-maria", "than the name"),
            ("ANNA-MARIA", "than the name"),
        ] {
            let error = check(&secret(bad), "Anna-Maria").expect_err(bad);
            assert!(error.contains(said), "{bad:?}: {error}");
        }
    }

    #[test]
    fn what_is_guessed_first_is_refused_with_the_reason() {
        let long = format!("{}{}", "a".repeat(60), "Tr0ub4dor&3-zebra");
        for (bad, said) in [
            ("12345678", "top-10"),
            ("password", "top-10"),
            ("P@ssw0rd", "commonly used"),
            ("qwertyuiop", "common"),
            ("aaaaaaaaaaaa", "Repeats"),
            ("abcdefghijkl", "Sequences"),
            ("19.11.1987", "Dates"),
            ("schachspiel", "the name"),
            ("Schach-Spiel1", "the name"),
            ("leipshcahcs", "the name"),
            ("spiel-2024", "the name"),
            (&long, "Repeats"),
        ] {
            let reason = judge(&secret(bad), "Schach-Spiel").expect_err(bad);
            assert!(reason.starts_with("too easy to guess"), "{bad}: {reason}");
            assert!(reason.contains(said), "{bad}: {reason}");
            assert!(!reason.ends_with('.'), "{bad}: {reason}");
        }
        for good in [
            "correct horse battery",
            "battery staple",
            "пароль-пароль-и-ещё",
            "🦊🐻🐼🐨🐯🦁🐮🐷",
            "kT7#pw2q",
        ] {
            assert_eq!(judge(&secret(good), "Schach-Spiel"), Ok(()), "{good}");
        }
    }

    #[tokio::test]
    async fn a_password_is_known_by_its_hash_and_no_other_is() {
        let hashers = Hashers::default();
        let hash = hashers.hash(secret("correct horse")).await.expect("hashes");
        assert!(hash.0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(!format!("{hash:?}").contains("argon2id"));
        for (text, is_right) in [
            ("correct horse", true),
            ("correct horse ", false),
            ("Correct horse", false),
            ("", false),
        ] {
            let found = hashers.verify(secret(text), Some(hash.clone())).await;
            assert_eq!(found, Ok(is_right), "{text:?}");
        }
        let again = hashers.hash(secret("correct horse")).await.expect("hashes");
        assert_ne!(again, hash, "each has a salt of its own");
    }

    #[tokio::test]
    async fn nobodys_password_takes_the_same_work_and_is_never_right() {
        let hashers = Hashers::default();
        let nobody = PasswordHash::new(NOBODYS).expect("a hash");
        let params = Params::try_from(&nobody).expect("parameters");
        assert_eq!(
            (params.m_cost(), params.t_cost(), params.p_cost()),
            (MEMORY_KIB, ROUNDS, LANES)
        );
        assert_eq!(hashers.verify(secret("12345678"), None).await, Ok(false));
        assert_eq!(hashers.runs(), 1);
    }

    #[tokio::test]
    async fn more_than_can_wait_are_sent_away() {
        let hashers = Hashers::default();
        let mut all = tokio::task::JoinSet::new();
        for _ in 0..AT_ONCE + WAITING + 5 {
            let hashers = hashers.clone();
            all.spawn(async move { hashers.verify(secret("12345678"), None).await });
        }
        let mut full = 0;
        while let Some(done) = all.join_next().await {
            match done.expect("no panic") {
                Ok(_) => {}
                Err(error) => {
                    assert_eq!(error, HashError::Full);
                    full += 1;
                }
            }
        }
        assert_eq!(full, 5);
        assert_eq!(hashers.verify(secret("12345678"), None).await, Ok(false));
    }
}
