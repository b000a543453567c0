//! The tag pairs above a game's moves.

/// Maximum number of tags. Each one is compared with all before it: a quarter of a megabyte of them
/// would take most of a second.
pub const MAX_TAGS: usize = 256;

/// The tag pairs of a game, in their order; a name occurs once.
///
/// ```
/// use engine::rules::pgn::Tags;
///
/// let mut tags = Tags::new();
/// tags.set("White", "Ada");
/// tags.set("White", "Grace");
/// assert_eq!(tags.get("White"), Some("Grace"));
/// assert_eq!(tags.iter().count(), 1);
/// assert_eq!(tags.remove("White").as_deref(), Some("Grace"));
/// assert_eq!(tags.get("White"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// No tags.
    pub fn new() -> Tags {
        Tags::default()
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets a tag, replacing the value it had. A name that is not made of ASCII letters, digits
    /// and underscores has no place in PGN: [`super::write`] leaves it out.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|(key, _)| *key == name) {
            Some(tag) => tag.1 = value,
            None => self.0.push((name, value)),
        }
    }

    /// Removes a tag; the value that it had.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let index = self.0.iter().position(|(key, _)| key == name)?;
        Some(self.0.remove(index).1)
    }

    /// All tags as pairs of name and value, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Tags {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Tags {
        let mut tags = Tags::new();
        for (name, value) in pairs {
            tags.set(name, value);
        }
        tags
    }
}

/// Whether PGN allows a tag of this name.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_name_char)
}

pub(super) fn is_name_char(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}
