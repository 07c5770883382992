//! A webhook receiver: a small but real HTTP server that verifies every signature.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, OnceLock};

use shiptrack::clock::{Clock, ManualClock};
use shiptrack::jsonapi::Document;
use shiptrack::resources::WebhookNotification;
use shiptrack::webhooks::{Secret, Verifier};

/// The running server, and what it heard.
pub struct Receiver {
    url: String,
    secret: Arc<OnceLock<String>>,
    heard: mpsc::Receiver<String>,
}

impl Receiver {
    pub fn start(clock: ManualClock) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let url = format!("http://{}/freight", listener.local_addr()?);
        let (tell, heard) = mpsc::channel();
        let secret = Arc::new(OnceLock::new());
        let known = Arc::clone(&secret);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // A client that breaks off is its own trouble.
                let _ = serve(stream, &known, &clock, &tell);
            }
        });
        Ok(Receiver { url, secret, heard })
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// The secret the service gave for this webhook.
    pub fn trust(&self, secret: &str) {
        let _ = self.secret.set(secret.to_owned());
    }

    /// What arrived since this was last asked: each kind once, with how often it came.
    pub fn heard(&self) -> Vec<String> {
        let mut told: Vec<(String, usize)> = Vec::new();
        for arrived in self.heard.try_iter() {
            match told.iter_mut().find(|(known, _)| *known == arrived) {
                Some((_, times)) => *times += 1,
                None => told.push((arrived, 1)),
            }
        }
        told.into_iter().map(|(what, times)| format!("→ {times:>2} × {what}")).collect()
    }
}

fn serve(stream: TcpStream, secret: &OnceLock<String>, clock: &ManualClock, tell: &Sender<String>) -> io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut headers, mut text) = (Vec::new(), String::new());
    while reader.read_line(&mut text)? > 2 {
        if let Some((name, value)) = text.trim_end().split_once(": ") {
            headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        text.clear();
    }
    let header = |name: &str| headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let mut body = vec![0; header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0)];
    reader.read_exact(&mut body)?;

    // The bytes are verified before anything looks into them.
    let secret = secret.get().map(String::as_str).unwrap_or_default();
    let verified = Secret::new(secret)
        .and_then(|secret| Verifier::new([secret]))
        .and_then(|verifier| verifier.verify(header, &body, clock.now()).map(|_| ()));
    let status = match verified.and_then(|()| Document::<WebhookNotification>::parse(body)) {
        Ok(told) => {
            let _ = tell.send(format!("{:<48} signature verified", told.event));
            "204 No Content"
        }
        Err(refused) => {
            let _ = tell.send(format!("refused: {refused}"));
            "400 Bad Request"
        }
    };
    write!(&stream, "HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
}
