//! The sequential test between two players: how near it is to its end.

use client::arena::ArenaState;
use leptos::prelude::*;

use super::text::decision_text;
use crate::controllers::arena::ArenaController;

/// What the bar shows.
#[derive(Clone, PartialEq)]
struct TestView {
    /// Of the way from the lower bound to the upper one, per cent.
    share: u32,
    ratio: String,
    bounds: [String; 2],
    /// Of the two hypotheses, normalised Elo.
    gains: [i16; 2],
    decision: Option<String>,
}

#[component]
pub fn SprtBar(arena: ArenaController) -> impl IntoView {
    let test = arena.read(test_view);
    move || {
        test.get().map(|test| {
            let [low, high] = test.gains;
            let label = format!(
                "Sequential test: {} between {} and {}",
                test.ratio, test.bounds[0], test.bounds[1]
            );
            view! {
                <div class="sprt">
                    <div class="sprt-ends figures">
                        <span>{gain_text(low)} " at " {test.bounds[0].clone()}</span>
                        <span>{gain_text(high)} " at " {test.bounds[1].clone()}</span>
                    </div>
                    <div class="sprt-bar" role="img" aria-label=label>
                        <span class="mark" style=("--share", format!("{}%", test.share))></span>
                    </div>
                    <p class="empty">
                        {test
                            .decision
                            .unwrap_or_else(|| {
                                format!(
                                    "Sequential probability ratio test, in normalised Elo: the log-likelihood ratio is {}. At either end it stops, wrong in at most 5 % of cases.",
                                    test.ratio,
                                )
                            })}
                    </p>
                </div>
            }
        })
    }
}

fn gain_text(elo: i16) -> String {
    format!("gain of {elo}").replace('-', "\u{2212}")
}

fn test_view(state: &ArenaState) -> Option<TestView> {
    let tournament = state.tournament.as_ref()?;
    let gains = tournament.plan().sprt?;
    let (ratio, [low, high]) = tournament.likelihood()?;
    let share = (ratio - low) / (high - low);
    let number = |value: f64| format!("{value:.2}").replace('-', "\u{2212}");
    Some(TestView {
        share: (share.clamp(0.0, 1.0) * 100.0).round() as u32,
        ratio: number(ratio),
        bounds: [number(low), number(high)],
        gains,
        decision: tournament
            .decision()
            .map(|decision| decision_text(decision, gains)),
    })
}
