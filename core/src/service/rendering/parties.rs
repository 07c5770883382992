//! Finds and includes the customers of an account.

use uuid::Uuid;

use super::included::Related;
use crate::error::Result;
use crate::resources::{AccountId, Party, PartyId};
use crate::store::Tx;

/// The customer with this id: a party, or the account itself. `None` if there is no such customer.
pub(in crate::service) fn find(tx: &Tx<'_>, account: &AccountId, id: Uuid) -> Result<Option<Party>> {
    if account.uuid() == Some(id) {
        let account_record = tx.account(account)?;
        return Ok(account_record.map(|account_record| Party {
            id: id.into(),
            company_name: account_record.company_name,
            ..Default::default()
        }));
    }
    Ok(tx.party(account, &PartyId::from(id))?.map(|record| record.party))
}

pub(in crate::service) fn add(related: &mut Related<'_>, ids: impl IntoIterator<Item = Uuid>) -> Result<()> {
    let (tx, account) = (related.tx, related.account);
    ids.into_iter().try_for_each(|id| related.set.find(&PartyId::from(id), || find(tx, account, id)))
}
