//! The state of the position editor.

use client::analysis::{BoardSetup, EditorTool};
use engine::rules::{Color, Piece, Square};
use leptos::prelude::*;

/// The state shared by the editor's components.
#[derive(Clone, Copy)]
pub struct EditorState {
    pub placing: RwSignal<Option<BoardSetup>>,
    /// What a press places.
    pub hold: RwSignal<EditorTool>,
    /// The origin of the dragged piece.
    pub dragged_from: RwSignal<Option<Square>>,
    /// The square in the tab order.
    pub cursor: RwSignal<Square>,
    pub flipped: Memo<bool>,
}

impl EditorState {
    /// Changes the position.
    pub fn update(self, change: impl FnOnce(&mut BoardSetup)) {
        self.placing.update(|placing| {
            if let Some(placing) = placing {
                change(placing);
            }
        });
    }

    /// A part of the position.
    pub fn read<T>(self, part: impl Fn(&BoardSetup) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: Default + PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| {
            self.placing
                .with(|placing| placing.as_ref().map(&part).unwrap_or_default())
        })
    }

    /// The piece on a square, without subscribing.
    pub fn piece_at(self, square: Square) -> Option<(Color, Piece)> {
        self.placing
            .with_untracked(|placing| placing.as_ref()?.piece_at(square))
    }
}
