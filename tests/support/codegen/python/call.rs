//! One operation as a method.

use shiptrack::resources::{Answer, Field, Operation, ServedBy, Shape};

use super::text::{bracketed, docstring, packed, words};
use super::{class_of, named, taken_as};

/// The keywords of every listing, apart from those of pages.
const OF_LISTINGS: [(&str, &str); 3] = [("max_items", "int"), ("query", "dict[str, Any]"), ("progress", "Progress")];

/// Those of listings that come page by page.
const OF_PAGES: [(&str, &str); 3] = [("page_size", "int"), ("page_number", "int"), ("resume_from", "str")];

const ABOUT_LISTINGS: &str = "Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.";

const ABOUT_PAGES: &str = "Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk \
                           broke off at), ``query`` (any other parameter) and ``progress``.";

/// An argument of a call.
struct Argument {
    name: &'static str,
    told: String,
    about: String,
    when: Sent,
}

/// When an argument is sent.
#[derive(PartialEq)]
enum Sent {
    Always,
    UnlessNone,
    /// `None` is a value of its own.
    OrNull,
}

/// The method of an operation.
pub fn method(family: &str, operation: &Operation) -> String {
    let arguments = arguments(operation);
    let mut items = vec!["self".to_owned()];
    items.extend(arguments.iter().filter(|it| it.when == Sent::Always).map(|it| format!("{}: {}", it.name, it.told)));
    let keywords: Vec<_> = arguments.iter().filter(|it| it.when != Sent::Always).map(keyword).collect();
    if !keywords.is_empty() {
        items.push("*".to_owned());
        items.extend(keywords);
    }
    let head = bracketed(4, &format!("def {}(", operation.name), &items, &format!(") -> {}:", answer(operation)));
    head + &docstring(8, &about(operation, &arguments)) + &body(family, operation, &arguments)
}

/// What a call answers with.
fn answer(operation: &Operation) -> String {
    match operation.answer {
        Answer::One(kind) => class_of(kind).to_owned(),
        Answer::Pages(kind) | Answer::All(kind) => format!("Listing[{}]", class_of(kind)),
        Answer::Json(_) => "dict[str, Any]".to_owned(),
        _ => "None".to_owned(),
    }
}

fn keyword(argument: &Argument) -> String {
    let Argument { name, told, when, .. } = argument;
    match when {
        Sent::OrNull if told == "Any" => format!("{name}: Any = UNSET"),
        Sent::OrNull => format!("{name}: {told} | Unset | None = UNSET"),
        _ => format!("{name}: {told} | None = None"),
    }
}

/// What stands in the path, then what must be given, then what may be.
fn arguments(operation: &Operation) -> Vec<Argument> {
    let is_id = |name: &str| name == "id" || name.ends_with("_id");
    let taken = |name: &str, shape| if is_id(name) && shape == Shape::Text { "Id".to_owned() } else { taken_as(shape) };
    let when = |required| if required { Sent::Always } else { Sent::UnlessNone };
    let path = operation.path_arguments().map(|name| Argument {
        name,
        told: taken(name, Shape::Text),
        about: String::new(),
        when: Sent::Always,
    });
    let parameters = operation.parameters.iter().map(|it| Argument {
        name: it.argument,
        told: taken(it.argument, it.shape),
        about: it.about.to_owned(),
        when: when(it.required),
    });
    let fields = operation.fields().iter().map(|it| Argument {
        name: it.name,
        told: taken_as(it.shape),
        about: it.about.to_owned(),
        when: if takes_null(operation, it) { Sent::OrNull } else { when(it.required) },
    });
    let links = operation.links().iter().map(|it| Argument {
        name: it.name,
        told: linked(it.targets),
        about: it.about.to_owned(),
        when: when(it.required),
    });
    let mut all: Vec<Argument> = path.chain(parameters).chain(fields).chain(links).collect();
    let options = includes(operation).into_iter().chain(options(operation));
    // An argument of the operation's own goes before: `query` of a search.
    let others: Vec<_> = options.filter(|option| all.iter().all(|known| known.name != option.name)).collect();
    all.extend(others);
    all
}

