//! What the reading of a document changes in the email submission to which the document belongs: numbers, problems, quarantine, and what is
//! used of the limits of a message.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::body_notice;
use super::document_reads::{DocumentRead, ReadResult, extracted_size};
use super::message_numbers::update_numbers;
use super::message_state;
use crate::decoders;
use crate::email::{Problem, ProblemCode};
use crate::error::Result;
use crate::numbers::ContainerSlip;
use crate::service::engine::base::accounts::require_account;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::intake::edi::EdiReport;
use crate::store::{DocumentRecord, DueReading, EmailState, MailUsage, NamedNumber, Tx};

/// Maximum number of problems of a message to which those of its documents are added.
const MAX_PROBLEMS: usize = 100;

impl Engine {
    /// Updates the email submission of a document that was read, in the transaction that stores the reading. `before` is the document before
    /// it was read. If it was read for the first time, its problems are added, and its numbers are tracked.
    pub(super) fn update_message(
        &self,
        tx: &Tx<'_>,
        (before, document): (&DocumentRecord, &DocumentRecord),
        (read, is_allowed): (&DocumentRead, &Result<(), String>),
        now: DateTime<Utc>,
    ) -> Result<()> {
        if let Some(stored) = message_state::of_document(tx, document)? {
            let mut email = stored.clone();
            let used = email.usage.extracted.saturating_sub(extracted_size(before));
            email.usage.extracted = used + extracted_size(document);
            add_time(&mut email.usage, read.effort.time);
            update_numbers(&mut email, document);
            // It was read for the first time.
            if before.representation.is_none() {
                add_problems(&mut email, self.problems_of(tx, document, read, is_allowed)?);
                if email.numbers != stored.numbers {
                    self.track_named_numbers(tx, &mut email, now)?;
                }
            }
            if email != stored {
                tx.put_email_state(&email)?;
            }
        }
        make_text_due(tx, document, now)
    }

    /// The problems that a document adds to its message.
    pub(super) fn problems_of(
        &self,
        tx: &Tx<'_>,
        document: &DocumentRecord,
        read: &DocumentRead,
        is_allowed: &Result<(), String>,
    ) -> Result<Vec<Problem>> {
        let (name, mut problems) = (&document.document.name, Vec::new());
        match &read.edi {
            Some(Ok(report)) => problems.extend(edi_problems(name, report)),
            Some(Err(why)) if is_allowed.is_ok() => problems.push(edi_problem(name, why)),
            _ => {}
        }
        if let Err(why) = is_allowed {
            let is_unrecorded_notice = || -> Result<bool> {
                let settings = require_account(tx, &document.account)?.settings;
                Ok(settings.record_arrival_notices && is_notice(&read.reading))
            };
            let kind = match read.edi {
                Some(_) => Some("EDI"),
                None => is_unrecorded_notice()?.then_some("arrival notice"),
            };
            let detail = kind.map(|kind| format!("its {kind} was not recorded: {why}"));
            problems.extend(detail.map(|detail| of_message(ProblemCode::SenderNotAllowed, detail)));
        }
        problems.extend(doubtful_numbers(name, &document.named_numbers(MAX_PROBLEMS)));
        if read.effort.is_full {
            let detail = "its documents have more extracted data than is stored".to_owned();
            problems.push(of_message(ProblemCode::TooMuchExtracted, detail));
        }
        Ok(problems)
    }
}

/// Makes the text of a message due when the last of its attachments was read or deleted.
pub(super) fn make_text_due(tx: &Tx<'_>, document: &DocumentRecord, now: DateTime<Utc>) -> Result<()> {
    let Some(email) = &document.email else { return Ok(()) };
    if tx.has_unread_documents(&document.account, email)? {
        return Ok(());
    }
    let text = tx.unread_text_of(&document.account, email)?;
    let waiting = text.and_then(|text| Some((text.reading.clone().filter(|reading| reading.due.is_none())?, text)));
    waiting.map_or(Ok(()), |(reading, text)| {
        tx.put_document(&DocumentRecord { reading: Some(DueReading { due: Some(now), ..reading }), ..text })
    })
}

