//! The colours of the picture: a hue by family, a shade by cause.

use engine::search::{Cause, CauseFamily};

/// Red, green, blue, opacity.
pub type Rgba = [u8; 4];

/// The colours of one theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    pub background: Rgba,
    /// Nodes that were folded.
    pub folded: Rgba,
    /// The best line.
    pub chosen: Rgba,
    /// The frame of the selected node.
    pub selected: Rgba,
    /// A bet that failed.
    pub wrong: Rgba,
    is_dark: bool,
}

const fn opaque(red: u8, green: u8, blue: u8) -> Rgba {
    [red, green, blue, 255]
}

impl Palette {
    pub const DARK: Self = Self {
        background: opaque(0x1a, 0x1a, 0x2e),
        folded: opaque(0x3a, 0x3a, 0x50),
        chosen: opaque(0xe8, 0xb8, 0x4b),
        selected: opaque(0xff, 0xff, 0xff),
        wrong: opaque(0xff, 0x8a, 0x92),
        is_dark: true,
    };
    pub const LIGHT: Self = Self {
        background: opaque(0xff, 0xff, 0xff),
        folded: opaque(0xd8, 0xd4, 0xc8),
        chosen: opaque(0xa8, 0x76, 0x00),
        selected: opaque(0x1b, 0x1b, 0x2e),
        wrong: opaque(0xb3, 0x23, 0x2f),
        is_dark: false,
    };

    /// The colour of a cause; a bet has a second one for its hatching.
    #[must_use]
    pub fn cause(&self, cause: Cause) -> (Rgba, Option<Rgba>) {
        let color = self.shade(cause);
        let hatched = cause.family() == CauseFamily::Bet;
        (color, hatched.then(|| mix(color, self.background, 130)))
    }

    fn shade(&self, cause: Cause) -> Rgba {
        // Proofs are teal to green, bets violet to blue, evaluations grey.
        let (dark, light) = match cause {
            Cause::AllMoves => ((0x1f, 0x6f, 0x72), (0x8f, 0xc4, 0xc2)),
            Cause::HashMove => ((0x3c, 0xc9, 0xc6), (0x00, 0x7a, 0x78)),
            Cause::Capture => ((0x35, 0xa8, 0x8f), (0x1f, 0x86, 0x70)),
            Cause::Killer => ((0x6f, 0xd3, 0x9b), (0x3d, 0x9a, 0x66)),
            Cause::Quiet => ((0x9b, 0xdc, 0xb4), (0x63, 0xae, 0x7d)),
            Cause::Table => ((0x4f, 0x9f, 0xd8), (0x2f, 0x74, 0xa8)),
            Cause::Tablebase => ((0x3f, 0x7f, 0xe0), (0x1c, 0x52, 0x98)),
            Cause::Draw => ((0x7f, 0xb7, 0xc9), (0x4f, 0x88, 0x9a)),
            Cause::NoMove => ((0xf0, 0xe2, 0xb0), (0x8a, 0x6d, 0x1f)),
            Cause::MateDistance => ((0xd8, 0xc4, 0x78), (0x9a, 0x80, 0x35)),
            Cause::StandPat => ((0x8a, 0x88, 0xa4), (0x8d, 0x8a, 0xa2)),
            Cause::Leaf => ((0x66, 0x64, 0x80), (0xb0, 0xad, 0xc0)),
            Cause::Interrupted => ((0x50, 0x4e, 0x66), (0xc8, 0xc4, 0xd0)),
            Cause::ReverseFutility => ((0xb1, 0x8c, 0xf0), (0x74, 0x4c, 0xc0)),
            Cause::NullMove => ((0x8f, 0x7d, 0xf5), (0x52, 0x42, 0xc4)),
            Cause::Razoring => ((0xd0, 0x8c, 0xd8), (0x96, 0x4c, 0xa0)),
            Cause::ProbCut => ((0xe0, 0x8f, 0xb8), (0xaa, 0x45, 0x7c)),
            Cause::MultiCut => ((0x7f, 0x93, 0xf8), (0x3f, 0x55, 0xc8)),
            Cause::LateMove => ((0xa8, 0x9a, 0xd0), (0x74, 0x64, 0xa4)),
            Cause::Futility => ((0xc4, 0xa8, 0xe0), (0x8a, 0x68, 0xb0)),
            Cause::Exchange => ((0x98, 0xa4, 0xd8), (0x5c, 0x6c, 0xa8)),
            Cause::Delta => ((0xb8, 0xb0, 0xe8), (0x80, 0x74, 0xb8)),
        };
        let (red, green, blue) = if self.is_dark { dark } else { light };
        opaque(red, green, blue)
    }
}

/// A colour between two, `share` of 255 of the first.
pub(super) fn mix(first: Rgba, second: Rgba, share: u8) -> Rgba {
    let part = |index: usize| {
        let (first, second) = (u32::from(first[index]), u32::from(second[index]));
        ((first * u32::from(share) + second * (255 - u32::from(share))) / 255) as u8
    };
    [part(0), part(1), part(2), 255]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_causes_look_the_same_and_bets_are_hatched() {
        for palette in [Palette::DARK, Palette::LIGHT] {
            for (index, &cause) in Cause::ALL.iter().enumerate() {
                let (color, hatching) = palette.cause(cause);
                assert_eq!(hatching.is_some(), cause.family() == CauseFamily::Bet);
                for &other in &Cause::ALL[..index] {
                    assert_ne!(palette.cause(other).0, color, "{}", cause.name());
                }
            }
        }
    }
}
