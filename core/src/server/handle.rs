//! A running server: starting and stopping it.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
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
use crate::http::{Call, Handler};
use crate::inheritance::ParentOnly;
use crate::threads::{HostMask, Thread};

/// The checked settings of a server.
pub(super) struct ServerPlan {
    pub(super) handler: Arc<dyn Handler>,
    pub(super) address: SocketAddr,
    pub(super) public_url: Option<String>,
    pub(super) limits: ServerLimits,
}

/// How long dropping a server waits for handlers that ignore their cancellation at the stop deadline.
const MAX_HANDLERS: Duration = Duration::from_secs(10);

/// A running HTTP server. It stops when it is dropped; dropping does not wait for a handler that ignores the stop deadline by
/// more than ten seconds.
///
/// It only answers requests. The service behind it needs a [worker](crate::Service::start_worker), or every tracking
/// request stays `pending`.
pub struct Server {
    address: SocketAddr,
    url: String,
    stop: watch::Sender<bool>,
    runtime: Id,
    thread: Mutex<Option<Thread>>,
    /// How long dropping the server waits.
    drop_timeout: Duration,
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
        self.stop_within(Duration::MAX);
    }

    /// Like [`stop`](Self::stop), but waits for at most `timeout`. Returns whether the server has stopped; otherwise it stops
    /// when its handlers return.
    pub fn stop_within(&self, timeout: Duration) -> bool {
        self.stop.send_replace(true);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(thread) = thread.filter(|thread| !thread.is_current()) else { return true };
        match Handle::try_current() {
            // The caller is a handler. The server thread ends only after all handlers, so joining it here would never
            // return: wait only for the connections.
            Ok(current) if current.id() == self.runtime => {
                current.block_on(self.stop.closed());
                true
            }
            _ => thread.join_within(timeout),
        }
    }

    /// False if the thread of the server has ended. Before [`stop`](Self::stop), that only happens through a defect.
    pub(super) fn is_running(&self) -> bool {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    pub(super) fn start(plan: ServerPlan) -> Result<Self> {
        let drop_timeout = plan.limits.stop_deadline.saturating_add(MAX_HANDLERS);
        let (stop, stopped) = watch::channel(false);
        let (started, start_result) = mpsc::channel();
        let thread = Thread::start("shiptrack-server".to_owned(), move || match open(plan) {
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
            Ok((address, url, runtime)) => {
                Ok(Server { address, url, stop, runtime, thread: Mutex::new(Some(thread)), drop_timeout })
            }
            Err(error) => {
                thread.join_within(Duration::MAX);
                Err(error)
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop_within(self.drop_timeout);
    }
}

debug_fields!(Server: address, url);

/// Opens the socket and the runtime. Runs on the thread of the server, because the thread that starts the server may
/// have another runtime.
fn open(plan: ServerPlan) -> Result<(Runtime, ParentOnly<TcpListener>, SocketAddr, Arc<ServerState>)> {
    let host_mask = HostMask::of_starter();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .thread_name("shiptrack-handler")
        .on_thread_start(move || host_mask.adopt())
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
        handler: plan.handler,
        limits: plan.limits,
        origin,
        call: Call::default(),
    };
    Ok((runtime, listener, bound, Arc::new(state)))
}

async fn bind(at: SocketAddr) -> Result<(ParentOnly<TcpListener>, SocketAddr)> {
    let listener = TcpListener::bind(at).await;
    listener.and_then(|listener| listener.local_addr().map(|bound| (ParentOnly::new(listener), bound))).map_err(
        |error| address::refused("address", format!("cannot listen on {at}: {}", error.kind())).with_source(error),
    )
}
