//! The server functions of the course of endings: `Endings` over the store.

use wire::{BackendError, BackendFuture, Endings, RecordedEndings, SessionToken, SolvedEnding};

use crate::backend::Visitors;

impl Endings for Visitors {
    fn solved_endings(
        &self,
        session: Option<SessionToken>,
    ) -> BackendFuture<'_, Vec<SolvedEnding>> {
        Box::pin(async move {
            match self.user(session).await? {
                Some(user) => Ok(self.store.solved_endings(user).await?),
                None => Ok(Vec::new()),
            }
        })
    }

    fn record_endings(
        &self,
        session: Option<SessionToken>,
        solved: Vec<SolvedEnding>,
    ) -> BackendFuture<'_, RecordedEndings> {
        Box::pin(async move {
            SolvedEnding::check(&solved).map_err(|error| BackendError::Invalid {
                field: error.field,
                reason: error.reason,
            })?;
            if solved.is_empty() {
                return Ok(RecordedEndings {
                    solved: self.solved_endings(session).await?,
                    new_session: None,
                });
            }
            let user = self.user(session).await?;
            Ok(self.store.record_endings(user, solved).await?)
        })
    }
}
