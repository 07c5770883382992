//! A web application with axum and tokio that serves the tracking API under `/v2`, next to its own routes.
//!
//! The library blocks, so every call of it runs on tokio's threads for blocking work (`spawn_blocking`), of which
//! this program has sixteen. No thread that serves connections waits for the disk. Look-ups and deliveries run on the
//! threads of the worker.
//!
//! It needs the crates `axum`, `tokio` (with `rt-multi-thread`, `net` and `signal`) and `shiptrack`.
//!
//! ```sh
//! cargo run -p shiptrack-tests --example axum                      # tracks a container over HTTP, and exits
//! cargo run -p shiptrack-tests --example axum -- 127.0.0.1:8080    # serves until Ctrl-C
//! ```

use std::error::Error;
use std::net::SocketAddr;
use std::pin::Pin;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use shiptrack::http::{Call, Method as Verb, Request, Transport};
use shiptrack::{Client, NewTrackingRequest, Service, Wait};
use tokio::task::spawn_blocking;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Outcome<()> {
    let service = Service::builder().in_memory()?; // on a file: .open("tracking.db")?
    service.start_worker(4)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(16).build()?;
    runtime.block_on(run(service.clone(), std::env::args().nth(1)))?;
    service.close()?;
    Ok(())
}

async fn run(service: Service, address: Option<String>) -> Outcome<()> {
    let app = Router::new()
        .route("/", get(overview))
        .fallback(answer) // the service answers every other path, with 404 outside of /v2
        .with_state(service.clone());
    let listener = tokio::net::TcpListener::bind(address.as_deref().unwrap_or("127.0.0.1:0")).await?;
    let address_bound = listener.local_addr()?;
    println!("serving on http://{address_bound}");
    let until: Pin<Box<dyn Future<Output = ()> + Send>> = match address {
        Some(_) => Box::pin(async { drop(tokio::signal::ctrl_c().await) }),
        None => Box::pin(async move {
            // The client blocks, so it runs on a thread for blocking work.
            match spawn_blocking(move || track(&service, address_bound)).await {
                Ok(Ok(result)) => println!("{result}"),
                Ok(Err(problem)) => eprintln!("{problem}"),
                Err(panic) => eprintln!("{panic}"),
            }
        }),
    };
    axum::serve(listener, app).with_graceful_shutdown(until).await?;
    Ok(())
}

/// Passes a request to the service, and returns its response.
async fn answer(State(service): State<Service>, method: Method, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let Some(verb) = Verb::parse(method.as_str()) else { return StatusCode::METHOD_NOT_ALLOWED.into_response() };
    let mut request = Request::new(verb, uri.path_and_query().map_or("/", |path| path.as_str()));
    for (name, value) in &headers {
        if let Ok(value) = value.to_str() {
            request.headers.append(name.as_str().to_owned(), value);
        }
    }
    request.body = body.into();
    match spawn_blocking(move || service.send(request, &Call::default())).await {
        Ok(Ok(answer)) => {
            let mut response = Response::builder().status(answer.status);
            for (name, value) in answer.headers.iter() {
                response = response.header(name, value);
            }
            let response = response.body(Body::from(answer.body));
            response.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
        }
        _ => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// A page of the application. It reads the containers with the client of this process.
async fn overview(State(service): State<Service>) -> Response {
    let read = spawn_blocking(move || {
        let mut lines = String::new();
        for container in service.client().containers().list() {
            let container = container?;
            lines.push_str(&format!("{} is {}\n", container.number, container.current_status));
        }
        Ok::<_, shiptrack::Error>(lines)
    });
    match read.await {
        Ok(Ok(lines)) => lines.into_response(),
        _ => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Tracks a container over HTTP with an API key, as another program would do.
fn track(service: &Service, address: SocketAddr) -> shiptrack::Result<String> {
    let key = service.create_key(service.default_account(), "example")?.key;
    let client = Client::builder(format!("http://{address}/v2"), key.reveal()).allow_insecure_http().build()?;
    let new = NewTrackingRequest::container("TEST-TR-SUCCEEDED", "TEST");
    let request = client.tracking_requests().create(new)?;
    let request = client.tracking_requests().wait(&request.id, Wait::until_settled())?;
    Ok(format!("{} is {}", request.request_number, request.status))
}
