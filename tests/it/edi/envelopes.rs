//! Separators, envelopes, surrounding text and damage.

use shiptrack::decoders::edi::{self, EdiLimits, Senders, Syntax, Transmission};

use super::{lines, message, read};
use shiptrack_tests::with;

const ISA: &str =
    "ISA*00*          *00*          *ZZ*LINE           *ZZ*ME             *260502*1500*U*00401*000000007*0*P*>~";
const X12: &str = "GS*QO*LINE*ME*20260502*1500*7*X*004010~ST*315*0001~B4***VD*20260502*1410**MSKU*030896*L**CNSHA*UN*1~\
                   SE*3*0001~GE*1*7~IEA*1*000000007~";
const DEPARTED: &str = "MSKU0308961 departed vessel laden actual 2026-05-02T14:10:00 CNSHA";
const EDIFACT: &str = "UNB+UNOA:2+TERM+ME+260502:1500+77'UNH+1+CODECO:D:95B:UN'BGM+34+1+9'EQD+CN+MSKU0308961+++2+5'\
                       DTM+7:202605021410:203'LOC+165+CNSHA'UNT+6+1'UNZ+1+77'";
const GATE_IN: &str = "MSKU0308961 gate_in laden export actual 2026-05-02T14:10:00 CNSHA";

fn all(transmission: &Transmission) -> Vec<String> {
    transmission.messages().flat_map(lines).collect()
}

fn problems(transmission: &Transmission) -> Vec<String> {
    let envelopes = transmission.interchanges.iter().flat_map(|interchange| {
        let groups = interchange.groups.iter();
        let messages = groups.clone().flat_map(|group| &group.messages).flat_map(|message| &message.problems);
        interchange.problems.iter().chain(groups.flat_map(|group| &group.problems)).chain(messages)
    });
    transmission.problems.iter().chain(envelopes).map(ToString::to_string).collect()
}

#[test]
fn separators_of_x12_are_read_from_the_header() {
    let whole = format!("{ISA}{X12}");
    let other = |marks: [&str; 3]| {
        whole.replace('*', "\u{1}").replace('>', marks[1]).replace('~', marks[2]).replace('\u{1}', marks[0])
    };
    for text in [
        whole.clone(),
        other(["|", ":", "\n"]),
        other(["|", ":", "\r\n"]),
        other(["*", "|", "~\r\n"]),
        other(["\t", ">", "'"]).replace('\t', "^"),
        other(["\u{1d}", "\u{1f}", "\u{1c}"]),
        other(["\t", ">", "\n"]),
        whole.replace('~', "~\n\n"),
        whole.replace("ZZ*LINE           *ZZ*ME             *", "ZZ*LINE*ZZ*ME*"),
        whole.replace("*P*>~", "*P*~"),
        whole.to_lowercase().replace("msku", "MSKU"),
        format!("\u{feff}\r\n {whole}\u{1a}\0"),
        whole.trim_end_matches('~').to_owned(),
        whole
            .as_bytes()
            .chunks(80)
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect::<Vec<_>>()
            .join("\r\n"),
    ] {
        let transmission = read(&text);
        assert!(edi::recognises(text.as_bytes()), "{text}");
        assert_eq!((all(&transmission), problems(&transmission)), (vec![DEPARTED.to_owned()], vec![]), "{text}");
        let [interchange] = &transmission.interchanges[..] else { panic!("one interchange: {text}") };
        assert_eq!(interchange.sender.id.to_uppercase(), "LINE");
    }
}

#[test]
fn separators_of_edifact_are_read_from_una() {
    for text in [
        EDIFACT.to_owned(),
        format!("UNA:+.? '{EDIFACT}"),
        format!("UNA:+.? '\r\n{}", EDIFACT.replace('\'', "'\r\n")),
        format!("UNA|*.\\ ~{}", EDIFACT.replace(':', "|").replace('+', "*").replace('\'', "~")),
        EDIFACT.replace('\'', "\n"),
        EDIFACT.to_lowercase().replace("msku", "MSKU"),
        EDIFACT.trim_end_matches('\'').to_owned(),
        format!("\u{feff}{EDIFACT}\n"),
        EDIFACT
            .as_bytes()
            .chunks(35)
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect::<Vec<_>>()
            .join("\n"),
    ] {
        let transmission = read(&text);
        assert!(edi::recognises(text.as_bytes()), "{text}");
        assert_eq!((all(&transmission), problems(&transmission)), (vec![GATE_IN.to_owned()], vec![]), "{text}");
    }
}

