//! `ReaderProcess`: a process that reads files, as its parent sees it.
//!
//! The process is only ended through a handle (a pidfd), never by its number: the host program may have waited for it, and then the number
//! may be that of another process.

use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use super::command::{MARKER, ReaderCommand};
use super::file_format::{FileFormat, Limits, Problem};
use super::protocol::{GREETING, Request, decode, max_answer};
use super::text::Text;
use crate::clock::{Clock, SystemClock};
use crate::inheritance::ParentOnly;

/// How long a process may take to start.
const START_TIME: Duration = Duration::from_secs(5);

/// How much longer than its limit a file may take until the process is ended: the time to send it, and the text.
const GRACE: Duration = Duration::from_secs(1);

/// Variables of the host program that a reader needs to find its libraries. All others are left out, because they may contain secrets.
const VARIABLES: [&str; 3] = ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR"];

/// Variables with this prefix say where a program of PyInstaller was unpacked. Without them, the reader would be unpacked again.
const FROZEN_PREFIX: &str = "_PYI_";

/// Size of the pieces in which an answer is received, in bytes.
const PIECE: usize = 64 * 1024;

/// The process ended, or did not answer in time, or its answer is malformed.
#[derive(Debug)]
pub(super) struct Ended;

/// The socket and the handle of a process. Any thread can end the process through it.
#[derive(Debug)]
pub(super) struct Connection {
    socket: ParentOnly<UnixStream>,
    /// `None` if the system has no handles of processes. Such a process ends itself after its time.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux has handles of processes"))]
    handle: Option<OwnedFd>,
}

#[derive(Debug)]
pub(super) struct ReaderProcess {
    connection: Arc<Connection>,
    child: Child,
    clock: SystemClock,
    /// The process that started it. A fork of that process must not end it.
    parent: u32,
    /// Number of files that it has read.
    pub files: u32,
}

impl ReaderProcess {
    /// Starts a process and waits for its greeting. Returns why it could not be started.
    pub fn start(command: &ReaderCommand) -> Result<Self, String> {
        let begun = |problem: io::Error| format!("{} could not be started: {problem}", command.program.display());
        let (socket, input) = UnixStream::pair().map_err(begun)?;
        let socket = ParentOnly::new(socket);
        let mut starter = Command::new(&command.program);
        starter.args(&command.arguments).env_clear().env(MARKER, "1").process_group(0);
        starter.envs(std::env::vars_os().filter(|(name, _)| {
            name.to_str().is_some_and(|name| VARIABLES.contains(&name) || name.starts_with(FROZEN_PREFIX))
        }));
        starter.stdin(Stdio::from(OwnedFd::from(input))).stdout(Stdio::null()).stderr(Stdio::null());
        let child = starter.spawn().map_err(begun)?;
        // The other end of the socket must be closed here, so that the end of the process is noticed.
        drop(starter);
        let connection = Arc::new(Connection { socket, handle: handle_of(&child) });
        let clock = SystemClock::new();
        let process = ReaderProcess { connection, child, clock, parent: std::process::id(), files: 0 };
        let mut greeting = vec![0; GREETING.len()];
        match process.receive(&mut greeting, process.deadline(START_TIME)) {
            Ok(()) if greeting == GREETING => Ok(process),
            Ok(()) => Err(format!("{} is not a reader of this version of the library", command.program.display())),
            Err(problem) => Err(format!(
                "{} did not answer as a reader within {} s: {problem}",
                command.program.display(),
                START_TIME.as_secs()
            )),
        }
    }

    pub fn connection(&self) -> Arc<Connection> {
        self.connection.clone()
    }

