//! Recognizes failures of this computer: no free descriptor, no network, no name server.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::sync::Mutex;

use super::config::Resolver;
use crate::threads::lock;

/// Names that were looked up successfully and are remembered. Two, so that one of them is another name.
const REMEMBERED: usize = 2;

/// The messages of `EAI_AGAIN` in glibc and musl. The standard library does not return the code.
const TEMPORARY: [&str; 2] = ["Temporary failure in name resolution", "Try again"];

/// Whether the connection failed on this computer, before anything left it.
pub(super) fn is_local(error: &io::Error) -> bool {
    use io::ErrorKind::{AddrNotAvailable, NetworkDown, NetworkUnreachable, OutOfMemory};
    matches!(error.kind(), AddrNotAvailable | NetworkDown | NetworkUnreachable | OutOfMemory)
        || has_no_descriptor(error)
}

#[cfg(unix)]
fn has_no_descriptor(error: &io::Error) -> bool {
    use nix::errno::Errno;
    matches!(error.raw_os_error().map(Errno::from_raw), Some(Errno::EMFILE | Errno::ENFILE | Errno::ENOBUFS))
}

#[cfg(not(unix))]
fn has_no_descriptor(_: &io::Error) -> bool {
    false
}

/// The error of a look-up of a name.
pub(super) struct FailedLookUp {
    pub(super) error: io::Error,
    /// Whether no name can be looked up at present.
    pub(super) is_local: bool,
}

/// The names that were looked up successfully, newest first.
#[derive(Default)]
pub(super) struct ResolvedNames(Mutex<VecDeque<String>>);

impl ResolvedNames {
    /// Looks up a name. A temporary failure is local only if another name, which was found before, is not found now either.
    pub(super) fn look_up(&self, resolver: &Resolver, name: &str, port: u16) -> Result<Vec<SocketAddr>, FailedLookUp> {
        let error = match resolver.look_up(name, port) {
            Ok(found) => {
                self.remember(name);
                return Ok(found);
            }
            Err(error) => error,
        };
        let is_local = is_local(&error) || (is_temporary(&error) && !self.resolves_another(resolver, name, port));
        Err(FailedLookUp { error, is_local })
    }

    fn resolves_another(&self, resolver: &Resolver, name: &str, port: u16) -> bool {
        let other = lock(&self.0).iter().find(|other| *other != name).cloned();
        other.is_some_and(|other| resolver.look_up(&other, port).is_ok())
    }

    fn remember(&self, name: &str) {
        let mut names = lock(&self.0);
        names.retain(|known| known != name);
        names.push_front(name.to_owned());
        names.truncate(REMEMBERED);
    }
}

fn is_temporary(error: &io::Error) -> bool {
    let message = error.to_string();
    TEMPORARY.iter().any(|text| message.contains(text))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    fn temporary() -> io::Error {
        io::Error::other("failed to lookup address information: Temporary failure in name resolution")
    }

    #[test]
    fn temporary_failure_is_local_only_while_no_other_name_is_found() {
        let is_offline = Arc::new(AtomicBool::new(false));
        let offline = is_offline.clone();
        let resolver =
            Resolver::new(move |name, port| match name == "broken.example" || offline.load(Ordering::Relaxed) {
                true => Err(temporary()),
                false => Ok(vec![SocketAddr::from(([192, 0, 2, 1], port))]),
            });
        let names = ResolvedNames::default();
        let is_local = |name| names.look_up(&resolver, name, 443).err().map(|failed| failed.is_local);
        assert_eq!(is_local("broken.example"), Some(true), "no other name is known");
        assert_eq!(is_local("one.example"), None);
        assert_eq!(is_local("broken.example"), Some(false));
        is_offline.store(true, Ordering::Relaxed);
        assert_eq!([is_local("broken.example"), is_local("one.example")], [Some(true), Some(true)]);
    }

    #[test]
    fn name_that_does_not_exist_is_no_local_failure() {
        let resolver = Resolver::new(|_, _| Err(io::Error::other("Name or service not known")));
        let failed = ResolvedNames::default().look_up(&resolver, "no.example", 443).unwrap_err();
        assert!(!failed.is_local);
    }

    #[cfg(unix)]
    #[test]
    fn lack_of_descriptors_and_networks_is_local_and_a_refused_connection_is_not() {
        use nix::errno::Errno::{ECONNREFUSED, EHOSTUNREACH, EMFILE, ENETUNREACH, ENFILE};
        let is_local = |code| is_local(&io::Error::from_raw_os_error(code as i32));
        assert_eq!([EMFILE, ENFILE, ENETUNREACH].map(is_local), [true; 3]);
        assert_eq!([ECONNREFUSED, EHOSTUNREACH].map(is_local), [false; 2]);
    }
}
