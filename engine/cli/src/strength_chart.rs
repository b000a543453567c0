//! `ponder chart`: Elo over the size of what is sent, as SVG.

use std::fs;
use std::path::PathBuf;
use std::str::FromStr;

use crate::svg::{Anchor, GRID, INK, SOFT_INK, Svg};

/// Draws Elo over kilobytes from a table with the columns name, kilobytes, Elo, its error and kind.
#[derive(clap::Args)]
pub struct ChartSettings {
    /// The table: comma-separated, kind is ours or other; the first line is the heading.
    #[arg(long, value_name = "FILE")]
    pub points: PathBuf,
    /// The drawing.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Its title.
    #[arg(long, value_name = "TEXT", default_value = "Elo over kilobytes sent")]
    pub title: String,
}

/// An engine, or a network of ours.
#[derive(Clone, Debug, PartialEq)]
struct StrengthPoint {
    name: String,
    kilobytes: f64,
    elo: f64,
    /// Half of the 95 % interval.
    error: f64,
    is_ours: bool,
}

const COLUMNS: usize = 5;
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 48.0;
const OURS: &str = "#006b6b";
const OTHER: &str = "#7a5500";
/// Between two lines of the grid, Elo.
const STEP: f64 = 100.0;

/// Draws the chart.
///
/// # Errors
/// A file fails, or the table is malformed.
pub fn run(settings: &ChartSettings) -> Result<(), String> {
    let path = settings.points.display();
    let table = fs::read_to_string(&settings.points).map_err(|error| format!("{path}: {error}"))?;
    let points = parse(&table).map_err(|error| format!("{path}: {error}"))?;
    let out = settings.out.display();
    fs::write(&settings.out, draw(&points, &settings.title))
        .map_err(|error| format!("{out}: {error}"))
}

/// Reads the points of a table.
fn parse(table: &str) -> Result<Vec<StrengthPoint>, String> {
    let lines = table.lines().enumerate().skip(1);
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let points = lines
        .map(|(index, line)| {
            parse_point(line).map_err(|error| format!("line {}: {error}", index + 1))
        })
        .collect::<Result<Vec<_>, _>>()?;
    match points.is_empty() {
        true => Err("no line after the heading".to_owned()),
        false => Ok(points),
    }
}

fn parse_point(line: &str) -> Result<StrengthPoint, String> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [name, kilobytes, elo, error, kind]: [&str; COLUMNS] = fields
        .try_into()
        .map_err(|fields: Vec<&str>| format!("{} fields, not {COLUMNS}", fields.len()))?;
    let number = |name: &str, text: &str, min: f64| {
        let value = f64::from_str(text).ok();
        let value = value.filter(|value| value.is_finite() && *value >= min);
        value.ok_or_else(|| format!("{name}: expected a number from {min}, found {text:?}"))
    };
    Ok(StrengthPoint {
        name: name.to_owned(),
        kilobytes: number("kilobytes", kilobytes, 1.0)?,
        elo: number("elo", elo, -10_000.0)?,
        error: number("error", error, 0.0)?,
        is_ours: match kind {
            "ours" => true,
            "other" => false,
            _ => return Err(format!("kind: expected ours or other, found {kind:?}")),
        },
    })
}

/// Where values lie in the chart.
#[derive(Clone, Copy)]
struct StrengthScales {
    /// Powers of ten of kilobytes.
    decades: [i32; 2],
    elo: [f64; 2],
}

impl StrengthScales {
    fn of(points: &[StrengthPoint]) -> StrengthScales {
        let fold = |start: f64, value: fn(&StrengthPoint) -> f64, best: fn(f64, f64) -> f64| {
            points.iter().map(value).fold(start, best)
        };
        let smallest = fold(f64::INFINITY, |point| point.kilobytes, f64::min);
        let largest = fold(1.0, |point| point.kilobytes, f64::max);
        let first = smallest.log10().floor() as i32;
        let lowest = fold(f64::INFINITY, |point| point.elo - point.error, f64::min);
        let highest = fold(f64::NEG_INFINITY, |point| point.elo + point.error, f64::max);
        let low = (lowest / STEP).floor() * STEP;
        StrengthScales {
            decades: [first, (largest.log10().ceil() as i32).max(first + 1)],
            elo: [low, ((highest / STEP).ceil() * STEP).max(low + STEP)],
        }
    }

    fn x(self, kilobytes: f64) -> f64 {
        let [first, last] = self.decades.map(f64::from);
        LEFT + (WIDTH - LEFT - RIGHT) * (kilobytes.log10() - first) / (last - first)
    }

    fn y(self, elo: f64) -> f64 {
        let [low, high] = self.elo;
        TOP + (HEIGHT - TOP - BOTTOM) * (high - elo) / (high - low)
    }
}

