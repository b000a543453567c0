//! Says in one sentence why a move was played, and what refutes another one.
//!
//! Only what can be proved is said. [`why`] asks one finder after the other, the strongest fact
//! first: `origin` (who decided, how the game stands), `missed`, `captures`, `guards` (your threats),
//! `threats` (the engine's own), `quiet`, `opinion`. Each looks at a `scene` and answers with a
//! [`Claim`], and `words` puts that into English; `why_not` does the same for a move that was not
//! played.
//! `report` and `review` count instead of talking: positions and whole games.

mod captures;
mod claim;
mod guards;
mod material;
mod missed;
mod opinion;
mod origin;
mod quiet;
mod report;
mod review;
mod scene;
mod sound;
mod threats;
mod why_not;
mod words;

use self::scene::Scene;
use crate::player::{Decision, Level};
use crate::rules::Game;
use crate::search::Score;

pub use claim::{Claim, Evasion, Gain, Kind, Named, Target};
pub use report::{PAWNS_WORTH, PositionReport, report};
pub use review::{
    MOST_CP, Review, ReviewedGame, ReviewedMove, Reviewer, Verdict, Wanted, move_accuracy, review,
    white_chance, win_percent,
};
pub use sound::Sound;
pub use why_not::why_not;

/// What is known about a move that was chosen.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The game as it stood before the move.
    pub game: &'a Game,
    pub decision: &'a Decision,
    /// What the mover thought of its position one move earlier, from its own side.
    pub before: Option<Score>,
    /// The level it played at, `None` without one; with the seed it tells what was overlooked.
    pub level: Option<Level>,
    pub seed: u64,
    /// What a sound search says of the move. Without it nothing is said that only best play can
    /// prove: of threats, gains and better places.
    pub sound: Option<&'a Sound>,
    /// The kinds of all that was said in this game so far, the last one last: a kind that comes
    /// again takes its next phrasing.
    pub said: &'a [Kind],
}

/// A sentence with the fact that it tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub claim: Claim,
    /// One sentence in plain English: the engine, "I", speaks to its opponent, "you".
    pub text: String,
}

impl Reason {
    /// What is said, in the phrasing with this number.
    fn new(claim: Claim, phrasing: usize) -> Reason {
        let text = words::write(&claim, phrasing);
        Reason { claim, text }
    }

    /// The kind of the fact.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.claim.kind()
    }
}

/// Finds a claim that is true, if it has one.
type Finder = fn(&Scene<'_>) -> Option<Claim>;

/// The strongest and most concrete first.
const FINDERS: [Finder; 32] = [
    origin::mate,
    origin::only,
    origin::source,
    origin::draws,
    origin::foreseen_mate,
    missed::overlooked,
    origin::repeats,
    captures::promotes,
    captures::takes_back,
    captures::takes_free,
    captures::wins,
    guards::stops_mate,
    captures::offers,
    threats::fork,
    threats::mate,
    guards::evades,
    captures::trades,
    captures::takes,
    guards::rescues,
    guards::defends,
    threats::pins,
    threats::capture,
    captures::invites,
    quiet::runs,
    quiet::castles,
    threats::checks,
    quiet::file,
    quiet::plays_on,
    opinion::most_changed,
    opinion::swing,
    threats::aims_at,
    missed::saw,
];

/// Why the move was played: the strongest fact that can be proved, if there is one.
///
/// ```
/// use engine::explain::{Facts, why};
/// use engine::player::{Calculator, Control, NeverStop, Player, StoppedClock};
/// use engine::rules::Game;
/// use engine::search::SearchLimits;
///
/// let game = Game::from_fen("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1").unwrap();
/// let mut control = Control {
///     clock: &StoppedClock,
///     stop: &NeverStop,
///     report: &mut |_| {},
///     rng: engine::rng(0),
/// };
/// let decision = Calculator::new(16).choose(&game, &SearchLimits::depth(3), &mut control);
/// let facts = Facts {
///     game: &game,
///     decision: &decision,
///     before: None,
///     level: None,
///     seed: 0,
///     sound: None,
///     said: &[],
/// };
/// assert_eq!(why(&facts).unwrap().text, "It is mate.");
/// ```
#[must_use]
pub fn why(facts: &Facts<'_>) -> Option<Reason> {
    let scene = Scene::new(facts)?;
    let claim = FINDERS.iter().find_map(|finder| finder(&scene))?;
    let kind = claim.kind();
    let times = facts.said.iter().filter(|&&said| said == kind).count();
    Some(Reason::new(claim, times))
}
