//! A game as it stands at one version: what any client has to agree on.

use engine::rules::{Color, Game};
use serde_json::Value;

/// A game at one version.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// How often it has changed.
    pub version: u64,
    /// The moves, legal from the start position on.
    pub game: Game,
    /// `open`, `playing`, `over` or `aborted`, with the outcome of a game that is over.
    pub stage: Value,
    /// Offers that are not answered: what is offered, and by which side.
    pub offers: Vec<(String, String)>,
    /// What whoever made a move had left after it, milliseconds; empty without clocks.
    pub left_ms: Vec<u64>,
    /// The link of the game that followed.
    pub next: Option<String>,
}

/// What may be offered.
const OFFERS: [&str; 3] = ["draw", "takeback", "rematch"];

/// A colour as it is written.
pub fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl State {
    /// Reads a game as snapshots and `/game/{link}.json` show it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(view: &Value) -> Result<Self, String> {
        let wrong = |what: &str| format!("{what} in {view}");
        let mut game = match view.get("start_fen").and_then(Value::as_str) {
            Some(fen) => Game::from_fen(fen).map_err(|error| wrong(&error.to_string()))?,
            None => Game::new(),
        };
        let moves = view["moves"].as_array().ok_or_else(|| wrong("no moves"))?;
        for uci in moves {
            play(&mut game, uci.as_str().unwrap_or_default()).map_err(|error| wrong(&error))?;
        }
        let left = view.get("left_ms").and_then(Value::as_array);
        let left_ms: Vec<u64> = left
            .into_iter()
            .flatten()
            .filter_map(Value::as_u64)
            .collect();
        let timed = view
            .get("control")
            .is_some_and(|control| !control.is_null());
        if left_ms.len() != if timed { moves.len() } else { 0 } {
            return Err(wrong("a time is not there for each move"));
        }
        let offer = |offer: &str| {
            let by = view["offers"].get(offer)?.as_str()?;
            Some((offer.to_owned(), by.to_owned()))
        };
        Ok(Self {
            version: view["version"]
                .as_u64()
                .ok_or_else(|| wrong("no version"))?,
            game,
            stage: view["stage"].clone(),
            offers: OFFERS.iter().filter_map(|name| offer(name)).collect(),
            left_ms,
            next: view.get("next").and_then(Value::as_str).map(str::to_owned),
        })
    }

    /// Goes on by one event, as whoever was told of it has to.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn apply(&mut self, message: &Value) -> Result<(), String> {
        let event = &message["event"];
        let wrong = |what: &str| format!("{what}: {event} after {self:?}");
        let text = |name: &str| {
            event[name]
                .as_str()
                .ok_or_else(|| wrong("an event lacks a field"))
        };
        let number = |name: &str| {
            let number = event[name]
                .as_u64()
                .and_then(|ply| usize::try_from(ply).ok());
            number.ok_or_else(|| wrong("an event lacks a number"))
        };
        if message["version"].as_u64() != Some(self.version + 1) {
            return Err(wrong(&format!("a gap to {message}")));
        }
        match text("kind")? {
            "moved" => {
                if self.stage["stage"] != "playing" || number("ply")? != self.game.ply() {
                    return Err(wrong("a move out of place"));
                }
                if let Some(outcome) = self.game.outcome_without_claims() {
                    return Err(wrong(&format!("a move after {outcome:?}")));
                }
                let mover = color(self.game.position().side_to_move());
                let uci = text("uci")?;
                play(&mut self.game, uci).map_err(|error| format!("{error}: {message}"))?;
                if let Some(clocks) = message.get("clocks") {
                    let left = clocks[format!("{mover}_ms")].as_u64();
                    let left = left.ok_or_else(|| format!("clocks without a side: {message}"))?;
                    self.left_ms.push(left);
                }
            }
            "offered" => {
                let offer = (text("offer")?.to_owned(), text("by")?.to_owned());
                if self.offers.iter().any(|(known, _)| *known == offer.0) {
                    return Err(wrong("an offer that stands already"));
                }
                self.offers.push(offer);
                self.offers
                    .sort_by_key(|(offer, _)| OFFERS.iter().position(|known| known == offer));
            }
            "declined" => {
                let offer = (text("offer")?.to_owned(), text("of")?.to_owned());
                let known = self.offers.iter().position(|known| *known == offer);
                self.offers
                    .remove(known.ok_or_else(|| wrong("nobody has offered that"))?);
            }
            "taken_back" => {
                let ply = number("ply")?;
                if ply >= self.game.ply() {
                    return Err(wrong("nothing is taken back"));
                }
                // As it is read again elsewhere: without moves to redo.
                let mut game = Game::from_position(*self.game.start());
                for mv in &self.game.moves()[..ply] {
                    game.play(*mv).map_err(|error| wrong(&error.to_string()))?;
                }
                self.game = game;
                self.left_ms.truncate(ply);
                self.offers.clear();
            }
            "ended" => {
                let outcome = &event["outcome"];
                self.check_end(outcome).map_err(|error| wrong(&error))?;
                self.stage = serde_json::json!({ "stage": "over", "outcome": outcome });
                self.offers.clear();
            }
            "aborted" => {
                if self.game.ply() >= 2 {
                    return Err(wrong("both have moved"));
                }
                self.stage = serde_json::json!({ "stage": "aborted" });
                self.offers.clear();
            }
            // Its clocks say it.
            "time_given" => {}
            "next" => {
                self.next = Some(text("game")?.to_owned());
                self.offers.retain(|(offer, _)| offer != "rematch");
            }
            _ => return Err(wrong("an unknown event")),
        }
        self.version += 1;
        Ok(())
    }

    /// Whether nothing is left to be told: a game that the board has ended is over.
    ///
    /// # Errors
    /// When it is not.
    pub fn check_whole(&self) -> Result<(), String> {
        match self.game.outcome_without_claims() {
            Some(outcome) if self.stage["stage"] != "over" => {
                Err(format!("it goes on after {outcome:?}: {self:?}"))
            }
            _ => Ok(()),
        }
    }

    /// An end that the board shows is told as the board shows it; a claim is one that may be made.
    fn check_end(&self, told: &Value) -> Result<(), String> {
        if self.stage["stage"] != "playing" {
            return Err("it was not played".to_owned());
        }
        let winner = told["winner"].as_str();
        let reason = told["reason"].as_str().unwrap_or_default();
        let fits = match self.game.outcome_without_claims() {
            Some(outcome) => winner == outcome.winner.map(color) && reason == outcome.reason.id(),
            None => match reason {
                "threefold" | "fifty_move" => {
                    winner.is_none()
                        && self
                            .game
                            .claimable()
                            .is_some_and(|claim| claim.id() == reason)
                }
                "agreement" => {
                    winner.is_none() && self.offers.iter().any(|(what, _)| what == "draw")
                }
                "resignation" => winner.is_some(),
                "timeout" => !self.left_ms.is_empty(),
                "abandonment" => true,
                _ => false,
            },
        };
        match fits {
            true => Ok(()),
            false => Err("the board says otherwise".to_owned()),
        }
    }
}

fn play(game: &mut Game, uci: &str) -> Result<(), String> {
    let mv = game.position().parse_uci(uci);
    let mv = mv.map_err(|error| format!("{uci}: {error}"))?;
    game.play(mv).map_err(|error| error.to_string())
}
