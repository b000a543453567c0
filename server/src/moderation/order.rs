//! Orders of the site's operator.

use std::{fmt, str::FromStr};

/// What an order does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Bans an address, a network or an account.
    Ban,
    /// Lifts a ban.
    Unban,
    /// Deletes a shared game.
    RemoveShare,
    /// Deletes an account with all its data.
    RemoveAccount,
    /// Cancels an open challenge.
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

    /// The name on the command line and in the store.
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

/// The name of an action is unknown.
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
    pub action: Action,
    /// An address, a network, a name or a link.
    pub target: String,
    /// The length of a ban, days; `None` for a permanent one.
    pub days: Option<u32>,
    /// The reason, for the audit.
    pub reason: Option<String>,
}

impl Order {
    /// The link of the target, which may be a whole URL of the site.
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
