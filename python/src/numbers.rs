//! The numbers and codes of ocean freight.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use shiptrack::client::{Inference, LineCandidate};
use shiptrack::numbers::{self, Evidence, NumberKind};
use shiptrack::shipping_lines::detect;

use crate::errors::{self, OrRaise};
use crate::{convert, converters};

macro_rules! number {
    ($(#[doc = $about:literal])* $python:ident, $name:literal, $core:ty { $($(#[doc = $doc:literal])* $getter:ident: $type:ty = $get:expr;)* }) => {
        $(#[doc = $about])*
        #[pyclass(frozen, eq, hash, module = "shiptrack.numbers", name = $name)]
        #[derive(PartialEq, Hash)]
        pub struct $python($core);

        #[pymethods]
        impl $python {
            #[new]
            fn new(
                py: Python<'_>,
                #[pyo3(from_py_with = converters::text)] text: String,
            ) -> PyResult<Self> {
                <$core>::parse(&text).map($python).or_raise(py)
            }

            /// Returns whether the text is valid.
            #[staticmethod]
            fn is_valid(#[pyo3(from_py_with = converters::text)] text: String) -> bool {
                <$core>::parse(&text).is_ok()
            }

            $($(#[doc = $doc])*
            #[getter]
            fn $getter(&self) -> $type {
                let get: fn(&$core) -> $type = $get;
                get(&self.0)
            })*

            fn __str__(&self) -> &str {
                self.0.as_str()
            }

            fn __repr__(&self) -> String {
                format!("{}('{}')", $name, self.0.as_str())
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
                (slf.get_type().into_any(), (slf.get().0.as_str().to_owned(),))
            }
        }
    };
}

number!(
    /// A container number (ISO 6346) with a valid check digit.
    PyContainerNumber, "ContainerNumber", numbers::ContainerNumber {
    /// The four letters of the owner: owner code and category.
    owner_prefix: String = |number| number.owner_prefix().to_owned();
    /// The six digits of the serial number.
    serial_number: String = |number| number.serial_number().to_owned();
    /// The check digit.
    check_digit: u8 = numbers::ContainerNumber::check_digit;
});
number!(
    /// The code of a carrier (SCAC).
    PyScac, "Scac", numbers::Scac {
    /// Whether this is ``TEST``, the built-in carrier for test numbers.
    is_sandbox: bool = numbers::Scac::is_sandbox;
});
number!(
    /// The number of a master bill of lading.
    PyBillOfLading, "BillOfLading", numbers::BillOfLading {});
number!(
    /// The number of a booking at a carrier.
    PyBookingNumber, "BookingNumber", numbers::BookingNumber {});
number!(
    /// The IMO number of a vessel.
    PyImo, "Imo", numbers::Imo {});
number!(
    /// The UN/LOCODE of a place.
    PyUnLocode, "UnLocode", numbers::UnLocode {
    /// The code of the country: two letters.
    country: String = |code| code.country().to_owned();
    /// The code of the place in the country: three characters.
    place: String = |code| code.place().to_owned();
});

/// A number that can be tracked: its kind, its text and its normalized form.
#[pyclass(frozen, module = "shiptrack.numbers", name = "TrackingNumber")]
pub struct PyTrackingNumber {
    number: numbers::TrackingNumber,
    evidence: Option<&'static str>,
}

#[pymethods]
impl PyTrackingNumber {
    /// A number of this kind. Raises ``InvalidError`` if the text is not valid.
    #[new]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = converters::kind)] kind: String,
        #[pyo3(from_py_with = converters::text)] text: String,
    ) -> PyResult<Self> {
        let names = [("request_type", "kind"), ("request_number", "text")];
        let refused = |error| errors::to_py_err_with_keyword(py, &error, &names);
        let kind = NumberKind::parse(&kind).map_err(refused)?;
        let number = numbers::TrackingNumber::parse(kind, &text).map_err(refused)?;
        Ok(PyTrackingNumber { number, evidence: None })
    }

    /// Returns the number with its kind inferred from the text. Raises ``InvalidError`` if the kind is ambiguous or the
    /// text is not valid.
    #[staticmethod]
    fn infer(py: Python<'_>, #[pyo3(from_py_with = converters::text)] text: String) -> PyResult<Self> {
        let refused = |error| errors::to_py_err_with_keyword(py, &error, &[("request_number", "text")]);
        let inferred = numbers::TrackingNumber::infer(&text).map_err(refused)?;
        let evidence = match inferred.evidence {
            Evidence::Sandbox => "sandbox",
            Evidence::CheckDigit => "check_digit",
            Evidence::Shape(_) => "shape",
            _ => "other",
        };
        Ok(PyTrackingNumber { number: inferred.number, evidence: Some(evidence) })
    }

    /// The kind: ``bill_of_lading``, ``booking_number`` or ``container``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.number.kind().as_str()
    }

    /// The number as it was passed.
    #[getter]
    fn text(&self) -> &str {
        self.number.text()
    }

    /// The normalized form: upper case, without spaces and dashes.
    #[getter]
    fn normalized(&self) -> &str {
        self.number.normalized()
    }

    /// What an inferred kind is based on: ``sandbox``, ``check_digit`` or ``shape``; ``None`` if the kind was passed.
    #[getter]
    fn evidence(&self) -> Option<&'static str> {
        self.evidence
    }

    /// Whether this is a number of the built-in carrier ``TEST``.
    #[getter]
    fn is_sandbox(&self) -> bool {
        self.number.is_sandbox()
    }

    /// Returns the number in the form that the carrier with this code uses.
    fn normalized_for(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = converters::scac)] scac: String,
    ) -> PyResult<String> {
        let scac = numbers::Scac::parse(&scac).or_raise(py)?;
        Ok(self.number.normalized_for(&scac).to_owned())
    }

    fn __str__(&self) -> &str {
        self.number.text()
    }

    fn __repr__(&self) -> String {
        format!("TrackingNumber('{}', '{}')", self.kind(), self.text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.number == other.get().number)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.kind(), self.text()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String, String)) {
        let number = slf.get();
        (slf.get_type().into_any(), (number.kind().to_owned(), number.text().to_owned()))
    }
}

