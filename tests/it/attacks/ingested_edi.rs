//! Ingesting hostile EDI: truncated files, thousands of interchanges, wrong counts and characters, oversized files. Nothing panics, nothing
//! is recorded twice, and stored unread messages are bounded.

use std::time::Instant;

use shiptrack::error::ErrorKind;
use shiptrack::service::{EdiReport, RecordingPolicy};
use shiptrack_tests::depth::depth;
use shiptrack_tests::scenario::Scenario;
use shiptrack_tests::seeded::SeededRandom;
use shiptrack_tests::with;

/// A status of a container, in an interchange with this number.
fn status(number: usize, serial: usize, code: &str) -> String {
    format!(
        "ISA*00*          *00*          *ZZ*LINE           *ZZ*ME             *260430*1500*U*00401*{number:09}*0*P*>~\
         GS*QO*LINE*ME*20260430*1500*{number}*X*004010~ST*315*0001~B4***{code}*20260420*1200**MSKU*{serial:06}*L*45G1*CNSHA*UN*1~\
         N9*BM*BILL{serial}~Q2*9321483********042E***L*VOYAGER~R4*L*UN*CNSHA~R4*D*UN*USLAX~DTM*139*20260530*0800~SE*8*0001~\
         GE*1*{number}~IEA*1*{number:09}~"
    )
}

const IFTSTA: &str = "UNA:+.? 'UNB+UNOC:3+LINE:ZZZ+ME:ZZZ+260502:1500+77'UNH+1+IFTSTA:D:00B:UN'BGM+23+1+9'RFF+BN:BOOKING1'CNI+1'\
    STS+1+VD::22:left?'s'DTM+334:202605021410:203'LOC+175+CNSHA:139:6:SHANGHAI+CN:162'EQD+CN+MSKU0308961+45G1:102:5+++5'UNT+9+1'\
    UNZ+1+77'";

fn ingest(scenario: &Scenario, bytes: &[u8]) -> EdiReport {
    scenario.service.ingest_edi(&scenario.account, bytes).expect("any bytes can be ingested")
}

#[test]
fn truncated_files_are_ingested_and_the_complete_file_afterwards() {
    for whole in [status(1, 1, "AE"), IFTSTA.to_owned()] {
        let scenario = Scenario::new();
        for end in (0..whole.len()).step_by(depth(3, 1)) {
            let report = ingest(&scenario, &whole.as_bytes()[..end]);
            let mut messages = report.interchanges.iter().flat_map(|interchange| &interchange.messages);
            assert!(messages.all(|message| message.is_read || message.unread.is_some()), "{end}: {report:?}");
        }
        let report = ingest(&scenario, whole.as_bytes());
        assert!(report.is_whole() && !report.interchanges[0].is_repeated, "{report:?}");
    }
}

#[test]
fn thousands_of_interchanges_are_ingested_once() {
    let count = depth(150, 10_000);
    let scenario = Scenario::new();
    let file: String = (1..=count).map(|number| status(number, number % 50, "AE")).collect();
    let started = Instant::now();
    let report = ingest(&scenario, file.as_bytes());
    let first = started.elapsed();
    assert_eq!((report.interchanges.len(), report.is_whole()), (count, true));
    let again = ingest(&scenario, file.as_bytes());
    assert!(again.interchanges.iter().all(|interchange| interchange.is_repeated));
    println!(
        "figures: {count} interchanges in {first:.1?}, recognized as repeated in {:.1?}",
        started.elapsed() - first
    );
}

