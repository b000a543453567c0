//! What a good move does well.

use super::view::MoveView;
use crate::explain::claim::Claim;
use crate::explain::reason::MoveReason;
use crate::explain::scene::Finder;
use crate::explain::{
    alignment, breakthrough, captures, discovery, endings, forced, guards, kings, opening, origin,
    overload, pawns, plans, pressure, races, rooks, squares, tempo, threats,
};
use crate::rules::Game;
use crate::search::Line;

/// What is told of a good move. The strongest and most concrete first, as in [`why`](crate::explain::why).
const MERITS: [Finder; 49] = [
    origin::mate,
    origin::only,
    origin::draws,
    origin::foreseen_mate,
    forced::perpetual,
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
    breakthrough::breaks_through,
    races::outruns,
    rooks::opens_file,
    captures::trades,
    guards::rescues,
    guards::defends,
    plans::wins_by_force,
    tempo::wins,
    alignment::pins,
    captures::invites,
    pawns::runs,
    kings::castles,
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
    pawns::gives_king_room,
    squares::bears_on_king,
    squares::keeps_out,
];

/// What a good move does well, by the best line before it and its own.
pub(super) fn well_done(game: &Game, best: &Line, played: &Line) -> Option<MoveReason> {
    let view = MoveView::new(game.clone(), best, played)?;
    let (claim, proof) = view.first(&MERITS, |claim, _| !matches!(claim, Claim::Lost { .. }))?;
    let mover = game.position().side_to_move();
    Some(MoveReason::reviewed(claim, mover, None, proof))
}
