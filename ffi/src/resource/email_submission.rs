//! Inbound mail.

use shiptrack::resources::EmailSubmission;

use super::family::family;

family! {
    EmailSubmission(it) = 5;
    texts {
        /// Subject line.
        shiptrack_email_submission_subject = it.subject;
        /// The text of the message.
        shiptrack_email_submission_body = it.body;
        /// The first part of the text, in the short shape.
        shiptrack_email_submission_body_preview = it.body_preview;
        /// When it was sent, as its header says.
        shiptrack_email_submission_sent_at = it.sent_at;
        /// The message's own identifier.
        shiptrack_email_submission_message_id = it.message_id;
        /// The message it answers.
        shiptrack_email_submission_in_reply_to = it.in_reply_to;
        /// Media type of the whole message.
        shiptrack_email_submission_content_type = it.content_type;
        /// When it was taken in.
        shiptrack_email_submission_created_at = it.created_at;
        /// When it last changed.
        shiptrack_email_submission_updated_at = it.updated_at;
    }
    lists {
        /// Addresses of the senders. Item `index`, from 0.
        [
            /// How many items shiptrack_email_submission_from_at() has.
            shiptrack_email_submission_from_count
        ] shiptrack_email_submission_from_at = it.from;
        /// Addresses of the recipients. Item `index`, from 0.
        [
            /// How many items shiptrack_email_submission_to_at() has.
            shiptrack_email_submission_to_count
        ] shiptrack_email_submission_to_at = it.to;
        /// Addresses of those who got a copy. Item `index`, from 0.
        [
            /// How many items shiptrack_email_submission_cc_at() has.
            shiptrack_email_submission_cc_count
        ] shiptrack_email_submission_cc_at = it.cc;
        /// The messages before it in its thread. Item `index`, from 0.
        [
            /// How many items shiptrack_email_submission_references_at() has.
            shiptrack_email_submission_references_count
        ] shiptrack_email_submission_references_at = it.references;
    }
    integers {
        /// Documents made from it and not discarded; SHIPTRACK_ABSENT when there is no value.
        shiptrack_email_submission_documents_count = it.documents_count;
    }
    doubles {}
    flags {}
    codes {}
}
