//! Decoding of X12 312 and EDIFACT IFTMAN.

use super::{lines, message, read};

/// A 312 with these segments.
fn x12(segments: &str) -> String {
    let count = 2 + segments.matches('~').count();
    format!(
        "ISA*00*          *00*          *ZZ*OCEANLINE      *ZZ*ME             *260502*1500*U*00401*000000007*0*P*>~\n\
         GS*IO*OCEANLINE*ME*20260502*1500*7*X*004010~\nST*312*0001~\n{segments}SE*{count}*0001~\nGE*1*7~\nIEA*1*000000007~\n"
    )
}

fn edifact(segments: &str) -> String {
    let count = 2 + segments.matches('\'').count();
    format!("UNB+UNOC:3+LINE:ZZZ+ME:ZZZ+260502:1500+77'UNH+1+IFTMAN:D:99B:UN'{segments}UNT+{count}+1'UNZ+1+77'")
}

fn only(text: &str) -> Vec<String> {
    let message = message(text);
    assert!(message.is_read && message.problems.is_empty(), "{text}: {:?}", message.problems);
    lines(&message)
}

const HEAD: &str = "B3**INV1*BILL12345*PP**20260502*120000****MAEU~Q3*20260530*PP~N9*BN*BOOKING1~\
                    V1*9321483*TEST VOYAGER*PA*042E*MAEU***L~R4*L*UN*CNSHA*SHANGHAI*CN~R4*D*UN*USLAX*LOS ANGELES*US~";
const CONTAINERS: &str = "R4*E*UN*USCHI*CHICAGO*US~DTM*139*20260604~LX*1~N7*MSKU*030896**********CN******1****45G1~M7*SEAL1~\
                          LX*2~N7*TGHU*164339**********CN******6~";

/// The facts of the notice, with the arrival at this time.
fn expected(time: &str) -> Vec<String> {
    let of = |number: &str| {
        [
            format!(
                "{number} arrived vessel import {time} USLAX/LOS ANGELES 9321483/TEST VOYAGER 042E [BOOKING1 BILL12345]"
            ),
            format!("{number} arrived truck import estimated 2026-06-04 USCHI/CHICAGO [BOOKING1 BILL12345]"),
        ]
    };
    let mut facts = vec!["* CNSHA/SHANGHAI > USLAX/LOS ANGELES > USCHI/CHICAGO MSKU0308961 TGHU1643396".to_owned()];
    facts.extend(of("MSKU0308961"));
    facts.extend(of("TGHU1643396"));
    facts.push(r#"MSKU0308961 {"size_type":"45G1","seal_number":"SEAL1"}"#.to_owned());
    facts
}

#[test]
fn x12_312_gives_the_route_the_arrival_and_the_containers() {
    assert_eq!(only(&x12(&format!("{HEAD}{CONTAINERS}"))), expected("estimated 2026-05-30"));
    let dated = format!("{HEAD}DTM*371*20260531*0800~{CONTAINERS}");
    assert_eq!(only(&x12(&dated)), expected("estimated 2026-05-31T08:00:00"), "the date at the port counts more");
    let arrived = format!("{HEAD}DTM*140*20260530*0715~{CONTAINERS}");
    assert_eq!(only(&x12(&arrived)), expected("actual 2026-05-30T07:15:00"));
}

#[test]
fn numbers_of_a_312_are_those_of_n9_and_b3() {
    let notice = message(&x12(&format!("{HEAD}{CONTAINERS}")));
    let numbers = notice.numbers;
    assert_eq!((numbers.bills, numbers.bookings), (vec!["BILL12345".to_owned()], vec!["BOOKING1".to_owned()]));
    assert_eq!((numbers.containers.len(), numbers.scac.as_deref()), (2, Some("MAEU")));
    let named = message(&x12(&format!("{HEAD}N9*BM*BILL999~{CONTAINERS}")));
    assert_eq!(named.numbers.bills, ["BILL999"]);
}

const WHOLE: &str = "BGM+781+N1+9'DTM+137:202605021500:203'RFF+BM:BILL12345'RFF+BN:BOOKING1'NAD+CA+MAEU:160:87'";
const ROUTE: &str = "TDT+20+042E+1++MAEU:172+++9321483:146:11:TEST VOYAGER'LOC+9+CNSHA:139:6:SHANGHAI'";

#[test]
fn iftman_gives_the_route_the_arrival_and_the_containers() {
    let text = |arrival: &str| {
        edifact(&format!(
            "{WHOLE}{ROUTE}LOC+11+USLAX:139:6:LOS ANGELES'{arrival}LOC+7+USCHI:139:6:CHICAGO'DTM+132:20260604:102'\
             GID+1+10:CT'EQD+CN+MSKU0308961+45G1:102:5'SEL+SEAL1+CA'EQD+CN+TGHU1643396'EQD+CH+CHASSIS1'"
        ))
    };
    let facts = |time: &str| -> Vec<String> {
        expected(time).into_iter().map(|line| line.replace("[BOOKING1 BILL12345]", "[BILL12345 BOOKING1]")).collect()
    };
    assert_eq!(only(&text("DTM+132:202605300800:203'")), facts("estimated 2026-05-30T08:00:00"));
    assert_eq!(only(&text("DTM+178:202605300715:203'")), facts("actual 2026-05-30T07:15:00"));
}

#[test]
fn the_arrival_of_an_iftman_may_be_stated_for_the_whole_notice() {
    let lines = only(&edifact(&format!("{WHOLE}DTM+132:20260530:102'LOC+11+USLAX:139:6'{ROUTE}")));
    assert_eq!(
        lines,
        [
            "* CNSHA/SHANGHAI > USLAX > - ",
            "* arrived vessel import estimated 2026-05-30 USLAX 9321483/TEST VOYAGER 042E [BILL12345 BOOKING1]"
        ]
    );
}

#[test]
fn a_notice_without_an_arrival_becomes_no_arrival() {
    let lines = only(&edifact(&format!("{WHOLE}{ROUTE}LOC+11+USLAX:139:6'EQD+CN+MSKU0308961'")));
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[1].starts_with("MSKU0308961 arrival_notice actual -"), "{lines:?}");
}

