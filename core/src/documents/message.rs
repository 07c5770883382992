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
        (Some(Ok(html)), Some(text)) if !html.lines.is_empty() => {
            let has_numbers = [&html, &text].map(|body| findings(body).has_numbers());
            let (html, text) = (with_subject(html), with_subject(text));
            Ok(if prefers_plain_text(&html, &text, has_numbers) { text } else { html })
        }
        (Some(Err(problem @ Problem::Unavailable(_))), _) => Err(problem),
        (_, Some(text)) => Ok(with_subject(text)),
        (Some(html), None) => html.map(with_subject),
        (None, None) => Ok(with_subject(Text::default())),
    }
}

/// Whether the plain text is read instead of the HTML. The HTML is read if both have the data, because rows of tables stay rows in it. But
/// it may only have images, or a disclaimer. `has_numbers` is about the bodies of HTML and text without the subject.
fn prefers_plain_text(html: &Text, text: &Text, [html_has_numbers, text_has_numbers]: [bool; 2]) -> bool {
    let is_notice = |text: &Text| {
        let is_titled = || detect_document_type(Some(text), "").is_some_and(|(kind, _)| kind == ARRIVAL_NOTICE);
        findings(text).has_notice_data() && is_titled()
    };
    let is_richer = || text_has_numbers && !html_has_numbers || is_notice(text);
    !is_notice(html) && is_richer()
}

/// Removes the lines of earlier messages. Their numbers stay free, so that the positions of other lines do not change.
fn without_quotations(text: &str) -> String {
    let own = |line| if str::starts_with(line, '>') { "" } else { line };
    text.lines().map(own).collect::<Vec<_>>().join("\n")
}
