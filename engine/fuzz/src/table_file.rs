//! Any bytes as the table of an ending: what is no table is refused, and values whose checksum fits are
//! probed without a panic, whatever they say.

use engine::checksum::crc32;
use engine::rules::Position;
use engine::tables::EndgameTables;
use tablebase::{Ending, EndingTable, TableKind, Tables};

/// Of the ending of a queen, in which the lone king can take it, too.
const POSITIONS: [&str; 4] = [
    "8/8/8/8/8/2k5/8/KQ6 w - - 0 1",
    "8/8/8/8/8/2k5/8/K6Q b - - 0 1",
    "8/8/8/8/8/8/1Qk5/7K b - - 0 1",
    "8/1K6/8/8/6q1/8/8/k7 b - - 0 1",
];

pub fn check(bytes: &[u8]) {
    let queen = &Ending::all(3)[3];
    for ending in [queen, &Ending::all(4)[5]] {
        if let Ok(table) = EndingTable::read(ending, bytes) {
            probe(table);
        }
    }
    for side in *b"wb" {
        let table = EndingTable::read(queen, &file(b'w', b'-', bytes)).expect("results");
        for (kind, letter) in [(TableKind::Dtm, b'm'), (TableKind::Dtz, b'z')] {
            let distances = file(letter, side, bytes);
            table.read_distances(kind, &distances).expect("distances");
        }
        probe(table);
    }
}

/// A file of these values, with the checksum that fits.
fn file(kind: u8, side: u8, values: &[u8]) -> Vec<u8> {
    let name = b"KQvK";
    let mut file = b"PTBL\x01".to_vec();
    file.extend([kind, side, name.len() as u8]);
    file.extend(name);
    let sum = crc32(&[&file[..], values].concat());
    file.extend(sum.to_le_bytes());
    file.extend(values);
    file
}

fn probe(table: EndingTable) {
    let mut tables = Tables::default();
    tables.insert(table);
    for fen in POSITIONS {
        let position = Position::from_fen(fen).expect(fen);
        assert!(tables.wdl(&position).is_some(), "{fen}");
        // What is nonsense may have no distance.
        tables.mate(&position);
        tables.zeroing(&position);
    }
}
