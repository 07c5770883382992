//! Inbound mail: the bytes of a message become the draft of an email submission, with its documents.
//!
//! [`read`] never fails. What can be read of a message is read; what cannot is told in [`Draft::problems`], and a message
//! that was not read as a whole is [quarantined](Draft::quarantined), so that the caller keeps its bytes for a person.
//! Nothing in a message is trusted: its size and shape are bounded by [`MailLimits`], names of attachments are made safe, and
//! no sender is believed.
//! [`Service::ingest_email`](crate::Service::ingest_email) takes a message in with this, and keeps it. Without a service:
//!
//! ```
//! use shiptrack::email::{self, MailLimits, extract::container_numbers};
//!
//! let message = b"From: Import Desk <imports@carrier.example>\r\n\
//!     Subject: =?utf-8?q?Arrival_notice_=E2=80=93_MAEU123456789?=\r\n\
//!     Content-Type: text/plain; charset=utf-8\r\n\
//!     \r\n\
//!     Container MSCU 595681-8 has arrived.\r\n";
//! let draft = email::read(message, &MailLimits::default());
//! assert_eq!(draft.subject, "Arrival notice – MAEU123456789");
//! assert_eq!(draft.from, ["imports@carrier.example"]);
//! assert_eq!(container_numbers(draft.body.as_deref().unwrap_or_default()), ["MSCU5956818"]);
//! assert!(draft.attachments.is_empty() && draft.problems.is_empty() && !draft.quarantined);
//! ```

mod address;
mod content;
pub mod extract;
mod header;
mod problem;
mod structure;
#[cfg(test)]
mod tests;
mod transfer;
mod words;

use std::collections::HashSet;

use address::Entry;
use chrono::{DateTime, FixedOffset};
use header::{Fields, MediaType};
use problem::{Problems, excerpt};

use crate::settings::settings;

pub use problem::{Problem, ProblemCode};

/// Reads a message.
pub fn read(bytes: &[u8], limits: &MailLimits) -> Draft {
    let mut problems = Problems::default();
    let message = if bytes.len() > limits.message_bytes {
        let detail = format!("it has {} bytes, more than the {} allowed", bytes.len(), limits.message_bytes);
        problems.add(ProblemCode::MessageTooLarge, "message", detail);
        structure::scan_header(bytes, limits, &mut problems)
    } else {
        structure::scan(bytes, limits, &mut problems)
    };
    let mut draft = Envelope { fields: Fields::read(message.header), limits, problems: &mut problems }.read();
    (draft.body, draft.attachments) = content::sort(&message.parts, limits, &mut problems);
    (draft.problems, draft.quarantined) = problems.finish();
    draft
}

/// The header of the message itself.
struct Envelope<'a> {
    fields: Fields<'a>,
    limits: &'a MailLimits,
    problems: &'a mut Problems,
}

impl Envelope<'_> {
    fn read(mut self) -> Draft {
        Draft {
            subject: self.subject(),
            from: self.addresses("From"),
            to: self.addresses("To"),
            cc: self.addresses("Cc"),
            sent_at: self.sent_at(),
            message_id: self.identifiers("Message-ID").into_iter().next(),
            in_reply_to: self.identifiers("In-Reply-To").into_iter().next(),
            references: self.identifiers("References"),
            content_type: self.content_type(),
            ..Draft::default()
        }
    }

    /// The first field of a name that may appear once.
    fn only(&mut self, name: &str) -> Option<String> {
        let mut values = self.fields.all(name);
        let first = values.next();
        if values.next().is_some() {
            self.problems.add(ProblemCode::RepeatedField, name, "it appears more than once; the first was taken");
        }
        first
    }

    fn subject(&mut self) -> String {
        let text = words::decode(&self.only("Subject").unwrap_or_default());
        if !text.contains(char::is_control) {
            return text.trim().to_owned();
        }
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        line.trim().to_owned()
    }

    /// All fields of `name` as one list: relays and mailing lists repeat them.
    fn addresses(&mut self, name: &str) -> Vec<String> {
        let (mut list, mut seen) = (Vec::new(), HashSet::new());
        let fields: Vec<_> = self.fields.all(name).collect();
        for (index, entry) in fields.iter().flat_map(|field| address::read(field)).enumerate() {
            if index >= self.limits.list_items {
                let detail = format!("there are more than {} addresses", self.limits.list_items);
                self.problems.add(ProblemCode::TooManyItems, name, detail);
                break;
            }
            let text = match entry {
                Entry::Address(address) => address,
                Entry::Text(text) => {
                    let detail = format!("\"{}\" is not an address", excerpt(&text));
                    self.problems.add(ProblemCode::UnreadableAddress, name, detail);
                    text
                }
            };
            if seen.insert(text.to_lowercase()) {
                list.push(text);
            }
        }
        list
    }

    fn sent_at(&mut self) -> Option<DateTime<FixedOffset>> {
        let text = self.only("Date")?;
        let date = header::date(&text);
        if date.is_none() {
            let detail = format!("\"{}\" is not a date", excerpt(&text));
            self.problems.add(ProblemCode::UnreadableDate, "Date", detail);
        }
        date
    }

    fn identifiers(&mut self, name: &str) -> Vec<String> {
        let Some(text) = self.only(name) else { return Vec::new() };
        let found = header::identifiers(&text, self.limits.list_items);
        if found.stray {
            let detail = format!("\"{}\" is not only identifiers in angle brackets", excerpt(&text));
            self.problems.add(ProblemCode::UnreadableMessageId, name, detail);
        }
        if found.more {
            let detail = format!("there are more than {} identifiers", self.limits.list_items);
            self.problems.add(ProblemCode::TooManyItems, name, detail);
        }
        found.ids
    }

    fn content_type(&mut self) -> Option<String> {
        let text = self.only("Content-Type")?;
        // Cutting the message into parts has read this field already and told its problems.
        MediaType::read(&text, "Content-Type", self.limits, &mut Problems::default()).map(|media| media.essence)
    }
}

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

settings! {
    /// What of a message is read; one that goes beyond it is quarantined.
    ///
    /// What lies beyond is not read; the [`Draft`](super::Draft) says so. The limits are checked while the message is cut into
    /// parts, before any part is decoded. With the defaults, reading takes time in proportion to the size of the message, and
    /// at most four times that size in memory (plus about 16 megabytes). Lines of any length are read: the 998 characters the
    /// standard allows are exceeded too often to insist on.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct MailLimits {
        /// Bytes of a message.
        count message_bytes: usize,
        /// Bytes of all header blocks of a message together, those of its parts included.
        count header_bytes: usize,
        /// Fields of one header block.
        count fields: usize,
        /// Multipart containers inside one another.
        room depth: usize,
        /// Parts of a message, containers included. An attached message is one part: it is not taken apart.
        count parts: usize,
        /// Addresses in one of `From`, `To` and `Cc`, and identifiers in `References`.
        count list_items: usize,
        /// Parameters of one `Content-Type` or `Content-Disposition`.
        count parameters: usize,
        /// Bytes of the text that is kept of a body, which comes with every listing of messages. Documents are kept whole.
        room text_bytes: usize,
    }
}

impl Default for MailLimits {
    fn default() -> Self {
        MailLimits {
            message_bytes: 25 << 20,
            header_bytes: 1 << 20,
            fields: 2_000,
            depth: 64,
            parts: 1_000,
            list_items: 2_000,
            parameters: 64,
            text_bytes: 1 << 20,
        }
    }
}
