//! A client's copy of a game, kept up to date by what the server tells. Whatever can't be true is an
//! error on the way: a gap, an illegal move, another event than somebody else was told, a clock that
//! goes up.

use serde_json::Value;

use super::{History, State, clock_mirror::ClockMirror};

/// A copy of one game.
#[derive(Clone, Debug)]
pub struct Mirror {
    link: String,
    history: History,
    /// The game as it is known, once it is.
    pub state: Option<State>,
    /// Its clocks, if it has any.
    pub clock_mirror: Option<ClockMirror>,
    /// The side that is one's own, as the server said last.
    pub seat: Option<String>,
    /// Who is there, as the server said last.
    pub presence: Value,
    /// Whether all that was missed has been told.
    pub is_synced: bool,
    /// Whether there is no such game.
    pub is_gone: bool,
    /// Whole games that were told.
    pub snapshots: usize,
}

impl Mirror {
    /// Of a game of which nothing is known yet.
    pub fn new(link: &str, history: &History) -> Self {
        Self {
            link: link.to_owned(),
            history: history.clone(),
            state: None,
            clock_mirror: None,
            seat: None,
            presence: Value::Null,
            is_synced: false,
            is_gone: false,
            snapshots: 0,
        }
    }

    /// Which game.
    pub fn link(&self) -> &str {
        &self.link
    }

    /// What was told of the game.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The version that is known, if any is.
    pub fn version(&self) -> Option<u64> {
        Some(self.state.as_ref()?.version)
    }

    /// The game as it is known.
    ///
    /// # Panics
    /// When it is not.
    pub fn known(&self) -> &State {
        self.state.as_ref().expect("the game was told")
    }

    /// It is watched by a new socket.
    pub fn begin_again(&mut self) {
        self.is_synced = false;
        if let Some(clock_mirror) = &mut self.clock_mirror {
            clock_mirror.forget_turn();
        }
    }

    /// Takes a message of the server's; what is not about this game is left alone.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn receive(&mut self, message: &Value) -> Result<(), String> {
        let about = match message["type"].as_str() {
            Some("snapshot") => &message["view"]["game"],
            _ => &message["game"],
        };
        if about != self.link.as_str() {
            return Ok(());
        }
        match message["type"].as_str() {
            Some("event") => self.event(message),
            Some("snapshot") => self.snapshot(message),
            Some("synced") => self.synced(message),
            Some("presence") => {
                self.presence = message.clone();
                Ok(())
            }
            Some("gone") => {
                self.is_gone = true;
                Ok(())
            }
            _ => Err(format!("an unknown message: {message}")),
        }
    }

    fn event(&mut self, message: &Value) -> Result<(), String> {
        self.history.note(message)?;
        let Some(state) = &mut self.state else {
            return Err(format!("an event before the game: {message}"));
        };
        // Who asks again for what is on its way already is told it twice.
        if message["version"]
            .as_u64()
            .is_some_and(|version| version <= state.version)
        {
            return Ok(());
        }
        state.apply(message)?;
        match &mut self.clock_mirror {
            Some(clock_mirror) => clock_mirror.after(message, state),
            None if message.get("clocks").is_some() => Err(format!("clocks: {message}")),
            None => Ok(()),
        }
    }

    fn snapshot(&mut self, message: &Value) -> Result<(), String> {
        let state = State::read(&message["view"])?;
        state.check_whole()?;
        match &self.state {
            Some(known) if known.version > state.version => {
                return Err(format!("back from {known:?} to {state:?}"));
            }
            Some(known) if known.version == state.version && *known != state => {
                return Err(format!("two games: {known:?} and {state:?}"));
            }
            _ => {}
        }
        self.clock_mirror = ClockMirror::read(&message["view"], &state, self.history.goes_back())?;
        self.state = Some(state);
        self.seat = message["seat"].as_str().map(str::to_owned);
        self.snapshots += 1;
        Ok(())
    }

    fn synced(&mut self, message: &Value) -> Result<(), String> {
        let Some(state) = &self.state else {
            return Err(format!("nothing was told before {message}"));
        };
        if message["version"] != state.version {
            return Err(format!("{message} where {state:?}"));
        }
        state.check_whole()?;
        if let Some(clock_mirror) = &mut self.clock_mirror {
            clock_mirror.at(&message["clocks"], state)?;
        }
        self.seat = message["seat"].as_str().map(str::to_owned);
        self.is_synced = true;
        Ok(())
    }
}
