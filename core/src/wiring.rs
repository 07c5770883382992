//! The composition root: builds clients and services. Only this file names the adapters for HTTP and SQLite.

#[cfg(feature = "client")]
mod client {
    use std::sync::Arc;
    use std::time::Duration;

    use crate::client::{Client, ClientBuilder};
    use crate::error::Result;
    use crate::http::ureq::{UreqConfig, UreqTransport};

    impl Client {
        /// A client of the hosted service at `base_url` (`https://host/v2`), with an API key.
        pub fn new(base_url: impl Into<String>, api_key: impl Into<String>) -> Result<Self> {
            Client::builder(base_url, api_key).build()
        }

        /// A client configured by the environment variables `SHIPTRACK_BASE_URL` and `SHIPTRACK_API_KEY`.
        pub fn from_env() -> Result<Self> {
            ClientBuilder::from_variables(|name| std::env::var(name))?.build()
        }

        /// A builder, for a client with other settings. Call [`build`](ClientBuilder::build) at the end.
        pub fn builder(base_url: impl Into<String>, api_key: impl Into<String>) -> ClientBuilder {
            ClientBuilder::new(base_url, api_key)
        }
    }

    impl ClientBuilder {
        /// Builds the client. An invalid setting is an error that names it.
        pub fn build(self) -> Result<Client> {
            let transport = self.transport()?;
            self.over(Arc::new(transport))
        }

        /// Checks the settings and names the first invalid one, as [`build`](ClientBuilder::build) does. Only `build`
        /// also checks the base URL and the key. Use it to check each setting as it is made.
        pub fn check(&self) -> Result<()> {
            self.transport()?;
            self.check_settings()
        }

