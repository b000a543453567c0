//! Sounds: one for each move, and one for the game's end.

use engine::rules::{Game, Move};
use leptos::ev;
use leptos::prelude::*;

use crate::components::shared::notices::use_notices;
use crate::controllers::play::PlayController;
use crate::platform::sound::{self, Sound};
use crate::preferences::use_prefs;

/// What decides whether a sound is played, and which.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SoundCue {
    ply: usize,
    over: bool,
    sound: Option<Sound>,
}

/// Plays the sounds of the game; shows nothing.
pub fn sounds(play: PlayController) -> AnyView {
    let cue = play.read(|state| SoundCue::of(&state.game, state.outcome().is_some()));
    play_sounds(cue);
    ().into_any()
}

/// Plays the sound of each new cue.
pub fn play_sounds(cue: Memo<SoundCue>) {
    let prefs = use_prefs();
    let notices = use_notices();
    Effect::new(move |before: Option<SoundCue>| {
        let now = cue.get();
        // The first move may have been made while this was loaded.
        let begun = SoundCue {
            ply: 0,
            over: false,
            sound: None,
        };
        let before = before.or((now.ply <= 2).then_some(begun)).unwrap_or(now);
        let news = now.ply > before.ply || now.over && !before.over;
        let Some(sound) = now.sound.filter(|_| news) else {
            return now;
        };
        let prefs = prefs.get_untracked();
        if !prefs.muted && prefs.volume > 0 && !sound.play(prefs.volume) {
            notices.show_once("This browser plays no sounds.");
        }
        now
    });
    Effect::new(move |_| {
        let pointer = window_event_listener(ev::pointerdown, |_| sound::resume_audio());
        let key = window_event_listener(ev::keydown, |_| sound::resume_audio());
        on_cleanup(move || {
            pointer.remove();
            key.remove();
        });
    });
}

impl SoundCue {
    /// The cue of a game.
    pub fn of(game: &Game, over: bool) -> Self {
        Self {
            ply: game.ply(),
            over,
            sound: match (over, game.moves().last()) {
                (true, _) => Some(Sound::GameOver),
                (false, Some(mv)) => Some(sound_of(*mv, game.position().in_check())),
                (false, None) => None,
            },
        }
    }
}

fn sound_of(mv: Move, check: bool) -> Sound {
    match (check, mv.is_castle(), mv.is_capture()) {
        (true, ..) => Sound::Check,
        (false, true, _) => Sound::Castling,
        (false, false, true) => Sound::Capture,
        (false, false, false) => Sound::Move,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> Option<Sound> {
        let mut game = Game::new();
        for text in moves.split_whitespace() {
            let mv = game.position().parse_uci(text).expect("legal");
            game.play(mv).expect("legal");
        }
        SoundCue::of(&game, game.outcome().is_some()).sound
    }

    #[test]
    fn each_kind_of_move_has_its_sound() {
        for (moves, sound) in [
            ("", None),
            ("e2e4", Some(Sound::Move)),
            ("e2e4 d7d5 e4d5", Some(Sound::Capture)),
            ("e2e4 f7f6 d1h5", Some(Sound::Check)),
            ("e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1", Some(Sound::Castling)),
            ("f2f3 e7e5 g2g4 d8h4", Some(Sound::GameOver)),
        ] {
            assert_eq!(after(moves), sound, "{moves}");
        }
    }
}
