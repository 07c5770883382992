//! `ReaderPool`: starts and ends reader processes, and shares them among the accounts.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::command::{self, ReaderCommand, default_command};
use super::file_format::{FileFormat, Limits, Problem, Unavailable};
use super::process::{Connection, ReaderProcess};
use super::text::Text;
use crate::clock::{Clock, SystemClock};
use crate::threads::lock;

/// A process is replaced after so many files.
const MAX_FILES: u32 = 1_000;

/// After a process could not be started, how long no other one is started, and documents wait.
const PAUSE: Duration = Duration::from_secs(60);

/// How long a document waits that found no free reader.
const RETRY_SOON: Duration = Duration::from_secs(1);

/// The processes of a service. They are started when they are needed.
#[derive(Debug)]
pub(super) struct ReaderPool {
    /// `None` for the default command.
    command: Option<ReaderCommand>,
    /// Maximum number of processes.
    size: usize,
    /// Maximum size of the memory of a process, in bytes.
    memory: usize,
    /// The process that created the pool. A fork of it has no readers.
    owner: u32,
    clock: SystemClock,
    state: Mutex<PoolState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct PoolState {
    turns: Turns,
    /// Processes that wait for a file.
    idle: Vec<ReaderProcess>,
    /// Processes that read a file, by the ticket of the file.
    reading: BTreeMap<u64, Arc<Connection>>,
    /// The last process could not be started. Removed when one is started.
    failure: Option<StartFailure>,
    is_closed: bool,
}

#[derive(Debug)]
struct StartFailure {
    sentence: String,
    /// Until when no process is started.
    until: Duration,
}

/// Decides whose file is read next.
#[derive(Debug, Default)]
struct Turns {
    /// The accounts of the files that are read, by their tickets.
    reading: BTreeMap<u64, String>,
    waiting: BTreeMap<String, VecDeque<u64>>,
    last_ticket: u64,
    /// The account whose file was read last.
    last_account: String,
}

impl Turns {
    fn join(&mut self, account: &str) -> u64 {
        self.last_ticket += 1;
        self.waiting.entry(account.to_owned()).or_default().push_back(self.last_ticket);
        self.last_ticket
    }

    /// The file that is read next, if a reader is free for it. The accounts take turns. If there are several readers, one account has at
    /// most half of them.
    fn next(&self, readers: usize) -> Option<u64> {
        if self.reading.len() >= readers {
            return None;
        }
        let share = max_readers_of_account(readers);
        let has_share = |account: &str| self.reading.values().filter(|other| *other == account).count() < share;
        let after = self.waiting.iter().filter(|(account, _)| **account > self.last_account);
        let before = self.waiting.iter().filter(|(account, _)| **account <= self.last_account);
        let (_, tickets) = after.chain(before).find(|(account, _)| has_share(account))?;
        tickets.front().copied()
    }

    fn begin(&mut self, account: &str, ticket: u64) {
        self.leave(account, ticket);
        self.reading.insert(ticket, account.to_owned());
        self.last_account = account.to_owned();
    }

    /// Removes a file that waits.
    fn leave(&mut self, account: &str, ticket: u64) {
        if let Some(tickets) = self.waiting.get_mut(account) {
            tickets.retain(|waiting| *waiting != ticket);
            if tickets.is_empty() {
                self.waiting.remove(account);
            }
        }
    }
}

/// Maximum number of readers that one account has at once: half of them, rounded up.
pub(crate) fn max_readers_of_account(readers: usize) -> usize {
    readers.div_ceil(2)
}

/// The right to use one reader. Dropping it lets the next file be read.
struct Turn<'p> {
    pool: &'p ReaderPool,
    ticket: u64,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut state = lock(&self.pool.state);
        state.turns.reading.remove(&self.ticket);
        state.reading.remove(&self.ticket);
        drop(state);
        self.pool.changed.notify_all();
    }
}

