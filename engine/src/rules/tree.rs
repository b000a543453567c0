//! A game with its variations: a tree of moves.

use super::{Game, IllegalMove, Move, Position};

/// A node of a [`GameTree`]: the start, or the position after a move. Valid as long as the tree; an
/// unknown id is the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// Before the first move.
    pub const START: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct VariationNode {
    /// The parent and the move; `None` for the start.
    origin: Option<(NodeId, Move)>,
    /// Half-moves before it.
    ply: usize,
    position: Position,
    /// The children, the main line first.
    replies: Vec<NodeId>,
}

/// A start position and a tree of moves: the first child of a node continues the line, the others are
/// variations.
///
/// ```
/// use engine::rules::{GameTree, NodeId, Position};
///
/// let mut tree = GameTree::new(Position::startpos());
/// let play = |tree: &mut GameTree, at, mv: &str| {
///     let mv = tree.position(at).parse_uci(mv).unwrap();
///     tree.play(at, mv).unwrap()
/// };
/// let e4 = play(&mut tree, NodeId::START, "e2e4");
/// let d4 = play(&mut tree, NodeId::START, "d2d4");
/// assert_eq!(tree.main_line(), [e4]);
/// tree.promote(d4);
/// assert_eq!(tree.main_line(), [d4]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// The start first; removed nodes stay, unreachable.
    nodes: Vec<VariationNode>,
}

impl GameTree {
    /// A tree without moves.
    pub fn new(start: Position) -> GameTree {
        GameTree {
            nodes: vec![VariationNode {
                origin: None,
                ply: 0,
                position: start,
                replies: Vec::new(),
            }],
        }
    }

    /// A tree with the moves of a game, those to redo included, as one line.
    pub fn from_game(game: &Game) -> GameTree {
        let mut tree = GameTree::new(*game.start());
        tree.add_line(
            NodeId::START,
            game.moves().iter().chain(game.redo_moves()).copied(),
        );
        tree
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        self.position(NodeId::START)
    }

    /// The position of a node.
    pub fn position(&self, at: NodeId) -> &Position {
        &self.node(at).position
    }

    /// The move that led to a node; `None` at the start.
    pub fn last_move(&self, at: NodeId) -> Option<Move> {
        self.node(at).origin.map(|(_, mv)| mv)
    }

    /// The parent of a node; `None` at the start.
    pub fn parent(&self, at: NodeId) -> Option<NodeId> {
        self.node(at).origin.map(|(parent, _)| parent)
    }

    /// The children of a node, the line itself first.
    pub fn replies(&self, at: NodeId) -> &[NodeId] {
        &self.node(at).replies
    }

    /// Half-moves from the start to a node.
    pub fn ply(&self, at: NodeId) -> usize {
        self.node(at).ply
    }

    /// Whether the tree has no moves.
    pub fn is_empty(&self) -> bool {
        self.replies(NodeId::START).is_empty()
    }

    /// Plays a move and returns its node, a new one where the move is new.
    ///
    /// # Errors
    /// The move is illegal; the tree is unchanged.
    pub fn play(&mut self, at: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        match self.reply(at, mv) {
            Some(known) => Ok(known),
            None if !self.position(at).is_legal(mv) => Err(IllegalMove { mv }),
            None => Ok(self.push(at, mv)),
        }
    }

    /// The same for a move known to be legal.
    pub(super) fn play_legal(&mut self, at: NodeId, mv: Move) -> NodeId {
        let known = self.reply(at, mv);
        known.unwrap_or_else(|| self.push(at, mv))
    }

    /// The child of a node by its move.
    fn reply(&self, at: NodeId, mv: Move) -> Option<NodeId> {
        let mut replies = self.replies(at).iter().copied();
        replies.find(|&reply| self.last_move(reply) == Some(mv))
    }

    fn push(&mut self, at: NodeId, mv: Move) -> NodeId {
        let known = at.index() < self.nodes.len();
        let at = if known { at } else { NodeId::START };
        let new = NodeId(self.nodes.len() as u32);
        self.nodes.push(VariationNode {
            origin: Some((at, mv)),
            ply: self.ply(at) + 1,
            position: self.position(at).play(mv),
            replies: Vec::new(),
        });
        self.nodes[at.index()].replies.push(new);
        new
    }

    /// Plays moves up to the first illegal one and returns the last node.
    pub fn add_line(&mut self, at: NodeId, moves: impl IntoIterator<Item = Move>) -> NodeId {
        let mut reached = at;
        for mv in moves {
            match self.play(reached, mv) {
                Ok(next) => reached = next,
                Err(_) => break,
            }
        }
        reached
    }

    /// The path from the first move to this node, which is the last.
    pub fn path(&self, at: NodeId) -> Vec<NodeId> {
        let mut path = Vec::with_capacity(self.ply(at));
        let mut here = at;
        while let Some(parent) = self.parent(here) {
            path.push(here);
            here = parent;
        }
        path.reverse();
        path
    }

