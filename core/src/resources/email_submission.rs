//! Inbound mail.

use super::Timestamp;
use super::macros::resource;
use super::members::spell_out;
use super::structures::structure;
use super::tracking_request::RequestType;
use crate::ids::Id;

/// The id of an [`EmailSubmission`].
pub type EmailSubmissionId = Id<EmailSubmission>;

structure! {
    /// A number of freight that a message or one of its documents names, and that nobody tracks.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct UntrackedNumber {
        /// The number, as a tracking request takes it.
        required number: String,
        /// What it is: `bill_of_lading`, `booking_number` or `container`.
        required request_type: RequestType,
        /// Carrier that the number points to; `None` where it does not tell.
        nullable scac: String,
        /// Id of the document that names it first; `None` where the message itself does.
        nullable document_id: String,
    }
}

resource! {
    /// A message an account received. Inside a document it comes in a short shape: `body_preview` in place of `body`.
    pub struct EmailSubmission = "email_submission" {
        /// Subject line of the message; empty when it has none.
        plain subject: String,
        /// The text of the message; `None` when it has none, and in the short shape.
        optional body: String,
        /// The first part of the text, in the short shape only.
        optional body_preview: String,
        /// Addresses of those who sent the message.
        list from: String,
        /// Addresses of those the message was sent to.
        list to: String,
        /// Addresses of those who got a copy of the message.
        list cc: String,
        /// When the message was sent, as its header says; `None` when it does not.
        nullable sent_at: Timestamp,
        /// Identifier of the message, from its header `Message-ID`; `None` when it has none.
        nullable message_id: String,
        /// Identifier of the message it answers, from its header `In-Reply-To`; `None` when it answers none.
        optional in_reply_to: String,
        /// Identifiers of the messages before it in its thread, oldest first; `None` in the short shape.
        optional references: Vec<String>,
        /// Media type of the message as a whole; `None` when it has none, and in the short shape.
        optional content_type: String,
        /// How many documents were made from the message and not discarded; `None` in the short shape.
        optional documents_count: i64,
        /// Numbers that the message and its documents name, and that nobody tracks: an embedded service offers them here, and the
        /// hosted service tells none; `None` in the short shape.
        optional untracked_numbers: Vec<UntrackedNumber>,
        /// When the service took the message in.
        nullable created_at: Timestamp,
        /// When the submission last changed.
        nullable updated_at: Timestamp,
    }
    relationships {
        /// Account the message was sent to.
        one account: account,
        /// User who brought the message in; empty when it came by mail.
        one user: user,
        /// Documents made from the message and its attachments.
        many documents: document,
    }
}

/// Characters of the body.
const PREVIEW: usize = 200;

impl EmailSubmission {
    /// The full shape, as the listing of submissions has it: members without a value are written as `null` or empty.
    pub fn full(mut self) -> Self {
        self.references.get_or_insert_default();
        self.documents_count.get_or_insert_default();
        let nullable = [
            ("body", self.body.is_some()),
            ("in_reply_to", self.in_reply_to.is_some()),
            ("content_type", self.content_type.is_some()),
        ];
        spell_out(&mut self.other, &nullable);
        self
    }

    /// The short shape, as it is embedded in a document: nothing but what that shape has.
    pub fn short(self) -> Self {
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
    fn the_full_shape_has_every_attribute_of_the_interface_and_no_other() {
        let written = serde_json::to_value(EmailSubmission { body: None, ..message() }.full()).unwrap();
        let expected = json!({
            "subject": "", "body": null, "from": [], "to": [], "cc": [], "sent_at": null, "message_id": null,
            "in_reply_to": null, "references": [], "content_type": null, "documents_count": 2,
            "created_at": null, "updated_at": null,
        });
        assert_eq!(written["attributes"], expected);
    }

    #[test]
    fn the_short_shape_has_a_preview_in_place_of_the_body() {
        let short = message().short();
        let written = serde_json::to_value(&short).unwrap();
        let expected = json!({
            "subject": "", "body_preview": "x".repeat(200), "from": [], "to": [], "cc": [], "sent_at": null,
            "message_id": null, "created_at": null, "updated_at": null,
        });
        assert_eq!(written["attributes"], expected);
        assert_eq!(serde_json::from_value::<EmailSubmission>(written).unwrap(), short);
    }

    #[test]
    fn a_body_set_after_it_was_read_as_null_is_written() {
        let mut read: EmailSubmission = serde_json::from_value(json!({ "attributes": { "body": null } })).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap()["attributes"].get("body"), Some(&json!(null)));
        read.body = Some("now".into());
        assert_eq!(serde_json::to_value(&read).unwrap()["attributes"]["body"], "now");
    }
}
