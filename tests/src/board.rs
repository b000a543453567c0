//! The board on a page, played on as a person does, with the engine's rules as the oracle.

use engine::rules::{Game, Move, Piece, Position, Square, san};
use serde_json::Value;

use crate::browser::Page;

/// The board and the move list of a page.
#[derive(Clone, Copy)]
pub struct Board<'a> {
    page: &'a Page,
}

/// The moves shown, as an array of strings.
const SHOWN: &str = "[...document.querySelectorAll('[data-panel=history] .moves button:not(.branch)')]\
                     .map(e => e.firstChild.textContent.trim())";

impl<'a> Board<'a> {
    /// The board of this page.
    pub fn of(page: &'a Page) -> Self {
        Self { page }
    }

    /// Plays a move by pressing its two squares, and the piece where a pawn is promoted.
    pub async fn play(self, from: &str, to: &str) {
        self.page.press(&square(from)).await;
        self.page.press(&square(to)).await;
    }

    /// Plays a legal move of `position` by pressing squares.
    pub async fn play_move(self, mv: Move) {
        self.play(&mv.from().to_string(), &mv.to().to_string())
            .await;
        if let Some(piece) = mv.promotion() {
            self.promote(piece).await;
        }
    }

    /// Answers the question what a pawn becomes.
    pub async fn promote(self, piece: Piece) {
        let name = match piece {
            Piece::Queen => "Promote to queen",
            Piece::Rook => "Promote to rook",
            Piece::Bishop => "Promote to bishop",
            _ => "Promote to knight",
        };
        self.page.press_button(name).await;
    }

    /// The moves of the list, in SAN.
    pub async fn sans(self) -> Vec<String> {
        let shown = self.page.eval(SHOWN).await;
        let words = shown.as_array().cloned().unwrap_or_default();
        words
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect()
    }

    /// Waits until the list has at least this many moves.
    pub async fn until_ply(self, plies: usize) {
        self.page.until(&format!("{SHOWN}.length >= {plies}")).await;
    }

    /// Waits until the list has no move.
    pub async fn until_empty(self) {
        self.page.until(&format!("{SHOWN}.length === 0")).await;
    }

    /// The game that the move list tells, from the start position.
    ///
    /// # Panics
    /// When the list holds a move that the rules refuse.
    pub async fn game(self) -> Game {
        let mut game = Game::new();
        for word in self.sans().await {
            let mv = san::parse(game.position(), &word).expect("the page lists legal moves only");
            game.play(mv).expect("the page lists legal moves only");
        }
        game
    }

    /// Asserts that the cells show exactly this position.
    pub async fn assert_shows(self, position: &Position) {
        let cells = self
            .page
            .eval(
                "Object.fromEntries([...document.querySelectorAll('[data-square]')]\
                 .map(e => [e.dataset.square, e.dataset.piece ?? '']))",
            )
            .await;
        for square in Square::ALL {
            let expected = position
                .piece_at(square)
                .map_or_else(String::new, |(color, piece)| {
                    let side = if color == engine::rules::Color::White {
                        'w'
                    } else {
                        'b'
                    };
                    format!("{side}{}", piece.char().to_ascii_uppercase())
                });
            let shown = cells[square.to_string()].as_str().unwrap_or("no such cell");
            assert_eq!(shown, expected, "on {square} of {}", position.to_fen());
        }
    }
}

/// The selector of a cell.
pub fn square(name: &str) -> String {
    format!("[data-square={name}]")
}
