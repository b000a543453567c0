//! Reads the store's file, beside the running server or without it.

use std::path::Path;

use sqlx::{ConnectOptions, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::runtime::{Builder, Runtime};

/// The file, open for reading.
#[derive(Debug)]
pub struct File {
    runtime: Runtime,
    options: SqliteConnectOptions,
}

impl File {
    /// The file in a server's data folder.
    ///
    /// # Panics
    /// When the system gives no sockets.
    pub fn open(data: &Path) -> Self {
        Self {
            runtime: Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime"),
            options: SqliteConnectOptions::new()
                .filename(data.join("ponder.sqlite"))
                .pragma("query_only", "ON"),
        }
    }

    /// The first column of what is found, texts.
    ///
    /// # Panics
    /// When there is no such file, or the query is not for it.
    pub fn texts(&self, query: &'static str) -> Vec<String> {
        self.runtime.block_on(async {
            let mut connection: SqliteConnection = self.options.connect().await.expect("a store");
            let found = sqlx::query_scalar(query).fetch_all(&mut connection).await;
            found.expect("a query of this store")
        })
    }
}
