//! Measures how smoothly a page runs by the browser's own observers: layout shifts, the time from
//! input to paint, long tasks.

use serde_json::Value;

use crate::browser::Page;

/// To be run before the page: sums up how far things move that nobody moved. What comes within half
/// a second of an input is not counted by the usual measure; `all` counts it too. Where a frame takes
/// longer than a sixtieth of a second, thirty of them count as the half second.
pub const WATCH_SHIFTS: &str = "{ const shifts = { all: 0, unasked: 0, what: [] };
    let frame = 0, input = { frame: -100, time: 0 };
    const next = () => { frame += 1; requestAnimationFrame(next); };
    next();
    for (const kind of ['pointerdown', 'pointerup', 'keydown'])
        addEventListener(kind, event => { input = { frame, time: event.timeStamp }; }, true);
    const take = found => { for (const shift of found) {
        shifts.all += shift.value;
        const isAnswer = shift.startTime >= input.time && frame - input.frame <= 30;
        if (!shift.hadRecentInput && !isAnswer) shifts.unasked += shift.value;
        const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join();
        shifts.what.push(`${shift.value.toFixed(5)}: ` + shift.sources.map(({ node, previousRect, currentRect }) =>
            `${node?.parentElement?.className} > ${node?.nodeName}.${node?.className} ${place(previousRect)} to ${place(currentRect)}`).join('; '));
    } };
    const observer = new PerformanceObserver(list => take(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    window.shiftsSoFar = () => { take(observer.takeRecords()); return shifts; }; }";

/// Waits until animations that end have ended.
pub async fn until_animations_end(page: &Page) {
    page.eval(
        "Promise.all(document.getAnimations()
            .filter(one => one.effect.getComputedTiming().endTime < 10_000)
            .map(one => one.finished.catch(() => {}))).then(() => true)",
    )
    .await;
}

/// Waits until animations that end have ended, and the page was drawn after that.
pub async fn until_at_rest(page: &Page) {
    until_animations_end(page).await;
    page.eval(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))",
    )
    .await;
}

/// To be run before the page: the times in milliseconds from the press that makes a move to the
/// frame that shows it, by the browser's own clock for that (Event Timing, in steps of 8 ms; what
/// takes less than 16 ms, as on a page that is not slowed down, is not told). A message posted from
/// the frame would wait behind those of a worker, and measure them too.
pub const WATCH_PAINTS: &str = "window.paints = [];
    { let pressed = null;
      const moving = new Set();
      for (const kind of ['pointerdown', 'pointerup'])
        addEventListener(kind, event => { pressed = event.timeStamp; }, true);
      new MutationObserver(() => {
        if (pressed !== null) moving.add(pressed);
        pressed = null;
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-piece'] });
      new PerformanceObserver(list => { for (const { startTime, duration } of list.getEntries())
        if (moving.delete(startTime)) paints.push(duration);
      }).observe({ type: 'event', durationThreshold: 16 }); }";

/// To be run before the page: the lengths in milliseconds of tasks over 50 ms.
pub const WATCH_LONG_TASKS: &str = "window.longTasks = [];
    new PerformanceObserver(list => longTasks.push(...list.getEntries().map(task => task.duration)))
        .observe({ type: 'longtask' });";

/// The layout shifts of a page that ran [`WATCH_SHIFTS`].
#[derive(Debug)]
pub struct LayoutShifts {
    /// All of it.
    pub all: f64,
    /// Without what came soon after an input.
    pub unasked: f64,
    /// What moved, from where to where.
    pub what: Value,
}

impl LayoutShifts {
    /// Up to now.
    pub async fn of(page: &Page) -> Self {
        let mut found = page.eval("shiftsSoFar()").await;
        Self {
            all: found["all"].as_f64().unwrap_or(f64::NAN),
            unasked: found["unasked"].as_f64().unwrap_or(f64::NAN),
            what: found["what"].take(),
        }
    }
}

/// A list of milliseconds that the page keeps under this name.
pub async fn times(page: &Page, name: &str) -> Vec<f64> {
    let found = page.eval(name).await;
    let found = found.as_array().cloned().unwrap_or_default();
    found.iter().filter_map(Value::as_f64).collect()
}
