//! The names of the C functions of the interface: the rules, and the exceptions.

use shiptrack::resources::{Answer, Enumeration, Family, Operation, Shape, Structure, Type};

/// A value that has getters.
pub struct Value {
    /// The name of its functions, after `shiptrack_<type>_`.
    pub name: String,
    /// The shape of the value.
    pub shape: Shape,
    /// Its description.
    pub about: &'static str,
    /// Its position in the layout of the library.
    pub position: Position,
}

/// The position of a value: slots and lists are numbered in the order of the description (ffi/src/resource/layout.rs).
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// A slot of a single value.
    Slot(usize),
    /// The items of a list.
    List(usize),
    /// A member of the items of a list of structures.
    Column(usize),
}

/// A list of a resource type.
pub struct List {
    /// The name of the function that counts its items, after `shiptrack_<type>_`.
    pub count: String,
    /// Its attribute.
    pub attribute: &'static str,
    /// Its number in the layout.
    pub list: usize,
    /// The structure of its items.
    pub structure: Option<&'static Structure>,
    /// The name of its items.
    pub item: String,
    /// Its description.
    pub about: &'static str,
}

/// Attributes whose functions have another name than the attribute.
const ATTRIBUTES: &[(&str, &str, &str)] = &[
    ("container", "holds_at_pod_terminal", "holds"),
    ("container", "fees_at_pod_terminal", "fees"),
    ("container", "import_deadlines", ""),
];

/// Numbers of the interface that also have a getter for their digits, as decimals have: amounts of money.
const WITH_DIGITS: &[&str] = &[
    "shiptrack_container_fees_amount",
    "shiptrack_container_fees_at_pickup_amount",
    "shiptrack_container_ind_facility_fees_amount",
];

/// Operations whose functions do not have the name of their family and verb.
const OPERATIONS: &[(&str, &str, &str)] =
    &[("containers", "transport_events", "shiptrack_transport_event_list"), ("search", "search", "shiptrack_search")];

/// Operations that are written by hand, because they send more than one request, or have other arguments than the interface.
const HANDWRITTEN: &[(&str, &str)] = &[
    ("tracking_requests", "create"),
    ("tracking_requests", "infer_number"),
    ("tracking_requests", "update"),
    ("webhooks", "create"),
    ("webhooks", "rotate_secret"),
];

/// Methods of the C++ client that do not have the name of their family and verb.
const METHODS: &[(&str, &str, &str)] = &[
    ("containers", "transport_events", "transport_events"),
    ("search", "search", "search"),
    ("shipments", "resume_tracking", "resume_tracking"),
    ("shipments", "stop_tracking", "stop_tracking"),
];

/// Structures of the C++ classes that have another name than in Rust, and the methods of the lists of them.
const STRUCTURES: &[(&str, &str)] = &[("DeliveryHeader", "Header"), ("TerminalFee", "Fee"), ("TerminalHold", "Hold")];
const LISTS: &[(&str, &str)] = &[("fees_at_pod_terminal", "fees"), ("holds_at_pod_terminal", "holds")];

/// Enumerations whose constants do not have the name of the enumeration: `SHIPTRACK_EVENT_…`.
const ENUMERATIONS: &[(&str, &str)] = &[("EventName", "EVENT")];

