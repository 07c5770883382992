//! Customers of accounts.

use uuid::Uuid;

use super::included::Along;
use crate::error::Result;
use crate::resources::{AccountId, Party, PartyId};
use crate::store::Tx;

/// The account itself may be its own customer.
pub(in crate::service) fn known(tx: &Tx<'_>, account: &AccountId, id: Uuid) -> Result<Option<Party>> {
    if account.uuid() == Some(id) {
        let own = tx.account(account)?;
        return Ok(own.map(|own| Party { id: id.into(), company_name: own.company_name, ..Default::default() }));
    }
    Ok(tx.party(account, &PartyId::from(id))?.map(|record| record.party))
}

pub(in crate::service) fn add(
    along: &mut Along,
    tx: &Tx<'_>,
    account: &AccountId,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<()> {
    ids.into_iter().try_for_each(|id| along.find(&PartyId::from(id), || known(tx, account, id)))
}
