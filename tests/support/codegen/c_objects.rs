//! The objects of the C library, each with the functions that read one of its values or free it. They are written to
//! `ffi/src/generated/objects`.
//!
//! Each generated file is a submodule of the module that its objects are in, so that it can use their private members:
//! that module includes it with `#[path = "…"] mod generated;`. A row such as
//!
//! ```text
//! Cancel(cancel): CancelBody {
//!     /// 1 once it was cancelled, else 0.
//!     is_cancelled: i32 = body.0.is_cancelled().into();
//! }
//! ```
//!
//! becomes `shiptrack_cancel_is_cancelled(cancel: *const Cancel) -> i32`. The module declares the type itself by hand, with
//! `object!`, and the functions that create one: see `ffi/src/cancel.rs`.

use std::fmt::Write;

use super::c::write_exported;

/// A module of `ffi/src`, by its path there.
struct Module {
    path: &'static str,
    objects: &'static [Object],
}

/// An opaque type of the header.
struct Object {
    name: &'static str,
    /// The name of the first argument of its functions.
    argument: &'static str,
    /// The type behind the pointer.
    body: &'static str,
    functions: &'static [Function],
}

struct Function {
    /// Without `shiptrack_` and the name of the type.
    name: &'static str,
    /// Its documentation, line by line; empty for "Frees the object. NULL is ignored."
    about: &'static [&'static str],
    /// Parameters after the object: name and type.
    parameters: &'static [(&'static str, &'static str)],
    /// The type of the value, `Option<…>` if the expression may have none.
    returns: &'static str,
    /// The value that is returned if there is no value or no such object; empty for `Text::NONE`, a null pointer, or 0.
    default: &'static str,
    /// The expression of the value. It contains `body.` once, which the generated function replaces by the object. [`IMPORTS`]
    /// lists the other names that it uses.
    expression: &'static str,
}

