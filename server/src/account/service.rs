//! What the page asks for about accounts: the app's `Accounts`, over the store.
//!
//! A wrong name and a wrong password are answered alike and after the same work: one hash.

use std::time::{Duration, Instant};

use tracing::Instrument;
use wire::{
    Account, Accounts, ApiKey, BackendError, BackendFuture, Caller, DeviceToken, NewApiKey,
    NewSession, Secret, SessionToken,
};

use super::attempts::{CountedBy, TooMany};
use super::code::CodeHash;
use super::names::Name;
use super::password::{HashError, Phc};
use super::{code, keys, names, password, token};
use crate::backend::Visitors;
use crate::store::{
    Announcement, KeyNotMade, MAX_KEYS, NewAccount, NotMade, Person, Proofs, SignedIn, StoreError,
    UserId,
};

type Answer<T> = Result<T, BackendError>;

impl Visitors {
    async fn person(&self, session: Option<&SessionToken>) -> Answer<Option<Person>> {
        match session {
            Some(session) => Ok(self.store.person_of(session).await?),
            None => Ok(None),
        }
    }

    /// The guest of the session.
    async fn guest(&self, session: Option<&SessionToken>) -> Answer<Option<UserId>> {
        let person = self.person(session).await?;
        let guest = person.filter(|person| person.name.is_none());
        Ok(guest.map(|guest| guest.id))
    }

    /// Shows the account's name in the user's open games.
    async fn is_now(&self, guest: Option<UserId>, account: UserId, name: &str) -> Answer<()> {
        let Some(guest) = guest else { return Ok(()) };
        let named = Announcement::Named {
            guest,
            account,
            name: name.to_owned(),
        };
        Ok(self.effects.of(named).await?)
    }

    /// The account of the session.
    async fn named(&self, session: Option<&SessionToken>) -> Answer<Person> {
        let person = self.person(session).await?;
        person
            .filter(|person| person.name.is_some())
            .ok_or(BackendError::SignedOut)
    }

    /// Checks the password of a signed-in account. The attempt is counted by the session, so that
    /// attacks on the name do not block it.
    async fn confirmed(&self, caller: &Caller, password: Secret) -> Answer<Proofs> {
        let session = caller.session.as_ref().ok_or(BackendError::SignedOut)?;
        let person = self.named(Some(session)).await?;
        let proofs = self.store.proofs_of(person.id).await?;
        let proofs = proofs.ok_or(BackendError::SignedOut)?;
        let by = CountedBy::Token(token::hash(session));
        self.count(&by)?;
        match self.is_right(password, Some(&proofs)).await? {
            true => {
                self.attempts.proved(&by);
                Ok(proofs)
            }
            false => Err(BackendError::Denied),
        }
    }

    /// What a sign-in attempt is counted by.
    async fn counted_by(&self, caller: &Caller, spelt: &str) -> Answer<CountedBy> {
        if let Some(device) = caller.device.as_ref().map(token::hash_device)
            && self.store.is_device_of(device, spelt).await?
        {
            return Ok(CountedBy::Token(device));
        }
        Ok(CountedBy::Stranger {
            from: caller.from.0,
            name: spelt.to_owned(),
        })
    }

    fn count(&self, by: &CountedBy) -> Answer<()> {
        Ok(self.attempts.prove(by, Instant::now())?)
    }

    /// Refuses a weak password. This takes some milliseconds, so it comes last.
    async fn is_strong(&self, field: &str, password: &Secret, name: &str) -> Answer<()> {
        let judged = self
            .hashers
            .judge(password.clone(), name.to_owned())
            .await?;
        judged.map_err(|reason| invalid(field, reason))
    }

    async fn is_right(&self, password: Secret, proofs: Option<&Proofs>) -> Answer<bool> {
        let hash = proofs.map(|proofs| proofs.password.clone());
        Ok(self.hashers.verify(password, hash).await?)
    }

