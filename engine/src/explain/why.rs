//! Why a move was played.

use super::claim::Claim;
use super::facts::Facts;
use super::reason::MoveReason;
use super::scene::Scene;
use super::{captures, guards, missed, opinion, origin, quiet, threats};

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
pub fn why(facts: &Facts<'_>) -> Option<MoveReason> {
    let scene = Scene::new(facts)?;
    let claim = FINDERS.iter().find_map(|finder| finder(&scene))?;
    let kind = claim.kind();
    let times = facts.said.iter().filter(|&&said| said == kind).count();
    Some(MoveReason::new(claim, times))
}
