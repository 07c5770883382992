//! Generates `core/src/client/families/`: the typed calls of the Rust client, a file for each family.
//!
//! Required parts of an operation are arguments. Optional parts are set with a builder: `New…` for resources that are created,
//! `…Update` for changes, and methods of [`List`](shiptrack::client::List) for the filters of a listing.

use std::collections::BTreeSet;
use std::fmt::Write;

use shiptrack::resources::{Answer, Body, Family, Field, INTERFACE, Link, Operation, Parameter, Shape, TYPES};

use super::GENERATED_NOTE;

/// Operations that are written by hand, next to the generated ones.
pub(super) const HANDWRITTEN: [(&str, &str); 6] = [
    ("tracking_requests", "create"),
    ("tracking_requests", "infer_number"),
    ("tracking_requests", "update"),
    ("webhooks", "create"),
    ("webhooks", "rotate_secret"),
    ("webhooks", "update"),
];

/// Families whose handle has more fields than the client.
const OWN_HANDLE: [&str; 1] = ["tracking_requests"];

/// All files: path and text, before rustfmt.
pub fn files() -> Vec<(String, String)> {
    let named = |name: &str| format!("core/src/client/families/{name}.rs");
    let families = INTERFACE.iter().map(|family| (named(family.name), file(family)));
    families.chain([(named("mod"), index())]).collect()
}

/// The name of a type in Rust: `custom_field` is `CustomField`.
pub fn camel(name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').map(capital).collect()
}

fn index() -> String {
    let mut text = format!("// {GENERATED_NOTE}\n\n//! The families of operations, one file each.\n\n");
    let with_handle = |family: &&Family| !OWN_HANDLE.contains(&family.name) && !is_bare(family);
    for family in INTERFACE {
        let _ = writeln!(text, "mod {};", family.name);
    }
    text.push_str("\nuse super::Client;\n");
    for family in INTERFACE.iter().filter(with_handle) {
        let mut names = vec![camel(family.name)];
        names.extend(family.operations.iter().filter_map(|it| builder(family, it)));
        let _ = writeln!(text, "pub use {}::{{{}}};", family.name, names.join(", "));
    }
    text.push_str("\n/// The families.\nimpl Client {");
    for family in INTERFACE.iter().filter(with_handle) {
        let (name, handle) = (family.name, camel(family.name));
        let _ = write!(
            text,
            "\n/// {}\npub fn {name}(&self) -> {handle}<'_> {{ {handle} {{ client: self }} }}\n",
            family.about
        );
    }
    text + "}\n"
}

/// Whether a family has a single operation with its own name: `client.search(…)`.
pub(super) fn is_bare(family: &Family) -> bool {
    matches!(family.operations, [only] if only.name == family.name)
}

fn file(family: &Family) -> String {
    let mut body = String::new();
    let handle = if is_bare(family) { "Client".to_owned() } else { camel(family.name) + "<'_>" };
    if !OWN_HANDLE.contains(&family.name) && !is_bare(family) {
        let _ = write!(
            body,
            "/// {}\n#[derive(Debug, Clone, Copy)]\npub struct {}<'c> {{ pub(in crate::client) client: &'c Client }}\n\n",
            family.about,
            camel(family.name)
        );
    }
    let _ = writeln!(body, "impl {handle} {{");
    let written = || family.operations.iter().filter(|it| !HANDWRITTEN.contains(&(family.name, it.name)));
    written().for_each(|operation| write_calls(&mut body, family, operation));
    body.push_str("}\n");
    written()
        .filter(|it| is_list(it) && optional_parameters(it).next().is_some())
        .for_each(|it| write_filters(&mut body, it));
    for operation in written() {
        if let Some(name) = builder(family, operation) {
            write_builder(&mut body, &name, family, operation);
        }
    }
    format!("// {GENERATED_NOTE}\n\n//! {}\n\n{}\n{body}", family.about, imports(family, &body))
}

