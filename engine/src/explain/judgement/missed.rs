//! What a bad move misses.

use super::comparison::{Comparison, is_of_material};
use super::view::MoveView;
use crate::explain::claim::{Claim, Named};
use crate::explain::reason::MoveReason;
use crate::explain::scene::{Finder, mate_in_one};
use crate::explain::voice::side_name;
use crate::explain::{
    alignment, breakthrough, captures, discovery, endings, forced, guards, kings, opening, origin,
    overload, pawns, plans, pressure, races, rooks, squares, threats,
};

/// What a move does that decides a game or wins or saves material. The strongest and most concrete first.
const GAINS: [Finder; 25] = [
    origin::mate,
    origin::foreseen_mate,
    origin::draws,
    forced::perpetual,
    origin::repeats,
    captures::promotes,
    endings::simplifies,
    captures::takes_free,
    captures::wins,
    captures::takes_back,
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
    breakthrough::breaks_through,
    races::outruns,
    guards::rescues,
    guards::defends,
    plans::wins_by_force,
];

/// What a better move does otherwise.
const REMARKS: [Finder; 21] = [
    alignment::pins,
    rooks::opens_file,
    pawns::runs,
    captures::trades,
    captures::takes,
    kings::castles,
    pawns::passed,
    rooks::comes_to_file,
    rooks::doubles,
    rooks::file,
    rooks::seventh,
    kings::opposition,
    squares::outpost,
    pawns::blockades,
    opening::plays_on,
    squares::guards,
    squares::presses,
    pawns::challenges,
    pawns::gives_king_room,
    squares::keeps_out,
    squares::bears_on_king,
];

/// What the best move would have done, and the move does not.
pub(super) fn missed(compared: &Comparison<'_>) -> Option<MoveReason> {
    let (game, best) = (compared.game, &compared.best);
    let view = MoveView::new(game.clone(), best, best)?;
    let played = MoveView::new(game.clone(), best, &compared.played)?;
    let costs_material = compared.costs_material();
    let is_missed = |claim: &Claim, finder| match claim {
        Claim::Lost { .. } => false,
        Claim::Mate | Claim::Forces { .. } => !compared.mates(),
        Claim::StopsMate(_) => mate_in_one(&game.position().play(played.mv)).is_some(),
        // Any other capture is told as one.
        Claim::Takes(_) => !played.claims_too(finder, claim),
        claim => {
            // What the move does as well is not missed, though another piece may be lost for it.
            let accounts = !is_of_material(claim) || costs_material;
            accounts && !played.claims_too(finder, claim)
        }
    };
    let mover = game.position().side_to_move();
    let san = Named::new(game.position(), view.mv).san;
    let (found, introduction) = match view.first(&GAINS, is_missed) {
        Some(found) => (found, [side_name(mover), " misses ", &san, "."].concat()),
        None => (
            view.first(&REMARKS, is_missed)?,
            [&san, " was better."].concat(),
        ),
    };
    let (claim, proof) = found;
    Some(MoveReason::reviewed(
        claim,
        mover,
        Some(introduction),
        proof,
    ))
}
