//! Damaged and hostile EDI. It is read without panics, in time proportional to its size.

use std::time::{Duration, Instant};

use shiptrack::decoders::edi::{self, Senders};
use shiptrack::tracking::{Fact, FoldPolicy, absorb, fold};
use shiptrack_tests::depth::depth;
use shiptrack_tests::seeded::SeededRandom;

const WHOLE: [&str; 3] = [
    "ISA*00*          *00*          *ZZ*LINE           *ZZ*ME             *260502*1500*U*00401*000000007*0*P*>~\
     GS*QO*LINE*ME*20260502*1500*7*X*004010~ST*315*0001~B4***VD*20260502*1410*CNSHA*MSKU*030896*L*45G1*CNSHA*UN*1~N9*BM*BILL1~\
     N9*BN*BOOKING1~N9*EQ*MSKU0308961~Q2*9321483********042E***L*TEST VOYAGER~SG*AV*XX**20260503*0600*PT~R4*L*UN*SHA*SHANGHAI*CN~\
     DTM*140*20260502*1410*LT~R4*D*UN*USLAX*LOS ANGELES, CA*US~DTM*139*20260530*0800*PT~R4*E*D*3901*CHICAGO*US~\
     DTM*139****DT*202606040000~SE*15*0001~GE*1*7~IEA*1*000000007~",
    "UNA:+.? 'UNB+UNOC:3+LINE:ZZZ+ME:ZZZ+260502:1500+77'UNH+1+IFTSTA:D:00B:UN'BGM+23+1+9'RFF+BN:BOOKING1'RFF+EQ:TGHU1643396'CNI+1'\
     STS+1+VD::22:left?'s'DTM+334:202605021410:203'LOC+175+CNSHA:139:6:SHANGHAI+CN:162'TDT+20+042E+1++MAEU:172+++9321483:146:11:X'\
     LOC+9+CNSHA:139:6'DTM+186:202605021410:203'LOC+11+USLAX:139:6'DTM+132:202605300800UTC:303'LOC+7+CHI:139:6+US:162'\
     DTM+132:20260604:102'EQD+CN+MSKU0308961+45G1:102:5+++5'UNT+17+1'UNZ+1+77'",
    "UNB+UNOA:2+USLAXTERM+ME+260502:1500+78'UNH+1+COARRI:D:95B:UN'BGM+44+1+9'TDT+20+042E+1++MAEU:172:166+++9321483:146::X'\
     LOC+11+USLAX:139:6+TRAPAC:TER:ZZZ'EQD+CN+MSKU0308961+45G1:102:5++3+5'RFF+BM:BILL1'DTM+203:202605301410:203'SEL+1+CA'\
     EQD+CN+TGHU1643396+22G1:102:5++6+4'DTM+203:202605301415:203'UNT+11+1'UNZ+1+78'",
];

/// Processes received bytes like the service: decodes, acknowledges, writes and folds them.
fn process(bytes: &[u8]) -> usize {
    let now = "2026-06-01T00:00:00Z".parse().expect("a moment");
    let _ = edi::recognises(bytes);
    let transmission = edi::read(bytes, &Senders::built_in());
    for interchange in &transmission.interchanges {
        let answer = edi::acknowledge(interchange, 1, now);
        answer.into_iter().for_each(|answer| drop(edi::read(&answer, &Senders::empty())));
    }
    let facts: Vec<Fact> = transmission.messages().flat_map(|message| message.facts.clone()).collect();
    if !facts.is_empty() {
        let json = serde_json::to_string(&facts).expect("facts are JSON");
        assert_eq!(Fact::parse_all(&json).expect("decoded facts can be recorded").len(), facts.len());
    }
    let facts = absorb(&[], facts, false, now);
    fold(&facts, now, &FoldPolicy::default()).containers.len()
}

/// Damages bytes: changes, inserts, removes, repeats or truncates.
fn damage(bytes: &[u8], chance: &mut SeededRandom) -> Vec<u8> {
    const MARKS: &[u8] = b"*~>+:'? \r\n\0|EUSTBN4\xff\xc3\x28\xef";
    let mut bytes = bytes.to_vec();
    for _ in 0..=chance.below(6) {
        let length = bytes.len().max(1);
        let (at, other) = (chance.below(length), chance.below(length));
        let (first, last) = (at.min(other), at.max(other).min(at.min(other) + 40).min(bytes.len()));
        match chance.below(6) {
            0 if !bytes.is_empty() => bytes[at] = MARKS[chance.below(MARKS.len())],
            1 => bytes.insert(at.min(bytes.len()), MARKS[chance.below(MARKS.len())]),
            2 => drop(bytes.drain(first.min(last)..last)),
            3 => {
                let piece = bytes[first.min(last)..last].to_vec();
                bytes.splice(at.min(bytes.len())..at.min(bytes.len()), piece);
            }
            4 if chance.below(8) == 0 => bytes.truncate(at),
            _ if !bytes.is_empty() => bytes[at] = u8::try_from(chance.below(256)).expect("a byte"),
            _ => {}
        }
    }
    bytes
}

