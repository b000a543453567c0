//! The visitor's mistakes by their kind, each with its positions.

use client::analysis::{OpenedGame, fragment};
use client::exercises::TrainEvent;
use client::game_import::{GroupReport, MistakeGroup, MistakePlace, MistakesReport};
use engine::rules::pgn::Tags;
use engine::rules::{Color, GameTree, NodeId};
use leptos::prelude::*;

use crate::components::shared::format::counted;
use crate::controllers::train::TrainController;
use crate::platform::clock::local_time;
use crate::routes::ANALYZE;

/// The kinds, the most frequent first.
pub fn mistakes(train: TrainController, report: &MistakesReport) -> impl IntoView + use<> {
    let groups = report.by_count().into_iter();
    let groups = groups.map(|(group, of_it)| group_view(train, group, of_it));
    view! {
        <section class="panel">
            <div class="panel-head">
                <h3>"Mistakes"</h3>
            </div>
            <div class="panel-body">{groups.collect_view()}</div>
        </section>
    }
}

fn group_view(
    train: TrainController,
    group: MistakeGroup,
    report: &GroupReport,
) -> impl IntoView + use<> {
    let places = report.places.iter().map(|place| place_view(train, place));
    let name = group.name();
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let name: String = first.into_iter().chain(letters).collect();
    let text = format!(
        "{}, in {}",
        counted(report.count.into(), "time"),
        counted(report.games.into(), "game")
    );
    view! {
        <details class="mistake-group">
            <summary>
                <b>{name}</b>
                " "
                <span class="empty figures">{text}</span>
            </summary>
            <ol class="places figures">{places.collect_view()}</ol>
        </details>
    }
}

/// `Game 12, 23. Qxb7 in place of Nd5`, with its exercise and its analysis.
fn place_view(train: TrainController, place: &MistakePlace) -> impl IntoView + use<> {
    let mistake = &place.mistake;
    let position = mistake.position();
    let number = position.map_or(0, |position| position.fullmove_number());
    let is_black = position.is_some_and(|position| position.side_to_move() == Color::Black);
    let dots = if is_black { "\u{2026}" } else { "." };
    let text = format!(
        "Game {}: {number}{dots} {} in place of {}",
        place.game + 1,
        mistake.san(),
        mistake.better_san()
    );
    let address = position.map(|position| {
        let mut tree = GameTree::new(position);
        // A stored move may be any.
        tree.add_line(NodeId::START, [mistake.played]);
        let opened = OpenedGame {
            current: NodeId::START,
            ..OpenedGame::new(tree, Tags::new())
        };
        format!(
            "{ANALYZE}#{}",
            fragment(&opened.tree, opened.current, &opened.tags, is_black)
        )
    });
    let exercise = mistake.exercise_id().filter(|&id| {
        let has = train.try_with_untracked(|state| state.deck.get(id).is_some());
        has == Some(true)
    });
    view! {
        <li>
            {text}
            {exercise
                .map(|exercise| {
                    view! {
                        <button
                            type="button"
                            class="button quiet"
                            on:click=move |_| {
                                let time = local_time();
                                train.dispatch(TrainEvent::Open { exercise, time });
                            }
                        >
                            "Solve"
                        </button>
                    }
                })}
            {address.map(|address| view! { <a class="button quiet" href=address>"Analyze"</a> })}
        </li>
    }
}
