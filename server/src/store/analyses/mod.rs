//! Analyses that visitors keep under names. A write names the version that it takes the place of.

use sqlx::AnyConnection;
use wire::visitor::analyses::{MAX_ANALYSES, MAX_ANALYSES_BYTES, MAX_LISTED_ANALYSES};
use wire::{
    AnalysisAnswer, AnalysisCursor, AnalysisId, AnalysisList, KeptAnalysis, ListedAnalysis,
    RecordedAnalysis,
};

use super::columns::Narrow;
use super::{Store, StoreError, now_ms, sessions, user_id::UserId};

/// A checked analysis to be kept.
#[derive(Clone, Debug)]
pub struct NewAnalysis {
    pub id: AnalysisId,
    /// The version that it takes the place of; 0 for none.
    pub seen: u64,
    pub name: String,
    pub pgn: String,
    /// Of the main line.
    pub plies: u32,
    /// Lines beside it.
    pub variations: u32,
}

/// The visitor has as much as there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnalysesFull {
    #[error("expected at most {MAX_ANALYSES} analyses of one visitor; delete one first")]
    Number,
    #[error(
        "expected at most {MAX_ANALYSES_BYTES} bytes in all analyses of one visitor; delete one first"
    )]
    Bytes,
}

#[derive(sqlx::FromRow)]
struct KeptRow {
    id: String,
    version: Narrow<u64>,
    name: String,
    pgn: String,
    created: i64,
    changed: i64,
}

#[derive(sqlx::FromRow)]
struct ListedRow {
    id: String,
    version: Narrow<u64>,
    name: String,
    changed: i64,
    plies: Narrow<u32>,
    variations: Narrow<u32>,
}

impl KeptRow {
    fn analysis(self) -> Result<KeptAnalysis, StoreError> {
        Ok(KeptAnalysis {
            id: id_named(&self.id)?,
            version: self.version.0,
            name: self.name,
            pgn: self.pgn,
            created_ms: self.created,
            changed_ms: self.changed,
        })
    }
}

impl ListedRow {
    fn analysis(self) -> Result<ListedAnalysis, StoreError> {
        Ok(ListedAnalysis {
            id: id_named(&self.id)?,
            version: self.version.0,
            name: self.name,
            changed_ms: self.changed,
            plies: self.plies.0,
            variations: self.variations.0,
        })
    }
}

fn id_named(id: &str) -> Result<AnalysisId, StoreError> {
    id.parse()
        .map_err(|_| StoreError::Damaged(format!("the analysis {id:?}")))
}

impl Store {
    /// Keeps an analysis of `user`, or a new one of a new guest, unless another version than the one that it
    /// takes the place of is there. The same again changes nothing.
    ///
    /// # Errors
    /// The outer one when the store fails.
    pub async fn keep_analysis(
        &self,
        user: Option<UserId>,
        analysis: NewAnalysis,
    ) -> Result<Result<RecordedAnalysis, AnalysesFull>, StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                if user.is_none() && analysis.seen > 0 {
                    return Ok(Ok(RecordedAnalysis {
                        answer: AnalysisAnswer::Gone,
                        new_session: None,
                    }));
                }
                let (user, new_session) = sessions::find_or_create_user(connection, user).await?;
                let answer = keep(connection, user, analysis).await?;
                Ok(answer.map(|answer| RecordedAnalysis {
                    answer,
                    new_session,
                }))
            })
        })
        .await
    }

    /// An analysis of a user.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn kept_analysis(
        &self,
        user: UserId,
        id: AnalysisId,
    ) -> Result<Option<KeptAnalysis>, StoreError> {
        let row: Option<KeptRow> = sqlx::query_as(
            "SELECT id, version, name, pgn, created, changed FROM analyses \
             WHERE user_id = $1 AND id = $2",
        )
        .bind(user)
        .bind(id.to_string())
        .fetch_optional(&self.readers)
        .await?;
        row.map(KeptRow::analysis).transpose()
    }

    /// All analyses of a user, as they are exported.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn analyses_of(&self, user: UserId) -> Result<Vec<KeptAnalysis>, StoreError> {
        let rows: Vec<KeptRow> = sqlx::query_as(
            "SELECT id, version, name, pgn, created, changed FROM analyses \
             WHERE user_id = $1 ORDER BY changed DESC, id DESC",
        )
        .bind(user)
        .fetch_all(&self.readers)
        .await?;
        rows.into_iter().map(KeptRow::analysis).collect()
    }

    /// A page of a user's analyses, the last change first.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn kept_analyses(
        &self,
        user: UserId,
        before: Option<AnalysisCursor>,
    ) -> Result<AnalysisList, StoreError> {
        let (changed, id) = match before {
            Some(before) => (before.changed_ms, before.id.to_string()),
            None => (i64::MAX, String::new()),
        };
        // One more than is answered, to know whether there are any before.
        let rows: Vec<ListedRow> = sqlx::query_as(
            "SELECT id, version, name, changed, plies, variations FROM analyses \
             WHERE user_id = $1 AND changed <= $2 AND (changed < $2 OR id < $3) \
             ORDER BY changed DESC, id DESC LIMIT $4",
        )
        .bind(user)
        .bind(changed)
        .bind(id)
        .bind(MAX_LISTED_ANALYSES as i64 + 1)
        .fetch_all(&self.readers)
        .await?;
        let has_more = rows.len() > MAX_LISTED_ANALYSES;
        let rows = rows.into_iter().take(MAX_LISTED_ANALYSES);
        let analyses: Vec<_> = rows.map(ListedRow::analysis).collect::<Result<_, _>>()?;
        let last = analyses.last().filter(|_| has_more);
        let before = last.map(|last| AnalysisCursor {
            changed_ms: last.changed_ms,
            id: last.id,
        });
        Ok(AnalysisList { analyses, before })
    }

    /// Gives an analysis another name, if this version is there.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn rename_analysis(
        &self,
        user: UserId,
        id: AnalysisId,
        seen: u64,
        name: String,
    ) -> Result<AnalysisAnswer, StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                let Some(found) = find(connection, user, id).await? else {
                    return Ok(AnalysisAnswer::Gone);
                };
                let version = found.version.0;
                if found.name == name {
                    return Ok(AnalysisAnswer::Kept { version });
                }
                if version != seen {
                    return Ok(AnalysisAnswer::Changed { version });
                }
                let sql = "UPDATE analyses SET name = $3, version = version + 1, changed = $4 \
                     WHERE user_id = $1 AND id = $2";
                sqlx::query(sql)
                    .bind(user)
                    .bind(id.to_string())
                    .bind(name)
                    .bind(now_ms())
                    .execute(connection)
                    .await?;
                Ok(AnalysisAnswer::Kept {
                    version: version + 1,
                })
            })
        })
        .await
    }

    /// Deletes an analysis, if this version is there.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn delete_analysis(
        &self,
        user: UserId,
        id: AnalysisId,
        seen: u64,
    ) -> Result<AnalysisAnswer, StoreError> {
        self.erase(move |connection| {
            Box::pin(async move {
                match find(connection, user, id).await? {
                    Some(found) if found.version.0 != seen => {
                        return Ok(AnalysisAnswer::Changed {
                            version: found.version.0,
                        });
                    }
                    _ => {}
                }
                sqlx::query("DELETE FROM analyses WHERE user_id = $1 AND id = $2")
                    .bind(user)
                    .bind(id.to_string())
                    .execute(connection)
                    .await?;
                Ok(AnalysisAnswer::Gone)
            })
        })
        .await
    }
}

