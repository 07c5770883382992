//! Facts about numbers that no request tracks.

use super::columns::{capitals, key, micros, to_json};
use super::session::Session;
use crate::error::Result;
use crate::resources::AccountId;
use crate::store::UnclaimedFacts;
use crate::tracking::Fact;

impl UnclaimedFacts for Session<'_> {
    fn add_unclaimed_facts(&self, account: &AccountId, number: &str, facts: &[Fact]) -> Result<()> {
        for fact in facts {
            self.change(
                "INSERT INTO unclaimed_facts (account, number, received, body) VALUES (?1, ?2, ?3, ?4)",
                (key(account), capitals(number), micros(fact.received_at), to_json(fact)?),
            )?;
        }
        Ok(())
    }

    fn unclaimed_facts(&self, account: &AccountId, number: &str) -> Result<Vec<Fact>> {
        self.records(
            "SELECT body FROM unclaimed_facts WHERE account = ?1 AND number = ?2 ORDER BY sequence",
            (key(account), capitals(number)),
        )
    }

    fn last_unclaimed_fact(&self) -> Result<u64> {
        self.number("SELECT seq FROM sqlite_sequence WHERE name = 'unclaimed_facts'", ())
    }

    fn count_unclaimed_facts(&self, account: &AccountId) -> Result<u64> {
        self.counted("unclaimed facts", account)
    }
}
