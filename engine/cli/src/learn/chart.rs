//! The curves of a learning experiment as SVG: score over training games, with 95 % intervals.

use lab::TestResult;

use crate::svg::{Anchor, GRID, INK, SOFT_INK, Svg};

/// A run of the experiment with its tests.
pub struct ExperimentRun {
    pub seed: u64,
    pub learns: bool,
    pub results: Vec<TestResult>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 48.0;
/// Of the runs that learn.
const COLORS: [&str; 4] = ["#006b6b", "#009999", "#3cc9c6", "#7a5500"];
const CONTROL: &str = "#77759a";

/// Draws the chart.
pub fn draw(runs: &[ExperimentRun], title: &str) -> String {
    let max_games = runs
        .iter()
        .flat_map(|run| &run.results)
        .map(|result| result.training_games)
        .max()
        .unwrap_or(1)
        .max(1);
    let scales = Scales { max_games };
    let mut svg = Svg::new(WIDTH, HEIGHT);
    svg.text([LEFT, 22.0], Anchor::Start, INK, title);
    draw_axes(&mut svg, scales);
    for (index, run) in runs.iter().enumerate() {
        let color = if run.learns {
            COLORS[index % COLORS.len()]
        } else {
            CONTROL
        };
        draw_run(&mut svg, scales, run, color);
    }
    svg.finish()
}

/// Where values lie in the chart.
#[derive(Clone, Copy)]
struct Scales {
    max_games: u32,
}

impl Scales {
    fn x(self, games: u32) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * f64::from(games) / f64::from(self.max_games)
    }

    fn y(self, score: f64) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - score)
    }
}

fn draw_axes(svg: &mut Svg, scales: Scales) {
    for tenth in (0..=10).step_by(2) {
        let y = scales.y(f64::from(tenth) / 10.0);
        svg.line([LEFT, y, WIDTH - RIGHT, y], GRID, 1.0);
        let label = format!("{} %", tenth * 10);
        svg.text([LEFT - 8.0, y + 4.0], Anchor::End, SOFT_INK, &label);
    }
    for quarter in 0..=4 {
        let games = scales.max_games / 4 * quarter;
        let label = games.to_string();
        let place = [scales.x(games), HEIGHT - 24.0];
        svg.text(place, Anchor::Middle, SOFT_INK, &label);
    }
    let place = [WIDTH - RIGHT, HEIGHT - 6.0];
    svg.text(place, Anchor::End, SOFT_INK, "training games");
}

/// The curve of a run, with an interval at each test.
fn draw_run(svg: &mut Svg, scales: Scales, run: &ExperimentRun, color: &str) {
    let point = |result: &TestResult| (scales.x(result.training_games), scales.y(result.score()));
    for pair in run.results.windows(2) {
        let ((x1, y1), (x2, y2)) = (point(&pair[0]), point(&pair[1]));
        svg.line([x1, y1, x2, y2], color, 2.0);
    }
    for result in &run.results {
        let x = scales.x(result.training_games);
        let low = scales.y((result.score() - result.error()).max(0.0));
        let high = scales.y((result.score() + result.error()).min(1.0));
        svg.line([x, low, x, high], color, 1.0);
    }
}
