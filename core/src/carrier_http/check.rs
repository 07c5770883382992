//! Reports one look-up: its calls, the answers, and how they were read.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::sender::CallRecord;
use crate::carrier_http::profiles::Profile;
use crate::carriers::{Answer, LookUp, LookUpFailure};
use crate::decoders::Reading;

/// One look-up, told in full and without secrets: the first thing to look at with new credentials.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Check {
    /// The profile that was asked by.
    pub profile: Profile,
    /// What was asked.
    pub asked: LookUp,
    /// The calls that were made, in their order.
    pub calls: Vec<CallRecord>,
    /// What a service would have been told.
    pub outcome: Result<Answer, LookUpFailure>,
    /// How the answer was read; nothing where there was none.
    pub reading: Reading,
}

impl Check {
    pub(super) fn of(
        profile: &Profile,
        asked: &LookUp,
        calls: Vec<CallRecord>,
        outcome: Result<(Answer, Reading), LookUpFailure>,
    ) -> Self {
        let (outcome, reading) = match outcome {
            Ok((answer, reading)) => (Ok(answer), reading),
            Err(failure) => (Err(failure), Reading::default()),
        };
        Check { profile: profile.clone(), asked: asked.clone(), calls, outcome, reading }
    }

    /// What came of it in a word: `facts`, or the [name](LookUpFailure::name) of the failure.
    pub fn outcome(&self) -> &'static str {
        self.outcome.as_ref().map_or_else(LookUpFailure::name, |_| "facts")
    }

    /// What to do next, in a sentence.
    pub fn advice(&self) -> &'static str {
        let failure = match &self.outcome {
            Ok(answer) if answer.complete => return "The carrier answered, and everything was read: track the number.",
            Ok(_) => {
                return "The carrier answered in part, or some of it cannot be read: see the problems. Nothing is taken for withdrawn.";
            }
            Err(failure) => failure.name(),
        };
        if let Some(advice) = self.advice_on_token(failure) {
            return advice;
        }
        match failure {
            "refused" if self.calls.is_empty() => "Nobody was asked: give the credential that is named.",
            "refused" => {
                "The carrier was reached and does not take the credentials: see whether they are of this product, complete, and not expired."
            }
            "not_found" if self.profile.own_shipments_only => {
                "The carrier was reached. It shows its customers their own shipments only: try a number of one of your own."
            }
            "not_found" => "The carrier was reached and does not know the number: try one that it surely knows.",
            "invalid_number" => {
                "The carrier takes no such number: see whether it is of the kind that was asked for, and how the profile writes it (`number`)."
            }
            "rate_limited" => "Wait, then ask again; `pace` of the profile says how often anybody asks.",
            "withheld" => {
                "Ask for another number of the shipment, or give the parameter in the profile (`parameters`)."
            }
            "cancelled" => "The booking was cancelled: there is nothing to track.",
            "unreachable" if self.calls.is_empty() => "Nobody was asked: see why.",
            "unreachable" if self.was_answered() => {
                "The carrier's service was reached and answered with an error of its own: wait, then ask again."
            }
            "unreachable" => {
                "The carrier's server gave no answer: see whether `base_url` is right, and whether a proxy is needed."
            }
            _ => {
                "The answer is none of DCSA Track & Trace: see whether `base_url` and `path` of the profile are right."
            }
        }
    }

    fn advice_on_token(&self, failure: &str) -> Option<&'static str> {
        self.calls.last().filter(|call| call.purpose == "token")?;
        let is_signed = self.profile.signed_jwt.is_some();
        let one = |of_secret, of_key| Some(if is_signed { of_key } else { of_secret });
        match failure {
            "refused" if self.why().is_some_and(|why| why.contains("invalid_scope")) => one(
                "The token service does not give the scope that is asked for: see `oauth2.scope` of the profile.",
                "The token service does not give the scope that is asked for: see `signed_jwt.scope` of the profile.",
            ),
            "unreachable" if self.was_answered() => {
                Some("The token service was reached and answered with an error of its own: wait, then ask again.")
            }
            "unreachable" => one(
                "The token service gave no answer: see whether `oauth2.token_url` is right, and whether a proxy is needed.",
                "The token service gave no answer: see whether `signed_jwt.token_url` is right, and whether a proxy is needed.",
            ),
            "unreadable" => one(
                "What answers is no token service: see whether `oauth2.token_url` of the profile is right.",
                "What answers is no token service: see whether `signed_jwt.token_url` of the profile is right.",
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
        map.serialize_entry("request_type", self.asked.kind.as_str())?;
        map.serialize_entry("number", &self.asked.number)?;
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
