//! Reads a file: interchanges of both syntaxes, and text outside of them. A [`Dialect`] describes how the syntaxes differ.

use super::codes::Senders;
use super::envelope::{
    End, Header, PendingMessage, Reader, compare, header_at, is_new_interchange, is_whole, note_stray,
};
use super::interchange::{EdiLimits, Group, Interchange, Party, Problem, ProblemCode, Syntax, Transmission};
use super::segment::{Fields, Segments, Separators, Tag, past_noise};
use super::time;

pub(crate) fn read(text: &str, senders: &Senders, limits: &EdiLimits) -> Transmission {
    let mut reader = Reader::new(text, senders, limits);
    let mut interchanges = Vec::new();
    let mut at = past_noise(text, 0);
    while at < text.len() && !reader.is_full() && interchanges.len() <= limits.messages {
        let (dialect, separators, first) = match header_at(text, at) {
            None => {
                let next = next_header(text, at);
                note_stray(&mut reader.problems, &text[at..next]);
                at = next;
                continue;
            }
            Some(Syntax::Edifact) => {
                let (separators, first) = Separators::of_edifact(text, at);
                (&EDIFACT, separators, first)
            }
            Some(Syntax::X12) => {
                let Some(separators) = Separators::of_x12(&text[at..]) else {
                    let detail = "the separators of an ISA cannot be read: it has fewer than sixteen elements, or a \
                                  separator that is not ASCII";
                    reader.problems.push(Problem::new(ProblemCode::Stray, detail));
                    break;
                };
                (&X12, separators, at)
            }
        };
        let interchange = interchange(&mut reader, dialect, separators, [at, first]);
        // At least one byte further, so that the loop ends.
        at = past_noise(text, interchange.span.end.max(at + 1));
        interchanges.push(interchange);
        reader.check("interchanges", interchanges.len(), limits.messages);
    }
    Transmission { interchanges, problems: reader.problems }
}

fn next_header(text: &str, at: usize) -> usize {
    let begins = |at: &usize| text.is_char_boundary(*at) && is_whole(text, *at);
    let capitals = |byte: u8| matches!(byte.to_ascii_uppercase(), b'I' | b'U');
    let places = text.as_bytes()[at..].iter().enumerate().skip(1).filter(|(_, byte)| capitals(**byte));
    places.map(|(offset, _)| at + offset).find(begins).unwrap_or(text.len())
}

