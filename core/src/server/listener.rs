//! Accepts connections until the server stops.

use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::connection;
use super::connection_state::SharedState;
use super::open_connections::OpenConnections;
use super::response;
use super::state::ServerState;
use crate::inheritance::ParentOnly;

/// How many connections beyond the limit are answered with 503 at a time. Others wait in the kernel.
const REFUSED_AT_A_TIME: usize = 64;

/// How long such a connection may take to read the response.
const REFUSAL_TIME: Duration = Duration::from_secs(1);

/// How long handlers may take to answer after they were cancelled.
const CANCEL_GRACE: Duration = Duration::from_secs(1);

/// The pause after a failure to accept a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

pub(super) async fn listen(
    listener: ParentOnly<TcpListener>,
    server: Arc<ServerState>,
    mut stop: watch::Receiver<bool>,
) {
    let slots = Arc::new(Semaphore::new(server.limits.connections));
    let refusals = Arc::new(Semaphore::new(REFUSED_AT_A_TIME));
    let open = Arc::new(OpenConnections::default());
    while let Some(slot) = until(&mut stop, acquire_slot(&slots, &refusals)).await {
        let Some(accepted) = until(&mut stop, listener.accept()).await else { break };
        let Ok((stream, client)) = accepted else {
            // Most likely the process has no free descriptor. Retrying at once would spin.
            until(&mut stop, sleep(ACCEPT_PAUSE)).await;
            continue;
        };
        // Failing is harmless: a response is usually written in one piece.
        let _ = stream.set_nodelay(true);
        match slot.upgraded(&slots, &open, client.ip()).await {
            Slot::Served(slot) => {
                let state = SharedState::new(&server.limits);
                let serving = connection::serve(stream, state.clone(), Arc::clone(&server), stop.clone());
                let ended = Arc::clone(&open);
                let task = tokio::spawn(async move {
                    occupy(slot, serving).await;
                    ended.remove(tokio::task::id());
                });
                open.add(client.ip(), state, task.abort_handle());
            }
            Slot::Refused(slot) => drop(tokio::spawn(occupy(slot, refuse(stream)))),
        }
    }
    drop(listener);
    finish(&server, &slots).await;
}

/// Waits for open connections. Those that do not end in time are cancelled, and cut after that.
async fn finish(server: &ServerState, slots: &Semaphore) {
    let all = u32::try_from(server.limits.connections).unwrap_or(u32::MAX);
    if timeout(server.limits.stop_deadline, slots.acquire_many(all)).await.is_err() {
        server.call.cancel.cancel();
        server.handlers.close();
        let _ = timeout(CANCEL_GRACE, slots.acquire_many(all)).await;
    }
    // Waiting work refers to the server, which would never be dropped.
    server.handlers.close();
}

/// A permit for a connection: to be served, or to be answered with 503.
enum Slot {
    Served(OwnedSemaphorePermit),
    Refused(OwnedSemaphorePermit),
}

impl Slot {
    /// A permit to be served, if one has become free, or if another connection is closed.
    async fn upgraded(self, slots: &Arc<Semaphore>, open: &OpenConnections, client: IpAddr) -> Self {
        let Slot::Refused(refusal) = self else { return self };
        if let Ok(slot) = Arc::clone(slots).try_acquire_owned() {
            return Slot::Served(slot);
        }
        match open.make_room(client) {
            // The closed connection returns its permit when the event loop drops it.
            true => Arc::clone(slots).acquire_owned().await.map_or(Slot::Refused(refusal), Slot::Served),
            false => Slot::Refused(refusal),
        }
    }
}

async fn acquire_slot(slots: &Arc<Semaphore>, refusals: &Arc<Semaphore>) -> Slot {
    let mut served = pin!(Arc::clone(slots).acquire_owned());
    let mut refused = pin!(Arc::clone(refusals).acquire_owned());
    let found = poll_fn(|cx| match served.as_mut().poll(cx) {
        Poll::Ready(slot) => Poll::Ready(slot.map(Slot::Served)),
        Poll::Pending => refused.as_mut().poll(cx).map(|slot| slot.map(Slot::Refused)),
    });
    found.await.expect("the semaphores are never closed")
}

async fn occupy(slot: OwnedSemaphorePermit, work: impl Future<Output = ()>) {
    work.await;
    drop(slot);
}

/// Answers with 503. It also reads the request, because a socket that is closed with unread bytes is reset.
async fn refuse(mut stream: TcpStream) {
    let _ = timeout(REFUSAL_TIME, async {
        let response = response::busy();
        let fields = response.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect::<String>();
        let head = format!(
            "HTTP/1.1 503 Service Unavailable\r\n{fields}Content-Length: {}\r\nConnection: close\r\n\r\n",
            response.body.len()
        );
        stream.write_all(&[head.as_bytes(), &response.body].concat()).await?;
        stream.shutdown().await?;
        tokio::io::copy(&mut stream, &mut tokio::io::sink()).await
    })
    .await;
}

/// The result of `work`; `None` if the server stops first.
async fn until<T>(stop: &mut watch::Receiver<bool>, work: impl Future<Output = T>) -> Option<T> {
    let mut stop = pin!(stop.wait_for(|stopping| *stopping));
    let mut work = pin!(work);
    poll_fn(|cx| match stop.as_mut().poll(cx) {
        Poll::Ready(_) => Poll::Ready(None),
        Poll::Pending => work.as_mut().poll(cx).map(Some),
    })
    .await
}
