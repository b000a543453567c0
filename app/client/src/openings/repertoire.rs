//! A repertoire: the moves that a visitor wants to play with one colour, by position.

use engine::exercises::ExerciseId;
use engine::rules::{Color, GameTree, Move, NodeId, Position};
use litemap::LiteMap;

use super::limits::{MAX_MOVES, MAX_NAME_CHARS, MAX_PLIES};
use super::repertoire_error::RepertoireError;

/// A repertoire of this browser, by when it was made, milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepertoireId(pub u64);

/// A move, and the key of the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KnownMove {
    mv: Move,
    to: u64,
}

/// A position in which the repertoire goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct KnownPosition {
    /// Plies of the shortest way to it.
    ply: u16,
    /// In the order in which they were added.
    moves: Vec<KnownMove>,
}

/// What is asked: one own move in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    pub id: ExerciseId,
    /// The key of the position.
    pub position: u64,
    pub mv: Move,
}

/// The moves of a visitor for one colour. Lines that transpose meet in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repertoire {
    pub id: RepertoireId,
    pub(super) name: String,
    pub color: Color,
    /// By the key of the position. All are reached from the start within [`MAX_PLIES`].
    positions: LiteMap<u64, KnownPosition>,
    /// They follow from the positions: line by line, the main line first.
    cards: Vec<Card>,
    /// They follow from the positions, too.
    lines: usize,
}

impl Card {
    /// Answers to cards have the form of answers to exercises. An exercise has its position's key alone, so
    /// that none has the id of a card.
    fn new(position: u64, mv: Move) -> Card {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        Card {
            id: ExerciseId(position ^ u64::from(mv.raw()).wrapping_mul(SPREAD)),
            position,
            mv,
        }
    }
}

/// A name as it is kept.
///
/// # Errors
/// It is empty or too long.
pub(super) fn checked_name(name: &str) -> Result<String, RepertoireError> {
    let shown = name.trim().chars().filter(|letter| !letter.is_control());
    let name: String = shown.collect();
    match name.chars().count() {
        1..=MAX_NAME_CHARS => Ok(name),
        count => Err(RepertoireError::Name(count)),
    }
}

impl Repertoire {
    /// A repertoire without moves.
    ///
    /// # Errors
    /// The name is empty or too long.
    pub fn new(id: RepertoireId, name: &str, color: Color) -> Result<Repertoire, RepertoireError> {
        Ok(Repertoire {
            id,
            name: checked_name(name)?,
            color,
            positions: LiteMap::new(),
            cards: Vec::new(),
            lines: 0,
        })
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What can be asked, line by line, the main line first.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// How many ends its lines have. Of lines that meet one goes on, and the others end there.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// The moves of both sides.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.positions.values().map(|known| known.moves.len()).sum()
    }

    /// The moves in a position, those added first in front.
    #[must_use]
    pub fn moves_at(&self, position: &Position) -> Vec<Move> {
        let known = self.positions.get(&position.key());
        let moves = known.map_or(&[][..], |known| &known.moves);
        let moves = moves.iter().map(|known| known.mv);
        // Another position may have the same key.
        moves.filter(|&mv| position.is_legal(mv)).collect()
    }

    /// Whether the visitor's side is to move.
    #[must_use]
    pub fn is_own(&self, position: &Position) -> bool {
        position.side_to_move() == self.color
    }

    /// The cards of a position: none where the opponent is to move.
    #[must_use]
    pub fn cards_at(&self, position: &Position) -> Vec<Card> {
        if !self.is_own(position) {
            return Vec::new();
        }
        let moves = self.moves_at(position).into_iter();
        moves.map(|mv| Card::new(position.key(), mv)).collect()
    }

    /// How many of these cards, sorted by id, are asked from a position on, if the game takes the shortest
    /// way to each.
    #[must_use]
    pub fn cards_from(&self, position: &Position, wanted: &[ExerciseId]) -> usize {
        let mut seen: Vec<u64> = Vec::new();
        let mut open = vec![position.key()];
        let mut count = 0;
        while let Some(key) = open.pop() {
            let Err(place) = seen.binary_search(&key) else {
                continue;
            };
            seen.insert(place, key);
            let Some(known) = self.positions.get(&key) else {
                continue;
            };
            for &KnownMove { mv, to } in &known.moves {
                let is_wanted = || wanted.binary_search(&Card::new(key, mv).id).is_ok();
                count += usize::from(self.is_own_ply(known.ply) && is_wanted());
                if self.goes_on(known.ply, to) {
                    open.push(to);
                }
            }
        }
        count
    }

    /// Adds the moves of a game from the standard start; how many of them are new.
    ///
    /// # Errors
    /// There is no room for them, or they are too many for one line. Nothing is added then.
    pub fn add_line(&mut self, moves: &[Move]) -> Result<usize, RepertoireError> {
        if moves.len() > usize::from(MAX_PLIES) {
            return Err(RepertoireError::TooDeep(moves.len()));
        }
        let mut tree = GameTree::new(Position::startpos());
        tree.add_line(NodeId::START, moves.iter().copied());
        let before = self.moves();
        let mut longer = self.clone();
        longer.add_tree(&tree)?;
        *self = longer;
        Ok(self.moves() - before)
    }

