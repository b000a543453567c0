//! Walking through the tree on the stage, by hand and by the film.

use std::sync::Arc;

use engine::search::VisitKind;

use super::{Film, LinkedNode, TheatreEffect, TheatreState, TreeStep};

/// How long a node of the film is shown on the board at least, ms: longer than a piece moves.
const MIN_NODE_MS: f64 = 240.0;

impl TheatreState {
    /// Looks for the move that was typed in the tree on the stage.
    pub(super) fn find(&mut self) {
        let view = self.view.as_ref();
        let found = view.map_or_else(Vec::new, |view| view.find(&self.find_text));
        self.found = Arc::new(found);
    }

    /// Selects the node that a link names.
    pub(super) fn select_wanted(&mut self, effects: &mut Vec<TheatreEffect>) {
        let (Some(wanted), Some(view)) = (self.wanted.take(), self.view.clone()) else {
            return;
        };
        let nodes = view.tree().nodes();
        let found = match wanted {
            LinkedNode::Root(place) => view.roots().get(place as usize).copied(),
            LinkedNode::Visit(visit) => nodes
                .iter()
                .position(|node| {
                    node.visit == visit && node.nodes > 0 && node.kind != VisitKind::Root
                })
                .map(|index| index as u32),
        };
        if let Some(found) = found {
            self.select(found, effects);
        }
    }

    /// Has a branch fill the picture, and shows it to its end.
    pub(super) fn set_top(&mut self, top: u32) {
        if let Some(view) = &self.view {
            let (first, visits) = view.span(top);
            let whole = match view.node(top).parent {
                None => view.tree().visits(),
                Some(_) => visits,
            };
            self.film = Film::ended(first, visits, whole).with_speed(self.film.speed());
            self.top = top;
        }
    }

    /// Plays the film: of the whole search from its first depth, where its end is shown.
    pub(super) fn play(&mut self, effects: &mut Vec<TheatreEffect>) {
        match &self.view {
            Some(view) if self.film.is_at_end() && view.roots().last() == Some(&self.top) => {
                self.set_top(view.roots()[0]);
            }
            None if self.explored.is_none() => return,
            _ => {}
        }
        self.film.play();
        self.film_node = None;
        effects.push(TheatreEffect::Animate);
    }

    /// After one depth the film goes on with the next.
    pub(super) fn advance(&mut self, ms: f64, reduced: bool, effects: &mut Vec<TheatreEffect>) {
        let was_playing = self.film.is_playing;
        self.film.advance(ms, reduced);
        let Some(view) = self.view.clone() else {
            return;
        };
        self.film_node_ms += ms;
        if self.film_node.is_none() || self.film_node_ms >= MIN_NODE_MS {
            self.film_node = Some(view.entered_by(self.top, self.film.last_visit()));
            self.film_node_ms = 0.0;
        }
        if !was_playing || self.film.is_playing {
            return;
        }
        let is_top = |root: &u32| *root == self.top;
        let place = view.roots().iter().position(is_top);
        match place.and_then(|place| view.roots().get(place + 1)) {
            Some(&next) => {
                self.set_top(next);
                self.film.play();
            }
            // The film ends where the search has: at the move that it plays.
            None => {
                self.selected = self.top;
                effects.push(TheatreEffect::UpdateAddress);
            }
        }
    }

    pub(super) fn select(&mut self, node: u32, effects: &mut Vec<TheatreEffect>) {
        if !self.has_node(node) {
            return;
        }
        if let Some(view) = self.view.clone()
            && !view.path(node).contains(&self.top)
        {
            self.set_top(view.root_of(node));
        }
        self.film.is_playing = false;
        self.film.seek(self.film.visits);
        self.hovered = None;
        self.selected = node;
        effects.push(TheatreEffect::UpdateAddress);
    }

    pub(super) fn hover(&mut self, node: Option<u32>) {
        if !self.film.is_playing {
            self.hovered = node.filter(|&node| self.has_node(node));
        }
    }

    pub(super) fn zoom(&mut self, node: u32, effects: &mut Vec<TheatreEffect>) {
        let Some(view) = self.view.clone().filter(|view| view.has(node)) else {
            return;
        };
        // A move that was not searched has no branch.
        if view.node(node).nodes == 0 {
            return;
        }
        self.set_top(node);
        if !view.path(self.selected).contains(&node) {
            self.select(node, effects);
        }
    }

    pub(super) fn show_root(&mut self, index: usize, effects: &mut Vec<TheatreEffect>) {
        let root = self
            .view
            .as_ref()
            .and_then(|view| view.roots().get(index).copied());
        if let Some(root) = root {
            self.set_top(root);
            self.select(root, effects);
        }
    }

    pub(super) fn step(&mut self, step: TreeStep, effects: &mut Vec<TheatreEffect>) {
        let Some(view) = self.view.clone() else {
            return;
        };
        let here = self.selected;
        let parent = view.node(here).parent;
        let goal = match step {
            TreeStep::Parent => parent,
            TreeStep::FirstChild => view.children(here).next(),
            TreeStep::Previous | TreeStep::Next => {
                let siblings: Vec<u32> = match parent {
                    Some(parent) => view.children(parent).collect(),
                    None => view.roots().to_vec(),
                };
                let place = siblings.iter().position(|&sibling| sibling == here);
                let goal = match step {
                    TreeStep::Next => place.map(|place| place + 1),
                    _ => place.and_then(|place| place.checked_sub(1)),
                };
                goal.and_then(|place| siblings.get(place).copied())
            }
        };
        if let Some(goal) = goal {
            self.select(goal, effects);
        }
    }
}
