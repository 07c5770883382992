//! What most families of resources share: listings with pages, and single resources by their id.

use std::slice;

use uuid::Uuid;

use super::context::RequestContext;
use super::payload::Payload;
use super::problems::combine;
use super::refusals::not_found;
use super::reply::{Paging, RelatedCounts, Reply};
use crate::error::{ErrorKind, Result};
use crate::ids::Id;
use crate::jsonapi::{Members, PageRequest, Resource};
use crate::resources::{DeclaredResource, Schema};
use crate::service::rendering::{IncludedSet, Related};
use crate::store::{Position, Slice, Tx};

/// A family of resources. A value of the type is the filter of a listing.
pub(super) trait Family: Sized {
    /// The size of a page if the request has none.
    const PAGE: u64 = PageRequest::DEFAULT_SIZE;

    type Record;
    type Resource: DeclaredResource;

    /// The records of a page, and the total number of all pages.
    fn page(&self, tx: &Tx<'_>, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<Self::Record>, u64)>;

    /// Whether a position is one of this listing.
    fn has_position(&self, position: &Position) -> bool {
        matches!(position, Position::Item(_))
    }

    /// The position of the page after a slice, whose last item is `last` if more follow. `None` at the end of the listing.
    fn next_position(
        &self,
        _: &Tx<'_>,
        _: &RequestContext<'_>,
        _slice: &Slice,
        last: Option<Uuid>,
    ) -> Result<Option<Position>> {
        Ok(last.map(Position::Item))
    }

    /// Finds a record by id. Not needed for a family that is only listed.
    fn find(_: &Tx<'_>, _: &RequestContext<'_>, _: &Id<Self::Resource>) -> Result<Option<Self::Record>> {
        Ok(None)
    }

    fn resources(tx: &Tx<'_>, context: &RequestContext<'_>, records: &[Self::Record]) -> Result<Vec<Self::Resource>>;

    /// How many related resources each resource has. A page ends before there are too many.
    fn related_counts(
        _: &Tx<'_>,
        _: &RequestContext<'_>,
        _: &[Self::Resource],
        _include: &[&str],
    ) -> Result<RelatedCounts> {
        Ok(RelatedCounts::default())
    }

    /// Additional members of `meta` in a response with only this resource.
    fn extra_meta(_: &Tx<'_>, _: &RequestContext<'_>, _: &Self::Record) -> Result<Members> {
        Ok(Members::new())
    }

    /// Adds the resources of the paths `include`, which are never empty.
    fn add_related(
        _: &mut Related<'_>,
        _: &RequestContext<'_>,
        _records: &[Self::Record],
        _shown: &[Self::Resource],
        _include: &[&str],
    ) -> Result<()> {
        Ok(())
    }
}

/// Answers a listing. All problems with the query are reported together.
pub(super) fn list<F: Family>(
    context: &RequestContext<'_>,
    filters: impl FnOnce(&RequestContext<'_>) -> Result<F>,
) -> Result<Reply> {
    let (_, family, paging) = combine!(
        query = context.check_query(),
        family = filters(context),
        paging = Paging::of(&context.query, F::PAGE),
    )?;
    paging.check_cursor(|position| family.has_position(position))?;
    let (include, slice) = (context.include(), paging.slice());
    context.engine.store.reading(|tx| {
        let (records, total) = family.page(tx, context, &slice)?;
        let found = F::resources(tx, context, &records)?;
        let related_counts = F::related_counts(tx, context, &found, &include)?;
        let included = |shown: &[F::Resource]| included::<F>(tx, context, &records[..shown.len()], shown, &include);
        let next = |last| family.next_position(tx, context, &slice, last);
        Reply::list(context, &paging, found, total, &related_counts, included, next)
    })
}

/// Answers with one resource.
pub(super) fn get<F: Family>(context: &RequestContext<'_>) -> Result<Reply> {
    context.engine.store.reading(|tx| single_reply::<F>(tx, context, 200, &existing::<F>(tx, context, &context.id())?))
}

/// The record with this id. An error if it does not exist.
pub(super) fn existing<F: Family>(
    tx: &Tx<'_>,
    context: &RequestContext<'_>,
    id: &Id<F::Resource>,
) -> Result<F::Record> {
    F::find(tx, context, id)?.ok_or_else(|| not_found(F::Resource::TYPE, id))
}

/// Parses the body of a request that changes a resource.
pub(super) fn change<F: Family>(context: &RequestContext<'_>, id: &Id<F::Resource>) -> Result<Payload>
where
    F::Resource: Schema,
{
    Payload::of_change(context, id, || shown::<F>(context, id))
}

/// The resource with this id, as responses show it. An error if it does not exist.
fn shown<F: Family>(context: &RequestContext<'_>, id: &Id<F::Resource>) -> Result<F::Resource> {
    context.engine.store.reading(|tx| {
        let record = existing::<F>(tx, context, id)?;
        let mut shown = F::resources(tx, context, slice::from_ref(&record))?.pop().ok_or(ErrorKind::Internal)?;
        shown.drop_fractions();
        Ok(shown)
    })
}

/// Answers with a resource that was just written.
pub(super) fn written<F: Family>(context: &RequestContext<'_>, status: u16, record: &F::Record) -> Result<Reply> {
    context.answer_after_commit(|tx| single_reply::<F>(tx, context, status, record))
}

fn single_reply<F: Family>(
    tx: &Tx<'_>,
    context: &RequestContext<'_>,
    status: u16,
    record: &F::Record,
) -> Result<Reply> {
    let records = slice::from_ref(record);
    let mut shown = F::resources(tx, context, records)?;
    let included = included::<F>(tx, context, records, &shown, &context.include())?;
    Ok(Reply::one_with_meta(context, status, shown.remove(0), included, F::extra_meta(tx, context, record)?))
}

fn included<F: Family>(
    tx: &Tx<'_>,
    context: &RequestContext<'_>,
    records: &[F::Record],
    shown: &[F::Resource],
    include: &[&str],
) -> Result<Option<IncludedSet>> {
    if include.is_empty() {
        return Ok(None);
    }
    let mut related = Related::new(tx, context.account);
    F::add_related(&mut related, context, records, shown, include)?;
    Ok(Some(related.set))
}
