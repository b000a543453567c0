//! Tests on written files: what they say is read, and whatever stands in them does no harm.

use engine::rules::{Color, Game, Piece, Position, Square};
use rand::{Rng, RngExt};

use crate::arrangement::Order;
use crate::error::FormatError;
use crate::header::TableKind;
use crate::material::Material;
use crate::page_cache::PageCache;
use crate::placement_index::{Squares, bring_leader_to_front, placement_index};
use crate::synthetic::{PartValues, Spec, chosen};
use crate::syzygy::{Syzygy, SyzygyOptions};
use crate::table::TableFile;
use crate::wdl::SyzygyWdl;

const RESULTS: PartValues = PartValues::Two([4, 2]);

fn open(spec: &Spec, bytes: &[u8]) -> Result<Syzygy, FormatError> {
    let mut syzygy = Syzygy::empty(&SyzygyOptions {
        cache_bytes: 0,
        ..SyzygyOptions::default()
    });
    let added = syzygy.add(&spec.file_name(), Box::new(bytes.to_vec()));
    added.map(|()| syzygy).map_err(|problem| problem.error)
}

/// A legal position of a material, with the colours swapped in half of the cases.
fn random_position(material: &Material, rng: &mut impl Rng) -> Position {
    loop {
        let mut squares = ['.'; 64];
        let swap = rng.random_bool(0.5);
        for color in Color::ALL {
            for piece in Piece::ALL {
                for _ in 0..material.count(color, piece) {
                    let ranks = if piece == Piece::Pawn { 8..56 } else { 0..64 };
                    let color = if swap { !color } else { color };
                    squares[rng.random_range(ranks)] = piece.fen_char(color);
                }
            }
        }
        let mut board: Vec<String> = squares.chunks(8).rev().map(String::from_iter).collect();
        for empty in (1..=8).rev() {
            let dots = ".".repeat(empty);
            board
                .iter_mut()
                .for_each(|rank| *rank = rank.replace(&dots, &empty.to_string()));
        }
        let board = board.join("/");
        let side = if rng.random_bool(0.5) { 'w' } else { 'b' };
        if let Ok(position) = Position::from_fen(&format!("{board} {side} - - 0 1"))
            && position.occupied().len() == material.men()
        {
            return position;
        }
    }
}

/// The number that the position has in a written file, found without the code that probes.
fn number(spec: &Spec, position: &Position) -> u64 {
    let material = spec.material();
    let swapped = match material.is_symmetric() {
        true => position.side_to_move() == Color::Black,
        false => Material::of(position) != material,
    };
    let mut squares = Squares::default();
    let mut used: Vec<Square> = Vec::new();
    let men = spec.arrangement(0).men;
    for (slot, &(color, piece)) in squares.iter_mut().zip(&men) {
        let color = if swapped { !color } else { color };
        let mut free = Square::ALL
            .into_iter()
            .filter(|square| !used.contains(square));
        let square = free
            .find(|&square| position.piece_at(square) == Some((color, piece)))
            .expect("the man");
        used.push(square);
        let square = if swapped { square.flip() } else { square };
        *slot = square.index() as u8;
    }
    let pawn_file = match material.has_pawns() {
        true => bring_leader_to_front(&mut squares, spec.arrangement(0).groups[0].len),
        false => 0,
    };
    placement_index(&spec.arrangement(pawn_file), squares).expect("a number")
}

#[test]
fn what_was_written_is_read() {
    let mut rng = engine::rng(3);
    for (name, order) in [
        ("KQvK", (0, 1)),
        ("KQQvK", (1, 0)),
        ("KPvK", (1, 0)),
        ("KNvKN", (1, 0)),
        ("KPvKP", (2, 0)),
    ] {
        let mut spec = Spec::new(name, TableKind::Wdl, RESULTS);
        spec.order = Order {
            lead: order.0,
            second_pawns: order.1,
        };
        let bytes = spec.bytes();
        let cache = PageCache::new(1 << 20);
        let source = Box::new(bytes.clone());
        let file = TableFile::open(spec.kind, spec.material(), source, 0).expect(name);
        for _ in 0..5_000 {
            let position = random_position(&spec.material(), &mut rng);
            let swapped = Material::of(&position) != spec.material();
            let expected = [SyzygyWdl::Win, SyzygyWdl::Draw][chosen(number(&spec, &position))];
            let found = file.wdl(&cache, &position, swapped).expect(name);
            assert_eq!(found, expected, "{name} {position}");
        }
        let problems = open(&spec, &bytes).expect(name).verify(|_| true);
        assert!(problems.is_empty(), "{problems:?}");
    }
}

#[test]
fn distances_are_mapped_and_found_by_a_move_for_the_other_side() {
    let mut syzygy = Syzygy::empty(&SyzygyOptions::default());
    let results = Spec::new("KRvK", TableKind::Wdl, PartValues::Single(4));
    // Wins in plies, in a wide map; black to move is not there.
    let mut distances = Spec::new("KRvK", TableKind::Dtz, PartValues::Two([0, 1]));
    distances.flags = 2 | 4 | 16;
    distances.map = [2, 6, 8, 0, 0, 0_u16]
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    for spec in [&results, &distances] {
        let bytes = spec.bytes();
        syzygy.add(&spec.file_name(), Box::new(bytes)).unwrap();
    }
    assert!(syzygy.verify(|_| true).is_empty());
    let position = Position::from_fen("8/8/8/3k4/8/8/1R6/K7 w - - 0 1").unwrap();
    let expected = [7, 9][chosen(number(&distances, &position))];
    assert_eq!(syzygy.dtz(&position), Ok(Some(expected)));
    assert_eq!(syzygy.men(), 3);
    let game = Game::from_position(position);
    // Black, too, wins by this file, so that White only loses.
    let moves = syzygy.root_moves(&game).unwrap().unwrap();
    assert!(moves.iter().all(|ranked| ranked.wdl == SyzygyWdl::Loss));
}

