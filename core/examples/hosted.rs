//! Tracking and listing with a real account.
//!
//! ```sh
//! export SHIPTRACK_BASE_URL=https://…/v2
//! export SHIPTRACK_API_KEY=…
//! cargo run --example hosted -- MEDUF5399896 MSCU    # tracks a bill of lading, then lists
//! cargo run --example hosted                         # lists
//! ```

use std::process::ExitCode;
use std::time::Duration;

use shiptrack::client::{ClientBuilder, List};
use shiptrack::jsonapi::Resource;
use shiptrack::{Client, Error, NewTrackingRequest, Result, Wait};

/// How many of each family are shown.
const SHOWN: usize = 10;

fn main() -> ExitCode {
    let client = match Client::from_env() {
        Ok(client) => client,
        Err(problem) => {
            explain(&problem);
            return ExitCode::from(2);
        }
    };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let told = match arguments.as_slice() {
        [] => list(&client),
        [number, scac] => track(&client, number, scac).and_then(|()| list(&client)),
        _ => {
            eprintln!("usage: hosted [BILL_OF_LADING SCAC]");
            return ExitCode::from(2);
        }
    };
    match told {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// What the example needs, or what is wrong with what it was given.
fn explain(problem: &Error) {
    if [ClientBuilder::BASE_URL_VARIABLE, ClientBuilder::API_KEY_VARIABLE]
        .iter()
        .all(|name| std::env::var_os(name).is_some())
    {
        eprintln!("{problem}");
        return;
    }
    eprintln!("This example needs an account of a hosted service, given by the environment:");
    eprintln!("  {}  where the service is, for example https://host.example/v2", ClientBuilder::BASE_URL_VARIABLE);
    eprintln!("  {}   the account's API key", ClientBuilder::API_KEY_VARIABLE);
    eprintln!("What is missing: {problem}");
}

fn track(client: &Client, number: &str, scac: &str) -> Result<()> {
    let requests = client.tracking_requests();
    // Calling it twice is safe: a live request for this number is adopted.
    let tracked = requests.track(NewTrackingRequest::bill_of_lading(number, scac))?;
    println!("{} is {}", tracked.request.request_number, tracked.request.status);
    match requests.wait(&tracked.request.id, Wait::until_settled().timeout(Duration::from_secs(120))) {
        Ok(settled) => println!("{} is {}", settled.request_number, settled.status),
        Err(late) if late.kind() == shiptrack::ErrorKind::Timeout => {
            println!("still being looked up; list again later")
        }
        Err(error) => return Err(error),
    }
    Ok(())
}

fn list(client: &Client) -> Result<()> {
    show("Tracking requests", client.tracking_requests().list(), |request| {
        format!("{:<20} {:<5} {}", request.request_number, request.scac.unwrap_or_default(), request.status)
    })?;
    show("Shipments", client.shipments().list(), |shipment| {
        let port = shipment.port_of_discharge_name.unwrap_or_else(|| "a port nobody has named yet".to_owned());
        format!("{:<20} {} container(s) to {port}", shipment.bill_of_lading_number, shipment.containers.get().len())
    })?;
    show("Email submissions", client.email_submissions().list(), |email| {
        format!("{} ({} documents)", email.subject, email.documents_count.unwrap_or_default())
    })
}

/// Shows the first items under a heading, which waits until there is something to stand above.
fn show<T: Resource>(heading: &str, list: List<T>, line: impl Fn(T) -> String) -> Result<()> {
    let lines = list.max_items(SHOWN).into_iter().map(|item| item.map(&line)).collect::<Result<Vec<_>>>()?;
    println!("\n{heading}");
    for line in &lines {
        println!("  {line}");
    }
    if lines.is_empty() {
        println!("  none");
    }
    Ok(())
}
