//! Networks that visitors have uploaded. A file is kept as long as one visitor has it.

use sqlx::AnyConnection;
use wire::NetworkId;
use wire::SessionToken;
use wire::visitor::networks::{ListedNetwork, SharedNetwork};

use super::{Store, StoreError, columns::Narrow, now_ms, sessions, user_id::UserId};

/// Networks of one visitor.
pub const MAX_NETWORKS: i64 = 20;

/// The visitor has [`MAX_NETWORKS`] networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected at most {MAX_NETWORKS} networks of one visitor; delete one first")]
pub struct TooManyNetworks;

/// A network to be kept.
#[derive(Clone, Debug)]
pub struct NewNetwork {
    /// The file's.
    pub id: NetworkId,
    /// A checked file.
    pub file: Vec<u8>,
    /// How it was raised, if that is known.
    pub card: Option<String>,
}

#[derive(sqlx::FromRow)]
struct NetworkRow {
    network: String,
    bytes: Narrow<u32>,
    created: i64,
}

impl Store {
    /// Keeps a network of `user`, or of a new guest. The same file again changes nothing but its card.
    ///
    /// # Errors
    /// The outer one when the store fails.
    pub async fn keep_network(
        &self,
        user: Option<UserId>,
        network: NewNetwork,
    ) -> Result<Result<Option<SessionToken>, TooManyNetworks>, StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                let (user, new_session) = sessions::find_or_create_user(connection, user).await?;
                let id = network.id.as_str();
                let sql =
                    "SELECT COUNT(*) FROM network_owners WHERE user_id = $1 AND network <> $2";
                let others: i64 = sqlx::query_scalar(sql)
                    .bind(user)
                    .bind(id)
                    .fetch_one(&mut *connection)
                    .await?;
                if others >= MAX_NETWORKS {
                    return Ok(Err(TooManyNetworks));
                }
                let now = now_ms();
                let sql = "INSERT INTO networks (id, file, created) VALUES ($1, $2, $3) \
                     ON CONFLICT (id) DO NOTHING";
                sqlx::query(sql)
                    .bind(id)
                    .bind(network.file)
                    .bind(now)
                    .execute(&mut *connection)
                    .await?;
                let sql = "INSERT INTO network_owners (user_id, network, card, created) \
                     VALUES ($1, $2, $3, $4) ON CONFLICT (user_id, network) \
                     DO UPDATE SET card = COALESCE(excluded.card, network_owners.card)";
                sqlx::query(sql)
                    .bind(user)
                    .bind(id)
                    .bind(network.card)
                    .bind(now)
                    .execute(connection)
                    .await?;
                Ok(Ok(new_session))
            })
        })
        .await
    }

    /// The file of a network.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn network_file(&self, id: NetworkId) -> Result<Option<Vec<u8>>, StoreError> {
        let file = sqlx::query_scalar("SELECT file FROM networks WHERE id = $1")
            .bind(String::from(id))
            .fetch_optional(&self.readers);
        Ok(file.await?)
    }

    /// A network with the card of whoever uploaded it first with one.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn shared_network(&self, id: NetworkId) -> Result<Option<SharedNetwork>, StoreError> {
        let row: Option<(Vec<u8>, Option<String>, Option<String>)> = sqlx::query_as(
            "SELECT file, card, users.name FROM networks \
             JOIN network_owners ON network = networks.id JOIN users ON users.id = user_id \
             WHERE networks.id = $1 ORDER BY card IS NULL, network_owners.created LIMIT 1",
        )
        .bind(String::from(id))
        .fetch_optional(&self.readers)
        .await?;
        let Some((file, card, owner)) = row else {
            return Ok(None);
        };
        let card = card.map(|card| serde_json::from_str(&card)).transpose()?;
        Ok(Some(SharedNetwork { file, card, owner }))
    }

    /// A visitor's networks, the latest first.
    ///
    /// # Errors
    /// The store cannot be reached, or a row is damaged.
    pub async fn networks_of(&self, user: UserId) -> Result<Vec<ListedNetwork>, StoreError> {
        let rows: Vec<NetworkRow> = sqlx::query_as(
            "SELECT network, LENGTH(file) AS bytes, network_owners.created FROM network_owners \
             JOIN networks ON networks.id = network WHERE user_id = $1 \
             ORDER BY network_owners.created DESC, network",
        )
        .bind(user)
        .fetch_all(&self.readers)
        .await?;
        let listed = rows.into_iter().map(|row| {
            let id = row.network.parse();
            Ok(ListedNetwork {
                id: id.map_err(|_| StoreError::Damaged(format!("the network {}", row.network)))?,
                bytes: row.bytes.0,
                created_ms: row.created,
            })
        });
        listed.collect()
    }

    /// Takes a network from a visitor; false if they did not have it.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn delete_network(&self, user: UserId, id: NetworkId) -> Result<bool, StoreError> {
        self.erase(move |connection| {
            Box::pin(async move {
                let sql = "DELETE FROM network_owners WHERE user_id = $1 AND network = $2";
                let deleted = sqlx::query(sql)
                    .bind(user)
                    .bind(id.as_str())
                    .execute(&mut *connection)
                    .await?;
                forget_ownerless(connection).await?;
                Ok(deleted.rows_affected() > 0)
            })
        })
        .await
    }
}

/// Deletes the networks that nobody has any more.
pub(super) async fn forget_ownerless(connection: &mut AnyConnection) -> Result<(), StoreError> {
    let sql = "DELETE FROM networks WHERE NOT EXISTS \
         (SELECT 1 FROM network_owners WHERE network = networks.id)";
    sqlx::query(sql).execute(connection).await?;
    Ok(())
}

/// Gives a guest's networks to the account.
pub(super) async fn merge(
    connection: &mut AnyConnection,
    guest: UserId,
    account: UserId,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO network_owners (user_id, network, card, created) \
         SELECT $2, network, card, created FROM network_owners WHERE user_id = $1 \
         ON CONFLICT (user_id, network) DO UPDATE SET card = COALESCE(network_owners.card, excluded.card)";
    sqlx::query(sql)
        .bind(guest)
        .bind(account)
        .execute(connection)
        .await?;
    Ok(())
}
