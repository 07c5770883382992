//! Generates the C++ interface: a class for every resource type, a method of the client for every operation, and an enumeration
//! for every set of numbers. `include/shiptrack.hpp` includes these files.

use std::fmt::Write;

use shiptrack::resources::{Answer, Family, INTERFACE, Operation, Shape, TYPES, Type};

use super::c_names::{self, Getter, List, Position, ReturnKind, Value};
use super::{GENERATED_NOTE, c_numbers, wrapped};

/// `include/shiptrack/resources.hpp`.
pub fn resources() -> String {
    let mut text = opened("RESOURCES", "resource");
    for known in TYPES {
        write_class(&mut text, known);
    }
    closed(text, "RESOURCES")
}

/// `include/shiptrack/enums.hpp`.
pub fn enums() -> String {
    let mut text = opened("ENUMS", "base");
    for (name, values) in super::c::enumerations() {
        let values: Vec<_> = values.iter().map(|(value, about)| (*value, format!("`{value}`: {about}"))).collect();
        write_enumeration(&mut text, name, &values, &["none", "other"]);
    }
    for (name, values) in c_numbers::all() {
        // The numbers of buckets begin at 0.
        let extra: &[&str] = if name == "Bucket" { &[] } else { &["none"] };
        write_enumeration(&mut text, name, &values, extra);
    }
    closed(text, "ENUMS")
}

fn opened(name: &str, needed: &str) -> String {
    format!(
        "// {GENERATED_NOTE}\n// Do not include this file; include shiptrack.hpp.\n#ifndef SHIPTRACK_{name}_HPP\n\
         #define SHIPTRACK_{name}_HPP\n\n#include <shiptrack/{needed}.hpp>\n\nnamespace shiptrack {{\n"
    )
}

fn closed(text: String, name: &str) -> String {
    format!("{text}\n}}  // namespace shiptrack\n\n#endif  // SHIPTRACK_{name}_HPP\n")
}

/// Writes an enumeration, and the function that returns the name of a value.
fn write_enumeration(text: &mut String, name: &str, values: &[(&str, String)], extra: &[&str]) {
    let (class, prefix) = (enum_of(name), c_names::constant_of(name, ""));
    let _ = write!(text, "\n/// The values of {prefix}…\nenum class {class} : std::int32_t {{\n");
    for extra in extra {
        let about = if *extra == "none" { "No value." } else { "A value that this version does not know." };
        let _ = writeln!(text, "  /// {about}\n  {extra} = SHIPTRACK_CODE_{},", extra.to_uppercase());
    }
    for (value, about) in values {
        let constant = c_names::constant_of(name, value);
        write_about(text, "  ", about);
        let _ =
            writeln!(text, "  {} = {constant},", enumerator_of(constant.strip_prefix(&prefix).unwrap_or(&constant)));
    }
    let function = c_names::name_of(name);
    let called = function.strip_prefix("shiptrack_").unwrap_or(&function);
    let _ = write!(
        text,
        "}};\n\n/// The name of a value, as in the interface; no value if it has no name.\n\
         [[nodiscard]] inline std::optional<std::string_view> {called}({class} code) {{\n  \
         return detail::text({function}(static_cast<std::int32_t>(code)));\n}}\n"
    );
}

/// The name of the C++ enumeration; a class may already have the name of the constants.
fn enum_of(name: &str) -> &str {
    match name {
        "Activity" => "ActivityKind",
        "Ensured" => "EnsureOutcome",
        "Tracked" => "TrackOutcome",
        _ => name,
    }
}

/// A constant in lower case; keywords of C++ get an underscore.
fn enumerator_of(constant: &str) -> String {
    let name = constant.to_lowercase();
    if ["default", "delete", "enum", "new"].contains(&&*name) { format!("{name}_") } else { name }
}

fn write_class(text: &mut String, known: &Type) {
    text.push('\n');
    write_about(text, "", known.about);
    let _ = write!(
        text,
        "class {} : public Resource {{\n public:\n  static constexpr const char *type_name = \"{}\";\n  using Resource::Resource;\n",
        known.rust, known.name
    );
    let (values, lists) = c_names::values_of(known);
    for value in values.iter().filter(|value| !matches!(value.position, Position::Column(_))) {
        text.push('\n');
        write_about(text, "  ", value.about);
        for getter in c_names::getters_of(known, value) {
            let _ = writeln!(text, "  {}", getter_line(known, value, &getter));
        }
    }
    let mut declared = Vec::new();
    for list in &lists {
        write_list(text, known, list, &values, &mut declared);
    }
    text.push_str("};\n");
}