/// Tags and readers of the envelope segments of one syntax.
struct Dialect {
    syntax: Syntax,
    interchange: [Tag; 2],
    group: [Tag; 2],
    message: [Tag; 2],
    read_header: fn(&mut Interchange, &Fields<'_>) -> bool,
    read_group: fn(&Fields<'_>) -> Group,
    read_message: fn(&Fields<'_>) -> Header,
    close: fn(&mut Interchange, &Fields<'_>),
}

const X12: Dialect = Dialect {
    syntax: Syntax::X12,
    interchange: [Tag::of("ISA"), Tag::of("IEA")],
    group: [Tag::of("GS"), Tag::of("GE")],
    message: [Tag::of("ST"), Tag::of("SE")],
    read_header: |interchange, fields| {
        let party = |qualifier: usize, id: usize| Party {
            id: fields.get(id).into_owned(),
            qualifier: fields.get(qualifier).into_owned(),
        };
        interchange.sender = party(5, 6);
        interchange.recipient = party(7, 8);
        interchange.sent_at = time::x12(&fields.get(9), &fields.get(10), "");
        interchange.version = fields.get(12).into_owned();
        interchange.control_number = fields.get(13).into_owned();
        interchange.is_test = fields.get(15).eq_ignore_ascii_case("T");
        !interchange.control_number.is_empty()
    },
    read_group: |fields| Group {
        kind: fields.get(1).into_owned(),
        sender: fields.get(2).into_owned(),
        recipient: fields.get(3).into_owned(),
        control_number: fields.get(6).into_owned(),
        version: fields.get(8).into_owned(),
        sent_at: time::x12(&fields.get(4), &fields.get(5), ""),
        ..Group::default()
    },
    read_message: |fields| Header {
        kind: fields.get(1).into_owned(),
        version: fields.get(3).into_owned(),
        control_number: fields.get(2).into_owned(),
    },
    close: |interchange, fields| {
        let (groups, number) = (interchange.groups.len(), &interchange.control_number);
        let mut problems = compare("IEA", &fields.get(1), groups, &fields.get(2), number);
        for group in interchange.groups.iter_mut().filter(|group| group.counted.is_none()) {
            let has_trailer = group.problems.iter().any(|problem| problem.code == ProblemCode::Count);
            group.problems.extend((!has_trailer).then(|| no_trailer("GE")));
        }
        interchange.problems.append(&mut problems);
    },
};

/// An acknowledgement of X12 between the header and the groups of an interchange.
const INTERCHANGE_ACKNOWLEDGEMENT: Tag = Tag::of("TA1");

const EDIFACT: Dialect = Dialect {
    syntax: Syntax::Edifact,
    interchange: [Tag::of("UNB"), Tag::of("UNZ")],
    group: [Tag::of("UNG"), Tag::of("UNE")],
    message: [Tag::of("UNH"), Tag::of("UNT")],
    read_header: |interchange, fields| {
        let party = |element: usize| Party {
            id: fields.part(element, 1).into_owned(),
            qualifier: fields.part(element, 2).into_owned(),
        };
        interchange.version = format!("{}:{}", fields.part(1, 1), fields.part(1, 2));
        interchange.sender = party(2);
        interchange.recipient = party(3);
        interchange.sent_at = time::x12(&fields.part(4, 1), &fields.part(4, 2), "");
        interchange.control_number = fields.part(5, 1).into_owned();
        interchange.is_test = fields.get(11) == "1";
        true
    },
    read_group: |fields| Group {
        kind: fields.get(1).into_owned(),
        sender: fields.part(2, 1).into_owned(),
        recipient: fields.part(3, 1).into_owned(),
        control_number: fields.get(5).into_owned(),
        version: format!("{}:{}", fields.part(7, 1), fields.part(7, 2)),
        sent_at: time::x12(&fields.part(4, 1), &fields.part(4, 2), ""),
        ..Group::default()
    },
    read_message: |fields| {
        let version = [2, 3, 4, 5].map(|component| fields.part(2, component)).join(":");
        let version = version.trim_end_matches(':').to_owned();
        Header { kind: fields.part(2, 1).into_owned(), version, control_number: fields.get(1).into_owned() }
    },
    close: |interchange, fields| {
        // UNZ states the number of groups, or of messages if there are no groups.
        let groups = &interchange.groups;
        let is_grouped = groups.iter().any(|group| !group.control_number.is_empty());
        let count = if is_grouped { groups.len() } else { groups.iter().map(|group| group.messages.len()).sum() };
        let problems = compare("UNZ", &fields.get(1), count, &fields.get(2), &interchange.control_number);
        interchange.problems.extend(problems);
    },
};

fn no_trailer(tag: &str) -> Problem {
    Problem::of(ProblemCode::CutOff, tag, "the trailer is missing")
}

/// An interchange that is being read.
struct OpenInterchange<'t> {
    interchange: Interchange,
    pending: Option<PendingMessage<'t>>,
    has_header: bool,
    dialect: &'static Dialect,
}

fn interchange<'t>(
    reader: &mut Reader<'t>,
    dialect: &'static Dialect,
    separators: Separators,
    [at, first]: [usize; 2],
) -> Interchange {
    let text = reader.text;
    let Dialect { interchange: [header, trailer], group: [group, group_end], message: [message, message_end], .. } =
        *dialect;
    let mut open: OpenInterchange<'t> = OpenInterchange::new(dialect, separators);
    let mut segments = Segments::new(text, first, separators);
    loop {
        let begin = segments.begin();
        if is_new_interchange(text, begin) && !open.is_own_header(&text[begin..], begin <= at) {
            break;
        }
        let number = open.pending.as_ref().map_or(1, |pending| pending.count + 1);
        let Some(segment) = segments.next(number) else { break };
        if !reader.count() {
            break;
        }
        let tag = segment.tag_in_capitals;
        if [group, message, group_end, trailer].contains(&tag) {
            open.end_message(reader, &End::Missing(message_end.as_str()), begin);
        }
        if tag == header {
            open.has_header = (dialect.read_header)(&mut open.interchange, &segment.fields());
        } else if tag == group {
            open.interchange.groups.push((dialect.read_group)(&segment.fields()));
        } else if tag == message {
            let mut pending = reader.pending(begin);
            pending.push(segment, reader.limits);
            open.pending = Some(pending);
        } else if tag == message_end && open.pending.is_some() {
            let fields = segment.fields();
            let end = End::Trailer { tag: tag.as_str(), count: &fields.get(1), control_number: &fields.get(2) };
            open.end_message(reader, &end, segments.at);
        } else if tag == group_end {
            open.end_group(&segment.fields());
        } else if tag == trailer {
            (dialect.close)(&mut open.interchange, &segment.fields());
            return Interchange { span: at..segments.at, ..open.interchange };
        } else if let Some(pending) = &mut open.pending {
            pending.push(segment, reader.limits);
        } else if tag != INTERCHANGE_ACKNOWLEDGEMENT {
            note_stray(&mut open.interchange.problems, &segment.text);
        }
    }
    let last_is_truncated = |pending: &PendingMessage<'_>| pending.segments.last().is_some_and(|last| !last.ended);
    let is_truncated = reader.is_full() || open.pending.as_ref().is_some_and(last_is_truncated);
    let end = if is_truncated { End::Truncated(message_end.as_str()) } else { End::Missing(message_end.as_str()) };
    open.end_message(reader, &end, segments.at);
    if open.has_header {
        open.interchange.problems.push(no_trailer(trailer.as_str()));
    }
    Interchange { span: at..segments.at, ..open.interchange }
}

impl<'t> OpenInterchange<'t> {
    fn new(dialect: &'static Dialect, separators: Separators) -> Self {
        let interchange = Interchange { syntax: dialect.syntax, separators, ..Interchange::default() };
        OpenInterchange { interchange, pending: None, has_header: false, dialect }
    }

    /// Whether the next header belongs to this interchange. In EDIFACT, UNA and stray text may precede it.
    fn is_own_header(&self, ahead: &str, is_first: bool) -> bool {
        let is_expected = !self.has_header && self.pending.is_none() && self.interchange.groups.is_empty();
        match self.dialect.syntax {
            Syntax::X12 => is_first,
            Syntax::Edifact => is_expected && ahead.get(..3).is_some_and(|tag| tag.eq_ignore_ascii_case("UNB")),
        }
    }

    fn end_message(&mut self, reader: &mut Reader<'t>, end: &End<'_>, until: usize) {
        let Some(pending) = self.pending.take() else { return };
        let header = pending.segments.first().map(|segment| (self.dialect.read_message)(&segment.fields()));
        if self.interchange.groups.is_empty() {
            self.interchange.groups.push(Group::default());
        }
        let Some(group) = self.interchange.groups.last_mut() else { return };
        let from = [self.interchange.sender.id.as_str(), &group.sender];
        let message = reader.message(pending, header.unwrap_or_default(), end, from, until);
        group.messages.push(message);
    }

    fn end_group(&mut self, fields: &Fields<'_>) {
        let Some(group) = self.interchange.groups.last_mut() else { return };
        let (count, number) = (fields.get(1), fields.get(2));
        group.counted = count.parse().ok();
        let tag = self.dialect.group[1];
        group.problems.extend(compare(tag.as_str(), &count, group.messages.len(), &number, &group.control_number));
    }
}
