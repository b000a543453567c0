//! The wording of live games: players, titles, descriptions, status, refusals.

use engine::rules::{Color, Outcome, Reason};
use wire::{
    live::{
        game_view::{GameKind, GameStage, GameView, PlayerInfo},
        protocol::{Offer, RefusalCode},
        typed_name::{NOTE, quoted},
    },
    time_control::TimeControl,
};

#[cfg(feature = "ssr")]
use crate::components::shared::format::counted;
use client::live::{ActionFailure, LiveState};

use crate::components::shared::format::color_name;
use crate::components::shared::outcome_text::{StatusText, reason_text, result_text};
use crate::components::shared::player_names::opponent_name;

/// A player's name for people to read: a typed name is quoted, so that it is not taken for an
/// account's.
pub fn display_name(player: &PlayerInfo) -> String {
    match player {
        PlayerInfo::Called { name } => quoted(name),
        other => plain_name(other),
    }
}

/// The name with a note if it was typed.
pub fn name_tooltip(player: &PlayerInfo) -> String {
    match player.is_typed() {
        true => format!("{}: {NOTE}", display_name(player)),
        false => display_name(player),
    }
}

/// A player's name in a PGN.
pub fn plain_name(player: &PlayerInfo) -> String {
    match player {
        PlayerInfo::Nobody => "Nobody yet".to_owned(),
        PlayerInfo::Guest => "Guest".to_owned(),
        PlayerInfo::Gone => "Former player".to_owned(),
        PlayerInfo::Mind { strategy, .. } => opponent_name(strategy),
        PlayerInfo::Named { name } | PlayerInfo::Called { name } => name.clone(),
    }
}

/// The line beneath a player's name.
pub fn player_detail(view: &GameView, color: Color, seat: Option<Color>) -> String {
    let side = color_name(color);
    match view.player(color) {
        PlayerInfo::Mind {
            level: Some(level), ..
        } => format!("{side} \u{b7} level {level}"),
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
    format!(
        "{} vs {}",
        display_name(&view.white),
        display_name(&view.black)
    )
}

/// The colour of the player who waits in an open game.
pub fn challenger(view: &GameView) -> Color {
    view.free_seat().map_or(Color::White, |free| !free)
}

/// The title of the browser tab.
pub fn title(view: &GameView) -> String {
    match view.stage {
        GameStage::Open => {
            let by = display_name(view.player(challenger(view)));
            format!("{by} looks for an opponent")
        }
        GameStage::Playing => pairing(view),
        GameStage::Over { outcome } => {
            format!("{} \u{b7} {}", pairing(view), result_text(&outcome))
        }
        GameStage::Aborted => format!("{} \u{b7} called off", pairing(view)),
    }
}

/// A description for link previews.
#[cfg(feature = "ssr")]
pub fn description(view: &GameView) -> String {
    let pace = time_text(view.control);
    let players = format!(
        "{} (White) against {} (Black), {}.",
        display_name(&view.white),
        display_name(&view.black),
        pace.to_lowercase()
    );
    let moves = counted(view.moves.len().div_ceil(2) as u64, "move");
    match view.stage {
        GameStage::Open => {
            let color = challenger(view);
            let (by, left) = (display_name(view.player(color)), color_name(!color));
            format!(
                "{by} looks for an opponent: {left}, {}.",
                pace.to_lowercase()
            )
        }
        GameStage::Playing => format!("{players} {moves} so far."),
        GameStage::Over { outcome } => {
            let ended = ending_text(&outcome);
            format!("{players} {} {ended} {moves}.", verdict(&outcome, None))
        }
        GameStage::Aborted => format!("{players} Called off."),
    }
}

/// The winner, addressed to the player of `seat` if there is one.
pub fn verdict(outcome: &Outcome, seat: Option<Color>) -> &'static str {
    match (outcome.winner, seat) {
        (None, _) => "A draw.",
        (Some(winner), Some(seat)) if winner == seat => "You won.",
        (Some(_), Some(_)) => "You lost.",
        (Some(Color::White), None) => "White won.",
        (Some(Color::Black), None) => "Black won.",
    }
}