    /// The path to a node and the line that continues from it.
    pub fn line_through(&self, at: NodeId) -> Vec<NodeId> {
        let mut line = self.path(at);
        let mut here = at;
        while let Some(&next) = self.replies(here).first() {
            line.push(next);
            here = next;
        }
        line
    }

    /// The main line.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_through(NodeId::START)
    }

    /// The game up to a node, with the history that repetitions need.
    pub fn game_at(&self, at: NodeId) -> Game {
        let mut game = Game::from_position(*self.start());
        for id in self.path(at) {
            if let Some(mv) = self.last_move(id) {
                game.push(mv, *self.position(id));
            }
        }
        game
    }

    /// Whether a node is reachable: neither it nor a node before it was removed.
    pub fn holds(&self, at: NodeId) -> bool {
        let mut here = at;
        while let Some(parent) = self.parent(here) {
            if !self.replies(parent).contains(&here) {
                return false;
            }
            here = parent;
        }
        here == NodeId::START
    }

    /// Makes the line to this node the main line.
    pub fn promote(&mut self, at: NodeId) {
        for id in self.path(at) {
            if let Some(parent) = self.parent(id) {
                let replies = &mut self.nodes[parent.index()].replies;
                if let Some(index) = replies.iter().position(|reply| *reply == id) {
                    replies[..=index].rotate_right(1);
                }
            }
        }
    }

    /// Removes a move with all that follows. The start stays.
    pub fn remove(&mut self, at: NodeId) {
        if let Some(parent) = self.parent(at) {
            self.nodes[parent.index()]
                .replies
                .retain(|reply| *reply != at);
        }
    }

    fn node(&self, at: NodeId) -> &VariationNode {
        self.nodes.get(at.index()).unwrap_or(&self.nodes[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(tree: &mut GameTree, at: NodeId, moves: &str) -> NodeId {
        moves.split(' ').fold(at, |at, text| {
            let mv = tree.position(at).parse_uci(text).unwrap();
            tree.play(at, mv).unwrap()
        })
    }

    fn words(tree: &GameTree, ids: &[NodeId]) -> String {
        let words: Vec<String> = ids
            .iter()
            .filter_map(|id| Some(tree.last_move(*id)?.to_string()))
            .collect();
        words.join(" ")
    }

    #[test]
    fn a_move_that_was_tried_is_found_again_and_another_makes_a_variation() {
        let mut tree = GameTree::new(Position::startpos());
        let e5 = line(&mut tree, NodeId::START, "e2e4 e7e5");
        assert_eq!(line(&mut tree, NodeId::START, "e2e4 e7e5"), e5);
        let c5 = line(&mut tree, NodeId::START, "e2e4 c7c5");
        line(&mut tree, e5, "g1f3 b8c6");
        assert_eq!(words(&tree, &tree.main_line()), "e2e4 e7e5 g1f3 b8c6");
        assert_eq!(words(&tree, &tree.line_through(c5)), "e2e4 c7c5");
        assert_eq!(words(&tree, &tree.path(e5)), "e2e4 e7e5");
        assert_eq!((tree.ply(c5), tree.parent(NodeId::START)), (2, None));
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut tree = GameTree::new(Position::startpos());
        let before = tree.clone();
        let e4 = Position::startpos().parse_uci("e2e4").unwrap();
        let after = tree.play(NodeId::START, e4).unwrap();
        assert!(tree.play(after, e4).is_err());
        assert_eq!(tree.add_line(after, [e4, e4]), after);
        tree.remove(after);
        assert_eq!(tree.main_line(), before.main_line());
        assert!(tree.is_empty());
    }

    #[test]
    fn a_place_of_another_tree_is_taken_for_the_start() {
        let mut longer = GameTree::new(Position::startpos());
        let foreign = line(&mut longer, NodeId::START, "e2e4 e7e5");
        let mut tree = GameTree::new(Position::startpos());
        let d4 = line(&mut tree, foreign, "d2d4");
        assert_eq!((tree.ply(d4), tree.main_line()), (1, vec![d4]));
    }

    #[test]
    fn a_variation_becomes_the_main_line_and_the_others_keep_their_order() {
        let mut tree = GameTree::new(Position::startpos());
        for first in ["e2e4 e7e5", "d2d4", "c2c4"] {
            line(&mut tree, NodeId::START, first);
        }
        let reply = line(&mut tree, NodeId::START, "c2c4 e7e5");
        tree.promote(reply);
        let firsts = tree.replies(NodeId::START).to_vec();
        assert_eq!(words(&tree, &firsts), "c2c4 e2e4 d2d4");
        assert!(tree.holds(reply));
        tree.remove(firsts[0]);
        assert!(!tree.holds(reply) && tree.holds(firsts[1]) && tree.holds(NodeId::START));
        assert_eq!(words(&tree, &tree.main_line()), "e2e4 e7e5");
    }

    #[test]
    fn the_game_at_a_place_knows_its_history() {
        let mut tree = GameTree::new(Position::startpos());
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
        let end = line(&mut tree, NodeId::START, there_and_back);
        assert_eq!(tree.game_at(end).repetitions(), 3);
        let back = GameTree::from_game(&tree.game_at(end));
        assert_eq!(back, tree);
    }
}
