//! Tracking requests: create, track, update, wait, infer.

use std::sync::Mutex;
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use shiptrack::client::{
    NewTrackingRequest, RetrackPolicy, TrackOutcome, TrackResult, TrackingRequestUpdate, Wait, WaitHandle, WaitProgress,
};
use shiptrack::numbers::{NumberKind, TrackingNumber};
use shiptrack::resources::TrackingRequestId;
use shiptrack::{Client, Error};

use super::fetch_one;
use crate::arguments::{self, texts};
use crate::client::PyClient;
use crate::clock::PyCancel;
use crate::errors::OrRaise;
use crate::handle::Handle;
use crate::open_service::lock;
use crate::operations::PyFamily;
use crate::{calls, convert, converters, errors, json, json_arguments, numbers, objects, progress};

/// Calls of `client.tracking_requests` that are not generated from the description of the interface.
#[pyclass(frozen, subclass, extends = PyFamily, module = "shiptrack", name = "_TrackingRequests")]
pub struct TrackingRequests {
    handle: Handle,
}

#[pymethods]
impl TrackingRequests {
    #[new]
    fn new(client: &Bound<'_, PyClient>) -> PyClassInitializer<Self> {
        let own = TrackingRequests { handle: client.get().handle.clone() };
        PyClassInitializer::from(PyFamily::new(client)).add_subclass(own)
    }

