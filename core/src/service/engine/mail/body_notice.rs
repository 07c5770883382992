//! Arrival notices in the text of a message. Such a text becomes a document, like an attached message.

use std::borrow::Borrow;

use crate::documents::ARRIVAL_NOTICE;
use crate::email::{Attachment, Draft};
use crate::jsonapi::Members;

/// Members of the payload of which a notice has at least one: dates, and numbers that the dates are about.
const DATES: [&str; 2] = ["eta", "last_free_day"];
const NUMBERS: [&str; 3] = ["bills_of_lading", "bookings", "containers"];

/// Abbreviations before the subject of a reply in several languages.
const REPLIES: [&str; 8] = ["re", "aw", "sv", "vs", "antw", "res", "rif", "odp"];

/// Returns up to two messages without attachments: the subject with the HTML, and the subject with the plain text. Other header fields are
/// left out, so that the same notice in two messages has the same bytes.
///
/// Texts that cannot be a notice are left out. A reply is not read: it quotes earlier notices.
pub(super) fn candidates(draft: &Draft) -> Vec<Attachment> {
    let Draft { subject, html, body, .. } = draft;
    let is_reply =
        subject.split_once(':').is_some_and(|(first, _)| REPLIES.contains(&first.trim().to_lowercase().as_str()));
    if is_reply {
        return Vec::new();
    }
    let plain = body.as_ref().filter(|_| body != html).map(|text| ("text/plain", text));
    let versions = html.as_ref().map(|text| ("text/html", text)).into_iter().chain(plain);
    let mentions_arrival = |text: &str| text.to_uppercase().contains("ARRIV");
    let versions = versions.filter(|(_, text)| mentions_arrival(subject) || mentions_arrival(text));
    versions.map(|(kind, text)| candidate(subject, kind, text)).collect()
}

fn candidate(subject: &str, kind: &str, text: &str) -> Attachment {
    let header =
        format!("Subject: {subject}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit");
    Attachment {
        name: "message.eml".to_owned(),
        content_type: "message/rfc822".to_owned(),
        content: format!("{header}\r\n\r\n{text}").into_bytes(),
        inline: true,
        content_id: None,
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
