//! Tests of the queues of due work, and of the health of carriers and webhooks.

use shiptrack::breaker::Breaker;
use shiptrack::carriers::CredentialId;
use shiptrack::resources::DeliveryStatus::{Pending, Succeeded};
use shiptrack::resources::{AccountId, RequestStatus};
use shiptrack::store::{
    Counterparty, DeliveryRecord, DueFilter, Lane, LaneSize, LatestRests, Queue, RequestRecord, Store,
    SuspendedCredential,
};
use uuid::Uuid;

use super::records::{Maker, at};

const TROUBLED: DueFilter<'static> = DueFilter {
    troubled: true,
    busy: &[],
    busy_accounts: &[],
    busy_origins: &[],
    served: &[],
    carriers: None,
    held: &[],
};

/// Deliveries that are due at a second: of webhooks without and with failures.
fn due(store: &dyn Store, second: u32) -> (Vec<DeliveryRecord>, Vec<DeliveryRecord>) {
    let found =
        |filter: DueFilter<'_>| store.reading(|tx| tx.due::<DeliveryRecord>(at(second), &filter, 10)).unwrap().readable;
    (found(DueFilter::default()), found(TROUBLED))
}

pub fn a_paused_counterparty_is_skipped_until_its_pause_ends(store: &dyn Store) {
    let maker = Maker::new(1);
    let webhook = maker.webhook();
    let delivery = maker.delivery(&webhook.webhook.id, Pending, Some(1));
    let mut request = maker.request("A");
    request.state.due = Some(at(1));
    let parties = [Counterparty::Webhook(webhook.webhook.id.clone()), Counterparty::Carrier("MAEU".into())];
    store
        .writing(|tx| {
            tx.put_webhook(&webhook)?;
            tx.put_delivery(&delivery)?;
            tx.put_request(&request)?;
            let breakers = parties.each_ref().map(|party| tx.breaker(party).unwrap());
            assert_eq!(breakers, [Breaker::default(); 2]);
            let resting = Breaker { failures: 7, rests_until: Some(at(1_000)) };
            parties.iter().try_for_each(|party| tx.put_breaker(party, resting))?;
            assert_eq!(tx.breaker(&parties[1])?, resting);
            Ok(())
        })
        .unwrap();
    assert_eq!(due(store, 999), (vec![], vec![]));
    store
        .reading(|tx| {
            // Items of a paused webhook still count as due.
            assert_eq!((tx.count_due(Queue::Deliveries, at(999))?, tx.count_due(Queue::LookUps, at(999))?), (1, 1));
            assert_eq!(tx.next_due(Queue::Deliveries, None, None)?, Some(at(1_000)));
            assert_eq!(tx.next_due(Queue::LookUps, None, None)?, Some(at(1_000)));
            assert_eq!(tx.count_due(Queue::Deliveries, at(1_000))?, 1);
            assert_eq!(tx.due::<RequestRecord>(at(1_000), &TROUBLED, 1)?.readable.len(), 1);
            Ok(())
        })
        .unwrap();
    assert_eq!(due(store, 1_000), (vec![], vec![delivery.clone()]));
    // New items do not change the pause.
    let earlier = maker.delivery(&webhook.webhook.id, Pending, Some(0));
    store.writing(|tx| tx.put_delivery(&earlier).and(tx.put_webhook(&webhook))).unwrap();
    assert_eq!(due(store, 999), (vec![], vec![]));
    store.writing(|tx| tx.end_rests(&Maker::new(2).account)).unwrap();
    assert_eq!(due(store, 999), (vec![], vec![]));
    store.writing(|tx| tx.end_rests(&maker.account)).unwrap();
    assert_eq!(due(store, 1), (vec![], vec![earlier.clone()]));
    store.writing(|tx| tx.put_breaker(&parties[0], Breaker::default())).unwrap();
    assert_eq!(due(store, 1), (vec![earlier], vec![]));
}

