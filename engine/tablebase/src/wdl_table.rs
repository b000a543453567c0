//! Won, drawn or lost: two bits for each position, and how they are written.

use engine::rules::Color;
use engine::tables::Wdl;

use super::layout::Layout;
use super::neighbours::NEIGHBOURS;
use super::range_coder::{Decoder, Encoder, Model};
use super::retrograde::Codes;

const DRAW: u8 = 0;
const WIN: u8 = 1;
const LOSS: u8 = 2;
/// In the place of a result that is not known yet.
const UNKNOWN: u8 = 3;

/// The results of an ending, by side to move.
pub(crate) struct WdlTable {
    /// Four to a byte; none for Black's moves in a symmetric ending.
    sides: [Vec<u8>; 2],
}

/// Whether a position is decided, and whether it is lost: models for every kind of neighbourhood.
struct WdlModels {
    bits: Vec<[Model; 2]>,
}

impl WdlModels {
    fn new() -> WdlModels {
        WdlModels {
            bits: vec![[Model::NEW; 2]; 4 * 3_usize.pow(NEIGHBOURS as u32)],
        }
    }

    fn of(
        &mut self,
        results: &[u8],
        neighbours: [usize; NEIGHBOURS],
        opposite: u8,
    ) -> &mut [Model; 2] {
        let context = neighbours
            .into_iter()
            .fold(usize::from(opposite), |context, place| {
                context * 3 + usize::from(results[place])
            });
        &mut self.bits[context]
    }
}

impl WdlTable {
    pub fn new(layout: &Layout, codes: &Codes) -> WdlTable {
        WdlTable {
            sides: Color::ALL.map(|side| match layout.sides().contains(&side) {
                true => pack(&results_of(&codes[side.index()])),
                false => Vec::new(),
            }),
        }
    }

    #[inline]
    pub fn get(&self, side: Color, index: usize) -> Wdl {
        match self.sides[side.index()][index / 4] >> (index % 4 * 2) & 3 {
            DRAW => Wdl::Draw,
            WIN => Wdl::Win,
            _ => Wdl::Loss,
        }
    }

    /// The results of a side's moves, a byte each: 0 for a draw, 1 for a win, 2 for a loss.
    pub fn results(&self, side: Color, len: usize) -> Vec<u8> {
        let packed = &self.sides[side.index()];
        let bytes = (0..len).map(|index| packed[index / 4] >> (index % 4 * 2) & 3);
        bytes.collect()
    }

    /// Reads what [`write`] has written. Any bytes are read; a checksum has to find damage.
    pub fn read(layout: &Layout, bytes: &[u8]) -> WdlTable {
        let mut decoder = Decoder::new(bytes);
        let results = each_result(layout, |models, _, _| match decoder.read(&mut models[0]) {
            true => WIN + u8::from(decoder.read(&mut models[1])),
            false => DRAW,
        });
        WdlTable {
            sides: results.map(|results| pack(&results)),
        }
    }
}

/// Writes the results of an ending. What is no position is written as what is likeliest.
pub(crate) fn write(layout: &Layout, codes: &Codes) -> Vec<u8> {
    let mut encoder = Encoder::new();
    each_result(layout, |models, side, index| {
        let result = codes[side.index()][index].value().map(|value| value.wdl());
        let is_decided = result.map_or_else(|| models[0].guess(), |result| result != Wdl::Draw);
        encoder.write(&mut models[0], is_decided);
        if !is_decided {
            return DRAW;
        }
        let is_lost = result.map_or_else(|| models[1].guess(), |result| result == Wdl::Loss);
        encoder.write(&mut models[1], is_lost);
        WIN + u8::from(is_lost)
    });
    encoder.finish()
}

/// Asks for each result in order, with its models; returns them by side.
fn each_result(
    layout: &Layout,
    mut result: impl FnMut(&mut [Model; 2], Color, usize) -> u8,
) -> [Vec<u8>; 2] {
    let mut results = [Vec::new(), Vec::new()];
    for &side in layout.sides() {
        let [white, black] = &mut results;
        let (own, opposite) = match side {
            Color::White => (white, None),
            Color::Black => (black, Some(&*white)),
        };
        *own = vec![DRAW; layout.len()];
        let mut models = WdlModels::new();
        layout.each_place(|place| {
            let index = place.index;
            let opposite = opposite.map_or(UNKNOWN, |results| results[index]);
            own[index] = result(models.of(own, place.neighbours, opposite), side, index);
        });
    }
    results
}

fn results_of(codes: &[super::value::Code]) -> Vec<u8> {
    let results = codes
        .iter()
        .map(|code| match code.value().map(|value| value.wdl()) {
            None | Some(Wdl::Draw) => DRAW,
            Some(Wdl::Win) => WIN,
            Some(Wdl::Loss) => LOSS,
        });
    results.collect()
}

fn pack(results: &[u8]) -> Vec<u8> {
    let bytes = results.chunks(4).map(|four| {
        let bits = four.iter().rev();
        bits.fold(0, |byte, result| byte << 2 | result)
    });
    bytes.collect()
}
