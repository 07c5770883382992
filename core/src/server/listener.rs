//! Takes in connections until told to stop.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::connection;
use super::response;
use super::state::ServerState;

/// Connections beyond the limit that get a refusal at a time; others wait in the kernel until then.
const REFUSED_AT_A_TIME: usize = 64;

/// How long such a connection has to take it.
const REFUSAL_TIME: Duration = Duration::from_secs(1);

/// How long handlers have for a last answer after they were cancelled.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Pause while the process has no free descriptor.
const BREATH: Duration = Duration::from_millis(50);

pub(super) async fn listen(listener: TcpListener, site: Arc<ServerState>, mut stop: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(site.limits.connections));
    let refusals = Arc::new(Semaphore::new(REFUSED_AT_A_TIME));
    while let Some(place) = until(&mut stop, place(&places, &refusals)).await {
        let Some(accepted) = until(&mut stop, listener.accept()).await else { break };
        let Ok((stream, _)) = accepted else {
            // Out of descriptors, most likely: they come back as connections end. Asking again at once would spin.
            until(&mut stop, sleep(BREATH)).await;
            continue;
        };
        // Best effort: an answer goes out in one piece anyway.
        let _ = stream.set_nodelay(true);
        match place.upgraded(&places) {
            Place::Served(place) => {
                tokio::spawn(occupy(place, connection::serve(stream, Arc::clone(&site), stop.clone())))
            }
            Place::Refused(place) => tokio::spawn(occupy(place, refuse(stream))),
        };
    }
    drop(listener);
    finish(&site, &places).await;
}

/// Connections that do not end in time are cancelled, and cut after that.
async fn finish(site: &ServerState, places: &Semaphore) {
    let all = u32::try_from(site.limits.connections).unwrap_or(u32::MAX);
    if timeout(site.limits.stop_deadline, places.acquire_many(all)).await.is_err() {
        site.call.cancel.cancel();
        let _ = timeout(LAST_WORDS, places.acquire_many(all)).await;
    }
}

enum Place {
    Served(OwnedSemaphorePermit),
    Refused(OwnedSemaphorePermit),
}

impl Place {
    /// Replaced by a place among those served if one became free.
    fn upgraded(self, places: &Arc<Semaphore>) -> Self {
        match self {
            Place::Refused(refusal) => {
                Arc::clone(places).try_acquire_owned().map_or(Place::Refused(refusal), Place::Served)
            }
            served => served,
        }
    }
}

async fn place(places: &Arc<Semaphore>, refusals: &Arc<Semaphore>) -> Place {
    let mut served = pin!(Arc::clone(places).acquire_owned());
    let mut refused = pin!(Arc::clone(refusals).acquire_owned());
    let found = poll_fn(|cx| match served.as_mut().poll(cx) {
        Poll::Ready(place) => Poll::Ready(place.map(Place::Served)),
        Poll::Pending => refused.as_mut().poll(cx).map(|place| place.map(Place::Refused)),
    });
    found.await.expect("nobody closes the semaphores")
}

async fn occupy(place: OwnedSemaphorePermit, work: impl Future<Output = ()>) {
    work.await;
    drop(place);
}

/// Also reads the request: a socket that is closed with unread bytes is reset.
async fn refuse(mut stream: TcpStream) {
    let _ = timeout(REFUSAL_TIME, async {
        let response = response::busy();
        let told = response.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect::<String>();
        let head = format!(
            "HTTP/1.1 503 Service Unavailable\r\n{told}Content-Length: {}\r\nConnection: close\r\n\r\n",
            response.body.len()
        );
        stream.write_all(&[head.as_bytes(), &response.body].concat()).await?;
        stream.shutdown().await?;
        tokio::io::copy(&mut stream, &mut tokio::io::sink()).await
    })
    .await;
}

/// `None` if stopped before.
async fn until<T>(stop: &mut watch::Receiver<bool>, work: impl Future<Output = T>) -> Option<T> {
    let mut stop = pin!(stop.wait_for(|stopping| *stopping));
    let mut work = pin!(work);
    poll_fn(|cx| match stop.as_mut().poll(cx) {
        Poll::Ready(_) => Poll::Ready(None),
        Poll::Pending => work.as_mut().poll(cx).map(Some),
    })
    .await
}
