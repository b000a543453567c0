//! The network of a learner: a snapshot of its weights, and the games that it has yet to learn.
//!
//! What the network is follows from the weights that a device sent and from the games after them, in the
//! order of the log. It is computed when a device needs it, from the last snapshot.

use base64::{Engine, prelude::BASE64_STANDARD};
use engine::checksum::content_id;
use lab::learning_network::LearningNetwork;
use sqlx::AnyConnection;
use wire::visitor::learners::FinishedLesson;

use super::{Store, StoreError, Truth, UserId, execute_for};

/// After so many games the weights are stored anew.
const SNAPSHOT_GAMES: usize = 50;
/// After so many plies, too: as many as 50 games usually have. No fold has to learn many more twice, however
/// long the games are.
const SNAPSHOT_PLIES: usize = 4_000;
/// A guest's network learns at most so many times that many plies, or as many games, on its way into an account: the
/// store waits meanwhile. What it has learnt less is left out, as old games of its table are.
const MERGED_PARTS: usize = 4;

/// A row of `learner_networks`, its owner apart.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct SnapshotRow {
    base: String,
    weights: Vec<u8>,
    folded: i64,
}

/// A network, for its owner.
#[derive(Debug, serde::Serialize)]
pub struct ExportedNetwork {
    /// The id of the weights that a device sent.
    base: String,
    /// The revision of the learner up to which `weights` has learnt.
    pub(super) revision: i64,
    /// The file, base64.
    weights: String,
}

/// A network's way from its snapshot to the learner's revision.
#[derive(Debug, Clone)]
pub struct NetworkFold {
    user: UserId,
    base: String,
    /// The snapshot's revision.
    folded: i64,
    /// The revision up to which `weights` has learnt.
    reached: i64,
    weights: Vec<u8>,
    /// Revisions and games, JSON, the next one last.
    lessons: Vec<(i64, String)>,
    /// Games learnt since the snapshot, and their plies.
    learnt: usize,
    plies: usize,
}

impl NetworkFold {
    fn new(user: UserId, row: SnapshotRow, lessons: Vec<(i64, String)>) -> NetworkFold {
        NetworkFold {
            user,
            base: row.base,
            folded: row.folded,
            reached: row.folded,
            weights: row.weights,
            lessons,
            learnt: 0,
            plies: 0,
        }
    }

    /// Whether all games are learnt.
    pub fn is_done(&self) -> bool {
        self.lessons.is_empty()
    }

    /// Learns from some of the games, until a snapshot is due; from one at least.
    ///
    /// # Errors
    /// The weights or a game cannot be read.
    pub fn advance(&mut self) -> Result<(), StoreError> {
        let damaged = |error: &dyn ToString| StoreError::Damaged(error.to_string());
        let mut network = LearningNetwork::read(&self.weights).map_err(|error| damaged(&error))?;
        while let Some((revision, lesson)) = self.lessons.pop() {
            let lesson: FinishedLesson = serde_json::from_str(&lesson)?;
            let game = lesson
                .check()
                .map_err(|error| StoreError::Damaged(format!("{error:?}")))?;
            network.learn(&game, lesson.winner);
            self.reached = revision;
            self.learnt += 1;
            self.plies += game.ply();
            if self.is_snapshot_due() {
                break;
            }
        }
        self.weights = network.write();
        Ok(())
    }

    fn is_snapshot_due(&self) -> bool {
        self.learnt >= SNAPSHOT_GAMES || self.plies >= SNAPSHOT_PLIES
    }

    /// Goes on where an earlier fold of the same snapshot has ended. One of another snapshot changes nothing, nor
    /// one that knows games after this one's.
    pub fn go_on_from(&mut self, earlier: &NetworkFold) {
        let newest = self.lessons.first();
        let newest = newest.map_or(self.reached, |(revision, _)| *revision);
        let is_same = (&earlier.base, earlier.folded) == (&self.base, self.folded);
        if !is_same || earlier.reached > newest {
            return;
        }
        let lessons = std::mem::take(&mut self.lessons);
        *self = NetworkFold {
            lessons,
            ..earlier.clone()
        };
        self.lessons
            .retain(|(revision, _)| *revision > earlier.reached);
    }

    /// Whose network it is, and the revision of its snapshot.
    pub fn snapshot(&self) -> (UserId, i64) {
        (self.user, self.folded)
    }

    /// The file of the weights as far as they have learnt.
    pub fn weights(&self) -> &[u8] {
        &self.weights
    }
}

impl Store {
    /// Stores the weights of a fold as far as it has come, if that is due. Another snapshot since then
    /// stays.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn store_network(&self, fold: &mut NetworkFold) -> Result<(), StoreError> {
        if !fold.is_snapshot_due() {
            return Ok(());
        }
        let (user, base, weights) = (fold.user, fold.base.clone(), fold.weights.clone());
        let (folded, revision) = (fold.folded, fold.reached);
        (fold.folded, fold.learnt, fold.plies) = (revision, 0, 0);
        self.write(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE learner_networks SET weights = $1, folded = $2 \
                     WHERE user_id = $3 AND base = $4 AND folded = $5",
                )
                .bind(weights)
                .bind(revision)
                .bind(user)
                .bind(base)
                .bind(folded)
                .execute(&mut *connection)
                .await?;
                forget_lessons(connection, user).await
            })
        })
        .await
    }
}

