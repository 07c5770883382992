//! The C++ side of the interface: a class for every resource type, a method of the client for every operation.
//! `include/shiptrack.hpp` includes both files, and has what they are made of.

use std::fmt::Write;

use shiptrack::resources::{Answer, Family, INTERFACE, Operation, Shape, TYPES, Type};

use super::c_names::{self, Getter, Gives, List, Place, Value};
use super::{MADE, wrapped};

/// `include/shiptrack_resources.hpp`.
pub fn resources() -> String {
    let mut made = opened("RESOURCES");
    for known in TYPES {
        write_class(&mut made, known);
    }
    for (enumeration, _) in super::c::enumerations() {
        write_name(&mut made, enumeration);
    }
    closed(made, "RESOURCES")
}

fn opened(name: &str) -> String {
    format!(
        "// {MADE}\n// shiptrack.hpp includes this file: include that one.\n#ifndef SHIPTRACK_{name}_HPP\n\
         #define SHIPTRACK_{name}_HPP\n\nnamespace shiptrack {{\n"
    )
}

fn closed(made: String, name: &str) -> String {
    format!("{made}\n}}  // namespace shiptrack\n\n#endif  // SHIPTRACK_{name}_HPP\n")
}

/// The function that gives the name of a number.
fn write_name(made: &mut String, enumeration: &str) {
    let function = c_names::name_of(enumeration);
    let called = function.strip_prefix("shiptrack_").unwrap_or(&function);
    let constants = c_names::constant_of(enumeration, "");
    let _ = write!(
        made,
        "\n/// The name of a number of {constants}…, as on the wire.\n\
         [[nodiscard]] inline std::optional<std::string_view> {called}(std::int32_t code) {{\n  return detail::text({function}(code));\n}}\n"
    );
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
    for value in values.iter().filter(|value| !matches!(value.place, Place::Column(_))) {
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
        (Gives::Code(_), Place::List(_)) => format!("SHIPTRACK_HPP_CODES({}, {name})", known.name),
        (Gives::Text | Gives::Moment, Place::List(_)) => format!("SHIPTRACK_HPP_LIST({}, {name})", known.name),
        (given, Place::List(_)) => panic!("there is no list of {}: give {} one", of(given), getter.function),
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
        values.iter().filter(|value| matches!(value.place, Place::Column(column) if columns.contains(&column)));
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

/// First what a structure always had: numbers of names and of digits stand behind.
fn ordered<'m>(members: &'m [(&'m Value, Getter)]) -> impl Iterator<Item = (&'m Value, &'m Getter)> {
    let is_later = |getter: &Getter| getter.function.ends_with("_number") || matches!(getter.gives, Gives::Code(_));
    let part = move |later: bool| members.iter().filter(move |(_, getter)| is_later(getter) == later);
    part(false).chain(part(true)).map(|(value, getter)| (*value, getter))
}

fn is_nullable(members: &[shiptrack::resources::Member], value: &Value) -> bool {
    members.iter().any(|member| member.nullable && value.name.ends_with(&format!("_{}", member.name)))
}

fn member_type(members: &[shiptrack::resources::Member], value: &Value, getter: &Getter) -> &'static str {
    match getter.gives {
        Gives::Text | Gives::Json | Gives::Digits if !is_nullable(members, value) => "std::string_view",
        Gives::Text | Gives::Json | Gives::Digits => "std::optional<std::string_view>",
        Gives::Moment => "std::optional<Timestamp>",
        Gives::Integer => "std::optional<std::int64_t>",
        Gives::Number => "std::optional<double>",
        Gives::Flag => "std::optional<bool>",
        Gives::Code(_) => "std::int32_t",
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
        Gives::Code(_) => format!("{function}(raw(), i)"),
    }
}

/// `include/shiptrack_operations.hpp`.
pub fn operations() -> String {
    let mut made = opened("OPERATIONS");
    made.push_str(
        "\nnamespace detail::base {\n\n/// What every operation of the interface is called on a client. Which arguments a query and a draft may have is written\n\
         /// at the C function that is called.\ntemplate <class Client>\nclass Operations {\n public:\n",
    );
    for family in INTERFACE {
        for operation in family.operations {
            if let Some(function) = c_names::verb_of(family, operation) {
                write_method(&mut made, family, operation, &function);
            }
        }
    }
    made.push_str(
        " private:\n  const shiptrack_client *client() const { return static_cast<const Client &>(*this).raw(); }\n};\n\n}  // namespace detail::base\n",
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
            (owned.clone(), format!("return make<{owned}>({called});"))
        }
        Answer::Pages(kind) | Answer::All(kind) => {
            let pages = format!("Pages<{}>", class(kind));
            (pages.clone(), format!("return make<{pages}>({called});"))
        }
        Answer::Json(_) => ("std::string".to_owned(), format!("return *content(make<Buffer>({called}));")),
        _ => ("void".to_owned(), format!("run({called});")),
    };
    write_about(made, "  ", operation.about);
    if let Answer::Json(members) = operation.answer {
        write_about(made, "  ", &format!("As JSON: {}.", members.trim_end_matches('.')));
    }
    let method = c_names::method_of(family, operation);
    let _ = write!(made, "  {answers} {method}({}) const {{\n    {body}\n  }}\n", parameters.join(", "));
}

fn write_about(made: &mut String, indent: &str, about: &str) {
    for line in wrapped(&about.replace("`None`", "nothing"), 116 - indent.len()) {
        let _ = writeln!(made, "{indent}/// {line}");
    }
}
