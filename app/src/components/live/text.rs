//! The wording of live games: players, time controls, titles, outcomes.

use engine::rules::Color;
use wire::live::game_view::{GameKind, GameStage, GameView, PlayerInfo};
use wire::live::typed_name::NOTE;
use wire::time_control::TimeControl;

use crate::components::shared::format::color_name;
use crate::components::shared::outcome_text::result_text;

/// The name with a note if it was typed.
pub fn name_tooltip(player: &PlayerInfo) -> String {
    match player.is_typed() {
        true => format!("{}: {NOTE}", player.shown_name()),
        false => player.shown_name(),
    }
}

/// The line beneath a player's name.
pub fn player_detail(view: &GameView, color: Color, seat: Option<Color>) -> String {
    let side = color_name(color);
    let player = view.player(color);
    if let Some(strength) = player.strength() {
        return format!("{side} \u{b7} level {strength}");
    }
    match player {
        PlayerInfo::Called { .. } => format!("{side} \u{b7} name as typed"),
        _ if seat == Some(color) => format!("{side} \u{b7} you"),
        _ => side.to_owned(),
    }
}

/// The time control.
pub fn time_text(control: Option<TimeControl>) -> String {
    control.map_or_else(|| "No clock".to_owned(), TimeControl::name)
}

/// Both players: `Ada vs Guest`.
pub fn pairing(view: &GameView) -> String {
    format!("{} vs {}", view.white.shown_name(), view.black.shown_name())
}

/// The colour of the player who waits in an open game.
pub fn challenger(view: &GameView) -> Color {
    view.free_seat().map_or(Color::White, |free| !free)
}

/// The title of the browser tab.
pub fn title(view: &GameView) -> String {
    match view.stage {
        GameStage::Open => {
            let by = view.player(challenger(view)).shown_name();
            format!("{by} looks for an opponent")
        }
        GameStage::Playing => pairing(view),
        GameStage::Over { outcome } => {
            format!("{} \u{b7} {}", pairing(view), result_text(&outcome))
        }
        GameStage::Aborted => format!("{} \u{b7} called off", pairing(view)),
    }
}

/// The kind of the game.
pub fn kind_text(view: &GameView) -> &'static str {
    match view.kind {
        GameKind::Live => "Live",
        GameKind::Ai | GameKind::Board => "Shared",
    }
}

#[cfg(test)]
pub mod tests {
    use engine::rules::{Outcome, Reason};

    use super::*;
    use wire::live::game_view::{GameStage, OpenOffers};

    /// A game between an account and an engine.
    pub fn view(stage: GameStage) -> GameView {
        GameView {
            game: "q3ZkV9dYw7Ab".parse().expect("a link"),
            version: 1,
            kind: GameKind::Live,
            stage,
            white: PlayerInfo::Named {
                name: "Ada".to_owned(),
            },
            black: PlayerInfo::Mind {
                strategy: "calculator".to_owned(),
                level: Some(4),
                strength: None,
            },
            start_fen: None,
            moves: ["f2f3", "e7e5", "g2g4"].map(str::to_owned).to_vec(),
            control: Some(TimeControl {
                base_s: 300,
                increment_s: 3,
            }),
            clocks: None,
            left_ms: Vec::new(),
            offers: OpenOffers::default(),
            next: None,
            bottom: Color::White,
            created_ms: 0,
        }
    }

    pub fn over(winner: Option<Color>, reason: Reason) -> GameStage {
        GameStage::Over {
            outcome: Outcome { winner, reason },
        }
    }

    #[test]
    fn minds_are_known_by_their_level_and_the_visitor_as_themself() {
        let view = view(GameStage::Playing);
        assert_eq!(
            player_detail(&view, Color::Black, None),
            "Black \u{b7} level 4"
        );
        assert_eq!(player_detail(&view, Color::White, None), "White");
        assert_eq!(
            player_detail(&view, Color::White, Some(Color::White)),
            "White \u{b7} you"
        );
    }
}