#[test]
fn latin_1_and_escaped_separators_are_decoded() {
    let text = EDIFACT.replace("LOC+165+CNSHA", "LOC+165+SEGOT:139:6:G\u{f6}teborg ?'S?: Hamn?+??");
    let latin: Vec<u8> = text.chars().map(|letter| u8::try_from(letter).expect("a byte")).collect();
    for bytes in [text.as_bytes(), &latin] {
        let transmission = edi::read(bytes, &Senders::empty());
        assert_eq!(all(&transmission), [GATE_IN.replace("CNSHA", "SEGOT/G\u{f6}teborg 'S: Hamn+?")]);
    }
}

#[test]
fn concatenated_interchanges_of_both_syntaxes_are_read() {
    let x12 = format!("{ISA}{X12}");
    let text = format!("{x12}\n{}UNA:+.? '{EDIFACT}\r\n{EDIFACT}{}", x12.replace('~', "\n"), x12.replace('*', "|"));
    let transmission = read(&text);
    assert_eq!(all(&transmission), [DEPARTED, DEPARTED, GATE_IN, GATE_IN, DEPARTED]);
    assert_eq!(problems(&transmission), [""; 0]);
    let syntaxes: Vec<Syntax> = transmission.interchanges.iter().map(|interchange| interchange.syntax).collect();
    assert_eq!(syntaxes, [Syntax::X12, Syntax::X12, Syntax::Edifact, Syntax::Edifact, Syntax::X12]);
}

#[test]
fn groups_have_separate_senders_and_numbers() {
    let two = X12.replace(
        "IEA*1*",
        &format!("{}IEA*2*", X12.split("IEA").next().expect("a group").replace("*7", "*8").replace("*LINE", "*AGENT")),
    );
    let transmission = read(&format!("{ISA}{two}"));
    let groups: Vec<(&str, &str)> = transmission.interchanges[0]
        .groups
        .iter()
        .map(|group| (group.sender.as_str(), group.control_number.as_str()))
        .collect();
    assert_eq!((groups, problems(&transmission)), (vec![("LINE", "7"), ("AGENT", "8")], vec![]));
    let grouped = EDIFACT.replace("'UNH", "'UNG+CODECO+A+B+260502:1500+5+UN+D:95B'UNH").replace("'UNZ", "'UNE+1+5'UNZ");
    let transmission = read(&grouped);
    assert_eq!((all(&transmission), problems(&transmission)), (vec![GATE_IN.to_owned()], vec![]));
    assert_eq!(transmission.interchanges[0].groups[0].control_number, "5");
}

#[test]
fn messages_without_an_envelope_are_read() {
    for text in ["ST*315*0001~B4***VD*20260502*1410**MSKU*030896*L**CNSHA*UN*1~SE*3*0001~", X12] {
        assert_eq!(all(&read(text)), [DEPARTED]);
    }
    let bare = EDIFACT.split_once('\'').expect("a header").1.replace("UNZ+1+77'", "");
    assert_eq!((all(&read(&bare)), problems(&read(&bare))), (vec![GATE_IN.to_owned()], vec![]));
}

#[test]
fn wrong_counts_and_control_numbers_are_reported() {
    let text = format!("{ISA}{X12}")
        .replace("SE*3*0001", "SE*4*0002")
        .replace("GE*1*7", "GE*2*8")
        .replace("IEA*1*000000007", "IEA*2*8");
    let transmission = read(&text);
    assert_eq!(all(&transmission), [DEPARTED]);
    assert_eq!(
        problems(&transmission),
        [
            r#"count at IEA: IEA states "2"; expected "1""#,
            r#"control_number at IEA: IEA states "8"; expected "000000007""#,
            r#"count at GE: GE states "2"; expected "1""#,
            r#"control_number at GE: GE states "8"; expected "7""#,
            r#"count at SE: SE states "4"; expected "3""#,
            r#"control_number at SE: SE states "0002"; expected "0001""#,
        ]
    );
}

