//! What learners know: each user's table, and the operations that made it.
//!
//! `table` reads and writes what is known of positions, `network` the weights of the second memory; here
//! is what operations do to a learner.

mod network;
mod table;

pub use network::NetworkFold;

use engine::learning::{Ending, GameId as LessonId, QTable};
use lab::learning_network::LearningNetwork;
use sqlx::AnyConnection;
use wire::SessionToken;
use wire::game_id::GameId;
use wire::visitor::learners::{
    FinishedLesson, LearnerOp, LearnerRevision, MAX_POSITIONS, NetworkReplacement, Replacement,
    SyncResponse,
};

use super::columns::Truth;
use super::{Store, StoreError, sessions, user_id::UserId, write::execute_for};
use crate::account::token;

/// A guest who becomes somebody else brings at most so many games along, the latest.
const MAX_MERGED: i64 = 2_000;

/// An operation that was checked.
#[derive(Debug, Clone)]
pub enum Checked {
    /// A game that was replayed.
    Learn(FinishedLesson),
    /// Another table, and what it replaces.
    Replace {
        /// The operation's id.
        id: GameId,
        /// The learner that was seen when it was replaced.
        over: Option<GameId>,
        /// The table, no larger than one may be.
        table: QTable,
    },
    /// Another network, or none, and what it replaces.
    ReplaceNetwork {
        /// The operation's id.
        id: GameId,
        /// The learner that was seen when it was replaced.
        over: Option<GameId>,
        /// The file of its weights, which can be read.
        weights: Option<Vec<u8>>,
    },
    /// Nothing: it never can be done.
    Never(GameId),
}

impl Checked {
    /// Checks an operation. Takes as long as a game takes to replay, or a document to read.
    pub fn of(op: LearnerOp) -> Self {
        match op {
            LearnerOp::Learn(lesson) => match lesson.check() {
                Ok(_) => Self::Learn(lesson),
                Err(_) => Self::Never(lesson.id),
            },
            LearnerOp::Replace(Replacement { id, over, document }) => {
                match wire::visitor::learners::import(&document) {
                    Ok(table) => Self::Replace { id, over, table },
                    Err(_) => Self::Never(id),
                }
            }
            LearnerOp::ReplaceNetwork(NetworkReplacement { id, over, weights }) => {
                let weights = weights.map(|file| file.0);
                match weights.as_deref().map(LearningNetwork::read) {
                    Some(Err(_)) => Self::Never(id),
                    _ => Self::ReplaceNetwork { id, over, weights },
                }
            }
        }
    }

    fn id(&self) -> &GameId {
        match self {
            Self::Learn(lesson) => &lesson.id,
            Self::Replace { id, .. } | Self::ReplaceNetwork { id, .. } | Self::Never(id) => id,
        }
    }
}

/// A row of `learners`, with whose it is.
#[derive(Debug, Clone, sqlx::FromRow)]
struct Learner {
    #[sqlx(rename = "user_id")]
    user: UserId,
    tag: String,
    revision: i64,
    states: i64,
    forgotten: i64,
    endings: String,
    /// The revision at which the table was replaced last.
    replaced: i64,
    named: Truth,
}

impl Learner {
    fn seen(&self) -> Result<LearnerRevision, StoreError> {
        let learner = GameId::try_from(self.tag.clone());
        Ok(LearnerRevision {
            learner: learner.map_err(|error| StoreError::Damaged(error.to_string()))?,
            revision: self.revision.unsigned_abs(),
            named: self.named.0,
        })
    }

    /// Whether a device that saw this has a copy of the learner as it is. Who saw nothing has one of
    /// a learner that has done nothing.
    fn is(&self, seen: Option<&LearnerRevision>) -> bool {
        match seen {
            None => self.revision == 0,
            Some(seen) => {
                seen.learner.as_str() == self.tag
                    && i64::try_from(seen.revision) == Ok(self.revision)
            }
        }
    }
}

