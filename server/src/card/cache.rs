//! Cards that were drawn. Cards are drawn on a blocking thread, one at a time.

use std::sync::Arc;

use axum::{body::Bytes, http::HeaderValue};
use moka::future::Cache;
use tokio::sync::Semaphore;
use wire::live::GameLink;

use super::{Card, png};

/// Pictures that are kept take so much memory, bytes.
const MOST_KEPT: u64 = 32 << 20;

/// Pictures that were drawn, by game and tag.
#[derive(Clone, Debug)]
pub struct Pictures {
    kept: Cache<(GameLink, HeaderValue), Bytes>,
    pen: Arc<Semaphore>,
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
        let drawn = draw(Arc::clone(&self.pen), card);
        self.kept.try_get_with((link, tag), drawn).await
    }
}

impl Default for Pictures {
    fn default() -> Self {
        Self {
            kept: Cache::builder()
                .weigher(|_, picture: &Bytes| u32::try_from(picture.len()).unwrap_or(u32::MAX))
                .max_capacity(MOST_KEPT)
                .build(),
            pen: Arc::new(Semaphore::new(1)),
        }
    }
}

async fn draw(pen: Arc<Semaphore>, card: Card) -> Result<Bytes, String> {
    let turn = pen
        .acquire_owned()
        .await
        .map_err(|error| error.to_string())?;
    let drawn = tokio::task::spawn_blocking(move || {
        // Also if nobody waits for the picture any more.
        let _turn = turn;
        png(&card)
    })
    .await;
    let drawn = drawn.map_err(|error| error.to_string())?;
    drawn.map(Bytes::from).map_err(|error| error.to_string())
}
