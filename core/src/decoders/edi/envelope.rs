//! Detects headers of both syntaxes, collects the segments of messages, and calls their decoders.

use super::codes::Senders;
use super::decoding::Decoding;
use super::interchange::{EdiLimits, Message, Problem, ProblemCode, Syntax};
use super::segment::{Segment, Separators};
use super::text::capitals;
use super::{arrival_notice, equipment, iftsta, status_details, terminal_activity, time};
use crate::error::Quoted;
use crate::resources::Timestamp;
use crate::tracking::Fact;

pub(super) fn header_at(text: &str, at: usize) -> Option<Syntax> {
    let bytes = &text.as_bytes()[at..];
    let separator = |tag: &str| {
        let is_tag = bytes.get(..tag.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(tag.as_bytes()));
        if is_tag { bytes.get(tag.len()) } else { None }
    };
    let begins = |tags: &[&str]| {
        let mut separators = tags.iter().filter_map(|tag| separator(tag));
        separators.any(|separator| separator.is_ascii_graphic() && !separator.is_ascii_alphanumeric())
    };
    if begins(&["ISA", "GS", "ST"]) {
        Some(Syntax::X12)
    } else if begins(&["UNA", "UNB", "UNG", "UNH"]) {
        Some(Syntax::Edifact)
    } else if separator("ISA").is_some_and(is_control) && Separators::of_x12(head(text, at)).is_some() {
        Some(Syntax::X12)
    } else if separator("UNB").is_some_and(|separator| *separator == Separators::LEVEL_B.element) {
        Some(Syntax::Edifact)
    } else {
        None
    }
}

/// Whether a control character can be a separator. Line breaks cannot.
fn is_control(separator: &u8) -> bool {
    separator.is_ascii_control() && !matches!(separator, b'\r' | b'\n' | 0)
}

/// The position of the first header at `at` or later. At `at`, any header counts; further on, only a
/// complete header of an interchange, because other text can resemble a header.
pub(super) fn first_header(text: &str, at: usize) -> Option<usize> {
    if header_at(text, at).is_some() {
        return Some(at);
    }
    let bytes = text.as_bytes();
    let is_word_start = |at: &usize| at.checked_sub(1).is_none_or(|before| bytes[before] <= b' ');
    (at + 1..text.len())
        .filter(|at| matches!(bytes[*at], b'I' | b'i' | b'U' | b'u'))
        .filter(is_word_start)
        .find(|at| is_whole(text, *at))
}

pub(super) fn is_whole(text: &str, at: usize) -> bool {
    is_new_interchange(text, at)
        && match header_at(text, at) {
            Some(Syntax::X12) => Separators::of_x12(head(text, at)).is_some(),
            Some(Syntax::Edifact) => names_its_syntax(head(text, at)),
            None => false,
        }
}

fn names_its_syntax(text: &str) -> bool {
    let (_, first) = Separators::of_edifact(text, 0);
    let header = text.get(first..).unwrap_or_default().trim_start();
    let begins = |at: usize, tag: &str| header.get(at..at + 3).is_some_and(|found| found.eq_ignore_ascii_case(tag));
    begins(0, "UNB") && begins(4, "UNO")
}

/// The text from `at`, long enough for every header. The limit keeps the search fast in text that only resembles headers.
fn head(text: &str, at: usize) -> &str {
    let end = (at + 512).min(text.len());
    (0..4).find_map(|less| text.get(at..end.saturating_sub(less))).unwrap_or_default()
}

pub(super) fn is_new_interchange(text: &str, at: usize) -> bool {
    if !matches!(text.as_bytes().get(at), Some(b'I' | b'i' | b'U' | b'u')) {
        return false;
    }
    let tag = text.as_bytes().get(at..at + 3);
    let has_tag =
        tag.is_some_and(|tag| ["ISA", "UNA", "UNB"].iter().any(|known| tag.eq_ignore_ascii_case(known.as_bytes())));
    has_tag && header_at(text, at).is_some()
}