fn draw(points: &[StrengthPoint], title: &str) -> String {
    let scales = StrengthScales::of(points);
    let mut svg = Svg::new(WIDTH, HEIGHT);
    svg.text([LEFT, 22.0], Anchor::Start, INK, title);
    draw_axes(&mut svg, scales);
    let place = |point: &StrengthPoint| [scales.x(point.kilobytes), scales.y(point.elo)];
    let mut ours: Vec<&StrengthPoint> = points.iter().filter(|point| point.is_ours).collect();
    ours.sort_by(|a, b| a.kilobytes.total_cmp(&b.kilobytes));
    for pair in ours.windows(2) {
        let ([x1, y1], [x2, y2]) = (place(pair[0]), place(pair[1]));
        svg.line([x1, y1, x2, y2], OURS, 2.0);
    }
    for point in points {
        let color = if point.is_ours { OURS } else { OTHER };
        let [x, y] = place(point);
        let [low, high] =
            [point.elo - point.error, point.elo + point.error].map(|elo| scales.y(elo));
        svg.line([x, low, x, high], color, 1.0);
        svg.dot([x, y], color);
        // A name at the right edge stands to the left of its point.
        let (x, anchor) = match x > WIDTH * 0.75 {
            true => (x - 8.0, Anchor::End),
            false => (x + 8.0, Anchor::Start),
        };
        svg.text([x, y + 14.0], anchor, color, &point.name);
    }
    svg.finish()
}

fn draw_axes(svg: &mut Svg, scales: StrengthScales) {
    let [low, high] = scales.elo;
    let lines = ((high - low) / STEP).round() as u32;
    for number in 0..=lines {
        let elo = low + STEP * f64::from(number);
        let y = scales.y(elo);
        svg.line([LEFT, y, WIDTH - RIGHT, y], GRID, 1.0);
        let label = format!("{elo:.0}");
        svg.text([LEFT - 8.0, y + 4.0], Anchor::End, SOFT_INK, &label);
    }
    let [first, last] = scales.decades;
    for decade in first..=last {
        let kilobytes = 10_f64.powi(decade);
        let x = scales.x(kilobytes);
        svg.line([x, TOP, x, HEIGHT - BOTTOM], GRID, 1.0);
        let label = match kilobytes {
            large if large >= 1_000.0 => format!("{:.0} MB", large / 1_000.0),
            small => format!("{small:.0} KB"),
        };
        svg.text([x, HEIGHT - 24.0], Anchor::Middle, SOFT_INK, &label);
    }
    let place = [WIDTH - RIGHT, HEIGHT - 6.0];
    svg.text(place, Anchor::End, SOFT_INK, "network as sent, brotli");
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "name,kilobytes,elo,error,kind\n\
        N = 256, 140, 2900, 30, ours\n\
        N = 64, 40, 2700, 25, ours\n\n\
        Another, 7000, 3100, 40, other\n";

    #[test]
    fn points_lie_where_their_numbers_say() {
        let points = parse(TABLE).unwrap();
        assert_eq!(points.len(), 3);
        let scales = StrengthScales::of(&points);
        assert_eq!((scales.decades, scales.elo), ([1, 4], [2_600.0, 3_200.0]));
        let file = draw(&points, "Title");
        assert_eq!(file.matches("<circle").count(), 3);
        // Ours are joined from the smaller to the larger one, whatever the order of the table.
        let (small, large) = (scales.x(40.0), scales.x(140.0));
        assert!(file.contains(&format!("x1=\"{small:.1}\"")) && small < large);
        for part in [">Title<", ">10 MB<", ">100 KB<", ">2600<", ">Another<"] {
            assert!(file.contains(part), "{part} in {file}");
        }
    }

    #[test]
    fn a_single_point_has_a_chart() {
        let points = parse("heading\nalone,100,0,0,ours\n").unwrap();
        assert!(draw(&points, "").contains("cx=\"56.0\""));
    }

    #[test]
    fn what_cannot_be_read_is_refused_by_name() {
        for (line, part) in [
            ("a,1,2,3", "line 2: 4 fields, not 5"),
            (
                "a,0,2,3,ours",
                "line 2: kilobytes: expected a number from 1",
            ),
            ("a,NaN,2,3,ours", "line 2: kilobytes"),
            ("a,1,many,3,ours", "line 2: elo: expected a number"),
            ("a,1,2,-3,ours", "line 2: error: expected a number from 0"),
            ("a,1,2,3,mine", "line 2: kind: expected ours or other"),
        ] {
            let error = parse(&format!("heading\n{line}")).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        assert!(parse("heading").is_err() && parse("").is_err());
    }
}
