//! Generates the method of one operation.

use shiptrack::resources::{Answer, Field, Operation, ServedBy, Shape};

use super::text::{bracketed, docstring, packed, words};
use super::{class_of, taken_as};

/// The type of an id.
const ID: &str = "shiptrack.types.Id";

/// The keywords of all listings.
const OF_LISTINGS: [(&str, &str); 3] =
    [("max_items", "int"), ("query", "dict[str, Any]"), ("progress", "shiptrack.types.Progress")];

/// Further keywords of listings with pages.
const OF_PAGES: [(&str, &str); 3] = [("page_size", "int"), ("page_number", "int"), ("resume_from", "str")];

const ABOUT_LISTINGS: &str =
    "Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.";

const ABOUT_PAGES: &str = "Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the page at which \
                           an iteration stopped), ``query`` (further parameters) and ``progress``.";

/// An argument of a call.
struct Argument {
    name: &'static str,
    python_type: String,
    about: String,
    when: Sent,
}

/// When an argument is sent.
#[derive(PartialEq)]
enum Sent {
    Always,
    UnlessNone,
    /// `None` is sent as null.
    OrNull,
}

/// Returns the method of an operation.
pub fn method(family: &str, operation: &Operation) -> String {
    let arguments = arguments(operation);
    let mut items = vec!["self".to_owned()];
    items.extend(
        arguments.iter().filter(|it| it.when == Sent::Always).map(|it| format!("{}: {}", it.name, it.python_type)),
    );
    let keywords: Vec<_> = arguments.iter().filter(|it| it.when != Sent::Always).map(keyword).collect();
    if !keywords.is_empty() {
        items.push("*".to_owned());
        items.extend(keywords);
    }
    let head = bracketed(4, &format!("def {}(", operation.name), &items, &format!(") -> {}:", answer(operation)));
    head + &docstring(8, &about(operation, &arguments)) + &body(family, operation, &arguments)
}

/// Returns the return type of a call.
fn answer(operation: &Operation) -> String {
    match operation.answer {
        Answer::One(kind) => class_of(kind).to_owned(),
        Answer::Pages(kind) | Answer::All(kind) => format!("Listing[{}]", class_of(kind)),
        Answer::Json(_) => "dict[str, Any]".to_owned(),
        _ => "None".to_owned(),
    }
}

fn keyword(argument: &Argument) -> String {
    let Argument { name, python_type, when, .. } = argument;
    match when {
        Sent::OrNull if python_type == "Any" => format!("{name}: Any = UNSET"),
        Sent::OrNull => format!("{name}: {python_type} | Unset | None = UNSET"),
        _ => format!("{name}: {python_type} | None = None"),
    }
}

/// Returns the arguments of the path, then the required ones, then the optional ones.
fn arguments(operation: &Operation) -> Vec<Argument> {
    let is_id = |name: &str| name == "id" || name.ends_with("_id");
    let taken = |name: &str, shape| if is_id(name) && shape == Shape::Text { ID.to_owned() } else { taken_as(shape) };
    let when = |required| if required { Sent::Always } else { Sent::UnlessNone };
    let path = operation.path_arguments().map(|name| Argument {
        name,
        python_type: taken(name, Shape::Text),
        about: String::new(),
        when: Sent::Always,
    });
    let parameters = operation.parameters.iter().map(|it| Argument {
        name: it.argument,
        python_type: taken(it.argument, it.shape),
        about: it.about.to_owned(),
        when: when(it.required),
    });
    let fields = operation.fields().iter().map(|it| Argument {
        name: it.name,
        python_type: taken_as(it.shape),
        about: it.about.to_owned(),
        when: if takes_null(operation, it) { Sent::OrNull } else { when(it.required) },
    });
    let links = operation.links().iter().map(|it| Argument {
        name: it.name,
        python_type: linked(it.targets),
        about: it.about.to_owned(),
        when: if !it.required && operation.method == "PATCH" { Sent::OrNull } else { when(it.required) },
    });
    let mut all: Vec<Argument> = path.chain(parameters).chain(fields).chain(links).collect();
    let options = includes(operation).into_iter().chain(options(operation));
    // An argument of the operation takes precedence over an option with the same name, such as `query` of a search.
    let others: Vec<_> = options.filter(|option| all.iter().all(|known| known.name != option.name)).collect();
    all.extend(others);
    all
}

