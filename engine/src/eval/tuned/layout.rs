//! Which place in the table of weights means what: one row for each group of weights.

/// What a weight belongs to when an evaluation is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Material and the bishop pair.
    Material,
    /// The piece-square tables.
    Tables,
    /// Squares that pieces reach.
    Mobility,
    /// Outposts, open files, good and bad bishops.
    Activity,
    /// Doubled, isolated, backward, connected pawns.
    Pawns,
    /// Passed pawns and those that may become so.
    Passed,
    /// The pawns before the own king and those that come at it.
    Shelter,
    /// The attack on the other king.
    Attack,
    /// Enemy pieces attacked by lesser ones, or not defended.
    Threats,
}

impl Term {
    /// All terms, in the order in which they are shown.
    pub const ALL: [Term; 9] = [
        Term::Material,
        Term::Tables,
        Term::Mobility,
        Term::Activity,
        Term::Pawns,
        Term::Passed,
        Term::Shelter,
        Term::Attack,
        Term::Threats,
    ];

    /// The name shown.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::Tables => "tables",
            Term::Mobility => "mobility",
            Term::Activity => "activity",
            Term::Pawns => "pawns",
            Term::Passed => "passed",
            Term::Shelter => "shelter",
            Term::Attack => "attack",
            Term::Threats => "threats",
        }
    }
}

/// Weights that stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    pub name: &'static str,
    /// What one of them is counted for, and what the place in the group says.
    pub about: &'static str,
    pub term: Term,
    /// How many they are.
    pub len: usize,
    /// How many stand in one line of the file.
    pub row: usize,
}

macro_rules! layout {
    ($($name:ident, $term:ident, $len:expr, $row:expr, $about:literal;)*) => {
        /// The groups in the order in which they stand in the table.
        pub static GROUPS: [Group; [$(stringify!($name)),*].len()] = [$(Group {
            name: stringify!($name),
            about: $about,
            term: Term::$term,
            len: $len,
            row: $row,
        }),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($name),* }

        const LENGTHS: &[usize] = &[$($len),*];

        $(#[doc = $about]
        pub const $name: usize = start(Number::$name as usize);)*

        /// How many weights there are.
        pub const COUNT: usize = start(LENGTHS.len());

        /// The term of every weight.
        pub static TERMS: [Term; COUNT] = {
            let mut terms = [Term::Material; COUNT];
            let mut index = 0;
            $(let end = index + $len;
            while index < end {
                terms[index] = Term::$term;
                index += 1;
            })*
            terms
        };
    };
}

/// Where a group begins.
const fn start(number: usize) -> usize {
    let mut start = 0;
    let mut before = 0;
    while before < number {
        start += LENGTHS[before];
        before += 1;
    }
    start
}

