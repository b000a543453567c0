//! How many connections may be open, and from one address.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How many connections may be open that are no sockets of live games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// In all.
    pub total: usize,
    /// From one address; `None` where a proxy stands in front and all come from it.
    pub per_address: Option<usize>,
}

/// The connections that are open; cheap to clone.
#[derive(Clone, Debug)]
pub struct Connections(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    limits: ConnectionLimits,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    total: usize,
    from: HashMap<IpAddr, usize>,
}

/// Why a connection is not taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPlace {
    /// There are as many as there may be.
    Full,
    /// There are as many of this address.
    FullForAddress,
}

/// A connection's place; it is free again when this is dropped.
#[derive(Debug)]
pub struct Place {
    connections: Connections,
    address: IpAddr,
}

impl Connections {
    /// None yet.
    pub fn new(limits: ConnectionLimits) -> Self {
        Self(Arc::new(Inner {
            limits,
            open: Mutex::default(),
        }))
    }

    /// Gives a connection of this address a place.
    ///
    /// # Errors
    /// When there is none.
    pub fn admit(&self, address: IpAddr) -> Result<Place, NoPlace> {
        let mut open = self.open();
        if open.total >= self.0.limits.total {
            return Err(NoPlace::Full);
        }
        let limit = self.0.limits.per_address.unwrap_or(usize::MAX);
        let count = open.from.get(&address).copied().unwrap_or(0);
        if count >= limit {
            return Err(NoPlace::FullForAddress);
        }
        open.from.insert(address, count + 1);
        open.total += 1;
        drop(open);
        Ok(Place {
            connections: self.clone(),
            address,
        })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        // Nothing in here panics halfway.
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.connections.open();
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
        assert_eq!(connections.admit(one).err(), Some(NoPlace::FullForAddress));
        let _third = connections.admit(other).expect("a place");
        assert_eq!(connections.admit(other).err(), Some(NoPlace::Full));
        drop(first);
        assert!(connections.admit(other).is_ok());
    }
}
