//! Drawn cards, and their drawing on a blocking thread, one at a time.

use std::sync::Arc;

use axum::{body::Bytes, http::HeaderValue};
use moka::future::Cache;
use tokio::sync::Semaphore;
use wire::live::GameLink;

use super::{Card, png};

/// Maximum memory of all pictures, bytes.
const MAX_CACHED_BYTES: u64 = 32 << 20;

/// Pictures by game and entity tag.
#[derive(Clone, Debug)]
pub struct Pictures {
    kept: Cache<(GameLink, HeaderValue), Bytes>,
    drawing: Arc<Semaphore>,
}

impl Pictures {
    /// The picture of a game under its entity tag, drawn if it is not kept.
    ///
    /// # Errors
    /// The picture cannot be drawn.
    pub async fn get(
        &self,
        link: GameLink,
        tag: HeaderValue,
        card: Card,
    ) -> Result<Bytes, Arc<String>> {
        let drawn = draw(Arc::clone(&self.drawing), card);
        self.kept.try_get_with((link, tag), drawn).await
    }
}

impl Default for Pictures {
    fn default() -> Self {
        Self {
            kept: Cache::builder()
                .weigher(|_, picture: &Bytes| u32::try_from(picture.len()).unwrap_or(u32::MAX))
                .max_capacity(MAX_CACHED_BYTES)
                .build(),
            drawing: Arc::new(Semaphore::new(1)),
        }
    }
}

async fn draw(drawing: Arc<Semaphore>, card: Card) -> Result<Bytes, String> {
    let turn = drawing
        .acquire_owned()
        .await
        .map_err(|error| error.to_string())?;
    let drawn = tokio::task::spawn_blocking(move || {
        // The permit is held even if the caller has gone.
        let _turn = turn;
        png(&card)
    })
    .await;
    let drawn = drawn.map_err(|error| error.to_string())?;
    drawn.map(Bytes::from).map_err(|error| error.to_string())
}
