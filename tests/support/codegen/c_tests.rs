//! Generates test data of the C and C++ tests: every attribute of every type with a different value, and every operation.

use std::fmt::Write;

use serde_json::{Map, Value as Json, json};
use shiptrack::resources::{Answer, INTERFACE, Operation, Shape, TYPES, Type};

use super::GENERATED_NOTE;
use super::c_names::{self, Getter, List, Position, ReturnKind, Value};

/// `tests/c/generated/attributes.inc`: a document of each type, and the values that its getters return.
pub fn attributes() -> String {
    let mut text = format!("/* {GENERATED_NOTE} */\n");
    for known in TYPES {
        let mut sample = Sample { count: 0 };
        let attributes =
            known.attributes.iter().map(|attribute| (attribute.name.to_owned(), sample.value(attribute.shape)));
        let attributes: Map<String, Json> = attributes.collect();
        let document = json!({ "data": { "id": "1", "type": known.name, "attributes": attributes } }).to_string();
        let _ = write!(text, "\nTYPE({}, {}, {})\n", known.name, known.rust, quoted(&document));
        write_checks(&mut text, known, &attributes);
        let _ = writeln!(text, "END({})", known.name);
    }
    text
}

/// `tests/c/generated/names.inc`: every number of every enumeration, and its name.
pub fn names() -> String {
    let mut text = format!("/* {GENERATED_NOTE} */\n");
    for (enumeration, values) in super::c::enumerations() {
        let function = c_names::name_of(enumeration);
        let called = function.strip_prefix("shiptrack_").unwrap_or(&function);
        text.push('\n');
        for (value, _) in values {
            let _ = writeln!(text, "NAME({called}, {}, {value:?})", c_names::constant_of(enumeration, value));
        }
    }
    text
}

/// Creates values that all differ.
struct Sample {
    count: i64,
}

impl Sample {
    fn value(&mut self, shape: Shape) -> Json {
        self.count += 1;
        let count = self.count;
        match shape {
            Shape::Text | Shape::Secret => json!(format!("text {count}")),
            Shape::Enumeration(names) => {
                json!(names.values[usize::try_from(count).unwrap_or(0) % names.values.len()].0)
            }
            Shape::Moment => json!(format!("2026-01-02T03:{:02}:{:02}Z", count / 60, count % 60)),
            Shape::Flag => json!(true),
            Shape::Integer => json!(count),
            Shape::Number => json!(count as f64 + 0.5),
            Shape::Decimal => json!(format!("{count}.250")),
            Shape::List(item) => json!([self.value(*item), self.value(*item)]),
            Shape::Structure(structure) => {
                structure.members.iter().map(|member| (member.name.to_owned(), self.value(member.shape))).collect()
            }
            Shape::Object => json!({ "x": count }),
            _ => json!([count]),
        }
    }
}

fn write_checks(text: &mut String, known: &Type, attributes: &Map<String, Json>) {
    let (values, lists) = c_names::values_of(known);
    for list in &lists {
        let _ = writeln!(text, "COUNT({}, {}, 2)", known.name, list.count);
    }
    for value in &values {
        let found = find(known, value, &lists, attributes);
        for getter in c_names::getters_of(known, value) {
            for (index, found) in found.iter().enumerate() {
                write_check(text, known, value, &lists, &getter, index, found);
            }
        }
    }
}

/// The values of the sample at a position: one in a slot, several in a list.
fn find(known: &Type, value: &Value, lists: &[List], attributes: &Map<String, Json>) -> Vec<Json> {
    match value.position {
        Position::Slot(_) => {
            // An attribute, or a member of one that is a structure.
            let member = |(name, shape): (&str, Shape)| match shape {
                Shape::Structure(structure) => {
                    let members = structure.members.iter();
                    members.filter(|member| member.about == value.about).find_map(|it| attributes[name].get(it.name))
                }
                _ if name == value.name => attributes.get(name),
                _ => None,
            };
            let found = known.attributes.iter().find_map(|it| member((it.name, it.shape)));
            vec![found.unwrap_or_else(|| panic!("the sample has no {}.{}", known.name, value.name)).clone()]
        }
        Position::List(number) | Position::Column(number) => {
            let list = list_of(lists, number);
            let items = attributes[list.attribute].as_array().cloned().unwrap_or_default();
            match list.structure {
                Some(structure) => {
                    let member = structure.members[number - list.list].name;
                    items.iter().map(|item| item[member].clone()).collect()
                }
                None => items,
            }
        }
    }
}

