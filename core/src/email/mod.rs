//! Parses inbound mail: the bytes of a message become the draft of an email submission, with its attachments.
//!
//! [`read`] never fails. [`Draft::problems`] lists what could not be read. A message that was not read completely is
//! [quarantined](Draft::quarantined): the caller should store its bytes for a person to look at. Messages are not trusted: size and
//! nesting are bounded by [`MailLimits`], attachment names are made safe, and the sender is not verified: see [`AllowedSenders`].
//!
//! [`Service::ingest_email`](crate::Service::ingest_email) uses this and stores the message. Without a service:
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
mod allowed_senders;
mod attached_messages;
mod authentication;
mod cms;
mod container;
mod content;
mod draft;
mod encoded_words;
pub mod extract;
mod flowed;
mod header;
mod indirection;
mod indirection_rules;
mod problem;
mod smime;
mod structure;
#[cfg(test)]
mod tests;
mod transfer;

use std::collections::HashSet;

use address::Entry;
use chrono::{DateTime, FixedOffset};
use content::Contents;
use header::{Fields, MediaType};
use problem::{Problems, excerpt};

pub use allowed_senders::AllowedSenders;
pub(crate) use allowed_senders::is_domain;
pub use authentication::AuthenticationResult;
pub(crate) use content::safe_name;
pub use draft::{Attachment, Draft, MailLimits};
pub use indirection::Indirection;
pub use problem::{Problem, ProblemCode};

/// Reads a message.
pub fn read(bytes: &[u8], limits: &MailLimits) -> Draft {
    let (mut problems, mut used) = (Problems::default(), structure::Used::default());
    let message = if bytes.len() > limits.message_bytes {
        let detail = format!("the message has {} bytes; the limit is {}", bytes.len(), limits.message_bytes);
        problems.add(ProblemCode::MessageTooLarge, "message", detail);
        structure::scan_header(bytes, limits, &mut problems)
    } else {
        structure::scan(bytes, &mut used, limits, &mut problems)
    };
    let signed = smime::signed_contents(&message.parts, limits, &mut problems);
    let message = smime::insert(message, &signed, &mut used, limits, &mut problems);
    let mut draft =
        Envelope { message: &message, fields: Fields::read(message.header), limits, problems: &mut problems }.read();
    let contents = Contents::of(&message.parts, limits, &mut problems);
    let attachments = contents.attachments(&mut problems);
    (draft.body, draft.html) = contents.texts(limits, &mut problems);
    draft.attachments = attached_messages::open_all(attachments, &mut used, limits, &mut problems);
    (draft.problems, draft.quarantined) = problems.finish();
    draft
}

/// Reads the header and the body of a message, without attachments and problems.
pub(crate) fn read_text(bytes: &[u8], limits: &MailLimits) -> Draft {
    let problems = &mut Problems::default();
    let used = &mut structure::Used::default();
    let message = structure::scan(bytes, used, limits, problems);
    let signed = smime::signed_contents(&message.parts, limits, problems);
    let message = smime::insert(message, &signed, used, limits, problems);
    let (body, html) = Contents::of(&message.parts, limits, problems).texts(limits, problems);
    Draft {
        body,
        html,
        ..Envelope { message: &message, fields: Fields::read(message.header), limits, problems }.read()
    }
}

struct Envelope<'a> {
    message: &'a structure::Structure<'a>,
    fields: Fields<'a>,
    limits: &'a MailLimits,
    problems: &'a mut Problems,
}

impl Envelope<'_> {
    fn read(mut self) -> Draft {
        Draft {
            subject: self.subject(),
            indirection: self
                .message
                .is_report
                .then_some(Indirection::Report)
                .or_else(|| indirection_rules::of_fields(&self.fields)),
            is_reply: indirection_rules::is_reply(&self.fields),
            from: self.addresses("From"),
            to: self.addresses("To"),
            cc: self.addresses("Cc"),
            sent_at: self.sent_at(),
            message_id: self.identifiers("Message-ID").into_iter().next(),
            in_reply_to: self.identifiers("In-Reply-To").into_iter().next(),
            references: self.identifiers("References"),
            content_type: self.content_type(),
            authentication: self.authentication(),
            ..Draft::default()
        }
    }

    fn only(&mut self, name: &str) -> Option<String> {
        let mut values = self.fields.all(name);
        let first = values.next();
        if values.next().is_some() {
            self.problems.add(
                ProblemCode::RepeatedField,
                name,
                "the field appears more than once; the first one is used",
            );
        }
        first
    }

    fn subject(&mut self) -> String {
        let text = encoded_words::decode(&self.only("Subject").unwrap_or_default());
        if !text.contains(char::is_control) {
            return text.trim().to_owned();
        }
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        line.trim().to_owned()
    }

    /// The addresses of all fields with this name: relays and mailing lists repeat fields.
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

    fn authentication(&self) -> Vec<AuthenticationResult> {
        let fields = self.fields.all("Authentication-Results").take(authentication::MAX_RESULTS);
        fields.map(|field| AuthenticationResult::read(&field)).collect()
    }

    fn content_type(&mut self) -> Option<String> {
        let text = self.only("Content-Type")?;
        // The problems of this field were already reported when the message was split into parts.
        MediaType::read(&text, "Content-Type", self.limits, &mut Problems::default()).map(|media| media.essence)
    }
}