        fn transport(&self) -> Result<UreqTransport> {
            UreqTransport::new(UreqConfig {
                clock: Arc::clone(&self.clock),
                connect_timeout: self.connect_timeout,
                proxy: self.proxy.clone(),
                roots: self.roots.clone(),
                // Every call of the client has its own deadline.
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
    use crate::inheritance;
    use crate::numbers::NumberKind;
    use crate::resources::AccountId;
    use crate::service::{Service, ServiceBuilder};
    use crate::store::Store;
    use crate::store::sqlite::{self, SqliteStore};

    impl Service {
        /// Opens a service on the SQLite file at `path`, and creates the file if it does not exist. The path
        /// `:memory:` opens a service in memory.
        ///
        /// One process at a time can open a file: while another process has it open, this waits for
        /// [`busy_timeout`](crate::service::StoragePolicy::busy_timeout). It is released when the service is [closed](Service::close), or
        /// when the last value that uses the service is dropped. The service does nothing on its own: [start its
        /// worker](Service::start_worker), or call [`run_due`](Service::run_due).
        pub fn open(path: impl AsRef<Path>) -> Result<Self> {
            Service::builder().open(path)
        }

        /// Opens a service in memory. Its data is gone when it is dropped.
        pub fn in_memory() -> Result<Self> {
            Service::builder().in_memory()
        }

        /// A builder, for a service with carriers and other settings. Call [`open`](ServiceBuilder::open) at the end.
        pub fn builder() -> ServiceBuilder {
            ServiceBuilder::new()
        }

        /// Must be called right before this thread forks the process, if the child uses this library or outlives its parent. Waits
        /// until no thread uses a database of this library, and blocks other threads. Follow it by
        /// [`after_fork_in_parent`](Service::after_fork_in_parent) and [`after_fork_in_child`](Service::after_fork_in_child) on the
        /// same thread. A host program that links with C can register all three with `pthread_atfork`.
        ///
        /// A child can open databases then, whatever the other threads of its parent were doing. It waits for transactions, which are
        /// short, and for databases that are being opened or closed. It does not wait inside of a transaction.
        pub fn before_fork() {
            sqlite::before_fork();
            inheritance::before_fork();
        }

        /// Must be called right after a fork, in the parent.
        pub fn after_fork_in_parent() {
            inheritance::after_fork_in_parent();
            sqlite::after_fork();
        }

        /// Must be called right after a fork, in the child. Closes what must not outlive the parent: lock files, and the sockets of
        /// servers and of processes that read documents.
        ///
        /// In the child, the services of the parent fail with [`Forked`](ErrorKind::Forked). A database that the parent has closed can
        /// be opened. A client of a server opens new connections.
        pub fn after_fork_in_child() {
            inheritance::after_fork_in_child();
            sqlite::after_fork();
        }

        /// A client of this service for the account `default`: in process, without an API key and rate limits. It
        /// uses the clock of the service. While the client waits for something, it processes due work.
        pub fn client(&self) -> Client {
            ClientBuilder::in_process()
                .clock(self.clock())
                .over(self.host_transport(self.default_account()))
                .expect("a client in process has no invalid settings")
        }

        /// A client of this service for another account, which must exist.
        pub fn client_of(&self, account: &AccountId) -> Result<Client> {
            ClientBuilder::in_process().clock(self.clock()).over(self.transport(account)?)
        }
    }

    impl CarrierAccess {
        /// Asks a carrier once about a number, and reports the requests, the answers and the decoded facts. Use it to
        /// test new credentials. Nothing is stored.
        ///
        /// `account` is the name of the account that has the credentials. If `kind` is `None`, the kind of the number
        /// is detected.
        pub fn check(&self, scac: &str, number: &str, kind: Option<NumberKind>, account: &str) -> Result<Check> {
            let transport: Arc<dyn Transport> = Arc::new(UreqTransport::new(self.config(UreqConfig::default()))?);
            self.check_with_transport(
                &transport,
                &(Arc::new(SystemClock::new()) as Arc<dyn Clock>),
                (scac, number, kind),
                account,
            )
        }

        fn config(&self, defaults: UreqConfig) -> UreqConfig {
            let (proxy, roots) = self.proxy_and_roots();
            UreqConfig { proxy, roots, ..defaults }
        }
    }

    impl ServiceBuilder {
        /// Opens the service on the SQLite file at `path`, and creates the file if it does not exist. The path
        /// `:memory:` opens it in memory.
        ///
        /// The file `<path>.lock` shows that the database is open. Do not delete it while a program has the database open: writes are
        /// refused then. A database that is missing or empty although its lock file remembers one is an error; without this
        /// file, a new database is created.
        pub fn open(self, path: impl AsRef<Path>) -> Result<Service> {
            if path.as_ref() == Path::new(":memory:") {
                return self.in_memory();
            }
            self.check()?;
            let path = path.as_ref();
            // Some damage of the file only shows here, after it was opened.
            let store = SqliteStore::open_until_cancelled(path, self.storage_policy(), self.opening_cancel())?;
            let migration = store.migration().cloned();
            let new_database = store.is_new().then(|| path.to_owned());
            self.migrated(migration).new_database(new_database).over(store).map_err(|error| match error.kind() {
                ErrorKind::Store => {
                    let sentence = format!("{}: {}", path.display(), error.with_causes());
                    error.with_message(sentence)
                }
                _ => error,
            })
        }

        /// Opens the service in memory.
        pub fn in_memory(self) -> Result<Service> {
            self.over(SqliteStore::in_memory()?)
        }

        fn over(self, store: impl Store + 'static) -> Result<Service> {
            self.check()?;
            let config = || UreqConfig { clock: self.clock.clone(), ..UreqConfig::default() };
            let outbound: Arc<dyn Transport> = Arc::new(UreqTransport::new(config())?);
            // Requests to carriers have separate settings for the proxy and trusted certificates.
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
        /// A builder for an HTTP server in front of this service. By default it listens on a loopback address.
        ///
        /// The server only answers requests. Without [`start_worker`](Service::start_worker), or calls of
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
