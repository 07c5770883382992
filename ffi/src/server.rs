//! The service behind a socket.

use std::ffi::c_char;
use std::sync::Arc;

use shiptrack::clock::CancelToken;
use shiptrack::http::{self, Call, ExchangePhase, Handler, Request, Response, TransportError};
use shiptrack::server::{Server as CoreServer, ServerBuilder, ServerLimits};

use crate::boundary::{
    Closable, Error, Failure, LockCell, OwnedText, Text, call, change, copied, free, lend, make, object, peek,
    required_text, value_or, write_object,
};
use crate::service::{Service, ServiceBody};
use crate::settings::set_limit;

/// Settings of a server; each has a default. shiptrack_server_start() copies them.
///
/// Ownership: yours; free it with shiptrack_server_options_free().
/// Threads: any number of threads may use it at the same time.
pub struct ServerOptions(());

object!(ServerOptions, "shiptrack_server_options", 0x16, LockCell<Settings>);

/// A running HTTP/1.1 server in front of a service. Its threads block the signals that are sent to a process.
///
/// Ownership: yours; free it with shiptrack_server_free(), which stops it.
/// Lifetime: it keeps its service alive; closing the service stops it.
/// Threads: any number of threads may use it at the same time. After a fork() the child may only free it.
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

/// Replaces the service while settings are checked.
struct NoService;

impl Handler for NoService {
    fn answer(&self, _: Request, _: &Call) -> Result<Response, TransportError> {
        Err(TransportError::new(http::Failure::Refused, ExchangePhase::Prepare, "there is no service"))
    }
}

/// Rejects a value at once that would be rejected when a server starts, under the name of the argument. Whether the
/// settings are compatible is checked only then.
fn check(name: &str, set: impl FnOnce(ServerBuilder) -> ServerBuilder) -> Result<(), Failure> {
    let builder = CoreServer::builder(Arc::new(NoService)).allow_remote().public_url("http://localhost");
    set(builder).check().map_err(|refusal| Failure::renamed(name, &refusal))
}

/// Creates settings with their default values.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_options_new(options: *mut *mut ServerOptions, error: *mut *mut Error) -> i32 {
    make::<Settings>(options, "options", error)
}

/// Sets the address to listen on: an IP address or `localhost`, and a port (`127.0.0.1:8080`). Port 0 chooses a free
/// port. The default is `127.0.0.1:0`.
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

/// Sets the start of the links in responses. It is required behind a proxy, and when the server listens on all
/// addresses.
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

/// Permits an address that other machines can reach. The server has no TLS: put a proxy with TLS in front of it.
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

/// Starts a server in front of the service. It accepts connections when this function returns. `options` may be NULL.
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

/// Stops accepting connections, waits for the requests in progress, and closes the server. Stopping it again, or after
/// its service was closed, has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_stop(server: *const Server, error: *mut *mut Error) -> i32 {
    call(error, || {
        let live = &lend::<ServerBody>(server)?.live;
        // A server that is already closed has nothing to stop.
        if let Ok(running) = live.get() {
            running.stop();
        }
        live.close_now()
    })
}

/// Frees the settings. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_options_free(options: *mut ServerOptions) {
    free::<LockCell<Settings>>(options);
}

/// The start of its URLs, such as `http://127.0.0.1:41234`. Append `/v2` for the base URL of a client.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_url(server: *const Server) -> Text {
    value_or(Text::NONE, || Some(peek::<ServerBody>(server)?.url.get()))
}

/// The address on which it listens, with its port.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_address(server: *const Server) -> Text {
    value_or(Text::NONE, || Some(peek::<ServerBody>(server)?.address.get()))
}

/// Stops the server and frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_free(server: *mut Server) {
    free::<ServerBody>(server);
}
