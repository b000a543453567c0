//! A UCI option: its type, its declaration, its values, and how they are applied.

use super::error::{UciError, excerpt};
use super::settings::UciSettings;

/// An empty string, as UCI writes it.
const EMPTY: &str = "<empty>";

/// An option of the engine.
#[derive(Debug)]
pub struct UciOption {
    pub name: &'static str,
    kind: OptionKind,
}

/// UCI's type of an option, with the setting behind it.
#[derive(Debug)]
enum OptionKind {
    Check {
        get: fn(&UciSettings) -> bool,
        set: fn(&mut UciSettings, bool),
    },
    /// The bounds fit into the setting's type.
    Spin {
        bounds: [u32; 2],
        get: fn(&UciSettings) -> u32,
        set: fn(&mut UciSettings, u32),
    },
    Combo {
        choices: fn() -> Vec<&'static str>,
        get: fn(&UciSettings) -> &'static str,
        set: fn(&mut UciSettings, &'static str),
    },
    /// UCI's `string`: the name of a file.
    File(fn(Option<String>) -> SideEffect),
    Button(SideEffect),
}

/// What an option asks of the session beside its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SideEffect {
    ClearHash,
    /// Reads a network from a file; `None` is the network that the program comes with.
    LoadNetwork(Option<String>),
    /// Endgame tables come from this folder.
    SetTablesPath(Option<String>),
    /// Syzygy tables come from these folders.
    SetSyzygyPath(Option<String>),
}

/// `setoption`, with a value that the option can have.
#[derive(Clone, Debug)]
pub struct SetOption {
    option: &'static UciOption,
    value: OptionValue,
}

#[derive(Clone, Debug)]
enum OptionValue {
    Check(bool),
    Spin(u32),
    Combo(&'static str),
    File(Option<String>),
    Button,
}

pub(super) const fn spin(
    name: &'static str,
    bounds: [u32; 2],
    get: fn(&UciSettings) -> u32,
    set: fn(&mut UciSettings, u32),
) -> UciOption {
    let kind = OptionKind::Spin { bounds, get, set };
    UciOption { name, kind }
}

pub(super) const fn check(
    name: &'static str,
    get: fn(&UciSettings) -> bool,
    set: fn(&mut UciSettings, bool),
) -> UciOption {
    let kind = OptionKind::Check { get, set };
    UciOption { name, kind }
}

pub(super) const fn combo(
    name: &'static str,
    choices: fn() -> Vec<&'static str>,
    get: fn(&UciSettings) -> &'static str,
    set: fn(&mut UciSettings, &'static str),
) -> UciOption {
    let kind = OptionKind::Combo { choices, get, set };
    UciOption { name, kind }
}

/// UCI's `string`: the name of a file.
pub(super) const fn file(
    name: &'static str,
    side_effect: fn(Option<String>) -> SideEffect,
) -> UciOption {
    let kind = OptionKind::File(side_effect);
    UciOption { name, kind }
}

pub(super) const fn button(name: &'static str, side_effect: SideEffect) -> UciOption {
    let kind = OptionKind::Button(side_effect);
    UciOption { name, kind }
}

impl UciOption {
    /// The `option …` line that declares it; the default is its value in `settings`.
    #[must_use]
    pub fn declaration(&self, settings: &UciSettings) -> String {
        let kind = match &self.kind {
            OptionKind::Check { get, .. } => format!("check default {}", get(settings)),
            OptionKind::Spin { bounds, get, .. } => {
                let [min, max] = bounds;
                format!("spin default {} min {min} max {max}", get(settings))
            }
            OptionKind::Combo { choices, get, .. } => {
                let vars: String = choices().iter().map(|var| format!(" var {var}")).collect();
                format!("combo default {}{vars}", get(settings))
            }
            OptionKind::File(_) => format!("string default {EMPTY}"),
            OptionKind::Button(_) => "button".to_owned(),
        };
        format!("option name {} type {kind}", self.name)
    }

    /// Parses the value of a `setoption` for this option.
    ///
    /// # Errors
    /// A value that the option cannot have.
    pub(super) fn set_to(&'static self, value: &str) -> Result<SetOption, UciError> {
        let value = self.parse_value(value)?;
        Ok(SetOption {
            option: self,
            value,
        })
    }

    fn parse_value(&self, text: &str) -> Result<OptionValue, UciError> {
        let invalid = |expected: String| UciError::Value {
            name: self.name,
            expected,
            found: excerpt(text),
        };
        match &self.kind {
            OptionKind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" => Ok(OptionValue::Check(true)),
                "false" => Ok(OptionValue::Check(false)),
                _ => Err(invalid("true or false".to_owned())),
            },
            OptionKind::Spin { bounds, .. } => {
                let [min, max] = *bounds;
                let number = text
                    .parse()
                    .ok()
                    .filter(|number| (min..=max).contains(number));
                number
                    .map(OptionValue::Spin)
                    .ok_or_else(|| invalid(format!("{min} to {max}")))
            }
            OptionKind::Combo { choices, .. } => {
                let choices = choices();
                let choice = choices
                    .iter()
                    .find(|choice| choice.eq_ignore_ascii_case(text));
                choice
                    .map(|choice| OptionValue::Combo(choice))
                    .ok_or_else(|| invalid(choices.join(" or ")))
            }
            OptionKind::File(_) => {
                let path = Some(text).filter(|text| !text.is_empty() && *text != EMPTY);
                Ok(OptionValue::File(path.map(str::to_owned)))
            }
            OptionKind::Button(_) => Ok(OptionValue::Button),
        }
    }
}

impl UciSettings {
    /// Applies a `setoption`; what it asks for beside the settings is returned.
    pub fn apply(&mut self, set_option: SetOption) -> Option<SideEffect> {
        match (&set_option.option.kind, set_option.value) {
            (OptionKind::Check { set, .. }, OptionValue::Check(on)) => set(self, on),
            (OptionKind::Spin { set, .. }, OptionValue::Spin(number)) => set(self, number),
            (OptionKind::Combo { set, .. }, OptionValue::Combo(choice)) => set(self, choice),
            (OptionKind::File(side_effect), OptionValue::File(path)) => {
                return Some(side_effect(path));
            }
            (OptionKind::Button(side_effect), OptionValue::Button) => {
                return Some(side_effect.clone());
            }
            _ => debug_assert!(false, "the value is of the option's kind"),
        }
        None
    }
}
