//! Opens a connection to a host: looks up the name, applies the egress rule, connects. Neither look-ups nor connects
//! can be interrupted, so both run on [`Workers`] while the caller checks its deadline and cancellation.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::Arc;

use super::config::Resolver;
use super::exchange::Exchange;
use super::local_failure::{FailedLookUp, ResolvedNames, is_local};
use super::workers::{Pending, QuotaKey, Workers};
use super::{ExchangePhase, Failure, TransportError, egress};

/// Maximum number of threads for look-ups, and for connects. They are separate, so that a hanging name server delays no connect.
const THREADS: usize = 32;

/// Maximum number of threads for checks of names. They are separate, so that checks cannot delay requests.
const CHECK_THREADS: usize = 8;

/// Maximum number of addresses of a host that are tried.
const MAX_ADDRESSES: usize = 8;

type Found = Result<Vec<SocketAddr>, FailedLookUp>;
type LookUp = Box<dyn FnOnce() -> Found + Send>;

pub(super) struct Dialer {
    resolver: Resolver,
    resolved: Arc<ResolvedNames>,
    checks: Workers,
    lookups: Workers,
    connects: Workers,
}

impl Dialer {
    pub(super) fn new(resolver: Resolver) -> Self {
        Dialer {
            resolver,
            resolved: Arc::default(),
            checks: Workers::new("shiptrack-check", CHECK_THREADS),
            lookups: Workers::new("shiptrack-lookup", THREADS),
            connects: Workers::new("shiptrack-connect", THREADS),
        }
    }

    pub(super) fn dial(&self, host: &str, port: u16, exchange: &Exchange) -> Result<TcpStream, TransportError> {
        let mut addresses =
            self.resolve(host, port, exchange, |look_up| Some(self.lookups.run(&exchange.quota_key, look_up)))?;
        exchange.enter(ExchangePhase::Connect);
        keep_permitted(&mut addresses, exchange)?;
        self.connect(&addresses, exchange)
    }

    pub(super) fn check(&self, host: &str, exchange: &Exchange) -> Result<(), TransportError> {
        let mut addresses =
            self.resolve(host, 0, exchange, |look_up| self.checks.run_at_once(&exchange.quota_key, look_up))?;
        exchange.enter(ExchangePhase::Connect);
        keep_permitted(&mut addresses, exchange)
    }

    fn resolve(
        &self,
        host: &str,
        port: u16,
        exchange: &Exchange,
        begin: impl FnOnce(LookUp) -> Option<Pending<Found>>,
    ) -> Result<Vec<SocketAddr>, TransportError> {
        exchange.enter(ExchangePhase::Resolve);
        if let Ok(address) = host.parse::<IpAddr>() {
            exchange.remaining()?;
            return Ok(vec![SocketAddr::new(address, port)]);
        }
        let (resolver, resolved, name) = (self.resolver.clone(), Arc::clone(&self.resolved), host.to_owned());
        let begun = begin(Box::new(move || resolved.look_up(&resolver, &name, port)));
        let pending = begun.ok_or_else(|| exchange.fail(Failure::Busy, "too many host names are being looked up"))?;
        match exchange.wait(&pending)? {
            Ok(addresses) if !addresses.is_empty() => Ok(addresses),
            Ok(_) => Err(exchange.fail(Failure::Io, format!("{host} has no address"))),
            Err(FailedLookUp { error, is_local }) => {
                let failure = if is_local { Failure::Local } else { Failure::Io };
                Err(exchange.fail(failure, format!("{host}: {error}")))
            }
        }
    }

