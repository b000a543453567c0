//! Tests of the numbers of placements: small endings are gone through whole, large ones are reflected.

use rand::RngExt;

use crate::arrangement::tests::{arrange, arrange_men};
use crate::arrangement::{Arrangement, Lead, Order};
use crate::placement_index::{Squares, bring_leader_to_front, placement_index};
use crate::squares::{above_diagonal, file, rank, transpose};
use engine::rules::{Color, Piece};

/// Calls `visit` with all placements, like men in one order only.
fn place_all(arrangement: &Arrangement, placed: &mut Vec<u8>, visit: &mut dyn FnMut(&[u8])) {
    let Some(man) = arrangement.men.get(placed.len()) else {
        return visit(placed);
    };
    let like = arrangement.men[..placed.len()].last() == Some(man);
    let after = match placed.last() {
        Some(&last) if like => last + 1,
        _ => 0,
    };
    let squares = if man.1 == Piece::Pawn { 8..56 } else { 0..64 };
    for square in squares.filter(|&square| square >= after) {
        if !placed.contains(&square) {
            placed.push(square);
            if placed.len() != 3 || is_canonical(arrangement, placed) {
                place_all(arrangement, placed, visit);
            }
            placed.pop();
        }
    }
}

/// Whether the leading men of a pawnless placement stand where reflections would bring them.
fn is_canonical(arrangement: &Arrangement, placed: &[u8]) -> bool {
    let count = match arrangement.lead {
        Lead::ThreeMen => 3,
        Lead::TwoKings => 2,
        Lead::Pawns(_) => return true,
    };
    let lead = &placed[..count];
    let side = lead
        .iter()
        .map(|&at| above_diagonal(at))
        .find(|&side| side != 0);
    let touch =
        file(lead[0]).abs_diff(file(lead[1])) < 2 && rank(lead[0]).abs_diff(rank(lead[1])) < 2;
    file(lead[0]) < 4
        && rank(lead[0]) < 4
        && side.is_none_or(|side| side < 0)
        && !(count == 2 && touch)
}

fn padded(placed: &[u8]) -> Squares {
    let mut squares = Squares::default();
    squares[..placed.len()].copy_from_slice(placed);
    squares
}

/// Every number below the size is that of exactly one placement, reflections left out.
fn check_bijection(arrangement: &Arrangement) {
    let mut hits = vec![0_u8; arrangement.size as usize];
    place_all(arrangement, &mut Vec::new(), &mut |placed| {
        let mut squares = padded(placed);
        if let Lead::Pawns(pawn_file) = arrangement.lead {
            let leading = arrangement.groups[0].len;
            if bring_leader_to_front(&mut squares, leading) != pawn_file || file(squares[0]) > 3 {
                return;
            }
        }
        let index = placement_index(arrangement, squares).expect("a number");
        hits[index as usize] += 1;
    });
    assert!(hits.iter().all(|&hits| hits == 1));
}

fn order(lead: u8, second_pawns: u8) -> Order {
    Order { lead, second_pawns }
}

#[test]
fn each_placement_without_pawns_has_its_own_number() {
    check_bijection(&arrange("KQvK", order(0, 15), 0));
    for lead in 0..2 {
        check_bijection(&arrange("KQvKR", order(lead, 15), 0));
        check_bijection(&arrange("KQQvK", order(lead, 15), 0));
    }
    check_bijection(&arrange("KQQQvK", order(1, 15), 0));
}

#[test]
fn each_placement_with_pawns_has_its_own_number() {
    for pawn_file in 0..4 {
        check_bijection(&arrange("KPvK", order(2, 15), pawn_file));
        check_bijection(&arrange("KPPvK", order(1, 15), pawn_file));
        check_bijection(&arrange("KPvKP", order(3, 1), pawn_file));
        // Pawns alone, as the groups of endings with more men have them.
        for (white, black) in [(2, 0), (1, 2), (2, 2), (3, 1), (5, 0), (2, 3)] {
            let pawns = |color, count| std::iter::repeat_n((color, Piece::Pawn), count);
            let fewer_first = match white <= black || black == 0 {
                true => pawns(Color::White, white).chain(pawns(Color::Black, black)),
                false => pawns(Color::Black, black).chain(pawns(Color::White, white)),
            };
            let order = order(if black > 0 { 1 } else { 0 }, 0);
            check_bijection(&arrange_men(fewer_first.collect(), order, pawn_file));
        }
    }
}

/// Minutes long: `cargo test -p syzygy --release -- --ignored`.
#[test]
#[ignore = "takes a minute"]
fn each_placement_of_five_men_has_its_own_number() {
    check_bijection(&arrange("KQQvKR", order(1, 15), 0));
    check_bijection(&arrange("KQQvKR", order(0, 15), 0));
    for pawn_file in 0..4 {
        check_bijection(&arrange("KPPvKP", order(2, 0), pawn_file));
        check_bijection(&arrange("KQPvKP", order(0, 4), pawn_file));
        check_bijection(&arrange("KPPPvK", order(0, 15), pawn_file));
    }
}

#[test]
fn reflections_have_the_same_number() {
    let mut rng = engine::rng(1);
    for (name, order) in [
        ("KQRvKB", order(2, 15)),
        ("KRRvKBB", order(1, 15)),
        ("KQRRvKNN", order(2, 15)),
        ("KQQQQQvK", order(0, 15)),
        ("KPPvKPP", order(3, 1)),
        ("KRPPPvKP", order(2, 0)),
        ("KBPPvKPP", order(0, 4)),
    ] {
        let arrangements = [0, 1, 2, 3].map(|file| arrange(name, order, file));
        for _ in 0..20_000 {
            let mut placed: Vec<u8> = Vec::new();
            for man in &arrangements[0].men {
                let free = |at: &u8| {
                    let is_pawn_square = (8..56).contains(at) || man.1 != Piece::Pawn;
                    is_pawn_square && !placed.contains(at)
                };
                let square = std::iter::repeat_with(|| rng.random_range(0..64)).find(free);
                placed.extend(square);
            }
            check_reflections(&arrangements, &placed);
        }
    }
}

fn check_reflections(arrangements: &[Arrangement; 4], placed: &[u8]) {
    let number = |reflect: &dyn Fn(u8) -> u8| {
        let reflected: Vec<u8> = placed.iter().map(|&square| reflect(square)).collect();
        let mut squares = padded(&reflected);
        let mut arrangement = &arrangements[0];
        if let Lead::Pawns(_) = arrangement.lead {
            let leading = arrangement.groups[0].len;
            let file = bring_leader_to_front(&mut squares, leading);
            arrangement = &arrangements[usize::from(file)];
        }
        placement_index(arrangement, squares).inspect(|&at| assert!(at < arrangement.size))
    };
    let expected = number(&|square| square);
    let pawns = placed[..arrangements[0].groups[0].len].iter();
    match arrangements[0].lead {
        Lead::Pawns(_) => {
            // Leading pawns that are their own reflection keep the board as it is.
            if !pawns.clone().all(|&pawn| placed.contains(&(pawn ^ 7))) {
                assert_eq!(number(&|square| square ^ 7), expected);
            }
        }
        Lead::ThreeMen | Lead::TwoKings => {
            assert_eq!(number(&|square| square ^ 7), expected);
            assert_eq!(number(&|square| square ^ 56), expected);
            if pawns
                .clone()
                .any(|&man| file(man) != rank(man) && file(man) + rank(man) != 7)
            {
                assert_eq!(number(&transpose), expected);
            }
        }
    }
}
