//! The men of an ending, as its file's name tells them: `KRPvKN`.

use std::fmt;

use engine::rules::{Color, Piece, Position};

/// The fewest and the most men of a table.
pub(crate) const MIN_MEN: usize = 3;
pub(crate) const MAX_MEN: usize = 7;

/// The letters of a name, in the order that names have.
const LETTERS: [Piece; 6] = [
    Piece::King,
    Piece::Queen,
    Piece::Rook,
    Piece::Bishop,
    Piece::Knight,
    Piece::Pawn,
];

/// How many men of each colour and type there are. One king a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Material {
    /// By colour, then by piece type.
    counts: [[u8; 6]; 2],
}

impl Material {
    /// The material of a position.
    pub(crate) fn of(position: &Position) -> Material {
        let counts = Color::ALL
            .map(|color| Piece::ALL.map(|piece| position.colored(color, piece).len() as u8));
        Material { counts }
    }

    /// The material of a list of men.
    pub(crate) fn from_men(men: &[(Color, Piece)]) -> Material {
        let mut counts = [[0_u8; 6]; 2];
        for (color, piece) in men {
            let count = &mut counts[color.index()][piece.index()];
            *count = count.saturating_add(1);
        }
        Material { counts }
    }

    /// Reads `KQvKR`; `None` if it is no name of a table, with the stronger side first or not.
    pub(crate) fn from_name(name: &str) -> Option<Material> {
        if name.len() > MAX_MEN + 1 {
            return None;
        }
        let (white, black) = name.split_once('v')?;
        let mut men = Vec::new();
        for (color, letters) in [(Color::White, white), (Color::Black, black)] {
            for letter in letters.chars() {
                let piece = LETTERS
                    .into_iter()
                    .find(|piece| piece.fen_char(Color::White) == letter)?;
                men.push((color, piece));
            }
        }
        let material = Material::from_men(&men);
        let one_king = Color::ALL.map(|color| material.count(color, Piece::King) == 1);
        (one_king == [true; 2] && men.len() >= MIN_MEN && material.to_string() == name)
            .then_some(material)
    }

    /// The number of men of a colour and type.
    pub(crate) fn count(&self, color: Color, piece: Piece) -> usize {
        usize::from(self.counts[color.index()][piece.index()])
    }

    /// The number of all men.
    pub(crate) fn men(&self) -> usize {
        self.counts.iter().flatten().copied().map(usize::from).sum()
    }

    /// The number of pawns of a colour.
    pub(crate) fn pawns(&self, color: Color) -> usize {
        self.count(color, Piece::Pawn)
    }

    /// Whether a pawn of either colour is there.
    pub(crate) fn has_pawns(&self) -> bool {
        Color::ALL.iter().any(|&color| self.pawns(color) > 0)
    }

    /// The same with the colours swapped.
    pub(crate) fn swapped(&self) -> Material {
        let [white, black] = self.counts;
        Material {
            counts: [black, white],
        }
    }

    /// Whether both sides have the same men.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// How many of the men, kings included, are the only ones of their colour and type.
    pub(crate) fn unique_men(&self) -> usize {
        self.counts
            .iter()
            .flatten()
            .filter(|&&count| count == 1)
            .count()
    }

    /// The materials that one capture, promotion or both lead to, with three men or more.
    pub(crate) fn successors(&self) -> Vec<Material> {
        let mut found = Vec::new();
        let mut add = |material: Material| {
            if material.men() >= MIN_MEN {
                found.push(material);
            }
        };
        for color in Color::ALL {
            let mut movers = vec![*self];
            if self.pawns(color) > 0 {
                for piece in Piece::PROMOTIONS {
                    let mut promoted = *self;
                    promoted.counts[color.index()][Piece::Pawn.index()] -= 1;
                    promoted.counts[color.index()][piece.index()] += 1;
                    add(promoted);
                    movers.push(promoted);
                }
            }
            for mover in movers {
                for piece in Piece::ALL {
                    let mut captured = mover;
                    let victims = &mut captured.counts[(!color).index()][piece.index()];
                    if piece != Piece::King && *victims > 0 {
                        *victims -= 1;
                        add(captured);
                    }
                }
            }
        }
        found
    }

    /// The name that a set of tables gives this ending: more men first, then the stronger ones.
    pub(crate) fn usual(&self) -> Material {
        let strength = |material: &Material| {
            let side = material.counts[0];
            let men: u32 = side.iter().map(|&count| u32::from(count)).sum();
            (men, LETTERS.map(|piece| side[piece.index()]))
        };
        let swapped = self.swapped();
        if strength(&swapped) > strength(self) {
            swapped
        } else {
            *self
        }
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            if color == Color::Black {
                f.write_str("v")?;
            }
            for piece in LETTERS {
                for _ in 0..self.count(color, piece) {
                    write!(f, "{}", piece.fen_char(Color::White))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for name in ["KQvK", "KvKQ", "KRPvKN", "KPPPPPvK", "KQRvKBN", "KPvKP"] {
            assert_eq!(Material::from_name(name).unwrap().to_string(), name);
        }
        for name in [
            "",
            "v",
            "KvK",
            "KQK",
            "KQvv",
            "QvK",
            "KQv",
            "KKvK",
            "KPQvK",
            "kqvk",
            "KQvKé",
            "KPPPPPPvK",
        ] {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn the_side_with_more_or_stronger_men_comes_first() {
        for (name, usual) in [
            ("KvKQ", "KQvK"),
            ("KQvKR", "KQvKR"),
            ("KNvKB", "KBvKN"),
            ("KQvKPP", "KPPvKQ"),
            ("KRBvKRN", "KRBvKRN"),
            ("KRBvKQP", "KQPvKRB"),
        ] {
            let material = Material::from_name(name).unwrap();
            assert_eq!(material.usual().to_string(), usual);
        }
    }

    #[test]
    fn successors_are_what_one_move_leaves() {
        let names = |name: &str| {
            let mut names: Vec<String> = Material::from_name(name)
                .unwrap()
                .successors()
                .iter()
                .map(|next| next.usual().to_string())
                .collect();
            names.sort();
            names.dedup();
            names
        };
        assert_eq!(names("KQvKR"), ["KQvK", "KRvK"]);
        assert_eq!(names("KQvK"), [""; 0]);
        assert_eq!(names("KPvK"), ["KBvK", "KNvK", "KQvK", "KRvK"]);
        assert!(names("KPvKN").contains(&"KQvK".to_owned()));
    }
}
