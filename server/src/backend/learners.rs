//! The server functions of learners: `Learners` over the store.

use wire::visitor::learners::{MAX_OPS, SyncOutcome, SyncRequest, SyncResponse};
use wire::visitor::networks::FileBytes;
use wire::{BackendError, BoxFuture, Learners, SessionToken};

use crate::{
    backend::Visitors,
    offload::{offload, offload_lessons},
    store::{Checked, Synced},
};

impl Learners for Visitors {
    fn sync_learner<'a>(
        &'a self,
        session: Option<SessionToken>,
        request: SyncRequest,
    ) -> BoxFuture<'a, Result<SyncOutcome, BackendError>> {
        Box::pin(async move {
            if request.ops.len() > MAX_OPS {
                return Err(BackendError::Invalid {
                    field: "meeting.deeds".to_owned(),
                    reason: format!("expected at most {MAX_OPS}, found {}", request.ops.len()),
                });
            }
            let user = self.user(session).await?;
            if request.ops.is_empty() {
                let response = match user {
                    None => Some(SyncResponse::default()),
                    Some(user) => {
                        let seen = request.seen.as_ref();
                        match self.store.look_at_learner(user, seen).await? {
                            Some(synced) => Some(self.with_network(synced).await?),
                            None => None,
                        }
                    }
                };
                if let Some(response) = response {
                    return Ok(without_session(response));
                }
            } else if user.is_none() && request.seen.is_some() {
                // As far as is known, the operations belong to another visitor's learner; the
                // device decides.
                return Ok(without_session(SyncResponse::default()));
            }
            let SyncRequest { seen, ops } = request;
            let checked = offload(move || ops.into_iter().map(Checked::of).collect::<Vec<_>>());
            let checked = checked.await;
            let checked = checked.map_err(|error| BackendError::Unavailable(error.to_string()))?;
            let synced = self.store.sync_learner(user, seen, checked).await;
            let (synced, new_session) = synced?;
            Ok(SyncOutcome {
                response: self.with_network(synced).await?,
                new_session,
            })
        })
    }
}

impl Visitors {
    /// The answer with the network, where the device needs it.
    async fn with_network(&self, synced: Synced) -> Result<SyncResponse, BackendError> {
        let Synced { mut response, fold } = synced;
        let Some(mut fold) = fold else {
            return Ok(response);
        };
        let failed = |error: &dyn ToString| BackendError::Unavailable(error.to_string());
        // In parts, each of which is kept, so that nobody waits for a long past and none is learnt twice.
        while !fold.is_done() {
            let recent = self.recent_folds.clone();
            let advanced = offload_lessons(move || recent.advance(fold)).await;
            fold = advanced.map_err(|error| failed(&error))??;
            // What was told is stored already; a snapshot may come later.
            if let Err(error) = self.store.store_network(&mut fold).await {
                tracing::warn!(%error, "a network's snapshot was not stored");
            }
            self.recent_folds.remember(&fold);
        }
        if response.table.is_some() {
            response.network = Some(FileBytes(fold.weights().to_vec()));
        }
        Ok(response)
    }
}

fn without_session(response: SyncResponse) -> SyncOutcome {
    SyncOutcome {
        response,
        new_session: None,
    }
}
