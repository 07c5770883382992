//! The service behind a socket.

#[path = "generated/objects/server.rs"]
mod generated;

use std::ffi::c_char;
use std::sync::Arc;

use shiptrack::chrono::{DateTime, Utc};
use shiptrack::clock::{CancelToken, Cancelled};
use shiptrack::http::{self, Call, ExchangePhase, Request, Response, Transport, TransportError};
use shiptrack::server::{Server as CoreServer, ServerBuilder, ServerLimits};

use crate::boundary::{
    Closable, Error, Failure, LockCell, OwnedText, call, change, copied, lend, make, object, required_text,
    write_object,
};
use crate::service::{Service, ServiceBody};
use crate::settings::set_limit;

/// Settings of a server; everything has a default. shiptrack_server_start() copies them.
///
/// Ownership: yours; free it with shiptrack_server_options_free().
/// Threads: any number may use it at a time.
pub struct ServerOptions(());

object!(ServerOptions, "shiptrack_server_options", 0x16, LockCell<Settings>);

/// A server at work: HTTP/1.1 in front of a service. It runs threads of its own, which block all signals.
///
/// Ownership: yours; free it with shiptrack_server_free(), which stops it.
/// Lifetime: it keeps its service alive; closing the service stops it.
/// Threads: any number may use it at a time. After a fork() the child must do no more than free it.
pub struct Server(());

object!(Server, "shiptrack_server", 0x17, ServerBody);

#[derive(Default, Clone)]
struct Settings {
    address: Option<String>,
    public_url: Option<String>,
    remote: bool,
    limits: ServerLimits,
}

impl Settings {
    fn apply(self, mut builder: ServerBuilder) -> ServerBuilder {
        if let Some(address) = self.address {
            builder = builder.address(address);
        }
        if let Some(url) = self.public_url {
            builder = builder.public_url(url);
        }
        if self.remote {
            builder = builder.allow_remote();
        }
        builder.limits(self.limits)
    }
}

pub(crate) struct ServerBody {
    live: Arc<Closable<Arc<CoreServer>>>,
    url: OwnedText,
    address: OwnedText,
}

/// Stands for the service when settings are checked.
struct NoService;

impl Transport for NoService {
    fn send(&self, _: Request, _: &Call) -> Result<Response, TransportError> {
        Err(TransportError::new(http::Failure::Refused, ExchangePhase::Prepare, "there is no service"))
    }

    fn pause(&self, _: DateTime<Utc>, _: &CancelToken) -> Result<(), Cancelled> {
        Ok(())
    }
}

/// Rejects at once what would be rejected when a server is started, under the name of the argument. Whether settings
/// fit together is only checked then.
fn check(name: &str, set: impl FnOnce(ServerBuilder) -> ServerBuilder) -> Result<(), Failure> {
    let builder = CoreServer::builder(Arc::new(NoService)).allow_remote().public_url("http://localhost");
    set(builder).check().map_err(|refusal| Failure::renamed(name, &refusal))
}

/// Makes settings that are all at their defaults.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_options_new(options: *mut *mut ServerOptions, error: *mut *mut Error) -> i32 {
    make::<Settings>(options, "options", error)
}

/// Listens on this address: an IP or `localhost`, and a port; port 0 takes a free one. `127.0.0.1:0` by default.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_options_address(
    options: *const ServerOptions,
    address: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        let address = required_text(address, "address")?;
        check("address", |builder| builder.address(address))?;
        Ok(settings.address.replace(address.to_owned()))
    })
}

/// What links in answers start with: needed behind a proxy, and when listening on every address of the machine.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_options_public_url(
    options: *const ServerOptions,
    url: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        let url = required_text(url, "url")?;
        check("url", |builder| builder.public_url(url))?;
        Ok(settings.public_url.replace(url.to_owned()))
    })
}

/// Allows an address that other machines can reach. There is no TLS here: put a proxy that ends it in front.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_options_allow_remote(options: *const ServerOptions, error: *mut *mut Error) -> i32 {
    change(options, error, |settings: &mut Settings| {
        settings.remote = true;
        Ok(())
    })
}

pub(crate) fn set_limit_of(
    options: *const ServerOptions,
    name: *const c_char,
    number: i64,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        let (name, mut limits) = (required_text(name, "name")?, settings.limits.clone());
        set_limit(&mut limits, name, number)?;
        check(name, |builder| builder.limits(limits.clone()))?;
        Ok(std::mem::replace(&mut settings.limits, limits))
    })
}

/// Starts a server in front of the service; it listens when this returns. `options` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_start(
    service: *const Service,
    options: *const ServerOptions,
    server: *mut *mut Server,
    error: *mut *mut Error,
) -> i32 {
    write_object(server, "server", error, || {
        let body = lend::<ServiceBody>(service)?;
        let settings = copied::<Settings>(options)?;
        let running = settings.apply(body.live.get()?.server()).start()?;
        let (url, address) = (OwnedText::new(running.url()), OwnedText::new(running.address().to_string()));
        let live = Closable::new(CancelToken::new(), Arc::new(running));
        body.live.adopt(&live)?;
        Ok(ServerBody { live, url, address })
    })
}

/// Takes no more connections, lets requests in flight finish, and closes. Stopping it again, or after its service was
/// closed, changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_stop(server: *const Server, error: *mut *mut Error) -> i32 {
    call(error, || {
        let live = &lend::<ServerBody>(server)?.live;
        // Closed with its service, or by an earlier call: nothing is left to stop.
        if let Ok(running) = live.get() {
            running.stop();
        }
        live.close_now()
    })
}
