//! Writes functional acknowledgements: 997 for X12, CONTRL for EDIFACT.

use std::fmt::Write as _;

use chrono::{DateTime, Utc};

use super::interchange::{Group, Interchange, Message, Party, Problem, ProblemCode, Syntax};
use super::segment::Separators;

/// Writes the acknowledgement of an interchange, addressed to its sender. It states for each message whether it was accepted,
/// accepted with errors or rejected, and why. `control_number` is the number of the acknowledgement, from 1 to 999,999,999.
///
/// `None` if the envelope does not state a sender and a control number, or if the interchange only has acknowledgements, which are
/// never acknowledged.
///
/// ```
/// use shiptrack::decoders::edi::{self, Senders};
///
/// let file = b"UNB+UNOA:2+LINE+ME+260502:1500+77'UNH+1+IFTSTA:D:00B:UN'BGM+23+1+9'UNT+3+1'UNZ+1+77'";
/// let received = edi::read(file, &Senders::empty());
/// let answer = edi::acknowledge(&received.interchanges[0], 5, "2026-05-02T15:10:00Z".parse()?).unwrap();
/// let answer = String::from_utf8(answer)?;
/// assert!(answer.starts_with("UNB+UNOA:2+ME+LINE+260502:1510+5'UNH+1+CONTRL:D:3:UN'UCI+77+LINE+ME+7'UCM+1+IFTSTA:D:00B:UN+4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn acknowledge(interchange: &Interchange, control_number: u32, now: DateTime<Utc>) -> Option<Vec<u8>> {
    let answers: Vec<&Group> = interchange.groups.iter().filter(|group| !is_acknowledgement(group)).collect();
    let is_known = !interchange.control_number.is_empty() && !interchange.sender.id.is_empty();
    if !is_known || answers.is_empty() && !interchange.groups.is_empty() {
        return None;
    }
    let mut out = Writer::new(interchange.separators);
    match interchange.syntax {
        Syntax::X12 if answers.is_empty() => return None,
        Syntax::X12 => functional(&mut out, interchange, &answers, control_number.clamp(1, 999_999_999), now),
        Syntax::Edifact => control(&mut out, interchange, control_number.clamp(1, 999_999_999), now),
    }
    Some(out.text.into_bytes())
}

fn is_acknowledgement(group: &Group) -> bool {
    let is_one = |message: &Message| ["997", "999", "CONTRL"].contains(&message.kind.to_ascii_uppercase().as_str());
    group.kind.eq_ignore_ascii_case("FA") || !group.messages.is_empty() && group.messages.iter().all(is_one)
}

#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    Accepted,
    WithErrors,
    Rejected,
}

fn is_error(problem: &Problem) -> bool {
    !matches!(problem.code, ProblemCode::UnknownCode | ProblemCode::NotAContainer)
}

fn verdict(message: &Message) -> Verdict {
    match (message.is_read, message.problems.iter().any(is_error)) {
        (false, _) => Verdict::Rejected,
        (true, true) => Verdict::WithErrors,
        (true, false) => Verdict::Accepted,
    }
}

struct Writer {
    text: String,
    separators: Separators,
    segments: usize,
}

impl Writer {
    fn new(separators: Separators) -> Self {
        Writer { text: String::new(), separators, segments: 0 }
    }

    fn segment(&mut self, tag: &str, elements: &[&str]) {
        self.segments += 1;
        self.text.push_str(tag);
        let used = elements.iter().rposition(|element| !element.is_empty()).map_or(0, |last| last + 1);
        for element in &elements[..used] {
            self.text.push(char::from(self.separators.element));
            self.text.push_str(element);
        }
        self.text.push(char::from(self.separators.segment));
    }

    /// Escapes separators. Replaces them by blanks if the syntax has no escape character.
    fn plain(&self, text: &str) -> String {
        let Separators { element, component, segment, release } = self.separators;
        let is_separator = |letter: char| {
            let code = u32::from(letter);
            [element, component, segment, release]
                .iter()
                .any(|separator| *separator != 0 && u32::from(*separator) == code)
        };
        let mut plain = String::with_capacity(text.len());
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            match (is_separator(letter), release) {
                (true, 0) => plain.push(' '),
                (true, release) => plain.extend([char::from(release), letter]),
                (false, _) => plain.push(letter),
            }
        }
        plain
    }

    fn parts(&self, parts: &[&str]) -> String {
        let used = parts.iter().rposition(|part| !part.is_empty()).map_or(0, |last| last + 1);
        let parts: Vec<String> = parts[..used].iter().map(|part| self.plain(part)).collect();
        parts.join(&char::from(self.separators.component).to_string())
    }
}

