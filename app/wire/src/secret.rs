//! Passwords, recovery codes and keys.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A text that `{:?}` hides, and so every log.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_not_printed() {
        let secret = Secret("hunter22".to_owned());
        assert_eq!(
            format!("{secret:?} {:#?}", Some(&secret)).find("hunter"),
            None
        );
    }
}
