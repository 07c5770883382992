//! Fetches tokens, with client id and secret, or with a signed assertion (RFC 7523), which sends no secret.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use ring::digest::{SHA1_FOR_LEGACY_USE_ONLY, SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::keys::Keys;
use super::sender::{OutgoingRequest, Sender, Trace};
use super::tokens::FetchedToken;
use crate::carrier_http::profiles::{KeyName, OAuth2, SecretIn, SignedJwt};
use crate::carriers::LookUpFailure;
use crate::decoders::dcsa;
use crate::http::{Call, Method, Request, Response, retry_after};

const MAX_BYTES: usize = 64 << 10;

#[derive(Deserialize)]
struct TokenResponse {
    access_token: String,
    #[serde(default)]
    expires_in: Value,
}

pub(super) fn fetch(
    sender: &Sender,
    oauth2: &OAuth2,
    keys: &Keys,
    call: &Call,
    trace: &mut Trace,
) -> Result<FetchedToken, LookUpFailure> {
    let (id, secret) = (keys.get("client_id"), keys.get("client_secret"));
    let mut form = vec![("grant_type", "client_credentials")];
    let pair = (oauth2.secret_in == SecretIn::Basic).then(|| {
        let encode = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        STANDARD.encode(format!("{}:{}", encode(id), encode(secret)))
    });
    if pair.is_none() {
        form.extend([("client_id", id), ("client_secret", secret)]);
    }
    if !oauth2.scope.is_empty() {
        form.push(("scope", &oauth2.scope));
    }
    let request = TokenRequest {
        url: &oauth2.token_url,
        form: &form,
        headers: &oauth2.headers,
        authorization: pair.as_ref().map(|pair| format!("Basic {pair}")),
        what: "client_id and client_secret, or the scope",
        secrets: &pair.as_deref().into_iter().collect::<Vec<_>>(),
    };
    send(sender, &request, keys, call, trace)
}

pub(super) struct TokenRequest<'r> {
    pub url: &'r str,
    pub form: &'r [(&'r str, &'r str)],
    pub headers: &'r BTreeMap<String, String>,
    pub authorization: Option<String>,
    /// What the token service may have refused, for error messages.
    pub what: &'static str,
    pub secrets: &'r [&'r str],
}

pub(super) fn send(
    sender: &Sender,
    token_request: &TokenRequest<'_>,
    keys: &Keys,
    call: &Call,
    trace: &mut Trace,
) -> Result<FetchedToken, LookUpFailure> {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.extend_pairs(token_request.form);
    let mut request = Request::new(Method::Post, token_request.url)
        .header("Accept", "application/json")
        .body("application/x-www-form-urlencoded", form.finish());
    let mut hidden = keys.set_headers(&mut request, token_request.headers);
    hidden.push("Authorization");
    if let Some(authorization) = &token_request.authorization {
        request.headers.set("Authorization", authorization.clone());
    }
    let mut secrets = keys.secrets(None);
    secrets.extend(token_request.secrets);
    let outgoing =
        OutgoingRequest { purpose: "token", request, shown: token_request.url, hidden, secrets, max_bytes: MAX_BYTES };
    let response = sender.send(&outgoing, call, trace)?;
    read(&response, token_request.what, &outgoing.secrets, sender.now())
}

fn read(
    response: &Response,
    refused: &str,
    secrets: &[&str],
    now: DateTime<Utc>,
) -> Result<FetchedToken, LookUpFailure> {
    let pause = retry_after(&response.headers, now, dcsa::LONGEST_PAUSE);
    let refused = format!("the token service refuses {refused}");
    let too_often = dcsa::describe_pause("tokens were requested too often", pause);
    let (failure, what) = match response.status {
        200..300 => match serde_json::from_slice::<TokenResponse>(&response.body) {
            Ok(token) if is_token(&token.access_token) => {
                return Ok(FetchedToken { value: token.access_token, lifetime: lifetime(&token.expires_in) });
            }
            // The body may contain a token, so it is not in the message.
            _ => return Err(LookUpFailure::Unreadable.because("the answer of the token service has no token")),
        },
        429 => (LookUpFailure::RateLimited { retry_after: pause }, &*too_often),
        400 | 401 | 403 if dcsa::exhausted_quota(&response.body).is_some() => {
            (LookUpFailure::RateLimited { retry_after: pause }, &*too_often)
        }
        400 | 401 | 403 => (LookUpFailure::Refused, &*refused),
        408 | 425 | 500..600 => {
            (LookUpFailure::Unreachable { retry_after: pause }, "the token service has an internal error")
        }
        _ => (LookUpFailure::Unreadable, "the answer is not from a token service: token_url may be wrong"),
    };
    Err(dcsa::with_error_text(failure, what, response.status, &response.body, secrets))
}

fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

fn lifetime(expires_in: &Value) -> Option<TimeDelta> {
    let seconds = expires_in.as_f64().or_else(|| expires_in.as_str()?.trim().parse().ok())?;
    let seconds = seconds.is_finite().then_some(seconds.clamp(0.0, 1e9))?;
    #[expect(clippy::cast_possible_truncation, reason = "the value was clamped")]
    Some(TimeDelta::seconds(seconds as i64))
}

/// Lifetime of an assertion in seconds. It is sent at once.
const ASSERTION_LIFETIME: i64 = 120;

const ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// A temporary key and certificate for the replay of a recorded look-up.
pub(super) fn temporary_key() -> Option<String> {
    let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).ok()?;
    let pem =
        |what: &str, der: &[u8]| format!("-----BEGIN {what}-----\n{}\n-----END {what}-----\n", STANDARD.encode(der));
    Some(pem("PRIVATE KEY", key.as_ref()) + &pem("CERTIFICATE", b"temporary"))
}

enum Key {
    Rsa(Box<RsaKeyPair>),
    Ec(Box<EcdsaKeyPair>),
}

pub(super) fn fetch_signed(
    sender: &Sender,
    signed_jwt: &SignedJwt,
    keys: &Keys,
    call: &Call,
    trace: &mut Trace,
) -> Result<FetchedToken, LookUpFailure> {
    let id = keys.get("client_id");
    let assertion = assertion(signed_jwt, keys, sender.now()).map_err(|why| LookUpFailure::Refused.because(why))?;
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
        what: "the assertion of client_id, or the scope",
        secrets: &[&assertion],
    };
    send(sender, &request, keys, call, trace)
}

fn assertion(signed_jwt: &SignedJwt, keys: &Keys, now: DateTime<Utc>) -> Result<String, String> {
    let random = SystemRandom::new();
    let key = Key::read(keys.get("private_key"), &random)?;
    let mut header = key_name(signed_jwt, keys)?;
    header.insert("alg".to_owned(), Value::from(key.algorithm()));
    header.insert("typ".to_owned(), Value::from("JWT"));
    let mut nonce = [0; 16];
    random.fill(&mut nonce).map_err(|_| "this machine has no source of randomness".to_owned())?;
    let id = keys.get("client_id");
    let audience = if signed_jwt.audience.is_empty() { &signed_jwt.token_url } else { &signed_jwt.audience };
    let (issued_at, expires_at) = (now.timestamp(), now.timestamp() + ASSERTION_LIFETIME);
    let claims = json!({ "iss": id, "sub": id, "aud": audience, "jti": URL_SAFE_NO_PAD.encode(nonce),
                         "iat": issued_at, "nbf": issued_at, "exp": expires_at });
    let encode = |part: &Value| URL_SAFE_NO_PAD.encode(part.to_string());
    let signed = format!("{}.{}", encode(&Value::Object(header)), encode(&claims));
    let signature = key.sign(signed.as_bytes(), &random)?;
    Ok(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
}

fn key_name(signed_jwt: &SignedJwt, keys: &Keys) -> Result<Map<String, Value>, String> {
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
        .map_err(|_| "the credential `certificate` is not valid PEM (-----BEGIN CERTIFICATE-----)".to_owned())?;
    Ok(URL_SAFE_NO_PAD.encode(digest(algorithm, &certificate)))
}

/// Some environments contain text with several lines in one line, with `\n` escapes.
fn with_lines(text: &str) -> String {
    text.replace("\\n", "\n")
}

impl Key {
    fn read(text: &str, random: &SystemRandom) -> Result<Self, String> {
        let no_key = || {
            "the credential `private_key` is not a valid key: it must be PEM, RSA with 2048 bits or more, or P-256, and not encrypted. \
             `openssl pkcs8 -topk8 -nodes` writes such a file, also from a PFX file that `openssl pkcs12` has opened"
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
        let failed = |_| "signing with the credential `private_key` failed".to_owned();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read_answer(status: u16, body: &str) -> Result<(String, Option<i64>), (&'static str, String)> {
        let response = Response { body: body.into(), ..Response::new(status) };
        let token = read(&response, "client_id", &["s3cr3t"], DateTime::UNIX_EPOCH);
        token
            .map(|token| (token.value, token.lifetime.map(|lifetime| lifetime.num_seconds())))
            .map_err(|failure| (failure.name(), failure.why().unwrap_or_default().to_owned()))
    }

    #[test]
    fn token_is_read_with_its_lifetime() {
        for (expires, seconds) in [
            ("3600", Some(3_600)),
            ("\"7199\"", Some(7_199)),
            ("null", None),
            ("-5", Some(0)),
            ("1e30", Some(1_000_000_000)),
        ] {
            let body = format!(r#"{{"access_token":"abc.def","token_type":"Bearer","expires_in":{expires}}}"#);
            assert_eq!(read_answer(200, &body), Ok(("abc.def".to_owned(), seconds)), "{expires}");
        }
    }

    #[test]
    fn refusals_of_the_token_service_are_not_about_the_number() {
        for (status, body, name, words) in [
            (
                400,
                r#"{"error":"invalid_scope","error_description":"no such scope: tracking"}"#,
                "refused",
                "invalid_scope: no such scope: tracking",
            ),
            (400, r#"{"error":"invalid_client"}"#, "refused", "status 400: invalid_client"),
            (401, r#"{"error_description":"unknown s3cr3t"}"#, "refused", "unknown ***"),
            (403, "", "refused", "client_id"),
            (403, r#"{"message":"Out of call volume quota"}"#, "rate_limited", "too often"),
            (429, "", "rate_limited", "too often"),
            (503, "", "unreachable", "internal error"),
            (404, "<title>No page</title>", "unreadable", "token_url may be wrong"),
            (302, "", "unreadable", "token_url may be wrong"),
            (200, r#"{"access_token":""}"#, "unreadable", "has no token"),
            (200, "{\"access_token\":\"a\\r\\nb\"}", "unreadable", "has no token"),
            (200, "<html>", "unreadable", "has no token"),
        ] {
            let (failure, why) = read_answer(status, body).unwrap_err();
            assert_eq!(failure, name, "{status} {body}");
            assert!(why.contains(words), "{status} {body}: {why}");
        }
    }
}
