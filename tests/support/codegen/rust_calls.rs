//! Generates `tests/it/calls/typed.rs`: the typed call of the Rust client for a case of the corpus.

use std::fmt::Write;

use shiptrack::resources::{Answer, Family, INTERFACE, Link, Operation, Shape};

use super::GENERATED_NOTE;
use super::rust::{HANDWRITTEN, builder, is_bare, is_list, optional_links, optional_parameters};

/// The file, before rustfmt.
pub fn typed() -> String {
    let mut arms = String::new();
    for family in INTERFACE {
        for operation in family.operations.iter().filter(|it| !HANDWRITTEN.contains(&(family.name, it.name))) {
            let _ =
                writeln!(arms, "(\"{}\", \"{}\") => {{ {} }}", family.name, operation.name, call(family, operation));
        }
    }
    format!(
        "// {GENERATED_NOTE}\n\n//! Every call of a family, by the names and arguments of a case.\n\n\
         use shiptrack::Client;\nuse shiptrack::client::*;\n\n\
         use super::{{CaseArguments, Outcome, done, json, list, one}};\n\n\
         /// What the typed call brings; `None` for one that is written by hand.\n\
         pub fn call(client: &Client, family: &str, operation: &str, given: &CaseArguments<'_>) -> Option<Outcome> {{\n\
         Some(match (family, operation) {{\n{arms}_ => return None,\n}})\n}}\n"
    )
}

fn call(family: &Family, operation: &Operation) -> String {
    let mut text = String::new();
    let mut arguments: Vec<String> = operation.path_arguments().map(path_argument).collect();
    let required = operation.parameters.iter().filter(|it| it.required);
    arguments.extend(required.map(|it| value(it.shape, it.argument)));
    match builder(family, operation) {
        Some(name) => {
            let fields = || operation.fields().iter();
            let new: Vec<String> = fields().filter(|it| it.required).map(|it| value(it.shape, it.name)).collect();
            let _ = writeln!(text, "let mut said = {name}::new({});", new.join(", "));
            for field in fields().filter(|it| !it.required) {
                let given = value(field.shape, field.name);
                let _ = writeln!(
                    text,
                    "if given.has(\"{0}\") {{ said = if given.is_null(\"{0}\") {{ said.attribute(\"{0}\", serde_json::Value::Null) }} else {{ said.{0}({given}) }}; }}",
                    field.name
                );
            }
            for Link { name, .. } in optional_links(operation) {
                let removed = match operation.method {
                    "PATCH" => format!("if given.is_null(\"{name}\") {{ said.without_{name}() }} else"),
                    _ => String::new(),
                };
                let _ = writeln!(
                    text,
                    "if given.has(\"{name}\") {{ said = {removed} {{ said.{name}(&given.link(\"{name}\")) }}; }}"
                );
            }
            arguments.push("said".to_owned());
        }
        None => arguments.extend(operation.fields().iter().map(|it| value(it.shape, it.name))),
    }
    arguments
        .extend(operation.links().iter().filter(|it| it.required).map(|it| format!("&given.link(\"{}\")", it.name)));
    let handle = if is_bare(family) { String::new() } else { format!(".{}()", family.name) };
    let asked = |name: &str, further: &str| format!("client{handle}.{name}({}{further})", arguments.join(", "));
    let plain = asked(operation.name, "");
    match operation.answer {
        Answer::One(_) if !operation.client_includes().is_empty() => {
            let including = asked(&format!("{}_including", operation.name), ", given.include()");
            let _ = write!(text, "if given.has(\"include\") {{ return Some(one({including})); }}\none({plain})");
        }
        Answer::One(_) if optional_parameters(operation).next().is_some() => {
            let with = asked(&format!("{}_with", operation.name), ", &given.query(PARAMETERS)");
            let names: Vec<String> =
                optional_parameters(operation).map(|it| format!("(\"{}\", \"{}\")", it.argument, it.name)).collect();
            let _ = write!(
                text,
                "const PARAMETERS: &[(&str, &str)] = &[{}];\nif PARAMETERS.iter().any(|(name, _)| given.has(name)) {{ return Some(one({with})); }}\none({plain})",
                names.join(", ")
            );
        }
        Answer::One(_) => {
            let _ = write!(text, "one({plain})");
        }
        Answer::Json(_) => {
            let _ = write!(text, "json({plain})");
        }
        _ if is_list(operation) => {
            let changes = optional_parameters(operation).next().map_or("", |_| "mut ");
            let _ = writeln!(text, "let {changes}listed = {plain};");
            for it in optional_parameters(operation) {
                let _ = writeln!(
                    text,
                    "if given.has(\"{0}\") {{ listed = listed.{0}({1}); }}",
                    it.argument,
                    value(it.shape, it.argument)
                );
            }
            text.push_str("list(listed, given)");
        }
        _ => {
            let _ = write!(text, "done({plain})");
        }
    }
    text
}

fn path_argument(name: &str) -> String {
    if name.ends_with("id") { format!("&given.text(\"{name}\").into()") } else { format!("&given.text(\"{name}\")") }
}

/// An argument of a case, as the client takes it.
fn value(shape: Shape, name: &str) -> String {
    match shape {
        Shape::Text | Shape::Secret => format!("given.text(\"{name}\")"),
        Shape::Enumeration(_) | Shape::Moment => format!("given.text(\"{name}\").as_str()"),
        Shape::Flag => format!("given.flag(\"{name}\")"),
        Shape::Integer => format!("given.integer(\"{name}\")"),
        Shape::Number => format!("given.number(\"{name}\")"),
        Shape::List(&Shape::Text) => format!("given.texts(\"{name}\")"),
        _ => format!("given.value(\"{name}\")"),
    }
}