/// The imports for the names that the text of a file uses.
fn imports(family: &Family, body: &str) -> String {
    let code = body
        .lines()
        .filter(|line| !line.starts_with("///"))
        .flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'));
    let words: BTreeSet<&str> = code.collect();
    let known =
        |names: &[&str]| names.iter().copied().filter(|name| words.contains(name)).collect::<Vec<_>>().join(", ");
    let mut clients = vec!["Arguments", "Client", "Fetched", "List"];
    let handle = camel(family.name);
    clients.extend(OWN_HANDLE.contains(&family.name).then_some(&*handle));
    let shapes = family
        .operations
        .iter()
        .flat_map(|it| it.parameters.iter().map(|it| it.shape).chain(it.fields().iter().map(|it| it.shape)));
    let names = shapes.filter_map(|shape| if let Shape::Enumeration(names) = shape { Some(names.name) } else { None });
    let types: BTreeSet<&str> = TYPES.iter().map(|known| known.rust).chain(["Timestamp"]).chain(names).collect();
    let groups = [
        ("serde_json", known(&["Map", "Value"])),
        ("crate::client", known(&clients)),
        ("crate::client::request_draft", known(&["join"])),
        ("crate::client::operations", known(&["named"])),
        ("crate::error", known(&["Result"])),
        ("crate::ids", known(&["Id"])),
        ("crate::jsonapi", known(&["Query", "ResourceId"])),
        ("crate::resources", known(&types.into_iter().collect::<Vec<_>>())),
    ];
    let used = groups.into_iter().filter(|(_, names)| !names.is_empty());
    used.map(|(path, names)| format!("use {path}::{{{names}}};\n")).collect()
}

/// Writes the call of an operation, and its variant that includes related resources.
fn write_calls(body: &mut String, family: &Family, operation: &Operation) {
    let call = Call::of(family, operation);
    let _ = write!(body, "\n/// {}\n{}", operation.about, call.text(operation.name, "", ""));
    if matches!(operation.answer, Answer::One(_)) && !operation.client_includes().is_empty() {
        let paths = operation.client_includes().iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ");
        let name = format!("{}_including<I: AsRef<str>>", operation.name);
        let _ = write!(
            body,
            "\n/// Like [`{0}`](Self::{0}), with related resources in the response: {paths}.\n{1}",
            operation.name,
            call.text(&name, ", paths: impl IntoIterator<Item = I>", ".include(paths)")
        );
    }
    if !is_list(operation) && optional_parameters(operation).next().is_some() {
        let parameters = optional_parameters(operation).map(|it| format!("`{}`: {}", it.name, it.about));
        let parameters = parameters.collect::<Vec<_>>().join(" ");
        let name = format!("{}_with", operation.name);
        let _ = write!(
            body,
            "\n/// Like [`{0}`](Self::{0}), with query parameters. {parameters}\n{1}",
            operation.name,
            call.text(&name, ", query: &Query", ".queries(query)")
        );
    }
}

/// A call in Rust: its arguments, how they are passed on, and its result.
struct Call {
    arguments: String,
    handed: String,
    result: String,
    by: &'static str,
    family: &'static str,
    operation: &'static str,
    end: &'static str,
}

impl Call {
    fn of(family: &Family, operation: &Operation) -> Self {
        let (mut arguments, mut handed) = (String::new(), String::new());
        for name in operation.path_arguments() {
            match id_type(family, operation, name) {
                Some(kind) => {
                    let _ = write!(arguments, ", {name}: &Id<{kind}>");
                }
                None => {
                    let _ = write!(arguments, ", {name}: &str");
                }
            }
            let _ = write!(handed, ".path({name})");
        }
        for Parameter { name, argument, shape, .. } in operation.parameters.iter().filter(|it| it.required) {
            let _ = write!(arguments, ", {argument}: {}", argument_type(*shape));
            let _ = write!(handed, ".query(\"{name}\", {})", as_text(*shape, argument));
        }
        match builder(family, operation) {
            Some(builder) => {
                let argument = if operation.method == "PATCH" { "changes" } else { "new" };
                let _ = write!(arguments, ", {argument}: {builder}");
                let links = if optional_links(operation).next().is_some() { ".links({argument}.links)" } else { "" };
                let _ = write!(handed, ".fields({argument}.attributes){}", links.replace("{argument}", argument));
            }
            None => {
                for Field { name, shape, .. } in operation.fields() {
                    let _ = write!(arguments, ", {name}: {}", argument_type(*shape));
                    let _ = write!(handed, ".field(\"{name}\", {})", as_value(*shape, name));
                }
            }
        }
        for Link { name, .. } in operation.links().iter().filter(|it| it.required) {
            let _ = write!(arguments, ", {name}: &ResourceId");
            let _ = write!(handed, ".link(\"{name}\", &{name}.kind, &{name}.id)");
        }
        let (result, by, end) = match operation.answer {
            Answer::One(kind) => (format!("Result<Fetched<{}>>", camel(kind)), "call_for_one", ""),
            Answer::Pages(kind) | Answer::All(kind) => (format!("List<{}>", camel(kind)), "list_of", ""),
            Answer::Json(_) => ("Result<Value>".to_owned(), "call_for_json", ""),
            _ => ("Result<()>".to_owned(), "call_for_json", ".map(drop)"),
        };
        Call { arguments, handed, result, by, family: family.name, operation: operation.name, end }
    }

