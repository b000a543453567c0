//! Distances of decided positions: a byte for each position of one side to move, and how they are
//! written. Those of the other side follow from them by one move.

use engine::rules::Color;

use super::layout::Layout;
use super::neighbours::{NEIGHBOURS, Neighbourhood};
use super::range_coder::{Decoder, Encoder, Model};

/// In the place of a distance: no position, or a draw.
pub(crate) const NO_DISTANCE: u8 = u8::MAX;

/// Models of a residual's size in unary; the last one is used again and again.
const UNARY: usize = 24;

/// Kinds of a neighbourhood by how far its distances differ, and by how many there are.
const SPREADS: usize = 12;
const COUNTS: usize = NEIGHBOURS + 1;

/// The distances of an ending for one side to move.
pub(crate) struct DistanceTable {
    pub side: Color,
    pub distances: Vec<u8>,
}

/// How a distance differs from the expected one: at all, below or above, and by how much in unary.
#[derive(Clone)]
struct Residual {
    differs: Model,
    is_below: Model,
    unary: [Model; UNARY],
}

/// Expects distances by those of neighbours with the same result.
struct DistanceModels {
    residuals: Vec<Residual>,
}

impl DistanceModels {
    fn new() -> DistanceModels {
        let new = Residual {
            differs: Model::NEW,
            is_below: Model::NEW,
            unary: [Model::NEW; UNARY],
        };
        DistanceModels {
            residuals: vec![new; 2 * SPREADS * COUNTS],
        }
    }

    /// The expected distance at a place, and the models of what it differs by.
    fn at(
        &mut self,
        place: &Neighbourhood,
        results: &[u8],
        distances: &[u8],
    ) -> (u8, &mut Residual) {
        let result = results[place.index];
        let mut known = [0_u8; NEIGHBOURS];
        let mut count = 0;
        for neighbour in place.neighbours {
            let distance = distances[neighbour];
            if results[neighbour] == result && distance != NO_DISTANCE {
                known[count] = distance;
                count += 1;
            }
        }
        let known = &mut known[..count];
        known.sort_unstable();
        let expected = known.get(count.saturating_sub(1) / 2).copied();
        let spread = match known {
            [first, .., last] => usize::from(*last - *first).min(SPREADS - 1),
            _ => 0,
        };
        let kind = (usize::from(result) - 1) * SPREADS + spread;
        let residual = &mut self.residuals[kind * COUNTS + count];
        (expected.unwrap_or(0), residual)
    }
}

/// Writes the distances of decided positions. What is no position is written as expected.
///
/// `results` are those that [`WdlTable::results`](super::wdl_table::WdlTable::results) reads for this side.
pub(crate) fn write(layout: &Layout, results: &[u8], wanted: &[u8]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    each_distance(layout, results, |expected, residual, index| {
        let distance = match wanted[index] {
            NO_DISTANCE => expected,
            distance => distance,
        };
        let by = usize::from(distance.abs_diff(expected));
        encoder.write(&mut residual.differs, by != 0);
        if by != 0 {
            encoder.write(&mut residual.is_below, distance < expected);
            for step in 1..=by {
                encoder.write(&mut residual.unary[step.min(UNARY) - 1], step < by);
            }
        }
        distance
    });
    encoder.finish()
}

/// Reads what [`write`] has written. Any bytes are read; a checksum has to find damage.
pub(crate) fn read(layout: &Layout, results: &[u8], bytes: &[u8]) -> Vec<u8> {
    let mut decoder = Decoder::new(bytes);
    each_distance(layout, results, |expected, residual, _| {
        if !decoder.read(&mut residual.differs) {
            return expected;
        }
        let is_below = decoder.read(&mut residual.is_below);
        let mut by = 1_u8;
        while by < NO_DISTANCE && decoder.read(&mut residual.unary[usize::from(by).min(UNARY) - 1])
        {
            by += 1;
        }
        match is_below {
            true => expected.saturating_sub(by),
            false => expected.saturating_add(by).min(NO_DISTANCE - 1),
        }
    })
}

/// Asks for the distance of each decided position in order, with what is expected and its models.
fn each_distance(
    layout: &Layout,
    results: &[u8],
    mut distance: impl FnMut(u8, &mut Residual, usize) -> u8,
) -> Vec<u8> {
    let mut models = DistanceModels::new();
    let mut distances = vec![NO_DISTANCE; layout.len()];
    layout.each_place(|place| {
        if results[place.index] != 0 {
            let (expected, residual) = models.at(&place, results, &distances);
            distances[place.index] = distance(expected, residual, place.index);
        }
    });
    distances
}
