//! What one server takes from the world before it says no.

use std::time::Duration;

use crate::error::{Error, ErrorKind, Result};
use crate::settings::{Setting, Settings, Value, settings};

settings! {
    /// What a server takes from the world before it says no.
    ///
    /// Change the members that matter and hand it to [`ServerBuilder::limits`](super::ServerBuilder::limits).
    #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct ServerLimits {
        /// From the first byte of a request (on a new connection: from its opening) to the end of its head. Then the
        /// connection is cut.
        timeout head_deadline: Duration = Duration::from_secs(10),
        /// From the end of the head to the end of the body. Then the answer is 408.
        timeout body_deadline: Duration = Duration::from_secs(30),
        /// How long a kept connection may wait for its next request.
        timeout idle_deadline: Duration = Duration::from_secs(60),
        /// How long a client may leave an answer unread. Then the connection is cut.
        timeout write_deadline: Duration = Duration::from_secs(30),
        /// How long requests in flight have to finish when the server stops. Then they are cancelled.
        time stop_deadline: Duration = Duration::from_secs(10),
        /// Bytes of a request's head; more is answered with 431. A head has at most 100 fields, whatever their size.
        count head_bytes: usize = 32 * 1024,
        /// Bytes of a request's body; more is answered with 413. The embedded service takes a mebibyte.
        count body_bytes: usize = 1024 * 1024,
        /// Bytes of all bodies held at a time; more is answered with 503.
        count total_body_bytes: usize = 128 * 1024 * 1024,
        /// Connections at a time; one more is answered with 503 and closed. Fewer where the process may not open so many
        /// files: three quarters of its limit at most, the rest is left to the host and its database.
        count connections: usize = 1_024,
        /// Threads for requests that may take a while, started when needed.
        count handlers: usize = 32,
        /// Requests that may wait for such a thread; one more is answered with 503.
        count_or_zero queue: usize = 256,
    }
}

impl ServerLimits {
    /// The kernel allows no more descriptors per process either.
    const MOST_CONNECTIONS: usize = 1_048_576;

    pub(super) fn within_descriptors(mut self) -> Self {
        self.connections = self.connections.min(most_open());
        self
    }

    pub(super) fn check(&self) -> Result<()> {
        let mut limits = self.clone();
        let is_zero = |setting: &Setting<'_>| match &setting.value {
            Value::Time(time) => time.is_zero(),
            Value::Size(size) => **size == 0,
            _ => false,
        };
        let mut settings = limits.settings().into_iter();
        if let Some(Setting { name, .. }) = settings.find(|setting| setting.bounds.least > 0.0 && is_zero(setting)) {
            return Err(Error::refused(ErrorKind::Configuration, name, format!("{name} must be more than zero")));
        }
        if self.connections > Self::MOST_CONNECTIONS {
            let detail = format!("connections must be at most {}", Self::MOST_CONNECTIONS);
            return Err(Error::refused(ErrorKind::Configuration, "connections", detail));
        }
        Ok(())
    }
}

/// How many of `files` that a process may open are for connections.
fn share_of(files: u64) -> usize {
    usize::try_from(files - files / 4).unwrap_or(usize::MAX).max(1)
}

#[cfg(unix)]
fn most_open() -> usize {
    use nix::sys::resource::{Resource, getrlimit};
    getrlimit(Resource::RLIMIT_NOFILE).map_or(usize::MAX, |(files, _)| share_of(files))
}

#[cfg(not(unix))]
fn most_open() -> usize {
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_the_descriptors_is_left_to_the_host() {
        assert_eq!((share_of(1_024), share_of(0), share_of(1)), (768, 1, 1));
        let limits = ServerLimits { connections: usize::MAX, ..Default::default() };
        assert_eq!(limits.within_descriptors().connections, most_open());
    }

    #[test]
    fn limits_that_let_nothing_through_are_refused_by_name() {
        assert!(ServerLimits::default().check().is_ok());
        for (name, limits) in [
            ("handlers", ServerLimits { handlers: 0, ..Default::default() }),
            ("connections", ServerLimits { connections: usize::MAX, ..Default::default() }),
            ("write_deadline", ServerLimits { write_deadline: Duration::ZERO, ..Default::default() }),
        ] {
            let error = limits.check().unwrap_err();
            assert_eq!((error.kind(), error.pointer()), (ErrorKind::Configuration, Some(name)));
        }
    }
}
