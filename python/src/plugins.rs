//! Carriers and extractors written in Python.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use serde_json::Value;
use shiptrack::carriers::{Answer, Carrier, Confirms, LookUp, LookUpFailure};
use shiptrack::hosted::HostedAccount;
use shiptrack::http::Call;
use shiptrack::resources::RequestType;
use shiptrack::service::{DocumentReader, Extraction, Source};
use shiptrack::{Error, ErrorKind};

use crate::client::PyClient;
use crate::hosted::PyHostedAccount;
use crate::{arguments, convert, errors, facts, json, time};

/// A Python object that can be replaced.
#[derive(Clone)]
pub struct Place(Arc<Mutex<Py<PyAny>>>);

impl Place {
    pub fn new(object: Py<PyAny>) -> Self {
        Place(Arc::new(Mutex::new(object)))
    }

    pub fn put(&self, object: Py<PyAny>) {
        // What stood there before is let go of behind the lock: its end may run any code.
        let before = std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), object);
        drop(before);
    }

    pub fn get(&self, py: Python<'_>) -> Py<PyAny> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone_ref(py)
    }
}

pub struct Given {
    /// By code.
    pub carriers: Vec<(String, Py<PyAny>)>,
    pub any_carrier: Option<Py<PyAny>>,
    pub extractors: Option<Vec<Py<PyAny>>>,
    pub on_activity: Option<Py<PyAny>>,
}

impl Given {
    pub fn read(
        carriers: Option<&Bound<'_, PyAny>>,
        any_carrier: Option<&Bound<'_, PyAny>>,
        extractors: Option<&Bound<'_, PyAny>>,
        on_activity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut given = Given { carriers: Vec::new(), any_carrier: None, extractors: None, on_activity: None };
        if let Some(carriers) = carriers {
            for pair in arguments::mapping("carriers", carriers)?.iter() {
                let (scac, carrier): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
                let scac = arguments::text("carriers", &scac)?;
                let carrier = source(&format!("carriers[{scac:?}]"), &carrier)?;
                if given.carriers.iter().any(|(known, _)| known.eq_ignore_ascii_case(&scac)) {
                    let problem = format!("carriers: {} is there twice", scac.to_ascii_uppercase());
                    return Err(PyValueError::new_err(problem));
                }
                given.carriers.push((scac, carrier));
            }
        }
        let any_carrier = any_carrier.map(|carrier| source("any_carrier", carrier));
        given.any_carrier = any_carrier.transpose()?;
        if let Some(extractors) = extractors {
            let all = extractors.try_iter().map_err(|_| arguments::expected("extractors", "a list", extractors))?;
            let each = all
                .enumerate()
                .map(|(at, extractor)| arguments::callable(&format!("extractors[{at}]"), &extractor?, Some("extract")));
            given.extractors = Some(each.collect::<PyResult<_>>()?);
        }
        let on_activity = on_activity.map(|listener| arguments::callable("on_activity", listener, None));
        given.on_activity = on_activity.transpose()?;
        Ok(given)
    }
}

/// A hosted account, its client, or a carrier.
fn source(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    if let Ok(client) = given.cast::<PyClient>() {
        return Ok(Py::new(given.py(), PyHostedAccount::of(client))?.into_any());
    }
    match given.is_instance_of::<PyHostedAccount>() {
        true => Ok(given.clone().unbind()),
        false => arguments::callable(name, given, Some("look_up")),
    }
}

/// A callable, an object with a method `look_up`, or a hosted account.
pub struct PyCarrier(pub Place);

impl PyCarrier {
    fn hosted(&self) -> Option<Result<HostedAccount, Error>> {
        Python::try_attach(|py| {
            let given = self.0.get(py).into_bound(py);
            Some(given.cast::<PyHostedAccount>().ok()?.get().account())
        })?
    }
}

impl Carrier for PyCarrier {
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        match self.hosted() {
            Some(Ok(hosted)) => return hosted.look_up(look_up, call),
            Some(Err(closed)) => {
                return Err(LookUpFailure::Unreachable { retry_after: None }.because(closed.to_string()));
            }
            None => {}
        }
        let asked = Python::try_attach(|py| ask(py, &self.0, look_up));
        // The interpreter is ending: nobody can be asked any more.
        asked.unwrap_or(Err(LookUpFailure::Unreachable { retry_after: None }))
    }

    fn confirms(&self, kind: &RequestType) -> Confirms {
        match self.hosted() {
            Some(Ok(hosted)) => hosted.confirms(kind),
            _ => Confirms::Nothing,
        }
    }
}

fn ask(py: Python<'_>, place: &Place, look_up: &LookUp) -> Result<Answer, LookUpFailure> {
    errors::forget_raised();
    let answered = (|| {
        let carrier = place.get(py).into_bound(py);
        let call = carrier.getattr_opt("look_up")?.unwrap_or(carrier);
        let answer = call.call1((question(py, look_up)?,))?;
        read_answer(&answer)
    })();
    answered.map_err(|raised| failure(py, &raised))
}

fn question<'py>(py: Python<'py>, look_up: &LookUp) -> PyResult<Bound<'py, PyAny>> {
    let since = PyDict::new(py);
    if let Some(at) = look_up.since {
        since.set_item("since", time::datetime(py, &at)?)?;
    }
    let asked = (
        &look_up.scac,
        look_up.kind.as_str(),
        &look_up.number,
        &look_up.normalized_number,
        look_up.attempt,
        time::datetime(py, &look_up.first_asked_at)?,
        time::datetime(py, &look_up.now)?,
        time::id(py, &look_up.account.to_string())?,
        &look_up.account_name,
        look_up.bookmark.as_deref(),
        PyTuple::new(py, &look_up.references)?,
        PyTuple::new(py, &look_up.containers)?,
    );
    convert::structure(py, "LookUp")?.call(asked, Some(&since))
}

