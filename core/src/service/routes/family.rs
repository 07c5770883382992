//! Families of resources that are read alike: listed in pages, and one by its id.

use std::fmt::Display;
use std::slice;

use super::context::{Includes, RequestContext};
use super::problems::together;
use super::refusals::not_found;
use super::reply::{Brought, PAGING, Paging, Reply};
use crate::error::Result;
use crate::jsonapi::{Members, PageRequest, Resource};
use crate::service::rendering::Along;
use crate::store::{Slice, Tx};

/// What is read of a family: its value is what a listing is asked for, its filters read.
pub(super) trait Family: Sized {
    /// As a refusal calls one of them.
    const NAME: &'static str;
    /// What a listing takes beside the parameters of paging.
    const TAKES: &'static [&'static str] = &["include"];
    /// What it takes together with other families.
    const SHARES: &'static [&'static str] = &[];
    /// What clients of the hosted service send along with it, where it has no effect.
    const IGNORED: &'static [&'static str] = &[];
    const INCLUDES: Includes = Includes::NOTHING;
    /// How many of them are on a page that nobody gave a size for.
    const PAGE: u64 = PageRequest::DEFAULT_SIZE;

    /// As it is kept.
    type Record;
    type Resource: Resource;

    /// The records of a page, and how many there are in all.
    fn page(&self, tx: &dyn Tx, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<Self::Record>, u64)>;

    /// Each record as it is told.
    fn resources(tx: &dyn Tx, context: &RequestContext<'_>, records: &[Self::Record]) -> Result<Vec<Self::Resource>>;

    /// How many others each of these brings along: a page ends before there are too many.
    fn brought(_: &dyn Tx, _: &RequestContext<'_>, _: &[Self::Resource], _include: &[&str]) -> Result<Brought> {
        Ok(Brought::default())
    }

    /// What is told of one of them beside it, in `meta`.
    fn beside(_: &dyn Tx, _: &RequestContext<'_>, _: &Self::Record) -> Result<Members> {
        Ok(Members::new())
    }

    /// What is included with these, where something is asked for.
    fn along(
        _: &dyn Tx,
        _: &RequestContext<'_>,
        _records: &[Self::Record],
        _shown: &[Self::Resource],
        _include: &[&str],
    ) -> Result<Along> {
        Ok(Along::default())
    }
}

/// A page of the family; `filters` reads what is asked for.
pub(super) fn list<F: Family>(
    context: &RequestContext<'_>,
    filters: impl FnOnce(&RequestContext<'_>) -> Result<F>,
) -> Result<Reply> {
    let (_, include, family, paging) = together!(
        taken = context.takes_or_ignores(&[F::TAKES, F::SHARES, &PAGING], F::IGNORED),
        include = context.include(&F::INCLUDES),
        family = filters(context),
        paging = Paging::of(&context.query, F::PAGE),
    )?;
    context.engine.store.reading(|tx| {
        let (records, total) = family.page(tx, context, &paging.slice())?;
        let found = F::resources(tx, context, &records)?;
        let brought = F::brought(tx, context, &found, &include)?;
        Reply::list(context, &paging, found, total, &brought, |shown| {
            included::<F>(tx, context, &records[..shown.len()], shown, &include)
        })
    })
}

/// The one of the family with this id, which `find` looks for.
pub(super) fn get<F: Family>(
    context: &RequestContext<'_>,
    id: &impl Display,
    find: impl Fn(&dyn Tx) -> Result<Option<F::Record>>,
) -> Result<Reply> {
    let include = include_alone::<F>(context)?;
    context.engine.store.reading(|tx| {
        let record = find(tx)?.ok_or_else(|| not_found(F::NAME, id))?;
        one::<F>(tx, context, 200, &record, &include)
    })
}

/// What a request for one of the family includes; it takes nothing else.
pub(super) fn include_alone<'a, F: Family>(context: &'a RequestContext<'_>) -> Result<Vec<&'a str>> {
    let takes: &[&str] = if F::INCLUDES.is_nothing() { &[] } else { &["include"] };
    let (_, include) = together!(taken = context.takes(&[takes]), include = context.include(&F::INCLUDES))?;
    Ok(include)
}

/// The answer with one of the family.
pub(super) fn one<F: Family>(
    tx: &dyn Tx,
    context: &RequestContext<'_>,
    status: u16,
    record: &F::Record,
    include: &[&str],
) -> Result<Reply> {
    let records = slice::from_ref(record);
    let shown = F::resources(tx, context, records)?;
    let along = included::<F>(tx, context, records, &shown, include)?;
    Ok(Reply::one_beside(context, status, &shown[0], along, F::beside(tx, context, record)?))
}

/// What comes along; `None` where nothing is asked for.
fn included<F: Family>(
    tx: &dyn Tx,
    context: &RequestContext<'_>,
    records: &[F::Record],
    shown: &[F::Resource],
    include: &[&str],
) -> Result<Option<Along>> {
    (!include.is_empty()).then(|| F::along(tx, context, records, shown, include)).transpose()
}
