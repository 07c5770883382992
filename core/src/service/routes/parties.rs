//! Handlers of `/parties`.

use super::context::RequestContext;
use super::family::{self, Family};
use super::payload::{Payload, pointer};
use super::problems::combine;
use super::reply::{Handlers, Reply};
use crate::error::{Error, Quoted, Result};
use crate::resources::{Party, PartyId};
use crate::store::{PartyRecord, Slice, Tx};

const NAME: &str = "company_name";

/// Maximum length of a name, in characters.
const MAX_NAME_LENGTH: usize = 255;

pub(super) const HANDLERS: Handlers = &[
    ("list", |context| family::list(context, |_| Ok(Parties))),
    ("create", create),
    ("get", family::get::<Parties>),
    ("update", update),
];

fn create(context: &RequestContext<'_>) -> Result<Reply> {
    let payload = Payload::of_new::<Party>(context)?;
    let (_, company_name) =
        combine!(taken = payload.check_members(), name = payload.short_text(NAME, MAX_NAME_LENGTH))?;
    let id = context.engine.new_id(context.engine.now());
    let party = Party { id, company_name, ..Default::default() };
    let record = PartyRecord { account: context.account.clone(), party };
    context.engine.store.writing(|tx| put(tx, &record))?;
    Ok(Reply::one(context, 201, record.party))
}

fn update(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.id();
    let payload = family::change::<Parties>(context, &id)?;
    let name = payload.change(NAME, |name| payload.short_text(name, MAX_NAME_LENGTH));
    let (_, name) = combine!(taken = payload.check_members(), name = name)?;
    let record = context.engine.store.writing(|tx| {
        let mut record = family::existing::<Parties>(tx, context, &id)?;
        if let Some(name) = &name {
            record.party.company_name.clone_from(name);
            put(tx, &record)?;
        }
        Ok(record)
    })?;
    Ok(Reply::one(context, 200, record.party))
}

fn put(tx: &Tx<'_>, record: &PartyRecord) -> Result<()> {
    let name = &record.party.company_name;
    match tx.party_by_name(&record.account, name)?.filter(|known| known.party.id != record.party.id) {
        None => tx.put_party(record),
        Some(known) => {
            let detail = format!("{NAME} {} is already used by the party {}", Quoted(name), known.party.id);
            Err(Error::invalid(&pointer(NAME), detail))
        }
    }
}

struct Parties;

impl Family for Parties {
    const PAGE: u64 = 25;

    type Record = PartyRecord;
    type Resource = Party;

    fn page(&self, tx: &Tx<'_>, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<PartyRecord>, u64)> {
        Ok((tx.parties(context.account, slice)?, tx.count_parties(context.account)?))
    }

    fn find(tx: &Tx<'_>, context: &RequestContext<'_>, id: &PartyId) -> Result<Option<PartyRecord>> {
        tx.party(context.account, id)
    }

    fn resources(_: &Tx<'_>, _: &RequestContext<'_>, records: &[PartyRecord]) -> Result<Vec<Party>> {
        Ok(records.iter().map(|record| record.party.clone()).collect())
    }
}
