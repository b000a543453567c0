//! The loops over neurons, in which training spends its time. Lane by lane, so that the order in
//! which floats are added does not depend on the instructions.

/// Floats that are worked on at once.
const LANES: usize = 16;

/// Adds a row.
#[inline(always)]
pub fn add(sums: &mut [f32], row: &[f32]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}

/// The sum of the weighted squares of neurons, cut to 0 … 1.
#[inline(always)]
pub fn squares(neurons: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0f32; LANES];
    for (neurons, weights) in neurons.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for lane in 0..LANES {
            let cut = neurons[lane].clamp(0.0, 1.0);
            sums[lane] += cut * cut * weights[lane];
        }
    }
    sums.iter().sum()
}

/// Given the slope of the error by the output, adds the slopes by the weights and gives those by the
/// neurons.
#[inline(always)]
pub fn slopes(
    slope: f32,
    neurons: &[f32],
    weights: &[f32],
    by_weight: &mut [f32],
    by_neuron: &mut [f32],
) {
    let each = neurons.iter().zip(weights);
    for ((neuron, weight), (of_weight, of_neuron)) in
        each.zip(by_weight.iter_mut().zip(by_neuron.iter_mut()))
    {
        let cut = neuron.clamp(0.0, 1.0);
        *of_weight += slope * cut * cut;
        // Where it is cut, the neuron makes no difference.
        let moves = if *neuron > 0.0 && *neuron < 1.0 {
            2.0
        } else {
            0.0
        };
        *of_neuron = slope * weight * moves * cut;
    }
}
