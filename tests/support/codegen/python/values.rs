//! Generates `_names.py`: the values of enumerations and of `include`. Generates `_structures.py`: the structures
//! inside attributes.

use std::collections::BTreeMap;

use shiptrack::resources::{Answer, Enumeration, INTERFACE, Member, Shape, Structure, TYPES};

use super::super::GENERATED_NOTE;
use super::text::{bracketed, docstring, words};
use super::{class_of, named, read_as};

const NAMES_HEAD: &str = r#"
"""The enumerations of the interface. A service may send values that this version does not know, so each also accepts any text."""

from __future__ import annotations

from typing import Literal, TypeAlias, Union
"#;

/// Returns the content of `_names.py`.
pub fn names() -> String {
    let mut all: BTreeMap<String, String> =
        enumerations().into_iter().map(|(name, of)| (name.to_owned(), enumeration(of))).collect();
    all.extend(includes());
    let quoted: Vec<_> = all.keys().map(|name| format!("\"{name}\"")).collect();
    let aliases: Vec<_> = all.into_values().collect();
    format!("# {GENERATED_NOTE}{NAMES_HEAD}\n{}\n{}", bracketed(0, "__all__ = [", &quoted, "]"), aliases.join("\n"))
}

fn shapes() -> impl Iterator<Item = Shape> {
    let attributes = TYPES.iter().flat_map(|known| known.attributes).map(|known| known.shape);
    let operations = || INTERFACE.iter().flat_map(|family| family.operations);
    let parameters = operations().flat_map(|operation| operation.parameters).map(|known| known.shape);
    let fields = operations().flat_map(|operation| operation.fields()).map(|known| known.shape);
    attributes.chain(parameters).chain(fields)
}

/// Returns the shape of list items, or the shape itself.
fn inner(shape: Shape) -> Shape {
    if let Shape::List(item) = shape { inner(*item) } else { shape }
}

fn structures_by_name() -> BTreeMap<&'static str, &'static Structure> {
    let found = shapes().filter_map(|shape| match inner(shape) {
        Shape::Structure(structure) => Some((structure.name, structure)),
        _ => None,
    });
    found.collect()
}

fn enumerations() -> BTreeMap<&'static str, &'static Enumeration> {
    let inside = structures_by_name();
    let members = inside.values().flat_map(|structure| structure.members).map(|member| member.shape);
    let found = shapes().chain(members).filter_map(|shape| match inner(shape) {
        Shape::Enumeration(names) => Some((names.name, names)),
        _ => None,
    });
    found.collect()
}

fn enumeration(names: &Enumeration) -> String {
    let values: Vec<_> = names.values.iter().map(|(value, _)| *value).collect();
    let mut meanings = vec![words(names.about), String::new()];
    let described = names.values.iter().filter(|(_, meaning)| !meaning.trim().is_empty());
    meanings[1] =
        described.map(|(value, meaning)| format!("* ``{value}``: {}", words(meaning))).collect::<Vec<_>>().join("\n");
    alias(names.name, &values, &meanings)
}

fn alias(name: &str, values: &[&str], about: &[String]) -> String {
    let quoted: Vec<_> = values.iter().map(|value| format!("\"{value}\"")).collect();
    let text = bracketed(0, &format!("{name}: TypeAlias = Union[Literal["), &quoted, "], str]");
    text + &docstring(0, about)
}

/// Returns the values of `include`, by the type that is read.
fn includes() -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for operation in
        INTERFACE.iter().flat_map(|family| family.operations).filter(|known| !known.client_includes().is_empty())
    {
        let (Answer::One(kind) | Answer::Pages(kind) | Answer::All(kind)) = operation.answer else { continue };
        let name = format!("{}Include", class_of(kind));
        let about =
            format!("Resources that can be included with a ``{kind}``. Dots separate the relationships of a path.");
        let made = alias(&name, operation.client_includes(), &[about]);
        let before = all.insert(name, made.clone());
        assert!(before.is_none_or(|before| before == made), "{kind} has two sets of includes");
    }
    all
}

const STRUCTURES_HEAD: &str = r#"
"""Structures in attributes of resources. They are immutable."""

from __future__ import annotations

from dataclasses import dataclass, field

from shiptrack._basic import Moment, Secret
"#;

/// Returns the content of `_structures.py`.
pub fn structures() -> String {
    let all = structures_by_name();
    let quoted: Vec<_> = all.keys().map(|name| format!("\"{name}\"")).collect();
    let classes: Vec<_> = all.values().map(|structure| class(structure)).collect();
    let members = all.values().flat_map(|structure| structure.members);
    let mut names: Vec<_> = members
        .filter(|member| matches!(inner(member.shape), Shape::Enumeration(_)))
        .filter_map(|member| named(member.shape))
        .collect();
    names.sort_unstable();
    names.dedup();
    let imported = match names.is_empty() {
        true => String::new(),
        false => format!("from shiptrack._names import {}\n", names.join(", ")),
    };
    format!(
        "# {GENERATED_NOTE}{STRUCTURES_HEAD}{imported}\n{}\n\n{}",
        bracketed(0, "__all__ = [", &quoted, "]"),
        classes.join("\n\n")
    )
}

fn class(structure: &Structure) -> String {
    let members: String = structure.members.iter().map(member).collect();
    format!(
        "@dataclass(frozen=True)\nclass {}:\n{}\n{members}",
        structure.name,
        docstring(4, &[words(structure.about)])
    )
}

fn member(member: &Member) -> String {
    let python_type = read_as(member.shape, member.nullable);
    let empty = match member.shape {
        _ if member.nullable => "None",
        Shape::Text | Shape::Enumeration(_) => "\"\"",
        Shape::Secret => "field(default_factory=lambda: Secret(\"\"))",
        Shape::Flag => "False",
        Shape::Integer | Shape::Number => "0",
        Shape::Decimal => "0.0",
        Shape::List(_) => "()",
        _ => "None",
    };
    format!("    {}: {python_type} = {empty}\n{}", member.name, docstring(4, &[words(member.about)]))
}
