//! Rolling-window limits: the service's view of them, and the client's governor that keeps within them.
//!
//! Both keep a log of moments, for only a log holds "no more than 100 in any 60 seconds": a token bucket of the same
//! rate lets nearly twice as many through in one window. Time is monotonic time, given by the caller.

use std::collections::VecDeque;
use std::time::Duration;

use percent_encoding::percent_decode_str;

use crate::error::{Error, ErrorKind, ReadableDuration};
use crate::settings::settings;

/// Which limit a request counts against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bucket {
    /// Every request without a limit of its own.
    Default,
    /// Creating tracking requests.
    Create,
    /// Inferring the carrier of a number.
    Infer,
    /// Refreshing a container.
    Refresh,
}

impl Bucket {
    /// Every bucket.
    pub const ALL: [Bucket; 4] = [Bucket::Default, Bucket::Create, Bucket::Infer, Bucket::Refresh];

    /// Its name: `default`, `create`, `infer` or `refresh`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Bucket::Default => "default",
            Bucket::Create => "create",
            Bucket::Infer => "infer",
            Bucket::Refresh => "refresh",
        }
    }
}

/// The bucket of a request. `path` may begin with any prefix (`/v2`) and end with a query.
pub fn bucket_of(method: &str, path: &str) -> Bucket {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let segments = path.rsplit('/').filter(|segment| !segment.is_empty());
    // As the service reads them: `%69nfer_number` is not another path.
    let mut segments = segments.map(|segment| percent_decode_str(segment).decode_utf8_lossy());
    let last = [segments.next(), segments.next(), segments.next()];
    match (method, last.each_ref().map(Option::as_deref)) {
        ("POST", [Some("tracking_requests" | "tracking_request"), ..]) => Bucket::Create,
        ("POST", [Some("infer_number"), Some("tracking_requests" | "tracking_request"), _]) => Bucket::Infer,
        ("PATCH", [Some("refresh"), Some(_), Some("containers")]) => Bucket::Refresh,
        _ => Bucket::Default,
    }
}

settings! {
    /// How many requests may go in any window; `None` for as many as one likes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct RateLimits {
        /// Every request without a limit of its own.
        count default: Option<u32>,
        /// Creating tracking requests.
        count create: Option<u32>,
        /// Inferring the carrier of a number.
        count infer: Option<u32>,
        /// Refreshing a container.
        count refresh: Option<u32>,
        /// The length of the rolling window, the same for all.
        timeout per: Duration,
    }
}

impl RateLimits {
    const MINUTE: Duration = Duration::from_secs(60);

    /// The limits of the interface, for each API key, in any 60 seconds.
    pub const fn interface() -> Self {
        RateLimits { default: Some(100), create: Some(100), infer: Some(200), refresh: Some(10), per: Self::MINUTE }
    }

    /// No limits at all.
    pub const fn unlimited() -> Self {
        RateLimits { default: None, create: None, infer: None, refresh: None, per: Self::MINUTE }
    }

    /// The limit of one bucket.
    pub const fn of(&self, bucket: Bucket) -> Option<u32> {
        match bucket {
            Bucket::Default => self.default,
            Bucket::Create => self.create,
            Bucket::Infer => self.infer,
            Bucket::Refresh => self.refresh,
        }
    }
}

/// A request was let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Admitted {
    /// How many more are let in right now; `None` without a limit.
    pub left: Option<u32>,
}

/// The allowance is used up. The earliest moment at which another request may go is this far away; it is never zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the rate limit is reached; the next request is allowed in {}", ReadableDuration(*.0))]
pub struct RetryIn(pub Duration);

impl From<RetryIn> for Error {
    fn from(wait: RetryIn) -> Self {
        Error::new(ErrorKind::RateLimited, wait.to_string()).with_retry_after(Some(wait.0))
    }
}

/// The service's view: never lets more than `limit` requests in within any rolling window.
#[derive(Debug, Clone)]
pub struct Window {
    limit: u32,
    log: Log,
}

impl Window {
    /// A window of length `per`.
    pub fn new(limit: u32, per: Duration) -> Self {
        Window { limit, log: Log::new(per) }
    }

    /// Lets a request that arrives at `now` in, and counts it, or says when to come back. A refused one does not count.
    pub fn admit(&mut self, now: Duration) -> Result<Admitted, RetryIn> {
        self.log.forget(now);
        match self.left(now) {
            0 => Err(RetryIn(self.log.room_in(now))),
            left => {
                self.log.add(now);
                Ok(Admitted { left: Some(left - 1) })
            }
        }
    }

