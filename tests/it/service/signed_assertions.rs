//! OAuth tokens obtained with signed JWT assertions, over real HTTP. The token service verifies each signature.

use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rcgen::{CertificateParams, KeyPair, PKCS_ECDSA_P256_SHA256};
use ring::digest::{Algorithm, SHA1_FOR_LEGACY_USE_ONLY, SHA256, digest};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, KeyPair as _, RSA_PKCS1_2048_8192_SHA256, RsaKeyPair, UnparsedPublicKey,
    VerificationAlgorithm,
};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};
use serde_json::{Value, json};
use shiptrack::carrier_http::profiles::Profiles;
use shiptrack::carrier_http::{CarrierAccess, Credentials, Secret};
use shiptrack::numbers::NumberKind;
use shiptrack_tests::http_carrier::{HttpCarrier, Reply};

use super::profiles::journey;

const RSA_KEY: &str = include_str!("../../fixtures/keys/rsa.pem");
const RSA_CERTIFICATE: &str = include_str!("../../fixtures/keys/rsa-certificate.pem");

/// Headers and claims of the accepted assertions.
type Assertions = Arc<Mutex<Vec<(Value, Value)>>>;

/// The key that a token service verifies assertions with.
struct Verifier {
    algorithm: &'static dyn VerificationAlgorithm,
    public_key: Vec<u8>,
}

impl Verifier {
    fn rsa() -> Self {
        let der = PrivatePkcs8KeyDer::from_pem_slice(RSA_KEY.as_bytes()).unwrap();
        let key = RsaKeyPair::from_pkcs8(der.secret_pkcs8_der()).unwrap();
        Verifier { algorithm: &RSA_PKCS1_2048_8192_SHA256, public_key: key.public_key().as_ref().to_vec() }
    }

    /// Header and claims of an assertion; `None` if its signature is not valid.
    fn verify(&self, assertion: &str) -> Option<(Value, Value)> {
        let (signed, signature) = assertion.rsplit_once('.')?;
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        let key = UnparsedPublicKey::new(self.algorithm, &self.public_key);
        key.verify(signed.as_bytes(), &signature).ok()?;
        let (head, claims) = signed.split_once('.')?;
        let read = |part: &str| serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).ok()?).ok();
        Some((read(head)?, read(claims)?))
    }
}

