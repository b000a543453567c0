//! The curves of a learning experiment as SVG: score over training games, with 95 % intervals.

use std::fmt::Write;

use lab::TestResult;

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
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" fill=\"#1b1b2e\">{title}</text>\n"
    );
    draw_axes(&mut svg, scales);
    for (index, run) in runs.iter().enumerate() {
        let color = if run.learns {
            COLORS[index % COLORS.len()]
        } else {
            CONTROL
        };
        draw_run(&mut svg, scales, run, color);
    }
    svg.push_str("</svg>\n");
    svg
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

fn draw_axes(svg: &mut String, scales: Scales) {
    for tenth in (0..=10).step_by(2) {
        let y = scales.y(f64::from(tenth) / 10.0);
        line(svg, [LEFT, y, WIDTH - RIGHT, y], "#ebe7db", 1.0);
        let label = format!("{} %", tenth * 10);
        text(svg, LEFT - 8.0, y + 4.0, "end", &label);
    }
    for quarter in 0..=4 {
        let games = scales.max_games / 4 * quarter;
        let label = games.to_string();
        text(svg, scales.x(games), HEIGHT - 24.0, "middle", &label);
    }
    text(svg, WIDTH - RIGHT, HEIGHT - 6.0, "end", "training games");
}

/// The curve of a run, with an interval at each test.
fn draw_run(svg: &mut String, scales: Scales, run: &ExperimentRun, color: &str) {
    let point = |result: &TestResult| (scales.x(result.training_games), scales.y(result.score()));
    for pair in run.results.windows(2) {
        let ((x1, y1), (x2, y2)) = (point(&pair[0]), point(&pair[1]));
        line(svg, [x1, y1, x2, y2], color, 2.0);
    }
    for result in &run.results {
        let x = scales.x(result.training_games);
        let low = scales.y((result.score() - result.error()).max(0.0));
        let high = scales.y((result.score() + result.error()).min(1.0));
        line(svg, [x, low, x, high], color, 1.0);
    }
}

fn line(svg: &mut String, [x1, y1, x2, y2]: [f64; 4], color: &str, width: f64) {
    // Writing to a string cannot fail.
    writeln!(
        svg,
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{color}\" \
         stroke-width=\"{width}\"/>"
    )
    .ok();
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, words: &str) {
    writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"#55536f\">{words}</text>"
    )
    .ok();
}
