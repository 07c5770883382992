//! The open connections, and which of them is closed when a further client needs a place.
//!
//! A connection counts for the account of its last request, or for the address of the client if no request had an account. If all places
//! are taken, one connection of the holder that has most is closed: one that waits for its client. So neither idle nor slow connections of
//! one client or account keep others out, and a holder that has few loses none. Behind a proxy, all clients have the same address,
//! but their accounts differ.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Duration;

use tokio::task::{AbortHandle, Id};

use super::connection_state::{SharedState, Waiting};
use crate::threads::lock;

/// A new client closes connections from the same address only if they have waited for this time. So if a client has too many connections
/// that are all in use, its further ones are refused.
const LEAST_WAIT: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(super) struct OpenConnections(Mutex<HashMap<Id, OpenConnection>>);

struct OpenConnection {
    address: IpAddr,
    state: SharedState,
    task: AbortHandle,
}

/// For whom a connection counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Holder {
    Account(u128),
    Address(IpAddr),
}

impl OpenConnections {
    pub(super) fn add(&self, address: IpAddr, state: SharedState, task: AbortHandle) {
        lock(&self.0).insert(task.id(), OpenConnection { address: network_of(address), state, task });
    }

    pub(super) fn remove(&self, task: Id) {
        lock(&self.0).remove(&task);
    }

    /// Closes a connection to make room for a client with this address. Returns false if no connection may be closed.
    pub(super) fn make_room(&self, address: IpAddr) -> bool {
        let new = Holder::Address(network_of(address));
        let mut open = lock(&self.0);
        open.retain(|_, connection| !connection.task.is_finished());
        let mut counts: HashMap<Holder, usize> = HashMap::new();
        open.values().for_each(|connection| *counts.entry(connection.holder()).or_default() += 1);
        let most = counts.values().copied().max().unwrap_or_default();
        let rank = |(task, connection): (&Id, &OpenConnection)| {
            let (holder, Waiting { between_requests, time }) = (connection.holder(), connection.state.waiting()?);
            let may_be_closed = counts[&holder] == most && (holder != new || time >= LEAST_WAIT);
            may_be_closed.then_some(((between_requests, time), *task))
        };
        let Some((_, task)) = open.iter().filter_map(rank).max_by_key(|(rank, _)| *rank) else { return false };
        if let Some(connection) = open.remove(&task) {
            connection.task.abort();
        }
        true
    }
}

impl OpenConnection {
    fn holder(&self) -> Holder {
        self.state.lock().account().map_or(Holder::Address(self.address), Holder::Account)
    }
}

/// A client has a whole network of IPv6 addresses.
fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_network_are_one_client() {
        let network = |address: &str| network_of(address.parse().unwrap());
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff::2"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
    }
}
