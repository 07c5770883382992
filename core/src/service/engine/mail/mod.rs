//! Ingests email messages, documents and uploaded files.
//!
//! In: messages with attachments, and files that arrive in pieces.
//! Out: email submissions; documents with their extracted data; tracking requests for the numbers in a message; the facts
//! in EDI and in arrival notices.
//! May use: base, credentials, notify, derive, intake, look_up.

mod arrival_notices;
mod body_notice;
mod document_reads;
pub(in crate::service) mod document_schemas;
pub(in crate::service) mod documents;
mod message_numbers;
mod message_state;
mod message_text;
mod message_updates;
pub(in crate::service) mod messages;
pub(in crate::service) mod uploads;
