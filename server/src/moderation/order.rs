//! What whoever runs the site asks for on the command line.

use std::{fmt, str::FromStr};

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Keep an address, a network or an account out.
    Ban,
    /// Let it in again.
    Unban,
    /// Delete what was shared under a link.
    RemoveShare,
    /// Delete an account and all that is its owner's.
    RemoveAccount,
    /// Call an open challenge off.
    RemoveChallenge,
}

impl Action {
    const ALL: [Self; 5] = [
        Self::Ban,
        Self::Unban,
        Self::RemoveShare,
        Self::RemoveAccount,
        Self::RemoveChallenge,
    ];

    /// As it is typed and kept.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ban => "ban",
            Self::Unban => "unban",
            Self::RemoveShare => "remove share",
            Self::RemoveAccount => "remove account",
            Self::RemoveChallenge => "remove challenge",
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// No action has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected ban, unban, remove share, remove account or remove challenge")]
pub struct UnknownAction;

impl FromStr for Action {
    type Err = UnknownAction;

    fn from_str(text: &str) -> Result<Self, UnknownAction> {
        let known = Self::ALL.into_iter().find(|action| action.as_str() == text);
        known.ok_or(UnknownAction)
    }
}

/// An order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// What is to be done.
    pub action: Action,
    /// To whom or what: an address, a network, a name or a link.
    pub target: String,
    /// How long a ban lasts, days; `None` for good.
    pub days: Option<u32>,
    /// Why, for whoever reads the audit.
    pub reason: Option<String>,
}

impl Order {
    /// The link that the target names, be it by a whole address of the site.
    pub fn link(&self) -> &str {
        let last = self.target.trim_end_matches('/').rsplit('/').next();
        let last = last.unwrap_or_default();
        last.split(['.', '#', '?']).next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_read_as_it_is_written() {
        for action in Action::ALL {
            assert_eq!(action.as_str().parse(), Ok(action));
        }
        assert_eq!("remove".parse::<Action>(), Err(UnknownAction));
    }

    #[test]
    fn a_link_is_found_in_an_address() {
        for target in [
            "q3ZkV9dYw7Ab",
            "/game/q3ZkV9dYw7Ab",
            "https://chess.example.org/game/q3ZkV9dYw7Ab.pgn",
            "https://chess.example.org/game/q3ZkV9dYw7Ab#12",
            "https://chess.example.org/embed/q3ZkV9dYw7Ab/",
        ] {
            let order = Order {
                action: Action::RemoveShare,
                target: target.to_owned(),
                days: None,
                reason: None,
            };
            assert_eq!(order.link(), "q3ZkV9dYw7Ab", "{target}");
        }
    }
}