fn list_of(lists: &[List], number: usize) -> &List {
    let holds =
        |list: &&List| (list.list..list.list + list.structure.map_or(1, |it| it.members.len())).contains(&number);
    lists.iter().find(holds).expect("a column belongs to a list")
}

fn write_check(
    text: &mut String,
    known: &Type,
    value: &Value,
    lists: &[List],
    getter: &Getter,
    index: usize,
    found: &Json,
) {
    let (kind, wanted) = match getter.returns {
        ReturnKind::Text | ReturnKind::Digits => ("TEXT", quoted(&plain(found))),
        ReturnKind::Moment => ("TIME", quoted(&plain(found))),
        ReturnKind::Json => ("TEXT", quoted(&found.to_string())),
        ReturnKind::Integer => ("INTEGER", found.to_string()),
        ReturnKind::Number => ("NUMBER", plain(found)),
        ReturnKind::Flag => ("FLAG", "1".to_owned()),
        ReturnKind::Code(names) => ("CODE", c_names::constant_of(names.name, &plain(found))),
    };
    let function = getter.function.strip_prefix(&format!("shiptrack_{}_", known.name)).unwrap_or(&getter.function);
    let _ = match value.position {
        Position::Slot(_) => writeln!(text, "{kind}({}, {function}, {wanted})", known.name),
        Position::List(_) => {
            let kind = if kind == "CODE" { "ITEM_CODE" } else { "ITEM" };
            writeln!(text, "{kind}({}, {}, {index}, {wanted})", known.name, value.name)
        }
        Position::Column(number) => {
            let list = list_of(lists, number);
            let member = function.strip_prefix(&format!("{}_", list.item)).unwrap_or(function);
            let method = c_names::list_method(list);
            writeln!(text, "ROW_{kind}({}, {function}, {method}, {member}, {index}, {wanted})", known.name)
        }
    };
}

fn plain(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A string literal of C.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// `tests/c/generated/operations.inc`: every operation, called in C and as a method of the C++ client. The test supplies the
/// arguments by their names.
pub fn operations() -> String {
    let mut text = format!("/* {GENERATED_NOTE} */\n");
    for family in INTERFACE {
        for operation in family.operations {
            let Some(function) = c_names::verb_of(family, operation) else { continue };
            let (answers, result) = answer_of(operation.answer);
            let given = given_to(operation);
            let arguments = |first: &[&str], last: &[&str]| {
                let given = given.iter().map(String::as_str);
                first.iter().copied().chain(given).chain(last.iter().copied()).collect::<Vec<_>>().join(", ")
            };
            let _ = writeln!(
                text,
                "{answers}(\"{}\", \"{}\", {function}({}), {}({}))",
                family.name,
                operation.name,
                arguments(&["client"], result),
                c_names::method_of(family, operation),
                arguments(&[], &[])
            );
        }
    }
    text
}

/// The arguments of an operation, as macros of the test programs.
fn given_to(operation: &Operation) -> Vec<String> {
    let arguments = c_names::arguments_of(operation);
    let mut given: Vec<String> = arguments
        .iter()
        .map(|argument| {
            let kind = match argument.shape {
                Shape::Integer => "integer",
                Shape::Number => "number",
                _ => "text",
            };
            format!("{kind}(\"{}\")", argument.name)
        })
        .collect();
    given.extend(c_names::takes_draft(operation).then(|| "draft()".to_owned()));
    given.extend(c_names::takes_query(operation).then(|| "query()".to_owned()));
    given
}

/// The macro of the test programs for an answer, and the output arguments of the C function.
fn answer_of(answer: Answer) -> (&'static str, &'static [&'static str]) {
    match answer {
        Answer::One(_) => ("ONE", &["&resource", "failed"]),
        Answer::Pages(_) | Answer::All(_) => ("PAGES", &["&pages", "failed"]),
        Answer::Json(_) => ("JSON", &["&buffer", "failed"]),
        _ => ("DONE", &["failed"]),
    }
}
