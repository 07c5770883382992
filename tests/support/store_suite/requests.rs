//! Tracking requests and facts.

use shiptrack::error::ErrorKind;
use shiptrack::ids::Id;
use shiptrack::resources::{FailedReason, RequestStatus};
use shiptrack::store::{
    Confirmation, Counterparty, Digest, DueFilter, Queue, RequestFilter, RequestRecord, Store, TemporaryRows,
    TrackedNumber, UnclaimedFact,
};
use shiptrack::tracking::{Fact, FactMark};
use uuid::Uuid;

use super::records::{Maker, at};
use super::{after, first};

pub fn all_members_of_a_request_are_stored(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut request = maker.request("MAEU123");
    request.state.failed_reason = Some(FailedReason::Other("new_reason".into()));
    request.state.failed_attempts = 3;
    request.state.awaiting_since = Some(at(7));
    request.shipment = Some(maker.uuid().into());
    put(store, [&request]);
    assert_eq!(get(store, &request), Some(request));
}

pub fn a_request_that_is_put_again_is_replaced(store: &dyn Store) {
    let maker = Maker::new(1);
    let (mut request, newer) = (maker.request("A"), maker.request("B"));
    put(store, [&request, &newer]);
    request.state.status = RequestStatus::Created;
    request.number = "renamed".into();
    put(store, [&request, &request]);
    assert_eq!(list(store, &maker, &RequestFilter::default()), [newer, request]);
    assert_eq!(count(store, &maker, &RequestFilter::default()), 2);
}

pub fn a_request_of_another_account_is_not_found(store: &dyn Store) {
    let (ours, theirs) = (Maker::new(1), Maker::new(2));
    let request = theirs.request("A");
    put(store, [&request]);
    store
        .reading(|tx| {
            assert_eq!(tx.request(&ours.account, &request.id)?, None);
            assert_eq!(tx.requests(&ours.account, &RequestFilter::default(), &first(10))?, []);
            assert_eq!(tx.count_requests(&ours.account, &RequestFilter::default())?, 0);
            assert_eq!(tx.live_request(&ours.tracked("A"))?, None);
            Ok(())
        })
        .unwrap();
}

pub fn following_a_list_finds_every_request_once_newest_first(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    let mut requests: Vec<_> = (0..1_050).map(|n| maker.request(&format!("N{n}"))).collect();
    // Written in another order: the position in a list depends on the id.
    put(store, requests.iter().step_by(2).chain(requests.iter().skip(1).step_by(2)));
    put(store, &(0..50).map(|n| other.request(&format!("N{n}"))).collect::<Vec<_>>());
    requests.reverse();
    assert_eq!(follow(store, &maker, &RequestFilter::default(), 100), requests);
    assert_eq!(count(store, &maker, &RequestFilter::default()), 1_050);
}

pub fn pages_by_number_and_by_link_are_equal(store: &dyn Store) {
    let maker = Maker::new(1);
    put(store, &(0..250).map(|n| maker.request(&format!("N{n}"))).collect::<Vec<_>>());
    let all = list(store, &maker, &RequestFilter::default());
    store
        .reading(|tx| {
            for page in 0..4 {
                let mut slice = first(75);
                slice.skip = page * 75;
                let start = slice.skip as usize;
                let found = tx.requests(&maker.account, &RequestFilter::default(), &slice)?;
                assert_eq!(found, all[start..all.len().min(start + 75)]);
            }
            Ok(())
        })
        .unwrap();
}

pub fn a_slice_after_the_end_is_empty(store: &dyn Store) {
    let maker = Maker::new(1);
    let request = maker.request("A");
    put(store, [&request]);
    store
        .reading(|tx| {
            let all = RequestFilter::default();
            let mut far = first(u64::MAX);
            assert_eq!(tx.requests(&maker.account, &all, &far)?.len(), 1);
            far.skip = u64::MAX;
            assert_eq!(tx.requests(&maker.account, &all, &far)?, []);
            assert_eq!(tx.requests(&maker.account, &all, &after(request.id.uuid(), 10))?, []);
            assert_eq!(tx.requests(&maker.account, &all, &after(Some(Uuid::nil()), 10))?, []);
            assert_eq!(tx.requests(&maker.account, &all, &first(0))?, []);
            Ok(())
        })
        .unwrap();
}

