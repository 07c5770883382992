//! The attributes of a tracking request, validated before anything is sent.

use serde_json::{Map, Value};

use super::Arguments;
use crate::error::{Error, Result};
use crate::ids::Id;
use crate::numbers::{NumberKind, Scac, TrackingNumber};
use crate::resources::{TrackingRequest, TrackingRequestId};
use crate::shipping_lines::{is_name_like_code, may_be_name};

/// With the names of Rust methods and Python keywords.
const NO_CARRIER: &str =
    "the carrier is missing: pass its code as `scac`, or use `auto_detect` to let the service infer it";

/// Attribute of a request whose number may have a wrong check digit.
const ANY_CHECK_DIGIT: &str = "allow_wrong_check_digit";

/// The relationship to the customer.
const CUSTOMER: &str = "customer";

/// The type of customers.
const PARTY: &str = "party";

/// A new tracking request.
///
/// ```
/// use shiptrack::client::NewTrackingRequest;
///
/// let new = NewTrackingRequest::bill_of_lading("MEDUF5399896", "MSCU").ref_numbers(["PO-4711"]);
/// assert!(new.validate().is_ok());
///
/// let refused = NewTrackingRequest::container("MSCU1234567", "MSCU").validate().unwrap_err();
/// assert_eq!(refused.pointer(), Some("/data/attributes/request_number"));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[must_use = "a request is created by passing it to the client"]
pub struct NewTrackingRequest {
    kind: NumberKind,
    number: String,
    scac: Option<String>,
    auto_detect: bool,
    customer: Option<Id<()>>,
    attributes: Map<String, Value>,
}

impl NewTrackingRequest {
    /// Tracks a master bill of lading.
    pub fn bill_of_lading(number: impl Into<String>, scac: impl Into<String>) -> Self {
        Self::new(NumberKind::BillOfLading, number).scac(scac)
    }

    /// Tracks a booking number.
    pub fn booking_number(number: impl Into<String>, scac: impl Into<String>) -> Self {
        Self::new(NumberKind::BookingNumber, number).scac(scac)
    }

    /// Tracks one container.
    pub fn container(number: impl Into<String>, scac: impl Into<String>) -> Self {
        Self::new(NumberKind::Container, number).scac(scac)
    }

    /// Tracks a number of this kind. It also needs a [`scac`](Self::scac), or [`auto_detect`](Self::auto_detect).
    pub fn new(kind: NumberKind, number: impl Into<String>) -> Self {
        NewTrackingRequest {
            kind,
            number: number.into(),
            scac: None,
            auto_detect: false,
            customer: None,
            attributes: Map::new(),
        }
    }

    /// Sets the carrier: its code, or a name that no other carrier has, such as `Maersk`. To find the code of a name, the client lists the
    /// carriers of the service.
    pub fn scac(mut self, scac: impl Into<String>) -> Self {
        self.scac = Some(scac.into());
        self.auto_detect = false;
        self
    }

    /// Lets the service detect the carrier. Removes the SCAC.
    pub fn auto_detect(mut self) -> Self {
        self.scac = None;
        self.auto_detect = true;
        self
    }

    /// Sets the references.
    pub fn ref_numbers<S: Into<String>>(self, numbers: impl IntoIterator<Item = S>) -> Self {
        self.attribute("ref_numbers", numbers.into_iter().map(Into::into).collect::<Vec<String>>())
    }

    /// Sets the tags of the shipment.
    pub fn shipment_tags<S: Into<String>>(self, tags: impl IntoIterator<Item = S>) -> Self {
        self.attribute("shipment_tags", tags.into_iter().map(Into::into).collect::<Vec<String>>())
    }

    /// Sets the customer, a party.
    pub fn customer(mut self, id: impl Into<Id<()>>) -> Self {
        self.customer = Some(id.into());
        self
    }

    /// Accepts a container number with a wrong check digit. Carriers and EDI messages name such containers every day; facts about them are
    /// joined with the request.
    pub fn allow_wrong_check_digit(self) -> Self {
        self.attribute(ANY_CHECK_DIGIT, true)
    }

    /// Sets any attribute, for example `initial_custom_fields`. The embedded service ignores an unknown attribute, and reports it as a
    /// [warning](crate::jsonapi::Document::warnings) of the response.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }

    /// Validates number and carrier, as `create` does before it sends the request. The pointer of the error names the attribute.
    pub fn validate(&self) -> Result<()> {
        self.parsed().map(|_| ())
    }

