//! The curve of a soak.

use e2e::faults::{ProcessUsage, UsageSample};

/// Width and height of a panel, and the margin around it for numbers.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 130.0;
const MARGIN: f64 = 48.0;

/// One colour for each process; they can be told apart on a light and a dark page.
const COLOURS: [&str; 4] = ["#3b82c4", "#d97a2b", "#4f9d5b", "#a855b5"];

/// What a panel shows of a process.
type Value = fn(&ProcessUsage) -> f64;

/// How many MB an hour each process grew in the second half, by least squares.
pub fn growth(samples: &[UsageSample]) -> Vec<(&'static str, f64)> {
    let half = &samples[samples.len() / 2..];
    let processes = samples.first().map_or(0, |sample| sample.processes.len());
    let slope = |index: usize| {
        let points: Vec<_> = half
            .iter()
            .map(|sample| {
                let hours = sample.at.as_secs_f64() / 3600.0;
                (hours, sample.processes[index].memory_mb)
            })
            .collect();
        let mean =
            |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let (mut over, mut under) = (0.0, 0.0);
        for point in &points {
            over += (point.0 - x) * (point.1 - y);
            under += (point.0 - x) * (point.0 - x);
        }
        over / under
    };
    (0..processes)
        .map(|index| (samples[0].processes[index].name, slope(index)))
        .collect()
}

/// Memory, open files, threads and tasks, each in a panel, as SVG.
pub fn draw(samples: &[UsageSample]) -> String {
    let panels: [(&str, Value); 4] = [
        ("memory, MB", |used| used.memory_mb),
        ("open files", |used| used.descriptors as f64),
        ("threads", |used| used.threads as f64),
        ("tasks", |used| used.tasks as f64),
    ];
    let full = [
        WIDTH + 2.0 * MARGIN,
        panels.len() as f64 * (HEIGHT + MARGIN) + MARGIN,
    ];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"#777\">\n",
        full[0], full[1]
    );
    for (number, (title, value)) in panels.into_iter().enumerate() {
        let top = MARGIN / 2.0 + number as f64 * (HEIGHT + MARGIN);
        svg += &panel(samples, title, value, top);
    }
    svg + "</svg>\n"
}

fn panel(samples: &[UsageSample], title: &str, value: Value, top: f64) -> String {
    let last = samples.last().map_or(1.0, |sample| sample.at.as_secs_f64());
    let all = samples
        .iter()
        .flat_map(|sample| sample.processes.iter().map(value));
    let most = all.fold(1.0, f64::max);
    let (left, bottom) = (MARGIN, top + HEIGHT);
    let mut svg = format!(
        "<text x=\"{left}\" y=\"{}\">{title}</text>\n\
         <path d=\"M{left} {top}V{bottom}H{}\" fill=\"none\" stroke=\"#999\"/>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{most:.0}</text>\n\
         <text x=\"{}\" y=\"{bottom}\" text-anchor=\"end\">0</text>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{:.0} minutes</text>\n",
        top - 6.0,
        left + WIDTH,
        left - 6.0,
        top + 10.0,
        left - 6.0,
        left + WIDTH,
        bottom + 16.0,
        last / 60.0,
    );
    let names = samples.first().map_or(&[][..], |sample| &sample.processes);
    for (index, (process, colour)) in names.iter().zip(COLOURS).enumerate() {
        let points: Vec<_> = samples
            .iter()
            .map(|sample| {
                let x = left + WIDTH * sample.at.as_secs_f64() / last;
                let y = bottom - HEIGHT * value(&sample.processes[index]) / most;
                format!("{x:.1},{y:.1}")
            })
            .collect();
        svg += &format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\n\
             <text x=\"{}\" y=\"{}\" fill=\"{colour}\" text-anchor=\"end\">{}</text>\n",
            points.join(" "),
            left + WIDTH - 70.0 * (names.len() - 1 - index) as f64,
            top - 6.0,
            process.name,
        );
    }
    svg
}
