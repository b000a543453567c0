//! The random number generator.

/// The random number generator: the same algorithm on 32 and 64 bits.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// A generator with this seed.
#[must_use]
pub fn rng(seed: u64) -> Rng {
    rand::SeedableRng::seed_from_u64(seed)
}
