//! A service in a child process with failing file operations, and the checks of its file afterwards.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use shiptrack_tests::child_service::ChildService;
use shiptrack_tests::crash;
use shiptrack_tests::faults::Faults;
use shiptrack_tests::scenario::start;
use shiptrack_tests::scratch::Scratch;

/// A folder in which file operations can fail, and the writes that a service in it acknowledged.
pub struct FaultyDisk {
    scratch: Scratch,
    pub faults: Faults,
    acknowledged: BTreeSet<String>,
    in_doubt: BTreeSet<String>,
    created: u64,
}

impl FaultyDisk {
    pub fn new() -> Self {
        let scratch = Scratch::new();
        let folder = scratch.path("disk");
        std::fs::create_dir(&folder).unwrap();
        let faults = Faults::in_folder(&folder, &scratch.path("faults"));
        FaultyDisk { scratch, faults, acknowledged: BTreeSet::new(), in_doubt: BTreeSet::new(), created: 0 }
    }

    pub fn path(&self) -> PathBuf {
        self.scratch.path("disk").join("s.db")
    }

    /// A child process with the faults, without an open service.
    pub fn child(&self) -> ChildService {
        let mut program = Command::new(env!("CARGO_BIN_EXE_shiptrack-test-child"));
        self.faults.apply_to(&mut program);
        ChildService::start(program, &self.path())
    }

    /// A child process with an open service.
    pub fn open(&self) -> ChildService {
        let mut child = self.child();
        child.expect_ok("open");
        child
    }

    /// Creates a request and records whether it was acknowledged. Returns the kind and text of the error.
    #[track_caller]
    pub fn create(&mut self, child: &mut ChildService) -> Option<(String, String)> {
        self.created += 1;
        let number = crash::number(self.created);
        let answer = child.ask(&format!("create {number}"));
        match answer.get("error") {
            None => {
                self.acknowledged.insert(number);
                None
            }
            Some(kind) => {
                if answer["in_doubt"] == true {
                    self.in_doubt.insert(number);
                }
                Some((kind.as_str().unwrap().to_owned(), answer["message"].as_str().unwrap().to_owned()))
            }
        }
    }

    #[track_caller]
    pub fn creates(&mut self, child: &mut ChildService) {
        if let Some(refused) = self.create(child) {
            panic!("{refused:?}");
        }
    }

    /// Opens the file without faults. It must be valid, and have all acknowledged requests and no rejected ones.
    #[track_caller]
    pub fn assert_whole(&self) {
        self.faults.clear();
        let stage = crash::open(&self.path(), start() + chrono::TimeDelta::days(400)).expect("the file opens");
        crash::assert_whole(&stage);
        let stored = numbers(&stage.get("/v2/tracking_requests?page[size]=100"), |url| stage.get(url));
        let lost: Vec<_> = self.acknowledged.difference(&stored).collect();
        assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
        let half: Vec<_> =
            stored.difference(&self.acknowledged).filter(|number| !self.in_doubt.contains(*number)).collect();
        assert!(half.is_empty(), "rejected and stored: {half:?}");
    }

    pub fn figures(&self) -> String {
        format!("{} of {} acknowledged, {} in doubt", self.acknowledged.len(), self.created, self.in_doubt.len())
    }
}

fn numbers(first: &Value, get: impl Fn(&str) -> Value) -> BTreeSet<String> {
    let (mut page, mut found) = (first.clone(), BTreeSet::new());
    loop {
        let items = page["data"].as_array().unwrap();
        found.extend(items.iter().map(|request| request["attributes"]["request_number"].as_str().unwrap().to_owned()));
        let Some(next) = page["links"]["next"].as_str() else { return found };
        page = get(next);
    }
}
