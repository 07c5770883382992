//! Generates the resource types: `_resources.pyi` declares the members of each class, `_resources.py` exports them, and
//! `python/src/types.rs` is the list from which the native module defines the classes.

use std::collections::BTreeSet;
use std::fmt::Write;

use shiptrack::resources::{AttributeSchema, RelationshipSchema, Shape, TYPES, Type};

use super::super::GENERATED_NOTE;
use super::text::{bracketed, docstring, words};
use super::{class_of, named, read_as};

const HEAD: &str = r#"
"""The resource types. They are immutable, and their attributes have the names of the interface."""

from typing import Any, ClassVar, Literal, final, overload

from typing_extensions import Self

from shiptrack._native import Resource
"#;

/// Attribute names that are Python keywords. Those members have a trailing underscore.
const KEYWORDS: &[&str] = &["from", "class", "import", "global", "pass", "return", "is", "in", "as", "with"];

/// Returns the content of `_resources.pyi`.
pub fn resources_stub() -> String {
    let classes: Vec<_> = TYPES.iter().map(class).collect();
    format!("# {GENERATED_NOTE}{HEAD}{}\n{}\n{}", imports(), all(), classes.join("\n"))
}

/// Returns the content of `_resources.py`.
pub fn resources() -> String {
    let names: Vec<_> = TYPES.iter().map(|known| known.rust.to_owned()).collect();
    let imported = bracketed(0, "from shiptrack._native import (", &names, ")");
    format!("# {GENERATED_NOTE}\n\"\"\"The resource types.\"\"\"\n\n{imported}\n{}", all())
}

/// Returns the content of `python/src/types.rs`.
pub fn rust_types() -> String {
    let mut list = String::new();
    for known in TYPES {
        let _ = writeln!(list, "    /// {}\n    {},", words(known.about), known.rust);
    }
    format!("// {GENERATED_NOTE}\n//! The resource types that have a class.\n\ncrate::classes::classes!(\n{list});\n")
}

fn all() -> String {
    let names: Vec<_> = TYPES.iter().map(|known| format!("\"{}\"", known.rust)).collect();
    bracketed(0, "__all__ = [", &names, "]")
}

fn imports() -> String {
    let (mut types, mut values) = (BTreeSet::from(["Id"]), BTreeSet::from(["Moment", "ResourceId", "Secret"]));
    for shape in TYPES.iter().flat_map(|known| known.attributes).map(|known| known.shape) {
        let is_name = matches!(shape, Shape::Enumeration(_) | Shape::List(Shape::Enumeration(_)));
        (if is_name { &mut types } else { &mut values }).extend(named(shape));
    }
    let list = |module: &str, names: BTreeSet<&str>| {
        let names: Vec<_> = names.into_iter().map(str::to_owned).collect();
        bracketed(0, &format!("from shiptrack.{module} import ("), &names, ")")
    };
    list("types", types) + &list("values", values)
}

fn class(known: &Type) -> String {
    let attributes = known.attributes.iter().map(attribute);
    let relationships = known.relationships.iter().map(relationship);
    let members: String = attributes.chain(relationships).map(|member| format!("\n{member}")).collect();
    format!(
        "@final\nclass {}(Resource):\n{}\n    __match_args__: ClassVar[tuple[str, ...]]\n\n    \
         def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...\n{members}{}",
        known.rust,
        docstring(4, &[words(known.about)]),
        related(known.relationships)
    )
}

fn property(name: &str, python_type: &str, about: &str) -> String {
    let name = if KEYWORDS.contains(&name) { format!("{name}_") } else { name.to_owned() };
    format!("    @property\n    def {name}(self) -> {python_type}:\n{}", docstring(8, &[words(about)]))
}

fn attribute(known: &AttributeSchema) -> String {
    property(known.name, &read_as(known.shape, known.nullable), known.about)
}

fn relationship(known: &RelationshipSchema) -> String {
    let python_type = if known.many { "tuple[ResourceId, ...]" } else { "ResourceId | None" };
    property(known.name, python_type, known.about)
}

/// Returns the overloads of `related` by relationship name. Relationships with the same result share one overload.
fn related(relationships: &[RelationshipSchema]) -> String {
    let mut results: Vec<(String, Vec<String>)> = Vec::new();
    for known in relationships {
        let targets: Vec<_> = known.targets.iter().map(|kind| class_of(kind)).collect();
        let targets = if targets.is_empty() { "Resource".to_owned() } else { targets.join(" | ") };
        let answer = if known.many { format!("tuple[{targets}, ...]") } else { format!("{targets} | None") };
        let name = format!("\"{}\"", known.name);
        match results.iter_mut().find(|(other, _)| *other == answer) {
            Some((_, names)) => names.push(name),
            None => results.push((answer, vec![name])),
        }
    }
    let mut overloads = String::new();
    for (answer, names) in &results {
        let literal = format!("name: Literal[{}]", names.join(", "));
        let signature = bracketed(4, "def related(", &["self".to_owned(), literal], &format!(") -> {answer}: ..."));
        let _ = write!(overloads, "\n    @overload\n{signature}");
    }
    if !results.is_empty() {
        overloads.push_str("\n    @overload\n    def related(self, name: str) -> Any: ...\n");
    }
    overloads
}
