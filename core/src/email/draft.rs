//! The contents of a message, and the limits of reading.

use chrono::{DateTime, FixedOffset};

use super::problem::Problem;
use crate::settings::settings;

/// What a message says, ready to become an email submission.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Draft {
    /// The subject with its encoded words undone, on one line; empty when there is none.
    pub subject: String,
    /// The first plain text, else the first HTML as it came. Lines end in a line feed only.
    pub body: Option<String>,
    /// Sender addresses, `user@host` with the host in lower case. What is no address is kept as it is written.
    pub from: Vec<String>,
    /// Addresses of the recipients, each once, in order.
    pub to: Vec<String>,
    /// Addresses of those who got a copy, each once, in order.
    pub cc: Vec<String>,
    /// When it was sent, by the clock and in the offset of its sender.
    pub sent_at: Option<DateTime<FixedOffset>>,
    /// Its identifier, with the angle brackets the header has.
    pub message_id: Option<String>,
    /// The identifier of the message it answers, with its angle brackets.
    pub in_reply_to: Option<String>,
    /// The identifiers of the messages before it in its thread, with their angle brackets, oldest first.
    pub references: Vec<String>,
    /// Its media type in lower case, without parameters.
    pub content_type: Option<String>,
    /// Everything in it that is not the body, or another version of the body, in order.
    pub attachments: Vec<Attachment>,
    /// What could not be read as it should be. A flood of problems is cut short.
    pub problems: Vec<Problem>,
    /// Whether part of the message was not read at all.
    pub quarantined: bool,
}

/// A document that came with a message.
///
/// A message inside the message is one of them (`message/rfc822`, named `….eml`), as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attachment {
    /// A file name without a path, safe to write and to show; made up when the message gives none. Two attachments may
    /// have the same.
    pub name: String,
    /// The media type in lower case, without parameters, as the sender says it is.
    pub content_type: String,
    /// The content with its transfer encoding undone.
    pub content: Vec<u8>,
    /// Whether it is shown within the body, as a logo is.
    pub inline: bool,
    /// What an HTML body calls it (`cid:…`), without angle brackets.
    pub content_id: Option<String>,
}

settings! {
    /// What of a message is read; one that goes beyond it is quarantined.
    ///
    /// What lies beyond is not read; the [`Draft`](Draft) says so. The limits are checked while the message is cut into
    /// parts, before any part is decoded. With the defaults, reading takes time in proportion to the size of the message, and
    /// at most four times that size in memory (plus about 16 megabytes). Lines of any length are read: the 998 characters the
    /// standard allows are exceeded too often to insist on.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct MailLimits {
        /// Bytes of a message.
        count message_bytes: usize = 25 << 20,
        /// Bytes of all header blocks of a message together, those of its parts included.
        count header_bytes: usize = 1 << 20,
        /// Fields of one header block.
        count fields: usize = 2_000,
        /// Multipart containers inside one another.
        count_or_zero depth: usize = 64,
        /// Parts of a message, containers included. An attached message is one part: it is not taken apart.
        count parts: usize = 1_000,
        /// Addresses in one of `From`, `To` and `Cc`, and identifiers in `References`.
        count list_items: usize = 2_000,
        /// Parameters of one `Content-Type` or `Content-Disposition`.
        count parameters: usize = 64,
        /// Bytes of the text that is kept of a body, which comes with every listing of messages. Documents are kept whole.
        count_or_zero text_bytes: usize = 1 << 20,
    }
}