async fn find(
    connection: &mut AnyConnection,
    user: UserId,
) -> Result<Option<SnapshotRow>, StoreError> {
    let found =
        sqlx::query_as("SELECT base, weights, folded FROM learner_networks WHERE user_id = $1")
            .bind(user)
            .fetch_optional(connection)
            .await?;
    Ok(found)
}

/// Whether a learner has a network.
pub(super) async fn is_there(
    connection: &mut AnyConnection,
    user: UserId,
) -> Result<bool, StoreError> {
    let Truth(found) =
        sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM learner_networks WHERE user_id = $1)")
            .bind(user)
            .fetch_one(connection)
            .await?;
    Ok(found)
}

/// The network for its owner, as of its snapshot.
pub(super) async fn export(
    connection: &mut AnyConnection,
    user: UserId,
) -> Result<Option<ExportedNetwork>, StoreError> {
    let row = find(connection, user).await?;
    Ok(row.map(|row| ExportedNetwork {
        base: row.base,
        revision: row.folded,
        weights: BASE64_STANDARD.encode(row.weights),
    }))
}

/// What the network has yet to learn: for a device whose copy is not the same, and where a snapshot is
/// due.
pub(super) async fn fold_to_do(
    connection: &mut AnyConnection,
    user: UserId,
    same: bool,
) -> Result<Option<NetworkFold>, StoreError> {
    let Some(row) = find(connection, user).await? else {
        return Ok(None);
    };
    let untaught: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM learn_log WHERE user_id = $1 AND lesson IS NOT NULL AND seq > $2",
    )
    .bind(user)
    .bind(row.folded)
    .fetch_one(&mut *connection)
    .await?;
    if same && untaught < SNAPSHOT_GAMES as i64 {
        return Ok(None);
    }
    let lessons = untaught_lessons(connection, user, &row, None).await?;
    Ok(Some(NetworkFold::new(user, row, lessons)))
}

/// The games that a network has yet to learn, up to a revision, with theirs, the next one last.
async fn untaught_lessons(
    connection: &mut AnyConnection,
    user: UserId,
    row: &SnapshotRow,
    until: Option<i64>,
) -> Result<Vec<(i64, String)>, StoreError> {
    let lessons = sqlx::query_as(
        "SELECT seq, lesson FROM learn_log \
         WHERE user_id = $1 AND lesson IS NOT NULL AND seq > $2 AND seq <= $3 ORDER BY seq DESC",
    )
    .bind(user)
    .bind(row.folded)
    .bind(until.unwrap_or(i64::MAX))
    .fetch_all(connection)
    .await?;
    Ok(lessons)
}

/// Puts this network in the place of the one that there is.
pub(super) async fn replace(
    connection: &mut AnyConnection,
    user: UserId,
    revision: i64,
    weights: Option<Vec<u8>>,
) -> Result<(), StoreError> {
    let sql = "DELETE FROM learner_networks WHERE user_id = $1";
    execute_for(connection, user, &[sql]).await?;
    if let Some(weights) = weights {
        let base = String::from_utf8_lossy(&content_id(&weights)).into_owned();
        let row = SnapshotRow {
            base,
            weights,
            folded: revision,
        };
        insert(connection, user, row).await?;
    }
    Ok(())
}

/// The network of a guest for another learner that has none: with the guest's revision up to which it has
/// learnt. That is at least `replaced`, since nothing from before goes along.
pub(super) async fn of_guest(
    connection: &mut AnyConnection,
    guest: UserId,
    replaced: i64,
    into: UserId,
) -> Result<Option<(i64, SnapshotRow)>, StoreError> {
    if is_there(connection, into).await? {
        return Ok(None);
    }
    let Some(row) = find(connection, guest).await? else {
        return Ok(None);
    };
    let lessons = untaught_lessons(connection, guest, &row, Some(replaced)).await?;
    let mut fold = NetworkFold::new(guest, row.clone(), lessons);
    for _ in 0..MERGED_PARTS {
        if let Err(error) = fold.advance() {
            tracing::warn!(%error, "a guest's network goes along as of its snapshot");
            return Ok(Some((row.folded.max(replaced), row)));
        }
        (fold.learnt, fold.plies) = (0, 0);
    }
    let folded = row.folded.max(replaced);
    let weights = fold.weights;
    Ok(Some((folded, SnapshotRow { weights, ..row })))
}

/// Gives a guest's network to a learner as it is now; what it learns from here on teaches the network, too.
pub(super) async fn adopt(
    connection: &mut AnyConnection,
    user: UserId,
    revision: i64,
    row: SnapshotRow,
) -> Result<(), StoreError> {
    let row = SnapshotRow {
        folded: revision,
        ..row
    };
    insert(connection, user, row).await
}

async fn insert(
    connection: &mut AnyConnection,
    user: UserId,
    row: SnapshotRow,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO learner_networks (user_id, base, weights, folded) VALUES ($1, $2, $3, $4)",
    )
    .bind(user)
    .bind(row.base)
    .bind(row.weights)
    .bind(row.folded)
    .execute(connection)
    .await?;
    Ok(())
}

/// Forgets the games that neither the table nor the network needs any more.
pub(super) async fn forget_lessons(
    connection: &mut AnyConnection,
    user: UserId,
) -> Result<(), StoreError> {
    let sql = "UPDATE learn_log SET lesson = NULL \
        WHERE user_id = $1 AND lesson IS NOT NULL \
        AND seq <= (SELECT replaced FROM learners WHERE learners.user_id = $1) \
        AND seq <= COALESCE( \
            (SELECT folded FROM learner_networks WHERE learner_networks.user_id = $1), seq)";
    execute_for(connection, user, &[sql]).await
}