    async fn make(
        &self,
        caller: Caller,
        name: &str,
        password: Secret,
    ) -> Answer<NewSession<Secret>> {
        let name = names::check(name).map_err(|reason| invalid("name", reason))?;
        password::check(&password, &name.shown).map_err(|reason| invalid("password", reason))?;
        self.attempts.register(caller.from.0, Instant::now())?;
        if self.store.is_taken(&name.keys).await? {
            return Err(taken(&name));
        }
        self.is_strong("password", &password, &name.shown).await?;
        let code = code::draw().map_err(StoreError::from)?;
        let account = NewAccount {
            name: name.clone(),
            password: self.hashers.hash(password).await?,
            recovery: code::hash(&code),
        };
        let guest = self.guest(caller.session.as_ref()).await?;
        match self.store.register(caller.session, account).await? {
            Ok(signed_in) => {
                if let Some(guest) = guest {
                    self.is_now(Some(guest), guest, &name.shown).await?;
                }
                Ok(entered(signed_in, code))
            }
            Err(NotMade::Taken) => Err(taken(&name)),
            Err(NotMade::Named) => Err(invalid("session", "you are signed in; sign out first")),
        }
    }

    async fn let_in(
        &self,
        caller: Caller,
        name: &str,
        password: Secret,
    ) -> Answer<NewSession<Account>> {
        let spelt = names::keys(name).spelt;
        let by = self.counted_by(&caller, &spelt).await?;
        self.count(&by)?;
        let proofs = self.store.proofs_by_name(&spelt).await?;
        let is_right = self.is_right(password, proofs.as_ref()).await?;
        let Some(proofs) = proofs.filter(|_| is_right) else {
            return Err(BackendError::Denied);
        };
        self.is_let_in(&proofs).await?;
        self.attempts.proved(&by);
        let guest = self.guest(caller.session.as_ref()).await?;
        let begun = self
            .store
            .enter(caller.session, caller.device, &proofs)
            .await?;
        let signed_in = begun.ok_or(BackendError::Denied)?;
        self.is_now(guest, proofs.user, &proofs.name).await?;
        let person = self.person(Some(&signed_in.session)).await?;
        Ok(entered(signed_in, account_of(person)))
    }

    /// Refuses a banned account whose credentials are right.
    async fn is_let_in(&self, proofs: &Proofs) -> Answer<()> {
        match self.store.is_banned(proofs.user).await? {
            true => Err(invalid("name", "this account is banned")),
            false => Ok(()),
        }
    }

    async fn set_password(
        &self,
        caller: Caller,
        current: Secret,
        new: Secret,
    ) -> Answer<NewSession<()>> {
        let person = self.named(caller.session.as_ref()).await?;
        let name = person.name.unwrap_or_default();
        password::check(&new, &name).map_err(|reason| invalid("new", reason))?;
        let proofs = self.confirmed(&caller, current).await?;
        self.is_strong("new", &new, &name).await?;
        let hash = self.hashers.hash(new).await?;
        let code = proofs.recovery;
        // Refused if another request has changed it meanwhile.
        let signed_in = self.renew(caller, proofs, hash, code).await?;
        Ok(entered(signed_in, ()))
    }

    /// Sets a checked account's password and code; all earlier sessions end.
    async fn renew(
        &self,
        caller: Caller,
        proofs: Proofs,
        password: Phc,
        recovery: CodeHash,
    ) -> Answer<SignedIn> {
        let user = proofs.user;
        let renewed = self
            .store
            .renew(caller.session, caller.device, proofs, password, recovery)
            .await;
        // Even after a failure, because the change may have been stored.
        for what in [
            Announcement::KeysDeleted,
            Announcement::SessionsEnded { user },
        ] {
            self.effects.of(what).await?;
        }
        renewed?.ok_or(BackendError::Denied)
    }

