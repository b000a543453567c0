//! What is said of many measurements.

/// The value that so many per cent do not exceed; NaN of none.
pub fn percentile(values: &[f64], per_cent: usize) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let index = (values.len() * per_cent).div_ceil(100).saturating_sub(1);
    values.get(index).copied().unwrap_or(f64::NAN)
}