#[test]
fn a_truncated_file_is_reported_and_complete_messages_are_read() {
    let two = EDIFACT.replace(
        "UNZ",
        "UNH+2+CODECO:D:95B:UN'BGM+36+1+9'EQD+CN+TGHU1643396+++3+5'DTM+7:202605021410:203'LOC+165+USLAX'UNT+6+2'UNZ",
    );
    let cut = &two[..two.find("LOC+165+USLAX").expect("the second place") + 10];
    let transmission = read(cut);
    assert_eq!(all(&transmission), [GATE_IN]);
    assert_eq!(
        problems(&transmission),
        ["cut_off at UNZ: the trailer is missing", "cut_off at UNT: the message ends in the middle of a segment"]
    );
    let last = transmission.messages().last().expect("the second message");
    assert!(
        !last.is_read
            && last.text.as_ref().is_some_and(|text| text.starts_with("UNH+2+CODECO") && text.ends_with("LOC+165+US"))
    );
    // Truncated between two segments, all facts are complete.
    let cut = &two[..two.find("UNT+6+2").expect("the second trailer")];
    assert_eq!(all(&read(cut)).len(), 2);
    // The trailer of the first message is missing.
    let transmission = read(&two.replace("UNT+6+1'", ""));
    assert_eq!(all(&transmission).len(), 2);
    let problem_texts = problems(&transmission);
    assert!(problem_texts.contains(&"cut_off at UNT: the message has no trailer".to_owned()), "{problem_texts:?}");
}

