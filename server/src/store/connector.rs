//! Makes the connections of a database.

use std::fmt;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Executor};

/// Connections that read.
const READERS: u32 = 4;

/// How long a read may wait for a connection.
const ACQUIRE: Duration = Duration::from_secs(5);

/// What connections are told before they are used, in SQL.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConnectionSettings {
    /// Every connection.
    pub every: &'static str,
    /// The one that writes.
    pub writing: &'static str,
    /// Those that read.
    pub reading: &'static str,
}

/// Makes the connections of a database.
#[derive(Clone)]
pub(super) struct Connector {
    options: AnyConnectOptions,
    settings: ConnectionSettings,
}

impl Connector {
    /// # Errors
    /// The address cannot be read.
    pub fn new(address: &str, settings: ConnectionSettings) -> sqlx::Result<Self> {
        sqlx::any::install_default_drivers();
        let options: AnyConnectOptions = address.parse()?;
        Ok(Self {
            options: options.disable_statement_logging(),
            settings,
        })
    }

    /// A connection.
    pub async fn connect(&self) -> sqlx::Result<AnyConnection> {
        let mut connection = self.options.connect().await?;
        connection.execute(self.settings.every).await?;
        Ok(connection)
    }

    /// A connection that writes.
    pub async fn connect_to_write(&self) -> sqlx::Result<AnyConnection> {
        let mut connection = self.connect().await?;
        connection.execute(self.settings.writing).await?;
        Ok(connection)
    }

    /// Connections that read.
    pub async fn readers(&self) -> sqlx::Result<AnyPool> {
        let settings = self.settings;
        let pool = AnyPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(ACQUIRE)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    connection.execute(settings.every).await?;
                    connection.execute(settings.reading).await?;
                    Ok(())
                })
            });
        pool.connect_with(self.options.clone()).await
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The options may have a password.
        f.debug_struct("Connector").finish_non_exhaustive()
    }
}
