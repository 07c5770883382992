//! Tests of the list of all containers, by the last refresh of their shipments.

use std::collections::BTreeSet;

use shiptrack::store::{ContainerFilter, ContainerRecord, Position, ShipmentRecord, Slice, Store, Tx};
use uuid::Uuid;

use super::records::Maker;
use super::{after, first};
use crate::seeded::SeededRandom;

/// Puts a shipment with this number of containers, and returns both. The containers are sorted as they are listed.
fn put(store: &dyn Store, maker: &Maker, containers: usize) -> (ShipmentRecord, Vec<Uuid>) {
    let shipment = maker.shipment(&format!("MAEU{}", maker.uuid()));
    let made: Vec<ContainerRecord> =
        (0..containers).map(|_| maker.container(&shipment.shipment.id, "MSKU0000001")).collect();
    let written = store.writing(|tx| {
        tx.put_shipment(&shipment)?;
        made.iter().try_for_each(|container| tx.put_container(container))
    });
    written.unwrap();
    (shipment, ids(made).into_iter().rev().collect())
}

fn refresh(store: &dyn Store, shipment: &ShipmentRecord) {
    store.writing(|tx| tx.mark_refreshed(&shipment.tracked.account, &shipment.shipment.id)).unwrap();
}

fn ids(found: Vec<ContainerRecord>) -> Vec<Uuid> {
    found.into_iter().filter_map(|record| record.container.id.uuid()).collect()
}

fn list(tx: &Tx<'_>, maker: &Maker, slice: &Slice) -> shiptrack::Result<Vec<Uuid>> {
    Ok(ids(tx.containers(&maker.account, &ContainerFilter::default(), slice)?))
}

/// Reads a page of this size, and the position of the next one.
fn page(store: &dyn Store, maker: &Maker, slice: &Slice) -> (Vec<Uuid>, Option<Position>) {
    let read = |tx: &Tx<'_>| {
        let mut found = list(tx, maker, &Slice { limit: slice.limit + 1, ..*slice })?;
        let has_more = found.len() as u64 > slice.limit;
        found.truncate(slice.limit as usize);
        let last = found.last().copied().filter(|_| has_more);
        Ok((found, tx.next_by_refresh(&maker.account, slice, last)?.map(Position::Refresh)))
    };
    store.reading(read).unwrap()
}

/// Follows the list from its beginning, and calls `between` after each page.
fn follow(store: &dyn Store, maker: &Maker, size: u64, mut between: impl FnMut(usize)) -> Vec<Uuid> {
    let (mut found, mut slice) = (Vec::new(), first(size));
    for number in 0..10_000 {
        let (rows, next) = page(store, maker, &slice);
        found.extend(rows);
        between(number);
        let Some(next) = next else { return found };
        slice = Slice { before: Some(next), ..slice };
    }
    panic!("the list does not end");
}

pub fn containers_are_listed_by_the_refresh_of_their_shipment(store: &dyn Store) {
    let maker = Maker::new(1);
    let (one, first_containers) = put(store, &maker, 2);
    let (two, second) = put(store, &maker, 3);
    let (_, third) = put(store, &maker, 1);
    put(store, &Maker::new(2), 2);
    let wanted = |order: [&[Uuid]; 3]| order.concat();
    let all = || store.reading(|tx| list(tx, &maker, &first(10))).unwrap();
    assert_eq!(all(), wanted([&third, &second, &first_containers]), "a new shipment was refreshed now");
    refresh(store, &one);
    assert_eq!(all(), wanted([&first_containers, &third, &second]));
    refresh(store, &two);
    // A shipment that is put again for another reason keeps its place.
    store.writing(|tx| tx.put_shipment(&one)).unwrap();
    let order = wanted([&second, &first_containers, &third]);
    assert_eq!(all(), order);
    for size in 1..8 {
        assert_eq!(follow(store, &maker, size, |_| {}), order, "pages of {size}");
    }
    store
        .reading(|tx| {
            assert_eq!(tx.count_containers(&maker.account, &ContainerFilter::default())?, 6);
            for skip in 0..8 {
                let found = list(tx, &maker, &Slice { skip: skip as u64, ..first(2) })?;
                assert_eq!(found, order[skip.min(6)..(skip + 2).min(6)], "{skip}");
            }
            assert_eq!(list(tx, &maker, &after(Some(order[3]), 2))?, order[4..6]);
            assert!(list(tx, &Maker::new(3), &first(10))?.is_empty());
            let (none, first_page) = (Maker::new(3), first(10));
            assert_eq!(tx.next_by_refresh(&none.account, &first_page, None)?, None, "an empty list");
            Ok(())
        })
        .unwrap();
}