#[test]
fn a_cancelled_iftman_withdraws_the_arrival() {
    let text = format!("{WHOLE}{ROUTE}LOC+11+USLAX:139:6'DTM+132:20260530:102'EQD+CN+MSKU0308961+45G1'");
    let cancelled = only(&edifact(&text.replace("+N1+9'", "+N1+1'")));
    assert_eq!(cancelled.len(), 1, "{cancelled:?}");
    assert!(cancelled[0].starts_with("MSKU0308961 withdrawn: "), "{cancelled:?}");
}

#[test]
fn a_notice_that_names_no_number_is_not_read() {
    let text = x12("B3**INV1**PP~Q3*20260530~R4*D*UN*USLAX~");
    let notice = message(&text);
    assert!(!notice.is_read && notice.facts.is_empty());
    assert_eq!(notice.problems[0].to_string(), "missing_segment at N9: the notice names no bill, booking or container");
    let without_beginning = message(&x12("Q3*20260530~"));
    assert!(!without_beginning.is_read);
}

#[test]
fn arrival_notices_are_acknowledged() {
    let x12 = read(&x12(&format!("{HEAD}{CONTAINERS}")));
    let edifact = read(&edifact(&format!("{WHOLE}{ROUTE}")));
    for (transmission, accepted) in [(&x12, "AK2*312*0001~\nAK5*A~"), (&edifact, "UCM+1+IFTMAN:D:99B:UN+7'")] {
        let now = "2026-05-02T15:10:00Z".parse().unwrap();
        let answer = super::edi::acknowledge(&transmission.interchanges[0], 5, now).unwrap();
        let answer = String::from_utf8(answer).unwrap();
        let without_breaks = answer.replace(['\r', '\n'], "");
        assert!(without_breaks.contains(&accepted.replace('\n', "")), "{answer}");
    }
}
