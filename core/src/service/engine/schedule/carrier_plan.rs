//! `CarrierPlan`: compares the scheduled look-ups at a carrier with the calls that its rate limits allow.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::TimeDelta;
use serde::Serialize;

use crate::carriers::CallLog;
use crate::error::Result;
use crate::ids::CredentialId;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::policies::Pace;
use crate::service::engine::credentials::carrier_credentials::account_name;
use crate::store::{Lane, LaneSize, Tx};
use crate::tracking::lifecycle::Policy;

/// How many look-ups are scheduled at a carrier with one set of credentials, and how many calls are allowed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CarrierPlan {
    /// The carrier's code.
    pub scac: String,
    /// Names of the accounts that use these credentials.
    pub accounts: Vec<String>,
    /// Number of tracking requests that are looked up.
    pub requests: u64,
    /// Number of requests with containers near or at their port of discharge. They are looked up first.
    pub urgent: u64,
    /// Number of new requests. They are looked up next.
    pub new: u64,
    /// Approximate number of look-ups that are scheduled a day. A look-up takes one call for each page of the answer.
    pub wanted_per_day: u64,
    /// Number of calls that are allowed a day; `None` if no limit is known.
    pub allowed_per_day: Option<u64>,
    /// Seconds between two look-ups of the same request, if all allowed calls were spread evenly over the requests; `None` if no
    /// limit is known.
    pub each_every_seconds: Option<u64>,
    /// Whether the allowed calls are enough for the scheduled look-ups. If not, requests that are not urgent are looked up less often than
    /// scheduled.
    pub suffices: bool,
    /// Whether the credentials are suspended because the carrier refuses them.
    pub credentials_suspended: bool,
    /// Whether a [`Carrier`](crate::carriers::Carrier) is installed for this code.
    pub plugged_in: bool,
}

const DAY: u64 = 86_400;

impl CarrierPlan {
    fn add(&mut self, account: String, size: LaneSize) {
        self.accounts.push(account);
        self.requests += size.urgent + size.new + size.others;
        self.urgent += size.urgent;
        self.new += size.new;
    }

    fn set_limits(&mut self, policy: &Policy, allowed_per_day: Option<u64>) {
        let others = self.requests - self.urgent;
        self.wanted_per_day = self.urgent * look_ups_per_day(policy.near_port.min(policy.in_port))
            + others * look_ups_per_day(policy.refresh);
        self.allowed_per_day = allowed_per_day;
        self.suffices = allowed_per_day.is_none_or(|allowed| allowed >= self.wanted_per_day);
        let every = |allowed: u64| self.requests.saturating_mul(DAY).div_ceil(allowed.max(1));
        self.each_every_seconds = allowed_per_day.map(every);
    }
}

/// Number of look-ups a day with this pause between them.
fn look_ups_per_day(pause: TimeDelta) -> u64 {
    DAY.div_ceil(pause.num_seconds().max(1).unsigned_abs())
}

/// Number of look-ups that the pace allows a day; `None` if it has no limit.
fn allowed_by(pace: &Pace) -> Option<u64> {
    let per = pace.per.max(Duration::from_millis(1)).as_millis();
    let per_day = u128::from(pace.look_ups?) * u128::from(DAY) * 1_000 / per;
    Some(u64::try_from(per_day).unwrap_or(u64::MAX))
}

impl Engine {
    pub fn carrier_plans(&self) -> Result<Vec<CarrierPlan>> {
        let (lanes, suspended) = self.store.reading(|tx: &Tx<'_>| {
            let with_account_name = |(lane, size): (Lane, LaneSize)| Ok((account_name(tx, &lane.account)?, lane, size));
            let lanes: Vec<_> = tx.lane_sizes()?.into_iter().map(with_account_name).collect::<Result<_>>()?;
            Ok((lanes, tx.suspended_credentials(None)?))
        })?;
        let mut plans: BTreeMap<(String, CredentialId), CarrierPlan> = BTreeMap::new();
        for (name, lane, size) in lanes {
            let credential = self.credential(&lane, &name);
            let plan = plans
                .entry((lane.scac.clone(), credential))
                .or_insert_with(|| CarrierPlan { scac: lane.scac, ..Default::default() });
            plan.add(name, size);
        }
        let finished = plans.into_iter().map(|((scac, credential), mut plan)| {
            plan.set_limits(&self.policies.lifecycle, self.allowed_per_day(&scac));
            plan.credentials_suspended =
                suspended.iter().any(|found| found.scac == scac && found.credential == credential);
            plan.plugged_in = self.carrier(&scac).is_some();
            plan
        });
        Ok(finished.collect())
    }

    /// The lower one of the limits of the carrier's profile and of the policies of the service.
    fn allowed_per_day(&self, scac: &str) -> Option<u64> {
        let profile_pace = self.carrier(scac).and_then(|carrier| carrier.call_log()).map(CallLog::pace);
        let by_profile = profile_pace.and_then(|pace| pace.calls_per_day());
        let by_policy = allowed_by(self.policies.pace_for(scac));
        by_profile.into_iter().chain(by_policy).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(size: LaneSize, allowed: Option<u64>) -> CarrierPlan {
        let mut plan = CarrierPlan { scac: "MAEU".to_owned(), ..CarrierPlan::default() };
        plan.add("default".to_owned(), size);
        plan.set_limits(&Policy::default(), allowed);
        plan
    }

    #[test]
    fn plan_compares_the_schedule_with_the_allowed_calls() {
        let size = LaneSize { urgent: 100, new: 50, others: 850 };
        let enough = plan(size, Some(4_400));
        assert_eq!((enough.requests, enough.wanted_per_day, enough.suffices), (1_000, 8 * 100 + 4 * 900, true));
        let short = plan(size, Some(500));
        assert_eq!((short.each_every_seconds, short.suffices), (Some(2 * DAY), false));
        let free = plan(size, None);
        assert_eq!((free.each_every_seconds, free.suffices), (None, true));
        assert!(!plan(size, Some(0)).suffices);
        let pace = |look_ups, seconds| Pace { look_ups, per: Duration::from_secs(seconds), ..Pace::default() };
        assert_eq!([allowed_by(&pace(Some(10), 60)), allowed_by(&pace(None, 60))], [Some(14_400), None]);
    }
}