pub fn a_position_shows_nothing_of_another_account(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    put(store, &maker, 3);
    put(store, &other, 3);
    let (shown, next) = page(store, &maker, &first(1));
    let slice = Slice { before: next, ..first(10) };
    let (of_other, _) = page(store, &other, &slice);
    assert!(of_other.iter().all(|id| !shown.contains(id)));
    store
        .reading(|tx| {
            let own = list(tx, &other, &first(10))?;
            assert!(of_other.iter().all(|id| own.contains(id)));
            Ok(())
        })
        .unwrap();
}

pub fn a_followed_list_ends_with_the_containers_that_were_refreshed_meanwhile(store: &dyn Store) {
    let maker = Maker::new(1);
    let made: Vec<_> = (0..4).map(|_| put(store, &maker, 2)).collect();
    let found = follow(store, &maker, 3, |number| {
        if number == 0 {
            // Two shipments that were not read yet, and one that was.
            [0_usize, 3, 1].iter().for_each(|at| refresh(store, &made[*at].0));
        }
    });
    let parts = [&made[3].1[..], &made[2].1[..]].concat();
    assert_eq!(found[..4], parts, "the rest of the first part");
    // In the order of their refreshes, and each shipment from its oldest container.
    let oldest_first = |at: usize| made[at].1.iter().rev().copied().collect::<Vec<_>>();
    assert_eq!(found[4..], [oldest_first(0), oldest_first(3), oldest_first(1)].concat());
}

/// Shipments are refreshed, tracked and removed between the pages.
pub fn a_followed_list_misses_no_container(store: &dyn Store) {
    let dice = SeededRandom::new(0x5eed);
    for account in 1..40 {
        let maker = Maker::new(account);
        let mut made: Vec<_> = (0..=dice.below(12)).map(|_| put(store, &maker, dice.below(5))).collect();
        for _ in 0..dice.below(9) {
            refresh(store, &made[dice.below(made.len())].0);
        }
        let mut wanted: BTreeSet<Uuid> = made.iter().flat_map(|(_, containers)| containers.clone()).collect();
        let size = 1 + dice.below(6) as u64;
        let found = follow(store, &maker, size, |number| {
            for _ in 0..dice.below(4) {
                if number >= 40 || made.is_empty() {
                    return;
                }
                let at = dice.below(made.len());
                match dice.below(8) {
                    0 => {
                        let (gone, containers) = made.remove(at);
                        store.writing(|tx| tx.remove_shipment(&maker.account, &gone.shipment.id)).unwrap();
                        wanted.retain(|id| !containers.contains(id));
                    }
                    1 => made.push(put(store, &maker, 1)),
                    _ => refresh(store, &made[at].0),
                }
            }
        });
        let found: BTreeSet<Uuid> = found.into_iter().collect();
        assert!(wanted.is_subset(&found), "account {account}: {:?}", wanted.difference(&found));
    }
}

/// The number of the last refresh is not used again.
pub fn a_list_is_followed_after_the_last_refreshed_shipment_was_removed(store: &dyn Store) {
    let maker = Maker::new(1);
    let [(oldest, containers), _, (newest, _)] = [(); 3].map(|()| put(store, &maker, 1));
    let found = follow(store, &maker, 1, |number| {
        if number == 0 {
            store.writing(|tx| tx.remove_shipment(&maker.account, &newest.shipment.id)).unwrap();
            refresh(store, &oldest);
        }
    });
    assert!(found.contains(&containers[0]));
}
