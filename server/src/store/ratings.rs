//! Visitors' strengths, told by their games against engines.

use engine::player::StrategyId;
use engine::rating::{MoveLosses, RatedGame, RatedResult};
use engine::rules::Color;
use wire::visitor::games::moves_of;
use wire::visitor::rating::KnownRating;

use super::columns::{Narrow, Truth, read_strength};
use super::{Store, StoreError, user_id::UserId};

/// The latest games that tell a strength: what was long ago says little.
const MAX_GAMES: i64 = 200;

/// A game as a rating sees it.
#[derive(sqlx::FromRow)]
struct RatedRow {
    strategy: String,
    level: Narrow<u8>,
    strength: Option<Narrow<u8>>,
    own_is_white: Truth,
    plies: Narrow<u16>,
    result: String,
    loss_moves: Narrow<u16>,
    loss_hundredths: Narrow<u32>,
}

impl RatedRow {
    /// `None` of an opponent without levels.
    fn game(&self) -> Option<RatedGame> {
        let strategy: StrategyId = self.strategy.parse().ok()?;
        let opponent = read_strength(self.level, self.strength)?;
        let Truth(own_is_white) = self.own_is_white;
        let own = match own_is_white {
            true => Color::White,
            false => Color::Black,
        };
        let result = match (self.result.as_str(), own) {
            ("1-0", Color::White) | ("0-1", Color::Black) => RatedResult::Won,
            ("1/2-1/2", _) => RatedResult::Drawn,
            _ => RatedResult::Lost,
        };
        strategy.searches().then(|| RatedGame {
            opponent,
            result,
            moves: moves_of(self.plies.0.into(), own),
            losses: MoveLosses {
                moves: self.loss_moves.0,
                hundredths: self.loss_hundredths.0,
            },
        })
    }
}

impl Store {
    /// A user's strength by those of their games against engines that tell it, since they last reset it. A level
    /// counts as that of Intuition, whichever engine played it.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn rating(&self, user: UserId) -> Result<KnownRating, StoreError> {
        let latest_first: Vec<RatedRow> = sqlx::query_as(
            "SELECT strategy, level, strength, white IS NOT NULL AS own_is_white, \
                version AS plies, result, loss_moves, loss_hundredths FROM games \
             WHERE (white = $1 OR black = $1) AND kind = 'ai' AND status = 'finished' \
                AND start_fen IS NULL AND loss_moves IS NOT NULL AND id >= \
                COALESCE((SELECT rated_from FROM users WHERE users.id = $1), 0) \
             ORDER BY id DESC LIMIT $2",
        )
        .bind(user)
        .bind(MAX_GAMES)
        .fetch_all(&self.readers)
        .await?;
        let games = latest_first.iter().rev().filter_map(RatedRow::game);
        Ok(KnownRating::default().after(games))
    }

    /// From now on only later games tell a user's strength.
    ///
    /// # Errors
    /// The store cannot be written.
    pub async fn reset_rating(&self, user: UserId) -> Result<(), StoreError> {
        let sql = "UPDATE users SET rated_from = \
                (SELECT COALESCE(MAX(id), 0) + 1 FROM games) WHERE id = $1";
        self.execute(move || sqlx::query(sql).bind(user)).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use engine::player::{Level, Strength};

    use super::super::games::NewGame;
    use super::super::tests::{TestStore, game, keep};
    use super::*;

    const LONG: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7";

    /// A game of five moves a side that Black, the visitor, wins.
    fn won(client_id: &str, level: Level, losses: Option<MoveLosses>) -> NewGame {
        NewGame {
            moves: LONG.split(' ').map(str::to_owned).collect(),
            strength: level.into(),
            reason: "agreement",
            losses,
            ..game(client_id)
        }
    }

    fn losses(hundredths: u32) -> Option<MoveLosses> {
        Some(MoveLosses {
            moves: 5,
            hundredths,
        })
    }

    #[tokio::test]
    async fn games_tell_a_strength_from_the_last_reset_on_and_others_do_not() {
        let place = TestStore::new("rating").await;
        let store = place.open().await;
        let first = won("a", Level::default(), losses(100));
        let user = keep(&store, None, &first).await.user;
        let bystander = keep(&store, None, &won("b", Level::default(), losses(100))).await;
        let one = store.rating(user).await.expect("reads");
        assert_eq!(one.games, 1);
        assert!(one.strength > Strength::default(), "{one:?}");
        // Neither from a position of its own, nor unmeasured, nor against who has no levels.
        let unrated = [
            NewGame {
                start_fen: Some("4k3/8/8/8/8/8/8/4K2R w - - 0 1".to_owned()),
                ..won("c", Level::STRONGEST, losses(0))
            },
            won("d", Level::STRONGEST, None),
            NewGame {
                strategy: "dice",
                ..won("e", Level::STRONGEST, losses(0))
            },
        ];
        for game in &unrated {
            keep(&store, Some(user), game).await;
        }
        assert_eq!(store.rating(user).await.expect("reads"), one);
        let lost = NewGame {
            result: "1-0",
            ..won("f", Level::WEAKEST, losses(20_000))
        };
        keep(&store, Some(user), &lost).await;
        let two = store.rating(user).await.expect("reads");
        assert_eq!(two.games, 2);
        assert!(two.strength < one.strength, "{two:?}");
        store.reset_rating(user).await.expect("writes");
        let none = store.rating(user).await.expect("reads");
        assert_eq!(none, KnownRating::default());
        keep(&store, Some(user), &won("g", Level::default(), losses(100))).await;
        assert_eq!(store.rating(user).await.expect("reads"), one);
        let other = store.rating(bystander.user).await.expect("reads");
        assert_eq!(other, one, "of the bystander");
    }
}
