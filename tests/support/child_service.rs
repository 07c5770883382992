//! A service in a child process, controlled line by line.
//!
//! The test writes one command per line; the child answers each with one line of JSON.

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

/// The answer to a command.
type CommandResult = Result<Value, shiptrack::Error>;

/// Runs in the child: carries out the commands on standard input until it ends.
pub fn serve(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut server = CommandServer { stage: None, observed: Arc::default(), descriptors: Vec::new() };
    for line in io::stdin().lines() {
        let line = line?;
        let mut words = line.split(' ');
        let (verb, object) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let answer = server.perform(path, verb, object).unwrap_or_else(
            |error| json!({ "error": error.kind().code(), "message": error.to_string(), "in_doubt": error.is_in_doubt() }),
        );
        let mut out = io::stdout().lock();
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

struct CommandServer {
    stage: Option<Scenario>,
    /// What the observer reported about the store.
    observed: Arc<Mutex<Vec<String>>>,
    descriptors: Vec<File>,
}

impl CommandServer {
    fn perform(&mut self, path: &Path, verb: &str, object: &str) -> CommandResult {
        match verb {
            "open" => {
                let stage = crash::open_observed(SqliteStore::open(path)?, start(), self.observer())?;
                self.begin(stage, ["https://receiver.example/"])?;
            }
            "open-to" => {
                let transport = UreqTransport::new(UreqConfig::default())?;
                let stage = crash::open_with_transport(transport, SqliteStore::open(path)?, start(), self.observer())?;
                self.begin(stage, object.split(','))?;
            }
            "fill-descriptors" => return Ok(json!(self.fill_descriptors(object.parse().unwrap()))),
            "free-descriptors" => self.descriptors.clear(),
            "observed" => return Ok(json!(std::mem::take(&mut *self.observed.lock().unwrap()))),
            _ => return act(self.stage.as_ref().expect("the service is open"), verb, object),
        }
        Ok(Value::Null)
    }

    fn observer(&self) -> impl ActivityObserver + use<> {
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

    /// Opens files until only `spare` file descriptors are left.
    fn fill_descriptors(&mut self, spare: usize) -> usize {
        while let Ok(file) = File::open("/dev/null") {
            self.descriptors.push(file);
        }
        self.descriptors.truncate(self.descriptors.len().saturating_sub(spare));
        self.descriptors.len()
    }
}

fn act(stage: &Scenario, verb: &str, object: &str) -> CommandResult {
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
        other => panic!("unknown command {other}"),
    })
}

/// Reads on `threads` threads at the same time and returns the errors.
fn read_on_many_threads(stage: &Scenario, threads: usize) -> Vec<String> {
    let start = std::sync::Barrier::new(threads);
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    start.wait();
                    stage.service.events(&stage.account, 0, usize::MAX).map(drop)
                })
            })
            .collect();
        readers.into_iter().filter_map(|thread| thread.join().unwrap().err()).map(|error| error.to_string()).collect()
    })
}

/// Runs in the test: the handle of the child process.
pub struct ChildService {
    child: Child,
    commands: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl ChildService {
    /// Starts the child. `program` runs [`serve`] for the arguments `serve` and the path.
    pub fn start(mut program: Command, path: &Path) -> Self {
        program.arg("serve").arg(path).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = program.spawn().expect("the child starts");
        let (commands, answers) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        ChildService { child, commands, answers: BufReader::new(answers).lines() }
    }

    /// Sends a command and returns the answer.
    #[track_caller]
    pub fn ask(&mut self, command: &str) -> Value {
        writeln!(self.commands, "{command}").expect("the child listens");
        let line = self.answers.next().expect("the child answers").expect("a line");
        serde_json::from_str(&line).expect("JSON")
    }

    /// Sends a command that must succeed, and returns the answer.
    #[track_caller]
    pub fn expect_ok(&mut self, command: &str) -> Value {
        let answer = self.ask(command);
        assert!(answer.get("error").is_none(), "{command}: {answer}");
        answer
    }

    /// Sends a command that must fail, and returns the error kind and the message.
    #[track_caller]
    pub fn expect_error(&mut self, command: &str) -> (String, String) {
        let answer = self.ask(command);
        let text = |name: &str| answer[name].as_str().unwrap_or_else(|| panic!("{command}: {answer}")).to_owned();
        (text("error"), text("message"))
    }

    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for ChildService {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
