//! Error messages for failed TLS handshakes.

use std::io;

use chrono::DateTime;
use rustls::{CertificateError, Error, InvalidMessage};
use rustls_pki_types::UnixTime;

pub(super) fn describe_io(error: &io::Error, host: &str) -> String {
    match error.get_ref().and_then(|inside| inside.downcast_ref()) {
        Some(inside) => describe(inside, host),
        None => error.to_string(),
    }
}

/// A message for an error of TLS. If the server does not use TLS, the URL is probably wrong.
pub(super) fn describe(error: &Error, host: &str) -> String {
    match error {
        Error::InvalidMessage(InvalidMessage::InvalidContentType) => {
            format!("{host} does not use TLS: the URL needs http:// instead of https://, or another port")
        }
        Error::InvalidCertificate(problem) => describe_certificate(problem, host),
        other => other.to_string(),
    }
}

fn describe_certificate(problem: &CertificateError, host: &str) -> String {
    match problem {
        CertificateError::ExpiredContext { not_after, .. } => {
            format!("the certificate of {host} expired on {}", date(*not_after))
        }
        CertificateError::NotValidYetContext { not_before, .. } => {
            format!(
                "the certificate of {host} is valid from {}: is the clock of this computer right?",
                date(*not_before)
            )
        }
        CertificateError::UnknownIssuer => untrusted(host),
        // A certificate that signs itself is usually made like one of an authority.
        CertificateError::Other(other) if format!("{other:?}").contains("CaUsedAsEndEntity") => untrusted(host),
        other => format!("the certificate of {host} is not valid: {other}"),
    }
}

fn untrusted(host: &str) -> String {
    format!("the certificate of {host} is self-signed, or its issuer is not among the trusted certificates")
}

fn date(time: UnixTime) -> String {
    let moment = i64::try_from(time.as_secs()).ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    moment.map_or_else(|| "an unknown date".to_owned(), |moment| moment.format("%Y-%m-%d").to_string())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn rejected_certificates_are_described_with_host_and_date() {
        let at = |seconds| UnixTime::since_unix_epoch(Duration::from_secs(seconds));
        let described = |problem| describe(&Error::InvalidCertificate(problem), "api.example");
        let (time, not_after, not_before) = (at(1_790_000_000), at(1_700_000_000), at(1_800_000_000));
        assert_eq!(
            described(CertificateError::ExpiredContext { time, not_after }),
            "the certificate of api.example expired on 2023-11-14"
        );
        assert!(described(CertificateError::NotValidYetContext { time, not_before }).contains("valid from 2027-01-15"));
        assert!(described(CertificateError::UnknownIssuer).contains("is self-signed, or"));
    }
}
