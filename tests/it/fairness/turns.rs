//! Places at a carrier: the accounts with due look-ups take turns.

use std::time::Duration;

use shiptrack::carriers::{LookUp, LookUpFailure};
use shiptrack::client::NewTrackingRequest;
use shiptrack::http::Call;
use shiptrack::service::Budget;
use shiptrack_tests::scenario::Scenario;

#[test]
fn account_with_a_backlog_at_a_carrier_leaves_turns_to_other_accounts() {
    let scenario = Scenario::new();
    let other = scenario.service.create_account("other", "Other Ltd").unwrap();
    let third = scenario.service.create_account("third", "Third Ltd").unwrap();
    let [busy, other, third] =
        [&scenario.account, &other.id, &third.id].map(|account| scenario.service.client_of(account).unwrap());
    let track = |client: &shiptrack::Client, number: String| {
        client.tracking_requests().create(NewTrackingRequest::bill_of_lading(number, "MAEU")).unwrap();
    };
    (0..200).for_each(|number| track(&busy, format!("MAEU100000{number:03}")));
    scenario.clock.advance(Duration::from_secs(60));
    for number in 0..5 {
        track(&other, format!("MAEU20000000{number}"));
        track(&third, format!("MAEU30000000{number}"));
    }
    scenario.service.run_due(Budget::items(30)).unwrap();
    let asked = scenario.carrier.asked();
    let of = |first: &str| asked.iter().filter(|look_up| look_up.normalized_number.starts_with(first)).count();
    assert_eq!((of("2"), of("3")), (5, 5), "of 30 look-ups, the others had {} and {}", of("2"), of("3"));
}

#[test]
fn accounts_that_come_later_wait_for_few_look_ups_of_an_account_that_was_alone() {
    let scenario = Scenario::new();
    let other = scenario.service.create_account("other", "Other Ltd").unwrap();
    let track = |number: String, client: &shiptrack::Client| {
        client.tracking_requests().create(NewTrackingRequest::bill_of_lading(number, "MAEU")).unwrap();
    };
    (0..200).for_each(|number| track(format!("MAEU100000{number:03}"), &scenario.service.client()));
    scenario.service.run_due(Budget::items(50)).unwrap();
    scenario.clock.advance(Duration::from_secs(60));
    track("MAEU200000000".to_owned(), &scenario.service.client_of(&other.id).unwrap());
    scenario.service.run_due(Budget::items(20)).unwrap();
    assert!(scenario.carrier.asked().iter().any(|look_up| look_up.normalized_number.starts_with('2')));
}

#[test]
fn numbers_of_an_account_that_a_carrier_cannot_answer_delay_other_accounts_by_minutes() {
    let unreadable = |look_up: &LookUp, _: &Call| match look_up.normalized_number.starts_with('1') {
        true => Err(LookUpFailure::Unreadable),
        false => Err(LookUpFailure::InvalidNumber),
    };
    let scenario = Scenario::with(|builder| builder.carrier("MAEU", unreadable).unwrap());
    let other = scenario.service.create_account("other", "Other Ltd").unwrap();
    let track = |number: String, client: &shiptrack::Client| {
        client.tracking_requests().create(NewTrackingRequest::bill_of_lading(number, "MAEU")).unwrap();
    };
    (0..100).for_each(|number| track(format!("MAEU100000{number:03}"), &scenario.service.client()));
    scenario.pass(Duration::from_secs(60));
    let client = scenario.service.client_of(&other.id).unwrap();
    (0..5).for_each(|number| track(format!("MAEU20000000{number}"), &client));
    scenario.pass(Duration::from_secs(20 * 60));
    let failed = client
        .tracking_requests()
        .list()
        .into_iter()
        .filter(|request| request.as_ref().unwrap().status.as_str() == "failed");
    assert_eq!(failed.count(), 5);
}
