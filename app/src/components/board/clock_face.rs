//! A player's clock: minutes and seconds, tenths below twenty seconds, red at thirty.

use std::time::Duration;

use engine::rules::{ClockReading, Color};
use leptos::prelude::*;

use crate::components::shared::current_time::current_time;
use crate::components::shared::format::color_name;
use crate::controllers::play::PlayController;

/// How often a running clock is redrawn.
const REFRESH_INTERVAL: Duration = Duration::from_millis(100);
/// The clock turns red at this much time left, in milliseconds.
const LOW_MS: u32 = 30_000;
/// The clock shows tenths below this much time left, in milliseconds.
const TENTHS_MS: u32 = 20_000;

/// The clock of a side of this page's own game.
#[component]
pub fn ClockFace(play: PlayController, color: Memo<Color>) -> impl IntoView {
    let reading = Memo::new(move |_| play.with(|state| state.clock_reading(color.get())));
    clock_face(reading, color)
}

/// A clock; empty in a game without clocks.
pub fn clock_face(reading: Memo<Option<ClockReading>>, color: Memo<Color>) -> AnyView {
    let running = Memo::new(move |_| {
        reading
            .get()
            .is_some_and(|reading| reading.started_at.is_some())
    });
    let time = current_time(REFRESH_INTERVAL, move || running.get());
    let left = Memo::new(move |_| {
        reading
            .get()
            .map(|reading| reading.remaining_ms(time.get()))
    });
    let class = Memo::new(move |_| match (left.get(), running.get()) {
        (None, _) => "clock gone",
        (Some(..=LOW_MS), true) => "clock figures running low",
        (Some(..=LOW_MS), false) => "clock figures low",
        (Some(_), true) => "clock figures running",
        (Some(_), false) => "clock figures",
    });
    let shown = Memo::new(move |_| left.get().map(clock_text).unwrap_or_default());
    let whose = move || format!("{}\u{2019}s clock", color_name(color.get()));
    view! {
        <div class=move || class.get() role="timer" aria-label=whose>
            {move || shown.get()}
        </div>
    }
    .into_any()
}

/// Time as a clock shows it: `1:02:03`, `4:05`, `0:19.4`.
fn clock_text(ms: u32) -> String {
    let (seconds, tenths) = (ms / 1_000, ms % 1_000 / 100);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match (hours, ms < TENTHS_MS) {
        (_, true) => format!("0:{seconds:02}.{tenths}"),
        (0, false) => format!("{minutes}:{seconds:02}"),
        (_, false) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_are_shown_only_when_they_matter() {
        for (ms, text) in [
            (0, "0:00.0"),
            (99, "0:00.0"),
            (9_950, "0:09.9"),
            (19_999, "0:19.9"),
            (20_000, "0:20"),
            (299_999, "4:59"),
            (600_000, "10:00"),
            (3_723_000, "1:02:03"),
        ] {
            assert_eq!(clock_text(ms), text);
        }
    }
}
