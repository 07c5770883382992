//! An HTTP server of a carrier on the loopback interface, with OAuth tokens and pages of events.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::script_server::{Received, Respond, Script, Server};

/// Answers a request before the number is looked up; `None` continues with the look-up.
pub type Interceptor = dyn Fn(&Received) -> Option<Reply> + Send + Sync;

/// An answer of the server.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    pub status: u16,
    pub fields: Vec<(String, String)>,
    pub body: String,
}

impl Reply {
    pub fn new(status: u16, body: impl Into<String>) -> Self {
        Reply { status, fields: Vec::new(), body: body.into() }
    }

    pub fn field(mut self, name: &str, value: &str) -> Self {
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let mut head = format!("HTTP/1.1 {} X\r\nContent-Length: {}\r\n", self.status, self.body.len());
        for (name, value) in &self.fields {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        if self.status == 304 {
            return format!("{head}\r\n").replace("Content-Length: 0\r\n", "").into_bytes();
        }
        format!("{head}\r\n{}", self.body).into_bytes()
    }
}

/// The running server. It takes the query parameters of the DCSA standard. Its Nth token is `tok-N`.
pub struct HttpCarrier {
    server: Server,
    known: Arc<Mutex<HashMap<String, Vec<Value>>>>,
    interceptor: Arc<Mutex<Option<Arc<Interceptor>>>>,
}

/// Number of events on a page.
const PAGE: usize = 2;

impl Default for HttpCarrier {
    fn default() -> Self {
        Self::new()
    }
}

impl HttpCarrier {
    pub fn new() -> Self {
        let known: Arc<Mutex<HashMap<String, Vec<Value>>>> = Arc::default();
        let interceptor: Arc<Mutex<Option<Arc<Interceptor>>>> = Arc::default();
        let tokens = Arc::new(Mutex::new(0));
        let respond: Arc<Respond> = Arc::new({
            let (known, interceptor) = (Arc::clone(&known), Arc::clone(&interceptor));
            move |received: &Received| {
                let interceptor = interceptor.lock().unwrap().clone();
                let reply = interceptor.and_then(|interceptor| interceptor(received)).unwrap_or_else(|| match received
                    .method
                    .as_str()
                {
                    "POST" => token(received, &mut tokens.lock().unwrap()),
                    _ => events(received, &known.lock().unwrap()),
                });
                reply.bytes()
            }
        });
        let forever = (0..200).fold(Script::new(), |script, _| script.respond(&respond));
        HttpCarrier { server: Server::start([forever]), known, interceptor }
    }

    /// Answers look-ups of this number, of any kind, with these events in the flat DCSA form.
    pub fn knows(&self, number: &str, events: &[Value]) -> &Self {
        self.known.lock().unwrap().insert(number.to_owned(), events.to_vec());
        self
    }

    /// Passes every request to `interceptor` first, from now on.
    pub fn intercept(&self, interceptor: impl Fn(&Received) -> Option<Reply> + Send + Sync + 'static) -> &Self {
        *self.interceptor.lock().unwrap() = Some(Arc::new(interceptor));
        self
    }

    pub fn url(&self) -> String {
        self.server.url("")
    }

    /// Returns method and target of every request so far.
    pub fn asked(&self) -> Vec<String> {
        self.server.requests().iter().map(|request| format!("{} {}", request.method, request.target)).collect()
    }

    pub fn requests(&self) -> Vec<Received> {
        self.server.requests()
    }
}

fn token(received: &Received, tokens: &mut u32) -> Reply {
    let form = String::from_utf8_lossy(&received.body).into_owned();
    if !form.contains("client_id=the-id") || !form.contains("client_secret=the-secret") {
        return Reply::new(401, r#"{"error":"invalid_client"}"#);
    }
    *tokens += 1;
    Reply::new(200, json!({ "access_token": format!("tok-{tokens}"), "expires_in": 3600 }).to_string())
}

fn events(received: &Received, known: &HashMap<String, Vec<Value>>) -> Reply {
    if !received.header("Authorization").unwrap_or_default().starts_with("Bearer tok-") {
        return Reply::new(401, r#"{"error":[{"code":"ERR_GW_001","reason":"Invalid or expired Key"}]}"#);
    }
    let parameter = |name: &str| {
        let query = received.target.split_once('?')?.1;
        query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=')).map(str::to_owned)
    };
    let number =
        ["transportDocumentReference", "carrierBookingReference", "equipmentReference"].into_iter().find_map(parameter);
    let Some(events) = number.and_then(|number| known.get(&number)) else {
        return Reply::new(404, r#"{"errors":[{"reason":"notFound","message":"no such reference"}],"statusCode":404}"#);
    };
    let from = parameter("cursor").and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
    let page: Vec<&Value> = events.iter().skip(from).take(PAGE).collect();
    let reply = Reply::new(200, json!(page).to_string());
    match from + PAGE < events.len() {
        true => reply.field("Next-Page-Cursor", &(from + PAGE).to_string()),
        false => reply,
    }
}