/// Why the game is over, for readers on either side.
pub fn ending_text(outcome: &Outcome) -> &'static str {
    match outcome.reason {
        // Not "the opponent": the reader may be on either side.
        Reason::Abandonment => "One side left.",
        _ => reason_text(outcome),
    }
}

/// The status of the game for the visitor.
pub fn status_text(state: &LiveState) -> StatusText {
    let say = |line: &str, detail: &str, mark| StatusText {
        line: line.to_owned(),
        detail: detail.to_owned(),
        mark,
    };
    if state.gone {
        return say(
            "This game is gone",
            "There is none at this address.",
            "over",
        );
    }
    if state.connection.lost_at().is_some() && !state.is_over() {
        let clocks = match (state.is_playing(), state.view.control) {
            (true, Some(_)) => "The clocks go on.",
            _ => "The game goes on when it is back.",
        };
        return say("Reconnecting\u{2026}", clocks, "busy");
    }
    if let Some(refusal) = state.failure {
        let line = match refusal {
            ActionFailure::Declined(_) => "Declined",
            _ => "That was not done",
        };
        return say(line, refusal_text(refusal), "yours");
    }
    if let Some(ply) = state.viewed_ply {
        let all = state.game.ply();
        let detail = format!("Move {} of {}", ply.div_ceil(2), all.div_ceil(2));
        return say("Looking back", &detail, "");
    }
    match state.view.stage {
        GameStage::Open if state.side.is_some() => say(
            "Waiting for an opponent\u{2026}",
            "Send somebody the link.",
            "busy",
        ),
        GameStage::Open => say(
            "An open challenge",
            "Take the seat, and it begins.",
            "yours",
        ),
        GameStage::Playing => turn_text(state),
        GameStage::Over { outcome } => say(
            verdict(&outcome, state.side).trim_end_matches('.'),
            &format!("{} {}", ending_text(&outcome), result_text(&outcome)),
            "over",
        ),
        GameStage::Aborted => say("Called off", "It counts for nothing.", "over"),
    }
}

/// The status of a game in progress.
fn turn_text(state: &LiveState) -> StatusText {
    let turn = state.turn();
    let position = state.game.position();
    let check = if position.in_check() {
        ", in check"
    } else {
        ""
    };
    let own = state.side == Some(turn) && state.is_live();
    let line = match own {
        true => format!("Your move{check}"),
        false => format!("{} to move{check}", color_name(turn)),
    };
    let number = position.fullmove_number();
    // The clocks wait for both sides' first moves, for a minute each.
    let first = own && state.view.control.is_some() && state.view.moves.len() < 2;
    let detail = match (state.is_live(), state.side, state.premove()) {
        (true, Some(_), Some((from, to))) => format!("Then {from}{to}, if it is legal"),
        _ if first => "Your first move has to come within a minute.".to_owned(),
        (true, Some(seat), None) => format!("Move {number} \u{b7} you are {}", color_name(seat)),
        (true, None, _) => format!("Move {number}"),
        (false, ..) => format!("Move {number} \u{b7} as it was left"),
    };
    let mark = if own { "yours" } else { "" };
    StatusText { line, detail, mark }
}

/// Why an action was refused.
fn refusal_text(refusal: ActionFailure) -> &'static str {
    match refusal {
        ActionFailure::Offline => "There is no connection now.",
        ActionFailure::Unconfirmed => "The connection broke. Look whether it was done.",
        ActionFailure::Declined(Offer::Draw) => "No draw, for now.",
        ActionFailure::Declined(Offer::Takeback) => "The move stays.",
        ActionFailure::Declined(Offer::Rematch) => "No other game.",
        ActionFailure::Superseded => "The game had gone on without it.",
        ActionFailure::Server(code) => match code {
            RefusalCode::UnknownGame => "There is no such game any more.",
            RefusalCode::NotYours => "That seat is somebody else\u{2019}s.",
            RefusalCode::NotPlaying => "The game is not being played.",
            RefusalCode::NotYourTurn => "It is not your turn.",
            RefusalCode::WrongPly => "The game had gone on meanwhile.",
            RefusalCode::IllegalMove => "The rules forbid that move.",
            RefusalCode::NotNow => "That is not possible now.",
            RefusalCode::TooFast => "That was too much at once.",
            RefusalCode::TooManyGames => "Too many games are open here.",
            RefusalCode::Busy => "The server could not keep it. Try again.",
        },
    }
}