/// The name of an attribute.
fn attribute_name(known: &Type, attribute: &'static str) -> &'static str {
    let found = ATTRIBUTES.iter().find(|(kind, name, _)| *kind == known.name && *name == attribute);
    found.map_or(attribute, |(_, _, instead)| *instead)
}

fn joined(attribute: &str, member: &str) -> String {
    if attribute.is_empty() { member.to_owned() } else { format!("{attribute}_{member}") }
}

/// The values of a type and its lists, in the layout of the library.
pub fn values_of(known: &Type) -> (Vec<Value>, Vec<List>) {
    let (mut values, mut lists, mut slots) = (Vec::new(), Vec::new(), 0);
    for attribute in known.attributes {
        let name = attribute_name(known, attribute.name);
        add(&mut values, &mut lists, &mut slots, attribute.name, name.to_owned(), attribute.shape, attribute.about);
    }
    // Lists come after all single values, and are numbered separately.
    (values, lists)
}

fn add(
    values: &mut Vec<Value>,
    lists: &mut Vec<List>,
    slots: &mut usize,
    attribute: &'static str,
    name: String,
    shape: Shape,
    about: &'static str,
) {
    match shape {
        Shape::Structure(structure) => {
            for member in structure.members {
                let name = joined(&name, member.name);
                add(values, lists, slots, attribute, name, member.shape, member.about);
            }
        }
        Shape::List(item) => {
            let list = lists.last().map_or(0, |last| last.list + last.structure.map_or(1, |it| it.members.len()));
            let structure = if let Shape::Structure(structure) = item { Some(*structure) } else { None };
            match structure {
                Some(structure) => values.extend(structure.members.iter().enumerate().map(|(column, member)| Value {
                    name: joined(&name, member.name),
                    shape: member.shape,
                    about: member.about,
                    position: Position::Column(list + column),
                })),
                None => values.push(Value { name: name.clone(), shape: *item, about, position: Position::List(list) }),
            }
            lists.push(List { count: format!("{name}_count"), attribute, list, structure, item: name, about });
        }
        _ => {
            values.push(Value { name, shape, about, position: Position::Slot(*slots) });
            *slots += 1;
        }
    }
}

/// One getter of a value.
pub struct Getter {
    /// The name of the function.
    pub function: String,
    /// What it returns.
    pub returns: ReturnKind,
}

/// What a getter returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ReturnKind {
    /// A text.
    Text,
    /// A text that is a time stamp.
    Moment,
    /// A JSON value, as a text.
    Json,
    /// The digits of a number, as a text.
    Digits,
    /// A whole number.
    Integer,
    /// Any number.
    Number,
    /// 1, 0 or -1.
    Flag,
    /// The number of a value of an enumeration.
    Code(&'static Enumeration),
}

/// The getters of a value. A value of an enumeration has its text and its number, a decimal its number and its digits.
pub fn getters_of(known: &Type, value: &Value) -> Vec<Getter> {
    let full = format!("shiptrack_{}_{}", known.name, value.name);
    let called = |suffix: &str, returns| {
        let at = if matches!(value.position, Position::List(_)) { "_at" } else { "" };
        Getter { function: format!("{full}{suffix}{at}"), returns }
    };
    match value.shape {
        Shape::Text | Shape::Secret => vec![called("", ReturnKind::Text)],
        Shape::Moment => vec![called("", ReturnKind::Moment)],
        Shape::Enumeration(names) => vec![called("", ReturnKind::Text), called("_code", ReturnKind::Code(names))],
        Shape::Flag => vec![called("", ReturnKind::Flag)],
        Shape::Integer => vec![called("", ReturnKind::Integer)],
        Shape::Number if !WITH_DIGITS.contains(&&*full) => vec![called("", ReturnKind::Number)],
        Shape::Number | Shape::Decimal => vec![called("", ReturnKind::Number), called("_text", ReturnKind::Digits)],
        _ => vec![called("_json", ReturnKind::Json)],
    }
}

/// The function of an operation; `None` for an operation that is written by hand.
pub fn verb_of(family: &Family, operation: &Operation) -> Option<String> {
    if HANDWRITTEN.contains(&(family.name, operation.name)) {
        return None;
    }
    let found = OPERATIONS.iter().find(|(of, name, _)| *of == family.name && *name == operation.name);
    let ruled = || format!("shiptrack_{}_{}", singular(family.name), operation.name);
    Some(found.map_or_else(ruled, |(_, _, instead)| (*instead).to_owned()))
}

/// The method of an operation of the C++ client: a method that reads has the name of what it reads, a method that acts starts
/// with its verb.
pub fn method_of(family: &Family, operation: &Operation) -> String {
    let found = METHODS.iter().find(|(of, name, _)| *of == family.name && *name == operation.name);
    if let Some((_, _, instead)) = found {
        return (*instead).to_owned();
    }
    let one = singular(family.name);
    match (operation.method, operation.name) {
        (_, "list") => family.name.to_owned(),
        (_, "get") => one,
        ("GET", name) => format!("{one}_{}", name.strip_prefix("get_").unwrap_or(name)),
        (_, name) => match name.split_once('_') {
            Some((verb, rest)) => format!("{verb}_{one}_{rest}"),
            None => format!("{name}_{one}"),
        },
    }
}

/// A structure inside the C++ class of a type: `VesselPosition` is `Vessel::Position`.
pub fn structure_of(known: &Type, structure: &'static Structure) -> &'static str {
    let found = STRUCTURES.iter().find(|(name, _)| *name == structure.name);
    found.map_or(structure.name.strip_prefix(known.rust).unwrap_or(structure.name), |(_, instead)| *instead)
}

/// The method of the C++ class that returns a list of structures.
pub fn list_method(list: &List) -> &'static str {
    LISTS.iter().find(|(name, _)| *name == list.attribute).map_or(list.attribute, |(_, instead)| *instead)
}

/// `parties`: `party`.
pub fn singular(family: &str) -> String {
    match (family.strip_suffix("ies"), family.strip_suffix('s')) {
        (Some(stem), _) => format!("{stem}y"),
        (_, Some(stem)) => stem.to_owned(),
        _ => family.to_owned(),
    }
}

/// A required argument of an operation.
pub struct Argument {
    /// Its name in C.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    /// Its description.
    pub about: String,
}

/// The required arguments of an operation: those of its path, of its query, of its body, and the resources it links.
pub fn arguments_of(operation: &Operation) -> Vec<Argument> {
    let argument = |name: &str, shape, about: &str| Argument { name: name.to_owned(), shape, about: about.to_owned() };
    let path = operation.path_arguments().map(|name| argument(name, Shape::Text, ""));
    let parameters = operation.parameters.iter().filter(|known| known.required);
    let parameters = parameters.map(|known| argument(known.argument, known.shape, known.about));
    let fields = operation.fields().iter().filter(|known| known.required);
    let fields = fields.map(|known| match known.shape {
        Shape::Text | Shape::Enumeration(_) | Shape::Moment | Shape::Integer | Shape::Number | Shape::Flag => {
            argument(known.name, known.shape, known.about)
        }
        _ => argument(&format!("{}_json", known.name), Shape::Any, known.about),
    });
    let links = operation.links().iter().filter(|known| known.required).flat_map(|known| {
        let kinds = format!("The type of `{}`: `{}`.", known.name, known.targets.join("` or `"));
        [
            argument(&format!("{}_type", known.name), Shape::Text, &kinds),
            argument(&format!("{}_id", known.name), Shape::Text, known.about),
        ]
    });
    path.chain(parameters).chain(fields).chain(links).collect()
}

/// Whether an operation takes a draft, because its body has optional members.
pub fn takes_draft(operation: &Operation) -> bool {
    operation.fields().iter().any(|known| !known.required) || operation.links().iter().any(|known| !known.required)
}

/// Whether an operation takes a query, because it has optional parameters, included resources or pages.
pub fn takes_query(operation: &Operation) -> bool {
    let optional = operation.parameters.iter().any(|known| !known.required);
    optional || !operation.client_includes().is_empty() || matches!(operation.answer, Answer::Pages(_))
}

/// The constant of a value of an enumeration: `SHIPTRACK_REQUEST_STATUS_PENDING`.
pub fn constant_of(enumeration: &str, value: &str) -> String {
    let found = ENUMERATIONS.iter().find(|(name, _)| *name == enumeration);
    let prefix = found.map_or_else(|| screaming_snake_case(enumeration), |(_, instead)| (*instead).to_owned());
    // Most events are movements of a container; their constants omit that part.
    let value = value.strip_prefix("container.transport.").map_or(value.to_owned(), |rest| format!("transport.{rest}"));
    // The name of the hosted service is omitted, too.
    format!("SHIPTRACK_{prefix}_{}", screaming_snake_case(value.strip_prefix("t49_").unwrap_or(&value)))
}

/// The function that returns the name of a value of an enumeration: `shiptrack_request_status_name`.
pub fn name_of(enumeration: &str) -> String {
    format!("{}name", constant_of(enumeration, "").to_lowercase())
}

/// `RequestStatus`: `REQUEST_STATUS`; `on_ship`: `ON_SHIP`.
fn screaming_snake_case(name: &str) -> String {
    let (mut made, mut before) = (String::new(), '_');
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && before.is_ascii_lowercase() {
            made.push('_');
        }
        made.push(if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' });
        before = letter;
    }
    made
}
