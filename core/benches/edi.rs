//! Speed of decoding EDI messages to facts, for each kind of message.

mod support;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use serde_json::Value;
use shiptrack::decoders::edi::{self, Senders, Transmission};
use shiptrack::tracking::Fact;
use support::{Goal, Goals, Ratios, computed, median, quotient, rounds};

/// The size of a file in bytes.
const SIZE: usize = 4 << 20;
const ROUNDS: usize = 15;

const STATUS_DETAILS: &str = "X12 315: time of decoding / of the syntax tree of its facts in JSON";
const IFTSTA: &str = "IFTSTA: time of decoding / of the syntax tree of its facts in JSON";
const COARRI: &str = "COARRI: time of decoding / of the syntax tree of its facts in JSON";
const GROWTH: &str = "time per byte of a file of four megabytes / of a quarter of a megabyte";

const GOALS: Goals = &[
    (STATUS_DETAILS, Goal::AtMost(0.6)),
    (IFTSTA, Goal::AtMost(0.6)),
    (COARRI, Goal::AtMost(0.5)),
    (GROWTH, Goal::AtMost(1.5)),
];
/// The noise margin of the short form, as a part of a goal. Memory bandwidth is shared with other programs.
const MARGIN: f64 = 0.2;

fn main() -> ExitCode {
    let mut ratios = Ratios::new(GOALS, MARGIN);
    for (name, text) in [(STATUS_DETAILS, status_details(SIZE)), (IFTSTA, iftsta(SIZE)), (COARRI, coarri(SIZE))] {
        ratios.measure([name], || [compare_with_json(name, &text)]);
    }
    let per_byte = |size: usize| {
        let text = status_details(size);
        median((0..rounds(ROUNDS)).map(|_| computed(|| read(&text))).collect()).as_secs_f64() / text.len() as f64
    };
    ratios.measure([GROWTH], || [per_byte(SIZE) / per_byte(SIZE / 16)]);
    ratios.verdict()
}

/// The time of decoding a text, divided by that of the syntax tree of its facts in JSON. Both include freeing the
/// result. They are measured in separate rounds, because freed memory of one would slow down the other.
fn compare_with_json(what: &str, text: &str) -> f64 {
    let transmission = read(text);
    let facts: Vec<&Fact> = transmission.messages().flat_map(|message| &message.facts).collect();
    let json = serde_json::to_string(&facts).expect("facts are JSON");
    let (mut edi, mut whole) = (Vec::new(), Vec::new());
    for _ in 0..rounds(ROUNDS) {
        let mut transmission = None;
        let reading = computed(|| transmission = Some(read(text)));
        edi.push(reading);
        whole.push(reading + computed(|| drop(transmission)));
    }
    let tree = || computed(|| serde_json::from_str::<Value>(black_box(&json)).expect("it is JSON"));
    let trees = (0..rounds(ROUNDS)).map(|_| tree()).collect();
    let (edi, whole, tree) = (median(edi), median(whole), median(trees));
    let speed = |time: Duration| text.len() as f64 / 1e6 / time.as_secs_f64();
    println!(
        "{:>6.1} MB/s, {:.1} including freeing the facts: {} bytes, {} facts, {edi:.1?}; syntax tree {tree:.1?}  ({what})",
        speed(edi),
        speed(whole),
        text.len(),
        facts.len()
    );
    quotient(whole, tree)
}

fn read(text: &str) -> Transmission {
    let transmission = edi::read(black_box(text.as_bytes()), &Senders::built_in());
    assert!(transmission.messages().all(|message| message.problems.is_empty()));
    transmission
}

/// An interchange of at least this size.
fn repeated(size: usize, before: &str, message: impl Fn(usize) -> String, after: impl Fn(usize) -> String) -> String {
    let mut text = before.to_owned();
    let mut count = 0;
    while text.len() < size {
        count += 1;
        text.push_str(&message(count));
    }
    text + &after(count)
}