    fn text(&self, name: &str, further: &str, handed: &str) -> String {
        let client = if self.family == self.operation { "self" } else { "self.client" };
        format!(
            "pub fn {name}(&self{}{further}) -> {} {{ {client}.{}(const {{ named(\"{}\", \"{}\") }}, &Arguments::new(){}{handed}){} }}\n",
            self.arguments, self.result, self.by, self.family, self.operation, self.handed, self.end
        )
    }
}

/// The type whose id an argument is; `None` for any other text.
fn id_type(family: &Family, operation: &Operation, argument: &str) -> Option<String> {
    let of_family = || {
        family.operations.iter().find_map(|it| match (it.name, it.answer) {
            ("get", Answer::One(kind)) => Some(camel(kind)),
            _ => None,
        })
    };
    match (argument, operation.answer) {
        ("id" | "definition_id", _) => of_family(),
        ("option_id", _) => Some("CustomFieldOption".to_owned()),
        _ => None,
    }
}

/// The builder of the optional parts of an operation.
pub(super) fn builder(family: &Family, operation: &Operation) -> Option<String> {
    let written = !HANDWRITTEN.contains(&(family.name, operation.name));
    let optional = operation.fields().iter().any(|field| !field.required);
    let name = match operation.body {
        Body::Document(kind, ..) if operation.method == "PATCH" => format!("{}Update", camel(kind)),
        Body::Document(kind, ..) => format!("New{}", camel(kind)),
        _ => format!("{}{}", camel(family.name.trim_end_matches('s')), camel(operation.name)),
    };
    (written && optional).then_some(name)
}

fn write_builder(body: &mut String, name: &str, family: &Family, operation: &Operation) {
    let changes = operation.method == "PATCH";
    let about = match changes {
        true => "Changes to a resource. Attributes that are not set do not change.".to_owned(),
        false => format!("The attributes of [`{}::{}`].", camel(family.name), operation.name),
    };
    let required: Vec<&Field> = operation.fields().iter().filter(|field| field.required).collect();
    let has_secret = operation.fields().iter().any(|field| field.shape == Shape::Secret);
    let printed = if has_secret { "" } else { "Debug, " };
    let default = if required.is_empty() { "Default, " } else { "" };
    let derives = format!("{printed}Clone, {default}PartialEq");
    let arguments: Vec<String> =
        required.iter().map(|it| format!("{}: {}", it.name, argument_type(it.shape))).collect();
    let set: String =
        required.iter().map(|it| format!(".attribute(\"{}\", {})", it.name, as_value(it.shape, it.name))).collect();
    let (links, no_links) = match optional_links(operation).next() {
        Some(_) => (", links: Vec<(&'static str, Option<ResourceId>)>", ", links: Vec::new()"),
        None => ("", ""),
    };
    let first = if changes { "Creates an empty set of changes." } else { "Sets the required attributes." };
    let _ = write!(
        body,
        "\n/// {about}\n#[derive({derives})]\n#[must_use = \"pass it to the client\"]\npub struct {name} {{ attributes: Map<String, Value>{links} }}\n\n\
         impl {name} {{\n/// {first}\npub fn new({}) -> Self {{ {name} {{ attributes: Map::new(){no_links} }}{set} }}\n",
        arguments.join(", ")
    );
    for Link { name, about, .. } in optional_links(operation) {
        let _ = write!(
            body,
            "\n/// {about}\npub fn {name}(mut self, {name}: &ResourceId) -> Self {{ self.links.push((\"{name}\", Some({name}.clone()))); self }}\n"
        );
        if changes {
            let _ = write!(
                body,
                "\n/// Removes the {name}.\npub fn without_{name}(mut self) -> Self {{ self.links.push((\"{name}\", None)); self }}\n"
            );
        }
    }
    for Field { name, shape, about, .. } in operation.fields().iter().filter(|field| !field.required) {
        let generic = generic(*shape);
        let _ = write!(
            body,
            "\n/// {about}\npub fn {name}{generic}(self, {name}: {}) -> Self {{ self.attribute(\"{name}\", {}) }}\n",
            argument_type(*shape),
            as_value(*shape, name)
        );
    }
    body.push_str(
        "\n/// Sets an attribute by its name: one that this version does not know, or `null` to delete its value.\n\
         pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {\n\
         self.attributes.insert(name.into(), value.into());\nself\n}\n}\n",
    );
    if has_secret {
        let _ = write!(
            body,
            "\nimpl std::fmt::Debug for {name} {{\n\
             fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{\n\
             // Secrets are not printed.\n\
             f.debug_struct(\"{name}\").field(\"sets\", &self.attributes.keys().collect::<Vec<_>>()).finish()\n}}\n}}\n"
        );
    }
}

