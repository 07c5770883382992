//! Splits a message into parts in one pass and within limits, without decoding them.
//!
//! Open boundaries are in a map, so a line takes the same time at any depth. An attached message (`message/rfc822`) is one part, which
//! `attached_messages` splits in turn.

use std::collections::HashMap;

use super::draft::MailLimits;
use super::header::{Fields, MediaType, essence, field_name, is_continuation, is_mailbox_separator};
use super::problem::{ProblemCode, Problems};

/// The standard allows 70 characters.
const LONGEST_BOUNDARY: usize = 256;

/// Media types of reports about other messages, and of their parts.
const REPORTS: [&str; 6] = [
    "multipart/report",
    "message/delivery-status",
    "message/disposition-notification",
    "message/feedback-report",
    "message/global-delivery-status",
    "text/rfc822-headers",
];

pub(super) struct Structure<'a> {
    pub header: &'a [u8],
    pub parts: Vec<Part<'a>>,
    /// Whether it contains one of [`REPORTS`], outside of attached messages.
    pub is_report: bool,
}

pub(super) struct Part<'a> {
    pub number: usize,
    pub header: &'a [u8],
    pub content: &'a [u8],
    pub media: MediaType,
    pub alternative: Option<usize>,
    pub related: bool,
}

impl Part<'_> {
    pub(super) fn place(&self) -> String {
        place(self.number)
    }
}

/// What a message and the messages attached to it have used of their limits.
#[derive(Default)]
pub(super) struct Used {
    header_bytes: usize,
    parts: usize,
}

pub(super) fn scan<'a>(
    bytes: &'a [u8],
    used: &mut Used,
    limits: &MailLimits,
    problems: &mut Problems,
) -> Structure<'a> {
    scan_with(bytes, used, limits, problems, Scanner::first_header)
}

fn scan_with<'a, 's>(
    bytes: &'a [u8],
    used: &mut Used,
    limits: &'s MailLimits,
    problems: &'s mut Problems,
    read_header: fn(&mut Scanner<'a, 's>) -> Result<&'a [u8], LimitHit>,
) -> Structure<'a> {
    let mut scanner = Scanner::new(bytes, limits, problems);
    (scanner.header_bytes, scanner.opened) = (used.header_bytes, used.parts);
    let header = read_header(&mut scanner);
    let is_read = header.is_ok();
    let header = header.unwrap_or_else(|LimitHit| &bytes[scanner.header_start..scanner.position]);
    if is_read {
        let _ = scanner.walk(header);
    }
    *used = Used { header_bytes: scanner.header_bytes, parts: scanner.opened };
    Structure { header, parts: scanner.parts, is_report: scanner.is_report }
}

/// Splits the content of a part, which has a header but no addresses. The header may be empty.
pub(super) fn scan_entity<'a>(
    bytes: &'a [u8],
    used: &mut Used,
    limits: &MailLimits,
    problems: &mut Problems,
) -> Structure<'a> {
    used.parts += 1;
    scan_with(bytes, used, limits, problems, Scanner::header)
}

pub(super) fn scan_header<'a>(bytes: &'a [u8], limits: &MailLimits, problems: &mut Problems) -> Structure<'a> {
    let mut scanner = Scanner::new(bytes, limits, problems);
    let header = scanner.first_header().unwrap_or_else(|LimitHit| &bytes[scanner.header_start..scanner.position]);
    Structure { header, parts: Vec::new(), is_report: false }
}

/// A limit was exceeded. The list of problems has the reason.
struct LimitHit;

struct Multipart {
    number: usize,
    boundary: Vec<u8>,
    kind: MultipartKind,
    content: usize,
    seen: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MultipartKind {
    Alternative,
    Related,
    Digest,
    Other,
}

#[derive(Clone, Copy)]
enum End {
    /// A boundary of the multipart at this depth.
    Delimiter(usize),
    /// The closing boundary of the multipart at this depth.
    Close(usize),
    /// The end of the message.
    Message,
}

struct Scanner<'a, 's> {
    bytes: &'a [u8],
    limits: &'s MailLimits,
    problems: &'s mut Problems,
    position: usize,
    header_start: usize,
    header_bytes: usize,
    opened: usize,
    stack: Vec<Multipart>,
    /// The depths of the open multiparts by boundary, innermost last.
    boundaries: HashMap<Vec<u8>, Vec<usize>>,
    parts: Vec<Part<'a>>,
    is_report: bool,
}

impl<'a, 's> Scanner<'a, 's> {
    fn new(bytes: &'a [u8], limits: &'s MailLimits, problems: &'s mut Problems) -> Self {
        Scanner {
            bytes,
            limits,
            problems,
            position: 0,
            header_start: 0,
            header_bytes: 0,
            opened: 0,
            stack: Vec::new(),
            boundaries: HashMap::new(),
            parts: Vec::new(),
            is_report: false,
        }
    }

