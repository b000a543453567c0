//! Whether the process may open as many files as its sockets and connections need.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::ConnectionLimits;

/// Files beside connections: the store, the log, the pools' own.
const RESERVE: usize = 128;

/// HTTP connections that are reckoned with; each may have a file of the site open.
const HTTP_CONNECTIONS: usize = 4_096;
const FILES_PER_CONNECTION: usize = 2;

/// Connections that one address may have: forty browsers of six each, and some more.
const PER_ADDRESS: usize = 256;

/// The limit is too low.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{sockets} sockets need {needed} files, and the process may open {limit} (ulimit -n, LimitNOFILE); \
     raise that or take fewer --sockets"
)]
pub struct TooFewDescriptors {
    sockets: usize,
    needed: usize,
    limit: usize,
}

/// What the process may open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Sockets of live games.
    pub sockets: usize,
    /// HTTP connections.
    pub connections: usize,
}

impl Plan {
    /// The limits of connections, with a part for each address unless a proxy hides them.
    pub fn connection_limits(self, behind_proxy: bool) -> ConnectionLimits {
        let per_address = PER_ADDRESS.min(self.connections / 2).max(1);
        ConnectionLimits {
            total: self.connections,
            per_address: (!behind_proxy).then_some(per_address),
        }
    }
}

/// Raises the limit of open files to what `sockets` need, as far as the system lets it, and plans with
/// what it is then. Without `at_least` fewer sockets will do.
///
/// # Errors
/// When `at_least` so many sockets have to be possible and are not.
pub fn plan(sockets: usize, at_least: bool) -> Result<Plan, TooFewDescriptors> {
    let needed = sockets + HTTP_CONNECTIONS * FILES_PER_CONNECTION + RESERVE;
    let limit = raise(needed);
    plan_within(limit, sockets, at_least)
}

fn plan_within(limit: usize, sockets: usize, at_least: bool) -> Result<Plan, TooFewDescriptors> {
    let free = limit.saturating_sub(RESERVE);
    // Where there is little, connections get half of it: a page comes before a socket.
    let connections = HTTP_CONNECTIONS
        .min(free / (2 * FILES_PER_CONNECTION))
        .max(1);
    let possible = free
        .saturating_sub(connections * FILES_PER_CONNECTION)
        .max(1);
    if at_least && possible < sockets {
        return Err(TooFewDescriptors {
            sockets,
            needed: sockets + connections * FILES_PER_CONNECTION + RESERVE,
            limit,
        });
    }
    Ok(Plan {
        sockets: sockets.min(possible),
        connections,
    })
}

/// The limit of open files, raised to `needed` where the system lets it.
fn raise(needed: usize) -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let count = |limit: Option<u64>| {
        limit.map_or(usize::MAX, |limit| {
            usize::try_from(limit).unwrap_or(usize::MAX)
        })
    };
    if count(current) >= needed {
        return count(current);
    }
    let wanted = needed.min(count(maximum));
    let raised = setrlimit(
        Resource::Nofile,
        Rlimit {
            current: Some(wanted as u64),
            maximum,
        },
    );
    match raised {
        Ok(()) => wanted,
        Err(error) => {
            tracing::warn!(%error, "the limit of open files could not be raised");
            count(current)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_high_limit_gives_what_is_asked_for() {
        let plan = plan_within(1 << 20, 16_384, true).expect("enough");
        assert_eq!((plan.sockets, plan.connections), (16_384, HTTP_CONNECTIONS));
        let limits = plan.connection_limits(false);
        assert_eq!(limits.per_address, Some(PER_ADDRESS));
        assert_eq!(plan.connection_limits(true).per_address, None);
    }

    #[test]
    fn under_a_low_limit_fewer_sockets_do_unless_they_were_asked_for() {
        let plan = plan_within(1_024, 16_384, false).expect("fewer");
        assert_eq!((plan.sockets, plan.connections), (448, 224));
        assert!(plan.sockets + plan.connections * FILES_PER_CONNECTION + RESERVE <= 1_024);
        let error = plan_within(1_024, 16_384, true)
            .expect_err("too few")
            .to_string();
        assert!(
            error.contains("16384 sockets") && error.contains("1024"),
            "{error}"
        );
        assert!(plan_within(10, 1, false).is_ok());
    }
}
