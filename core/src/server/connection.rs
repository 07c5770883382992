//! Serves one connection, from its opening until it is closed or cut.

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

use super::connection_state::SharedState;
use super::exchange::exchange;
use super::socket::Socket;
use super::state::ServerState;

/// The smallest buffer that hyper accepts.
const SMALLEST_BUFFER: usize = 8 * 1024;

/// Serves requests until the client closes the connection or a deadline passes. When `stop` becomes true, the request in progress is the
/// last one.
pub(super) async fn serve(
    stream: TcpStream,
    state: SharedState,
    server: Arc<ServerState>,
    mut stop: watch::Receiver<bool>,
) {
    let service = service_fn({
        let (server, state) = (Arc::clone(&server), state.clone());
        move |request| exchange(Arc::clone(&server), state.clone(), request)
    });
    let mut http = pin!(protocol(&server).serve_connection(Socket::new(stream, state.clone()), service));
    let mut stop = pin!(stop.wait_for(|stopping| *stopping));
    let mut stopping = false;
    // There is one timer for the whole connection. To avoid resetting it for each deadline, it is reset for an earlier deadline only.
    // Most deadlines have been replaced by later ones when the timer fires; it is then set to the current deadline.
    let mut timer = pin!(sleep(Duration::ZERO));
    let opened = timer.deadline();
    poll_fn(|cx| {
        if !stopping && stop.as_mut().poll(cx).is_ready() {
            stopping = true;
            http.as_mut().graceful_shutdown();
        }
        // Errors of a connection are ignored: hyper has handled them.
        if http.as_mut().poll(cx).is_ready() {
            return Poll::Ready(());
        }
        let Some(due) = state.lock().due() else { return Poll::Pending };
        // A deadline beyond the range of the timer never passes.
        let Some(deadline) = opened.checked_add(due) else { return Poll::Pending };
        if deadline < timer.deadline() || timer.is_elapsed() {
            timer.as_mut().reset(deadline);
        }
        while timer.as_mut().poll(cx).is_ready() {
            if due <= state.now() {
                return Poll::Ready(());
            }
            timer.as_mut().reset(deadline);
        }
        Poll::Pending
    })
    .await;
}

/// The settings of hyper. [`ConnectionState`](super::connection_state::ConnectionState) has the deadlines, so hyper needs no
/// timer. The limit of 100 fields is hyper's default; setting it would cost an allocation for each request.
fn protocol(server: &ServerState) -> http1::Builder {
    let mut protocol = http1::Builder::new();
    protocol
        .half_close(true)
        .max_header_size(server.limits.head_bytes)
        .max_buf_size(server.limits.head_bytes.max(SMALLEST_BUFFER));
    protocol
}
