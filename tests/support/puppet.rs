//! A service in a process of its own, driven line by line: what is asked goes in, one JSON value a line comes out.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::client::{NewTrackingRequest, NewWebhook};
use shiptrack::http::ureq::{UreqConfig, UreqTransport};
use shiptrack::resources::TrackingRequestId;
use shiptrack::service::{Activity, ActivityObserver, Budget};
use shiptrack::store::sqlite::SqliteStore;

use crate::crash::{self, MESSAGE};
use crate::scenario::{Scenario, start};

/// What the program says.
type Said = Result<Value, shiptrack::Error>;

/// The side of the child: does what its standard input says, until it ends.
pub fn play(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut puppet = Playing { stage: None, observed: Arc::default(), descriptors: Vec::new() };
    for line in io::stdin().lines() {
        let line = line?;
        let mut words = line.split(' ');
        let (verb, object) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let said = puppet.perform(path, verb, object).unwrap_or_else(
            |error| json!({ "error": error.kind().code(), "says": error.to_string(), "in_doubt": error.is_in_doubt() }),
        );
        let mut out = io::stdout().lock();
        writeln!(out, "{said}")?;
        out.flush()?;
    }
    Ok(())
}

struct Playing {
    stage: Option<Scenario>,
    /// What the observer heard about the store.
    observed: Arc<Mutex<Vec<String>>>,
    descriptors: Vec<File>,
}

impl Playing {
    fn perform(&mut self, path: &Path, verb: &str, object: &str) -> Said {
        match verb {
            "open" => {
                let stage = crash::watched(SqliteStore::open(path)?, start(), self.hearing())?;
                self.begin(stage, ["https://receiver.example/"])?;
            }
            "open-to" => {
                let way_out = UreqTransport::new(UreqConfig::default())?;
                let stage = crash::sending_by(way_out, SqliteStore::open(path)?, start(), self.hearing())?;
                self.begin(stage, object.split(','))?;
            }
            "fill-descriptors" => return Ok(json!(self.fill_descriptors(object.parse().unwrap()))),
            "free-descriptors" => self.descriptors.clear(),
            "observed" => return Ok(json!(std::mem::take(&mut *self.observed.lock().unwrap()))),
            _ => return act(self.stage.as_ref().expect("it is open"), verb, object),
        }
        Ok(Value::Null)
    }

    fn hearing(&self) -> impl ActivityObserver + use<> {
        let observed = Arc::clone(&self.observed);
        move |activity: &Activity<'_>| match activity {
            Activity::WritesRefused { error, .. } => observed.lock().unwrap().push(error.to_string()),
            Activity::WritesResumed { .. } => observed.lock().unwrap().push("resumed".to_owned()),
            _ => {}
        }
    }

    fn begin<'a>(
        &mut self,
        stage: Scenario,
        receivers: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), shiptrack::Error> {
        for url in receivers {
            stage.service.client().webhooks().ensure(NewWebhook::new(url))?;
        }
        self.stage = Some(stage);
        Ok(())
    }

    /// Opens files until there are no more to be had but `spare`.
    fn fill_descriptors(&mut self, spare: usize) -> usize {
        while let Ok(file) = File::open("/dev/null") {
            self.descriptors.push(file);
        }
        self.descriptors.truncate(self.descriptors.len().saturating_sub(spare));
        self.descriptors.len()
    }
}

fn act(stage: &Scenario, verb: &str, object: &str) -> Said {
    let client = stage.service.client();
    let requests = client.tracking_requests();
    Ok(match verb {
        "create" => json!(requests.create(NewTrackingRequest::bill_of_lading(object, "MAEU"))?.id),
        "get" => json!(requests.get(&TrackingRequestId::new(object))?.request_number),
        "feed" => {
            let events = stage.service.events(&stage.account, 0, usize::MAX)?;
            json!(events.iter().map(|event| event.sequence).collect::<Vec<_>>())
        }
        "total" => json!(client.tracking_requests().list().page_size(1).pages().next().unwrap()?.total()),
        "mail" => {
            let message = MESSAGE.replace("NUMBER", object);
            json!(stage.service.ingest_email(&stage.account, message.as_bytes(), None)?.submission.id)
        }
        "readers" => json!(read_on_many_threads(stage, object.parse().unwrap())),
        "run" => {
            stage.clock.advance(Duration::from_secs(3_600 * object.parse::<u64>().unwrap()));
            json!(stage.service.run_due(Budget::ALL)?.items())
        }
        "close" => {
            stage.service.close()?;
            Value::Null
        }
        other => panic!("{other} is not known"),
    })
}

/// Reads on so many threads at a time; answers what failed.
fn read_on_many_threads(stage: &Scenario, threads: usize) -> Vec<String> {
    let all_begin = std::sync::Barrier::new(threads);
    std::thread::scope(|scope| {
        let reading: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    all_begin.wait();
                    stage.service.events(&stage.account, 0, usize::MAX).map(drop)
                })
            })
            .collect();
        reading.into_iter().filter_map(|thread| thread.join().unwrap().err()).map(|error| error.to_string()).collect()
    })
}

/// The side of the test.
pub struct Puppet {
    child: Child,
    orders: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Puppet {
    /// Starts the child. `program` runs [`play`] when it is given `puppet` and the path.
    pub fn start(mut program: Command, path: &Path) -> Self {
        program.arg("puppet").arg(path).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = program.spawn().expect("the child starts");
        let (orders, answers) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Puppet { child, orders, answers: BufReader::new(answers).lines() }
    }

    /// What it says to an order.
    #[track_caller]
    pub fn ask(&mut self, order: &str) -> Value {
        writeln!(self.orders, "{order}").expect("the child listens");
        let line = self.answers.next().expect("the child answers").expect("a line");
        serde_json::from_str(&line).expect("JSON")
    }

    /// The same where it must succeed.
    #[track_caller]
    pub fn works(&mut self, order: &str) -> Value {
        let said = self.ask(order);
        assert!(said.get("error").is_none(), "{order}: {said}");
        said
    }

    /// The same where it must be refused: kind and sentence.
    #[track_caller]
    pub fn refuses(&mut self, order: &str) -> (String, String) {
        let said = self.ask(order);
        let text = |name: &str| said[name].as_str().unwrap_or_else(|| panic!("{order}: {said}")).to_owned();
        (text("error"), text("says"))
    }

    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Puppet {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