fn status_details(size: usize) -> String {
    let before = "ISA*00*          *00*          *ZZ*LINE           *ZZ*ME             *260502*1500*U*00401*000000007*0*P*>~\n\
                  GS*QO*LINE*ME*20260502*1500*7*X*004010~\n";
    let message = |number: usize| {
        format!(
            "ST*315*{number:07}~\nB4***VD*20260502*1410*CNSHA*MSKU*030896*L*45G1*CNSHA*UN*1~\nN9*BM*MAEU123456789~\n\
             N9*BN*123456789~\nN9*SN*G2049377~\nN9*4F*P000099696~\nN9*PO*4500012345~\nN9*SCA*MAEU~\nN9*EQ*MSKU0308961~\n\
             Q2*9321483********042E***L*TEST VOYAGER~\nR4*5*UN*CNSHA*YANGSHAN TERMINAL 3*CN~\nDTM*140*20260502*1410*LT~\n\
             R4*R*UN*CNNKG*NANJING*CN~\nDTM*140*20260428*0900*LT~\nR4*L*UN*CNSHA*SHANGHAI*CN~\nDTM*140*20260502*1410*LT~\n\
             R4*D*UN*USLAX*LOS ANGELES, CA*US***CA~\nDTM*139*20260530*0800*PT~\nR4*E*UN*USCHI*CHICAGO, IL*US***IL~\n\
             DTM*139*20260604*0800*CT~\nSE*21*{number:07}~\n"
        )
    };
    repeated(size, before, message, |count| format!("GE*{count}*7~\nIEA*1*000000007~\n"))
}

fn iftsta(size: usize) -> String {
    let message = |number: usize| {
        format!(
            "UNH+{number}+IFTSTA:D:99B:UN'\nBGM+23+{number}+9'\nDTM+137:202605021500:203'\nNAD+CA+MAEU:160:87'\nRFF+BN:123456789'\n\
             RFF+BM:MAEU123456789'\nCNI+1'\nSTS+1+VD::22'\nDTM+334:202605021410:203'\nLOC+175+CNSHA:139:6:SHANGHAI'\n\
             TDT+20+042E+1++MAEU:172+++9321483:146:11:TEST VOYAGER'\nLOC+9+CNSHA:139:6:SHANGHAI'\nDTM+186:202605021410:203'\n\
             LOC+11+USLAX:139:6:LOS ANGELES'\nDTM+132:202605300800:203'\nLOC+7+USCHI:139:6:CHICAGO'\nDTM+132:202606040800:203'\n\
             EQD+CN+MSKU0308961+45G1:102:5+++5'\nUNT+19+{number}'\n"
        )
    };
    repeated(size, "UNB+UNOC:2+LINE:ZZZ+ME:ZZZ+260502:1500+77'\n", message, |count| format!("UNZ+{count}+77'\n"))
}

fn coarri(size: usize) -> String {
    let message = |number: usize| {
        let container = "EQD+CN+MSKU0308961+45G1:102:5++2+5'\nRFF+BN:123456789'\nDTM+203:202605021410:203'\nLOC+9+CNSHA:139:6'\n\
                   LOC+11+USLAX:139:6'\nMEA+AAE+G+KGM:21430'\nSEL+OOLAYJ9379+SH+1'\n";
        format!(
            "UNH+{number}+COARRI:D:95B:UN:SMDG20'\nBGM+46+{number}+9'\nTDT+20+042E+1++MAEU:172:166+++9321483:146::TEST VOYAGER'\n\
             LOC+9+CNSHA:139:6+YST3:TER:ZZZ'\nNAD+CF+MAEU:160:166'\n{}CNT+16:20'\nUNT+147+{number}'\n",
            container.repeat(20)
        )
    };
    repeated(size, "UNB+UNOA:2+CNSHAYST3+ME+260502:1500+78'\n", message, |count| format!("UNZ+{count}+78'\n"))
}
