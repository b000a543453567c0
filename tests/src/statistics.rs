//! Statistics of measurements.

/// The smallest value that at least `per_cent` per cent do not exceed; NaN where there are none.
pub fn percentile(values: &[f64], per_cent: usize) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let index = (values.len() * per_cent).div_ceil(100).saturating_sub(1);
    values.get(index).copied().unwrap_or(f64::NAN)
}