pub(super) fn optional_links(operation: &Operation) -> impl Iterator<Item = &'static Link> {
    operation.links().iter().filter(|link| !link.required)
}

pub(super) fn is_list(operation: &Operation) -> bool {
    matches!(operation.answer, Answer::Pages(_) | Answer::All(_))
}

pub(super) fn optional_parameters(operation: &Operation) -> impl Iterator<Item = &'static Parameter> {
    operation.parameters.iter().filter(|it| !it.required)
}

fn write_filters(body: &mut String, operation: &Operation) {
    let (Answer::Pages(kind) | Answer::All(kind)) = operation.answer else { return };
    let _ = write!(body, "\n/// {}\nimpl List<{}> {{", operation.about, camel(kind));
    for Parameter { name, argument, shape, about, .. } in optional_parameters(operation) {
        let _ = write!(
            body,
            "\n/// {about}\npub fn {argument}{}(self, {argument}: {}) -> Self {{ self.query(\"{name}\", {}) }}\n",
            generic(*shape),
            argument_type(*shape),
            as_text(*shape, argument)
        );
    }
    body.push_str("}\n");
}

fn generic(shape: Shape) -> &'static str {
    if shape == Shape::List(&Shape::Text) { "<I: Into<String>>" } else { "" }
}

/// The type of an argument.
fn argument_type(shape: Shape) -> String {
    match shape {
        Shape::Text | Shape::Secret => "impl Into<String>".to_owned(),
        Shape::Enumeration(names) => format!("impl Into<{}>", names.name),
        Shape::Moment => "impl Into<Timestamp>".to_owned(),
        Shape::Flag => "bool".to_owned(),
        Shape::Integer => "i64".to_owned(),
        Shape::Number => "f64".to_owned(),
        Shape::List(&Shape::Text) => "impl IntoIterator<Item = I>".to_owned(),
        _ => "impl Into<Value>".to_owned(),
    }
}

/// An argument as the text of a query.
fn as_text(shape: Shape, name: &str) -> String {
    match shape {
        Shape::Text => name.to_owned(),
        Shape::Enumeration(_) | Shape::Moment => format!("{name}.into().as_str()"),
        Shape::List(_) => format!("join({name}.into_iter().map(Into::into))"),
        _ => format!("{name}.to_string()"),
    }
}

/// An argument as a JSON value.
fn as_value(shape: Shape, name: &str) -> String {
    match shape {
        Shape::Text | Shape::Secret => format!("{name}.into()"),
        Shape::Enumeration(_) | Shape::Moment => format!("{name}.into().as_str()"),
        Shape::List(&Shape::Text) => format!("{name}.into_iter().map(Into::into).collect::<Vec<String>>()"),
        _ => name.to_owned(),
    }
}
