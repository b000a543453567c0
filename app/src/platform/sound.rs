//! The sounds of a game: synthesised tones, without files.
//!
//! Browsers keep a page silent until the visitor's first press; earlier sounds are dropped.

use std::cell::OnceCell;

use leptos::prelude::window;
use leptos::wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

/// A sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    Move,
    Capture,
    Check,
    Castling,
    GameOver,
}

/// The waveform of a sound's tones, and their frequencies in hertz.
type Tones = (OscillatorType, &'static [f32]);

/// The length of a tone, and the time from one to the next, in seconds.
const TONE_SECONDS: f64 = 0.16;
const STEP_SECONDS: f64 = 0.11;
/// Square and sawtooth waves sound louder than a sine of the same gain.
const HARSH_GAIN: f32 = 0.12;
const PURE_GAIN: f32 = 0.35;

thread_local! {
    /// The page's context, created after the first press; `None` where the browser refuses it.
    static CONTEXT: OnceCell<Option<AudioContext>> = const { OnceCell::new() };
}

impl Sound {
    fn tones(self) -> Tones {
        match self {
            Sound::Move => (OscillatorType::Square, &[440.0]),
            Sound::Capture => (OscillatorType::Sawtooth, &[220.0]),
            Sound::Check => (OscillatorType::Sine, &[880.0, 660.0]),
            Sound::Castling => (OscillatorType::Sine, &[330.0, 440.0]),
            Sound::GameOver => (OscillatorType::Sine, &[523.0, 659.0, 784.0, 1_047.0]),
        }
    }

    /// Plays the sound at a volume in per cent, if the visitor has pressed something. `false` where the
    /// browser has no sound.
    pub fn play(self, percent: u8) -> bool {
        if !has_user_activation() {
            return true;
        }
        with_context(|context| {
            let (wave, tones) = self.tones();
            let loudness = match wave {
                OscillatorType::Sine => PURE_GAIN,
                _ => HARSH_GAIN,
            };
            let loudness = loudness * f32::from(percent) / 100.0;
            let played: Option<()> = tones.iter().enumerate().try_for_each(|(index, &hertz)| {
                let at = context.current_time() + index as f64 * STEP_SECONDS;
                tone(context, wave, hertz, loudness, at)
            });
            played.is_some()
        })
    }
}

/// Resumes audio during a press: some browsers allow it only there.
pub fn resume_audio() {
    if has_user_activation() {
        with_context(|context| context.resume().is_ok());
    }
}

/// Whether the visitor has pressed anything on this page; before, browsers log an error for sounds.
fn has_user_activation() -> bool {
    let part = |of: &JsValue, name: &str| js_sys::Reflect::get(of, &name.into()).ok();
    let activation = part(&window().navigator(), "userActivation");
    let pressed = activation.and_then(|activation| part(&activation, "hasBeenActive"));
    pressed.is_some_and(|pressed| pressed.is_truthy())
}

fn with_context(act: impl FnOnce(&AudioContext) -> bool) -> bool {
    CONTEXT.with(|context| {
        context
            .get_or_init(|| AudioContext::new().ok())
            .as_ref()
            .is_some_and(act)
    })
}

/// One tone that fades; `None` where the browser refuses any of it.
fn tone(
    context: &AudioContext,
    wave: OscillatorType,
    hertz: f32,
    loudness: f32,
    at: f64,
) -> Option<()> {
    let oscillator = context.create_oscillator().ok()?;
    let gain = context.create_gain().ok()?;
    oscillator.set_type(wave);
    oscillator.frequency().set_value(hertz);
    let volume = gain.gain();
    volume.set_value_at_time(loudness, at).ok()?;
    // An exponential ramp cannot reach 0.
    volume
        .exponential_ramp_to_value_at_time(0.000_1, at + TONE_SECONDS)
        .ok()?;
    oscillator.connect_with_audio_node(&gain).ok()?;
    gain.connect_with_audio_node(&context.destination()).ok()?;
    oscillator.start_with_when(at).ok()?;
    oscillator.stop_with_when(at + TONE_SECONDS).ok()
}
