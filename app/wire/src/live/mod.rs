//! Games that have an address of their own: `game_link` is that address, `game_view` the game as
//! anybody may see it, `typed_name` which names may be typed into it and how they are shown,
//! `protocol` what goes over the socket while it is played.

pub mod game_link;
pub mod game_view;
pub mod protocol;
pub mod typed_name;

pub use game_link::GameLink;
pub use game_view::GameView;
