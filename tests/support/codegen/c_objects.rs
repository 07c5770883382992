//! The objects of the C library, each with the functions that only read a value of it or free it: they are written to
//! `ffi/src/generated/objects`.
//!
//! Each generated file is a submodule of the module that its objects are in, so that it can use their private members: that module
//! includes it with `#[path = "…"] mod generated;`. A row such as
//!
//! ```text
//! Cancel(cancel): CancelBody {
//!     /// 1 once it was cancelled, else 0.
//!     is_cancelled: i32 = body.0.is_cancelled().into();
//! }
//! ```
//!
//! becomes `shiptrack_cancel_is_cancelled(cancel: *const Cancel) -> i32`. The module declares the type itself by hand, with
//! `object!`, and the functions that make one: see `ffi/src/cancel.rs`.

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
    /// What the functions call their first argument.
    argument: &'static str,
    /// What is behind the pointer.
    body: &'static str,
    functions: &'static [Function],
}

struct Function {
    /// Without `shiptrack_` and the name of the type.
    name: &'static str,
    /// Its documentation, line by line; empty for the usual text, "Frees it. NULL is harmless."
    about: &'static [&'static str],
    /// Parameters after the object: name and type.
    parameters: &'static [(&'static str, &'static str)],
    /// The type of the value, `Option<…>` if the expression may have none.
    gives: &'static str,
    /// What is returned if there is no value or no such object; empty for `Text::NONE`, a null pointer, or 0.
    otherwise: &'static str,
    /// How the value is read. It has `body.` once, in place of which the generated function looks the object up. Other names that it uses are
    /// in [`IMPORTS`].
    expression: &'static str,
}

/// `free` frees an object. Any other function reads a value:
/// `name(parameters): type, value if there is none = expression`. One that has a parameter `*mut …` writes the value there
/// and returns a status, SHIPTRACK_ABSENT if there is no value; its expression is an `Option`.
macro_rules! modules {
    ($($path:literal {
        $($object:ident($argument:ident): $body:ty {
            $($(#[doc = $about:literal])*
            $function:ident $(($($parameter:ident: $kind:ty),*))? $(: $gives:ty)? $(, $otherwise:literal)?
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
                    gives: concat!($(stringify!($gives))?),
                    otherwise: concat!($(stringify!($otherwise))?),
                    expression: concat!($(stringify!($expression))?),
                }),*],
            }),*],
        }),*];
    };
}