    /// Creates a tracking request for one number: ``bill_of_lading=``, ``booking_number=`` or ``container=``.
    ///
    /// With ``request_number=`` alone the kind of the number is inferred, and an ambiguous number is rejected. A number
    /// is a ``str``: an ``int`` has already lost its leading zeros. :meth:`track` does the same and can be repeated
    /// safely.
    ///
    /// * ``scac``: Code of the carrier, or a name that no other carrier has, such as ``"Maersk"``. Either ``scac`` or
    ///   ``auto_detect`` is required.
    /// * ``auto_detect``: ``True`` lets the service infer the carrier from the number.
    /// * ``request_type``: Kind of ``request_number``: ``bill_of_lading``, ``booking_number`` or ``container``.
    /// * ``allow_wrong_check_digit``: ``True`` accepts a container number with a wrong check digit, as carriers and EDI messages
    ///   sometimes have it.
    /// * ``ref_numbers``, ``shipment_tags``: Your references and tags.
    /// * ``customer``: The party that the shipment is tracked for.
    /// * ``initial_custom_fields``: Values of custom fields for the shipment and containers that are found.
    ///
    /// Raises ``DuplicateError`` if a live request for this number and carrier exists, and ``InvalidError`` if a value
    /// is invalid.
    #[pyo3(signature = (**request), text_signature = "($self, *, bill_of_lading=None, booking_number=None, container=None, request_number=None, request_type=None, \
            scac=None, auto_detect=False, allow_wrong_check_digit=False, ref_numbers=None, shipment_tags=None, customer=None, initial_custom_fields=None)")]
    fn create(&self, py: Python<'_>, request: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
        let (new, names) = read_new(py, request)?;
        let fetched = self.handle.call_with(py, &names, move |client| client.tracking_requests().create(new))?;
        objects::from_document(py, fetched.into_document())
    }

    /// Tracks a number. Safe to repeat: an existing live request for the number and carrier is adopted.
    ///
    /// Takes the keywords of :meth:`create` and returns a :class:`~shiptrack.values.TrackResult`. An adopted request
    /// gets the ``ref_numbers`` it lacks; ``left_out`` lists the other arguments, which were not applied.
    ///
    /// If the last request for the number failed because of the number, that request is returned (``how ==
    /// "returned"``): for a week if the number is invalid, for a day if the carrier did not know it. ``again="always"``
    /// creates a new request in any case, ``again="never"`` always returns the failed one.
    ///
    /// A service in this process creates a new request if the voyage of a container is over. Otherwise it looks the number
    /// up later, at most once an hour, and if the container has begun its next voyage then, it stops the live request and
    /// creates the next one by itself. The events report both.
    #[pyo3(signature = (*, again=None, **request), text_signature = "($self, *, again=None, bill_of_lading=None, booking_number=None, container=None, request_number=None, request_type=None, \
            scac=None, auto_detect=False, allow_wrong_check_digit=False, ref_numbers=None, shipment_tags=None, customer=None, initial_custom_fields=None)")]
    fn track<'py>(
        &self,
        py: Python<'py>,
        again: Option<&Bound<'py, PyAny>>,
        request: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (again, (new, names)) = (read_again(py, again)?, read_new(py, request)?);
        let track = move |client: &Client| client.tracking_requests().retrack(again).track(new);
        let tracked = self.handle.call_with(py, &names, track)?;
        tracked_object(py, &tracked)
    }

    /// Tracks a number like :meth:`track`, and repeats the create if its outcome is unknown, for example after a broken
    /// connection.
    ///
    /// ``maybe_duplicate`` of the result says whether two requests may have been created.
    #[pyo3(signature = (*, again=None, **request), text_signature = "($self, *, again=None, bill_of_lading=None, booking_number=None, container=None, request_number=None, request_type=None, \
            scac=None, auto_detect=False, allow_wrong_check_digit=False, ref_numbers=None, shipment_tags=None, customer=None, initial_custom_fields=None)")]
    fn track_until_certain<'py>(
        &self,
        py: Python<'py>,
        again: Option<&Bound<'py, PyAny>>,
        request: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (again, (new, names)) = (read_again(py, again)?, read_new(py, request)?);
        let track = move |client: &Client| client.tracking_requests().retrack(again).track_until_certain(new);
        let tracked = self.handle.call_with(py, &names, track)?;
        tracked_object(py, &tracked)
    }

    /// Changes a tracking request and returns it. Arguments that are left out keep their values; lists are replaced.
    ///
    /// ``customer=None`` removes the customer. A hosted service documents only ``ref_number``, a single reference. A
    /// service in this process accepts all of these.
    #[pyo3(signature = (id, *, ref_number=None, ref_numbers=None, shipment_tags=None, **further),
        text_signature = "($self, id, *, ref_number=None, ref_numbers=None, shipment_tags=None, customer=...)")]
    fn update(
        &self,
        py: Python<'_>,
        id: &Bound<'_, PyAny>,
        ref_number: Option<&Bound<'_, PyAny>>,
        ref_numbers: Option<&Bound<'_, PyAny>>,
        shipment_tags: Option<&Bound<'_, PyAny>>,
        further: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let id = TrackingRequestId::new(&arguments::id(id, "tracking_request")?);
        let mut changes = TrackingRequestUpdate::new();
        if let Some(number) = ref_number {
            changes = changes.attribute("ref_number", arguments::text("ref_number", number)?);
        }
        if let Some(numbers) = ref_numbers {
            changes = changes.ref_numbers(texts("ref_numbers", numbers)?);
        }
        if let Some(tags) = shipment_tags {
            changes = changes.attribute("shipment_tags", texts("shipment_tags", tags)?);
        }
        for (name, value) in further.into_iter().flatten() {
            changes = match name.extract::<String>()?.as_str() {
                // `None` differs from an argument that was left out.
                "customer" if value.is_none() => changes.without_customer(),
                "customer" => changes.customer(arguments::id_named("customer", &value, "party")?),
                unknown => return Err(arguments::unknown_keyword("update()", unknown, &UPDATE_KEYWORDS)),
            };
        }
        fetch_one(py, &self.handle, move |client| client.tracking_requests().update(&id, changes))
    }

    /// Waits until a tracking request is settled (created, failed or stopped) and returns it.
    ///
    /// * ``id``: The request, its id, or the result of :meth:`track`.
    /// * ``until``: ``"settled"``, or ``"answered"`` to return also if the carrier has no data yet and is asked again
    ///   every day.
    /// * ``timeout``: Longest wait in seconds (300).
    /// * ``poll``: Pause between two looks, in seconds.
    /// * ``cancel``: A :class:`CancelToken` that ends the wait.
    /// * ``progress``: ``True`` shows a bar, a callable receives ``(seconds, timeout)``.
    ///
    /// Raises ``TimedOutError`` if the request is not settled in time; the request is still tracked. Ctrl-C ends the
    /// wait at once. If the service runs on a manual clock, the wait moves that clock.
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    #[pyo3(signature = (id, *, until="settled".to_owned(), timeout=None, poll=None, cancel=None, progress=None),
        text_signature = "($self, id, *, until='settled', timeout=None, poll=None, cancel=None, progress=None)")]
    fn wait(
        &self,
        py: Python<'_>,
        id: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = converters::until)] until: String,
        timeout: Option<&Bound<'_, PyAny>>,
        poll: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = converters::cancel)] cancel: Option<Py<PyCancel>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        calls::warn_if_event_loop_waits(py, "wait")?;
        let id = TrackingRequestId::new(&arguments::id(id, "tracking_request")?);
        let timeout = timeout.map_or(Ok(TIMEOUT), |timeout| arguments::timeout("timeout", timeout))?;
        let client = self.handle.client().or_raise(py)?;
        let token = client.cancel_token().child();
        // Ctrl-C cancels the child token, the caller the token of their argument.
        let token = cancel.map_or(token, |cancel| cancel.get().token.child());
        let wait = read_wait(py, &until, timeout, poll)?.cancel(token.clone());
        let shown = match progress {
            Some(wish) => Some(py.import("shiptrack._progress")?.call_method1("create", (wish, "s", "waiting"))?),
            None => None,
        };
        let tick = |_: Python<'_>| match &shown {
            Some(shown) => shown.call_method1("elapsed", (timeout.as_secs_f64(),)).map(drop),
            None => Ok(()),
        };
        let waiting = shown.as_ref().map(|shown| shown.clone().unbind());
        let work = move || progress::with_display(waiting, || client.tracking_requests().wait(&id, wait));
        let fetched = calls::run_on_helper_with_tick(py, &token, work, tick);
        if let Some(shown) = &shown {
            shown.call_method0("close")?;
        }
        objects::from_document(py, fetched?.into_document())
    }

    /// The same wait in single steps, for asyncio.
    #[pyo3(signature = (id, until, timeout=None, poll=None))]
    fn _waiting(
        &self,
        py: Python<'_>,
        id: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = converters::until)] until: String,
        timeout: Option<&Bound<'_, PyAny>>,
        poll: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyWaiting> {
        let id = TrackingRequestId::new(&arguments::id(id, "tracking_request")?);
        let timeout = timeout.map_or(Ok(TIMEOUT), |timeout| arguments::timeout("timeout", timeout))?;
        let wait = read_wait(py, &until, timeout, poll)?;
        let client = self.handle.client().or_raise(py)?;
        let waiting = Mutex::new(client.tracking_requests().start_wait(&id, wait));
        Ok(PyWaiting { handle: self.handle.clone(), waiting, timeout })
    }

    /// Asks the service what kind of number this is and which carriers it may belong to.
    fn infer_number<'py>(&self, py: Python<'py>, number: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let number = arguments::text("number", number)?;
        let inferred = self.handle.call(py, move |client| client.tracking_requests().infer_number(&number))?;
        numbers::inference(py, &inferred)
    }
}

