//! The services on which API cases run: in process and over HTTP.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use shiptrack::http::ureq::{UreqConfig, UreqTransport};
use shiptrack::http::{Call, Method, Request, Response, Roots, Transport};
use shiptrack::server::{Server, ServerLimits};
use shiptrack_tests::scenario::Scenario;

use super::case::Ask;
use super::pattern::{fill, fill_text};
use shiptrack_tests::with;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Home {
    Process,
    Http,
}

/// A new service with two accounts and four keys, and the transport to it.
pub struct Stage {
    pub scenario: Scenario,
    keys: BTreeMap<&'static str, String>,
    transport: Arc<dyn Transport>,
    origin: String,
    _server: Option<Server>,
}

impl Stage {
    pub fn open(home: Home) -> Self {
        let scenario = Scenario::new();
        let service = &scenario.service;
        let other = service.create_account("other", "Other Company").unwrap().id;
        let reveal = |key: shiptrack::service::NewKey| key.key.reveal().to_owned();
        let revoked = service.create_key(&scenario.account, "revoked").unwrap();
        service.revoke_key(&scenario.account, revoked.record.id).unwrap();
        let keys = BTreeMap::from([
            ("default", reveal(service.create_key(&scenario.account, "default").unwrap())),
            ("other", reveal(service.create_key(&other, "other").unwrap())),
            ("read_only", reveal(service.create_read_only_key(&scenario.account, "read only").unwrap())),
            ("revoked", reveal(revoked)),
        ]);
        match home {
            Home::Process => {
                let transport = Arc::new(service.clone());
                Stage { keys, transport, origin: String::new(), _server: None, scenario }
            }
            Home::Http => {
                let mut limits = ServerLimits::default();
                limits.body_bytes = 65_536;
                let server = service.server().limits(limits).start().unwrap();
                let config = with(UreqConfig::default(), |config| config.roots = Roots::Bundled);
                let transport = Arc::new(UreqTransport::new(config).unwrap());
                Stage { keys, transport, origin: server.url().to_owned(), _server: Some(server), scenario }
            }
        }
    }

    /// Returns the names that every case can use.
    pub fn names(&self) -> BTreeMap<String, String> {
        BTreeMap::from([
            ("origin".to_owned(), self.origin.clone()),
            ("account".to_owned(), self.scenario.account.to_string()),
        ])
    }

    pub fn send(&self, ask: &Ask, saved: &BTreeMap<String, String>) -> Response {
        let method = Method::parse(&ask.method).expect("a method");
        let path = fill_text(&ask.path, saved);
        // Saved links are absolute over HTTP.
        let url = if path.starts_with("http") { path } else { format!("{}{path}", self.origin) };
        let mut request = Request::new(method, url);
        if let Some(key) = self.keys.get(ask.key.as_str()) {
            request.headers.set("Authorization", format!("Token {key}"));
        } else {
            assert_eq!(ask.key, "none", "unknown key name");
        }
        let body = ask.body.as_ref().map(|body| fill(body, saved).to_string().into_bytes());
        let spaces = ask.body_spaces.map(|count| vec![b' '; count]);
        if let Some(body) = body.or_else(|| ask.body_text.clone().map(String::into_bytes)).or(spaces) {
            request.body = body;
            if !ask.headers.contains_key("Content-Type") {
                request.headers.set("Content-Type", "application/vnd.api+json");
            }
        }
        for (name, value) in &ask.headers {
            if let Some(value) = value {
                request.headers.set(name.clone(), fill_text(value, saved));
            }
        }
        self.transport.send(request, &Call::default()).expect("the service answers")
    }
}
