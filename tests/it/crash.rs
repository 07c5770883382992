//! Kills a service while it works. When its file is opened again, everything that was acknowledged must be stored, and every event must
//! match a change of state.
//!
//! 10 kills, 1,000 under `tests/run --deep`.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use chrono::{DateTime, TimeDelta, Utc};
use shiptrack::http::Method;
use shiptrack_tests::crash::{assert_whole, cargo_state, ingest_cargo_mail, open};
use shiptrack_tests::depth::depth;
use shiptrack_tests::scenario::{Scenario, start};
use shiptrack_tests::scratch::Scratch;

const CHILD: &str = env!("CARGO_BIN_EXE_shiptrack-test-child");

/// Number of kills before a new file is started, so that checking the file stays fast.
const KILLS_OF_A_FILE: u64 = 5;

/// What a killed process had acknowledged.
#[derive(Default)]
struct Acknowledged {
    /// Family and id of each resource.
    resources: Vec<(String, String)>,
    /// The last sequence number of the feed.
    last_event: u64,
    /// The time of its clock.
    time: Option<DateTime<Utc>>,
}

impl Acknowledged {
    fn take(&mut self, line: &str) {
        let (name, value) = line.split_once(' ').expect("two words");
        match name {
            "event" => self.last_event = value.parse().expect("a sequence number"),
            "time" => self.time = Some(value.parse().expect("a time")),
            family => self.resources.push((family.to_owned(), value.to_owned())),
        }
    }

    fn assert_stored_in(&self, stage: &Scenario) {
        for (family, id) in &self.resources {
            assert_eq!(
                stage.send(Method::Get, &format!("/v2/{family}/{id}"), None).status,
                200,
                "{family} {id} is lost"
            );
        }
        let last =
            stage.service.events(&stage.account, 0, usize::MAX).unwrap().last().map_or(0, |event| event.sequence);
        assert!(last >= self.last_event, "event {} is lost: the last is {last}", self.last_event);
    }
}

/// When a process is killed.
enum KillPoint {
    /// After it has printed this number of lines.
    Lines(usize),
    /// At this write, before the commit.
    Inside(u64),
    /// At this write, after the commit.
    After(u64),
}

impl KillPoint {
    /// Varies the kill point. Most are directly after a commit, which shows changes that should have been in one transaction.
    fn of(kill: u64, chance: u64) -> Self {
        match kill % 5 {
            0 => KillPoint::Lines(usize::try_from(chance % 40).expect("a small number")),
            1 => KillPoint::Inside(chance % 60),
            _ => KillPoint::After(chance % 60),
        }
    }
}

/// Lets the process stop at a write, and returns an unlimited number of lines.
fn stops_at(command: &mut Command, moment: &str, write: u64) -> usize {
    command.arg(moment).arg(write.to_string());
    usize::MAX
}

/// Starts a process, kills it at the kill point, and records what it acknowledged.
fn work_and_kill(path: &Path, now: DateTime<Utc>, kill_point: &KillPoint, acknowledged: &mut Acknowledged) {
    let mut command = Command::new(CHILD);
    command.arg("work").arg(path).arg(now.to_rfc3339()).stdout(Stdio::piped());
    let lines = match kill_point {
        KillPoint::Lines(lines) => *lines,
        KillPoint::Inside(write) => stops_at(&mut command, "inside", *write),
        KillPoint::After(write) => stops_at(&mut command, "after", *write),
    };
    let mut child = command.spawn().expect("the child starts");
    let output = BufReader::new(child.stdout.take().expect("the output is piped")).lines();
    for line in output.map_while(Result::ok).take(lines).take_while(|line| line != "kill me") {
        acknowledged.take(&line);
    }
    child.kill().expect("the child is killed");
    let ended = child.wait().expect("the child ends");
    assert!(ended.code().is_none(), "the child ended by itself: {ended}");
}

#[test]
fn a_killed_process_loses_nothing_acknowledged_and_keeps_events_consistent_with_states() {
    let kills = depth(10, 1_000);
    // A reproducible sequence of random numbers.
    let mut chance = 0x9e37_79b9_7f4a_7c15_u64;
    for file in 0..kills / KILLS_OF_A_FILE {
        let scratch = Scratch::new();
        let path = scratch.path("s.db");
        let (mut acknowledged, mut now) = (Acknowledged::default(), start());
        for kill in 0..KILLS_OF_A_FILE {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            work_and_kill(&path, now, &KillPoint::of(kill, chance >> 33), &mut acknowledged);
            now = acknowledged.time.unwrap_or(now).max(now) + TimeDelta::hours(1);
            let stage = open(&path, now).unwrap_or_else(|error| panic!("file {file}, kill {kill}: {error}"));
            acknowledged.assert_stored_in(&stage);
            assert_whole(&stage);
        }
        let stage = open(&path, now).unwrap();
        // The work that the last kill interrupted is finished.
        while let Some(due) = stage.service.next_due().unwrap().filter(|due| *due < now + TimeDelta::days(1)) {
            stage.clock.advance_to(due);
            stage.run();
        }
        assert_whole(&stage);
    }
}

/// Runs a process that ingests a message, and kills it at this write. Returns `false` if the process ended before.
fn ingest_and_kill(path: &Path, moment: &str, write: u64) -> bool {
    let (now, write) = (start().to_rfc3339(), write.to_string());
    let mut command = Command::new(CHILD);
    command.args(["ingest-mail", path.to_str().expect("a path in UTF-8"), &now, moment, &write]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the child starts");
    let mut output = BufReader::new(child.stdout.take().expect("the output is piped")).lines();
    let line = output.next().expect("the child prints a line").expect("a line");
    child.kill().expect("the child is killed");
    child.wait().expect("the child ends");
    line == "kill me"
}

#[test]
fn a_kill_between_the_documents_of_a_message_repeats_one_and_doubles_nothing() {
    let whole = {
        let scratch = Scratch::new();
        let stage = open(&scratch.path("s.db"), start()).unwrap();
        ingest_cargo_mail(&stage).unwrap();
        cargo_state(&stage)
    };
    assert_eq!(whole["documents"].as_array().map(Vec::len), Some(3), "{whole}");
    assert_eq!(whole["requests"].as_array().map(Vec::len), Some(2), "{whole}");
    for moment in ["inside", "after"] {
        let mut write = 0;
        loop {
            let scratch = Scratch::new();
            let path = scratch.path("s.db");
            if !ingest_and_kill(&path, moment, write) {
                break;
            }
            let stage = open(&path, start()).unwrap();
            ingest_cargo_mail(&stage).unwrap();
            assert_eq!(cargo_state(&stage), whole, "{moment} write {write}");
            write += 1;
        }
        assert!(write > 10, "{write} writes");
    }
}
