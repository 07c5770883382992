//! Inbound mail.

use super::Timestamp;
use super::macros::resource;
use crate::ids::Id;

/// The id of an [`EmailSubmission`].
pub type EmailSubmissionId = Id<EmailSubmission>;

resource! {
    /// A message an account received. Inside a document it comes in a short shape: `body_preview` in place of `body`.
    pub struct EmailSubmission = "email_submission" {
        /// Subject line.
        required subject: String,
        /// The text of the message.
        optional body: String,
        /// The first part of the text, in the short shape.
        optional body_preview: String,
        /// Addresses of the senders.
        list from: String,
        /// Addresses of the recipients.
        list to: String,
        /// Addresses of those who got a copy.
        list cc: String,
        /// When it was sent, as its header says.
        nullable sent_at: Timestamp,
        /// The message's own identifier.
        nullable message_id: String,
        /// The message it answers.
        optional in_reply_to: String,
        /// The messages before it in its thread.
        optional references: Vec<String>,
        /// Media type of the whole message.
        optional content_type: String,
        /// Documents made from it and not discarded.
        optional documents_count: i64,
        /// When it was taken in.
        nullable created_at: Timestamp,
        /// When it last changed.
        nullable updated_at: Timestamp,
    }
    relationships {
        /// Whose it is.
        one account,
        /// Who took it in.
        one user,
        /// The documents made from it.
        many documents,
    }
}
