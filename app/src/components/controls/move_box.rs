//! The field for typed moves: `Nf3` or `g1f3`.

use client::play::PlayEvent;
use engine::rules::{Move, Position, san};
use leptos::html;
use leptos::prelude::*;

use crate::components::dialogs::requests::DialogRequests;
use crate::controllers::play::PlayController;

/// The field and its error.
pub fn move_box(play: PlayController) -> AnyView {
    let dialogs: DialogRequests = expect_context();
    let ready = play.read(|state| !state.playable_moves().is_empty());
    let wrong = RwSignal::new(String::new());
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if dialogs.typing.get()
            && let Some(input) = field.get()
        {
            dialogs.typing.set(false);
            input.focus().ok();
        }
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(input) = field.get_untracked() else {
            return;
        };
        let text = input.value();
        let position = play.with_untracked(|state| state.shown_position());
        match parse_move(&position, text.trim()) {
            Ok(mv) => {
                input.set_value("");
                wrong.set(String::new());
                play.dispatch(PlayEvent::UserMove(mv));
            }
            Err(why) => wrong.set(why),
        }
    };
    view! {
        <form class="move-box" on:submit=submit>
            <input
                id="move-box"
                type="text"
                maxlength="12"
                placeholder="Type a move: Nf3"
                aria-label="Your move, such as Nf3 or g1f3"
                aria-describedby="move-box-wrong"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                node_ref=field
                disabled=move || !ready.get()
                aria-invalid=move || wrong.with(|wrong| (!wrong.is_empty()).then_some("true"))
                on:input=move |_| wrong.set(String::new())
            />
            <span id="move-box-wrong" role="alert">
                {move || wrong.get()}
            </span>
        </form>
    }
    .into_any()
}

/// Parses a legal move in SAN or UCI notation.
fn parse_move(position: &Position, text: &str) -> Result<Move, String> {
    if text.is_empty() {
        return Err("No move yet.".to_owned());
    }
    position
        .parse_uci(&text.to_ascii_lowercase())
        .or_else(|_| san::parse(position, text))
        .map_err(|_| format!("\u{201c}{text}\u{201d} is no move here."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations_are_understood_and_nothing_else_is() {
        let start = Position::startpos();
        for text in ["Nf3", "g1f3", "G1F3"] {
            assert_eq!(
                parse_move(&start, text).map(|mv| mv.to_string()),
                Ok("g1f3".into())
            );
        }
        for text in [
            "",
            "Nf4",
            "e2e5",
            "castle",
            "\u{2654}e4",
            "e4e5e6",
            "0-0",
            "x",
        ] {
            assert!(parse_move(&start, text).is_err(), "{text}");
        }
    }
}