pub fn requests_that_were_created_at_the_same_time_are_listed_once(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut requests: Vec<_> = (0..30).map(|n| maker.request(&format!("N{n}"))).collect();
    for request in &mut requests {
        (request.created_at, request.updated_at) = (at(1), at(1));
    }
    put(store, &requests);
    requests.reverse();
    assert_eq!(follow(store, &maker, &RequestFilter::default(), 7), requests);
}

pub fn a_new_request_does_not_shift_a_list_that_is_followed(store: &dyn Store) {
    let maker = Maker::new(1);
    let requests: Vec<_> = (0..4).map(|n| maker.request(&format!("N{n}"))).collect();
    put(store, &requests);
    let page = store.reading(|tx| tx.requests(&maker.account, &RequestFilter::default(), &first(2))).unwrap();
    put(store, [&maker.request("new")]);
    let next = after(page[1].id.uuid(), 2);
    let page = store.reading(|tx| tx.requests(&maker.account, &RequestFilter::default(), &next)).unwrap();
    assert_eq!(page, [requests[1].clone(), requests[0].clone()]);
}

pub fn a_number_is_found_as_submitted_or_normalized_in_any_case(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut request = maker.request("MAEU123456789");
    request.number = "maeu 123-456-789".into();
    put(store, [&request, &maker.request("MAEU999")]);
    for number in ["MAEU123456789", "maeu123456789", "maeu 123-456-789", "MAEU 123-456-789"] {
        let filter = RequestFilter { number: Some(number.into()), ..Default::default() };
        assert_eq!(list(store, &maker, &filter), [request.clone()], "{number}");
        assert_eq!(count(store, &maker, &filter), 1, "{number}");
    }
    let filter = RequestFilter { number: Some("MAEU12345678".into()), ..Default::default() };
    assert_eq!(list(store, &maker, &filter), []);
}

pub fn a_search_finds_numbers_and_references_by_prefix(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut request = maker.request("MAEU123456789");
    request.ref_numbers = vec!["PO-1".into(), " Sommer ".into(), "PO-1".into()];
    let other = RequestRecord { ref_numbers: Vec::new(), ..maker.ended("PO-9") };
    put(store, [&request, &other]);
    let found = |text: &str, status: Option<RequestStatus>| {
        let filter = RequestFilter { search: Some(text.into()), status, ..Default::default() };
        let found = list(store, &maker, &filter);
        assert_eq!(count(store, &maker, &filter), found.len() as u64, "{text}");
        found
    };
    for text in ["MAEU123456789", "maeu1", "PO-1", "po-1", "SOMM", " sommer"] {
        assert_eq!(found(text, None), [request.clone()], "{text}");
    }
    assert_eq!(found("po-", None), [other.clone(), request.clone()]);
    assert_eq!(found("po-", Some(RequestStatus::Failed)), [other.clone()]);
    assert_eq!(found("omm", None), []);
    request.ref_numbers = vec!["PO-2".into()];
    put(store, [&request]);
    assert_eq!((found("PO-1", None), found("PO-2", None)), (vec![], vec![request]));
    let elsewhere = RequestFilter { search: Some("po-".into()), ..Default::default() };
    assert_eq!(list(store, &Maker::new(2), &elsewhere), []);
}

pub fn requests_are_filtered_by_the_kind_of_their_number(store: &dyn Store) {
    let maker = Maker::new(1);
    let (bill, mut container) = (maker.request("A"), maker.request("B"));
    container.kind = "container".into();
    put(store, [&bill, &container]);
    let kind = |kind: &str| RequestFilter { kind: Some(kind.into()), ..Default::default() };
    assert_eq!(list(store, &maker, &kind("container")), [container]);
    assert_eq!(
        (list(store, &maker, &kind("bill_of_lading")), count(store, &maker, &kind("bill_of_lading"))),
        (vec![bill], 1)
    );
    assert_eq!(list(store, &maker, &kind("pallet")), []);
}