    /// Adds the moves of a game with its variations; how many of them lie too deep and are left out.
    ///
    /// # Errors
    /// There is no room for them; some are added then.
    pub(super) fn add_tree(&mut self, tree: &GameTree) -> Result<usize, RepertoireError> {
        if *tree.start() != Position::startpos() {
            return Err(RepertoireError::OtherStart);
        }
        let mut count = self.moves();
        let mut left_out = 0;
        let mut open = vec![NodeId::START];
        while let Some(at) = open.pop() {
            let position = tree.position(at);
            for &reply in tree.replies(at) {
                let Some(mv) = tree.last_move(reply) else {
                    continue;
                };
                if tree.ply(at) >= usize::from(MAX_PLIES) {
                    left_out += 1;
                    continue;
                }
                let is_new = self.add(position.key(), mv, tree.position(reply).key());
                count += usize::from(is_new);
                if count > MAX_MOVES {
                    return Err(RepertoireError::TooManyMoves);
                }
            }
            // The main line is taken from the stack first.
            open.extend(tree.replies(at).iter().rev());
        }
        self.rebuild();
        Ok(left_out)
    }

    /// Adds a legal move without [`Repertoire::rebuild`]; whether it is new.
    fn add(&mut self, from: u64, mv: Move, to: u64) -> bool {
        let added = KnownMove { mv, to };
        match self.positions.get_mut(&from) {
            Some(known) if known.moves.contains(&added) => false,
            Some(known) => {
                known.moves.push(added);
                true
            }
            None => {
                let moves = vec![added];
                self.positions.insert(from, KnownPosition { ply: 0, moves });
                true
            }
        }
    }

    /// Removes a move with all that is reached by no other way; whether there was one.
    pub fn remove(&mut self, position: &Position, mv: Move) -> bool {
        let Some(known) = self.positions.get_mut(&position.key()) else {
            return false;
        };
        let before = known.moves.len();
        known.moves.retain(|known| known.mv != mv);
        let is_removed = known.moves.len() < before;
        self.rebuild();
        is_removed
    }

    /// The moves as a tree, each once: where lines meet, the one that comes first by the shortest way goes
    /// on.
    #[must_use]
    pub fn to_tree(&self) -> GameTree {
        let mut tree = GameTree::new(Position::startpos());
        let mut done: Vec<u64> = Vec::new();
        let mut open = vec![NodeId::START];
        while let Some(at) = open.pop() {
            let position = *tree.position(at);
            let Some(known) = self.positions.get(&position.key()) else {
                continue;
            };
            let is_shortest = tree.ply(at) == usize::from(known.ply);
            let Err(place) = done.binary_search(&position.key()) else {
                continue;
            };
            if !is_shortest {
                continue;
            }
            done.insert(place, position.key());
            let first = open.len();
            for known in &known.moves {
                // Illegal only if two positions had one key.
                if let Ok(reply) = tree.play(at, known.mv) {
                    open.push(reply);
                }
            }
            open[first..].reverse();
        }
        tree
    }

    /// Finds the shortest way to each position, leaves those out that are not reached, and lists the cards.
    pub(super) fn rebuild(&mut self) {
        let mut reached: LiteMap<u64, KnownPosition> = LiteMap::new();
        let mut layer = vec![Position::startpos().key()];
        for ply in 0..MAX_PLIES {
            let mut next = Vec::new();
            for key in layer {
                // Reached by a way that is as short.
                if let Some(known) = self.positions.remove(&key) {
                    if known.moves.is_empty() {
                        continue;
                    }
                    next.extend(known.moves.iter().map(|known| known.to));
                    reached.insert(key, KnownPosition { ply, ..known });
                }
            }
            layer = next;
        }
        self.positions = reached;
        self.list_cards();
    }

    fn list_cards(&mut self) {
        let mut cards = Vec::new();
        let mut lines = 0;
        let mut done: Vec<u64> = Vec::new();
        let mut open = vec![(Position::startpos().key(), 0)];
        while let Some((key, ply)) = open.pop() {
            let place = done.binary_search(&key);
            let known = self.positions.get(&key);
            let (Err(place), Some(known)) = (place, known.filter(|known| known.ply == ply)) else {
                // The end of a line, or it has gone on elsewhere.
                lines += 1;
                continue;
            };
            done.insert(place, key);
            if self.is_own_ply(ply) {
                cards.extend(known.moves.iter().map(|known| Card::new(key, known.mv)));
            }
            open.extend(known.moves.iter().rev().map(|known| (known.to, ply + 1)));
        }
        // Without moves the start is no line.
        self.lines = if self.positions.is_empty() { 0 } else { lines };
        self.cards = cards;
    }

    /// Whether the way to a position by a move after so many plies is the shortest one.
    fn goes_on(&self, ply: u16, to: u64) -> bool {
        let next = self.positions.get(&to);
        next.is_some_and(|next| next.ply == ply + 1)
    }

    fn is_own_ply(&self, ply: u16) -> bool {
        ply.is_multiple_of(2) == (self.color == Color::White)
    }
}
