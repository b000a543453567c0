//! The random number generator.

/// The random number generator: the same algorithm on 32 and 64 bits.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// A generator with this seed.
#[must_use]
pub fn rng(seed: u64) -> Rng {
    rand::SeedableRng::seed_from_u64(seed)
}

/// The finaliser of SplitMix64.
pub(crate) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