pub fn requests_are_filtered_by_status_and_carrier(store: &dyn Store) {
    let maker = Maker::new(1);
    let (pending, mut created, failed) = (maker.request("A"), maker.request("B"), maker.ended("C"));
    created.state.status = RequestStatus::Created;
    created.tracked.scac = Some("MSCU".into());
    put(store, [&pending, &created, &failed]);
    let status = |status| RequestFilter { status: Some(status), ..Default::default() };
    assert_eq!(list(store, &maker, &status(RequestStatus::Created)), [created.clone()]);
    assert_eq!(list(store, &maker, &status(RequestStatus::Pending)), [pending.clone()]);
    assert_eq!(list(store, &maker, &status(RequestStatus::Other("lost".into()))), []);
    let carrier = |scac: &str| RequestFilter { scac: Some(scac.into()), ..Default::default() };
    assert_eq!(list(store, &maker, &carrier("MSCU")), [created]);
    assert_eq!(list(store, &maker, &carrier("MAEU")), [failed, pending]);
}

pub fn requests_are_filtered_by_times_of_creation_and_change(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut requests: Vec<_> = (0..5).map(|n| maker.request(&format!("N{n}"))).collect();
    for (request, second) in requests.iter_mut().zip(0..) {
        request.updated_at = at(10 - second);
    }
    let created_at = |index: usize| requests[index].created_at;
    put(store, &requests);
    let numbers = |filter: &RequestFilter| -> Vec<_> {
        assert_eq!(count(store, &maker, filter), list(store, &maker, filter).len() as u64);
        list(store, &maker, filter).into_iter().map(|request| request.number).collect()
    };
    let created =
        RequestFilter { created_from: Some(created_at(1)), created_until: Some(created_at(3)), ..Default::default() };
    assert_eq!(numbers(&created), ["N2", "N1"]);
    let updated = RequestFilter { updated_from: Some(at(7)), updated_until: Some(at(9)), ..Default::default() };
    assert_eq!(numbers(&updated), ["N3", "N2"]);
    let both = RequestFilter { updated_from: updated.updated_from, ..created };
    assert_eq!(numbers(&both), ["N2", "N1"]);
}

pub fn few_and_many_changes_in_a_period_are_listed_and_counted(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut requests: Vec<_> = (0..2_500_u32).map(|n| maker.ended(&format!("N{n}"))).collect();
    for (request, n) in requests.iter_mut().zip(0..) {
        // The order of changes differs from the order of creation, and every fifth request is at another carrier.
        request.updated_at = at(n * 7 % 2_500);
        request.tracked.scac = Some(if n % 5 == 0 { "MSCU" } else { "MAEU" }.into());
    }
    put(store, &requests);
    requests.reverse();
    for (from, until, scac) in [
        (Some(10), None, None),
        (None, Some(2_450), Some("MSCU")),
        (Some(2_400), Some(2_450), None),
        (Some(100), Some(2_400), Some("MAEU")),
        (Some(3_000), None, None),
    ] {
        let (updated_from, updated_until) = (from.map(at), until.map(at));
        let scac = scac.map(str::to_owned);
        let is_wanted = |request: &&RequestRecord| {
            updated_from.is_none_or(|from| request.updated_at >= from)
                && updated_until.is_none_or(|until| request.updated_at < until)
                && (scac.is_none() || request.tracked.scac == scac)
        };
        let expected: Vec<_> = requests.iter().filter(is_wanted).map(|request| request.id.clone()).collect();
        let filter = RequestFilter { updated_from, updated_until, scac: scac.clone(), ..Default::default() };
        assert_eq!(count(store, &maker, &filter), expected.len() as u64);
        let found = follow(store, &maker, &filter, 700);
        assert_eq!(found.into_iter().map(|request| request.id).collect::<Vec<_>>(), expected);
    }
}

