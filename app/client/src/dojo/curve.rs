//! The curve of strength, laid out in a box.

use lab::dojo::{Strength, Yardstick};

/// The box: x grows with the games, y downwards.
pub const WIDTH: f64 = 1_000.0;
pub const HEIGHT: f64 = 400.0;
/// Elo above and below the intervals.
const MARGIN: f64 = 60.0;
/// Yardsticks nearer to each other than this share one line's place: only the first is drawn.
const MIN_DISTANCE: f64 = 36.0;

/// The curve of strength.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curve {
    pub points: Vec<CurvePoint>,
    /// A line for each yardstick within the box.
    pub grid: Vec<GridLine>,
}

/// A test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurvePoint {
    pub x: f64,
    pub y: f64,
    /// The ends of its 95 % interval.
    pub low: f64,
    pub high: f64,
}

/// The strength of a yardstick.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GridLine {
    pub y: f64,
    pub yardstick: Yardstick,
}

impl Curve {
    /// The curve of strengths, each after so many games, in their order.
    pub fn new(tests: impl IntoIterator<Item = (u64, Strength)>) -> Self {
        let tests: Vec<(u64, Strength)> = tests.into_iter().collect();
        let Some((games, _)) = tests.last() else {
            return Self::default();
        };
        let most = (*games as f64).max(1.0);
        let end =
            |strength: Strength| (strength.elo - strength.error, strength.elo + strength.error);
        let ends = tests.iter().map(|(_, strength)| end(*strength));
        let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |all, end| {
            (all.0.min(end.0), all.1.max(end.1))
        });
        let (low, high) = (low - MARGIN, high + MARGIN);
        let x = |games: u64| WIDTH * games as f64 / most;
        let y = |elo: f64| HEIGHT * (high - elo) / (high - low);
        let points = tests.iter().map(|&(games, strength)| CurvePoint {
            x: x(games),
            y: y(strength.elo),
            low: y(end(strength).0),
            high: y(end(strength).1),
        });
        let mut grid: Vec<GridLine> = Vec::new();
        for yardstick in Yardstick::ALL {
            let line = GridLine {
                y: y(yardstick.elo()),
                yardstick,
            };
            let is_apart = grid
                .last()
                .is_none_or(|before| before.y - line.y >= MIN_DISTANCE);
            if is_apart && (MIN_DISTANCE / 2.0..HEIGHT - MIN_DISTANCE / 2.0).contains(&line.y) {
                grid.push(line);
            }
        }
        Self {
            points: points.collect(),
            grid,
        }
    }

    /// The points as an SVG polyline has them.
    #[must_use]
    pub fn polyline(&self) -> String {
        let corners = self.points.iter();
        let corners: Vec<String> = corners
            .map(|point| format!("{:.1} {:.1}", point.x, point.y))
            .collect();
        corners.join(" ")
    }

    /// The band of the intervals, as an SVG path.
    #[must_use]
    pub fn band(&self) -> String {
        let there = self.points.iter().map(|point| (point.x, point.high));
        let back = self.points.iter().rev().map(|point| (point.x, point.low));
        let corners: Vec<String> = there
            .chain(back)
            .map(|(x, y)| format!("{x:.1} {y:.1}"))
            .collect();
        match corners.is_empty() {
            true => String::new(),
            false => format!("M{}Z", corners.join("L")),
        }
    }
}
