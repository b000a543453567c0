//! A repertoire from a visitor's own games: in each position the move that they have played most, unless it
//! was a mistake.

use std::cmp::Reverse;
use std::collections::VecDeque;

use engine::exercises::ExerciseId;
use engine::explain::win_percent;
use engine::rules::pgn::{AnnotatedGame, GameText, StatedScore};
use engine::rules::{Color, GameTree, Move, NodeId, Position};

use super::repertoire::{Repertoire, RepertoireId};
use super::repertoire_error::RepertoireError;
use crate::game_import::{GameMistake, MAX_GAMES, PlayerNames, Visitor};
use crate::sorted::sorted;

/// Moves of the visitor in a line, unless they choose another number.
pub const DEFAULT_DEPTH: u16 = 10;
/// The choices.
pub const DEPTHS: [u16; 4] = [6, 8, DEFAULT_DEPTH, 15];
/// With so many games or more, a reply of the opponent counts that came twice.
const MANY_GAMES: usize = 20;
/// Points of winning chance that a mistake loses at least, where the file has evaluations.
const MISTAKE_POINTS: f64 = 10.0;

/// A move of a game, by the key of the position before it.
type Played = (u64, Move);

/// Moves of games, from which a repertoire is made. Their order does not matter.
#[derive(Clone, Debug, Default)]
pub struct OwnGames {
    games: Vec<([String; 2], Vec<Move>)>,
    /// Mistakes by the files' own evaluations, sorted at the end.
    mistakes: Vec<Played>,
    /// Whose games they are.
    pub names: PlayerNames,
    /// Games that could not be read, begin elsewhere, or are too many.
    pub refused: usize,
}

impl OwnGames {
    /// Reads a game of a file.
    pub fn add(&mut self, game: &GameText<'_>) {
        let read = game.read().ok();
        let usual = read.filter(|game| *game.tree.start() == Position::startpos());
        let Some(game) = usual.filter(|_| self.games.len() < MAX_GAMES) else {
            self.refused += 1;
            return;
        };
        let players = ["White", "Black"].map(|tag| {
            let name = game.tags.get(tag).unwrap_or_default().trim();
            if name == "?" {
                String::new()
            } else {
                name.to_owned()
            }
        });
        self.names.add(&players);
        self.add_stated_mistakes(&game);
        let line = game.tree.main_line();
        let line = line.iter().take(2 * usize::from(DEPTHS[DEPTHS.len() - 1]));
        let moves = line.filter_map(|&node| game.tree.last_move(node)).collect();
        self.games.push((players, moves));
    }

    /// How many games were read.
    #[must_use]
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// Counts a mistake that an import has found.
    pub fn add_mistake(&mut self, mistake: &GameMistake) {
        if let Some(position) = mistake.position() {
            self.mistakes.push((position.key(), mistake.played));
        }
    }

    /// Counts a move that an exercise is made of.
    pub fn add_exercise(&mut self, id: ExerciseId, played: Move) {
        self.mistakes.push((id.0, played));
    }

    fn add_stated_mistakes(&mut self, game: &AnnotatedGame) {
        let white_score = |node: NodeId| {
            let stated = game.annotations.get(node)?.evaluation()?;
            Some(match stated.score {
                StatedScore::Cp(cp) => win_percent(cp),
                StatedScore::Mate(moves) if moves > 0 => 100.0,
                StatedScore::Mate(_) => 0.0,
            })
        };
        let line = game.tree.main_line();
        for pair in line.windows(2) {
            let (Some(before), Some(after)) = (white_score(pair[0]), white_score(pair[1])) else {
                continue;
            };
            let position = game.tree.position(pair[0]);
            let loss = match position.side_to_move() {
                Color::White => before - after,
                Color::Black => after - before,
            };
            if let Some(mv) = game
                .tree
                .last_move(pair[1])
                .filter(|_| loss >= MISTAKE_POINTS)
            {
                self.mistakes.push((position.key(), mv));
            }
        }
    }

    /// A repertoire of the visitor's own most frequent moves with a colour, to a depth in moves. Of moves that
    /// were played equally often the choice is arbitrary, but always the same.
    ///
    /// # Errors
    /// The name is wrong, or there are no games of this player with this colour, or too many moves.
    pub fn repertoire(
        mut self,
        id: RepertoireId,
        name: &str,
        color: Color,
        visitor: &Visitor,
        depth: u16,
    ) -> Result<Repertoire, RepertoireError> {
        self.mistakes = sorted(self.mistakes);
        let mut repertoire = Repertoire::new(id, name, color)?;
        let plies = 2 * usize::from(depth);
        let own = self
            .games
            .iter()
            .filter(|(players, _)| visitor.sides(players).contains(&color));
        let mut games = 0;
        let mut played: Vec<Played> = Vec::new();
        for (_, moves) in own {
            games += 1;
            let mut position = Position::startpos();
            for &mv in moves.iter().take(plies) {
                played.push((position.key(), mv));
                position = position.play(mv);
            }
        }
        if games == 0 {
            return Err(RepertoireError::NotVisitors);
        }
        let counted = CountedMoves::new(played);
        let least = if games < MANY_GAMES { 1 } else { 2 };
        let best = |position: &Position| {
            let key = position.key();
            let is_mistake = |mv| self.mistakes.binary_search(&(key, mv)).is_ok();
            let mut moves = counted.at(key).into_iter().map(|(_, mv)| mv);
            moves.find(|&mv| position.is_legal(mv) && !is_mistake(mv))
        };
        let mut tree = GameTree::new(Position::startpos());
        // The shorter ways first, so that a position goes on as far as the depth allows.
        let mut open = VecDeque::from([NodeId::START]);
        let mut done: Vec<u64> = Vec::new();
        while let Some(at) = open.pop_front() {
            let position = *tree.position(at);
            let Err(place) = done.binary_search(&position.key()) else {
                continue;
            };
            done.insert(place, position.key());
            let chosen: Vec<Move> = match tree.ply(at) {
                ply if ply >= plies => Vec::new(),
                _ if position.side_to_move() == color => best(&position).into_iter().collect(),
                ply => {
                    let met = counted.at(position.key()).into_iter();
                    let met = met.filter(|(count, _)| *count >= least && ply + 1 < plies);
                    let met = met.map(|(_, mv)| mv).filter(|&mv| position.is_legal(mv));
                    met.filter(|&mv| best(&position.play(mv)).is_some())
                        .collect()
                }
            };
            open.extend(chosen.into_iter().filter_map(|mv| tree.play(at, mv).ok()));
        }
        repertoire.add_tree(&tree)?;
        match repertoire.cards().is_empty() {
            true => Err(RepertoireError::NoMoves),
            false => Ok(repertoire),
        }
    }
}

/// How often each move was played, by the key of its position.
struct CountedMoves(Vec<(u64, usize, Move)>);

impl CountedMoves {
    fn new(played: Vec<Played>) -> CountedMoves {
        let played = sorted(played);
        let counted = played.chunk_by(|one, other| one == other);
        let counted = counted.map(|equal| (equal[0].0, equal.len(), equal[0].1));
        CountedMoves(counted.collect())
    }

    /// The moves of a position, the most frequent first.
    fn at(&self, key: u64) -> Vec<(usize, Move)> {
        let start = self.0.partition_point(|(known, ..)| *known < key);
        let of_it = self.0[start..]
            .iter()
            .take_while(|(known, ..)| *known == key);
        let moves = sorted(of_it.map(|&(_, count, mv)| (Reverse(count), mv)));
        moves
            .into_iter()
            .map(|(Reverse(count), mv)| (count, mv))
            .collect()
    }
}