fn padded(text: &str, width: usize) -> String {
    let mut padded: String = text.chars().take(width).collect();
    let missing = width - padded.chars().count();
    padded.extend(std::iter::repeat_n(' ', missing));
    padded
}

fn functional(out: &mut Writer, of: &Interchange, groups: &[&Group], number: u32, now: DateTime<Utc>) {
    let (day, minute) = (now.format("%Y%m%d").to_string(), now.format("%H%M").to_string());
    let number = format!("{number:09}");
    let plain = |out: &Writer, text: &str, width: usize| padded(&out.plain(text), width);
    let party = |out: &Writer, party: &Party| [plain(out, &party.qualifier, 2), plain(out, &party.id, 15)];
    let ([to_kind, to], [from_kind, from]) = (party(out, &of.sender), party(out, &of.recipient));
    let version = plain(out, &of.version, 5);
    let component = if of.separators.component == 0 { b'>' } else { of.separators.component };
    let (blank, component) = (" ".repeat(10), char::from(component).to_string());
    let test = if of.is_test { "T" } else { "P" };
    let standard = if of.version.as_str() >= "00402" { "^" } else { "U" };
    out.segment(
        "ISA",
        &[
            "00",
            &blank,
            "00",
            &blank,
            &from_kind,
            &from,
            &to_kind,
            &to,
            &day[2..],
            &minute,
            standard,
            &version,
            &number,
            "0",
            test,
            &component,
        ],
    );
    let first = groups.first();
    let code = |text: Option<&String>, party: &str| {
        text.filter(|text| !text.is_empty()).map_or(party.to_owned(), String::clone)
    };
    let (sender, recipient) = (first.map(|group| &group.sender), first.map(|group| &group.recipient));
    let sender = out.plain(&code(sender, of.sender.id.trim()));
    let recipient = out.plain(&code(recipient, of.recipient.id.trim()));
    let release = first.map(|group| group.version.as_str()).filter(|version| !version.is_empty()).unwrap_or("004010");
    let release = out.plain(release);
    let short = number.trim_start_matches('0').to_owned();
    out.segment("GS", &["FA", &recipient, &sender, &day, &minute, &short, "X", &release]);
    for (place, group) in (1..).zip(groups) {
        acknowledge_group(out, group, &format!("{place:04}"));
    }
    out.segment("GE", &[&groups.len().to_string(), &short]);
    out.segment("IEA", &["1", &number]);
}

fn acknowledge_group(out: &mut Writer, group: &Group, number: &str) {
    let before = out.segments;
    out.segment("ST", &["997", number]);
    let (kind, control) = (out.plain(&group.kind), out.plain(&group.control_number));
    out.segment("AK1", &[&kind, &control]);
    for message in &group.messages {
        let (kind, control) = (out.plain(&message.kind), out.plain(&message.control_number));
        out.segment("AK2", &[&kind, &control]);
        message
            .problems
            .iter()
            .filter(|problem| is_error(problem))
            .take(MAX_PROBLEMS)
            .for_each(|problem| write_x12_position(out, problem));
        let code = match verdict(message) {
            Verdict::Accepted => "A",
            Verdict::WithErrors => "E",
            Verdict::Rejected => "R",
        };
        let mut codes: Vec<&str> = message.problems.iter().filter(|problem| is_error(problem)).map(set_code).collect();
        codes.dedup();
        codes.truncate(5);
        out.segment("AK5", &[&[code], &codes[..]].concat());
    }
    let accepted = group.messages.iter().filter(|message| message.is_read).count();
    let received = group.messages.len();
    let is_clean =
        group.problems.is_empty() && group.messages.iter().all(|message| verdict(message) == Verdict::Accepted);
    let code = match accepted {
        0 if received > 0 => "R",
        some if some < received => "P",
        _ if is_clean => "A",
        _ => "E",
    };
    let codes: Vec<&str> = group.problems.iter().map(group_code).take(5).collect();
    let counts = [group.counted.unwrap_or(received), received, accepted].map(|count| count.to_string());
    let counts = counts.each_ref().map(String::as_str);
    out.segment("AK9", &[&[code], &counts[..], &codes[..]].concat());
    let count = (out.segments - before + 1).to_string();
    out.segment("SE", &[&count, number]);
}

const MAX_PROBLEMS: usize = 50;

