//! Numbers and names as they are written.

/// `1 game`, `2 games`, `2,000 games`.
pub(super) fn counted(count: u32, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(count))
}

/// A number with commas between its thousands.
pub(super) fn grouped(count: u32) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `3.1 points`
pub(super) fn points(points: f64) -> String {
    format!("{points:.1} points")
}

/// `55 %`
pub(super) fn share(percent: f64) -> String {
    format!("{percent:.0} %")
}
