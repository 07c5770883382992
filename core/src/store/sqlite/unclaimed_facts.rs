//! Facts about numbers that no request tracks.

use super::columns::{capitals, key, micros, to_json};
use super::session::Tx;
use crate::error::Result;
use crate::resources::AccountId;
use crate::tracking::Fact;

impl Tx<'_> {
    /// Stores facts until a request tracks this number, or a shipment with this container.
    pub fn add_unclaimed_facts(&self, account: &AccountId, number: &str, facts: &[Fact]) -> Result<()> {
        for fact in facts {
            self.change(
                "INSERT INTO unclaimed_facts (account, number, received, body) VALUES (?1, ?2, ?3, ?4)",
                (key(account), capitals(number), micros(fact.received_at), to_json(fact)?),
            )?;
        }
        Ok(())
    }

    /// The unclaimed facts about a number, oldest first.
    pub fn unclaimed_facts(&self, account: &AccountId, number: &str) -> Result<Vec<Fact>> {
        self.records(
            "SELECT body FROM unclaimed_facts WHERE account = ?1 AND number = ?2 ORDER BY sequence",
            (key(account), capitals(number)),
        )
    }

    /// A number that grows whenever unclaimed facts of any account are added.
    pub fn last_unclaimed_fact(&self) -> Result<u64> {
        self.number("SELECT seq FROM sqlite_sequence WHERE name = 'unclaimed_facts'", ())
    }

    /// Number of unclaimed facts of the account. Cheap.
    pub fn count_unclaimed_facts(&self, account: &AccountId) -> Result<u64> {
        self.counted("unclaimed facts", account)
    }
}