layout! {
    MATERIAL, Material, 6, 6, "Pawn to king; the king has no value, it is never taken.";
    BISHOP_PAIR, Material, 1, 1, "Two bishops.";
    TABLES, Tables, 6 * 32, 4, "Pawn to king: half boards, own first rank first, files a to d; e to h mirror them.";
    KNIGHT_MOBILITY, Mobility, 9, 5, "A knight by the squares it reaches.";
    BISHOP_MOBILITY, Mobility, 14, 5, "A bishop by the squares it reaches.";
    ROOK_MOBILITY, Mobility, 15, 5, "A rook by the squares it reaches.";
    QUEEN_MOBILITY, Mobility, 28, 5, "A queen by the squares it reaches.";
    KNIGHT_OUTPOST, Activity, 2, 2, "A knight that no pawn can drive away, beyond the middle: alone; defended by a pawn.";
    BISHOP_OUTPOST, Activity, 2, 2, "The same for a bishop.";
    BEHIND_PAWN, Activity, 2, 2, "A pawn right before a knight; a bishop.";
    BISHOP_PAWNS, Activity, 1, 1, "Each own pawn on the squares of a bishop's colour.";
    BISHOP_BLOCKED_PAWNS, Activity, 1, 1, "The same for those that stand blocked.";
    LONG_DIAGONAL, Activity, 1, 1, "A bishop that sees both squares of the centre on a long diagonal.";
    ROOK_FILE, Activity, 2, 2, "A rook on a file without own pawns; without any.";
    ROOK_SEVENTH, Activity, 1, 1, "A rook on the seventh rank with the enemy king on the eighth or pawns on the seventh.";
    ROOK_TRAPPED, Activity, 1, 1, "A rook with three squares or fewer, shut in by its own king without castling.";
    QUEEN_FACED, Activity, 1, 1, "A queen with an enemy rook or bishop behind one piece on its line.";
    SPACE, Activity, 1, 1, "Each safe square of files c to f on the own side, behind the own pawns or free.";
    DOUBLED, Pawns, 2, 2, "A pawn behind another: defended or beside one; alone.";
    ISOLATED, Pawns, 2, 2, "No own pawn on a neighbouring file: an enemy pawn ahead on its file; none.";
    BACKWARD, Pawns, 2, 2, "No own pawn beside or behind, and a pawn controls its next square: an enemy pawn ahead on its file; none.";
    PHALANX, Pawns, 8, 4, "An own pawn beside it, by rank.";
    DEFENDED, Pawns, 8, 4, "Defended by a pawn, by rank.";
    CANDIDATE, Passed, 8, 4, "No enemy pawn ahead on its file, and helpers enough for those beside, by rank.";
    PASSED, Passed, 8, 4, "A passed pawn by rank.";
    PASSED_OWN_KING, Passed, 8, 4, "By the own king's distance to the square ahead, times the weight of the pawn's rank.";
    PASSED_ENEMY_KING, Passed, 8, 4, "By the enemy king's distance to the square ahead, times the weight of the pawn's rank.";
    PASSED_BLOCKED, Passed, 8, 4, "Something stands on the square ahead, by rank.";
    PASSED_SAFE, Passed, 8, 4, "The square ahead is free and not attacked, by rank.";
    PASSED_CLEAR, Passed, 8, 4, "All squares ahead are free and not attacked, by rank.";
    PASSED_DEFENDED, Passed, 8, 4, "The square ahead is defended, by rank.";
    PASSED_ROOK, Passed, 2, 2, "An own rook behind it; an enemy rook behind it.";
    UNSTOPPABLE, Passed, 1, 1, "The enemy has nothing but pawns, and the king comes too late.";
    SHELTER, Shelter, 4 * 8, 4, "By the king's file from the edge: ranks to the nearest own pawn on it, 7 is none.";
    SHELTER_BESIDE, Shelter, 4 * 8, 4, "The same for each file beside the king's, by its place from the edge.";
    STORM, Shelter, 4 * 8, 4, "The same for the nearest enemy pawn on the king's file and beside it.";
    STORM_BLOCKED, Shelter, 8, 4, "An enemy pawn stopped by an own one, by the ranks to it.";
    KING_FILE, Shelter, 2, 2, "The king on a file without own pawns; without any.";
    PAWN_DISTANCE, Shelter, 8, 4, "The king's distance to the nearest pawn of either side.";
    DANGER_ATTACKERS, Attack, 4, 4, "Danger, not centipawns: each attacker of the king's zone, knight to queen.";
    DANGER_SQUARES, Attack, 1, 1, "Danger: each attack on a square beside the king.";
    DANGER_WEAK, Attack, 1, 1, "Danger: each such square that only king or queen defends.";
    DANGER_CHECKS, Attack, 4, 4, "Danger: a safe check, by knight to queen.";
    DANGER_UNSAFE, Attack, 1, 1, "Danger: each square of a check that costs the piece.";
    DANGER_PAWNS, Attack, 1, 1, "Danger: each square of the zone that a pawn attacks.";
    DANGER_OPEN, Attack, 1, 1, "Danger: each file at the king without a pawn of its own.";
    DANGER_FLANK, Attack, 2, 2, "Danger: squares of the king's flank in its camp that are attacked; attacked twice.";
    DANGER_GUARDS, Attack, 2, 2, "Danger: a defending knight in the zone; a bishop.";
    DANGER_QUEENLESS, Attack, 1, 1, "Danger: the attacker has no queen.";
    DANGER_PINNED, Attack, 1, 1, "Danger: each piece that stands alone between the king and a line piece.";
    DANGER_ALWAYS, Attack, 1, 1, "Danger: to begin with.";
    BY_PAWN, Threats, 4, 4, "A piece attacked by a pawn, knight to queen.";
    BY_MINOR, Threats, 5, 5, "Attacked by a knight or bishop, pawn to queen; pawns if they are not defended by pawns.";
    BY_ROOK, Threats, 5, 5, "The same, attacked by a rook.";
    BY_KING, Threats, 1, 1, "A weak enemy piece beside the king.";
    HANGING, Threats, 2, 2, "A piece attacked and not defended; the same on the move.";
    BY_PUSH, Threats, 1, 1, "Each piece that a safe step of a pawn would attack.";
    QUEEN_HUNT, Threats, 2, 2, "Each safe square from which a knight would attack the queen; a bishop or rook.";
    RESTRICTED, Threats, 1, 1, "Each square that the enemy reaches but may not enter safely.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_follow_each_other_without_gaps() {
        let mut start = 0;
        for (group, (next, begin)) in GROUPS.iter().zip([
            (1, MATERIAL),
            (2, BISHOP_PAIR),
            (3, TABLES),
            (4, KNIGHT_MOBILITY),
        ]) {
            assert_eq!(begin, start, "{} {next}", group.name);
            start += group.len;
        }
        assert_eq!(GROUPS.iter().map(|group| group.len).sum::<usize>(), COUNT);
        assert!(
            GROUPS
                .iter()
                .all(|group| group.len % group.row == 0 || group.row < group.len)
        );
        assert_eq!(TERMS[COUNT - 1], Term::Threats);
    }
}