    /// The number and the carrier. The carrier is `None` if the service is to detect it, and if it is given by its name.
    pub(super) fn parsed(&self) -> Result<(TrackingNumber, Option<Scac>)> {
        let number = match self.attributes.get(ANY_CHECK_DIGIT).and_then(Value::as_bool).unwrap_or_default() {
            true => TrackingNumber::parse_with_any_check_digit(self.kind, &self.number),
            false => TrackingNumber::parse(self.kind, &self.number),
        };
        let scac = match &self.scac {
            // The service knows the names.
            Some(_) if self.carrier_name().is_some() => Ok(None),
            Some(scac) => Scac::for_request(scac).map(Some),
            None if self.auto_detect => Ok(None),
            None => Err(Error::invalid("/data/attributes/scac", NO_CARRIER)),
        };
        match (number, scac, self.blank_entries()) {
            (Ok(number), Ok(scac), None) => Ok((number, scac)),
            (number, scac, blank) => {
                let problems = [number.err(), scac.err(), blank].into_iter().flatten();
                Err(problems.reduce(Error::and).expect("one of them is an error"))
            }
        }
    }

    /// The name of the carrier, if it was given in place of its code.
    pub(super) fn carrier_name(&self) -> Option<&str> {
        let is_name = |name: &&str| match Scac::for_request(name) {
            Ok(code) => is_name_like_code(code.as_str()),
            Err(_) => may_be_name(name),
        };
        self.scac.as_deref().filter(is_name)
    }

    /// Rejects blank entries, which would be lost if an existing request is used.
    fn blank_entries(&self) -> Option<Error> {
        let blank = ["ref_numbers", "shipment_tags"].into_iter().flat_map(|name| {
            let blank = self.texts(name).enumerate().filter(|(_, text)| text.trim().is_empty());
            blank.map(move |(at, _)| Error::blank(&format!("/data/attributes/{name}/{at}"), "an entry can't be blank"))
        });
        blank.reduce(Error::and)
    }

    pub(super) fn references(&self) -> Vec<String> {
        self.texts("ref_numbers").collect()
    }

    fn texts(&self, name: &str) -> impl Iterator<Item = String> {
        let items = self.attributes.get(name).and_then(Value::as_array).into_iter().flatten();
        items.filter_map(|item| item.as_str().map(str::to_owned))
    }

    /// Names of attributes of this request that `found` does not have. Attributes that are not returned count as missing.
    pub(super) fn missing_in(&self, found: &TrackingRequest) -> Vec<String> {
        let lacks = |name: &str, has: &[String]| self.texts(name).any(|text| !has.contains(&text));
        let customer = || found.customer.get().map(|target| &target.id);
        let checked = [
            ("ref_numbers", lacks("ref_numbers", &found.ref_numbers)),
            ("shipment_tags", lacks("shipment_tags", &found.shipment_tags)),
            (CUSTOMER, self.customer.is_some() && self.customer.as_ref() != customer()),
        ];
        // The permission is about the call.
        let is_known = |name: &String| name == ANY_CHECK_DIGIT || checked.iter().any(|(checked, _)| name == checked);
        let unknown = self.attributes.keys().filter(|name| !is_known(name));
        let lacking = checked.iter().filter(|(_, lacking)| *lacking).map(|(name, _)| (*name).to_owned());
        lacking.chain(unknown.cloned()).collect()
    }

    pub(super) fn arguments(&self) -> Result<Arguments> {
        let (number, scac) = self.parsed()?;
        let mut attributes = self.attributes.clone();
        for name in ["ref_numbers", "shipment_tags"] {
            if attributes.get(name).and_then(Value::as_array).is_some_and(Vec::is_empty) {
                attributes.remove(name);
            }
        }
        attributes.insert("request_type".to_owned(), self.kind.as_str().into());
        attributes.insert("request_number".to_owned(), number.text().into());
        match scac.as_ref().map(Scac::as_str).or(self.carrier_name()) {
            Some(scac) => attributes.insert("scac".to_owned(), scac.into()),
            None => attributes.insert("auto_detect_vocc_scac".to_owned(), true.into()),
        };
        let arguments = Arguments::new().fields(attributes);
        Ok(match &self.customer {
            Some(customer) => arguments.link(CUSTOMER, PARTY, customer),
            None => arguments,
        })
    }
}

/// Changes to a tracking request. Other attributes stay.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "changes are made by passing them to the client"]
pub struct TrackingRequestUpdate {
    attributes: Map<String, Value>,
    /// `Some(None)` if the customer is removed.
    customer: Option<Option<Id<()>>>,
}

