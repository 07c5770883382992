//! What a message says.

use chrono::{DateTime, FixedOffset};

use super::problem::Problem;

/// What a message says, ready to become an email submission.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
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