const TIMEOUT: Duration = Duration::from_secs(300);

fn read_wait(py: Python<'_>, until: &str, timeout: Duration, poll: Option<&Bound<'_, PyAny>>) -> PyResult<Wait> {
    let wait = match until {
        "settled" => Wait::until_settled(),
        "answered" => Wait::until_answered(),
        other => {
            return Err(Error::invalid("until", format!("until must be \"settled\" or \"answered\", not {other:?}")))
                .or_raise(py);
        }
    };
    let wait = wait.timeout(timeout);
    Ok(match poll {
        Some(poll) => wait.poll(arguments::duration("poll", poll)?),
        None => wait,
    })
}

/// A wait in single steps.
#[pyclass(frozen, module = "shiptrack._native", name = "_Waiting")]
pub struct PyWaiting {
    handle: Handle,
    waiting: Mutex<WaitHandle>,
    timeout: Duration,
}

#[pymethods]
impl PyWaiting {
    /// Returns the request if the wait is over, otherwise the seconds until it is read again.
    fn look(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self.handle.run(py, || lock(&self.waiting).look())? {
            WaitProgress::Reached(fetched) => objects::from_document(py, fetched.into_document()),
            WaitProgress::Pending(pause) => Ok(pause.as_secs_f64().into_pyobject(py)?.into_any().unbind()),
        }
    }

    /// Waits for so many seconds. Meanwhile a service without a worker does its due work, and a manual clock is moved.
    fn pause(&self, py: Python<'_>, seconds: f64) -> PyResult<()> {
        let pause = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        self.handle.run(py, || lock(&self.waiting).pause(pause))
    }

    /// Whether due work is only done by waiting: true for a service in this process without a worker.
    #[getter]
    fn does_the_work(&self) -> bool {
        self.handle.wait_does_the_work()
    }

    /// Longest wait in seconds.
    #[getter]
    fn timeout(&self) -> f64 {
        self.timeout.as_secs_f64()
    }
}

/// What to do about a number if its last request failed.
fn read_again(py: Python<'_>, wanted: Option<&Bound<'_, PyAny>>) -> PyResult<RetrackPolicy> {
    let wanted = wanted.map(|wanted| arguments::text("again", wanted)).transpose()?;
    match wanted.as_deref() {
        None | Some("by_reason") => Ok(RetrackPolicy::ByReason),
        Some("always") => Ok(RetrackPolicy::Always),
        Some("never") => Ok(RetrackPolicy::Never),
        Some(other) => {
            Err(Error::invalid("again", format!("again must be \"by_reason\", \"always\" or \"never\", not {other:?}")))
                .or_raise(py)
        }
    }
}

/// Keywords that differ from the attribute names, for error messages.
type KeywordNames = [(&'static str, &'static str); 2];