modules! {
    "access/credentials.rs" {
        Credentials(credentials): LockCell<CoreCredentials> {
            /// Frees them. NULL is harmless.
            free;
        }
        CredentialRequest(request): CredentialRequestBody {
            /// The id of the account that asks the carrier.
            account_id: Text = body.account_id.get();
            /// What you called that account; `default` for the one a service has from the start.
            account_name: Text = body.account_name.get();
            /// The carrier's code, as its profile has it.
            scac: Text = body.scac.get();
            /// The name of the credential: `client_id`.
            name: Text = body.name.get();
        }
    }
    "boundary/error.rs" {
        Error(error): ErrorBody {
            /// Frees an error. NULL is harmless.
            free;
            /// What went wrong, in a sentence for a person.
            message: Text = body.message.get();
            /// A machine code. Of an answer, its own (`duplicate`), and no value when it had none. Of what was refused on this side,
            /// naming an argument, an attribute or a setting, the name of the status (`invalid`), or what the refusing function's
            /// comment tells (`ambiguous_number`). No value for what went wrong in between: no connection, no time left.
            code: Text = body.code.get();
            /// Where the problem is: a JSON pointer (`/data/attributes/scac`), or the name of a query parameter, a setting, or an
            /// argument of the function; of an object, the name of its type.
            pointer: Text = body.pointer.get();
            /// What was said about this occurrence, without the status, code and pointer that the message has with it: by the
            /// service, or by this side about what it refused. No value when nothing was said of it beyond the message.
            detail: Text = body.detail.get();
            /// The identifier the server gave the exchange, for its support desk.
            request_id: Text = body.request_id.get();
            /// The page at which a walk over a listing that broke off here can be taken up again: see
            /// shiptrack_query_resume_from().
            resume_from: Text = body.resume_from.get();
            /// The id of the document there is, when a file was uploaded as one before: `existing_document_id` in `meta` of an answer 409
            /// with the code `duplicate_document`. No value for every other error.
            existing_document_id: Text = body.existing_document_id.get();
            /// All error objects of the answer: a JSON array, empty when there were none. What was refused on this side has one,
            /// with code, detail and pointer.
            objects_json: Text = body.objects.get();
            /// The bytes that were answered, when they could not be read: a page of HTML, a body cut off. They may be anything.
            body: Text = body.body.get();
            /// The HTTP status of the answer; 0 when none arrived.
            http_status: Option<i32> = body.error.http_status().map(i32::from);
            /// How many error objects there are in shiptrack_error_objects_json().
            objects_count: usize = body.error.errors().len();
            /// How long the other side asked to wait, in milliseconds; SHIPTRACK_ABSENT when it did not.
            retry_after_ms(milliseconds: *mut i64) =
                body.error.retry_after().map(|pause| i64::try_from(pause.as_millis()).unwrap_or(i64::MAX));
            /// 1 when the same call, made again later, can succeed without anybody changing anything; else 0.
            is_retryable: i32 = body.error.is_retryable().into();
            /// 1 when this was a write that may have taken effect although no answer arrived: look before trying again. Else 0.
            is_in_doubt: i32 = body.error.is_in_doubt().into();
        }
    }
    "buffer.rs" {
        Buffer(buffer): BufferBody {
            /// The bytes. They may be anything, NULs too; a NUL stands behind them.
            view: Text = body.0.get();
            /// Frees the bytes. NULL is harmless.
            free;
        }
    }
    "cancel.rs" {
        Cancel(cancel): CancelBody {
            /// 1 once it was cancelled, else 0: for callbacks and loops of the host's own.
            is_cancelled: i32 = body.0.is_cancelled().into();
            free;
        }
    }
    "client/infer.rs" {
        Inference(inference): InferenceBody {
            /// The kind of the number, in the words a tracking request takes.
            request_type: Text = body.kind.get();
            /// The number as the service reads it.
            parsed_number: Text = body.parsed_number.get();
            /// Why the number is valid or not, in the service's words.
            reason: Text = body.reason.get();
            /// How sure the service is of the carrier.
            decision: Text = body.decision.get();
            /// The code of the most likely carrier.
            selected_scac: Text = body.selected.get();
            /// The answer as it came.
            json: Text = body.json.get();
            /// How sure the service is of the carrier: SHIPTRACK_LINE_DECISION_…
            decision_code: i32 = body.decision_code;
            /// Whether the number can be right: 1 yes, 0 no, -1 when the service cannot tell.
            is_valid: Option<i32>, -1 = body.is_valid.map(i32::from);
            /// Whether the check digit of a container number is right: 1 yes, 0 no, -1 not told.
            check_digit_passed: Option<i32>, -1 = body.check_digit_passed.map(i32::from);
            /// How many carriers the number may belong to.
            candidates_count: usize = body.candidates.len();
            /// The code of a carrier the number may belong to, the most likely first.
            candidate_scac(index: usize): Text = body.candidates.get(index)?.1.get();
            /// The name of that carrier.
            candidate_name(index: usize): Text = body.candidates.get(index)?.2.get();
            /// How likely it is, from 0 to 1; SHIPTRACK_ABSENT when the service does not say.
            candidate_confidence(index: usize, confidence: *mut f64) =
                body.candidates.get(index).and_then(|(candidate, ..)| candidate.confidence);
            free;
        }
    }
    "client/send.rs" {
        Response(response): ResponseBody {
            /// The HTTP status; 0 for no response.
            http_status: i32 = body.status;
            /// The body.
            body: Text = body.body.get();
            /// How many header fields it has.
            headers_count: usize = body.headers.len();
            /// The name of a header field, in the order they came.
            header_name(index: usize): Text = body.headers.get(index)?.0.get();
            /// The value of a header field, in the order they came.
            header_value(index: usize): Text = body.headers.get(index)?.1.get();
            /// Frees the answer. NULL is harmless.
            free;
        }
    }
    "numbers.rs" {
        Number(number): NumberBody {
            /// What it is: `container`, `bill_of_lading`, `booking_number`, `scac`, `imo`, `un_locode`.
            kind: Text = body.kind.get();
            /// The number as it was given, without the white space around it.
            text: Text = body.text.get();
            /// The number in its one form: upper case, no spaces, dashes and other separators.
            normalized: Text = body.normalized.get();
            /// After shiptrack_number_infer(): what gave it away, `check_digit`, `shape` or `sandbox`.
            evidence: Text = body.evidence.get();
            /// After shiptrack_number_infer(): the carrier whose prefix and shape it has.
            scac: Text = body.scac.get();
            free;
        }
    }
    "page.rs" {
        Pages(pages): PagesBody {
            /// Ends the walk. NULL is harmless.
            free;
        }
        Page(page): PageBody {
            /// How many items the page has.
            count: usize = body.places.len();
            /// How many items the whole listing has; -1 when the document does not say.
            total: Option<i64>, -1 = i64::try_from(body.page.total()?).ok();
            /// The document of the page, byte for byte as it came (bytes that are no UTF-8 aside).
            json: Text = body.text(0, |page| Some(page.text().to_owned()));
            /// The links of the document, as a JSON object.
            links_json: Text = body.text(1, |page| Some(serde_json::to_string(page.links()).unwrap_or_default()));
            /// The `meta` of the document, as a JSON object; no value when there is none.
            meta_json: Text = body.text(2, |page| serde_json::to_string(page.meta()?).ok());
            /// What the service passed over, or keeps for later, of the request that this page answers: the `meta.warnings` of the
            /// document as a JSON array of objects with `code`, `detail` and `source`; no value when there are none.
            warnings_json: Text = body.text(3, warnings_json);
            /// The link to the page after; no value when there is none.
            next_link: Text = body.text(4, |page| page.links().next.clone());
            /// How many included resources the document has, of every type.
            included_count: usize = body.page.all_included().count();
            /// Frees the page and its items. NULL is harmless.
            free;
        }
    }
    "resource/journey.rs" {
        Journey(journey): JourneyBody {
            /// Name of the vessel that brings the container to the port of discharge.
            vessel: Text = body.vessel.get();
            /// Number of the voyage of that vessel.
            voyage: Text = body.voyage.get();
            /// Time stamp of the expected arrival at the port of discharge; no value once the container has arrived, and when its shipment
            /// is no longer followed.
            eta: Text = body.eta.get();
            /// Time stamp of the arrival as it was first expected of the shipment; no value if the shipment travels on another vessel. Where
            /// the containers of a shipment travel on several vessels, it may be about any of them.
            first_eta: Text = body.first_eta.get();
            /// Time stamp of the actual arrival at the port of discharge.
            arrived_at: Text = body.arrived_at.get();
            /// Whether the container is still followed: `followed`; `left` if its shipment continues without it; else why its shipment is no
            /// longer followed, such as `booking_cancelled`, or `stopped`. No value if the shipment is not known.
            tracking: Text = body.tracking.get();
            /// The last day the container is stored free of charge (`2026-05-22`), by the calendar of the place where it is picked up.
            last_free_day: Text = body.last_free_day.get();
            /// Number of the shipment as it was submitted; no value if that is the container's own number.
            bill_of_lading: Text = body.bill_of_lading.get();
            /// How far the arrival, or else the expected one, is behind the first expected one, in milliseconds; negative if it is ahead.
            /// SHIPTRACK_ABSENT if one of the two is not known.
            delay_ms(delay_ms: *mut i64) = body.delay_ms;
            /// How many steps the journey has. They are in order: those that happened or have passed first, then those that are expected.
            steps_count: usize = body.steps.len();
            /// The milestone of a step, as in the name of its event: `vessel_arrived`. `index` counts from 0.
            step_name(index: usize): Text = body.steps.get(index)?.name.get();
            /// The milestone of a step in words: `Vessel arrived`.
            step_label(index: usize): Text = body.steps.get(index)?.label.get();
            /// Time stamp of when a step happened or is expected to. shiptrack_time_at_place() reads it by the clocks of its place, together
            /// with shiptrack_journey_step_timezone().
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
            /// Whether a step was expected and a later one happened, so that it is in the past without having been reported: 1 yes, 0 no, -1
            /// past the end.
            step_passed(index: usize): i32, -1 = body.steps.get(index)?.passed.into();
            /// How far a step is behind the first plan or, if it is still expected, behind the clock, in milliseconds. SHIPTRACK_ABSENT if
            /// that is less than twelve hours or not known.
            step_late_ms(index: usize, late_ms: *mut i64) = body.steps.get(index).and_then(|step| step.late_ms);
            free;
        }
    }
    "server.rs" {
        ServerOptions(options): LockCell<Settings> {
            /// Frees the settings. NULL is harmless.
            free;
        }
        Server(server): ServerBody {
            /// What its links start with: `http://127.0.0.1:41234`. The interface is below `/v2` of it.
            url: Text = body.url.get();
            /// The address it listens on, with the port it was given.
            address: Text = body.address.get();
            /// Stops the server and frees it. NULL is harmless.
            free;
        }
    }
    "service/carrier.rs" {
        LookUp(look_up): LookUpBody {
            /// The id of the account that asks. A carrier that shows each customer its own shipments is asked with that account's
            /// credentials.
            account_id: Text = body.account_id.get();
            /// What you called that account; `default` for the one a service has from the start.
            account_name: Text = body.account_name.get();
            /// What your last answer about this request gave to be reminded of, with shiptrack_answer_bookmark(); none when it gave
            /// nothing.
            bookmark: Text = body.bookmark.get();
            /// Up to when you told everything with your last answer about this request, in milliseconds since 1970, as shiptrack_answer_until() said:
            /// what was written since is enough, and is an answer that is not complete. -1 when it said nothing.
            since_unix_ms: Option<i64>, -1 = body.since_unix_ms;
            /// How many other numbers of the same shipment are known: an answer about one of them may serve as well.
            references_count: usize = body.references.len();
            /// One of the other numbers of the same shipment, from 0; none beyond the last.
            reference(index: usize): Text = body.references.get(index)?.get();
            /// How many containers of the shipment are known.
            containers_count: usize = body.containers.len();
            /// One of the containers of the shipment, from 0; none beyond the last.
            container(index: usize): Text = body.containers.get(index)?.get();
            /// The carrier's code.
            scac: Text = body.scac.get();
            /// Kind of the number: `bill_of_lading`, `booking_number`, `container`.
            request_type: Text = body.request_type.get();
            /// The number as it was submitted.
            number: Text = body.number.get();
            /// The form of it the carrier wants: upper case, no spaces, no redundant prefix.
            normalized_number: Text = body.normalized_number.get();
            /// When the number was first asked about.
            first_asked_at: Text = body.first_asked_at.get();
            /// The service's time.
            now: Text = body.now.get();
            /// Which try this is, from 1.
            attempt: u32 = body.attempt;
            /// The service's time, in milliseconds since 1970.
            now_unix_ms: i64 = body.now_unix_ms;
            /// 1 when nobody waits for the answer any more, else 0: for callbacks that take long.
            is_cancelled: i32 = (body.cancelled)().into();
        }
    }
    "service/extractor.rs" {
        Attachment(attachment): SourceBody {
            /// Name of the file.
            name: Text = body.name.get();
            /// Media type.
            content_type: Text = body.content_type.get();
            /// The bytes, which may be anything.
            content: Text = body.content.get();
            /// Text of the message it was attached to.
            email_body: Text = body.email_body.get();
        }
    }
    "service/facts.rs" {
        RecordingReport(recorded): RecordingReportBody {
            /// How many numbers of the account the facts are about.
            count: usize = body.requests.len();
            /// The id of the tracking request that stands for a number they are about.
            request_id(index: usize): Text = body.requests.get(index)?.request.get();
            /// The id of its shipment; NULL while its carrier has said nothing, which takes the facts in when it does.
            shipment_id(index: usize): Text = body.requests.get(index)?.shipment.get();
            /// How many of the facts were news to it.
            new_count(index: usize): usize = body.requests.get(index)?.new;
            /// How many facts are kept for whoever comes to track the number, because nobody does yet; those that are kept already do
            /// not count.
            kept_count: usize = body.kept;
            /// How many things look wrong about those that are news.
            doubts_count: usize = body.doubts.len();
            /// What looks wrong, one sentence each: a member nobody knows, a UN/LOCODE no place has. They are taken in all the same.
            doubt(index: usize): Text = body.doubts.get(index)?.get();
            free;
        }
    }
    "service/feed.rs" {
        Events(events): EventsBody {
            /// How many there are.
            count: usize = body.0.len();
            /// The place of an event in the feed; `index` counts from 0. 0 past the end.
            sequence(index: usize): u64 = body.0.get(index)?.event.sequence;
            /// What happened: `tracking_request.succeeded`, `container.transport.vessel_arrived`, …
            name(index: usize): Text = body.0.get(index)?.name.get();
            /// When it was told.
            created_at(index: usize): Text = body.0.get(index)?.created_at.get();
            /// The notification document, as a webhook would get it.
            document_json(index: usize): Text = body.0.get(index)?.document.get();
            /// What happened, as a number: SHIPTRACK_EVENT_…
            code(index: usize): i32 = code_of_name("EventName", body.0.get(index)?.event.event.as_str());
            /// Frees them. NULL is harmless.
            free;
        }
    }
    "service/mail.rs" {
        IngestedEmail(ingested): IngestedEmailBody {
            /// The submission, of type `email_submission`. It is borrowed.
            submission: *const Resource = body.submission.lend();
            /// 1 when the submission was made now, 0 when the same bytes were taken in before.
            is_new: i32 = body.is_new.into();
            /// 1 when the message could not be read; its bytes are kept all the same. Else 0.
            is_quarantined: i32 = body.quarantined.into();
            /// How many things were wrong with the message.
            problems_count: usize = body.problems.len();
            /// What was wrong with the message.
            problem(index: usize): Text = body.problems.get(index)?.get();
            /// What came of the EDI that was attached, where the message was taken in now: a JSON array of objects with `document` (the name
            /// of the attachment) and `report`, as shiptrack_service_ingest_edi() gives it; `[]` for none.
            edi_json: Text = body.edi.get();
            free;
        }
    }
    "simulator.rs" {
        Simulator(simulator): SimulatorBody {
            /// What its URLs begin with: `http://127.0.0.1:41234`. A GET of any path answers events of DCSA Track & Trace, a POST of a path
            /// that ends with `token` an access token.
            url: Text = body.url.get();
            /// Ends its connections and frees it. NULL is harmless.
            free;
        }
    }
    "webhooks.rs" {
        Headers(headers): HeadersBody {
            /// How many there are.
            count: usize = body.0.lock().len();
            /// The name of a header field.
            name(index: usize): Text = body.0.lock().get(index)?.texts.0.get();
            /// The value of a header field.
            value(index: usize): Text = body.0.lock().get(index)?.texts.1.get();
            /// Frees them. NULL is harmless.
            free;
        }
        Verifier(verifier): VerifierBody {
            free;
        }
    }
}