async fn find(
    connection: &mut AnyConnection,
    user: UserId,
    id: AnalysisId,
) -> Result<Option<KeptRow>, StoreError> {
    let sql = "SELECT id, version, name, pgn, created, changed FROM analyses \
         WHERE user_id = $1 AND id = $2";
    let found = sqlx::query_as(sql)
        .bind(user)
        .bind(id.to_string())
        .fetch_optional(connection);
    Ok(found.await?)
}

async fn keep(
    connection: &mut AnyConnection,
    user: UserId,
    analysis: NewAnalysis,
) -> Result<Result<AnalysisAnswer, AnalysesFull>, StoreError> {
    let found = find(connection, user, analysis.id).await?;
    let version = match &found {
        Some(found) if found.name == analysis.name && found.pgn == analysis.pgn => {
            let version = found.version.0;
            return Ok(Ok(AnalysisAnswer::Kept { version }));
        }
        Some(found) if found.version.0 != analysis.seen => {
            let version = found.version.0;
            return Ok(Ok(AnalysisAnswer::Changed { version }));
        }
        None if analysis.seen > 0 => return Ok(Ok(AnalysisAnswer::Gone)),
        Some(found) => found.version.0 + 1,
        None => 1,
    };
    if let Err(full) = check_room(connection, user, &analysis).await? {
        return Ok(Err(full));
    }
    let now = now_ms();
    sqlx::query(
        "INSERT INTO analyses \
            (user_id, id, version, name, pgn, bytes, plies, variations, created, changed) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (user_id, id) DO UPDATE \
            SET version = excluded.version, name = excluded.name, pgn = excluded.pgn, \
                bytes = excluded.bytes, plies = excluded.plies, variations = excluded.variations, \
                changed = excluded.changed",
    )
    .bind(user)
    .bind(analysis.id.to_string())
    .bind(number(version))
    .bind(&analysis.name)
    .bind(&analysis.pgn)
    .bind(number(analysis.pgn.len() as u64))
    .bind(i64::from(analysis.plies))
    .bind(i64::from(analysis.variations))
    .bind(now)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(Ok(AnalysisAnswer::Kept { version }))
}

/// Whether there is room for an analysis beside all others of the user.
async fn check_room(
    connection: &mut AnyConnection,
    user: UserId,
    analysis: &NewAnalysis,
) -> Result<Result<(), AnalysesFull>, StoreError> {
    let (others, bytes): (i64, i64) = sqlx::query_as(
        "SELECT COUNT(*), CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM analyses \
         WHERE user_id = $1 AND id <> $2",
    )
    .bind(user)
    .bind(analysis.id.to_string())
    .fetch_one(connection)
    .await?;
    Ok(if others >= MAX_ANALYSES as i64 {
        Err(AnalysesFull::Number)
    } else if bytes + number(analysis.pgn.len() as u64) > MAX_ANALYSES_BYTES as i64 {
        Err(AnalysesFull::Bytes)
    } else {
        Ok(())
    })
}

/// A number as its column has it. Real ones are far from the limit.
fn number(found: u64) -> i64 {
    i64::try_from(found).unwrap_or(i64::MAX)
}

/// Gives a guest's analyses to the account: all of them, also where the account has then more than it could add.
pub(super) async fn merge(
    connection: &mut AnyConnection,
    guest: UserId,
    account: UserId,
) -> Result<(), StoreError> {
    let sql = "UPDATE analyses SET user_id = $2 WHERE user_id = $1 \
         AND id NOT IN (SELECT id FROM analyses WHERE user_id = $2)";
    sqlx::query(sql)
        .bind(guest)
        .bind(account)
        .execute(connection)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests;
