//! Ocean carriers.

use super::{Client, Fetched, List};
use crate::error::Result;
use crate::http::Method;
use crate::resources::{ShippingLine, ShippingLineId};

const PATH: &str = "shipping_lines";

/// Reading the carriers whose numbers can be tracked.
#[derive(Debug, Clone, Copy)]
pub struct ShippingLines<'c> {
    client: &'c Client,
}

impl<'c> ShippingLines<'c> {
    pub(super) fn new(client: &'c Client) -> Self {
        ShippingLines { client }
    }

    /// Reads one.
    pub fn get(&self, id: &ShippingLineId) -> Result<Fetched<ShippingLine>> {
        self.client.fetch(&self.client.draft(Method::Get, &[PATH, &id.to_string()])?)
    }

    /// Lists them. The interface has all of them on one page.
    pub fn list(&self) -> List<ShippingLine> {
        List::new(self.client, PATH.to_owned()).unpaged()
    }
}
