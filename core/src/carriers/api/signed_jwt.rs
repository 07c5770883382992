//! Getting a token for an assertion that a key of ours signed (RFC 7523): nobody's secret goes over the line.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use ring::digest::{SHA1_FOR_LEGACY_USE_ONLY, SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::{Map, Value, json};

use super::keys::Keys;
use super::oauth2::{self, TokenRequest};
use super::tokens::Got;
use super::way::{Trace, Way};
use crate::carriers::LookUpFailure;
use crate::carriers::profiles::{KeyName, SignedJwt};
use crate::http::Call;

/// How long an assertion is good for: what goes over the line is used at once.
const LASTS: i64 = 120;

const ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// A key that signs for nobody, and a certificate of nothing beside it: for a look-up that is made again from what was recorded.
pub(super) fn made_up() -> Option<String> {
    let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).ok()?;
    let pem =
        |what: &str, der: &[u8]| format!("-----BEGIN {what}-----\n{}\n-----END {what}-----\n", STANDARD.encode(der));
    Some(pem("PRIVATE KEY", key.as_ref()) + &pem("CERTIFICATE", b"made up"))
}

/// A key that signs.
enum Key {
    Rsa(Box<RsaKeyPair>),
    Ec(Box<EcdsaKeyPair>),
}

/// Gets a token.
pub(super) fn fetch(
    way: &Way,
    signed_jwt: &SignedJwt,
    keys: &Keys,
    call: &Call,
    trace: &mut Trace,
) -> Result<Got, LookUpFailure> {
    let id = keys.get("client_id");
    let assertion = assertion(signed_jwt, keys, way.now()).map_err(|why| LookUpFailure::Refused.because(why))?;
    let mut form = vec![
        ("grant_type", "client_credentials"),
        ("client_id", id),
        ("client_assertion_type", ASSERTION),
        ("client_assertion", &assertion),
    ];
    if !signed_jwt.scope.is_empty() {
        form.push(("scope", &signed_jwt.scope));
    }
    let request = TokenRequest {
        url: &signed_jwt.token_url,
        form: &form,
        headers: &signed_jwt.headers,
        authorization: None,
        what: "the assertion of client_id, or what it is sent with",
        secrets: &[&assertion],
    };
    oauth2::send(way, &request, keys, call, trace)
}

/// The assertion: who asks, whom, and until when, signed.
fn assertion(signed_jwt: &SignedJwt, keys: &Keys, now: DateTime<Utc>) -> Result<String, String> {
    let random = SystemRandom::new();
    let key = Key::read(keys.get("private_key"), &random)?;
    let mut head = name_of_key(signed_jwt, keys)?;
    head.insert("alg".to_owned(), Value::from(key.algorithm()));
    head.insert("typ".to_owned(), Value::from("JWT"));
    let mut once = [0; 16];
    random.fill(&mut once).map_err(|_| "this machine has no randomness to sign with".to_owned())?;
    let id = keys.get("client_id");
    let audience = if signed_jwt.audience.is_empty() { &signed_jwt.token_url } else { &signed_jwt.audience };
    let (begins, ends) = (now.timestamp(), now.timestamp() + LASTS);
    let claims = json!({ "iss": id, "sub": id, "aud": audience, "jti": URL_SAFE_NO_PAD.encode(once),
                         "iat": begins, "nbf": begins, "exp": ends });
    let coded = |part: &Value| URL_SAFE_NO_PAD.encode(part.to_string());
    let signed = format!("{}.{}", coded(&Value::Object(head)), coded(&claims));
    let signature = key.sign(signed.as_bytes(), &random)?;
    Ok(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
}

/// The member of the head that says which key signed.
fn name_of_key(signed_jwt: &SignedJwt, keys: &Keys) -> Result<Map<String, Value>, String> {
    let (member, value) = match signed_jwt.key_name {
        KeyName::None => return Ok(Map::new()),
        KeyName::Kid => ("kid", keys.get("key_id").to_owned()),
        KeyName::X5t => ("x5t", thumbprint(keys, &SHA1_FOR_LEGACY_USE_ONLY)?),
        KeyName::X5tS256 => ("x5t#S256", thumbprint(keys, &SHA256)?),
    };
    Ok(Map::from_iter([(member.to_owned(), Value::from(value))]))
}

fn thumbprint(keys: &Keys, algorithm: &'static ring::digest::Algorithm) -> Result<String, String> {
    let text = with_lines(keys.get("certificate"));
    let certificate = CertificateDer::from_pem_slice(text.as_bytes())
        .map_err(|_| "the credential certificate is none in PEM (-----BEGIN CERTIFICATE-----)".to_owned())?;
    Ok(URL_SAFE_NO_PAD.encode(digest(algorithm, &certificate)))
}

/// A text of several lines as some environments have it, in one.
fn with_lines(text: &str) -> String {
    text.replace("\\n", "\n")
}

impl Key {
    fn read(text: &str, random: &SystemRandom) -> Result<Self, String> {
        let no_key = || {
            "the credential private_key is no key in PEM that can be used: RSA of 2048 bits or more, or P-256, not encrypted; \
             `openssl pkcs8 -topk8 -nodes` writes one, also from a PFX file that `openssl pkcs12` has opened"
                .to_owned()
        };
        let der = PrivateKeyDer::from_pem_slice(with_lines(text).as_bytes()).map_err(|_| no_key())?;
        match &der {
            PrivateKeyDer::Pkcs1(key) => {
                RsaKeyPair::from_der(key.secret_pkcs1_der()).map(Self::rsa).map_err(|_| no_key())
            }
            PrivateKeyDer::Pkcs8(key) => {
                let bytes = key.secret_pkcs8_der();
                let ec = || EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, bytes, random);
                let rsa = RsaKeyPair::from_pkcs8(bytes).map(Self::rsa);
                rsa.or_else(|_| ec().map(|key| Key::Ec(Box::new(key)))).map_err(|_| no_key())
            }
            _ => Err(no_key()),
        }
    }

    fn rsa(key: RsaKeyPair) -> Self {
        Key::Rsa(Box::new(key))
    }

    fn algorithm(&self) -> &'static str {
        match self {
            Key::Rsa(_) => "RS256",
            Key::Ec(_) => "ES256",
        }
    }

    fn sign(&self, bytes: &[u8], random: &SystemRandom) -> Result<Vec<u8>, String> {
        let failed = |_| "the credential private_key could not sign".to_owned();
        match self {
            Key::Rsa(key) => {
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, random, bytes, &mut signature).map_err(failed)?;
                Ok(signature)
            }
            Key::Ec(key) => Ok(key.sign(random, bytes).map_err(failed)?.as_ref().to_vec()),
        }
    }
}