    fn walk(&mut self, header: &'a [u8]) -> Result<(), LimitHit> {
        let mut leaf = self.open(header)?;
        loop {
            let start = self.position;
            let (end, event) = self.seek_end();
            match leaf.take() {
                Some(part) => self.parts.push(Part { content: &self.bytes[start..end], ..part }),
                None => self.rescue_preamble(end, event),
            }
            match event {
                End::Delimiter(depth) => {
                    self.unwind(depth + 1);
                    if let Some(multipart) = self.stack.get_mut(depth) {
                        multipart.seen = true;
                    }
                    self.opened += 1;
                    if self.opened > self.limits.parts {
                        return self.hit(ProblemCode::TooManyParts, "parts", self.limits.parts);
                    }
                    let header = self.header()?;
                    leaf = self.open(header)?;
                }
                End::Close(depth) => {
                    self.unwind(depth + 1);
                    self.pop();
                }
                End::Message => {
                    self.unwind(0);
                    return Ok(());
                }
            }
        }
    }

    fn hit<T>(&mut self, code: ProblemCode, what: &str, limit: usize) -> Result<T, LimitHit> {
        self.problems.add(code, "message", format!("there are more than {limit} {what}; the rest was not read"));
        Err(LimitHit)
    }

    fn first_header(&mut self) -> Result<&'a [u8], LimitHit> {
        let mut text_seen = false;
        loop {
            let line = self.line();
            if field_name(line).is_some() {
                break;
            }
            let blank = line.trim_ascii().is_empty();
            // Text followed by a blank line is a body without a header.
            if line.is_empty() || (blank && text_seen) {
                self.problems.add(ProblemCode::NoHeader, "message", "the message has no header");
                self.position = 0;
                return Ok(&[]);
            }
            text_seen |= !blank && !is_mailbox_separator(line);
            self.position += line.len();
        }
        if self.position > 0 {
            self.problems.add(ProblemCode::LeadingLinesDropped, "header", "lines before the first field were ignored");
        }
        self.header()
    }