/// The opponent's offer, after their name.
pub fn offer_text(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => " offers a draw.",
        Offer::Takeback => " wants a move back.",
        Offer::Rematch => " wants a rematch.",
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
mod tests {
    use super::*;
    use wire::live::game_view::{GameStage, OpenOffers};

    fn view(stage: GameStage) -> GameView {
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

    fn over(winner: Option<Color>, reason: Reason) -> GameStage {
        GameStage::Over {
            outcome: Outcome { winner, reason },
        }
    }

    #[cfg(feature = "ssr")]
    #[test]
    fn a_link_says_who_plays_and_how_it_stands() {
        let open = GameView {
            white: PlayerInfo::Nobody,
            black: PlayerInfo::Guest,
            moves: Vec::new(),
            control: None,
            ..view(GameStage::Open)
        };
        let cases = [
            (
                view(GameStage::Playing),
                "Ada vs Calculator",
                "Ada (White) against Calculator (Black), 5+3. 2 moves so far.",
            ),
            (
                view(over(Some(Color::Black), Reason::Resignation)),
                "Ada vs Calculator \u{b7} 0\u{2013}1",
                "Ada (White) against Calculator (Black), 5+3. Black won. By resignation. 2 moves.",
            ),
            (
                view(GameStage::Aborted),
                "Ada vs Calculator \u{b7} called off",
                "Ada (White) against Calculator (Black), 5+3. Called off.",
            ),
            (
                open,
                "Guest looks for an opponent",
                "Guest looks for an opponent: White, no clock.",
            ),
        ];
        for (view, expected_title, description) in cases {
            assert_eq!(title(&view), expected_title);
            assert_eq!(super::description(&view), description);
        }
    }

    #[cfg(feature = "ssr")]
    #[test]
    fn a_typed_name_is_no_accounts_wherever_it_is_read() {
        let typed = GameView {
            kind: GameKind::Board,
            black: PlayerInfo::Called {
                name: "Ada\" \u{202e}".to_owned(),
            },
            control: None,
            ..view(GameStage::Playing)
        };
        assert_eq!(title(&typed), "Ada vs \u{201c}Ada\u{201d}");
        assert_eq!(
            description(&typed),
            "Ada (White) against \u{201c}Ada\u{201d} (Black), no clock. 2 moves so far."
        );
        assert_eq!(
            player_detail(&typed, Color::Black, None),
            "Black \u{b7} name as typed"
        );
        assert_eq!(
            name_tooltip(&typed.black),
            "\u{201c}Ada\u{201d}: name as typed, not an account"
        );
        assert_eq!(name_tooltip(&typed.white), "Ada");
        assert_eq!(plain_name(&typed.black), "Ada\" \u{202e}");
    }

    #[test]
    fn the_box_speaks_to_whoever_looks() {
        let line = |stage, seat| status_text(&LiveState::new(view(stage), seat)).line;
        assert_eq!(line(GameStage::Playing, Some(Color::Black)), "Your move");
        assert_eq!(
            line(GameStage::Playing, Some(Color::White)),
            "Black to move"
        );
        assert_eq!(line(GameStage::Playing, None), "Black to move");
        let won = over(Some(Color::White), Reason::Timeout);
        assert_eq!(line(won, Some(Color::White)), "You won");
        assert_eq!(line(won, Some(Color::Black)), "You lost");
        assert_eq!(line(won, None), "White won");
        assert_eq!(
            line(GameStage::Open, Some(Color::White)),
            "Waiting for an opponent\u{2026}"
        );
        assert_eq!(line(GameStage::Open, None), "An open challenge");
    }

    #[test]
    fn a_shared_game_is_nobodys_to_move_in() {
        let shared = GameView {
            kind: GameKind::Board,
            ..view(GameStage::Playing)
        };
        let text = status_text(&LiveState::new(shared, Some(Color::Black)));
        assert_eq!((text.line.as_str(), text.mark), ("Black to move", ""));
        assert_eq!(text.detail, "Move 2 \u{b7} as it was left");
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