pub fn receivers_of_busy_accounts_and_at_busy_origins_are_skipped(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut webhooks = [maker.webhook(), maker.webhook()];
    webhooks[0].webhook.url = "https://one.example/a?b".into();
    webhooks[1].webhook.url = "https://TWO.example:8443".into();
    let deliveries = webhooks.each_ref().map(|webhook| maker.delivery(&webhook.webhook.id, Pending, Some(1)));
    store
        .writing(|tx| {
            deliveries.iter().try_for_each(|delivery| tx.put_delivery(delivery))?;
            webhooks.iter().try_for_each(|webhook| tx.put_webhook(webhook))
        })
        .unwrap();
    let due = |busy_accounts: &[AccountId], busy_origins: &[(AccountId, String)]| {
        let filter = DueFilter { busy_accounts, busy_origins, ..DueFilter::default() };
        store.reading(|tx| tx.due::<DeliveryRecord>(at(1), &filter, 10)).unwrap().readable
    };
    let other = Maker::new(2).account;
    let due_except = |account: &AccountId, origin: &str| due(&[], &[(account.clone(), origin.to_owned())]);
    assert_eq!(due_except(&maker.account, "https://one.example"), deliveries[1..]);
    assert_eq!(due_except(&maker.account, "https://two.example:8443"), deliveries[..1]);
    assert_eq!(due_except(&maker.account, "https://two.example"), deliveries);
    assert_eq!(due_except(&other, "https://two.example:8443"), deliveries);
    webhooks[0].webhook.url = "https://two.example:8443/there".into();
    store.writing(|tx| tx.put_webhook(&webhooks[0])).unwrap();
    assert_eq!(due_except(&maker.account, "https://two.example:8443"), []);
    assert_eq!(due(std::slice::from_ref(&maker.account), &[]), []);
    assert_eq!(due(&[other], &[]), deliveries);
}

pub fn a_pause_that_is_too_long_is_shortened(store: &dyn Store) {
    let (party, webhook) = (Counterparty::Carrier("MAEU".into()), Counterparty::Webhook(Uuid::from_u128(7).into()));
    let resting = |second| Breaker { failures: 9, rests_until: Some(at(second)) };
    let latest = |carriers, webhooks| LatestRests { of_carriers: at(carriers), of_webhooks: at(webhooks) };
    store
        .writing(|tx| {
            tx.put_breaker(&party, resting(5_000))?;
            let any = |carriers, webhooks| tx.any_rests_after(latest(carriers, webhooks)).unwrap();
            assert_eq!([any(4_999, 1), any(5_000, 1)], [true, false], "each kind has a separate limit");
            tx.put_breaker(&webhook, resting(60))?;
            assert_eq!([any(5_000, 59), any(5_000, 60)], [true, false]);
            tx.shorten_rests(latest(6_000, 50))?;
            assert_eq!((tx.breaker(&party)?, tx.breaker(&webhook)?), (resting(5_000), resting(50)));
            tx.shorten_rests(latest(100, 90))?;
            assert_eq!(
                (tx.breaker(&party)?, tx.breaker(&webhook)?),
                (resting(90), resting(50)),
                "it is a pause after failures"
            );
            let asked_for = |second| Breaker { failures: 4, ..resting(second) };
            tx.put_breaker(&party, asked_for(5_000))?;
            tx.shorten_rests(latest(100, 90))?;
            assert_eq!(tx.breaker(&party)?, asked_for(100));
            tx.move_rests(at(70), chrono::TimeDelta::seconds(-30))?;
            assert_eq!((tx.breaker(&party)?, tx.breaker(&webhook)?), (asked_for(70), resting(50)));
            Ok(())
        })
        .unwrap();
}

/// Stores a request due at second 1 for each of two accounts at one carrier, and returns them with their lanes.
fn two_lanes(store: &dyn Store) -> [(RequestRecord, Lane); 2] {
    [1, 2].map(|account| {
        let mut request = Maker::new(account).request("A");
        request.state.due = Some(at(1));
        store.writing(|tx| tx.put_request(&request)).unwrap();
        let lane = Lane { scac: "MAEU".to_owned(), account: request.tracked.account.clone() };
        (request, lane)
    })
}

fn due_requests(store: &dyn Store, second: u32) -> usize {
    store.reading(|tx| tx.due::<RequestRecord>(at(second), &DueFilter::default(), 10)).unwrap().readable.len()
}

