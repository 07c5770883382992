//! A server at work, and its end.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::{Handle, Id, Runtime};
use tokio::sync::{Semaphore, watch};

use super::listener;
use super::state::ServerState;
use super::{ServerBuilder, ServerLimits, address};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Transport};
use crate::threads;

pub(super) struct ServerPlan {
    pub(super) transport: Arc<dyn Transport>,
    pub(super) address: SocketAddr,
    pub(super) public_url: Option<String>,
    pub(super) limits: ServerLimits,
}

/// A server that takes connections. It stops when told so, and when it is dropped.
pub struct Server {
    address: SocketAddr,
    url: String,
    stop: watch::Sender<bool>,
    runtime: Id,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Server {
    /// Sets up a server that answers with what `transport` answers.
    pub fn builder(transport: Arc<dyn Transport>) -> ServerBuilder {
        ServerBuilder::new(transport)
    }

    /// The address it listens on, with the port it was given.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What its links start with: the public URL, or `http://` and the address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Takes no more connections, lets requests in flight finish, and closes.
    ///
    /// Requests that are not done by the stop deadline are cancelled, and their connections cut. A handler that does not
    /// heed its cancelling holds this call up: its thread is never left behind. A second call returns at once. A handler
    /// may call this; it is then itself the request in flight that runs into the deadline.
    pub fn stop(&self) {
        self.stop.send_replace(true);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(thread) = thread.filter(|thread| thread.thread().id() != thread::current().id()) else { return };
        match Handle::try_current() {
            // The caller is a handler, which the thread waits for at its end: only the connections are waited for here.
            Ok(current) if current.id() == self.runtime => current.block_on(self.stop.closed()),
            _ => drop(thread.join()),
        }
    }

    /// The thread ends by itself only through a defect.
    pub(super) fn is_running(&self) -> bool {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    pub(super) fn start(plan: ServerPlan) -> Result<Self> {
        let (stop, stopped) = watch::channel(false);
        let (listening, begun) = mpsc::channel();
        let thread = threads::start("shiptrack-server".to_owned(), move || match open(plan) {
            Ok((runtime, listener, address, site)) => {
                let _ = listening.send(Ok((address, site.origin.clone(), runtime.handle().id())));
                // Dropping the runtime then cuts the connections that are left, and waits for the handlers.
                runtime.block_on(listener::listen(listener, site, stopped));
            }
            Err(error) => drop(listening.send(Err(error))),
        })
        .map_err(|error| Error::new(ErrorKind::Internal, "no thread for the server").with_source(error))?;
        let begun = begun.recv().unwrap_or_else(|_| Err(Error::new(ErrorKind::Internal, "the server did not start")));
        match begun {
            Ok((address, url, runtime)) => Ok(Server { address, url, stop, runtime, thread: Mutex::new(Some(thread)) }),
            Err(error) => {
                let _ = thread.join();
                Err(error)
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

debug_fields!(Server: address, url);

/// On the server's own thread: a host with a runtime must not see ours.
fn open(plan: ServerPlan) -> Result<(Runtime, TcpListener, SocketAddr, Arc<ServerState>)> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .thread_name("shiptrack-handler")
        .max_blocking_threads(plan.limits.handlers)
        .thread_keep_alive(Duration::MAX)
        .build()
        .map_err(|error| Error::new(ErrorKind::Internal, "no event loop for the server").with_source(error))?;
    // With one handler there already, requests wait where the machine has no other thread to give: tokio panics without any.
    drop(runtime.spawn_blocking(|| ()));
    let (listener, bound) = runtime.block_on(bind(plan.address))?;
    let origin = match plan.public_url {
        Some(url) => url,
        None => address::parse_origin(&format!("http://{bound}"))?,
    };
    let site = ServerState {
        places: places(plan.limits.handlers.saturating_add(plan.limits.queue)),
        body_memory: places(plan.limits.total_body_bytes),
        transport: plan.transport,
        limits: plan.limits,
        origin,
        call: Call::default(),
    };
    Ok((runtime, listener, bound, Arc::new(site)))
}

fn places(count: usize) -> Arc<Semaphore> {
    Arc::new(Semaphore::new(count.min(Semaphore::MAX_PERMITS)))
}

async fn bind(at: SocketAddr) -> Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(at).await;
    listener.and_then(|listener| listener.local_addr().map(|bound| (listener, bound))).map_err(|error| {
        address::refused("address", format!("cannot listen on {at}: {}", error.kind())).with_source(error)
    })
}