/// A carrier whose token service accepts assertions signed with one key, and the assertions that it accepted.
fn carrier(verifier: Verifier) -> (HttpCarrier, Assertions) {
    let carrier = HttpCarrier::new();
    let accepted = Assertions::default();
    let record = Arc::clone(&accepted);
    carrier.knows("MEDUAB123456", &journey()).intercept(move |received| {
        if received.method != "POST" {
            return None;
        }
        let form: Vec<(String, String)> = form_urlencoded::parse(&received.body).into_owned().collect();
        let field = |name: &str| form.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        let is_plain = field("grant_type") == Some("client_credentials")
            && field("client_assertion_type") == Some("urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
            && field("client_id") == Some("the-id")
            && field("client_secret").is_none();
        let verified = field("client_assertion").and_then(|assertion| verifier.verify(assertion)).filter(|_| is_plain);
        Some(match verified {
            Some(parts) => {
                record.lock().unwrap().push(parts);
                Reply::new(200, r#"{"access_token":"tok-1","expires_in":"3599"}"#)
            }
            // The error repeats the assertion, as some token services do.
            None => {
                let sent = field("client_assertion").unwrap_or_default();
                Reply::new(
                    401,
                    json!({ "error": "invalid_client", "error_description": format!("bad {sent}") }).to_string(),
                )
            }
        })
    });
    (carrier, accepted)
}

fn access(carrier: &HttpCarrier, table: &str, credentials: &[(&str, &str)]) -> CarrierAccess {
    let url = carrier.url();
    let text = format!(
        "[MSCU]\nbase_url = '{url}'\n[MSCU.signed_jwt]\ntoken_url = '{url}/token'\nscope = 'api://msc/.default'\n{table}\n"
    );
    let values: Vec<(String, String)> =
        credentials.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let credentials = Credentials::of_account("default").from_function(move |credential| {
        let found = values.iter().find(|(name, _)| name == credential.name);
        Ok(found.map(|(_, value)| Secret::new(value.clone())))
    });
    CarrierAccess::new(Profiles::parse(&text).expect("a profile"), credentials)
}

fn thumbprint(certificate: &str, algorithm: &'static Algorithm) -> String {
    URL_SAFE_NO_PAD.encode(digest(algorithm, &CertificateDer::from_pem_slice(certificate.as_bytes()).unwrap()))
}

#[test]
fn a_token_is_obtained_with_an_assertion_signed_by_an_rsa_key() {
    let (carrier, accepted) = carrier(Verifier::rsa());
    // As in an environment variable, which holds one line.
    let one_line = RSA_KEY.trim().replace('\n', "\\n");
    let credentials = [("client_id", "the-id"), ("private_key", &*one_line), ("certificate", RSA_CERTIFICATE)];
    let check = access(&carrier, "", &credentials)
        .check("MSCU", "MEDUAB123456", Some(NumberKind::BillOfLading), "default")
        .unwrap();
    assert_eq!(check.outcome(), "facts", "{}", check.to_json());
    let accepted = accepted.lock().unwrap().clone();
    let [(head, claims)] = &accepted[..] else { panic!("one assertion") };
    let x5t = thumbprint(RSA_CERTIFICATE, &SHA1_FOR_LEGACY_USE_ONLY);
    assert_eq!(*head, json!({ "alg": "RS256", "typ": "JWT", "x5t": x5t }));
    assert_eq!([&claims["iss"], &claims["sub"]], ["the-id", "the-id"]);
    assert_eq!(claims["aud"], format!("{}/token", carrier.url()));
    let lifetime = claims["exp"].as_i64().unwrap() - claims["nbf"].as_i64().unwrap();
    assert_eq!((lifetime, claims["jti"].as_str().unwrap().len()), (120, 22));
    let shown = check.to_json();
    assert!(!shown.contains("PRIVATE KEY") && !shown.contains(&RSA_KEY[100..140]), "{shown}");
}

#[test]
fn a_p_256_key_signs_assertions_and_the_profile_chooses_how_it_is_identified() {
    let key = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256).unwrap();
    let certificate =
        CertificateParams::new(vec!["tracking.example".to_owned()]).unwrap().self_signed(&key).unwrap().pem();
    let private = key.serialize_pem();
    for (table, member, value) in [
        ("key_name = 'x5t#S256'", "x5t#S256", thumbprint(&certificate, &SHA256)),
        ("key_name = 'kid'\naudience = 'https://login.example/x'", "kid", "key-7".to_owned()),
    ] {
        let verifier = Verifier { algorithm: &ECDSA_P256_SHA256_FIXED, public_key: key.public_key_raw().to_vec() };
        let (carrier, accepted) = carrier(verifier);
        let credentials =
            [("client_id", "the-id"), ("private_key", &*private), ("certificate", &*certificate), ("key_id", "key-7")];
        let check = access(&carrier, table, &credentials)
            .check("MSCU", "MEDUAB123456", Some(NumberKind::BillOfLading), "default")
            .unwrap();
        assert_eq!(check.outcome(), "facts", "{}", check.to_json());
        let (head, claims) = accepted.lock().unwrap()[0].clone();
        assert_eq!((&head["alg"], &head[member]), (&json!("ES256"), &json!(value)));
        let token_url = format!("{}/token", carrier.url());
        assert_eq!(claims["aud"], if member == "kid" { "https://login.example/x" } else { &*token_url });
    }
}

#[test]
fn invalid_keys_and_rejected_assertions_are_reported_without_secrets() {
    let (carrier, accepted) = carrier(Verifier::rsa());
    let other = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256).unwrap().serialize_pem();
    for (key, certificate, words, calls) in [
        ("s3cr3t", RSA_CERTIFICATE, "`private_key` is not a valid key", 0),
        (RSA_CERTIFICATE, RSA_CERTIFICATE, "`private_key` is not a valid key", 0),
        (RSA_KEY, "s3cr3t", "`certificate` is not valid PEM", 0),
        (&*other, RSA_CERTIFICATE, "refuses the assertion of client_id", 1),
    ] {
        let credentials = [("client_id", "the-id"), ("private_key", key), ("certificate", certificate)];
        let check = access(&carrier, "", &credentials)
            .check("MSCU", "MEDUAB123456", Some(NumberKind::BillOfLading), "default")
            .unwrap();
        assert_eq!((check.outcome(), check.calls.len()), ("refused", calls), "{}", check.to_json());
        let why = check.outcome.as_ref().unwrap_err().why().unwrap_or_default().to_owned();
        assert!(why.contains(words), "{why}");
        let shown = check.to_json();
        assert!(!shown.contains("s3cr3t") && !shown.contains("eyJ"), "{shown}");
    }
    assert_eq!(accepted.lock().unwrap().len(), 0);
}

#[test]
fn a_profile_has_one_token_method_and_lists_the_credentials_it_needs() {
    let error = Profiles::parse("[MSCU.oauth2]\ntoken_url = 'https://line.example/token'").unwrap_err();
    assert_eq!(error.pointer(), Some("profiles.MSCU.signed_jwt"), "{error}");
    let profiles = Profiles::parse("[MSCU.signed_jwt]\nkey_name = 'kid'").unwrap();
    let needed: Vec<String> = profiles.get("MSCU").unwrap().credentials().into_iter().collect();
    assert_eq!(needed, ["client_id", "key_id", "private_key"]);
    let missing = profiles.get("MSCU").unwrap().check_askable().unwrap_err();
    assert_eq!(missing.pointer(), Some("profiles.MSCU.signed_jwt.token_url"));
}
