//! Numbers of the rate limit buckets.

use shiptrack::limits::Bucket;

use crate::boundary::Failure;

pub(crate) fn bucket_of(bucket: i32) -> Result<Bucket, Failure> {
    let found = usize::try_from(bucket).ok().and_then(|bucket| Bucket::ALL.get(bucket));
    found.copied().ok_or_else(|| {
        let known = "SHIPTRACK_BUCKET_DEFAULT (0), _CREATE (1), _INFER (2) or _REFRESH (3)";
        Failure::argument("bucket", format!("bucket is {known}, not {bucket}"))
    })
}

pub(super) fn code_of_bucket(bucket: Bucket) -> i32 {
    let place = Bucket::ALL.iter().position(|known| *known == bucket);
    place.and_then(|place| i32::try_from(place).ok()).unwrap_or(-1)
}
