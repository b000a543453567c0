//! Tests of what the search does inside.

mod collisions;
