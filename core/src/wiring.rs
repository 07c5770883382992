//! The composition root: the only place that names adapters, and both client and service.

#[cfg(feature = "client")]
mod client {
    use std::sync::Arc;
    use std::time::Duration;

    use crate::client::{Client, ClientBuilder};
    use crate::error::Result;
    use crate::http::ureq::{UreqConfig, UreqTransport};

    impl Client {
        /// A client of the service at `base_url` (`https://host/v2`), with an API key.
        pub fn new(base_url: impl Into<String>, api_key: impl Into<String>) -> Result<Self> {
            Client::builder(base_url, api_key).build()
        }

        /// A client set up by the environment: `SHIPTRACK_BASE_URL` and `SHIPTRACK_API_KEY`.
        pub fn from_env() -> Result<Self> {
            ClientBuilder::from_variables(|name| std::env::var(name))?.build()
        }

        /// Settings first, then [`build`](ClientBuilder::build).
        pub fn builder(base_url: impl Into<String>, api_key: impl Into<String>) -> ClientBuilder {
            ClientBuilder::new(base_url, api_key)
        }
    }

    impl ClientBuilder {
        /// The client, speaking HTTP. A refusal names the setting.
        pub fn build(self) -> Result<Client> {
            let transport = self.transport()?;
            self.over(Arc::new(transport))
        }

        /// Refuses, by its name, a setting that cannot work, as [`build`](ClientBuilder::build) does: for whoever takes
        /// settings one at a time. What `build` alone looks at are the base URL and the key.
        pub fn check(&self) -> Result<()> {
            self.transport()?;
            self.check_own()
        }

        fn transport(&self) -> Result<UreqTransport> {
            UreqTransport::new(UreqConfig {
                clock: Arc::clone(&self.clock),
                connect_timeout: self.connect_timeout,
                proxy: self.proxy.clone(),
                roots: self.roots.clone(),
                // Every call of the client has its own deadline, which may be later.
                total_timeout: Duration::from_secs(24 * 60 * 60),
                ..UreqConfig::default()
            })
        }
    }
}

#[cfg(feature = "embedded")]
mod embedded {
    use std::path::Path;
    use std::sync::Arc;

    use crate::carrier_http::{CarrierAccess, Check};
    use crate::client::{Client, ClientBuilder};
    use crate::clock::{Clock, SystemClock};
    use crate::error::{ErrorKind, Result};
    use crate::http::Transport;
    use crate::http::ureq::{UreqConfig, UreqTransport};
    use crate::numbers::NumberKind;
    use crate::resources::AccountId;
    use crate::service::{Service, ServiceBuilder};
    use crate::store::Store;
    use crate::store::sqlite::SqliteStore;

    impl Service {
        /// Opens the service that lives in the file at `path`, making it if there is none.
        ///
        /// One process at a time holds the file, until the service is [closed](Service::close) or nothing that leads into
        /// it is left. Nothing happens by itself: drive the service with [`run_due`](Service::run_due), or start its
        /// worker. `:memory:` is no file: the service then lives in memory.
        pub fn open(path: impl AsRef<Path>) -> Result<Self> {
            Service::builder().open(path)
        }

        /// A service that lives in memory and is gone when it is dropped.
        pub fn in_memory() -> Result<Self> {
            Service::builder().in_memory()
        }

        /// Settings, carriers and extractors first, then [`open`](ServiceBuilder::open).
        pub fn builder() -> ServiceBuilder {
            ServiceBuilder::new()
        }

        /// The host's own client of this service, for the account `default`: in process, no key, no limits. It tells time
        /// by the service's clock, and waiting with it does the work that falls due meanwhile.
        pub fn client(&self) -> Client {
            ClientBuilder::in_process()
                .clock(self.clock())
                .over(self.host_transport(self.default_account()))
                .expect("a client in process has no setting that could be refused")
        }

        /// The host's own client of this service for another account, which must be there.
        pub fn client_of(&self, account: &AccountId) -> Result<Client> {
            ClientBuilder::in_process().clock(self.clock()).over(self.transport(account)?)
        }
    }

    impl CarrierAccess {
        /// Asks a carrier once about a number, and tells what was done, what came back and how it was read: the first thing to do
        /// with new credentials. Nothing is kept. `account` is the name of the account whose credentials are used; without a `kind`
        /// the number's is told from it.
        pub fn check(&self, scac: &str, number: &str, kind: Option<NumberKind>, account: &str) -> Result<Check> {
            let transport: Arc<dyn Transport> = Arc::new(UreqTransport::new(self.config(UreqConfig::default()))?);
            self.check_with_transport(
                &transport,
                &(Arc::new(SystemClock::new()) as Arc<dyn Clock>),
                (scac, number, kind),
                account,
            )
        }

        fn config(&self, usual: UreqConfig) -> UreqConfig {
            let (proxy, roots) = self.connection();
            UreqConfig { proxy, roots, ..usual }
        }
    }

    impl ServiceBuilder {
        /// Opens the service in the file at `path`, making it if there is none; in memory when the path is `:memory:`.
        pub fn open(self, path: impl AsRef<Path>) -> Result<Service> {
            if path.as_ref() == Path::new(":memory:") {
                return self.in_memory();
            }
            self.check()?;
            let path = path.as_ref();
            // A file that is damaged further inside shows it only now.
            self.over(SqliteStore::open(path)?).map_err(|error| match error.kind() {
                ErrorKind::Store => {
                    let told = format!("{}: {}", path.display(), error.with_causes());
                    error.with_message(told)
                }
                _ => error,
            })
        }

        /// The service in memory.
        pub fn in_memory(self) -> Result<Service> {
            self.over(SqliteStore::in_memory()?)
        }

        fn over(self, store: impl Store + 'static) -> Result<Service> {
            self.check()?;
            let config = || UreqConfig { clock: self.clock.clone(), ..UreqConfig::default() };
            let outbound: Arc<dyn Transport> = Arc::new(UreqTransport::new(config())?);
            // Requests to carriers have their own proxy and roots.
            let to_carriers = match &self.access {
                Some(access) => Arc::new(UreqTransport::new(access.config(config()))?),
                None => Arc::clone(&outbound),
            };
            self.with_carriers_over(&to_carriers)?.finish(store, outbound)
        }
    }
}

#[cfg(feature = "server")]
mod server {
    use std::sync::Arc;

    use crate::server::{Server, ServerBuilder};
    use crate::service::Service;

    impl Service {
        /// Sets up an HTTP server in front of this service; it listens on loopback unless told otherwise.
        ///
        /// The server answers and does nothing else: without [`start_worker`](Service::start_worker), or calls of
        /// [`run_due`](Service::run_due), no carrier is asked and every tracking request stays `pending`.
        ///
        /// ```no_run
        /// # fn main() -> shiptrack::Result<()> {
        /// let service = shiptrack::Service::open("tracking.db")?;
        /// service.start_worker(shiptrack::Service::WORKER_THREADS)?;
        /// let server = service.server().address("127.0.0.1:8080").start()?;
        /// println!("{}", server.url());
        /// # Ok(())
        /// # }
        /// ```
        pub fn server(&self) -> ServerBuilder {
            Server::builder(Arc::new(self.clone()))
        }
    }
}
