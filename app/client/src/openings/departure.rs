//! A move that is not the repertoire's, and what the engine can prove of it.

use engine::eval::SharedEval;
use engine::explain::{ReviewedGame, Verdict, chance, review};
use engine::player::Control;
use engine::rules::{Game, Move, san};
use engine::search::{Line, SearchLimits};
use serde::{Deserialize, Serialize};

use crate::analysis::{ReviewSentence, sentences};
use crate::game_import::Searcher;
use crate::worker::SearchId;
use crate::worker::codec::{decode, encode};
use crate::worker::learner::replay_game;

/// Nodes of the search for the repertoire's move; that of the played one has twice as many at most.
const NODES: u64 = 100_000;
/// A smaller difference is none: two searches of one position differ by some points of winning chance.
const EQUAL_POINTS: f64 = 5.0;

/// A move to explain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepartureOrder {
    pub id: SearchId,
    /// The moves before it, from the standard start.
    pub moves: Vec<Move>,
    pub played: Move,
    /// The repertoire's in its place.
    pub expected: Vec<Move>,
}

/// What was found of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Departure {
    pub id: SearchId,
    /// Winning chance that it loses beside the repertoire's move, percentage points; below zero where it is
    /// the better one.
    pub loss: f64,
    /// What can be proved of the played move, then of the repertoire's, each with the moves that show it.
    pub sentences: Vec<ReviewSentence>,
}

impl Departure {
    /// How bad the played move is beside the repertoire's.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        Verdict::of(self.loss)
    }

    /// Whether both moves are about as good.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.loss.abs() < EQUAL_POINTS
    }
}

/// Explains a move in the worker, by this network if there is one; `send` gets the [`Departure`], encoded, and
/// nothing once the search is stopped.
///
/// # Errors
/// The request is unreadable, or its moves are illegal.
pub fn explain_departure(
    request: &[u8],
    network: Option<SharedEval>,
    control: &mut Control<'_>,
    send: &mut dyn FnMut(Vec<u8>),
) -> Result<(), String> {
    let order: DepartureOrder = decode(request)?;
    let game = replay_game(None, &order.moves)?;
    let mut searcher = Searcher::new(network, control);
    if let Some(departure) = explain(&order, &game, &mut searcher) {
        send(encode(&departure));
    }
    Ok(())
}

/// `None` where a search was stopped, or a move is illegal.
pub(super) fn explain(
    order: &DepartureOrder,
    game: &Game,
    searcher: &mut Searcher<'_, '_>,
) -> Option<Departure> {
    let limits = SearchLimits {
        searchmoves: order.expected.clone(),
        ..SearchLimits::nodes(NODES)
    };
    let expected = searcher.search(game, &limits, true)?.into_iter().next()?;
    let limits = SearchLimits {
        depth: Some(expected.depth.max(1)),
        searchmoves: vec![order.played],
        ..SearchLimits::nodes(2 * NODES)
    };
    let played = searcher.search(game, &limits, false)?.into_iter().next()?;
    let loss = chance(expected.score) - chance(played.score);
    let mut found = judged(game, order.played, &expected, Some(&played), loss);
    // Of a bad move the review has named the better one.
    if let Some(&better) = expected.pv.first()
        && Verdict::of(loss).is_none()
    {
        found.extend(judged(game, better, &expected, None, 0.0));
    }
    Some(Departure {
        id: order.id,
        loss,
        sentences: found,
    })
}

/// What a review says of a move that loses so much beside the best line.
fn judged(
    before: &Game,
    mv: Move,
    best: &Line,
    played: Option<&Line>,
    loss: f64,
) -> Vec<ReviewSentence> {
    let mut game = Game::from_position(*before.position());
    if game.play(mv).is_err() {
        return Vec::new();
    }
    let mover = before.position().side_to_move();
    let after = played.unwrap_or(best).score.for_white(mover);
    let scores = [best.score.for_white(mover), after];
    let reviewed = ReviewedGame {
        review: review(&scores, &[Some(loss.max(0.0))], mover),
        best: vec![Some(best.clone()), None],
        played: vec![played.cloned(), None],
        others: vec![Vec::new(); 2],
    };
    let mut said = sentences(&game, 0, &reviewed);
    if reviewed.verdict(0).is_none() {
        // What a good move does is said of "it".
        let san = san::write(before.position(), mv);
        for sentence in &mut said {
            sentence.text = format!("{san}: {}", sentence.text);
        }
    }
    said
}
