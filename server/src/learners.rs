//! How devices and the server's learners meet: the app's `Learners` over the store.

use wire::{
    BackendError, BoxFuture, Learners, SessionToken,
    visitor::learners::{MOST_DEEDS, Meeting, Met, MetWith},
};

use crate::{
    offload::offload,
    store::Checked,
    visitors::{Visitors, unavailable},
};

impl Learners for Visitors {
    fn meet_learner<'a>(
        &'a self,
        session: Option<SessionToken>,
        meeting: Meeting,
    ) -> BoxFuture<'a, Result<MetWith, BackendError>> {
        Box::pin(async move {
            if meeting.deeds.len() > MOST_DEEDS {
                return Err(BackendError::Invalid {
                    field: "meeting.deeds".to_owned(),
                    reason: format!(
                        "expected at most {MOST_DEEDS}, found {}",
                        meeting.deeds.len()
                    ),
                });
            }
            let user = self.user(session).await?;
            if meeting.deeds.is_empty() {
                let met = match user {
                    None => Some(Met::default()),
                    Some(user) => self
                        .store
                        .look_at_learner(user, meeting.seen.as_ref())
                        .await
                        .map_err(unavailable)?,
                };
                if let Some(met) = met {
                    return Ok(known(met));
                }
            } else if user.is_none() && meeting.seen.is_some() {
                // What was done goes back to a learner that is not this visitor's, as far as is
                // known. The device decides what becomes of it.
                return Ok(known(Met::default()));
            }
            let Meeting { seen, deeds } = meeting;
            let checked = offload(move || deeds.into_iter().map(Checked::of).collect::<Vec<_>>());
            let checked = checked.await;
            let checked = checked.map_err(|error| BackendError::Unavailable(error.to_string()))?;
            let met = self.store.meet_learner(user, seen, checked).await;
            let (met, new_session) = met.map_err(unavailable)?;
            Ok(MetWith { met, new_session })
        })
    }
}

fn known(met: Met) -> MetWith {
    MetWith {
        met,
        new_session: None,
    }
}