fn read_new(py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<(NewTrackingRequest, KeywordNames)> {
    let Some(keywords) = keywords else { return Err(PyTypeError::new_err(NUMBER_NEEDED)) };
    for keyword in keywords.keys() {
        let keyword: String = keyword.extract()?;
        if !KEYWORDS.contains(&keyword.as_str()) {
            return Err(arguments::unknown_keyword("a tracking request", &keyword, &KEYWORDS));
        }
    }
    let keywords = keywords.copy()?;
    let take = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
        let value = keywords.get_item(name)?;
        if value.is_some() {
            keywords.del_item(name)?;
        }
        Ok(value.filter(|value| !value.is_none()))
    };
    let text = |name: &str| take(name)?.map(|value| arguments::text(name, &value)).transpose();
    let mut numbers = Vec::new();
    for (name, kind) in [
        ("bill_of_lading", NumberKind::BillOfLading),
        ("booking_number", NumberKind::BookingNumber),
        ("container", NumberKind::Container),
    ] {
        numbers.extend(text(name)?.map(|number| (name, kind, number)));
    }
    let refused = |error| errors::to_py_err_with_keyword(py, &error, &[]);
    let kind = text("request_type")?.map(|kind| NumberKind::parse(&kind)).transpose().map_err(refused)?;
    let is_any_check_digit_allowed =
        take(ANY_CHECK_DIGIT)?.map_or(Ok(false), |allowed| arguments::flag(ANY_CHECK_DIGIT, &allowed))?;
    if let Some(number) = text("request_number")? {
        let infer = || match is_any_check_digit_allowed {
            true => TrackingNumber::infer_kind_with_any_check_digit(&number),
            false => TrackingNumber::infer(&number).map(|inferred| inferred.number.kind()),
        };
        let kind = kind.map_or_else(infer, Ok);
        numbers.push(("request_number", kind.map_err(refused)?, number));
    }
    let (keyword, kind, number) = match numbers.as_slice() {
        [only] => only,
        [] => return Err(PyTypeError::new_err(NUMBER_NEEDED)),
        several => {
            let given = several.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(" and ");
            return Err(PyTypeError::new_err(format!("only one number may be given, not {given}")));
        }
    };
    let mut new = NewTrackingRequest::new(*kind, number);
    let detecting = take("auto_detect")?.map_or(Ok(false), |wanted| arguments::flag("auto_detect", &wanted))?;
    match text("scac")? {
        Some(_) if detecting => return Err(PyTypeError::new_err("pass either scac= or auto_detect=True, not both")),
        Some(scac) => new = new.scac(scac),
        None if detecting => new = new.auto_detect(),
        None => {}
    }
    if is_any_check_digit_allowed {
        new = new.allow_wrong_check_digit();
    }
    if let Some(numbers) = take("ref_numbers")? {
        new = new.ref_numbers(texts("ref_numbers", &numbers)?);
    }
    if let Some(tags) = take("shipment_tags")? {
        new = new.shipment_tags(texts("shipment_tags", &tags)?);
    }
    if let Some(customer) = take("customer")? {
        new = new.customer(arguments::id_named("customer", &customer, "party")?);
    }
    for (name, value) in keywords.iter() {
        let name = name.extract::<String>()?;
        let value = json_arguments::value(&name, &value)?;
        new = new.attribute(name, value);
    }
    Ok((new, [("request_number", keyword), ("auto_detect_vocc_scac", "auto_detect")]))
}

const ANY_CHECK_DIGIT: &str = "allow_wrong_check_digit";

const UPDATE_KEYWORDS: [&str; 4] = ["ref_number", "ref_numbers", "shipment_tags", "customer"];

const KEYWORDS: [&str; 12] = [
    "bill_of_lading",
    "booking_number",
    "container",
    "request_number",
    "request_type",
    "scac",
    "auto_detect",
    ANY_CHECK_DIGIT,
    "ref_numbers",
    "shipment_tags",
    "customer",
    "initial_custom_fields",
];

const NUMBER_NEEDED: &str =
    "one number is needed: bill_of_lading=, booking_number=, container=, or request_number= to infer its kind";

fn tracked_object<'py>(py: Python<'py>, tracked: &TrackResult) -> PyResult<Bound<'py, PyAny>> {
    let how = match tracked.how {
        TrackOutcome::Created => "created",
        TrackOutcome::Adopted => "adopted",
        TrackOutcome::Returned => "returned",
    };
    let request = objects::from_resource(py, &tracked.request)?;
    let left_out = PyTuple::new(py, &tracked.left_out)?;
    let warnings = json::to_python(py, &serde_json::to_value(&tracked.warnings).unwrap_or_default())?;
    let warnings = PyTuple::new(py, warnings.try_iter()?.collect::<PyResult<Vec<_>>>()?)?;
    convert::structure(py, "TrackResult")?.call1((request, how, tracked.maybe_duplicate, left_out, warnings))
}
