//! The panic hook of the page, which offers a reload.

use leptos::prelude::document;

/// Installs the hook: logs panics on the console, and shows a notice.
pub fn install_hook() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        show_reload_notice();
    }));
}

fn show_reload_notice() {
    let document = document();
    if document
        .query_selector(".broken")
        .is_ok_and(|shown| shown.is_some())
    {
        return;
    }
    let (Some(body), Ok(line), Ok(link)) = (
        document.body(),
        document.create_element("div"),
        document.create_element("a"),
    ) else {
        return;
    };
    line.set_class_name("trouble broken");
    // There is no other way to show the notice if one of these fails.
    line.set_attribute("role", "alert").ok();
    line.set_text_content(Some("Something on this page broke. Your game is kept."));
    link.set_text_content(Some("Reload"));
    link.set_attribute("href", "").ok();
    line.append_child(&link).ok();
    body.append_child(&line).ok();
}
