//! The course: 24 endings.

use engine::rules::{Color, Position};

use super::Goal;

/// One ending of the course.
#[derive(Debug, PartialEq, Eq)]
pub struct Lesson {
    /// In addresses and in what is stored; never changed.
    pub id: &'static str,
    pub title: &'static str,
    /// The position. The visitor has the side to move, White the stronger pieces.
    pub fen: &'static str,
    pub goal: Goal,
    /// How it is done, in one paragraph.
    pub idea: &'static str,
}

/// Lessons on one subject.
#[derive(Debug)]
pub struct Chapter {
    pub title: &'static str,
    pub lessons: &'static [Lesson],
}

impl Lesson {
    /// The lesson of an id.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Lesson> {
        Lesson::all().find(|lesson| lesson.id == id)
    }

    /// All lessons, in the order of the course.
    pub fn all() -> impl Iterator<Item = &'static Lesson> {
        CHAPTERS.iter().flat_map(|chapter| chapter.lessons)
    }

    /// The lesson after this one.
    #[must_use]
    pub fn next(&self) -> Option<&'static Lesson> {
        Lesson::all().skip_while(|lesson| *lesson != self).nth(1)
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> Position {
        // A test reads all of them.
        Position::from_fen(self.fen).unwrap_or_else(|_| Position::startpos())
    }

    /// The visitor's side.
    #[must_use]
    pub fn side(&self) -> Color {
        self.position().side_to_move()
    }
}

const fn win(
    id: &'static str,
    title: &'static str,
    fen: &'static str,
    idea: &'static str,
) -> Lesson {
    Lesson {
        id,
        title,
        fen,
        goal: Goal::Win,
        idea,
    }
}

const fn hold(
    id: &'static str,
    title: &'static str,
    fen: &'static str,
    idea: &'static str,
) -> Lesson {
    Lesson {
        id,
        title,
        fen,
        goal: Goal::Draw,
        idea,
    }
}