impl ReaderPool {
    pub fn new(command: Option<ReaderCommand>, size: usize, memory: usize) -> Self {
        ReaderPool {
            command,
            size,
            memory,
            owner: std::process::id(),
            clock: SystemClock::new(),
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Reads a file. A process that has read others may fail because of them, so a file that fails there is read once more in a new process.
    pub fn read(&self, account: &str, format: FileFormat, bytes: &[u8], limits: &Limits) -> Result<Text, Problem> {
        if self.owner != std::process::id() {
            return Err(unavailable("this process was forked from the one that opened the service".to_owned(), false));
        }
        if command::is_reader() {
            return Err(unavailable("a reader process starts no others".to_owned(), false));
        }
        // A file of another account has at most its own time and that of its second attempt.
        let turn = self.take_turn(account, limits.time.saturating_mul(2))?;
        if let Some(process) = self.take_idle()
            && let Some(outcome) = self.read_in(process, &turn, format, bytes, limits)?
        {
            return outcome;
        }
        let process = self.start()?;
        self.read_in(process, &turn, format, bytes, limits)?
            .unwrap_or(Err(Problem::BeyondLimits { memory: self.memory, time: limits.time }))
    }

    /// Reads a file in this process. `None` if the process ended.
    fn read_in(
        &self,
        mut process: ReaderProcess,
        turn: &Turn<'_>,
        format: FileFormat,
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<Option<Result<Text, Problem>>, Problem> {
        {
            let mut state = lock(&self.state);
            check_open(&state)?;
            state.reading.insert(turn.ticket, process.connection());
        }
        let outcome = process.read(format, bytes, limits, self.memory);
        let mut state = lock(&self.state);
        state.reading.remove(&turn.ticket);
        check_open(&state)?;
        let Ok(outcome) = outcome else { return Ok(None) };
        if process.files < MAX_FILES {
            state.idle.push(process);
        }
        Ok(Some(outcome))
    }

    fn take_turn(&self, account: &str, patience: Duration) -> Result<Turn<'_>, Problem> {
        let end = self.clock.monotonic().saturating_add(patience);
        let mut state = lock(&self.state);
        let ticket = state.turns.join(account);
        loop {
            let left = end.saturating_sub(self.clock.monotonic());
            let is_open = check_open(&state);
            if is_open.is_err() || left.is_zero() {
                state.turns.leave(account, ticket);
                drop(state);
                self.changed.notify_all();
                is_open?;
                let sentence = "no reader process became free".to_owned();
                return Err(Problem::Unavailable(Unavailable { sentence, retry_in: RETRY_SOON, is_new: false }));
            }
            if state.turns.next(self.size) == Some(ticket) {
                state.turns.begin(account, ticket);
                drop(state);
                // There may be a reader for another file.
                self.changed.notify_all();
                return Ok(Turn { pool: self, ticket });
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Returns a process that has read files. Removes those that have ended.
    fn take_idle(&self) -> Option<ReaderProcess> {
        let mut state = lock(&self.state);
        state.idle.retain_mut(|process| !process.has_ended());
        state.idle.pop()
    }

    fn start(&self) -> Result<ReaderProcess, Problem> {
        let now = self.clock.monotonic();
        if let Some(failure) = lock(&self.state).failure.as_ref().filter(|failure| now < failure.until) {
            return Err(unavailable(failure.sentence.clone(), false));
        }
        let command = self.command.clone().map_or_else(default_command, Ok);
        let started = command.and_then(|command| ReaderProcess::start(&command));
        let mut state = lock(&self.state);
        match started {
            Ok(process) => {
                state.failure = None;
                Ok(process)
            }
            Err(why) => {
                let sentence =
                    format!("PDF, XLSX and HTML documents wait, because no reader process can be started: {why}");
                let is_new = state.failure.as_ref().is_none_or(|failure| failure.sentence != sentence);
                let until = self.clock.monotonic().saturating_add(PAUSE);
                state.failure = Some(StartFailure { sentence: sentence.clone(), until });
                Err(unavailable(sentence, is_new))
            }
        }
    }

    /// Ends all processes. Files that are being read stay unread.
    pub fn close(&self) {
        if self.owner != std::process::id() {
            return;
        }
        let mut state = lock(&self.state);
        state.is_closed = true;
        state.reading.values().for_each(|connection| connection.end());
        let idle = std::mem::take(&mut state.idle);
        self.changed.notify_all();
        while !state.turns.reading.is_empty() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        drop(idle);
    }
}

impl Drop for ReaderPool {
    fn drop(&mut self) {
        self.close();
    }
}

fn check_open(state: &PoolState) -> Result<(), Problem> {
    if state.is_closed { Err(unavailable("the service is closed".to_owned(), false)) } else { Ok(()) }
}

fn unavailable(sentence: String, is_new: bool) -> Problem {
    Problem::Unavailable(Unavailable { sentence, retry_in: PAUSE, is_new })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Begins to read all files that can be read now, and returns their accounts.
    fn begin(turns: &mut Turns, readers: usize) -> Vec<String> {
        let mut begun = Vec::new();
        while let Some(ticket) = turns.next(readers) {
            let account = turns.waiting.iter().find(|(_, tickets)| tickets.contains(&ticket)).unwrap().0.clone();
            turns.begin(&account, ticket);
            begun.push(account);
        }
        begun
    }

    fn waiting(accounts: &[&str]) -> Turns {
        let mut turns = Turns::default();
        for account in accounts {
            turns.join(account);
        }
        turns
    }

    #[test]
    fn an_account_has_at_most_half_of_the_readers() {
        for (readers, files) in [(1, 1), (2, 1), (3, 2), (4, 2)] {
            assert_eq!(begin(&mut waiting(&["a"; 9]), readers), vec!["a"; files], "{readers} readers");
        }
        assert_eq!(begin(&mut waiting(&["a", "a", "a", "b"]), 2), ["a", "b"]);
    }

    #[test]
    fn accounts_take_turns() {
        let mut turns = waiting(&["a", "a", "a", "b", "c", "c"]);
        let mut order = Vec::new();
        while let [account] = &begin(&mut turns, 1)[..] {
            order.push(account.clone());
            turns.reading.clear();
        }
        assert_eq!(order, ["a", "b", "c", "a", "c", "a"]);
    }

    fn read(pool: &ReaderPool) -> Unavailable {
        let limits = Limits { pages: 1, cells: 1, text: 1, time: Duration::from_secs(1) };
        match pool.read("a", FileFormat::Html, b"", &limits) {
            Err(Problem::Unavailable(unavailable)) => unavailable,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_program_that_never_called_serve_reader_is_not_started_again() {
        let pool = ReaderPool::new(None, 2, 1 << 20);
        let (first, second) = (read(&pool), read(&pool));
        assert!(first.sentence.contains("serve_reader()") && first.is_new, "{first:?}");
        assert_eq!(second, Unavailable { is_new: false, ..first });
    }

    #[test]
    fn a_closed_pool_reads_nothing() {
        let pool = ReaderPool::new(None, 2, 1 << 20);
        pool.close();
        assert_eq!(read(&pool).sentence, "the service is closed");
        assert!(lock(&pool.state).turns.waiting.is_empty());
    }

    #[test]
    fn a_file_that_no_longer_waits_is_left_out() {
        let mut turns = waiting(&["a", "b"]);
        turns.leave("a", 1);
        assert_eq!(begin(&mut turns, 4), ["b"]);
        assert!(turns.waiting.is_empty());
    }
}
