//! `/parties`

use super::context::RequestContext;
use super::family::{self, Family};
use super::payload::{Payload, Takes, pointer};
use super::problems::together;
use super::refusals::{no_such_path, not_found, wrong_method};
use super::reply::Reply;
use crate::error::{Error, Quoted, Result};
use crate::http::Method;
use crate::resources::{Party, PartyId};
use crate::store::{PartyRecord, Slice, Tx};

const NAME: &str = "company_name";

const TAKES: Takes = Takes { attributes: &[NAME], relationships: &[] };

/// Characters of a name.
const LONGEST: usize = 255;

pub(super) fn route(context: &RequestContext<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => family::list(context, |_| Ok(Parties)),
        ([], Method::Post) => create(context),
        ([], other) => Err(wrong_method(other, &[Method::Get, Method::Post])),
        ([id], Method::Get) => get(context, &PartyId::new(id)),
        ([id], Method::Patch) => update(context, &PartyId::new(id)),
        ([_], other) => Err(wrong_method(other, &[Method::Get, Method::Patch])),
        _ => Err(no_such_path()),
    }
}

fn get(context: &RequestContext<'_>, id: &PartyId) -> Result<Reply> {
    family::get::<Parties>(context, id, |tx| tx.party(context.account, id))
}

fn create(context: &RequestContext<'_>) -> Result<Reply> {
    context.takes(&[])?;
    let mut payload = Payload::of_new::<Party>(context, &TAKES)?;
    let (_, company_name) = together!(taken = payload.taken().end(), name = payload.short_text(NAME, LONGEST))?;
    let id = context.engine.new_id(context.engine.now());
    let party = Party { id, company_name, ..Default::default() };
    let record = PartyRecord { account: context.account.clone(), party };
    context.engine.store.writing(|tx| put(tx, &record))?;
    Ok(Reply::one(context, 201, &record.party, None))
}

fn update(context: &RequestContext<'_>, id: &PartyId) -> Result<Reply> {
    context.takes(&[])?;
    let mut payload = Payload::of_change(context, id, &TAKES)?;
    let name = if payload.says(NAME) { payload.short_text(NAME, LONGEST).map(Some) } else { Ok(None) };
    let (_, name) = together!(taken = payload.taken().end(), name = name)?;
    let record = context.engine.store.writing(|tx| {
        let mut record = tx.party(context.account, id)?.ok_or_else(|| not_found(Parties::NAME, id))?;
        if let Some(name) = &name {
            record.party.company_name.clone_from(name);
            put(tx, &record)?;
        }
        Ok(record)
    })?;
    Ok(Reply::one(context, 200, &record.party, None))
}

/// Keeps it, unless another one has its name.
fn put(tx: &dyn Tx, record: &PartyRecord) -> Result<()> {
    let name = &record.party.company_name;
    match tx.party_named(&record.account, name)?.filter(|known| known.party.id != record.party.id) {
        None => tx.put_party(record),
        Some(known) => {
            let detail = format!("{NAME} {} has already been taken, by the party {}", Quoted(name), known.party.id);
            Err(Error::invalid(&pointer(NAME), detail))
        }
    }
}

struct Parties;

impl Family for Parties {
    const NAME: &'static str = "party";
    const TAKES: &'static [&'static str] = &[];
    const PAGE: u64 = 25;

    type Record = PartyRecord;
    type Resource = Party;

    fn page(&self, tx: &dyn Tx, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<PartyRecord>, u64)> {
        Ok((tx.parties(context.account, slice)?, tx.count_parties(context.account)?))
    }

    fn resources(_: &dyn Tx, _: &RequestContext<'_>, records: &[PartyRecord]) -> Result<Vec<Party>> {
        Ok(records.iter().map(|record| record.party.clone()).collect())
    }
}