#[test]
fn text_outside_of_messages_is_reported_and_ignored() {
    let text = format!("Dear all,\nplease find\n\n{EDIFACT}\n-- \nBest regards\n{EDIFACT}trailing garbage");
    let transmission = read(&text);
    assert_eq!(all(&transmission), [GATE_IN, GATE_IN]);
    assert_eq!(transmission.problems.len(), 3);
    assert_eq!(transmission.problems[0].to_string(), r#"stray: "Dear all,\nplease find" is outside of any message"#);
    for text in ["", " \r\n", "{}", "[]", "UNITED", "ISAAC", "ISA", "UN", "\u{1a}", "UNZ+1+77'"] {
        assert!(!edi::recognises(text.as_bytes()), "{text}");
        assert_eq!(read(text).interchanges.len(), 0, "{text}");
    }
}

#[test]
fn exceeded_limits_are_reported() {
    let limits = with(EdiLimits::default(), |limits| {
        (limits.bytes, limits.segments, limits.messages) = (400, 9, 1);
        (limits.message_segments, limits.elements, limits.message_facts) = (5, 20, 3);
    });
    let read = |text: &str, limits: &EdiLimits| {
        let transmission = edi::read_within(text.as_bytes(), &Senders::empty(), limits);
        (all(&transmission).len(), problems(&transmission))
    };
    assert_eq!(read(EDIFACT, &limits), (1, vec![]));
    let (count, problem_texts) = read(EDIFACT, &with(limits.clone(), |limits| limits.bytes = 50));
    assert_eq!((count, problem_texts.len()), (0, 1), "{problem_texts:?}");
    let (count, problem_texts) = read(EDIFACT, &with(limits.clone(), |limits| limits.segments = 4));
    assert_eq!(
        (count, &problem_texts[0][..]),
        (0, "too_large: the file has more than 4 segments; the rest is not read")
    );
    for (text, most, what) in [("ST*9~".repeat(4), 3, "messages"), ("UNB+UNOA:2'UNZ+0'".repeat(3), 2, "interchanges")] {
        let problem_texts = read(&text, &with(limits.clone(), |limits| limits.messages = most)).1;
        let wanted = format!("too_large: the file has more than {most} {what}; the rest is not read");
        assert!(problem_texts.contains(&wanted), "{problem_texts:?}");
    }
    let (count, problem_texts) = read(EDIFACT, &with(limits.clone(), |limits| limits.message_segments = 4));
    assert_eq!(
        (count, &problem_texts[0][..]),
        (0, "too_large at segment 5 (LOC): the message has more than 4 segments")
    );
    let (count, problem_texts) = read(&EDIFACT.replace("BGM+34", &format!("FTX{}'BGM+34", "+".repeat(21))), &limits);
    assert_eq!(
        (count, &problem_texts[0][..]),
        (0, "too_large at segment 2 (FTX): the segment has more than 20 elements")
    );
    let containers = "EQD+CN+MSKU0308961'EQD+CN+TGHU1643396'".repeat(3);
    let text = EDIFACT.replace("EQD+CN+MSKU0308961+++2+5'", &containers);
    let (count, problem_texts) = read(
        &text,
        &with(limits, |limits| {
            limits.bytes = 4000;
            limits.segments = 90;
            limits.message_segments = 50;
        }),
    );
    assert_eq!((count, &problem_texts[0][..]), (0, "too_large: the message has more than 3 facts"));
}

#[test]
fn a_message_has_kind_version_and_control_number() {
    let message = message(EDIFACT);
    assert_eq!((&*message.kind, &*message.version, &*message.control_number), ("CODECO", "D:95B:UN", "1"));
    let test = read(&format!("{ISA}{X12}").replace("*P*>", "*T*>"));
    let [interchange] = &test.interchanges[..] else { panic!("one interchange") };
    assert!(interchange.is_test);
    assert_eq!(
        (&*interchange.control_number, &*interchange.version, &*interchange.recipient.id),
        ("000000007", "00401", "ME")
    );
}

#[test]
fn invisible_separators_of_level_b_are_read() {
    let text = EDIFACT.replace("UNOA", "UNOB").replace('+', "\u{1d}").replace(':', "\u{1f}").replace('\'', "\u{1c}");
    assert!(edi::recognises(text.as_bytes()));
    let transmission = read(&text);
    assert_eq!((all(&transmission), problems(&transmission)), (vec![GATE_IN.to_owned()], vec![]));
}

#[test]
fn text_before_an_interchange_is_skipped() {
    for greeting in ["Dear all,\nplease find\n\n", "VISA-cards and ISA, and so on: "] {
        for edi in [format!("{ISA}{X12}"), EDIFACT.to_owned(), format!("UNA:+.? '{EDIFACT}")] {
            let text = format!("{greeting}{edi}");
            assert!(edi::recognises(text.as_bytes()), "{text}");
        }
    }
    for text in ["an ISA-number", "the UNB+ is a tag", r#"{"edi": "UNB+UNOA:2+TERM+ME"}"#, "ISA\tGS\tST"] {
        assert!(!edi::recognises(text.as_bytes()), "{text}");
    }
}

#[test]
fn an_incomplete_una_is_ignored() {
    for una in
        ["UNA:+.'\r\n", "UNA:+.?'", "UNA:+ ? '", "UNA::+.? x", "UNA:+.?\n'", "UNA:+.? ' \n1", "UNA:+", "UNA\u{e9}+.? '"]
    {
        let transmission = read(&format!("{una}{EDIFACT}"));
        assert_eq!(all(&transmission), [GATE_IN], "{una}");
        assert_eq!(transmission.interchanges.len(), 1, "{una}");
    }
    for una in ["UNA:+.  '", "UNA:+,?*'\r\n \n", "una:+.? ' "] {
        let transmission = read(&format!("{una}{EDIFACT}"));
        assert_eq!((all(&transmission), problems(&transmission)), (vec![GATE_IN.to_owned()], vec![]), "{una}");
    }
    let two_marks = read(&format!("UNA:+.'\n{EDIFACT}"));
    assert_eq!(problems(&two_marks), [""; 0], "an incomplete UNA is no text outside of messages");
}

#[test]
fn an_acknowledgement_of_the_interchange_is_no_stray_text() {
    let transmission = read(&format!("{ISA}TA1*000000001*260502*1500*A*000~{X12}"));
    assert_eq!((all(&transmission).len(), problems(&transmission)), (1, vec![]));
}

#[test]
fn an_envelope_without_messages_is_reported() {
    use shiptrack::decoders::{ReadLimits, read};
    let problem_texts = |text: &str| {
        read(text.as_bytes(), &ReadLimits::default()).problems.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for text in [
        "UNA:+.? '",
        "UNB+UNOA:2+TERM+ME+260502:1500+77'UNZ+0+77'",
        &format!("{ISA}GS*QO*LINE*ME*20260502*1500*7*X*004010~GE*0*7~IEA*1*000000007~"),
    ] {
        assert_eq!(problem_texts(text), ["the file has no message"], "{text}");
    }
    let strange = problem_texts(&format!("{ISA}{X12}").replace('~', "\u{a7}"));
    assert_eq!(
        strange,
        [
            "the separators of an ISA cannot be read: it has fewer than sixteen elements, or a separator that is not ASCII"
        ]
    );
}
