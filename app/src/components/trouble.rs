//! What broke, in one line, and how to go on.

use crate::components::whole::IntoWhole;
use leptos::prelude::*;

use super::read::read;
use crate::session::state::EngineState;
use crate::session::{Event, Session};

/// Shown while the engine's worker is given up.
#[component]
pub fn EngineTrouble(session: Session) -> impl IntoView {
    let broken = read(session, |state| match &state.engine {
        EngineState::Failed(why) => Some(why.clone()),
        _ => None,
    });
    move || {
        {
            broken.get().map(|why| {
                view! {
                    <div class="trouble" role="alert">
                        <span>{format!("The engine has stopped: {why}")}</span>
                        <button
                            type="button"
                            class="button quiet"
                            on:click=move |_| session.dispatch(Event::RetryEngine)
                        >
                            "Try again"
                        </button>
                        <button type="button" class="button quiet" on:click=move |_| reload()>
                            "Reload"
                        </button>
                    </div>
                }
            })
        }
        .into_whole()
    }
}

fn reload() {
    // Refused only while the page is being left.
    window().location().reload().ok();
}