    fn header(&mut self) -> Result<&'a [u8], LimitHit> {
        self.header_start = self.position;
        let mut fields = 0;
        let end = loop {
            let line = self.line();
            let text = without_end(line);
            if text.is_empty() {
                let end = self.position;
                self.position += line.len();
                break end;
            }
            if self.boundary_in(text).is_some() {
                break self.position;
            }
            if field_name(text).is_some() {
                fields += 1;
            } else if !is_mailbox_separator(text) && (fields == 0 || !is_continuation(text)) {
                let place = place(self.opened);
                self.problems.add(ProblemCode::MissingBlankLine, &place, "no empty line between header and body");
                break self.position;
            }
            if fields > self.limits.fields {
                return self.hit(ProblemCode::TooManyFields, "fields in one header", self.limits.fields);
            }
            if self.header_bytes + line.len() > self.limits.header_bytes {
                return self.hit(ProblemCode::HeaderTooLarge, "bytes of headers", self.limits.header_bytes);
            }
            self.header_bytes += line.len();
            self.position += line.len();
        };
        Ok(&self.bytes[self.header_start..end])
    }

    /// Begins a part. A multipart is pushed onto the stack; another part is returned, still without its content.
    fn open(&mut self, header: &'a [u8]) -> Result<Option<Part<'a>>, LimitHit> {
        let place = place(self.opened);
        let fields = Fields::read(header);
        let is_report = |text: String| {
            REPORTS.contains(&essence(&text.split(';').next().unwrap_or_default().to_ascii_lowercase()).as_str())
        };
        self.is_report |= fields.all("Content-Type").any(is_report);
        let media = match fields.first("Content-Type") {
            Some(text) => MediaType::read(&text, &place, self.limits, self.problems),
            None if self.stack.last().is_some_and(|outer| outer.kind == MultipartKind::Digest) => {
                Some(MediaType::plain("message/rfc822"))
            }
            None => None,
        };
        let mut media = media.unwrap_or_else(|| MediaType::plain("text/plain"));
        if media.essence.starts_with("multipart/") {
            match usable_boundary(&media) {
                Some(boundary) => return self.push(boundary, &media).map(|()| None),
                None => {
                    let detail = format!("a {} without a usable boundary", media.essence);
                    self.problems.add(ProblemCode::MissingBoundary, &place, detail);
                    media = MediaType::plain("text/plain");
                }
            }
        }
        Ok(Some(self.part(header, self.opened, media)))
    }

    fn part(&self, header: &'a [u8], number: usize, media: MediaType) -> Part<'a> {
        let around = |kind| self.stack.iter().find(|outer| outer.kind == kind).map(|outer| outer.number);
        let related = around(MultipartKind::Related).is_some();
        Part { number, header, content: &[], media, alternative: around(MultipartKind::Alternative), related }
    }

    fn push(&mut self, boundary: Vec<u8>, media: &MediaType) -> Result<(), LimitHit> {
        if self.stack.len() >= self.limits.depth {
            return self.hit(ProblemCode::TooDeep, "multiparts inside one another", self.limits.depth);
        }
        let kind = match media.essence.as_str() {
            "multipart/alternative" => MultipartKind::Alternative,
            "multipart/related" => MultipartKind::Related,
            "multipart/digest" => MultipartKind::Digest,
            _ => MultipartKind::Other,
        };
        self.boundaries.entry(boundary.clone()).or_default().push(self.stack.len());
        self.stack.push(Multipart { number: self.opened, boundary, kind, content: self.position, seen: false });
        Ok(())
    }

    fn unwind(&mut self, depth: usize) {
        while self.stack.len() > depth {
            if let Some(multipart) = self.pop().filter(|multipart| multipart.seen) {
                let detail = "the multipart ends without its closing boundary";
                self.problems.add(ProblemCode::UnclosedMultipart, &place(multipart.number), detail);
            }
        }
    }

    fn pop(&mut self) -> Option<Multipart> {
        let multipart = self.stack.pop()?;
        if let Some(depths) = self.boundaries.get_mut(&multipart.boundary) {
            depths.pop();
            if depths.is_empty() {
                self.boundaries.remove(&multipart.boundary);
            }
        }
        Some(multipart)
    }

    /// Adds the content of a multipart as plain text if its boundary does not appear.
    fn rescue_preamble(&mut self, end: usize, event: End) {
        let Some(last) = self.stack.last().filter(|multipart| !multipart.seen) else { return };
        let own = matches!(event, End::Delimiter(depth) | End::Close(depth) if depth + 1 == self.stack.len());
        if own {
            return;
        }
        let (number, content) = (last.number, &self.bytes[last.content..end]);
        self.problems.add(
            ProblemCode::BoundaryNotFound,
            &place(number),
            "the boundary does not appear in the multipart",
        );
        let part = self.part(&[], number, MediaType::plain("text/plain"));
        self.parts.push(Part { content, ..part });
    }

    fn seek_end(&mut self) -> (usize, End) {
        let start = self.position;
        loop {
            let line = self.line();
            if line.is_empty() {
                return (self.position, End::Message);
            }
            let found = self.boundary_in(without_end(line));
            let before = self.position;
            self.position += line.len();
            if let Some(end) = found {
                // The line break before a boundary belongs to the boundary.
                return (start + without_end(&self.bytes[start..before]).len(), end);
            }
        }
    }

    fn boundary_in(&self, line: &[u8]) -> Option<End> {
        let text = line.strip_prefix(b"--").filter(|_| !self.stack.is_empty())?.trim_ascii_end();
        if text.len() > LONGEST_BOUNDARY + 2 {
            return None;
        }
        let depth = |boundary: &[u8]| self.boundaries.get(boundary)?.last().copied();
        depth(text).map(End::Delimiter).or_else(|| depth(text.strip_suffix(b"--")?).map(End::Close))
    }

    fn line(&self) -> &'a [u8] {
        let rest = &self.bytes[self.position..];
        let length = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |index| index + 1);
        &rest[..length]
    }
}

fn usable_boundary(media: &MediaType) -> Option<Vec<u8>> {
    let boundary = media.boundary.as_deref()?.trim_ascii_end();
    (1..=LONGEST_BOUNDARY).contains(&boundary.len()).then(|| boundary.into())
}

fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn place(number: usize) -> String {
    if number == 0 { "message".to_owned() } else { format!("part {number}") }
}
