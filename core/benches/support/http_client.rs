//! A client that sends requests on one connection and reads the responses, with as little work as possible.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

pub struct HttpClient {
    stream: TcpStream,
    answer: Vec<u8>,
}

impl HttpClient {
    pub fn connect(server: SocketAddr) -> Self {
        let stream = TcpStream::connect(server).expect("a connection");
        stream.set_nodelay(true).expect("a socket");
        HttpClient { stream, answer: vec![0; 1 << 20] }
    }

    pub fn send(&mut self, request: &[u8]) {
        self.stream.write_all(request).expect("a connection");
    }

    /// Reads one response: its head, and as many bytes as the head says. Its status must be 200.
    pub fn receive(&mut self) {
        let mut length = 0;
        while length_of(&self.answer[..length]).is_none_or(|whole| length < whole) {
            let read = self.stream.read(&mut self.answer[length..]).expect("an answer");
            assert!(read > 0, "the server hung up");
            length += read;
        }
        assert!(self.answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&self.answer[..length]));
    }
}

/// A GET request with an API key.
pub fn get(path: &str, key: &str) -> Vec<u8> {
    format!(
        "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Token {key}\r\n\
         Accept: application/vnd.api+json\r\nUser-Agent: bench/1\r\n\r\n"
    )
    .into_bytes()
}

/// The length of the response that begins with these bytes; `None` if its head is incomplete.
fn length_of(answer: &[u8]) -> Option<usize> {
    let head = answer.windows(4).position(|end| end == b"\r\n\r\n")? + 4;
    let text = std::str::from_utf8(&answer[..head]).expect("a head");
    let length = text.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("content-length").then(|| value.parse::<usize>().expect("a number"))
    });
    Some(head + length.expect("a length"))
}
