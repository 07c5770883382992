//! Arrival notices in the text of a message. Such a text becomes a document, like an attached message.

use std::borrow::Borrow;

use crate::documents::{ARRIVAL_NOTICE, mentions_arrival_notice};
use crate::email::{Attachment, Draft};
use crate::jsonapi::Members;

/// Members of the payload of which a notice has at least one: dates, and numbers that the dates are about.
const DATES: [&str; 2] = ["eta", "last_free_day"];
const NUMBERS: [&str; 3] = ["bills_of_lading", "bookings", "containers"];

/// Name and media type of the document.
pub(super) const NAME: &str = "message.eml";
pub(super) const CONTENT_TYPE: &str = "message/rfc822";

/// Maximum size of subject and plain text in which numbers are searched while the message is stored, in bytes: the caller waits for that.
const SEARCHED_AT_ONCE: usize = 64 << 10;

/// Whether the text of a message is read like a document: if it may be an arrival notice, and if it is only HTML or long, because of the numbers
/// in it.
pub(super) fn is_to_be_read(draft: &Draft) -> bool {
    is_only_html(draft) || is_long(draft) || !candidates(draft).is_empty()
}

/// Whether numbers in the subject and the plain text are searched later.
pub(super) fn is_long(draft: &Draft) -> bool {
    draft.subject.len() + plain_text(draft).len() > SEARCHED_AT_ONCE
}

/// The body, unless it is only HTML.
pub(super) fn plain_text(draft: &Draft) -> &str {
    if is_only_html(draft) { "" } else { draft.body.as_deref().unwrap_or_default() }
}

pub(super) fn is_only_html(draft: &Draft) -> bool {
    draft.html.is_some() && draft.html == draft.body
}

/// The message without attachments of a body that is only HTML.
pub(super) fn only_html(draft: &Draft) -> Option<Attachment> {
    if !is_only_html(draft) {
        return None;
    }
    Some(candidate(&draft.subject, "text/html", draft.html.as_ref()?))
}

/// Returns up to two messages without attachments: the subject with the HTML, and the subject with the plain text. Other header fields are
/// left out, so that the same notice in two messages has the same bytes.
///
/// Texts that cannot be a notice are left out. A reply is not read: it quotes what another sender wrote.
pub(super) fn candidates(draft: &Draft) -> Vec<Attachment> {
    let Draft { subject, html, body, .. } = draft;
    if draft.is_reply {
        return Vec::new();
    }
    let plain = body.as_ref().filter(|_| body != html).map(|text| ("text/plain", text));
    let versions = html.as_ref().map(|text| ("text/html", text)).into_iter().chain(plain);
    let versions = versions.filter(|(_, text)| mentions_arrival_notice(subject) || mentions_arrival_notice(text));
    versions.map(|(kind, text)| candidate(subject, kind, text)).collect()
}

fn candidate(subject: &str, kind: &str, text: &str) -> Attachment {
    let header =
        format!("Subject: {subject}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit");
    Attachment {
        name: NAME.to_owned(),
        content_type: CONTENT_TYPE.to_owned(),
        content: format!("{header}\r\n\r\n{text}").into_bytes(),
        inline: true,
        content_id: None,
        is_nested: false,
    }
}

/// Whether a document is an arrival notice with the data of one. The payload of other documents is not read.
pub(super) fn is_notice<P: Borrow<Members>>(document_type: Option<&str>, payload: impl FnOnce() -> P) -> bool {
    document_type == Some(ARRIVAL_NOTICE) && {
        let payload = payload();
        let has_any = |members: &[&str]| members.iter().any(|member| payload.borrow().contains_key(*member));
        has_any(&DATES) && has_any(&NUMBERS)
    }
}
