//! The pages in a browser: one program, so that its tests share a Chromium.

mod account;
mod analysis;
mod api_page;
mod arena;
mod controls;
mod endgame_tables;
mod errors;
mod flow;
mod formats;
mod learner;
mod live;
mod marks;
mod network;
mod offline;
mod opponents;
mod other_browsers;
mod play;
mod pressable;
mod reach;
mod same_engine;
mod share;
mod sizes;
mod still;
mod theatre;
mod visitors;
mod watch;