/// The macro of a getter.
fn getter_line(known: &Type, value: &Value, getter: &Getter) -> String {
    let (prefix, name) = (format!("shiptrack_{}_", known.name), &value.name);
    let called = getter.function.strip_prefix(&prefix).unwrap_or(&getter.function);
    match (getter.returns, value.position) {
        (ReturnKind::Code(names), Position::List(_)) => {
            format!("SHIPTRACK_HPP_CODES({}, {name}, {})", known.name, enum_of(names.name))
        }
        (ReturnKind::Text | ReturnKind::Moment, Position::List(_)) => {
            format!("SHIPTRACK_HPP_LIST({}, {name})", known.name)
        }
        (given, Position::List(_)) => panic!("no macro for lists of {}, for {}", macro_kind(given), getter.function),
        (ReturnKind::Code(names), _) => {
            format!("SHIPTRACK_HPP_CODE({}, {called}, {})", known.name, enum_of(names.name))
        }
        (given, _) => match macro_kind(given) {
            "INTEGER" => format!("SHIPTRACK_HPP_NUMBER({}, {called}, std::int64_t)", known.name),
            "NUMBER" => format!("SHIPTRACK_HPP_NUMBER({}, {called}, double)", known.name),
            kind => format!("SHIPTRACK_HPP_{kind}({}, {called})", known.name),
        },
    }
}

fn macro_kind(returns: ReturnKind) -> &'static str {
    match returns {
        ReturnKind::Text | ReturnKind::Json | ReturnKind::Digits => "TEXT",
        ReturnKind::Moment => "TIME",
        ReturnKind::Integer => "INTEGER",
        ReturnKind::Number => "NUMBER",
        ReturnKind::Flag => "FLAG",
        ReturnKind::Code(_) => "CODE",
    }
}

/// Writes a list of structures: the structure, unless the class already has it, and the method that returns the list.
fn write_list(text: &mut String, known: &Type, list: &List, values: &[Value], declared: &mut Vec<&'static str>) {
    let Some(structure) = list.structure else { return };
    let name = c_names::structure_of(known, structure);
    let columns = list.list..list.list + structure.members.len();
    let columns =
        values.iter().filter(|value| matches!(value.position, Position::Column(column) if columns.contains(&column)));
    let members: Vec<(&Value, Getter)> = columns
        .flat_map(|value| c_names::getters_of(known, value).into_iter().map(move |getter| (value, getter)))
        .collect();
    let prefix = format!("shiptrack_{}_{}_", known.name, list.item);
    if !declared.contains(&name) {
        declared.push(name);
        text.push('\n');
        write_about(text, "  ", structure.about);
        let _ = writeln!(text, "  struct {name} {{");
        for (value, getter) in ordered(&members) {
            write_about(text, "    ", value.about);
            let called = getter.function.strip_prefix(&prefix).unwrap_or(&getter.function);
            let _ = writeln!(text, "    {} {called};", member_type(structure.members, value, getter));
        }
        text.push_str("  };\n");
    }
    text.push('\n');
    write_about(text, "  ", list.about);
    let _ = write!(
        text,
        "  std::vector<{name}> {}() const {{\n    return detail::each(shiptrack_{}_{}(raw()), [this](std::size_t i) {{\n      return {name}{{",
        c_names::list_method(list),
        known.name,
        list.count
    );
    let read: Vec<String> =
        ordered(&members).map(|(value, getter)| read_member(structure.members, value, getter)).collect();
    let _ = write!(text, "{}}};\n    }});\n  }}\n", read.join(",\n          "));
}

