//! EDI messages that arrive in another order than they were written.

use shiptrack::carriers::Inbox;
use shiptrack_tests::scenario::Scenario;

use super::HOUR;

/// A 315 message in an interchange that was written on a day of April 2026: a departure from Shanghai, and the expected arrival in Los Angeles on
/// a day of May.
fn status(written: u32, number: u32, code: &str, arrives: u32) -> String {
    format!(
        "ISA*00*          *00*          *ZZ*LINE           *ZZ*ME             *2604{written:02}*1200*U*00401*{number:09}*0*P*>~\
         GS*QO*LINE*ME*202604{written:02}*1200*7*X*004010~ST*315*0001~B4***{code}*20260420*1200*CNSHA*MSKU*030896*L*45G1*CNSHA*UN*1~\
         N9*BM*123456789~Q2*9321483********042E***L*TEST VOYAGER~R4*L*UN*CNSHA~R4*D*UN*USLAX~\
         DTM*139*202605{arrives:02}*0600*LT~SE*8*0001~GE*1*7~IEA*1*{number:09}~"
    )
}

/// An IFTSTA message that was written on a day of April, in an interchange of another day.
fn iftsta(sent: u32, written: u32, function: u32, arrives: u32) -> String {
    format!(
        "UNB+UNOA:2+LINE+ME+2604{sent:02}:1200+{sent}'UNH+1+IFTSTA:D:99B:UN'BGM+23+S1+{function}'\
         DTM+137:202604{written:02}1155:203'CNI+1'STS+1+24'RFF+BM:MAEU123456789'RFF+EQ:MSKU0308961'DTM+334:202604201200:203'\
         TDT+20+042E+1++LINE:172+++9321483:146::TEST VOYAGER'LOC+9+CNSHA:139:6'DTM+186:202604201200:203'LOC+11+USLAX:139:6'\
         DTM+132:202605{arrives:02}0600:203'UNT+13+1'UNZ+1+{sent}'"
    )
}

struct Tracked(Scenario);

impl Tracked {
    fn new() -> Self {
        let scenario = Scenario::with(|builder| builder.carrier("MAEU", Inbox).unwrap());
        scenario.create("bill_of_lading", "MAEU123456789", "MAEU");
        scenario.run();
        Tracked(scenario)
    }

    /// Ingests a message, and returns the day of the expected arrival.
    fn ingest(&self, message: &str) -> String {
        let report = self.0.service.ingest_edi(&self.0.account, message.as_bytes()).unwrap();
        assert!(report.is_whole(), "{report:?}");
        self.0.run();
        self.0.pass(HOUR);
        let shipment = self.0.get("/v2/shipments")["data"][0]["attributes"].take();
        shipment["pod_eta_at"].as_str().unwrap_or_default().get(..10).unwrap_or_default().to_owned()
    }
}

#[test]
fn an_older_message_that_arrives_later_does_not_replace_the_newer_one() {
    let tracked = Tracked::new();
    assert_eq!(tracked.ingest(&status(29, 2, "VD", 23)), "2026-05-23");
    assert_eq!(tracked.ingest(&status(28, 1, "VD", 20)), "2026-05-23");
    assert_eq!(tracked.ingest(&status(30, 3, "VD", 24)), "2026-05-24");
    assert_eq!(tracked.ingest(&status(29, 4, "VD", 25)), "2026-05-24");
}

#[test]
fn an_older_message_adds_the_events_that_no_newer_one_reports() {
    let tracked = Tracked::new();
    tracked.ingest(&status(29, 2, "VD", 23));
    assert_eq!(tracked.ingest(&status(19, 1, "I", 20)), "2026-05-23");
    assert!(tracked.0.events().contains(&"container.transport.full_in".to_owned()));
}

#[test]
fn messages_of_one_date_are_ordered_by_their_control_numbers() {
    let tracked = Tracked::new();
    tracked.ingest(&status(29, 2, "VD", 23));
    assert_eq!(tracked.ingest(&status(29, 1, "VD", 20)), "2026-05-23");
}

#[test]
fn the_date_of_a_message_precedes_that_of_its_envelope() {
    let tracked = Tracked::new();
    assert_eq!(tracked.ingest(&iftsta(29, 29, 5, 23)), "2026-05-23");
    assert_eq!(tracked.ingest(&iftsta(30, 28, 9, 20)), "2026-05-23", "a hub sent an older message again");
}
