//! Accounts, and their users.

use super::included::Along;
use crate::error::Result;
use crate::resources::{Account, AccountId, User, UserId};
use crate::store::Tx;

pub(in crate::service) fn add(along: &mut Along, tx: &Tx<'_>, id: &AccountId) -> Result<()> {
    along.find(id, || {
        let found = tx.account(id)?;
        Ok(found.map(|record| Account { id: record.id, company_name: record.company_name, ..Default::default() }))
    })
}

/// Only the id of a user is known.
pub(in crate::service) fn add_users(along: &mut Along, ids: impl Iterator<Item = UserId>) -> Result<()> {
    let mut ids = ids;
    ids.try_for_each(|id| along.find(&id, || Ok(Some(User { id: id.clone(), ..Default::default() }))))
}
