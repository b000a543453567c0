//! The evaluation bar: half at 0, full at ±800 centipawns. Drawn with SVG attributes, since
//! the security policy forbids styles in the document.

use leptos::prelude::*;

/// Upright beside the board; lying above it on a phone.
#[component]
pub fn EvalBar(
    /// White's share, per mille.
    share: Memo<u16>,
    /// Whether White is at the board's lower edge.
    #[prop(into)]
    white_below: Signal<bool>,
    /// The evaluation as text, for screen readers.
    label: Memo<String>,
) -> impl IntoView {
    let top = move || {
        if white_below.get() {
            1000 - share.get()
        } else {
            0
        }
    };
    view! {
        <svg
            class="bar"
            viewBox="0 0 1000 1000"
            preserveAspectRatio="none"
            role="img"
            aria-label=move || label.get()
        >
            <rect class="ground" width="1000" height="1000" />
            <g class="upright">
                <rect
                    class="white"
                    width="1000"
                    y=move || top().to_string()
                    height=move || share.get().to_string()
                />
                <rect class="middle" y="498" width="1000" height="4" />
            </g>
            <g class="lying">
                <rect class="white" height="1000" width=move || share.get().to_string() />
                <rect class="middle" x="497" width="6" height="1000" />
            </g>
        </svg>
    }
}
