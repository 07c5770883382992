//! A parsed message, and the limits of parsing.

use chrono::{DateTime, FixedOffset};

use super::authentication::AuthenticationResult;
use super::indirection::Indirection;
use super::problem::Problem;
use crate::settings::settings;

/// A parsed message, ready to become an email submission.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Draft {
    /// The decoded subject on one line. Empty if it is missing.
    pub subject: String,
    /// The first plain text, otherwise the first HTML. Lines end in a line feed.
    pub body: Option<String>,
    /// The HTML of the body: the body itself, or another version of it. `None` if there is no HTML.
    pub html: Option<String>,
    /// Addresses of the senders, `user@host` with the host in lower case. Text that is not an address is unchanged.
    pub from: Vec<String>,
    /// Addresses of the recipients, in order and without duplicates.
    pub to: Vec<String>,
    /// Addresses of the recipients of a copy, in order and without duplicates.
    pub cc: Vec<String>,
    /// When the message was sent, by the clock and in the time zone of the sender.
    pub sent_at: Option<DateTime<FixedOffset>>,
    /// The identifier of the message, with angle brackets.
    pub message_id: Option<String>,
    /// The identifier of the message that this one answers, with angle brackets.
    pub in_reply_to: Option<String>,
    /// The identifiers of earlier messages in the thread, with angle brackets, oldest first.
    pub references: Vec<String>,
    /// The media type in lower case, without parameters.
    pub content_type: Option<String>,
    /// What mail servers found out about the sender, topmost first. At most 8 fields are read.
    pub authentication: Vec<AuthenticationResult>,
    /// Why the content of the message may not be from its sender; `None` if nothing indicates that.
    pub indirection: Option<Indirection>,
    /// Whether the message answers another one, so that its subject and text may quote it: it has `In-Reply-To` or `References`, or a subject
    /// such as `Re:`.
    pub is_reply: bool,
    /// All parts except the body and other versions of the body, in order. The attachments of an attached message follow it.
    pub attachments: Vec<Attachment>,
    /// What could not be read correctly. The list is bounded.
    pub problems: Vec<Problem>,
    /// Whether a part of the message was not read.
    pub quarantined: bool,
}

/// An attachment of a message.
///
/// An attached message (`message/rfc822`, or a file named `….eml`) is one attachment. Its own attachments follow it, also if it is attached
/// to an attached message. Messages that are nested deeper are not split into parts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attachment {
    /// A file name without a path, safe to write and to show. A default name if the message states none. Two attachments may have
    /// the same name.
    pub name: String,
    /// The media type that the sender states, in lower case and without parameters.
    pub content_type: String,
    /// The decoded content.
    pub content: Vec<u8>,
    /// Whether the attachment is shown within the body, such as a logo.
    pub inline: bool,
    /// The id by which an HTML body refers to the attachment (`cid:…`), without angle brackets.
    pub content_id: Option<String>,
    /// Whether it is an attached message, or is attached to one. Its content may not be from the sender of the outer message.
    pub is_nested: bool,
}

settings! {
    /// Limits of a message. A message that exceeds one is quarantined. If an attached message exceeds one, the outer message is not quarantined
    /// and has the problem `unread_attached_message`.
    ///
    /// What exceeds a limit is not read, and [`Draft::problems`] reports it. The limits are checked while the message is split into
    /// parts, before any part is decoded. With the defaults, reading takes time in proportion to the size of the message, and memory
    /// of at most four times that size (plus about 16 megabytes). Lines of any length are read, because many messages exceed the 998
    /// characters of the standard.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct MailLimits {
        /// Bytes of a message.
        count message_bytes: usize = 25 << 20,
        /// Bytes of all header blocks of a message, including those of its parts and of attached messages.
        count header_bytes: usize = 1 << 20,
        /// Fields of one header block.
        count fields: usize = 2_000,
        /// Nested multiparts.
        count_or_zero depth: usize = 64,
        /// Parts of a message and of messages attached to it, including multiparts.
        count parts: usize = 1_000,
        /// Addresses in one of `From`, `To` and `Cc`, and identifiers in `References`.
        count list_items: usize = 2_000,
        /// Parameters of one `Content-Type` or `Content-Disposition`.
        count parameters: usize = 64,
        /// Bytes of the text of a body. It is limited because every listing of messages contains it. Attached documents are
        /// stored completely.
        count_or_zero text_bytes: usize = 1 << 20,
    }
}