    /// How long it takes until another request is let in; `None` when one is at `now`.
    pub fn room_in(&self, now: Duration) -> Option<Duration> {
        (self.left(now) == 0).then(|| self.log.room_in(now))
    }

    /// How many requests would be let in at `now`.
    pub fn left(&self, now: Duration) -> u32 {
        self.limit.saturating_sub(self.log.count(now))
    }
}

/// The service's windows of one API key.
#[derive(Debug, Clone)]
pub struct Allowance {
    windows: [Option<Window>; Bucket::ALL.len()],
}

impl Allowance {
    /// Fresh windows for these limits.
    pub fn new(limits: &RateLimits) -> Self {
        let window = |bucket| limits.of(bucket).map(|limit| Window::new(limit, limits.per));
        Allowance { windows: Bucket::ALL.map(window) }
    }

    /// Lets a request in, and counts it against its bucket, or says when to come back.
    pub fn admit(&mut self, bucket: Bucket, now: Duration) -> Result<Admitted, RetryIn> {
        match &mut self.windows[bucket as usize] {
            Some(window) => window.admit(now),
            None => Ok(Admitted { left: None }),
        }
    }

    /// Whether nothing is counted any more at `now`: then fresh windows are as good, and this can be dropped.
    pub fn is_idle(&self, now: Duration) -> bool {
        self.windows.iter().flatten().all(|window| window.log.count(now) == 0)
    }
}

/// The client's view: keeps it within the service's limits whatever the network does.
///
/// The service counts a request when it arrives, which the client cannot know. So a request counts here from the moment
/// it may leave until one window after its answer came, which covers the service's window wherever in between that
/// began. The price is the time the answers take: 60/62 of the allowance can be used when they take two seconds.
///
/// A request whose answer nobody waited for counts from when the wait ended; should it linger in the network and arrive
/// later still, only the service's own count is right, and its 429 says so.
#[derive(Debug)]
pub struct Governor {
    lanes: [Lane; Bucket::ALL.len()],
}

/// The right to send one request. Hand it back to the governor that gave it when the exchange is over.
#[derive(Debug)]
#[must_use = "a slot that is not handed back stays taken"]
pub struct Slot {
    bucket: Bucket,
}

#[derive(Debug)]
struct Lane {
    limit: Option<u32>,
    in_flight: u32,
    completed: Log,
    blocked_until: Duration,
}

impl Governor {
    /// A governor that has seen no request yet.
    pub fn new(limits: &RateLimits) -> Self {
        let lane = |bucket| Lane {
            limit: limits.of(bucket),
            in_flight: 0,
            completed: Log::new(limits.per),
            blocked_until: Duration::ZERO,
        };
        Governor { lanes: Bucket::ALL.map(lane) }
    }

    /// Takes a slot to send a request now, or says when to ask again.
    ///
    /// Somebody else may take the place that frees itself by then: ask in a loop.
    pub fn reserve(&mut self, bucket: Bucket, now: Duration) -> Result<Slot, RetryIn> {
        let lane = self.lane(bucket);
        lane.completed.forget(now);
        if lane.blocked_until > now {
            return Err(RetryIn(lane.blocked_until - now));
        }
        if lane.left(now) == Some(0) {
            return Err(RetryIn(lane.completed.room_in(now)));
        }
        lane.in_flight += 1;
        Ok(Slot { bucket })
    }

    /// Hands a slot back: the exchange ended at `now`, with an answer of any kind or without one.
    pub fn complete(&mut self, slot: Slot, now: Duration) {
        let lane = self.lane(slot.bucket);
        lane.in_flight = lane.in_flight.saturating_sub(1);
        if lane.limit.is_some() {
            lane.completed.forget(now);
            lane.completed.add(now);
        }
    }

    /// Hands a slot back unused: the request never left, so the service cannot have counted it.
    ///
    /// This alone makes room earlier than a [`RetryIn`] said: wake whoever waits.
    pub fn release(&mut self, slot: Slot) {
        let lane = self.lane(slot.bucket);
        lane.in_flight = lane.in_flight.saturating_sub(1);
    }

