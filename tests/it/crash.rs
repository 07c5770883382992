//! A service that is killed while it works: whenever its file is opened again, all that was acknowledged is there, and
//! no event is without its change of state, nor the other way round.
//!
//! 10 kills, 25 under `tests/run --full`, a thousand under `--deep`.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use chrono::{DateTime, TimeDelta, Utc};
use shiptrack::http::Method;
use shiptrack_tests::crash::{assert_whole, open};
use shiptrack_tests::depth::depth;
use shiptrack_tests::scenario::{Scenario, start};
use shiptrack_tests::scratch::Scratch;

const CHILD: &str = env!("CARGO_BIN_EXE_shiptrack-test-child");

/// After so many kills a new file is begun, so that looking through it does not take ever longer.
const KILLS_OF_A_FILE: u64 = 5;

/// What a killed process had said.
#[derive(Default)]
struct Acknowledged {
    /// Family and id of each resource.
    resources: Vec<(String, String)>,
    /// The last place in the feed.
    heard: u64,
    /// How far its clock had come.
    time: Option<DateTime<Utc>>,
}

impl Acknowledged {
    fn take(&mut self, line: &str) {
        let (what, value) = line.split_once(' ').expect("two words");
        match what {
            "event" => self.heard = value.parse().expect("a place"),
            "time" => self.time = Some(value.parse().expect("a moment")),
            family => self.resources.push((family.to_owned(), value.to_owned())),
        }
    }

    fn assert_kept_by(&self, stage: &Scenario) {
        for (family, id) in &self.resources {
            assert_eq!(
                stage.send(Method::Get, &format!("/v2/{family}/{id}"), None).status,
                200,
                "{family} {id} is lost"
            );
        }
        let last =
            stage.service.events(&stage.account, 0, usize::MAX).unwrap().last().map_or(0, |event| event.sequence);
        assert!(last >= self.heard, "event {} is lost: the last is {last}", self.heard);
    }
}

/// When a process is killed.
enum Moment {
    /// When it has said so many lines, whatever it does then.
    Lines(usize),
    /// At this write, all of it done and nothing committed.
    Inside(u64),
    /// At this write, once it is committed.
    After(u64),
}

impl Moment {
    /// Different ones, mostly right behind a commit: what belongs into one transaction and is not shows there.
    fn of(kill: u64, chance: u64) -> Self {
        match kill % 5 {
            0 => Moment::Lines(usize::try_from(chance % 40).expect("a small number")),
            1 => Moment::Inside(chance % 60),
            _ => Moment::After(chance % 60),
        }
    }
}

/// Has the process stop at a write; then it is not the number of its lines that counts.
fn stops_at(command: &mut Command, moment: &str, write: u64) -> usize {
    command.arg(moment).arg(write.to_string());
    usize::MAX
}

/// Lets a process work and kills it.
fn work_and_kill(path: &Path, now: DateTime<Utc>, moment: &Moment, acknowledged: &mut Acknowledged) {
    let mut command = Command::new(CHILD);
    command.arg("work").arg(path).arg(now.to_rfc3339()).stdout(Stdio::piped());
    let lines = match moment {
        Moment::Lines(lines) => *lines,
        Moment::Inside(write) => stops_at(&mut command, "inside", *write),
        Moment::After(write) => stops_at(&mut command, "after", *write),
    };
    let mut child = command.spawn().expect("the child starts");
    let said = BufReader::new(child.stdout.take().expect("its output")).lines();
    for line in said.map_while(Result::ok).take(lines).take_while(|line| line != "kill me") {
        acknowledged.take(&line);
    }
    child.kill().expect("it is killed");
    let ended = child.wait().expect("it ends");
    assert!(ended.code().is_none(), "it ended by itself: {ended}");
}

#[test]
fn a_killed_process_loses_nothing_acknowledged_and_keeps_events_consistent_with_states() {
    let kills = depth(10, 25, 1_000);
    // Any numbers will do that differ from round to round and can be had again.
    let mut chance = 0x9e37_79b9_7f4a_7c15_u64;
    for file in 0..kills / KILLS_OF_A_FILE {
        let scratch = Scratch::new();
        let path = scratch.path("s.db");
        let (mut acknowledged, mut now) = (Acknowledged::default(), start());
        for kill in 0..KILLS_OF_A_FILE {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            work_and_kill(&path, now, &Moment::of(kill, chance >> 33), &mut acknowledged);
            now = acknowledged.time.unwrap_or(now).max(now) + TimeDelta::hours(1);
            let stage = open(&path, now).unwrap_or_else(|error| panic!("file {file}, kill {kill}: {error}"));
            acknowledged.assert_kept_by(&stage);
            assert_whole(&stage);
        }
        let stage = open(&path, now).unwrap();
        // What the last kill interrupted is done after it.
        while let Some(due) = stage.service.next_due().unwrap().filter(|due| *due < now + TimeDelta::days(1)) {
            stage.clock.advance_to(due);
            stage.run();
        }
        assert_whole(&stage);
    }
}
