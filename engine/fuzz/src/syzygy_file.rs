//! Any bytes as a Syzygy file: what is none is refused, and what passes for one is probed and verified
//! without a panic, whatever it says.

use engine::rules::{Game, Position};
use syzygy::{FormatError, Syzygy, SyzygyOptions};

/// Files with longer implied lengths are left out.
const MAX_BYTES: usize = 1 << 18;
/// The names with the first bytes that each kind must have.
const FILES: [(&str, [u8; 4]); 6] = [
    ("KQvK.rtbw", [0x71, 0xe8, 0x23, 0x5d]),
    ("KQvK.rtbz", [0xd7, 0x66, 0x0c, 0xa5]),
    ("KQvKR.rtbw", [0x71, 0xe8, 0x23, 0x5d]),
    ("KPvK.rtbw", [0x71, 0xe8, 0x23, 0x5d]),
    ("KPvK.rtbz", [0xd7, 0x66, 0x0c, 0xa5]),
    ("KPvKP.rtbz", [0xd7, 0x66, 0x0c, 0xa5]),
];
/// Positions of these endings, some with captures or en passant.
const POSITIONS: [&str; 8] = [
    "8/8/8/8/8/2k5/8/KQ6 w - - 0 1",
    "8/8/8/8/8/8/1Qk5/7K b - - 0 1",
    "8/1K6/8/8/6q1/8/8/k7 b - - 0 1",
    "8/8/8/8/r7/2k5/8/KQ6 w - - 0 1",
    "8/8/8/8/8/2k5/4P3/K7 w - - 0 1",
    "8/4p3/8/8/8/2k5/8/K7 w - - 0 1",
    "8/8/8/8/3Pp3/2k5/8/K7 b - d3 0 1",
    "8/3k4/8/8/8/4K3/4P3/8 b - - 30 60",
];

pub fn check(bytes: &[u8]) {
    let mut syzygy = Syzygy::empty(&SyzygyOptions {
        cache_bytes: 0,
        ..SyzygyOptions::default()
    });
    for (name, magic) in FILES {
        add(&mut syzygy, name, [&magic[..], bytes].concat());
    }
    for fen in POSITIONS {
        let position = Position::from_fen(fen).expect(fen);
        let failed = [
            syzygy.wdl(&position).err(),
            syzygy.dtz(&position).err(),
            syzygy.root_moves(&Game::from_position(position)).err(),
        ];
        for error in failed.into_iter().flatten() {
            assert!(error.to_string().starts_with('K'), "{error}");
        }
    }
    for problem in syzygy.verify(|_| true) {
        assert!(problem.to_string().starts_with('K'), "{problem}");
    }
}

/// Adds a file, if need be with the length that its header implies.
fn add(syzygy: &mut Syzygy, name: &str, mut file: Vec<u8>) {
    let lines = file.len().saturating_sub(16).next_multiple_of(64);
    file.resize(lines + 16, 0);
    for _ in 0..2 {
        let Err(problem) = syzygy.add(name, Box::new(file.clone())) else {
            return;
        };
        match problem.error {
            FormatError::Truncated { implied, .. } | FormatError::TooLong { implied, .. } => {
                let implied = usize::try_from(implied).unwrap_or(usize::MAX);
                // The end of a header that is cut off lies anywhere.
                let lines = implied.saturating_sub(16).div_ceil(64);
                if lines > MAX_BYTES / 64 {
                    return;
                }
                file.resize(lines * 64 + 16, 0);
            }
            _ => return,
        }
    }
}
