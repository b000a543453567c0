//! Both clocks of a game as one client sees them: they go down, and up by the increment alone.

use engine::rules::Color;
use serde_json::Value;

use super::state::{State, color};

/// An action counts from its arrival, and its event may follow a reading that was taken later; for a move
/// the network's delay is given back besides. Both together are less than this, milliseconds.
const GIVEN_BACK_MS: u64 = 500;

/// What both clocks may show next.
#[derive(Clone, Debug)]
pub struct ClockMirror {
    base_ms: u64,
    increment_ms: u64,
    /// What White and Black had when the running turn began, as far as that is known. Whoever is to
    /// move has no more; the other side has exactly that.
    at_turn: [u64; 2],
    /// What the side to move was seen to have since then, by this run of the server.
    seen: Option<u64>,
}

impl ClockMirror {
    /// The clocks of a whole game, if it has any; `goes_back` if moves may have been taken back.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(view: &Value, state: &State, goes_back: bool) -> Result<Option<Self>, String> {
        let Some(control) = view.get("control").filter(|control| !control.is_null()) else {
            return Ok(None);
        };
        let ms = |name: &str| control[name].as_u64().map(|seconds| seconds * 1_000);
        let (Some(base_ms), Some(increment_ms)) = (ms("base_s"), ms("increment_s")) else {
            return Err(format!("no control in {view}"));
        };
        let shown = shown(&view["clocks"], state)?;
        let turn = state.game.position().side_to_move();
        let mut at_turn = shown;
        at_turn[turn.index()] = match state.game.ply().checked_sub(2) {
            _ if goes_back => u64::MAX,
            Some(own_last) => state.left_ms[own_last],
            None => base_ms,
        };
        let clock_mirror = Self {
            base_ms,
            increment_ms,
            at_turn,
            seen: None,
        };
        clock_mirror.check(shown, turn)?;
        Ok(Some(clock_mirror))
    }

    /// Takes a reading that came with an event; the state is the one after it.
    ///
    /// # Errors
    /// When a clock shows what it can't.
    pub fn after(&mut self, message: &Value, state: &State) -> Result<(), String> {
        let now = shown(&message["clocks"], state)?;
        let turn = state.game.position().side_to_move();
        match message["event"]["kind"].as_str() {
            // The next turn has begun a little before it was told.
            Some(kind @ ("moved" | "taken_back")) => {
                let stands = (!turn).index();
                let more = if kind == "moved" {
                    self.increment_ms
                } else {
                    0
                };
                if now[stands] > self.at_turn[stands].saturating_add(more) {
                    return Err(format!("{message} where {self:?}"));
                }
                self.at_turn[stands] = now[stands];
                self.seen = None;
                self.see(now, turn)
                    .map_err(|error| format!("{message}: {error}"))?;
            }
            Some("time_given") => {
                let given = message["event"]["ms"].as_u64().unwrap_or(0);
                let side = usize::from(message["event"]["side"] == "black");
                self.at_turn[side] = self.at_turn[side].saturating_add(given);
                self.seen = None;
                self.see(now, turn)
                    .map_err(|error| format!("{message}: {error}"))?;
            }
            _ => self
                .see(now, turn)
                .map_err(|error| format!("{message}: {error}"))?,
        }
        Ok(())
    }

    /// Takes a reading that came by itself.
    ///
    /// # Errors
    /// When a clock shows what it can't.
    pub fn at(&mut self, clocks: &Value, state: &State) -> Result<(), String> {
        let now = shown(clocks, state)?;
        let turn = state.game.position().side_to_move();
        self.see(now, turn)
            .map_err(|error| format!("{clocks}: {error}"))
    }

    /// Another run of the server may have forgotten what the side to move had spent of its turn.
    pub fn forget_turn(&mut self) {
        self.seen = None;
    }

    /// What both sides have spent in all, milliseconds, where so many moves were made.
    pub fn spent_ms(&self, moves: u64) -> u64 {
        // The first move of each side is free and adds nothing.
        let given = 2 * self.base_ms + self.increment_ms * moves.saturating_sub(2);
        given.saturating_sub(self.at_turn[0].saturating_add(self.at_turn[1]))
    }

    fn see(&mut self, now: [u64; 2], turn: Color) -> Result<(), String> {
        self.check(now, turn)?;
        self.seen = Some(now[turn.index()]);
        Ok(())
    }

    fn check(&self, now: [u64; 2], turn: Color) -> Result<(), String> {
        let at_turn = self.at_turn[turn.index()];
        let most = self
            .seen
            .map_or(at_turn, |seen| at_turn.min(seen + GIVEN_BACK_MS));
        let stands = (!turn).index();
        match now[turn.index()] <= most && now[stands] == self.at_turn[stands] {
            true => Ok(()),
            false => Err(format!("{now:?} where {self:?}")),
        }
    }
}

/// What the clocks show; one of them runs only if it should.
fn shown(clocks: &Value, state: &State) -> Result<[u64; 2], String> {
    let turn = color(state.game.position().side_to_move());
    let may_run = state.stage["stage"] == "playing" && state.game.ply() >= 2;
    let running = clocks.get("running").and_then(Value::as_str);
    if running.is_some_and(|side| !may_run || side != turn) {
        return Err(format!(
            "{clocks} runs where it is {turn}'s turn: {state:?}"
        ));
    }
    match (clocks["white_ms"].as_u64(), clocks["black_ms"].as_u64()) {
        (Some(white), Some(black)) => Ok([white, black]),
        _ => Err(format!("no clocks: {clocks}")),
    }
}
