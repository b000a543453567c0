//! Limits of open connections, in total and per address.
//!
//! tower's limits let callers wait; a connection beyond these is refused.

use std::{collections::HashMap, net::IpAddr, sync::Arc};

use parking_lot::Mutex;

/// How many HTTP connections may be open; WebSockets are counted elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// In total.
    pub total: usize,
    /// Per address; `None` behind a proxy, from which all come.
    pub per_address: Option<usize>,
}

/// The open connections; cheap to clone.
#[derive(Clone, Debug)]
pub struct Connections(Arc<ConnectionState>);

#[derive(Debug)]
struct ConnectionState {
    limits: ConnectionLimits,
    open: Mutex<OpenConnections>,
}

#[derive(Debug, Default)]
struct OpenConnections {
    total: usize,
    from: HashMap<IpAddr, usize>,
}

/// Why a connection is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionRefusal {
    /// The total is reached.
    Full,
    /// The address's limit is reached.
    FullForAddress,
}

/// An open connection's place; dropping it frees the place.
#[derive(Debug)]
pub struct ConnectionPermit {
    connections: Connections,
    address: IpAddr,
}

impl Connections {
    /// No open connections.
    pub fn new(limits: ConnectionLimits) -> Self {
        Self(Arc::new(ConnectionState {
            limits,
            open: Mutex::default(),
        }))
    }

    /// Admits a connection.
    ///
    /// # Errors
    /// A limit is reached.
    pub fn admit(&self, address: IpAddr) -> Result<ConnectionPermit, ConnectionRefusal> {
        let mut open = self.0.open.lock();
        if open.total >= self.0.limits.total {
            return Err(ConnectionRefusal::Full);
        }
        let limit = self.0.limits.per_address.unwrap_or(usize::MAX);
        let count = open.from.get(&address).copied().unwrap_or(0);
        if count >= limit {
            return Err(ConnectionRefusal::FullForAddress);
        }
        open.from.insert(address, count + 1);
        open.total += 1;
        drop(open);
        Ok(ConnectionPermit {
            connections: self.clone(),
            address,
        })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.connections.0.open.lock();
        open.total -= 1;
        if let Some(count) = open.from.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.from.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_its_part_and_a_place_is_free_again_when_it_is_left() {
        let connections = Connections::new(ConnectionLimits {
            total: 3,
            per_address: Some(2),
        });
        let [one, other]: [IpAddr; 2] = [[10, 0, 0, 1].into(), [10, 0, 0, 2].into()];
        let first = connections.admit(one).expect("a place");
        let _second = connections.admit(one).expect("a place");
        assert_eq!(
            connections.admit(one).err(),
            Some(ConnectionRefusal::FullForAddress)
        );
        let _third = connections.admit(other).expect("a place");
        assert_eq!(
            connections.admit(other).err(),
            Some(ConnectionRefusal::Full)
        );
        drop(first);
        assert!(connections.admit(other).is_ok());
    }
}