#[test]
fn a_file_cut_off_anywhere_or_padded_is_refused() {
    for kind in TableKind::ALL {
        let spec = Spec::new("KQvK", kind, RESULTS);
        let bytes = spec.bytes();
        assert!(open(&spec, &bytes).is_ok());
        for length in 0..bytes.len() {
            assert!(open(&spec, &bytes[..length]).is_err(), "{length}");
        }
        let cut = open(&spec, &bytes[..bytes.len() - 64]).err();
        assert!(matches!(cut, Some(FormatError::Truncated { .. })));
        let padded = open(&spec, &[&bytes[..], &[0; 64]].concat()).err();
        assert!(matches!(padded, Some(FormatError::TooLong { .. })));
        let mut other = bytes;
        other[0] ^= 1;
        assert!(matches!(open(&spec, &other), Err(FormatError::Magic(..))));
    }
}

/// Whatever a file says, a probe answers.
fn probe(syzygy: &Syzygy, positions: &[Position]) {
    for position in positions {
        for answer in [
            syzygy.wdl(position).map(|wdl| wdl.is_some()),
            syzygy.dtz(position).map(|dtz| dtz.is_some()),
            syzygy
                .root_moves(&Game::from_position(*position))
                .map(|moves| moves.is_some()),
        ] {
            if let Err(error) = answer {
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

#[test]
fn a_changed_byte_does_no_harm_and_is_found() {
    let mut rng = engine::rng(4);
    for (name, values) in [
        ("KQvK", RESULTS),
        ("KPvK", RESULTS),
        ("KPvK", PartValues::Single(4)),
    ] {
        let mut wdl = Spec::new(name, TableKind::Wdl, values);
        let mut dtz = Spec::new(name, TableKind::Dtz, values);
        dtz.flags = 2;
        dtz.map = vec![5, 1, 2, 3, 4, 5, 5, 1, 2, 3, 4, 5, 0, 0];
        for spec in [&mut wdl, &mut dtz] {
            let positions: Vec<Position> = (0..6)
                .map(|_| random_position(&spec.material(), &mut rng))
                .collect();
            let bytes = spec.bytes();
            // Each byte of the headers, and some of the arrays.
            let header = 400.min(bytes.len());
            let places = (0..header).chain((header..bytes.len()).step_by(101));
            for place in places {
                for mask in [0x01, 0x10, 0x80, 0xff] {
                    let mut changed = bytes.clone();
                    changed[place] ^= mask;
                    if let Ok(mut syzygy) = open(spec, &changed) {
                        probe(&syzygy, &positions);
                        let problems = syzygy.verify(|_| true);
                        assert!(problems.len() <= 1, "{name} {place}");
                    }
                }
            }
        }
    }
}

#[test]
fn foreign_bytes_behind_a_sound_beginning_do_no_harm() {
    let mut rng = engine::rng(5);
    for spec in [
        Spec::new("KQvK", TableKind::Wdl, RESULTS),
        Spec::new("KPvKP", TableKind::Wdl, RESULTS),
        Spec::new("KPvK", TableKind::Dtz, RESULTS),
    ] {
        let bytes = spec.bytes();
        let position = random_position(&spec.material(), &mut rng);
        for _ in 0..3_000 {
            let mut changed = bytes.clone();
            let from = rng.random_range(5..600.min(bytes.len()));
            for _ in 0..rng.random_range(1..20) {
                let place = from + rng.random_range(0..40);
                if let Some(byte) = changed.get_mut(place) {
                    *byte = rng.random();
                }
            }
            if let Ok(syzygy) = open(&spec, &changed) {
                probe(&syzygy, &[position]);
            }
        }
    }
}

#[test]
fn a_file_whose_values_are_out_of_range_fails_when_probed_and_verified() {
    let spec = Spec::new("KQvK", TableKind::Wdl, PartValues::Two([9, 0]));
    let mut syzygy = open(&spec, &spec.bytes()).unwrap();
    let mut rng = engine::rng(6);
    let failed = (0..100)
        .filter(|_| {
            syzygy
                .wdl(&random_position(&spec.material(), &mut rng))
                .is_err()
        })
        .count();
    assert!(failed > 10);
    let problems = syzygy.verify(|_| true);
    assert!(matches!(problems[0].error, FormatError::Block { .. }));
}

#[test]
fn a_foreign_side_to_move_of_like_sides_is_refused() {
    let mut spec = Spec::new("KPvKP", TableKind::Dtz, PartValues::Single(0));
    assert!(open(&spec, &spec.bytes()).is_ok());
    spec.flags = 1;
    assert!(open(&spec, &spec.bytes()).is_err());
}
