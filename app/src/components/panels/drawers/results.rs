//! The results drawer: of this page, and by opponent from the server.

use client::play::PlayEvent;
use client::play::RecordState;
use leptos::prelude::*;
use wire::StrategyTally;
use wire::live::game_view::opponent_name;

use crate::controllers::play::PlayController;

/// The drawer's content: wins, draws and losses.
pub fn results(play: PlayController) -> AnyView {
    let tally = play.read(|state| state.tally);
    Effect::new(move |_| play.dispatch(PlayEvent::RequestResults));
    view! {
        <dl class="tally figures">
            <div>
                <dt>"Won"</dt>
                <dd>{move || tally.get().wins}</dd>
            </div>
            <div>
                <dt>"Drawn"</dt>
                <dd>{move || tally.get().draws}</dd>
            </div>
            <div>
                <dt>"Lost"</dt>
                <dd>{move || tally.get().losses}</dd>
            </div>
        </dl>
        <ByOpponent play />
        <Recording play />
    }
    .into_any()
}

#[component]
fn ByOpponent(play: PlayController) -> impl IntoView {
    let results = play.read(|state| state.results.clone().unwrap_or_default());
    let row = |entry: StrategyTally| {
        let tally = entry.tally;
        view! {
            <tr>
                <th scope="row">{opponent_name(&entry.strategy)}</th>
                <td>{tally.wins}</td>
                <td>{tally.draws}</td>
                <td>{tally.losses}</td>
            </tr>
        }
    };
    let table = move || {
        let results = results.get();
        (!results.is_empty()).then(|| {
            view! {
                <table class="results figures">
                    <thead>
                        <tr>
                            <th scope="col">"All your games"</th>
                            <th scope="col">"Won"</th>
                            <th scope="col">"Drawn"</th>
                            <th scope="col">"Lost"</th>
                        </tr>
                    </thead>
                    <tbody>{results.into_iter().map(row).collect_view()}</tbody>
                </table>
            }
        })
    };
    view! { <div>{table}</div> }
}

/// Whether this game's result has reached the server.
#[component]
fn Recording(play: PlayController) -> impl IntoView {
    let record = play.read(|state| state.record.clone());
    let text = move || match record.get() {
        RecordState::None => String::new(),
        RecordState::Sending => "Saving this result\u{2026}".to_owned(),
        RecordState::Saved => "This result is saved.".to_owned(),
        RecordState::Waiting(_) => {
            "The server is out of reach. This result is kept here and sent later.".to_owned()
        }
        RecordState::Rejected(why) => format!("The server refused this result: {why}"),
    };
    view! { <div class="empty record">{text}</div> }
}
