//! A running server: starting and stopping it.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::{Handle, Id, Runtime};
use tokio::sync::watch;

use super::body_memory::BodyMemory;
use super::handlers::Handlers;
use super::listener;
use super::state::ServerState;
use super::{ServerLimits, address};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Transport};
use crate::threads;

/// The checked settings of a server.
pub(super) struct ServerPlan {
    pub(super) transport: Arc<dyn Transport>,
    pub(super) address: SocketAddr,
    pub(super) public_url: Option<String>,
    pub(super) limits: ServerLimits,
}

/// A running HTTP server. It stops when it is dropped.
///
/// It only answers requests. The service behind it needs a [worker](crate::Service::start_worker), or every tracking
/// request stays `pending`.
pub struct Server {
    address: SocketAddr,
    url: String,
    stop: watch::Sender<bool>,
    runtime: Id,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Server {
    /// The bound address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The start of links in responses: the public URL, or `http://` and the address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Stops the server: accepts no more connections, waits for requests in flight, and closes.
    ///
    /// Requests that are not finished by the stop deadline are cancelled, and their connections are cut. The call
    /// waits for every handler, even for one that ignores the cancellation. A second call returns at once. A handler
    /// may call this; its request is then cancelled at the deadline.
    pub fn stop(&self) {
        self.stop.send_replace(true);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(thread) = thread.filter(|thread| thread.thread().id() != thread::current().id()) else { return };
        match Handle::try_current() {
            // The caller is a handler. The server thread ends only after all handlers, so joining it here would never
            // return: wait only for the connections.
            Ok(current) if current.id() == self.runtime => current.block_on(self.stop.closed()),
            _ => drop(thread.join()),
        }
    }

    /// False if the thread of the server has ended. Before [`stop`](Self::stop), that only happens through a defect.
    pub(super) fn is_running(&self) -> bool {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    pub(super) fn start(plan: ServerPlan) -> Result<Self> {
        let (stop, stopped) = watch::channel(false);
        let (started, start_result) = mpsc::channel();
        let thread = threads::start("shiptrack-server".to_owned(), move || match open(plan) {
            Ok((runtime, listener, address, state)) => {
                let _ = started.send(Ok((address, state.origin.clone(), runtime.handle().id())));
                // When this returns, the runtime is dropped: that cuts the remaining connections and waits for the handlers.
                runtime.block_on(listener::listen(listener, state, stopped));
            }
            Err(error) => drop(started.send(Err(error))),
        })
        .map_err(|error| {
            Error::new(ErrorKind::Internal, "the thread of the server could not be started").with_source(error)
        })?;
        let result =
            start_result.recv().unwrap_or_else(|_| Err(Error::new(ErrorKind::Internal, "the server did not start")));
        match result {
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

/// Opens the socket and the runtime. Runs on the thread of the server, because the thread that starts the server may
/// have another runtime.
fn open(plan: ServerPlan) -> Result<(Runtime, TcpListener, SocketAddr, Arc<ServerState>)> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .thread_name("shiptrack-handler")
        .max_blocking_threads(plan.limits.handlers)
        .thread_keep_alive(Duration::MAX)
        .build()
        .map_err(|error| {
            Error::new(ErrorKind::Internal, "the event loop of the server could not be started").with_source(error)
        })?;
    // Starts the first handler thread now: if the system refuses a new thread, tokio panics, unless it already has a
    // handler thread.
    drop(runtime.spawn_blocking(|| ()));
    let (listener, bound) = runtime.block_on(bind(plan.address))?;
    let origin = match plan.public_url {
        Some(url) => url,
        None => address::parse_origin(&format!("http://{bound}"))?,
    };
    let state = ServerState {
        handlers: Handlers::new(&plan.limits),
        body_memory: BodyMemory::new(plan.limits.total_body_bytes),
        transport: plan.transport,
        limits: plan.limits,
        origin,
        call: Call::default(),
    };
    Ok((runtime, listener, bound, Arc::new(state)))
}

async fn bind(at: SocketAddr) -> Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(at).await;
    listener.and_then(|listener| listener.local_addr().map(|bound| (listener, bound))).map_err(|error| {
        address::refused("address", format!("cannot listen on {at}: {}", error.kind())).with_source(error)
    })
}