pub fn counts_by_carrier_and_status_follow_changes(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    let mut requests: Vec<_> = (0..6).map(|n| maker.request(&format!("N{n}"))).collect();
    requests[0].tracked.scac = None;
    put(store, requests.iter().chain([&other.request("N0")]));
    let assert_counted = || {
        for status in [None, Some(RequestStatus::Pending), Some(RequestStatus::Failed)] {
            for scac in [None, Some("MAEU".to_owned()), Some("MSCU".to_owned())] {
                let filter = RequestFilter { status: status.clone(), scac, ..Default::default() };
                let listed = list(store, &maker, &filter).len() as u64;
                assert_eq!(count(store, &maker, &filter), listed, "{filter:?}");
            }
        }
    };
    assert_counted();
    requests[0].tracked.scac = Some("MSCU".into());
    requests[1].state.status = RequestStatus::Failed;
    (requests[2].tracked.scac, requests[2].state.status) = (Some("MSCU".into()), RequestStatus::Failed);
    put(store, &requests);
    assert_counted();
    put(store, &requests);
    assert_counted();
}

pub fn combined_filters_list_and_count_the_same_requests(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut requests: Vec<_> = (0..40).map(|n| maker.ended(&format!("N{}", n % 4))).collect();
    for (index, request) in requests.iter_mut().enumerate() {
        request.tracked.scac = Some(if index % 3 == 0 { "MSCU" } else { "MAEU" }.into());
    }
    put(store, &requests);
    let filter = RequestFilter {
        number: Some("n1".into()),
        status: Some(RequestStatus::Failed),
        scac: Some("MAEU".into()),
        created_from: Some(requests[5].created_at),
        ..Default::default()
    };
    let mut expected: Vec<_> = requests
        .into_iter()
        .skip(5)
        .filter(|request| request.number == "N1" && request.tracked.scac.as_deref() == Some("MAEU"))
        .collect();
    expected.reverse();
    assert!(expected.len() > 4);
    assert_eq!(count(store, &maker, &filter), expected.len() as u64);
    assert_eq!(follow(store, &maker, &filter, 3), expected);
}

pub fn a_second_active_request_for_a_number_and_carrier_is_rejected(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut live = maker.request("MAEU1");
    put(store, [&live, &maker.ended("MAEU1")]);
    let error = store.writing(|tx| tx.put_request(&maker.request("maeu1"))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Duplicate);
    let mut elsewhere = maker.request("MAEU1");
    elsewhere.tracked.scac = Some("MSCU".into());
    put(store, [&elsewhere, &Maker::new(2).request("MAEU1")]);
    live.state.status = RequestStatus::TrackingStopped;
    put(store, [&live, &maker.request("MAEU1")]);
}

pub fn a_second_active_request_for_a_number_without_a_carrier_is_rejected(store: &dyn Store) {
    let maker = Maker::new(1);
    let unknown = |mut request: RequestRecord| {
        request.tracked.scac = None;
        request
    };
    let live = unknown(maker.request("N"));
    put(store, [&live, &maker.request("N")]);
    let error = store.writing(|tx| tx.put_request(&unknown(maker.request("N")))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Duplicate);
    assert_eq!(store.reading(|tx| tx.live_request(&live.tracked)).unwrap(), Some(live));
}

pub fn an_active_request_is_found_until_it_ends(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut request = maker.request("MAEU1");
    for status in [RequestStatus::Pending, RequestStatus::AwaitingManifest, RequestStatus::Created] {
        request.state.status = status;
        put(store, [&request]);
        assert_eq!(store.reading(|tx| tx.live_request(&request.tracked)).unwrap().as_ref(), Some(&request));
    }
    for status in [RequestStatus::Failed, RequestStatus::TrackingStopped] {
        request.state.status = status;
        put(store, [&request]);
        assert_eq!(store.reading(|tx| tx.live_request(&request.tracked)).unwrap(), None);
    }
}

