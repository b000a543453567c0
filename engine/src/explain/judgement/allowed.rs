//! What a bad move allows.

use super::comparison::{Comparison, is_of_material, is_of_result};
use super::lines::after_first;
use super::view::MoveView;
use crate::explain::claim::{Claim, Gain, Named};
use crate::explain::material::{exchange, taken, worth};
use crate::explain::proof::ClaimProof;
use crate::explain::reason::MoveReason;
use crate::explain::scene::{Finder, WINS};
use crate::explain::voice::side_name;
use crate::explain::{
    alignment, breakthrough, captures, discovery, endings, forced, kings, origin, overload, pawns,
    plans, pressure, races, rooks, squares, threats,
};
use crate::rules::{Game, Move, Position};
use crate::search::Line;

/// What a reply does that refutes a move, and what it gains otherwise. The strongest and most concrete
/// first.
pub(super) const REFUTATIONS: [Finder; 28] = [
    origin::mate,
    origin::foreseen_mate,
    origin::draws,
    forced::perpetual,
    captures::promotes,
    endings::simplifies,
    captures::takes_free,
    captures::wins,
    pressure::removes_guard,
    overload::overloads,
    pressure::deflects,
    threats::fork,
    alignment::skewers,
    pressure::traps,
    discovery::attack,
    threats::mate,
    breakthrough::breaks_through,
    races::outruns,
    plans::wins_by_force,
    captures::takes,
    alignment::pins,
    pawns::runs,
    pawns::passed,
    rooks::opens_file,
    rooks::seventh,
    kings::opposition,
    squares::outpost,
    pawns::blockades,
];

/// What the best reply to a move does, which it could not do, or to less effect, after the best move. Or
/// the move itself gives away a draw.
pub(super) fn allowed(compared: &Comparison<'_>) -> Option<MoveReason> {
    given_away(compared).or_else(|| refutation(compared))
}

/// The move ends the game in a draw.
fn given_away(compared: &Comparison<'_>) -> Option<MoveReason> {
    let view = MoveView::new(compared.game.clone(), &compared.best, &compared.played)?;
    let (claim, proof) = view.first(&[origin::draws], |_, _| true)?;
    let mover = compared.game.position().side_to_move();
    Some(MoveReason::reviewed(claim, mover, None, proof))
}

fn refutation(compared: &Comparison<'_>) -> Option<MoveReason> {
    let mv = *compared.played.pv.first()?;
    let line = after_first(&compared.played)?;
    let view = view_after(compared.game, mv, &line)?;
    // The same reply, if the best move had been made.
    let instead = compared.best.pv.first();
    let instead = instead.and_then(|&best| {
        let reply = line.pv[..1].to_vec();
        view_after(
            compared.game,
            best,
            &Line {
                pv: reply,
                ..line.clone()
            },
        )
    });
    let costs_material = compared.costs_material();
    let (claim, proof) = view.first(&REFUTATIONS, |claim, finder| match claim {
        Claim::Lost { .. } => false,
        claim if is_of_material(claim) => costs_material,
        claim if is_of_result(claim) => true,
        claim => {
            let instead = instead.as_ref();
            instead.is_none_or(|instead| !instead.claims_too(finder, claim))
        }
    })?;
    let claim = without_taking_back(compared.game.position(), mv, view.mv, claim)?;
    let after = view.game.position();
    let (them, us) = (after.side_to_move(), !after.side_to_move());
    let reply = Named::new(after, view.mv).san;
    let introduction = [side_name(us), " allows ", &reply, "."].concat();
    let proof = ClaimProof {
        moves: [&[Some(mv)], &proof.moves[..]].concat(),
        squares: proof.squares,
    };
    Some(MoveReason::reviewed(claim, them, Some(introduction), proof))
}

/// The reply to a move, by the line that begins with it.
fn view_after(game: &Game, mv: Move, line: &Line) -> Option<MoveView> {
    let mut after = game.clone();
    after.play(mv).ok()?;
    MoveView::new(after, line, line)
}

/// A claim of a reply that wins by exchange, less what the move had taken there; `None` if nothing is left.
fn without_taking_back(before: &Position, mv: Move, reply: Move, claim: Claim) -> Option<Claim> {
    let Claim::Wins { at, .. } = claim else {
        return Some(claim);
    };
    let Some(given) = taken(before, mv).filter(|_| reply.to() == mv.to()) else {
        return Some(claim);
    };
    let won = exchange(&before.play(mv), reply) - worth(given);
    (won >= WINS).then_some(Claim::Wins {
        gain: Gain::Material,
        at,
    })
}