    /// Lets nothing of this bucket go for `pause` from `now` on: the service answered 429 and asked for it.
    pub fn block(&mut self, bucket: Bucket, now: Duration, pause: Duration) {
        let lane = self.lane(bucket);
        lane.blocked_until = lane.blocked_until.max(now.saturating_add(pause));
    }

    /// How many requests of this bucket could go at `now`; `None` without a limit.
    pub fn left(&self, bucket: Bucket, now: Duration) -> Option<u32> {
        let lane = &self.lanes[bucket as usize];
        if lane.blocked_until > now { Some(0) } else { lane.left(now) }
    }

    fn lane(&mut self, bucket: Bucket) -> &mut Lane {
        &mut self.lanes[bucket as usize]
    }
}

impl Lane {
    fn left(&self, now: Duration) -> Option<u32> {
        let taken = self.completed.count(now).saturating_add(self.in_flight);
        self.limit.map(|limit| limit.saturating_sub(taken))
    }
}

#[derive(Debug, Clone)]
struct Log {
    per: Duration,
    moments: VecDeque<Duration>,
}

impl Log {
    fn new(per: Duration) -> Self {
        Log { per, moments: VecDeque::new() }
    }

    fn counts(&self, moment: Duration, now: Duration) -> bool {
        moment.saturating_add(self.per) > now
    }

    fn count(&self, now: Duration) -> u32 {
        let gone = self.moments.partition_point(|moment| !self.counts(*moment, now));
        u32::try_from(self.moments.len() - gone).unwrap_or(u32::MAX)
    }

    fn forget(&mut self, now: Duration) {
        while self.moments.front().is_some_and(|moment| !self.counts(*moment, now)) {
            self.moments.pop_front();
        }
    }

    /// Keeps the order: threads may read the clock in one order and get here in another.
    fn add(&mut self, now: Duration) {
        let latest = self.moments.back().copied().unwrap_or_default();
        self.moments.push_back(now.max(latest));
    }

    /// When the oldest moment expires; a whole window if there is none, because all places are taken by requests in
    /// flight or there are no places. Never zero, so that a manual clock moves on.
    fn room_in(&self, now: Duration) -> Duration {
        let leaves = self.moments.iter().find(|moment| self.counts(**moment, now)).map(|m| m.saturating_add(self.per));
        leaves.map_or(self.per, |leaves| leaves.saturating_sub(now)).max(Duration::from_nanos(1))
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    use proptest::prelude::*;

    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);
    const NANOSECOND: Duration = Duration::from_nanos(1);

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn requests_are_counted_against_their_buckets() {
        for (method, path, bucket) in [
            ("POST", "/v2/tracking_requests", Bucket::Create),
            ("POST", "/tracking_requests/?include=x", Bucket::Create),
            ("POST", "tracking_requests", Bucket::Create),
            ("POST", "/v2/tracking_requests/infer_number", Bucket::Infer),
            ("POST", "/v2/tracking%5Frequests/%69nfer_number", Bucket::Infer),
            ("POST", "/v2/tracking_request", Bucket::Create),
            ("POST", "/v2/tracking_request/infer_number", Bucket::Infer),
            ("PATCH", "/v2/containers/a%2Fb/refre%73h", Bucket::Refresh),
            ("PATCH", "/api/v2/containers/0b1c/refresh", Bucket::Refresh),
            ("GET", "/v2/tracking_requests", Bucket::Default),
            ("PATCH", "/v2/tracking_requests/infer_number", Bucket::Default),
            ("POST", "/v2/infer_number", Bucket::Default),
            ("POST", "/v2/tracking_requests/0b1c/custom_fields", Bucket::Default),
            ("PATCH", "/v2/containers/refresh", Bucket::Default),
            ("GET", "/v2/containers/0b1c/refresh", Bucket::Default),
            ("GET", "", Bucket::Default),
        ] {
            assert_eq!(bucket_of(method, path), bucket, "{method} {path}");
        }
    }

    #[test]
    fn a_window_refuses_until_its_oldest_request_leaves_it() {
        let mut window = Window::new(2, MINUTE);
        assert_eq!(window.admit(ms(1_000)), Ok(Admitted { left: Some(1) }));
        assert_eq!(window.admit(ms(5_000)), Ok(Admitted { left: Some(0) }));
        assert_eq!(window.admit(ms(31_000)), Err(RetryIn(ms(30_000))));
        assert_eq!(window.admit(ms(61_000) - NANOSECOND), Err(RetryIn(NANOSECOND)));
        assert_eq!(window.admit(ms(61_000)), Ok(Admitted { left: Some(0) }));
        assert_eq!(window.left(ms(65_000)), 1);
    }

