use intrigue_core::{ActionId, ActionSet, NetworkFile, NetworkLayer};

/// Room for the outputs of any hidden layer.
const WIDTH: usize = NetworkFile::MOST_NEURONS;

/// The logits of the legal actions that a network knows, by ascending id, in units of 1/256.
///
/// Sums wrap, and never do: it was proven of the file that they fit.
pub fn logits<L: ActionSet>(
    network: &NetworkFile<'_>,
    features: &[i8],
    legal: &L,
) -> Vec<(ActionId, i32)> {
    let ids = network.actions.iter().map(|&id| ActionId(u16::from_le_bytes(id)));
    let known = ids.enumerate().filter(|&(_, id)| legal.contains(id));
    let (last, hidden) = network.layers().split_last().expect("there is a layer");
    let mut found = Vec::with_capacity(legal.len());
    let Some((first, middle)) = hidden.split_first() else {
        let mut sums = vec![0; network.actions.len()];
        add_inputs(network, last, features, &mut sums);
        found.extend(known.map(|(place, id)| (id, sums[place] >> last.shift)));
        return found;
    };
    let mut sums = [0; WIDTH];
    let mut width = first.biases.len();
    add_inputs(network, first, features, &mut sums[..width]);
    let mut activations = [0; WIDTH];
    for (activation, sum) in activations.iter_mut().zip(&sums[..width]) {
        *activation = activated(*sum, first.shift);
    }
    for layer in middle {
        add_all(layer, &activations[..width], &mut sums[..layer.biases.len()]);
        width = layer.biases.len();
        for (activation, sum) in activations.iter_mut().zip(&sums[..width]) {
            *activation = activated(*sum, layer.shift);
        }
    }
    let inputs = &activations[..width];
    found.extend(known.map(|(place, id)| (id, neuron_sum(last, place, inputs) >> last.shift)));
    found
}

/// The sums of the first layer: bias, and the weights of each input that is not 0.
fn add_inputs(
    network: &NetworkFile<'_>,
    layer: &NetworkLayer<'_>,
    features: &[i8],
    sums: &mut [i32],
) {
    for (sum, bias) in sums.iter_mut().zip(layer.biases) {
        *sum = i32::from_le_bytes(*bias);
    }
    let rows = layer.weights.chunks_exact(sums.len());
    for (&place, row) in network.inputs.iter().zip(rows) {
        let input = features[usize::from(u16::from_le_bytes(place))];
        if input != 0 {
            let input = i16::from(input);
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(product(input, *weight));
            }
        }
    }
}

/// The sums of a later layer. Four neurons at once, so that inputs are read once for all of them.
fn add_all(layer: &NetworkLayer<'_>, inputs: &[i16], sums: &mut [i32]) {
    let blocks = sums.as_chunks_mut::<4>().0;
    let done = blocks.len() * 4;
    for (block, rows) in blocks.iter_mut().zip(layer.weights.chunks_exact(4 * inputs.len())) {
        let (first, rows) = rows.split_at(inputs.len());
        let (second, rows) = rows.split_at(inputs.len());
        let (third, fourth) = rows.split_at(inputs.len());
        let mut added = [0i32; 4];
        for ((((&input, a), b), c), d) in
            inputs.iter().zip(first).zip(second).zip(third).zip(fourth)
        {
            for (sum, weight) in added.iter_mut().zip([a, b, c, d]) {
                *sum = sum.wrapping_add(product(input, *weight));
            }
        }
        *block = added;
    }
    for (sum, bias) in sums[..done].iter_mut().zip(layer.biases) {
        *sum = sum.wrapping_add(i32::from_le_bytes(*bias));
    }
    for (place, sum) in sums[done..].iter_mut().enumerate() {
        *sum = neuron_sum(layer, done + place, inputs);
    }
}

/// The sum of one neuron of a later layer.
#[inline]
fn neuron_sum(layer: &NetworkLayer<'_>, neuron: usize, inputs: &[i16]) -> i32 {
    let weights = &layer.weights[neuron * inputs.len()..][..inputs.len()];
    let products = inputs.iter().zip(weights).map(|(&input, weight)| product(input, *weight));
    products.fold(i32::from_le_bytes(layer.biases[neuron]), i32::wrapping_add)
}

#[inline]
fn product(input: i16, weight: [u8; 2]) -> i32 {
    i32::from(input) * i32::from(i16::from_le_bytes(weight))
}

/// The output of a hidden neuron.
#[inline]
fn activated(sum: i32, shift: u32) -> i16 {
    (sum >> shift).clamp(0, NetworkFile::MOST_ACTIVATION) as i16
}

// What `activated` leaves must fit its type.
const _: () = assert!(NetworkFile::MOST_ACTIVATION <= i16::MAX as i32);
