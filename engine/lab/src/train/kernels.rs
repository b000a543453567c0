//! The inner loops over neurons. They work lane by lane, so that the order of float additions does not
//! depend on the instruction set.

/// Floats of a vector.
const LANES: usize = 16;

/// Adds `row` to `sums`.
#[inline(always)]
pub fn add(sums: &mut [f32], row: &[f32]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}

/// The dot product of weights and SCReLU activations: the squares of the neurons clipped to `0..=1`.
#[inline(always)]
pub fn screlu_dot(neurons: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0f32; LANES];
    for (neurons, weights) in neurons.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for lane in 0..LANES {
            let clipped = neurons[lane].clamp(0.0, 1.0);
            sums[lane] += clipped * clipped * weights[lane];
        }
    }
    sums.iter().sum()
}

/// Backward pass of [`screlu_dot`]: from the loss's derivative by the output, adds those by the weights
/// and sets those by the neurons.
#[inline(always)]
pub fn screlu_dot_backward(
    by_output: f32,
    neurons: &[f32],
    weights: &[f32],
    by_weight: &mut [f32],
    by_neuron: &mut [f32],
) {
    let each = neurons.iter().zip(weights);
    for ((neuron, weight), (of_weight, of_neuron)) in
        each.zip(by_weight.iter_mut().zip(by_neuron.iter_mut()))
    {
        let clipped = neuron.clamp(0.0, 1.0);
        *of_weight += by_output * clipped * clipped;
        // A clipped neuron has no gradient.
        let derivative = if *neuron > 0.0 && *neuron < 1.0 {
            2.0
        } else {
            0.0
        };
        *of_neuron = by_output * weight * derivative * clipped;
    }
}
