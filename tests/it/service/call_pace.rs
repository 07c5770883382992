//! The pace of a profile, over real HTTP: no time window has more calls than allowed, even if the service is reopened often.

use std::time::Duration;

use shiptrack::clock::Clock;
use shiptrack::service::Budget;
use shiptrack_tests::depth::depth;
use shiptrack_tests::seeded::SeededRandom;

use super::credentials::Stage;

const MINUTE: Duration = Duration::from_secs(60);

#[test]
fn a_reopened_service_continues_counting_calls() {
    let mut stage = Stage::of_profile("pace = { per_minute = 3, per_day = 8 }");
    stage.track("default", 0, 30);
    assert_eq!(stage.run(), 3);
    for _ in 0..5 {
        stage.clock.advance(Duration::from_secs(10));
        stage.open();
        assert_eq!(stage.run(), 0, "{:?}", stage.clock.now());
    }
    stage.clock.advance(Duration::from_secs(10));
    stage.open();
    assert_eq!(stage.run(), 3, "as soon as it is allowed");
    assert_eq!(stage.pass(MINUTE), 2, "the rest of the daily limit");
    stage.open();
    assert_eq!(stage.pass(23 * 60 * MINUTE), 0);
    stage.open();
    assert_eq!(stage.pass(60 * MINUTE), 8, "the next day");
}

#[test]
fn no_time_window_has_more_calls_than_allowed_when_the_service_is_reopened() {
    let mut stage = Stage::of_profile("pace = { per_minute = 4, per_hour = 30 }");
    stage.track("default", 0, 60);
    let (random, mut made) = (SeededRandom::new(7), Vec::new());
    let begun = stage.clock.now();
    let steps = depth(100, 300);
    for _ in 0..steps {
        stage.clock.advance(Duration::from_secs(random.below(40) as u64));
        if random.below(5) == 0 {
            stage.open();
        }
        let calls = stage.run();
        made.extend((0..calls).map(|_| (stage.clock.now() - begun).num_seconds()));
    }
    for (limit, length) in [(4, 60), (30, 3_600)] {
        assert!(
            made.windows(limit + 1).all(|window| window[limit] - window[0] >= length),
            "{limit} in {length} s: {made:?}"
        );
    }
    assert!(made.len() >= steps / 6, "the limits are used: {}", made.len());
}

#[test]
fn a_plan_reports_how_often_numbers_can_be_looked_up_and_whether_that_suffices() {
    let stage = Stage::of_accounts("pace = { per_day = 30 }");
    stage.track("default", 0, 9);
    stage.track("acme", 20, 1);
    let [acme, default] = &mut *stage.service().carriers_plan().unwrap() else { panic!("two sets of credentials") };
    if acme.requests > default.requests {
        std::mem::swap(acme, default);
    }
    assert_eq!(
        (&*acme.scac, &acme.accounts[..], acme.requests, acme.suffices),
        ("SIML", &["acme".to_owned()][..], 1, true)
    );
    assert_eq!((default.requests, default.new, default.wanted_per_day, default.suffices), (9, 9, 36, false));
    assert_eq!((default.allowed_per_day, default.each_every_seconds), (Some(30), Some(9 * 86_400 / 30)));
    assert!(default.plugged_in && !default.credentials_suspended);
}

#[test]
fn accounts_with_separate_credentials_have_separate_paces() {
    let stage = Stage::of_accounts("pace = { per_minute = 2 }");
    stage.track("default", 0, 9);
    stage.track("acme", 20, 9);
    assert_eq!(stage.run(), 4);
    assert_eq!(
        stage.service().run_due(Budget::ALL).unwrap().look_ups,
        0,
        "no look-up is attempted before it is allowed"
    );
    assert_eq!(stage.pass(MINUTE), 4);
}