/// Lets the documents of a message be read again, although earlier readings have used the time for a message.
pub(super) fn grant_time(tx: &Tx<'_>, document: &DocumentRecord) -> Result<()> {
    match message_state::of_document(tx, document)? {
        Some(mut email) if email.usage.milliseconds > 0 => {
            email.usage.milliseconds = 0;
            tx.put_email_state(&email)
        }
        _ => Ok(()),
    }
}

/// Adds the time of a reading.
pub(super) fn add_time(usage: &mut MailUsage, time: Duration) {
    usage.milliseconds = usage.milliseconds.saturating_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
}

/// Adds problems that the message does not have yet.
pub(super) fn add_problems(email: &mut EmailState, problems: Vec<Problem>) {
    for problem in problems {
        let text = problem.to_string();
        if email.problems.contains(&text) {
            continue;
        }
        let quarantines = problem.code.quarantines() && !email.quarantined;
        email.quarantined |= quarantines;
        if email.problems.len() < MAX_PROBLEMS || quarantines {
            email.problems.push(text);
            continue;
        }
        let more =
            of_message(ProblemCode::MoreProblems, "there are more problems than are listed".to_owned()).to_string();
        if !email.problems.contains(&more) {
            email.problems.push(more);
        }
    }
}

/// The report on the EDI in a document from mail; `None` if the document is not EDI, or could not be recorded for lack of room.
pub(super) fn report_on_edi(read: &DocumentRead, is_allowed: &Result<(), String>) -> Option<EdiReport> {
    match read.edi.as_ref()? {
        Ok(report) => Some(report.clone()),
        // A problem of the message reports this for all attachments.
        Err(why) if is_allowed.is_err() => {
            let problems = vec![decoders::Problem::new("", format!("not recorded: {why}"))];
            Some(EdiReport { problems, ..EdiReport::default() })
        }
        Err(_) => None,
    }
}

fn is_notice(reading: &ReadResult) -> bool {
    matches!(reading, Ok(Some(found)) if found.is_notice())
}

/// Whether a document that was read is an arrival notice with the data of one.
pub(super) fn is_stored_notice(record: &DocumentRecord) -> bool {
    let payload = record.representation.as_ref().and_then(|read| read.payload.as_ref());
    payload.is_some_and(|payload| body_notice::is_notice(record.document.document_type.as_deref(), || payload))
}

fn of_message(code: ProblemCode, detail: String) -> Problem {
    Problem { code, place: "message".to_owned(), detail }
}

/// The problems of numbers with a typing error.
pub(super) fn doubtful_numbers(place: &str, numbers: &[NamedNumber]) -> Vec<Problem> {
    let slips = numbers.iter().filter_map(|named| ContainerSlip::of(&named.number));
    let problem = |slip: ContainerSlip| Problem {
        code: ProblemCode::DoubtfulNumber,
        place: place.to_owned(),
        detail: format!("{slip} The number is not tracked"),
    };
    slips.map(problem).collect()
}

fn edi_problems(name: &str, report: &EdiReport) -> Vec<Problem> {
    let messages = report.interchanges.iter().flat_map(|interchange| &interchange.messages);
    let unread = messages.filter(|message| !message.is_recorded() && !message.is_acknowledgement());
    let count = unread.count();
    let outside = report.problems.iter().map(|problem| edi_problem(name, &problem.to_string()));
    let mut problems: Vec<Problem> = outside.take(10).collect();
    problems.extend((count > 0).then(|| edi_problem(name, &format!("{count} of its messages were not recorded"))));
    problems
}

fn edi_problem(name: &str, detail: &str) -> Problem {
    Problem { code: ProblemCode::UnreadEdi, place: name.to_owned(), detail: detail.to_owned() }
}
