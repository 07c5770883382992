//! Speed of signing and verifying deliveries, compared with a bare HMAC of the same bytes.

mod support;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use shiptrack::webhooks::{HOSTED_SIGNATURE, Signer, SigningSecret, Verifier};
use support::{Goal, Goals, Ratios, each, median, quotient, rounds};

const ROUNDS: usize = 300;
const CALLS: u32 = 1_000;
const BODY: usize = 1_000;
const ID: &str = "0b1c9f9e-8f5a-7b3e-9a53-0123456789ab";

const HOSTED: &str = "verifications in the hosted scheme / a million per second";
const STANDARD: &str = "verifications of Standard Webhooks / a million per second";
const HOSTED_OF_BARE: &str = "time of verifying in the hosted scheme / of the bare HMAC";
const SIGNING_OF_BARE: &str = "time of signing in both schemes / of two bare HMACs";

const GOALS: Goals = &[
    (HOSTED, Goal::AtLeast(1.0)),
    (STANDARD, Goal::AtLeast(1.0)),
    (HOSTED_OF_BARE, Goal::AtMost(1.25)),
    (SIGNING_OF_BARE, Goal::AtMost(1.5)),
];
/// The noise margin of the short form, as a part of a goal. One thread computes, in turn with its peer.
const MARGIN: f64 = 0.1;

fn main() -> ExitCode {
    let mut ratios = Ratios::new(GOALS, MARGIN);
    ratios.measure([HOSTED, STANDARD, HOSTED_OF_BARE, SIGNING_OF_BARE], compare);
    ratios.verdict()
}

fn compare() -> [f64; 4] {
    let secret = SigningSecret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").expect("a secret");
    let signer = Signer::new([secret.clone()]).expect("a signer");
    let verifier = Verifier::new([secret.clone()]).expect("a verifier");
    // The hosted scheme does not sign the time.
    let timeless = Verifier::new([secret.clone()]).expect("a verifier").require_timestamp(false);
    let bare = Hmac::<Sha256>::new_from_slice(secret.reveal().as_bytes()).expect("a key");
    let (body, now) = (vec![b'x'; BODY], DateTime::from_timestamp(1_777_000_000, 0).expect("a moment"));
    let signed = signer.sign(ID, &body, now).expect("a signature");
    let hosted: Vec<_> = signed.iter().filter(|(name, _)| *name == HOSTED_SIGNATURE).cloned().collect();

    let rounds = rounds(ROUNDS);
    let mut times: [Vec<Duration>; 4] = Default::default();
    for _ in 0..rounds {
        times[0].push(each(CALLS, || drop(black_box(bare.clone().chain_update(black_box(&body)).finalize()))));
        times[1].push(each(CALLS, || verify(&timeless, &hosted, &body, now)));
        times[2].push(each(CALLS, || verify(&verifier, &signed, &body, now)));
        times[3].push(each(CALLS, || drop(black_box(signer.sign(ID, black_box(&body), now).expect("a signature")))));
    }
    let [bare, hosted, standard, sign] = times.map(median);
    println!("{BODY} bytes, {rounds} rounds of {CALLS} calls");
    println!("bare HMAC-SHA256                 {bare:>10.0?}");
    println!("verify, hosted scheme            {hosted:>10.0?}");
    println!("verify, Standard Webhooks        {standard:>10.0?}");
    println!("sign, the headers of both        {sign:>10.0?}");
    let million = Duration::from_micros(1);
    [quotient(million, hosted), quotient(million, standard), quotient(hosted, bare), quotient(sign, 2 * bare)]
}

fn verify(verifier: &Verifier, headers: &[(&'static str, String)], body: &[u8], now: DateTime<Utc>) {
    let header = |name: &str| {
        let found = headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    };
    black_box(verifier.verify(header, black_box(body), now).expect("a delivery of ours"));
}