/// The members of a structure: first one for each value, then the digits of numbers and the numbers of names.
fn ordered<'m>(members: &'m [(&'m Value, Getter)]) -> impl Iterator<Item = (&'m Value, &'m Getter)> {
    let is_later = |getter: &Getter| matches!(getter.returns, ReturnKind::Digits | ReturnKind::Code(_));
    let part = move |later: bool| members.iter().filter(move |(_, getter)| is_later(getter) == later);
    part(false).chain(part(true)).map(|(value, getter)| (*value, getter))
}

fn is_nullable(members: &[shiptrack::resources::Member], value: &Value) -> bool {
    members.iter().any(|member| member.nullable && value.name.ends_with(&format!("_{}", member.name)))
}

fn member_type<'n>(members: &[shiptrack::resources::Member], value: &Value, getter: &'n Getter) -> &'n str {
    match getter.returns {
        ReturnKind::Text | ReturnKind::Json | ReturnKind::Digits if !is_nullable(members, value) => "std::string_view",
        ReturnKind::Text | ReturnKind::Json | ReturnKind::Digits => "std::optional<std::string_view>",
        ReturnKind::Moment => "std::optional<Timestamp>",
        ReturnKind::Integer => "std::optional<std::int64_t>",
        ReturnKind::Number => "std::optional<double>",
        ReturnKind::Flag => "std::optional<bool>",
        ReturnKind::Code(names) => enum_of(names.name),
    }
}

fn read_member(members: &[shiptrack::resources::Member], value: &Value, getter: &Getter) -> String {
    let function = &getter.function;
    match getter.returns {
        ReturnKind::Text | ReturnKind::Json | ReturnKind::Digits if !is_nullable(members, value) => {
            format!("detail::view({function}(raw(), i))")
        }
        ReturnKind::Text | ReturnKind::Json | ReturnKind::Digits => format!("detail::text({function}(raw(), i))"),
        ReturnKind::Moment => format!("detail::time({function}(raw(), i))"),
        ReturnKind::Integer => format!("detail::number<std::int64_t>({function}, raw(), i)"),
        ReturnKind::Number => format!("detail::number<double>({function}, raw(), i)"),
        ReturnKind::Flag => format!("detail::flag({function}(raw(), i))"),
        ReturnKind::Code(names) => format!("{}({function}(raw(), i))", enum_of(names.name)),
    }
}

/// `include/shiptrack/operations.hpp`.
pub fn operations() -> String {
    let mut text = opened("OPERATIONS", "requests");
    text.push_str(
        "\n/// The operations of a Client. The comment of the C function of each method lists the attributes of its draft and the parameters\n\
         /// of its query.\n\
         template <class Client>\nclass Operations {\n public:\n",
    );
    for family in INTERFACE {
        for operation in family.operations {
            if let Some(function) = c_names::verb_of(family, operation) {
                write_method(&mut text, family, operation, &function);
            }
        }
    }
    text.push_str(
        " private:\n  const shiptrack_client *client() const { return static_cast<const Client &>(*this).raw(); }\n};\n",
    );
    closed(text, "OPERATIONS")
}

fn write_method(text: &mut String, family: &Family, operation: &Operation, function: &str) {
    let arguments = c_names::arguments_of(operation);
    let (mut parameters, mut given) = (Vec::new(), vec!["client()".to_owned()]);
    for argument in &arguments {
        let name = &argument.name;
        let (parameter, passed) = match argument.shape {
            Shape::Integer => (format!("std::int64_t {name}"), name.clone()),
            Shape::Number => (format!("double {name}"), name.clone()),
            _ => (format!("const Text &{name}"), format!("{name}.c_str()")),
        };
        parameters.push(parameter);
        given.push(passed);
    }
    if c_names::takes_draft(operation) {
        // An update without a draft is a mistake.
        parameters.push(
            if operation.method == "PATCH" { "const Draft &draft" } else { "const Draft &draft = {}" }.to_owned(),
        );
        given.push("draft.raw()".to_owned());
    }
    if c_names::takes_query(operation) {
        // A search has an argument `query`.
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
    write_about(text, "  ", operation.about);
    if let Answer::Json(members) = operation.answer {
        write_about(text, "  ", &format!("Returns JSON: {}.", members.trim_end_matches('.')));
    }
    let method = c_names::method_of(family, operation);
    let _ = write!(text, "  {answers} {method}({}) const {{\n    {body}\n  }}\n", parameters.join(", "));
}

fn write_about(text: &mut String, indent: &str, about: &str) {
    let about = about.replace("`null`", "no value").replace("`None`", "no value");
    let about = about.replace("the upload function of the client", "upload_document()");
    for line in wrapped(&about, 116 - indent.len()) {
        let _ = writeln!(text, "{indent}/// {line}");
    }
}
