//! The C++ side of the interface: a class for every resource type, a method of the client for every operation, and an
//! enumeration for every set of numbers. `include/shiptrack.hpp` includes these files.

use std::fmt::Write;

use shiptrack::resources::{Answer, Family, INTERFACE, Operation, Shape, TYPES, Type};

use super::c_names::{self, Getter, Gives, List, Position, Value};
use super::{GENERATED_NOTE, c_numbers, wrapped};

/// `include/shiptrack/resources.hpp`.
pub fn resources() -> String {
    let mut made = opened("RESOURCES", "resource");
    for known in TYPES {
        write_class(&mut made, known);
    }
    closed(made, "RESOURCES")
}

/// `include/shiptrack/enums.hpp`.
pub fn enums() -> String {
    let mut made = opened("ENUMS", "base");
    for (name, values) in super::c::enumerations() {
        let values: Vec<_> = values.iter().map(|(value, about)| (*value, format!("`{value}`: {about}"))).collect();
        write_enumeration(&mut made, name, &values, &["none", "other"]);
    }
    for (name, values) in c_numbers::all() {
        // The numbers of buckets begin at 0.
        let extra: &[&str] = if name == "Bucket" { &[] } else { &["none"] };
        write_enumeration(&mut made, name, &values, extra);
    }
    closed(made, "ENUMS")
}

fn opened(name: &str, needed: &str) -> String {
    format!(
        "// {GENERATED_NOTE}\n// shiptrack.hpp includes this file: include that one.\n#ifndef SHIPTRACK_{name}_HPP\n\
         #define SHIPTRACK_{name}_HPP\n\n#include <shiptrack/{needed}.hpp>\n\nnamespace shiptrack {{\n"
    )
}

fn closed(made: String, name: &str) -> String {
    format!("{made}\n}}  // namespace shiptrack\n\n#endif  // SHIPTRACK_{name}_HPP\n")
}

/// An enumeration, and the function that returns the name of a value.
fn write_enumeration(made: &mut String, name: &str, values: &[(&str, String)], extra: &[&str]) {
    let (class, prefix) = (enum_of(name), c_names::constant_of(name, ""));
    let _ = write!(made, "\n/// The values of {prefix}…\nenum class {class} : std::int32_t {{\n");
    for extra in extra {
        let about = if *extra == "none" { "There is no value." } else { "A value that this version does not know." };
        let _ = writeln!(made, "  /// {about}\n  {extra} = SHIPTRACK_CODE_{},", extra.to_uppercase());
    }
    for (value, about) in values {
        let constant = c_names::constant_of(name, value);
        write_about(made, "  ", about);
        let _ =
            writeln!(made, "  {} = {constant},", enumerator_of(constant.strip_prefix(&prefix).unwrap_or(&constant)));
    }
    let function = c_names::name_of(name);
    let called = function.strip_prefix("shiptrack_").unwrap_or(&function);
    let _ = write!(
        made,
        "}};\n\n/// The name of a value, as on the wire; nothing if it has none.\n\
         [[nodiscard]] inline std::optional<std::string_view> {called}({class} code) {{\n  \
         return detail::text({function}(static_cast<std::int32_t>(code)));\n}}\n"
    );
}

/// The C++ enumeration: a class of the same name is something else.
fn enum_of(name: &str) -> &str {
    match name {
        "Activity" => "ActivityKind",
        "Ensured" => "EnsureOutcome",
        "Tracked" => "TrackOutcome",
        _ => name,
    }
}

/// The lower case of a constant; keywords of C++ get an underscore.
fn enumerator_of(constant: &str) -> String {
    let name = constant.to_lowercase();
    if ["default", "delete", "enum", "new"].contains(&&*name) { format!("{name}_") } else { name }
}

fn write_class(made: &mut String, known: &Type) {
    made.push('\n');
    write_about(made, "", known.about);
    let _ = write!(
        made,
        "class {} : public Resource {{\n public:\n  static constexpr const char *type_name = \"{}\";\n  using Resource::Resource;\n",
        known.rust, known.name
    );
    let (values, lists) = c_names::values_of(known);
    for value in values.iter().filter(|value| !matches!(value.place, Position::Column(_))) {
        made.push('\n');
        write_about(made, "  ", value.about);
        for getter in c_names::getters_of(known, value) {
            let _ = writeln!(made, "  {}", getter_line(known, value, &getter));
        }
    }
    let mut declared = Vec::new();
    for list in &lists {
        write_list(made, known, list, &values, &mut declared);
    }
    made.push_str("};\n");
}

