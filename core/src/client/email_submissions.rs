//! What can come along with mail.

/// What can come along with an email submission. Asked for nothing, the service sends documents and what was read out
/// of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EmailSubmissionInclude {
    /// The account it belongs to.
    Account,
    /// The user who took it in.
    User,
    /// The documents made from it.
    Documents,
    /// The documents, and what was last read out of each.
    DocumentRepresentations,
}

impl AsRef<str> for EmailSubmissionInclude {
    fn as_ref(&self) -> &str {
        match self {
            EmailSubmissionInclude::Account => "account",
            EmailSubmissionInclude::User => "user",
            EmailSubmissionInclude::Documents => "documents",
            EmailSubmissionInclude::DocumentRepresentations => "documents.last_document_representation",
        }
    }
}
