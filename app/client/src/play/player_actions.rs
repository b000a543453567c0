//! Actions of players besides moving: resignation, draw offers, hints, leaving.

use engine::rules::{Outcome, Reason};
use engine::search::Score;

use super::update::PlayUpdate;
use super::{DrawRefusal, PlayState, Players, SearchPurpose};

/// The engine declines a draw before this ply.
const MIN_DRAW_PLIES: usize = 20;
/// The engine accepts a draw up to this score of its own, centipawns.
const MAX_DRAW_CP: i32 = 10;

impl PlayUpdate<'_> {
    /// Ends the game in this position.
    pub(super) fn end_game(&mut self, outcome: Outcome) {
        self.stop_clock();
        self.state.ended = Some(outcome);
        self.position_changed();
    }

    pub(super) fn resign(&mut self) {
        if !self.state.can_resign() {
            return;
        }
        self.cancel_search();
        // The visitor loses, whichever side is to move.
        let loser = self.state.players.human().unwrap_or(self.state.turn());
        self.end_game(Outcome::win(!loser, Reason::Resignation));
    }

    pub(super) fn offer_draw(&mut self) {
        if !self.state.can_resign() {
            return;
        }
        match self.state.draw_refusal_reason() {
            None => {
                self.cancel_search();
                self.end_game(Outcome::draw(Reason::Agreement));
            }
            refusal => self.state.draw_refusal = refusal,
        }
    }

    pub(super) fn hint(&mut self) {
        if self.state.hint.take().is_some() || !self.state.can_hint() {
            return;
        }
        self.cancel_search();
        self.state.hint_requested = true;
        self.schedule_search();
    }

    /// Stores the spent time with the game.
    pub(super) fn store_clock(&mut self) {
        self.stop_clock();
        self.start_clock();
    }
}

impl PlayState {
    pub fn can_hint(&self) -> bool {
        let searching = self.search.as_ref().map(|search| search.purpose);
        self.loaded
            && self.viewed_ply.is_none()
            && self.outcome().is_none()
            && self.players.is_human(self.turn())
            && searching != Some(SearchPurpose::Hint)
    }

    /// Why the engine declines a draw; `None` if it accepts.
    fn draw_refusal_reason(&self) -> Option<DrawRefusal> {
        let Players::Engine { human } = self.players else {
            return None;
        };
        if self.game.ply() < MIN_DRAW_PLIES {
            return Some(DrawRefusal::Early);
        }
        let Some(known) = self.evaluation_at_or_before(self.game.ply()) else {
            return Some(DrawRefusal::Unknown);
        };
        // Stored in White's view; `for_white` also converts back.
        let own = known.score.for_white(!human);
        let level = match own {
            Score::Cp(cp) => cp <= MAX_DRAW_CP,
            Score::Mate(moves) => moves <= 0,
        };
        (!level).then_some(DrawRefusal::Better(own))
    }
}