    #[test]
    fn a_limit_of_nothing_or_a_window_of_no_length_does_not_make_anybody_spin() {
        assert_eq!(Window::new(0, MINUTE).admit(ms(7)), Err(RetryIn(MINUTE)));
        assert_eq!(Window::new(0, Duration::ZERO).admit(ms(7)), Err(RetryIn(NANOSECOND)));
        assert!((0..100).all(|_| Window::new(1, Duration::ZERO).admit(ms(7)).is_ok()));
        assert_eq!(Window::new(0, Duration::MAX).admit(Duration::MAX), Err(RetryIn(Duration::MAX)));
    }

    #[test]
    fn the_buckets_of_an_allowance_are_apart_and_no_limit_lets_everything_in() {
        let mut allowance = Allowance::new(&RateLimits { refresh: None, ..RateLimits::interface() });
        for bucket in [Bucket::Default, Bucket::Create, Bucket::Infer] {
            let admitted = (0..500).filter(|_| allowance.admit(bucket, ms(0)).is_ok()).count();
            assert_eq!(admitted, RateLimits::interface().of(bucket).unwrap() as usize);
        }
        assert_eq!(allowance.admit(Bucket::Refresh, ms(0)), Ok(Admitted { left: None }));
        assert!(!allowance.is_idle(ms(59_999)) && allowance.is_idle(MINUTE));
    }

    #[test]
    fn a_used_up_allowance_is_a_retryable_error_that_says_when() {
        let error = Error::from(RetryIn(ms(1_500)));
        assert_eq!((error.kind(), error.retry_after()), (ErrorKind::RateLimited, Some(ms(1_500))));
    }

    fn governor(limit: u32) -> Governor {
        Governor::new(&RateLimits { default: Some(limit), ..RateLimits::interface() })
    }

    #[test]
    fn a_request_counts_while_it_is_in_flight_and_a_window_after_its_answer() {
        let mut governor = governor(2);
        let first = governor.reserve(Bucket::Default, ms(0)).unwrap();
        let _second = governor.reserve(Bucket::Default, ms(0)).unwrap();
        assert_eq!(governor.reserve(Bucket::Default, ms(90_000)).unwrap_err(), RetryIn(MINUTE));
        governor.complete(first, ms(100_000));
        assert_eq!(governor.reserve(Bucket::Default, ms(120_000)).unwrap_err(), RetryIn(ms(40_000)));
        assert_eq!(governor.left(Bucket::Default, ms(160_000)), Some(1));
        assert!(governor.reserve(Bucket::Default, ms(160_000)).is_ok());
        assert!(governor.reserve(Bucket::Create, ms(160_000)).is_ok());
    }

    #[test]
    fn a_request_that_never_left_gives_its_place_back_at_once() {
        let mut governor = governor(1);
        let slot = governor.reserve(Bucket::Default, ms(0)).unwrap();
        governor.release(slot);
        assert_eq!(governor.left(Bucket::Default, ms(0)), Some(1));
    }

    #[test]
    fn nothing_goes_while_the_service_asked_for_a_pause() {
        let mut governor = Governor::new(&RateLimits::unlimited());
        governor.block(Bucket::Infer, ms(1_000), ms(9_000));
        governor.block(Bucket::Infer, ms(1_000), ms(3_000));
        assert_eq!(governor.left(Bucket::Infer, ms(5_000)), Some(0));
        assert_eq!(governor.reserve(Bucket::Infer, ms(5_000)).unwrap_err(), RetryIn(ms(5_000)));
        let slot = governor.reserve(Bucket::Infer, ms(10_000)).unwrap();
        governor.complete(slot, ms(10_000));
        assert_eq!(governor.left(Bucket::Infer, ms(10_000)), None);
    }

    #[test]
    fn following_the_hints_moves_a_clock_that_only_moves_by_sleeping() {
        let (mut governor, mut now, mut sent) = (governor(3), ms(0), 0);
        for _ in 0..28 {
            match governor.reserve(Bucket::Default, now) {
                Ok(slot) => {
                    governor.complete(slot, now);
                    sent += 1;
                }
                Err(RetryIn(wait)) => now += wait,
            }
        }
        assert_eq!((sent, now), (21, ms(420_000)));
    }