pub fn the_request_of_a_shipment_is_the_active_one_or_the_last_one(store: &dyn Store) {
    let maker = Maker::new(1);
    let shipment = maker.uuid().into();
    let of_shipment = |mut request: RequestRecord, status: RequestStatus| {
        request.shipment = Some(Id::clone(&shipment));
        request.state.status = status;
        request
    };
    // The clock is set back in between, so the later request has the lower id.
    let [late, middle, early] = [(); 3].map(|()| maker.ended("A"));
    let first = of_shipment(early, RequestStatus::TrackingStopped);
    let second = of_shipment(late, RequestStatus::TrackingStopped);
    let third = of_shipment(middle, RequestStatus::Failed);
    let found = || store.reading(|tx| tx.request_of_shipment(&maker.account, &shipment)).unwrap();
    put(store, [&third]);
    assert_eq!(found().as_ref(), Some(&third));
    put(store, [&first]);
    assert_eq!(found().as_ref(), Some(&first), "a request that tracked it comes before one that never did");
    put(store, [&second]);
    assert_eq!(found().as_ref(), Some(&second), "the later one, independent of its id");
    put(store, [&RequestRecord { revision: 9, ..first.clone() }]);
    assert_eq!(found().as_ref(), Some(&second), "putting a request again does not make it newer");
    let live = of_shipment(third.clone(), RequestStatus::Pending);
    put(store, [&live]);
    assert_eq!(found().as_ref(), Some(&live));
    put(store, [&maker.request("B")]);
    store
        .reading(|tx| {
            assert_eq!(tx.request_of_shipment(&maker.account, &maker.uuid().into())?, None);
            assert_eq!(tx.request_of_shipment(&Maker::new(2).account, &shipment)?, None);
            Ok(())
        })
        .unwrap();
}

pub fn the_longest_due_request_of_each_lane_comes_first(store: &dyn Store) {
    let (one, two) = (Maker::new(1), Maker::new(2));
    let due = |mut request: RequestRecord, second: Option<u32>| {
        request.state.due = second.map(at);
        request
    };
    let at_carrier = |scac: &str, mut request: RequestRecord| {
        request.tracked.scac = Some(scac.to_owned());
        request
    };
    let late = at_carrier("CMDU", due(one.request("A"), Some(30)));
    let (early, tied) = (due(one.request("B"), Some(10)), due(two.request("C"), Some(10)));
    put(store, [&late, &tied, &early, &due(two.request("D"), None)]);
    let (none, all) = (at(9), at(99));
    let second = DueFilter { held: &[early.id.uuid().unwrap()], ..DueFilter::default() };
    store
        .reading(|tx| {
            assert_eq!(tx.due::<RequestRecord>(none, &DueFilter::default(), 10)?.readable, []);
            assert_eq!(
                tx.due::<RequestRecord>(at(10), &DueFilter::default(), 10)?.readable,
                [early.clone(), tied.clone()]
            );
            assert_eq!(tx.due::<RequestRecord>(all, &second, 10)?.readable, [tied.clone(), late.clone()]);
            let each = [early.clone(), tied.clone(), late.clone()];
            assert_eq!(tx.due::<RequestRecord>(all, &DueFilter::default(), 10)?.readable, each);
            assert_eq!(tx.due::<RequestRecord>(all, &DueFilter::default(), 1)?.readable, [early.clone()]);
            assert_eq!(tx.next_due(Queue::LookUps, None, None)?, Some(at(10)));
            assert_eq!(tx.next_due(Queue::LookUps, Some(at(10)), None)?, Some(at(30)));
            assert_eq!([9, 10, 99].map(|second| tx.count_due(Queue::LookUps, at(second)).unwrap()), [0, 2, 3]);
            let carriers = ["CMDU".to_owned(), "HLCU".to_owned()];
            let named = DueFilter { carriers: Some(&carriers), ..DueFilter::default() };
            assert_eq!(tx.due::<RequestRecord>(all, &named, 10)?.readable, [late.clone()]);
            assert_eq!(tx.next_due(Queue::LookUps, None, Some(&carriers))?, Some(at(30)));
            assert_eq!(tx.carriers_with_due_requests(at(10), &carriers)?, ["MAEU"]);
            assert_eq!(tx.carriers_with_due_requests(all, &[])?, ["CMDU", "MAEU"]);
            Ok(())
        })
        .unwrap();
    put(store, [&due(early, None), &due(tied, None), &due(late, None)]);
    assert_eq!(store.reading(|tx| tx.next_due(Queue::LookUps, None, None)).unwrap(), None);
}

