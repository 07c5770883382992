//! Generates the C functions of the interface, in Rust: getters of the resource types, functions of the operations, numbers of
//! the enumerations. cbindgen generates `include/shiptrack.h` from them.

use std::fmt::Write;

use shiptrack::client::LineDecision;
use shiptrack::resources::{Answer, Enumeration, Family, INTERFACE, Operation, ServedBy, Shape, TYPES, Type};

use super::c_names::{self, Argument, List, Position, ReturnKind, Value};
use super::{GENERATED_NOTE, c_numbers, wrapped};

/// `ffi/src/generated/getters.rs`.
pub fn getters() -> String {
    let mut text = format!(
        "// {GENERATED_NOTE}\n\n//! The getters of all resource types.\n\nuse crate::boundary::Text;\n\
         use crate::resource::layout::Position::{{Item, Slot}};\n\
         use crate::resource::{{Resource, code_of, count_of, double_of, flag_of, integer_of, item_of, text_of}};\n"
    );
    for (family, known) in TYPES.iter().enumerate().filter(|(_, known)| !known.attributes.is_empty()) {
        write_type(&mut text, family, known);
    }
    text
}

fn write_type(text: &mut String, family: usize, known: &Type) {
    let name = known.name.to_uppercase();
    let _ = write!(text, "\nconst {name}: usize = {family};\n");
    let (values, lists) = c_names::values_of(known);
    for value in &values {
        if let Some(list) = lists.iter().find(|list| value.position.is_first_of(list)) {
            write_count(text, known, list);
        }
        for getter in c_names::getters_of(known, value) {
            write_getter(text, &name, &getter.function, value, getter.returns);
        }
    }
}

impl Position {
    fn is_first_of(self, list: &List) -> bool {
        matches!(self, Position::List(number) | Position::Column(number) if number == list.list)
    }
}

fn write_count(text: &mut String, known: &Type, list: &List) {
    let function = format!("shiptrack_{}_{}", known.name, list.count);
    let counted = match list.structure {
        Some(_) => format!("The number of items. {}", in_c(list.about)),
        None => format!("The number of items of shiptrack_{}_{}_at().", known.name, list.item),
    };
    let type_name = known.name.to_uppercase();
    write_function(
        text,
        &counted,
        &format!("{function}(resource: *const Resource) -> usize"),
        &format!("count_of(resource, {type_name}, {})", list.list),
    );
}

fn write_getter(text: &mut String, family: &str, function: &str, value: &Value, returns: ReturnKind) {
    let (index, number, position) = match value.position {
        Position::Slot(slot) => ("", slot, format!("Slot({slot})")),
        Position::List(list) | Position::Column(list) => (", index: usize", list, format!("Item({list}, index)")),
    };
    let (out, answers, call) = match returns {
        ReturnKind::Integer => {
            (", value: *mut i64", "i32", format!("integer_of(resource, {family}, {position}, value)"))
        }
        ReturnKind::Number => (", value: *mut f64", "i32", format!("double_of(resource, {family}, {position}, value)")),
        ReturnKind::Flag => ("", "i32", format!("flag_of(resource, {family}, {position})")),
        ReturnKind::Code(_) => ("", "i32", format!("code_of(resource, {family}, {position})")),
        _ if index.is_empty() => ("", "Text", format!("text_of(resource, {family}, {number})")),
        _ => ("", "Text", format!("item_of(resource, {family}, {number}, index)")),
    };
    let signature = format!("{function}(resource: *const Resource{index}{out}) -> {answers}");
    write_function(text, &about_getter(value, returns), &signature, &call);
}

/// The documentation of a getter.
fn about_getter(value: &Value, returns: ReturnKind) -> String {
    let about = in_c(value.about);
    let item = if value.position.is_list() { " Item `index`, from 0." } else { "" };
    match returns {
        ReturnKind::Text | ReturnKind::Moment => format!("{about}{item}"),
        ReturnKind::Json if matches!(value.shape, Shape::Object) => format!("{about}{item} A JSON object."),
        ReturnKind::Json => format!("{about}{item} JSON."),
        ReturnKind::Digits => format!("{about}{item} As a text, with the digits that were received."),
        ReturnKind::Integer | ReturnKind::Number => {
            format!("{about}{item} Writes it to `value`. Returns SHIPTRACK_ABSENT if there is no value.")
        }
        ReturnKind::Flag => format!("{about}{item} 1 yes, 0 no, -1 if there is no value."),
        ReturnKind::Code(names) => {
            let values = c_names::constant_of(names.name, "");
            format!("{about}{item} As a number: {values}…, 0 if there is no value.")
        }
    }
}

impl Position {
    fn is_list(self) -> bool {
        matches!(self, Position::List(_))
    }
}

/// The description of a value, which is written for all languages, in the terms of C.
fn in_c(about: &str) -> String {
    about.replace("`null`", "no value").replace("`None`", "no value")
}