#[test]
fn large_reports_are_split_by_shipment_in_time() {
    let size = depth(300, 15_000);
    let quay = |count: usize| {
        let item = |serial: usize| format!("EQD+CN+MSKU{serial:07}'RFF+BM:B{serial}'DTM+203:202604201410:203'");
        let items: String = (0..count).map(item).collect();
        format!(
            "UNB+UNOA:2+T+ME+260430:1500+77'UNH+1+COARRI:D:95B:UN'BGM+44+1+9'LOC+11+USLAX:139:6'{items}UNT+{}+1'UNZ+1+77'",
            3 * count + 4
        )
    };
    // Each message names the bill of the one before, so all are one shipment.
    let chain = |count: usize| -> String {
        let link = |at: usize| {
            status(count - at, 1, "AE")
                .replace("N9*BM*BILL1~", &format!("N9*BM*B{at}~N9*BM*B{}~", at + 1))
                .replace("SE*8*", "SE*9*")
        };
        (0..count).rev().map(link).collect()
    };
    for (name, file, shipments) in [("bills", quay(size), size), ("a chain", chain(size), 1)] {
        let reading = shiptrack::decoders::read(file.as_bytes(), &shiptrack::decoders::ReadLimits::default());
        let started = Instant::now();
        let parts = reading.shipments();
        println!("figures: {name}: {size} split in {:.1?}", started.elapsed());
        assert_eq!(parts.len(), shipments, "{name}");
        assert_eq!(parts.iter().map(|part| part.facts().count()).sum::<usize>(), reading.facts().count(), "{name}");
    }
    let scenario = Scenario::new();
    let started = Instant::now();
    let report = ingest(&scenario, quay(size).as_bytes());
    println!("figures: a message of {size} bills was ingested in {:.1?}", started.elapsed());
    assert!(report.is_whole() || size > 10_000, "{:?}", report.interchanges[0].messages[0].problems);
}

#[test]
fn wrong_counts_and_characters_lose_nothing() {
    let scenario = Scenario::new();
    let miscounted = status(1, 1, "AE").replace("SE*8*0001", "SE*99*7777").replace("GE*1*", "GE*7*");
    let report = ingest(&scenario, miscounted.as_bytes());
    let interchange = &report.interchanges[0];
    assert!(interchange.messages[0].is_read && interchange.messages[0].problems.len() == 2, "{report:?}");
    let answer = String::from_utf8(interchange.acknowledgement.clone().expect("an answer")).expect("text");
    assert!(answer.contains("AK5*E*4*3~") || answer.contains("AK5*E*3*4~"), "{answer}");

    let latin = status(2, 2, "AE").replace("VOYAGER", "M\u{dc}NCHEN");
    let latin: Vec<u8> = latin.chars().map(|letter| u8::try_from(u32::from(letter)).expect("Latin-1")).collect();
    assert!(ingest(&scenario, &latin).is_whole());
    let wide: Vec<u8> =
        std::iter::once(0xfeff_u16).chain(status(3, 3, "AE").encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert!(ingest(&scenario, &wide).is_whole());
    let letters: Vec<u8> = status(4, 4, "AE").bytes().flat_map(|byte| [byte, 0xff]).collect();
    assert!(!ingest(&scenario, &letters).is_whole());
}

#[test]
fn damaged_files_can_be_ingested_repeatedly() {
    let scenario = Scenario::new();
    let chance = SeededRandom::new(0x0ED2);
    let mut taken = 0;
    for turn in 0..depth(60, 5_000) {
        let mut bytes = if turn % 2 == 0 { status(turn, turn % 20, "VD").into_bytes() } else { IFTSTA.into() };
        for _ in 0..chance.below(5) {
            let at = chance.below(bytes.len());
            bytes[at] = u8::try_from(chance.below(256)).expect("a byte");
        }
        let report = ingest(&scenario, &bytes);
        taken += usize::from(report.is_whole());
        assert_eq!(
            ingest(&scenario, &bytes).interchanges.iter().filter(|interchange| !interchange.is_repeated).count(),
            0,
            "{report:?}"
        );
    }
    println!("figures: {taken} damaged files were read completely");
    assert!(taken > 0);
}

#[test]
fn oversized_files_are_rejected_and_unread_messages_are_bounded() {
    let policy = with(RecordingPolicy::default(), |value| value.most_unread_edi = 20_000);
    let scenario = Scenario::with(|builder| builder.recording(policy));
    let huge = vec![b' '; (32 << 20) + 1];
    let report = ingest(&scenario, &huge);
    assert!(report.interchanges.is_empty() && report.problems[0].detail.contains("at most"), "{report:?}");
    let mut number = 0;
    let refused = loop {
        number += 1;
        let junk = status(number, 1, "AE").replace("B4*", "X4*");
        match scenario.service.ingest_edi(&scenario.account, junk.as_bytes()) {
            Ok(report) => assert!(!report.is_whole()),
            Err(refused) => break refused,
        }
    };
    println!("figures: {number} messages until {refused}");
    assert_eq!(refused.kind(), ErrorKind::Conflict);
    assert!(
        ingest(&scenario, status(number + 1, 1, "AE").as_bytes()).is_whole(),
        "readable messages are still recorded"
    );
}