pub fn an_id_that_is_not_a_uuid_finds_nothing(store: &dyn Store) {
    let maker = Maker::new(1);
    put(store, [&maker.request("A")]);
    store
        .reading(|tx| {
            assert_eq!(tx.request(&maker.account, &"req_1".into())?, None);
            assert_eq!(tx.requests(&"acc_1".into(), &RequestFilter::default(), &first(10))?, []);
            assert_eq!(tx.count_requests(&"acc_1".into(), &RequestFilter::default())?, 0);
            assert_eq!(tx.account(&"acc_1".into())?, None);
            assert_eq!(tx.request_of_shipment(&maker.account, &"".into())?, None);
            Ok(())
        })
        .unwrap();
    let odd = RequestRecord { id: "req_1".into(), ..maker.request("B") };
    assert!(store.writing(|tx| tx.put_request(&odd)).is_err());
}

pub fn facts_are_returned_in_the_order_they_were_added(store: &dyn Store) {
    let maker = Maker::new(1);
    let number = maker.tracked("MAEU1");
    let facts: Vec<_> = (0..20).map(|n| maker.fact(&format!("{}", 99 - n))).collect();
    store.writing(|tx| tx.add_facts(&number, &facts[..12])).unwrap();
    store.writing(|tx| tx.add_facts(&number, &facts[12..]).and_then(|()| tx.add_facts(&number, &[]))).unwrap();
    // The same statement twice is two facts.
    store.writing(|tx| tx.add_facts(&number, &facts[..1])).unwrap();
    let found = store.reading(|tx| tx.facts(&number)).unwrap();
    assert_eq!((&found[..20], &found[20..]), (&facts[..], &facts[..1]));
    let last = || store.reading(|tx| tx.last_fact(&number)).unwrap();
    let before = last();
    store.writing(|tx| tx.add_facts(&maker.tracked("MAEU2"), &facts[..1])).unwrap();
    assert_eq!((last(), before.is_some()), (before, true), "facts about another number do not count");
    store.writing(|tx| tx.add_facts(&number, &facts[..1])).unwrap();
    assert!(last() > before);
    assert_eq!(store.reading(|tx| tx.last_fact(&maker.tracked("MAEU3"))).unwrap(), None);
}

pub fn the_latest_confirmation_of_each_fact_is_stored(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    let (number, theirs) = (maker.tracked("maeu1"), other.tracked("MAEU1"));
    let confirmation =
        |key, received, repeated| Confirmation { fact: FactMark { key, received_at: at(received) }, at: at(repeated) };
    let confirm = |number: &TrackedNumber, confirmations: &[Confirmation]| {
        store.writing(|tx| tx.confirm(number, confirmations)).unwrap()
    };
    let confirmed = |number: &TrackedNumber| store.reading(|tx| tx.confirmations(number)).unwrap();
    confirm(&number, &[confirmation(u32::MAX, 1, 5), confirmation(7, 1, 5), confirmation(7, 2, 4)]);
    confirm(&theirs, &[confirmation(7, 1, 5)]);
    confirm(&number, &[confirmation(7, 1, 3), confirmation(7, 2, 6)]);
    assert_eq!(
        confirmed(&number),
        [confirmation(7, 1, 5), confirmation(7, 2, 6), confirmation(u32::MAX, 1, 5)],
        "never an earlier time"
    );
    store.writing(|tx| tx.confirm_again(&number, at(5), at(9))).unwrap();
    store.writing(|tx| tx.confirm_again(&number, at(6), at(5))).unwrap();
    assert_eq!(confirmed(&number), [confirmation(7, 1, 9), confirmation(7, 2, 6), confirmation(u32::MAX, 1, 9)]);
    assert_eq!(confirmed(&theirs), [confirmation(7, 1, 5)]);
    assert_eq!(confirmed(&maker.tracked("MAEU2")), []);
}

pub fn facts_are_separate_by_number_carrier_and_account(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    let number = maker.tracked("MAEU1");
    let others = [
        maker.tracked("MAEU2"),
        TrackedNumber { scac: Some("MSCU".into()), ..number.clone() },
        TrackedNumber { scac: None, ..number.clone() },
        other.tracked("MAEU1"),
    ];
    store
        .writing(|tx| {
            tx.add_facts(&number, &[maker.fact("ours")])?;
            others.iter().try_for_each(|number| tx.add_facts(number, &[maker.fact("theirs")]))
        })
        .unwrap();
    assert_eq!(store.reading(|tx| tx.facts(&number)).unwrap(), [maker.fact("ours")]);
    for number in &others {
        assert_eq!(store.reading(|tx| tx.facts(number)).unwrap(), [maker.fact("theirs")]);
    }
}

