//! Generates Python files: the classes of the families, the resource types as a stub and as the list from which the
//! native module defines its classes, names and structures, and the stub of the native module.

mod awaited;
mod call;
mod families;
mod native;
mod resources;
pub(super) mod text;
mod values;

use shiptrack::resources::{Shape, TYPES};

/// Returns the files with their paths.
pub fn files() -> [(&'static str, String); 8] {
    [
        ("python/shiptrack/_async_families.pyi", awaited::stub()),
        ("python/shiptrack/_families.py", families::families()),
        ("python/shiptrack/_names.py", values::names()),
        ("python/shiptrack/_native.pyi", native::stub()),
        ("python/shiptrack/_resources.py", resources::resources()),
        ("python/shiptrack/_resources.pyi", resources::resources_stub()),
        ("python/shiptrack/_structures.py", values::structures()),
        ("python/src/types.rs", resources::rust_types()),
    ]
}

/// Returns the class of a resource type; types without a class are plain `Resource`.
fn class_of(kind: &str) -> &'static str {
    TYPES.iter().find(|known| known.name == kind).map_or("Resource", |known| known.rust)
}

/// Returns a name such as `custom_fields` as a class name.
fn camel(name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').map(capital).collect()
}

/// Returns the name of the enumeration or structure in a shape.
fn named(shape: Shape) -> Option<&'static str> {
    match shape {
        Shape::Enumeration(names) => Some(names.name),
        Shape::Structure(structure) => Some(structure.name),
        Shape::List(item) => named(*item),
        _ => None,
    }
}

/// Returns the Python type of an attribute with this shape.
fn read_as(shape: Shape, nullable: bool) -> String {
    let plain = match shape {
        Shape::Text => "str".to_owned(),
        Shape::Secret => "Secret".to_owned(),
        Shape::Enumeration(_) | Shape::Structure(_) => named(shape).unwrap_or_default().to_owned(),
        Shape::Moment => "Moment".to_owned(),
        Shape::Flag => "bool".to_owned(),
        Shape::Integer => "int".to_owned(),
        Shape::Number => "int | float".to_owned(),
        Shape::Decimal => "float".to_owned(),
        Shape::List(item) => format!("tuple[{}, ...]", read_as(*item, false)),
        Shape::Object => "dict[str, Any]".to_owned(),
        _ => return "Any".to_owned(),
    };
    if nullable { format!("{plain} | None") } else { plain }
}

/// Returns the Python type of an argument with this shape.
fn taken_as(shape: Shape) -> String {
    match shape {
        Shape::Text => "str".to_owned(),
        Shape::Secret => "str | shiptrack.Secret".to_owned(),
        Shape::Enumeration(names) => format!("shiptrack.types.{}", names.name),
        Shape::Moment => "datetime | date | str".to_owned(),
        Shape::Flag => "bool".to_owned(),
        Shape::Integer => "int".to_owned(),
        Shape::Number | Shape::Decimal => "float".to_owned(),
        Shape::List(Shape::Text) => "str | Sequence[str]".to_owned(),
        Shape::List(item @ Shape::Enumeration(_)) => format!("str | Sequence[{}]", taken_as(*item)),
        Shape::List(item) => format!("Sequence[{}]", taken_as(*item)),
        Shape::Object | Shape::Structure(_) => "Mapping[str, Any]".to_owned(),
        _ => "Any".to_owned(),
    }
}
