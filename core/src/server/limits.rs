//! Limits of a server, which protect it from clients.

use std::time::Duration;

use crate::error::{Error, ErrorKind, Result};
use crate::settings::{Setting, Settings, Value, settings};

settings! {
    /// Limits of a server, which protect it from clients.
    ///
    /// Change some of the fields and pass it to [`ServerBuilder::limits`](super::ServerBuilder::limits).
    #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct ServerLimits {
        /// Time for the head of a request, from its first byte, or from the opening of a new connection. After that
        /// the connection is cut.
        timeout head_deadline: Duration = Duration::from_secs(10),
        /// Time for the body of a request, from the end of the head. After that the response is 408.
        timeout body_deadline: Duration = Duration::from_secs(30),
        /// The minimum rate of a body: this many bytes in each `body_rate_period`, or the rest of the body. A slower
        /// one is answered with 408. This is the only time limit of an uploaded file.
        count body_rate_bytes: usize = 64 * 1024,
        /// The time in which `body_rate_bytes` must arrive.
        timeout body_rate_period: Duration = Duration::from_secs(10),
        /// How long an open connection may wait for its next request. Longer than the pause of a minute after which a
        /// client that exceeded its rate limit may send again, so that its connection is not closed at that moment.
        timeout idle_deadline: Duration = Duration::from_secs(75),
        /// How long a client may leave a response unread. After that the connection is cut.
        timeout write_deadline: Duration = Duration::from_secs(30),
        /// How long requests in flight may take to finish when the server stops. After that they are cancelled.
        time stop_deadline: Duration = Duration::from_secs(10),
        /// The largest head of a request in bytes; a larger one is answered with 431. A head can also have at most
        /// 100 fields.
        count head_bytes: usize = 32 * 1024,
        /// The largest body of a request in bytes; a larger one is answered with 413. The service accepts at most a
        /// mebibyte.
        count body_bytes: usize = 1024 * 1024,
        /// The size of all bodies in memory at a time, in bytes; more is answered with 503. An account can use half of
        /// it.
        count total_body_bytes: usize = 128 * 1024 * 1024,
        /// Maximum number of connections at a time. A further one takes the place of a connection that waits for its client, of the
        /// account or address that has most, or else is answered with 503 and closed. At most three quarters of the files that the
        /// process may open, so that the rest is left for the host program and its database.
        count connections: usize = 1_024,
        /// Maximum number of threads for requests that may take long. They are started when needed. An account can use
        /// half of them.
        count handlers: usize = 32,
        /// How many requests may wait for such a thread. If there are more, a request of the account that has most of
        /// them is answered with 503.
        count_or_zero queue: usize = 256,
    }
}

impl ServerLimits {
    /// Maximum number of file descriptors that Linux allows in a process.
    const MAX_CONNECTIONS: usize = 1_048_576;

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
        if self.connections > Self::MAX_CONNECTIONS {
            let detail = format!("connections must be at most {}", Self::MAX_CONNECTIONS);
            return Err(Error::refused(ErrorKind::Configuration, "connections", detail));
        }
        Ok(())
    }
}

/// How many connections a process may have that may open this many files.
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
    fn a_quarter_of_the_descriptors_is_reserved_for_the_host() {
        assert_eq!((share_of(1_024), share_of(0), share_of(1)), (768, 1, 1));
        let limits = ServerLimits { connections: usize::MAX, ..Default::default() };
        assert_eq!(limits.within_descriptors().connections, most_open());
    }

    #[test]
    fn an_idle_connection_outlives_the_longest_pause_after_a_rate_limit() {
        let longest_pause = crate::limits::RateLimits::interface().per;
        assert!(ServerLimits::default().idle_deadline >= longest_pause + Duration::from_secs(10));
    }

    #[test]
    fn limits_that_block_all_requests_are_rejected() {
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
