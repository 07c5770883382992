//! The state of a message: what the documents of the message need and change. Its size is bounded, unlike that of the text of the message.

use crate::documents::find;
use crate::email::extract;
use crate::error::Result;
use crate::resources::Timestamp;
use crate::spelling::beginning;
use crate::store::{DocumentRecord, EmailRecord, EmailState, MailUsage, Tx};

/// Maximum number of containers of the text: as many as the built-in reader can use.
const MAX_CONTAINERS: usize = 2 * find::MAX_NUMBERS + 1;

/// Senders that are stored: whether there is one, or more.
const MAX_SENDERS: usize = 2;

/// Maximum length of an address.
const MAX_ADDRESS: usize = 320;

/// The state of the message of a document; `None` if the document is not from mail, or its message is not stored.
pub(super) fn of_document(tx: &Tx<'_>, document: &DocumentRecord) -> Result<Option<EmailState>> {
    document.email.as_ref().map_or(Ok(None), |id| tx.email_state(&document.account, id))
}

/// The state of a message whose documents were not read yet.
pub(super) fn of_record(email: &EmailRecord) -> EmailState {
    let EmailRecord { account, submission, problems, quarantined, numbers, authentication, indirection, .. } = email;
    let body = submission.body.as_deref().unwrap_or_default();
    EmailState {
        account: account.clone(),
        id: submission.id.clone(),
        user: submission.user.id(),
        received_at: submission.created_at.as_ref().and_then(Timestamp::utc).unwrap_or_default(),
        from: submission.from.iter().take(MAX_SENDERS).map(|sender| bounded_address(sender)).collect(),
        authentication: authentication.clone(),
        indirection: *indirection,
        containers: extract::search_container_numbers(body).take(MAX_CONTAINERS).collect(),
        problems: problems.clone(),
        quarantined: *quarantined,
        numbers: numbers.clone(),
        usage: MailUsage::default(),
    }
}

/// Called after the text of a message was deleted: a message without documents needs no state.
pub(super) fn end(tx: &Tx<'_>, text: &DocumentRecord) -> Result<()> {
    let Some(id) = &text.email else { return Ok(()) };
    match tx.document_ids_of(&text.account, id)?.is_empty() {
        true => tx.merge_email_state(&text.account, id),
        false => Ok(()),
    }
}

/// An address that is too long ends in a character that no domain has, so that it does not become that of another sender.
fn bounded_address(sender: &str) -> String {
    if sender.len() <= MAX_ADDRESS { sender.to_owned() } else { format!("{}…", beginning(sender, MAX_ADDRESS)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::email::AllowedSenders;

    #[test]
    fn a_long_sender_does_not_become_an_allowed_one() {
        let allowed = AllowedSenders::new(&["line.example"]).unwrap();
        let long = format!("{}@line.example", "x".repeat(MAX_ADDRESS - 13));
        assert_eq!((long.len(), bounded_address(&long)), (MAX_ADDRESS, long.clone()));
        assert!(allowed.contains(&bounded_address(&long)));
        assert!(!allowed.contains(&bounded_address(&format!("{long}.evil.example"))));
    }
}
