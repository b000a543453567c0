//! Games with an address: `game_link` is the address, `game_view` the public view of a game,
//! `typed_name` checks and quotes typed names, `protocol` holds the messages of the socket.

pub mod game_link;
pub mod game_view;
pub mod protocol;
pub mod typed_name;

pub use game_link::GameLink;
pub use game_view::GameView;