pub fn a_held_lane_waits_and_others_do_not(store: &dyn Store) {
    let [(_, one), (_, two)] = two_lanes(store);
    store.writing(|tx| tx.hold_lane(&one, at(50), None).and_then(|()| tx.hold_lane(&one, at(40), None))).unwrap();
    assert_eq!([due_requests(store, 49), due_requests(store, 50)], [1, 2], "the later of two times applies");
    store
        .reading(|tx| {
            assert_eq!(
                (tx.next_due(Queue::LookUps, Some(at(2)), None)?, tx.count_due(Queue::LookUps, at(2))?),
                (Some(at(50)), 2)
            );
            assert_eq!((tx.accounts_at("MAEU")?.len(), tx.accounts_at("CMDU")?.len()), (2, 0));
            assert_eq!([tx.count_due_in_lane(&one, at(0))?, tx.count_due_in_lane(&one, at(1))?], [0, 1]);
            let latest = |second| LatestRests { of_carriers: at(second), of_webhooks: at(0) };
            assert_eq!([tx.any_rests_after(latest(49))?, tx.any_rests_after(latest(50))?], [true, false]);
            Ok(())
        })
        .unwrap();
    store.writing(|tx| tx.release_lane(&one)).unwrap();
    assert_eq!(due_requests(store, 1), 2);
    // The pause of the carrier applies to all lanes, including new ones.
    let resting = Breaker { failures: 1, rests_until: Some(at(20)) };
    store.writing(|tx| tx.put_breaker(&Counterparty::Carrier("MAEU".into()), resting)).unwrap();
    let mut third = Maker::new(3).request("A");
    third.state.due = Some(at(1));
    store.writing(|tx| tx.put_request(&third)).unwrap();
    let troubled =
        |second| store.reading(|tx| tx.due::<RequestRecord>(at(second), &TROUBLED, 10)).unwrap().readable.len();
    assert_eq!([troubled(19), troubled(20)], [0, 3]);
    store.writing(|tx| tx.put_breaker(&Counterparty::Carrier("MAEU".into()), Breaker::default())).unwrap();
    store.writing(|tx| tx.hold_lane(&two, at(90), None)).unwrap();
    assert_eq!(due_requests(store, 1), 2);
}

pub fn urgent_requests_come_first_then_new_ones_then_the_longest_due(store: &dyn Store) {
    let maker = Maker::new(1);
    let due = |number: &str, status: RequestStatus, urgent: Option<u32>, second: u32| {
        let mut request = maker.request(number);
        (request.state.due, request.state.status) = (Some(at(second)), status);
        request.state.urgent = urgent.map(|day| at(86_400 * day));
        request
    };
    let [created, pending] = [RequestStatus::Created, RequestStatus::Pending];
    let requests = [
        due("1", created.clone(), Some(3), 5),
        due("2", created.clone(), Some(9), 1),
        due("3", pending.clone(), None, 2),
        due("4", pending, None, 3),
        due("5", created.clone(), None, 1),
        due("6", created.clone(), None, 4),
        due("7", created, Some(1), 99),
    ];
    store.writing(|tx| requests.iter().try_for_each(|request| tx.put_request(request))).unwrap();
    let mut held = Vec::new();
    for expected in &requests[..6] {
        let filter = DueFilter { held: &held, ..DueFilter::default() };
        let found = store.reading(|tx| tx.due::<RequestRecord>(at(9), &filter, 10)).unwrap().readable;
        assert_eq!(found.iter().map(|request| &*request.number).collect::<Vec<_>>(), [&*expected.number]);
        held.push(expected.id.uuid().unwrap());
    }
    let filter = DueFilter { held: &held, ..DueFilter::default() };
    assert_eq!(store.reading(|tx| tx.due::<RequestRecord>(at(9), &filter, 10)).unwrap().readable, []);
    let lane = Lane { scac: "MAEU".to_owned(), account: maker.account.clone() };
    let size = LaneSize { urgent: 3, new: 2, others: 2 };
    assert_eq!(store.reading(|tx| tx.lane_sizes()).unwrap(), [(lane, size)]);
}

pub fn calls_are_stored_as_long_as_they_are_needed(store: &dyn Store) {
    let [one, other] = [1, 2].map(|number| CredentialId([number; 32]));
    let add = |carrier: &str, credential: &CredentialId, second: u32| {
        store.writing(|tx| tx.add_call(carrier, credential, at(second), at(second.saturating_sub(60)))).unwrap();
    };
    for second in [10, 20, 20, 75] {
        add("MAEU", &one, second);
    }
    add("MAEU", &other, 1);
    add("CMDU", &one, 2);
    let since = |carrier: &str, second: u32| store.reading(|tx| tx.calls_since(carrier, at(second))).unwrap();
    let expected = [(one, at(20)), (one, at(20)), (one, at(75)), (other, at(1))];
    assert_eq!((since("MAEU", 0), since("CMDU", 0)), (expected.to_vec(), vec![(one, at(2))]));
    assert_eq!(since("MAEU", 21), [(one, at(75))]);
}

