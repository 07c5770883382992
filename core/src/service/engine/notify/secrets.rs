//! Replaces secrets, with an overlap during which the old and the new secret sign.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::error::{Error, ErrorKind, Result};
use crate::resources::WebhookSecret;
use crate::store::{ReplacedSecret, WebhookRecord};
use crate::time::{saturating_add, time_delta};
use crate::webhooks::{Signer, SigningSecret};

pub(in crate::service) const OVERLAP: Duration = Duration::from_secs(24 * 60 * 60);

/// Each secret adds a signature to a delivery, and receivers read a limited number of signatures.
const MAX_REPLACED: usize = 4;

/// Replaces the secret of a webhook. The previous secret also signs until the `overlap` ends. Older secrets end no later
/// than that.
pub(in crate::service) fn replace(
    record: &mut WebhookRecord,
    new: WebhookSecret,
    now: DateTime<Utc>,
    overlap: Duration,
) -> Result<()> {
    let old = record.webhook.secret.replace(new);
    retire_secret(old, &mut record.replaced, now, overlap)
}

/// Adds the old secret to the replaced ones, and drops those that have ended.
pub(in crate::service) fn retire_secret(
    old: Option<WebhookSecret>,
    replaced: &mut Vec<ReplacedSecret>,
    now: DateTime<Utc>,
    overlap: Duration,
) -> Result<()> {
    let until = saturating_add(now, time_delta(overlap));
    let old = old.map(|secret| ReplacedSecret { secret, until });
    let before = std::mem::take(replaced);
    let before = before.into_iter().map(|old| ReplacedSecret { until: old.until.min(until), ..old });
    *replaced = old.into_iter().chain(before).filter(|old| old.until > now).collect();
    if replaced.len() > MAX_REPLACED {
        let detail = "the secret was replaced too often in a short time: wait until a previous secret has ended, or request \
                      no overlap";
        return Err(Error::new(ErrorKind::Conflict, detail));
    }
    Ok(())
}

pub(super) fn signer(record: &WebhookRecord, now: DateTime<Utc>) -> Result<Signer> {
    let current = record.webhook.secret.clone().unwrap_or_default();
    let replaced = record.replaced.iter().filter(|old| old.until > now).map(|old| &old.secret);
    Signer::new(std::iter::once(&current).chain(replaced).map(SigningSecret::try_from).collect::<Result<Vec<_>>>()?)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::resources::Webhook;

    const HOUR: Duration = Duration::from_secs(3_600);

    fn at(hours: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
    }

    fn record() -> WebhookRecord {
        let webhook = Webhook { secret: Some(WebhookSecret::new("first")), ..Webhook::default() };
        WebhookRecord { account: "a".into(), webhook, ..WebhookRecord::default() }
    }

    fn rotate(record: &mut WebhookRecord, new: &str, now: i64, overlap: Duration) -> Result<()> {
        replace(record, WebhookSecret::new(new), at(now), overlap)
    }

    fn signing(record: &WebhookRecord, now: i64) -> usize {
        let headers = signer(record, at(now)).unwrap().sign("id", b"{}", at(now)).unwrap();
        headers.last().unwrap().1.split(' ').count()
    }

    #[test]
    fn replaced_secret_signs_until_the_overlap_ends() {
        let mut record = record();
        rotate(&mut record, "second", 0, HOUR * 2).unwrap();
        assert_eq!((signing(&record, 0), signing(&record, 1), signing(&record, 2)), (2, 2, 1));
        assert_eq!(record.webhook.secret, Some(WebhookSecret::new("second")));
        rotate(&mut record, "third", 3, HOUR).unwrap();
        assert_eq!(record.replaced.len(), 1, "secrets that ended are dropped");
    }

    #[test]
    fn without_overlap_all_previous_secrets_end() {
        let mut record = record();
        rotate(&mut record, "second", 0, HOUR * 9).unwrap();
        rotate(&mut record, "third", 1, Duration::ZERO).unwrap();
        assert_eq!((signing(&record, 1), record.replaced.len()), (1, 0));
    }

    #[test]
    fn secret_ends_no_later_than_its_successor() {
        let mut record = record();
        rotate(&mut record, "second", 0, HOUR * 9).unwrap();
        rotate(&mut record, "third", 1, HOUR * 2).unwrap();
        assert_eq!((signing(&record, 2), signing(&record, 3)), (3, 1));
    }

    #[test]
    fn too_many_overlapping_secrets_are_rejected() {
        let mut record = record();
        for number in 0..4 {
            rotate(&mut record, &number.to_string(), 0, HOUR).unwrap();
        }
        assert_eq!(rotate(&mut record.clone(), "x", 0, HOUR).unwrap_err().kind(), ErrorKind::Conflict);
        rotate(&mut record.clone(), "x", 0, Duration::ZERO).unwrap();
        rotate(&mut record, "x", 1, HOUR).unwrap();
    }
}