/// A getter by its macro.
fn getter_line(known: &Type, value: &Value, getter: &Getter) -> String {
    let (prefix, name) = (format!("shiptrack_{}_", known.name), &value.name);
    let called = getter.function.strip_prefix(&prefix).unwrap_or(&getter.function);
    match (getter.gives, value.place) {
        (Gives::Code(names), Position::List(_)) => {
            format!("SHIPTRACK_HPP_CODES({}, {name}, {})", known.name, enum_of(names.name))
        }
        (Gives::Text | Gives::Moment, Position::List(_)) => format!("SHIPTRACK_HPP_LIST({}, {name})", known.name),
        (given, Position::List(_)) => panic!("there is no list of {}: give {} one", of(given), getter.function),
        (Gives::Code(names), _) => format!("SHIPTRACK_HPP_CODE({}, {called}, {})", known.name, enum_of(names.name)),
        (given, _) => match of(given) {
            "INTEGER" => format!("SHIPTRACK_HPP_NUMBER({}, {called}, std::int64_t)", known.name),
            "NUMBER" => format!("SHIPTRACK_HPP_NUMBER({}, {called}, double)", known.name),
            kind => format!("SHIPTRACK_HPP_{kind}({}, {called})", known.name),
        },
    }
}

fn of(gives: Gives) -> &'static str {
    match gives {
        Gives::Text | Gives::Json | Gives::Digits => "TEXT",
        Gives::Moment => "TIME",
        Gives::Integer => "INTEGER",
        Gives::Number => "NUMBER",
        Gives::Flag => "FLAG",
        Gives::Code(_) => "CODE",
    }
}

/// A list of structures: the structure, unless the class has it, and the method that gives all of them.
fn write_list(made: &mut String, known: &Type, list: &List, values: &[Value], declared: &mut Vec<&'static str>) {
    let Some(structure) = list.structure else { return };
    let name = c_names::structure_of(known, structure);
    let columns = list.list..list.list + structure.members.len();
    let columns =
        values.iter().filter(|value| matches!(value.place, Position::Column(column) if columns.contains(&column)));
    let members: Vec<(&Value, Getter)> = columns
        .flat_map(|value| c_names::getters_of(known, value).into_iter().map(move |getter| (value, getter)))
        .collect();
    let prefix = format!("shiptrack_{}_{}_", known.name, list.item);
    if !declared.contains(&name) {
        declared.push(name);
        made.push('\n');
        write_about(made, "  ", structure.about);
        let _ = writeln!(made, "  struct {name} {{");
        for (value, getter) in ordered(&members) {
            write_about(made, "    ", value.about);
            let called = getter.function.strip_prefix(&prefix).unwrap_or(&getter.function);
            let _ = writeln!(made, "    {} {called};", member_type(structure.members, value, getter));
        }
        made.push_str("  };\n");
    }
    made.push('\n');
    write_about(made, "  ", list.about);
    let _ = write!(
        made,
        "  std::vector<{name}> {}() const {{\n    return detail::each(shiptrack_{}_{}(raw()), [this](std::size_t i) {{\n      return {name}{{",
        c_names::list_method(list),
        known.name,
        list.count
    );
    let read: Vec<String> =
        ordered(&members).map(|(value, getter)| read_member(structure.members, value, getter)).collect();
    let _ = write!(made, "{}}};\n    }});\n  }}\n", read.join(",\n          "));
}

/// The members of a structure: first one for each value, then the digits of numbers and the numbers of names.
fn ordered<'m>(members: &'m [(&'m Value, Getter)]) -> impl Iterator<Item = (&'m Value, &'m Getter)> {
    let is_later = |getter: &Getter| matches!(getter.gives, Gives::Digits | Gives::Code(_));
    let part = move |later: bool| members.iter().filter(move |(_, getter)| is_later(getter) == later);
    part(false).chain(part(true)).map(|(value, getter)| (*value, getter))
}

fn is_nullable(members: &[shiptrack::resources::Member], value: &Value) -> bool {
    members.iter().any(|member| member.nullable && value.name.ends_with(&format!("_{}", member.name)))
}

fn member_type<'n>(members: &[shiptrack::resources::Member], value: &Value, getter: &'n Getter) -> &'n str {
    match getter.gives {
        Gives::Text | Gives::Json | Gives::Digits if !is_nullable(members, value) => "std::string_view",
        Gives::Text | Gives::Json | Gives::Digits => "std::optional<std::string_view>",
        Gives::Moment => "std::optional<Timestamp>",
        Gives::Integer => "std::optional<std::int64_t>",
        Gives::Number => "std::optional<double>",
        Gives::Flag => "std::optional<bool>",
        Gives::Code(names) => enum_of(names.name),
    }
}

