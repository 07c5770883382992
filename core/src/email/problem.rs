//! Problems of a message and their codes.

use std::fmt;

/// A problem of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The kind of problem.
    pub code: ProblemCode,
    /// The position: `message`, `header`, the name of a field, or `part 3` (counted in order of appearance).
    pub place: String,
    /// What is wrong, for people.
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
            /// All codes.
            pub const ALL: &[ProblemCode] = &[$(ProblemCode::$name),*];

            /// The code as text. It is stable.
            pub fn as_str(self) -> &'static str {
                match self { $(ProblemCode::$name => $text,)* }
            }

            /// Whether a message with this problem is quarantined, because it was not read completely.
            pub fn quarantines(self) -> bool {
                match self { $(ProblemCode::$name => $quarantines,)* }
            }
        }
    };
}

codes! {
    /// The message is larger than the limit. Only its header is read.
    MessageTooLarge "message_too_large" true,
    /// The header blocks are larger than the limit. The rest is not read.
    HeaderTooLarge "header_too_large" true,
    /// A header block has more fields than the limit. The rest is not read.
    TooManyFields "too_many_fields" true,
    /// The message has more parts than the limit. The rest is not read.
    TooManyParts "too_many_parts" true,
    /// Multiparts are nested deeper than the limit. The rest is not read.
    TooDeep "too_deep" true,
    /// A list of addresses or identifiers is longer than the limit. The rest is ignored.
    TooManyItems "too_many_items" true,
    /// A field has more parameters than the limit. The rest is ignored.
    TooManyParameters "too_many_parameters" true,
    /// The text of the body is longer than the limit. The rest is ignored.
    TextTooLarge "text_too_large" true,
    /// The parsed message is too large for a record. Only the bytes of the message are stored.
    RecordTooLarge "record_too_large" true,
    /// The data extracted from the documents is too large. The remaining documents count as unreadable.
    TooMuchExtracted "too_much_extracted" true,
    /// The message has no header. The whole message is the body.
    NoHeader "no_header" true,
    /// A multipart does not state a usable boundary. It is read as plain text.
    MissingBoundary "missing_boundary" true,
    /// The boundary of a multipart does not appear in it. Its content is read as plain text.
    BoundaryNotFound "boundary_not_found" true,
    /// Lines before the first header field were ignored.
    LeadingLinesDropped "leading_lines_dropped" false,
    /// The empty line between header and body is missing.
    MissingBlankLine "missing_blank_line" false,
    /// A multipart ends without its closing boundary: the message may have been cut off.
    UnclosedMultipart "unclosed_multipart" false,
    /// A field that may appear once appears more than once. The first one is used.
    RepeatedField "repeated_field" false,
    /// An entry of an address list is not an address. It is kept as text.
    UnreadableAddress "unreadable_address" false,
    /// The date is not valid.
    UnreadableDate "unreadable_date" false,
    /// A field of message identifiers has other text.
    UnreadableMessageId "unreadable_message_id" false,
    /// The content type is not of the form `type/subtype`. The part is read as plain text.
    UnreadableContentType "unreadable_content_type" false,
    /// The charset is unknown. The text is read as UTF-8 if it is valid UTF-8, otherwise as Windows-1252.
    UnknownCharset "unknown_charset" false,
    /// Some bytes are invalid in the charset. They are replaced by replacement characters.
    DamagedText "damaged_text" false,
    /// The transfer encoding is unknown. The content is not decoded.
    UnknownEncoding "unknown_encoding" false,
    /// The base64 content has invalid characters or is incomplete.
    DamagedBase64 "damaged_base64" false,
    /// The name of an attachment was changed, because it is not a safe file name.
    UnsafeFileName "unsafe_file_name" false,
    /// An attached message was not split into its parts, or not completely. It is stored as an attachment.
    UnreadAttachedMessage "unread_attached_message" false,
    /// An archive, a `winmail.dat` file, or encrypted, compressed or damaged S/MIME content was not opened. It is stored as an attachment.
    UnopenedContainer "unopened_container" false,
    /// Attached EDI could not be read, or only in part.
    UnreadEdi "unread_edi" false,
    /// Attached EDI was not recorded, because the sender of the message is not allowed to report facts.
    SenderNotAllowed "sender_not_allowed" false,
    /// A number in the message or a document has a typing error: it is not tracked, and the problem names the container that was probably meant.
    DoubtfulNumber "doubtful_number" false,
    /// The message has more problems than are listed.
    MoreProblems "more_problems" false,
}

impl fmt::Display for ProblemCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Maximum number of listed problems, so that a hostile message cannot fill the memory with them.
const MAX_PROBLEMS: usize = 100;

#[derive(Debug, Default)]
pub(super) struct Problems {
    listed: Vec<Problem>,
    quarantined: bool,
}

impl Problems {
    pub(super) fn add(&mut self, code: ProblemCode, place: &str, detail: impl Into<String>) {
        self.quarantined |= code.quarantines();
        if self.listed.len() < MAX_PROBLEMS || (code.quarantines() && self.listed.len() < 2 * MAX_PROBLEMS) {
            self.listed.push(Problem { code, place: place.to_owned(), detail: detail.into() });
        } else if self.listed.iter().all(|problem| problem.code != ProblemCode::MoreProblems) {
            let detail = "there are more problems than are listed".to_owned();
            self.listed.push(Problem { code: ProblemCode::MoreProblems, place: "message".to_owned(), detail });
        }
    }

    /// The first problem because of which the message is quarantined.
    pub(super) fn quarantining(&self) -> Option<&Problem> {
        self.listed.iter().find(|problem| problem.code.quarantines())
    }

    pub(super) fn unopened_containers(&self) -> impl Iterator<Item = &Problem> {
        self.listed.iter().filter(|problem| problem.code == ProblemCode::UnopenedContainer)
    }

    pub(super) fn finish(self) -> (Vec<Problem>, bool) {
        (self.listed, self.quarantined)
    }
}

/// The beginning of the text, for a message.
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
    fn codes_are_unique() {
        let texts: std::collections::HashSet<_> = ProblemCode::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(texts.len(), ProblemCode::ALL.len());
    }

    #[test]
    fn the_list_of_problems_is_bounded_and_later_ones_still_quarantine() {
        let mut problems = Problems::default();
        for _ in 0..1_000 {
            problems.add(ProblemCode::UnreadableAddress, "To", "x");
        }
        problems.add(ProblemCode::TooDeep, "message", "x");
        let (listed, quarantined) = problems.finish();
        assert!(quarantined && listed.iter().any(|problem| problem.code == ProblemCode::TooDeep));
        assert_eq!(listed.len(), MAX_PROBLEMS + 2);
    }
}