pub fn inference<'py>(py: Python<'py>, inferred: &Inference) -> PyResult<Bound<'py, PyAny>> {
    let candidates: Vec<_> = inferred.candidates().iter().map(|line| candidate(py, line)).collect::<PyResult<_>>()?;
    let made = (
        inferred.kind().map(|kind| kind.as_str()),
        inferred.is_valid(),
        inferred.check_digit_passed(),
        inferred.parsed_number(),
        inferred.reason(),
        inferred.decision().map(|decision| decision.to_string()),
        inferred.selected().map(|line| candidate(py, &line)).transpose()?,
        PyTuple::new(py, candidates)?,
    );
    convert::structure(py, "Inference")?.call1(made)
}

/// Returns what can be inferred from a number without a request: its kind, whether it is valid, and the likely
/// carriers.
#[pyfunction]
pub fn infer_number<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = converters::number)] number: String,
) -> PyResult<Bound<'py, PyAny>> {
    let found = detect::detect(&number).map_err(|error| errors::to_py_err_with_keyword(py, &error, &[]))?;
    let line = |known: &detect::Candidate| {
        let line = (known.scac, Some(known.name), Some(known.confidence), None::<bool>);
        convert::structure(py, "LineCandidate")?.call1(line)
    };
    let candidates: Vec<_> = found.shipping_line.candidates.iter().map(line).collect::<PyResult<_>>()?;
    let decision = serde_json::to_value(found.shipping_line.decision).unwrap_or_default();
    let made = (
        found.number_type.kind().as_str(),
        found.validation.is_valid,
        found.validation.check_digit_passed,
        found.validation.parsed_number,
        found.validation.reason,
        decision.as_str(),
        found.shipping_line.selected.as_ref().map(line).transpose()?,
        PyTuple::new(py, candidates)?,
    );
    convert::structure(py, "Inference")?.call1(made)
}

fn candidate<'py>(py: Python<'py>, line: &LineCandidate) -> PyResult<Bound<'py, PyAny>> {
    convert::structure(py, "LineCandidate")?.call1((&line.scac, line.name.as_deref(), line.confidence, line.confirmed))
}
