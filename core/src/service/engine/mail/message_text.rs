//! Reads the text of a message, after its attachments. The text becomes a document if it is an arrival notice and no attachment is one. The
//! numbers in a body that is only HTML, or is long, are those of the message.

use std::time::Duration;

use super::arrival_notices::is_due;
use super::body_notice::{self, plain_text};
use super::document_reads::{DocumentRead, check_sender_of};
use super::documents::DoneDocument;
use super::message_numbers::{numbers_in_text, replace_own_numbers};
use super::message_state;
use super::message_updates::{add_problems, add_time, doubtful_numbers, is_stored_notice};
use crate::clock::CancelToken;
use crate::email::{self, Attachment, Draft};
use crate::error::Result;
use crate::service::engine::base::document_reader::{DocumentInput, Extraction, ReadFailure, ReaderUnavailable};
use crate::service::engine::base::engine::Engine;
use crate::service::rendering::document_links::DocumentLinks;
use crate::store::{BlobId, DocumentRecord, DueReading, MailUsage, NamedNumber, Tx};

/// What is needed to read the text of a message.
struct TextSource {
    message: Vec<u8>,
    /// Whether an attachment is an arrival notice.
    has_notice: bool,
    is_allowed: Result<(), String>,
    used: MailUsage,
}

/// The text of a message that is an arrival notice, as a document.
struct TextNotice {
    text: Attachment,
    content: BlobId,
    read: DocumentRead,
    links: DocumentLinks,
}

/// What was found in the text of a message.
#[derive(Default)]
struct FoundInText {
    notice: Option<TextNotice>,
    /// The numbers in a text that is only HTML or long; `None` if they were found before.
    numbers: Option<Vec<NamedNumber>>,
    /// The time of the built-in reader, without that of the notice.
    time: Duration,
}

impl Engine {
    /// Reads the text of a message that is due, and stores it as a document or deletes it.
    pub(super) fn read_text(
        &self,
        due: &DocumentRecord,
        reading: &DueReading,
        cancel: &CancelToken,
    ) -> Result<DoneDocument> {
        let source = self.store.reading(|tx| text_source(tx, due))?;
        let found = match &source {
            Some(source) => self.find_in_text(due, source, cancel)?,
            None => Ok(FoundInText::default()),
        };
        let found = match found {
            Ok(found) => found,
            Err(unavailable) => {
                self.wait_for_reader(due, (reading, None), &unavailable)?;
                return Ok(DoneDocument::default());
            }
        };
        let is_allowed = source.as_ref().map_or(Ok(()), |source| source.is_allowed.clone());
        let stored = self.store.writing(|tx| self.store_text(tx, (due, reading), &found, &is_allowed))?;
        self.wake.wake();
        let Some(record) = stored else { return Ok(DoneDocument::default()) };
        if let Some(notice) = &found.notice {
            self.report_reading_failure(&record, &notice.read.reading);
        }
        let unrecorded = if is_due(&record) { self.record_notice(&record).err() } else { None };
        Ok(DoneDocument { unrecorded, ..DoneDocument::default() })
    }

    fn find_in_text(
        &self,
        due: &DocumentRecord,
        source: &TextSource,
        cancel: &CancelToken,
    ) -> Result<Result<FoundInText, ReaderUnavailable>> {
        let draft = email::read_text(&source.message, &self.policies.mail_limits);
        let only_html = body_notice::only_html(&draft);
        let candidates = if source.has_notice { Vec::new() } else { body_notice::candidates(&draft) };
        let may_be_notice = !candidates.is_empty();
        let versions = if may_be_notice { candidates } else { only_html.clone().into_iter().collect() };
        let numbers = body_notice::is_long(&draft).then(|| numbers_in_text(&draft.subject, plain_text(&draft)));
        let (mut found, mut unavailable) = (FoundInText { numbers, ..FoundInText::default() }, None);
        for version in &versions {
            let mut used = source.used;
            add_time(&mut used, found.time);
            let mut session = self.read_session(&due.account, used, cancel);
            let read = session.read_built_in(&input(version));
            let is_html = only_html.as_ref() == Some(version);
            match read {
                // The plain text does not wait for the reader of the HTML.
                Err(ReadFailure::Unavailable(problem)) => unavailable = Some(problem),
                Err(ReadFailure::Failed(_)) if is_html => found.numbers = Some(numbers_in_markup(&draft)),
                Err(ReadFailure::Failed(_)) => {}
                Ok(extraction) => {
                    if is_html {
                        found.numbers = Some(numbers_of(extraction.as_ref(), &draft));
                    }
                    let notice = extraction.filter(|extraction| {
                        may_be_notice
                            && body_notice::is_notice(extraction.document_type.as_deref(), || &extraction.payload)
                    });
                    let Some(notice) = notice else {
                        found.time += session.effort().time;
                        continue;
                    };
                    let content = BlobId::of(&version.content);
                    let read = match self.begin_reading(&due.account, &content)? {
                        Ok(()) => {
                            let origin = (true, &source.is_allowed);
                            self.read_or_ingest(&due.account, session, (&input(version), Some(notice)), origin)?
                        }
                        Err(refused) => Ok(DocumentRead::failed(refused)),
                    };
                    let read = match read {
                        Ok(read) => read,
                        Err(unavailable) => return Ok(Err(unavailable)),
                    };
                    let links = self.links_of(due, &read.reading)?;
                    found.notice = Some(TextNotice { text: version.clone(), content, read, links });
                    return Ok(Ok(found));
                }
            }
        }
        Ok(unavailable.map_or(Ok(found), Err))
    }

