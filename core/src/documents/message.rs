//! Reads the subject and the body of an email message. Attachments are not read: they are separate documents.

use super::document_type::{ARRIVAL_NOTICE, detect_document_type};
use super::file_format::{Limits, Problem};
use super::find::findings;
use super::formats::plain;
use super::text::{Text, TextPosition};
use crate::email::{self, MailLimits};

/// `read_html` reads the HTML of the body.
pub(super) fn read(
    bytes: &[u8],
    limits: &Limits,
    read_html: impl FnOnce(&[u8]) -> Result<Text, Problem>,
) -> Result<Text, Problem> {
    let draft = email::read_text(bytes, &MailLimits::default());
    let with_subject = |body: Text| {
        let mut text = Text::default();
        let has_room = text.add(&TextPosition::Subject, &draft.subject, limits.budget());
        text.lines.extend(body.lines);
        text.is_truncated = body.is_truncated || !has_room;
        text
    };
    let plain_text = if draft.body == draft.html { None } else { draft.body.as_deref() };
    let plain_text = plain_text.map(|text| plain(without_quotations(text).as_bytes(), limits));
    let html = draft.html.as_deref().map(|html| read_html(html.as_bytes()));
    match (html, plain_text) {
        // The HTML is read if both have the data, because rows of tables stay rows in it. But it may only have images, or a disclaimer.
        (Some(Ok(html)), Some(text)) if !html.lines.is_empty() => {
            // Without the subject, which is the same for both.
            let only_text_has_numbers = findings(&text).has_numbers() && !findings(&html).has_numbers();
            let (html, text) = (with_subject(html), with_subject(text));
            let prefers_text = !is_notice(&html) && (only_text_has_numbers || is_notice(&text));
            Ok(if prefers_text { text } else { html })
        }
        (Some(Err(problem @ Problem::Unavailable(_))), _) => Err(problem),
        (_, Some(text)) => Ok(with_subject(text)),
        (Some(html), None) => html.map(with_subject),
        (None, None) => Ok(with_subject(Text::default())),
    }
}

fn is_notice(text: &Text) -> bool {
    let is_titled = detect_document_type(Some(text), "").is_some_and(|(kind, _)| kind == ARRIVAL_NOTICE);
    is_titled && findings(text).has_notice_data()
}

/// Removes the lines of earlier messages. Their numbers stay free, so that the positions of other lines do not change.
fn without_quotations(text: &str) -> String {
    let own = |line| if str::starts_with(line, '>') { "" } else { line };
    text.lines().map(own).collect::<Vec<_>>().join("\n")
}
