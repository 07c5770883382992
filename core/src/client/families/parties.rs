// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Customers of the account.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::Party;
use serde_json::{Map, Value};

/// Customers of the account.
#[derive(Debug, Clone, Copy)]
pub struct Parties<'c> {
    pub(in crate::client) client: &'c Client,
}

impl Parties<'_> {
    /// Lists the customers of the account.
    pub fn list(&self) -> List<Party> {
        self.client.list_of(const { named("parties", "list") }, &Arguments::new())
    }

    /// Creates a customer. A name that another customer of the account has is rejected with 422.
    pub fn create(&self, company_name: impl Into<String>) -> Result<Fetched<Party>> {
        self.client.call_for_one(
            const { named("parties", "create") },
            &Arguments::new().field("company_name", company_name.into()),
        )
    }

    /// Reads a customer.
    pub fn get(&self, id: &Id<Party>) -> Result<Fetched<Party>> {
        self.client.call_for_one(const { named("parties", "get") }, &Arguments::new().path(id))
    }

    /// Renames a customer. A name that another customer of the account has is rejected with 422.
    pub fn update(&self, id: &Id<Party>, changes: PartyUpdate) -> Result<Fetched<Party>> {
        self.client
            .call_for_one(const { named("parties", "update") }, &Arguments::new().path(id).fields(changes.attributes))
    }
}

/// Changes to a resource. Attributes that are not set do not change.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "pass it to the client"]
pub struct PartyUpdate {
    attributes: Map<String, Value>,
}

impl PartyUpdate {
    /// Creates an empty set of changes.
    pub fn new() -> Self {
        PartyUpdate { attributes: Map::new() }
    }

    /// The name of the company.
    pub fn company_name(self, company_name: impl Into<String>) -> Self {
        self.attribute("company_name", company_name.into())
    }

    /// Sets an attribute by its name: one that this version does not know, or `null` to delete its value.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}
