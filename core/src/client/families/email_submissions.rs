// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Email messages that the account received.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::EmailSubmission;

/// Email messages that the account received.
#[derive(Debug, Clone, Copy)]
pub struct EmailSubmissions<'c> {
    pub(in crate::client) client: &'c Client,
}

impl EmailSubmissions<'_> {
    /// Lists the email submissions of the account, newest first. Without `include`, the response includes their documents and the data that was extracted from them.
    pub fn list(&self) -> List<EmailSubmission> {
        self.client.list_of(const { named("email_submissions", "list") }, &Arguments::new())
    }

    /// Reads an email submission. Without `include`, the response includes its documents and the data that was extracted from them.
    pub fn get(&self, id: &Id<EmailSubmission>) -> Result<Fetched<EmailSubmission>> {
        self.client.call_for_one(const { named("email_submissions", "get") }, &Arguments::new().path(id))
    }

    /// Like [`get`](Self::get), with related resources in the response: `account`, `user`, `documents`, `documents.last_document_representation`.
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &Id<EmailSubmission>,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<EmailSubmission>> {
        self.client.call_for_one(const { named("email_submissions", "get") }, &Arguments::new().path(id).include(paths))
    }
}
