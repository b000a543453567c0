//! The time and the day as text, by the browser's clock.

use js_sys::{Date, Object, Reflect};

/// Now: `14:05`.
pub fn time_of_day() -> String {
    let now = Date::new_0();
    format!("{:02}:{:02}", now.get_hours(), now.get_minutes())
}

/// Today: `22 November 2026`.
pub fn today() -> String {
    day(Date::now())
}

/// A day, of milliseconds since 1970: `22 November 2026`.
pub fn day(ms: f64) -> String {
    let date = Date::new(&ms.into());
    let options = Object::new();
    for (name, value) in [("day", "numeric"), ("month", "long"), ("year", "numeric")] {
        // A plain object takes any field.
        Reflect::set(&options, &name.into(), &value.into()).ok();
    }
    date.to_locale_date_string("en-GB", &options).into()
}
