//! Problems of a message, with stable codes.

use std::fmt;

/// Something in a message that could not be read as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// What kind of problem it is.
    pub code: ProblemCode,
    /// Where it is: `message`, `header`, the name of a field, or `part 3` (counted in order of appearance).
    pub place: String,
    /// What happened, for a person.
    pub detail: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.place, self.detail, self.code)
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident $text:literal $quarantines:literal,)*) => {
        /// The kinds of [`Problem`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ProblemCode {
            $($(#[$doc])* $name,)*
        }

        impl ProblemCode {
            /// Every code there is.
            pub const ALL: &[ProblemCode] = &[$(ProblemCode::$name),*];

            /// The code as text, the same for ever.
            pub fn as_str(self) -> &'static str {
                match self { $(ProblemCode::$name => $text,)* }
            }

            /// Whether a message with this problem was not read as a whole, so that a person should look at it.
            pub fn quarantines(self) -> bool {
                match self { $(ProblemCode::$name => $quarantines,)* }
            }
        }
    };
}

codes! {
    /// The message is larger than the limit; only its header was read.
    MessageTooLarge "message_too_large" true,
    /// The header blocks are larger than the limit; reading stopped there.
    HeaderTooLarge "header_too_large" true,
    /// A header block has more fields than the limit; reading stopped there.
    TooManyFields "too_many_fields" true,
    /// There are more parts than the limit; reading stopped there.
    TooManyParts "too_many_parts" true,
    /// Multiparts are nested deeper than the limit; reading stopped there.
    TooDeep "too_deep" true,
    /// A list of addresses or identifiers is longer than the limit; the rest of it was left out.
    TooManyItems "too_many_items" true,
    /// A field has more parameters than the limit; the rest of them was left out.
    TooManyParameters "too_many_parameters" true,
    /// The text of the body is longer than the limit; the rest of it was left out.
    TextTooLarge "text_too_large" true,
    /// What was read of the message is larger than a record may be; none of it was kept beside the bytes.
    RecordTooLarge "record_too_large" true,
    /// More was read out of its documents than is kept of one message; the rest of them count as unreadable.
    TooMuchExtracted "too_much_extracted" true,
    /// Nothing looks like a header; the whole message became the body.
    NoHeader "no_header" true,
    /// A multipart does not name a usable boundary; it was read as plain text.
    MissingBoundary "missing_boundary" true,
    /// The boundary a multipart names never appears; its content was read as plain text.
    BoundaryNotFound "boundary_not_found" true,
    /// Lines before the first header field were left out.
    LeadingLinesDropped "leading_lines_dropped" false,
    /// The header ran into the body without an empty line between them.
    MissingBlankLine "missing_blank_line" false,
    /// A multipart ends without its closing boundary: the message may have been cut off.
    UnclosedMultipart "unclosed_multipart" false,
    /// A field that may appear once appears again.
    RepeatedField "repeated_field" false,
    /// An entry of an address list is no address; it was kept as it is written.
    UnreadableAddress "unreadable_address" false,
    /// The date could not be read.
    UnreadableDate "unreadable_date" false,
    /// Text in a field of message identifiers is no identifier.
    UnreadableMessageId "unreadable_message_id" false,
    /// The content type is not of the form `type/subtype`; the part was read as plain text.
    UnreadableContentType "unreadable_content_type" false,
    /// Nobody knows the charset; UTF-8 or Windows-1252 was taken, whichever fits.
    UnknownCharset "unknown_charset" false,
    /// Some bytes mean nothing in the charset; replacement characters stand for them.
    DamagedText "damaged_text" false,
    /// The transfer encoding is not a known one; the content was kept as it came.
    UnknownEncoding "unknown_encoding" false,
    /// The base64 content holds characters that do not belong there, or ends early.
    DamagedBase64 "damaged_base64" false,
    /// The name of an attachment could not be used as it is.
    UnsafeFileName "unsafe_file_name" false,
    /// EDI that was attached could not be taken in, or not as a whole.
    UnreadEdi "unread_edi" false,
    /// There were more problems than are listed.
    MoreProblems "more_problems" false,
}

impl fmt::Display for ProblemCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Bound on problems: a hostile message must not fill the memory with them.
const LISTED: usize = 100;

#[derive(Debug, Default)]
pub(super) struct Problems {
    listed: Vec<Problem>,
    quarantined: bool,
}

impl Problems {
    pub(super) fn add(&mut self, code: ProblemCode, place: &str, detail: impl Into<String>) {
        self.quarantined |= code.quarantines();
        if self.listed.len() < LISTED || (code.quarantines() && self.listed.len() < 2 * LISTED) {
            self.listed.push(Problem { code, place: place.to_owned(), detail: detail.into() });
        } else if self.listed.iter().all(|problem| problem.code != ProblemCode::MoreProblems) {
            let detail = "there are more problems than are listed".to_owned();
            self.listed.push(Problem { code: ProblemCode::MoreProblems, place: "message".to_owned(), detail });
        }
    }

    pub(super) fn finish(self) -> (Vec<Problem>, bool) {
        (self.listed, self.quarantined)
    }
}

pub(super) fn excerpt(text: &str) -> String {
    let mut shown: String = text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_text_of_its_own() {
        let texts: std::collections::HashSet<_> = ProblemCode::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(texts.len(), ProblemCode::ALL.len());
    }

    #[test]
    fn a_flood_of_problems_is_cut_short_but_still_quarantines() {
        let mut problems = Problems::default();
        for _ in 0..1_000 {
            problems.add(ProblemCode::UnreadableAddress, "To", "x");
        }
        problems.add(ProblemCode::TooDeep, "message", "x");
        let (listed, quarantined) = problems.finish();
        assert!(quarantined && listed.iter().any(|problem| problem.code == ProblemCode::TooDeep));
        assert_eq!(listed.len(), LISTED + 2);
    }
}
