//! The envelopes of EDIFACT: UNA, UNB, UNG and UNH, with their trailers.

use super::envelope::{self, End, Header, Pending, Reader, compare, is_new_interchange, no_trailer, note_stray};
use super::interchange::{Group, Interchange, Party, Syntax};
use super::segment::{Fields, Marks, Segment, Segments};
use super::time;

const USUAL: Marks = Marks { element: b'+', component: b':', segment: b'\'', release: b'?' };

/// Reads the interchange that begins at `at`; answers it, and where it ends.
pub(super) fn read<'t>(reader: &mut Reader<'t>, at: usize) -> (Option<Interchange>, usize) {
    let text = reader.text;
    let (marks, first) = marks(text, at);
    let mut open: Open<'t> = Open { interchange: interchange(marks), pending: None, has_header: false };
    let mut segments = Segments::new(text, first, marks);
    loop {
        let begin = segments.begin();
        let is_header = !open.has_header && open.pending.is_none() && open.interchange.groups.is_empty();
        if is_new_interchange(text, begin)
            && !(is_header && text[begin..].get(..3).is_some_and(|tag| tag.eq_ignore_ascii_case("UNB")))
        {
            break;
        }
        let number = open.pending.as_ref().map_or(1, |pending| pending.count + 1);
        let Some(segment) = segments.next(number) else { break };
        if !reader.count() {
            break;
        }
        let fields = segment.fields();
        match segment.known_tag().as_str() {
            "UNB" => open.header(&fields),
            "UNG" => {
                open.end_message(reader, &End::Missing("UNT"), begin);
                open.group(&fields);
            }
            "UNH" => {
                open.end_message(reader, &End::Missing("UNT"), begin);
                open.pending = Some(reader.pending(begin));
                open.push(segment, reader);
            }
            "UNT" if open.pending.is_some() => {
                let end = End::Trailer { tag: "UNT", count: &fields.get(1), control_number: &fields.get(2) };
                open.end_message(reader, &end, segments.at);
            }
            "UNE" => {
                open.end_message(reader, &End::Missing("UNT"), begin);
                open.end_group(&fields);
            }
            "UNZ" => {
                open.end_message(reader, &End::Missing("UNT"), begin);
                return (Some(open.close(&fields)), segments.at);
            }
            _ if open.pending.is_some() => open.push(segment, reader),
            _ => note_stray(&mut open.interchange.problems, &segment.text),
        }
    }
    let last_is_cut = |pending: &Pending<'_>| pending.segments.last().is_some_and(|last| !last.ended);
    let is_cut = reader.is_full() || open.pending.as_ref().is_some_and(last_is_cut);
    let end = if is_cut { End::Cut("UNT") } else { End::Missing("UNT") };
    open.end_message(reader, &end, segments.at);
    if open.has_header {
        open.interchange.problems.push(no_trailer("UNZ"));
    }
    (Some(open.interchange), segments.at)
}

/// The marks, and where the first segment begins. UNA names six characters: component, element, decimal, release, reserved, segment.
fn marks(text: &str, at: usize) -> (Marks, usize) {
    let bytes = &text.as_bytes()[at..];
    let named = bytes.get(..9).filter(|una| una[..3].eq_ignore_ascii_case(b"UNA") && una.is_ascii());
    if let Some(&[.., component, element, _, release, _, segment]) = named {
        let release = if release == b' ' { 0 } else { release };
        return (Marks { element, component, segment, release }, at + 9);
    }
    // Some end segments with their lines alone.
    let segment = if memchr::memchr(b'\'', bytes).is_some() { b'\'' } else { b'\n' };
    (Marks { segment, ..USUAL }, at)
}

fn interchange(marks: Marks) -> Interchange {
    Interchange {
        syntax: Syntax::Edifact,
        sender: Party::default(),
        recipient: Party::default(),
        sent_at: None,
        control_number: String::new(),
        version: String::new(),
        is_test: false,
        groups: Vec::new(),
        problems: Vec::new(),
        marks,
    }
}

/// An interchange that is being read.
struct Open<'t> {
    interchange: Interchange,
    pending: Option<Pending<'t>>,
    has_header: bool,
}

impl<'t> Open<'t> {
    fn header(&mut self, fields: &Fields<'_>) {
        let party = |element: usize| Party {
            id: fields.part(element, 1).into_owned(),
            qualifier: fields.part(element, 2).into_owned(),
        };
        self.has_header = true;
        self.interchange.version = format!("{}:{}", fields.part(1, 1), fields.part(1, 2));
        self.interchange.sender = party(2);
        self.interchange.recipient = party(3);
        self.interchange.sent_at = time::x12(&fields.part(4, 1), &fields.part(4, 2), "");
        self.interchange.control_number = fields.part(5, 1).into_owned();
        self.interchange.is_test = fields.get(11) == "1";
    }

    fn group(&mut self, fields: &Fields<'_>) {
        self.interchange.groups.push(Group {
            kind: fields.get(1).into_owned(),
            sender: fields.part(2, 1).into_owned(),
            recipient: fields.part(3, 1).into_owned(),
            control_number: fields.get(5).into_owned(),
            version: format!("{}:{}", fields.part(7, 1), fields.part(7, 2)),
            ..Group::default()
        });
    }

    fn push(&mut self, segment: Segment<'t>, reader: &Reader<'_>) {
        if let Some(pending) = &mut self.pending {
            pending.push(segment, reader.limits);
        }
    }

    /// Decodes the message that is pending, if there is one.
    fn end_message(&mut self, reader: &mut Reader<'t>, end: &End<'_>, until: usize) {
        let Some(pending) = self.pending.take() else { return };
        let header = pending.segments.first().map(|segment| {
            let fields = segment.fields();
            let version = [2, 3, 4, 5].map(|component| fields.part(2, component)).join(":");
            let version = version.trim_end_matches(':').to_owned();
            Header { kind: fields.part(2, 1).into_owned(), version, control_number: fields.get(1).into_owned() }
        });
        let header = header.unwrap_or_else(|| Header {
            kind: String::new(),
            version: String::new(),
            control_number: String::new(),
        });
        let group = self.interchange.groups.last().map_or("", |group| &group.sender);
        let from = [self.interchange.sender.id.as_str(), group];
        let message = reader.message(pending, header, end, from, until);
        envelope::add(&mut self.interchange, message);
    }

    fn end_group(&mut self, fields: &Fields<'_>) {
        let Some(group) = self.interchange.groups.last_mut() else { return };
        let (count, number) = (fields.get(1), fields.get(2));
        group.counted = count.parse().ok();
        group.problems.extend(compare("UNE", &count, group.messages.len(), &number, &group.control_number));
    }

    fn close(mut self, fields: &Fields<'_>) -> Interchange {
        // It counts the groups, or the messages where there are none.
        let groups = &self.interchange.groups;
        let is_grouped = groups.iter().any(|group| !group.control_number.is_empty());
        let count = if is_grouped { groups.len() } else { groups.iter().map(|group| group.messages.len()).sum() };
        let problems = compare("UNZ", &fields.get(1), count, &fields.get(2), &self.interchange.control_number);
        self.interchange.problems.extend(problems);
        self.interchange
    }
}
