//! How often each number can be looked up within the pace of its carrier.

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

/// What a carrier is to be asked for with one set of credentials, and how often it can be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CarrierPlan {
    /// The carrier's code.
    pub scac: String,
    /// The names of the accounts that it is asked for with these credentials.
    pub accounts: Vec<String>,
    /// How many tracking requests are looked up.
    pub requests: u64,
    /// How many of them are near their port of discharge, or there: they go first.
    pub urgent: u64,
    /// How many of them are new: they go next.
    pub new: u64,
    /// About how many look-ups a day the schedule wants. One takes a call, and one more for each further page.
    pub wanted_per_day: u64,
    /// How many calls a day are allowed; `None` where nobody said.
    pub allowed_per_day: Option<u64>,
    /// How often each can be asked for when all are asked for equally often, in seconds; `None` without a limit.
    pub each_every_seconds: Option<u64>,
    /// Whether that suffices. Where it does not, what is not urgent is asked for less often.
    pub suffices: bool,
    /// Whether the carrier refuses the credentials.
    pub credentials_suspended: bool,
    /// Whether somebody is plugged in that answers for it.
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
        self.wanted_per_day =
            self.urgent * looks_a_day(policy.near_port.min(policy.in_port)) + others * looks_a_day(policy.refresh);
        self.allowed_per_day = allowed_per_day;
        self.suffices = allowed_per_day.is_none_or(|allowed| allowed >= self.wanted_per_day);
        let every = |allowed: u64| self.requests.saturating_mul(DAY).div_ceil(allowed.max(1));
        self.each_every_seconds = allowed_per_day.map(every);
    }
}

fn looks_a_day(pause: TimeDelta) -> u64 {
    DAY.div_ceil(pause.num_seconds().max(1).unsigned_abs())
}

fn allowed_by(pace: &Pace) -> Option<u64> {
    let per = pace.per.max(Duration::from_millis(1)).as_millis();
    let a_day = u128::from(pace.look_ups?) * u128::from(DAY) * 1_000 / per;
    Some(u64::try_from(a_day).unwrap_or(u64::MAX))
}

impl Engine {
    pub fn carrier_plans(&self) -> Result<Vec<CarrierPlan>> {
        let (lanes, suspended) = self.store.reading(|tx: &Tx<'_>| {
            let named = |(lane, size): (Lane, LaneSize)| Ok((account_name(tx, &lane.account)?, lane, size));
            let lanes: Vec<_> = tx.lane_sizes()?.into_iter().map(named).collect::<Result<_>>()?;
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

    fn allowed_per_day(&self, scac: &str) -> Option<u64> {
        let of_carrier = self.carrier(scac).and_then(|carrier| carrier.call_log()).map(CallLog::pace);
        let of_policy = self.policies.pace_for(scac);
        let of_carrier = of_carrier.and_then(|pace| pace.calls_per_day());
        of_carrier.into_iter().chain(allowed_by(of_policy)).min()
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
    fn a_quota_suffices_or_says_how_often_each_can_be_asked() {
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
