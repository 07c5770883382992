//! A folder of EDI files becomes timelines: what carriers and terminals sent, by shipment and container.
//!
//! ```sh
//! cargo run --example edi_inbox -- FOLDER OOLU
//! ```
//!
//! The files are taken in by a service that asks nobody: every booking, bill and container they name is tracked under the given carrier, and
//! what is told of it is what was sent. Files go to `done/` or `failed/`, each with a report beside it, and acknowledgements to `out/`.
//! Without arguments it plays with two files of its own.

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
    let (folder, own) = match arguments.next() {
        Some(folder) => (PathBuf::from(folder), None),
        None => (own_files()?, Some(())),
    };
    let scac = arguments.next().unwrap_or_else(|| "OOLU".to_owned());
    let service = Service::builder().any_carrier(Inbox).in_memory()?;
    take_in(&service, &folder, &scac)?;
    service.settle(Settle::new())?;
    tell(&service.client())?;
    if own.is_some() {
        fs::remove_dir_all(&folder)?;
    }
    Ok(())
}

/// Takes in whatever the folder holds, and tracks what it names.
fn take_in(service: &Service, folder: &Path, scac: &str) -> Result<()> {
    let mut inbox = service.edi_folder(service.default_account(), folder)?.acknowledging(true).quiet(Duration::ZERO);
    // The first look only sees what is there: a file may still be written.
    inbox.sweep(0)?;
    for file in inbox.sweep(usize::MAX)? {
        println!("{} went to {}", file.file, file.moved_to.as_deref().unwrap_or(folder).display());
        if let Some(problem) = &file.problem {
            println!("  {problem}");
        }
        if let Some(report) = &file.report {
            complain(report);
            track(service, report, scac)?;
        }
    }
    Ok(())
}

/// What of a file could not be read.
fn complain(report: &EdiReport) {
    report.problems.iter().for_each(|problem| println!("  {problem}"));
    for message in report.interchanges.iter().flat_map(|interchange| &interchange.messages) {
        message
            .problems
            .iter()
            .for_each(|problem| println!("  {} {}: {problem}", message.kind, message.control_number));
    }
}

/// Tracks the bookings and bills that messages name, and containers of which nobody says under which.
fn track(service: &Service, report: &EdiReport, scac: &str) -> Result<()> {
    for message in report.interchanges.iter().flat_map(|interchange| &interchange.messages) {
        let is_paper = |named: &&NamedNumber| named.kind != NumberKind::Container;
        let has_papers = message.numbers.iter().any(|named| is_paper(&named));
        for named in message.numbers.iter().filter(|named| is_paper(named) == has_papers) {
            let wanted = match named.kind {
                NumberKind::BillOfLading => NewTrackingRequest::bill_of_lading(&named.number, scac),
                NumberKind::BookingNumber => NewTrackingRequest::booking_number(&named.number, scac),
                NumberKind::Container => NewTrackingRequest::container(&named.number, scac),
            };
            if let Err(refused) = service.client().tracking_requests().track(wanted) {
                println!("  {} cannot be tracked: {refused}", named.number);
            }
        }
        service.settle(Settle::new())?;
    }
    Ok(())
}

/// The timeline of each container.
fn tell(client: &Client) -> Result<()> {
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

/// A folder with two files, as a carrier and a terminal send them.
fn own_files() -> std::io::Result<PathBuf> {
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
