//! Why a move was played.

use super::claim::Claim;
use super::facts::Facts;
use super::proof::proof;
use super::reason::MoveReason;
use super::scene::{Finder, Scene};
use super::{
    alignment, breakthrough, captures, discovery, endings, forced, guards, kings, missed, opening,
    opinion, origin, overload, pawns, plans, pressure, races, rooks, squares, tempo, threats,
};

/// What decides a move. The strongest and most concrete first.
const FACTS: [Finder; 44] = [
    origin::mate,
    origin::only,
    origin::source,
    origin::draws,
    origin::foreseen_mate,
    missed::overlooked,
    forced::perpetual,
    origin::repeats,
    missed::not_seen,
    captures::promotes,
    endings::simplifies,
    captures::takes_back,
    captures::takes_free,
    captures::wins,
    pressure::removes_guard,
    guards::stops_mate,
    overload::overloads,
    pressure::deflects,
    captures::offers,
    threats::fork,
    alignment::skewers,
    pressure::traps,
    discovery::attack,
    threats::mate,
    plans::mate,
    forced::zugzwang,
    breakthrough::breaks_through,
    races::outruns,
    guards::evades,
    rooks::opens_file,
    captures::trades,
    captures::takes,
    guards::rescues,
    guards::defends,
    plans::wins_by_force,
    plans::prevents,
    tempo::wins,
    alignment::pins,
    threats::capture,
    plans::fork,
    captures::invites,
    pawns::runs,
    kings::castles,
    threats::checks,
];

/// What a quiet move does, from what is rarely true to what often is.
const REMARKS: [Finder; 25] = [
    pawns::passed,
    rooks::comes_to_file,
    rooks::doubles,
    rooks::file,
    rooks::seventh,
    kings::opposition,
    opening::plays_on,
    squares::outpost,
    pawns::blockades,
    pawns::challenges,
    plans::makes_way,
    plans::goes_on,
    squares::guards,
    squares::presses,
    discovery::opens,
    pawns::gives_king_room,
    squares::bears_on_king,
    kings::approaches,
    kings::leaves_danger,
    squares::keeps_out,
    squares::steps_away,
    squares::reaches,
    kings::gives_up_castling,
    pawns::covers,
    threats::aims_at,
];

/// What is said where nothing else is.
const LAST: [Finder; 2] = [opinion::swing, missed::saw];

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
///     earlier: None,
///     sound: None,
///     said: &[],
/// };
/// assert_eq!(why(&facts).unwrap().text, "It is mate.");
/// ```
#[must_use]
pub fn why(facts: &Facts<'_>) -> Option<MoveReason> {
    let scene = Scene::new(facts)?;
    let first_of = |finders: &[Finder]| finders.iter().find_map(|finder| finder(&scene));
    let claim = first_of(&FACTS)
        .or_else(|| remark(&scene))
        .or_else(|| first_of(&LAST))?;
    let kind = claim.kind();
    let times = facts.said.iter().filter(|&&said| said == kind).count();
    let proof = proof(&scene, &claim);
    Some(MoveReason::new(claim, times, proof))
}

/// The first remark of a kind that was not said lately, else the first one.
fn remark(scene: &Scene<'_>) -> Option<Claim> {
    let said_lately = |claim: &Claim| scene.facts.said_lately(claim.kind());
    let mut remarks = REMARKS.iter().filter_map(|finder| finder(scene));
    let first = remarks.next()?;
    if !said_lately(&first) {
        return Some(first);
    }
    let other = remarks.find(|claim| !said_lately(claim));
    Some(other.unwrap_or(first))
}