    async fn let_back_in(
        &self,
        caller: Caller,
        name: &str,
        code: &Secret,
        password: Secret,
    ) -> Answer<NewSession<Secret>> {
        password::check(&password, name).map_err(|reason| invalid("new_password", reason))?;
        let spelt = names::keys(name).spelt;
        let by = self.counted_by(&caller, &spelt).await?;
        self.count(&by)?;
        let proofs = self.store.proofs_by_name(&spelt).await?;
        let typed = code::hash(code);
        let Some(proofs) = proofs.filter(|proofs| proofs.recovery == typed) else {
            return Err(BackendError::Denied);
        };
        self.is_let_in(&proofs).await?;
        self.attempts.proved(&by);
        self.is_strong("new_password", &password, &proofs.name)
            .await?;
        let next = code::draw().map_err(StoreError::from)?;
        let hash = self.hashers.hash(password).await?;
        let guest = self.guest(caller.session.as_ref()).await?;
        let (user, name) = (proofs.user, proofs.name.clone());
        let signed_in = self.renew(caller, proofs, hash, code::hash(&next)).await?;
        self.is_now(guest, user, &name).await?;
        Ok(entered(signed_in, next))
    }

    async fn delete(&self, caller: Caller, password: Option<Secret>) -> Answer<()> {
        let person = self.person(caller.session.as_ref()).await?;
        let person = person.ok_or(BackendError::SignedOut)?;
        let hash = match (&person.name, password) {
            (None, _) => None,
            (Some(_), None) => return Err(invalid("password", "expected your password")),
            (Some(_), Some(password)) => Some(self.confirmed(&caller, password).await?.password),
        };
        // Games end first, while the account exists.
        self.hub.end_games(person.id).await?;
        let deleted = self.store.delete_user(person.id, hash).await;
        if let Ok(false) = deleted {
            return Err(BackendError::Denied);
        }
        // Games that began meanwhile end, too.
        let user = person.id;
        self.effects.of(Announcement::Deleted { user }).await?;
        deleted?;
        Ok(())
    }
}

/// Runs the work to its end even if the caller goes away, because stored data and open games change
/// together.
fn to_the_end<'a, T: Send + 'static>(
    work: impl Future<Output = Answer<T>> + Send + 'static,
) -> BackendFuture<'a, T> {
    Box::pin(async move {
        let done = tokio::spawn(work.in_current_span()).await;
        done.unwrap_or_else(|error| {
            tracing::error!(%error, "a change of an account broke off");
            Err(BackendError::Unavailable(
                "that failed; try again".to_owned(),
            ))
        })
    })
}