/// A learner, for its owner.
#[derive(Debug, serde::Serialize)]
pub struct LearnerData {
    /// As a device exports it.
    table: serde_json::Value,
    /// The games that it learnt since it was last replaced, in the order of learning.
    lessons: Vec<serde_json::Value>,
    network: Option<network::ExportedNetwork>,
}

/// What a device is answered.
#[derive(Debug)]
pub struct Synced {
    /// The answer, without the network.
    pub response: SyncResponse,
    /// What the network has yet to learn, where the device needs it or a new snapshot is due.
    pub fold: Option<NetworkFold>,
}

impl Store {
    /// All that is kept of a user's learner.
    ///
    /// # Errors
    /// When the store can't be reached, or something of it can't be read.
    pub async fn learner_of(&self, user: UserId) -> Result<Option<LearnerData>, StoreError> {
        let mut transaction = self.readers.begin().await?;
        let Some(learner) = find(&mut transaction, user).await? else {
            return Ok(None);
        };
        let lessons: Vec<String> = sqlx::query_scalar(
            "SELECT lesson FROM learn_log \
             WHERE user_id = $1 AND lesson IS NOT NULL AND seq > $2 ORDER BY seq",
        )
        .bind(user)
        .bind(learner.replaced)
        .fetch_all(&mut *transaction)
        .await?;
        Ok(Some(LearnerData {
            table: serde_json::from_str(&whole(&mut transaction, &learner).await?.to_json())?,
            lessons: lessons
                .iter()
                .map(|lesson| serde_json::from_str(lesson))
                .collect::<Result<_, _>>()?,
            network: network::export(&mut transaction, user).await?,
        }))
    }

    /// What the learner is, for a device that has nothing to tell; `None` where there is no learner
    /// yet. Nothing is written.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn look_at_learner(
        &self,
        user: UserId,
        seen: Option<&LearnerRevision>,
    ) -> Result<Option<Synced>, StoreError> {
        // One transaction, so that table and revision belong together.
        let mut transaction = self.readers.begin().await?;
        let Some(learner) = find(&mut transaction, user).await? else {
            return Ok(None);
        };
        let met = answer(&mut transaction, &learner, learner.is(seen), Vec::new()).await?;
        Ok(Some(met))
    }

    /// Does what is new of these operations, each once, for `user` or for a new guest.
    ///
    /// # Errors
    /// When the store fails; then nothing was done.
    pub async fn sync_learner(
        &self,
        user: Option<UserId>,
        seen: Option<LearnerRevision>,
        ops: Vec<Checked>,
    ) -> Result<(Synced, Option<SessionToken>), StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                let (user, token) = sessions::find_or_create_user(connection, user).await?;
                let mut learner = find_or_make(connection, user).await?;
                let mut same = learner.is(seen.as_ref());
                let mut done = Vec::with_capacity(ops.len());
                for op in ops {
                    done.push(op.id().clone());
                    same &= apply(connection, &mut learner, op).await?;
                }
                let met = answer(connection, &learner, same, done).await?;
                Ok((met, token))
            })
        })
        .await
    }
}