pub(super) struct Reader<'r> {
    pub text: &'r str,
    pub senders: &'r Senders,
    pub limits: &'r EdiLimits,
    segments: usize,
    messages: usize,
    pub problems: Vec<Problem>,
    /// A buffer for the segments of the next message, because messages are many and small.
    spare: Vec<Segment<'r>>,
    scratch: Vec<Fact>,
}

impl<'r> Reader<'r> {
    pub fn new(text: &'r str, senders: &'r Senders, limits: &'r EdiLimits) -> Self {
        let (spare, scratch) = (Vec::new(), Vec::new());
        Reader { text, senders, limits, segments: 0, messages: 0, problems: Vec::new(), spare, scratch }
    }

    pub fn pending(&mut self, begin: usize) -> PendingMessage<'r> {
        self.messages += 1;
        self.check("messages", self.messages, self.limits.messages);
        PendingMessage { begin, segments: std::mem::take(&mut self.spare), count: 0, problems: Vec::new() }
    }
}

impl Reader<'_> {
    pub fn count(&mut self) -> bool {
        self.segments += 1;
        self.check("segments", self.segments, self.limits.segments);
        !self.is_full()
    }

    pub fn check(&mut self, what: &str, counted: usize, most: usize) {
        if counted == most + 1 {
            let detail = format!("the file has more than {most} {what}; the rest is not read");
            self.problems.push(Problem::new(ProblemCode::TooLarge, detail));
        }
    }

    pub fn is_full(&self) -> bool {
        self.segments > self.limits.segments || self.messages > self.limits.messages
    }
}

/// A message that is being read.
pub(super) struct PendingMessage<'t> {
    pub begin: usize,
    pub segments: Vec<Segment<'t>>,
    pub count: usize,
    problems: Vec<Problem>,
}

impl<'t> PendingMessage<'t> {
    pub fn push(&mut self, segment: Segment<'t>, limits: &EdiLimits) {
        self.count += 1;
        let has_room = self.count <= limits.message_segments;
        let too_large = if self.count == limits.message_segments + 1 {
            Some(format!("the message has more than {} segments", limits.message_segments))
        } else if has_room && segment.text.len() > limits.elements && segment.count() > limits.elements {
            Some(format!("the segment has more than {} elements", limits.elements))
        } else {
            None
        };
        if let Some(detail) = too_large {
            let problem = Problem::new(ProblemCode::TooLarge, detail);
            if self.problems.len() < 100 {
                self.problems.push(problem.at(segment.number, segment.tag()));
            }
        } else if has_room {
            self.segments.push(segment);
        }
    }
}

#[derive(Default)]
pub(super) struct Header {
    pub kind: String,
    pub version: String,
    pub control_number: String,
}

