//! The curve of a training as SVG: strength over practice games, with 95 % intervals.

use lab::dojo::{Dojo, TestRecord, Yardstick};

use crate::svg::{Anchor, GRID, INK, SOFT_INK, Svg};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 24.0;
const RIGHT: f64 = 72.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 48.0;
const CURVE: &str = "#006b6b";
/// Elo above and below what is drawn.
const MARGIN: f64 = 80.0;

/// Draws the chart. Each yardstick within it is a line.
pub fn draw(dojo: &Dojo) -> String {
    let tests = &dojo.history().tests;
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let config = dojo.config();
    let title = format!(
        "{} neurons, {}, from {}, seed {}",
        config.neurons, config.algorithm, config.start, config.seed
    );
    svg.text([LEFT, 22.0], Anchor::Start, INK, &title);
    let scales = CurveScales::of(tests);
    for yardstick in Yardstick::ALL {
        let elo = yardstick.elo();
        if (scales.low..=scales.high).contains(&elo) {
            let y = scales.y(elo);
            svg.line([LEFT, y, WIDTH - RIGHT, y], GRID, 1.0);
            let place = [WIDTH - RIGHT + 6.0, y + 4.0];
            svg.text(place, Anchor::Start, SOFT_INK, &yardstick.to_string());
        }
    }
    for quarter in 0..=4 {
        let games = scales.games / 4.0 * f64::from(quarter);
        let place = [scales.x(games), HEIGHT - 24.0];
        svg.text(place, Anchor::Middle, SOFT_INK, &format!("{games:.0}"));
    }
    let place = [WIDTH - RIGHT, HEIGHT - 6.0];
    svg.text(place, Anchor::End, SOFT_INK, "practice games");
    let point = |test: &TestRecord| (scales.x(test.games as f64), scales.y(test.strength.elo));
    for pair in tests.windows(2) {
        let ((x1, y1), (x2, y2)) = (point(&pair[0]), point(&pair[1]));
        svg.line([x1, y1, x2, y2], CURVE, 2.0);
    }
    for test in tests {
        let (x, _) = point(test);
        let [low, high] = [-1.0, 1.0].map(|side| test.strength.elo + side * test.strength.error);
        svg.line([x, scales.y(low), x, scales.y(high)], CURVE, 1.0);
    }
    svg.finish()
}

/// Where values lie in the chart.
struct CurveScales {
    games: f64,
    low: f64,
    high: f64,
}

impl CurveScales {
    fn of(tests: &[TestRecord]) -> CurveScales {
        let mut scales = CurveScales {
            games: 1.0,
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
        };
        for test in tests {
            scales.games = scales.games.max(test.games as f64);
            scales.low = scales
                .low
                .min(test.strength.elo - test.strength.error - MARGIN);
            scales.high = scales
                .high
                .max(test.strength.elo + test.strength.error + MARGIN);
        }
        if tests.is_empty() {
            (scales.low, scales.high) = (0.0, 1_000.0);
        }
        scales
    }

    fn x(&self, games: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * games / self.games
    }

    fn y(&self, elo: f64) -> f64 {
        let height = HEIGHT - TOP - BOTTOM;
        TOP + height * (self.high - elo) / (self.high - self.low)
    }
}
