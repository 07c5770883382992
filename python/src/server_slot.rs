//! A running server that can be stopped once.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use shiptrack::server::Server;

use crate::calls::Slot;

pub struct ServerSlot {
    pub running: Slot<Arc<Server>>,
    pub address: String,
    pub url: String,
    stopping: Mutex<()>,
}

impl ServerSlot {
    pub fn new(running: Server) -> Self {
        let (address, url) = (running.address().to_string(), running.url().to_owned());
        ServerSlot { running: Slot::new("server", Arc::new(running)), address, url, stopping: Mutex::new(()) }
    }

    /// Waits for at most `timeout`. Called without the interpreter lock.
    pub fn stop(&self, timeout: Duration) {
        let running = self.running.get();
        let _one_at_a_time = self.stopping.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(running) = running {
            running.stop_within(timeout);
            self.running.close();
        }
    }
}
