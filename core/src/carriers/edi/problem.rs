//! What is wrong with EDI that was received.

use std::fmt;

/// Something that is wrong with a file, an interchange or a message, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// What kind of problem it is.
    pub code: ProblemCode,
    /// Which segment of its message, counted from 1 with the message's header; `None` where no single one is to blame.
    pub segment: Option<usize>,
    /// The tag of that segment, or of the one that is missing.
    pub tag: Option<String>,
    /// Which element of the segment, counted from 1.
    pub element: Option<usize>,
    /// What is wrong, for people.
    pub detail: String,
}

/// A kind of problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemCode {
    /// There is more of it than is read; see [`EdiLimits`](super::EdiLimits).
    TooLarge,
    /// Text that belongs to no interchange or message.
    Stray,
    /// A kind of message that is not read.
    UnknownMessage,
    /// A trailer is missing: the message or its interchange was cut off.
    CutOff,
    /// Header and trailer have different control numbers.
    ControlNumber,
    /// The trailer counts other segments or messages than there are.
    Count,
    /// A segment without which nothing can be read of the message.
    MissingSegment,
    /// An element without which nothing can be read of its segment.
    MissingElement,
    /// A code that neither the standard table nor that of the sender has. What it says is kept.
    UnknownCode,
    /// Text where a date or a time is expected. What it says is kept.
    NotATime,
    /// Text where a number of a container is expected. It is followed as it is.
    NotAContainer,
}

impl ProblemCode {
    /// Its name, for reports.
    pub fn as_str(self) -> &'static str {
        match self {
            ProblemCode::TooLarge => "too_large",
            ProblemCode::Stray => "stray",
            ProblemCode::UnknownMessage => "unknown_message",
            ProblemCode::CutOff => "cut_off",
            ProblemCode::ControlNumber => "control_number",
            ProblemCode::Count => "count",
            ProblemCode::MissingSegment => "missing_segment",
            ProblemCode::MissingElement => "missing_element",
            ProblemCode::UnknownCode => "unknown_code",
            ProblemCode::NotATime => "not_a_time",
            ProblemCode::NotAContainer => "not_a_container",
        }
    }
}

impl fmt::Display for ProblemCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Problem {
    pub(super) fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        Problem { code, segment: None, tag: None, element: None, detail: detail.into() }
    }

    /// One with this segment, which may be missing.
    pub(super) fn of(code: ProblemCode, tag: &str, detail: impl Into<String>) -> Self {
        Problem { tag: Some(tag.to_owned()), ..Problem::new(code, detail) }
    }

    /// The same problem, at a segment.
    pub(super) fn at(mut self, segment: usize, tag: &str) -> Self {
        self.segment = Some(segment);
        self.tag = Some(tag.to_owned());
        self
    }

    /// Where it is: `segment 2 (B4), element 4`; empty where no single segment is to blame.
    pub(super) fn place(&self) -> String {
        let segment = match (self.segment, &self.tag) {
            (Some(segment), Some(tag)) => format!("segment {segment} ({tag})"),
            (Some(segment), None) => format!("segment {segment}"),
            (None, tag) => tag.clone().unwrap_or_default(),
        };
        let element = self.element.map(|element| format!("element {element}"));
        [Some(segment).filter(|text| !text.is_empty()), element].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The same problem, in an element.
    pub(super) fn in_element(mut self, element: usize) -> Self {
        self.element = Some(element);
        self
    }
}

/// `not_a_time at segment 2 (B4), element 4: "2526" is not a date`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place();
        write!(f, "{}{}{place}: {}", self.code, if place.is_empty() { "" } else { " at " }, self.detail)
    }
}
