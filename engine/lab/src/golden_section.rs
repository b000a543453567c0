//! Golden-section minimiser.

/// The minimiser of a unimodal `f` in a range, to within `tolerance`, by golden section (J. Kiefer,
/// "Sequential minimax search for a maximum", 1953).
pub fn golden_section(range: [f64; 2], tolerance: f64, f: impl Fn(f64) -> f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let [mut low, mut high] = range;
    while high - low > tolerance {
        let left = high - GOLDEN * (high - low);
        let right = low + GOLDEN * (high - low);
        if f(left) < f(right) {
            high = right;
        } else {
            low = left;
        }
    }
    low.midpoint(high)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_bottom_of_a_bowl_is_found() {
        let found = super::golden_section([-3.0, 10.0], 1e-6, |x| (x - 2.5).powi(2));
        assert!((found - 2.5).abs() < 1e-5, "{found}");
    }
}