/// Writes AK3 and AK4.
fn write_x12_position(out: &mut Writer, problem: &Problem) {
    let Some(tag) = &problem.tag else { return };
    let code = match (problem.code, problem.element) {
        (ProblemCode::MissingSegment, _) => "3",
        (ProblemCode::TooLarge, _) => "8",
        (_, Some(_)) => "8",
        _ => return,
    };
    let tag = out.plain(tag);
    let segment = problem.segment.map(|segment| segment.to_string()).unwrap_or_default();
    out.segment("AK3", &[&tag, &segment, "", code]);
    if let Some(element) = problem.element {
        let code = if problem.code == ProblemCode::MissingElement { "1" } else { "8" };
        out.segment("AK4", &[&element.to_string(), "", code]);
    }
}

/// A code of data element 718.
fn set_code(problem: &Problem) -> &'static str {
    match problem.code {
        ProblemCode::UnknownMessage => "1",
        ProblemCode::CutOff => "2",
        ProblemCode::ControlNumber => "3",
        ProblemCode::Count => "4",
        _ => "5",
    }
}

/// A code of data element 716.
fn group_code(problem: &Problem) -> &'static str {
    match problem.code {
        ProblemCode::ControlNumber => "4",
        ProblemCode::Count => "5",
        _ => "3",
    }
}

fn control(out: &mut Writer, of: &Interchange, number: u32, now: DateTime<Utc>) {
    let number = number.to_string();
    let party = |out: &Writer, party: &Party| out.parts(&[&party.id, &party.qualifier]);
    let (to, from) = (party(out, &of.sender), party(out, &of.recipient));
    let (syntax, version) = of.version.split_once(':').unwrap_or((&of.version, ""));
    let syntax =
        out.parts(&[if syntax.is_empty() { "UNOA" } else { syntax }, if version.is_empty() { "2" } else { version }]);
    let mut when = String::new();
    let year = if version == "4" { "%Y%m%d" } else { "%y%m%d" };
    let _ = write!(when, "{}{}{}", now.format(year), char::from(out.separators.component), now.format("%H%M"));
    if of.separators != Separators::DEFAULT {
        let Separators { element, component, segment, release } = of.separators;
        let release = if release == 0 { b' ' } else { release };
        out.text.push_str("UNA");
        out.text.extend([component, element, b'.', release, b' ', segment].map(char::from));
    }
    let test = if of.is_test { "1" } else { "" };
    out.segment("UNB", &[&syntax, &from, &to, &when, &number, "", "", "", "", "", test]);
    let before = out.segments;
    let kind = out.parts(&["CONTRL", "D", "3", "UN"]);
    out.segment("UNH", &["1", &kind]);
    let control = out.plain(&of.control_number);
    out.segment("UCI", &[&control, &to, &from, "7"]);
    for message in of.groups.iter().flat_map(|group| &group.messages) {
        acknowledge_message(out, message);
    }
    let count = (out.segments - before + 1).to_string();
    out.segment("UNT", &[&count, "1"]);
    out.segment("UNZ", &["1", &number]);
}

fn acknowledge_message(out: &mut Writer, message: &Message) {
    if message.kind.eq_ignore_ascii_case("CONTRL") {
        return;
    }
    let parts: Vec<&str> = std::iter::once(message.kind.as_str()).chain(message.version.split(':')).collect();
    let (kind, control) = (out.parts(&parts), out.plain(&message.control_number));
    let rejected = verdict(message) == Verdict::Rejected;
    let reason = if rejected { message.problems.iter().find(|problem| is_error(problem)) } else { None };
    let (action, code) = (if rejected { "4" } else { "7" }, reason.map(error_code).unwrap_or_default());
    let tag = reason.filter(|problem| problem.segment.is_none()).and_then(|problem| problem.tag.clone());
    let tag = out.plain(&tag.unwrap_or_default());
    out.segment("UCM", &[&control, &kind, action, code, &tag]);
    for problem in message.problems.iter().filter(|problem| rejected && is_error(problem)).take(MAX_PROBLEMS) {
        let Some(segment) = problem.segment else { continue };
        out.segment("UCS", &[&segment.to_string(), error_code(problem)]);
        if let Some(element) = problem.element {
            // The tag counts as the first one.
            out.segment("UCD", &[error_code(problem), &(element + 1).to_string()]);
        }
    }
}

/// A code of data element 0085.
fn error_code(problem: &Problem) -> &'static str {
    match problem.code {
        ProblemCode::TooLarge => "35",
        ProblemCode::UnknownMessage => "14",
        ProblemCode::CutOff | ProblemCode::MissingSegment | ProblemCode::MissingElement => "13",
        ProblemCode::ControlNumber => "28",
        ProblemCode::Count => "29",
        _ => "12",
    }
}