/// `ffi/src/generated/verbs.rs`.
pub fn verbs() -> String {
    let mut text = format!(
        "// {GENERATED_NOTE}\n\n//! The functions of all operations, except those written by hand.\n\nuse std::ffi::c_char;\n\n\
         use crate::boundary::Error;\nuse crate::buffer::Buffer;\nuse crate::client::Client;\n\
         use crate::client::operation_call::ArgumentValue::{{Integer, Json, Number, Text}};\nuse crate::client::operation_call::call_of;\n\
         use crate::draft::Draft;\nuse crate::page::Pages;\nuse crate::query::Query;\nuse crate::resource::Resource;\n"
    );
    for family in INTERFACE {
        for operation in family.operations {
            if let Some(function) = c_names::verb_of(family, operation) {
                write_operation(&mut text, family, operation, &function);
            }
        }
    }
    text
}

fn write_operation(text: &mut String, family: &Family, operation: &Operation, function: &str) {
    let arguments = c_names::arguments_of(operation);
    let mut parameters = vec!["client: *const Client".to_owned()];
    parameters.extend(arguments.iter().map(|known| format!("{}: {}", known.name, rust_type_of(known.shape))));
    let given: Vec<String> =
        arguments.iter().map(|known| format!("{}({})", argument_variant_of(known.shape), known.name)).collect();
    let mut call = format!("call_of(client, {:?}, {:?}, &[{}])", family.name, operation.name, given.join(", "));
    if c_names::takes_draft(operation) {
        parameters.push("draft: *const Draft".to_owned());
        call.push_str(".draft(draft)");
    }
    if c_names::takes_query(operation) {
        parameters.push("query: *const Query".to_owned());
        call.push_str(".query(query)");
    }
    let (out, end) = match operation.answer {
        Answer::One(_) => (Some("resource: *mut *mut Resource"), ".fetch_resource(resource, error)"),
        Answer::Pages(_) | Answer::All(_) => (Some("pages: *mut *mut Pages"), ".start_listing(pages, error)"),
        Answer::Json(_) => (Some("json: *mut *mut Buffer"), ".fetch_json(json, error)"),
        _ => (None, ".run(error)"),
    };
    parameters.extend(out.map(str::to_owned));
    parameters.push("error: *mut *mut Error".to_owned());
    let signature = format!("{function}(\n    {},\n) -> i32", parameters.join(",\n    "));
    write_function(text, &about_operation(operation, &arguments), &signature, &format!("{call}{end}"));
}

fn rust_type_of(shape: Shape) -> &'static str {
    match shape {
        Shape::Integer => "i64",
        Shape::Number => "f64",
        Shape::Flag => "i32",
        _ => "*const c_char",
    }
}

fn argument_variant_of(shape: Shape) -> &'static str {
    match shape {
        Shape::Integer => "Integer",
        Shape::Number => "Number",
        Shape::Flag => "Flag",
        Shape::Any => "Json",
        _ => "Text",
    }
}

fn about_operation(operation: &Operation, arguments: &[Argument]) -> String {
    let mut about = operation.about.to_owned();
    for argument in arguments.iter().filter(|known| !known.about.is_empty()) {
        let _ = write!(about, "\n\n`{}`: {}", argument.name, argument.about);
        if argument.shape == Shape::Any {
            about.push_str(" JSON.");
        }
    }
    if c_names::takes_draft(operation) {
        let fields = operation.fields().iter().filter(|known| !known.required).map(|known| (known.name, known.about));
        let links = operation.links().iter().filter(|known| !known.required).map(|known| (known.name, known.about));
        about.push_str("\n\n`draft` has optional attributes, and may be NULL:");
        for (name, about_field) in fields.chain(links) {
            let _ = write!(about, "\n- `{name}`: {about_field}");
        }
    }
    if c_names::takes_query(operation) {
        about.push_str("\n\n");
        about.push_str(&about_query(operation));
    }
    if let Answer::Json(members) = operation.answer {
        let _ = write!(about, "\n\n`json` receives a JSON object: {}.", members.trim_end_matches('.'));
    }
    match operation.served_by {
        ServedBy::HostedOnly(_) => about.push_str(
            "\n\nA service in this process does not serve it: SHIPTRACK_ERROR_FORBIDDEN with the code `not_served`.",
        ),
        ServedBy::EmbeddedOnly => {
            about.push_str("\n\nThe hosted service does not support it: SHIPTRACK_ERROR_NOT_FOUND.")
        }
        _ => {}
    }
    about
}

fn about_query(operation: &Operation) -> String {
    let mut about = "`query` may be NULL.".to_owned();
    let parameters: Vec<_> = operation.parameters.iter().filter(|known| !known.required).collect();
    if !operation.client_includes().is_empty() {
        let _ = write!(about, " Included resources: `{}`.", operation.client_includes().join("`, `"));
    }
    if !parameters.is_empty() {
        about.push_str(" Parameters:");
    }
    for parameter in parameters {
        let _ = write!(about, "\n- `{}`: {}", parameter.name, parameter.about);
    }
    about
}