/// The chapters of the course.
pub static CHAPTERS: [Chapter; 4] = [
    Chapter {
        title: "Mates",
        lessons: &[
            win(
                "queen",
                "Queen",
                "8/8/8/4k3/8/8/8/K2Q4 w - - 0 1",
                "The queen alone drives the king to the edge: place her a knight\u{2019}s move away from him and step as he steps. At the edge, stop and bring your king. Before each quiet move look whether he still has a square; otherwise it is stalemate.",
            ),
            win(
                "two-rooks",
                "Two rooks",
                "8/8/8/4k3/8/8/8/RR5K w - - 0 1",
                "One rook bars a rank, the other gives check on the next, and so the king is driven to the edge rank by rank. When he attacks a rook, move it to the far side of the same rank.",
            ),
            win(
                "rook",
                "Rook",
                "8/8/8/4k3/8/8/8/R6K w - - 0 1",
                "Rook and king shrink a box together. Put the rook where it cuts the king off, bring your king until the two kings face each other with one square between them, and give check then: he has to step back. If stepping opposite him would leave the move to you, wait with the rook instead.",
            ),
            win(
                "two-bishops",
                "Two bishops",
                "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1",
                "Side by side the bishops bar two neighbouring diagonals, and no king crosses them. Bring your king along, take square after square, and mate in the corner: of any colour, since you have both bishops.",
            ),
            win(
                "bishop-and-knight",
                "Bishop and knight",
                "8/8/8/4k3/8/8/8/1N2KB2 w - - 0 1",
                "Mate can be forced only in a corner of the bishop\u{2019}s colour. Drive the king to the edge first; he runs to the wrong corner. From there the knight\u{2019}s path in the shape of a W drives him along the edge to the right one, while bishop and king take his ways back.",
            ),
            win(
                "queen-against-rook",
                "Queen against rook",
                "8/8/8/3kr3/8/8/8/KQ6 w - - 0 1",
                "The rook has to stay near its king; each check that drives them apart wins it by a fork. Approach with king and queen until every rook move loses something: a position where it is the other side\u{2019}s turn is often the goal, and losing a move with the queen the way to it.",
            ),
        ],
    },
    Chapter {
        title: "King and pawn",
        lessons: &[
            win(
                "sixth-rank",
                "King on the sixth",
                "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
                "A king on the sixth rank in front of its pawn always wins, whoever is to move, unless it is a pawn on the edge. Step aside, so that the pawn gets through while the king guards its way.",
            ),
            win(
                "opposition",
                "The opposition",
                "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1",
                "Two kings face each other with one square between them: who has to move gives way. Bring your king in front of the pawn and take the opposition. The pawn\u{2019}s spare move is worth a whole game, so keep it.",
            ),
            win(
                "key-squares",
                "Key squares",
                "3k4/8/8/8/8/8/3P4/3K4 w - - 0 1",
                "Two ranks in front of the pawn lie its three key squares. Once your king stands on one of them the pawn queens, whatever the other side does. So the king goes first, on the shortest way, and the pawn waits.",
            ),
            hold(
                "hold-the-opposition",
                "Hold the opposition",
                "8/4k3/8/3PK3/8/8/8/8 b - - 0 1",
                "The weaker side draws by facing the other king. Stand in front of the pawn. When it advances step straight back, and only when the king comes forward go to the side where you face it again. One wrong step and the pawn queens.",
            ),
            hold(
                "rook-pawn",
                "The pawn on the edge",
                "8/8/5k2/8/P1K5/8/8/8 b - - 0 1",
                "Against a pawn on the edge the king needs only the corner, or a square on the bishop\u{2019}s file from which he shuts the other king in at the edge. Run on the diagonal that leads there; going round costs a move.",
            ),
            hold(
                "square",
                "The square of the pawn",
                "8/8/8/8/P4k2/8/8/7K b - - 0 1",
                "Draw a square from the pawn to its queening rank. If your king steps into it, he catches the pawn; if not, he does not. Kings walk on diagonals as fast as straight on.",
            ),
            win(
                "two-pawns",
                "Two pawns",
                "8/8/8/8/8/K3PPk1/8/8 w - - 0 1",
                "Neighbouring pawns protect each other: if the king takes the one behind, the one in front runs. Advance one now, bring your king in peace, and lead them home together.",
            ),
            win(
                "race",
                "The race",
                "3K4/8/8/6p1/4P3/8/6k1/8 w - - 0 1",
                "Both pawns run, and one step decides. Count first: who queens first, does that give check, what can the new queen do? Here she arrives a move before the other pawn, and then wins against it.",
            ),
            hold(
                "reti",
                "R\u{e9}ti\u{2019}s study",
                "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
                "Richard R\u{e9}ti, 1921. The king is two steps late for the one pawn and far from his own, and draws: on the diagonal each step serves both aims, and the other side has no time for both.",
            ),
        ],
    },
    Chapter {
        title: "Pieces and pawns",
        lessons: &[
            win(
                "knight-and-pawn",
                "Knight and pawn",
                "8/8/5K2/1k6/N7/8/1P6/8 w - - 0 1",
                "A knight guards a pawn best from behind: then the king cannot take either. Bring both into safety with check, and let your king decide.",
            ),
            hold(
                "wrong-bishop",
                "The wrong bishop",
                "8/4k3/8/7K/8/7P/8/3B4 b - - 0 1",
                "A pawn on the edge with a bishop that does not command its queening square does not win if your king reaches the corner. Whoever defends lets himself be driven there: stalemate is his last friend.",
            ),
            win(
                "rook-against-pawn",
                "Rook against pawn",
                "8/8/7K/3p4/8/8/3k4/1R6 w - - 0 1",
                "The rook alone does not stop a pawn whose king helps. Your king has to come, and each step counts: come from the side that keeps the other king away, and take the pawn when both attack it.",
            ),
            hold(
                "pawn-against-rook",
                "Pawn against rook",
                "8/8/K1R5/2p5/2k5/8/8/8 b - - 0 1",
                "Keep the strong king out: step with your own king where he stands in his way, shoulder to shoulder, and let the pawn run. When it reaches the last rank the rook must be given for it.",
            ),
            win(
                "queen-against-pawn",
                "Queen against pawn",
                "7K/Q7/8/8/8/8/3pk3/8 w - - 0 1",
                "The pawn is one step from queening. Come closer with checks until the king must step in front of it, and use that move to bring your king nearer. Again and again, until both attack the pawn.",
            ),
            hold(
                "bishops-pawn",
                "The bishop\u{2019}s pawn",
                "6K1/Q7/8/8/8/2p5/1k6/8 b - - 0 1",
                "Against a queen a pawn on the seventh loses on most files. On the bishop\u{2019}s file, with the other king far away, it draws: driven into the corner he leaves the pawn alone, and taking it is stalemate.",
            ),
            hold(
                "rook-against-bishop",
                "Bishop against rook",
                "b7/8/5K1k/1R6/8/8/8/8 b - - 0 1",
                "Go into a corner whose colour is not your bishop\u{2019}s. There the bishop covers the checks, and if the king comes close it is stalemate. In the other corner the same position is lost.",
            ),
        ],
    },
    Chapter {
        title: "Rook endings",
        lessons: &[
            win(
                "lucena",
                "Lucena\u{2019}s position",
                "1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1",
                "Your king stands in front of his pawn and cannot get out because of the checks. Build a bridge: drive the king one file further away, put the rook on the fourth rank, walk out, and when the checks come put the rook between.",
            ),
            hold(
                "philidor",
                "Philidor\u{2019}s defence",
                "4k3/7R/8/3KP3/8/8/8/r7 b - - 0 1",
                "Your rook keeps the strong king off the sixth rank as long as the pawn has not gone there. When it does, its king has no shelter any more: go to the far end of the file and check from behind.",
            ),
        ],
    },
];