/// `free` frees an object. Any other function reads a value: `name(parameters): type, default = expression`. A function with a
/// parameter `*mut …` writes the value there and returns a status, SHIPTRACK_ABSENT if there is no value; its expression is an
/// `Option`.
macro_rules! modules {
    ($($path:literal {
        $($object:ident($argument:ident): $body:ty {
            $($(#[doc = $about:literal])*
            $function:ident $(($($parameter:ident: $kind:ty),*))? $(: $returns:ty)? $(, $default:literal)?
                $(= $expression:expr)?;)*
        })*
    })*) => {
        const MODULES: &[Module] = &[$(Module {
            path: $path,
            objects: &[$(Object {
                name: stringify!($object),
                argument: stringify!($argument),
                body: stringify!($body),
                functions: &[$(Function {
                    name: stringify!($function),
                    about: &[$($about),*],
                    parameters: &[$($((stringify!($parameter), stringify!($kind))),*)?],
                    returns: concat!($(stringify!($returns))?),
                    default: concat!($(stringify!($default))?),
                    expression: concat!($(stringify!($expression))?),
                }),*],
            }),*],
        }),*];
    };
}

modules! {
    "access/credentials.rs" {
        Credentials(credentials): LockCell<CoreCredentials> {
            /// Frees the credentials. NULL is ignored.
            free;
        }
        CredentialRequest(request): CredentialRequestBody {
            /// The id of the account that looks up a number.
            account_id: Text = body.account_id.get();
            /// The name that you gave that account; `default` for the account that every service has.
            account_name: Text = body.account_name.get();
            /// The code of the carrier, as in its profile.
            scac: Text = body.scac.get();
            /// The name of the credential, such as `client_id`.
            name: Text = body.name.get();
        }
    }
    "boundary/error.rs" {
        Error(error): ErrorBody {
            /// Frees the error. NULL is ignored.
            free;
            /// The error as a sentence for people.
            message: Text = body.message.get();
            /// A code for programs. For an error response, the code in the response (`duplicate`); no value if it had none. For
            /// an argument, attribute or setting that was rejected on this side, the name of the status (`invalid`), or the code
            /// that the comment of the function mentions (`ambiguous_number`). No value for other errors, such as a failed
            /// connection or a timeout.
            code: Text = body.code.get();
            /// The position of the problem: a JSON pointer (`/data/attributes/scac`), or the name of a query parameter, a setting
            /// or an argument of the function; for an object, the name of its type.
            pointer: Text = body.pointer.get();
            /// The description of this occurrence, without the status, code and pointer that the message also has: from the
            /// service, or from this side for a value that it rejected. No value if there is only the message.
            detail: Text = body.detail.get();
            /// The id that the server gave the request, for questions to its support.
            request_id: Text = body.request_id.get();
            /// The page at which a listing that failed can continue: see shiptrack_query_resume_from().
            resume_from: Text = body.resume_from.get();
            /// The id of the existing document if the uploaded file is already known: `existing_document_id` in `meta` of a
            /// response with status 409 and the code `duplicate_document`. No value for other errors.
            existing_document_id: Text = body.existing_document_id.get();
            /// All error objects of the response: a JSON array, empty if there were none. A value that was rejected on this side
            /// has one error object with code, detail and pointer.
            objects_json: Text = body.objects.get();
            /// The bytes of the response if they could not be parsed, such as an HTML page. They may be any bytes.
            body: Text = body.body.get();
            /// The HTTP status of the response; 0 if there was no response.
            http_status: Option<i32> = body.error.http_status().map(i32::from);
            /// The number of error objects in shiptrack_error_objects_json().
            objects_count: usize = body.error.errors().len();
            /// Writes how long the service asked the client to wait, in milliseconds. Returns SHIPTRACK_ABSENT if it did not ask.
            retry_after_ms(milliseconds: *mut i64) =
                body.error.retry_after().map(|pause| i64::try_from(pause.as_millis()).unwrap_or(i64::MAX));
            /// 1 if the same call can succeed later without a change, else 0.
            is_retryable: i32 = body.error.is_retryable().into();
            /// 1 if this was a write that may have taken effect although there was no response, else 0. Read the resource before
            /// you retry the write.
            is_in_doubt: i32 = body.error.is_in_doubt().into();
        }
    }
    "buffer.rs" {
        Buffer(buffer): BufferBody {
            /// The bytes, which may include NULs, followed by a NUL.
            view: Text = body.0.get();
            /// Frees the bytes. NULL is ignored.
            free;
        }
    }
    "cancel.rs" {
        Cancel(cancel): CancelBody {
            /// 1 once it was cancelled, else 0: for your callbacks and loops.
            is_cancelled: i32 = body.0.is_cancelled().into();
            free;
        }
    }
    "client/infer.rs" {
        Inference(inference): InferenceBody {
            /// The type of the number, as for a tracking request.
            request_type: Text = body.kind.get();
            /// The number as the service parsed it.
            parsed_number: Text = body.parsed_number.get();
            /// Why the number is valid or not, in a text of the service.
            reason: Text = body.reason.get();
            /// How certain the carrier is.
            decision: Text = body.decision.get();
            /// The code of the most likely carrier.
            selected_scac: Text = body.selected.get();
            /// The response, as it was received.
            json: Text = body.json.get();
            /// How certain the carrier is: SHIPTRACK_LINE_DECISION_….
            decision_code: i32 = body.decision_code;
            /// Whether the number can be valid: 1 yes, 0 no, -1 if the service does not know.
            is_valid: Option<i32>, -1 = body.is_valid.map(i32::from);
            /// Whether the check digit of a container number is correct: 1 yes, 0 no, -1 if the service did not report it.
            check_digit_passed: Option<i32>, -1 = body.check_digit_passed.map(i32::from);
            /// The number of carriers to which the number may belong.
            candidates_count: usize = body.candidates.len();
            /// The code of a carrier to which the number may belong, the most likely one first; `index` counts from 0.
            candidate_scac(index: usize): Text = body.candidates.get(index)?.1.get();
            /// The name of that carrier.
            candidate_name(index: usize): Text = body.candidates.get(index)?.2.get();
            /// Writes how likely that carrier is, from 0 to 1. Returns SHIPTRACK_ABSENT if the service did not report it.
            candidate_confidence(index: usize, confidence: *mut f64) =
                body.candidates.get(index).and_then(|(candidate, ..)| candidate.confidence);
            free;
        }
    }
    "client/send.rs" {
        Response(response): ResponseBody {
            /// The HTTP status; 0 if `response` is NULL.
            http_status: i32 = body.status;
            /// The body.
            body: Text = body.body.get();
            /// The number of header fields.
            headers_count: usize = body.headers.len();
            /// The name of a header field; `index` counts from 0, in the order in which they were received.
            header_name(index: usize): Text = body.headers.get(index)?.0.get();
            /// The value of a header field; `index` counts from 0, in the order in which they were received.
            header_value(index: usize): Text = body.headers.get(index)?.1.get();
            /// Frees the response. NULL is ignored.
            free;
        }
    }
    "numbers.rs" {
        Number(number): NumberBody {
            /// The type of the number: `container`, `bill_of_lading`, `booking_number`, `scac`, `imo`, `un_locode`.
            kind: Text = body.kind.get();
            /// The number as it was passed, without white space around it.
            text: Text = body.text.get();
            /// The normalized form of the number: upper case, without spaces, dashes and other separators.
            normalized: Text = body.normalized.get();
            /// After shiptrack_number_infer(): what showed the type, `check_digit`, `shape` or `sandbox`.
            evidence: Text = body.evidence.get();
            /// After shiptrack_number_infer(): the carrier whose prefix and form the number has.
            scac: Text = body.scac.get();
            free;
        }
    }
    "page.rs" {
        Pages(pages): PagesBody {
            /// Ends the listing and frees it. NULL is ignored.
            free;
        }
        Page(page): PageBody {
            /// The number of items on the page.
            count: usize = body.positions.len();
            /// The number of items of the whole listing; -1 if the document does not contain it.
            total: Option<i64>, -1 = i64::try_from(body.page.total()?).ok();
            /// The document of the page, byte for byte; bytes that are not UTF-8 are replaced.
            json: Text = body.text(0, |page| Some(page.text().to_owned()));
            /// The links of the document, as a JSON object.
            links_json: Text = body.text(1, |page| Some(serde_json::to_string(page.links()).unwrap_or_default()));
            /// The `meta` of the document, as a JSON object; no value if it has no `meta`.
            meta_json: Text = body.text(2, |page| serde_json::to_string(page.meta()?).ok());
            /// The warnings of the response: what the service ignored in the request, or stores for later. It is `meta.warnings`
            /// of the document: a JSON array of objects with `code`, `detail` and `source`; no value if there is no warning.
            warnings_json: Text = body.text(3, warnings_json);
            /// The link to the next page; no value on the last page.
            next_link: Text = body.text(4, |page| page.links().next.clone());
            /// The number of included resources of all types.
            included_count: usize = body.page.all_included().count();
            /// Frees the page and its items. NULL is ignored.
            free;
        }
    }
    "resource/journey.rs" {
        Journey(journey): JourneyBody {
            /// Name of the vessel that brings the container to the port of discharge.
            vessel: Text = body.vessel.get();
            /// Number of the voyage of that vessel.
            voyage: Text = body.voyage.get();
            /// Time stamp of the expected arrival at the port of discharge; no value if the container has arrived, or its
            /// shipment is no longer tracked.
            eta: Text = body.eta.get();
            /// Time stamp of the arrival that was first expected; no value if the shipment travels on another vessel. If the
            /// containers of a shipment travel on several vessels, it may be about any of them.
            first_eta: Text = body.first_eta.get();
            /// Time stamp of the actual arrival at the port of discharge.
            arrived_at: Text = body.arrived_at.get();
            /// Whether the container is tracked: `followed`; `left` if its shipment continues without it; otherwise the reason
            /// why its shipment is no longer tracked, such as `booking_cancelled` or `stopped`. No value if the shipment is
            /// unknown.
            tracking: Text = body.tracking.get();
            /// The last day on which the container is stored free of charge (`2026-05-22`), in the calendar of the place where it
            /// is picked up.
            last_free_day: Text = body.last_free_day.get();
            /// Number of the shipment as it was submitted; no value if that is the number of a container.
            bill_of_lading: Text = body.bill_of_lading.get();
            /// Writes how late the actual or else the expected arrival is, compared to the first expected one, in milliseconds;
            /// negative if it is early. Returns SHIPTRACK_ABSENT if one of the two is unknown.
            delay_ms(delay_ms: *mut i64) = body.delay_ms;
            /// The number of steps. First come the steps that happened or are in the past, then the expected ones.
            steps_count: usize = body.steps.len();
            /// The milestone of a step, as in the name of its event: `vessel_arrived`. `index` counts from 0.
            step_name(index: usize): Text = body.steps.get(index)?.name.get();
            /// The milestone of a step in words: `Vessel arrived`.
            step_label(index: usize): Text = body.steps.get(index)?.label.get();
            /// Time stamp of when a step happened or is expected. shiptrack_time_at_place() converts it to local time, with
            /// shiptrack_journey_step_timezone().
            step_at(index: usize): Text = body.steps.get(index)?.at.get();
            /// IANA name of the time zone of the place of a step.
            step_timezone(index: usize): Text = body.steps.get(index)?.timezone.get();
            /// UN/LOCODE of the place of a step.
            step_place(index: usize): Text = body.steps.get(index)?.place.get();
            /// Name of the place of a step.
            step_place_name(index: usize): Text = body.steps.get(index)?.place_name.get();
            /// Name of the vessel of a step.
            step_vessel(index: usize): Text = body.steps.get(index)?.vessel.get();
            /// Number of the voyage of a step.
            step_voyage(index: usize): Text = body.steps.get(index)?.voyage.get();
            /// Name of the terminal or depot of a step.
            step_terminal(index: usize): Text = body.steps.get(index)?.terminal.get();
            /// Whether a step is known to have happened: 1 yes, 0 no, -1 past the end.
            step_happened(index: usize): i32, -1 = body.steps.get(index)?.happened.into();
            /// Whether a step was expected and a later one happened, so that it is in the past without a report: 1 yes, 0 no, -1
            /// past the end.
            step_passed(index: usize): i32, -1 = body.steps.get(index)?.passed.into();
            /// Writes how late a step is, in milliseconds, compared to the first plan or, if it is still expected, to the clock.
            /// Returns SHIPTRACK_ABSENT if that is less than twelve hours or unknown.
            step_late_ms(index: usize, late_ms: *mut i64) = body.steps.get(index).and_then(|step| step.late_ms);
            free;
        }
    }
    "server.rs" {
        ServerOptions(options): LockCell<Settings> {
            /// Frees the settings. NULL is ignored.
            free;
        }
        Server(server): ServerBody {
            /// The start of its URLs, such as `http://127.0.0.1:41234`. Append `/v2` for the base URL of a client.
            url: Text = body.url.get();
            /// The address on which it listens, with its port.
            address: Text = body.address.get();
            /// Stops the server and frees it. NULL is ignored.
            free;
        }
    }
    "service/carrier.rs" {
        LookUp(look_up): LookUpBody {
            /// The id of the account that looks up the number. If the carrier shows each customer only its own shipments, use the
            /// credentials of this account.
            account_id: Text = body.account_id.get();
            /// The name that you gave that account; `default` for the account that every service has.
            account_name: Text = body.account_name.get();
            /// The text that your last answer about this request stored with shiptrack_answer_bookmark(); no value if it did not.
            bookmark: Text = body.bookmark.get();
            /// The time up to which your earlier answers about this request are complete, as shiptrack_answer_until() set it, in
            /// milliseconds since 1970-01-01T00:00:00Z; -1 if it is not set. It is enough to answer with the data since then; do
            /// not call shiptrack_answer_complete() for such an answer.
            since_unix_ms: Option<i64>, -1 = body.since_unix_ms;
            /// The number of other known numbers of the same shipment. An answer about one of them may also be used.
            references_count: usize = body.references.len();
            /// Another number of the same shipment; `index` counts from 0. No value past the end.
            reference(index: usize): Text = body.references.get(index)?.get();
            /// The number of known containers of the shipment.
            containers_count: usize = body.containers.len();
            /// A container of the shipment; `index` counts from 0. No value past the end.
            container(index: usize): Text = body.containers.get(index)?.get();
            /// The code of the carrier.
            scac: Text = body.scac.get();
            /// The type of the number: `bill_of_lading`, `booking_number`, `container`.
            request_type: Text = body.request_type.get();
            /// The number as it was submitted.
            number: Text = body.number.get();
            /// The form of the number that the carrier uses: upper case, without spaces, without a redundant prefix.
            normalized_number: Text = body.normalized_number.get();
            /// Time stamp of the first look-up of the number.
            first_asked_at: Text = body.first_asked_at.get();
            /// The time of the service, as a time stamp.
            now: Text = body.now.get();
            /// The number of the try, from 1.
            attempt: u32 = body.attempt;
            /// The time of the service, in milliseconds since 1970-01-01T00:00:00Z.
            now_unix_ms: i64 = body.now_unix_ms;
            /// 1 if the answer is no longer needed, else 0: for callbacks that take long.
            is_cancelled: i32 = (body.cancelled)().into();
        }
    }
    "service/extractor.rs" {
        Attachment(attachment): SourceBody {
            /// Name of the file.
            name: Text = body.name.get();
            /// Media type.
            content_type: Text = body.content_type.get();
            /// The content, which may be any bytes.
            content: Text = body.content.get();
            /// Text of the message that the document was attached to; no value for an upload.
            email_body: Text = body.email_body.get();
        }
    }
    "service/facts.rs" {
        RecordingReport(recorded): RecordingReportBody {
            /// The number of tracking requests that received the facts.
            count: usize = body.requests.len();
            /// The id of a tracking request that received the facts; `index` counts from 0.
            request_id(index: usize): Text = body.requests.get(index)?.request.get();
            /// The id of its shipment; no value if its carrier has not reported any data yet, after which the shipment uses the
            /// facts.
            shipment_id(index: usize): Text = body.requests.get(index)?.shipment.get();
            /// The number of facts that were new to it.
            new_count(index: usize): usize = body.requests.get(index)?.new;
            /// The number of facts that were stored because no tracking request has the number yet; facts that were stored before
            /// do not count.
            kept_count: usize = body.kept;
            /// The number of problems of the new facts.
            doubts_count: usize = body.doubts.len();
            /// A sentence that says what looks wrong, such as an unknown member or an unknown UN/LOCODE; `index` counts from 0.
            /// The facts are recorded nevertheless.
            doubt(index: usize): Text = body.doubts.get(index)?.get();
            free;
        }
    }
    "service/feed.rs" {
        Events(events): EventsBody {
            /// The number of events.
            count: usize = body.0.len();
            /// The sequence number of an event in the feed; `index` counts from 0. 0 past the end.
            sequence(index: usize): u64 = body.0.get(index)?.event.sequence;
            /// The name of the event: `tracking_request.succeeded`, `container.transport.vessel_arrived`, …
            name(index: usize): Text = body.0.get(index)?.name.get();
            /// Time stamp of its publication.
            created_at(index: usize): Text = body.0.get(index)?.created_at.get();
            /// The notification document, as a webhook receives it.
            document_json(index: usize): Text = body.0.get(index)?.document.get();
            /// The event as a number: SHIPTRACK_EVENT_….
            code(index: usize): i32 = code_of_name("EventName", body.0.get(index)?.event.event.as_str());
            /// Frees the events. NULL is ignored.
            free;
        }
    }
    "service/mail.rs" {
        IngestedEmail(ingested): IngestedEmailBody {
            /// The submission, a resource of type `email_submission` that is borrowed from this object.
            submission: *const Resource = body.submission.lend();
            /// 1 if this call created the submission, 0 if the same bytes were ingested before.
            is_new: i32 = body.is_new.into();
            /// 1 if the message could not be parsed; its bytes are stored nevertheless. Else 0.
            is_quarantined: i32 = body.quarantined.into();
            /// The number of problems of the message.
            problems_count: usize = body.problems.len();
            /// A problem of the message; `index` counts from 0.
            problem(index: usize): Text = body.problems.get(index)?.get();
            /// The results of attached EDI, if this call ingested the message: a JSON array of objects with `document` (the name
            /// of the attachment) and `report`, as from shiptrack_service_ingest_edi(); `[]` if there was none.
            edi_json: Text = body.edi.get();
            free;
        }
    }
    "simulator.rs" {
        Simulator(simulator): SimulatorBody {
            /// The start of its URLs, such as `http://127.0.0.1:41234`. A GET request to any path returns events of DCSA Track &
            /// Trace; a POST request to a path that ends with `token` returns an access token.
            url: Text = body.url.get();
            /// Closes its connections and frees it. NULL is ignored.
            free;
        }
    }
    "webhooks.rs" {
        Headers(headers): HeadersBody {
            /// The number of header fields.
            count: usize = body.0.lock().len();
            /// The name of a header field; `index` counts from 0.
            name(index: usize): Text = body.0.lock().get(index)?.texts.0.get();
            /// The value of a header field; `index` counts from 0.
            value(index: usize): Text = body.0.lock().get(index)?.texts.1.get();
            /// Frees the header fields. NULL is ignored.
            free;
        }
        Verifier(verifier): VerifierBody {
            free;
        }
    }
}

/// Names that expressions and signatures may use, and their paths.
const IMPORTS: &[(&str, &[&str])] = &[
    ("crate::boundary", &["ABSENT", "Error", "LockCell", "Text", "free", "lend", "peek", "value_or", "write"]),
    ("crate::codes", &["code_of_name"]),
    ("crate::resource", &["Resource", "warnings_json"]),
    ("shiptrack", &["serde_json"]),
];

/// The files, by their paths in the repository.
pub fn files() -> impl Iterator<Item = (String, String)> {
    MODULES.iter().map(|module| (format!("ffi/src/generated/objects/{}", module.path), module.text()))
}

impl Module {
    fn text(&self) -> String {
        let mut functions = String::new();
        for object in self.objects {
            object.functions.iter().for_each(|function| object.write(function, &mut functions));
        }
        let code: String = functions.lines().filter(|line| !line.starts_with("///")).collect();
        let words: Vec<&str> = code.split(|it: char| !it.is_alphanumeric() && !"_.".contains(it)).collect();
        let own = self.objects.iter().flat_map(|object| [object.name, object.stored()]);
        let mut used: Vec<(&str, Vec<&str>)> = IMPORTS.iter().map(|(path, names)| (*path, names.to_vec())).collect();
        used.push(("super", own.filter(|name| !used.iter().any(|(_, names)| names.contains(name))).collect()));
        let mut text = format!(
            "// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.\n\n\
             //! Functions that read the values of the objects of `{}`, or free them.\n\n",
            self.path
        );
        for (path, mut names) in used {
            names.retain(|name| words.contains(name));
            if !names.is_empty() {
                let _ = writeln!(text, "use {path}::{{{}}};", names.join(", "));
            }
        }
        text + &functions
    }
}

impl Object {
    /// The type behind the pointer, without its lock.
    fn stored(&self) -> &'static str {
        self.body.trim_start_matches("LockCell<").trim_end_matches('>')
    }

    fn write(&self, function: &Function, text: &mut String) {
        let Object { name: object, argument, body, .. } = self;
        let parameters: String = function.parameters.iter().map(|(name, kind)| format!(", {name}: {kind}")).collect();
        let out = function.parameters.iter().find(|(_, kind)| kind.starts_with("*mut "));
        let read = |with: &str| function.expression.replacen("body.", &format!("{with}::<{body}>({argument})?."), 1);
        let (rest, call) = match (function.name, out) {
            ("free", _) => (format!("{argument}: *mut {object})"), format!("free::<{body}>({argument});")),
            (_, Some((out, _))) => (
                format!("{argument}: *const {object}{parameters}) -> i32"),
                format!("write({out}, {out:?}, std::ptr::null_mut(), || {}.ok_or(ABSENT))", read("lend")),
            ),
            _ => {
                let optional = function.returns.strip_prefix("Option<").and_then(|returns| returns.strip_suffix('>'));
                let returns = optional.unwrap_or(function.returns);
                let found = if optional.is_some() { read("peek") } else { format!("Some({})", read("peek")) };
                let default = match (function.default, returns) {
                    ("", "Text") => "Text::NONE",
                    ("", _) if returns.starts_with('*') => "std::ptr::null()",
                    ("", _) => "0",
                    (default, _) => default,
                };
                (
                    format!("{argument}: *const {object}{parameters}) -> {returns}"),
                    format!("value_or({default}, || {found})"),
                )
            }
        };
        let about = if function.about.is_empty() { &[" Frees the object. NULL is ignored."] } else { function.about };
        let signature = format!("shiptrack_{}_{}({rest}", snake_case(object), function.name);
        write_exported(text, about, "", &signature, &call);
    }
}

fn snake_case(name: &str) -> String {
    let words = name.chars().enumerate().map(|(at, letter)| match letter {
        'A'..='Z' if at > 0 => format!("_{}", letter.to_ascii_lowercase()),
        _ => letter.to_ascii_lowercase().to_string(),
    });
    words.collect()
}