    fn connect(&self, addresses: &[SocketAddr], exchange: &Exchange) -> Result<TcpStream, TransportError> {
        let addresses = &addresses[..addresses.len().min(MAX_ADDRESSES)];
        let (mut last, mut all_local) = (None, true);
        for (tried, &address) in addresses.iter().enumerate() {
            let share = exchange.remaining()? / (addresses.len() - tried) as u32;
            // The quota is for each address, so that one that does not answer delays no other.
            let quota_key = QuotaKey::from(address.ip().to_string());
            let pending = self.connects.run(&quota_key, move || TcpStream::connect_timeout(&address, share));
            match exchange.wait(&pending)? {
                Ok(stream) => return Ok(stream),
                Err(error) => {
                    all_local &= is_local(&error);
                    last = Some((address, error));
                }
            }
        }
        // If the deadline has passed, report that and not the last failure.
        exchange.remaining()?;
        Err(match last {
            Some((address, error)) => {
                let failure = if all_local { Failure::Local } else { failure_of(&error) };
                exchange.fail(failure, format!("{address}: {error}"))
            }
            None => exchange.fail(Failure::Io, "there is no address to connect to"),
        })
    }
}

fn failure_of(error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => Failure::Timeout,
        _ => Failure::Io,
    }
}

fn keep_permitted(addresses: &mut Vec<SocketAddr>, exchange: &Exchange) -> Result<(), TransportError> {
    let refused = addresses.first().map(SocketAddr::ip);
    addresses.retain(|address| egress::permits(&exchange.egress, address.ip()));
    match refused {
        Some(address) if addresses.is_empty() => {
            let why = match egress::is_public(address) {
                true => format!("{address} is not allowed: {}", egress::name(&exchange.egress)),
                false => format!("{address} is not a public address"),
            };
            Err(exchange.fail(Failure::Refused, why))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;
    use crate::clock::CancelToken;
    use crate::http::config::UreqConfig;
    use crate::http::{Call, Egress, SendStatus};

    fn exchange(resolve: Duration, egress: Egress, cancel: CancelToken) -> Exchange {
        let long = Duration::from_secs(60);
        let config = UreqConfig {
            resolve_timeout: resolve,
            connect_timeout: long,
            total_timeout: long,
            ..UreqConfig::default()
        };
        Exchange::new(&config.into(), None, &Call { egress, cancel, ..Call::default() })
    }

    fn open() -> Exchange {
        exchange(Duration::from_secs(60), Egress::Open, CancelToken::new())
    }

    /// A dialer with a look-up that hangs until the sender is dropped.
    fn hanging() -> (Dialer, mpsc::Sender<()>, mpsc::Receiver<()>) {
        let (release, gate) = mpsc::channel::<()>();
        let (entered, reached) = mpsc::channel::<()>();
        let gate = std::sync::Mutex::new(gate);
        let dialer = Dialer::new(Resolver::new(move |_, _| {
            let _ = entered.send(());
            let _ = gate.lock().unwrap().recv();
            Err(io::Error::other("released"))
        }));
        (dialer, release, reached)
    }

    #[test]
    fn hanging_look_up_ends_at_its_timeout() {
        let (dialer, _release, _) = hanging();
        let exchange = exchange(Duration::from_millis(1), Egress::Open, CancelToken::new());
        let failed = dialer.dial("example.com", 80, &exchange).unwrap_err();
        assert_eq!(
            (failed.failure, failed.phase, failed.send_status()),
            (Failure::Timeout, ExchangePhase::Resolve, SendStatus::NotSent)
        );
    }

    #[test]
    fn hanging_look_up_can_be_cancelled() {
        let (dialer, _release, reached) = hanging();
        let cancel = CancelToken::new();
        let canceller = std::thread::spawn({
            let cancel = cancel.clone();
            move || reached.recv().map(|()| cancel.cancel())
        });
        let failed =
            dialer.dial("example.com", 80, &exchange(Duration::from_secs(60), Egress::Open, cancel)).unwrap_err();
        assert_eq!((failed.failure, failed.phase), (Failure::Cancelled, ExchangePhase::Resolve));
        canceller.join().unwrap().unwrap();
    }

    #[test]
    fn host_without_address_fails_in_the_look_up() {
        let dialer = Dialer::new(Resolver::new(|_, _| Err(io::Error::other("no such host"))));
        let failed = dialer.dial("example.com", 80, &open()).unwrap_err();
        assert_eq!((failed.failure, failed.phase), (Failure::Io, ExchangePhase::Resolve));
        assert!(failed.message.contains("example.com"));
    }

    #[test]
    fn hanging_checks_only_affect_their_own_group() {
        let (dialer, release, reached) = hanging();
        let check = &|quota_key: &str, host: &str| {
            let mut exchange = exchange(Duration::from_secs(60), Egress::PublicOnly, CancelToken::new());
            exchange.quota_key = quota_key.into();
            let failed = dialer.check(host, &exchange).unwrap_err();
            (failed.failure, failed.phase, failed.send_status())
        };
        std::thread::scope(|scope| {
            let hung = ["a", "b"].map(|name| scope.spawn(move || check("hanging", name)));
            hung.iter().for_each(|_| reached.recv().unwrap());
            assert_eq!(check("hanging", "c"), (Failure::Busy, ExchangePhase::Resolve, SendStatus::NotSent));
            assert_eq!(check("hanging", "10.0.0.1").0, Failure::Refused, "an address is not looked up");
            let other = scope.spawn(move || check("other", "d"));
            reached.recv().unwrap();
            drop(release);
            for name in hung.into_iter().chain([other]) {
                assert_eq!(name.join().unwrap(), (Failure::Io, ExchangePhase::Resolve, SendStatus::NotSent));
            }
        });
    }

    #[test]
    fn next_address_is_tried_after_a_refused_connection() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let good = listener.local_addr().unwrap();
        // No server uses this port by accident.
        let closed = SocketAddr::from(([127, 0, 0, 1], 1));
        let dialer = Dialer::new(Resolver::new(move |_, _| Ok(vec![closed, good])));
        assert_eq!(dialer.dial("example.com", 80, &open()).unwrap().peer_addr().unwrap(), good);
    }

    #[test]
    fn name_that_cannot_be_looked_up_without_descriptors_is_a_local_failure() {
        let dialer = Dialer::new(Resolver::new(|_, _| Err(io::Error::from_raw_os_error(24))));
        let failed = dialer.dial("example.com", 80, &open()).unwrap_err();
        assert_eq!((failed.failure, failed.send_status()), (Failure::Local, SendStatus::NotSent));
    }

    #[test]
    fn only_permitted_addresses_of_a_host_are_used() {
        let private = TcpListener::bind("127.0.0.1:0").unwrap();
        private.set_nonblocking(true).unwrap();
        let address = private.local_addr().unwrap();
        let listed = TcpListener::bind(("127.0.0.2", 0)).unwrap();
        let good = listed.local_addr().unwrap();
        let dialer = Dialer::new(Resolver::new(move |_, _| Ok(vec![address, good])));
        let rule = Egress::PublicAnd(vec!["127.0.0.2/32".to_owned()].into());
        let exchange = exchange(Duration::from_secs(60), rule, CancelToken::new());
        assert_eq!(dialer.dial("example.com", 80, &exchange).unwrap().peer_addr().unwrap(), good);
        assert_eq!(private.accept().unwrap_err().kind(), io::ErrorKind::WouldBlock);
    }

    #[test]
    fn name_with_a_private_address_is_rejected() {
        let private = TcpListener::bind("127.0.0.1:0").unwrap();
        private.set_nonblocking(true).unwrap();
        let address = private.local_addr().unwrap();
        let dialer = Dialer::new(Resolver::new(move |_, _| Ok(vec![address])));
        let exchange = exchange(Duration::from_secs(60), Egress::PublicOnly, CancelToken::new());
        let failed = dialer.dial("rebound.example.com", 80, &exchange).unwrap_err();
        assert_eq!(
            (failed.failure, failed.phase, failed.send_status()),
            (Failure::Refused, ExchangePhase::Connect, SendStatus::NotSent)
        );
        assert!(failed.message.contains("127.0.0.1 is not a public address"));
        assert_eq!(private.accept().unwrap_err().kind(), io::ErrorKind::WouldBlock);
    }
}