    /// A client that sends whenever its governor lets it, to a service that counts arrivals, for `length`.
    ///
    /// Requests and answers take the next of `latencies`, each way, one after the other. Answers how many the service
    /// let in after the first window, and how many it refused.
    fn simulate(limit: u32, latencies: &[Duration], length: Duration) -> (usize, usize) {
        /// What happens next. The slot of a request is found by its number.
        #[derive(PartialEq, Eq, PartialOrd, Ord)]
        enum Event {
            Arrives(usize),
            Answered(usize),
            Wakes,
        }

        let (mut governor, mut window) = (governor(limit), Window::new(limit, MINUTE));
        let (mut slots, mut admitted, mut refused) = (Vec::new(), 0, 0);
        let mut latency = latencies.iter().copied().cycle();
        let mut queue = BinaryHeap::from([Reverse((Duration::ZERO, Event::Wakes))]);
        while let Some(Reverse((now, event))) = queue.pop().filter(|Reverse((now, _))| *now < length) {
            match event {
                Event::Arrives(number) => {
                    match window.admit(now) {
                        Ok(_) if now >= MINUTE => admitted += 1,
                        Ok(_) => {}
                        Err(_) => refused += 1,
                    }
                    queue.push(Reverse((now + latency.next().unwrap(), Event::Answered(number))));
                }
                Event::Answered(number) => {
                    let slot: Option<Slot> = std::mem::take(&mut slots[number]);
                    governor.complete(slot.unwrap(), now);
                    // The place frees itself one window from now, whatever hint was given before this answer.
                    queue.push(Reverse((now + MINUTE, Event::Wakes)));
                }
                Event::Wakes => {
                    while let Ok(slot) = governor.reserve(Bucket::Default, now) {
                        queue.push(Reverse((now + latency.next().unwrap(), Event::Arrives(slots.len()))));
                        slots.push(Some(slot));
                    }
                }
            }
        }
        (admitted, refused)
    }

    #[test]
    fn ninety_five_percent_of_the_allowance_is_used_when_answers_take_two_seconds() {
        let (admitted, refused) = simulate(100, &[ms(1_000)], 61 * MINUTE);
        assert!(admitted >= 5_700, "{admitted} of 6000");
        assert_eq!(refused, 0);
    }

    proptest! {
        #[test]
        fn no_rolling_window_ever_holds_more_than_the_limit(
            limit in 1..8_u32, gaps in prop::collection::vec(0..30_000_u64, 1..200)
        ) {
            let (mut window, mut now, mut admitted) = (Window::new(limit, MINUTE), Duration::ZERO, Vec::new());
            for gap in gaps {
                now += ms(gap);
                match window.admit(now) {
                    Ok(_) => admitted.push(now),
                    Err(RetryIn(wait)) => {
                        prop_assert!(!wait.is_zero());
                        prop_assert!(window.clone().admit(now + wait - NANOSECOND).is_err());
                        prop_assert!(window.clone().admit(now + wait).is_ok());
                    }
                }
                prop_assert!(window.log.moments.len() <= limit as usize);
            }
            for full in admitted.windows(limit as usize + 1) {
                prop_assert!(full[limit as usize] - full[0] >= MINUTE);
            }
        }

        #[test]
        fn a_clock_that_threads_read_out_of_order_breaks_no_limit(
            limit in 1..5_u32, times in prop::collection::vec(0..300_000_u64, 1..100)
        ) {
            let mut window = Window::new(limit, MINUTE);
            let mut latest = Duration::ZERO;
            let mut counted = Vec::new();
            for time in times {
                if window.admit(ms(time)).is_ok() {
                    latest = latest.max(ms(time));
                    counted.push(latest);
                }
                prop_assert!(window.log.moments.len() <= limit as usize);
            }
            for full in counted.windows(limit as usize + 1) {
                prop_assert!(full[limit as usize] - full[0] >= MINUTE);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn a_governed_client_never_breaks_the_limit_of_its_service_whatever_the_network_does(
            limit in 1..120_u32, latencies in prop::collection::vec((20..2_000_u64).prop_map(ms), 1..50)
        ) {
            let (_, refused) = simulate(limit, &latencies, 20 * MINUTE);
            prop_assert_eq!(refused, 0);
        }
    }
}
