//! Runs the wire corpus (`tests/corpus/wire/*.json`, format in `tests/corpus/README.md`).
//!
//! `input` (JSON) or `input_text` (any text) is read as a `page`, a `document` or an `error`, and compared with `expect`. An unknown member
//! of a case fails the test.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};
use shiptrack::error::{Error, ErrorKind};
use shiptrack::jsonapi::{Document, Links, Members, Page, Resource, View};
use shiptrack::resources;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    #[allow(dead_code, reason = "for readers of the case")]
    what: String,
    kind: Kind,
    /// The resource type; `None` for errors.
    resource: Option<String>,
    /// The HTTP status of an error.
    status: Option<u16>,
    input: Option<Value>,
    input_text: Option<String>,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Page,
    Document,
    Error,
}

/// The expected result. Members that are missing are not compared.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Expect {
    /// The input as a whole is refused, with this kind of error.
    refused: Option<String>,
    /// All items, in order. A document has one.
    items: Option<Vec<Item>>,
    /// Included resources that must be found.
    included: Vec<Item>,
    /// Resource identifiers that must not be found among the included ones.
    not_included: Vec<Target>,
    /// All links of the document.
    links: Option<Value>,
    /// Number of items of the whole listing; `null` if it is not given.
    #[serde(deserialize_with = "some")]
    total: Option<Option<u64>>,
    /// The error that is read.
    error: Option<ExpectedError>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Target {
    r#type: String,
    id: String,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Item {
    r#type: Option<String>,
    id: Option<String>,
    /// The item cannot be read; the other items can.
    unreadable: bool,
    /// Values of the typed fields; `null` for no value.
    fields: Map<String, Value>,
    /// Targets of the typed relationships: an identifier, a list of them, `null` for an empty one, `"unspecified"` for one that is not
    /// given.
    targets: Map<String, Value>,
    /// Members of the resource object after serialization.
    written: Map<String, Value>,
    /// Attributes after serialization.
    written_attributes: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedError {
    kind: String,
    retryable: bool,
    objects: usize,
    code: Option<String>,
    pointer: Option<String>,
    message: Option<String>,
}

fn some<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Option<Option<u64>>, D::Error> {
    Option::deserialize(input).map(Some)
}

#[test]
fn every_case_of_the_wire_corpus_passes() {
    let files = case_files();
    assert!(files.len() >= 25, "the corpus has {} cases", files.len());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let case: Case = serde_json::from_str(&text).unwrap_or_else(|problem| panic!("{}: {problem}", file.display()));
        assert_eq!(Some(case.name.as_str()), file.file_stem().and_then(|stem| stem.to_str()));
        run(&case);
    }
}

/// Returns the error kinds of all cases.
pub(crate) fn error_kinds() -> std::collections::BTreeSet<String> {
    let read = |file: PathBuf| serde_json::from_str::<Case>(&fs::read_to_string(file).unwrap()).unwrap();
    case_files().into_iter().filter_map(|file| Some(read(file).expect.error?.kind)).collect()
}

fn case_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/wire");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn run(case: &Case) {
    let input = match (&case.input, &case.input_text) {
        (Some(value), None) => value.to_string(),
        (None, Some(text)) => text.clone(),
        _ => panic!("{}: give one of input and input_text", case.name),
    };
    if let Kind::Error = case.kind {
        let status = case.status.unwrap_or_else(|| panic!("{}: an error has a status", case.name));
        return run_error(case, &Error::from_answer(status, None, input.as_bytes()));
    }
    assert!(
        case.expect.error.is_none() && case.status.is_none(),
        "{}: only an error case has a status or an error",
        case.name
    );
    match case.resource.as_deref() {
        Some("account") => run_typed::<resources::Account>(case, input),
        Some("container") => run_typed::<resources::Container>(case, input),
        Some("document") => run_typed::<resources::Document>(case, input),
        Some("email_submission") => run_typed::<resources::EmailSubmission>(case, input),
        Some("shipment") => run_typed::<resources::Shipment>(case, input),
        Some("shipping_line") => run_typed::<resources::ShippingLine>(case, input),
        Some("tracking_request") => run_typed::<resources::TrackingRequest>(case, input),
        Some("transport_event") => run_typed::<resources::TransportEvent>(case, input),
        Some("webhook") => run_typed::<resources::Webhook>(case, input),
        Some("webhook_notification") => run_typed::<resources::WebhookNotification>(case, input),
        other => panic!("{}: unknown resource type {other:?}", case.name),
    }
}

fn run_error(case: &Case, error: &Error) {
    let name = &case.name;
    let expected = case.expect.error.as_ref().unwrap_or_else(|| panic!("{name}: the case has no error"));
    assert_eq!(error.kind().code(), expected.kind, "{name}");
    assert_eq!(error.is_retryable(), expected.retryable, "{name}");
    assert_eq!(error.errors().len(), expected.objects, "{name}");
    assert_eq!(error.code(), expected.code.as_deref(), "{name}");
    assert_eq!(error.pointer(), expected.pointer.as_deref(), "{name}");
    if let Some(message) = &expected.message {
        assert!(error.to_string().starts_with(message), "{name}: {error}");
    }
}

