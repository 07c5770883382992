//! The reader process: it limits itself, then reads files from its standard input, a socket, and answers with their text.

use super::command;

/// Makes this program able to read documents: call it as the first line of `main`.
///
/// PDF, XLSX and HTML files are read in a process apart, so that a hostile file cannot end this one or take its memory. The service starts
/// the executable of this program again for that, with a marker in the environment. In the started process this function reads the files
/// and does not return; otherwise it returns at once. In a program that does not call it, such documents wait, unless the service has
/// another [`reader_command`](crate::ServiceBuilder::reader_command).
pub fn serve_reader() {
    if !command::is_reader() {
        command::pass();
        return;
    }
    #[cfg(unix)]
    let _ = unix::serve();
    std::process::exit(0);
}

#[cfg(unix)]
mod unix {
    use std::io::{self, Read, Write};
    use std::os::fd::AsFd;
    use std::os::unix::net::UnixStream;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::time::Duration;

    use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage, setrlimit};
    use nix::sys::signal::{SigSet, Signal};
    use nix::unistd::{alarm, close};

    use crate::documents::file_format::Problem;
    use crate::documents::formats;
    use crate::documents::protocol::{GREETING, HEADER, Request, encode};

    /// Size of the stack, in bytes: parsers are recursive. Memory is only used when it is needed.
    const STACK: u64 = 64 << 20;

    /// How long the process waits for the next file before it ends, in seconds.
    const IDLE_SECONDS: u32 = 60;

    /// How much longer than a file may take the process lives, in seconds. The service ends it earlier.
    const SECONDS_AFTER_LIMIT: u32 = 2;

    pub(super) fn serve() -> io::Result<()> {
        close_inherited();
        limit_process();
        // A copy, because the standard input of the library has a buffer.
        let mut socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
        alarm::set(IDLE_SECONDS);
        socket.write_all(GREETING)?;
        loop {
            // The default action of the signal ends the process.
            alarm::set(IDLE_SECONDS);
            let mut header = [0; HEADER];
            socket.read_exact(&mut header)?;
            let Some(request) = Request::parse(&header) else { return Ok(()) };
            limit_file(&request);
            let mut file = vec![0; request.size];
            socket.read_exact(&mut file)?;
            let (format, limits) = (request.format, &request.limits);
            let outcome = catch_unwind(AssertUnwindSafe(|| formats::read(format, file, limits)));
            let has_panicked = outcome.is_err();
            let panicked = |_| Err(Problem::Damaged(format.as_str(), "the reader panicked".to_owned()));
            let answer = encode(&outcome.unwrap_or_else(panicked));
            socket.write_all(&u32::try_from(answer.len()).unwrap_or(u32::MAX).to_le_bytes())?;
            socket.write_all(&answer)?;
            if has_panicked {
                return Ok(());
            }
        }
    }

    /// Closes the files of the program that started this process.
    fn close_inherited() {
        let folder = if cfg!(target_os = "linux") { "/proc/self/fd" } else { "/dev/fd" };
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
        // All are listed before the first is closed, because one of them is that of the list.
        let numbers: Vec<i32> = numbers.filter(|number| *number > 2).collect();
        for number in numbers {
            let _ = close(number);
        }
    }

    /// Sets the limits that are the same for all files. A limit that the system does not have is left out.
    fn limit_process() {
        // The threads of the service block all signals, and a process inherits that. An interrupt is for the program of the user.
        let mut blocked = SigSet::empty();
        blocked.add(Signal::SIGINT);
        blocked.add(Signal::SIGHUP);
        let _ = blocked.thread_set_mask();
        for resource in [Resource::RLIMIT_CORE, Resource::RLIMIT_FSIZE] {
            let _ = setrlimit(resource, 0, 0);
        }
        // It does not bind root.
        #[cfg(target_os = "linux")]
        let _ = setrlimit(Resource::RLIMIT_NPROC, 0, 0);
        // A pattern of core files with a pipe ignores the limit.
        #[cfg(target_os = "linux")]
        let _ = nix::sys::prctl::set_dumpable(false);
        set_soft_limit(Resource::RLIMIT_STACK, STACK);
    }

    /// Sets the limits for one file.
    fn limit_file(request: &Request) {
        let time = whole_seconds(request.limits.time);
        alarm::set(time.saturating_add(SECONDS_AFTER_LIMIT));
        // It counts all address space of the process, also what is reserved.
        #[cfg(any(target_os = "linux", target_vendor = "apple"))]
        {
            let memory = u64::try_from(request.memory).unwrap_or(u64::MAX);
            let memory = getrlimit(Resource::RLIMIT_AS).map_or(memory, |(_, hard)| hard.min(memory));
            let _ = setrlimit(Resource::RLIMIT_AS, memory, memory);
        }
        // It counts the time of all files, in whole seconds.
        if let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) {
            let used = usage.user_time().tv_sec() + usage.system_time().tv_sec();
            let used = u64::try_from(used).unwrap_or(0).saturating_add(1);
            set_soft_limit(Resource::RLIMIT_CPU, used.saturating_add(time.into()));
        }
    }

    fn whole_seconds(time: Duration) -> u32 {
        u32::try_from(time.as_millis().div_ceil(1_000)).unwrap_or(u32::MAX).max(1)
    }

    fn set_soft_limit(resource: Resource, value: u64) {
        if let Ok((_, hard)) = getrlimit(resource) {
            let _ = setrlimit(resource, value.min(hard), hard);
        }
    }
}
