//! Ingests a folder of EDI files, and prints the events of each container.
//!
//! ```sh
//! cargo run --example edi_inbox -- FOLDER OOLU
//! ```
//!
//! The service asks no carrier: every booking, bill of lading and container in the files is tracked with the given
//! carrier code, and its data only comes from the files. Files are moved to `done/` or `failed/`, each with a report,
//! and acknowledgements are written to `out/`. Without arguments it creates two example files.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use shiptrack::carriers::Inbox;
use shiptrack::client::Client;
use shiptrack::decoders::NamedNumber;
use shiptrack::numbers::NumberKind;
use shiptrack::service::{EdiReport, Service, Settle};
use shiptrack::tracking::in_order;
use shiptrack::{NewTrackingRequest, Result};

fn main() -> std::result::Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (folder, is_example) = match arguments.next() {
        Some(folder) => (PathBuf::from(folder), false),
        None => (example_files()?, true),
    };
    let scac = arguments.next().unwrap_or_else(|| "OOLU".to_owned());
    let service = Service::builder().any_carrier(Inbox).in_memory()?;
    ingest(&service, &folder, &scac)?;
    service.settle(Settle::new())?;
    print_events(&service.client())?;
    if is_example {
        fs::remove_dir_all(&folder)?;
    }
    Ok(())
}

/// Ingests the files of the folder, and tracks the numbers in them.
fn ingest(service: &Service, folder: &Path, scac: &str) -> Result<()> {
    let mut inbox = service.edi_folder(service.default_account(), folder)?.acknowledging(true).quiet(Duration::ZERO);
    // The first sweep only notes the files, because new ones may still be written.
    inbox.sweep(0)?;
    for file in inbox.sweep(usize::MAX)? {
        println!("{} went to {}", file.file, file.moved_to.as_deref().unwrap_or(folder).display());
        if let Some(problem) = &file.problem {
            println!("  {problem}");
        }
        if let Some(report) = &file.report {
            print_problems(report);
            track(service, report, scac)?;
        }
    }
    Ok(())
}

/// Prints the problems of a file.
fn print_problems(report: &EdiReport) {
    report.problems.iter().for_each(|problem| println!("  {problem}"));
    for message in report.interchanges.iter().flat_map(|interchange| &interchange.messages) {
        message
            .problems
            .iter()
            .for_each(|problem| println!("  {} {}: {problem}", message.kind, message.control_number));
    }
}

/// Tracks the bookings and bills of lading in each message, or its containers if it has none.
fn track(service: &Service, report: &EdiReport, scac: &str) -> Result<()> {
    for message in report.interchanges.iter().flat_map(|interchange| &interchange.messages) {
        let is_shipment_number = |named: &&NamedNumber| named.kind != NumberKind::Container;
        let has_shipment_number = message.numbers.iter().any(|named| is_shipment_number(&named));
        for named in message.numbers.iter().filter(|named| is_shipment_number(named) == has_shipment_number) {
            let request = match named.kind {
                NumberKind::BillOfLading => NewTrackingRequest::bill_of_lading(&named.number, scac),
                NumberKind::BookingNumber => NewTrackingRequest::booking_number(&named.number, scac),
                NumberKind::Container => NewTrackingRequest::container(&named.number, scac),
            };
            if let Err(refused) = service.client().tracking_requests().track(request) {
                println!("  {} cannot be tracked: {refused}", named.number);
            }
        }
        service.settle(Settle::new())?;
    }
    Ok(())
}

/// Prints the events of each container.
fn print_events(client: &Client) -> Result<()> {
    for shipment in client.shipments().list() {
        let shipment = shipment?;
        let place = |locode: &Option<String>| locode.clone().unwrap_or_else(|| "?".to_owned());
        let (from, to) = (place(&shipment.port_of_lading_locode), place(&shipment.port_of_discharge_locode));
        println!("\n{}: {from} to {to}", shipment.bill_of_lading_number);
        for container in client.containers().list() {
            let container = container?;
            if container.shipment.id().as_ref() != Some(&shipment.id) {
                continue;
            }
            println!("  {}", container.number);
            let events = client.containers().transport_events(&container.id);
            for event in in_order(events.into_iter().collect::<Result<Vec<_>>>()?) {
                let at = event.timestamp.map(|at| at.to_string()).unwrap_or_default();
                println!("    {at:22} {:5} {}", event.location_locode.unwrap_or_default(), event.event);
            }
        }
    }
    Ok(())
}

/// Creates a folder with two files, one of a carrier and one of a terminal.
fn example_files() -> std::io::Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("shiptrack-edi-inbox-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("line.315"), LINE)?;
    fs::write(folder.join("terminal.edi"), TERMINAL)?;
    Ok(folder)
}

const LINE: &str = "ISA*00*          *00*          *ZZ*LINE           *ZZ*ME             *260502*1500*U*00401*000000007*0*P*>~\
    GS*QO*LINE*ME*20260502*1500*7*X*004010~ST*315*0001~B4***VD*20260502*1410**MSKU*030896*L*45G1*CNSHA*UN*1~N9*BM*BILL12345~\
    Q2*9321483********042E***L*TEST VOYAGER~R4*L*UN*CNSHA*SHANGHAI*CN~R4*D*UN*USLAX*LOS ANGELES*US~DTM*139*20260530*0800*PT~\
    SE*8*0001~GE*1*7~IEA*1*000000007~";
const TERMINAL: &str = "UNB+UNOA:2+USLAXTERM+ME+260530:1500+77'UNH+1+COARRI:D:95B:UN'BGM+44+1+9'\
    TDT+20+042E+1++:172+++9321483:146::TEST VOYAGER'LOC+11+USLAX:139:6'EQD+CN+MSKU0308961+45G1:102:5++3+5'RFF+BM:BILL12345'\
    DTM+203:202605301410:203'UNT+8+1'UNZ+1+77'";