impl Accounts for Visitors {
    fn account(&self, session: Option<SessionToken>) -> BackendFuture<'_, Account> {
        Box::pin(async move { Ok(account_of(self.person(session.as_ref()).await?)) })
    }

    fn register(
        &self,
        caller: Caller,
        name: String,
        password: Secret,
    ) -> BackendFuture<'_, NewSession<Secret>> {
        let visitors = self.clone();
        to_the_end(async move { visitors.make(caller, &name, password).await })
    }

    fn sign_in(
        &self,
        caller: Caller,
        name: String,
        password: Secret,
    ) -> BackendFuture<'_, NewSession<Account>> {
        let visitors = self.clone();
        to_the_end(async move { visitors.let_in(caller, &name, password).await })
    }

    fn sign_out(&self, caller: Caller, everywhere: bool) -> BackendFuture<'_, Option<DeviceToken>> {
        let visitors = self.clone();
        to_the_end(async move {
            let Some(session) = caller.session else {
                return Ok(None);
            };
            // A guest is known by the cookie alone; without it the games are lost.
            let person = visitors.person(Some(&session)).await?;
            if person.as_ref().is_some_and(|person| person.name.is_none()) {
                return Err(BackendError::SignedOut);
            }
            let left = visitors
                .store
                .leave(session, caller.device, everywhere)
                .await;
            if let Some(Person { id: user, .. }) = person {
                visitors
                    .effects
                    .of(Announcement::SessionsEnded { user })
                    .await?;
            }
            Ok(left?)
        })
    }

    fn change_password(
        &self,
        caller: Caller,
        current: Secret,
        new: Secret,
    ) -> BackendFuture<'_, NewSession<()>> {
        let visitors = self.clone();
        to_the_end(async move { visitors.set_password(caller, current, new).await })
    }

    fn recover(
        &self,
        caller: Caller,
        name: String,
        code: Secret,
        new_password: Secret,
    ) -> BackendFuture<'_, NewSession<Secret>> {
        let visitors = self.clone();
        to_the_end(async move {
            visitors
                .let_back_in(caller, &name, &code, new_password)
                .await
        })
    }

    fn new_recovery_code(&self, caller: Caller, password: Secret) -> BackendFuture<'_, Secret> {
        Box::pin(async move {
            let proofs = self.confirmed(&caller, password).await?;
            let code = code::draw().map_err(StoreError::from)?;
            match self.store.renew_code(proofs, code::hash(&code)).await? {
                true => Ok(code),
                false => Err(BackendError::Denied),
            }
        })
    }

    fn delete_account(&self, caller: Caller, password: Option<Secret>) -> BackendFuture<'_, ()> {
        let visitors = self.clone();
        to_the_end(async move { visitors.delete(caller, password).await })
    }

    fn my_data(&self, session: Option<SessionToken>) -> BackendFuture<'_, serde_json::Value> {
        Box::pin(async move {
            let person = self.person(session.as_ref()).await?;
            let person = person.ok_or(BackendError::SignedOut)?;
            let everything = self.store.everything(person).await?;
            serde_json::to_value(everything).map_err(|error| {
                tracing::error!(%error, "what is kept could not be written down");
                BackendError::Unavailable("the data can't be written down".to_owned())
            })
        })
    }

    fn api_keys(&self, session: Option<SessionToken>) -> BackendFuture<'_, Vec<ApiKey>> {
        Box::pin(async move {
            let person = self.named(session.as_ref()).await?;
            Ok(self.keys.of(person.id).await?)
        })
    }

    fn new_api_key(
        &self,
        caller: Caller,
        label: String,
        password: Secret,
    ) -> BackendFuture<'_, NewApiKey> {
        Box::pin(async move {
            self.named(caller.session.as_ref()).await?;
            let label = keys::check_label(&label).map_err(|reason| invalid("label", reason))?;
            let proofs = self.confirmed(&caller, password).await?;
            let made = self.keys.make(&proofs, label).await?;
            made.map_err(|why| match why {
                KeyNotMade::TooMany => invalid(
                    "label",
                    format!("you have {MAX_KEYS} keys; revoke one of them first"),
                ),
                KeyNotMade::Changed => BackendError::Denied,
            })
        })
    }

    fn revoke_api_key(&self, session: Option<SessionToken>, id: i64) -> BackendFuture<'_, ()> {
        let visitors = self.clone();
        to_the_end(async move {
            let person = visitors.named(session.as_ref()).await?;
            let was_there = visitors.keys.revoke(person.id, id).await;
            visitors.effects.of(Announcement::KeysDeleted).await?;
            match was_there? {
                true => Ok(()),
                false => Err(invalid("id", "you have no such key")),
            }
        })
    }
}

fn account_of(person: Option<Person>) -> Account {
    match person {
        None => Account::Nobody,
        Some(Person {
            name: Some(name),
            created,
            named,
            ..
        }) => Account::Named {
            name,
            created: named.unwrap_or(created),
        },
        Some(Person { created, .. }) => Account::Guest { created },
    }
}

/// The answer to a visitor who has signed in.
fn entered<T>(SignedIn { session, device }: SignedIn, answer: T) -> NewSession<T> {
    NewSession {
        session,
        device,
        answer,
    }
}

fn invalid(field: &str, reason: impl Into<String>) -> BackendError {
    BackendError::Invalid {
        field: field.to_owned(),
        reason: reason.into(),
    }
}

fn taken(name: &Name) -> BackendError {
    let reason = format!("{} is taken, or looks like a name that is", name.shown);
    invalid("name", reason)
}

impl From<TooMany> for BackendError {
    fn from(TooMany { wait }: TooMany) -> Self {
        // Rounds up.
        let whole = wait + Duration::from_millis(999);
        Self::TooMany {
            wait_s: u32::try_from(whole.as_secs()).unwrap_or(u32::MAX),
        }
    }
}

impl From<HashError> for BackendError {
    fn from(error: HashError) -> Self {
        Self::Unavailable(error.to_string())
    }
}
