//! What a difference in strength lets one expect.

/// How a game ended for the visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedResult {
    Won,
    Drawn,
    Lost,
}

impl RatedResult {
    /// Points for the visitor.
    #[must_use]
    pub fn score(self) -> f64 {
        match self {
            RatedResult::Won => 1.0,
            RatedResult::Drawn => 0.5,
            RatedResult::Lost => 0.0,
        }
    }
}

/// Davidson's parameter: equal players draw one game of nine.
const DRAWS: f64 = 0.25;

/// The score that is expected of a player who is so many Elo stronger, 0 to 1.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    let [won, drawn, _] = chances(elo);
    won + drawn / 2.0
}

/// How likely a result is for a player of this Elo.
pub(super) fn likelihood(result: RatedResult, elo: f64, opponent: f64) -> f64 {
    let [won, drawn, lost] = chances(elo - opponent);
    match result {
        RatedResult::Won => won,
        RatedResult::Drawn => drawn,
        RatedResult::Lost => lost,
    }
}

/// To win, to draw and to lose.
fn chances(elo: f64) -> [f64; 3] {
    let strength = 10_f64.powf(elo / 800.0);
    let (won, lost) = (strength, 1.0 / strength);
    let all = won + DRAWS + lost;
    [won / all, DRAWS / all, lost / all]
}