/// The common interface of pages and documents.
trait Answer {
    fn views(&self) -> Vec<View<'_>>;
    fn links(&self) -> &Links;
    fn total(&self) -> Option<u64>;
    fn find_included(&self, kind: &str, id: &str) -> Option<View<'_>>;
}

impl<T: Resource> Answer for Page<T> {
    fn views(&self) -> Vec<View<'_>> {
        self.views().collect()
    }

    fn links(&self) -> &Links {
        self.links()
    }

    fn total(&self) -> Option<u64> {
        self.total()
    }

    fn find_included(&self, kind: &str, id: &str) -> Option<View<'_>> {
        self.find_included(kind, id)
    }
}

impl<T: Resource> Answer for Document<T> {
    fn views(&self) -> Vec<View<'_>> {
        vec![self.view()]
    }

    fn links(&self) -> &Links {
        self.links()
    }

    fn total(&self) -> Option<u64> {
        None
    }

    fn find_included(&self, kind: &str, id: &str) -> Option<View<'_>> {
        self.find_included(kind, id)
    }
}

fn run_typed<T: Resource + Fields>(case: &Case, input: String) {
    let read: Result<Box<dyn Answer>, Error> = match case.kind {
        Kind::Page => Page::<T>::parse(input).map(|page| Box::new(page) as _),
        Kind::Document => Document::<T>::parse(input).map(|document| Box::new(document) as _),
        Kind::Error => unreachable!("errors are handled by run_error"),
    };
    let refused = read.as_ref().err().map(|problem| problem.kind().code());
    assert_eq!(refused, case.expect.refused.as_deref(), "{}", case.name);
    if let Ok(answer) = read {
        compare::<T>(case, answer.as_ref());
    }
}

fn compare<T: Resource + Fields>(case: &Case, answer: &dyn Answer) {
    let (name, expect) = (&case.name, &case.expect);
    if let Some(items) = &expect.items {
        let views = answer.views();
        assert_eq!(views.len(), items.len(), "{name}");
        for (view, item) in views.into_iter().zip(items) {
            compare_item::<T>(name, view, item);
        }
    }
    for item in &expect.included {
        let (kind, id) = (item.r#type.as_deref().unwrap_or_default(), item.id.as_deref().unwrap_or_default());
        let found = answer.find_included(kind, id).unwrap_or_else(|| panic!("{name}: {kind} {id} is not found"));
        match kind {
            "container" => compare_item::<resources::Container>(name, found, item),
            "document" => compare_item::<resources::Document>(name, found, item),
            "shipment" => compare_item::<resources::Shipment>(name, found, item),
            "document_representation" => compare_item::<resources::DocumentRepresentation>(name, found, item),
            _ => compare_written(name, &serde_json::to_value(found.read_any().unwrap()).unwrap(), item),
        }
    }
    for target in &expect.not_included {
        assert!(answer.find_included(&target.r#type, &target.id).is_none(), "{name}: {} is found", target.id);
    }
    if let Some(links) = &expect.links {
        assert_eq!(serde_json::to_value(answer.links()).unwrap(), *links, "{name}");
    }
    if let Some(total) = expect.total {
        assert_eq!(answer.total(), total, "{name}");
    }
}

fn compare_item<T: Resource + Fields>(name: &str, view: View<'_>, item: &Item) {
    let read = view.read::<T>();
    if item.unreadable {
        assert_eq!(read.err().map(|problem| problem.kind()), Some(ErrorKind::UnexpectedResponse), "{name}");
        return;
    }
    let read = read.unwrap_or_else(|problem| panic!("{name}: {problem}"));
    if let Some(kind) = &item.r#type {
        assert_eq!(view.kind(), kind.as_str(), "{name}");
    }
    if let Some(id) = &item.id {
        assert_eq!((read.id().to_string(), view.id().as_ref()), (id.clone(), id.as_str()), "{name}");
    }
    compare_written(name, &serde_json::to_value(&read).unwrap(), item);
    let fields = serde_json::to_value(read.fields_only()).unwrap();
    for (field, value) in &item.fields {
        assert_eq!(fields["attributes"].get(field).unwrap_or(&Value::Null), value, "{name}: {field}");
    }
    for (relationship, target) in &item.targets {
        let data = fields.get("relationships").and_then(|all| all.get(relationship)).map(|value| &value["data"]);
        assert_eq!(data.unwrap_or(&"unspecified".into()), target, "{name}: {relationship}");
    }
}

fn compare_written(name: &str, written: &Value, item: &Item) {
    for (member, value) in &item.written {
        assert_eq!(written.get(member), Some(value), "{name}: {member}");
    }
    for (attribute, value) in &item.written_attributes {
        assert_eq!(written["attributes"].get(attribute), Some(value), "{name}: {attribute}");
    }
}

/// Removes the members of a resource that have no typed field.
trait Fields {
    fn fields_only(self) -> Self;
}

macro_rules! fields {
    ($($name:ident),+) => {
        $(impl Fields for resources::$name {
            fn fields_only(mut self) -> Self {
                self.other = Members::new();
                self.extra = Default::default();
                self
            }
        })+
    };
}

fields!(
    Account,
    Container,
    Document,
    DocumentRepresentation,
    EmailSubmission,
    Shipment,
    ShippingLine,
    TrackingRequest,
    TransportEvent,
    Webhook,
    WebhookNotification
);
