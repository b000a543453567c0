//! The drawn face of a character.

use engine::player::Character;
use leptos::prelude::*;

/// The picture alone; the name stands beside it.
pub fn face(character: &Character) -> AnyView {
    let file = format!("/characters/{}.svg", character.id());
    view! { <img class="face" src=file alt="" width="100" height="100" /> }.into_any()
}
