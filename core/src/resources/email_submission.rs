//! Email submissions: messages that an account received.

use super::Timestamp;
use super::macros::resource;
use super::members::write_nulls;
use super::structures::structure;
use super::tracking_request::RequestType;
use crate::ids::Id;

/// The id of an [`EmailSubmission`].
pub type EmailSubmissionId = Id<EmailSubmission>;

structure! {
    /// A number of a bill of lading, booking or container in a message or its documents that is not tracked yet.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct UntrackedNumber {
        /// The number, in the form that a tracking request accepts.
        required number: String,
        /// Kind of the number: `bill_of_lading`, `booking_number` or `container`.
        required request_type: RequestType,
        /// SCAC of the carrier that the number indicates; `null` if it indicates none.
        nullable scac: String,
        /// Id of the first document that contains the number; `null` if the message itself contains it.
        nullable document_id: String,
    }
}

resource! {
    /// A message that an account received. A document includes its message in a short form, which has `body_preview` instead of `body`.
    pub struct EmailSubmission = "email_submission" {
        /// Subject of the message; empty if it has none.
        plain subject: String,
        /// Text of the message; `null` if it has none, and in the short form.
        optional body: String,
        /// The first 200 characters of the text; only in the short form.
        optional body_preview: String,
        /// Addresses of the senders.
        list from: String,
        /// Addresses of the recipients.
        list to: String,
        /// Addresses of the recipients of copies.
        list cc: String,
        /// Time when the message was sent, from its header `Date`; `null` if missing.
        nullable sent_at: Timestamp,
        /// Identifier of the message, from its header `Message-ID`; `null` if missing.
        nullable message_id: String,
        /// Identifier of the message to which this is a reply, from its header `In-Reply-To`; `null` if missing, and in the short form.
        optional in_reply_to: String,
        /// Identifiers of the previous messages of the thread, oldest first; `null` in the short form.
        optional references: Vec<String>,
        /// Media type of the whole message; `null` if missing, and in the short form.
        optional content_type: String,
        /// Number of documents of the message that were not deleted; `null` in the short form.
        optional documents_count: i64,
        /// Numbers in the message and its documents that are not tracked yet; `null` in the short form. Only the embedded service
        /// returns them.
        optional untracked_numbers: Vec<UntrackedNumber>,
        /// Time when the service received the message.
        nullable created_at: Timestamp,
        /// Time when the submission last changed.
        nullable updated_at: Timestamp,
    }
    relationships {
        /// Account to which the message was sent.
        one account: account,
        /// User who uploaded the message; empty if it was received by email.
        one user: user,
        /// Documents that were created from the message and its attachments.
        many documents: document,
    }
}

/// Number of characters of the body in the preview.
const PREVIEW: usize = 200;

impl EmailSubmission {
    /// The full form, as in the list of email submissions: attributes without a value are written as `null` or empty.
    pub fn into_full_form(mut self) -> Self {
        self.references.get_or_insert_default();
        self.documents_count.get_or_insert_default();
        let nullable = [
            ("body", self.body.is_some()),
            ("in_reply_to", self.in_reply_to.is_some()),
            ("content_type", self.content_type.is_some()),
        ];
        write_nulls(&mut self.other, &nullable);
        self
    }

    /// The short form, as included in a document: without body, thread and numbers.
    pub fn into_short_form(self) -> Self {
        let preview = || Some(self.body.as_deref()?.chars().take(PREVIEW).collect());
        EmailSubmission {
            body_preview: self.body_preview.clone().or_else(preview),
            id: self.id,
            subject: self.subject,
            from: self.from,
            to: self.to,
            cc: self.cc,
            sent_at: self.sent_at,
            message_id: self.message_id,
            created_at: self.created_at,
            updated_at: self.updated_at,
            ..Default::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn message() -> EmailSubmission {
        EmailSubmission {
            id: "0b1c9f9e-8f5a-7b3e-9a53-0123456789ab".into(),
            body: Some("x".repeat(300)),
            documents_count: Some(2),
            ..Default::default()
        }
    }

    #[test]
    fn the_full_form_has_every_attribute_of_the_api_and_no_other() {
        let written = serde_json::to_value(EmailSubmission { body: None, ..message() }.into_full_form()).unwrap();
        let expected = json!({
            "subject": "", "body": null, "from": [], "to": [], "cc": [], "sent_at": null, "message_id": null,
            "in_reply_to": null, "references": [], "content_type": null, "documents_count": 2,
            "created_at": null, "updated_at": null,
        });
        assert_eq!(written["attributes"], expected);
    }

    #[test]
    fn the_short_form_has_a_preview_instead_of_the_body() {
        let short = message().into_short_form();
        let written = serde_json::to_value(&short).unwrap();
        let expected = json!({
            "subject": "", "body_preview": "x".repeat(200), "from": [], "to": [], "cc": [], "sent_at": null,
            "message_id": null, "created_at": null, "updated_at": null,
        });
        assert_eq!(written["attributes"], expected);
        assert_eq!(serde_json::from_value::<EmailSubmission>(written).unwrap(), short);
    }

    #[test]
    fn a_body_that_is_set_replaces_a_null() {
        let mut read: EmailSubmission = serde_json::from_value(json!({ "attributes": { "body": null } })).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap()["attributes"].get("body"), Some(&json!(null)));
        read.body = Some("now".into());
        assert_eq!(serde_json::to_value(&read).unwrap()["attributes"]["body"], "now");
    }
}
