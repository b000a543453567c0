//! How many bytes of bodies may be held in memory at a time, in all and of one address.

use std::{net::IpAddr, sync::Arc, time::Duration};

use moka::sync::Cache;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Refusal;

/// Bytes are counted in these.
const KIB: usize = 1 << 10;

/// In all, KiB.
const MAX_TOTAL: usize = 64 << 10;

/// Of one address, KiB: a large body and some small ones.
const MAX_OF_ADDRESS: usize = 12 << 10;

/// The most addresses remembered; one that holds nothing may be forgotten.
const MAX_ADDRESSES: u64 = 100_000;
const FORGOTTEN_AFTER: Duration = Duration::from_secs(60);

/// The bytes that are held; cheap to clone.
#[derive(Clone, Debug)]
pub struct BodyBudget {
    total: Arc<Semaphore>,
    of_address: Arc<Cache<IpAddr, Arc<Semaphore>>>,
}

/// Room for one body, until this is dropped.
#[derive(Debug)]
pub struct BodyRoom(#[expect(dead_code)] [OwnedSemaphorePermit; 2]);

impl Default for BodyBudget {
    fn default() -> Self {
        Self {
            total: Arc::new(Semaphore::new(MAX_TOTAL)),
            of_address: Arc::new(
                Cache::builder()
                    .max_capacity(MAX_ADDRESSES)
                    .time_to_idle(FORGOTTEN_AFTER)
                    .build(),
            ),
        }
    }
}

impl BodyBudget {
    /// Keeps room for a body of at most so many bytes.
    ///
    /// # Errors
    /// When the address, or the server, holds as many as it may.
    pub fn reserve(&self, address: IpAddr, bytes: usize) -> Result<BodyRoom, Refusal> {
        let kib = u32::try_from(bytes.div_ceil(KIB)).unwrap_or(u32::MAX);
        let own = self
            .of_address
            .get_with(address, || Arc::new(Semaphore::new(MAX_OF_ADDRESS)));
        let own = own.try_acquire_many_owned(kib);
        let own = own.map_err(|_| Refusal::TooMany("bytes of bodies on their way"))?;
        let total = Arc::clone(&self.total).try_acquire_many_owned(kib);
        let total = total.map_err(|_| Refusal::NoRoomForBody)?;
        Ok(BodyRoom([own, total]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;

    #[test]
    fn an_address_holds_its_part_and_all_of_them_hold_no_more_than_there_is() {
        let budget = BodyBudget::default();
        let address = |last| IpAddr::from([10, 0, 0, last]);
        let _first = budget.reserve(address(1), 5 * MIB).expect("room");
        let second = budget.reserve(address(1), 5 * MIB).expect("room");
        assert!(matches!(
            budget.reserve(address(1), 5 * MIB),
            Err(Refusal::TooMany(_))
        ));
        assert!(budget.reserve(address(1), 100).is_ok());
        drop(second);
        assert!(budget.reserve(address(1), 5 * MIB).is_ok());
        let others: Vec<_> = (2..20)
            .map_while(|last| budget.reserve(address(last), 10 * MIB).ok())
            .collect();
        assert_eq!(others.len(), 5);
        assert_eq!(
            budget.reserve(address(200), 10 * MIB).err(),
            Some(Refusal::NoRoomForBody)
        );
    }
}