/// Gives what a guest's learner has learnt to another user, before the guest goes.
pub(super) async fn merge(
    connection: &mut AnyConnection,
    from: UserId,
    into: UserId,
) -> Result<(), StoreError> {
    let Some(guest) = find(connection, from).await? else {
        return Ok(());
    };
    let mut learner = find_or_make(connection, into).await?;
    let lessons: Vec<(i64, String)> = sqlx::query_as(
        "SELECT seq, lesson FROM (SELECT lesson, seq FROM learn_log \
            WHERE user_id = $1 AND lesson IS NOT NULL AND seq > $3 ORDER BY seq DESC LIMIT $2) \
            AS latest \
         ORDER BY seq",
    )
    .bind(from)
    .bind(MAX_MERGED)
    .bind(guest.replaced)
    .fetch_all(&mut *connection)
    .await?;
    if learner.revision == 0 {
        // It has done nothing yet, so it may as well be the other one: an imported table, too.
        execute_for(
            connection,
            into,
            &["DELETE FROM learners WHERE user_id = $1"],
        )
        .await?;
        for table in ["learners", "q_values", "learn_log", "learner_networks"] {
            let change = format!("UPDATE {table} SET user_id = $1 WHERE user_id = $2");
            sqlx::query(sqlx::AssertSqlSafe(change))
                .bind(into)
                .bind(from)
                .execute(&mut *connection)
                .await?;
        }
        return Ok(());
    }
    let mut network = network::of_guest(connection, from, guest.replaced, into).await?;
    for (seq, lesson) in lessons {
        // The games that it has learnt come before it, the others after it.
        if let Some((_, row)) = network.take_if(|(folded, _)| seq > *folded) {
            network::adopt(connection, into, learner.revision, row).await?;
        }
        let lesson = serde_json::from_str(&lesson)?;
        apply(connection, &mut learner, Checked::Learn(lesson)).await?;
    }
    if let Some((_, row)) = network {
        network::adopt(connection, into, learner.revision, row).await?;
    }
    Ok(())
}

async fn find(connection: &mut AnyConnection, user: UserId) -> Result<Option<Learner>, StoreError> {
    let found = sqlx::query_as(
        "SELECT user_id, tag, revision, states, forgotten, endings, replaced, \
            name_norm IS NOT NULL AS named \
         FROM learners JOIN users ON users.id = user_id WHERE user_id = $1",
    )
    .bind(user)
    .fetch_optional(&mut *connection)
    .await?;
    Ok(found)
}

async fn find_or_make(connection: &mut AnyConnection, user: UserId) -> Result<Learner, StoreError> {
    if let Some(learner) = find(connection, user).await? {
        return Ok(learner);
    }
    sqlx::query(
        "INSERT INTO learners (user_id, tag, revision, states, forgotten, endings) \
         VALUES ($1, $2, 0, 0, 0, '')",
    )
    .bind(user)
    .bind(token::draw_tag()?)
    .execute(&mut *connection)
    .await?;
    find(connection, user)
        .await?
        .ok_or_else(|| StoreError::Damaged("a learner that was made is not there".to_owned()))
}

async fn answer(
    connection: &mut AnyConnection,
    learner: &Learner,
    same: bool,
    done: Vec<GameId>,
) -> Result<Synced, StoreError> {
    let table = match same {
        true => None,
        false => Some(whole(connection, learner).await?.to_json()),
    };
    let response = SyncResponse {
        now: Some(learner.seen()?),
        done,
        table,
        network: None,
    };
    let fold = network::fold_to_do(connection, learner.user, same).await?;
    Ok(Synced { response, fold })
}

/// The learner's table with all that belongs to it.
async fn whole(connection: &mut AnyConnection, learner: &Learner) -> Result<QTable, StoreError> {
    let games: Vec<String> = sqlx::query_scalar("SELECT deed FROM learn_log WHERE user_id = $1")
        .bind(learner.user)
        .fetch_all(&mut *connection)
        .await?;
    let games = games
        .iter()
        .filter_map(|id| Some(LessonId(u128::from_str_radix(id, 16).ok()?)));
    let endings = learner.endings.chars().filter_map(Ending::from_letter);
    let mut known = QTable::with_past(games, endings, learner.forgotten.unsigned_abs());
    table::read(connection, learner.user, &mut known).await?;
    Ok(known)
}

