//! Decides whether a time window of a shipment is over, and moves the windows by idle time.

use chrono::{DateTime, TimeDelta, Utc};

use super::picture::{FoldPolicy, Picture, TrackingWindows};
use crate::idle_time::IdleTime;
use crate::resources::StopReason;

impl TrackingWindows {
    /// The reason to stop tracking; `None` if no window is over.
    pub(super) fn stop_reason(&self, now: DateTime<Utc>, policy: &FoldPolicy) -> Option<StopReason> {
        let is_over = |(_, start, window): &(_, DateTime<Utc>, TimeDelta)| now - *start > *window;
        self.begun(policy).find(is_over).map(|(reason, ..)| reason)
    }

    /// When the first window ends; `None` if none has begun.
    pub(super) fn first_end(&self, policy: &FoldPolicy) -> Option<DateTime<Utc>> {
        self.begun(policy).filter_map(|(_, start, window)| start.checked_add_signed(window)).min()
    }

    fn begun(&self, policy: &FoldPolicy) -> impl Iterator<Item = (StopReason, DateTime<Utc>, TimeDelta)> {
        let windows = [
            (StopReason::PastArrivalWindow, self.arrived_at, policy.arrival_window),
            (StopReason::PastFullOutWindow, self.left_at, policy.arrival_window),
            (StopReason::NoUpdatesAtLine, self.last_fact_at, policy.silence_window),
        ];
        windows.into_iter().filter_map(|(reason, start, window)| Some((reason, start?, window)))
    }
}

impl Picture {
    /// Moves the time windows by the idle time before this look-up, and decides again whether one of them is over. `last_fact` is the start
    /// of the window without new facts after the previous look-up.
    ///
    /// An arrival has a time that no pause of the program changes, so its windows are moved for this look-up only: the shipment is looked up
    /// once more.
    pub(crate) fn skip_idle_time(
        &mut self,
        idle: IdleTime,
        last_fact: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
        policy: &FoldPolicy,
    ) {
        let moved = |start: Option<DateTime<Utc>>| start.map(|start| idle.move_start(start, now));
        self.windows.last_fact_at = moved(self.windows.last_fact_at.max(last_fact));
        let has_ended =
            matches!(self.concluded, Some(StopReason::AllContainersTerminated | StopReason::BookingCancelled));
        if !has_ended {
            let TrackingWindows { arrived_at, left_at, last_fact_at } = self.windows;
            let of_this_look_up =
                TrackingWindows { arrived_at: moved(arrived_at), left_at: moved(left_at), last_fact_at };
            self.concluded = of_this_look_up.stop_reason(now, policy);
            self.concludes_at = self.windows.first_end(policy);
        }
    }
}
