//! Functional acknowledgements: 997 and CONTRL.

use shiptrack::decoders::edi;

use super::read;

const ISA: &str =
    "ISA*00*          *00*          *01*LINE           *ZZ*ME             *260502*1500*U*00401*000000007*0*T*>~";

/// The segments of the acknowledgement for the only interchange of a text.
fn acknowledged(text: &str) -> Vec<String> {
    let transmission = read(text);
    let [interchange] = &transmission.interchanges[..] else { panic!("one interchange: {transmission:?}") };
    let answer =
        edi::acknowledge(interchange, 42, "2026-05-03T09:05:00Z".parse().expect("a moment")).expect("an answer");
    let text = String::from_utf8(answer.clone()).expect("text");
    // The acknowledgement itself is valid EDI.
    let again = edi::read(&answer, &edi::Senders::empty());
    let envelopes = again
        .interchanges
        .iter()
        .flat_map(|answer| answer.problems.iter().chain(answer.groups.iter().flat_map(|group| &group.problems)));
    assert_eq!(envelopes.count(), 0, "{text}");
    assert!(
        again.interchanges.iter().all(|answer| edi::acknowledge(answer, 1, Default::default()).is_none()),
        "{text}"
    );
    text.split(['~', '\'']).filter(|segment| !segment.is_empty()).map(str::to_owned).collect()
}

#[test]
fn a_group_of_x12_is_acknowledged_message_by_message() {
    let text = format!(
        "{ISA}GS*QO*LINECODE*MYCODE*20260502*1500*12*X*004010~\
         ST*315*0001~B4***VD*20260502*1410**MSKU*030896*L**CNSHA*UN*1~SE*3*0001~\
         ST*315*0002~B4***ZQ*20260502*1410**MSKU*030896*L**CNSHA*UN*1~SE*3*0002~\
         ST*315*0003~B4***VD*20261302*1410**MSKU*030896*L**CNSHA*UN*1~SE*9*0003~\
         ST*315*0004~N9*BM*1~SE*3*0004~ST*214*0005~B10*1~SE*3*0005~GE*6*12~IEA*1*000000007~"
    );
    assert_eq!(
        acknowledged(&text),
        [
            "ISA*00*          *00*          *ZZ*ME             *01*LINE           *260503*0905*U*00401*000000042*0*T*>",
            "GS*FA*MYCODE*LINECODE*20260503*0905*42*X*004010",
            "ST*997*0001",
            "AK1*QO*12",
            "AK2*315*0001",
            "AK5*A",
            "AK2*315*0002",
            "AK5*A",
            "AK2*315*0003",
            "AK3*B4*2**8",
            "AK4*4**8",
            "AK5*E*4*5",
            "AK2*315*0004",
            "AK3*B4***3",
            "AK5*R*5",
            "AK2*214*0005",
            "AK5*R*1",
            "AK9*P*6*5*3*5",
            "SE*17*0001",
            "GE*1*42",
            "IEA*1*000000042",
        ]
    );
}

#[test]
fn an_interchange_of_edifact_is_acknowledged_by_contrl() {
    let text = "UNB+UNOC:3+LINE:ZZZ+ME:14+260502:1500+77++++++1'UNH+1+CODECO:D:95B:UN:SMDG16'BGM+34+1+9'EQD+CN+MSKU0308961+++2+5'\
                DTM+7:202605021410:203'LOC+165+CNSHA'UNT+6+1'UNH+2+CODECO:D:95B:UN'BGM+34+1+9'UNT+3+2'\
                UNH+3+IFTSTA:D:00B:UN'STS+1'UNT+3+3'UNH+4+BAPLIE:D:95B:UN'BGM++1'UNT+3+4'UNZ+4+77'";
    assert_eq!(
        acknowledged(text),
        [
            "UNB+UNOC:3+ME:14+LINE:ZZZ+260503:0905+42++++++1",
            "UNH+1+CONTRL:D:3:UN",
            "UCI+77+LINE:ZZZ+ME:14+7",
            "UCM+1+CODECO:D:95B:UN:SMDG16+7",
            "UCM+2+CODECO:D:95B:UN+4+13+EQD",
            "UCM+3+IFTSTA:D:00B:UN+4+13",
            "UCS+2+13",
            "UCD+13+3",
            "UCM+4+BAPLIE:D:95B:UN+4+14",
            "UNT+9+1",
            "UNZ+1+42",
        ]
    );
}

#[test]
fn separators_of_the_sender_are_used_and_escaped() {
    let own = "UNA|*.! ~UNB*UNOA|4*LI!~NE*ME*20260502|1500*7!*7~UNH*1*COARRI|D|95B|UN~BGM*45~UNT*3*1~UNZ*1*7!*7~";
    assert_eq!(
        acknowledged(&own.replace("!~", "!|"))[..4],
        ["UNA|*.! ", "UNB*UNOA|4*ME*LI!|NE*20260503|0905*42", "UNH*1*CONTRL|D|3|UN", "UCI*7!*7*LI!|NE*ME*7"]
    );
    let bare = format!("{ISA}GS*QO*LINE*ME*20260502*1500*1'2*X*004010~ST*315*0001~SE*2*0001~GE*1*1'2~IEA*1*000000007~");
    let marks = bare.replace('*', "+").replace('~', "'\n").replace("1'2", "1 2");
    assert_eq!(acknowledged(&marks)[2..4], ["ST+997+0001", "AK1+QO+1 2"]);
}

#[test]
fn senders_without_identification_and_acknowledgements_get_no_answer() {
    for text in [
        "ST*315*0001~B4***VD*20260502~SE*3*0001~",
        "UNH+1+CODECO:D:95B:UN'UNT+2+1'",
        "UNB+UNOA:2+A+B+260502:1500+7'UNH+1+CONTRL:D:3:UN'UCI+1+B+A+7'UNT+3+1'UNZ+1+7'",
    ] {
        let transmission = read(text);
        assert_eq!(edi::acknowledge(&transmission.interchanges[0], 1, Default::default()), None, "{text}");
    }
    let text =
        format!("{ISA}GS*FA*LINE*ME*20260502*1500*1*X*004010~ST*997*0001~AK1*QO*1~SE*3*0001~GE*1*1~IEA*1*000000007~");
    assert_eq!(edi::acknowledge(&read(&text).interchanges[0], 1, Default::default()), None);
}
