//! A labelled list of choices.

use leptos::prelude::*;

/// The list. A chosen value that is not among the choices, as a link may bring one, stands above them.
#[component]
pub fn ChoiceList<T>(
    label: &'static str,
    #[prop(into)] choices: Signal<Vec<T>>,
    text: fn(T) -> String,
    #[prop(into)] chosen: Signal<T>,
    choose: impl Fn(T) + 'static,
) -> impl IntoView
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    let choose = move |event| {
        let index: Option<usize> = event_target_value(&event).parse().ok();
        let value = index.and_then(|index| choices.with_untracked(|all| all.get(index).copied()));
        value.into_iter().for_each(&choose);
    };
    let option = move |(index, value): (usize, T)| {
        view! {
            <option value=index.to_string() prop:selected=move || chosen.get() == value>
                {text(value)}
            </option>
        }
    };
    let own = move || {
        let value = chosen.get();
        let is_known = choices.with(|all| all.contains(&value));
        (!is_known).then(|| view! { <option value="" prop:selected=true>{text(value)}</option> })
    };
    view! {
        <label>
            <span class="empty">{label}</span>
            <select autocomplete="off" on:change=choose>
                {own}
                {move || choices.get().into_iter().enumerate().map(option).collect_view()}
            </select>
        </label>
    }
}
