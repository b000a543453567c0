//! What players do by their own will besides moving: give up, agree to a draw, ask for advice, leave.

use engine::rules::{Outcome, Reason};
use engine::search::Score;

use super::update::Step;
use super::{Purpose, Refusal, Seats, State};

/// Before this many plies the engine takes no draw.
const EARLY_PLIES: usize = 20;
/// The engine takes a draw where it stands no better than this, centipawns.
const LEVEL_CP: i32 = 10;

impl Step<'_> {
    /// The game ends in this position.
    pub(super) fn end(&mut self, outcome: Outcome) {
        self.stop_clock();
        self.state.ended = Some(outcome);
        self.settle();
    }

    pub(super) fn resign(&mut self) {
        if !self.state.can_resign() {
            return;
        }
        self.drop_search();
        // The visitor loses, whoever's turn it is (fault 11).
        let loser = self.state.seats.human().unwrap_or(self.state.turn());
        self.end(Outcome::win(!loser, Reason::Resignation));
    }

    pub(super) fn offer_draw(&mut self) {
        if !self.state.can_resign() {
            return;
        }
        match self.state.refusal_of_draw() {
            None => {
                self.drop_search();
                self.end(Outcome::draw(Reason::Agreement));
            }
            refusal => self.state.refusal = refusal,
        }
    }

    pub(super) fn hint(&mut self) {
        if self.state.hint.take().is_some() || !self.state.can_hint() {
            return;
        }
        self.drop_search();
        self.state.hint_wanted = true;
        self.go_on();
    }

    /// What was spent on the clock is kept with the game.
    pub(super) fn leave(&mut self) {
        self.stop_clock();
        self.start_clock();
    }
}

impl State {
    /// Whether advice can be asked for.
    pub fn can_hint(&self) -> bool {
        let searching = self.search.as_ref().map(|search| search.purpose);
        self.loaded
            && self.viewed.is_none()
            && self.outcome().is_none()
            && self.seats.is_human(self.turn())
            && searching != Some(Purpose::Hint)
    }

    /// Why a draw is refused; `None` where it is agreed to.
    fn refusal_of_draw(&self) -> Option<Refusal> {
        let Seats::Engine { human } = self.seats else {
            return None;
        };
        if self.game.ply() < EARLY_PLIES {
            return Some(Refusal::Early);
        }
        let Some(known) = self.evaluations.range(..=self.game.ply()).next_back() else {
            return Some(Refusal::Unknown);
        };
        // Known in White's view; the other way round is the same turn.
        let own = known.1.score.for_white(!human);
        let level = match own {
            Score::Cp(cp) => cp <= LEVEL_CP,
            Score::Mate(moves) => moves <= 0,
        };
        (!level).then_some(Refusal::Better(own))
    }
}
