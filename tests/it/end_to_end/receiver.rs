//! A webhook receiver: an HTTP server on loopback that verifies every signature.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, OnceLock};

use shiptrack::clock::{Clock, ManualClock};
use shiptrack::jsonapi::Document;
use shiptrack::resources::WebhookNotification;
use shiptrack::webhooks::{SigningSecret, Verifier};

/// The event of a delivery, or why it was rejected.
type Delivery = Result<String, String>;

pub struct Receiver {
    url: String,
    secret: Arc<OnceLock<String>>,
    deliveries: mpsc::Receiver<Delivery>,
}

impl Receiver {
    pub fn start(clock: ManualClock) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/freight", listener.local_addr().unwrap());
        let (sender, deliveries) = mpsc::channel();
        let secret = Arc::new(OnceLock::new());
        let trusted = Arc::clone(&secret);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if let Err(broken) = serve(stream, &trusted, &clock, &sender) {
                    let _ = sender.send(Err(broken.to_string()));
                }
            }
        });
        Receiver { url, secret, deliveries }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Sets the secret that the service returned for this webhook.
    pub fn trust(&self, secret: &str) {
        self.secret.set(secret.to_owned()).expect("one secret");
    }

    /// How often each event was delivered since the last call. Panics if a delivery was rejected.
    pub fn delivered(&self) -> BTreeMap<String, usize> {
        let mut times = BTreeMap::new();
        for delivery in self.deliveries.try_iter() {
            *times.entry(delivery.expect("the signature is verified")).or_default() += 1;
        }
        times
    }
}

fn serve(
    stream: TcpStream,
    secret: &OnceLock<String>,
    clock: &ManualClock,
    sender: &Sender<Delivery>,
) -> io::Result<()> {
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

    let secret = secret.get().map(String::as_str).unwrap_or_default();
    let verified = SigningSecret::new(secret)
        .and_then(|secret| Verifier::new([secret]))
        .and_then(|verifier| verifier.verify(header, &body, clock.now()).map(drop));
    let delivery = verified.and_then(|()| Document::<WebhookNotification>::parse(body));
    let status = if delivery.is_ok() { "204 No Content" } else { "400 Bad Request" };
    let _ = sender.send(delivery.map(|read| read.event.to_string()).map_err(|refused| refused.to_string()));
    write!(&stream, "HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
}
