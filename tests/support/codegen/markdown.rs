//! Generates `core/docs/interface.md`, a list of all operations.

use std::fmt::Write;

use shiptrack::resources::{Answer, Body, Family, INTERFACE, Operation, ServedBy};

use super::GENERATED_NOTE;
use super::origins::write_origins;

/// The page.
pub fn interface() -> String {
    let mut page = format!(
        "<!-- {GENERATED_NOTE} -->\n\n# The interface\n\nThis page lists all operations by family. Arguments in braces are part of the path; \
         arguments with a star are required. \"Ignores\" names parameters that are accepted and have no effect. In the column \"Response\", \
         \"one\" is a single resource, \"all\" a list without pages, and \"pages of\" a list with pages, which also accepts `page[number]` and \
         `page[size]`.\n\nPaths are relative to `/v2`, for example `http://127.0.0.1:8080/v2/containers`. Each request needs the header \
         `Authorization: Token KEY`, and a request with a body `Content-Type: application/vnd.api+json`. In the embedded service, a page has \
         30 items by default (25 for `parties`, `custom_fields` and `custom_field_definitions`); a `page[size]` of more than 100 counts as 100. \
         To read a list, follow `links.next` until a page has none: a page can have fewer items than `page[size]` although more follow. \
         `meta.total` is the number of items of the list at the time of each page. `links.first`, `links.prev` and `links.last` have no cursor, \
         so their pages can shift. Responses have the rate limits of the API key, one item for each bucket: \
         `RateLimit-Policy: \"default\";q=100;w=60, \"create\";q=100;w=60` (`q` requests in `w` seconds; a bucket without a limit has the \
         largest number, 999999999999999). The body of an error has `errors`, a list of objects with `status`, `code`, `title` and `detail`; \
         `source.pointer` or `source.parameter` names the part of the request that is the cause, if there is one. \
         The file `core/docs/openapi.json` describes all operations for programs.\n"
    );
    for family in INTERFACE {
        write_family(&mut page, family);
    }
    write_unserved(&mut page);
    write_origins(&mut page);
    page
}

/// Writes the operations that the embedded service rejects, with the reasons.
fn write_unserved(page: &mut String) {
    page.push_str(
        "\n## What the embedded service does not serve\n\nThe embedded service rejects these operations with status 403 and the code \
         `not_served`; `detail` contains the reason. It serves all others.\n\n| Operation | Request | Reason |\n|---|---|---|\n",
    );
    for (family, operation) in
        INTERFACE.iter().flat_map(|it| it.operations.iter().map(move |operation| (it, operation)))
    {
        let name = format!("`{}.{}`", family.name, operation.name);
        let request = format!("{} `{}`", operation.method, operation.path);
        let whole = operation.not_served().map(|why| (request.clone(), why));
        let parts = operation
            .parameters
            .iter()
            .filter_map(|it| Some((format!("{request} with `{}`", it.name), it.not_served?)));
        for (request, why) in whole.into_iter().chain(parts) {
            let _ = writeln!(page, "| {name} | {request} | {why} |");
        }
    }
}

fn write_family(page: &mut String, family: &Family) {
    let _ = write!(
        page,
        "\n## {}\n\n{}\n\n| Operation | Request | Arguments | Response | Served by |\n|---|---|---|---|---|\n",
        family.name, family.about
    );
    for operation in family.operations {
        let _ = writeln!(
            page,
            "| `{}`: {} | {} `{}` | {} | {} | {} |",
            operation.name,
            operation.about,
            operation.method,
            operation.path,
            taken(operation),
            answered(operation.answer),
            served(operation.served_by),
        );
    }
}

fn taken(operation: &Operation) -> String {
    let star = |required: bool| if required { "\\*" } else { "" };
    let parameters = operation.parameters.iter().map(|it| {
        let aliases: String = it.aliases.iter().map(|alias| format!(" or `{alias}`")).collect();
        format!("`{}`{aliases}{}", it.name, star(it.required))
    });
    let fields = operation.fields().iter().map(|it| format!("`{}`{}", it.name, star(it.required)));
    let links = operation.links().iter().map(|it| format!("`{}`{}", it.name, star(it.required)));
    let mut parts = vec![parameters.collect::<Vec<_>>().join(", ")];
    if !operation.includes.is_empty() {
        parts.push(format!("includes: `{}`", operation.includes.join("`, `")));
    }
    if !operation.ignored.is_empty() {
        parts.push(format!("ignores: `{}`", operation.ignored.join("`, `")));
    }
    let kind = if matches!(operation.body, Body::Members(_)) { "plain body: " } else { "body: " };
    let body: Vec<String> = fields.chain(links).collect();
    if !body.is_empty() {
        parts.push(format!("{kind}{}", body.join(", ")));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("; ")
}

fn answered(answer: Answer) -> String {
    match answer {
        Answer::One(kind) => format!("one `{kind}`"),
        Answer::Pages(kind) => format!("pages of `{kind}`"),
        Answer::All(kind) => format!("all `{kind}`"),
        Answer::Json(members) => format!("plain JSON: {members}"),
        _ => "nothing".to_owned(),
    }
}

fn served(home: ServedBy) -> &'static str {
    match home {
        ServedBy::Both => "both",
        ServedBy::EmbeddedOnly => "the embedded service",
        _ => "the hosted service",
    }
}
