// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Mail that was sent to the account's address.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::EmailSubmission;

/// Mail that was sent to the account's address.
#[derive(Debug, Clone, Copy)]
pub struct EmailSubmissions<'c> {
    pub(in crate::client) client: &'c Client,
}

impl EmailSubmissions<'_> {
    /// Lists the mail of the account, newest first. Asked for no `include`, the service tells documents and what was read out of them along.
    pub fn list(&self) -> List<EmailSubmission> {
        self.client.list_of(const { named("email_submissions", "list") }, &Arguments::new())
    }

    /// Reads a mail.
    pub fn get(&self, id: &Id<EmailSubmission>) -> Result<Fetched<EmailSubmission>> {
        self.client.call_for_one(const { named("email_submissions", "get") }, &Arguments::new().path(id))
    }

    /// The same, with related resources in its document: `account`, `user`, `documents`, `documents.last_document_representation`.
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &Id<EmailSubmission>,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<EmailSubmission>> {
        self.client.call_for_one(const { named("email_submissions", "get") }, &Arguments::new().path(id).include(paths))
    }
}
