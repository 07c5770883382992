//! A server at work, and its end.

use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;

use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use super::body::BodyMemory;
use super::listener;
use super::pool::{Pool, join};
use super::site::Site;
use super::{ServerLimits, address};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Transport};
use crate::threads;

/// A server that is set up and checked.
pub(super) struct Plan {
    pub(super) transport: Arc<dyn Transport>,
    pub(super) address: SocketAddr,
    pub(super) public_url: Option<String>,
    pub(super) limits: ServerLimits,
}

/// A server that takes connections. It stops when told so, and when it is dropped.
pub struct RunningServer {
    address: SocketAddr,
    url: String,
    stop: watch::Sender<bool>,
    pool: Arc<Pool>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl RunningServer {
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
        if let Some(thread) = thread {
            join(thread);
            self.pool.close();
        }
    }

    /// Whether its thread is still there. It ends by itself only through a defect.
    pub(super) fn is_running(&self) -> bool {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Starts the thread and waits until it listens.
    pub(super) fn start(plan: Plan) -> Result<Self> {
        let pool = Arc::new(Pool::new(plan.limits.handlers, plan.limits.queue));
        let (stop, stopped) = watch::channel(false);
        let (listening, begun) = mpsc::channel();
        let handlers = Arc::clone(&pool);
        let thread = threads::start("shiptrack-server".to_owned(), move || match open(plan, handlers) {
            Ok((runtime, listener, address, site)) => {
                let _ = listening.send(Ok((address, site.origin.clone())));
                runtime.block_on(listener::listen(listener, site, stopped));
            }
            Err(error) => drop(listening.send(Err(error))),
        })
        .map_err(|error| Error::new(ErrorKind::Internal, "no thread for the server").with_source(error))?;
        let begun = begun.recv().unwrap_or_else(|_| Err(Error::new(ErrorKind::Internal, "the server did not start")));
        match begun {
            Ok((address, url)) => Ok(RunningServer { address, url, stop, pool, thread: Mutex::new(Some(thread)) }),
            Err(error) => {
                join(thread);
                Err(error)
            }
        }
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        self.stop();
    }
}

impl fmt::Debug for RunningServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunningServer").field("address", &self.address).field("url", &self.url).finish_non_exhaustive()
    }
}

/// Everything that can fail, on the server's own thread: a host with a runtime of its own must not see ours.
fn open(plan: Plan, pool: Arc<Pool>) -> Result<(Runtime, TcpListener, SocketAddr, Arc<Site>)> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .build()
        .map_err(|error| Error::new(ErrorKind::Internal, "no event loop for the server").with_source(error))?;
    let (listener, bound) = runtime.block_on(bind(plan.address))?;
    let origin = match plan.public_url {
        Some(url) => url,
        None => address::parse_origin(&format!("http://{bound}"))?,
    };
    let site = Site {
        body_memory: BodyMemory::new(plan.limits.total_body_bytes),
        transport: plan.transport,
        limits: plan.limits,
        origin,
        call: Call::default(),
        pool,
    };
    Ok((runtime, listener, bound, Arc::new(site)))
}

async fn bind(at: SocketAddr) -> Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(at).await;
    listener.and_then(|listener| listener.local_addr().map(|bound| (listener, bound))).map_err(|error| {
        address::refused("address", format!("cannot listen on {at}: {}", error.kind())).with_source(error)
    })
}
