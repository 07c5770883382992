//! Which certificate authorities a connection trusts.

use std::fmt;
use std::path::PathBuf;

use rustls_pki_types::CertificateDer;
use rustls_pki_types::pem::PemObject;

use crate::error::{Error, ErrorKind, Result};

/// The certificate authorities that are trusted.
#[derive(Clone, Default)]
pub enum Roots {
    /// Those of this machine, read at the first connection that needs them; the bundled ones when the machine has none.
    ///
    /// On Unix, the environment variables `SSL_CERT_FILE` and `SSL_CERT_DIR` say where they are, as for other programs.
    #[default]
    System,
    /// Those of Mozilla, as they were when this library was built.
    Bundled,
    /// Exactly the certificates in this PEM text.
    Pem(Vec<u8>),
    /// Exactly the certificates in this PEM file.
    PemFile(PathBuf),
}

impl Roots {
    /// What the setting comes to. Everything that can be wrong with it is found here.
    pub(super) fn check(&self) -> Result<Authorities> {
        match self {
            Roots::System => Ok(Authorities::Machine),
            Roots::Bundled => Ok(Authorities::Bundled),
            Roots::Pem(text) => parse(text).map(Authorities::Exactly),
            Roots::PemFile(path) => {
                let text = std::fs::read(path).map_err(|error| refused(format!("{}: {error}", path.display())))?;
                parse(&text).map(Authorities::Exactly)
            }
        }
    }
}

/// The authorities of a checked setting.
pub(super) enum Authorities {
    Machine,
    Bundled,
    Exactly(Vec<CertificateDer<'static>>),
}

impl Authorities {
    /// The certificates; `None` for the bundled ones. Those of the machine are many small files: reading them takes tens
    /// of milliseconds.
    pub(super) fn certificates(&self) -> Option<Vec<CertificateDer<'static>>> {
        match self {
            Authorities::Machine => {
                Some(rustls_native_certs::load_native_certs().certs).filter(|found| !found.is_empty())
            }
            Authorities::Bundled => None,
            Authorities::Exactly(certificates) => Some(certificates.clone()),
        }
    }
}

impl fmt::Debug for Roots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Roots::System => f.write_str("System"),
            Roots::Bundled => f.write_str("Bundled"),
            Roots::Pem(text) => write!(f, "Pem({} bytes)", text.len()),
            Roots::PemFile(path) => f.debug_tuple("PemFile").field(path).finish(),
        }
    }
}

fn parse(text: &[u8]) -> Result<Vec<CertificateDer<'static>>> {
    let certificates: Vec<_> = CertificateDer::pem_slice_iter(text)
        .collect::<Result<_, _>>()
        .map_err(|_| refused("the text is not PEM".to_owned()))?;
    if certificates.is_empty() {
        return Err(refused("the text holds no certificate".to_owned()));
    }
    let mut store = rustls::RootCertStore::empty();
    for certificate in &certificates {
        store
            .add(certificate.clone())
            .map_err(|_| refused("one of the certificates cannot be an authority".to_owned()))?;
    }
    Ok(certificates)
}

fn refused(detail: String) -> Error {
    Error::refused(ErrorKind::Configuration, "roots", detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_without_a_usable_certificate_is_refused_by_the_name_of_the_setting() {
        let bad = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        let cut = "-----BEGIN CERTIFICATE-----\nAAAA\n";
        for roots in [
            Roots::Pem(Vec::new()),
            Roots::Pem(b"hello".to_vec()),
            Roots::Pem(bad.into()),
            Roots::Pem(cut.into()),
            Roots::PemFile("/nonexistent/roots.pem".into()),
        ] {
            let error = roots.check().err().expect("a refusal");
            assert_eq!((error.kind(), error.pointer()), (ErrorKind::Configuration, Some("roots")), "{roots:?}");
        }
    }
}