    /// Returns the document; `None` if the text is no document.
    fn store_text(
        &self,
        tx: &Tx<'_>,
        (due, reading): (&DocumentRecord, &DueReading),
        found: &FoundInText,
        is_allowed: &Result<(), String>,
    ) -> Result<Option<DocumentRecord>> {
        let now = self.now();
        if let Some(notice) = &found.notice {
            tx.end_reading(&due.account, &notice.content)?;
        }
        let current = tx.document(&due.account, &due.document.id)?;
        let Some(text) = current.filter(|current| current.reading.as_ref() == Some(reading)) else { return Ok(None) };
        self.update_own_numbers(tx, &text, found)?;
        let Some(notice) = &found.notice else {
            tx.delete_unread_text(&text.account, &text.document.id)?;
            message_state::end(tx, &text)?;
            return Ok(None);
        };
        tx.put_blob(&notice.content, &notice.text.content)?;
        let mut record = DocumentRecord { reading: None, content: Some(notice.content), ..text };
        record.document.file_size_bytes = i64::try_from(notice.text.content.len()).ok();
        record.document.updated_at = Some(now.into());
        let before = record.clone();
        let record = self.store_reading(tx, record, (&notice.read.reading, &notice.links, is_allowed), now)?;
        self.update_message(tx, (&before, &record), (&notice.read, is_allowed), now)?;
        Ok(Some(record))
    }

    /// Stores the numbers that were found in the text, and tracks them. Those of a notice are numbers of the document.
    fn update_own_numbers(&self, tx: &Tx<'_>, text: &DocumentRecord, found: &FoundInText) -> Result<()> {
        let Some(before) = message_state::of_document(tx, text)? else { return Ok(()) };
        let mut email = before.clone();
        add_time(&mut email.usage, found.time);
        if let (Some(numbers), None) = (&found.numbers, &found.notice) {
            replace_own_numbers(&mut email, numbers);
            add_problems(&mut email, doubtful_numbers("message", numbers));
            if email.numbers != before.numbers {
                self.track_named_numbers(tx, &mut email, self.now())?;
            }
        }
        if email == before { Ok(()) } else { tx.put_email_state(&email) }
    }
}

/// `None` if the message or its text is not stored any more.
fn text_source(tx: &Tx<'_>, due: &DocumentRecord) -> Result<Option<TextSource>> {
    let email = due.email.as_ref().map(|email| tx.email(&due.account, email)).transpose()?.flatten();
    let Some(email) = email else { return Ok(None) };
    let Some(message) = tx.message(&email.raw)? else { return Ok(None) };
    let attached = tx.documents_of(&due.account, &email.submission.id)?;
    let state = message_state::of_document(tx, due)?;
    let is_allowed = check_sender_of(tx, due, state.as_ref())?;
    let used = state.map_or(MailUsage::default(), |state| state.usage);
    Ok(Some(TextSource { message, has_notice: attached.iter().any(is_stored_notice), is_allowed, used }))
}

fn input(text: &Attachment) -> DocumentInput<'_> {
    let Attachment { name, content_type, content, .. } = text;
    DocumentInput { name, content_type, content, ..DocumentInput::default() }
}

/// The numbers that the built-in reader found in a body that is only HTML. If this build does not read HTML, the markup is searched.
fn numbers_of(found: Option<&Extraction>, draft: &Draft) -> Vec<NamedNumber> {
    let Some(found) = found else { return numbers_in_text(&draft.subject, "") };
    if found.document_type.is_none() && found.classification_notes.is_some() {
        return numbers_in_markup(draft);
    }
    let numbers = DocumentRecord::NAMED_MEMBERS.into_iter().flat_map(|(member, kind)| {
        let items = found.payload.get(member).and_then(|items| items.as_array()).into_iter().flatten();
        let named = move |number: &str| NamedNumber { kind: kind.clone(), number: number.to_owned(), document: None };
        items.filter_map(|item| item.get("number")?.as_str()).map(named)
    });
    numbers.collect()
}

fn numbers_in_markup(draft: &Draft) -> Vec<NamedNumber> {
    numbers_in_text(&draft.subject, draft.html.as_deref().unwrap_or_default())
}