    /// Reads a file. After an error the process must not be used again.
    pub fn read(
        &mut self,
        format: FileFormat,
        bytes: &[u8],
        limits: &Limits,
        memory: usize,
    ) -> Result<Result<Text, Problem>, Ended> {
        self.files += 1;
        let deadline = self.deadline(limits.time.saturating_add(GRACE));
        let request = Request { format, limits: limits.clone(), memory, size: bytes.len() };
        let ended = |_| Ended;
        self.send(&request.to_bytes(), deadline).map_err(ended)?;
        self.send(bytes, deadline).map_err(ended)?;
        let mut length = [0; 4];
        self.receive(&mut length, deadline).map_err(ended)?;
        let length = usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX);
        if length > max_answer(limits) {
            return Err(Ended);
        }
        let mut answer = Vec::new();
        while answer.len() < length {
            let begin = answer.len();
            answer.resize(length.min(begin + PIECE), 0);
            self.receive(&mut answer[begin..], deadline).map_err(ended)?;
        }
        decode(&answer, format, limits).map_err(|_| Ended)
    }

    /// Whether the process has ended by itself. It is not a zombie afterwards.
    pub fn has_ended(&mut self) -> bool {
        #[cfg(target_os = "linux")]
        if let Some(handle) = &self.connection.handle {
            use std::os::fd::AsFd;

            use rustix::process::{WaitId, WaitIdOptions, waitid};
            // An error means that the host program has waited for it, or ignores the signal of ended children.
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
            return !matches!(waitid(WaitId::PidFd(handle.as_fd()), options), Ok(None));
        }
        !matches!(self.child.try_wait(), Ok(None))
    }

    fn deadline(&self, time: Duration) -> Duration {
        self.clock.monotonic().saturating_add(time)
    }

    fn left(&self, deadline: Duration) -> io::Result<Duration> {
        let left = deadline.saturating_sub(self.clock.monotonic());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }

    fn send(&self, mut bytes: &[u8], deadline: Duration) -> io::Result<()> {
        let socket = &self.connection.socket;
        while !bytes.is_empty() {
            socket.set_write_timeout(Some(self.left(deadline)?))?;
            match send_quietly(socket, bytes) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(sent) => bytes = &bytes[sent..],
                Err(problem) if is_repeated(&problem) => {}
                Err(problem) => return Err(problem),
            }
        }
        Ok(())
    }

    fn receive(&self, mut bytes: &mut [u8], deadline: Duration) -> io::Result<()> {
        let mut socket = &*self.connection.socket;
        while !bytes.is_empty() {
            socket.set_read_timeout(Some(self.left(deadline)?))?;
            match socket.read(bytes) {
                Ok(0) => return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it ended")),
                Ok(read) => bytes = &mut bytes[read..],
                Err(problem) if is_repeated(&problem) => {}
                Err(problem) => return Err(problem),
            }
        }
        Ok(())
    }
}

impl Connection {
    /// Ends the process. A read in progress fails.
    pub fn end(&self) {
        #[cfg(target_os = "linux")]
        if let Some(handle) = &self.handle {
            let _ = rustix::process::pidfd_send_signal(handle, rustix::process::Signal::KILL);
        }
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
    }
}

impl Drop for ReaderProcess {
    fn drop(&mut self) {
        if self.parent != std::process::id() {
            return;
        }
        self.connection.end();
        #[cfg(target_os = "linux")]
        if let Some(handle) = &self.connection.handle {
            use std::os::fd::AsFd;

            use rustix::process::{WaitId, WaitIdOptions, waitid};
            let wait = || waitid(WaitId::PidFd(handle.as_fd()), WaitIdOptions::EXITED);
            while matches!(wait(), Err(rustix::io::Errno::INTR)) {}
            return;
        }
        // Without a handle, the process ends with its input, or after its time.
        let _ = self.has_ended();
    }
}

#[cfg(target_os = "linux")]
fn handle_of(child: &Child) -> Option<OwnedFd> {
    use rustix::process::{Pid, PidfdFlags, pidfd_open};
    pidfd_open(Pid::from_child(child), PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn handle_of(_: &Child) -> Option<OwnedFd> {
    None
}

/// Sends without the signal that would end a host program if the reader is gone.
#[cfg(not(target_vendor = "apple"))]
fn send_quietly(socket: &UnixStream, bytes: &[u8]) -> io::Result<usize> {
    Ok(rustix::net::send(socket, bytes, rustix::net::SendFlags::NOSIGNAL)?)
}

/// The standard library has switched the signal off for this socket.
#[cfg(target_vendor = "apple")]
fn send_quietly(mut socket: &UnixStream, bytes: &[u8]) -> io::Result<usize> {
    io::Write::write(&mut socket, bytes)
}

/// Whether a call is repeated, within the deadline: a signal of the host program interrupted it, or its time-out was rounded down.
fn is_repeated(problem: &io::Error) -> bool {
    matches!(problem.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