/// Whether null says something where the field may be left out: it is a value like any other, or a change takes a value away.
/// A list is emptied instead.
fn takes_null(operation: &Operation, field: &Field) -> bool {
    let is_change = operation.method == "PATCH" && !matches!(field.shape, Shape::List(_));
    !field.required && (field.shape == Shape::Any || is_change)
}

/// What is taken for a resource that is linked. Where it may be of several types, its id alone does not tell which it is.
fn linked(targets: &[&str]) -> String {
    match targets {
        [_] => "Id".to_owned(),
        several => several.iter().map(|kind| class_of(kind)).chain(["ResourceId"]).collect::<Vec<_>>().join(" | "),
    }
}

fn includes(operation: &Operation) -> Option<Argument> {
    let (Answer::One(kind) | Answer::Pages(kind) | Answer::All(kind)) = operation.answer else { return None };
    (!operation.client_includes().is_empty()).then(|| Argument {
        name: "include",
        told: format!("str | Sequence[{}Include]", class_of(kind)),
        about: format!("Related resources to be read along: `{}`.", operation.client_includes().join("`, `")),
        when: Sent::UnlessNone,
    })
}

fn options(operation: &Operation) -> Vec<Argument> {
    let known = match operation.answer {
        Answer::Pages(_) => [OF_PAGES, OF_LISTINGS].concat(),
        Answer::All(_) => OF_LISTINGS.to_vec(),
        _ => Vec::new(),
    };
    let option = |(name, told): (&'static str, &str)| Argument {
        name,
        told: told.to_owned(),
        about: String::new(),
        when: Sent::UnlessNone,
    };
    known.into_iter().map(option).collect()
}

fn about(operation: &Operation, arguments: &[Argument]) -> Vec<String> {
    let told = arguments.iter().filter(|it| !it.about.is_empty());
    let told: Vec<_> = told.map(|it| format!("* ``{}``: {}", it.name, words(&it.about))).collect();
    let home = match operation.served_by {
        ServedBy::HostedOnly(_) => {
            "A hosted service does this; the one in this process answers with ``ForbiddenError``."
        }
        ServedBy::EmbeddedOnly => {
            "The service of this library does this; a hosted one has nothing like it (``NotFoundError``)."
        }
        _ => "",
    };
    let answered = match operation.answer {
        Answer::Json(members) => format!("The answer: {}", words(members)),
        Answer::Pages(_) => ABOUT_PAGES.to_owned(),
        Answer::All(_) => ABOUT_LISTINGS.to_owned(),
        _ => String::new(),
    };
    vec![words(operation.about), told.join("\n"), answered, home.to_owned()]
}

fn body(family: &str, operation: &Operation, arguments: &[Argument]) -> String {
    let entry = |it: &Argument| format!("\"{0}\": {0}", it.name);
    let of = |when: Sent| arguments.iter().filter(move |it| it.when == when);
    let mut said: Vec<_> = of(Sent::Always).map(entry).collect();
    let perhaps: Vec<_> = of(Sent::OrNull).map(|it| format!("{0}={0}", it.name)).collect();
    if !perhaps.is_empty() {
        said.push(format!("**without_unset({})", perhaps.join(", ")));
    }
    let optional: Vec<_> = of(Sent::UnlessNone).map(entry).collect();
    let call = if answer(operation) == "None" { "self._call(" } else { "return self._call(" };
    let mut items = vec![format!("\"{family}\""), format!("\"{}\"", operation.name)];
    let mut before = String::new();
    for (name, entries) in [("given", said), ("optional", optional)] {
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

/// The types of which a link of a call may be, where they are several.
pub fn linked_types(operation: &Operation) -> impl Iterator<Item = &'static str> {
    let several = operation.links().iter().filter(|link| link.targets.len() > 1);
    several.flat_map(|link| link.targets).map(|kind| class_of(kind))
}

/// The names of types a call mentions.
pub fn mentioned(operation: &Operation) -> impl Iterator<Item = &'static str> {
    let shapes = operation.parameters.iter().map(|it| it.shape).chain(operation.fields().iter().map(|it| it.shape));
    shapes.filter(|shape| !matches!(shape, Shape::Structure(_))).filter_map(named)
}
