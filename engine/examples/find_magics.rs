//! Finds the multipliers of `rules/magics.rs` by a seeded random search and prints them.
//!
//! `cargo run --release -p engine --example find_magics`

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const ROOK: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The squares a slider reaches; with `inner`, without the last one of each ray.
fn rays(square: i8, occupied: u64, directions: [(i8, i8); 4], inner: bool) -> u64 {
    let on_board = |file, rank| (0..8).contains(&file) && (0..8).contains(&rank);
    let mut reached = 0;
    for (right, up) in directions {
        let (mut file, mut rank) = (square % 8 + right, square / 8 + up);
        while on_board(file, rank) && (!inner || on_board(file + right, rank + up)) {
            let bit = 1 << (rank * 8 + file);
            reached |= bit;
            if occupied & bit != 0 {
                break;
            }
            (file, rank) = (file + right, rank + up);
        }
    }
    reached
}

/// A multiplier that sends every occupancy of the square's mask to a slot of its own, or to one it
/// shares only with occupancies of the same attacks.
fn find(square: i8, directions: [(i8, i8); 4], rng: &mut Xoshiro256PlusPlus) -> u64 {
    let mask = rays(square, 0, directions, true);
    let bits = mask.count_ones();
    let mut cases = Vec::new();
    let mut subset = 0_u64;
    loop {
        cases.push((subset, rays(square, subset, directions, false)));
        subset = subset.wrapping_sub(mask) & mask;
        if subset == 0 {
            break;
        }
    }
    let mut slots = vec![(0_u32, 0_u64); 1 << bits];
    for attempt in 1.. {
        // Few set bits make good multipliers.
        let magic: u64 = rng.next_u64() & rng.next_u64() & rng.next_u64();
        let fits = cases.iter().all(|&(occupied, attacks)| {
            let slot = &mut slots[(occupied.wrapping_mul(magic) >> (64 - bits)) as usize];
            if slot.0 != attempt {
                *slot = (attempt, attacks);
            }
            slot.1 == attacks
        });
        if fits {
            return magic;
        }
    }
    unreachable!("the search ends with a multiplier")
}

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2026);
    for (name, directions) in [("BISHOP", BISHOP), ("ROOK", ROOK)] {
        println!("\n#[rustfmt::skip]\npub(super) const {name}_MAGICS: [u64; 64] = [");
        for row in 0..16 {
            let magics = [0, 1, 2, 3].map(|i| find(row * 4 + i, directions, &mut rng));
            let [a, b, c, d] = magics.map(|magic| format!("{magic:#018x}"));
            println!("    {a}, {b}, {c}, {d},");
        }
        println!("];");
    }
}