/// How a message ends.
pub(super) enum End<'e> {
    Trailer {
        tag: &'e str,
        count: &'e str,
        control_number: &'e str,
    },
    /// Without the trailer with this tag.
    Missing(&'e str),
    /// Inside a segment, or at the limit of segments or messages, before the trailer with this tag.
    Truncated(&'e str),
}

impl<'r> Reader<'r> {
    pub fn message(
        &mut self,
        mut pending: PendingMessage<'r>,
        header: Header,
        end: &End<'_>,
        from: [&str; 2],
        until: usize,
    ) -> Message {
        let mut decoding = Decoding::new(&pending.segments, self.senders, from, self.limits.message_facts);
        decoding.facts = std::mem::take(&mut self.scratch);
        decoding.problems = problems_of_end(&pending, &header, end);
        let is_complete = pending.problems.is_empty() && !matches!(end, End::Truncated(_));
        let decode: Option<fn(&mut Decoding<'_>)> = match &*capitals(&header.kind) {
            "312" => Some(arrival_notice::x12),
            "315" => Some(status_details::decode),
            "322" => Some(terminal_activity::decode),
            "IFTSTA" => Some(iftsta::decode),
            "IFTMAN" => Some(arrival_notice::edifact),
            "CODECO" => Some(equipment::gate),
            "COARRI" => Some(equipment::quay),
            other => {
                let detail = format!(
                    "{} is not supported: only 312, 315, 322, IFTSTA, IFTMAN, CODECO and COARRI are",
                    Quoted(other)
                );
                decoding.problem(Problem::new(ProblemCode::UnknownMessage, detail));
                None
            }
        };
        if is_complete && let Some(decode) = decode {
            decode(&mut decoding);
        }
        let sent_at = sent_at(&pending.segments);
        let unread = decoding.unread_facts();
        let is_full = decoding.is_full();
        if is_full {
            let detail = format!("the message has more than {} facts", self.limits.message_facts);
            decoding.problems.insert(0, Problem::new(ProblemCode::TooLarge, detail));
        }
        let Decoding { numbers, facts: mut buffer, mut problems, .. } = decoding;
        problems.splice(0..0, std::mem::take(&mut pending.problems));
        let is_read = is_complete
            && !is_full
            && decode.is_some()
            && !problems.iter().any(|problem| is_final(problem.code, buffer.is_empty()));
        if !is_read {
            buffer.clear();
        }
        let mut facts = Vec::with_capacity(buffer.len() + unread.len());
        facts.append(&mut buffer);
        facts.extend(unread);
        self.scratch = buffer;
        let span = pending.begin..until;
        let text = (!problems.is_empty()).then(|| self.text[span.clone()].trim().to_owned());
        pending.segments.clear();
        self.spare = pending.segments;
        let Header { kind, version, control_number } = header;
        Message { kind, version, control_number, sent_at, numbers, facts, problems, is_read, text, span }
    }
}

/// When an EDIFACT message was written: DTM+137 before its first consignment, container or status.
fn sent_at(segments: &[Segment<'_>]) -> Option<Timestamp> {
    let is_content = |segment: &&Segment<'_>| segment.is(b"CNI") || segment.is(b"EQD") || segment.is(b"STS");
    let header = segments.iter().take_while(|segment| !is_content(segment));
    let dates = header.filter(|segment| segment.is(b"DTM")).map(Segment::fields);
    let own = dates.into_iter().find(|fields| fields.part(1, 1) == "137")?;
    time::edifact(&own.part(1, 2), &own.part(1, 3))
}

/// Whether a message with this problem counts as unread. A list that is too long does not count, because its first entries are read.
fn is_final(code: ProblemCode, has_no_facts: bool) -> bool {
    match code {
        ProblemCode::UnknownMessage | ProblemCode::MissingSegment => true,
        ProblemCode::MissingElement => has_no_facts,
        _ => false,
    }
}

/// The problems of the end of a message.
fn problems_of_end(pending: &PendingMessage<'_>, header: &Header, end: &End<'_>) -> Vec<Problem> {
    match end {
        End::Missing(tag) => vec![Problem::of(ProblemCode::CutOff, tag, "the message has no trailer")],
        End::Truncated(tag) => {
            vec![Problem::of(ProblemCode::CutOff, tag, "the message ends in the middle of a segment")]
        }
        End::Trailer { tag, count, control_number } => {
            compare(tag, count, pending.count + 1, control_number, &header.control_number)
        }
    }
}

pub(super) fn compare(tag: &str, count: &str, counted: usize, number: &str, expected: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut differs = |code: ProblemCode, stated: &str, actual: &str| {
        let detail = format!("{tag} states {}; expected {}", Quoted(stated), Quoted(actual));
        problems.push(Problem::of(code, tag, detail));
    };
    if count.parse() != Ok(counted) {
        differs(ProblemCode::Count, count, &counted.to_string());
    }
    if number != expected {
        differs(ProblemCode::ControlNumber, number, expected);
    }
    problems
}

/// Reports stray text, for at most 100 places.
pub(super) fn note_stray(problems: &mut Vec<Problem>, text: &str) {
    if problems.len() < 100 {
        problems.push(Problem::new(ProblemCode::Stray, format!("{} is outside of any message", Quoted(text.trim()))));
    }
}
