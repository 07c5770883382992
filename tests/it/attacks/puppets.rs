//! A service in a child process over files that fail, and what must hold of its file afterwards.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use shiptrack_tests::crash;
use shiptrack_tests::faults::Faults;
use shiptrack_tests::puppet::Puppet;
use shiptrack_tests::scenario::start;
use shiptrack_tests::scratch::Scratch;

/// A folder whose files can be made to fail, and what a service that lives in it acknowledged.
pub struct Stand {
    scratch: Scratch,
    pub faults: Faults,
    acknowledged: BTreeSet<String>,
    in_doubt: BTreeSet<String>,
    made: u64,
}

impl Stand {
    pub fn new() -> Self {
        let scratch = Scratch::new();
        let folder = scratch.path("disk");
        std::fs::create_dir(&folder).unwrap();
        let faults = Faults::below(&folder, &scratch.path("faults"));
        Stand { scratch, faults, acknowledged: BTreeSet::new(), in_doubt: BTreeSet::new(), made: 0 }
    }

    pub fn path(&self) -> PathBuf {
        self.scratch.path("disk").join("s.db")
    }

    /// A child with the faults, in which nothing is open yet.
    pub fn child(&self) -> Puppet {
        let mut program = Command::new(env!("CARGO_BIN_EXE_shiptrack-test-child"));
        self.faults.reach(&mut program);
        Puppet::start(program, &self.path())
    }

    /// A child that has the service open.
    pub fn open(&self) -> Puppet {
        let mut child = self.child();
        child.works("open");
        child
    }

    /// Asks for one more request, and notes what was acknowledged. Answers the error, if any.
    #[track_caller]
    pub fn create(&mut self, child: &mut Puppet) -> Option<(String, String)> {
        self.made += 1;
        let number = crash::number(self.made);
        let said = child.ask(&format!("create {number}"));
        match said.get("error") {
            None => {
                self.acknowledged.insert(number);
                None
            }
            Some(kind) => {
                if said["in_doubt"] == true {
                    self.in_doubt.insert(number);
                }
                Some((kind.as_str().unwrap().to_owned(), said["says"].as_str().unwrap().to_owned()))
            }
        }
    }

    #[track_caller]
    pub fn creates(&mut self, child: &mut Puppet) {
        if let Some(refused) = self.create(child) {
            panic!("{refused:?}");
        }
    }

    /// Opens what is left without any fault: it is whole, all that was acknowledged is there, and nothing that was refused.
    #[track_caller]
    pub fn assert_whole(&self) {
        self.faults.clear();
        let stage = crash::open(&self.path(), start() + chrono::TimeDelta::days(400)).expect("the file opens");
        crash::assert_whole(&stage);
        let kept = numbers(&stage.get("/v2/tracking_requests?page[size]=100"), |url| stage.get(url));
        let lost: Vec<_> = self.acknowledged.difference(&kept).collect();
        assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
        let half: Vec<_> = kept.difference(&self.acknowledged).filter(|one| !self.in_doubt.contains(*one)).collect();
        assert!(half.is_empty(), "refused and kept: {half:?}");
    }

    pub fn figures(&self) -> String {
        format!("{} of {} acknowledged, {} in doubt", self.acknowledged.len(), self.made, self.in_doubt.len())
    }
}

fn numbers(first: &Value, get: impl Fn(&str) -> Value) -> BTreeSet<String> {
    let (mut page, mut found) = (first.clone(), BTreeSet::new());
    loop {
        let items = page["data"].as_array().unwrap();
        found.extend(items.iter().map(|one| one["attributes"]["request_number"].as_str().unwrap().to_owned()));
        let Some(next) = page["links"]["next"].as_str() else { return found };
        page = get(next);
    }
}
