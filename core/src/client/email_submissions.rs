//! Inbound mail.

use super::draft::including;
use super::{Client, Fetched, List};
use crate::error::Result;
use crate::http::Method;
use crate::resources::{EmailSubmission, EmailSubmissionId};

const PATH: &str = "email_submissions";

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

/// Reading the mail of an account.
#[derive(Debug, Clone, Copy)]
pub struct EmailSubmissions<'c> {
    client: &'c Client,
}

impl<'c> EmailSubmissions<'c> {
    pub(super) fn new(client: &'c Client) -> Self {
        EmailSubmissions { client }
    }

    /// Reads one.
    pub fn get(&self, id: &EmailSubmissionId) -> Result<Fetched<EmailSubmission>> {
        self.client.fetch(&self.client.draft(Method::Get, &[PATH, &id.to_string()])?)
    }

    /// Reads one, with related resources in its document.
    pub fn get_including(
        &self,
        id: &EmailSubmissionId,
        paths: impl IntoIterator<Item = EmailSubmissionInclude>,
    ) -> Result<Fetched<EmailSubmission>> {
        self.client.fetch(&self.client.draft_with(Method::Get, &[PATH, &id.to_string()], &including(paths))?)
    }

    /// Lists them. What was [included](List::include) stands in the [pages](List::pages)' documents.
    pub fn list(&self) -> List<EmailSubmission> {
        List::new(self.client, PATH.to_owned())
    }
}