/// Returns whether null differs from a field that is left out: null is a value like any other, or a change clears the
/// value. Lists are cleared with an empty list instead.
fn takes_null(operation: &Operation, field: &Field) -> bool {
    let is_change = operation.method == "PATCH" && !matches!(field.shape, Shape::List(_));
    !field.required && (field.shape == Shape::Any || is_change)
}

/// Returns the type of the argument for a linked resource. If several types are possible, an id alone is ambiguous.
fn linked(targets: &[&str]) -> String {
    match targets {
        [_] => ID.to_owned(),
        several => {
            several.iter().map(|kind| class_of(kind)).chain(["shiptrack.ResourceId"]).collect::<Vec<_>>().join(" | ")
        }
    }
}

fn includes(operation: &Operation) -> Option<Argument> {
    let (Answer::One(kind) | Answer::Pages(kind) | Answer::All(kind)) = operation.answer else { return None };
    (!operation.client_includes().is_empty()).then(|| Argument {
        name: "include",
        python_type: format!("str | Sequence[shiptrack.types.{}Include]", class_of(kind)),
        about: format!("Related resources to include: `{}`.", operation.client_includes().join("`, `")),
        when: Sent::UnlessNone,
    })
}

fn options(operation: &Operation) -> Vec<Argument> {
    let known = match operation.answer {
        Answer::Pages(_) => [OF_PAGES, OF_LISTINGS].concat(),
        Answer::All(_) => OF_LISTINGS.to_vec(),
        _ => Vec::new(),
    };
    let option = |(name, python_type): (&'static str, &str)| Argument {
        name,
        python_type: python_type.to_owned(),
        about: String::new(),
        when: Sent::UnlessNone,
    };
    known.into_iter().map(option).collect()
}

fn about(operation: &Operation, arguments: &[Argument]) -> Vec<String> {
    let documented = arguments.iter().filter(|argument| !argument.about.is_empty());
    let documented: Vec<_> =
        documented.map(|argument| format!("* ``{}``: {}", argument.name, words(&argument.about))).collect();
    let restriction = match operation.served_by {
        ServedBy::HostedOnly(_) => {
            "Only a hosted service supports this; a service in this process raises ``ForbiddenError``."
        }
        ServedBy::EmbeddedOnly => {
            "Only a service of this library supports this; a hosted service raises ``NotFoundError``."
        }
        _ => "",
    };
    let returns = match operation.answer {
        Answer::Json(members) => format!("Returns: {}", words(members)),
        Answer::Pages(_) => ABOUT_PAGES.to_owned(),
        Answer::All(_) => ABOUT_LISTINGS.to_owned(),
        _ => String::new(),
    };
    vec![words(operation.about), documented.join("\n"), returns, restriction.to_owned()]
}

fn body(family: &str, operation: &Operation, arguments: &[Argument]) -> String {
    let entry = |argument: &Argument| format!("\"{0}\": {0}", argument.name);
    let sent = |when: Sent| arguments.iter().filter(move |argument| argument.when == when);
    let mut given: Vec<_> = sent(Sent::Always).map(entry).collect();
    let settable: Vec<_> = sent(Sent::OrNull).map(|argument| format!("{0}={0}", argument.name)).collect();
    if !settable.is_empty() {
        given.push(format!("**without_unset({})", settable.join(", ")));
    }
    let optional: Vec<_> = sent(Sent::UnlessNone).map(entry).collect();
    let call = if answer(operation) == "None" { "self._call(" } else { "return self._call(" };
    let mut items = vec![format!("\"{family}\""), format!("\"{}\"", operation.name)];
    let mut before = String::new();
    for (name, entries) in [("given", given), ("optional", optional)] {
        let one = format!("{{{}}}", entries.join(", "));
        if one.len() > 75 {
            before += &format!("        {name} = {{\n{}        }}\n", packed("            ", &entries));
            items.push(name.to_owned());
        } else if name == "given" || !entries.is_empty() {
            items.push(one);
        }
    }
    before + &bracketed(8, call, &items, ")")
}

/// Returns the types that a link of a call can have, if there are several.
pub fn linked_types(operation: &Operation) -> impl Iterator<Item = &'static str> {
    let several = operation.links().iter().filter(|link| link.targets.len() > 1);
    several.flat_map(|link| link.targets).map(|kind| class_of(kind))
}
