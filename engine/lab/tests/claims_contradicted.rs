//! Claims about play that are false: a search contradicts each.

use engine::explain::{Claim, Duty, Gain, KnownEnding, Named, Target};
use engine::player::Calculator;
use engine::rules::{Game, Move, Piece, Square};
use lab::arena::InProcessPlayer;
use lab::claims::{ClaimChecker, is_checkable};

/// Nothing can be won or lost here.
const LEVEL: &str = "4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - 0 1";
/// White wins, and can lose its queen.
const AHEAD: &str = "r3k3/8/8/8/8/5p2/8/3QK3 w - - 0 1";

/// Plies of the searches.
const DEPTH: u8 = 5;

fn named(uci: &str, game: &Game) -> Named {
    let mv = game.position().parse_uci(uci).expect(uci);
    Named {
        mv,
        san: uci.to_owned(),
    }
}

/// False claims of a step of the king.
fn of_level() -> Vec<Claim> {
    let game = Game::from_fen(LEVEL).expect(LEVEL);
    let quiet = || named("h2h3", &game);
    // Black's, had it been its turn.
    let unmoved = Game::from_position(game.position().play_null());
    let black = || named("h7h6", &unmoved);
    let target = Target {
        piece: Piece::Pawn,
        at: Square::H7,
    };
    vec![
        Claim::Threatens {
            capture: quiet(),
            target,
            gain: Gain::Minor,
        },
        Claim::ThreatensFork {
            fork: quiet(),
            targets: [target, target],
        },
        Claim::ThreatensToMate {
            next: quiet(),
            moves: 2,
        },
        Claim::Zugzwang,
        Claim::Prevents(black()),
        Claim::Promotes(Piece::Queen),
        Claim::WinsByForce,
        Claim::Traps(target),
        Claim::RemovesGuard {
            guard: target,
            target,
        },
        Claim::Deflects {
            guard: target,
            target,
        },
        Claim::Overloads {
            guard: target,
            target: None,
            duty: Duty::Guards(target),
        },
        Claim::Overlooked(quiet()),
        Claim::BreaksThrough,
        Claim::Outruns {
            pawn: Square::H2,
            race: false,
        },
        Claim::SimplifiesTo {
            ending: KnownEnding::PawnWins,
            if_taken: false,
        },
    ]
}

/// False claims of the queen's move to e2, where it is taken.
fn of_blunder() -> Vec<Claim> {
    let target = Target {
        piece: Piece::Pawn,
        at: Square::F3,
    };
    vec![
        Claim::Offers(Piece::Queen),
        Claim::WinsTempo {
            target,
            again: false,
        },
        Claim::Fork([target, target]),
        Claim::Discovers { by: target, target },
        Claim::Skewers {
            front: target,
            behind: target,
        },
        Claim::Wins {
            gain: Gain::Pawn,
            at: Square::E2,
        },
        Claim::Perpetual,
        Claim::SimplifiesTo {
            ending: KnownEnding::PawnDraws,
            if_taken: true,
        },
    ]
}

fn assert_contradicted(fen: &str, uci: &str, claims: &[Claim]) {
    let mut player = InProcessPlayer(Calculator::new(2));
    let mut checker = ClaimChecker::new(&mut player, DEPTH);
    let game = Game::from_fen(fen).expect(fen);
    let mv: Move = named(uci, &game).mv;
    for claim in claims {
        assert!(is_checkable(claim), "{claim:?}");
        let how = checker.contradiction(&game, mv, claim);
        let how = how.expect("the search answers");
        assert!(how.is_some(), "{claim:?} is not contradicted in {fen}");
    }
}

#[test]
fn a_search_contradicts_false_claims_about_play() {
    assert_contradicted(LEVEL, "e1d2", &of_level());
    assert_contradicted(AHEAD, "d1e2", &of_blunder());
    let drawn = Claim::SimplifiesTo {
        ending: KnownEnding::PawnDraws,
        if_taken: false,
    };
    assert_contradicted(AHEAD, "d1f3", &[drawn]);
}
