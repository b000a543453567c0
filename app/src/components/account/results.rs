//! The visitor's results by opponent and level.

use leptos::prelude::*;
use wire::live::game_view::opponent_name;
use wire::visitor::games::{LevelTally, Tally};

use super::controller::AccountController;

/// The section.
pub fn results(account: AccountController) -> AnyView {
    let content = move || match account.results.get() {
        None => view! { <p class="empty">"Loading\u{2026}"</p> }.into_any(),
        Some(Err(_)) => view! {
            <p class="notice" role="alert">
                "Your results could not be loaded."
            </p>
        }
        .into_any(),
        Some(Ok(results)) if results.is_empty() => view! {
            <p class="empty">"No finished games yet."</p>
        }
        .into_any(),
        Some(Ok(results)) => table(&results),
    };
    view! {
        <section aria-labelledby="results">
            <h2 id="results">"Results"</h2>
            <div class="panel">{content}</div>
        </section>
    }
    .into_any()
}

fn table(results: &[LevelTally]) -> AnyView {
    let all = results.iter().fold(Tally::default(), |all, entry| Tally {
        wins: all.wins + entry.tally.wins,
        draws: all.draws + entry.tally.draws,
        losses: all.losses + entry.tally.losses,
    });
    // An opponent's name is shown at its first level only.
    let mut before = "";
    let mut rows = Vec::with_capacity(results.len());
    for entry in results {
        let new = entry.strategy != before;
        before = &entry.strategy;
        rows.push(row(entry, new));
    }
    view! {
        <table class="results figures">
            <thead>
                <tr>
                    <th scope="col">"Against"</th>
                    <th scope="col">"Level"</th>
                    <th scope="col">"Won"</th>
                    <th scope="col">"Drawn"</th>
                    <th scope="col">"Lost"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
            <tfoot>
                <tr>
                    <th scope="row">"All"</th>
                    <td></td>
                    <td>{all.wins}</td>
                    <td>{all.draws}</td>
                    <td>{all.losses}</td>
                </tr>
            </tfoot>
        </table>
    }
    .into_any()
}

fn row(entry: &LevelTally, new: bool) -> AnyView {
    let name = opponent_name(&entry.strategy);
    let tally = entry.tally;
    view! {
        <tr class:again=!new>
            <th scope="row">{name}</th>
            <td>{entry.level}</td>
            <td>{tally.wins}</td>
            <td>{tally.draws}</td>
            <td>{tally.losses}</td>
        </tr>
    }
    .into_any()
}
