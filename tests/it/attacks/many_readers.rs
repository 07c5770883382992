//! Hundreds of clients that read at the same time: the memory of the server, and its throughput.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::json;
use shiptrack::service::Service;
use shiptrack::store::Store;
use shiptrack::store::sqlite::SqliteStore;
use shiptrack_tests::depth::depth;
use shiptrack_tests::scratch::Scratch;
use shiptrack_tests::store_suite::Maker;

/// Fills a file with shipments of one container, as many as fit into `bytes`, and returns an API key of their account.
fn fill(path: &std::path::Path, bytes: u64) -> String {
    let service = Service::open(path).unwrap();
    let account = service.default_account().clone();
    let key = service.create_key(&account, "k").unwrap().key.reveal().to_owned();
    service.close().unwrap();
    drop(service);
    let store = SqliteStore::open(path).unwrap();
    let store: &dyn Store = &store;
    let mut maker = Maker::new(1);
    maker.account = account;
    let mut number = 0;
    while std::fs::metadata(path).unwrap().len() < bytes {
        store
            .writing(|tx| {
                for _ in 0..500 {
                    number += 1;
                    let shipment = maker.shipment(&format!("MAEU{number:09}"));
                    tx.put_shipment(&shipment)?;
                    let mut container = maker.container(&shipment.shipment.id, &format!("MSKU{number:07}"));
                    container.container.ref_numbers = vec![json!("x".repeat(1_000)).to_string()];
                    tx.put_container(&container)?;
                }
                Ok(())
            })
            .unwrap();
        store.maintain().unwrap();
    }
    key
}

/// Serves a file in a child process, and returns the address.
fn serve(path: &std::path::Path) -> (Child, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shiptrack-test-child"));
    let mut child = command.arg("serve-http").arg(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (child, line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned())
}

/// The anonymous memory of a process in bytes.
fn anonymous_memory(process: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() << 10
}

/// Sends the request for a page.
fn ask(address: &str, key: &str, page: usize) -> io::Result<TcpStream> {
    let mut socket = TcpStream::connect(address)?;
    socket.set_read_timeout(Some(Duration::from_secs(30)))?;
    let request = format!(
        "GET /v2/containers?page[number]={page}&page[size]=100 HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Authorization: Token {key}\r\n\r\n"
    );
    socket.write_all(request.as_bytes())?;
    Ok(socket)
}

/// The size of an answer; `None` if it is not a page.
fn list(address: &str, key: &str, page: usize) -> Option<usize> {
    let mut socket = ask(address, key, page).ok()?;
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).ok()?;
    answer.starts_with(b"HTTP/1.1 200").then_some(answer.len())
}

/// The largest anonymous memory of a process during some tenths of a second.
fn most_memory(process: u32, tenths: usize) -> usize {
    let measured = (0..tenths).map(|_| {
        thread::sleep(Duration::from_millis(100));
        anonymous_memory(process)
    });
    measured.max().unwrap()
}

/// The caches of all connections to the database have one budget, whatever the number of clients. Clients that ask and do not read hold a
/// limited number of answers.
#[test]
fn hundreds_of_reading_and_of_silent_clients_stay_within_a_memory_limit() {
    let (clients, bytes, limit) = (depth(64, 400), depth(24 << 20, 1 << 30), depth(72, 256) << 20);
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let key = fill(&path, bytes);
    let (mut child, address) = serve(&path);
    let (over, served) = (AtomicBool::new(false), AtomicUsize::new(0));
    let most = thread::scope(|scope| {
        for client in 0..clients {
            let (over, served, address, key) = (&over, &served, &address, &key);
            scope.spawn(move || {
                for round in 0.. {
                    if over.load(Ordering::Acquire) {
                        break;
                    }
                    if list(address, key, 1 + (client * 37 + round * 101) % 80).is_some() {
                        served.fetch_add(1, Ordering::AcqRel);
                    }
                }
            });
        }
        let most = most_memory(child.id(), depth(30, 200));
        over.store(true, Ordering::Release);
        most
    });
    let silent: Vec<TcpStream> = (0..clients).map(|client| ask(&address, &key, 1 + client % 80).unwrap()).collect();
    let most_silent = most_memory(child.id(), depth(10, 100));
    let served = served.into_inner();
    println!(
        "figures: {clients} clients, {bytes} bytes: {} MB of anonymous memory, {served} pages; {} silent clients: {} MB",
        most >> 20,
        silent.len(),
        most_silent >> 20
    );
    drop(silent);
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success(), "the server was not killed");
    assert!(served > clients && most.max(most_silent) < limit, "{served} pages, {most} and {most_silent} bytes");
}