impl TrackingRequestUpdate {
    /// No changes yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the references.
    ///
    /// One reference is sent as `ref_number`, the attribute that the hosted service documents. No references or several are sent as
    /// `ref_numbers`.
    pub fn ref_numbers<S: Into<String>>(mut self, numbers: impl IntoIterator<Item = S>) -> Self {
        let mut numbers: Vec<Value> = numbers.into_iter().map(|number| Value::from(number.into())).collect();
        self.attributes.remove("ref_number");
        self.attributes.remove("ref_numbers");
        match numbers.pop() {
            Some(only) if numbers.is_empty() => self.attributes.insert("ref_number".to_owned(), only),
            last => {
                numbers.extend(last);
                self.attributes.insert("ref_numbers".to_owned(), numbers.into())
            }
        };
        self
    }

    /// Sets any attribute.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }

    /// Sets the customer, a party. A hosted service does not change it.
    pub fn customer(mut self, id: impl Into<Id<()>>) -> Self {
        self.customer = Some(Some(id.into()));
        self
    }

    /// Removes the customer. A hosted service does not change it.
    pub fn without_customer(mut self) -> Self {
        self.customer = Some(None);
        self
    }

    pub(super) fn arguments(self, id: &TrackingRequestId) -> Arguments {
        let arguments = Arguments::new().path(id).fields(self.attributes);
        match self.customer {
            Some(Some(customer)) => arguments.link(CUSTOMER, PARTY, customer),
            Some(None) => arguments.unlink(CUSTOMER),
            None => arguments,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::client::operations::named;
    use crate::error::ErrorKind;

    #[test]
    fn request_is_serialized_as_document() {
        let new = NewTrackingRequest::bill_of_lading(" maeu-123456789 ", "maeu")
            .ref_numbers(["A"])
            .shipment_tags(["urgent"])
            .customer("p-1");
        let expected = json!({ "data": {
            "type": "tracking_request",
            "attributes": {
                "request_type": "bill_of_lading", "request_number": "maeu-123456789", "scac": "MAEU",
                "ref_numbers": ["A"], "shipment_tags": ["urgent"],
            },
            "relationships": { "customer": { "data": { "type": "party", "id": "p-1" } } },
        } });
        let body = |new: NewTrackingRequest| {
            new.arguments().unwrap().body_of(const { named("tracking_requests", "create") }).unwrap()
        };
        assert_eq!(body(new), expected);
        let detecting = body(NewTrackingRequest::container("CSQU3054383", "MSCU").auto_detect());
        assert_eq!(detecting["data"]["attributes"].get("scac"), None);
        assert_eq!(detecting["data"]["attributes"]["auto_detect_vocc_scac"], true);
    }

    #[test]
    fn invalid_requests_are_rejected_with_the_attribute() {
        for (new, field, word) in [
            (NewTrackingRequest::bill_of_lading("PO-4500012345", "MAEU"), "request_number", "purchase order"),
            (NewTrackingRequest::container("MSCU1234567", "MSCU"), "request_number", "6"),
            (NewTrackingRequest::booking_number("EBKG01234567", "UP"), "scac", "four"),
            (NewTrackingRequest::new(NumberKind::BookingNumber, "EBKG01234567"), "scac", "missing"),
        ] {
            let refused = new.validate().unwrap_err();
            let pointer = format!("/data/attributes/{field}");
            assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Invalid, Some(&*pointer)));
            assert!(refused.to_string().contains(word), "{refused}");
        }
    }

    #[test]
    fn one_reference_is_sent_as_ref_number() {
        let attributes = |numbers: &[&str]| {
            let update = TrackingRequestUpdate::new().ref_numbers(["old"]).ref_numbers(numbers.iter().copied());
            let body = update.arguments(&Id::new("r")).body_of(const { named("tracking_requests", "update") }).unwrap();
            body["data"]["attributes"].clone()
        };
        assert_eq!(attributes(&["A"]), json!({ "ref_number": "A" }));
        assert_eq!(attributes(&["A", "B"]), json!({ "ref_numbers": ["A", "B"] }));
        assert_eq!(attributes(&[]), json!({ "ref_numbers": [] }));
    }

    #[test]
    fn all_problems_are_reported_together() {
        let refused = NewTrackingRequest::container("x", "??").validate().unwrap_err();
        let places: Vec<_> =
            refused.errors().iter().map(|e| e.source.as_ref().and_then(|s| s.pointer.clone())).collect();
        let at = |name: &str| Some(format!("/data/attributes/{name}"));
        assert_eq!(places, [at("request_number"), at("scac")]);
        let refused = NewTrackingRequest::container("CSQU3054383", "MSCU").ref_numbers(["q", " "]).validate();
        assert_eq!(refused.unwrap_err().pointer(), Some("/data/attributes/ref_numbers/1"));
    }
}
