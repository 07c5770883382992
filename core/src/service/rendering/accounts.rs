//! Includes accounts and users.

use super::included::Related;
use crate::error::Result;
use crate::resources::{Account, User, UserId};

pub(in crate::service) fn add(related: &mut Related<'_>) -> Result<()> {
    let (tx, id) = (related.tx, related.account);
    related.set.find(id, || {
        let found = tx.account(id)?;
        Ok(found.map(|record| Account { id: record.id, company_name: record.company_name, ..Default::default() }))
    })
}

/// Includes users. Only their ids are known.
pub(in crate::service) fn add_users(related: &mut Related<'_>, ids: impl IntoIterator<Item = UserId>) -> Result<()> {
    ids.into_iter().try_for_each(|id| related.set.find(&id, || Ok(Some(User { id: id.clone(), ..Default::default() }))))
}
