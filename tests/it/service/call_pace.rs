//! The pace of a profile, over real HTTP: no window holds more calls than it may, however often the service is opened anew.

use std::time::Duration;

use shiptrack::clock::Clock;
use shiptrack::service::Budget;
use shiptrack_tests::depth::depth;
use shiptrack_tests::seeded::Seeded;

use super::credentials::Stage;

const MINUTE: Duration = Duration::from_secs(60);

#[test]
fn a_service_that_is_opened_again_goes_on_counting() {
    let mut stage = Stage::of_profile("pace = { per_minute = 3, per_day = 8 }");
    stage.follow("default", 0, 30);
    assert_eq!(stage.run(), 3);
    for _ in 0..5 {
        stage.clock.advance(Duration::from_secs(10));
        stage.open();
        assert_eq!(stage.run(), 0, "{:?}", stage.clock.now());
    }
    stage.clock.advance(Duration::from_secs(10));
    stage.open();
    assert_eq!(stage.run(), 3, "and no later than it may");
    assert_eq!(stage.pass(MINUTE), 2, "what is left of the day");
    stage.open();
    assert_eq!(stage.pass(23 * 60 * MINUTE), 0);
    stage.open();
    assert_eq!(stage.pass(60 * MINUTE), 8, "the next day");
}

#[test]
fn no_window_holds_more_calls_than_it_may_whenever_the_service_is_opened_anew() {
    let mut stage = Stage::of_profile("pace = { per_minute = 4, per_hour = 30 }");
    stage.follow("default", 0, 60);
    let (chance, mut made) = (Seeded::new(7), Vec::new());
    let begun = stage.clock.now();
    let steps = depth(100, 300, 300);
    for _ in 0..steps {
        stage.clock.advance(Duration::from_secs(chance.below(40) as u64));
        if chance.below(5) == 0 {
            stage.open();
        }
        let calls = stage.run();
        made.extend((0..calls).map(|_| (stage.clock.now() - begun).num_seconds()));
    }
    for (limit, length) in [(4, 60), (30, 3_600)] {
        assert!(made.windows(limit + 1).all(|some| some[limit] - some[0] >= length), "{limit} in {length} s: {made:?}");
    }
    assert!(made.len() >= steps / 6, "and not much fewer: {}", made.len());
}

#[test]
fn a_plan_says_how_often_each_can_be_asked_and_whether_that_suffices() {
    let stage = Stage::of_accounts("pace = { per_day = 30 }");
    stage.follow("default", 0, 9);
    stage.follow("acme", 20, 1);
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
fn accounts_with_credentials_of_their_own_have_a_pace_of_their_own() {
    let stage = Stage::of_accounts("pace = { per_minute = 2 }");
    stage.follow("default", 0, 9);
    stage.follow("acme", 20, 9);
    assert_eq!(stage.run(), 4);
    assert_eq!(stage.service().run_due(Budget::ALL).unwrap().look_ups, 0, "nobody tries in vain");
    assert_eq!(stage.pass(MINUTE), 4);
}