pub fn unclaimed_facts_are_found_by_number_and_expire(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    let (ours, theirs) = (&maker.tracked("1").account, &other.tracked("1").account);
    let fact = |words: &str, second: u32| maker.fact(words).received(at(second));
    let unclaimed = |words: &str, second: u32| unclaimed_fact(fact(words, second), 1, 1);
    assert_eq!(store.reading(|tx| tx.last_unclaimed_fact()).unwrap(), 0);
    store
        .writing(|tx| {
            tx.add_unclaimed_facts(ours, "msku0308961", &[unclaimed("first", 1), unclaimed("second", 5)])?;
            tx.add_unclaimed_facts(ours, "TGHU1643396", &[unclaimed("other", 2)])?;
            tx.add_unclaimed_facts(theirs, "MSKU0308961", &[unclaimed("theirs", 3)])
        })
        .unwrap();
    let stored = |number: &str| store.reading(|tx| tx.unclaimed_facts(ours, number)).unwrap();
    assert_eq!(stored("MSKU0308961"), [fact("first", 1), fact("second", 5)]);
    assert_eq!(store.reading(|tx| tx.count_unclaimed_facts(ours)).unwrap(), 3);
    let last = store.reading(|tx| tx.last_unclaimed_fact()).unwrap();
    let any = |second: u32| store.reading(|tx| tx.has_older(TemporaryRows::UnclaimedFacts, at(second))).unwrap();
    assert!(!any(1) && any(2));
    assert_eq!(store.writing(|tx| tx.delete_older(TemporaryRows::UnclaimedFacts, at(4), 2)).unwrap(), 2, "in batches");
    assert_eq!(store.writing(|tx| tx.delete_older(TemporaryRows::UnclaimedFacts, at(4), 2)).unwrap(), 1);
    assert_eq!((stored("MSKU0308961"), stored("TGHU1643396")), (vec![fact("second", 5)], vec![]));
    assert_eq!(store.reading(|tx| tx.count_unclaimed_facts(ours)).unwrap(), 1);
    assert_eq!(store.reading(|tx| tx.count_unclaimed_facts(theirs)).unwrap(), 0);
    store.writing(|tx| tx.delete_older(TemporaryRows::UnclaimedFacts, at(9), 9)).unwrap();
    store.writing(|tx| tx.add_unclaimed_facts(ours, "1", &[unclaimed("new", 9)])).unwrap();
    assert!(store.reading(|tx| tx.last_unclaimed_fact()).unwrap() > last, "a sequence number is never used twice");
}

pub fn repeated_unclaimed_facts_are_found_by_topic(store: &dyn Store) {
    let maker = Maker::new(1);
    let (account, number) = (&maker.tracked("1").account, "MSKU0308961");
    let fact = |second: u32, topic: u8, statement: u8| {
        unclaimed_fact(maker.fact(&statement.to_string()).received(at(second)), topic, statement)
    };
    assert_eq!(store.reading(|tx| tx.last_unclaimed_receipt(account, number)).unwrap(), None);
    let facts = [fact(1, 1, 1), fact(1, 1, 2), fact(2, 2, 3), fact(3, 1, 1)];
    store.writing(|tx| tx.add_unclaimed_facts(account, number, &facts)).unwrap();
    let repeats = |topic: u8, statement: u8| {
        let digests = (Digest([topic; 16]), Digest([statement; 16]));
        store.reading(|tx| tx.repeats_unclaimed_fact(account, number, digests)).unwrap()
    };
    assert_eq!(
        [repeats(1, 1), repeats(1, 2), repeats(2, 3), repeats(2, 1), repeats(3, 1)],
        [true, false, true, false, false]
    );
    let newest =
        |topic: u8| store.reading(|tx| tx.newest_unclaimed_facts(account, number, Digest([topic; 16]), 2)).unwrap();
    assert_eq!(newest(1).len(), 2);
    assert_eq!(newest(1).last(), Some(&facts[3].fact), "oldest first");
    assert_eq!(newest(2), [facts[2].fact.clone()]);
    assert_eq!(store.reading(|tx| tx.last_unclaimed_receipt(account, number)).unwrap(), Some(at(3)));
}

