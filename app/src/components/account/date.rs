//! Dates as text.

/// A date: `22 November 2026`.
pub fn day(ms: i64) -> String {
    let date = js_sys::Date::new(&(ms as f64).into());
    let options = js_sys::Object::new();
    for (name, value) in [("day", "numeric"), ("month", "long"), ("year", "numeric")] {
        // A plain object takes any field.
        js_sys::Reflect::set(&options, &name.into(), &value.into()).ok();
    }
    date.to_locale_date_string("en-GB", &options).into()
}
