//! How much a repertoire may hold.

/// The most moves of a repertoire, of both sides; a position counts once, however it is reached.
pub const MAX_MOVES: usize = 4_000;
/// Moves beyond so many plies are left out.
pub const MAX_PLIES: u16 = 80;
/// The longest name, characters.
pub const MAX_NAME_CHARS: usize = 60;
/// The most repertoires of a visitor.
pub const MAX_REPERTOIRES: usize = 20;
/// The longest text from which a repertoire is made, bytes: some thousand games.
pub const MAX_TEXT_BYTES: usize = 8 * 1024 * 1024;
/// The longest text of a stored repertoire, bytes.
pub(super) const MAX_STORED_BYTES: usize = 256 * 1024;
