//! Rate limits in rolling windows: [`Window`] and [`Allowance`] enforce them in the service, and [`Governor`] keeps a
//! client within them.
//!
//! Both keep a log of times, because only a log guarantees "no more than 100 in any 60 seconds": a token bucket of
//! the same rate admits nearly twice as many in one window. Callers pass the monotonic time.

use std::collections::VecDeque;
use std::time::Duration;

use percent_encoding::percent_decode_str;

use crate::error::{Error, ErrorKind, ReadableDuration};
use crate::settings::settings;

/// Which limit a request counts against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bucket {
    /// Requests that count against no other limit.
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

    /// The name: `default`, `create`, `infer` or `refresh`.
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
    // Decoded as the service does: `%69nfer_number` is the same path.
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
    /// How many requests with one API key are allowed in any window of the length `per`; `None` for unlimited.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct RateLimits {
        /// Requests that count against no other limit.
        count default: Option<u32>,
        /// Creating tracking requests.
        count create: Option<u32>,
        /// Inferring the carrier of a number.
        count infer: Option<u32>,
        /// Refreshing a container.
        count refresh: Option<u32>,
        /// The length of the rolling window, which is the same for all limits.
        timeout per: Duration,
    }
}

impl RateLimits {
    const MINUTE: Duration = Duration::from_secs(60);

    /// The limits of the interface: for each API key, in any 60 seconds.
    pub const fn interface() -> Self {
        RateLimits { default: Some(100), create: Some(100), infer: Some(200), refresh: Some(10), per: Self::MINUTE }
    }

    /// No limits.
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

/// The result of admitting a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Admitted {
    /// How many more requests would be admitted now; `None` without a limit.
    pub left: Option<u32>,
}

/// The limit is reached. Another request may be allowed after this time, which is never zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the rate limit is reached; the next request is allowed in {}", ReadableDuration(*.0))]
pub struct RetryIn(pub Duration);

impl From<RetryIn> for Error {
    fn from(wait: RetryIn) -> Self {
        Error::new(ErrorKind::RateLimited, wait.to_string()).with_retry_after(Some(wait.0))
    }
}

/// Admits at most `limit` requests in any rolling window. The service uses it.
#[derive(Debug, Clone)]
pub struct Window {
    limit: u32,
    log: Log,
}

impl Window {
    /// A limit of `limit` requests in any window of length `per`.
    pub fn new(limit: u32, per: Duration) -> Self {
        Window { limit, log: Log::new(per) }
    }

    /// Admits and counts a request that arrives at `now`, or returns when to try again. A rejected request does not
    /// count.
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

    /// How long until another request is admitted; `None` if one is admitted at `now`.
    pub fn room_in(&self, now: Duration) -> Option<Duration> {
        (self.left(now) == 0).then(|| self.log.room_in(now))
    }

    /// How many requests would be admitted at `now`.
    pub fn left(&self, now: Duration) -> u32 {
        self.limit.saturating_sub(self.log.count(now))
    }
}

/// The windows of one API key, one for each bucket. The service uses it.
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

    /// Admits a request and counts it in its bucket, or returns when to try again.
    pub fn admit(&mut self, bucket: Bucket, now: Duration) -> Result<Admitted, RetryIn> {
        match &mut self.windows[bucket as usize] {
            Some(window) => window.admit(now),
            None => Ok(Admitted { left: None }),
        }
    }

    /// Whether no request counts any more at `now`, so that this value can be dropped and created again.
    pub fn is_idle(&self, now: Duration) -> bool {
        self.windows.iter().flatten().all(|window| window.log.count(now) == 0)
    }
}

/// Keeps a client within the limits of a service, whatever the network does.
///
/// The service counts a request when it arrives, which the client cannot observe. So a request counts here from the
/// time it may be sent until one window after its answer arrived. That covers the window of the service wherever it
/// began. The cost is the time that answers take: with answers that take two seconds, 60/62 of the limit can be used.
///
/// A request whose answer was not awaited counts until one window after the wait ended. If it arrives later than
/// that, only the count of the service is right, and it answers 429.
#[derive(Debug)]
pub struct Governor {
    lanes: [Lane; Bucket::ALL.len()],
}

