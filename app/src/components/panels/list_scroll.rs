//! Scrolling of move lists to the marked move.

use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::HtmlElement;

use crate::platform::size_observer::SizeObserver;
use crate::platform::timers::request_animation_frame;

/// Keeps the marked move visible whenever what `track` subscribes to or the list's size changes.
pub fn scroll_to_current(list: NodeRef<html::Ol>, track: impl Fn() + 'static) {
    Effect::new(move |_| {
        track();
        // The mark moves in the same task as this effect; its position is known in the next frame.
        request_animation_frame(move || scroll_list(list));
    });
    // A panel that opens below shrinks the list. The effect's value owns the observer, which is not
    // `Send`: effects do not run on the server.
    Effect::new(move |_| {
        let list_element = list.get()?;
        SizeObserver::new(&list_element, move || scroll_list(list))
    });
}

/// Free space below the marked move, in pixels.
const MARGIN_BELOW_PX: i32 = 6;

fn scroll_list(list: NodeRef<html::Ol>) {
    if let Some(list) = list.try_get_untracked().flatten() {
        scroll_to_marked(&list);
    }
}

/// Scrolls a list of moves, and not the page, to the marked move.
pub fn scroll_to_marked(list: &HtmlElement) {
    let Ok(Some(marked)) = list.query_selector("[aria-current]") else {
        list.set_scroll_top(0);
        return;
    };
    let marked: HtmlElement = marked.unchecked_into();
    let (top, bottom) = (
        marked.offset_top(),
        marked.offset_top() + marked.offset_height(),
    );
    if top < list.scroll_top() {
        list.set_scroll_top(top);
    } else if bottom > list.scroll_top() + list.client_height() {
        list.set_scroll_top(bottom - list.client_height() + MARGIN_BELOW_PX);
    }
}