/// Does an operation; `false` where it was done before or can't be, and nothing has changed.
async fn apply(
    connection: &mut AnyConnection,
    learner: &mut Learner,
    op: Checked,
) -> Result<bool, StoreError> {
    let is_known =
        |over: &Option<GameId>| over.as_ref().map(GameId::as_str) == Some(learner.tag.as_str());
    let welcome = match &op {
        Checked::Learn(_) => true,
        Checked::Replace { over, .. } => is_known(over) || learner.revision == 0,
        Checked::ReplaceNetwork { over, .. } => {
            is_known(over) || !network::is_there(connection, learner.user).await?
        }
        Checked::Never(_) => false,
    };
    if !welcome || !log(connection, learner, &op).await? {
        return Ok(false);
    }
    let is_game = matches!(op, Checked::Learn(_));
    match op {
        Checked::Learn(lesson) => learn(connection, learner, &lesson).await?,
        Checked::Replace { table, .. } => replace(connection, learner, &table).await?,
        Checked::ReplaceNetwork { weights, .. } => {
            network::replace(connection, learner.user, learner.revision, weights).await?;
        }
        Checked::Never(_) => {}
    }
    sqlx::query(
        "UPDATE learners SET revision = $2, states = $3, forgotten = $4, endings = $5, \
            replaced = $6 \
         WHERE user_id = $1",
    )
    .bind(learner.user)
    .bind(learner.revision)
    .bind(learner.states)
    .bind(learner.forgotten)
    .bind(&learner.endings)
    .bind(learner.replaced)
    .execute(&mut *connection)
    .await?;
    if !is_game {
        network::forget_lessons(connection, learner.user).await?;
    }
    Ok(true)
}

/// Writes an operation down as the learner's next; `false` where it is written down.
async fn log(
    connection: &mut AnyConnection,
    learner: &mut Learner,
    op: &Checked,
) -> Result<bool, StoreError> {
    let lesson = match op {
        Checked::Learn(lesson) => Some(serde_json::to_string(lesson)?),
        _ => None,
    };
    let written = sqlx::query(
        "INSERT INTO learn_log (user_id, deed, seq, lesson) VALUES ($1, $2, $3, $4) \
         ON CONFLICT DO NOTHING",
    )
    .bind(learner.user)
    .bind(op.id().as_str())
    .bind(learner.revision + 1)
    .bind(lesson)
    .execute(&mut *connection)
    .await?;
    let new = written.rows_affected() == 1;
    learner.revision += i64::from(new);
    Ok(new)
}

async fn learn(
    connection: &mut AnyConnection,
    learner: &mut Learner,
    lesson: &FinishedLesson,
) -> Result<(), StoreError> {
    let Ok(game) = lesson.check() else {
        return Ok(());
    };
    let (what, how) = (lesson.lesson(&game), lesson.how.params());
    // What a game changes follows from what is known of its own positions.
    let mut part = QTable::default();
    table::read_at(connection, learner.user, what.keys(), &mut part).await?;
    let before = part.states();
    part.learn(&what, &how);
    learner
        .endings
        .extend(part.endings().iter().map(|ending| ending.letter()));
    let states = learner.states + (part.states() - before) as i64;
    if states <= MAX_POSITIONS as i64 {
        learner.states = states;
        return table::write(connection, learner.user, &part).await;
    }
    let mut known = QTable::default();
    table::read(connection, learner.user, &mut known).await?;
    known.learn(&what, &how);
    learner.forgotten += known.evict(MAX_POSITIONS) as i64;
    learner.states = known.states() as i64;
    table::rewrite(connection, learner.user, &known).await
}

async fn replace(
    connection: &mut AnyConnection,
    learner: &mut Learner,
    other: &QTable,
) -> Result<(), StoreError> {
    learner.states = other.states() as i64;
    learner.forgotten = i64::try_from(other.forgotten()).unwrap_or(i64::MAX);
    learner.endings = other
        .endings()
        .iter()
        .map(|ending| ending.letter())
        .collect();
    learner.replaced = learner.revision;
    table::know_games(connection, learner.user, other).await?;
    table::rewrite(connection, learner.user, other).await
}

#[cfg(test)]
mod tests;
