//! Generates `_families.py`: a class for each family, with a method for each operation.

use std::collections::BTreeSet;

use shiptrack::resources::{Answer, Family, INTERFACE, Operation};

use super::super::GENERATED_NOTE;
use super::call::{linked_types, method};
use super::text::{bracketed, docstring, words};
use super::{camel, class_of};

/// Families with a hand-written part: the class of that part, and the operations that it defines.
pub const BY_HAND: &[(&str, &str, &[&str])] = &[
    ("containers", "_Containers", &[]),
    ("documents", "_Documents", &[]),
    ("tracking_requests", "_TrackingRequests", &["create", "infer_number", "update"]),
    ("webhooks", "_Webhooks", &["create", "rotate_secret", "update"]),
];

const HEAD: &str = r#"
"""The families of the interface: a class for each, with a method for each operation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, final

import shiptrack
from shiptrack._family import UNSET, Unset, _Containers, without_unset
from shiptrack._native import Listing, _Documents, _Family, _TrackingRequests, _Webhooks
"#;

/// Returns the content of the file. Types of `shiptrack.types` and `shiptrack.values` are written with their module, which is imported when an
/// annotation is evaluated: importing them takes longer than the rest of the package.
pub fn families() -> String {
    let families: Vec<_> = INTERFACE.iter().filter(|family| own_call(family).is_none()).collect();
    let quoted: Vec<_> = families.iter().map(|family| format!("\"{}\"", camel(family.name))).collect();
    let all = bracketed(0, "__all__ = [", &quoted, "]");
    let classes: Vec<_> = families.iter().map(|family| class(family)).collect();
    format!(
        "# {GENERATED_NOTE}{HEAD}{}\n{all}\n\n{}\n\n{}",
        import("_resources", resource_classes()),
        classes.join("\n\n"),
        on_the_client()
    )
}

/// Returns the only operation of a family if it has the same name. It is a method of the client itself.
pub fn own_call(family: &Family) -> Option<&'static Operation> {
    match family.operations {
        [only] if only.name == family.name => Some(only),
        _ => None,
    }
}

/// Returns the classes of resources that the generated calls mention.
pub fn resource_classes() -> BTreeSet<&'static str> {
    let mut classes = BTreeSet::new();
    for operation in INTERFACE.iter().flat_map(written) {
        if let Answer::One(kind) | Answer::Pages(kind) | Answer::All(kind) = operation.answer {
            classes.insert(class_of(kind));
        }
        classes.extend(linked_types(operation));
    }
    classes
}

/// Returns the statement that imports names from a module of the package.
pub fn import(module: &str, names: BTreeSet<&str>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    let one = format!("from shiptrack.{module} import {}\n", names.join(", "));
    if one.len() <= 120 {
        return one;
    }
    format!("from shiptrack.{module} import (\n    {},\n)\n", names.join(",\n    "))
}

/// Returns the operations that are generated.
fn written(family: &Family) -> impl Iterator<Item = &'static Operation> {
    let by_hand =
        BY_HAND.iter().find(|(name, ..)| *name == family.name).map_or(&[][..], |(_, _, operations)| operations);
    family.operations.iter().filter(move |operation| !by_hand.contains(&operation.name))
}

fn class(family: &Family) -> String {
    let base = BY_HAND.iter().find(|(name, ..)| *name == family.name).map_or("_Family", |(_, base, _)| base);
    let methods: Vec<_> = written(family).map(|operation| method(family.name, operation)).collect();
    format!(
        "@final\nclass {}({base}):\n{}\n    __slots__ = ()\n\n{}",
        camel(family.name),
        docstring(4, &[words(family.about)]),
        methods.join("\n")
    )
}

/// Returns the properties of a client that lead to the families.
fn on_the_client() -> String {
    let member = |family: &Family| match own_call(family) {
        Some(call) => method(family.name, call).replace("return self._call", "return _Family(self)._call"),
        None => format!(
            "    @property\n    def {}(self) -> {1}:\n{2}        return {1}(self)\n",
            family.name,
            camel(family.name),
            docstring(8, &[words(family.about)])
        ),
    };
    let members: Vec<_> = INTERFACE.iter().map(member).collect();
    format!(
        "class _Families:\n    \"\"\"The families of a client.\"\"\"\n\n    __slots__ = ()\n\n{}",
        members.join("\n")
    )
}
