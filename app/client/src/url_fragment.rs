//! The fragment of an address: readable fields such as `fen=…&moves=e4_e5`, with nothing that would
//! end a link in a message.
//!
//! The server never receives it. It is untrusted.

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// Characters that would end a value, or a link in a message; but for spaces, which become `_`.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b'+')
    .add(b'<')
    .add(b'>')
    .add(b'_')
    .add(b'`');

/// The longest fragment that is written and read, bytes.
pub const MAX_FRAGMENT_BYTES: usize = 64 * 1024;

/// Adds a field; spaces of its value become `_`.
///
/// ```
/// # use client::url_fragment::push_field;
/// let mut fragment = String::new();
/// push_field(&mut fragment, "fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// push_field(&mut fragment, "event", "A & B");
/// assert_eq!(fragment, "fen=4k3/8/8/8/8/8/8/4K3_w_-_-_0_1&event=A_%26_B");
/// ```
pub fn push_field(fragment: &mut String, name: &str, value: &str) {
    if !fragment.is_empty() {
        fragment.push('&');
    }
    let value = utf8_percent_encode(value, ESCAPED).to_string();
    fragment.extend([name, "=", &value.replace(' ', "_")]);
}

/// The decoded fields of a fragment, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields<'a>(Vec<(&'a str, String)>);

impl<'a> Fields<'a> {
    /// Parses a fragment without its `#`.
    pub fn parse(fragment: &'a str) -> Self {
        let field = |field: &'a str| {
            let (name, value) = field.split_once('=').unwrap_or((field, ""));
            (name, decode(value))
        };
        Self(fragment.split('&').map(field).collect())
    }

    /// The value of a field; the first one if it is repeated.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether one of these fields is there.
    pub fn has_any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.get(name).is_some())
    }

    /// Whether a field is repeated.
    pub fn has_twice(&self, name: &str) -> bool {
        self.0.iter().filter(|(known, _)| *known == name).count() > 1
    }
}

fn decode(value: &str) -> String {
    let spaced = value.replace('_', " ");
    percent_decode_str(&spaced).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_value_comes_back(values in proptest::collection::vec(any::<String>(), 1..4)) {
            let mut fragment = String::new();
            let names = ["one", "two", "three"];
            for (name, value) in names.iter().zip(&values) {
                push_field(&mut fragment, name, value);
            }
            prop_assert!(!fragment.contains([' ', '#', '"', '<', '>']));
            let fields = Fields::parse(&fragment);
            for (name, value) in names.iter().zip(&values) {
                prop_assert_eq!(fields.get(name), Some(value.as_str()));
                prop_assert!(!fields.has_twice(name));
            }
        }

        #[test]
        fn any_text_is_some_fields(text in any::<String>()) {
            let fields = Fields::parse(&text);
            prop_assert_eq!(fields.get("no such field"), None);
        }
    }

    #[test]
    fn of_several_fields_of_a_name_the_first_counts() {
        let fields = Fields::parse("at=1&at=2&review");
        assert_eq!(
            (fields.get("at"), fields.has_twice("at")),
            (Some("1"), true)
        );
        assert_eq!(fields.get("review"), Some(""));
    }
}