/// What expressions and signatures may name, and where it is.
const IMPORTS: &[(&str, &[&str])] = &[
    ("crate::boundary", &["ABSENT", "Error", "LockCell", "Text", "free", "lend", "peek", "value_or", "write"]),
    ("crate::codes", &["code_of_name"]),
    ("crate::resource", &["Resource", "warnings_json"]),
    ("shiptrack", &["serde_json"]),
];

/// The files, by their paths below the top of the repository.
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
        let mut made = format!(
            "// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.\n\n\
             //! Functions of the objects of `{}` that read a value of one, or free it.\n\n",
            self.path
        );
        for (path, mut names) in used {
            names.retain(|name| words.contains(name));
            if !names.is_empty() {
                let _ = writeln!(made, "use {path}::{{{}}};", names.join(", "));
            }
        }
        made + &functions
    }
}

impl Object {
    /// The type behind the pointer, without its lock.
    fn stored(&self) -> &'static str {
        self.body.trim_start_matches("LockCell<").trim_end_matches('>')
    }

    fn write(&self, function: &Function, made: &mut String) {
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
                let optional = function.gives.strip_prefix("Option<").and_then(|gives| gives.strip_suffix('>'));
                let gives = optional.unwrap_or(function.gives);
                let found = if optional.is_some() { read("peek") } else { format!("Some({})", read("peek")) };
                let otherwise = match (function.otherwise, gives) {
                    ("", "Text") => "Text::NONE",
                    ("", _) if gives.starts_with('*') => "std::ptr::null()",
                    ("", _) => "0",
                    (otherwise, _) => otherwise,
                };
                (
                    format!("{argument}: *const {object}{parameters}) -> {gives}"),
                    format!("value_or({otherwise}, || {found})"),
                )
            }
        };
        let about = if function.about.is_empty() { &[" Frees it. NULL is harmless."] } else { function.about };
        let signature = format!("shiptrack_{}_{}({rest}", snake_case(object), function.name);
        write_exported(made, about, "", &signature, &call);
    }
}

fn snake_case(name: &str) -> String {
    let words = name.chars().enumerate().map(|(at, letter)| match letter {
        'A'..='Z' if at > 0 => format!("_{}", letter.to_ascii_lowercase()),
        _ => letter.to_ascii_lowercase().to_string(),
    });
    words.collect()
}