#[test]
fn damaged_edi_is_read_without_panics() {
    let (started, count) = (Instant::now(), depth(400, 150_000));
    let mut chance = SeededRandom::new(0x0ED1);
    let mut found = 0;
    for turn in 0..count {
        let first = WHOLE[turn % WHOLE.len()].as_bytes();
        let second = WHOLE[chance.below(WHOLE.len())].as_bytes();
        let mut bytes = damage(first, &mut chance);
        if turn % 5 == 0 {
            bytes.extend(damage(second, &mut chance));
        }
        found += usize::from(process(&bytes) > 0);
    }
    println!("figures: {count} damaged files, {found} still with a container, {:.1?}", started.elapsed());
    assert!(found > count / 4, "{found} of {count}");
}

#[test]
fn every_truncated_file_is_read() {
    for whole in WHOLE {
        for end in (0..=whole.len()).step_by(depth(5, 1)) {
            process(&whole.as_bytes()[..end]);
        }
    }
}

/// Files of about this size with structures that are expensive for a naive reader.
fn shapes(size: usize) -> Vec<(&'static str, Vec<u8>)> {
    let (x12, iftsta, coarri) = (WHOLE[0], WHOLE[1], WHOLE[2]);
    let fill = |before: &str, piece: &str, after: &str| {
        let room = size.saturating_sub(before.len() + after.len());
        format!("{before}{}{after}", piece.repeat(room / piece.len())).into_bytes()
    };
    let around = |whole: &'static str, at: &str| whole.split_at(whole.find(at).expect("a place in it"));
    let within = |whole, at: &str, piece: &str| {
        let (before, after) = around(whole, at);
        fill(before, piece, after)
    };
    vec![
        ("marks of segments", vec![b'~'; size]),
        ("headers", b"ISA*".repeat(size / 4)),
        ("headers of EDIFACT", b"UNB+".repeat(size / 4)),
        ("service strings", b"UNA:+.? '".repeat(size / 9)),
        ("escaped characters", within(iftsta, "BGM", "?'")),
        ("open release marks", within(iftsta, "BGM", "?\r\n")),
        ("line breaks", within(x12, "N9", "\r\n")),
        ("letters that might begin a header", vec![b'U'; size]),
        ("one long element", within(x12, "N9", "X")),
        ("elements of one segment", within(x12, "N9*BM", "*")),
        ("components of one element", within(iftsta, "DTM+334", ":")),
        ("references", within(x12, "N9*BM", "N9*BM*1234567~")),
        ("containers by reference", within(x12, "N9*BM", "N9*EQ*MSKU0308961~N9*EQ*TGHU1643396~")),
        ("places", within(x12, "R4*E", "R4*T*UN*SGSIN*SINGAPORE*SG~DTM*140*20260510*1200~")),
        ("further statuses", within(x12, "SG*", "SG*AV*XX**20260503*0600*PT~")),
        ("statuses", within(iftsta, "STS", "STS+1+VA'DTM+334:202605021410:203'LOC+175+CNSHA'")),
        ("containers of one status", within(iftsta, "EQD", "EQD+CN+MSKU0308961+45G1:102:5+++5'")),
        ("containers of a quay", within(coarri, "EQD", "EQD+CN+MSKU0308961'DTM+203:202605301410:203'")),
        ("places of a quay", within(coarri, "LOC", "LOC+9+CNSHA'")),
        ("messages", fill("UNB+UNOA:2+A+B+260502:1500+78'", "UNH+1+COARRI:D:95B:UN'UNT+2+1'", "UNZ+1+78'")),
        ("messages without an end", fill("", "ST*315*0001~B4***VD*20260502~", "")),
        ("interchanges", x12.repeat(size / x12.len()).into_bytes()),
    ]
}

#[test]
fn reading_takes_time_in_proportion_to_the_size() {
    let size = depth(256 << 10, 8 << 20);
    let time = |bytes: &[u8]| {
        let started = Instant::now();
        let transmission = edi::read(bytes, &Senders::built_in());
        let facts: usize = transmission.messages().map(|message| message.facts.len()).sum();
        (started.elapsed(), facts)
    };
    for ((name, small), (_, large)) in shapes(size / 8).into_iter().zip(shapes(size)) {
        let ((few, _), (many, facts)) = (time(&small), time(&large));
        let growth = many.as_secs_f64() / few.max(Duration::from_micros(1)).as_secs_f64();
        println!(
            "figures: {name:36} {:>9} bytes {facts:>7} facts {many:>10.1?} {growth:>6.1} times an eighth",
            large.len()
        );
    }
}
