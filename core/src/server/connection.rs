//! One connection, from its opening until it is done, cut, or told to stop.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::sleep;

use super::connection_state::{ConnectionState, SharedState};
use super::exchange::exchange;
use super::socket::Socket;
use super::state::ServerState;

/// hyper does not work with less.
const SMALLEST_BUFFER: usize = 8 * 1024;

/// After `stop` the request in flight is the last one.
pub(super) async fn serve(stream: TcpStream, site: Arc<ServerState>, mut stop: watch::Receiver<bool>) {
    let progress = SharedState::new(ConnectionState::new(&site.limits));
    let service = service_fn({
        let (site, progress) = (Arc::clone(&site), progress.clone());
        move |request| exchange(Arc::clone(&site), progress.clone(), request)
    });
    let mut http = pin!(protocol(&site).serve_connection(Socket::new(stream, progress.clone()), service));
    let mut stop = pin!(stop.wait_for(|stopping| *stopping));
    let mut stopping = false;
    // One timer for the whole connection. It is set back only for an earlier moment: most deadlines are over before it
    // rings, and then it is set to the one that is due by then.
    let mut timer = pin!(sleep(Duration::ZERO));
    let opened = timer.deadline();
    poll_fn(|cx| {
        if !stopping && stop.as_mut().poll(cx).is_ready() {
            stopping = true;
            http.as_mut().graceful_shutdown();
        }
        // Why a connection ended is between hyper and the other side.
        if http.as_mut().poll(cx).is_ready() {
            return Poll::Ready(());
        }
        let Some(due) = progress.lock().due() else { return Poll::Pending };
        // A moment beyond what the timer can count to never comes.
        let Some(ring) = opened.checked_add(due) else { return Poll::Pending };
        if ring < timer.deadline() || timer.is_elapsed() {
            timer.as_mut().reset(ring);
        }
        while timer.as_mut().poll(cx).is_ready() {
            if due <= progress.now() {
                return Poll::Ready(());
            }
            timer.as_mut().reset(ring);
        }
        Poll::Pending
    })
    .await;
}

/// [`ConnectionState`] has the deadlines, so hyper gets no timer. Its default limit of 100 fields is the right one, and
/// setting it would cost an allocation per request.
fn protocol(site: &ServerState) -> http1::Builder {
    let mut protocol = http1::Builder::new();
    protocol
        .half_close(true)
        .max_header_size(site.limits.head_bytes)
        .max_buf_size(site.limits.head_bytes.max(SMALLEST_BUFFER));
    protocol
}
