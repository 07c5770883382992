//! Reports one look-up: its calls, the responses, and how they were decoded.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::sender::CallRecord;
use crate::carrier_http::profiles::Profile;
use crate::carriers::{Answer, LookUp, LookUpFailure};
use crate::decoders::Reading;

/// One look-up in full, without secrets. Use it to test new credentials.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Check {
    /// The profile of the carrier.
    pub profile: Profile,
    /// The look-up.
    pub look_up: LookUp,
    /// The calls, in order.
    pub calls: Vec<CallRecord>,
    /// The result that a service would get.
    pub outcome: Result<Answer, LookUpFailure>,
    /// The decoded answer; empty if there was none.
    pub reading: Reading,
}

impl Check {
    pub(super) fn of(
        profile: &Profile,
        look_up: &LookUp,
        calls: Vec<CallRecord>,
        outcome: Result<(Answer, Reading), LookUpFailure>,
    ) -> Self {
        let (outcome, reading) = match outcome {
            Ok((answer, reading)) => (Ok(answer), reading),
            Err(failure) => (Err(failure), Reading::default()),
        };
        Check { profile: profile.clone(), look_up: look_up.clone(), calls, outcome, reading }
    }

    /// `facts`, or the [name](LookUpFailure::name) of the failure.
    pub fn outcome(&self) -> &'static str {
        self.outcome.as_ref().map_or_else(LookUpFailure::name, |_| "facts")
    }

    /// What to do next, as a sentence for people.
    pub fn advice(&self) -> &'static str {
        let failure = match &self.outcome {
            Ok(answer) if answer.complete => return "The carrier answered, and everything was read. Track the number.",
            Ok(_) => {
                return "The carrier answered in part, or part of the answer cannot be read: see the problems. Nothing counts as withdrawn.";
            }
            Err(failure) => failure.name(),
        };
        if let Some(advice) = self.advice_on_token(failure) {
            return advice;
        }
        match failure {
            "refused" if self.calls.is_empty() => "No call was made. Set the credential that is named in the reason.",
            "refused" => {
                "The carrier was reached and rejects the credentials. Check that they are for this product, complete and not expired."
            }
            "not_found" if self.profile.own_shipments_only => {
                "The carrier was reached. It shows only shipments of its customer. Try a number of your own shipments."
            }
            "not_found" => "The carrier was reached and does not know the number. Try a number that it knows.",
            "invalid_number" => {
                "The carrier rejects the number. Check the kind of the number, and how the profile writes it (`number`)."
            }
            "rate_limited" => "Wait, then try again. `pace` of the profile limits the number of calls.",
            "withheld" => "Try another number of the shipment, or set the parameter in the profile (`parameters`).",
            "cancelled" => "The booking was cancelled. There is nothing to track.",
            "unreachable" if self.calls.is_empty() => "No call was made. See the reason.",
            "unreachable" if self.was_answered() => {
                "The carrier's service was reached and has an internal error. Wait, then try again."
            }
            "unreachable" => "The carrier's server did not answer. Check `base_url`, and whether a proxy is needed.",
            _ => "The answer is not DCSA Track & Trace. Check `base_url` and `path` of the profile.",
        }
    }

    fn advice_on_token(&self, failure: &str) -> Option<&'static str> {
        self.calls.last().filter(|call| call.purpose == "token")?;
        let is_signed = self.profile.signed_jwt.is_some();
        let choose = |of_secret, of_key| Some(if is_signed { of_key } else { of_secret });
        match failure {
            "refused" if self.why().is_some_and(|why| why.contains("invalid_scope")) => choose(
                "The token service rejects the scope. Check `oauth2.scope` of the profile.",
                "The token service rejects the scope. Check `signed_jwt.scope` of the profile.",
            ),
            "unreachable" if self.was_answered() => {
                Some("The token service was reached and has an internal error. Wait, then try again.")
            }
            "unreachable" => choose(
                "The token service did not answer. Check `oauth2.token_url`, and whether a proxy is needed.",
                "The token service did not answer. Check `signed_jwt.token_url`, and whether a proxy is needed.",
            ),
            "unreadable" => choose(
                "The answer is not from a token service. Check `oauth2.token_url` of the profile.",
                "The answer is not from a token service. Check `signed_jwt.token_url` of the profile.",
            ),
            _ => None,
        }
    }

    fn was_answered(&self) -> bool {
        self.calls.last().is_some_and(|call| call.status.is_some())
    }

    fn why(&self) -> Option<&str> {
        self.outcome.as_ref().err().and_then(LookUpFailure::why)
    }

    /// The JSON form, which is the same in every language; `core/docs/carriers.md` describes it.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        map.serialize_entry("scac", &self.profile.scac)?;
        map.serialize_entry("name", &self.profile.name)?;
        map.serialize_entry("profile_status", &self.profile.status)?;
        map.serialize_entry("tried_on", &self.profile.tried_on)?;
        map.serialize_entry("note", &self.profile.note)?;
        map.serialize_entry("request_type", self.look_up.kind.as_str())?;
        map.serialize_entry("number", &self.look_up.number)?;
        map.serialize_entry("calls", &self.calls)?;
        map.serialize_entry("outcome", self.outcome())?;
        map.serialize_entry("why", &self.why())?;
        let pause = self.outcome.as_ref().err().and_then(LookUpFailure::retry_after).map(|pause| pause.as_secs());
        map.serialize_entry("retry_after_seconds", &pause)?;
        map.serialize_entry("advice", self.advice())?;
        map.serialize_entry("complete", &self.outcome.as_ref().is_ok_and(|answer| answer.complete))?;
        map.serialize_entry("references", self.outcome.as_ref().map_or(&[][..], |answer| &answer.references))?;
        map.serialize_entry("reading", &self.reading)?;
        map.end()
    }
}