pub fn a_suspended_credential_holds_its_lanes_until_it_is_released(store: &dyn Store) {
    let [(_, one), (_, two)] = two_lanes(store);
    let suspended = SuspendedCredential {
        scac: "MAEU".to_owned(),
        credential: CredentialId([7; 32]),
        since: at(1),
        retry_at: at(60),
        reason: Some("no".to_owned()),
    };
    store
        .writing(|tx| {
            tx.suspend_credential(&suspended)?;
            tx.hold_lane(&one, at(60), Some(&suspended.credential))
        })
        .unwrap();
    assert_eq!(due_requests(store, 2), 1);
    store
        .reading(|tx| {
            assert_eq!(
                (tx.suspended_credentials(None)?, tx.suspended_credentials(Some("CMDU"))?),
                (vec![suspended.clone()], vec![])
            );
            assert_eq!(tx.lanes_held_for(&suspended)?, [one.clone()]);
            Ok(())
        })
        .unwrap();
    let later = SuspendedCredential { retry_at: at(90), reason: None, ..suspended.clone() };
    store.writing(|tx| tx.suspend_credential(&later).and_then(|()| tx.hold_lane(&two, at(30), None))).unwrap();
    store.writing(|tx| tx.release(&suspended)).unwrap();
    assert_eq!(store.reading(|tx| tx.suspended_credentials(None)).unwrap(), []);
    assert_eq!([due_requests(store, 2), due_requests(store, 30)], [1, 2], "other lanes stay held");
}

pub fn a_lane_without_requests_can_be_held(store: &dyn Store) {
    let maker = Maker::new(1);
    let lane = Lane { scac: "MAEU".to_owned(), account: maker.account.clone() };
    let suspended = SuspendedCredential {
        scac: lane.scac.clone(),
        credential: CredentialId([7; 32]),
        since: at(1),
        retry_at: at(60),
        reason: None,
    };
    store
        .writing(|tx| tx.suspend_credential(&suspended).and(tx.hold_lane(&lane, at(60), Some(&suspended.credential))))
        .unwrap();
    assert_eq!(store.reading(|tx| tx.lanes_held_for(&suspended)).unwrap(), [lane.clone()]);
    let mut request = maker.request("A");
    request.state.due = Some(at(1));
    store.writing(|tx| tx.put_request(&request)).unwrap();
    assert_eq!([due_requests(store, 59), due_requests(store, 60)], [0, 1]);
    let within = |lane: &Lane, after: u32, until: u32| {
        store.reading(|tx| tx.requests_due_within(lane, at(after), at(until))).unwrap().readable.len()
    };
    let other = Lane { scac: "CMDU".to_owned(), ..lane.clone() };
    assert_eq!([within(&lane, 0, 1), within(&lane, 1, 9), within(&lane, 0, 0), within(&other, 0, 9)], [1, 0, 0, 0]);
}

pub fn a_queue_follows_changes_of_its_items(store: &dyn Store) {
    let maker = Maker::new(1);
    let webhook = maker.webhook();
    let mut deliveries = [5, 6, 7].map(|second| maker.delivery(&webhook.webhook.id, Pending, Some(second)));
    let put = |delivery: &DeliveryRecord| store.writing(|tx| tx.put_delivery(delivery)).unwrap();
    let next = || store.reading(|tx| tx.next_due(Queue::Deliveries, None, None)).unwrap();
    store.writing(|tx| tx.put_webhook(&webhook)).unwrap();
    deliveries.iter().rev().for_each(put);
    assert_eq!(next(), Some(at(5)));
    // The first is retried later, the second is finished, the third is due earlier.
    deliveries[0].due = Some(at(99));
    put(&deliveries[0]);
    assert_eq!(next(), Some(at(6)));
    put(&DeliveryRecord { status: Succeeded, due: None, ..deliveries[1].clone() });
    assert_eq!(next(), Some(at(7)));
    deliveries[2].due = Some(at(2));
    put(&deliveries[2]);
    assert_eq!(next(), Some(at(2)));
    // A request moves to another carrier when its carrier is detected.
    let mut detected = maker.request("A");
    detected.state.due = Some(at(1));
    let mut undetected = detected.clone();
    undetected.tracked.scac = None;
    store.writing(|tx| tx.put_request(&undetected)).unwrap();
    let carriers = || store.reading(|tx| tx.carriers_with_due_requests(at(9_999), &[])).unwrap();
    assert_eq!(carriers(), [""]);
    store.writing(|tx| tx.put_request(&detected)).unwrap();
    assert_eq!(carriers(), ["MAEU"]);
    store.writing(|tx| tx.remove_webhook(&maker.account, &webhook.webhook.id)).unwrap();
    assert_eq!(next(), None);
}