/// An `Answer`, or the facts alone: dicts, or their JSON text.
fn read_answer(answer: &Bound<'_, PyAny>) -> PyResult<Answer> {
    let py = answer.py();
    let is_answer = answer.is_instance(&convert::structure(py, "Answer")?)?;
    let (facts, mut around) = if is_answer {
        let (next_look, bookmark) = (answer.getattr("next_look")?, answer.getattr("bookmark")?);
        let until = answer.getattr("until")?;
        let mut around = Answer::default();
        around.complete = arguments::flag("complete", &answer.getattr("complete")?)?;
        around.references = arguments::texts("references", &answer.getattr("references")?)?;
        around.next_look = (!next_look.is_none()).then(|| arguments::span("next_look", &next_look)).transpose()?;
        around.bookmark = (!bookmark.is_none()).then(|| arguments::text("bookmark", &bookmark)).transpose()?;
        around.until = (!until.is_none()).then(|| arguments::moment("until", &until)).transpose()?;
        around.unchanged = arguments::flag("unchanged", &answer.getattr("unchanged")?)?;
        (answer.getattr("facts")?, around)
    } else {
        (answer.clone(), Answer::complete(Vec::new()))
    };
    let wrong =
        || PyTypeError::new_err(format!("the carrier answered {facts}: facts are a list of dicts, [] for no data"));
    around.facts = facts::read(&facts, wrong)?;
    Ok(around)
}

/// An exception outside `shiptrack.carriers` means an unreadable answer.
fn failure(py: Python<'_>, raised: &PyErr) -> LookUpFailure {
    let name = py
        .import("shiptrack.carriers")
        .and_then(|carriers| carriers.call_method1("_name", (errors::traced(py, raised),)));
    let name: Option<String> = name.and_then(|name| name.extract()).unwrap_or(None);
    let why = if name.is_some() { errors::said(py, raised) } else { errors::described(py, raised) };
    errors::keep_raised(py, raised, &why);
    let failure = match name.as_deref() {
        Some("NotFound") => LookUpFailure::NotFound,
        Some("NoDataYet") => LookUpFailure::NoDataYet,
        Some("InvalidNumber") => LookUpFailure::InvalidNumber,
        Some("BookingCancelled") => LookUpFailure::Cancelled,
        Some("Withheld") => LookUpFailure::Withheld,
        Some("Refused") => LookUpFailure::Refused,
        Some("RateLimited") => LookUpFailure::RateLimited { retry_after: asked_pause(py, raised) },
        Some("Unreachable") => LookUpFailure::Unreachable { retry_after: asked_pause(py, raised) },
        _ => LookUpFailure::Unreadable,
    };
    if why.is_empty() { failure } else { failure.because(why) }
}

fn asked_pause(py: Python<'_>, raised: &PyErr) -> Option<Duration> {
    let pause = raised.value(py).getattr("retry_after").and_then(|pause| pause.extract::<Option<f64>>());
    pause.ok().flatten().and_then(|pause| Duration::try_from_secs_f64(pause).ok())
}

/// A callable, or an object with a method `extract`.
pub struct PyExtractor(pub Place);

impl DocumentReader for PyExtractor {
    fn read(&self, source: &Source<'_>) -> Result<Option<Extraction>, Error> {
        let read = Python::try_attach(|py| read(py, &self.0, source).map_err(|raised| failed(py, &raised)));
        read.unwrap_or_else(|| Err(Error::new(ErrorKind::Closed, "the interpreter is ending")))
    }
}

fn read(py: Python<'_>, place: &Place, source: &Source<'_>) -> PyResult<Option<Extraction>> {
    let extractor = place.get(py).into_bound(py);
    let call = extractor.getattr_opt("extract")?.unwrap_or(extractor);
    let content = PyBytes::new(py, source.content);
    let source =
        convert::structure(py, "Source")?.call1((source.name, source.content_type, content, source.email_body))?;
    let found = call.call1((source,))?;
    if found.is_none() {
        return Ok(None);
    }
    let is_extraction = found.is_instance(&convert::structure(py, "Extraction")?)?;
    let maybe = |name: &str| {
        let told = Some(found.getattr(name)?).filter(|told| !told.is_none());
        told.map(|told| arguments::text(name, &told)).transpose()
    };
    let (payload, mut told) = if is_extraction {
        let mut told = Extraction::default();
        told.document_type = maybe("document_type")?;
        told.classification_notes = maybe("classification_notes")?;
        told.schema_version = arguments::text("schema_version", &found.getattr("schema_version")?)?;
        (found.getattr("payload")?, told)
    } else {
        (found.clone(), Extraction::default())
    };
    match json::from_python("payload", &payload)? {
        Value::Object(payload) => {
            told.payload = payload;
            Ok(Some(told))
        }
        _ => Err(PyTypeError::new_err("an extractor answers a dict, an Extraction or None")),
    }
}

fn failed(py: Python<'_>, raised: &PyErr) -> Error {
    let problem = format!("an extractor failed: {}", errors::described(py, raised));
    errors::keep_raised(py, raised, &problem);
    Error::new(ErrorKind::Internal, problem)
}
