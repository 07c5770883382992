//! The list of all containers of an account, by the last refresh of their shipments.
//!
//! A refresh of a shipment gives it the next number of its account. So a look-up writes one row, however many containers the shipment has, and
//! a refresh after a read transaction has a greater number than all that the transaction saw, whatever the clock says.

use rusqlite::params;
use uuid::Uuid;

use super::columns::{capped, key};
use super::listing::family;
use super::session::Tx;
use crate::error::Result;
use crate::resources::{AccountId, ShipmentId};
use crate::store::{ContainerRecord, Position, RefreshPosition, Rows, Slice};

impl Tx<'_> {
    /// Makes a shipment the most recently refreshed one of its account: its data was looked up, or changed otherwise.
    pub fn mark_refreshed(&self, account: &AccountId, shipment: &ShipmentId) -> Result<()> {
        let sql = "UPDATE shipments SET refreshed = ?3 WHERE account = ?1 AND id = ?2";
        self.run(sql, (key(account), key(shipment), self.next_refresh(account)?))
    }

    pub(super) fn next_refresh(&self, account: &AccountId) -> Result<i64> {
        Ok(capped(self.last_refresh(account)? + 1))
    }

    fn last_refresh(&self, account: &AccountId) -> Result<u64> {
        self.number(LAST_REFRESH, [key(account)])
    }

    /// The position of the next page in the list of all containers. `slice` is the one that was read, and `last` the last container of its page
    /// if more follow. `None` at the end of the list.
    pub fn next_by_refresh(
        &self,
        account: &AccountId,
        slice: &Slice,
        last: Option<Uuid>,
    ) -> Result<Option<RefreshPosition>> {
        let start = self.start_of(account, slice)?;
        if let Some(last) = last {
            return Ok(self.place_of(account, last)?.map(|place| start.at(place)));
        }
        // What was refreshed since the list began is now before the position of the client, and may not have been read.
        let last = self.last_refresh(account)?;
        let began = start.began.filter(|began| last > *began);
        Ok(began.map(|began| RefreshPosition { refreshed: began, container: Uuid::max(), began: None }))
    }

    pub(super) fn containers_by_refresh(&self, account: &AccountId, slice: &Slice) -> Result<Vec<ContainerRecord>> {
        let start = self.start_of(account, slice)?;
        self.pages(slice, |slice| match slice.before {
            // After unreadable rows.
            Some(Position::Item(last)) => match self.place_of(account, last)? {
                Some(place) => self.rows_by_refresh(account, start.at(place), slice),
                None => Ok(Rows::default()),
            },
            _ => self.rows_by_refresh(account, start, slice),
        })
    }

    /// Where a slice begins, if no rows are skipped.
    fn start_of(&self, account: &AccountId, slice: &Slice) -> Result<RefreshPosition> {
        match slice.before {
            Some(Position::Refresh(position)) => Ok(position),
            _ => {
                let last = self.last_refresh(account)?;
                Ok(RefreshPosition { refreshed: last, container: Uuid::max(), began: Some(last) })
            }
        }
    }

    fn place_of(&self, account: &AccountId, container: Uuid) -> Result<Option<(u64, Uuid)>> {
        let sql = "SELECT refreshed FROM containers CROSS JOIN shipments ON shipments.account = ?1 AND shipments.id = shipment
             WHERE containers.account = ?1 AND containers.id = ?2";
        let refreshed: Option<i64> = self.first(sql, (key(account), container.as_bytes()), |row| row.get(0))?;
        Ok(refreshed.map(|refreshed| (refreshed.max(0).cast_unsigned(), container)))
    }

    fn rows_by_refresh(
        &self,
        account: &AccountId,
        start: RefreshPosition,
        slice: &Slice,
    ) -> Result<Rows<ContainerRecord>> {
        let (mut start, mut skip) = (start, slice.skip);
        if skip > 0 {
            match self.skip_shipments(account, skip)? {
                Some((refreshed, rest)) => (start, skip) = (start.at((refreshed, Uuid::max())), rest),
                None => return Ok(Rows::default()),
            }
        }
        let (refreshed, container) = (capped(start.refreshed), start.container.into_bytes());
        let bounds = params![key(account), refreshed, container, capped(slice.limit), capped(skip)];
        self.whole_rows(family("containers"), &page_sql(start.began.is_some()), bounds)
    }

    /// Skips whole shipments from the beginning of the list. Returns the shipment with the first row that is not skipped, by the number of its
    /// refresh, and how many of its containers are skipped.
    fn skip_shipments(&self, account: &AccountId, mut skip: u64) -> Result<Option<(u64, u64)>> {
        self.find(SHIPMENTS_BY_REFRESH, [key(account)], |row| {
            let count = row.get::<_, i64>(1)?.max(0).cast_unsigned();
            if count > skip {
                return Ok(Some((row.get::<_, i64>(0)?.max(0).cast_unsigned(), skip)));
            }
            skip -= count;
            Ok(None)
        })
    }
}

pub(super) const LAST_REFRESH: &str =
    "SELECT refreshed FROM shipments WHERE account = ?1 ORDER BY refreshed DESC LIMIT 1";

pub(super) const SHIPMENTS_BY_REFRESH: &str = "SELECT refreshed, containers FROM shipments INDEXED BY shipments_by_refresh WHERE account = ?1 ORDER BY refreshed DESC";

fn page_sql(is_first_part: bool) -> String {
    let (direction, rows) = (if is_first_part { "DESC" } else { "ASC" }, rows_sql(is_first_part));
    format!(
        "SELECT listed.account, listed.id, listed.body FROM ({rows}) AS page CROSS JOIN containers AS listed ON listed.rowid = page.row
         ORDER BY page.refreshed {direction}, page.id {direction}"
    )
}

/// The rows of a page, from indexes only and without sorting. All columns of the first index are in `ORDER BY`, because otherwise SQLite
/// sorts the containers of each shipment.
pub(super) fn rows_sql(is_first_part: bool) -> String {
    let (beyond, direction) = if is_first_part { ("<", "DESC") } else { (">", "ASC") };
    format!(
        "SELECT s.refreshed AS refreshed, c.id AS id, c.rowid AS row
         FROM shipments AS s INDEXED BY shipments_by_refresh
         CROSS JOIN containers AS c INDEXED BY containers_of_shipment ON c.account = ?1 AND c.shipment = s.id
         WHERE s.account = ?1 AND s.refreshed {beyond}= ?2 AND (s.refreshed {beyond} ?2 OR c.id {beyond} ?3)
         ORDER BY s.refreshed {direction}, s.id {direction}, s.containers {direction}, c.id {direction} LIMIT ?4 OFFSET ?5"
    )
}