/// The permission to send one request. Return it to the governor when the exchange is over.
#[derive(Debug)]
#[must_use = "a slot that is not returned stays in use"]
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
    /// A governor without requests.
    pub fn new(limits: &RateLimits) -> Self {
        let lane = |bucket| Lane {
            limit: limits.of(bucket),
            in_flight: 0,
            completed: Log::new(limits.per),
            blocked_until: Duration::ZERO,
        };
        Governor { lanes: Bucket::ALL.map(lane) }
    }

    /// Reserves a slot to send a request now, or returns when to try again. Call it in a loop: another thread may
    /// take the slot that becomes free by then.
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

    /// Returns a slot after the exchange ended at `now`, with or without an answer.
    pub fn complete(&mut self, slot: Slot, now: Duration) {
        let lane = self.lane(slot.bucket);
        lane.in_flight = lane.in_flight.saturating_sub(1);
        if lane.limit.is_some() {
            lane.completed.forget(now);
            lane.completed.add(now);
        }
    }

    /// Returns a slot without using it: the request was not sent, so the service cannot have counted it.
    ///
    /// Only this frees a slot earlier than a [`RetryIn`] said: wake the waiting threads.
    pub fn release(&mut self, slot: Slot) {
        let lane = self.lane(slot.bucket);
        lane.in_flight = lane.in_flight.saturating_sub(1);
    }

    /// Blocks the bucket for `pause` from `now`, because the service answered 429 and requested it.
    pub fn block(&mut self, bucket: Bucket, now: Duration, pause: Duration) {
        let lane = self.lane(bucket);
        lane.blocked_until = lane.blocked_until.max(now.saturating_add(pause));
    }

    /// Replaces the limit of a bucket, and the length of its window. Requests that count stay counted.
    pub fn set_limit(&mut self, bucket: Bucket, limit: Option<u32>, per: Duration) {
        let lane = self.lane(bucket);
        lane.limit = limit;
        lane.completed.per = per;
    }

    /// The limit of a bucket, and the length of its window.
    pub fn limit(&self, bucket: Bucket) -> (Option<u32>, Duration) {
        let lane = &self.lanes[bucket as usize];
        (lane.limit, lane.completed.per)
    }

    /// Whether the bucket is [blocked](Self::block) at `now`.
    pub fn is_blocked(&self, bucket: Bucket, now: Duration) -> bool {
        self.lanes[bucket as usize].blocked_until > now
    }

    /// How many requests of this bucket could be sent at `now`; `None` without a limit.
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
        let used = self.completed.count(now).saturating_add(self.in_flight);
        self.limit.map(|limit| limit.saturating_sub(used))
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
        let expired = self.moments.partition_point(|moment| !self.counts(*moment, now));
        u32::try_from(self.moments.len() - expired).unwrap_or(u32::MAX)
    }

    fn forget(&mut self, now: Duration) {
        while self.moments.front().is_some_and(|moment| !self.counts(*moment, now)) {
            self.moments.pop_front();
        }
    }

    /// Keeps the log sorted: threads may call this in another order than they read the clock.
    fn add(&mut self, now: Duration) {
        let latest = self.moments.back().copied().unwrap_or_default();
        self.moments.push_back(now.max(latest));
    }

    /// The time until the oldest entry expires. A whole window if the log is empty: then all slots are used by
    /// requests in flight, or the limit is 0. Never zero, so that a manual clock moves on.
    fn room_in(&self, now: Duration) -> Duration {
        let expires = self.moments.iter().find(|moment| self.counts(**moment, now)).map(|m| m.saturating_add(self.per));
        expires.map_or(self.per, |expires| expires.saturating_sub(now)).max(Duration::from_nanos(1))
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
    fn window_rejects_requests_until_the_oldest_expires() {
        let mut window = Window::new(2, MINUTE);
        assert_eq!(window.admit(ms(1_000)), Ok(Admitted { left: Some(1) }));
        assert_eq!(window.admit(ms(5_000)), Ok(Admitted { left: Some(0) }));
        assert_eq!(window.admit(ms(31_000)), Err(RetryIn(ms(30_000))));
        assert_eq!(window.admit(ms(61_000) - NANOSECOND), Err(RetryIn(NANOSECOND)));
        assert_eq!(window.admit(ms(61_000)), Ok(Admitted { left: Some(0) }));
        assert_eq!(window.left(ms(65_000)), 1);
    }

    #[test]
    fn zero_limit_and_empty_window_never_return_a_zero_wait() {
        assert_eq!(Window::new(0, MINUTE).admit(ms(7)), Err(RetryIn(MINUTE)));
        assert_eq!(Window::new(0, Duration::ZERO).admit(ms(7)), Err(RetryIn(NANOSECOND)));
        assert!((0..100).all(|_| Window::new(1, Duration::ZERO).admit(ms(7)).is_ok()));
        assert_eq!(Window::new(0, Duration::MAX).admit(Duration::MAX), Err(RetryIn(Duration::MAX)));
    }

    #[test]
    fn buckets_are_counted_separately_and_may_be_unlimited() {
        let mut allowance = Allowance::new(&RateLimits { refresh: None, ..RateLimits::interface() });
        for bucket in [Bucket::Default, Bucket::Create, Bucket::Infer] {
            let admitted = (0..500).filter(|_| allowance.admit(bucket, ms(0)).is_ok()).count();
            assert_eq!(admitted, RateLimits::interface().of(bucket).unwrap() as usize);
        }
        assert_eq!(allowance.admit(Bucket::Refresh, ms(0)), Ok(Admitted { left: None }));
        assert!(!allowance.is_idle(ms(59_999)) && allowance.is_idle(MINUTE));
    }

    #[test]
    fn reached_limit_is_an_error_with_retry_after() {
        let error = Error::from(RetryIn(ms(1_500)));
        assert_eq!((error.kind(), error.retry_after()), (ErrorKind::RateLimited, Some(ms(1_500))));
    }

    fn governor(limit: u32) -> Governor {
        Governor::new(&RateLimits { default: Some(limit), ..RateLimits::interface() })
    }

    #[test]
    fn request_counts_until_one_window_after_its_answer() {
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
    fn unsent_request_frees_its_slot_at_once() {
        let mut governor = governor(1);
        let slot = governor.reserve(Bucket::Default, ms(0)).unwrap();
        governor.release(slot);
        assert_eq!(governor.left(Bucket::Default, ms(0)), Some(1));
    }

    #[test]
    fn bucket_is_blocked_during_a_requested_pause() {
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
    fn waits_advance_a_manual_clock() {
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

    /// Simulates for `length` a client that sends whenever its governor allows it, and a service that counts arrivals.
    ///
    /// Each request and each answer takes the next of `latencies`. Returns how many requests the service admitted
    /// after the first window, and how many it rejected.
    fn simulate(limit: u32, latencies: &[Duration], length: Duration) -> (usize, usize) {
        /// The next event. The number is the index of the slot.
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
                    // The slot becomes free one window from now, whatever wait was returned before this answer.
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
    fn governor_uses_95_percent_of_the_limit_with_two_second_answers() {
        let (admitted, refused) = simulate(100, &[ms(1_000)], 61 * MINUTE);
        assert!(admitted >= 5_700, "{admitted} of 6000");
        assert_eq!(refused, 0);
    }

    proptest! {
        #[test]
        fn no_rolling_window_exceeds_the_limit(
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
        fn out_of_order_times_do_not_exceed_the_limit(
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
        fn governed_client_never_exceeds_the_limit_of_the_service(
            limit in 1..120_u32, latencies in prop::collection::vec((20..2_000_u64).prop_map(ms), 1..50)
        ) {
            let (_, refused) = simulate(limit, &latencies, 20 * MINUTE);
            prop_assert_eq!(refused, 0);
        }
    }
}
