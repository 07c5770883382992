//! Tracks a number and lists resources with an account at a hosted service.
//!
//! ```sh
//! export SHIPTRACK_BASE_URL=https://…/v2
//! export SHIPTRACK_API_KEY=…
//! cargo run --example hosted -- MEDUF5399896 MSCU    # tracks a bill of lading, and lists resources
//! cargo run --example hosted                         # lists resources
//! ```

use std::process::ExitCode;
use std::time::Duration;

use shiptrack::client::{ClientBuilder, List};
use shiptrack::jsonapi::Resource;
use shiptrack::{Client, Error, NewTrackingRequest, Result, Wait};

/// How many resources of each family are shown.
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
    let result = match arguments.as_slice() {
        [] => list(&client),
        [number, scac] => track(&client, number, scac).and_then(|()| list(&client)),
        _ => {
            eprintln!("usage: hosted [BILL_OF_LADING SCAC]");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Explains a missing or invalid setting.
fn explain(problem: &Error) {
    if [ClientBuilder::BASE_URL_VARIABLE, ClientBuilder::API_KEY_VARIABLE]
        .iter()
        .all(|name| std::env::var_os(name).is_some())
    {
        eprintln!("{problem}");
        return;
    }
    eprintln!("This example needs an account at a hosted service, in environment variables:");
    eprintln!(
        "  {}  the base URL of the service, for example https://host.example/v2",
        ClientBuilder::BASE_URL_VARIABLE
    );
    eprintln!("  {}   the API key of the account", ClientBuilder::API_KEY_VARIABLE);
    eprintln!("Problem: {problem}");
}

fn track(client: &Client, number: &str, scac: &str) -> Result<()> {
    let requests = client.tracking_requests();
    // Calling it twice is safe: an active request for this number is used again.
    let tracked = requests.track(NewTrackingRequest::bill_of_lading(number, scac))?;
    println!("{} is {}", tracked.request.request_number, tracked.request.status);
    match requests.wait(&tracked.request.id, Wait::until_settled().timeout(Duration::from_secs(120))) {
        Ok(settled) => println!("{} is {}", settled.request_number, settled.status),
        Err(late) if late.kind() == shiptrack::ErrorKind::Timeout => {
            println!("the look-up is still in progress; list again later")
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
        let port = shipment.port_of_discharge_name.unwrap_or_else(|| "an unknown port".to_owned());
        format!("{:<20} {} container(s) to {port}", shipment.bill_of_lading_number, shipment.containers.get().len())
    })?;
    show("Email submissions", client.email_submissions().list(), |email| {
        format!("{} ({} documents)", email.subject, email.documents_count.unwrap_or_default())
    })
}

/// Prints the first items of a listing under a heading.
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
