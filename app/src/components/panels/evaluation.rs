//! The evaluation panel: score, its meaning, depth, positions and speed.

use client::play::Evaluation;
use client::play::PlayState;
use leptos::prelude::*;

use crate::components::shared::format::{advantage_text, count, score, short_count};
use crate::components::shared::outcome_text::{result_text, winner_text};
use crate::controllers::play::PlayController;

/// Score, depth, positions and speed for the position on the board.
#[component]
pub fn EvaluationPanel(play: PlayController) -> impl IntoView {
    let summary = play.read_search(summary);
    // An evaluation from before the end does not apply to the end.
    let found = play.read_search(|state| {
        state
            .evaluation()
            .filter(|_| state.shown_outcome().is_none())
    });
    let show = move |part: fn(Evaluation) -> String| {
        move || found.get().map_or_else(|| "\u{2013}".to_owned(), part)
    };
    view! {
        <section class="panel evaluation" data-panel="evaluation" aria-label="Evaluation">
            <div class="panel-head">
                <h2>"Evaluation"</h2>
            </div>
            <div class="panel-body">
                <div class="figure figures">
                    <strong>{move || summary.with(|(figure, _)| figure.clone())}</strong>
                    <span>{move || summary.with(|(_, text)| text.clone())}</span>
                </div>
                <dl class="numbers figures">
                    <div>
                        <dt>"Depth"</dt>
                        <dd>{show(|found| found.depth.to_string())}</dd>
                    </div>
                    <div>
                        <dt>"Positions"</dt>
                        <dd>{show(|found| count(found.nodes))}</dd>
                    </div>
                    <div>
                        <dt>"Per second"</dt>
                        <dd>{show(speed)}</dd>
                    </div>
                </dl>
            </div>
        </section>
    }
}

/// The score and its meaning; at the end of a game the result and the winner.
fn summary(state: &PlayState) -> (String, String) {
    match (state.shown_outcome(), state.evaluation()) {
        (Some(outcome), _) => (
            result_text(&outcome).to_owned(),
            winner_text(&outcome, None).to_owned(),
        ),
        (None, Some(found)) => (score(found.score), advantage_text(found.score)),
        (None, None) => ("\u{2013}".to_owned(), "No evaluation yet".to_owned()),
    }
}

/// Positions per second; a search too short to measure has none.
fn speed(found: Evaluation) -> String {
    if found.nps == 0 {
        "\u{2013}".to_owned()
    } else {
        short_count(found.nps)
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::Game;
    use engine::search::Score;

    use super::*;
    use client::settings::Settings;

    #[test]
    fn the_end_of_a_game_speaks_for_itself_and_not_for_the_moves_before() {
        let mut state = PlayState::new(Settings::default());
        assert_eq!(summary(&state).1, "No evaluation yet");
        let mut game = Game::new();
        for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
            let mv = game.position().parse_uci(text).expect("a legal move");
            game.play(mv).expect("a legal move");
        }
        state.game = game;
        let found = Evaluation {
            score: Score::Cp(-600),
            depth: 3,
            nodes: 1_000,
            nps: 0,
        };
        state.evaluations.insert(3, found);
        assert_eq!(summary(&state).1, "Black won");
        state.viewed_ply = Some(3);
        assert_eq!(summary(&state).1, "Black is winning");
    }
}