fn read_member(members: &[shiptrack::resources::Member], value: &Value, getter: &Getter) -> String {
    let function = &getter.function;
    match getter.gives {
        Gives::Text | Gives::Json | Gives::Digits if !is_nullable(members, value) => {
            format!("detail::view({function}(raw(), i))")
        }
        Gives::Text | Gives::Json | Gives::Digits => format!("detail::text({function}(raw(), i))"),
        Gives::Moment => format!("detail::time({function}(raw(), i))"),
        Gives::Integer => format!("detail::number<std::int64_t>({function}, raw(), i)"),
        Gives::Number => format!("detail::number<double>({function}, raw(), i)"),
        Gives::Flag => format!("detail::flag({function}(raw(), i))"),
        Gives::Code(names) => format!("{}({function}(raw(), i))", enum_of(names.name)),
    }
}

/// `include/shiptrack/operations.hpp`.
pub fn operations() -> String {
    let mut made = opened("OPERATIONS", "requests");
    made.push_str(
        "\n/// The operations of a Client. Which arguments a query and a draft may have is written at the C function that is called.\n\
         template <class Client>\nclass Operations {\n public:\n",
    );
    for family in INTERFACE {
        for operation in family.operations {
            if let Some(function) = c_names::verb_of(family, operation) {
                write_method(&mut made, family, operation, &function);
            }
        }
    }
    made.push_str(
        " private:\n  const shiptrack_client *client() const { return static_cast<const Client &>(*this).raw(); }\n};\n",
    );
    closed(made, "OPERATIONS")
}

fn write_method(made: &mut String, family: &Family, operation: &Operation, function: &str) {
    let arguments = c_names::arguments_of(operation);
    let (mut parameters, mut given) = (Vec::new(), vec!["client()".to_owned()]);
    for argument in &arguments {
        let name = &argument.name;
        let (parameter, told) = match argument.shape {
            Shape::Integer => (format!("std::int64_t {name}"), name.clone()),
            Shape::Number => (format!("double {name}"), name.clone()),
            _ => (format!("const Text &{name}"), format!("{name}.c_str()")),
        };
        parameters.push(parameter);
        given.push(told);
    }
    if c_names::takes_draft(operation) {
        // A change without anything to change is a slip.
        parameters.push(
            if operation.method == "PATCH" { "const Draft &draft" } else { "const Draft &draft = {}" }.to_owned(),
        );
        given.push("draft.raw()".to_owned());
    }
    if c_names::takes_query(operation) {
        // A search asks for a `query` of its own.
        let name = if arguments.iter().any(|known| known.name == "query") { "parameters" } else { "query" };
        parameters.push(format!("const Query &{name} = {{}}"));
        given.push(format!("{name}.raw()"));
    }
    let class = |kind: &str| TYPES.iter().find(|known| known.name == kind).map_or("Resource", |known| known.rust);
    let called = format!("{function}, {}", given.join(", "));
    let (answers, body) = match operation.answer {
        Answer::One(kind) => {
            let owned = format!("Owned<{}>", class(kind));
            (owned.clone(), format!("return detail::make<{owned}>({called});"))
        }
        Answer::Pages(kind) | Answer::All(kind) => {
            let pages = format!("Pages<{}>", class(kind));
            (pages.clone(), format!("return detail::make<{pages}>({called});"))
        }
        Answer::Json(_) => {
            ("std::string".to_owned(), format!("return *detail::content(detail::make<detail::Buffer>({called}));"))
        }
        _ => ("void".to_owned(), format!("detail::run({called});")),
    };
    write_about(made, "  ", operation.about);
    if let Answer::Json(members) = operation.answer {
        write_about(made, "  ", &format!("As JSON: {}.", members.trim_end_matches('.')));
    }
    let method = c_names::method_of(family, operation);
    let _ = write!(made, "  {answers} {method}({}) const {{\n    {body}\n  }}\n", parameters.join(", "));
}

fn write_about(made: &mut String, indent: &str, about: &str) {
    for line in wrapped(&about.replace("`null`", "no value").replace("`None`", "no value"), 116 - indent.len()) {
        let _ = writeln!(made, "{indent}/// {line}");
    }
}