/// Writes an exported function with one statement.
fn write_function(text: &mut String, about: &str, signature: &str, call: &str) {
    let about = about.replace("the upload function of the client", "shiptrack_document_upload()");
    let about: Vec<String> = about.lines().flat_map(|line| wrapped(line, 116)).map(|line| format!(" {line}")).collect();
    write_exported(text, &about, "", signature, call);
}

/// Writes an exported function with the lines of its documentation, as they are after `///`, and further attributes.
pub fn write_exported(text: &mut String, about: &[impl AsRef<str>], attributes: &str, signature: &str, call: &str) {
    text.push('\n');
    for line in about {
        let _ = writeln!(text, "{}", format!("///{}", line.as_ref()).trim_end());
    }
    let _ = write!(text, "{attributes}#[unsafe(no_mangle)]\npub extern \"C\" fn {signature} {{\n    {call}\n}}\n");
}

/// `ffi/src/generated/codes.rs`. Values in the golden file, whose lines have a name and a number, keep their numbers.
pub fn codes(golden: &str) -> String {
    let mut text = format!("// {GENERATED_NOTE}\n\n//! Numbers of the values a C program branches on.\n");
    let mut table = String::new();
    for (name, values) in enumerations() {
        let numbered = numbered(name, &values, golden);
        let _ = writeln!(table, "    ({name:?}, &[");
        for ((value, about), number) in &numbered {
            let constant = c_names::constant_of(name, value);
            text.push('\n');
            for line in wrapped(&format!("`{value}`: {}", in_c(about)), 116) {
                let _ = writeln!(text, "/// {line}");
            }
            let _ = writeln!(text, "pub const {constant}: i32 = {number};");
            let _ = writeln!(table, "        (c{value:?}, {constant}),");
        }
        table.push_str("    ]),\n");
    }
    c_numbers::write(&mut text, &mut table);
    let _ = write!(
        text,
        "\n/// All enumerations with their values, as in the interface, and their numbers.\n\
         pub(crate) static CODES: &[(&str, &[(&std::ffi::CStr, i32)])] = &[\n{table}];\n"
    );
    text
}

/// `ffi/src/generated/code_names.rs`.
pub fn code_names() -> String {
    let mut text = format!(
        "// {GENERATED_NOTE}\n\n//! The names of the numbers a C program branches on.\n\n\
         use crate::boundary::Text;\nuse crate::codes::name_of;\n"
    );
    enumerations().iter().for_each(|(name, _)| write_name(&mut text, name));
    c_numbers::write_names(&mut text);
    text
}

/// Writes the function that returns the name of a number.
fn write_name(text: &mut String, enumeration: &'static str) {
    let constants = c_names::constant_of(enumeration, "");
    let about = format!(
        "The name of a value of {constants}…, as in the interface; no value for another number. The text is static."
    );
    let signature = format!("{}(code: i32) -> Text", c_names::name_of(enumeration));
    write_function(text, &about, &signature, &format!("name_of({enumeration:?}, code)"));
}

/// A value of an enumeration, and its meaning.
pub type Named = (&'static str, &'static str);

/// All enumerations with their values, in their order in the description.
pub fn enumerations() -> Vec<(&'static str, Vec<Named>)> {
    fn gather(shape: Shape, all: &mut Vec<&'static Enumeration>) {
        match shape {
            Shape::Enumeration(names) if !all.iter().any(|known| known.name == names.name) => all.push(names),
            Shape::List(item) => gather(*item, all),
            Shape::Structure(structure) => structure.members.iter().for_each(|member| gather(member.shape, all)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    TYPES.iter().flat_map(|known| known.attributes).for_each(|attribute| gather(attribute.shape, &mut all));
    all.sort_by_key(|names| names.name);
    let mut all: Vec<_> = all.into_iter().map(|names| (names.name, names.values.to_vec())).collect();
    // The values of an inference are not attributes of a resource.
    let meaning = |value: &'static LineDecision| (value.as_str(), value.description().unwrap_or_default());
    all.push(("LineDecision", LineDecision::ALL.iter().map(meaning).collect()));
    all
}

/// The values with their numbers, in the order of their numbers: values in the golden file keep theirs, new ones follow.
fn numbered(enumeration: &str, values: &[Named], golden: &str) -> Vec<(Named, i32)> {
    let pinned = |constant: &str| {
        golden.lines().find_map(|line| line.strip_prefix(constant)?.strip_prefix(' ')?.parse::<i32>().ok())
    };
    let known = |(value, _): &Named| pinned(&c_names::constant_of(enumeration, value));
    let mut next = values.iter().filter_map(known).max().unwrap_or(0);
    let number = |named: &Named| {
        known(named).unwrap_or_else(|| {
            next += 1;
            next
        })
    };
    let numbers: Vec<i32> = values.iter().map(number).collect();
    let mut all: Vec<(Named, i32)> = values.iter().copied().zip(numbers).collect();
    all.sort_by_key(|(_, number)| *number);
    all
}