fn unclaimed_fact(fact: Fact, topic: u8, statement: u8) -> UnclaimedFact {
    UnclaimedFact { fact, topic: Digest([topic; 16]), statement: Digest([statement; 16]) }
}

fn put<'r>(store: &dyn Store, requests: impl IntoIterator<Item = &'r RequestRecord>) {
    let requests: Vec<_> = requests.into_iter().collect();
    store.writing(|tx| requests.iter().try_for_each(|request| tx.put_request(request))).unwrap();
}

fn get(store: &dyn Store, request: &RequestRecord) -> Option<RequestRecord> {
    store.reading(|tx| tx.request(&request.tracked.account, &request.id)).unwrap()
}

fn list(store: &dyn Store, maker: &Maker, filter: &RequestFilter) -> Vec<RequestRecord> {
    store.reading(|tx| tx.requests(&maker.account, filter, &first(10_000))).unwrap()
}

fn count(store: &dyn Store, maker: &Maker, filter: &RequestFilter) -> u64 {
    store.reading(|tx| tx.count_requests(&maker.account, filter)).unwrap()
}

/// All pages of a list, reached by following it.
fn follow(store: &dyn Store, maker: &Maker, filter: &RequestFilter, limit: u64) -> Vec<RequestRecord> {
    let mut found: Vec<RequestRecord> = Vec::new();
    loop {
        let slice = after(found.last().and_then(|request| request.id.uuid()), limit);
        let page = store.reading(|tx| tx.requests(&maker.account, filter, &slice)).unwrap();
        assert!(page.len() as u64 <= limit);
        if page.is_empty() {
            return found;
        }
        found.extend(page);
    }
}

pub fn requests_that_are_due_later_are_listed_latest_first(store: &dyn Store) {
    let (one, two) = (Maker::new(1), Maker::new(2));
    let due = |mut request: RequestRecord, second: Option<u32>| {
        request.state.due = second.map(at);
        request
    };
    let (near, far, farther) =
        (due(one.request("A"), Some(10)), due(two.request("B"), Some(20)), due(one.request("C"), Some(30)));
    put(store, [&near, &farther, &far, &due(two.request("D"), None)]);
    store
        .reading(|tx| {
            assert_eq!(tx.due_after::<RequestRecord>(at(10), 10)?.readable, [farther.clone(), far.clone()]);
            assert_eq!(tx.due_after::<RequestRecord>(at(9), 2)?.readable, [farther.clone(), far.clone()]);
            assert_eq!(tx.due_after::<RequestRecord>(at(30), 10)?.readable, []);
            Ok(())
        })
        .unwrap();
}

pub fn due_requests_of_busy_carriers_are_skipped(store: &dyn Store) {
    let maker = Maker::new(1);
    let due = |number: &str, scac: Option<&str>| {
        let mut request = maker.request(number);
        request.tracked.scac = scac.map(str::to_owned);
        request.state.due = Some(at(1));
        request
    };
    let (busy, free, unknown) = (due("1", Some("MAEU")), due("2", Some("MSCU")), due("3", None));
    store.writing(|tx| [&busy, &free, &unknown].into_iter().try_for_each(|each| tx.put_request(each))).unwrap();
    let found = |names: &[&str]| {
        let busy: Vec<_> = names.iter().map(|scac| Counterparty::Carrier((*scac).to_owned())).collect();
        let filter = DueFilter { busy: &busy, ..DueFilter::default() };
        store.reading(|tx| tx.due::<RequestRecord>(at(9), &filter, 10)).unwrap().readable
    };
    assert_eq!(found(&["MAEU"]), [unknown.clone(), free.clone()]);
    assert_eq!(found(&["MAEU", ""]), [free.clone()]);
    assert_eq!(found(&[]), [unknown.clone(), busy, free]);
    // The request waits at the carrier that its number indicates.
    let inferred = RequestRecord { inferred_scac: Some("MAEU".into()), ..unknown };
    store.writing(|tx| tx.put_request(&inferred)).unwrap();
    assert_eq!(found(&[""]).len(), 2);
    assert_eq!(found(&["MAEU"]).len(), 1);
}
